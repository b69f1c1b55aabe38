"""Replaying an order: an independent check that moves pieces cell by cell and looks for collisions.

It shares no geometry with the search.  Cells with faces move from cell to cell and must never meet another cell.  Balls
move along a segment, and no ball may come nearer to another than their diameter.
"""

from collections.abc import Sequence

import numpy as np

from satpuzzle.motion.rules import Surroundings
from satpuzzle.motion.search import Move
from satpuzzle.puzzle.lattice import Points


def replay(cells: list[Points], around: Surroundings, moves: Sequence[Move], complete: bool) -> None:
    """Raise AssertionError if a move collides with something or moves what is not together.

    With `complete`, also if something stays together.
    """
    at = list(cells)
    everything = frozenset(range(len(cells)))
    parts = [(everything, around.holding)]  # what is still together, and whether it is still held
    for move in moves:
        moving = frozenset(move.pieces)
        part, held = next((part for part in parts if moving <= part[0]), (frozenset[int](), False))
        if not moving or not part:
            raise AssertionError(f"{sorted(moving)} are not together")
        body = np.concatenate([at[piece] for piece in move.pieces])
        still = [at[piece] for piece in sorted(part - moving)]
        obstacles = np.concatenate([*still, around.frame if held else around.frame[:0]])
        if not len(obstacles) and not (held and around.side):
            raise AssertionError(f"there is nothing that {sorted(moving)} could move away from")
        d = np.array(move.direction)
        beyond = max((obstacles @ d).tolist(), default=0)
        if held and around.side and (move.distance is not None or around.opening != move.direction):
            raise AssertionError(f"{sorted(moving)} do not leave through the open side")
        steps = move.distance
        if steps is None:
            steps = max(0, (beyond - int((body @ d).min())) // int(d @ d) + 1)
        for _ in range(steps):
            _step(body, obstacles, d, around)
            body = body + d
        if move.distance is None:
            parts.remove((part, held))
            parts += [(part - moving, held), (moving, False)]
        for piece in move.pieces:
            at[piece] = at[piece] + steps * d
    left = [part for part, held in parts if len(part) > (0 if held else 1)]
    if complete and left:
        raise AssertionError(f"{sorted(map(sorted, left))} are still together")


def _step(body: Points, obstacles: Points, d: Points, around: Surroundings) -> None:
    """Move one step."""
    apart = obstacles - body[:, None]  # (cells of the body, obstacles, 3)
    if not around.lattice.balls:
        if np.abs(d).sum() != 1:
            raise AssertionError(f"{d.tolist()} is not one cell along an axis")
        if (apart == d).all(axis=2).any():
            raise AssertionError(f"a cell is in the way of a move along {d.tolist()}")
        return
    # The smallest distance on the way is at the foot of the perpendicular or, beyond the segment, at its end.
    diameter, length = (around.lattice.basis**2).sum(axis=1).min(), int(d @ d)  # squares
    foot = np.clip(apart @ d, 0, length)[..., None]
    nearest = ((length * apart - foot * d) ** 2).sum(axis=2)  # times the square of length
    if (nearest < diameter * length**2).any():
        raise AssertionError(f"a ball is in the way of a move along {d.tolist()}")
