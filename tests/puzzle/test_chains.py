"""Chains in files: what is read, refused and written, and what refuses them."""

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commands import complaint, run, said

import satpuzzle as sp
from satpuzzle.puzzle.chains import GRIDS, stretched, word_of
from satpuzzle.puzzle.editing import mirrored, rotated, scaled
from satpuzzle.puzzle.formats.reading import of_table, parsed
from satpuzzle.puzzle.formats.writing import text
from satpuzzle.puzzle.grids import grid_of
from satpuzzle.puzzle.model import Piece, Puzzle
from satpuzzle.puzzle.piece_facts import facts_of

SNAKE = [3, 2, 2, 3, 2, 3, 2, 2, 3, 3, 2, 2, 2, 3, 3, 3, 3]


def chained(chain: Any, **keys: Any) -> Puzzle:
    return of_table({"grid": "square", "box": [2, 2], "pieces": [{"name": "c", "chain": chain}]} | keys, "chained")


def test_lengths_of_straight_parts_have_both_ends() -> None:
    assert word_of([3, 2, 3], "") == "SBBS"
    assert word_of([2], "") == "" and word_of([5], "") == "SSS" and word_of("S?B", "") == "S?B"
    assert len(word_of(SNAKE, "")) == 25


@pytest.mark.parametrize("chain", ["SXB", "sb", [3, 1], [3, 2.0], [True, 3], [], 3, None, {"S": 1}])
def test_a_chain_is_a_word_or_a_list_of_lengths(chain: Any) -> None:
    with pytest.raises(sp.PuzzleError, match=r'^chained: piece "c": chain is .*, allowed are a word of the letters'):
        chained(chain)


@pytest.mark.parametrize("chain", ["S" * 999, [1001], [2] * 1000, [10**30]])
def test_a_chain_has_at_most_a_thousand_cells(chain: Any) -> None:
    with pytest.raises(sp.PuzzleError, match=r"chain has \d+ cells, at most 1000 are allowed$"):
        chained(chain)
    assert len(chained("S" * 998, box=[1000, 1]).pieces[0].cells) == 1000


@pytest.mark.parametrize(
    "more", [{"cells": "**"}, {"mirror": False}, {"rotate": False}, {"burr": 3}, {"weight": 2}, {"colours": [1]}]
)
def test_beside_a_chain_stands_nothing_that_is_for_rigid_pieces(more: dict[str, Any]) -> None:
    (key,) = more
    allowed = "allowed are name, chain, count, min, max, value, paint"
    with pytest.raises(sp.PuzzleError, match=f'^chained: piece "c": {key} beside chain, {allowed}$'):
        chained("", pieces=[{"name": "c", "chain": "BB"} | more])


@pytest.mark.parametrize("grid", ["triangular", "prisms", "rhombic", "tetra-octa", "sticks", "half-squares"])
def test_other_grids_take_no_chains(grid: str) -> None:
    dimension = len(grid_of(grid, "", None).basis)
    with pytest.raises(sp.PuzzleError, match=f"chain is on the grid {grid}, allowed are {', '.join(GRIDS)}$"):
        chained("B", grid=grid, box=[2] * dimension)


@pytest.mark.parametrize("grid", GRIDS)
def test_a_stretched_chain_is_a_folding(grid: str) -> None:
    of = grid_of(grid, "", None)
    cells = stretched("SBBSB", of)
    moves = np.diff(cells, axis=0).tolist()
    assert all(move in of.neighbours().tolist() for move in moves)
    assert ["S" if a == b else "B" for a, b in pairwise(moves)] == list("SBBSB")
    assert len(np.unique(cells, axis=0)) == 7


