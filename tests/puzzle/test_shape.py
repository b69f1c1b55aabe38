from collections.abc import Iterator
from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import SHAPES, make_piece
from witness.bodies import embedded
from witnessed import Cell, Cells, cells_of, turned

import satpuzzle as sp
from satpuzzle.puzzle.grids import GRIDS, Grid, Points
from satpuzzle.puzzle.grids.cubic import CUBIC
from satpuzzle.puzzle.grids.fcc import FCC
from satpuzzle.puzzle.grids.square import SQUARE
from satpuzzle.puzzle.model import Piece
from satpuzzle.puzzle.shape import normalised, orientations


def pieces_of(name: str) -> dict[str, Piece]:
    return {piece.name: piece for piece in sp.load(name).pieces}


def at_origin(cells: tuple[Cell, ...]) -> Cells:
    """Return the cells, translated so that the smallest is the origin."""
    first = min(cells)
    return frozenset(tuple(x - y for x, y in zip(cell, first, strict=True)) for cell in cells)


def oriented(cells: Points, grid: Grid, over: bool = True) -> set[Cells]:
    return {frozenset(cells_of(image.tolist())) for image in orientations(cells, grid, over)}


# Known numbers

PENTOMINOES = {"F": 8, "I": 2, "L": 8, "N": 8, "P": 8, "T": 4, "U": 4, "V": 4, "W": 4, "X": 1, "Y": 8, "Z": 4}
ONE_SIDED = {"F": 4, "I": 2, "L": 4, "N": 4, "P": 4, "T": 4, "U": 4, "V": 4, "W": 4, "X": 1, "Y": 4, "Z": 2}
TETRACUBES = {"L": 24, "T": 12, "Z": 12, "A": 12, "B": 12, "P": 8, "I": 3, "O": 3}


def test_the_twelve_pentominoes_lie_in_63_ways() -> None:
    found = {name: len(orientations(p.cells, SQUARE)) for name, p in pieces_of("pentominoes-6x10").items()}
    assert found == PENTOMINOES
    assert sum(found.values()) == 63


def test_a_pentomino_that_must_not_be_turned_over_has_half_as_many_orientations_if_it_is_chiral() -> None:
    found = {name: len(orientations(p.cells, SQUARE, False)) for name, p in pieces_of("pentominoes-6x10").items()}
    assert found == ONE_SIDED


def test_the_eight_tetracubes_lie_in_86_ways() -> None:
    found = {name: len(orientations(p.cells, CUBIC)) for name, p in pieces_of("tetracubes-2x4x4").items()}
    assert found == TETRACUBES
    assert sum(found.values()) == 86


def test_a_solid_pentomino_turns_in_three_planes() -> None:
    for name, piece in pieces_of("solid-pentominoes-2x5x6").items():
        assert len(orientations(piece.cells, CUBIC)) == 3 * PENTOMINOES[name] // (2 if name == "I" else 1)


def grown(grid: Grid, size: int) -> set[Cells]:
    """Return all connected shapes with a number of cells, translated to the origin."""
    steps = cells_of([*grid.basis.tolist(), *(-grid.basis).tolist()])
    shapes: set[Cells] = {frozenset([(0, 0, 0)])}
    for _ in range(size - 1):
        shapes = {
            at_origin((*shape, cell))
            for shape in shapes
            for there in shape
            for step in steps
            if (cell := tuple(x + y for x, y in zip(there, step, strict=True))) not in shape
        }
    return shapes


@pytest.mark.parametrize(
    ("grid", "mirror", "fixed", "kinds"),
    [
        (SQUARE, True, [1, 2, 6, 19, 63], [1, 1, 2, 5, 12]),  # OEIS A001168, A000105
        (SQUARE, False, [1, 2, 6, 19, 63], [1, 1, 2, 7, 18]),  # A000988
        (CUBIC, True, [1, 3, 15, 86, 534], [1, 1, 2, 8, 29]),  # A001931, A000162
    ],
    ids=["free polyominoes", "one-sided polyominoes", "polycubes"],
)
def test_orientations_sort_all_shapes_into_the_known_number_of_kinds(
    grid: Grid, mirror: bool, fixed: list[int], kinds: list[int]
) -> None:
    for size, number in enumerate(fixed, 1):
        shapes = grown(grid, size)
        assert len(shapes) == number
        classes = {frozenset(oriented(np.array(sorted(shape)), grid, mirror)) for shape in shapes}
        assert len(classes) == kinds[size - 1]
        assert set().union(*classes) == shapes


