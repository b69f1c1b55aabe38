"""Judges of packings that workers import, and runs that they judge."""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import Clock
from satpuzzle.cover.exact_cover import Batch
from satpuzzle.cover.placements import Placements
from satpuzzle.engines.config import solver_config
from satpuzzle.puzzle.library import load
from satpuzzle.search.request import Judge, Request
from satpuzzle.search.run import Run, Search


@dataclass(frozen=True)
class Slow:
    """Lets everything count, slowly."""

    seconds: float

    def judge(self, placements: Placements, batch: Batch, clock: Clock) -> tuple[NDArray[np.bool_], int]:
        time.sleep(self.seconds)
        clock.check()
        return np.ones(len(batch), np.bool_), 0

    def facts(self) -> dict[str, Any]:
        return {"seconds": self.seconds}


@dataclass(frozen=True)
class Deadly:
    """Kills the process that looks at a packing."""

    options: tuple[int, ...]

    def judge(self, placements: Placements, batch: Batch, clock: Clock) -> tuple[NDArray[np.bool_], int]:
        if any(tuple(row[row >= 0].tolist()) == self.options for row in batch):
            os._exit(1)
        return np.ones(len(batch), np.bool_), 0

    def facts(self) -> dict[str, Any]:
        return {"options": self.options}


def judged(name: str, judge: Judge, parts: int, watch: Callable[[Search], None] | None = None, **request: Any) -> Run:
    """Return a run of a puzzle of which only the packings count that a judge approves of."""
    return Run(Request(subject=load(name), config=solver_config("native", parts=parts), judge=judge, **request), watch)
