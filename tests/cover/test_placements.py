from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import BOARDS, box_cells, make_piece, make_puzzle
from witnessed import Cell, Cells, cells_of, placements

import satpuzzle as sp
from satpuzzle.cover.placements import Placements, packed, place
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.grids import GRIDS, Points
from satpuzzle.puzzle.model import Piece, Puzzle


def per_piece(name: str) -> dict[str, int]:
    puzzle = sp.load(name)
    table = place(puzzle)
    return {piece.name: int((table.piece == number).sum()) for number, piece in enumerate(puzzle.pieces)}


def covered(puzzle: Puzzle, table: Placements) -> list[tuple[int, Cells]]:
    """Return the piece and the cells of each placement."""
    return [
        (int(table.piece[number]), frozenset(cells_of(puzzle.board[table.covered(number)].tolist())))
        for number in range(len(table))
    ]


# Published numbers


def test_galakub_has_747_placements() -> None:
    assert per_piece("galakub") == {"J": 432, "Z": 288, "Q": 27}


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("bedlam", 4188),
        ("soma", 688),
        ("pentominoes-6x10", 2056),
        ("pentominoes-5x12", 1936),
        ("pentominoes-4x15", 1696),
        ("pentominoes-3x20", 1236),
        ("pentominoes-8x8", 1568),
        ("iq-triangle", 1644),
        ("iq-rectangle", 1789),
        ("iq-pyramid-5", 1646),
        ("iq-pyramid-4", 543),
    ],
)
def test_the_bundled_puzzles_have_the_published_number_of_placements(name: str, number: int) -> None:
    assert sum(per_piece(name).values()) == len(place(sp.load(name))) == number


def test_an_n_pentacube_lies_in_a_5x5x5_cube_in_960_ways() -> None:
    assert per_piece("n-pentacubes-5x5x5") == {"N": 960}


def test_a_brick_lies_in_a_box_in_as_many_ways_as_the_product_says() -> None:
    board = box_cells("cubic", 5, 6, 7)
    brick = make_piece("brick", [(x, y, z) for x in range(1) for y in range(2) for z in range(3)], "cubic")
    sizes = [(a, b, c) for a, b, c in [(1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 3, 1), (3, 1, 2), (3, 2, 1)]]
    expected = sum((5 - a + 1) * (6 - b + 1) * (7 - c + 1) for a, b, c in sizes)
    assert len(place(make_puzzle("cubic", board, [brick]))) == expected


# The table


def test_pieces_of_different_sizes_are_placed_as_each_of_them_alone() -> None:
    for name in ("soma", "diabolical-cube", "iq-pyramid-4"):
        puzzle = sp.load(name)
        alone = [place(replace(puzzle, pieces=(piece,))).rows.tolist() for piece in puzzle.pieces]
        assert place(puzzle).rows.tolist() == [row for rows in alone for row in rows]


def test_placements_are_grouped_by_piece_in_the_order_of_the_puzzle() -> None:
    for name in ("bedlam", "iq-pyramid-5", "pentominoes-8x8"):
        pieces = place(sp.load(name)).piece
        assert (np.diff(pieces) >= 0).all()


def test_no_placement_occurs_twice() -> None:
    for name in ("bedlam", "iq-pyramid-5", "pentominoes-8x8", "y-pentacubes-5x5x5"):
        puzzle = sp.load(name)
        assert max(Counter(covered(puzzle, place(puzzle))).values()) == 1


def test_the_same_puzzle_is_placed_in_the_same_order_again() -> None:
    first, second = place(sp.load("bedlam")), place(sp.load("bedlam"))
    assert (first.rows == second.rows).all()
    assert (first.piece == second.piece).all()


@pytest.mark.parametrize("name", ["soma", "stella-octangula-any", "iq-triangle"])
def test_a_piece_lies_as_it_does_alone_whatever_others_there_are(name: str) -> None:
    puzzle = sp.load(name)
    alone = [place(replace(puzzle, pieces=(piece,))).rows for piece in puzzle.pieces]
    assert (place(puzzle).rows == np.concatenate(alone)).all()


def test_a_piece_that_must_not_be_turned_over_has_fewer_placements() -> None:
    board = box_cells("square", 4, 5)
    el = [(0, 0, 0), (1, 0, 0), (2, 0, 0), (2, 1, 0)]
    both = make_puzzle(
        "square", board, [make_piece("free", el, "square"), make_piece("one-sided", el, "square", mirror=False)]
    )
    assert Counter(place(both).piece.tolist()) == {0: 4 * (2 * 4) + 4 * (3 * 3), 1: 2 * (2 * 4) + 2 * (3 * 3)}


