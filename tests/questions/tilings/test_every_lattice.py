"""What is the same for shapes: lattices, boxes, symmetries of regions, against searches that leave nothing out."""

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import product
from json import dumps, loads
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
import pytest
from every_lattice import fewest, fewest_isohedral, fewest_together, grown, reflected

import satpuzzle as sp
from satpuzzle.puzzle.editing import check_square
from satpuzzle.puzzle.grids import GRIDS, Grid
from satpuzzle.puzzle.grids.written import load
from satpuzzle.questions.tilings.census import PlaneQuestion
from satpuzzle.questions.tilings.common import CommonQuestion
from satpuzzle.questions.tilings.plane import decide
from satpuzzle.questions.tilings.prototile import Prototile
from satpuzzle.questions.tilings.rectangles import rectangles
from satpuzzle.questions.tilings.shapes import prototiles, with_areas
from satpuzzle.questions.tilings.strip import filled
from satpuzzle.questions.tilings.together import TogetherQuestion
from satpuzzle.questions.tilings.torus import allowed, point_group, turned_boxes

MOST = 4  # copies in a period
# Sizes of which a few copies fill whole units, for grids with many kinds of cells
SIZES = {"rhombic": (6, 8, 12), "half-cubes": (6, 8, 12), "tetra-octa": (5, 10), "drafters": (3, 4, 6),
         "kites": (3, 4, 6), "half-squares": (4, 6, 8), "cairo": (2, 3, 4, 6), "snub-square": (3, 6),
         "trihexes": (3, 6), "octasquares": (2, 4), "fcc": (3, 4, 5), "cubic": (4, 5, 6)}  # fmt: skip
FLAT = (3, 4, 5, 6, 7)
LARGE = {"tetra-octa", "rhombic", "half-cubes", "cubic"}  # grids with many lattices or cells


class Drawn(NamedTuple):
    """A random shape."""

    grid: str
    cells: list[tuple[int, int, int]]
    mirror: bool

    @classmethod
    def by(cls, dice: Random, grid: str) -> "Drawn":
        return cls(grid, grown(grid, dice.choice(SIZES.get(grid, FLAT)), dice), dice.random() < 0.25)

    @property
    def tile(self) -> Prototile:
        return Prototile("A", GRIDS[self.grid], np.array(self.cells), self.mirror)


def differences(one: Drawn) -> Iterator[str]:
    """Yield what the program says of a shape and a search on every lattice does not."""
    verdict = decide(one.tile, MOST, 0)
    found = {"copies": verdict.tiling, "isohedral": verdict.isohedral}
    for (what, tiling), search in zip(found.items(), (fewest, fewest_isohedral), strict=True):
        said = None if tiling is None or len(tiling.copies) > MOST else len(tiling.copies)
        if said != (right := search(one.grid, one.cells, one.mirror, MOST)):
            yield f"{one}: {what} {said}, not {right}"


@pytest.mark.few(3)
@pytest.mark.parametrize("grid", with_areas())
def test_random_shapes_have_the_fewest_copies_that_a_search_on_every_lattice_finds(grid: str) -> None:
    dice = Random(61)
    assert not [wrong for _ in range(2 if grid in LARGE else 8) for wrong in differences(Drawn.by(dice, grid))]


@pytest.mark.slow
def test_5000_random_shapes_have_the_fewest_copies_that_a_search_on_every_lattice_finds(seed: int) -> None:
    dice, grids = Random(seed), with_areas()
    assert not [wrong for number in range(5000) for wrong in differences(Drawn.by(dice, grids[number % len(grids)]))]


@pytest.mark.parametrize("drawn", ["*./**/*./*.", "..*/..*/***/.**"])
def test_a_one_sided_shape_and_its_mirror_image_tile_with_one_copy_in_a_period(drawn: str) -> None:
    (tile,) = prototiles(drawn, one_sided=True)
    cells = [(x, y, z) for x, y, z in tile.cells.tolist()]
    for its in (cells, reflected("square", cells)):
        verdict = decide(replace(tile, cells=np.array(its)))
        assert verdict.tiling is not None and len(verdict.tiling.copies) == fewest("square", its, False, MOST) == 1


def test_a_journal_of_an_older_version_is_not_asked_about_a_one_sided_shape(tmp_path: Path) -> None:
    tiles = prototiles(["*./**/*./*.", "***/*.."], one_sided=True) + prototiles("***/*..")
    older = [sha256(dumps([tile.grid.name, tile.mirror, tile.cells.tolist()]).encode()).hexdigest() for tile in tiles]
    found = [*PlaneQuestion(journal=tmp_path / "new").verdicts(tiles)]
    keys = [loads(line)["key"] for line in (tmp_path / "new").read_text().splitlines()[1:]]
    assert [key in older for key in keys] == [False, False, True]
    assert [one.as_dict() for one in PlaneQuestion(journal=tmp_path / "new").verdicts(tiles)] == [
        one.as_dict() for one in found
    ]


