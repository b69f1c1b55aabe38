"""Grids, placements and symmetry in the page's language: the same as Python's."""

from functools import cache
from typing import Any

import numpy as np
import pytest
from in_node import in_node

import satpuzzle as sp
from satpuzzle.cover.tables import Tables
from satpuzzle.puzzle.formats.plain import make_puzzle
from satpuzzle.puzzle.formats.writing import content
from satpuzzle.puzzle.grids import GRIDS
from satpuzzle.puzzle.model import Piece, Puzzle
from satpuzzle.puzzle.shape import orientations
from satpuzzle.studio.page import page_data

LARGE = {"macmahon-triangles", "n-pentacubes-5x5x5", "y-pentacubes-5x5x5", "conway-blocks", "conway-6-6-5"}

_TABLES = """
answer(input.puzzles.map((content) => {
  const puzzle = puzzleOf(content, library), geometry = geometryOf(puzzle);
  const cover = coverIn(geometry, puzzle), symmetry = symmetryIn(geometry, cover);
  const { elements, rotations, total } = symmetry, { further, lower } = cover;
  return { options: cover.options.map((items) => items.filter((item) => item < further)), lower, rotations, total,
    elements: elements.map(({ items }) => [...items.slice(0, further)].join()).sort(),
    leaders: restrictions(cover, symmetry).map(({ item, kept }) => [item, kept]),
    fine: mistake(puzzle) === null, board: puzzle.board, written: contentOf(puzzle) };
}));
"""


def tables_in_node(puzzles: list[Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = in_node(_TABLES, "placements.js", "symmetry.js", "classes.js", puzzles=puzzles)
    return found


def agree(found: dict[str, Any], puzzle: Puzzle) -> None:
    tables = Tables.of(puzzle)
    cover, symmetry = tables.cover, tables.symmetry
    further = len(puzzle.board) + len(puzzle.pieces) + (puzzle.empties is not None and puzzle.empties[1] > 0)
    rows = [cover.items_of(option).tolist() for option in range(len(cover.rows))]
    options, expected = found["options"], [[item for item in row if item < further] for row in rows]
    if puzzle.wrapping.glide is not None:  # of all that a glide makes of a placement, either program begins with one
        options, expected = sorted(options), sorted(expected)
    assert options == expected
    assert found["lower"][:further] == cover.lower[:further].tolist()
    assert sorted(found["lower"]) == sorted(cover.lower.tolist())
    images = (",".join(map(str, items[:further])) for items in symmetry.items.tolist())
    assert found["elements"] == sorted(images)
    assert [found["rotations"], found["total"]] == [symmetry.rotation.sum(), symmetry.total.sum()]
    leaders = [(item, len(rest.options_of(item))) for item, rest in symmetry.restrictions(cover) if item is not None]
    assert found["leaders"] == [list(each) for each in leaders]
    assert found["fine"] == (puzzle.impossible() is None)


@pytest.mark.full
@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.slow)])
def test_bundled_puzzles_have_the_same_placements_and_symmetries(every: int) -> None:
    files = page_data()["puzzles"]
    names = [name for name in sp.puzzles() if name not in LARGE and name in files][::every]
    for name, found in zip(names, tables_in_node([files[name] for name in names]), strict=True):
        agree(found, sp.load(name))
        assert found["board"] == sp.load(name).board.tolist()


@pytest.mark.full
def test_what_the_page_writes_is_read_as_the_same_puzzle() -> None:
    names = ["soma", "iq-pyramid-4", "stella-octangula-any", "hexiamonds-6x6", "prisms-triangle", "pentominoes-8x8"]
    files = page_data()["puzzles"]
    for name, found in zip(names, tables_in_node([files[name] for name in names]), strict=True):
        said, puzzle = found["written"], sp.load(name)
        sizes = [p.get("count", p.get("max", 1)) for p in said["pieces"]]
        again = make_puzzle(
            grid=said["grid"], board=said["board"], pieces=said["pieces"], mirror=said.get("mirror", True)
        )
        assert (again.board == puzzle.board).all()
        assert sizes == [piece.max for piece in puzzle.pieces]
        for one, other in zip(again.pieces, puzzle.pieces, strict=True):
            assert (one.name, one.min, one.max, one.mirror) == (
                other.name,
                other.min,
                other.max,
                other.mirror,
            )
            assert sorted(one.cells.tolist()) == sorted(other.cells.tolist())


