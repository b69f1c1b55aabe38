"""Containers for pieces, as meshes: a tray for flat pieces, a box with a lid for solids.

The inside of a box is larger than the board by the gap; its floor is as thick as its walls.  The lid lies on the walls
and has a rim that fits into the box with a gap around it, so it does not slide.  Both are printed without support, the
lid upside down.  A puzzle with a frame gets its frame in place of a box.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from satpuzzle.pictures.geometry import Places, places
from satpuzzle.pictures.mesh import ROUNDED, body, mesh_of
from satpuzzle.pictures.outlines import frame_of, manifold
from satpuzzle.pictures.sizes import Sizes
from satpuzzle.puzzle.grids.bodies import Polyhedron
from satpuzzle.puzzle.model import Puzzle

if TYPE_CHECKING:
    from trimesh import Trimesh


def box_of(puzzle: Puzzle, sizes: Sizes) -> dict[str, "Trimesh"]:
    """Return the parts of a puzzle's box or tray, by name, in millimetres.

    Raises PuzzleError if a package for meshes is not installed.
    """
    if puzzle.grid.single_layer:
        whole, frame = frame_of(puzzle, sizes)
        hole = (whole - frame).extrude(sizes.thick).translate((0, 0, sizes.wall))
        # Coordinates of sections are rounded, so that equal edges may differ by a millionth of a micrometre.
        return {"tray": mesh_of((whole.extrude(sizes.wall + sizes.thick) - hole).simplify(ROUNDED))}
    if len(puzzle.frame):
        return {"frame": body(puzzle.frame, puzzle.grid, sizes)}
    width, depth, height = (
        np.ptp(_corners(puzzle), axis=0) * (sizes.cell, sizes.cell, sizes.layer) + sizes.gap
    ).tolist()
    rim = sizes.wall
    box = _block(width + 2 * sizes.wall, depth + 2 * sizes.wall, sizes.wall + height + rim)
    lid = _block(width + 2 * sizes.wall, depth + 2 * sizes.wall, sizes.wall)
    plug = _block(width - sizes.gap, depth - sizes.gap, rim).translate((0, 0, sizes.wall))
    return {
        "box": mesh_of(box - _block(width, depth, height + rim).translate((0, 0, sizes.wall))),
        "lid": mesh_of(lid + plug),
    }


def _block(width: float, depth: float, height: float) -> Any:
    """Return a block that stands on the plane z = 0, with its middle above the origin."""
    return manifold().Manifold.cube((width, depth, height), True).translate((0, 0, height / 2))


def _corners(puzzle: Puzzle) -> Places:
    """Return points, shape (n, 3), with the same bounding box as the board: corners of cells, or ends of balls."""
    at, kinds = places(puzzle.board, puzzle.grid), puzzle.grid.kind(puzzle.board)
    found = []
    for kind, cell in enumerate(puzzle.grid.bodies):
        ends = cell.corners if isinstance(cell, Polyhedron) else cell.reach * np.concatenate([np.eye(3), -np.eye(3)])
        found.append((at[kinds == kind][:, None] + ends).reshape(-1, 3))
    corners: Places = np.concatenate(found)
    return corners
