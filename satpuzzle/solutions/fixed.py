"""Counts the solutions of a diagram that symmetries map to themselves, for numbers up to symmetry.

Such a solution has all or none of the options of each orbit.  So the levels are passed from the root down with what is
*owed*: the options of orbits of which one has been taken.  An orbit is taken at its first level, and then a path is
followed only if it takes the others, too; if it is not taken there, it is not taken at all.

     orbits {a, d} {b, c}      root  →  a taken, owes d  →  b taken, owes c d  →  c  →  d  →  1
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.errors import MethodError
from satpuzzle.solutions.diagram import EMPTY, UNIT, Diagram

State = tuple[int, int]  # a node, and the levels that are owed, as bits


def fixed(diagram: Diagram, images: NDArray[np.int64], most: int = 1 << 62, clock: Clock = UNLIMITED) -> int:
    """Return how many solutions all elements of a group map to themselves; `images`, shape (elements, options).

    Raises MethodError after `most` states, and Stopped if the clock stops.
    """
    levels, debts = len(diagram.order), _debts(diagram, images)
    level_of, low, high = diagram.level_of.tolist(), diagram.low.tolist(), diagram.high.tolist()
    waiting: list[dict[State, int]] = [{} for _ in range(levels + 1)]

    def wait(node: int, owed: int, many: int) -> None:
        if node == EMPTY:
            return
        level = levels if node == UNIT else level_of[node - 2]
        if not owed & (1 << level) - 1:  # else an option that is owed was passed by
            waiting[level][node, owed] = waiting[level].get((node, owed), 0) + many

    wait(diagram.root, 0, 1)
    for level in range(levels):
        clock.check()
        debt, bit = debts[level], 1 << level
        if (most := most - len(waiting[level])) < 0:
            raise MethodError("too many symmetric parts of solutions")
        for (node, owed), many in waiting[level].items():
            if owed & bit:
                wait(high[node - 2], owed & ~bit, many)
            else:
                wait(low[node - 2], owed, many)
                if debt is not None:
                    wait(high[node - 2], owed | debt, many)
        waiting[level].clear()
    return sum(waiting[levels].values())


def _debts(diagram: Diagram, images: NDArray[np.int64]) -> Sequence[int | None]:
    """Return for each level what is owed if its option is taken, None if its orbit has begun before."""
    level = {option: level for level, option in enumerate(diagram.order.tolist())}
    found: list[int | None] = [None] * len(level)
    for option, first in level.items():
        orbit = {level.get(image, -1) for image in images[:, option].tolist()}  # -1 is an option without a level
        if min(orbit) == first:
            found[first] = sum(1 << each for each in orbit - {first})
    return found
