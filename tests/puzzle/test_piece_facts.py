"""What `show` tells designers of pieces."""

import json
from itertools import product

import numpy as np
import pytest
from commands import run, said
from strategies import make_piece, make_puzzle

import satpuzzle as sp
from satpuzzle.cover.describe import text
from satpuzzle.puzzle.generating import pieces_in
from satpuzzle.puzzle.grids.base import LARGE
from satpuzzle.puzzle.piece_facts import facts_of, sentences


def test_equal_pieces_and_mirror_images_are_found() -> None:
    left, right = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)], [(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, -1)]
    turned = [(x, z, -y) for x, y, z in left]
    cells = {"A": left, "B": turned, "C": right, "D": [(0, 0, 0), (1, 1, 0)]}
    puzzle = make_puzzle("cubic", [*product(range(4), repeat=3)], [make_piece(n, c, "cubic") for n, c in cells.items()])
    found = facts_of(puzzle)
    assert [facts.equal for facts in found] == [("B",), ("A",), (), ()]
    assert [facts.mirrored for facts in found] == [("C",), ("C",), ("A", "B"), ()]
    assert [facts.connected for facts in found] == [True, True, True, False]
    assert sentences(puzzle, found) == [
        "equal shapes: A, B",
        "mirror images: A, B and C",
        "in several parts: D",
        "can be made with a saw: all pieces",
    ]


def test_a_saw_is_for_cubes() -> None:
    assert {facts.notchable for facts in facts_of(sp.load("pentominoes-3x20"))} == {None}
    assert not any("saw" in line for line in said(run("show", "rhombic-cube")).splitlines())
    told = said(run("show", "dubois-burr"))
    assert "can be made with a saw: 4 of 6 pieces: 120, 256, 512, 960\n" in told
    listed = json.loads(said(run("show", "dubois-burr", "--format", "json")))["pieces"]
    assert [piece["notchable"] for piece in listed] == [True, False, True, True, False, True]


def test_large_pieces_are_left_out() -> None:
    row = np.array([(x, 0, 0) for x in range(LARGE + 1)])
    puzzle = sp.Puzzle("row", sp.GRIDS["square"], row, np.zeros(len(row), np.bool_), (sp.Piece("A", row),))
    assert facts_of(puzzle) == []


@pytest.mark.few(3)
@pytest.mark.parametrize("name", sp.puzzles())
def test_every_bundled_puzzle_is_described(name: str) -> None:
    described = text(sp.load(name))
    assert described.startswith(f"{sp.load(name).title} ({name})\n\nboard: ")
    assert "\nknown counts: " in described


def test_what_is_notchable_is_as_in_the_list_of_notchable_pieces() -> None:
    block = [*product(range(3), (0, 1), (0, 1))]
    shape = make_puzzle("cubic", block, [make_piece("any", block[:1], "cubic")], block[4:])
    pieces = pieces_in(shape).pieces
    sawn = {piece.cells.tobytes() for piece in pieces_in(shape, notchable=True).pieces}
    many = sp.Puzzle("many", shape.grid, shape.board, shape.optional, pieces)
    assert [facts.notchable for facts in facts_of(many)] == [piece.cells.tobytes() in sawn for piece in pieces]
    assert all(facts.connected and not facts.equal for facts in facts_of(many))
