"""Pieces that are cut out of a shape: published numbers, small cases by hand, and pools that are added to a puzzle."""

from itertools import product
from pathlib import Path

import numpy as np
import pytest
from commands import complaint, run, said
from strategies import make_piece, make_puzzle

import satpuzzle as sp
from satpuzzle.clock import Clock
from satpuzzle.errors import PuzzleError, Stopped
from satpuzzle.puzzle.editing import with_pool
from satpuzzle.puzzle.formats.writing import text
from satpuzzle.puzzle.generating import pieces_in
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.puzzle.shape import normalised
from satpuzzle.questions.shapes import solutions_as_pieces

Cell = tuple[int, int, int]
EITHER = (
    "give one of SIZE (the number of cells of each piece), --in PUZZLE (a board from which pieces are cut) and"
    " --solutions PUZZLE"
)


def shape(grid: str, cells: list[Cell], optional: list[Cell]) -> Puzzle:
    return make_puzzle(grid, cells, [make_piece("any", cells[:1], grid)], optional)


def stick() -> Puzzle:
    """Return a stick of six by two by two, of which twelve cells may be notched out."""
    upper = [(x, y, 1) for x in range(1, 5) for y in (0, 1)]
    lower = [(x, y, 0) for x in (2, 3) for y in (0, 1)]
    return shape("cubic", [*product(range(6), (0, 1), (0, 1))], upper + lower)


@pytest.mark.full
def test_a_burr_has_837_pieces_of_which_59_are_notchable() -> None:
    every, notched = pieces_in(stick()), pieces_in(stick(), notchable=True)
    assert (len(every.pieces), len(notched.pieces)) == (837, 59)
    assert [piece.name for piece in every.pieces[:28]] == [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "P27", "P28"]
    assert len(every.pieces[0].cells) == 24
    cut = {piece.cells.tobytes() for piece in every.pieces}
    assert all(piece.cells.tobytes() in cut for piece in notched.pieces)


def test_pieces_of_a_plate_are_those_by_hand() -> None:
    """Of a row of four with three optional cells, one piece of each length is connected."""
    row = [(x, 0, 0) for x in range(4)]
    lengths = [len(piece.cells) for piece in pieces_in(shape("square", row, row[1:])).pieces]
    assert lengths == [4, 3, 2, 1]
    square = [*product((0, 1), (0, 1), (0,))]
    assert [len(p.cells) for p in pieces_in(shape("square", square, square)).pieces] == [4, 3, 2, 1]


def test_a_notch_goes_straight_through_and_begins_outside() -> None:
    block = [*product(range(3), range(3), range(3))]
    through = pieces_in(shape("cubic", block, [(x, 1, 2) for x in range(3)]), notchable=True).pieces
    assert [len(piece.cells) for piece in through] == [27, 24]
    hidden = pieces_in(shape("cubic", block, [(1, 1, 1)]), notchable=True).pieces
    assert [len(piece.cells) for piece in hidden] == [27]
    blind = pieces_in(shape("cubic", block, [(1, 1, 2)]), notchable=True).pieces
    assert [len(piece.cells) for piece in blind] == [27]


def test_pieces_are_cut_out_on_every_grid() -> None:
    hexagons = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (-1, 1, 0)]
    found = pieces_in(shape("hexagonal", sorted(hexagons), hexagons[1:]))
    assert [len(piece.cells) for piece in found.pieces] == [4, 3, 3, 2, 1]
    with pytest.raises(PuzzleError, match="notchable: the cells of the grid hexagonal are neither squares nor cubes"):
        pieces_in(shape("hexagonal", sorted(hexagons), hexagons[1:]), notchable=True)


def test_too_many_optional_cells_are_refused_and_the_clock_is_heard() -> None:
    row = [(x, 0, 0) for x in range(30)]
    with pytest.raises(PuzzleError, match="25 optional cells, at most 20 are allowed"):
        pieces_in(shape("square", row, row[5:]))
    clock = Clock()
    clock.stop()
    with pytest.raises(Stopped):
        pieces_in(stick(), clock=clock)


def test_pieces_of_a_pool_may_be_left_out() -> None:
    burr = sp.load("dubois-burr")
    key, *others = burr.pieces
    grown = with_pool(Puzzle("key", burr.grid, burr.board, burr.optional, (key,)), others)
    assert [(piece.min, piece.max) for piece in grown.pieces] == [(1, 1)] + [(0, 1)] * 5
    assert sp.count(grown).isometries == sp.count(burr).isometries == 2
    with pytest.raises(PuzzleError, match="120"):
        with_pool(burr, burr.pieces[:1])


@pytest.mark.full
def test_commands_cut_pieces_and_add_them_to_a_cage(tmp_path: Path) -> None:
    (tmp_path / "stick.toml").write_text(
        'pieces = "tetracubes"\nboard = """\n**??**\n**??**\n\n*????*\n*????*\n"""\n', encoding="utf-8"
    )
    told = said(run("pieces", "--in", "stick.toml", "--notchable", "-o", "pool.toml", cwd=tmp_path))
    assert told == "59 pieces: notchable, cut out of stick, written to pool.toml\n"
    burr = sp.load("dubois-burr")
    cage = Puzzle("cage", burr.grid, burr.board, burr.optional, burr.pieces[1:])
    (tmp_path / "cage.toml").write_text(text(cage, ".toml"), encoding="utf-8")
    said(run("convert", "cage.toml", "grown.toml", "--pool", "pool.toml", cwd=tmp_path))
    assert len(sp.load(tmp_path / "grown.toml").pieces) == 5 + 59
    assert np.array_equal(sp.load(tmp_path / "grown.toml").board, burr.board)
    assert "isometries" in said(run("count", "grown.toml", "--by", "level", cwd=tmp_path))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("pieces", EITHER),
        ("pieces 4 --in soma", EITHER),
        ("pieces 4 --notchable", "--notchable: needs --in"),
    ],
)
def test_wrong_options_are_refused_in_one_line(arguments: str, message: str) -> None:
    assert complaint(run(*arguments.split())) == message


@pytest.mark.full
def test_solutions_are_pieces_as_in_the_guide_of_burrtools(tmp_path: Path) -> None:
    """Its example packs a core and up to ten cubes into a stick, and finds 52 pieces that can be made with a saw."""
    whole = stick()
    some = whole.optional & ~((whole.board[:, 2] == 0) & (whole.board[:, 1] == 0))
    cut = Puzzle("stick", whole.grid, whole.board, some, whole.pieces)
    core, cube = sp.Piece("core", whole.board[~some]), sp.Piece("cube", np.array([(0, 0, 0)]), 0, 10)
    packed = Puzzle("packed", whole.grid, whole.board, some, (core, cube))
    for notchable, number in ((False, 705), (True, 52)):
        made, same = (
            {
                min(image.tobytes() for image in normalised(whole.grid.rotations(piece.cells), whole.grid))
                for piece in found.pieces
            }
            for found in (solutions_as_pieces(packed, notchable), pieces_in(cut, notchable))
        )
        assert (len(made), made) == (number, same)
    sp.save(packed, tmp_path / "packed.toml")
    told = said(run("pieces", "--solutions", "packed.toml", "--notchable", "-o", "pool.xmpuzzle", cwd=tmp_path))
    assert told == "52 pieces: notchable, solutions of packed, written to pool.xmpuzzle\n"
    assert "0 problems, 52 shapes, grid cubic" in said(run("show", "pool.xmpuzzle", cwd=tmp_path))
    clock = Clock()
    clock.stop()
    with pytest.raises(Stopped):
        solutions_as_pieces(packed, clock=clock)
