"""The checker in C as a WebAssembly module makes the same placements and symmetries as the program."""

from typing import Any

import pytest
from in_node import in_node

import satpuzzle as sp
from satpuzzle.cover.tables import Tables
from satpuzzle.puzzle.formats.reading import of_table
from satpuzzle.puzzle.formats.writing import content
from satpuzzle.puzzle.model import Puzzle

_SCRIPT = """
answer(input.puzzles.map((content) => {
  try {
    const { arrays: cover, sizes, group } = new Geometry(content);
    const flags = [...group.flags];
    const plain = sizes.cells + sizes.pieces;
    const items = (o) => [...cover.item.slice(cover.begin[o], cover.begin[o + 1])].filter((item) => item < plain);
    return { sizes, cells: [...cover.cells], optional: [...cover.optional], lower: [...cover.low],
      options: Array.from({ length: sizes.options }, (_, o) => items(o).join()),
      rotations: flags.filter((flag) => flag & 1).length, isometries: flags.filter((flag) => flag & 2).length,
      total: flags.filter((flag) => flag & 4).length };
  } catch (error) {
    return { error: error.message };
  }
}));
"""


def made(puzzles: list[Any]) -> list[dict[str, Any]]:
    """Return for each puzzle, a table of JSON, what the module makes of it."""
    found: list[dict[str, Any]] = in_node(_SCRIPT, "geometry.js", puzzles=puzzles)
    return found


def agree(found: dict[str, Any], puzzle: Puzzle) -> None:
    tables = Tables.of(puzzle)
    cover, symmetry = tables.cover, tables.symmetry
    shown = found["sizes"]["cells"] + found["sizes"]["pieces"]
    rows = (cover.items_of(option).tolist() for option in range(len(cover.rows)))
    assert sorted(found["options"]) == sorted(",".join(str(i) for i in row if i < shown) for row in rows)
    assert found["cells"] == puzzle.board.ravel().tolist()
    assert sorted(found["lower"]) == sorted(cover.lower.tolist())
    assert [found["rotations"], found["total"]] == [symmetry.rotation.sum(), symmetry.total.sum()]


@pytest.mark.slow
def test_bundled_puzzles_have_the_same_cover_and_symmetries() -> None:
    puzzles = [sp.load(name) for name in sp.puzzles()]
    for puzzle, found in zip(puzzles, made([content(puzzle, drawn=False) for puzzle in puzzles]), strict=True):
        assert "error" not in found, (puzzle.name, found)
        agree(found, puzzle)


def test_soma_has_the_same_cover_and_symmetries() -> None:
    [found] = made([content(sp.load("soma"), drawn=False)])
    agree(found, sp.load("soma"))


def test_rules_have_the_same_options() -> None:
    square = {"grid": "square", "box": [4, 4], "pieces": [{"name": "A", "cells": [[0, 0, 0], [1, 0, 0]], "count": 8}]}
    rules = [
        "no crossroads",
        "at border: all",
        "fault-free",
        "symmetric: half turn",
        "apart: A",
        "together: A exactly 8",
    ]
    tables = [{**square, "rules": [rule]} for rule in rules]
    for table, found in zip(tables, made(tables), strict=True):
        agree(found, of_table(table, "ruled"))


PRISMS = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [2, 0, 0], [0, 0, 1], [1, 0, 1]]
OCTANTS = [[1, 1, 1], [2, 0, 0], [0, 2, 0], [0, 0, 2], [2, 2, 2], [4, 1, 1], [3, 0, 0]]


@pytest.mark.parametrize(
    ("grid", "board", "piece"),
    [
        ("prisms", PRISMS, [[0, 0, 0]]),
        ("prisms", PRISMS, [[0, 0, 0], [1, 0, 0]]),
        ("rhombic", [[0, 1, 2], [0, 2, 1], [0, 3, 2], [0, 2, 3], [1, 0, 2]], [[0, 1, 2]]),
        ("tetra-octa", OCTANTS, [[2, 0, 0]]),
        ("tetra-octa", OCTANTS, [[1, 1, 1]]),
    ],
)
def test_planes_in_space_are_those_along_faces(grid: str, board: list[Any], piece: list[Any]) -> None:
    """Certificates know `fault-free` on cubes only, so this compares the module with the program's cover."""
    table = {
        "grid": grid,
        "board": board,
        "pieces": [{"name": "A", "cells": piece, "max": "any"}],
        "rules": ["fault-free"],
    }
    [found], cover = made([table]), Tables.of(of_table(table, "planes")).cover
    assert (found["sizes"]["items"], len(found["options"])) == (len(cover.lower), len(cover.rows))


def test_what_is_wrong_is_said_in_one_line() -> None:
    [found] = made([{"grid": "square", "box": [4, 4], "pieces": []}])
    assert found == {"error": 'REFUSED: puzzle.json: "pieces" of the puzzle is not a list of pieces'}
