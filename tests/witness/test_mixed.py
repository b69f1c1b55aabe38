"""Puzzles that mix all rules, in all ways the program can be asked, against the witness; and the witness itself."""

import ast
import sys
import tomllib
from collections import Counter
from itertools import combinations, islice
from pathlib import Path
from typing import Any

import pytest
import witness
from witness.__main__ import IN_TURN, check
from witness.asking import WAYS, disagreements, small_disagreement
from witness.bodies import GRIDS
from witness.counting import Problem, Refused
from witness.mixing import mixed
from witness.ruling import TURNED, kinds_of
from witness.shrinking import as_toml, shrunk

from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle import grids
from satpuzzle.puzzle.formats.reading import of_table
from satpuzzle.puzzle.rules._base import Ground
from satpuzzle.puzzle.rules.symmetric import Symmetric

ALWAYS = ("frontier", "memo", "determinant", "cadical")
SHARES = (
    ("toml", "strategy"),
    ("json", "xmpuzzle"),
    ("link", "cpsat"),
    ("certificate", "count certificate"),
    ("by symmetry", "clingo"),
)
MANY, FOLD = 90, 3


@pytest.mark.few(2)
@pytest.mark.parametrize("fold", range(FOLD))
def test_mixed_puzzles_have_the_solutions_and_the_counts_of_the_witness(fold: int) -> None:
    """Each puzzle is asked by all methods of counting and a SAT solver, and in one or two of the other ways in turn."""
    for seed in range(fold, MANY, FOLD):
        share = SHARES[seed // FOLD % len(SHARES)]
        check(mixed(seed), seed, [*ALWAYS, *share])


@pytest.mark.parametrize("path", sorted(Path(__file__).parent.glob("found/*.toml")), ids=lambda path: path.stem)
def test_puzzles_that_were_once_answered_otherwise_are_answered_alike(path: Path) -> None:
    keys = tomllib.loads(path.read_text(encoding="utf-8"))
    check(keys, 0, [*WAYS])


def test_the_ways_of_the_ordinary_test_and_of_the_slow_one_are_all_ways() -> None:
    assert {*ALWAYS, *(way for share in SHARES for way in share), "lrat"} == WAYS.keys()
    assert WAYS.keys() > {way for way in IN_TURN if way}


# The witness


def test_the_witness_imports_nothing_of_the_program() -> None:
    for path in Path(witness.__path__[0]).glob("*.py"):
        if path.stem in ("__main__", "asking"):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            modules += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            assert {module.partition(".")[0] for module in modules} <= {"witness"} | sys.stdlib_module_names


@pytest.mark.parametrize("name", GRIDS)
def test_cells_of_the_witness_are_listed_and_touch_as_those_of_the_program(name: str) -> None:
    grid, other = GRIDS[name], grids.GRIDS[name]
    sizes = grid.boxes[-1]
    cells = grid.box(sizes)
    assert cells == sorted(map(tuple, other.box(sizes).tolist()))
    assert len({grid.body(cell) for cell in cells}) == len(cells)
    board = dict(zip(cells, map(grid.body, cells), strict=True))
    for cell in other.box(sizes):
        steps = cell + other.neighbours(int(other.kind(cell)))
        near = {tuple(each) for each in steps.tolist()} & board.keys()
        assert near == {each for each in cells if grid.touch(board[tuple(cell)], board[each])}


def test_all_grids_are_mixed_and_so_are_all_rules() -> None:
    keys = [mixed(seed) for seed in range(120)]
    cells = {grid.cells_of for grid in grids.GRIDS.values()}
    assert {each["grid"] for each in keys} == cells == GRIDS.keys()
    met = Counter(key for each in keys for key in each)
    rules = "optional empty frame wrap mirror colours pairs apart parts border match rotate interchangeable tiles"
    assert all(met[rule] for rule in rules.split()), met
    assert any("rotate" in each and "pieces" in each for each in keys)


def L_and_J(apart: list[list[str]]) -> dict[str, Any]:
    return {
        "grid": "square",
        "board": [[x, y, 0] for x in range(4) for y in range(3)],
        "mirror": False,
        "apart": apart,
        "pieces": [
            {"name": "L", "cells": [[0, 0, 0], [1, 0, 0], [2, 0, 0], [0, 1, 0]]},
            {"name": "J", "cells": [[0, 0, 0], [1, 0, 0], [2, 0, 0], [2, 1, 0]]},
            {"name": "D", "cells": [[0, 0, 0], [1, 0, 0]], "count": 2},
        ],
    }


def test_a_rule_that_excludes_nothing_does_not_change_classes() -> None:
    assert Problem(L_and_J([["L"]])).counts() == Problem(L_and_J([])).counts()
    assert Problem(L_and_J([])).counts() == {"raw": 18, "rotations": 9, "isometries": 6}


def test_the_example_of_partial_mirror_images_is_counted_as_the_page_says() -> None:
    keys = {
        "grid": "square",
        "board": [[x, y, 0] for x in range(2) for y in range(3)],
        "mirror": False,
        "pieces": [
            {"name": "L", "cells": [[0, 0, 0], [0, 1, 0], [0, 2, 0], [1, 2, 0]], "max": 1},
            {"name": "V", "cells": [[0, 0, 0], [0, 1, 0], [1, 1, 0]], "max": 2},
            {"name": "D", "cells": [[0, 0, 0], [0, 1, 0]], "max": 3},
        ],
    }
    assert Problem(keys).counts() == {"raw": 7, "rotations": 5, "isometries": 4}


def test_colours_that_no_tile_exchanges_are_refused() -> None:
    keys = {"grid": "square", "board": [[0, 0, 0]], "interchangeable": "AB"}
    alone = [{"name": "t", "sides": "AAAB"}]
    with pytest.raises(Refused):
        Problem({**keys, "tiles": alone}).counts()
    both = [{"name": "t", "sides": "AAAB", "max": 1}, {"name": "u", "sides": "BBBA", "max": 1}]
    assert Problem({**keys, "tiles": both}).counts() == {"raw": 8, "rotations": 2, "isometries": 2, "patterns": 1}


# Shrinking


def test_a_puzzle_shrinks_to_what_makes_it_fail() -> None:
    """Here two pieces that touch and may be left out, on a board with optional cells."""

    def fails(keys: dict[str, Any]) -> bool:
        ranges = [low < high for low, high in Problem(keys).bounds if "pieces" in keys]
        return sum(ranges) >= 2 and "optional" in keys

    seed = next(seed for seed in range(1000) if fails(mixed(seed)) and len(mixed(seed)["pieces"]) > 3)
    small = shrunk(mixed(seed), fails)
    assert [*small] == ["grid", "board", "optional", "pieces"]
    assert len(small["board"]) == len(small["optional"]) == 1
    assert Problem(small).bounds == [(0, 1)] * 2
    assert [len(piece["cells"]) for piece in small["pieces"]] == [1, 1]


def test_a_wrong_answer_is_told_as_the_file_of_a_small_puzzle(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A program that forgets `apart` is found out, and nothing is left of the puzzle but what shows it."""
    from satpuzzle.puzzle.model import Puzzle

    kept = Puzzle.__post_init__

    def forgets(puzzle: Puzzle) -> None:
        object.__setattr__(puzzle, "rules", ())
        kept(puzzle)

    monkeypatch.setattr(Puzzle, "__post_init__", forgets)
    keys = L_and_J([["L", "J"]])
    found = disagreements(keys, tmp_path, {}, None)
    assert set(found) == {"search", "list"}
    told, _, after = small_disagreement(keys, found, 0).partition("\n\nsearch: ")
    small = tomllib.loads(told.partition("\n\n")[2])
    assert small["apart"] == [["L", "J"]]
    assert len(small["board"]) == 2
    assert [len(piece["cells"]) for piece in small["pieces"]] == [1, 1]
    assert (
        after == "{'raw': 2, 'rotations': 1, 'isometries': 1}, expected was {'raw': 0, 'rotations': 0, 'isometries': 0}"
    )


@pytest.mark.parametrize("up", [{}, {"up": "x"}, {"up": [0, 0, -1]}, {"up": [1, 1, 0]}], ids=str)
@pytest.mark.parametrize("name", TURNED)
def test_small_boards_have_the_kinds_of_symmetries_of_the_witness(name: str, up: dict[str, Any]) -> None:
    """Of two cells the centres lie on a line, of three in a plane: they do not tell a turn from a mirror image.

    A mirror image may keep what is up where a turn that moves the cells in the same way does not.
    """
    if up and GRIDS[name].flat:
        up = {"up": "-y"}
    cells = GRIDS[name].box(GRIDS[name].boxes[0])
    for more in [*combinations(cells[1:], 1), *islice(combinations(cells[1:], 2), 30)]:
        board = [[*cell] for cell in (cells[0], *more)]
        keys = {"grid": name, "board": board, "pieces": [{"name": "one", "cells": board[:1], "count": len(board)}]} | up
        wanted = {kind for kind in kinds_of(Problem(keys)) if kind in ("half turn", "third turn", "mirror", "point")}
        had = of_table(keys, "small").ground
        found = {kind for kind in ("half turn", "third turn", "mirror", "point") if _has(Symmetric(kind), had)}
        assert found == wanted, board


def _has(rule: Symmetric, ground: Ground) -> bool:
    try:
        rule.check(ground)
    except PuzzleError:
        return False
    return True


def test_the_file_of_a_puzzle_is_read_as_its_keys() -> None:
    for seed in range(60):
        keys = mixed(seed)
        assert tomllib.loads(as_toml(keys)) == keys
        of_table(tomllib.loads(as_toml(keys)), "mixed")
