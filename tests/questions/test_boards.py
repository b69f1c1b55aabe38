"""Files of many boards: whether the pieces of each fit, against brute force, and by which reason."""

import csv
import json
import re
from collections import Counter
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from commands import complaint, run, said
from pages import ROOT
from wide import HEPTOMINOES

import satpuzzle as sp
from satpuzzle.clock import Clock
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.formats.boards import Boards, load_boards
from satpuzzle.questions.boards import explain_each, why

CRATES = ROOT / "docs" / "designing" / "crates.txt"
Cells = frozenset[tuple[int, int]]
VERDICTS = ["solvable"] * 3 + ["impossible"] * 5


def images(cells: Cells, width: int, height: int) -> set[Cells]:
    """Return all places of a shape on a board, turned and turned over."""
    found = set()
    for _ in range(4):
        cells = frozenset((y, -x) for x, y in cells)
        for turned in (cells, frozenset((-x, y) for x, y in cells)):
            left, low = (min(each) for each in zip(*turned, strict=True))
            for dx, dy in product(range(width), range(height)):
                moved = frozenset((x - left + dx, y - low + dy) for x, y in turned)
                if all(x < width and y < height for x, y in moved):
                    found.add(moved)
    return found


def fits(pieces: list[set[Cells]], filled: Cells = frozenset()) -> bool:
    return not pieces or any(not filled & here and fits(pieces[1:], filled | here) for here in pieces[0])


def expected(boards: Boards) -> list[str]:
    """Return the verdicts that brute force finds."""
    found = []
    for size, copies in zip(boards.sizes, boards.copies, strict=True):
        shapes = [frozenset((x, y) for x, y, _ in cells.tolist()) for cells in boards.shapes.values()]
        pieces = [images(cells, *size) for cells, many in zip(shapes, copies, strict=True) for _ in range(many)]
        found.append("solvable" if fits(sorted(pieces, key=len)) else "impossible")
    return found


def test_the_verdicts_on_random_boards_are_those_of_brute_force(tmp_path: Path, seed: int) -> None:
    dice = np.random.default_rng(seed)
    drawn = ["##\n#.", "###\n#.#", "##.\n.##", "####", ".#.\n###"]
    lines = []
    for _ in range(60):
        copies = dice.integers(0, 2, len(drawn))
        copies[dice.integers(len(drawn))] += 1
        lines.append(f"{dice.integers(2, 5)}x{dice.integers(2, 6)}: {' '.join(map(str, copies))}")
    path = tmp_path / "random.txt"
    path.write_text("\n".join(f"{number}:\n{text}\n" for number, text in enumerate(drawn)) + "\n" + "\n".join(lines))
    found = list(explain_each(path, jobs=1))
    boards = load_boards(path)
    assert [one.verdict for one in found] == expected(boards)
    assert [one.puzzle.name for one in found] == [f"random#{number}" for number in range(1, 61)]
    assert {"volumes", "boxes", "search"} <= {why(one)[0] for one in found}
    for one in found:
        if one.solution is not None:
            placed = Counter(str(piece["piece"]) for piece in one.solution.as_list())
            assert placed == {piece.name: piece.max for piece in one.puzzle.pieces}


def test_an_example_is_decided_by_areas_boxes_and_searches() -> None:
    found = list(explain_each(str(CRATES), "cadical", time_limit=600))
    assert [one.verdict for one in found] == VERDICTS
    assert [why(one)[0] for one in found] == ["boxes", *["search"] * 4, "volumes", "search", "search"]
    assert found[0].sentence == "crates#1: solvable: 12 boxes of 2x2 fit side by side, and each piece fits into one"