@cache
def grown(grid: str, size: int, seed: int) -> tuple[tuple[int, ...], ...]:
    """Return connected cells of a grid, chosen at random."""
    random, of = np.random.default_rng(seed), GRIDS[grid]
    cells = [tuple(of.kinds[int(random.integers(len(of.kinds)))].tolist())]
    while len(cells) < size:
        cell = np.array(cells[int(random.integers(len(cells)))])
        steps = of.neighbours(int(of.kind(cell[None])[0]))
        other = tuple((cell + steps[int(random.integers(len(steps)))]).tolist())
        if other not in cells:
            cells.append(other)
    return tuple(sorted(cells))


def any_puzzle(grid: str, seed: int) -> Puzzle:
    """Return a puzzle of a random board and a few random pieces; it may have no solution."""
    random = np.random.default_rng(seed)
    board = np.array(grown(grid, int(random.integers(6, 16)), seed))
    names = iter("ABCDE")
    pieces = []
    for number in range(int(random.integers(1, 5))):
        size = int(random.integers(1, 5))
        most = int(random.integers(1, 4))
        pieces.append(
            Piece(
                next(names),
                np.array(grown(grid, size, 7 * seed + number)),
                min=int(random.integers(0, most + 1)),
                max=most,
                mirror=bool(random.integers(4)),
            )
        )
    optional = random.integers(4, size=len(board)) == 0
    return Puzzle("any", GRIDS[grid], board, optional, tuple(pieces))


@pytest.mark.full
def test_random_puzzles_have_the_same_placements_and_symmetries() -> None:
    puzzles = [any_puzzle(grid, seed) for grid in GRIDS for seed in range(5)]
    for puzzle, found in zip(puzzles, tables_in_node([content(p, drawn=False) for p in puzzles]), strict=True):
        agree(found, puzzle)


def test_a_drawing_has_the_same_cells_in_the_page() -> None:
    files: list[dict[str, Any]] = [
        {"grid": grid, "board": board, "pieces": [{"name": "A", "cells": "#"}]}
        for grid, board in [
            ("octasquares", "*.*\n.*.\n*.*"), ("octasquares", "* *.\n.*\n* *"), ("octasquares", ".\n.*"),
            ("trihexes", "*.x"), ("trihexes", ".\n**"), ("sticks", ".*.*\n..\n.*.*"), ("triangular", ".***\n.*"),
        ]
    ]  # fmt: skip
    found = in_node(
        "answer(input.files.map((file) => contentOf(puzzleOf(file, library)).board));", "puzzle.js", files=files
    )
    assert [sorted(cells) for cells in found] == [sorted(sp.make_puzzle(**file).board.tolist()) for file in files]


def test_a_piece_has_the_same_orientations_on_every_grid() -> None:
    shapes = [(grid, grown(grid, size, seed)) for grid in GRIDS for size in (1, 3, 5) for seed in range(4)]
    script = """
      answer(input.shapes.map(([grid, cells]) =>
        [true, false].map((mirror) =>
          orientations({ cells, mirror }, library.grids.get(grid)).map((image) => image.cells))));
    """
    for (grid, cells), found in zip(shapes, in_node(script, "shape.js", shapes=shapes), strict=True):
        for over, images in zip((True, False), found, strict=True):
            assert images == orientations(np.array(cells), GRIDS[grid], over).tolist()


@pytest.mark.slow
def test_the_symmetries_of_many_placements_are_found() -> None:
    soma = page_data()["puzzles"]["soma"] | {"box": [9, 9, 9], "optional": np.argwhere(np.ones((9, 9, 9))).tolist()}
    script = """
      const puzzle = puzzleOf(input.soma, library), geometry = geometryOf(puzzle), cover = coverIn(geometry, puzzle);
      answer([cover.options.length, symmetryIn(geometry, cover).elements.length]);
    """
    assert in_node(script, "placements.js", "symmetry.js", soma=soma) == [47_488, 48]
