"""Replaying an order: an independent check that moves pieces cell by cell and looks for collisions.

It shares no geometry with the search but the bodies of cells.  These move in small steps and must never overlap another
one; whether two bodies overlap is seen from some of their inner points, and for balls from the distance.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.motion.rules import Surroundings
from satpuzzle.motion.search import Move
from satpuzzle.puzzle.grids import Direction, Grid, Points

_STEPS = 24  # that one step of a move is cut into


def replay(
    cells: list[Points],
    around: Surroundings,
    moves: Sequence[Move],
    complete: bool,
    together: Sequence[tuple[int, ...]] = (),
    clock: Clock = UNLIMITED,
) -> None:
    """Raise AssertionError if a move collides with something or moves what is not together.

    With `complete`, also if something stays together that is not listed in `together`.  Raises Stopped if the clock
    says so.
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
            clock.check()
            _step(body, obstacles, d, around.grid)
            body = body + d
        if move.distance is None:
            parts.remove((part, held))
            parts += [(part - moving, held), (moving, False)]
        for piece in move.pieces:
            at[piece] = at[piece] + steps * d
    left = [
        part for part, held in parts if len(part) > (0 if held else 1) and (held or tuple(sorted(part)) not in together)
    ]
    if complete and left:
        raise AssertionError(f"{sorted(map(sorted, left))} are still together")


def _step(body: Points, obstacles: Points, d: Points, grid: Grid) -> None:
    """Move one step."""
    way = tuple(d.tolist())
    if way not in grid.directions:
        raise AssertionError(f"{d.tolist()} is no direction of the grid {grid.name}")
    reach = float(np.linalg.norm(grid.vectors(d))) + 2 * max(cell.reach for cell in grid.bodies)
    apart = grid.centres(obstacles) - grid.centres(body)[:, None]
    cell, obstacle = np.nonzero((apart * apart).sum(axis=2) < reach**2)
    steps = map(tuple, (obstacles[obstacle] - body[cell]).tolist())
    for kind, step in set(zip(grid.kind(body)[cell].tolist(), steps, strict=True)):
        if crashes(grid, kind, way, step):
            raise AssertionError(f"a cell is in the way of a move along {d.tolist()}")


@cache
def crashes(grid: Grid, kind: int, way: Direction, apart: Direction) -> bool:
    """Tell whether a cell that makes a step meets another."""
    here = grid.kinds[kind]
    there = here + np.array(apart)
    one, other = grid.bodies[kind], grid.bodies[int(grid.kind(there))]
    start, moved = grid.centres(there) - grid.centres(here), grid.vectors(np.array(way))
    passed = start - np.arange(_STEPS + 1)[:, None] / _STEPS * moved
    near = np.linalg.norm(passed, axis=1) < one.reach + other.reach
    return any(one.overlaps(other, place) for place in passed[near])
