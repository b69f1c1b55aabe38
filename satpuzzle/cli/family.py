"""Counts of a family of boards: one line per member, the total, the extremes, and a heat map."""

from pathlib import Path
from typing import Any, NoReturn

import typer

from satpuzzle.cli.asking import answer, question
from satpuzzle.cli.exits import LIMIT, OK
from satpuzzle.cli.options import check_choice
from satpuzzle.clock import Clock
from satpuzzle.design.family import FamilyCounts, count_members
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.families import Family

# The options that count all members; the others are for one.
_FOR_ALL = ("puzzle", "backend", "encoding", "strategy", "time_limit", "draw", "output", "format", "progress", "quiet")


def refuse_for_all(context: typer.Context) -> None:
    """Raise PuzzleError if the command `count` has an option that is only for one member of a family."""
    for option in context.command.params:
        value = context.params[option.name]
        if option.name not in _FOR_ALL and value != option.default:
            raise PuzzleError(
                f"{_given(option, value)}: allowed for one board of a family, not for all; choose one with --member"
            )


def _given(option: Any, value: Any) -> str:
    """Return an option and its value as in a command line, such as `--jobs 2` or `--no-presolve`."""
    if not isinstance(value, bool):
        return f"{option.opts[0]} {value}"
    return str(option.opts[0] if value else option.secondary_opts[0])


def every_member(
    family: Family,
    backend: str,
    encoding: str | None,
    strategy: str,
    clock: Clock,
    draw: Path | None,
    output: Path | None,
    format: str,
    progress: str,
    quiet: bool,
) -> NoReturn:
    """Count the packings of all members of a family on the fixed board, write the counts, and end the command."""
    if draw is not None:
        check_choice("draw", draw.suffix.lower(), (".svg", ".png"))
    with question(format, progress, quiet, clock) as shown:
        found = count_members(family, backend, encoding, strategy, clock=clock, watch=shown.note)
    if draw is not None:
        from satpuzzle.pictures.heat import heat_map

        groups = list(family.groups.values())
        if len(groups) < 2:
            rows, columns = [""], list(groups[0])
        else:
            rows, columns = list(groups[0]), list(groups[1])
        sums: dict[tuple[str, str], int] = {}
        for labels, number in found.counts.items():
            place = (labels[0], labels[1]) if len(groups) > 1 else ("", labels[0])
            sums[place] = sums.get(place, 0) + number
        heat_map(family.whole.title, rows, columns, sums, found.bound).save(draw)
    answer(output, format, found.as_dict(), lambda: _text(found, quiet), backend if found.final else None)
    raise typer.Exit(OK if found.final else LIMIT)


def _text(found: FamilyCounts, quiet: bool) -> str:
    lines = [f"{' '.join(labels)}: {found.bound}{number}" for labels, number in found.counts.items()]
    if not quiet:
        lines.append(found.sentence)
    return "\n".join(lines)
