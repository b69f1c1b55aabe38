"""Boards in parts that are moved each by itself."""

from pathlib import Path
from typing import Any

import pytest

import satpuzzle as sp
from satpuzzle import machine
from satpuzzle.cover.group import symmetry_of
from satpuzzle.cover.tables import Tables
from satpuzzle.errors import PuzzleError
from satpuzzle.proofs.check.geometry import statement
from satpuzzle.puzzle.formats.xmpuzzle.converting import left_out
from satpuzzle.search.report import facts, verdict


def boxes(many: int, **further: Any) -> sp.Puzzle:
    board = "\n".join([".".join(["***"] * many)] * 2)
    return sp.make_puzzle(grid="square", board=board, pieces={"D": {"cells": "**", "count": 3 * many}}, **further)


def test_a_group_that_does_not_fit_into_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = boxes(3, parts="separate")
    tables = Tables.of(puzzle)
    size = tables.symmetry.items.nbytes + tables.symmetry.options.nbytes
    monkeypatch.setattr(machine, "total", lambda: 8 * size)
    assert symmetry_of(puzzle, tables.cover).orders == tables.symmetry.orders
    monkeypatch.setattr(machine, "total", lambda: size)
    with pytest.raises(PuzzleError, match=f"{len(tables.symmetry.items)} symmetries do not fit into memory$"):
        symmetry_of(puzzle, tables.cover)


@pytest.mark.parametrize(("many", "together", "separate"), [(1, 2, 2), (2, 6, 3), (3, 15, 4)])
def test_equal_boxes_are_exchanged(many: int, together: int, separate: int) -> None:
    assert sp.count(boxes(many)) == sp.Counts(3**many, together, together)
    assert sp.count(boxes(many, parts="separate")) == sp.Counts(3**many, separate, separate)


def test_the_outcome_tells_how_many_parts_the_board_has() -> None:
    for parts, said in (("together", "symmetries move all together"), ("separate", "symmetries move each by itself")):
        run = sp.solve(boxes(2, parts=parts))
        run.exhaust()
        assert f"the board has 2 parts: {said}" in verdict(run)
        assert facts(run)["parts"] == {"number": 2, "moved": parts}
    whole = sp.solve(boxes(1))
    whole.exhaust()
    assert facts(whole)["parts"] is None


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        ({"parts": "loose"}, 'parts is "loose", allowed are together, separate'),
        ({"parts": "separate", "wrap": "x"}, 'parts is "separate", which is not for boards with wrap'),
        ({"parts": "separate", "frame": [[9, 9, 0]]}, 'parts is "separate", which is not for boards with a frame'),
    ],
)
def test_what_is_wrong_with_the_parts_is_told_in_a_line(said: dict[str, Any], complaint: str) -> None:
    with pytest.raises(PuzzleError) as told:
        boxes(2, **said)
    assert str(told.value) == f"puzzle: {complaint}"


def test_a_piece_that_can_lie_in_two_parts_is_refused() -> None:
    cells = [[0, 0, 0], [2, 0, 0]]
    puzzle = sp.make_puzzle(grid="square", board=cells, pieces=[{"name": "A", "cells": cells}], parts="separate")
    for asked in (sp.count, statement):
        with pytest.raises(
            PuzzleError, match=r'puzzle: parts is "separate", but piece A can lie in two parts at once$'
        ):
            asked(puzzle)


def test_a_piece_that_lies_in_two_parts_is_refused_though_a_rule_leaves_it_out(tmp_path: Path) -> None:
    cells = [[0, 0, 0], [2, 0, 0]]
    pieces = [{"name": "A", "cells": cells, "min": 0}]
    puzzle = sp.make_puzzle(
        grid="square", board=cells, optional=cells, pieces=pieces, parts="separate", rules=["at border: none"]
    )
    for form in ("tree", "frontier"):
        with pytest.raises(PuzzleError, match=r"piece A can lie in two parts at once$"):
            sp.certify(puzzle, tmp_path / form, form)


def test_too_many_symmetries_are_refused_at_once() -> None:
    board = [(x + 4 * box, y, z) for box in range(12) for x, y, z in ((0, 0, 0), (1, 0, 0), (0, 1, 0))]
    pieces = [{"name": "V", "cells": "**\n*.", "count": 12}]
    puzzle = sp.make_puzzle(grid="square", board=[*map(list, board)], pieces=pieces, parts="separate")
    with pytest.raises(PuzzleError, match=r"puzzle: parts is \"separate\": \d+ symmetries do not fit into memory$"):
        sp.count(puzzle)


def test_what_does_not_know_the_rule_says_so(tmp_path: Path) -> None:
    puzzle = boxes(2, parts="separate")
    assert 'parts = "separate" is left out: BurrTools moves the parts of a board together' in left_out(puzzle)
    with pytest.raises(PuzzleError, match=r"a certificate of the form lrat cannot express this: parts$"):
        sp.certify(puzzle, tmp_path / "new", "lrat")
    with pytest.raises(PuzzleError, match=r'parts is "separate": packings of such a board cannot be taken apart$'):
        sp.assemble(next(iter(sp.solve(puzzle))))
