"""Tables: when those of the puzzle asked for last serve again."""

import pickle
from dataclasses import replace

import satpuzzle as sp
from satpuzzle.clock import Clock
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.native.scan import begin
from satpuzzle.engines.state import stretches
from satpuzzle.questions.goal import Counted


def test_equal_puzzles_share_their_tables() -> None:
    soma = sp.load("soma")
    assert Tables.of(replace(soma)) is Tables.of(soma)


def test_puzzles_that_differ_have_tables_of_their_own() -> None:
    soma = sp.load("soma")
    pieces = (replace(soma.pieces[0], name="other"), *soma.pieces[1:])
    for other in (replace(soma, name="other"), replace(soma, pieces=pieces)):
        tables = Tables.of(soma)
        assert Tables.of(other) is not tables
        assert Tables.of(other).puzzle is other


def test_a_puzzle_whose_empty_cells_are_counted_has_other_tables_than_the_puzzle() -> None:
    puzzle = sp.make_puzzle(grid="square", board="?**?", pieces=["**"])
    for one, other in ((puzzle, Counted.of(puzzle)), (Counted.of(puzzle), puzzle)):
        assert one == other and len(Tables.of(one).placements) != len(Tables.of(other).placements)


def test_rules_may_be_code_so_their_tables_are_made_anew() -> None:
    ruled = sp.with_rules(sp.load("pentominoes-3x20"), ("no crossroads",))
    assert Tables.of(replace(ruled)) is not Tables.of(ruled)


def test_a_scan_begins_anew_from_what_an_earlier_one_made() -> None:
    cover = Tables.of(sp.load("pentominoes-3x20")).cover
    board = sp.load("pentominoes-3x20").board
    stopped = Clock()
    first = begin(cover, board, effort=0, clock=stopped)
    stopped.stop()
    second = begin(cover, board, effort=1 << 10)  # with a clock of its own
    assert second is not first
    assert second.start is first.start
    counts = [sum(len(found) for found in stretches(state)) for state in (first, second, begin(cover, board))]
    assert counts == [8, 8, 8]
    assert not pickle.loads(pickle.dumps(cover)).made


def test_a_small_cover_keeps_its_residual_and_what_was_made_of_it() -> None:
    _, cover = Tables.of(sp.load("soma")).restricted[0]
    assert cover.residual()[1] is cover.residual()[1] is not cover
    whole = Tables.of(sp.load("soma")).cover
    assert whole.residual()[1] is whole
