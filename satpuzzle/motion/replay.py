"""Replays a disassembly: an independent check that moves pieces cell by cell and looks for collisions.

It shares no geometry with the search except the bodies of cells.  Bodies move in small steps, and no two may ever
overlap.  Two polyhedra overlap if a sample point of one lies inside the other; two balls, if their centres are too
close.  Each relative position of two cells is tested once.  A box of cells, stored as an array, tells which cells are
near each other during a move.

Cubes that turn are tested at every degree: sample points of a moving cube, up to just inside its surface, must not be
inside another cube, nor those of another cube inside a moving one, except by the slack.  This, too, is done once for
each place of a cube beside the line.

`Replayer` replays straight moves of many packings with a kernel, `kernels/replay.c`, which does the same.
"""

from collections.abc import Sequence
from functools import cache, lru_cache

import numpy as np

from satpuzzle.arrays import wide
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.bits import Ints, ones, places
from satpuzzle.cover.exact_cover import Batch
from satpuzzle.cover.placements import Placements
from satpuzzle.engines.library import Call, Fields, empty
from satpuzzle.engines.state import WORK
from satpuzzle.motion.rules import Surroundings
from satpuzzle.motion.split import Move
from satpuzzle.puzzle.grids import Direction, Grid, Points

_STEPS = 24  # the number of small steps for one step of a move
_ANGLES = 90  # the number of small steps for a quarter turn
_POINTS = 5  # the number of sample points along the side of a square that turns
_INSIDE = 0.4999  # the distance of the outermost points from the centre of their cell
_CELLS = 1 << 18  # the number of places that are looked up at a time
_EXHAUSTED, _WRONG = 1, 2  # reasons why the kernel returns; see kernels/replay.c


def replay(
    cells: list[Points],
    around: Surroundings,
    moves: Sequence[Move],
    complete: bool,
    together: Sequence[tuple[int, ...]] = (),
    clock: Clock = UNLIMITED,
    slack: float = 0.0,
    held: bool | None = None,
) -> None:
    """Raise AssertionError if a move causes a collision, or moves pieces of different parts together.

    `cells` has the cells of each piece in the packing.  With `complete`, pieces that are still together at the end are
    an error, too, unless they are a set in `together`.  `held` tells whether the frame or the box holds the pieces at
    the beginning; None means that it does if there is one.  Raises Stopped if the clock stops.
    """
    at = list(cells)
    everything = frozenset(range(len(cells)))
    parts = [
        (everything, around.holding if held is None else held)
    ]  # (pieces that are still together, whether the frame still holds them)
    for move in moves:
        moving = frozenset(move.pieces)
        part, held = _part_of(moving, parts)
        body = np.concatenate([at[piece] for piece in move.pieces])
        clock.check()
        still = [at[piece] for piece in sorted(part - moving)]
        obstacles = np.concatenate([*still, around.frame if held else around.frame[:0]])
        if not len(obstacles) and not (held and around.side):
            raise AssertionError(f"there is nothing that {sorted(moving)} could move away from")
        if held and around.side:
            _check_opening(move, around)
        if move.about is not None:
            _turn(body, obstacles, move, around.grid, slack)
            matrix, offset = turned(move.direction, move.about)
            for piece in move.pieces:
                at[piece] = at[piece] @ np.array(matrix).T + np.array(offset)
            continue
        steps = _steps_out(body, obstacles, move.direction) if move.distance is None else move.distance
        _carry(body, obstacles, move.direction, steps, around.grid, clock)
        if move.distance is None:
            parts.remove((part, held))
            parts += [(part - moving, held), (moving, False)]
            continue  # nothing else is with them any more
        for piece in move.pieces:
            at[piece] = at[piece] + steps * np.array(move.direction)
    left = [part for part, held in parts if _together(part, held, together)]
    if complete and left:
        raise AssertionError(f"{sorted(map(sorted, left))} are still together")


def _part_of(moving: frozenset[int], parts: Sequence[tuple[frozenset[int], bool]]) -> tuple[frozenset[int], bool]:
    """Return the part that has these pieces.  Raises AssertionError if they are not together."""
    for part, held in parts:
        if moving and moving <= part:
            return part, held
    raise AssertionError(f"{sorted(moving)} are not together")


def _check_opening(move: Move, around: Surroundings) -> None:
    """Raise AssertionError unless a move leaves a box through its only open side."""
    moving = sorted(frozenset(move.pieces))
    if move.about is not None:
        raise AssertionError(f"{moving} turn in a box of which only one side is open")
    if move.distance is not None or around.opening != move.direction:
        raise AssertionError(f"{moving} do not leave through the open side")


