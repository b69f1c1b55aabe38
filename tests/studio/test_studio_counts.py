"""The search of the page, run in Node: the same counts, classes and nodes as Python's."""

import json
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from again import link
from in_node import in_node
from test_geometry import any_puzzle

import satpuzzle as sp
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.native.mrv import Mrv
from satpuzzle.engines.state import EXHAUSTED, STACK_FULL
from satpuzzle.puzzle.formats.reading import parsed
from satpuzzle.puzzle.formats.writing import content, text
from satpuzzle.puzzle.grids import GRIDS
from satpuzzle.studio.page import page_data

LONG = {
    "macmahon-squares",
    "macmahon-cubes",
    "bedlam",
    "ct-puzzle",
    "tetris-cube",
    "iq-rectangle",
    "iq-triangle",
    "one-sided-pentominoes-3x30",
    "twin-box",
}
LONG |= {"macmahon-squares", "macmahon-cubes", "macmahon-triangles"}
LONG |= {"pentominoes-5x12", "pentominoes-4x15", "pentominoes-8x8", "solid-pentominoes-2x5x6", "iq-pyramid-5"}
LONG |= {"conway-6-6-5", "conway-blocks", "n-pentacubes-5x5x5", "y-pentacubes-5x5x5"}
LONG |= {"tetrasticks-5x5"}
VERY_LONG = {"macmahon-triangles", "n-pentacubes-5x5x5", "conway-blocks", "y-pentacubes-5x5x5", "twin-box"}

_COUNTED = """
const kernel = new Kernel(new WebAssembly.Module(readFileSync(input.module)), input.data.fields);
const add = (sum, more) => { for (const key in more) sum[key] = (sum[key] ?? 0) + more[key]; };
answer(input.puzzles.map((content) => {
  const puzzle = puzzleOf(content, library);
  if (mistake(puzzle)) return null;
  const tables = tablesOf(puzzle, kernel), counts = { raw: 0, rotations: 0, isometries: 0 }, divided = { ...counts };
  const solutions = [];
  const run = (finder, into) => {
    while (!finder.done) {
      const found = finder.slice(50);
      add(into, found.counts);
      if (into === counts && solutions.length < 500) solutions.push(...found.solutions);
    }
  };
  run(new Finder(tables, kernel), counts);
  const parts = input.parts ? partsOf(tables, input.parts, kernel) : [];
  for (const { chosen } of parts) run(new Finder(tables, kernel, chosen), divided);
  return { counts, divided, solutions, why: reasonOf(puzzle, tables.cover) };
}));
"""


def counted(puzzles: list[Any], parts: int = 0) -> list[dict[str, Any] | None]:
    modules = ("tables.js", "finder.js", "kernel.js", "reasons.js")
    found: list[dict[str, Any] | None] = in_node(_COUNTED, *modules, puzzles=puzzles, parts=parts)
    return found


