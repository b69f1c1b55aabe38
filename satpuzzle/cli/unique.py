"""The command `satpuzzle unique`."""

from dataclasses import dataclass
from pathlib import Path

import typer

from satpuzzle.cli.asking import check_picture, question, reply, save_solutions
from satpuzzle.cli.common import opened
from satpuzzle.cli.exits import FAILED, LIMIT, OK
from satpuzzle.cli.options import command
from satpuzzle.clock import Clock
from satpuzzle.questions.unique import Uniqueness
from satpuzzle.questions.unique import unique as ask
from satpuzzle.rows import option
from satpuzzle.settings import AnswerRows, BackendRow, GivenRow, JobsRow, UpToRow


@dataclass(frozen=True, kw_only=True)
class Asked(AnswerRows, BackendRow, UpToRow, GivenRow, JobsRow):
    """The options of `unique`."""

    draw: Path | None = option(None, "FILE", None, "Draw the solutions found to a .svg or .png file.")


@command
def unique(asked: Asked) -> None:
    """Tell whether a puzzle has exactly one solution.

    The exit status is 1 if it has several solutions or none.
    """
    check_picture(asked.draw)
    clock = Clock(asked.time_limit).start()
    with question(asked, clock) as shown:
        about = opened(asked, clock, covers=asked.given is None and asked.draw is None)
        found = ask(
            about.what,
            asked.backend,
            up_to=asked.up_to,
            given=asked.given,
            jobs=asked.jobs,
            clock=clock,
            watch=shown.update,
        )
    if isinstance(found, Uniqueness):
        save_solutions(asked.draw, found.witnesses)
    reply(asked, found, bool(found.witnesses), asked.backend)
    raise typer.Exit({"unique": OK, "undecided": LIMIT}.get(found.verdict, FAILED))
