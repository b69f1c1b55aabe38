"""Boards in parts that are moved each by itself, held against every product of isometries of the parts."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import by_hand
import by_parts
import pytest
from by_hand import Cell
from certified import certified
from hypothesis import given, settings
from hypothesis import strategies as st
from touching import obeys

import satpuzzle as sp
from satpuzzle import machine
from satpuzzle.cover.group import symmetry_of
from satpuzzle.cover.tables import Tables
from satpuzzle.errors import FrontierError, PuzzleError
from satpuzzle.puzzle.formats.reading import parsed
from satpuzzle.puzzle.formats.writing import text
from satpuzzle.puzzle.formats.xmpuzzle.converting import left_out
from satpuzzle.puzzle.parts import parts_of
from satpuzzle.search.report import facts, verdict

FLAT = {"D": "**", "O": "*", "L": "***\n*..", "J": "***\n..*", "S": ".**\n**.", "Z": "**.\n.**", "V": "**\n*."}
WAVE = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [2, 1, 0]]
SHAPES = {
    "square": ["***\n***", "**\n**", "***", "***\n*..", "**.\n.**", "****\n.*.."],
    "hexagonal": ["* *", "* *\n * *", "* * *", "* *\n   *"],
    "cubic": ["**\n**", "***\n*..", "**\n*.\n\n..\n*.", "**\n.*\n\n..\n.*"],
}
PIECES: dict[str, dict[str, Any]] = {
    "square": FLAT,
    "hexagonal": {"D": "* *", "O": "*", "S": WAVE, "Z": [[y, x, z] for x, y, z in WAVE], "V": "* *\n *"},
    "cubic": {**FLAT, "T": "**\n*.\n\n*.\n..", "W": "**\n.*\n\n*.\n.."},
}


@st.composite
def problems(draw: st.DrawFn) -> tuple[dict[str, Any], by_parts.Parts]:
    """Return a puzzle and its parts, which lie beside each other."""
    grid = draw(st.sampled_from(sorted(SHAPES)))
    mirror = draw(st.booleans()) if grid != "cubic" else True
    parts: by_parts.Parts = []
    shapes = draw(st.lists(st.sampled_from(SHAPES[grid]), min_size=2, max_size=2 if grid == "cubic" else 3))
    if draw(st.booleans()):
        shapes[1] = shapes[0]
    for number, shape in enumerate(shapes):
        cells = sp.make_puzzle(grid=grid, board=shape, pieces=["*"]).board.tolist()
        turned = sorted(by_hand.turned(tuple(map(tuple, cells)), grid, mirror))
        image = draw(st.sampled_from(turned))
        low = min(cell[0] for cell in image)
        parts.append(frozenset((x - low + 8 * number, y, z) for x, y, z in image))
    board = sorted(cell for part in parts for cell in part)
    optional = draw(st.lists(st.sampled_from(board), unique=True, max_size=3))
    names = draw(st.lists(st.sampled_from(sorted(PIECES[grid])), min_size=2, max_size=4, unique=True))
    least, many = st.sampled_from([0, 0, 1]), st.integers(1, 4)
    pieces = [
        {"name": name, "cells": PIECES[grid][name], "min": (few := draw(least)), "max": few + draw(many)}
        for name in names
    ]
    said: dict[str, Any] = {"grid": grid, "board": [*map(list, board)], "pieces": pieces, "parts": "separate"}
    if grid != "cubic":
        said["mirror"] = mirror
    if optional:
        said["optional"] = [*map(list, optional)]
    if draw(st.booleans()):
        said["apart"] = draw(
            st.lists(st.lists(st.sampled_from(names), min_size=1, unique=True), min_size=1, max_size=2)
        )
    return said, parts


def agrees(said: dict[str, Any], parts: by_parts.Parts, folder: Path) -> None:
    puzzle = sp.make_puzzle(**said)
    assert list(map(len, parts)) == [int((parts_of(puzzle.board, puzzle.grid) == n).sum()) for n in range(len(parts))]
    packings = [each for each in by_hand.packings(puzzle) if obeys(said["grid"], said.get("apart", []), [*each])]
    rotations, isometries = (len(by_hand.orbits(packings, group)) for group in by_parts.group(puzzle, parts))
    counts = sp.Counts(len(packings), rotations, isometries)
    assert sp.count(puzzle) == sp.count(puzzle, "cadical") == counts
    assert certified(puzzle, folder / "new") == counts
    assert certified(puzzle, folder / "counted", count_only=True) == counts
    with suppress(FrontierError):
        assert sp.count(puzzle, method="frontier") in (counts, sp.Counts(counts.raw))
    assert len([*sp.solve(puzzle)]) == isometries
    for ending in (".toml", ".json"):
        assert parsed(text(puzzle, ending), ending, "again").parts == "separate"


@pytest.mark.full
@settings(deadline=None, max_examples=12)
@given(problem=problems())
def test_each_part_is_moved_by_itself(
    problem: tuple[dict[str, Any], by_parts.Parts], tmp_path_factory: pytest.TempPathFactory
) -> None:
    agrees(*problem, tmp_path_factory.mktemp("parts"))


@pytest.mark.slow
@settings(deadline=None, max_examples=300)
@given(problem=problems())
def test_many_boards_in_parts_are_moved_part_by_part(
    problem: tuple[dict[str, Any], by_parts.Parts], tmp_path_factory: pytest.TempPathFactory
) -> None:
    agrees(*problem, tmp_path_factory.mktemp("parts"))


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
    with pytest.raises(PuzzleError, match=r'puzzle: parts is "separate", but piece A can lie in two parts at once$'):
        sp.count(puzzle)


def test_too_many_symmetries_are_refused_at_once() -> None:
    board: list[Cell] = [(x + 4 * box, y, z) for box in range(12) for x, y, z in ((0, 0, 0), (1, 0, 0), (0, 1, 0))]
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
