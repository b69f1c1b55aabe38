"""Estimates of a search, which `count --estimate` prints."""

from typing import NoReturn

import typer

from satpuzzle.cli.common import opened
from satpuzzle.cli.exits import OK
from satpuzzle.cli.options import changed
from satpuzzle.clock import Clock
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.checks import number_of
from satpuzzle.rows import common, option
from satpuzzle.settings import FEWEST_DRAWS, HOW, GivenRow, JournalRows, RunRows, SolverRows

_MOST = 10**9  # the largest number of workers
# The options that an estimate takes account of.
_TAKEN = (
    *("puzzle", "problem", "member", "given", "backend", "strategy", "parts", "part_seconds", "seed", "estimate"),
    *("workers", "draws", "time_limit", "output", "format", "progress", "quiet"),
)


# fmt: off
@common
class EstimateRows:
    """The options of estimates."""

    estimate: bool = option(
        False, "", HOW, "Estimate how long the search takes, with one worker or many, from a sample of its parts.")
    workers: str | None = option(
        None, "N,N,...", HOW,
        "With --estimate: for which numbers of workers the time is estimated; each worker uses one core.",
        needs=("estimate",), rare=True)
    draws: int | None = option(
        None, "N", HOW, "With --estimate: how many parts of the search are sampled; more give narrower intervals.",
        least=FEWEST_DRAWS, needs=("estimate",), rare=True)
# fmt: on


@common
class Estimated(RunRows, SolverRows, GivenRow, JournalRows, EstimateRows):
    """What an estimate reads of the options of `count`."""


def write_estimate(asked: Estimated, clock: Clock) -> NoReturn:
    """Estimate a search, write the answer, and end the command."""
    from satpuzzle.cli.asking import answer, question  # which, as the next, counting does not need
    from satpuzzle.questions.forecast import DRAWS, WORKERS, estimate

    said = changed(asked)
    if wrong := next((said[name] for name in said if name not in _TAKEN), None):
        raise PuzzleError(f"{wrong}: not allowed with --estimate")
    with question(asked, clock) as shown:
        shown.note(f"{asked.puzzle}: preparing", at_once=True)
        about = opened(asked, clock, covers=asked.given is None)
        found = estimate(
            about.what,
            asked.backend,
            workers=WORKERS if asked.workers is None else _numbers(asked.workers),
            seed=asked.seed or 0,
            draws=asked.draws or DRAWS,
            parts=asked.parts,
            part_seconds=asked.part_seconds,
            strategy=asked.strategy,
            given=asked.given,
            clock=clock,
            watch=shown.note,
        )
    answer(asked, found.as_dict(), found.text)
    raise typer.Exit(OK)


def _numbers(text: str) -> tuple[int, ...]:
    numbers = tuple(number_of(number.strip(), _MOST) or 0 for number in text.split(","))
    if 0 in numbers:
        raise PuzzleError(f"--workers {text[:60]}: allowed are integers from 1 to {_MOST} with commas between them")
    return numbers
