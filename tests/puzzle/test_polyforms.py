"""Polyforms: their numbers are published, and each shape is connected and listed once."""

from collections.abc import Iterable
from functools import cache
from itertools import combinations, product

import numpy as np
import pytest
from witness.bodies import GRIDS as WITNESSES
from witness.bodies import Point

from satpuzzle.puzzle.grids import GRIDS, Grid, Points
from satpuzzle.puzzle.library import load
from satpuzzle.puzzle.polyforms import polyforms
from satpuzzle.puzzle.shape import normalised

# Free and one-sided shapes of 1, 2, 3 ... cells, from the On-Line Encyclopedia of Integer Sequences.
PUBLISHED = {
    ("square", False): [1, 1, 2, 5, 12, 35, 108],  # A000105
    ("square", True): [1, 1, 2, 7, 18, 60, 196],  # A000988
    ("cubic", False): [1, 1, 2, 7, 23, 112],  # A038119
    ("cubic", True): [1, 1, 2, 8, 29, 166],  # A000162
    ("fcc", False): [1, 1, 4, 20, 131],  # the sums of the rows of A300812
    ("hexagonal", False): [1, 1, 3, 7, 22, 82],  # A000228
    ("hexagonal", True): [1, 1, 3, 10, 33, 147],  # A006535
    ("triangular", False): [1, 1, 1, 3, 4, 12, 24],  # A000577
    ("triangular", True): [1, 1, 1, 4, 6, 19, 43],  # A006534
    ("half-squares", False): [1, 3, 4, 14, 30, 107, 318],  # A006074, polyaboloes
    ("kites", False): [1, 2, 4, 10, 27, 85, 262],  # A057786
    ("drafters", False): [1, 6, 14, 64, 237],  # A056842
    ("octasquares", False): [2, 2, 7, 22, 93, 413],  # A343577
    ("trihexes", False): [2, 1, 4, 9],  # A343398
    ("snub-square", False): [2, 2, 4, 10, 28, 79, 235],  # A309159
    ("sticks", False): [1, 2, 5, 16, 55, 222],  # A019988
    ("trigs", False): [1, 3, 12, 60],  # A159867
    ("twigs", False): [1, 1, 3, 4, 12, 27, 78],  # A197459, of rhombi, which are dual to twigs
}


SIZES = {"half-cubes": 2, "drafters": 3}  # of shapes, elsewhere 4


@pytest.mark.few(3)
@pytest.mark.parametrize(("grid", "one_sided"), PUBLISHED)
def test_the_numbers_of_polyforms_are_those_published(grid: str, one_sided: bool) -> None:
    expected = PUBLISHED[grid, one_sided]
    assert [len(polyforms(size + 1, GRIDS[grid], one_sided)) for size in range(len(expected))] == expected


@pytest.mark.full
def test_one_shape_of_six_drafters_lies_in_its_grid_in_two_ways() -> None:
    # A056842 counts polygons up to congruence, 1024.  Three rectangles in the shape of an L are two shapes here: their
    # inner corner is a corner of triangles, or the middle of a side, and no isometry of the grid exchanges these.
    shapes = {shape.tobytes() for shape in polyforms(6, GRIDS["drafters"])}
    assert len(shapes) == 1025
    rectangles = [
        [[0, 0, k] for k in (0, 1, 2)] + [[1, -2, k] for k in (3, 4, 5)] + [[1, -1, k] for k in (0, 1, 2)]
        + [[1, -1, k] for k in range(6, 12)] + [[2, -2, k] for k in (6, 7, 8)],
        [[0, 0, k] for k in range(6)] + [[0, 1, k] for k in (0, 1, 2, 9, 10, 11)]
        + [[1, -1, k] for k in (6, 7, 8)] + [[1, 0, k] for k in (6, 7, 8)],
    ]  # fmt: skip
    assert {np.array(cells, np.int64).tobytes() for cells in rectangles} <= shapes


