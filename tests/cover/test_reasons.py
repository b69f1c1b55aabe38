"""Reasons are true: none contradicts a solution, and each holds when all placements are summed up."""

import random
from collections import defaultdict
from dataclasses import replace

import numpy as np
import pytest
from brute_force import solutions
from classics import CLASSICS, copies
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies import SHAPES, Bounds, Sets, box_cells, covers, make_piece, make_puzzle, puzzles
from wide import HEPTOMINOES

import satpuzzle as sp
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.reasons import LARGE, MANY, Reason, colouring, pairing, weighing
from satpuzzle.cover.tables import Tables
from satpuzzle.puzzle.formats.reading import of_table
from satpuzzle.puzzle.model import Puzzle


def weights_of_placements(puzzle: Puzzle, reason: Reason) -> dict[str, set[int]]:
    """Return for each piece what its placements weigh, summed up from the cells that they cover."""
    tables = Tables.of(puzzle)
    found = defaultdict(set)
    for option, piece in enumerate(tables.placements.piece.tolist()):
        covered = tables.placements.covered(option).tolist()
        found[copies_of(puzzle)[piece][0]].add(sum(reason.cells[cell] for cell in covered))
    return found


def copies_of(puzzle: Puzzle) -> list[tuple[str, int, int]]:
    """Return the name and the numbers of copies of each piece, and of the cells that stay empty if they are counted."""
    counted = puzzle.empties is not None and puzzle.empties[1]
    pieces = [(piece.name, piece.min, piece.max) for piece in puzzle.pieces]
    return [*pieces, ("empty", *puzzle.empties)] if puzzle.empties and counted else pieces


def check_colouring(puzzle: Puzzle, reason: Reason) -> None:
    """See that each piece has one weight, and that the weights do not add up."""
    modulus = reason.modulus
    assert modulus
    total = 0
    placed = weights_of_placements(puzzle, reason)
    for name, least, most in copies_of(puzzle):
        weights = {weight % modulus for weight in placed[name]}
        assert weights == {reason.pieces[name]}
        assert least == most or weights == {0}
        total += least * reason.pieces[name]
    assert puzzle.empties or all(not reason.cells[int(cell)] for cell in np.flatnonzero(puzzle.optional))
    assert (total - sum(reason.cells.values())) % modulus


def check_weighing(puzzle: Puzzle, reason: Reason) -> None:
    """See that the heaviest placements of all pieces weigh less than the cells that have to be filled."""
    most = sum(
        max(weights) * (most if max(weights) > 0 else least)
        for name, least, most in copies_of(puzzle)
        for weights in [weights_of_placements(puzzle, reason)[name]]
    )
    free = puzzle.optional & (puzzle.empties is None)
    assert most < sum(w for cell, w in reason.cells.items() if not (free[cell] and w > 0))


@pytest.mark.parametrize("name", CLASSICS)
def test_classic_boards_are_explained_by_a_colouring(name: str) -> None:
    puzzle = CLASSICS[name]
    reason = colouring(Tables.of(puzzle).cover, most=LARGE)
    assert reason is not None
    check_colouring(puzzle, reason)
    assert len(set(reason.cells.values())) == 2


@pytest.mark.parametrize("name", ["chessboard", "box", "rods", "tetrominoes"])
def test_a_colouring_is_seen_before_any_search(name: str) -> None:
    run = sp.solve(CLASSICS[name], time_limit=600)
    assert run.exhaust() == sp.Counts(0, 0, 0)
    assert "with the weights drawn, modulo 2" in (run.reason or "")
    assert "nodes" not in run.stats


def test_the_chessboard_is_drawn_in_two_colours() -> None:
    reason = colouring(Tables.of(CLASSICS["chessboard"]).cover)
    assert reason is not None
    assert reason.drawn(CLASSICS["chessboard"]).splitlines()[:2] == [" 0101010", "01010101"]
    assert reason.as_dict(CLASSICS["chessboard"])["cells"][0] == {"cell": [0, 1, 0], "says": 0}


def test_where_a_difference_is_even_a_colouring_is_modulo_three() -> None:
    board = [cell for cell in box_cells("square", 6, 6) if cell not in ((0, 0, 0), (5, 5, 0), (1, 1, 0), (4, 4, 0))]
    puzzle = make_puzzle("square", board, [make_piece("domino", SHAPES["two"], "square", **copies(16))])
    reason = colouring(Tables.of(puzzle).cover)
    assert reason is not None
    assert reason.modulus == 3
    check_colouring(puzzle, reason)


def test_only_weights_modulo_a_power_of_a_prime_show_that_copies_are_odd() -> None:
    pairs = [{item, other} for item in range(4) for other in range(item)]
    cover = ExactCover.of_sets([pair | {4} for pair in pairs], [(2, 2)] * 4 + [(3, 3)])
    assert colouring(cover, (2,)) is None
    reason = colouring(cover, (4,))
    assert reason is not None
    assert reason.modulus == 4


def test_a_chessboard_is_weighed_as_well() -> None:
    reason = weighing(Tables.of(CLASSICS["chessboard"]).cover)
    assert reason is not None
    check_weighing(CLASSICS["chessboard"], reason)
    assert set(reason.cells.values()) == {0, 1}


def test_a_board_without_colouring_or_weighing_is_given_none() -> None:
    for name in ("galakub", "soma", "pentominoes-3x20"):
        cover = Tables.of(sp.load(name)).cover
        assert colouring(cover, MANY, LARGE) is None
        assert weighing(cover) is None


