import tomllib
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from witnessed import cells_of, turned

from satpuzzle.puzzle.grids import GRIDS, Grid, Points
from satpuzzle.puzzle.grids.bodies import Ball, Polyhedron
from satpuzzle.puzzle.grids.cubic import CUBIC
from satpuzzle.puzzle.grids.fcc import FCC
from satpuzzle.puzzle.grids.hexagonal import HEXAGONAL
from satpuzzle.puzzle.grids.prisms import PRISMS
from satpuzzle.puzzle.grids.rhombic import RHOMBIC
from satpuzzle.puzzle.grids.square import SQUARE
from satpuzzle.puzzle.grids.tetra_octa import TETRA_OCTA
from satpuzzle.puzzle.grids.tiling import Tiling
from satpuzzle.puzzle.grids.triangular import TRIANGULAR

grids = pytest.mark.parametrize("grid", [grid for grid in GRIDS.values() if grid.cells_of == grid.name], ids=str)


FILES = Path(__file__).parents[2] / "grids"
WRITTEN = [name for name, grid in GRIDS.items() if isinstance(grid, Tiling)]


def test_lattices_in_the_plane_are_flat_and_one_has_balls() -> None:
    flat = ["square", "hexagonal", "triangular", *WRITTEN]
    assert [name for name, grid in GRIDS.items() if grid.single_layer] == flat
    assert [name for name, grid in GRIDS.items() if grid.two_sided] == flat
    assert [name for name, grid in GRIDS.items() if grid.dimension == 2] == ["square", "hexagonal"]
    assert [name for name, grid in GRIDS.items() if isinstance(grid.bodies[0], Ball)] == ["fcc"]


@pytest.mark.parametrize(
    ("grid", "order"),
    [
        (SQUARE, 16),
        (CUBIC, 48),
        (FCC, 48),
        (HEXAGONAL, 24),
        (TRIANGULAR, 24),
        (PRISMS, 24),
        (RHOMBIC, 48),
        (TETRA_OCTA, 48),
    ],
)
def test_the_point_group_has_its_order(grid: Grid, order: int) -> None:
    assert len({matrix.tobytes() for matrix in grid.group}) == len(grid.group) == order


@pytest.mark.parametrize(
    ("grid", "mirror", "order"),
    [
        (SQUARE, True, 8),
        (SQUARE, False, 4),
        (CUBIC, True, 24),
        (CUBIC, False, 24),
        (FCC, True, 24),
        (FCC, False, 24),
        (HEXAGONAL, True, 12),
        (HEXAGONAL, False, 6),
        (TRIANGULAR, True, 12),
        (TRIANGULAR, False, 6),
        (PRISMS, True, 12),
        (PRISMS, False, 12),
        (RHOMBIC, True, 24),
        (TETRA_OCTA, True, 24),
    ],
)
def test_pieces_have_so_many_motions(grid: Grid, mirror: bool, order: int) -> None:
    motions = grid.motions(mirror)
    assert len({matrix.tobytes() for matrix in motions}) == len(motions) == order
    assert (np.rint(np.linalg.det(motions)) == 1).all()


@grids
def test_the_point_group_consists_of_isometries_and_is_closed(grid: Grid) -> None:
    cells = grid.box([2] * len(grid.basis))
    for image in grid.images(grid.group, cells):
        apart = [np.linalg.norm(places[:, None] - places, axis=2) for places in map(grid.centres, (cells, image))]
        assert np.allclose(*apart)
    elements = {matrix.tobytes() for matrix in grid.group}
    assert {(a @ b).tobytes() for a in grid.group for b in grid.group} == elements


@grids
def test_the_point_group_carries_cells_to_cells(grid: Grid) -> None:
    for image in grid.images(grid.group, grid.box([2] * len(grid.basis))):
        assert grid.contains(image).all()
        assert len(np.unique(image, axis=0)) == len(image)


@pytest.mark.parametrize("mirror", [True, False])
def test_motions_are_a_group_of_their_own(mirror: bool) -> None:
    for grid in GRIDS.values():
        motions = grid.motions(mirror)
        elements = {matrix.tobytes() for matrix in motions}
        assert {(a @ b).tobytes() for a in motions for b in motions} == elements


def test_quarter_turns_about_two_axes_make_all_rotations_of_the_cube() -> None:
    corner = (1, 2, 3)
    images = turned((corner,), "cubic")
    assert {cells_of([motion @ corner]) for motion in CUBIC.motions(True)} == images
    assert len(images) == 24


def test_square_cells_lie_in_a_plane_and_balls_have_an_even_sum() -> None:
    points = np.indices((5, 5, 5)).reshape(3, -1).T - 2
    assert CUBIC.contains(points).all()
    assert (SQUARE.contains(points) == (points[:, 2] == 0)).all()
    assert (FCC.contains(points) == (points.sum(axis=1) % 2 == 0)).all()


def test_a_ball_touches_twelve_others_and_lies_in_the_hollow_of_four() -> None:
    points = np.indices((5, 5, 5)).reshape(3, -1).T - 2
    touching = points[FCC.contains(points) & ((points**2).sum(axis=1) == 2)]
    assert len(touching) == 12
    assert (FCC.positions(touching)[:, 2] == -1).sum() == 4
    assert ((FCC.basis**2).sum(axis=1) == 2).all()


@pytest.mark.parametrize("grid", [SQUARE, CUBIC, FCC])
@given(steps=st.lists(st.integers(-(2**18), 2**18), min_size=3, max_size=3))
def test_positions_give_the_steps_back(grid: Grid, steps: list[int]) -> None:
    known = np.array([steps[: len(grid.basis)]])
    cells = known @ grid.basis
    assert grid.contains(cells).all()
    assert (grid.positions(cells)[:, : len(grid.basis)] == known).all()
    assert (grid.cells_at(grid.positions(cells)) == cells).all()


