"""Certificates of boards that wrap round, and of pieces that must not touch: their checkers enumerate these anew."""

import json
import shutil
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import by_hand
import by_the_page
import numpy as np
import pytest
from certified import certified, refused, replaced, retold, without_a_solution
from hypothesis import given, settings
from hypothesis import strategies as st
from touching import obeys
from wrapped_by_hand import Problem, problems, solutions

import satpuzzle as sp
from satpuzzle.clock import Clock
from satpuzzle.cover.tables import Tables
from satpuzzle.errors import CertificateError, PuzzleError
from satpuzzle.proofs.check.contents import MANIFEST, SOLUTIONS
from satpuzzle.proofs.check.geometry import statement
from satpuzzle.proofs.verdict import verify
from satpuzzle.proofs.write.forms import certify
from satpuzzle.proofs.write.recording import ordered, put_together, top
from satpuzzle.puzzle.formats.writing import text
from satpuzzle.puzzle.grids import GRIDS
from satpuzzle.puzzle.model import Counts, Puzzle

Folders = pytest.TempPathFactory
CELLS = {
    "square": [(0, 0, 0), (1, 0, 0), (1, 1, 0)],
    "hexagonal": [(0, 0, 0), (1, 0, 0), (0, 1, 0)],
    "triangular": [(0, 0, 0), (0, 0, 1), (1, 0, 0)],
    "cubic": [(0, 0, 0), (1, 0, 0), (1, 1, 0)],
    "prisms": [(0, 0, 0), (0, 0, 1), (1, 0, 0)],
}


def check(puzzle: Puzzle, folder: Path) -> Counts:
    """Certify in both forms; the counts are those of the search."""
    counts = sp.count(puzzle)
    for form in ("tree", "lrat"):
        assert certified(puzzle, folder, form=form) == counts
    return counts


def raw_of(counts: Counts) -> int:
    assert counts.raw is not None
    return counts.raw


# Boards that wrap round


@pytest.mark.full
@pytest.mark.parametrize("form", ["tree", "lrat"])
@pytest.mark.parametrize(("name", "raw"), [("tetrominoes-cylinder", 140), ("hard-squares", 1234)])
def test_bundled_puzzles_are_certified(name: str, raw: int, form: str, tmp_path: Path) -> None:
    puzzle = sp.load(name)
    counts = certified(puzzle, tmp_path / "new", form=form)
    assert counts == sp.count(puzzle) == puzzle.published and counts.raw == raw
    assert certified(puzzle, tmp_path / "counted", form=form, count_only=form == "tree") == counts


def check_wrapped(problem: Problem, folder: Path) -> None:
    puzzle = sp.make_puzzle(**problem.said)
    lying = {number: {frozenset(ways) for ways in problem.placed(number)} for number in sorted(set(problem.pieces))}
    asked, board = statement(puzzle), [tuple(cell) for cell in puzzle.board.tolist()]
    found: dict[int, set[frozenset[Any]]] = {number: set() for number in lying}
    names = [f"p{number}" for number in lying]
    for option in asked.options:
        *cells, piece = option
        found[[*lying][names.index(puzzle.pieces[piece - len(board)].name)]].add(frozenset(board[c] for c in cells))
    assert found == lying
    assert check(puzzle, folder).raw == len(solutions(problem))


@pytest.mark.full
@settings(deadline=None, max_examples=20)
@given(problem=problems())
def test_pieces_lie_in_the_ways_that_are_found_by_hand(problem: Problem, tmp_path_factory: Folders) -> None:
    check_wrapped(problem, tmp_path_factory.mktemp("wrapped") / "new")


@pytest.mark.slow
@settings(deadline=None, max_examples=500)
@given(problem=problems())
def test_many_boards_that_wrap_round_are_certified(problem: Problem, tmp_path_factory: Folders) -> None:
    check_wrapped(problem, tmp_path_factory.mktemp("wrapped") / "new")


@pytest.mark.slow
def test_dominoes_on_a_torus_are_certified(tmp_path: Path) -> None:
    assert certified(sp.load("dominoes-torus"), tmp_path / "new") == sp.Counts(90176, 511, 511)


TILES = {"square": "AAAA AAAB AABB ABAC", "hexagonal": "AAAAAA AAABAB ABABAB", "triangular": "AAA AAB ABB"}
RULES = ("", "A", "same", "same on each side", "different on each side")


BOARDS = [("square", (3, 1), "x"), ("square", (2, 3), "y"), ("hexagonal", (3, 2), "x"), ("hexagonal", (1, 4), "y"),
          ("hexagonal", (1, 4), ""), ("triangular", (3, 1), "x")]  # fmt: skip


