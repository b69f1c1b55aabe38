"""The command `satpuzzle rate`."""

from dataclasses import dataclass

import typer

from satpuzzle.cli.asking import answer, question
from satpuzzle.cli.common import opened
from satpuzzle.cli.exits import LIMIT, OK
from satpuzzle.cli.options import command
from satpuzzle.clock import Clock
from satpuzzle.questions.rate import TRIES
from satpuzzle.questions.rate import rate as ask
from satpuzzle.rows import option
from satpuzzle.settings import AnswerRows, GivenRow, SeedRow


@dataclass(frozen=True, kw_only=True)
class Asked(AnswerRows, GivenRow, SeedRow):
    """The options of `rate`."""

    tries: int = option(TRIES, "N", None, "How often the simulated player tries to solve the puzzle.", least=1)


@command
def rate(asked: Asked) -> None:
    """Rate how hard a puzzle is for a careful player.

    The player is simulated: it looks one step ahead and otherwise chooses at random.
    """
    clock = Clock(asked.time_limit).start()
    with question(asked, clock) as shown:
        about = opened(asked, clock)
        found = ask(about.puzzle, asked.given, tries=asked.tries, seed=asked.seed, clock=clock, watch=shown.note)
    answer(asked, found.as_dict(), lambda: str(found))
    raise typer.Exit(OK if found.final else LIMIT)
