"""Blocking clauses: the same solution shall not come again.

`chosen`: not all of these options, unless another one joins them.  Where every item must be covered no
superset of a solution is a solution and nothing can join; with optional items a solution may be part of
a larger one, which must not be lost, so the options that could join stand in the clause as well.

K. L. McMillan, Applying SAT Methods in Unbounded Symbolic Model Checking, CAV 2002, for the idea of
blocking; that it suffices to block the chosen literals of an exact cover is folklore.
"""

from collections.abc import Callable

import numpy as np

from satpuzzle.cover import ExactCover


def chosen(cover: ExactCover, solution: list[int]) -> list[int]:
    """Return the clause that blocks a solution by its chosen options."""
    joinable = np.flatnonzero(cover.given(solution).live)
    return [-option - 1 for option in solution] + (joinable + 1).tolist()


BLOCKING: dict[str, Callable[[ExactCover, list[int]], list[int]]] = {"chosen": chosen}
