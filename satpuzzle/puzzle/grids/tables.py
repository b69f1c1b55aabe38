"""Tables of grids: the geometry of a grid as lists and numbers, for programs in other languages.

A cell is a cell of one kind, translated by steps along the basis.  So an isometry is described by the images of one
cell of each kind and of the vectors of the basis; and a drawing by the cells at the first positions and the steps to
further ones.  Lengths in space are those of `Grid.centres`; all other numbers are exact.

Pieces of balls have more isometries than their grid (`fcc.py`); the entry `balls` says so, and a program must compute
these isometries itself.
"""

from math import atan2, cos, pi, sin, tau
from typing import Any

import numpy as np

from satpuzzle.puzzle.grids.base import Grid
from satpuzzle.puzzle.grids.bodies import CLOSE, Ball, Body, Places, Polyhedron, in_turn
from satpuzzle.puzzle.grids.fcc import Balls
from satpuzzle.puzzle.grids.tiling import Tiling
from satpuzzle.puzzle.grids.triangular import Triangles

_DIGITS = 6
_ROUND = 24  # corners of a polygon that stands for a circle
_SPANS = (2, 2, 2)  # the periods, in positions along each axis, of the cells of a drawing, except for gaps


def table(grid: Grid) -> dict[str, Any]:
    """Return the geometry of a grid as lists and numbers; the module's docstring explains the idea."""
    turns = _turns(grid)
    return {
        "name": grid.name,
        "flat": grid.two_sided,
        "interlaced": interlaced(grid),
        "basis": grid.basis.tolist(),
        "kinds": grid.kinds.tolist(),
        "inverse": np.linalg.pinv(grid.basis).tolist(),  # (3, 2 or 3): a translation times this is its steps
        "balls": isinstance(grid, Balls),
        "turns": turns,
        **_by_hand(grid, turns),
        "origins": _rounded(grid.centres(grid.kinds)),
        "axes": _rounded(grid.vectors(grid.basis)),
        "bodies": [_body(body, isinstance(grid, Tiling)) for body in grid.bodies],
        "spokes": [[steps.tolist() for steps in grid.spokes(kind)] for kind in range(len(grid.kinds))],
        "rules": list(grid.rules),
        "neighbours": [grid.neighbours(kind).tolist() for kind in range(len(grid.kinds))],
        "drawing": _drawing(grid),
        "moves": [{"by": way, "swept": [cells.tolist() for cells in grid.swept(way)]} for way in grid.directions],
    }


def interlaced(grid: Grid) -> bool:
    """Tell whether cells reach below others in their layer, so that from above not every cell is seen."""
    steps = [face.step for body in grid.bodies if isinstance(body, Polyhedron) for face in body.faces]
    return any(CLOSE < abs(step[2]) < np.linalg.norm(step) - CLOSE for step in steps)


def _turns(grid: Grid) -> list[dict[str, Any]]:
    """Return each isometry of the point group, the identity first, by its images of kinds and basis vectors.

    `rotation` tells whether it is a rotation of space, `over` whether a piece that must not be turned over may not use
    it.  A piece that may be turned by multiples of the n-th part of a full turn only (`Piece.rotate`) may use those
    whose `part` divides n; it is 0 for all others.
    """
    near = np.concatenate([grid.kinds, grid.kinds[:1] + grid.basis])
    moved = grid.turned(grid.group, near)
    kinds, ends = moved[:, : len(grid.kinds)], moved[:, len(grid.kinds) :]
    every, upright = (
        {matrix.tobytes() for matrix in np.ascontiguousarray(grid.motions(over))} for over in (True, False)
    )
    parts: dict[bytes, int] = {}
    for part in (many for many in range(1, grid.about_z + 1) if grid.about_z % many == 0):
        for matrix in np.ascontiguousarray(grid.motions(True, part)):
            parts.setdefault(matrix.tobytes(), part)
    return [
        {
            "kinds": kind.tolist(),
            "basis": (end - kind[:1]).tolist(),
            "rotation": matrix.tobytes() in every,
            "over": matrix.tobytes() not in upright,
            "part": parts.get(matrix.tobytes(), 0),
        }
        for matrix, kind, end in zip(np.ascontiguousarray(grid.group), kinds, ends, strict=True)
    ]


