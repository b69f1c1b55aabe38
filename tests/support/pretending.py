"""A solver for child processes that does nothing."""

import time

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.base import Stats
from satpuzzle.engines.worker import Emit


def pretend(cover: ExactCover, emit: Emit, stats: Stats, *, conflicts: int, rank: NDArray[np.intp]) -> None:
    """Find nothing, with so many conflicts; if they are negative, in an hour."""
    assert sorted(rank.tolist()) == list(range(len(cover.names)))
    if conflicts < 0:
        time.sleep(3600)
    stats["conflicts"] = conflicts
