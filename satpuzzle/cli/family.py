"""Counts of a family of boards: one line per member, the total, the extremes, and a heat map."""

from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import typer

from satpuzzle.cli.asking import answer, question
from satpuzzle.cli.exits import LIMIT, OK
from satpuzzle.cli.options import changed, check_choice
from satpuzzle.clock import Clock
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.editing import with_rules
from satpuzzle.puzzle.families import Family
from satpuzzle.questions.family import count_members
from satpuzzle.settings import RunRows

# The options that count all members; the others are for one.
_FOR_ALL = (
    "puzzle",
    "rule",
    "backend",
    "encoding",
    "strategy",
    "time_limit",
    "draw",
    "output",
    "format",
    "progress",
    "quiet",
)


def every_member(family: Family, asked: RunRows, draw: Path | None, clock: Clock) -> NoReturn:
    """Count the packings of all members of a family on the fixed board, write the counts, and end the command.

    Raises PuzzleError if an option was given that is only for one member.
    """
    said = changed(asked)
    if (wrong := next((said[name] for name in said if name not in _FOR_ALL), None)) is not None:
        raise PuzzleError(f"{wrong}: allowed for one board of a family, not for all; choose one with --member")
    if draw is not None:
        check_choice("draw", draw.suffix.lower(), (".svg", ".png"))
    if asked.rule:
        family = replace(family, whole=with_rules(family.whole, asked.rule))
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
        found.picture().save(draw)
    answer(asked, found.as_dict(), lambda: found.lines(asked.quiet), asked.backend if found.final else None)
    raise typer.Exit(OK if found.final else LIMIT)
