import doctest
import os
import pickle
import signal
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from clocks import over_once_something_is_found
from published import agree
from strategies import SHAPES, box_cells, make_piece, make_puzzle
from witnessed import cells_of

import satpuzzle as sp
from satpuzzle.cover.placements import Placements, place
from satpuzzle.data import files
from satpuzzle.errors import ConsumedError, PuzzleError
from satpuzzle.puzzle.model import CONVENTIONS, Counts, Piece, Puzzle
from satpuzzle.search.run import Search
from satpuzzle.solutions.solution import Solution

# Counts

_LONG = {  # several seconds
    "ct-puzzle",
    "macmahon-squares",
    "macmahon-triangles",
    "tetrasticks-5x5",
    "tetris-cube",
    "twin-box",
}


def marked(names: list[str], slow: set[str]) -> list[Any]:
    return [pytest.param(name, marks=pytest.mark.slow if name in slow else []) for name in names]


@pytest.mark.few(3)
@pytest.mark.parametrize("name", marked(list(files("puzzles")), _LONG))
def test_the_native_search_finds_the_published_counts(name: str) -> None:
    run = sp.solve(name)
    found = run.exhaust()
    assert run.status == "exhausted"
    assert found.final
    assert agree(found, run.puzzle.published)


_FOREIGN = [
    "conway-6-6-5",
    "diabolical-cube",
    "galakub",
    "iq-pyramid-4",
    "slothouber-graatsma",
    "soma",
    "steinhaus",
    "tetracubes-2x4x4",
    "y-pentominoes-5x10",
]


@pytest.mark.few(3)
@pytest.mark.parametrize("name", marked(_FOREIGN, {"conway-6-6-5"}))
def test_cadical_finds_the_published_counts(name: str) -> None:
    assert agree(sp.count(name, "cadical"), sp.load(name).published)


@pytest.mark.few(3)
@pytest.mark.parametrize("name", marked(_FOREIGN, {"conway-6-6-5", "tetracubes-2x4x4"}))
def test_cpsat_finds_the_published_counts(name: str) -> None:
    assert agree(sp.count(name, "cpsat"), sp.load(name).published)


@pytest.mark.full
@pytest.mark.parametrize("backend", ["native", "cpsat", "cadical"])
def test_every_kind_of_backend_finds_the_two_3x20_tilings(backend: str) -> None:
    run = sp.solve("pentominoes-3x20", backend)
    drawings = {str(solution) for solution in run}
    assert run.counts == Counts(raw=8, rotations=2, isometries=2)
    assert len(drawings) == 2
    assert {"".join(sorted(set(text) - {"\n"})) for text in drawings} == {"FILNPTUVWXYZ"}


@pytest.mark.full
@pytest.mark.parametrize("name", marked(["galakub", "soma", "iq-pyramid-4"], {"galakub", "iq-pyramid-4"}))
def test_the_literal_encoding_finds_the_published_counts(name: str) -> None:
    run = sp.solve(name, "cadical", encoding="literal")
    assert agree(run.exhaust(), run.puzzle.published)
    assert run.stats["encoding"] == "literal"


def test_the_literal_encoding_finds_the_galakub_from_one_given_piece() -> None:
    (solution,) = sp.solve("galakub")
    run = sp.solve("galakub", "cadical", encoding="literal", given=solution.as_list()[:1])
    assert [found.as_list() for found in run] == [solution.as_list()]


@pytest.mark.full
@pytest.mark.parametrize("name", ["galakub", "soma"])
def test_backends_agree_solution_by_solution(name: str) -> None:
    found = {}
    for backend in ("native", "cpsat", "cadical", "minisat22"):
        run = sp.solve(name, backend, up_to="raw")
        listed = [solution.options for solution in run]
        found[backend] = set(listed)
        assert len(listed) == len(found[backend]) == run.counts.raw == sp.load(name).published.raw
    assert found["cpsat"] == found["cadical"] == found["minisat22"] == found["native"]


# The three conventions


