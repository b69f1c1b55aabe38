"""Common multiples: a published catalogue, brute force, limits, the command."""

import json
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from clocks import Countdown
from commands import complaint, run

import satpuzzle as sp
from satpuzzle.engines.config import solver_config
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.polyforms import polyforms
from satpuzzle.questions.tilings.common import (
    Common,
    CommonQuestion,
    _parts,
    _window,
    common,
    numbers_of,
    parties_of,
    region,
)
from satpuzzle.questions.tilings.prototile import Prototile, encoded
from satpuzzle.questions.tilings.shapes import prototiles
from satpuzzle.questions.tilings.symmetry import symmetries
from satpuzzle.questions.tilings.torus import point_group

# Nagoya's catalogue of least common multiples of polyominoes: the straight tetromino and a pentomino
SMALL, LARGE = "FILNPWY", "TUVZ"
SQUARES, TRIANGLES = sp.GRIDS["square"], sp.GRIDS["triangular"]


@pytest.mark.full
@pytest.mark.parametrize("piece", SMALL[::3])
def test_common_multiples_of_the_straight_tetromino_with_20_cells(piece: str) -> None:
    found = common("****", f"pentominoes#{piece}")
    assert (found.number, found.final) == (20, True)
    check(found)


@pytest.mark.full
@pytest.mark.parametrize("piece", "U")
def test_a_common_multiple_with_40_cells_and_none_with_20(piece: str) -> None:
    found = common("****", f"pentominoes#{piece}")
    assert (found.number, found.excluded, found.final) == (40, (20,), True)
    check(found)


@pytest.mark.slow
@pytest.mark.parametrize("pieces", [("****", f"pentominoes#{piece}") for piece in LARGE] + [
    ("pentominoes#U", "pentominoes#Z", "***/*..")
])  # fmt: skip
def test_common_multiples_with_40_cells(pieces: tuple[str, ...]) -> None:
    found = common(*pieces)
    assert (found.number, found.excluded, found.final) == (40, (20,), True)
    check(found)


def check(found: Common) -> None:
    """Check that each shape tiles the region."""
    regions = []
    for party, tiling in zip(found.parties, found.tilings, strict=True):
        cells = [cell for tile, copy in tiling for cell in party[tile].copy(copy)]
        assert len({*cells}) == len(cells) == found.number and len(_parts(party[0].grid, {*cells})) == 1
        regions.append({*cells})
    assert all(region == regions[0] for region in regions)


def test_the_smallest_regions_are_those_that_brute_force_finds() -> None:
    shapes = ["***", "**/*.", "****", "***/*.."]
    for one, other in combinations(shapes, 2):
        found = common(one, other, cells=8)
        assert found.number == _by_hand(one, other, 8), (one, other)


def _by_hand(one: str, other: str, most: int) -> int | None:
    tiles = prototiles([one, other])
    for number in range(1, most + 1):
        if all(number % len(tile.cells) == 0 for tile in tiles):
            for cells in polyforms(number, tiles[0].grid):
                if all(_tiles(tile, cells.tolist()) for tile in tiles):
                    return number
    return None


def _tiles(tile: Prototile, cells: list[list[int]]) -> bool:
    pieces = [{"name": "A", "cells": tile.cells, "min": 0, "max": "any"}]
    return sp.solve(sp.make_puzzle(grid="square", board=cells, pieces=pieces), limit=1).first() is not None


@pytest.mark.full
def test_on_other_grids_and_with_sets() -> None:
    found = common(" * /* *", "* * *", grid="hexagonal", cells=9)
    assert found.number is not None and found.final
    check(found)
    sets = common("tetracubes#I", "tetracubes#O", cells=16)
    assert sets.number == 8
    check(sets)
    both = common("pentominoes", "**/**", cells=20)
    assert both.final and both.number == 20
    check(both)
    triangles = common("hexiamonds#A", "hexiamonds#B", cells=12)
    assert triangles.final