# Balls


def balls(*steps: tuple[int, int, int]) -> Points:
    """Return balls, given by column, row and layer."""
    cells: Points = np.array(steps) @ FCC.basis
    return cells


ROW = balls((0, 0, 0), (1, 0, 0), (2, 0, 0))
TRIANGLE = balls((0, 0, 0), (1, 0, 0), (0, 0, 1))
TETRAHEDRON = balls((0, 0, 0), (1, 0, 0), (0, 0, 1), (0, -1, 1))
SQUARE_OF_FOUR = balls((0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0))
OPEN_CHAIN = balls((0, 0, 0), (1, 0, 0), (0, 0, -1))  # three balls at 120 degrees, in a plane of triangles
SCREW = balls((0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1))


def by_motions(cells: Points) -> set[Cells]:
    """Return the orientations under the 24 rotations of the point group."""
    return {at_origin(image) for image in turned(cells_of(cells.tolist()), "cubic")}


def nearby(reach: int) -> list[Cell]:
    return [cell for cell in product(range(-reach, reach + 1), repeat=3) if sum(cell) % 2 == 0]


def by_distances(cells: Points, mirror: bool = False) -> set[Cells]:
    """Return the orientations found by trying all balls nearby."""
    first, *rest = cells_of((cells - cells[0]).tolist())
    reach = max(max(map(abs, cell)) for cell in [first, *rest])
    radius = int(max(sum(x * x for x in cell) for cell in [first, *rest]) ** 0.5)
    points = [cell for cell in nearby(max(reach, radius)) if sum(x * x for x in cell) <= radius**2 + 2 * radius]
    images = embedded([first, *rest], points, proper=not mirror)
    return {at_origin(image) for image in images if image[0] == (0, 0, 0)}


def test_two_touching_balls_lie_in_six_ways_and_a_row_of_three_as_well() -> None:
    assert len(orientations(ROW[:2], FCC)) == 6
    assert len(orientations(ROW, FCC)) == 6


def test_three_balls_in_a_triangle_lie_in_eight_ways() -> None:
    # It points up or down in each of the four planes of triangles; a rotation by 60 degrees exchanges the two.
    assert len(orientations(TRIANGLE, FCC)) == 8


def test_four_balls_in_a_tetrahedron_lie_in_two_ways_and_in_a_square_in_three() -> None:
    assert len(orientations(TETRAHEDRON, FCC)) == 2
    assert len(orientations(SQUARE_OF_FOUR, FCC)) == 3


def test_a_flat_piece_of_balls_turns_by_60_degrees_which_the_lattice_does_not() -> None:
    assert len(by_motions(OPEN_CHAIN)) == 12
    assert len(orientations(OPEN_CHAIN, FCC)) == 24
    assert by_motions(OPEN_CHAIN) < oriented(OPEN_CHAIN, FCC)


@pytest.mark.full
def test_a_chiral_piece_of_balls_is_never_mirrored() -> None:
    mirrored = SCREW * np.array([1, 1, -1])
    assert len(orientations(SCREW, FCC)) == len(orientations(mirrored, FCC)) == len(by_distances(SCREW))
    assert not oriented(SCREW, FCC) & oriented(mirrored, FCC)


def test_reflections_give_a_chiral_piece_its_mirror_image() -> None:
    mirrored = SCREW * np.array([1, 1, -1])
    images = {at_origin(cells_of(image.tolist())) for image in FCC.isometries(SCREW)}
    assert images == oriented(SCREW, FCC) | oriented(mirrored, FCC)


def test_a_single_cell_has_an_orientation_for_each_kind_of_its_body() -> None:
    for grid in GRIDS.values():
        cell = grid.kinds[:1] + 4 * grid.basis[1]
        found = orientations(cell, grid)
        # Two tetrahedra and eight octants; octagons; hexagons; four triangles and two squares.
        odd = {"tetra-octa": 2, "octasquares": 1, "trihexes": 1, "snub-square": 4}
        assert len(found) == odd.get(grid.name, len(grid.kinds))
        assert set(images_of(found)) <= {frozenset(cells_of(grid.home(kind[None]).tolist())) for kind in grid.kinds}


