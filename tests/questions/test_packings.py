"""All packings at once: from a list and from a frontier the same, and what they answer."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from commands import complaint, run
from witness.mixing import mixed

import satpuzzle as sp
from satpuzzle.clock import Clock
from satpuzzle.errors import FrontierError, MethodError, PuzzleError, Stopped
from satpuzzle.puzzle.formats.reading import of_table

DOMINOES: dict[str, Any] = {"name": "D", "cells": "**"}


def board(*box: int, count: int, **more: Any) -> sp.Puzzle:
    return sp.make_puzzle(grid="square", box=list(box), pieces=[DOMINOES | {"count": count}], **more)


@pytest.mark.full
@pytest.mark.parametrize("name", ["pentominoes-3x20", "soma", "galakub", "iq-pyramid-4"])
def test_a_list_and_a_frontier_make_the_same_diagram(name: str) -> None:
    listed, states = (sp.diagram(name, method=method) for method in ("search", "frontier"))
    assert listed.diagram == states.diagram
    assert listed.total == sp.count(name).raw
    assert listed.counts() == replace(sp.count(name), final=True)


@pytest.mark.full
@pytest.mark.parametrize("name", ["pentominoes-3x20", "galakub", "instant-insanity"])
def test_a_list_and_a_memo_make_the_same_diagram(name: str) -> None:
    listed, states = (sp.diagram(name, method=method) for method in ("search", "memo"))
    assert listed.diagram == states.diagram


def test_a_wide_board_that_no_frontier_takes_has_a_memo() -> None:
    board = "?" * 40 + "\n" + "?" * 40
    puzzle = sp.make_puzzle(grid="square", board=board, pieces=[{"name": "I", "cells": "*" * 39, "rotate": False}])
    every = {s.options for s in sp.solve(puzzle, up_to="raw")}
    assert {s.options for s in sp.diagram(puzzle, method="memo")} == every


def test_the_rules_and_empty_cells_of_a_puzzle_are_kept() -> None:
    for puzzle in (
        board(4, 6, count=12, rules=["fault-free"]),
        board(6, 6, count=18, rules=["no crossroads"]),
        sp.make_puzzle(grid="square", board="???\n???\n??*", pieces=[DOMINOES | {"count": 3}]),
        board(5, 6, count=15, rules=["fault-free"]),
    ):
        listed, states, memo = (sp.diagram(puzzle, method=method) for method in ("search", "frontier", "memo"))
        assert listed.diagram == states.diagram == memo.diagram
        assert listed.total == sp.count(puzzle).raw
        assert listed.counts() == sp.count(puzzle)
        assert {solution.options for solution in listed} == {s.options for s in sp.solve(puzzle, up_to="raw")}


def test_dominoes_on_a_chessboard_are_not_listed() -> None:
    packings = sp.diagram(board(8, 8, count=32), method="frontier")
    assert packings.total == 12_988_816
    assert len(packings.diagram) == 2298
    assert packings.count("D: 0,0 1,0") == packings.total // 2  # by symmetry
    assert packings.odds().cells.tolist() == [[packings.total] * 64]
    assert len({solution.options for solution in packings.sample(1000, seed=1)}) == 1000


def test_odds_are_the_shares_of_the_list() -> None:
    packings = sp.diagram("pentominoes-3x20")
    solutions = [*sp.solve("pentominoes-3x20", up_to="raw")]
    odds = packings.odds()
    assert {*packings} == {*solutions} and packings.total == len(solutions) == 8
    for option, number in enumerate(odds.placements.tolist()):
        assert number == sum(option in solution.options for solution in solutions)
    x = [piece.name for piece in packings.puzzle.pieces].index("X")
    covered = [frozenset(map(tuple, cells.tolist())) for s in solutions for p, cells in s.pieces if p.name == "X"]
    for cell, number in zip(map(tuple, packings.puzzle.board.tolist()), odds.cells[x].tolist(), strict=True):
        assert number == sum(cell in cells for cells in covered)
    assert str(odds).startswith("pentominoes-3x20: 8 packings\n")
    picture = odds.picture()
    assert picture is not None and picture.svg.count(">F<") == 1


def test_pieces_in_place_leave_some_packings() -> None:
    packings = sp.diagram("soma")
    given = "P: 0,0,0 1,0,0 0,1,0 0,0,1"
    some = packings.where(given)
    assert some.total == packings.count(given) == sum(1 for _ in sp.solve("soma", given=given, up_to="raw")) == 1218
    assert packings.count(without=given) == packings.total - 1218
    assert some.sample(2, seed=1) == some.sample(2, seed=1) != some.sample(2, seed=2)
    assert all("P" in str(solution) for solution in some.different(3))
    with pytest.raises(PuzzleError, match="soma: numbers up to symmetry are those of all packings"):
        some.counts()
    assert some.numbered(0) == next(iter(some))
    with pytest.raises(PuzzleError, match="solution 1218: there are 1218"):
        some.numbered(1218)


@pytest.mark.full
@pytest.mark.parametrize("method", ["search", "frontier", "memo"])
def test_a_diagram_of_the_packings_with_some_pieces_in_place_is_made_at_once(method: str) -> None:
    given, other = "P: 0,0,0 1,0,0 0,1,0 0,0,1", "P: 1,0,0 2,0,0 1,1,0 1,0,1"
    for puzzle, placed, more in (
        ("soma", given, other),
        (board(4, 4, count=8), "D: 0,0 1,0\nD: 2,0 3,0", "D: 0,0 0,1"),
        (sp.make_puzzle(grid="square", board="???\n???\n??*", pieces=[DOMINOES | {"count": 3}]), "D: 0,0 0,1", None),
    ):
        some = sp.diagram(puzzle, given=placed, method=method)
        assert {*some} == {*sp.diagram(puzzle).where(placed)} and some.total
        assert more is None or some.count(without=more) == some.total != some.count(more) == 0


@pytest.mark.full
def test_packings_are_counted_with_a_piece_in_a_region() -> None:
    packings = sp.diagram("pentominoes-6x10")
    left = [cell[:2] for cell in packings.puzzle.board.tolist() if cell[0] < 5]
    inside = [s for s in packings if all(cell[0] < 5 for p, cells in s.pieces if p.name in "XV" for cell in cells)]
    assert packings.count(within={"X": left, "V": left}) == len(inside) > 0
    assert {*packings.where(within={"X": left, "V": left})} == {*inside}
    with pytest.raises(PuzzleError, match="within: there is no piece Q: choose from F, "):
        packings.count(within={"Q": left})
    with pytest.raises(PuzzleError, match=r"within: \[9, 9, 0\] is not a cell of the board"):
        packings.count(within={"X": [[9, 9]]})


def test_each_orientation_has_its_number() -> None:
    odds = sp.diagram("pentominoes-6x10").odds()
    for number, piece in enumerate(odds.puzzle.pieces):
        found = odds.orientations(number)
        assert sum(many for _, many in found) == odds.packings.total
        assert [many for _, many in found] == sorted((many for _, many in found), reverse=True)
        assert len(found) == {"X": 1, "I": 2, "T": 4, "U": 4, "V": 4, "W": 4, "Z": 4}.get(piece.name, 8)


def test_different_packings_are_different_up_to_symmetry() -> None:
    packings = sp.diagram("pentominoes-3x20")
    assert packings.total == 8 and len(packings.different(8)) == 2  # classes


def test_numbers_up_to_symmetry_are_those_of_a_search() -> None:
    for puzzle in (
        board(6, 6, count=18),
        board(2, 6, count=6, rules=["colours: 3"]),
        sp.make_puzzle(grid="square", box=[4, 6], pieces=[{"name": "L", "cells": "**\n*.", "count": 8}]),
        sp.load("slothouber-graatsma"),
        sp.load("instant-insanity"),
    ):
        assert sp.diagram(puzzle, method="search").counts() == replace(sp.count(puzzle), final=True)


def test_the_command_sample_prints_the_packing_of_a_number() -> None:
    said = run("sample", "a-puzzle-a-day", "--member", "Jan 25", "--nth", "7").stdout
    assert said.endswith("\n\na-puzzle-a-day#Jan 25: packing 7 of 216\n")
    several = run("sample", "pentominoes-3x20", "--nth", "7", "-n", "5", "-q").stdout
    assert several.endswith("pentominoes-3x20: packing 7 to 8 of 8\n")
    every = [str(packing) for packing in sp.diagram("pentominoes-3x20")]
    assert several.startswith("\n\n".join(every[6:]))
    for options, why in (
        (("--nth", "9"), "nth 9: pentominoes-3x20 has 8 packings"),
        (("--nth", "1", "--different"), "--nth 1: not allowed with --different"),
    ):
        assert why in complaint(run("sample", "pentominoes-3x20", *options))


def test_a_diagram_is_kept_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "soma.zdd"
    first, again = sp.diagram("soma", file=path), sp.diagram("soma", file=path)
    assert first.diagram == again.diagram
    with pytest.raises(PuzzleError, match="a diagram of another problem"):
        sp.diagram("galakub", file=path)


def test_a_search_that_is_stopped_keeps_what_it_found_and_says_so(tmp_path: Path) -> None:
    clock, path = Clock(), tmp_path / "some.zdd"
    found = sp.diagram(
        "bedlam", method="search", jobs=1, clock=clock, file=path,
        watch=lambda run: clock.stop() if run.counts.raw else None,
    )  # fmt: skip
    assert not found.final and 0 < found.total < 460_464
    assert str(found.odds()).startswith(f"bedlam: ≥ {found.total} packing")
    assert "≥" in repr(found)
    assert not path.exists()
    with pytest.raises(Stopped):
        sp.diagram("bedlam", clock=clock)


def test_what_cannot_be_is_told_in_a_line() -> None:
    with pytest.raises(PuzzleError, match="method fast: choose from auto, search, frontier, memo"):
        sp.diagram("soma", method="fast")
    with pytest.raises(PuzzleError, match="packings up to symmetry so far, more do not fit into 0 MiB"):
        sp.diagram("soma", method="search", memory=1000)
    with pytest.raises(FrontierError, match="more do not fit into 0 MiB"):
        sp.diagram("soma", method="frontier", memory=1000)
    with pytest.raises(MethodError, match="more do not fit into 0 MiB"):
        sp.diagram("soma", method="memo", memory=1000)
    with pytest.raises(MethodError, match="which the rule colours: 3 judges"):
        sp.diagram(board(2, 3, count=3, rules=["colours: 3"]), method="frontier")


def test_a_puzzle_without_packings_has_an_empty_diagram() -> None:
    for method in ("auto", "search"):
        packings = sp.diagram(board(3, 3, count=4), method=method)
        assert packings.total == 0 and packings.final and packings.sample(3) == []
        assert packings.odds().picture() is None
        assert np.all(packings.odds().cells == 0)


def _answers_are_those_of_the_list(seeds: range) -> int:
    """Ask about mixed puzzles, which have rules, colours and copies; return how many have packings."""
    asked = 0
    for seed in seeds:
        dice = Random(seed)
        try:
            puzzle = of_table({**mixed(seed)}, "mixed")
            listed = {tuple(sorted(solution.options)) for solution in sp.solve(puzzle, up_to="raw", jobs=1)}
        except PuzzleError:  # a puzzle that is to be refused
            continue
        packings = sp.diagram(puzzle, jobs=1)
        assert packings.total == len(listed) and {tuple(sorted(each.options)) for each in packings} == listed
        for method in ("frontier", "memo"):
            with suppress(MethodError):
                assert sp.diagram(puzzle, method=method).diagram == packings.diagram
        with suppress(MethodError, PuzzleError):  # symmetries that map some packings only, or a rule that judges
            assert packings.counts() == replace(sp.count(puzzle, jobs=1), final=True)
        every, diagram = packings.odds().placements.tolist(), packings.diagram
        known = np.flatnonzero(packings.tables.placements.piece >= 0).tolist()  # the others say that a cell stays empty
        assert [every[option] for option in known] == [sum(option in each for each in listed) for option in known]
        given, without = (dice.sample(known, min(len(known), many)) for many in (dice.randrange(3), dice.randrange(3)))
        left = {each for each in listed if {*given} <= {*each} and not {*without} & {*each}}
        assert diagram.count(given, without) == len(left)
        for found in (diagram.where(given, without), diagram.sample(3, seed, given, without)):
            told = {tuple(option for option in each if option in known) for each in found}
            assert told <= left and len(told) in (len(left), min(len(left), 3))
        asked += bool(listed)
    return asked


@pytest.mark.full
def test_answers_about_mixed_puzzles_are_those_of_the_list() -> None:
    assert _answers_are_those_of_the_list(range(30)) > 15


@pytest.mark.slow
def test_answers_about_many_mixed_puzzles_are_those_of_the_list(seed: int) -> None:
    assert _answers_are_those_of_the_list(range(seed, seed + 500)) > 250