def test_windows_have_the_cells_of_all_regions_with_this_first_cell() -> None:
    for name in ("square", "triangular", "hexagonal"):
        grid = sp.GRIDS[name]
        for first in range(len(grid.kinds)):
            window = _window(grid, first, 4)
            for cells in polyforms(4, grid):
                for image in Prototile("A", grid, cells).orientations:
                    least = min(image)
                    if least % len(grid.kinds) == first:
                        assert {cell - least + first for cell in image} <= window


def test_numbers_of_cells_that_all_parties_can_have() -> None:
    assert numbers_of([prototiles("****"), prototiles(["***", "**/**"])], 12) == [4, 8, 12]
    assert numbers_of([prototiles("****"), prototiles(["***", "*****"])], 8) == [8]
    assert parties_of(["**/*.", "pentominoes#X", "pentominoes"])[1] == ["A", "X", "pentominoes"]


def test_a_stopped_search_says_what_is_open() -> None:
    found = common("****", "pentominoes#T", clock=Countdown(3))
    assert not found.final and found.sentence.endswith("open: 20, 40, 60")
    assert common("**", "***", cells=5).sentence == "no region of at most 5 cells is tiled by each of A and A"
    with pytest.raises(PuzzleError, match="a common multiple is of two shapes or more"):
        common("**")
    with pytest.raises(PuzzleError, match="shapes on the grids hexagonal and square"):
        common("**", "tetrahexes")


@pytest.mark.full
def test_the_command(tmp_path: Path) -> None:
    ended = run("tile", "common", "***", "**/*.", "--draw", "a.svg", cwd=tmp_path)
    assert ended.returncode == 0 and "6 cells" in ended.stdout and (tmp_path / "a.svg").exists()
    assert json.loads(run("tile", "common", "***", "**/*.", "--json").stdout)["cells"] == 6
    assert complaint(run("tile", "common", "***", "**/*.", "--size", "3")).startswith(
        "--size: not allowed with tile common"
    )


# Oddities: symmetric regions of an odd number of copies.  The numbers of copies of pentominoes are those that George
# Sicherman's page of pentomino oddities gives, in the order lateral, diagonal, rotary, double lateral.
ODDITIES = {
    ("F", "upright"): 3,
    ("P", "diagonal"): 3,
    ("P", "half turn"): 5,
    ("I", "diagonal"): 5,
    ("V", "diagonal"): 1,
}


@pytest.mark.parametrize(("piece", "symmetry"), ODDITIES)
def test_oddities_have_as_many_copies_as_published(piece: str, symmetry: str) -> None:
    found = common(f"pentominoes#{piece}", symmetry=symmetry, odd=True, backend="native")
    assert (found.number, found.final) == (5 * ODDITIES[piece, symmetry], True)
    check(found)
    (tile,), (tiling,) = found.parties[0], found.tilings
    assert _is_symmetric([cell for _, copy in tiling for cell in tile.decoded([copy])[0]], symmetry)


# The elements of the groups of the square, of which one each is enough; `full` has a quarter turn and an upright line.
MOVES: dict[str, list[Callable[[int, int], tuple[int, int]]]] = {
    "half turn": [lambda x, y: (-x, -y)],
    "quarter turn": [lambda x, y: (-y, x)],
    "upright": [lambda x, y: (-x, y), lambda x, y: (x, -y)],
    "diagonal": [lambda x, y: (y, x), lambda x, y: (-y, -x)],
}


def _is_symmetric(cells: list[list[int]], symmetry: str) -> bool:
    """Tell whether a set of squares has a symmetry."""
    own = {(x, y) for x, y, _ in cells}

    def kept(move: Callable[[int, int], tuple[int, int]]) -> bool:
        images = {move(x, y) for x, y in own}
        across, down = (min(cell[axis] for cell in images) - min(cell[axis] for cell in own) for axis in (0, 1))
        return {(x - across, y - down) for x, y in images} == own

    words = ["quarter turn", "upright"] if symmetry == "full" else symmetry.split(" and ")
    return all(any(map(kept, MOVES[word])) for word in words)