@pytest.mark.parametrize(("up_to", "number"), [("isometries", 240), ("rotations", 480), ("raw", 11520)])
def test_soma_is_listed_by_each_convention(up_to: str, number: int) -> None:
    run = sp.solve("soma", up_to=up_to)
    listed = [solution.options for solution in run]
    assert len(listed) == len(set(listed)) == number
    assert run.counts == Counts(raw=11520, rotations=480, isometries=240)
    assert run.symmetry == {"rotations": 24, "isometries": 48}


def test_every_bundled_puzzle_has_its_number_up_to_isometries() -> None:
    for name in files("puzzles"):
        known = sp.load(name).published.known()
        assert known["raw"] >= known.get("rotations", known["isometries"]) >= known["isometries"], name


def test_the_conventions_are_raw_rotations_isometries_and_patterns() -> None:
    assert CONVENTIONS == ("raw", "rotations", "isometries", "patterns")
    assert sp.solve("soma").request.up_to == "isometries"


def test_every_listed_solution_covers_each_cell_once() -> None:
    puzzle = sp.load("iq-pyramid-5")
    board = sorted(cells_of(puzzle.board.tolist()))
    for solution in sp.solve(puzzle, limit=20):
        assert sorted(cell for _, cells in solution.pieces for cell in cells_of(cells.tolist())) == board
        assert [piece.name for piece, _ in solution.pieces] == [piece.name for piece in puzzle.pieces]


# A run


def test_nothing_happens_before_the_first_step() -> None:
    run = sp.solve("bedlam")
    assert run.status is None
    assert run.counts == Counts(0, 0, 0, final=False)
    assert (run.stats, run.symmetry, run.reason) == ({}, {}, None)


def test_a_run_is_iterated_once() -> None:
    run = sp.solve("galakub")
    assert len(list(run)) == 1
    with pytest.raises(ConsumedError, match="iterated over once"):
        list(run)
    assert run.counts == run.exhaust() == Counts(8, 1, 1)
    assert run.status == "exhausted"


def test_a_run_counts_its_work() -> None:
    run = sp.solve("soma")
    run.exhaust()
    assert run.stats["placements"] == 688
    assert 0 < int(run.stats["options"]) < 688
    assert int(run.stats["candidates"]) >= 240
    assert {"nodes", "seconds", "preparation"} < set(run.stats)


def test_a_puzzle_is_given_by_itself_by_name_or_by_path() -> None:
    path = files("puzzles")["galakub"]
    for puzzle in ("galakub", path, str(path), sp.load("galakub")):
        assert sp.count(puzzle) == Counts(raw=8, rotations=1, isometries=1)


@pytest.mark.parametrize("up_to", CONVENTIONS)
def test_a_limit_stops_after_so_many_solutions(up_to: str) -> None:
    for limit in (1, 5, 49):
        run = sp.solve("soma", up_to=up_to, limit=limit)
        listed = [solution.options for solution in run]
        assert len(set(listed)) == len(listed) == limit
        assert run.status == "solution_limit"
        assert not run.counts.final


def test_a_limit_that_is_not_reached_changes_nothing() -> None:
    run = sp.solve("galakub", up_to="raw", limit=9)
    assert len(list(run)) == 8
    assert run.status == "exhausted"
    assert run.counts.final


@pytest.mark.few(1, "up_to")
@pytest.mark.parametrize("name", ["soma", "diabolical-cube", "iq-pyramid-4", "tetracubes-2x4x4"])
@pytest.mark.parametrize("up_to", CONVENTIONS)
def test_one_by_one_the_same_solutions_are_listed(name: str, up_to: str) -> None:
    together, one_by_one = sp.solve(name, up_to=up_to), sp.solve(name, up_to=up_to, limit=100_000)
    listed = [solution.options for solution in one_by_one]
    assert sorted(listed) == sorted(solution.options for solution in together)
    assert one_by_one.counts == together.counts
    assert one_by_one.counts.final


def test_a_few_of_very_many_solutions_come_at_once() -> None:
    dominoes = make_piece("D", SHAPES["two"], "cubic", min=256, max=256)
    run = sp.solve(make_puzzle("cubic", box_cells("cubic", 8, 8, 8), [dominoes]), limit=3, parts=1)
    assert len({solution.options for solution in run}) == 3
    assert int(run.stats["nodes"]) <= 1 << 17  # one look at the clock


