"""Common multiples: a published catalogue, brute force, limits, the command."""

import json
from itertools import combinations
from pathlib import Path

import pytest
from clocks import Countdown
from commands import complaint, run

import satpuzzle as sp
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.polyforms import polyforms
from satpuzzle.tilings.common import Common, _window, common, numbers_of, parties_of
from satpuzzle.tilings.prototile import Prototile
from satpuzzle.tilings.shapes import prototiles

# Nagoya's catalogue of least common multiples of polyominoes: the straight tetromino and a pentomino
SMALL, LARGE = "FILNPWY", "TUVZ"


@pytest.mark.parametrize("piece", SMALL[::3])
def test_common_multiples_of_the_straight_tetromino_with_20_cells(piece: str) -> None:
    found = common("****", f"pentominoes#{piece}")
    assert (found.number, found.final) == (20, True)
    check(found)


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
        assert len({*cells}) == len(cells) == found.number
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


def test_the_command(tmp_path: Path) -> None:
    ended = run("tile", "common", "***", "**/*.", "--draw", "a.svg", cwd=tmp_path)
    assert ended.returncode == 0 and "6 cells" in ended.stdout and (tmp_path / "a.svg").exists()
    assert json.loads(run("tile", "common", "***", "**/*.", "--json").stdout)["cells"] == 6
    assert complaint(run("tile", "common", "***", "**/*.", "--size", "3")) == "--size 3: not allowed with common"