@pytest.mark.few(3)
@pytest.mark.parametrize("match", [True, pytest.param(False, marks=pytest.mark.slow)], ids=["match", "any"])
@pytest.mark.parametrize(
    ("grid", "sizes", "wrap", "border"),
    [*((*board, border) for board in BOARDS for border in RULES), ("square", (3, 3), "xy", "")],
)
def test_tiles_that_meet_across_the_seam_are_certified(
    grid: str, sizes: tuple[int, int], wrap: str, border: str, match: bool, tmp_path: Path
) -> None:
    many, most = 2 if match else 1, sizes[0] * sizes[1] * (2 if grid == "triangular" else 1)
    tiles: list[Any] = [{"sides": sides, "min": 0, "max": many} for sides in TILES[grid].split()]
    tiles[0]["max"] = most if match else max(1, most - 2)
    said: dict[str, Any] = ({"border": border} if border else {}) | ({"wrap": wrap} if wrap else {})
    puzzle = sp.make_puzzle(grid=grid, box=[*sizes], tiles=tiles, match=match, mirror=grid != "square", **said)
    counts = sp.count(puzzle)
    assert certified(puzzle, tmp_path / "new") == counts
    if raw_of(counts) < 500:
        assert certified(puzzle, tmp_path / "new", form="lrat") == counts


# Pieces that must not touch


@st.composite
def contacts(draw: st.DrawFn) -> dict[str, Any]:
    grid = draw(st.sampled_from(sorted(CELLS)))
    columns, rows = draw(st.sampled_from([(2, 2), (3, 2), (3, 3), (4, 2), (1, 4)]))
    ends = range(2 if len(GRIDS[grid].kinds) > 1 else 1)
    if len(ends) > 1:
        rows = 1
    levels = 2 * len(ends) if grid == "prisms" and columns < 3 else len(ends)
    cells = [[x, y, z] for x, y, z in product(range(columns), range(rows), range(levels))]
    said: dict[str, Any] = {"grid": grid, "board": cells}
    if GRIDS[grid].two_sided:
        said |= {"wrap": draw(st.sampled_from(["x", "y", "xy"]))} if draw(st.booleans()) else {}
        said |= {"mirror": draw(st.booleans())}
    optional = draw(st.lists(st.sampled_from(cells), min_size=1, max_size=6, unique_by=tuple))
    shapes = draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))
    pieces = [
        {"name": f"p{number}", "cells": [*map(list, CELLS[grid][:length])], "min": 0, "max": draw(st.integers(1, 4))}
        for number, length in enumerate(shapes)
    ]
    names = st.sampled_from([piece["name"] for piece in pieces])
    apart = draw(st.lists(st.lists(names, min_size=1, unique=True), min_size=1, max_size=2))
    return said | {"optional": optional, "pieces": pieces, "apart": apart}


@pytest.mark.full
@settings(deadline=None, max_examples=15)
@given(said=contacts())
def test_pieces_that_must_not_touch_are_certified(said: dict[str, Any], tmp_path_factory: Folders) -> None:
    check(sp.make_puzzle(**said), tmp_path_factory.mktemp("apart") / "new")


@pytest.mark.slow
@settings(deadline=None, max_examples=500)
@given(said=contacts())
def test_many_pieces_that_must_not_touch_are_certified(said: dict[str, Any], tmp_path_factory: Folders) -> None:
    check(sp.make_puzzle(**said), tmp_path_factory.mktemp("apart") / "new")


@pytest.mark.parametrize("grid", ["fcc", "rhombic"])
def test_neighbours_in_space_are_the_cells_that_share_a_face(grid: str, tmp_path: Path) -> None:
    every = GRIDS[grid].box([4, 4, 4])
    centre = GRIDS[grid].centres(every).mean(axis=0)
    board = every[np.argsort(((GRIDS[grid].centres(every) - centre) ** 2).sum(axis=1), kind="stable")[:9]]
    stones = [{"name": "stone", "cells": [[*board[0].tolist()]], "min": 0, "max": 9}]
    said: dict[str, Any] = {"grid": grid, "board": board.tolist(), "optional": board.tolist(), "pieces": stones}
    counts = check(sp.make_puzzle(**said, apart=[["stone"]]), tmp_path / "new")
    assert 10 <= raw_of(counts) < raw_of(sp.count(sp.make_puzzle(**said)))


def test_a_mirror_image_that_breaks_the_rule_is_another_class(tmp_path: Path) -> None:
    left, right = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [2, 1, 0]], [[0, 1, 0], [1, 1, 0], [1, 0, 0], [2, 0, 0]]
    pieces = [{"name": name, "cells": cells, "min": 0, "max": 2} for name, cells in (("S", left), ("Z", right))]
    board = [[x, y, 0] for x in range(5) for y in range(3)]
    said: dict[str, Any] = {"grid": "square", "mirror": False, "board": board, "optional": board, "pieces": pieces}
    for apart in ([["S", "Z"]], [["S"], ["Z"]], [["S"]]):
        puzzle = sp.make_puzzle(**said, apart=apart)
        counts = check(puzzle, tmp_path / "new")
        packings = [packing for packing in by_hand.packings(puzzle) if obeys("square", apart, [*packing])]
        rotations, isometries = by_hand.group(puzzle)
        classes = [len(by_hand.orbits(packings, group)) for group in (rotations, isometries)]
        assert [counts.raw, counts.rotations, counts.isometries] == [len(packings), *classes]