def test_a_large_board_is_excluded_by_a_pairing_before_sweeps_or_plans(tmp_path: Path) -> None:
    path = tmp_path / "presents.txt"
    shapes = "\n\n".join(f"{n}:\n{shape.replace('*', '#')}" for n, shape in enumerate(HEPTOMINOES))
    path.write_text(f"{shapes}\n\n21x21: 10 10 10 11 11 11\n")
    (found,) = explain_each(path)
    assert (found.verdict, why(found)[0]) == ("impossible", "pairing")
    assert "the copies of 4 need each other in pairs" in found.sentence
    run = sp.solve(found.puzzle, limit=1)
    assert run.first() is None
    assert run.obstacle == found.reason
    assert run.stats.get("sweeps") is None


def test_boxes_lie_on_their_longer_or_on_their_shorter_sides(tmp_path: Path) -> None:
    path = tmp_path / "boxes.txt"
    path.write_text("I:\n###\n\n3x4: 4\n4x3: 4\n5x5: 5\n5x5: 6\n2x9: 6\n")
    boards = load_boards(path)
    assert [boards.side_by_side(number) is not None for number in range(5)] == [True, True, True, False, True]
    assert [one.verdict for one in explain_each(boards)] == ["solvable"] * 5


def test_a_board_that_takes_long_comes_again_and_holds_up_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satpuzzle.questions.boards._PATIENCE", 1e-9)
    told: list[str] = []
    assert [one.verdict for one in explain_each(CRATES, jobs=1, watch=told.append)] == VERDICTS
    order = [int(re.findall("board ([0-9]+),", text)[0]) for text in told]
    assert order[:7] == [1, 2, 3, 4, 5, 7, 8]
    assert len(order) > 7 or told[-1].endswith("1 of 8 boards left")


def test_boards_that_are_left_when_the_clock_stops_are_undecided() -> None:
    clock = Clock()
    every = explain_each(CRATES, clock=clock)
    assert next(every).verdict == "solvable"
    clock.stop()
    assert [one.verdict for one in every] == ["undecided"] * 7


def test_one_board_is_a_puzzle_like_others() -> None:
    puzzle = sp.load(f"{CRATES}#3")
    assert (puzzle.name, len(puzzle.board), bool(puzzle.optional.all())) == ("crates#3", 36, True)
    assert [(piece.name, piece.min, piece.max) for piece in puzzle.pieces] == [("0", 3, 3), ("1", 1, 1), ("2", 2, 2)]
    told = said(run("solve", CRATES, "--member", "3", "-n", "1"))
    assert "crates#3: 1 solution; there may be more" in told


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("0:\n##\n", "boards.txt: has no board, such as the line 4x3: 2 1"),
        ("4x3: 1", 'boards.txt: line 1: the copies "1", allowed is one number for each of the 0 shapes'),
        ("0:\n##\n4x3: 1 2", 'boards.txt: line 3: the copies "1 2", allowed is one number for each of the 1 shapes'),
        ("0:\n##\n4x3: -1", 'boards.txt: line 3: the copies "-1", allowed is one number for each of the 1 shapes'),
        ("0:\n##\n4x3: 0", "boards.txt: line 3: no piece has to lie on this board, at least one is needed"),
        ("0:\n##\n0x3: 1", 'boards.txt: line 3: the board "0x3", allowed are 1 to 1000000 cells'),
        ("0:\n##\n9999x9999: 1", 'boards.txt: line 3: the board "9999x9999", allowed are 1 to 1000000 cells'),
        ("0:\n#?\n4x3: 1", 'boards.txt: line 1: the shape "0" has the character "?", allowed is one, of # and .'),
        ("0:\n#\n\n#\n4x3: 1", 'boards.txt: line 1: the shape "0" has 2 drawings, allowed is one, of # and .'),
        ("0:\n..\n4x3: 1", 'boards.txt: line 1: the shape "0" has no cells, at least one is needed'),
        ("0:\n\n1:\n#\n4x3: 1 1", 'boards.txt: line 1: the shape "0" has 0 drawings, allowed is one, of # and .'),
        ("0:\n#\n0:\n#\n4x3: 1 1", 'boards.txt: line 3: another shape has the name "0"'),
        ("##\n4x3: 1", 'boards.txt: line 1: "##", expected is the name of a shape and a colon, or a board'),
        ("0:\n#\n4x3: 1\n##", 'boards.txt: line 4: "##", expected is the name of a shape and a colon, or a board'),
        ("0:\n#\n4x3: 1\n1:\n#", 'boards.txt: line 4: "1:", expected is a board, such as 4x3: 2 1'),
        ("0:\n#\n4 x3: 1", 'boards.txt: line 3: "4 x3: 1", expected is a board, such as 4x3: 2 1'),
        ("0:\n#\n٤x3: 1", 'boards.txt: line 3: "٤x3: 1", expected is a board, such as 4x3: 2 1'),
    ],
)
def test_what_is_wrong_in_a_file_is_one_line(text: str, line: str, tmp_path: Path) -> None:
    (tmp_path / "boards.txt").write_text(text, encoding="utf-8")
    with pytest.raises(PuzzleError) as raised:
        load_boards(tmp_path / "boards.txt")
    assert str(raised.value) == f"{tmp_path}/{line}"


