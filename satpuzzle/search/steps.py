"""The steps of a search, one after the other, as a class would make them on a blackboard.

Algorithm X (Donald E. Knuth, Dancing Links, 2000): take the item that can be covered in the fewest ways, try one way
after the other, and go back where an item cannot be covered at all.  Symmetries are not used.  This is for looking on;
engines search.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from satpuzzle.cover.exact_cover import ExactCover


class Kind(StrEnum):
    """What happens in a step."""

    TRY = "try"  # an option is chosen, to cover an item
    STUCK = "stuck"  # an item cannot be covered any more
    SOLVED = "solved"  # the chosen options are a solution
    BACK = "back"  # an option is taken away again


@dataclass(frozen=True)
class Step:
    """A step of a search."""

    kind: Kind
    chosen: tuple[int, ...]  # the options after the step, in the order in which they were chosen
    option: int | None = None  # what is tried or taken away
    item: int | None = None  # what is to be covered, or cannot be
    way: int = 0  # the number of the option among those of the item, from 1
    ways: int = 0  # how many options the item has


def steps(cover: ExactCover, chosen: tuple[int, ...] = ()) -> Iterator[Step]:
    """Yield the steps of a complete search of a cover, in which every solution is found once.

    `chosen` are the options that the search has chosen so far.
    """
    if (stuck := cover.hopeless()) is not None:
        yield Step(Kind.STUCK, chosen, item=stuck)
        return
    available, rest = cover.residual()
    needed = np.flatnonzero(rest.lower > 0)
    item, ways = None, available
    if len(needed):
        spare = rest.members()[:, needed].sum(axis=0) - rest.lower[needed]
        item = int(needed[spare.argmin()])
        ways = available[rest.covers(item)]
    else:
        yield Step(Kind.SOLVED, chosen)
    for way, option in enumerate(ways.tolist(), 1):
        now = (*chosen, option)
        yield Step(Kind.TRY, now, option, item, way, len(ways))
        yield from steps(cover.given([option]), now)
        yield Step(Kind.BACK, chosen, option)
        ruled_out = np.zeros(len(cover.live), np.bool_)
        ruled_out[option] = True
        cover = cover.without(ruled_out)
