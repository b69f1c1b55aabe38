"""Certificates of puzzles and covers with colours: what is right is verified, and forgeries are refused."""

import json
import lzma
import shutil
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any

import by_the_page
import coloured
import numpy as np
import pytest
import witnessed
from certified import certified, refused, replaced, retold, without_a_solution
from classic_colours import graceful_path, memory_wheel, toy
from commands import run
from hypothesis import given, settings

import satpuzzle as sp
from satpuzzle.clock import Clock
from satpuzzle.cover.dlx import save_dlx
from satpuzzle.cover.tables import Tables
from satpuzzle.data import files
from satpuzzle.errors import PuzzleError
from satpuzzle.proofs.check.contents import SOLUTIONS
from satpuzzle.proofs.check.geometry import statement
from satpuzzle.proofs.check.options import statement_of
from satpuzzle.proofs.check.trees import TREE
from satpuzzle.proofs.write.recording import ordered, put_together, top
from satpuzzle.puzzle.model import Counts, Puzzle

PATH = Path(__file__).parents[2] / "docs" / "colours" / "graceful-path-7.dlx"
SQUARES = sp.make_puzzle(
    box=[3, 2], grid="square", mirror=False, border="A", tiles="BAAA ACAA ACCA CAAA ACCA BACC", name="six"
)
TRIANGLES = sp.make_puzzle(
    box=[2, 2], grid="triangular", border="same", name="eight",
    tiles=[{"sides": sides, "min": 0, "max": 3} for sides in ("AAA", "AAB", "ABC", "ACB", "BCC")],
)  # fmt: skip
PAINTED = sp.from_dict(  # a domino with a painted end, a plain one and a cube
    {
        "box": [5, 1, 1],
        "pairs": [[1, 1]],
        "pieces": [
            {"name": "A", "cells": [[0, 0, 0], [1, 0, 0]], "colours": [1, 0]},
            {"name": "B", "cells": [[0, 0, 0], [1, 0, 0]]},
            {"name": "C", "cells": [[0, 0, 0]]},
        ],
    }
)
Certify = Callable[..., Counts]


# What is right


@pytest.mark.parametrize("form", ["tree", "lrat"])
@pytest.mark.parametrize("puzzle", [SQUARES, TRIANGLES, sp.load("tetravex-3x3")], ids=lambda puzzle: puzzle.name)
def test_tiles_are_certified(puzzle: Puzzle, form: str, tmp_path: Path) -> None:
    counts = certified(puzzle, tmp_path / "new", form=form)
    assert counts == sp.count(puzzle, "cadical") and counts.raw
    if form == "tree":
        assert certified(puzzle, tmp_path / "counted", count_only=True) == counts


@pytest.mark.full
@pytest.mark.parametrize("seed", [*witnessed.TILED[:8], *witnessed.PAINTED[:6]])
def test_mixed_puzzles_with_colours_are_certified_in_clauses(seed: int, tmp_path: Path) -> None:
    puzzle = witnessed.mixed_puzzle(seed)
    assert certified(puzzle, tmp_path / "new", form="lrat") == witnessed.counts_of(puzzle)


def test_a_checker_that_is_written_from_the_page_alone_agrees_on_tiles() -> None:
    asked, (tables, _) = statement(SQUARES), ordered(Tables.of(SQUARES))
    upper = top(tables, Clock())
    numbers = b"".join(part.codes for part in put_together(tables, upper.pieces, Clock()))
    found = by_the_page.solutions(asked, upper.restricted, [*numbers])
    assert len(found) == len([*sp.solve(SQUARES)]) == 1


# Bare covers


CLASSICS: dict[str, Callable[[], Any]] = {"toy": toy, "wheel": memory_wheel, "path": lambda: graceful_path(6)}


@pytest.mark.parametrize("form", ["tree", "lrat"])
@pytest.mark.parametrize("name", CLASSICS)
def test_covers_are_certified(name: str, form: str, tmp_path: Path) -> None:
    cover = sp.ExactCover.of_sets(*CLASSICS[name]())
    counts = certified(cover, tmp_path / "new", form=form)
    assert counts.raw == len(found := [*sp.solve(cover)]) > 0
    listed = [tuple(json.loads(line)) for line in (tmp_path / "new" / SOLUTIONS).read_text().splitlines()]
    assert sorted(listed) == sorted(found)  # the options have the numbers that they have in the cover


