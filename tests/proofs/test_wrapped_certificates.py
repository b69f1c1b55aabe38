"""Certificates of boards that wrap round, and of pieces that must not touch: their checkers enumerate these anew."""

import json
import shutil
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import by_the_page
import numpy as np
import pytest
from certified import certified, refused, replaced, retold, without_a_solution
from witnessed import APART, WRAPPED, counts_of, mixed_puzzle

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


@pytest.mark.full
@pytest.mark.parametrize("seed", sorted({*WRAPPED, *APART}))
def test_mixed_boards_that_wrap_round_or_keep_pieces_apart_are_certified_in_clauses(seed: int, tmp_path: Path) -> None:
    puzzle = mixed_puzzle(seed)
    assert certified(puzzle, tmp_path / "new", form="lrat") == counts_of(puzzle)


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
        assert check(puzzle, tmp_path / "new") == counts_of(puzzle)


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
