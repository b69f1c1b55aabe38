"""The command `satpuzzle explain`."""

from dataclasses import dataclass

import typer

from satpuzzle.cli.asking import question, reply
from satpuzzle.cli.common import opened
from satpuzzle.cli.exits import LIMIT, OK, complain
from satpuzzle.cli.options import command
from satpuzzle.clock import Clock
from satpuzzle.design.explain import explain as ask
from satpuzzle.settings import AnswerRows, BackendRow, GivenRow, JobsRow


@dataclass(frozen=True, kw_only=True)
class Asked(AnswerRows, BackendRow, GivenRow, JobsRow):
    """The options of `explain`."""


@command
def explain(asked: Asked) -> None:
    """Explain why a puzzle has no solution, or show one.

    The reason is the simplest one that holds, such as a colouring of the board.
    """
    clock = Clock(asked.time_limit).start()
    with question(asked, clock) as shown:
        about = opened(asked, clock)

        def remark(text: str) -> None:
            shown.clear()
            if not asked.quiet:
                complain(text)

        found = ask(
            about.puzzle,
            asked.backend,
            given=asked.given,
            jobs=asked.jobs,
            clock=clock,
            watch=shown.update,
            remark=remark,
        )
    reply(asked, found, found.solution is not None, asked.backend)
    raise typer.Exit(LIMIT if found.verdict == "undecided" else OK)
