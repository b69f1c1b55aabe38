"""Scores of solvers over many instances, as in the SAT competitions.

PAR2, the penalised average run time, counts a run that was cut short with twice the limit.  The geometric mean counts
it with the limit, so it is a lower bound; large values influence it less than they do the arithmetic mean.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from satpuzzle.clock import Status
from satpuzzle.measure.table import ended, grouped
from satpuzzle.measure.trial import Record

_LEAST = 0.001  # seconds; shorter times count as this in a geometric mean


@dataclass(frozen=True)
class Score:
    """The results of a solver on some instances within a time limit."""

    solver: str
    instances: int
    solved: int
    par2: float
    geometric: float  # a lower bound if some instances are not solved


def common(records: Iterable[Record], by: Sequence[str]) -> list[Record]:
    """Return the records of the instances that every solver has run.

    Records with equal values of the keys `by` are of one instance.
    """
    records = list(records)
    solvers = {one["solver"] for one in records}
    whole = [runs for runs in grouped(records, *by) if {one["solver"] for one in runs} == solvers]
    return [one for runs in whole for one in runs]


def least_limit(records: Iterable[Record]) -> float:
    """Return the smallest limit, in seconds, that cut a run short, or infinity if none did."""
    return min((float(one["limit"]) for one in records if one["status"] == Status.TIME_LIMIT), default=math.inf)


def scores(records: Iterable[Record], limit: float, key: str = "cpu") -> list[Score]:
    """Return the score of each solver; there must be one run per instance."""
    found = []
    for runs in grouped(records, "solver"):
        times = [run[key] if ended(run, limit, key) else None for run in runs]
        penalised = [2 * limit if time is None else time for time in times]
        logs = [math.log(max(limit if time is None else time, _LEAST)) for time in times]
        solved = sum(time is not None for time in times)
        mean = math.exp(sum(logs) / len(logs))
        found.append(Score(runs[0]["solver"], len(runs), solved, sum(penalised) / len(runs), mean))
    return found