def test_balls_in_a_plane_of_triangles_turn_in_48_ways_and_in_120_over_all_planes() -> None:
    piece = np.array([(0, 0, 0), (1, -1, 0), (2, -2, 0), (1, 0, -1)])  # lopsided, in the plane x + y + z = 0
    found = set()
    for signs in np.array([(1, 1, 1), (-1, 1, 1), (1, -1, 1), (1, 1, -1)]):
        images = FCC.rotations(piece * signs)
        assert len({image.tobytes() for image in images}) == len(images) == 48
        source = _frame(piece * signs)
        found |= {np.rint(3 * _frame(image) @ np.linalg.inv(source)).astype(int).tobytes() for image in images}
    assert len(found) == 120


def _frame(piece: Points) -> Points:
    """Return two difference vectors of a piece's cells and their cross product, as columns."""
    a, b = piece[1] - piece[0], piece[3] - piece[0]
    return np.array([a, b, np.cross(a, b)]).T


@grids
def test_homes_tell_which_points_translations_carry_to_each_other(grid: Grid) -> None:
    points = np.indices((7, 7, 7)).reshape(3, -1).T - 3
    homes = grid.home(points)
    assert grid.translates(points - homes).all()
    assert (grid.home(homes) == homes).all()
    if len(grid.kinds) == 1:
        assert (grid.translates(points) == grid.contains(points)).all()


def faces_in(path: Path) -> list[int]:
    """Return how many neighbours each cell of a grid's file has: one behind each side, or all sticks at both ends."""
    said = tomllib.loads(path.read_text(encoding="utf-8"))
    (a, b), (c, d) = said["periods"]
    outlines = [cell["corners"] for cell in said["cells"]]

    def alike(one: list[int], other: list[int]) -> bool:
        x, y = other[0] - one[0], other[1] - one[1]
        whole = a * d - b * c
        return bool((x * d - y * c) % whole == 0 == (a * y - b * x) % whole)

    def sticks_at(end: list[int]) -> int:
        return sum(alike(end, other) for ends in outlines for other in ends)

    return [sum(sticks_at(end) - 1 for end in ends) if len(ends) == 2 else len(ends) for ends in outlines]


@grids
def test_a_cell_has_its_neighbours_behind_its_faces(grid: Grid) -> None:
    numbers = {"square": 4, "cubic": 6, "fcc": 12, "hexagonal": 6, "triangular": 3, "prisms": 5}
    path, pairs = FILES / f"{grid.name}.toml", set()
    faces = faces_in(path) if path.exists() else [numbers.get(grid.name, 4)] * len(grid.kinds)
    for kind, cell in enumerate(grid.kinds):
        beside = cell + grid.neighbours(kind)
        assert grid.contains(beside).all()
        assert len(beside) == faces[kind]
        pairs |= {
            (kind, int(other), *step) for other, step in zip(grid.kind(beside), (beside - cell).tolist(), strict=True)
        }
    assert pairs == {(other, kind, -x, -y, -z) for kind, other, x, y, z in pairs}


VALID: dict[str, Callable[[int, int, int], bool]] = {  # by hand, from the notes on BurrTools' grids
    "prisms": lambda x, y, z: True,
    "rhombic": lambda x, y, z: sorted(min(v % 5, 4 - v % 5) for v in (x, y, z)) == [0, 1, 2],
    "tetra-octa": lambda x, y, z: (
        (x % 3, y % 3, z % 3)
        in [
            [(1, 1, 1), (2, 0, 0), (0, 2, 0), (0, 0, 2), (2, 2, 2)],
            [(1, 1, 1), (0, 0, 0), (2, 2, 0), (2, 0, 2), (0, 2, 2)],
        ][(x // 3 + y // 3 + z // 3) % 2]
    ),
}


@pytest.mark.parametrize("name", VALID)
def test_cells_have_the_coordinates_that_burrtools_gives_them(name: str) -> None:
    points = np.indices((12, 12, 12)).reshape(3, -1).T - 6
    assert GRIDS[name].contains(points).tolist() == [VALID[name](*point) for point in points.tolist()]


@grids
def test_bodies_of_cells_fill_space(grid: Grid) -> None:
    space = abs(np.linalg.det(np.concatenate([grid.vectors(grid.basis), [(0, 0, 0.5)]])[:3]))
    solid = [body for body in grid.bodies if isinstance(body, Polyhedron)]
    if not isinstance(grid, Tiling) or len(grid.outlines[0]) > 2:  # between sticks there are gaps
        assert not solid or np.isclose(sum(map(volume, solid)), space)


def volume(body: Polyhedron) -> float:
    """Return the volume of a body, as the sum of the pyramids over its faces."""
    found = 0.0
    for face in body.faces:
        first, *rest = face.corners
        for one, other in pairwise(rest):
            found += abs(float(np.linalg.det([first, one, other]))) / 6
    return found


@pytest.mark.few(3)
@grids
def test_what_a_cell_meets_would_meet_it_on_the_way_back(grid: Grid) -> None:
    kinds = range(len(grid.kinds))
    for step in grid.directions[:6]:
        back = (-step[0], -step[1], -step[2])
        for one in kinds:
            for ahead in grid.swept(step)[one]:
                other = int(grid.kind(grid.kinds[one] + ahead))
                assert (-ahead).tolist() in grid.swept(back)[other].tolist()
        fresh = replace(grid).swept(back)  # computed before its opposite
        assert [cells.tolist() for cells in fresh] == [cells.tolist() for cells in grid.swept(back)]
