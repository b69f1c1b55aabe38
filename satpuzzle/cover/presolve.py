"""Presolve: rule out options that are in no solution, before any backend runs.

An option is ruled out when, after choosing it, some item has too few options left that go with it.  That one
look ahead sees the hole that no piece can fill, the piece that fits nowhere any more, and the option that collides
with every option of some item.  What is ruled out may leave others without support, so the look is repeated
until nothing changes.  The solutions stay exactly the same.

This is the failed-literal test of SAT solvers (Jon W. Freeman, Improvements to Propositional Satisfiability
Search Algorithms, 1995) with one step of propagation, at the level of the exact cover, where every backend profits.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.exact_cover import ExactCover

_ROWS = 256  # options that are looked at together, to bound the memory


def presolve(cover: ExactCover, check: Callable[[], None] = lambda: None) -> ExactCover:
    """Return the cover without the options that one look ahead rules out, to a fixed point.

    Two options go together unless they share an item that is covered at most once.  How many options are left for each
    item beside an option is a product of matrices, which floating-point numbers hold exactly; later looks only take
    off what has been ruled out.  `check` is called again and again and may raise an exception, to stop a look that
    takes long.
    """
    numbers, rest = cover.residual()
    members, wanted = rest.members(), np.flatnonzero(rest.lower > 0)
    once = members[:, (rest.upper == 1) & members.any(axis=0)].astype(np.float32)
    covering, lower = members[:, wanted].astype(np.float32), rest.lower[wanted]

    def beside(some: NDArray[np.intp], others: NDArray[np.intp]) -> NDArray[np.float32]:
        """Return how many of the others that go with each of some options cover each item."""
        found = [np.zeros((0, len(wanted)), np.float32)]
        for start in range(0, len(some), _ROWS):
            check()
            together = once[some[start : start + _ROWS]] @ once[others].T == 0
            found.append(together.astype(np.float32) @ covering[others])
        return np.concatenate(found)

    alive = np.arange(len(numbers))
    left = beside(alive, alive)
    left += covering * once.max(axis=1, initial=0, keepdims=True)  # an option does not go with itself
    while (short := (left < lower).any(axis=1)).any():
        gone, alive = alive[short], alive[~short]
        left = left[~short] - beside(alive, gone)
    ruled_out = np.zeros(len(cover.rows), np.bool_)
    ruled_out[np.delete(numbers, alive)] = True
    return cover.without(ruled_out) if ruled_out.any() else cover
