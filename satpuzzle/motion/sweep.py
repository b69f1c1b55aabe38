"""What a cell sweeps when it moves: which cells must be free.

A piece moves in a straight line along a lattice direction, a whole number of steps.  A cell that starts at p passes
the points p + t d, and a cell at q is in its way exactly if v = q - p

- lies ahead, v . d > 0, and
- is nearer to the line than the diameter D of a cell, |v|^2 - (v . d)^2 / |d|^2 < D^2;

touching is allowed.  D is the distance of neighbours.  For balls this is the distance of their centres.  For squares
and cubes that move along their axes it leaves just the cells on the line itself, as it should.  In the face-centred
cubic packing a ball that moves towards a neighbour, d = (1, 1, 0), needs more than the cells on its line: the balls at
(1, 0, +-1) and (0, 1, +-1) touch it and its goal, and their centres are sqrt(3/2) from the line, less than D = sqrt(2).
So these five neighbours must be free (for a ball that moves up between four, d = (0, 0, 2), these four and the cell
above).  `swept` lists the vectors of the first step; those of later steps are the same, moved.

A cell at v is reached after (v . d) / |d|^2 steps or a little before, and since two cells of the lattice never overlap
unless they are equal, the last step that can be made is ceil((v . d) / |d|^2) - 1.
"""

from functools import cache
from itertools import count

import numpy as np
from numpy.typing import NDArray

from satpuzzle.motion.stop import Stop, ask, never
from satpuzzle.puzzle.lattice import LATTICES, Points
from satpuzzle.puzzle.shape import vectors

Direction = tuple[int, int, int]

AXES = "xyz"
_NEVER = np.iinfo(np.int64).max


@cache
def square_of_diameter(lattice: str) -> int:
    """Return the square of the distance of neighbours, D^2."""
    return next(square for square in count(1) if len(vectors(lattice, square)))


@cache
def directions(lattice: str) -> tuple[Direction, ...]:
    """Return the directions in which pieces move: towards the neighbours of a cell, and along the axes.

    These are 4 for squares, 6 for cubes, and for balls the 12 neighbours and the 6 axes, since a ball that lies between
    four others leaves them straight up.  Upwards comes first, and a direction and its opposite come together.
    """
    neighbours = map(_direction, vectors(lattice, square_of_diameter(lattice)))
    found = sorted({*neighbours, *sides(lattice).values()}, key=lambda d: (d[2], d[1], d[0]))
    return tuple(d for x, y, z in found[len(found) // 2 :][::-1] for d in ((x, y, z), (-x, -y, -z)))


@cache
def sides(lattice: str) -> dict[str, Direction]:
    """Return the directions out of the sides of a box by name, such as `+z`: shortest lattice vectors along axes."""
    found: dict[str, Direction] = {}
    for axis, name in enumerate(AXES[: len(LATTICES[lattice].basis)]):
        unit = np.eye(3, dtype=np.int64)[axis]
        step = next(n for n in count(1) if LATTICES[lattice].contains(n * unit[None])[0])
        found |= {f"+{name}": _direction(step * unit), f"-{name}": _direction(-step * unit)}
    return found


def named(direction: Direction) -> str:
    """Return a direction as text: `+z`, and `+x-y` for one along two axes."""
    return "".join(f"{'+' if x > 0 else '-'}{axis}" for axis, x in zip(AXES, direction, strict=True) if x)


@cache
def swept(lattice: str, direction: Direction) -> Points:
    """Return the vectors from a cell to those that must be free for its first step, shape (n, 3)."""
    d = np.array(direction, dtype=np.int64)
    length, diameter = int(d @ d), square_of_diameter(lattice)
    near = np.concatenate([vectors(lattice, square) for square in range(1, length + diameter)])
    ahead = near @ d
    beside = (near**2).sum(axis=1) * length - ahead**2 < diameter * length
    return np.asarray(near[beside & (ahead > 0) & (ahead <= length)])


def pairs(
    points: Points, lattice: str, direction: Direction, stop: Stop = never
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the numbers p and q of all pairs of points such that a cell at q is in the way of one at p.

    Raises Stopped if `stop` says so.
    """
    d = np.array(direction, dtype=np.int64)
    low, size = points.min(axis=0), np.ptp(points, axis=0) + 1
    codes = _codes(points, low, size)
    order = np.argsort(codes)
    steps = int(np.ptp(points @ d)) // int(d @ d) + 1
    found = []
    for step in swept(lattice, direction):
        for ahead in range(steps):
            ask(stop)
            wanted = points + step + ahead * d
            p = np.flatnonzero(((wanted >= low) & (wanted < low + size)).all(axis=1))
            code = _codes(wanted[p], low, size)
            at = np.minimum(np.searchsorted(codes, code, sorter=order), len(codes) - 1)
            there = codes[order[at]] == code
            found.append((p[there], order[at[there]]))
    p, q = (np.concatenate(part) for part in zip(*found, strict=True))
    return p, q


def free_steps(differences: Points, lattice: str, along: tuple[Direction, ...]) -> list[int | None]:
    """Return for each direction how many steps a cell can make before one of the cells at these differences stops it.

    None is any number of steps.
    """
    diameter = square_of_diameter(lattice)
    table = np.array(along, dtype=np.int64)
    lengths = (table**2).sum(axis=1)
    ahead = differences @ table.T
    in_the_way = (ahead > 0) & ((differences**2).sum(axis=1)[:, None] * lengths - ahead**2 < diameter * lengths)
    steps = np.where(in_the_way, (ahead - 1) // lengths, _NEVER).min(axis=0, initial=_NEVER)
    return [None if step == _NEVER else step for step in steps.tolist()]


def _codes(points: Points, low: Points, size: Points) -> NDArray[np.intp]:
    x, y, z = (points - low).T
    return np.asarray(np.ravel_multi_index((x, y, z), tuple(size.tolist())))


def _direction(vector: Points) -> Direction:
    x, y, z = vector.tolist()
    return x, y, z
