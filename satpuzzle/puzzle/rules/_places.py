"""The places of a board at which rows of rules have items; docs/rules.md defines them.

A place is a tuple of *parts*, each an ascending tuple of numbers of cells.  The parts ascend, and so do the places of a
kind.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from satpuzzle.puzzle.grids.bodies import CLOSE, Polyhedron
from satpuzzle.puzzle.rules._acting import lying_of
from satpuzzle.puzzle.rules._base import Ground, Table
from satpuzzle.puzzle.rules._written import Row
from satpuzzle.puzzle.up import rests

_MANY = 1 << 24  # the largest number of entries of a table

Place = tuple[tuple[int, ...], ...]


def places(ground: Ground, row: Row) -> list[Place]:
    """Return the places of a row: those of its kind that have as many cells as it says, filled or not."""
    (low, high), free = row.size, {*np.flatnonzero(ground.optional).tolist()}
    return [
        place
        for place in _in_order(_FIND[row.place](ground, row))
        if low <= len(cells := {cell for part in place for cell in part}) and (high is None or len(cells) <= high)
        if row.filled is None or row.filled == free.isdisjoint(cells)
    ]


def refused(ground: Ground, row: Row) -> str | None:
    """Return why a puzzle cannot have items at places of this kind, as it follows the rule's name; None if it can."""
    grid = ground.grid
    if row.place == "corner":
        if not grid.two_sided:
            return f" is for flat grids, such as square, and not for {grid.name}"
        most = max(len(cells) for kind in range(len(grid.kinds)) for cells in grid.around_corners(kind))
        if most < row.size[0]:
            return f": on the grid {grid.name} only {most} cells meet in a point"
    if row.place == "crossing" and not grid.spokes():
        return f" is for sticks, and not for the grid {grid.name}"
    if row.place == "line":
        known = all(isinstance(body, Polyhedron) for body in grid.bodies)
        there = known and next(_lines(ground, row), None) is not None
        return None if there else ": no straight line runs along sides of cells through the board"
    if row.place == "row" and not any(len(_steps(ground, kind)) for kind in range(len(grid.kinds))):
        return f" is for grids whose cells lie in straight rows, and not for {grid.name}"
    if row.falls and not rests(grid, ground.up):
        return f" is for grids whose cells stand on each other, and not for {grid.name} with what is up here"
    if row.place == "region":
        for cells in row.regions:
            for cell, place in zip(cells, ground.at(np.array(cells)).tolist(), strict=True):
                if place < 0:
                    return f" has regions with {[*cell]}, which is no cell of the board"
    return None


def named(ground: Ground, kind: str, place: Place, number: int) -> str:
    """Return a name for the item at a place, of which `number` is the number among those of its kind, from 1."""
    if kind in ("line", "region"):
        return f"{kind} {number}"
    return "" if kind in ("board", "border") else ground.name(sorted({cell for part in place for cell in part}))


def _in_order(found: Iterable[Iterable[Iterable[int]]]) -> list[Place]:
    return sorted({tuple(sorted(tuple(sorted({*part})) for part in place)) for place in found})


def _board(ground: Ground, row: Row) -> list[Place]:
    return [(tuple(range(len(ground.board))),)]


def _border(ground: Ground, row: Row) -> list[Place]:
    kinds, found = ground.grid.kind(ground.board), list[int]()
    for kind in range(len(ground.grid.kinds)):
        here = np.flatnonzero(kinds == kind)
        beyond = ground.at(ground.board[here, None] + ground.grid.neighbours(kind)) < 0
        found += here[beyond.any(axis=1)].tolist()
    return [(tuple(found),)]


def _cells(ground: Ground, row: Row) -> Iterator[Place]:
    return (((cell,),) for cell in range(len(ground.board)))


def underside(ground: Ground, inside: Table) -> tuple[Table, NDArray[np.bool_]]:
    """Return the cells below placements, (placements, cells), and whether they rest on the floor, (placements,)."""
    above = np.flatnonzero(ground.falling >= 0)
    found = np.zeros_like(inside)
    found[:, ground.falling[above]] = inside[:, above]
    floored: NDArray[np.bool_] = np.asarray(inside[:, ground.falling < 0].any(axis=1))
    return found & ~inside, floored


