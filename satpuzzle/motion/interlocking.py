"""Interlocking packings: nothing comes off by one straight move, but a single piece, the key.

A part of a packing comes off in some direction if no body outside of it blocks any of its pieces: if it is closed under
the blocking graph of this direction, see peel.py.  The smallest closed sets are what a piece reaches in the graph, and
all others are their unions.  So it suffices to look at what each piece reaches.

Peng Song, Chi-Wing Fu and Daniel Cohen-Or, Recursive Interlocking Puzzles, ACM Transactions on Graphics 31, 2012.
"""

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock

_LEAST = 3  # bodies that can interlock: of two, each would be the key


def interlocking(
    blocked: NDArray[np.bool_], present: NDArray[np.bool_], holding: bool, clock: Clock = UNLIMITED
) -> NDArray[np.bool_]:
    """Tell of each packing whether at most one piece, the key, comes off by one move.

    `blocked`, shape (packings, directions, pieces, pieces + 1), has the blocking graphs of `Peeler.graphs`, and
    `present`, shape (packings, pieces), tells which pieces a packing has.  `holding` says that a frame or a box holds
    the pieces.  Raises Stopped if the clock stops.
    """
    pieces = present.shape[1]
    reached = blocked | np.eye(pieces, pieces + 1, dtype=np.bool_)
    for through in range(pieces):
        clock.check()
        reached |= reached[..., through, None] & reached[..., through, None, :]
    off = ~reached[..., pieces] & present[:, None, :]  # (packings, directions, pieces): what each reaches comes off
    part = reached[..., :pieces]
    size, bodies = part.sum(axis=3), present.sum(axis=1) + holding
    off &= size < bodies[:, None, None]  # if all pieces move there must be a frame, from which they come off
    held = np.zeros(len(present), np.bool_)
    for key in range(pieces):
        one = (size == 1) & part[..., key]
        rest = (size == bodies[:, None, None] - 1) & ~part[..., key] & (not holding)
        held |= present[:, key] & (~off | one | rest).all(axis=(1, 2))
    held &= bodies >= _LEAST
    return held
