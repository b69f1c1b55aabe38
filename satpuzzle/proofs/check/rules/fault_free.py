"""Fault-free: each line along sides of cells that runs through no cell of the board has a placement on both sides.

A line goes through the middle between two neighbouring cells, perpendicular to the way from one to the other.  It runs
through a cell if corners of the cell lie on both sides of it.  On a flat grid, a corner is the mean of the centres of
the cells around it; the corners of a cube are known.
"""

from itertools import product
from typing import Any

import numpy as np

from satpuzzle.proofs.check.motions import Cell, beyond
from satpuzzle.proofs.check.polygons import Plane
from satpuzzle.proofs.check.rules._base import Item, Scene
from satpuzzle.puzzle.grids import Grid
from satpuzzle.puzzle.grids.tiling import Tiling
from satpuzzle.puzzle.rules.fault_free import FaultFree

_NEAR = 1e-6


def unknown(grid: Grid) -> bool:
    """Tell whether the corners of the grid's cells are not known."""
    return not grid.two_sided and grid.cells_of != "cubic"


def derived(rule: FaultFree, scene: Scene) -> list[Item]:
    """Return the items."""
    found = _lines(Plane.of(scene.grid), scene) if isinstance(scene.grid, Tiling) else _midway(scene)
    return [_item(*sides) for sides in sorted(found, key=lambda sides: min(map(sorted, sides)))]


def _lines(plane: Plane, scene: Scene) -> set[frozenset[frozenset[Cell]]]:
    """Return the two sides of each line on a grid that is written down, whose corners are known exactly."""
    found = set()
    outlines = {cell: plane.outline(cell) for cell in scene.board}
    for cell, outline in outlines.items():
        beside = [{*outlines[other]} for other in plane.beside(cell) if other in outlines]
        for one, other in zip(outline, [*outline[1:], outline[0]], strict=True):
            if any({one, other} <= corners for corners in beside):
                sides = {each: {plane.side_of(one, other, end) for end in ends} for each, ends in outlines.items()}
                past = frozenset(each for each, signs in sides.items() if 1 in signs)
                if not any({1, -1} <= signs for signs in sides.values()):
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


def _item(one: frozenset[Cell], other: frozenset[Cell]) -> Item:
    def both(piece: int, cells: set[Cell]) -> bool:
        return bool(one & cells) and bool(other & cells)

    return Item((1, None), frozenset([one, other]), None, both)


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
