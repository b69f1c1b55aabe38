"""The command `satpuzzle estimate`."""

from typing import Annotated

import typer

from satpuzzle.cli.app import app
from satpuzzle.cli.asking import answer, given_of, question
from satpuzzle.cli.common import member_of, opened
from satpuzzle.cli.options import (
    Backend,
    GivenPieces,
    MemberName,
    Output,
    Parts,
    Problem,
    ProgressMode,
    PuzzleName,
    Quiet,
    Seed,
    Strategy,
    TextOrJson,
    TimeLimit,
)
from satpuzzle.clock import Clock
from satpuzzle.cover.describe import numbered
from satpuzzle.errors import PuzzleError
from satpuzzle.measure.forecast import DRAWS, WORKERS, Forecast
from satpuzzle.measure.forecast import estimate as ask
from satpuzzle.puzzle.checks import number_of
from satpuzzle.search.progress import duration, short
from satpuzzle.search.sample import FEWEST, Interval

_MOST = 10**9  # the largest number of workers


@app.command("estimate")
def estimate(
    puzzle: PuzzleName,
    problem: Problem = None,
    workers: Annotated[
        str,
        typer.Option(
            "--workers",
            metavar="N,N,...",
            help="For which numbers of workers the time is estimated; each worker uses one core.",
        ),
    ] = ",".join(map(str, WORKERS)),
    backend: Backend = "native",
    strategy: Strategy = "auto",
    parts: Parts = None,
    part_seconds: Annotated[
        float,
        typer.Option(
            "--part-seconds", metavar="SECONDS", help="Assume that a part of the search that takes longer is split."
        ),
    ] = 60.0,
    draws: Annotated[
        int,
        typer.Option(
            "--draws",
            metavar="N",
            min=FEWEST,
            help="How many parts of the search are sampled; more give narrower intervals.",
        ),
    ] = DRAWS,
    given: GivenPieces = None,
    member: MemberName = None,
    seed: Seed = 0,
    time_limit: TimeLimit = None,
    output: Output = None,
    format: TextOrJson = "text",
    progress: ProgressMode = "auto",
    quiet: Quiet = False,
) -> None:
    """Estimate how long a search takes, with one worker or many."""
    clock = Clock(time_limit).start()
    with question(format, progress, quiet, clock) as shown:
        shown.note(f"{puzzle}: preparing", at_once=True)
        about = opened(member_of(puzzle, member), problem, clock, quiet, covers=given is None)
        found = ask(
            about.what,
            backend,
            workers=_numbers(workers),
            seed=seed,
            draws=draws,
            parts=parts,
            part_seconds=part_seconds,
            strategy=strategy,
            given=given_of(given),
            clock=clock,
            watch=shown.note,
        )
    answer(output, format, found.as_dict(), lambda: _text(found))


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
