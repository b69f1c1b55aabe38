"""Blocking clauses, which keep a solver from finding a solution again.

`chosen`: forbids the chosen options together, unless a further option is chosen.  If every item must be covered, no
proper superset of a solution is a solution.  With optional items a solution may be a subset of a larger one, which must
not be lost: the clause then also has the options that could be added.

`all`: forbids this assignment of all options, with one literal for each option, as most tools do.

K. L. McMillan, Applying SAT Methods in Unbounded Symbolic Model Checking, CAV 2002, for the idea of
blocking; that it suffices to block the chosen literals of an exact cover is folklore.
"""

from collections.abc import Callable

import numpy as np

from satpuzzle.cover.exact_cover import ExactCover


def chosen(cover: ExactCover, solution: list[int]) -> list[int]:
    """Return a clause that forbids these options together, unless a further option is chosen."""
    addable = np.flatnonzero(cover.open_beside(solution))
    return [-option - 1 for option in solution] + (addable + 1).tolist()


def every(cover: ExactCover, solution: list[int]) -> list[int]:
    """Return a clause that forbids this assignment of all options."""
    signs = np.ones(len(cover.rows), np.int64)
    signs[solution] = -1
    clause: list[int] = (signs * np.arange(1, len(signs) + 1)).tolist()
    return clause


BLOCKING: dict[str, Callable[[ExactCover, list[int]], list[int]]] = {"chosen": chosen, "all": every}
