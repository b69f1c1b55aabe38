"""Pieces that must not touch each other."""

from pathlib import Path
from typing import Any

import pytest

import satpuzzle as sp
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.formats.reading import parsed
from satpuzzle.puzzle.formats.xmpuzzle.converting import burr_of


def test_a_rule_that_excludes_nothing_does_not_change_the_classes() -> None:
    said: dict[str, Any] = {"grid": "square", "box": [4, 3], "mirror": False}
    said["pieces"] = {"L": "***\n*..", "J": "***\n..*", "D": {"cells": "**", "count": 2}}
    assert sp.count(sp.make_puzzle(**said)) == sp.count(sp.make_puzzle(**said, apart=[["L"]])) == sp.Counts(18, 9, 6)


@pytest.mark.parametrize(("size", "independent"), [(2, 7), (3, 63), (4, 1234)])  # OEIS A006506
def test_stones_that_do_not_touch_are_independent_sets(size: int, independent: int) -> None:
    said: dict[str, Any] = {"grid": "square", "apart": [["stone"]]}
    drawn = "\n".join(["?" * size] * size)
    stones = sp.make_puzzle(**said, board=drawn, pieces=[{"name": "stone", "cells": "*", "min": 0, "max": size * size}])
    assert sp.count(stones).raw == sp.count(stones, method="frontier").raw == independent


def test_on_a_torus_pieces_touch_across_the_seam() -> None:
    said: dict[str, Any] = {"grid": "square", "box": [4, 1], "apart": [["a"]]}
    pieces = [{"name": "a", "cells": "*", "count": 2}, {"name": "b", "cells": "*", "count": 2}]
    assert sp.count(sp.make_puzzle(**said, pieces=pieces)).raw == 3
    assert sp.count(sp.make_puzzle(**said, pieces=pieces, wrap="x")) == sp.Counts(2, 1, 1)


def test_cells_with_colours_are_told_apart_as_well() -> None:
    said = 'board = "12**"\npieces = [{ name = "a", cells = "1*" }, { name = "b", cells = "*2" }]\n'
    wider = said.replace("12**", "12***").replace("pieces = [", 'pieces = [{ name = "c", cells = "*" }, ')
    for content, ways in ((said, 0), (wider, 4)):
        assert sp.count(parsed(content, ".toml", "free")).raw
        assert sp.count(parsed(f'apart = [["a", "b"]]\n{content}', ".toml", "both")).raw == ways


def test_what_does_not_know_the_rule_refuses_it() -> None:
    puzzle = sp.make_puzzle(grid="square", box=[3, 1], pieces=["*", "**"], apart=[["A"]])
    with pytest.raises(PuzzleError, match=r"a BurrTools file cannot express this: .*no two of these touch: A"):
        burr_of(puzzle)
    assert sp.view(next(iter(sp.solve(puzzle)))).begin["puzzle"]["apart"] == [["A"]]  # of which the page says so


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        ('apart = "A"', 'apart is "A", allowed is a list of groups, each a list of names of pieces'),
        ("apart = [[]]", "apart is [[]], allowed is a list of groups, each a list of names of pieces"),
        ('apart = [["A", "Q"]]', 'rules: "apart: A Q": there is no piece "Q": choose from A, B'),
    ],
)
def test_what_is_wrong_with_the_rule_is_told_in_a_line(said: str, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        f'{said}\nbox = [3, 1, 1]\npieces = [{{ name = "A", cells = "**" }}, {{ name = "B", cells = "*" }}]\n'
    )
    with pytest.raises(PuzzleError) as told:
        sp.load(path)
    assert str(told.value) == f"{path}: {complaint}"
