"""The command `satpuzzle challenge`."""

from dataclasses import dataclass, replace
from pathlib import Path

import typer

from satpuzzle.cli.asking import asking, check_picture, posed
from satpuzzle.cli.common import opened
from satpuzzle.cli.exits import CTRL_C, FAILED, LIMIT, OK, complain
from satpuzzle.cli.options import command
from satpuzzle.cli.output import open_output
from satpuzzle.clock import Clock, Status
from satpuzzle.errors import Stopped
from satpuzzle.questions.cards import save, text
from satpuzzle.questions.challenge import FAILURES, Booklet, ChallengeQuestion
from satpuzzle.questions.question import Context
from satpuzzle.rows import JSON, TEXT, option
from satpuzzle.settings import OUT, ReportRows, SubjectRows
from satpuzzle.structured import as_json


# fmt: off
@dataclass(frozen=True, kw_only=True)
class Asked(SubjectRows, ReportRows, ChallengeQuestion):
    """The options of `challenge`."""

    output: Path | None = option(
        None, "-o FILE", None,
        "Write the cards to a .pdf or .html file with the solutions behind them, to .svg or .png with the solutions in"
        " a second file, or to .json.")
    per_page: int = option(4, "N", None, "Number of cards on a page of paper.", least=1, most=12, needs=("output",))
    format: str = option(
        TEXT, "", OUT, "The format of what is printed without --output.", allowed=(TEXT, JSON), without=("output",))
# fmt: on


@command
def challenge(asked: Asked) -> None:
    """Make challenge cards, the easiest first.

    Each card has some given pieces, and exactly one solution contains them.
    """
    clock, puzzle, output = Clock(asked.time_limit).start(), asked.puzzle, asked.output
    check_picture(output, "output", (".json",))
    with asking(asked, clock) as shown:
        question = replace(posed(ChallengeQuestion, asked), puzzle=opened(asked, clock).puzzle)
        try:
            booklet = question.ask(Context(clock, shown.tell))
        except Stopped as error:
            if not error.by_limit:
                raise
            complain(f"{puzzle}: {error} before a card was found")
            raise typer.Exit(LIMIT) from None
    if output is None:
        with open_output(None) as out:
            out.write((as_json(booklet.as_dict()) if asked.format == "json" else text(booklet)) + "\n")
    else:
        save(booklet, output, asked.per_page)
    if booklet.status is not Status.SOLUTION_LIMIT and not asked.quiet:
        stopped = {Status.TIME_LIMIT: "the time limit was reached", Status.INTERRUPTED: "interrupted"}
        why = (
            stopped.get(booklet.status)
            or f"{FAILURES} random solutions in a row gave no new card{_advice(booklet, asked.given is None)}"
        )
        complain(f"{puzzle}: only {len(booklet.cards)} of {asked.number} cards were found: {why}")
    limits = {Status.TIME_LIMIT: LIMIT, Status.INTERRUPTED: CTRL_C, Status.SOLUTION_LIMIT: OK}
    raise typer.Exit(limits.get(booklet.status, FAILED))


def _advice(booklet: Booklet, fewest: bool) -> str:
    """Return how many given pieces may have more cards: about half of a solution, and no less than the `fewest`."""
    given, pieces = max((len(card.given.options), len(card.solution.options)) for card in booklet.cards)
    better = given + (2 * given < pieces or fewest) - (2 * given > pieces and not fewest)
    return "" if better in (given, pieces) else f"; with --given {better} there may be more"