@pytest.mark.parametrize("cells", [64, 65, 128, 129, 200])
def test_a_board_of_many_words_is_covered_cell_by_cell(cells: int) -> None:
    board = [(x, 0, 0) for x in range(cells)]
    table = place(make_puzzle("square", board, [make_piece("domino", [(0, 0, 0), (1, 0, 0)], "square")]))
    assert table.rows.shape == (cells - 1, -(-cells // 64))
    assert sorted(table.covered(number).tolist() for number in range(len(table))) == [
        [x, x + 1] for x in range(cells - 1)
    ]


def test_packed_rows_have_the_bits_that_they_list() -> None:
    rows = packed(np.array([[0, 63], [64, 127], [1, 128]]), 3)
    assert rows.tolist() == [[1 | 1 << 63, 0, 0], [0, 1 | 1 << 63, 0], [2, 0, 1]]


def test_a_piece_that_fits_nowhere_has_no_placements() -> None:
    board = box_cells("square", 2, 2)
    row = make_piece("row", [(0, 0, 0), (1, 0, 0), (2, 0, 0)], "square")
    square = make_piece("square", box_cells("square", 3, 3), "square")
    mono = make_piece("mono", [(0, 0, 0)], "square")
    assert place(make_puzzle("square", board, [row, square, mono])).piece.tolist() == [2] * 4


def test_a_puzzle_without_any_placement_has_an_empty_table() -> None:
    table = place(make_puzzle("cubic", [(0, 0, 0)], [make_piece("domino", [(0, 0, 0), (1, 0, 0)], "cubic")]))
    assert len(table) == 0
    assert table.rows.shape == (0, 1)


def test_far_apart_cells_are_no_neighbours() -> None:
    far = 2**18 - 1
    board = [(-far, -far, -far), (-far, -far, 1 - far), (0, 0, 0), (far, far, far - 1), (far, far, far)]
    domino = make_piece("domino", [(0, 0, 0), (0, 0, 1)], "cubic")
    diagonal = make_piece("diagonal", [(0, 0, 0), (far, far, far)], "cubic")
    table = place(make_puzzle("cubic", board, [domino, diagonal]))
    assert [table.covered(number).tolist() for number in range(len(table))] == [[0, 1], [3, 4], [0, 2], [2, 4]]


def test_a_table_that_does_not_fit_into_memory_is_refused_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satpuzzle.machine.total", lambda: 1 << 12)
    with pytest.raises(PuzzleError, match=r"^bedlam: the board has 64 cells, its placements do not fit into") as error:
        place(sp.load("bedlam"))
    assert "\n" not in str(error.value)


# Against the witness


Drawn = tuple[str, tuple[Cell, ...], list[Piece]]  # a grid, a board and pieces


@st.composite
def boards_and_pieces(draw: st.DrawFn) -> Drawn:
    """Draw boards and pieces that may be in several parts, lie anywhere, and have far-apart cells."""
    grid = draw(st.sampled_from(sorted(BOARDS)))
    basis, kinds = GRIDS[grid].basis, GRIDS[grid].kinds
    far = st.sampled_from([-40, -7, -1, 0, 1, 2, 40]) if grid != "fcc" else st.integers(-5, 5)
    step = st.tuples(*[st.integers(-2, 2) | far] * len(basis))
    near = st.tuples(*[st.integers(-1, 1)] * len(basis))
    board = draw(st.sets(near | step, min_size=1, max_size=14))
    shapes = draw(st.lists(st.sets(near, min_size=1, max_size=4) | st.sets(step, min_size=1, max_size=3), max_size=3))
    sub = draw(st.sets(st.sampled_from(sorted(board)), min_size=1, max_size=3))  # a piece that fits
    kind = st.integers(0, len(kinds) - 1)
    which = {cell: draw(kind) for cell in {*board, *(cell for shape in shapes for cell in shape)}}

    def cells(steps: Iterable[Cell]) -> Points:
        return np.array([np.array(step) @ basis + kinds[which[step]] for step in sorted(steps)])

    pieces = [
        Piece(str(number), cells(shape), mirror=draw(st.booleans())) for number, shape in enumerate([*shapes, sub])
    ]
    return grid, cells_of(sorted(cells(board).tolist())), pieces


@pytest.mark.full
@settings(deadline=None)
@given(boards_and_pieces())
def test_random_pieces_lie_on_random_boards_as_the_witness_lays_them(
    drawn: tuple[str, tuple[Cell, ...], list[Piece]],
) -> None:
    grid, board, pieces = drawn
    puzzle = make_puzzle(grid, board, pieces)
    found = covered(puzzle, place(puzzle))
    for number, wanted in enumerate(placements(puzzle)):
        mine = [cells for owner, cells in found if owner == number]
        assert len(mine) == len(set(mine)) and {*mine} == {*wanted}


@pytest.mark.full
@settings(deadline=None)
@given(boards_and_pieces(), st.tuples(st.integers(-99, 99), st.integers(-99, 99), st.integers(-99, 99)))
def test_placements_do_not_depend_on_where_the_board_lies(drawn: Drawn, steps: tuple[int, int, int]) -> None:
    grid, board, pieces = drawn
    basis = GRIDS[grid].basis
    moved = cells_of((np.array(board) + np.array(steps[: len(basis)]) @ basis).tolist())
    here, there = (place(make_puzzle(grid, cells, pieces)) for cells in (board, moved))
    assert (here.rows == there.rows).all()
    assert (here.piece == there.piece).all()


def test_a_piece_in_two_parts_is_placed_as_one() -> None:
    gap = make_piece("gap", [(0, 0, 0), (2, 0, 0)], "square")
    assert len(place(make_puzzle("square", box_cells("square", 5, 5), [gap]))) == 2 * 3 * 5


def test_two_loose_balls_lie_on_every_pair_at_their_distance() -> None:
    # In a flat square of side 4 all pairs of distance 1 or square root of 2 times the diameter.
    board = box_cells("fcc", 4, 4, 1)
    touching = make_piece("touching", [(0, 0, 0), (1, 0, 0)], "fcc")
    diagonal = make_piece("diagonal", [(0, 0, 0), (1, 1, 0)], "fcc")
    table = place(make_puzzle("fcc", board, [touching, diagonal]))
    assert Counter(table.piece.tolist()) == {0: 2 * 3 * 4, 1: 2 * 3 * 3}
    assert len(table) <= comb(16, 2)
