"""Two grids that are not among those of satpuzzle, each added by one line: hexagons, and triangles of two kinds."""

from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import satpuzzle as sp
from satpuzzle.cover.describe import text
from satpuzzle.errors import PuzzleError
from satpuzzle.motion.replay import crashes
from satpuzzle.puzzle import drawing
from satpuzzle.puzzle.grids import GRIDS, Grid, Points
from satpuzzle.puzzle.grids.base import generated
from satpuzzle.puzzle.grids.bodies import Polyhedron
from satpuzzle.puzzle.shape import normalised, orientations
from satpuzzle.solutions.read import read

Cell = tuple[int, ...]
Domino = frozenset[Cell]

# In axes at 60 degrees a sixth of a turn takes (x, y) to (-y, x + y).  With a reflection it generates the dihedral
# group of order 12; with the reflection in the plane there are 24 isometries of space, 12 of them rotations.
SIXTH = [(0, -1, 0), (1, 1, 0), (0, 0, 1)]
MIRROR = [(0, 1, 0), (1, 0, 0), (0, 0, 1)]
UPSIDE_DOWN = [(1, 0, 0), (0, 1, 0), (0, 0, -1)]
DIHEDRAL = generated(SIXTH, MIRROR, UPSIDE_DOWN)
AXES = np.array([(1, 0, 0), (0, 1, 0)])


