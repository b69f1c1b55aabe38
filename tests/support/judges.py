"""Judges of packings that workers import."""

import os
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import Clock
from satpuzzle.cover.exact_cover import Batch
from satpuzzle.cover.placements import Placements


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