@pytest.mark.full
def test_the_smallest_symmetric_regions_are_those_that_brute_force_finds() -> None:
    grid = sp.GRIDS["square"]
    for shape, most in (("**/*.", 6), ("**", 6)):
        (tile,) = prototiles(shape)
        regions = [
            cells for many in range(len(tile.cells), most + 1, len(tile.cells)) for cells in polyforms(many, grid)
        ]
        for symmetry in symmetries(grid, point_group(grid)):
            for odd in (False, True):
                numbers = (len(cells) for cells in regions if (len(cells) // len(tile.cells) % 2 or not odd)
                           and _is_symmetric(cells.tolist(), symmetry) and _tiles(tile, cells.tolist()))  # fmt: skip
                found = common(shape, symmetry=symmetry, odd=odd, cells=most, backend="native")
                assert found.final and found.number == min(numbers, default=None), (shape, symmetry, odd)


def test_symmetric_regions_are_connected() -> None:
    grid = sp.GRIDS["square"]
    codes = encoded(grid, np.array([(0, 0, 0), (1, 0, 0), (1, 1, 0), (3, 0, 0)])).tolist()
    assert sorted(map(len, _parts(grid, {*codes}))) == [1, 3]
    three = common("* *", grid="hexagonal", symmetry="third turn", odd=True, cells=6, backend="native")
    assert three.number == 6
    check(three)
    apart = region([prototiles("*", grid="triangular")], 2, solver_config("native"),
                   symmetries=symmetries(TRIANGLES, point_group(TRIANGLES))["half turn"])  # fmt: skip
    assert apart is not None and len(apart[0]) == 2
    assert region([prototiles("*", grid="triangular")], 3, solver_config("native"),
                  symmetries=symmetries(TRIANGLES, point_group(TRIANGLES))["third turn"]) is None  # fmt: skip


def test_symmetries_of_grids() -> None:
    names = {grid: [*symmetries(sp.GRIDS[grid], point_group(sp.GRIDS[grid]))] for grid in ("square", "hexagonal")}
    assert names["square"] == ["diagonal", "half turn", "upright", "half turn and diagonal", "half turn and upright",
                               "quarter turn", "full"]  # fmt: skip
    assert len(names["hexagonal"]) == 9
    orders = [len(group.motions) for group in symmetries(SQUARES, point_group(SQUARES))["half turn"]]
    assert orders == [2, 2, 2]  # around a cell, an edge, a corner
    for grid in ("square", "hexagonal", "triangular"):
        for groups in symmetries(sp.GRIDS[grid], point_group(sp.GRIDS[grid])).values():
            for group in groups:
                for cell in (0, 1 % len(sp.GRIDS[grid].kinds), 40 * len(sp.GRIDS[grid].kinds)):
                    orbit = group.orbit(cell)
                    assert {group.orbit(image) for image in orbit} == {orbit}
                    assert len(group.motions) % len(orbit) == 0


def test_symmetries_that_make_no_sense_are_refused() -> None:
    with pytest.raises(PuzzleError, match=r"symmetry sixth turn .*: choose from diagonal, half turn, upright"):
        common("**", symmetry="sixth turn")
    with pytest.raises(PuzzleError, match="the grid cubic may not be symmetric: it is not flat"):
        common("**", grid="cubic", symmetry="half turn")
    both = [prototiles(["**", "***"])]
    with pytest.raises(PuzzleError, match=r"odd numbers of copies are of shapes with as many cells, not 2, 3"):
        CommonQuestion((), odd=True).smallest(both, ["A"])
    with pytest.raises(PuzzleError, match="symmetry full: needed is a shape or a set of shapes with as many cells"):
        CommonQuestion((), symmetry="full").smallest(both, ["A"])
    with pytest.raises(PuzzleError, match="a common multiple with a symmetry is of one shape or more"):
        common(symmetry="full")
