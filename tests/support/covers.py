"""Bare covers, solved by any engine."""

from typing import Any

import satpuzzle as sp
from satpuzzle.clock import Clock
from satpuzzle.cover.exact_cover import ExactCover, ascending
from satpuzzle.engines.base import Offer, Stats
from satpuzzle.engines.config import solver_config
from satpuzzle.puzzle.grids import Points


def solutions_of(cover: ExactCover, backend: str = "native", **options: Any) -> list[tuple[int, ...]]:
    """Return the solutions that a backend finds, in its order."""
    return list(sp.solve(cover, backend, **options))


def searched(
    cover: ExactCover, strategy: str, points: Points | None = None, first: int | None = None
) -> tuple[list[tuple[int, ...]], Stats]:
    """Return what the native search finds by a strategy that knows where cells are and which item goes first."""
    config = solver_config("native", strategy=strategy, parts=1)
    solver = config.engine.begin(Offer([(first, cover)], points), config, Clock()).solver
    stats: Stats = {}
    rows = [row for batch in solver(cover, stats) for row in ascending(batch).tolist()]
    return [tuple(option for option in row if option >= 0) for row in rows], stats