@pytest.mark.parametrize("grid", ["square", "hexagonal", "triangular", "cairo"])
def test_two_one_sided_shapes_together_have_the_fewest_copies(grid: str) -> None:
    dice = Random(3)
    for _ in range(6):
        size = dice.choice(SIZES.get(grid, FLAT[:3]))
        pair = [grown(grid, size, dice) for _ in range(2)]
        tiles = [Prototile(name, GRIDS[grid], np.array(cells), mirror=False)
                 for name, cells in zip("AB", pair, strict=True)]  # fmt: skip
        found = TogetherQuestion(tiles, copies=MOST, coronas=0).decided(tiles)
        assert (len(found.copies) or None) == fewest_together(grid, pair, False, MOST), pair


@pytest.mark.few(3)
@pytest.mark.parametrize("name", with_areas())
def test_what_is_allowed_carries_every_copy_to_a_copy_and_nothing_else_does(name: str) -> None:
    dice, grid = Random(name), GRIDS[name]
    for _ in range(4):
        drawn = Drawn.by(dice, name)
        own = {image.tobytes() for image in drawn.tile.images}
        group = allowed([drawn.tile])
        for pair in point_group(grid):
            images = {image.tobytes() for image in drawn.tile.moved(np.array(pair[0])).images}
            assert (images == own) == (pair in group)
    chiral = Drawn.by(dice, name).tile
    both = [chiral, *(chiral.moved(np.array(matrix)) for matrix, _ in point_group(grid))]
    assert allowed(both) == point_group(grid)  # with a mirror image in the set, all motions are allowed


# Boxes and regions


def grid_of(folder: Path, corners: str) -> Grid:
    """Return a grid with one kind of cell, which a square of side 4 is without its teeth."""
    path = folder / "teeth.toml"
    path.write_text(f'frame = "square"\nperiods = [[4, 0], [0, 4]]\ncells = [{{ name = "a", corners = {corners} }}]\n')
    return load(path)


def test_boxes_are_the_same_in_the_orders_that_motions_of_the_shapes_make(tmp_path: Path) -> None:
    (p,) = prototiles("**/**/*.", one_sided=True)
    drawn = Prototile("A", GRIDS["hexagonal"], np.array([(0, 0, 0), (1, 0, 0), (2, 0, 0), (2, 1, 0)]))
    handed = replace(drawn, mirror=False)
    assert turned_boxes([p]) == ((0, 1), (1, 0))  # a quarter turn
    assert (turned_boxes([drawn]), turned_boxes([handed])) == (((0, 1), (1, 0)), ((0, 1),))
    chevrons = grid_of(tmp_path, "[[0, 0], [4, 0], [5, 2], [4, 4], [0, 4], [1, 2]]")
    column = Prototile("A", chevrons, chevrons.box((1, 2)))
    assert turned_boxes([column]) == ((0, 1),)  # it fits in no row
    with pytest.raises(sp.PuzzleError, match="neither squares nor cubes"):
        check_square(sp.make_puzzle(grid=chevrons, box=[1, 2], pieces={"A": chevrons.box((1, 2))}), "scale")


@pytest.mark.parametrize("name", ["square", "hexagonal", "triangular", "octasquares", "kites", "half-squares"])
def test_each_box_is_filled_if_a_search_fills_it(name: str) -> None:
    dice = Random(name)
    for _ in range(3):
        tile = Drawn.by(dice, name).tile
        found = rectangles(tile, "4x4")
        orders = turned_boxes([tile])
        kinds = {tuple(one.sizes[side] for side in order): one for one in found.rectangles for order in orders}
        for sizes in product(range(1, 5), repeat=2):
            assert kinds[sizes].filled == (filled([tile], sizes) is not None), (tile.cells.tolist(), sizes)


@pytest.mark.parametrize("grid", ["cairo", "snub-square"])
def test_the_smallest_symmetric_regions_of_mirror_images_have_as_many_cells(grid: str) -> None:
    """On these grids there are two points of a quarter turn, which only reflections carry to each other."""
    dice = Random(7)
    for _ in range(2):
        cells = grown(grid, 3 if grid == "snub-square" else 2, dice)
        both = [Prototile("A", GRIDS[grid], np.array(its), mirror=False) for its in (cells, reflected(grid, cells))]
        for symmetry in ("half turn", "quarter turn"):
            own, other = (
                CommonQuestion((), cells=6, backend="native", symmetry=symmetry).smallest([[one]], ["A"])
                for one in both
            )
            assert own.number == other.number
    pair = Prototile("A", GRIDS["cairo"], np.array([(0, 0, 1), (1, 0, 0)]), mirror=False)
    assert CommonQuestion((), cells=12, backend="native", symmetry="quarter turn").smallest([[pair]], ["A"]).number == 4