class Hexagonal(Grid):
    """Hexagons; characters of one row are two columns apart, and the next row begins one column farther."""

    def positions(self, cells: Points) -> Points:
        x, y, _ = np.moveaxis(cells, -1, 0)
        return np.stack([2 * x + y, y, 0 * x], axis=-1)

    def _at(self, positions: Points) -> Points:
        column, row, _ = np.moveaxis(positions, -1, 0)
        return np.stack([(column - row) // 2, row, 0 * row], axis=-1)

    @property
    def margins(self) -> Points:
        return np.array([(0, 0, 0), (1, 0, 0)])


class Triangular(Grid):
    """Triangles (x, y, 0) with corners (x, y), (x + 1, y), (x, y + 1), and (x, y, 1) on the other side of its edge.

    A row has both kinds in turn; the first character of a drawing is of the first kind.
    """

    def exact(self, cells: Points) -> Points:
        x, y, z = np.moveaxis(cells, -1, 0)
        return np.stack([3 * x + z + 1, 3 * y + z + 1, 0 * z], axis=-1)

    def from_exact(self, points: Points) -> Points:
        x, y, _ = np.moveaxis(points, -1, 0)
        return np.stack([x // 3, y // 3, x % 3 - 1], axis=-1)

    def positions(self, cells: Points) -> Points:
        x, y, z = np.moveaxis(cells, -1, 0)
        return np.stack([2 * x + y + z, y, 0 * z], axis=-1)

    def _at(self, positions: Points) -> Points:
        column, row, _ = np.moveaxis(positions, -1, 0)
        return np.stack([(column - row) // 2, row, (column - row) % 2], axis=-1)

    def corner(self, positions: Points) -> Points:
        column, row, layer = positions.min(axis=0).tolist()
        return np.array([column - (column - row) % 2, row, layer])


HEXAGONAL = Hexagonal("toy", AXES, DIHEDRAL)
TRIANGULAR = Triangular("toy", AXES, DIHEDRAL, np.array([(0, 0, 0), (0, 0, 1)]))
TOYS = (HEXAGONAL, TRIANGULAR)

Load = Callable[[Grid, str], sp.Puzzle]


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Load:
    def load(grid: Grid, rest: str) -> sp.Puzzle:
        monkeypatch.setitem(GRIDS, "toy", grid)
        path = tmp_path / "mine.toml"
        path.write_text(f'lattice = "toy"\n{rest}')
        return sp.load(path)

    return load


HEXAGONS = """
board = '''
  * * *
 * * * *
* * # * *
 * * * *
  * * *
'''
pieces = [{ name = "D", cells = "* *", count = 9 }]
"""
TRIANGLES = """
board = '''
.*****.
*******
*******
.*****.
'''
pieces = [{ name = "D", cells = "**", count = 12 }]
"""

# Symmetries and shapes


@pytest.mark.parametrize("grid", TOYS)
def test_a_hexagon_has_24_isometries_in_space_of_which_12_are_rotations(grid: Grid) -> None:
    assert len(grid.group) == 24
    assert len(grid.motions()) == 12
    assert len(grid.motions(turn_over=False)) == 6


@pytest.mark.parametrize("grid", TOYS)
def test_all_images_of_cells_are_cells_at_the_same_distances(grid: Grid) -> None:
    cells = np.array([(5, -3, 0), (6, -3, 0), (4, -2, 0), (5, -2, grid.kinds[-1, 2])])
    apart = distances(grid, cells)
    for image in [*grid.rotations(cells), *grid.rotations(cells, turn_over=False), *grid.isometries(cells)]:
        assert grid.contains(image).all()
        assert np.allclose(distances(grid, image), apart)


def distances(grid: Grid, cells: Points) -> Points:
    places = grid.centres(cells)
    found: Points = np.linalg.norm(places[:, None] - places, axis=2)
    return found


def grown(grid: Grid, size: int) -> set[frozenset[Cell]]:
    """Return all connected shapes of so many cells, each at home."""
    shapes = {frozenset([cell]) for cell in map(tuple, grid.kinds.tolist())}
    for _ in range(size - 1):
        shapes = {
            frozenset(map(tuple, normalised(np.array([*shape, cell]), grid).tolist()))
            for shape in shapes
            for there in shape
            for cell in neighbours(grid, there)
            if cell not in shape
        }
    return shapes


def neighbours(grid: Grid, cell: Cell) -> list[Cell]:
    kind = int(grid.kind(np.array(cell)))
    return [tuple(beside) for beside in (grid.neighbours(kind) + np.array(cell)).tolist()]


@pytest.mark.parametrize(
    ("grid", "turn_over", "fixed", "kinds"),
    [
        (HEXAGONAL, True, [1, 3, 11, 44], [1, 1, 3, 7]),  # OEIS A001207, A000228
        (HEXAGONAL, False, [1, 3, 11, 44], [1, 1, 3, 10]),  # A006535
        (TRIANGULAR, True, [2, 3, 6, 14, 36, 94], [1, 1, 1, 3, 4, 12]),  # A001420, A000577
        (TRIANGULAR, False, [2, 3, 6, 14, 36, 94], [1, 1, 1, 4, 6, 19]),  # A006534
    ],
    ids=["free polyhexes", "one-sided polyhexes", "free polyiamonds", "one-sided polyiamonds"],
)
def test_there_are_as_many_shapes_as_is_known(grid: Grid, turn_over: bool, fixed: list[int], kinds: list[int]) -> None:
    for size, number in enumerate(fixed, 1):
        shapes = grown(grid, size)
        assert len(shapes) == number
        classes = {
            frozenset(
                frozenset(map(tuple, image.tolist())) for image in orientations(np.array([*shape]), grid, turn_over)
            )
            for shape in shapes
        }
        assert len(classes) == kinds[size - 1]
        assert set().union(*classes) == shapes


def test_bodies_are_hexagons_and_triangles_with_cells_behind_their_sides() -> None:
    for grid, corners in ((HEXAGONAL, 6), (TRIANGULAR, 3)):
        for kind, body in enumerate(grid.bodies):
            assert isinstance(body, Polyhedron)
            assert sorted(len(face.corners) for face in body.faces) == sorted([4] * corners + [corners] * 2)
            for face in body.faces:
                if face.behind is not None:
                    beside = grid.kinds[kind] + face.behind
                    assert np.allclose(grid.centres(beside) - grid.centres(grid.kinds[kind]), face.step)
            assert len(grid.neighbours(kind)) == corners


# Packings, by hand


def matchings(cells: frozenset[Cell], grid: Grid) -> Iterator[frozenset[Domino]]:
    """Yield all ways to part cells into pairs of neighbours."""
    if not cells:
        yield frozenset()
        return
    first = min(cells)
    for other in neighbours(grid, first):
        if other in cells:
            yield from (rest | {frozenset((first, other))} for rest in matchings(cells - {first, other}, grid))


def turned(cell: Cell, grid: Grid) -> Cell:
    """Turn a cell by 60 degrees about the origin, by its centre in axes at 60 degrees, three times as fine."""
    x, y, z = cell
    if grid is HEXAGONAL:
        return -y, x + y, 0
    return (-y - z, x + y + z, 0) if z else (-y - 1, x + y, 1)


def reflected(cell: Cell) -> Cell:
    x, y, z = cell
    return y, x, z


def classes(packings: set[frozenset[Domino]], grid: Grid) -> int:
    """Return how many packings there are up to turning by 60 degrees and reflection."""
    left, found = set(packings), 0
    while left:
        found += 1
        orbit = {left.pop()}
        fresh = set(orbit)
        while fresh:
            images = {frozenset(frozenset(turned(cell, grid) for cell in pair) for pair in p) for p in fresh}
            images |= {frozenset(frozenset(map(reflected, pair)) for pair in p) for p in fresh}
            fresh = images - orbit
            orbit |= images
        assert orbit <= packings
        left -= orbit
    return found


def packed(solution: sp.Solution, origin: Cell) -> frozenset[Domino]:
    return frozenset(
        frozenset(tuple(x - o for x, o in zip(cell, origin, strict=True)) for cell in cells.tolist())
        for _, cells in solution.pieces
    )


CENTRED = [
    pytest.param(HEXAGONAL, HEXAGONS, (1, 2, 0), id="hexagons"),
    pytest.param(TRIANGULAR, TRIANGLES, (1, 2, 0), id="triangles"),
]


@pytest.mark.parametrize(("grid", "rest", "middle"), CENTRED)
def test_dominoes_on_a_hexagonal_patch_are_counted_as_by_hand(load: Load, grid: Grid, rest: str, middle: Cell) -> None:
    puzzle = load(grid, rest)
    assert puzzle.grid is grid
    cells = frozenset(tuple(x - m for x, m in zip(cell, middle, strict=True)) for cell in puzzle.board.tolist())
    by_hand = set(matchings(cells, grid))
    run = sp.solve(puzzle, up_to="raw")
    assert {packed(solution, middle) for solution in run} == by_hand
    assert run.symmetry == {"rotations": 12, "isometries": 12}
    assert run.counts == sp.Counts(len(by_hand), classes(by_hand, grid), classes(by_hand, grid))
    assert len(list(sp.solve(puzzle))) == run.counts.isometries
    if grid is TRIANGULAR:
        assert len(by_hand) == 20  # lozenges in a hexagon of side 2: MacMahon's formula for boxes


@pytest.mark.parametrize(("grid", "rest", "middle"), CENTRED)
def test_pieces_that_keep_their_upper_side_leave_six_rotations(load: Load, grid: Grid, rest: str, middle: Cell) -> None:
    assert orders(load(grid, "mirror = false\n" + rest)) == {"rotations": 6, "isometries": 12}


def orders(puzzle: sp.Puzzle) -> dict[str, int]:
    return sp.symmetry_of(puzzle, sp.ExactCover.of(puzzle, sp.place(puzzle))).orders


def test_a_triangle_is_not_translated_to_one_of_the_other_kind(load: Load) -> None:
    # Three in a row lie in 6 ways, two of them in a row that begins with a triangle of the first kind.
    row = 'board = "*****"\npieces = [{ name = "A", cells = "***" }, { name = "B", cells = "**" }]'
    puzzle = load(TRIANGULAR, row)
    assert len(orientations(puzzle.pieces[0].cells, TRIANGULAR)) == 6
    placements = sp.place(puzzle)
    assert np.bincount(placements.piece).tolist() == [3, 4]
    lying = {tuple(puzzle.board[placements.covered(n)][:, 2].tolist()) for n in range(3)}
    assert lying == {(0, 1, 0), (1, 0, 1)}
    assert sp.count(puzzle).raw == 2
    large = load(TRIANGULAR, 'board = "***\\n.*."\npieces = [{ name = "A", cells = "*", count = 4 }]')
    assert orders(large) == {"rotations": 6, "isometries": 6}  # half a turn of a triangle is one of the other kind


# Drawings, pictures, motion


@pytest.mark.parametrize(("grid", "rest", "middle"), CENTRED)
def test_a_solution_is_printed_read_back_drawn_and_taken_apart(load: Load, grid: Grid, rest: str, middle: Cell) -> None:
    puzzle = load(grid, rest)
    first, *_ = solutions = list(sp.solve(puzzle))
    printed = "\n\n".join(map(str, solutions))
    assert [found.options for found in read(puzzle, printed, "mine")] == [found.options for found in solutions]
    assert next(iter(sp.solve(puzzle, given=str(first)))).options == first.options
    corner = " ".join(",".join(map(str, cell[: grid.dimension])) for cell in first.pieces[0][1].tolist())
    assert next(iter(sp.solve(puzzle, given=f"D: {corner}")))
    assert "lattice toy" in text(puzzle)
    assert "symmetries: 12 rotations, 12 isometries" in text(puzzle)
    outlines = sp.draw(first).svg.count("M")
    assert outlines > len(puzzle.board)
    assert "<html" in sp.view(first).html
    found = sp.assembly(first)
    assert (found.verdict, found.core) == ("yes", ())
    assert len(found.steps) == len(first.pieces) - (not len(puzzle.frame))


def test_hexagons_are_drawn_in_rows_that_alternate() -> None:
    cells: dict[Cell, str] = {(0, 0, 0): "A", (1, 0, 0): "B", (0, 1, 0): "C", (-1, 1, 0): "D", (-1, 2, 0): "E"}
    layers = drawing.draw(cells, HEXAGONAL)
    assert layers == [[" A B", "D C ", " E  "]]
    found = {mark: tuple((cell - (1, 0, 0)).tolist()) for mark, cell in drawing.read(layers, HEXAGONAL)}
    assert found == {mark: cell for cell, mark in cells.items()}  # one column farther, where all are cells


def test_a_mark_between_hexagons_is_refused_in_one_line(load: Load) -> None:
    with pytest.raises(PuzzleError, match=r"board has a mark at column 2, row 1, layer 1, where lattice toy has no"):
        load(HEXAGONAL, 'board = "**"\npieces = [{ name = "A", cells = "*" }]')


def test_a_box_of_triangles_has_both_kinds(load: Load) -> None:
    puzzle = load(TRIANGULAR, 'box = [2, 3]\npieces = [{ name = "D", cells = "**", count = 6 }]')
    assert puzzle.board[:, 2].tolist() == [0, 1] * 6
    assert sp.count(puzzle).raw == len(set(matchings(frozenset(map(tuple, puzzle.board.tolist())), TRIANGULAR)))


@pytest.mark.parametrize("grid", [*GRIDS.values(), *TOYS], ids=[*GRIDS, "hexagonal", "triangular"])
def test_what_a_cell_sweeps_is_what_it_overlaps_in_small_steps(grid: Grid) -> None:
    for way, kind in product(grid.directions, range(len(grid.kinds))):
        swept = {tuple(step) for step in grid.swept(way)[kind].tolist()}
        near = [grid.kinds[kind] + step for step in product(range(-3, 4), repeat=3)]
        cells = [cell for cell in np.array(near) if grid.contains(cell) and (cell != grid.kinds[kind]).any()]
        steps = [(int(x), int(y), int(z)) for x, y, z in (np.array(cells) - grid.kinds[kind]).tolist()]
        assert swept == {step for step in steps if crashes(grid, kind, way, step)}


def test_hexagons_move_towards_their_neighbours_past_two_others() -> None:
    assert set(HEXAGONAL.directions) == {(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (1, -1, 0), (-1, 1, 0)}
    assert set(map(tuple, HEXAGONAL.swept((1, 0, 0))[0].tolist())) == {(1, 0, 0), (0, 1, 0), (1, -1, 0)}
    assert set(map(tuple, TRIANGULAR.swept((1, 0, 0))[0].tolist())) == {(1, 0, 0), (0, 0, 1)}
