"""A static branching order: items by their rank in a scan of the board, options by the first item that they cover."""

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.placements import scan_order
from satpuzzle.puzzle.grids import Points


def ranks(cover: ExactCover, points: Points | None) -> NDArray[np.intp]:
    """Return the rank of each item in scan order; items that are not cells have the last ranks."""
    order = np.arange(len(cover.names))
    if points is not None:
        order[: len(points)] = scan_order(points)
    return np.argsort(order)


def first_items(cover: ExactCover, rank: NDArray[np.intp] | None) -> NDArray[np.intp]:
    """Return for each option the least rank among its items; if `rank` is None, an item's rank is its number."""
    places = np.arange(len(cover.names)) if rank is None else rank
    first: NDArray[np.intp] = np.where(cover.members(), places, len(places)).min(axis=1, initial=len(places))
    return first
