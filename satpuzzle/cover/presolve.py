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

from satpuzzle import machine
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.bits import from_words
from satpuzzle.cover.exact_cover import ExactCover

_ROWS = 256  # options whose items are read together
_PAIRS = 1 << 22  # pairs of options that are tested together; this bounds the memory, and the work between two checks


def presolve(cover: ExactCover, clock: Clock = UNLIMITED) -> ExactCover:
    """Return the cover without the options that the lookahead rules out, repeated to a fixed point.

    Two options are compatible unless they exclude each other (`ExactCover.exclusions`).  A matrix product counts, for
    each option and item, how often compatible options cover the item; floating point represents the counts exactly.
    Later rounds only subtract the options that were ruled out.  A cover whose tables do not fit into
    a quarter of the memory is returned as it is.  Raises Stopped if the clock stops.
    """
    numbers, rest = cover.residual()
    wanted, exclusions = np.flatnonzero(rest.lower > 0), rest.exclusions()
    lower, itself = rest.lower[wanted], (rest.rows & exclusions).any(axis=1, keepdims=True)
    united = np.bitwise_or.reduce(exclusions, axis=0, keepdims=True)
    some = np.flatnonzero(from_words(united, 64 * united.shape[1])[0])
    if len(rest.rows) * (2 * len(some) + 2 * len(wanted)) * 4 > machine.total() // 4:
        return cover  # it would take longer than most searches, too

    def table(rows: NDArray[np.uint64], columns: NDArray[np.intp]) -> NDArray[np.float32]:
        found = np.empty((len(rows), len(columns)), np.float32)
        for portion in clock.slices(len(rows), _ROWS):
            found[portion] = from_words(rows[portion], 64 * rows.shape[1])[:, columns]
        return found

    has, excludes, covering = table(rest.rows, some), table(exclusions, some), table(rest.rows, wanted)
    for item in {*rest.weights.items} & {*wanted.tolist()}:
        covering[:, wanted == item] = rest.times(item)[:, None]

    def compatible(some: NDArray[np.intp], others: NDArray[np.intp]) -> NDArray[np.float32]:
        """Return a table: entry [a, i] is how often options in `others` compatible with `some[a]` cover item i.

        Only items that must be covered are counted.
        """
        found, theirs, covered = [np.zeros((0, len(wanted)), np.float32)], has[others].T, covering[others]
        for portion in clock.slices(len(some), max(1, _PAIRS // max(1, len(others)))):
            disjoint = excludes[some[portion]] @ theirs == 0
            found.append(disjoint.astype(np.float32) @ covered)
        return np.concatenate(found)

    alive = np.arange(len(numbers))
    left = compatible(alive, alive)
    left += covering * itself  # an option conflicts with itself, but covers items
    while (short := (left < lower).any(axis=1)).any():
        gone, alive = alive[short], alive[~short]
        left = left[~short] - compatible(alive, gone)
    ruled_out = np.zeros(len(cover.rows), np.bool_)
    ruled_out[np.delete(numbers, alive)] = True
    return cover.without(ruled_out) if ruled_out.any() else cover