@pytest.mark.few(1, "name")
@pytest.mark.parametrize("name", GRIDS)
@pytest.mark.parametrize("one_sided", [False, True])
def test_shapes_are_connected_and_distinct(name: str, one_sided: bool) -> None:
    grid, size = GRIDS[name], SIZES.get(name, 4)
    shapes = polyforms(size, grid, one_sided)
    for shape in shapes:
        cells = {tuple(cell) for cell in shape.tolist()}
        reached = frontier = {min(cells)}
        while frontier:
            steps = {
                tuple((np.array(cell) + step).tolist())
                for cell in frontier
                for step in grid.neighbours(int(grid.kind(np.array(cell))))
            }
            frontier = (steps & cells) - reached
            reached = reached | frontier
        assert reached == cells
        assert len(cells) == size * len(grid.forms[0])
    images = [
        {image.tobytes() for image in normalised(grid.isometries(shape) if not one_sided else turned, grid)}
        for shape in shapes
        for turned in [grid.rotations(shape, mirror=False)]
    ]
    assert len(set().union(*images)) == sum(map(len, images))


Cell = tuple[int, ...]


def _cells(points: Points) -> frozenset[Cell]:
    return frozenset(map(tuple, points.tolist()))


@pytest.mark.few(3)
@pytest.mark.parametrize("grid", GRIDS.values(), ids=str)
def test_no_shape_is_missing(grid: Grid) -> None:
    """Shapes that grow cell by cell in every position, none of them turned, are the images of those that are listed."""
    size, fixed = SIZES.get(grid.name, 4), {normalised(form, grid).tobytes() for form in grid.forms}

    @cache
    def covering(cell: Cell) -> list[frozenset[Cell]]:
        """Return the forms that cover a cell."""
        kind = grid.kind(np.array(cell))
        return [_cells(form - own + cell) for form in grid.forms for own in form if grid.kind(own) == kind]

    @cache
    def near(cell: Cell) -> frozenset[Cell]:
        return _cells(grid.neighbours(int(grid.kind(np.array(cell)))) + cell)

    for _ in range(1, size):
        shapes = [_cells(np.frombuffer(shape, np.int64).reshape(-1, 3)) for shape in fixed]
        grown = {
            shape | form
            for shape in shapes
            for cell in set().union(*map(near, shape)) - shape
            for form in covering(cell)
            if not form & shape
        }
        fixed = {normalised(np.array([*shape]), grid).tobytes() for shape in grown}
    turned = [grid.rotations(shape, mirror=False) for shape in polyforms(size, grid, one_sided=True)]
    moved = [grid.isometries(shape) for shape in polyforms(size, grid)]
    for images in (turned, moved):
        assert {image.tobytes() for some in images for image in normalised(some, grid)} == fixed


Solid = frozenset[Point]  # tetrahedra, each by the sum of its corners
Faces = set[frozenset[Point]]


def halves(x: int, y: int, z: int) -> list[tuple[Solid, Faces]]:
    """Return the halves of a cube of edge 2, and all faces of their tetrahedra; the least corner is given."""
    cut = WITNESSES["rhombic"]
    bodies: list[Solid] = [frozenset((x + a, y + b, z + c) for a, b, c in cut.body(cell)) for cell in cut.unit]
    found = []
    for a, b, c in ((1, 1, 0), (1, -1, 0), (1, 0, 1), (1, 0, -1), (0, 1, 1), (0, 1, -1)):
        height: dict[Point, int] = {
            (p, q, r): a * (p - x - 1) + b * (q - y - 1) + c * (r - z - 1) for p, q, r in set().union(*bodies)
        }
        for side in (1, -1):
            inside = [body for body in bodies if all(side * height[corner] >= 0 for corner in body)]
            faces = {frozenset(face) for body in inside for face in combinations(body, 3)}
            found.append((frozenset(_sum(body) for body in inside), faces))
    return found