def check_cover(problem: coloured.Problem, folder: Path) -> None:
    """Certify a random cover, and one that has an option twice."""
    options, bounds = problem
    for some in (options, [*options, options[0]]):
        cover = coloured.as_cover(some, bounds)
        for form in ("tree", "lrat"):
            counts = certified(cover, folder, form=form)
            assert counts.raw == len(coloured.solutions(some, bounds))


@settings(deadline=None, max_examples=12)
@given(problem=coloured.problems(7))
def test_random_covers_are_certified(problem: coloured.Problem, tmp_path_factory: pytest.TempPathFactory) -> None:
    check_cover(problem, tmp_path_factory.mktemp("covers") / "new")


def test_a_cover_whose_file_puts_items_in_another_order_is_certified(tmp_path: Path) -> None:
    """Some options have no item that must be covered, and the items with colours come last in the file."""
    a, b = sp.Coloured("x", "a"), sp.Coloured("x", "b")
    options: list[list[Hashable]] = [
        ["p", b],
        ["p", "q", "x"],
        [a, "y"],
        ["y"],
        ["r", "q", "p", "y", "x"],
        ["p", "x"],
        ["p"],
    ]
    bounds = {"r": (1, 1), "x": (0, 1), "q": (1, 9), "y": (0, 1), "p": (2, 2)}
    cover = sp.ExactCover.of_sets(options, bounds)
    for form in ("tree", "lrat"):
        assert certified(cover, tmp_path / "new", form=form).raw == sp.count(cover).raw == 1


@pytest.mark.slow
@settings(deadline=None, max_examples=1000)
@given(problem=coloured.problems(10))
def test_many_random_covers_are_certified(problem: coloured.Problem, tmp_path_factory: pytest.TempPathFactory) -> None:
    check_cover(problem, tmp_path_factory.mktemp("covers") / "new")


