"""The places of a board at which rows of rules have items, as docs/rules.md defines them, in plain sets.

A place is a set of *parts*, each a set of cells.

A line goes through the middle between two neighbouring cells, perpendicular to the way from one to the other.  It runs
through a cell if corners of the cell lie on both sides of it.  On a flat grid, a corner is the mean of the centres of
the cells around it; the corners of a cube are known.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, product
from typing import Any

import numpy as np

from satpuzzle.clock import UNLIMITED
from satpuzzle.proofs.check.acting import placed
from satpuzzle.proofs.check.motions import Cell, beyond, cells_of, echelon, home
from satpuzzle.proofs.check.polygons import Plane
from satpuzzle.proofs.check.rules._base import Scene
from satpuzzle.proofs.check.rules._touching import knows_contacts, touching
from satpuzzle.puzzle.grids import Grid
from satpuzzle.puzzle.grids.tiling import Tiling
from satpuzzle.puzzle.rules._written import Row

Part = frozenset[Cell]
Place = frozenset[Part]
_NEAR = 1e-6
_FACES = {"fcc": 12, "rhombic": 4}  # of a cell, on grids where only neighbours on the board are known


def places(scene: Scene, row: Row) -> list[Place]:
    """Return the places of a row in their order: those with as many cells as it says, filled or not."""
    (low, high), found = row.size, {frozenset(map(frozenset, place)) for place in _FIND[row.place](scene, row)}
    return [
        place
        for place in sorted(found, key=lambda place: sorted(map(sorted, place)))
        if low <= len(cells := frozenset[Cell]().union(*place)) and (high is None or len(cells) <= high)
        if row.filled is None or row.filled == (not cells & scene.optional)
    ]


def unknown(grid: Grid, row: Row) -> bool:
    """Tell whether it is not known which sides, or which corners, cells of the grid have."""
    if row.place == "line":
        return not grid.two_sided and grid.cells_of != "cubic"
    return row.place in ("side", "border", "row") and not knows_contacts(grid)


def _board(scene: Scene, row: Row) -> Iterator[list[list[Cell]]]:
    yield [scene.board]


def _border(scene: Scene, row: Row) -> Iterator[list[list[Cell]]]:
    there, faces = {*scene.board}, _FACES.get(scene.grid.cells_of)
    found = []
    for cell, beside in touching(scene.grid, scene.board):
        inside = [other for other in map(scene.wrapped.home, beside) if other in there]
        if len(inside) < (faces + 1 if faces else len(beside)):  # there, a cell is listed beside itself
            found.append(cell)
    yield [found]


def _cells(scene: Scene, row: Row) -> Iterator[list[list[Cell]]]:
    return ([[cell]] for cell in scene.board)


def _sides(scene: Scene, row: Row) -> Iterator[list[list[Cell]]]:
    there = {*scene.board}
    for cell, beside in touching(scene.grid, scene.board):
        for other in map(scene.wrapped.home, beside):
            if other in there and other != cell:
                yield [[cell, other]]


def _corners_met(scene: Scene, row: Row) -> Iterator[list[set[Cell]]]:
    for around in scene.corners():
        yield [{*scene.board} & {scene.wrapped.home(cell) for cell in around}]


def _crossings(scene: Scene, row: Row) -> Iterator[list[list[Cell]]]:
    if not (isinstance(scene.grid, Tiling) and scene.grid.is_sticks):
        return
    plane, there = Plane.of(scene.grid), {*scene.board}
    for cell in scene.board:
        for corner, around in plane.around(cell):
            sticks = [stick for each in plane.clockwise(corner, around) if (stick := scene.wrapped.home(each)) in there]
            yield from ([[a, c], [b, d]] for a, b, c, d in combinations(sticks, 4))


def _lines(scene: Scene, row: Row) -> set[Place]:
    return _exactly(Plane.of(scene.grid), scene) if isinstance(scene.grid, Tiling) else _midway(scene)


def _beneath(scene: Scene, row: Row) -> Iterator[list[list[Cell]]]:
    there = {*scene.board}
    return ([[under]] for cell in scene.board if (under := scene.below(cell)) in there & scene.optional)


def _undersides(scene: Scene, row: Row) -> Iterator[list[frozenset[Cell]]]:
    cells = len(scene.board)
    for number in range(len(scene.puzzle.pieces)):
        for codes in placed(scene.puzzle, number, scene.board, cells, UNLIMITED):
            under = scene.underside({scene.board[code % cells] for code in codes})
            if under is not None and under <= scene.optional:
                yield [under]


def _regions(scene: Scene, row: Row) -> Iterator[list[list[Cell]]]:
    for cells in row.regions:
        yield [[scene.wrapped.home(cell) for cell in cells]]


def _rows(scene: Scene, row: Row) -> Iterator[list[set[Cell]]]:
    there, lattice = {*scene.board}, echelon(cells_of(scene.grid.basis))
    for cell, beside in touching(scene.grid, scene.board):
        for other in beside:
            step = tuple(b - a for a, b in zip(cell, other, strict=True))
            if any(step) and not any(home(step, lattice)):
                far = (tuple(a + k * s for a, s in zip(cell, step, strict=True)) for k in range(row.length))
                found = {scene.wrapped.home(each) for each in far}
                if len(found) == row.length and found <= there:
                    yield [found]


_FIND: dict[str, Callable[[Scene, Row], Iterable[Iterable[Iterable[Cell]]]]] = {
    "beneath": _beneath, "board": _board, "border": _border, "cell": _cells, "corner": _corners_met,
    "crossing": _crossings, "line": _lines, "region": _regions, "row": _rows, "side": _sides,
    "underside": _undersides,
}  # fmt: skip


def _exactly(plane: Plane, scene: Scene) -> set[frozenset[frozenset[Cell]]]:
    """Return the two sides of each line on a grid that is written down, whose corners are known exactly."""
    found = set()
    outlines = {cell: plane.outline(cell) for cell in scene.board}
    every = {corner for outline in outlines.values() for corner in outline}
    for cell, outline in outlines.items():
        beside = [{*outlines[other]} for other in plane.beside(cell) if other in outlines]
        for one, other in zip(outline, [*outline[1:], outline[0]], strict=True):
            if any({one, other} <= corners for corners in beside):
                signs = {corner: plane.side_of(one, other, corner) for corner in every}
                sides = {each: {signs[end] for end in ends} for each, ends in outlines.items()}
                past = frozenset(each for each, its in sides.items() if 1 in its)
                if not any({1, -1} <= its for its in sides.values()):
                    found.add(frozenset([past, frozenset(scene.board) - past]))
    return found


def _midway(scene: Scene) -> set[frozenset[frozenset[Cell]]]:
    """Return the two sides of each line on a grid where lines are midway between cells."""
    centres = dict(zip(scene.board, scene.grid.centres(np.array(scene.board)), strict=True))
    corners = _corners(scene, centres)
    found: set[frozenset[frozenset[Cell]]] = set()
    for cell in scene.board:
        for other in beyond(scene.grid, cell):
            if other in centres:
                towards = centres[other] - centres[cell]
                middle = (centres[other] + centres[cell]) / 2
                if not any(_cuts(towards, middle, corners[each]) for each in scene.board):
                    past = frozenset(each for each in scene.board if towards @ (centres[each] - middle) > 0)
                    found.add(frozenset([past, frozenset(scene.board) - past]))
    return found


def _cuts(towards: Any, middle: Any, corners: Any) -> bool:
    along = (corners - middle) @ towards
    return bool(along.min() < -_NEAR and along.max() > _NEAR)


def _corners(scene: Scene, centres: dict[Cell, Any]) -> dict[Cell, Any]:
    """Return the corners of each cell, each an array (corners, 3)."""
    if not scene.grid.two_sided:
        cube = np.array([*product((-0.5, 0.5), repeat=3)])
        return {cell: centre + cube for cell, centre in centres.items()}
    found: dict[Cell, Any] = {cell: [] for cell in scene.board}
    for around in scene.corners():
        found[around[0]].append(scene.grid.centres(np.array(around)).mean(axis=0))
    return {cell: np.array(corners) for cell, corners in found.items()}