def _sum(corners: Iterable[Point]) -> Point:
    x, y, z = map(sum, zip(*corners, strict=True))
    return x, y, z


@pytest.mark.parametrize(("proper", "known"), [(True, [1, 12]), (False, [1, 8])])
def test_half_cubes_are_joined_as_polyhedra_are(proper: bool, known: list[int]) -> None:
    every = [half for cube in product((-2, 0, 2), repeat=3) for half in halves(*cube)]
    matrices = WITNESSES["rhombic"].matrices(proper)

    def key(solid: Solid) -> bytes:
        images = np.array(matrices) @ np.array([*solid]).T
        images -= images.min(axis=2, keepdims=True)
        return min(bytes(np.unique(image, axis=1).tobytes()) for image in images)

    shapes = [{b"": halves(0, 0, 0)[0]}]
    for _ in known[1:]:
        larger = {
            key(solid | more): (solid | more, faces | its)
            for solid, faces in shapes[-1].values()
            for more, its in every
            if faces & its and not solid & more
        }
        shapes.append(larger)
    assert [*map(len, shapes)] == known
    assert [len(polyforms(size + 1, GRIDS["half-cubes"], proper)) for size in range(len(known))] == known


def test_cubes_with_half_a_cube_on_a_face_are_as_many_as_is_known() -> None:
    # Peter Esser's extended polycubes (polyforms.eu, clipped cubes): whole squares of the half cube lie on all cubes
    # beside it.  He has 1, 5, 32, 215, 1542, 11339.
    cubic, grid = GRIDS["cubic"], GRIDS["half-cubes"]
    found = []
    for size in (1, 2, 3):
        shapes = set()
        for cubes in polyforms(size, cubic, one_sided=True):
            own, whole = set(map(tuple, cubes.tolist())), (5 * cubes[:, None] + grid.kinds).reshape(-1, 3)
            steps = cubic.neighbours()
            for place in {tuple(cube) for step in steps for cube in (cubes + step).tolist()} - own:
                beside = np.array([step for step in steps if tuple((place + step).tolist()) in own])
                for half in (form % 5 for form in grid.forms):
                    if ((half - 2) @ beside.T == 2).sum(axis=0).min() == 4:  # of the four tetrahedra at each face
                        images = normalised(grid.rotations(np.vstack([whole, half + 5 * np.array(place)])), grid)
                        shapes.add(min(image.tobytes() for image in images))
        found.append(len(shapes))
    assert found == [1, 5, 32]


def test_there_are_25_shapes_of_four_balls() -> None:
    """If shapes are extended up to rotations, two of them are missing; see the docstring of `polyforms`."""
    assert [len(polyforms(size, GRIDS["fcc"], one_sided=True)) for size in range(1, 6)] == [1, 1, 4, 25, 210]


def test_a_mirror_pair_is_two_one_sided_shapes_and_one_free_shape() -> None:
    free, one_sided = (polyforms(5, GRIDS["cubic"], sided) for sided in (False, True))
    chiral = [shape for shape in free if len(_turned(shape)) < len(_reflected(shape))]
    assert len(one_sided) == len(free) + len(chiral) == 23 + 6


def _turned(shape: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> set[bytes]:
    grid = GRIDS["cubic"]
    return {image.tobytes() for image in normalised(grid.rotations(shape), grid)}


def _reflected(shape: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> set[bytes]:
    grid = GRIDS["cubic"]
    return {image.tobytes() for image in normalised(grid.isometries(shape), grid)}


def test_the_pentominoes_are_those_of_the_bundled_set() -> None:
    grid = GRIDS["square"]

    def forms(shapes: Iterable[Points]) -> set[bytes]:
        return {min(image.tobytes() for image in normalised(grid.isometries(shape), grid)) for shape in shapes}

    assert forms(polyforms(5, grid)) == forms(piece.cells for piece in load("pentominoes-6x10").pieces)


def test_a_size_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="size 0: allowed are integers from 1"):
        polyforms(0, GRIDS["square"])