def test_the_command_explain_writes_a_line_for_each_board(tmp_path: Path) -> None:
    told = said(run("explain", CRATES)).splitlines()
    assert told[0] == "crates#1: solvable: 12 boxes of 2x2 fit side by side, and each piece fits into one"
    assert told[3] == "crates#4: impossible: a search ended without a packing"
    assert told[8:] == ["8 boards: 3 solvable, 5 impossible"]
    assert said(run("explain", CRATES, "-q")).splitlines() == told[:8]
    said(run("explain", CRATES, "-o", tmp_path / "found.csv"))
    with (tmp_path / "found.csv").open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert [row["verdict"] for row in rows] == VERDICTS
    assert rows[5] == {
        "puzzle": "crates#6",
        "verdict": "impossible",
        "by": "volumes",
        "reason": "the pieces have at least 29 cells, the board has only 27",
    }
    each = [json.loads(line) for line in said(run("explain", CRATES, "--format", "ndjson")).splitlines()]
    whole = json.loads(said(run("explain", CRATES, "--json")))
    assert [{key: value for key, value in one.items() if key != "schema"} for one in each] == whole["boards"]
    assert (whole["solvable"], whole["impossible"], whole["undecided"]) == (3, 5, 0)


def test_the_command_explain_says_which_boards_were_left() -> None:
    told = said(run("explain", CRATES, "-t", "1e-9"), 3)
    assert told.endswith("crates#8: undecided\n8 boards: 8 undecided; not final, the time limit was reached\n")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("explain", CRATES, "--given", "0: 0,0"), "--given 0: 0,0: allowed for one board, not for all; "),
        (("explain", CRATES, "--member", "9"), 'crates: there is no board "9": choose from 1 to 8'),
        (("explain", CRATES, "--member", "0"), 'crates: there is no board "0": choose from 1 to 8'),
        (("solve", CRATES), f"{CRATES}: has many boards: choose one, such as {CRATES}#1; explain answers for all"),
        (("explain", "soma", "--format", "csv"), "--format csv: is for many boards, soma is one puzzle"),
    ],
)
def test_the_commands_refuse_what_is_for_one_board_or_for_all(arguments: tuple[str, ...], line: str) -> None:
    assert complaint(run(*arguments)).startswith(line)


@pytest.mark.full
@pytest.mark.parametrize("rule", ["at border: all", "no crossroads", "fault-free"])
def test_all_boards_of_a_file_keep_a_rule(rule: str) -> None:
    shown = said(run("explain", CRATES, "--rule", rule, "-q")).splitlines()
    every = range(1, len(load_boards(CRATES)) + 1)
    puzzles = [sp.with_rules(sp.load(f"{CRATES}#{number}"), [rule]) for number in every]
    assert [line.split(": ")[1] for line in shown] == [
        "impossible" if sp.solve(puzzle).first() is None else "solvable" for puzzle in puzzles
    ]
