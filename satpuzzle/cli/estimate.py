"""The command `satpuzzle estimate`."""

from dataclasses import dataclass

from satpuzzle.cli.asking import answer, question
from satpuzzle.cli.common import opened
from satpuzzle.cli.options import command
from satpuzzle.clock import Clock
from satpuzzle.cover.describe import numbered
from satpuzzle.errors import PuzzleError
from satpuzzle.measure.forecast import DRAWS, WORKERS, Forecast
from satpuzzle.measure.forecast import estimate as ask
from satpuzzle.puzzle.checks import number_of
from satpuzzle.rows import option
from satpuzzle.search.progress import duration, short
from satpuzzle.search.sample import FEWEST, Interval
from satpuzzle.settings import AnswerRows, BackendRow, GivenRow, PartsRow, SeedRow, StrategyRow

_MOST = 10**9  # the largest number of workers


@dataclass(frozen=True, kw_only=True)
class Asked(AnswerRows, BackendRow, StrategyRow, PartsRow, GivenRow, SeedRow):
    """The options of `estimate`."""

    workers: str = option(
        ",".join(map(str, WORKERS)),
        "N,N,...",
        None,
        "For which numbers of workers the time is estimated; each worker uses one core.",
    )
    part_seconds: float = option(
        60.0, "SECONDS", None, "Assume that a part of the search that takes longer is split.", least=0
    )
    draws: int = option(
        DRAWS,
        "N",
        None,
        "How many parts of the search are sampled; more give narrower intervals.",
        least=FEWEST,
    )


@command
def estimate(asked: Asked) -> None:
    """Estimate how long a search takes, with one worker or many."""
    clock = Clock(asked.time_limit).start()
    with question(asked, clock) as shown:
        shown.note(f"{asked.puzzle}: preparing", at_once=True)
        about = opened(asked, clock, covers=asked.given is None)
        found = ask(
            about.what,
            asked.backend,
            workers=_numbers(asked.workers),
            seed=asked.seed,
            draws=asked.draws,
            parts=asked.parts,
            part_seconds=asked.part_seconds,
            strategy=asked.strategy,
            given=asked.given,
            clock=clock,
            watch=shown.note,
        )
    answer(asked, found.as_dict(), lambda: _text(found))


def _numbers(text: str) -> tuple[int, ...]:
    numbers = tuple(number_of(number.strip(), _MOST) or 0 for number in text.split(","))
    if 0 in numbers:
        raise PuzzleError(f"--workers {text[:60]}: allowed are integers from 1 to {_MOST} with commas between them")
    return numbers


def _text(found: Forecast) -> str:
    how = f"{found.draws} parts drawn" if found.draws else "searched to the end"
    lines = [
        f"{found.name}: {_nodes(found.nodes)} nodes by {found.strategy}, {_span(found.cpu_seconds)} of CPU,"
        f" {found.parts} parts; {how}"
    ]
    rows: list[tuple[list[int], str]] = []  # numbers of workers, and the text about all of them
    for number, span in found.makespans.items():
        said = f"{_span(span)}, {found.ends[number].mean:.0f} parts"
        if rows and rows[-1][1] == said:
            rows[-1][0].append(number)
        else:
            rows.append(([number], said))
    return "\n".join([*lines, *(f"{_workers(numbers):>20}  {said}" for numbers, said in rows)])


def _workers(numbers: list[int]) -> str:
    return numbered(numbers[0], "worker") if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]} workers"


def _nodes(found: Interval) -> str:
    return short(found.mean) + (f" ({short(found.low)} to {short(found.high)})" if found.low < found.high else "")


def _span(found: Interval) -> str:
    low, mean, high = map(duration, (found.low, found.mean, found.high))
    return mean if low == high else f"{mean} ({low} to {high})"
