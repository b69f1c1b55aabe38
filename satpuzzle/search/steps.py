"""The steps of a simple search, for display and teaching; the engines are much faster.

Algorithm X (Donald E. Knuth, Dancing Links, 2000): take an item that can be covered in the fewest ways, try these
options one after another, and backtrack if an item cannot be covered at all.  Symmetries are not used.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from satpuzzle.cover.exact_cover import ExactCover


class Kind(StrEnum):
    """The kind of a step."""

    TRY = "try"  # an option is chosen, to cover an item
    STUCK = "stuck"  # an item cannot be covered any more
    SOLVED = "solved"  # the chosen options are a solution
    BACK = "back"  # an option is removed again


@dataclass(frozen=True)
class Step:
    """A step of a search."""

    kind: Kind
    chosen: tuple[int, ...]  # the options after the step, in the order in which they were chosen
    option: int | None = None  # the option that is tried or removed
    item: int | None = None  # the item that the option covers, or that cannot be covered
    way: int = 0  # the number of the option among those of the item, from 1
    ways: int = 0  # the number of options of the item


def steps(cover: ExactCover, chosen: tuple[int, ...] = ()) -> Iterator[Step]:
    """Yield the steps of a complete search of a cover; every solution is found once.

    `chosen` has options that are chosen already; they are included in the steps.
    """
    if (stuck := cover.hopeless()) is not None:
        yield Step(Kind.STUCK, chosen, item=stuck)
        return
    available, rest = cover.residual()
    needed = np.flatnonzero(rest.lower > 0)
    item, ways = None, available
    if len(needed):
        spare = rest.available()[needed] - rest.lower[needed]
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
