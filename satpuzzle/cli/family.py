"""Counts of a family of boards: one line per member, the total, the extremes, and a heat map."""

from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from satpuzzle.cli.asking import asking, check_picture, posed, reply, save_picture
from satpuzzle.clock import Clock
from satpuzzle.puzzle.editing import with_rules
from satpuzzle.puzzle.families import Family
from satpuzzle.questions.family import MembersQuestion
from satpuzzle.questions.question import Context
from satpuzzle.settings import RunRows


def every_member(family: Family, asked: RunRows, draw: Path | None, clock: Clock) -> NoReturn:
    """Count the packings of all members of a family on the fixed board, write the counts, and end the command.

    Raises PuzzleError if an option was given that is only for one member.
    """
    why = "allowed for one board of a family, not for all; choose one with --member"
    if asked.rule:
        family = replace(family, whole=with_rules(family.whole, asked.rule))
    members = posed(MembersQuestion, asked, besides=("puzzle", "rule"), why=why, family=family)
    check_picture(draw)
    with asking(asked, clock) as shown:
        found = members.ask(Context(clock, shown.tell))
    save_picture(draw, found.picture)
    reply(asked, found, asked.backend)