def _beneath(ground: Ground, row: Row) -> Iterator[Place]:
    return (((cell,),) for cell in {*ground.falling.tolist()} if cell >= 0 and ground.optional[cell])


def _undersides(ground: Ground, row: Row) -> Iterator[Place]:
    for number in range(len(ground.pieces)):
        lying = lying_of(ground, number)[..., 0]
        for some in np.array_split(lying, 1 + lying.size * len(ground.board) // _MANY):
            inside = np.zeros((len(some), len(ground.board)), np.bool_)
            inside[np.arange(len(some))[:, None], some] = True
            below, floored = underside(ground, inside)
            loose = ~floored & ~(below & ~ground.optional).any(axis=1)
            yield from ((tuple(np.flatnonzero(cells).tolist()),) for cells in np.unique(below[loose], axis=0))


def _sides(ground: Ground, row: Row) -> Iterator[Place]:
    return (((one, other),) for one, other in ground.sides.tolist())


def _corners(ground: Ground, row: Row) -> Iterator[Place]:
    return ((tuple(cells),) for cells in (ground.corners if ground.grid.two_sided else ()))


def _crossings(ground: Ground, row: Row) -> Iterator[Place]:
    kinds = ground.grid.kind(ground.board)
    for kind in range(len(ground.grid.kinds)):
        for steps in ground.grid.spokes(kind):  # clockwise
            for around in ground.at(ground.board[kinds == kind, None] + steps).tolist():
                sticks = [stick for stick in around if stick >= 0]
                yield from (((a, c), (b, d)) for a, b, c, d in combinations(sticks, 4))


def _lines(ground: Ground, row: Row) -> Iterator[Place]:
    """Yield the two sides of each line or plane that runs along sides of cells and through none of them."""
    grid, board = ground.grid, ground.board
    kinds, centres = grid.kind(board), grid.centres(board)
    bodies = [body for body in grid.bodies if isinstance(body, Polyhedron)]
    known = set[tuple[int, ...]]()
    for kind, body in enumerate(bodies):
        for face in body.faces:
            here = board[kinds == kind]
            if face.behind is None or not len(inside := here[ground.at(here + np.array(face.behind)) >= 0]):
                continue
            towards = face.step / np.linalg.norm(face.step)
            reach = [((along := other.corners @ towards).min(), along.max()) for other in bodies]
            low, high = np.array(reach).T[:, kinds]
            along = centres @ towards
            for place in np.unique((grid.centres(inside) @ towards + face.corners[0] @ towards).round(6)):
                line = (*np.rint(1e6 * towards).astype(int).tolist(), round(1e6 * float(place)))
                whole = (along + high < place + CLOSE) | (along + low > place - CLOSE)
                beyond = along > place
                if line not in known and whole.all() and beyond.any() and not beyond.all():
                    yield tuple(np.flatnonzero(~beyond).tolist()), tuple(np.flatnonzero(beyond).tolist())
                known.add(line)


def _regions(ground: Ground, row: Row) -> Iterator[Place]:
    return ((tuple(ground.at(np.array(cells)).tolist()),) for cells in row.regions)


def _rows(ground: Ground, row: Row) -> Iterator[Place]:
    kinds = ground.grid.kind(ground.board)
    for kind in range(len(ground.grid.kinds)):
        for step in _steps(ground, kind):
            lines = ground.at(ground.board[kinds == kind, None] + np.arange(row.length)[:, None] * step)
            for cells in lines[(lines >= 0).all(axis=1)].tolist():
                if len({*cells}) == row.length:  # on a board that wraps round, a row may meet itself
                    yield (tuple(cells),)


def _steps(ground: Ground, kind: int) -> NDArray[np.int64]:
    """Return the translations of the grid that carry a cell of this kind to one with a side in common."""
    steps = ground.grid.neighbours(kind)
    return steps[ground.grid.translates(steps)]


_FIND: dict[str, Callable[[Ground, Row], Iterable[Iterable[Iterable[int]]]]] = {
    "beneath": _beneath, "board": _board, "border": _border, "cell": _cells, "corner": _corners,
    "crossing": _crossings, "line": _lines,
    "region": _regions, "row": _rows, "side": _sides,
    "underside": _undersides,
}  # fmt: skip