@settings(deadline=None, max_examples=60)
@given(problem=coloured.problems())
def test_two_readings_of_a_file_agree(problem: coloured.Problem, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("files") / "mine.dlx"
    save_dlx(coloured.as_cover(*problem), path, ["a remark"])
    cover, asked = sp.load_dlx(path), statement_of(path.read_text())
    assert asked.options == [tuple(cover.items_of(option).tolist()) for option in range(len(cover.rows))]
    assert [(low, high) for low, high in asked.bounds] == [
        (low, len(asked.options) if item in cover.colours.items else high)
        for item, (low, high) in enumerate(zip(cover.lower, cover.upper, strict=True))
    ]
    painted = cover.colours.of(cover.rows)
    assert asked.colours == [
        {item: max(hue, -1) for item, hue in zip(cover.colours.items, row, strict=True) if hue > -2}
        for row in painted.tolist()
    ]


def test_the_command_certifies_a_file_of_items_and_options(tmp_path: Path) -> None:
    assert "raw 32" in run("certify", PATH, "-o", tmp_path / "new", "-j", "1").stdout
    said = run("verify", tmp_path / "new").stdout
    assert said.startswith('VERIFIED: cover.dlx (unverified name "graceful-path-7"), complete list of 32 solutions, by')
    assert "proofs/check/options.py" in said
    assert (tmp_path / "new" / "cover.dlx").read_bytes() == PATH.read_bytes()


def test_a_part_of_a_cover_is_not_certified(tmp_path: Path) -> None:
    cover = sp.ExactCover.of_sets(*toy())
    for part in (cover.given([0]), cover.without(np.arange(5) == 2)):
        with pytest.raises(PuzzleError, match="in this one, options are chosen, ruled out or cover nothing"):
            sp.certify(part, tmp_path / "new")


# Forgeries


@pytest.fixture(scope="module")
def originals(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("originals")
    subjects: dict[str, Any] = {"tiles": SQUARES, "cover": PATH, "painted": PAINTED}
    for name, subject in subjects.items():
        for form in ("tree", "lrat"):
            sp.certify(subject, folder / f"{name}-{form}", form=form, jobs=1)
    return {path.name: path for path in folder.iterdir()}


def repainted(colour: str) -> Callable[[Path], None]:
    """Return what changes the first colour of an option of a solution."""

    def change(folder: Path) -> None:
        option = json.loads((folder / SOLUTIONS).read_text().splitlines()[0])[0]
        first, *lines = (folder / "cover.dlx").read_text().splitlines()
        words = lines[option].split()
        at = next(place for place, word in enumerate(words) if ":" in word)
        words[at] = words[at].partition(":")[0] + colour
        (folder / "cover.dlx").write_text("\n".join([first, *lines[:option], " ".join(words), *lines[option + 1 :]]))

    return change


FORGERIES: list[tuple[str, Callable[[Path], None]]] = [
    ("tiles", replaced("puzzle.toml", 'border = "A"', 'border = "same"')),
    ("tiles", replaced("puzzle.toml", "BACC", "BCAC")),
    ("tiles", replaced("puzzle.toml", "mirror = false", "mirror = true")),
    ("tiles", retold(lambda tile: tile.update(sides=tile["sides"][1:] + tile["sides"][:1]))),
    ("tiles", retold(lambda tile: tile.update(sides=3))),
    ("tiles", retold(lambda tile: tile.update(colours=[1]))),
    ("tiles", retold(lambda tile: tile.pop("sides"))),
    ("tiles", without_a_solution),
    ("cover", without_a_solution),
    ("cover", repainted(":9")),
    ("cover", repainted("")),
    ("cover", replaced("cover.dlx", "d1 d2", "0:1|d1 d2")),
    ("cover", replaced("cover.dlx", "d1 e0 v0:0", "d1 e0 v0:0 v0:1")),
    ("cover", replaced(SOLUTIONS, "[", "[900, ")),
    ("cover", replaced(SOLUTIONS, "[", "[-1, ")),
    ("cover", replaced(SOLUTIONS, "[", "[true, ")),
    ("cover", replaced(SOLUTIONS, "[", '["d1", ')),
    ("painted", replaced(SOLUTIONS, '"colours": [', '"colours": [7, ')),
    ("painted", replaced(SOLUTIONS, '"colours": [', '"sides": [')),
]


@pytest.mark.few(2, "form")
@pytest.mark.parametrize("form", ["tree", "lrat"])
@pytest.mark.parametrize("number", range(len(FORGERIES)))
def test_forgeries_are_refused(number: int, form: str, originals: dict[str, Path], tmp_path: Path) -> None:
    name, forge = FORGERIES[number]
    copy = Path(shutil.copytree(originals[f"{name}-{form}"], tmp_path / "copy"))
    assert not refused(copy)
    forge(copy)
    assert refused(copy)


@pytest.mark.full
@pytest.mark.parametrize("name", ["tiles", "cover"])
def test_a_changed_number_of_a_tree_is_found(name: str, originals: dict[str, Path], tmp_path: Path) -> None:
    copy = Path(shutil.copytree(originals[f"{name}-tree"], tmp_path / "copy"))
    tree = lzma.decompress((copy / TREE).read_bytes())
    for at in range(0, len(tree), 1 + len(tree) // 30):
        for other in (tree[at] + 1, tree[at] - 1):
            (copy / TREE).write_bytes(lzma.compress(tree[:at] + bytes([other % 256]) + tree[at + 1 :]))
            assert refused(copy)


@pytest.mark.parametrize(("old", "new"), [("", ""), ('title = "', 'title = "my '), ("rotate = false", "rotate = true")])
def test_tiles_with_other_rules_are_not_called_by_a_bundled_name(old: str, new: str, tmp_path: Path) -> None:
    text = files("puzzles")["tetravex-3x3"].read_text()
    assert old in text
    (tmp_path / "tetravex-3x3.toml").write_text(text.replace(old, new).partition("[counts]")[0])
    sp.certify(tmp_path / "tetravex-3x3.toml", tmp_path / "new", jobs=1)
    assert sp.verify(tmp_path / "new").bundled is ("rotate" not in old)