@pytest.mark.full
@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.slow)])
def test_bundled_puzzles_have_the_published_counts(every: int) -> None:
    files = page_data()["puzzles"]
    names = [name for name in sp.puzzles() if name not in LONG and name in files][::every]
    for name, found in zip(names, counted([files[name] for name in names], parts=7), strict=True):
        assert found is not None
        assert found["counts"] == found["divided"] == sp.count(name).known(), name
        assert found["why"] is None or not found["counts"]["raw"]


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(LONG - VERY_LONG))
def test_a_long_puzzle_has_the_published_counts(name: str) -> None:
    (found,) = counted([page_data()["puzzles"][name]])
    assert found is not None
    known = sp.load(name).published.known()
    assert {key: found["counts"][key] for key in known} == known


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("name", "rules"),
    [(name, []) for name in ("soma", "galakub", "tetrahexes-4x7", "steinhaus", "stella-octangula-any")]
    + [
        ("tetrahexes-4x7", ["apart: A D", "at border: B", "together: C E exactly 2"]),
        ("hexiamonds-4x9", ["no crossroads", "together: A B at least 1"]),
        ("pentominoes-3x20", ["no crossroads", "fault-free"]),
        ("slothouber-graatsma", ["fault-free", "together: 2x2x1 at least 3"]),
    ],
)
def test_a_search_visits_the_same_nodes(name: str, rules: list[str]) -> None:
    puzzle = sp.with_rules(sp.load(name), rules)
    cover = Tables.of(puzzle).cover
    state = Mrv(cover)
    found = np.zeros((64, state.longest), np.int64)
    many = 0
    while (outcome := state.advance(10**6, found))[0] != EXHAUSTED:
        many += outcome[1]
        if outcome[0] == STACK_FULL:
            state.grow()
    many += outcome[1]
    script = """
      const cover = coverOf(puzzleOf(input.puzzle, library));
      const kernel = new Kernel(new WebAssembly.Module(readFileSync(input.module)), input.data.fields);
      const search = kernel.begin(whole(cover));
      let many = 0;
      for (let done = false; !done; ) {
        const step = search.advance(10_000);
        done = step.done;
        many += step.solutions.length;
      }
      answer([search.nodes, many]);
    """
    nodes, solutions = in_node(script, "placements.js", "cover.js", "kernel.js", puzzle=content(puzzle, drawn=False))
    assert (nodes, solutions) == (state.nodes, many)


def test_a_colouring_shows_that_there_is_no_solution() -> None:
    cells = {
        "I": [[0, 0, 0], [1, 0, 0], [2, 0, 0], [3, 0, 0]],
        "O": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]],
        "T": [[0, 0, 0], [1, 0, 0], [2, 0, 0], [1, 1, 0]],
        "L": [[0, 0, 0], [1, 0, 0], [2, 0, 0], [2, 1, 0]],
        "S": [[0, 0, 0], [1, 0, 0], [1, 1, 0], [2, 1, 0]],
    }
    puzzle = {"grid": "square", "box": [5, 4], "pieces": [{"name": n, "cells": c} for n, c in cells.items()]}
    (found,) = counted([puzzle])
    assert found is not None and not found["counts"]["raw"]
    assert "chessboard" in found["why"]["text"]


def test_four_colours_show_that_bars_of_four_do_not_fill_a_square_of_ten() -> None:
    script = "answer(input.sizes.map((box) => { const puzzle = puzzleOf({ ...input.bars, box }, library);"
    script += " return reasonOf(puzzle, coverOf(puzzle)); }));"
    bars = {"grid": "square", "pieces": [{"name": "I", "cells": "****", "min": 0, "max": 30}]}
    ten, eight = in_node(script, "placements.js", "reasons.js", bars=bars, sizes=[[10, 10], [8, 10]])
    assert [ten["hues"].count(colour) for colour in range(4)] == [25, 26, 25, 24]
    assert "25, 26, 25, 24" in ten["text"] and "cover 25, 25, 25, 25." in ten["text"]
    assert eight is None


@pytest.mark.full
def test_a_board_of_optional_cells_alone_is_the_same_puzzle_everywhere() -> None:
    puzzles, files = [], []
    for grid, seed in product(GRIDS, range(3)):
        puzzle = any_puzzle(grid, seed)
        pieces = [replace(piece, min=0) for piece in puzzle.pieces]
        puzzle = replace(puzzle, optional=np.ones(len(puzzle.board), np.bool_), pieces=tuple(pieces))
        said = content(puzzle, drawn=False)
        said.pop("box", None)
        puzzles.append(puzzle)
        files.append(said | {"board": [], "optional": puzzle.board.tolist()})
    for puzzle, alone, found in zip(puzzles, files, counted(files), strict=True):
        again = parsed(json.dumps(alone), ".json", "alone")
        linked = sp.load(link(again))
        written = [parsed(text(again, ending), ending, "alone") for ending in (".toml", ".json")]
        assert found is not None
        for each in (puzzle, again, linked, *written):
            assert each.optional.all() and found["counts"] == sp.count(each).known()
