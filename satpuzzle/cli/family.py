"""Counts of a family of boards: one line per member, the total, the extremes, and a heat map."""

from pathlib import Path
from typing import NoReturn

import typer

from satpuzzle.cli.asking import answer, question
from satpuzzle.cli.exits import LIMIT, OK
from satpuzzle.cli.options import changed, check_choice
from satpuzzle.clock import Clock
from satpuzzle.design.family import FamilyCounts, count_members
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.families import Family
from satpuzzle.settings import RunRows

# The options that count all members; the others are for one.
_FOR_ALL = ("puzzle", "backend", "encoding", "strategy", "time_limit", "draw", "output", "format", "progress", "quiet")


def every_member(family: Family, asked: RunRows, draw: Path | None, clock: Clock) -> NoReturn:
    """Count the packings of all members of a family on the fixed board, write the counts, and end the command.

    Raises PuzzleError if an option was given that is only for one member.
    """
    said = changed(asked)
    if (wrong := next((said[name] for name in said if name not in _FOR_ALL), None)) is not None:
        raise PuzzleError(f"{wrong}: allowed for one board of a family, not for all; choose one with --member")
    if draw is not None:
        check_choice("draw", draw.suffix.lower(), (".svg", ".png"))
    with question(asked, clock) as shown:
        found = count_members(
            family,
            asked.backend,
            getattr(asked, "encoding", None),
            getattr(asked, "strategy", "auto"),
            clock=clock,
            watch=shown.note,
        )
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
    answer(asked, found.as_dict(), lambda: _text(found, asked.quiet), asked.backend if found.final else None)
    raise typer.Exit(OK if found.final else LIMIT)


def _text(found: FamilyCounts, quiet: bool) -> str:
    lines = [f"{' '.join(labels)}: {found.bound}{number}" for labels, number in found.counts.items()]
    if not quiet:
        lines.append(found.sentence)
    return "\n".join(lines)
