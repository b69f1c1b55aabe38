import numpy as np
import pytest
from by_hand import cells_of, turned
from hypothesis import given
from hypothesis import strategies as st

from satpuzzle.puzzle.grids import CUBIC, FCC, GRIDS, SQUARE, Grid
from satpuzzle.puzzle.grids.bodies import Ball

lattices = pytest.mark.parametrize("lattice", GRIDS.values(), ids=GRIDS)


def test_the_lattices_are_square_cubic_and_fcc() -> None:
    assert list(GRIDS) == ["square", "cubic", "fcc"]
    assert [lattice.single_layer for lattice in GRIDS.values()] == [True, False, False]
    assert [lattice.two_sided for lattice in GRIDS.values()] == [True, False, False]
    assert [lattice.dimension for lattice in GRIDS.values()] == [2, 3, 3]
    assert [isinstance(lattice.bodies[0], Ball) for lattice in GRIDS.values()] == [False, False, True]


@pytest.mark.parametrize(("lattice", "order"), [(SQUARE, 16), (CUBIC, 48), (FCC, 48)])
def test_the_point_group_has_its_order(lattice: Grid, order: int) -> None:
    assert len({matrix.tobytes() for matrix in lattice.group}) == len(lattice.group) == order


@pytest.mark.parametrize(
    ("lattice", "turn_over", "order"),
    [(SQUARE, True, 8), (SQUARE, False, 4), (CUBIC, True, 24), (CUBIC, False, 24), (FCC, True, 24), (FCC, False, 24)],
)
def test_pieces_have_so_many_motions(lattice: Grid, turn_over: bool, order: int) -> None:
    motions = lattice.motions(turn_over)
    assert len({matrix.tobytes() for matrix in motions}) == len(motions) == order
    assert (np.rint(np.linalg.det(motions)) == 1).all()


@lattices
def test_the_point_group_consists_of_isometries_and_is_closed(lattice: Grid) -> None:
    assert (lattice.group @ lattice.group.transpose(0, 2, 1) == np.eye(3)).all()
    elements = {matrix.tobytes() for matrix in lattice.group}
    assert {(a @ b).tobytes() for a in lattice.group for b in lattice.group} == elements


@lattices
def test_the_point_group_carries_cells_to_cells(lattice: Grid) -> None:
    for matrix in lattice.group:
        assert lattice.contains(lattice.basis @ matrix.T).all()


@pytest.mark.parametrize("turn_over", [True, False])
def test_motions_are_a_group_of_their_own(turn_over: bool) -> None:
    for lattice in GRIDS.values():
        motions = lattice.motions(turn_over)
        elements = {matrix.tobytes() for matrix in motions}
        assert {(a @ b).tobytes() for a in motions for b in motions} == elements


def test_quarter_turns_about_two_axes_make_all_rotations_of_the_cube() -> None:
    corner = (1, 2, 3)
    images = turned((corner,), "cubic", True)
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


@lattices
@given(steps=st.lists(st.integers(-(2**18), 2**18), min_size=3, max_size=3))
def test_positions_give_the_steps_back(lattice: Grid, steps: list[int]) -> None:
    known = np.array([steps[: len(lattice.basis)]])
    cells = known @ lattice.basis
    assert lattice.contains(cells).all()
    assert (lattice.positions(cells)[:, : len(lattice.basis)] == known).all()
    assert (lattice.cells_at(lattice.positions(cells)) == cells).all()