@pytest.mark.few(3)
@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_balls_lie_wherever_the_distances_are_right(shape: list[tuple[int, int, int]]) -> None:
    piece = make_piece("piece", shape, FCC)
    assert oriented(piece.cells, FCC) == by_distances(piece.cells)


def test_a_far_ball_stays_at_its_distance() -> None:
    # A rotation about z with cosine 5/13 carries the near balls to balls, but the far one to a point without a ball.
    cells = np.array([(0, 0, 0), (0, 0, 2), (6, -4, 0), (4, 6, 0), (130_001, 1, 0)])
    for image in orientations(cells, FCC):
        assert distances(image) == distances(cells)
    assert len(orientations(cells, FCC)) == 24


def distances(cells: Points) -> list[int]:
    squares: list[int] = ((cells[:, None] - cells[None]) ** 2).sum(axis=2).ravel().tolist()
    return sorted(squares)


# Properties


Drawn = tuple[Grid, Points, bool]  # a piece and whether it may be turned over


@st.composite
def shapes(draw: st.DrawFn) -> Drawn:
    grid = draw(st.sampled_from([SQUARE, CUBIC, FCC]))  # whose coordinates are Cartesian up to scale
    axes = len(grid.basis)
    steps = draw(st.sets(st.tuples(*[st.integers(-2, 2)] * axes), min_size=1, max_size=5))
    return grid, np.array(sorted(steps)) @ grid.basis, draw(st.booleans())


def images_of(shape: Points) -> Iterator[Cells]:
    return (frozenset(cells_of(image.tolist())) for image in shape)


@pytest.mark.full
@settings(deadline=None)
@given(shapes())
def test_orientations_are_closed_under_every_motion(
    drawn: Drawn,
) -> None:
    grid, cells, mirror = drawn
    found = oriented(cells, grid, mirror)
    for image in orientations(cells, grid, mirror):
        for motion in grid.motions(mirror):
            assert at_origin(cells_of((image @ motion.T).tolist())) in found
    for image in orientations(cells, grid, mirror)[-3:]:
        assert oriented(image, grid, mirror) == found


@settings(deadline=None)
@given(shapes())
def test_orientations_contain_only_cells_of_the_lattice(
    drawn: Drawn,
) -> None:
    grid, cells, mirror = drawn
    for image in orientations(cells, grid, mirror):
        assert len(image) == len(cells)
        assert grid.contains(image).all()


@settings(deadline=None)
@given(shapes())
def test_orientations_are_distinct_ordered_and_at_the_origin(
    drawn: Drawn,
) -> None:
    grid, cells, mirror = drawn
    images = [image.tolist() for image in orientations(cells, grid, mirror)]
    assert all(image == sorted(image) and image[0] == [0, 0, 0] for image in images)
    assert len(set(images_of(orientations(cells, grid, mirror)))) == len(images)
    assert images == sorted(images)


@settings(deadline=None)
@given(shapes())
def test_squares_and_cubes_turn_as_they_do_by_hand(
    drawn: Drawn,
) -> None:
    grid, cells, mirror = drawn
    if grid is not FCC:
        by_hand = turned(cells_of(cells.tolist()), grid.name, mirror)
        assert oriented(cells, grid, mirror) == {at_origin(image) for image in by_hand}


@settings(deadline=None)
@given(shapes())
def test_cell_i_of_every_turning_is_the_image_of_cell_i(
    drawn: Drawn,
) -> None:
    grid, cells, mirror = drawn
    squares = ((cells[:, None] - cells[None]) ** 2).sum(axis=2)
    for image in [*grid.rotations(cells, mirror), *grid.isometries(cells)]:
        assert (((image[:, None] - image[None]) ** 2).sum(axis=2) == squares).all()


@settings(deadline=None)
@given(shapes(), st.tuples(*[st.integers(-9, 9)] * 3), st.randoms())
def test_a_shape_is_normalised_wherever_it_lies(
    drawn: Drawn,
    step: tuple[int, int, int],
    random: Random,
) -> None:
    grid, cells, _ = drawn
    moved = (cells + np.array(step[: len(grid.basis)]) @ grid.basis).tolist()
    random.shuffle(moved)
    assert (normalised(np.array(moved), grid) == normalised(cells, grid)).all()
    assert normalised(cells, grid)[0].tolist() == [0, 0, 0]
