"""Turning the slow way: a square at many angles, cut with the others exactly; every set of pieces about every line.

What a turning square enters is taken from the table, which is held to the angles.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random

from by_moving import Cell, Pieces, along_axes, cubes_collide, shifted, slide
from packings import packing

from satpuzzle.motion.quarter import swept
from satpuzzle.solutions.solution import Solution

Point = tuple[Fraction, Fraction]

ANGLES = 32  # of a quarter turn, whose half-angle tangents are multiples of 1 / ANGLES: sines and cosines are fractions


@cache
def swept_by_sampling(u: int, v: int) -> frozenset[tuple[int, int]]:
    """Return the squares that the one at (u, v), in half cells, overlaps at some of the angles."""
    reach = abs(u) + abs(v) + 4
    near = [
        (x, y)
        for x in range(u % 2 - 2 * reach, reach + 1)
        for y in range(v % 2 - 2 * reach, reach + 1)
        if not (x - u) % 2 and not (y - v) % 2 and abs((x * x + y * y) ** 0.5 - (u * u + v * v) ** 0.5) < 3
    ]
    return frozenset(place for place in near if any(overlap(turned(u, v, k), place) for k in range(ANGLES + 1)))


def turned(u: int, v: int, angle: int) -> list[Point]:
    """Return the corners of a square at one of the angles, in half cells."""
    t = Fraction(angle, ANGLES)
    c, s = (1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)
    corners = [(u + a, v + b) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return [(c * x - s * y, s * x + c * y) for x, y in corners]


def overlap(corners: list[Point], place: tuple[int, int]) -> bool:
    """Tell whether a convex polygon and a square have an area in common: what is outside each side is cut off."""
    for axis in (0, 1):
        for sign in (1, -1):
            limit = sign * place[axis] + 1
            kept = []
            for p, q in zip(corners, corners[1:] + corners[:1], strict=True):
                inside, following = limit - sign * p[axis], limit - sign * q[axis]
                if inside >= 0:
                    kept.append(p)
                if inside * following < 0:
                    part = inside / (inside - following)
                    kept.append((p[0] + part * (q[0] - p[0]), p[1] + part * (q[1] - p[1])))
            corners = kept
            if not corners:
                return False
    area = sum(p[0] * q[1] - p[1] * q[0] for p, q in zip(corners, corners[1:] + corners[:1], strict=True))
    return area > 0


def turns(moving: list[Cell], others: list[Cell]) -> Iterator[dict[Cell, Cell]]:
    """Yield where the cells go for each quarter turn, about a line that meets the box of all cells, that is free."""
    low = [2 * min(cell[axis] for cell in moving + others) - 1 for axis in range(3)]
    high = [2 * max(cell[axis] for cell in moving + others) + 1 for axis in range(3)]
    still = {*others}
    for axis in range(3):
        i, j = (axis + 1) % 3, (axis + 2) % 3
        for a in range(low[i], high[i] + 1):
            for b in range(low[j], high[j] + 1):
                if (a - b) % 2:
                    continue
                for sense in (1, -1):
                    gone = {}
                    for cell in moving:
                        u, v = 2 * cell[i] - a, 2 * cell[j] - b
                        entered = {(x, sense * y) for x, y in swept(u, sense * v)}
                        if any(_at(cell, i, j, x + a, y + b) in still for x, y in entered):
                            break
                        gone[cell] = _at(cell, i, j, a - sense * v, b + sense * u)
                    else:
                        yield gone


def _at(cell: Cell, i: int, j: int, x: int, y: int) -> Cell:
    found = list(cell)
    found[i], found[j] = x // 2, y // 2
    return tuple(found)


def level(pieces: Pieces, most: int) -> int | None:
    """Return after how many moves, straight ones and turns, a set of pieces leaves straight; None if none ever does.

    Raises OverflowError if there are more than `most` positions.
    """
    known, layer, moves = {_fixed(pieces)}, [pieces], 0
    while layer:
        moves += 1
        following = []
        for state in layer:
            for reached in _moves(state):
                if reached is None:
                    return moves
                if _fixed(reached) not in known:
                    known.add(_fixed(reached))
                    following.append(reached)
                    if len(known) > most:
                        raise OverflowError
        layer = following
    return None


def _moves(state: Pieces) -> Iterator[Pieces | None]:
    """Yield what each move leads to: those that are out first, as None."""
    groups = [group for count in range(1, len(state)) for group in combinations(range(len(state)), count)]
    parts = [
        (
            group,
            [cell for i in group for cell in state[i]],
            [cell for i, piece in enumerate(state) if i not in group for cell in piece],
        )
        for group in groups
    ]
    for _, moving, others in parts:
        for way in along_axes(3):
            if len(list(slide(moving, others, way, cubes_collide, 20))) == 20:
                yield None
    for group, moving, others in parts:
        for way in along_axes(3):
            for step in slide(moving, others, way, cubes_collide, 20):
                yield _with(state, group, {cell: shifted(cell, way, step) for cell in moving})
        for gone in turns(moving, others):
            yield _with(state, group, gone)


def _with(state: Pieces, group: tuple[int, ...], gone: dict[Cell, Cell]) -> Pieces:
    return tuple(frozenset(gone[c] for c in piece) if i in group else piece for i, piece in enumerate(state))


def _fixed(state: Pieces) -> Pieces:
    first = min(state[0])
    return tuple(frozenset(shifted(cell, first, -1) for cell in piece) for piece in state)


_SHAPES: list[list[tuple[int, int]]] = [
    [(0, 0), (1, 0)],
    [(0, 0), (1, 0), (2, 0)],
    [(0, 0), (0, 1), (0, 2)],
    [(0, 0), (1, 0), (0, 1)],
    [(0, 0), (1, 0), (1, 1)],
]


def cage(random: Random) -> Solution:
    """Return one or two small pieces in a flat chamber with posts and a way out, of which one in ten needs a turn."""
    width, height = random.choice([(4, 3), (4, 4), (5, 4)])
    inside = [(x, y, 0) for x in range(width) for y in range(height)]
    marks: dict[Cell, str] = dict.fromkeys(inside, ".")
    for mark in random.choice(["A", "A", "AB"]):
        shape, corner = random.choice(_SHAPES), random.choice(inside)
        cells = [shifted(corner, (x, y, 0)) for x, y in shape]
        if all(marks.get(cell) == "." for cell in cells):
            marks |= dict.fromkeys(cells, mark)
    marks[inside[0]] = "A" if "A" not in marks.values() else marks[inside[0]]
    walls = random.choice("S#")
    marks |= {cell: walls for cell in inside if marks[cell] == "." and random.random() < 0.25}
    shell = {(x, y, z) for x in range(-1, width + 1) for y in range(-1, height + 1) for z in (-1, 0, 1)} - marks.keys()
    ways_out = [cell for cell in sorted(shell) if cell[2] == 0 and (0 <= cell[0] < width or 0 <= cell[1] < height)]
    shell.remove(random.choice(ways_out))
    if random.random() < 0.3:
        shell.remove((random.randrange(width), random.randrange(height), 1))
    return packing("cubic", marks | dict.fromkeys(shell, walls))