def no_reason_contradicts_a_solution(puzzle: Puzzle) -> None:
    tables = Tables.of(puzzle)
    members = tables.cover.members()
    bounds = list(zip(tables.cover.lower.tolist(), tables.cover.upper.tolist(), strict=True))
    solvable = bool(solutions([np.flatnonzero(row).tolist() for row in members], bounds))
    coloured, weighed = colouring(tables.cover, MANY, LARGE), weighing(tables.cover)
    if solvable:
        assert (tables.reason, coloured, pairing(tables.cover), weighed) == (None, None, None, None)
    everywhere = set(tables.placements.piece.tolist()) == set(range(len(puzzle.pieces)))
    if coloured is not None and everywhere:
        check_colouring(puzzle, coloured)
    if weighed is not None and everywhere:
        check_weighing(puzzle, weighed)


@pytest.mark.full
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(puzzles())
def test_no_reason_is_given_for_a_solvable_puzzle(puzzle: Puzzle) -> None:
    no_reason_contradicts_a_solution(puzzle)


@pytest.mark.slow
@settings(max_examples=10_000, deadline=None, suppress_health_check=list(HealthCheck))
@given(puzzles())
def test_no_reason_is_given_for_any_of_many_solvable_puzzles(puzzle: Puzzle) -> None:
    no_reason_contradicts_a_solution(puzzle)


def presents(sides: tuple[int, int], copies: list[int]) -> Puzzle:
    pieces = [{"name": str(n), "cells": HEPTOMINOES[n], "count": many} for n, many in enumerate(copies) if many]
    return of_table({"grid": "square", "box": [*sides], "pieces": pieces}, "presents")


@pytest.mark.parametrize(
    ("sides", "copies", "why"),
    [
        ((9, 14), [3] * 6, "4"),
        ((7, 14), [2, 3, 3, 2, 3, 1], "4"),
        ((9, 14), [3, 3, 3, 2, 4, 3], None),
        ((9, 14), [3, 3, 3, 3, 2, 4], None),
    ],
)
def test_the_slot_of_a_u_is_filled_by_another_u(sides: tuple[int, int], copies: list[int], why: str | None) -> None:
    reason = pairing(Tables.of(presents(sides, copies)).cover)
    assert (reason and reason.pieces) == (None if why is None else {why: copies[int(why)]})


def u_pentominoes(cells: set[tuple[int, int]], u: int, squares: int, single: int) -> Puzzle:
    """Return a board to be filled by U pentominoes, by squares, which fill no slot of a U, and by single cells."""
    rows = ["".join("*" if (x, y) in cells else "." for x in range(5)) for y in range(9)]
    every = zip("UOM", ("*.*\n***", "**\n**", "*"), (u, squares, single), strict=True)
    pieces = [{"name": name, "cells": shape, "count": many} for name, shape, many in every if many]
    return of_table({"grid": "square", "board": "\n".join(filter(None, map(str.strip, rows))), "pieces": pieces}, "u")


def test_where_cells_may_stay_empty_a_u_needs_no_other_one() -> None:
    square = {(x, y) for x in range(5) for y in range(5)}
    assert pairing(Tables.of(u_pentominoes(square - {(0, 4), (4, 4)}, 3, 2, 0)).cover) is not None
    assert pairing(Tables.of(u_pentominoes(square - {(4, 4)}, 3, 2, 1)).cover) is None
    larger = u_pentominoes(square, 3, 2, 0)
    assert pairing(Tables.of(replace(larger, optional=~larger.optional)).cover) is None


def test_a_pairing_is_found_for_unsolvable_boards_only() -> None:
    dice, found = random.Random(3), 0
    for _ in range(20):
        u, squares, single = dice.choice((3, 3, 5)), dice.randint(0, 3), dice.choice((0, 0, 0, 1))
        area = 5 * u + 4 * squares + single
        rectangle = [(x, y) for y in range(-(-area // 5)) for x in range(5)]
        tables = Tables.of(u_pentominoes({*dice.sample(rectangle, area)}, u, squares, single))
        if pairing(tables.cover) is not None:
            found += 1
            bounds = list(zip(tables.cover.lower.tolist(), tables.cover.upper.tolist(), strict=True))
            assert not solutions([np.flatnonzero(row).tolist() for row in tables.cover.members()], bounds)
        if found > 1:
            break
    assert found > 1


@pytest.mark.full
@settings(max_examples=150, deadline=None)
@given(covers())
def test_no_reason_is_given_for_a_solvable_cover(drawn: tuple[Sets, Bounds]) -> None:
    options, bounds = drawn
    cover = ExactCover.of_sets(options, bounds)
    if solutions(options, bounds):
        assert (colouring(cover, MANY, LARGE), weighing(cover)) == (None, None)


def test_a_reason_of_a_cover_names_items_by_their_numbers() -> None:
    cover = ExactCover.of_sets([{0, 1}, {1, 2}, {0, 2}], [(1, 1)] * 3)
    reason = colouring(cover)
    assert reason is not None
    assert [each["cell"] for each in reason.as_dict(cover)["cells"]] == [0, 1, 2]


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 5), st.data())
def test_a_colouring_is_found_exactly_where_no_integers_solve_the_equations(size: int, data: st.DataObject) -> None:
    """Modulo a prime, the target is out of reach exactly if it is none of the sums that all factors give."""
    modulus = data.draw(st.sampled_from((2, 3)))
    options = data.draw(st.lists(st.sets(st.integers(0, size - 1), min_size=1), min_size=1, max_size=4))
    bounds = data.draw(st.lists(st.integers(1, 3), min_size=size, max_size=size))
    cover = ExactCover.of_sets(options, [(bound, bound) for bound in bounds])
    rows = cover.members().astype(int)
    factors = np.indices((modulus,) * len(options)).reshape(len(options), -1).T
    reachable = ((factors @ rows - bounds) % modulus == 0).all(axis=1).any()
    assert (colouring(cover, (modulus,)) is None) == reachable