@pytest.mark.parametrize("up_to", CONVENTIONS)
def test_counting_stops_at_the_limit_too(up_to: str) -> None:
    run = sp.solve("soma", up_to=up_to, limit=5)
    counts = run.exhaust()
    assert run.status == "solution_limit"
    assert not counts.final
    assert counts.isometries is not None
    assert counts.isometries <= 5


def dominoes(side: int, missing: set[tuple[int, ...]]) -> Puzzle:
    """Return a square board to be filled with dominoes."""
    board = set(box_cells("square", side, side)) - missing
    return make_puzzle("square", board, [piece("two", min=len(board) // 2, max=len(board) // 2)])


def endless() -> Puzzle:
    """A chessboard of 12 x 12 without a domino at a corner: no symmetry, and more tilings than anybody can list."""
    return dominoes(12, {(0, 0, 0), (0, 1, 0)})


def fruitless() -> Puzzle:
    """A chessboard of 14 x 14 without two corners of one colour: no tilings, but that takes a while to see."""
    return dominoes(14, {(0, 0, 0), (13, 13, 0)})


@pytest.mark.full
@pytest.mark.parametrize("backend", ["native", "cpsat", "cadical"])
def test_a_time_limit_keeps_what_was_found(backend: str) -> None:
    run = sp.solve(endless(), backend, time_limit=600, watch=over_once_something_is_found)
    counts = run.exhaust()
    assert run.status == "time_limit"
    assert not counts.final
    assert counts.isometries
    assert str(counts).startswith(f"raw ≥ {counts.raw}, ")


def test_a_count_that_was_cut_short_is_a_lower_bound() -> None:
    run = sp.solve("soma", limit=3)
    assert len(list(run)) == 3
    assert str(run.counts) == f"raw ≥ {run.counts.raw}, rotations ≥ {run.counts.rotations}, isometries ≥ 3"
    assert str(sp.count("galakub")) == "raw 8, rotations 1, isometries 1"


def test_a_run_can_be_interrupted_while_it_lists() -> None:
    run = sp.solve(endless(), "cadical")
    listed = 0
    for _ in run:
        listed += 1
        run.interrupt()
    assert listed >= 1
    assert run.status == "interrupted"
    assert not run.counts.final


@pytest.mark.usefixtures("no_reasons")
def test_a_run_can_be_interrupted_from_another_thread() -> None:
    run = sp.solve(fruitless())
    threading.Timer(0.3, run.interrupt).start()
    run.exhaust()
    assert run.status == "interrupted"


def test_a_run_that_was_interrupted_before_it_began_finds_nothing() -> None:
    run = sp.solve("soma")
    run.interrupt()
    assert list(run) == []
    assert run.status == "interrupted"


@pytest.mark.full
@pytest.mark.usefixtures("no_reasons")
@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
@pytest.mark.parametrize("backend", ["native", "cadical"])
def test_ctrl_c_ends_a_run_like_a_limit(backend: str) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    run = sp.solve(fruitless(), backend, watch=lambda _: os.kill(os.getpid(), signal.SIGINT))
    run.exhaust()
    assert run.status == "interrupted"


@pytest.mark.usefixtures("no_reasons")
def test_a_run_is_watched_while_nothing_is_found() -> None:
    watched: list[int] = []

    def watch(run: Search) -> None:
        watched.append(run.stats["nodes"])
        if len(watched) > 3 and watched[-1] > watched[0]:  # a busy machine may begin late
            run.interrupt()

    run = sp.solve(fruitless(), time_limit=600, watch=watch)
    run.exhaust()
    assert run.status == "interrupted"
    assert watched == sorted(watched)


def test_a_watcher_may_interrupt() -> None:
    run = sp.solve("soma", watch=lambda run: run.interrupt())
    run.exhaust()
    assert run.status == "interrupted"


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"backend": "natve"}, "backend natve (did you mean native?): choose from native, cpsat, cadical, glucose"),
        ({"up_to": "mirrors"}, "up_to mirrors: choose from patterns, isometries, rotations, raw"),
        ({"limit": 0}, "limit 0: allowed are integers from 1"),
        ({"limit": -3}, "limit -3: allowed are integers from 1"),
        ({"time_limit": 0}, "time limit 0: allowed are seconds above 0"),
        ({"time_limit": float("nan")}, "time limit nan: allowed are seconds above 0"),
        ({"strategy": "scna"}, "strategy scna: choose from auto, cell, "),
        ({"backend": "cpsat", "strategy": "scan"}, "strategy scan: the backend cpsat takes no strategy"),
        ({"backend": "native", "encoding": "default"}, "encoding default: the backend native takes no encoding"),
    ],
)
def test_arguments_that_make_no_sense_are_refused_at_once(options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(PuzzleError) as error:
        sp.solve("soma", **options)
    assert str(error.value).startswith(complaint)
    assert "\n" not in str(error.value)


def test_a_board_that_cannot_be_scanned_is_refused_in_one_line() -> None:
    run = sp.solve("n-pentacubes-5x5x5", strategy="scan")  # 125 cells, a scan has room for 64
    with pytest.raises(PuzzleError, match="scan"):
        run.exhaust()


@pytest.mark.parametrize("strategy", ["auto", "mrv", "scan"])
def test_every_strategy_finds_the_published_counts(strategy: str) -> None:
    for name in ("galakub", "soma", "iq-pyramid-4", "pentominoes-3x20", "tetracubes-2x4x4"):
        run = sp.solve(name, strategy=strategy)
        assert agree(run.exhaust(), run.puzzle.published)
        assert run.stats["strategy"] in (("mrv", "scan") if strategy == "auto" else (strategy,))


# Given pieces


def as_given(solution: Solution, pieces: int) -> list[dict[str, Any]]:
    return solution.as_list()[:pieces]


@pytest.mark.full
@pytest.mark.parametrize("backend", ["native", "cpsat", "cadical"])
def test_given_pieces_are_in_every_solution(backend: str) -> None:
    every = list(sp.solve("soma", up_to="raw"))
    given = as_given(every[4711], 2)
    wanted = {s.options for s in every if all(part in s.as_list() for part in given)}
    run = sp.solve("soma", backend, given=given, up_to="raw")
    assert {solution.options for solution in run} == wanted
    assert run.counts.raw == len(wanted) > 1


def test_a_whole_solution_may_be_given() -> None:
    (solution,) = sp.solve("galakub")
    run = sp.solve("galakub", given=solution.as_list())
    assert [found.options for found in run] == [solution.options]
    assert run.counts == Counts(1, 1, 1)


def test_given_pieces_keep_the_symmetries_that_keep_them() -> None:
    on_the_diagonal = [{"piece": "X", "cells": [[2, 1], [1, 2], [2, 2], [3, 2], [2, 3]]}]
    run = sp.solve("pentominoes-8x8", given=on_the_diagonal, limit=1)
    list(run)
    assert run.symmetry == {"rotations": 2, "isometries": 2}
    square = make_puzzle("square", box_cells("square", 5, 5), [piece("mono"), piece("two", min=12, max=12)])
    run = sp.solve(square, given=[{"piece": "mono", "cells": [[2, 2]]}])
    assert run.exhaust().raw == 196
    assert run.symmetry == {"rotations": 8, "isometries": 8}


def test_pieces_that_block_each_other_leave_nothing() -> None:
    row = make_puzzle("square", box_cells("square", 1, 4), [piece("two", min=2, max=2)])
    run = sp.solve(row, given=[{"piece": "two", "cells": [[0, 1], [0, 2]]}])
    assert list(run) == []
    assert run.status == "exhausted"
    assert run.counts == Counts(0, 0, 0)


# Impossible puzzles


def piece(name: str, grid: str = "square", **details: Any) -> Piece:
    return make_piece(name, SHAPES[name], grid, **details)


@pytest.mark.parametrize(
    ("puzzle", "reason"),
    [
        (
            make_puzzle("square", box_cells("square", 2, 2), [piece("el"), piece("mono")]),
            "the pieces have at least 5 cells, the board has only 4",
        ),
        (
            make_puzzle("square", box_cells("square", 2, 3), [piece("el"), piece("mono", min=0)]),
            "the pieces have at most 5 cells, the board has 6 to fill",
        ),
        (
            make_puzzle("square", box_cells("square", 1, 5), [piece("two", min=0, max=9)]),
            "no choice of pieces has 5 cells in all",
        ),
        (
            make_puzzle("square", box_cells("square", 1, 5), [piece("three", min=0, max=9)], [(0, 0, 0)]),
            "no choice of pieces has 4 to 5 cells in all",
        ),
        (
            make_puzzle("square", [(0, 0, 0), (5, 5, 0)], [piece("two")]),
            "no piece can cover the cell [0, 0, 0]",
        ),
        (
            make_puzzle("square", box_cells("square", 1, 4), [piece("mono", max=2), piece("square", min=0)]),
            "no choice of pieces has 4 cells in all",
        ),
        (
            make_puzzle("square", box_cells("square", 1, 4), [piece("square"), piece("mono", min=0, max=4)]),
            "piece square fits nowhere",
        ),
        (
            make_puzzle(
                "square", box_cells("square", 2, 4), [piece("three", min=2, max=2), piece("gap", min=1)],
                optional=[(x, y, 0) for x in range(2) for y in range(4) if (x, y) != (0, 0)],
            ),
            "with the weights drawn, modulo 2, all placements of a piece weigh the same (1 × gap 1); the pieces weigh"
            " 1 in all, but the cells to fill 0",
        ),
        (
            make_puzzle(
                "square", [(0, 0, 0), (1, 0, 0), (5, 0, 0), (7, 0, 0), (9, 0, 0)],
                [piece("two", min=2, max=2)],
                optional=[(x, 0, 0) for x in (0, 1, 5, 7, 9)],
            ),
            "piece two must be placed 2 times, but its number of placements is 1",
        ),
    ],
)  # fmt: skip
def test_an_impossible_puzzle_says_why(puzzle: Puzzle, reason: str | None) -> None:
    run = sp.solve(puzzle)
    assert list(run) == []
    assert run.reason == reason
    assert run.status == "exhausted"
    assert run.counts == Counts(0, 0, 0)


def test_an_impossible_puzzle_is_not_searched_by_any_backend() -> None:
    puzzle = make_puzzle("square", box_cells("square", 1, 5), [piece("two", min=0, max=9)])
    for backend in ("native", "cpsat", "cadical"):
        run = sp.solve(puzzle, backend)
        assert run.exhaust() == Counts(0, 0, 0)
        assert run.reason == "no choice of pieces has 5 cells in all"
        assert "candidates" not in run.stats


def test_an_unsolvable_puzzle_of_the_right_volume_has_no_reason_but_no_solution() -> None:
    # S tetrominoes tile no rectangle, but in a square no colouring shows it.
    ess = Piece("S", np.array([(0, 0, 0), (1, 0, 0), (1, 1, 0), (2, 1, 0)]), min=4, max=4)
    run = sp.solve(make_puzzle("square", box_cells("square", 4, 4), [ess]))
    assert run.exhaust() == Counts(0, 0, 0)
    assert run.reason is None
    assert run.status == "exhausted"


def test_the_empty_packing_is_a_packing() -> None:
    row = box_cells("square", 1, 2)
    run = sp.solve(make_puzzle("square", row, [piece("two", min=0)], optional=row), up_to="raw")
    assert sorted(solution.options for solution in run) == [(), (0,)]
    assert run.counts == Counts(2, 2, 2)


# A solution


def first(name: str) -> Solution:
    return next(iter(sp.solve(name)))


def test_a_solution_is_plain_data_too() -> None:
    (solution,) = sp.solve("galakub")
    listed = solution.as_list()
    assert [entry["piece"] for entry in listed] == ["J"] * 3 + ["Z"] * 3 + ["Q"] * 2
    assert all(set(entry) == {"piece", "cells"} for entry in listed)
    assert [len(entry["cells"]) for entry in listed] == [8] * 8
    assert sorted(cell for entry in listed for cell in entry["cells"]) == sp.load("galakub").board.tolist()
    assert all(type(x) is int for entry in listed for cell in entry["cells"] for x in cell)


def test_copies_of_a_piece_have_letters_of_their_own() -> None:
    (solution,) = sp.solve("galakub")
    assert solution.symbols() == ["A", "B", "C", "D", "E", "F", "G", "H"]
    assert first("soma").symbols() == ["V", "L", "T", "Z", "A", "B", "P"]
    assert len(set(first("n-pentacubes-5x5x5").symbols())) == 25


def test_a_solution_is_drawn_layer_by_layer() -> None:
    (solution,) = sp.solve("galakub")
    lines = str(solution).splitlines()
    assert len(lines) == 4
    assert {len(line) for line in lines} == {4 * 4 + 3 * 3}
    for mark in "ABCDEFGH":
        assert str(solution).count(mark) == 8


def test_a_drawing_shows_each_piece_where_it_lies() -> None:
    solution = first("pentominoes-6x10")
    rows = str(solution).splitlines()
    for placed, cells in solution.pieces:
        assert {rows[y][x] for x, y, _ in cells.tolist()} == {placed.name}


def test_an_empty_cell_is_drawn_as_a_dot() -> None:
    row = box_cells("square", 3, 1)
    puzzle = make_puzzle("square", row, [piece("mono")], optional=row)
    assert [str(s) for s in sorted(sp.solve(puzzle, up_to="raw"), key=lambda s: s.options)] == ["A..", ".A.", "..A"]


def test_solutions_are_equal_when_their_options_and_puzzles_are() -> None:
    puzzle = sp.load("galakub")
    one = Solution((1, 2), puzzle, place(puzzle))
    named = replace(sp.load("galakub"), name="mine", title="Mine")
    for other in (Solution((1, 2), named, place(named)), pickle.loads(pickle.dumps(one))):
        assert one == other
        assert hash(one) == hash(other)
    assert one != Solution((1, 3), puzzle, place(puzzle))
    assert one != (1, 2)
    assert repr(one) == "Solution(options=(1, 2))"


@pytest.mark.parametrize(
    "change",
    [
        {"board": sp.load("soma").board + 1},
        {"optional": np.ones(27, np.bool_)},
        {"pieces": sp.load("soma").pieces[::-1]},
        {"pieces": sp.load("soma").pieces[:-1]},
        {"frame": np.array([[9, 9, 9]])},
        {"empty": 1},
    ],
    ids=lambda change: next(iter(change)),
)
def test_solutions_of_different_puzzles_differ(change: dict[str, Any]) -> None:
    puzzle = sp.load("soma")
    other = replace(puzzle, **change)
    first = next(iter(sp.solve(puzzle)))
    assert first != Solution(first.options, other, first.placements)
    assert {first} - {Solution(first.options, other, first.placements)} == {first}


def test_solutions_whose_options_are_numbered_otherwise_differ() -> None:
    first = next(iter(sp.solve("soma")))
    turned = Placements(first.placements.rows[::-1], first.placements.piece[::-1])
    assert first != Solution(first.options, first.puzzle, turned)


# The front page


def doctests() -> Iterator[doctest.DocTest]:
    return iter(test for test in doctest.DocTestFinder().find(sp, "satpuzzle") if test.examples)


def test_the_examples_on_the_front_page_are_right() -> None:
    found = list(doctests())
    assert found
    for example in found:
        assert doctest.DocTestRunner().run(example).failed == 0


def test_the_types_of_results_have_a_module_of_their_own() -> None:
    assert len(sp.__all__) <= 60
    assert not {*sp.__all__} & {*sp.results.__all__}
    for name in sp.results.__all__:
        with pytest.warns(DeprecationWarning, match=f"^satpuzzle.{name} is satpuzzle.results.{name} now$"):
            assert getattr(sp, name) is getattr(sp.results, name)


def test_the_public_names_are_there() -> None:
    assert sorted(sp.__all__, key=lambda name: (not name.isupper(), name)) == sp.__all__
    assert all(hasattr(sp, name) for name in sp.__all__)
    assert (Path(sp.__file__).parent / "py.typed").exists()
