"""Presolve: rules out options that are in no solution, before a backend searches.

An option is ruled out if some item has too few options that are compatible with it.  This one-step lookahead finds
holes that no piece can fill, pieces that no longer fit anywhere, and options that conflict with all options of an item.
After options were ruled out, others may lack compatible options, so the test is repeated until nothing changes.  The
set of solutions stays the same.

This is the failed-literal test of SAT solvers (Jon W. Freeman, Improvements to Propositional Satisfiability
Search Algorithms, 1995) with one step of propagation, applied to the exact cover so that every backend benefits.
"""

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.bits import from_words
from satpuzzle.cover.exact_cover import ExactCover

_ROWS = 256  # options that are tested together; this bounds the memory


def presolve(cover: ExactCover, clock: Clock = UNLIMITED) -> ExactCover:
    """Return the cover without the options that the lookahead rules out, repeated to a fixed point.

    Two options are compatible unless they exclude each other (`ExactCover.exclusions`).  A matrix product counts, for
    each option and item, the compatible options that cover the item; floating point represents the counts exactly.
    Later rounds only subtract the options that were ruled out.  Raises Stopped if the clock stops.
    """
    numbers, rest = cover.residual()
    members, wanted = rest.members(), np.flatnonzero(rest.lower > 0)
    bits_of, excluded = (from_words(rows, 64 * rows.shape[1]) for rows in (rest.rows, rest.exclusions()))
    some = excluded.any(axis=0)
    has, excludes = bits_of[:, some].astype(np.float32), excluded[:, some].astype(np.float32)
    covering, lower = members[:, wanted].astype(np.float32), rest.lower[wanted]

    def compatible(some: NDArray[np.intp], others: NDArray[np.intp]) -> NDArray[np.float32]:
        """Return a table: entry [a, i] is how many options in `others` cover item i and are compatible with `some[a]`.

        Only items that must be covered are counted.
        """
        found = [np.zeros((0, len(wanted)), np.float32)]
        for start in range(0, len(some), _ROWS):
            clock.check()
            disjoint = excludes[some[start : start + _ROWS]] @ has[others].T == 0
            found.append(disjoint.astype(np.float32) @ covering[others])
        return np.concatenate(found)

    alive = np.arange(len(numbers))
    left = compatible(alive, alive)
    itself = (bits_of & excluded).any(axis=1, keepdims=True)
    left += covering * itself  # an option conflicts with itself, but covers items
    while (short := (left < lower).any(axis=1)).any():
        gone, alive = alive[short], alive[~short]
        left = left[~short] - compatible(alive, gone)
    ruled_out = np.zeros(len(cover.rows), np.bool_)
    ruled_out[np.delete(numbers, alive)] = True
    return cover.without(ruled_out) if ruled_out.any() else cover
