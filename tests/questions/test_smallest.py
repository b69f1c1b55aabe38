"""The smallest board of a family: published numbers, families against brute force, and the command."""

import json
from dataclasses import replace
from itertools import product
from math import prod
from pathlib import Path

import pytest
from clocks import Countdown
from commands import complaint, run

import satpuzzle as sp
from satpuzzle.cover.describe import written_sizes
from satpuzzle.questions.smallest import members, smallest

Z = "**.\n.*.\n.**"


def beside(width: int, height: int, room: int) -> sp.Puzzle:
    """Return Z pentominoes, at least one, and rectangles, at least one, with a board of this width and height."""
    bar = "\n".join(["*" * width] * height)
    pieces = [{"name": "Z", "cells": Z, "min": 1, "max": "any"}, {"name": "bar", "cells": bar, "min": 1, "max": "any"}]
    return sp.make_puzzle(grid="square", box=(room, room), pieces=pieces, name="z")


@pytest.mark.parametrize(("width", "height", "cells"), [(1, 1, 9), (2, 1, 9), (3, 1, 42), (2, 2, 36), (4, 1, 36)])
def test_the_smallest_rectangles_of_z_pentominoes_and_bars(width: int, height: int, cells: int) -> None:
    found = smallest(beside(width, height, 7), "NxM")
    assert (found.verdict, len(found.puzzle.board)) == ("best", cells)
    assert {prod(sizes) for sizes, _ in found.refused} >= {*range(2, cells - 1)} - {prod(found.sizes or ())}
    assert found.solution is not None and {piece.name for piece, _ in found.solution.pieces} == {"Z", "bar"}


def test_families_have_all_boards_in_order_of_their_cells() -> None:
    room = sp.make_puzzle(grid="square", box=(6, 6), pieces={"I": "***"})
    every = [(n, m) for n, m in product(range(1, 37), repeat=2) if n * m <= 36]
    assert [*members(room, "NxM")] == sorted((s for s in every if s[0] <= s[1]), key=lambda s: (prod(s), sum(s)))
    assert [*members(room, "NxN")] == [(n, n) for n in range(1, 7)]
    assert [*members(room, "5xN")] == [(5, n) for n in range(1, 8)]
    still = replace(room, pieces=(replace(room.pieces[0], rotate=False),))
    assert {*members(still, "NxM")} == {*every}
    box = sp.make_puzzle(box=(3, 3, 3), pieces={"I": "***"})
    assert [*members(box, "NxNxN")] == [(1, 1, 1), (2, 2, 2), (3, 3, 3)] and (1, 3, 9) in members(box, "NxMxK")
    assert [*members(box, "2xNxN")] == [(2, n, n) for n in (1, 2, 3)]


def test_cells_stay_empty_if_they_may_on_the_board_of_the_puzzle() -> None:
    pieces = {"X": ".*.\n***\n.*.", "O": "**\n**"}
    held = sp.make_puzzle(grid="square", board="\n".join(["?" * 6] * 6), pieces=pieces)
    found = smallest(held, "NxM")
    assert (found.verdict, found.sizes) == ("best", (3, 5))
    filled = smallest(sp.make_puzzle(grid="square", box=(6, 6), pieces=pieces), "NxM")
    assert (filled.verdict, filled.solution, len(filled.refused)) == ("impossible", None, len([*members(held, "NxM")]))


def test_a_board_that_cannot_have_a_rule_is_refused_with_its_reason() -> None:
    turned = sp.make_puzzle(grid="square", box=(4, 4), pieces={"I": "****"}, rules=["symmetric: quarter turn"])
    found = smallest(turned, "NxM")
    assert found.verdict == "impossible" and found.refused[1][1].startswith('rules: "symmetric: quarter turn": ')


def test_a_stopped_search_says_which_boards_are_left() -> None:
    found = smallest(beside(4, 1, 7), "NxM", clock=Countdown(30))
    assert found.verdict == "undecided" and found.sizes not in [None, *(sizes for sizes, _ in found.refused)]
    assert f"before {written_sizes(found.sizes or ())} has" in found.sentence


def test_the_command_tells_why_smaller_boards_have_no_packing(tmp_path: Path) -> None:
    sp.save(beside(4, 1, 7), tmp_path / "z.toml")
    ended = run("best", "z.toml", "--board", "NxM", cwd=tmp_path)
    assert ended.returncode == 0 and ended.stdout.endswith("z 6x6: 36 cells, and no smaller NxM has a packing\n")
    assert "satpuzzle: 5x7: the search ended without a packing\n" in ended.stderr
    found = json.loads(run("best", "z.toml", "--board", "NxM", "--json", "-q", cwd=tmp_path).stdout)
    assert (found["sizes"], found["refused"][0]["sizes"]) == ([6, 6], [1, 1])


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ("--board 3x", "board 3x: allowed are 3 sizes on the grid cubic, numbers and letters, such as NxMxK or 3xNxM"),
        ("--board 2x2x2", "board 2x2x2: allowed are 3 sizes"),
        ("--board NxMxx", "board NxMxx: allowed are 3 sizes"),
        ("--board NxNxN --maximise pieces", "--maximise pieces: not allowed with --board NxNxN"),
        ("--board NxNxN --partial", "--partial: not allowed with --board NxNxN"),
    ],
)
def test_an_invalid_family_is_refused_in_one_line(options: str, says: str) -> None:
    assert complaint(run("best", "soma", *options.split())).startswith(says)


def test_a_rule_that_one_piece_keeps_alone_is_called_trivial() -> None:
    bars = (
        "grid = 'square'\nbox = [6, 6]\nrules = ['fault-free']\npieces = [{ name = 'I', cells = '**', %smax = 'any' }]"
    )
    alone = sp.smallest(sp.loads(bars % ""), "NxM")
    assert (
        alone.as_dict()["trivial"]
        and alone.sizes == (1, 2)
        and 'one piece alone, for which "fault-free" is trivial' in alone.sentence
    )
    two = sp.smallest(sp.loads(bars % "min = 2, "), "NxM")
    assert two.sizes == (5, 6) and "trivial" not in two.sentence
    assert not two.as_dict()["trivial"]