@pytest.mark.parametrize("form", ["tree", "lrat"])
def test_a_certificate_of_the_former_definition_is_refused_in_a_sentence(form: str, tmp_path: Path) -> None:
    said: dict[str, Any] = {"grid": "square", "box": [4, 3], "mirror": False, "apart": [["L"]]}
    said["pieces"] = {"L": "***\n*..", "J": "***\n..*", "D": {"cells": "**", "count": 2}}
    assert certify(sp.make_puzzle(**said), tmp_path / "new", form) == sp.Counts(18, 9, 6)
    manifest = tmp_path / "new" / MANIFEST
    claims = json.loads(manifest.read_text())
    claims["satpuzzle certificate"] -= 1
    manifest.write_text(json.dumps(claims))
    with pytest.raises(CertificateError, match=r"has version [13], by which other solutions are of the same class"):
        verify(tmp_path / "new")


def test_what_the_checker_does_not_know_is_refused(tmp_path: Path) -> None:
    cell = GRIDS["tetra-octa"].kinds[0].tolist()
    puzzle = sp.make_puzzle(grid="tetra-octa", board=[cell], pieces=[{"name": "A", "cells": [cell]}], apart=[["A"]])
    (tmp_path / "a.toml").write_text(text(puzzle, ".toml"))
    for given_ in (puzzle, tmp_path / "a.toml"):
        with pytest.raises(PuzzleError, match=r"a certificate cannot express this: apart: A on the grid tetra-octa$"):
            sp.certify(given_, tmp_path / "new")


# The page, and forgeries


@pytest.mark.parametrize("name", ["tetrominoes-cylinder", "hard-squares"])
def test_a_checker_that_is_written_from_the_page_alone_agrees(name: str) -> None:
    puzzle = sp.load(name)
    asked, (tables, _) = statement(puzzle), ordered(Tables.of(puzzle))
    upper = top(tables, Clock())
    numbers = b"".join(part.codes for part in put_together(tables, upper.pieces, Clock()))
    assert len(by_the_page.solutions(asked, upper.restricted, [*numbers])) >= (puzzle.published.isometries or 0) > 0


@pytest.fixture(scope="module")
def originals(tmp_path_factory: Folders) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("originals")
    for name, form in product(("tetrominoes-cylinder", "hard-squares"), ("tree", "lrat")):
        sp.certify(name, folder / f"{name}-{form}", form=form, jobs=1)
    return {path.name: path for path in folder.iterdir()}


def moved(cells: list[list[int]], right: int, around: int) -> list[list[int]]:
    return [[(x + right) % around, y, z] for x, y, z in cells]


FORGERIES: list[tuple[str, Callable[[Path], None]]] = [
    ("tetrominoes-cylinder", replaced("puzzle.toml", 'wrap = "x"', 'wrap = "xy"')),
    ("tetrominoes-cylinder", replaced("puzzle.toml", 'wrap = "x"', 'wrap = "y"')),
    ("tetrominoes-cylinder", replaced("puzzle.toml", 'wrap = "x"\n', "")),
    ("tetrominoes-cylinder", without_a_solution),
    ("tetrominoes-cylinder", retold(lambda piece: piece.update(cells=moved(piece["cells"], 1, 5)))),
    ("tetrominoes-cylinder", retold(lambda piece: piece.update(cells=moved(piece["cells"], 5, 99)))),
    ("hard-squares", replaced("puzzle.toml", 'apart = [["stone"]]\n', "")),
    ("hard-squares", replaced("puzzle.toml", 'grid = "square"', 'grid = "square"\nwrap = "x"')),
    ("hard-squares", replaced("puzzle.toml", "max = 16", "max = 5")),
    ("hard-squares", without_a_solution),
    ("hard-squares", replaced(SOLUTIONS, "[0, 0, 0]", "[0, 1, 0]")),
]  # fmt: skip


@pytest.mark.few(2, "form")
@pytest.mark.parametrize("form", ["tree", "lrat"])
@pytest.mark.parametrize("number", range(len(FORGERIES)))
def test_forgeries_are_refused(number: int, form: str, originals: dict[str, Path], tmp_path: Path) -> None:
    name, forge = FORGERIES[number]
    copy = Path(shutil.copytree(originals[f"{name}-{form}"], tmp_path / "copy"))
    before, _, after = (copy / "puzzle.toml").read_text().partition("[counts]")
    (copy / "puzzle.toml").write_text(before + "".join(after.partition("[[pieces]]")[1:]))  # counts would tell, too
    assert not refused(copy)
    forge(copy)
    assert refused(copy)