def _steps_out(body: Points, obstacles: Points, direction: Direction) -> int:
    """Return the number of steps by which a body leaves all obstacles behind."""
    d = np.array(direction)
    beyond = max((obstacles @ d).tolist(), default=0)
    return max(0, (beyond - int((body @ d).min())) // int(d @ d) + 1)


def _together(part: frozenset[int], held: bool, allowed: Sequence[tuple[int, ...]]) -> bool:
    """Tell whether the pieces of a part are still together, or in the frame that holds it, and may not be."""
    return len(part) > (0 if held else 1) and (held or tuple(sorted(part)) not in allowed)


def _carry(body: Points, obstacles: Points, way: Direction, steps: int, grid: Grid, clock: Clock) -> None:
    """Move cells by a number of steps.  Raises AssertionError if they collide with the obstacles."""
    if way not in grid.directions:
        raise AssertionError(f"{list(way)} is no direction of the grid {grid.name}")
    if not len(obstacles):
        return
    kinds = grid.kind(body)
    for kind in sorted(set(kinds.tolist())):
        near, moving = hits(grid, kind, way), body[kinds == kind]
        reach = np.abs(near).max(axis=0)
        low, size = obstacles.min(axis=0) - 2 * reach, np.ptp(obstacles, axis=0) + 4 * reach + 1
        strides = np.array([size[1] * size[2], size[2], 1], np.int64)
        solid = np.zeros(int(size.prod()), np.bool_)
        solid[(obstacles - low) @ strides] = True
        portion = max(1, _CELLS // (len(moving) * len(near)))
        for first in range(0, steps, portion):
            clock.check()
            passed = np.arange(first, min(first + portion, steps))[:, None, None] * np.array(way)
            at = (moving + passed - low).reshape(-1, 3)
            at = at[((at >= reach) & (at < size - reach)).all(axis=1)]  # all others are far from the obstacles
            if solid[(at @ strides)[:, None] + near @ strides].any():
                raise AssertionError(f"a cell is in the way of a move along {list(way)}")


class Replayer:
    """Replays packings of one puzzle, of which `placements` are the options; several threads may use it."""

    def __init__(self, placements: Placements, around: Surroundings) -> None:
        grid, board, frame = around.grid, around.board, around.frame
        option, cell = ones(placements.rows, len(board))
        cells = np.concatenate([board[cell], frame])
        self._around = around
        self._cells = np.column_stack([cells, grid.kind(cells)])
        self._start = wide(np.append(np.searchsorted(option, np.arange(len(placements) + 1)), len(cells)))
        near = [hits(grid, kind, way) for way in grid.directions for kind in range(len(grid.kinds))]
        ends = np.cumsum([0, *map(len, near)], dtype=np.int64)
        self._fields: Fields = {
            "cells": self._cells, "start": self._start, "vectors": np.array(grid.directions, dtype=np.int64),
            "hits": np.concatenate(near), "hit": np.stack([ends[:-1], ends[1:]], axis=1),
            "options": len(placements), "kinds": len(grid.kinds), "holding": int(around.holding),
            "opening": -1 if around.opening is None else grid.directions.index(around.opening),
        }  # fmt: skip

    def check(self, batch: Batch, steps: Ints, ranges: Ints, clock: Clock = UNLIMITED) -> None:
        """Raise AssertionError if the steps of a packing are wrong, as `replay` does, and Stopped if the clock stops.

        Each of `steps` has the pieces that move, as bits, the number of the direction, and the distance or 0 for
        leaving.  `ranges`, (packings, 3), tells where the steps of a packing begin and end, and whether they are
        complete.
        """
        if not len(batch):
            return
        slots = 4 << (len(self._around.board) + len(self._around.frame)).bit_length()
        more: Fields = {
            "batch": batch, "steps": steps, "ranges": ranges, "moved": np.zeros((batch.shape[1], 3), np.int64),
            "parts": empty(batch.shape[1] + 1), "solid": empty(slots), "packings": len(batch),
            "width": batch.shape[1], "mask": slots - 1,
        }  # fmt: skip
        call, outcome = Call("replay", {**self._fields, **more}), -1
        while outcome != _EXHAUSTED:
            clock.check()
            call["work"] = WORK
            if (outcome := call()) == _WRONG:
                number = call["packing"]
                begin, end, complete = ranges[number].tolist()
                self._again(batch[number], steps[begin:end], bool(complete))

    def _again(self, row: Ints, steps: Ints, complete: bool) -> None:
        """Replay a packing, the steps of which are wrong, to say why."""
        at, ways = self._cells[:, :3], self._around.grid.directions
        cells = [at[self._start[option] : self._start[option + 1]] for option in row[row >= 0].tolist()]
        moves = [Move(tuple(places(group)), ways[way], distance or None) for group, way, distance in steps.tolist()]
        replay(cells, self._around, moves, complete)
        raise AssertionError("a kernel says so")


@lru_cache(maxsize=1)  # one after the other, portions of packings of a puzzle are replayed
def replayer(placements: Placements, around: Surroundings) -> Replayer:
    """Return what replays packings of a puzzle."""
    return Replayer(placements, around)


def turned(direction: Direction, about: Direction) -> tuple[list[list[int]], list[int]]:
    """Return the matrix and the offset of a quarter turn about a line through the point `about`, in half cells."""
    d, point = np.array(direction), np.array(about)
    # v goes to its part along the line, and the rest of it is replaced by the cross product of the direction with v.
    matrix = np.outer(d, d) + np.cross(np.eye(3, dtype=np.int64), d)
    offset, odd = np.divmod(point - matrix @ point, 2)
    if odd.any():
        raise AssertionError(f"a turn about {list(direction)} through {list(about)} takes no cell to a cell")
    return matrix.tolist(), offset.tolist()


def _turn(body: Points, obstacles: Points, move: Move, grid: Grid, slack: float) -> None:
    """Check a turn by 90 degrees, a degree at a time.  Raises AssertionError if the cells collide with the obstacles.

    Cells may enter obstacles by `slack`, in edges of a cell.
    """
    assert move.about is not None
    turned(move.direction, move.about)
    if not grid.turns or sorted(map(abs, move.direction)) != [0, 0, 1]:
        raise AssertionError(f"nothing turns about {list(move.direction)} on the grid {grid.name}")
    i, j = (axis for axis, along in enumerate(move.direction) if not along)
    sense = sum(move.direction) * (1 if (i, j) != (0, 2) else -1)
    solid, moving = {tuple(cell) for cell in obstacles.tolist()}, {tuple(cell) for cell in body.tolist()}
    for cells, others, way in ((moving, solid, sense), (solid, moving, -sense)):
        for cell in cells:
            at = list(cell)
            for u, v in _entered(2 * cell[i] - move.about[i], 2 * cell[j] - move.about[j], way, slack):
                at[i], at[j] = (u + move.about[i]) // 2, (v + move.about[j]) // 2
                if tuple(at) in others:
                    raise AssertionError(
                        f"a cell is in the way of a turn about {list(move.direction)} through {list(move.about)}"
                    )


@lru_cache(maxsize=1 << 16)
def _entered(u: int, v: int, sense: int, slack: float) -> list[tuple[int, int]]:
    """Return the squares that a square enters with its sample points in a quarter turn, in half cells from the line.

    `u` and `v` are both even or both odd, so that turns take squares to squares.
    """
    along = np.linspace(-_INSIDE, _INSIDE, _POINTS)
    points = np.stack(np.meshgrid(u / 2 + along, v / 2 + along), axis=-1).reshape(-1, 2)
    angles = sense * np.pi / 2 * np.arange(_ANGLES + 1) / _ANGLES
    turns = np.array([[np.cos(angles), -np.sin(angles)], [np.sin(angles), np.cos(angles)]])
    places = np.einsum("ijt,pj->tpi", turns, points)
    middles = np.rint(places - u % 2 / 2) + u % 2 / 2
    within = np.abs(places - middles).max(axis=-1) < _INSIDE - slack
    return sorted({(x, y) for x, y in np.rint(2 * middles[within]).astype(np.int64).tolist()})


@cache
def _near(grid: Grid, kind: int) -> Points:
    """Return the vectors from a cell of this kind to itself and to all cells that it could hit during one step."""
    spread = float(np.linalg.norm(grid.centres(grid.kinds) - grid.centres(grid.kinds[kind]), axis=1).max())
    longest = float(np.linalg.norm(grid.vectors(np.array(grid.directions)), axis=1).max())
    reach = longest + 2 * max(body.reach for body in grid.bodies)
    # How many steps of the basis a translation can have that is so long, and one between cells of two kinds.
    most = np.linalg.norm(np.linalg.pinv(grid.vectors(grid.basis)), axis=0) * (reach + spread)
    most = most.astype(np.int64) + 1
    cells = grid.box(2 * most + 1) - most @ grid.basis
    apart = grid.centres(cells) - grid.centres(grid.kinds[kind])
    near: Points = cells[np.linalg.norm(apart, axis=1) < reach] - grid.kinds[kind]
    return near[np.lexsort(near.T[::-1])]


@cache
def hits(grid: Grid, kind: int, way: Direction) -> Points:
    """Return the vectors from a cell of this kind to all cells that it hits by moving one step."""
    near, here, path = _near(grid, kind), grid.kinds[kind], grid.vectors(np.array(way))
    start, one = grid.centres(here + near) - grid.centres(here), grid.bodies[kind]
    part = np.clip(start @ path / (path @ path), 0, 1)[:, None]  # of the path, after which a cell is nearest
    close = np.linalg.norm(start - part * path, axis=1) < one.reach + max(body.reach for body in grid.bodies)
    near, start = near[close], start[close]
    passed = start[:, None] - np.arange(_STEPS + 1)[:, None] / _STEPS * path
    distance, kinds, hit = np.linalg.norm(passed, axis=2), grid.kind(here + near), np.zeros(len(near), np.bool_)
    for other in set(kinds.tolist()):
        body, rows = grid.bodies[other], np.flatnonzero(kinds == other)
        close = distance[rows] < one.reach + body.reach
        hit[rows[np.nonzero(close)[0][one.overlaps(body, passed[rows][close])]]] = True
    found: Points = near[hit]
    return found
