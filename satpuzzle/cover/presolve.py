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

    `check` is called again and again and may raise an exception, to stop a look that takes long.
    """
    while True:
        numbers, rest = cover.residual()
        ruled_out = np.zeros(len(cover.rows), np.bool_)
        ruled_out[numbers] = _unsupported(rest, check)
        if not ruled_out.any():
            return cover
        cover = cover.without(ruled_out)


def _unsupported(cover: ExactCover, check: Callable[[], None]) -> NDArray[np.bool_]:
    """Tell which options, once chosen, leave an item with too few options.

    Two options go together unless they share an item that is covered at most once.  Shares and counts are products of
    matrices, which floating-point numbers hold exactly.
    """
    members, wanted = cover.members(), np.flatnonzero(cover.lower > 0)
    once = (members & (cover.upper == 1)).astype(np.float32)
    covering, lower = members[:, wanted].astype(np.float32), cover.lower[wanted]
    found = np.zeros(len(members), np.bool_)
    for start in range(0, len(members), _ROWS):
        check()
        some = slice(start, min(start + _ROWS, len(members)))
        together = once[some] @ once.T == 0
        together[np.arange(len(together)), np.arange(start, some.stop)] = False  # nothing is chosen twice
        left = together.astype(np.float32) @ covering + covering[some]
        found[some] = (left < lower).any(axis=1)
    return found