def _by_hand(grid: Grid, turns: list[dict[str, Any]]) -> dict[str, int]:
    """Return the isometries by which a user turns a drawing, by their numbers.

    `spin` is the smallest rotation in the plane, `flip` the reflection that exchanges left and right; on a flat grid a
    piece is turned over instead.  Where there is none it is the identity.
    """
    start = grid.vectors(grid.basis)
    ends = [grid.vectors(np.array(turn["basis"])) for turn in turns]
    level = [bool(np.allclose(end[:, 2], start[:, 2])) for end in ends]
    angles = [round((atan2(end[0, 1], end[0, 0]) - atan2(start[0, 1], start[0, 0])) % tau, _DIGITS) for end in ends]

    def among(rotation: bool, over: bool) -> list[int]:
        flat = [turn["rotation"] and turn["over"] == over for turn in turns]
        solid = [turn["rotation"] == rotation and there for turn, there in zip(turns, level, strict=True)]
        return [number for number, fits in enumerate(flat if grid.two_sided else solid) if fits]

    return {
        "spin": min((n for n in among(rotation=True, over=False) if angles[n]), key=lambda n: angles[n], default=0),
        "flip": min(among(rotation=False, over=True), key=lambda n: abs(angles[n] - round(pi, _DIGITS)), default=0),
    }


def _body(body: Body, flat: bool) -> dict[str, Any]:
    if isinstance(body, Ball):
        angles = [tau * corner / _ROUND for corner in range(_ROUND)]
        circle = body.radius * np.array([(cos(angle), sin(angle)) for angle in angles])
        return {"radius": round(body.radius, _DIGITS), "section": _rounded(circle)}
    assert isinstance(body, Polyhedron)
    section = next((face.corners[:, :2] for face in body.faces if flat and face.step[2] > CLOSE), None)
    return {
        "faces": [
            {
                "corners": _rounded(face.corners),
                "normal": _rounded(face.step / np.linalg.norm(face.step)),
                "behind": None if face.behind is None else list(face.behind),
            }
            for face in body.faces
        ],
        "section": _rounded(_section(body) if section is None else section),
    }


def _section(body: Polyhedron) -> Places:
    """Return the corners, (n, 2), of the polygon in which the horizontal plane through the centre cuts the body."""
    points = []
    for face in body.faces:
        for a, b in zip(face.corners, np.roll(face.corners, -1, axis=0), strict=True):
            if abs(a[2]) < CLOSE:
                points.append(a)
            elif a[2] * b[2] < -CLOSE:
                points.append(a + (b - a) * a[2] / (a[2] - b[2]))
    corners: Places = np.unique(np.round(points, 9) + 0.0, axis=0)
    return in_turn(corners, np.array((0.0, 0.0, 1.0)))[:, :2]


def _drawing(grid: Grid) -> dict[str, Any]:
    """Return what a program needs to convert positions in a drawing to cells.

    Drawings repeat after as many positions along each axis as `spans` says: `cells` lists the cells of one period, None
    for a gap, `points` tells which positions may have a `+`, `dots` whether a `.` stands for a cell, and `steps` has
    the translation from one period to the next along each axis.  `shifts` are tried in this order.
    """
    written = isinstance(grid, Tiling)
    spans = (*grid.spans, 1) if isinstance(grid, Tiling) else _SPANS
    positions = np.indices(spans).reshape(3, -1).T
    cells = grid._at(positions)
    there = (grid.positions(cells)[:, : len(grid.basis)] == positions[:, : len(grid.basis)]).all(axis=1)
    ahead = np.diag(spans)
    margins = grid.margins.tolist()
    return {
        "spans": list(spans),
        "points": grid.points_among(positions).tolist() if written else [],
        "dots": grid.dots_are_cells,
        "cells": [cell if found else None for cell, found in zip(cells.tolist(), there.tolist(), strict=True)],
        "steps": (grid._at(ahead) - grid._at(np.zeros((1, 3), np.int64))).tolist(),
        "shifts": margins if written else [*margins[1:], margins[0]],
        "upwards": isinstance(grid, Triangles),  # the last line has y = 0, and the first character points up
    }


def _rounded(places: Places) -> Any:
    return (np.round(places, _DIGITS) + 0.0).tolist()
