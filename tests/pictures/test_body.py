"""Bodies: the surface of a connected set of cells."""

import math
from itertools import pairwise

import numpy as np
import pytest

from satpuzzle.pictures.body import Body, balls, solid, vertical
from satpuzzle.pictures.geometry import Face, faces, keys, neighbours, places
from satpuzzle.puzzle.grids import Grid
from satpuzzle.puzzle.grids.cubic import CUBIC
from satpuzzle.puzzle.grids.fcc import FCC
from satpuzzle.puzzle.grids.hexagonal import HEXAGONAL
from satpuzzle.puzzle.grids.prisms import PRISMS
from satpuzzle.puzzle.grids.rhombic import RHOMBIC
from satpuzzle.puzzle.grids.square import SQUARE
from satpuzzle.puzzle.grids.tetra_octa import TETRA_OCTA
from satpuzzle.puzzle.grids.triangular import TRIANGULAR

L_TETROMINO = [(0, 0, 0), (0, 1, 0), (0, 2, 0), (1, 2, 0)]


def body(cells: list[tuple[int, int, int]], grid: Grid) -> Body:
    at = places(np.array(cells), grid)
    return solid(at, [faces(grid)] * len(at), vertical if grid.single_layer else lambda _: True)


def triangles() -> Body:
    """Return two triangular prisms of height 1 and edge 1, side by side."""
    height = math.sqrt(3) / 2
    up = np.array([(-0.5, height / 3, 0), (0.5, height / 3, 0), (0, -2 * height / 3, 0)])

    def prism(base: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> list[Face]:
        lift = np.array([0, 0, 0.5])
        sides = [(base[i], base[i - 1]) for i in range(3)]
        return [
            Face(lift, base + lift),
            Face(-lift, base - lift),
            *(Face((a + b) / 2, np.array([a - lift, b - lift, b + lift, a + lift])) for a, b in sides),
        ]

    beyond = (up[0] + up[1]) / 2
    return solid(np.array([np.zeros(3), 2 * beyond]), [prism(up), prism(-up)], lambda _: True)


# Geometry of cells


@pytest.mark.parametrize(("grid", "number"), [(SQUARE, 4), (CUBIC, 6), (FCC, 12)])
def test_nearest_neighbours_are_at_distance_one(grid: Grid, number: int) -> None:
    found = neighbours(grid)
    assert len(found) == number
    assert np.allclose(np.linalg.norm(found, axis=1), 1)


def test_columns_go_right_rows_come_near_and_layers_go_up() -> None:
    for grid in (SQUARE, CUBIC, FCC, HEXAGONAL, RHOMBIC, TETRA_OCTA):
        steps = grid.vectors(grid.basis)
        assert all(steps[i, i] > 0 and np.allclose(steps[i, i + 1 :], 0) for i in range(len(steps)))


def test_triangles_that_point_up_point_away_from_the_reader() -> None:
    for grid in (TRIANGULAR, PRISMS):
        up, down = ([face.step[1] for face in faces(grid, kind) if abs(face.step[0]) < 1e-6] for kind in range(2))
        assert max(up) > 1e-6 > min(down)  # the horizontal edge is near for one kind, far for the other
        assert grid.vectors(np.array([0, 2, 0]))[1] < 0


def volume(shown: Body) -> float:
    """Return the volume that a surface encloses, as the sum of the pyramids over its faces."""
    total = 0.0
    for face in shown.faces:
        corners = shown.vertices[list(face.corners)]
        spokes = corners[1:] - corners[0]
        area = sum(np.linalg.norm(np.cross(a, b)) / 2 for a, b in pairwise(spokes))
        total += float(area * (corners[0] @ face.normal) / 3)
    return total


@pytest.mark.parametrize(("grid", "height"), [(CUBIC, 1.0), (SQUARE, 0.5)])
def test_the_surface_encloses_the_volume_of_the_cells(grid: Grid, height: float) -> None:
    for number in range(1, 5):
        assert math.isclose(volume(body(L_TETROMINO[:number], grid)), number * height)


# Bodies of cells with faces


def test_a_cube_has_eight_vertices_twelve_lines_and_a_letter_on_each_side() -> None:
    cube = body([(0, 0, 0)], CUBIC)
    assert sorted(keys(cube.vertices)) == sorted(
        (x, y, z) for x in (-5000, 5000) for y in (-5000, 5000) for z in (-5000, 5000)
    )
    assert [len(face.corners) for face in cube.faces] == [4] * 6
    assert np.allclose(cube.normals, 2 * cube.middles)
    assert len(cube.lines) == 12
    assert all(math.isclose(np.linalg.norm(cube.vertices[a] - cube.vertices[b]), 1) for a, b in cube.lines)
    assert sorted(keys(np.array([letter.place for letter in cube.letters]))) == sorted(keys(cube.middles))


def test_corners_go_round_the_normal() -> None:
    for grid in (CUBIC, SQUARE):
        shown = body(L_TETROMINO, grid)
        for face in shown.faces:
            a, b, c, *_ = shown.vertices[list(face.corners)]
            assert np.cross(b - a, c - b) @ face.normal > 0


def test_a_bar_of_two_cubes_has_ten_faces_and_twelve_edges() -> None:
    bar = body([(0, 0, 0), (1, 0, 0)], CUBIC)
    assert len(bar.faces) == 10
    assert len(bar.lines) == 16  # the long edges are two unit edges each: 4 * 2 + 8


def test_an_l_tetromino_is_outlined_along_its_border_and_at_its_corners() -> None:
    tetromino = body(L_TETROMINO, SQUARE)
    assert len(tetromino.faces) == 2 * 4 + 10
    assert len(tetromino.vertices) == 2 * 10
    assert len(tetromino.lines) == 2 * 10 + 6  # above, below, and six corners
    upright = [(a, b) for a, b in tetromino.lines if tetromino.vertices[a][2] != tetromino.vertices[b][2]]
    assert {keys(tetromino.vertices[[a]])[0][:2] for a, _ in upright} == {
        (-5000, -5000), (5000, -5000), (5000, 15000), (15000, 15000), (15000, 25000), (-5000, 25000)
    }  # fmt: skip


def test_each_side_of_a_piece_has_one_letter_and_a_slab_only_above_and_below() -> None:
    assert len(body(L_TETROMINO, CUBIC).letters) == 2 + 6
    above, below = body(L_TETROMINO, SQUARE).letters
    assert {keys(letter.place[None])[0] for letter in (above, below)} == {(0, 10000, 2500), (0, 10000, -2500)}
    assert {float(letter.normal[2]) for letter in (above, below)} == {1, -1}


def test_letters_stand_upright_on_their_side() -> None:
    for shown in (body(L_TETROMINO, CUBIC), triangles()):
        for letter in shown.letters:
            assert math.isclose(np.linalg.norm(letter.upward), 1)
            assert abs(letter.upward @ letter.normal) < 1e-9
            upright = abs(letter.normal[2]) < 0.9
            assert letter.upward[2] > 0.9 if upright else letter.upward[1] == -letter.normal[2]


def test_two_triangular_prisms_make_a_rhombic_one() -> None:
    rhombus = triangles()
    assert sorted(len(face.corners) for face in rhombus.faces) == [3] * 4 + [4] * 4
    assert len(rhombus.vertices) == 8
    assert len(rhombus.lines) == 12  # the diagonals are not lines
    assert len(rhombus.letters) == 6
    assert math.isclose(volume(rhombus), math.sqrt(3) / 2)


def test_faces_hang_together_by_their_edges() -> None:
    bar = body([(0, 0, 0), (1, 0, 0), (2, 0, 0)], CUBIC)
    above = [number for number, normal in enumerate(bar.normals) if normal[2] > 0]
    assert bar.clusters(above) == [above]
    assert bar.middle(above) == above[1]
    assert bar.clusters([above[0], above[2]]) == [[above[0]], [above[2]]]
    assert bar.middle([above[0], above[2]]) == above[0]


# Balls


def test_neighbouring_balls_are_joined() -> None:
    four = balls(places(np.array([(0, 0, 0), (1, 1, 0), (2, 2, 0), (1, 0, 1)]), FCC))
    assert four.bonds == ((0, 1), (0, 3), (1, 2), (1, 3))
    assert len(four.balls) == 4
    assert not four.faces
    assert not four.letters
