"""Meshes that the page writes: closed surfaces of the right volume, that leave a gap."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from in_node import in_node
from test_geometry import grown

from satpuzzle.puzzle.grids import GRIDS
from satpuzzle.puzzle.grids.bodies import Polyhedron

_WRITTEN = """
answer(input.shapes.map(([grid, cells, gap]) => trianglesOf(cells, library.grids.get(grid), gap)));
"""
_FILE = """
const bytes = new DataView(stlOf([{ cells: [[0, 0, 0], [1, 0, 0]], max: 2 }], library.grids.get("cubic")));
answer([bytes.byteLength, bytes.getUint32(80, true)]);
"""


def volume(triangles: list[list[list[float]]]) -> float:
    return float(np.linalg.det(np.array(triangles)).sum() / 6)


def edges_of(triangles: list[list[list[float]]]) -> Counter[Any]:
    """Return how many triangles have each edge in each direction."""
    corners = [[tuple(np.round(corner, 3) + 0.0) for corner in triangle] for triangle in triangles]
    return Counter((a[i], a[(i + 1) % 3]) for a in corners for i in range(3))


def closed(triangles: list[list[list[float]]]) -> bool:
    """Every edge is there as often in each direction."""
    edges = edges_of(triangles)
    return all(edges[b, a] == many for (a, b), many in edges.items())


def has_no_edge_of_four_faces(triangles: list[list[list[float]]]) -> bool:
    return set(edges_of(triangles).values()) == {1}


@pytest.mark.few(3)
@pytest.mark.some(8)
@pytest.mark.parametrize("grid", GRIDS)
def test_a_mesh_is_closed_and_has_the_volume_of_its_cells(grid: str) -> None:
    cells = [list(cell) for cell in grown(grid, 4, 3)]
    whole, smaller = in_node(_WRITTEN, "stl.js", shapes=[[grid, cells, 0], [grid, cells, 0.02]])
    assert closed(whole) and closed(smaller)
    assert 0 < volume(smaller) < volume(whole)
    bodies = [GRIDS[grid].bodies[kind] for kind in GRIDS[grid].kind(np.array(cells))]
    expected = 0.0
    for body in bodies:
        if not isinstance(body, Polyhedron):
            return
        fan = [
            [face.corners[0], face.corners[i], face.corners[i + 1]]
            for face in body.faces
            for i in range(1, len(face.corners) - 1)
        ]
        expected += abs(np.linalg.det(np.array(fan))).sum() / 6
    assert volume(whole) == pytest.approx(1000 * expected, rel=1e-5)


def test_each_edge_has_two_faces_where_sides_are_joined_round_both_ends() -> None:
    ring = [[-1, 0, 0], [0, 0, 0], [1, 0, 0], [1, 0, 1], [1, -1, 1], [0, -1, 1], [-1, -1, 1], [-1, -1, 0]]
    (whole, made) = in_node(_WRITTEN, "stl.js", shapes=[["cubic", ring, 0], ["cubic", ring, 0.02]])
    assert volume(whole) == pytest.approx(8000)
    assert closed(made) and has_no_edge_of_four_faces(made)


@pytest.mark.parametrize("grid", ["cubic", "prisms", "half-cubes", "tetra-octa", "square"])
def test_cells_that_meet_in_an_edge_come_apart_by_the_gap(grid: str) -> None:
    cells = {
        "cubic": [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 0, 1], [1, 1, 1]],
        "square": [[0, 0, 0], [1, 0, 0], [2, 0, 0], [1, 1, 0], [2, 1, 0], [0, 1, 0], [3, 2, 0]],
    }.get(grid, [list(cell) for cell in GRIDS[grid].kinds.tolist()[::3]])
    (made,) = in_node(_WRITTEN, "stl.js", shapes=[[grid, cells, 0.02]])
    assert closed(made) and has_no_edge_of_four_faces(made)


def test_a_file_has_all_copies() -> None:
    assert in_node(_FILE, "stl.js") == [84 + 50 * 40, 40]
