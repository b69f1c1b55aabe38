"""Pieces that must not touch each other, held against packings from which those that touch are thrown out."""

from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Any

import by_hand
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from touching import NEAR, Cells, obeys

import satpuzzle as sp
from satpuzzle.cover.tables import Tables
from satpuzzle.errors import FrontierError, PuzzleError
from satpuzzle.puzzle.formats.reading import parsed
from satpuzzle.puzzle.formats.writing import text
from satpuzzle.puzzle.formats.xmpuzzle.converting import burr_of

SHAPES = {"a": [[0, 0, 0]], "b": [[0, 0, 0], [1, 0, 0]], "c": [[0, 0, 0], [1, 0, 0], [1, 1, 0]]}


def placed(solution: sp.Solution) -> list[tuple[str, Cells]]:
    return [(piece.name, frozenset(map(tuple, cells.tolist()))) for piece, cells in solution.pieces]


@st.composite
def problems(draw: st.DrawFn) -> dict[str, Any]:
    grid = draw(st.sampled_from(sorted(NEAR)))
    sizes = draw(st.sampled_from([(3, 2), (4, 2), (3, 3)]))
    board = [[x, y, 0] for x, y in product(*map(range, sizes))]
    optional = draw(st.lists(st.sampled_from(board), unique_by=tuple, max_size=9))
    names = draw(st.lists(st.sampled_from("abc"), min_size=1, max_size=3, unique=True))
    pieces = [{"name": name, "cells": SHAPES[name], "min": 0, "max": draw(st.integers(1, 4))} for name in names]
    apart = draw(st.lists(st.lists(st.sampled_from(names), min_size=1, unique=True), min_size=1, max_size=2))
    return {"grid": grid, "board": board, "optional": optional or None, "pieces": pieces, "apart": apart}


def agrees(said: dict[str, Any], backend: str) -> None:
    said = {key: value for key, value in said.items() if value is not None}
    puzzle = sp.make_puzzle(**said)
    free = sp.make_puzzle(**{key: value for key, value in said.items() if key != "apart"})
    everything = {
        frozenset(placed(s)) for s in sp.solve(free, up_to="raw") if obeys(said["grid"], said["apart"], placed(s))
    }
    found = [*sp.solve(puzzle, backend, up_to="raw")]
    assert {frozenset(placed(s)) for s in found} == everything and len(found) == len(everything)
    group = Tables.of(puzzle).symmetry
    assert group.orders == Tables.of(free).symmetry.orders
    classes = sp.count(puzzle)
    assert classes.raw == len(everything)
    assert classes.isometries == sum(obeys(said["grid"], said["apart"], placed(s)) for s in sp.solve(free))
    with suppress(FrontierError):  # too wide
        assert sp.count(puzzle, method="frontier") == classes
    for ending in (".toml", ".json"):
        assert sp.count(parsed(text(puzzle, ending), ending, "again")) == classes


@pytest.mark.full
@settings(deadline=None, max_examples=15)
@given(problems(), st.sampled_from(["native", "cadical", "clingo"]))
def test_packings_in_which_no_such_pieces_touch_are_found(said: dict[str, Any], backend: str) -> None:
    agrees(said, backend)


@pytest.mark.slow
@settings(deadline=None, max_examples=300)
@given(problems(), st.sampled_from(["native", "cadical", "cpsat", "clingo"]))
def test_many_packings_in_which_no_such_pieces_touch_are_found(said: dict[str, Any], backend: str) -> None:
    agrees(said, backend)


ONE_SIDED = {"L": "***\n*..", "J": "***\n..*", "S": ".**\n**.", "Z": "**.\n.**", "K": "***\n*..", "D": "**", "O": "*"}


@st.composite
def one_sided(draw: st.DrawFn) -> dict[str, Any]:
    board = [[x, y, 0] for x, y in product(*map(range, draw(st.sampled_from([(4, 2), (5, 2), (3, 3), (4, 3)]))))]
    optional = draw(st.lists(st.sampled_from(board), unique_by=tuple, max_size=4))
    names = draw(st.lists(st.sampled_from(sorted(ONE_SIDED)), min_size=2, max_size=4, unique=True))
    least = st.sampled_from([0, 0, 1])
    pieces = [
        {"name": name, "cells": ONE_SIDED[name], "min": draw(least), "max": draw(st.integers(1, 3))} for name in names
    ]
    apart = draw(st.lists(st.lists(st.sampled_from(names), min_size=1, unique=True), min_size=1, max_size=2))
    return {"board": board, "optional": optional or None, "pieces": pieces, "apart": apart, "mirror": False}


def counts_by_hand(said: dict[str, Any]) -> None:
    puzzle = sp.make_puzzle(grid="square", **{key: value for key, value in said.items() if value is not None})
    packings = [packing for packing in by_hand.packings(puzzle) if obeys("square", said["apart"], [*packing])]
    rotations, isometries = (len(by_hand.orbits(packings, group)) for group in by_hand.group(puzzle))
    counts = sp.Counts(len(packings), rotations, isometries)
    assert sp.count(puzzle) == sp.count(puzzle, "cadical") == counts
    with suppress(FrontierError):
        swept = sp.count(puzzle, method="frontier")
        assert swept in (counts, sp.Counts(counts.raw))  # symmetric packings may need a wider frontier


@pytest.mark.full
@settings(deadline=None, max_examples=20)
@given(one_sided())
def test_a_packing_and_its_mirror_image_are_one_class_if_both_keep_the_rule(said: dict[str, Any]) -> None:
    counts_by_hand(said)


@pytest.mark.slow
@settings(deadline=None, max_examples=1000)
@given(one_sided())
def test_many_packings_and_their_mirror_images_are_one_class_if_both_keep_the_rule(said: dict[str, Any]) -> None:
    counts_by_hand(said)


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
        free = [placed(s) for s in sp.solve(parsed(content, ".toml", "free"), up_to="raw")]
        assert free and sum(obeys("cubic", [["a", "b"]], each) for each in free) == ways
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