def test_chains_are_written_and_read_again(tmp_path: Path) -> None:
    pieces = [{"name": "c", "chain": "B?", "count": 2, "value": 3, "paint": "#ff0000"}, {"name": "d", "cells": "*"}]
    puzzle = chained("", box=[3, 3], pieces=pieces)
    for ending in (".toml", ".json"):
        assert parsed(text(puzzle, ending), ending, "chained") == puzzle
        sp.save(puzzle, tmp_path / f"c{ending}")
        assert sp.load(tmp_path / f"c{ending}") == puzzle
    assert chained([2, 3]) == chained("BS") != chained("SB")


def test_a_piece_that_is_a_chain_says_so_and_nothing_of_turns() -> None:
    grid = grid_of("square", "", None)
    assert Piece("c", stretched("BB", grid), chain="BB") == chained("BB").pieces[0]
    for wrong in ({"mirror": False}, {"rotate": 2}, {"colours": np.array([1, 1, 1, 1])}):
        with pytest.raises(sp.PuzzleError, match="piece c: is a chain, which has no colours and sides, and is turned"):
            Piece("c", stretched("BB", grid), chain="BB", **wrong)
    with pytest.raises(sp.PuzzleError, match="piece c: chain: its cells are not those of the chain"):
        sp.Puzzle(**{**vars_of(chained("BB")), "pieces": (Piece("c", stretched("BB", grid)[::-1], chain="BB"),)})


def vars_of(puzzle: Puzzle) -> dict[str, Any]:
    return {key: getattr(puzzle, key) for key in ("name", "grid", "board", "optional")}


@pytest.mark.parametrize("rule", ["anti-slide", "symmetric: any", "supported"])
def test_rules_about_rigid_pieces_refuse_chains(rule: str) -> None:
    keys = {"grid": "cubic", "box": [2, 2, 1], "up": "z"} if rule == "supported" else {}
    with pytest.raises(sp.PuzzleError, match=r"is not for puzzles with a chain$"):
        chained("BB", rules=[rule], **keys)


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda puzzle: scaled(puzzle, 2), "scale 2: .* has a chain, whose cells stay as large as they are"),
        (lambda puzzle: sp.assemble(next(iter(sp.solve(puzzle)))), "with a chain, .* cannot be taken apart"),
        (lambda puzzle: text(puzzle, ".xmpuzzle"), "a BurrTools file cannot express this: that a chain is folded"),
    ],
)  # fmt: skip
def test_what_is_for_rigid_pieces_refuses_chains(ask: Callable[[Puzzle], Any], says: str) -> None:
    with pytest.raises(sp.PuzzleError, match=says):
        ask(sp.load("snake-cube"))


def test_a_puzzle_that_is_turned_keeps_its_chain() -> None:
    puzzle = sp.load("snake-cube")
    assert mirrored(puzzle).pieces == rotated(puzzle, "z").pieces == puzzle.pieces


def test_chains_of_one_word_are_equal_shapes_from_either_end() -> None:
    pieces = [{"name": name, "chain": chain} for name, chain in (("a", "SB"), ("b", "BS"), ("c", "BB"))]
    facts = facts_of(chained("", box=[4, 3], pieces=pieces))
    assert [found.equal for found in facts] == [("b",), ("a",), ()]
    assert not any(found.mirrored or found.burr for found in facts)


def test_show_names_the_word_and_lists_no_foldings_of_a_chain_alone() -> None:
    shown = json.loads(said(run("show", "snake-cube", "--json")))
    assert shown["placements"] is None and shown["pieces"][0]["chain"] == word_of(SNAKE, "")
    assert shown["symmetry"] == {"rotations": 24, "isometries": 48}
    text = said(run("show", "snake-cube"))
    assert "pieces: 1 shape\n" in text and "snake: 27 cells\na chain, stretched: SBBBSBB" in text


def test_commands_say_in_a_line_what_they_cannot_do_with_a_chain() -> None:
    assert complaint(run("draw", "snake-cube", "--pieces", "-o", "x.stl")).endswith("is not made as one piece")
    assert "cannot be taken apart" in complaint(run("assemble", "snake-cube"))
