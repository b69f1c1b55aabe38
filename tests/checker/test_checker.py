"""The checker in C, written from docs/certificates.md alone, against `verify`."""

import importlib
import json
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from certified import refused
from checking import SOURCES, check, compiled, library, told
from commands import run
from damaging import FORMS, make
from forging import forge
from witness.mixing import mixed

import satpuzzle as sp
from satpuzzle.cover.tables import Tables
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.formats.reading import of_table
from satpuzzle.puzzle.formats.writing import content
from satpuzzle.puzzle.model import Puzzle

SMALL = (
    "bar-in-a-cross",
    "cairo-tri",
    "conway-6-6-5",
    "convolution",
    "diabolical-cube",
    "domino-magic",
    "draughtboard",
    "dominoes-torus",
    "dubois-burr",
    "fronts-and-backs",
    "galakub",
    "half-black",
    "half-cubes-2x2x2",
    "hard-squares",
    "hats",
    "hexiamonds-6x6",
    "instant-insanity",
    "involute",
    "octasquares-tri",
    "iq-pyramid-4",
    "pegs",
    "pentominoes-3x20",
    "pips",
    "polytrigs-hexagon",
    "polytwigs-hexagon",
    "polytwigs-hexagon-2",
    "prisms-hexagon",
    "rhombic-cube",
    "rhombic-dodecahedron",
    "slothouber-graatsma",
    "snub-square-tetra",
    "soma",
    "steinhaus",
    "stella-octangula",
    "stella-octangula-any",
    "tangram-hexagon",
    "tangram-rectangle",
    "tangram-square",
    "tangram-triangle",
    "tetraboloes-3x11",
    "tetraboloes-5x9",
    "tetracubes-2x4x4",
    "tetrahexes-4x7",
    "tetrahexes-triangle",
    "tetravex-3x3",
    "tetrominoes-cylinder",
    "tridrafters-parallelogram",
    "trihexes-tetra",
    "welded-tetrasticks-4x4",
    "y-pentominoes-5x10",
)
# These take a second or more.
LARGER = (
    "bar-in-a-cross",
    "dominoes-torus",
    "half-cubes-2x2x2",
    "iq-pyramid-4",
    "polytrigs-hexagon",
    "tetraboloes-5x9",
)

THREADS = Path(__file__).parents[1] / "support" / "threads.c"


def certify(puzzle: str | Puzzle, folder: Path, **how: Any) -> sp.Counts:
    """Write a certificate whose puzzle is in JSON, with all cells listed."""
    file = folder.with_suffix(".json")
    sp.save(puzzle if isinstance(puzzle, Puzzle) else sp.load(puzzle), file)
    return sp.certify(file, folder, jobs=1, **how)


@pytest.mark.few(3)
@pytest.mark.some(20)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name in LARGER else ()) for name in SMALL]
)
def test_counts_of_small_puzzles_are_those_of_the_certificate(checker: Path, tmp_path: Path, name: str) -> None:
    counts = certify(name, tmp_path / name)
    status, said = check(checker, tmp_path / name)
    assert status == 0 and f" {told(counts)}," in said, said


def test_rotations_of_which_conjugates_are_none(checker: Path, tmp_path: Path) -> None:
    """A piece that may be left out lies in one way only; of three solutions one is fixed by a rotation."""
    fixed = {"name": "A", "cells": [[0, 1, 0], [1, 1, 0]], "rotate": 1, "min": 0, "max": 1}
    pieces = [fixed, {"name": "B", "cells": [[1, 0, 0]]}, {"name": "E", "cells": [[0, 0, 0], [1, 0, 0]]}]
    keys = {"grid": "hexagonal", "board": [[0, 1, 0], [1, 0, 0], [1, 1, 0]], "rotate": 3, "pieces": pieces}
    counts = certify(of_table(keys, "turned"), tmp_path / "turned")
    assert check(checker, tmp_path / "turned")[1].startswith(f"VERIFIED: {told(counts)},") and counts.rotations == 2


def test_a_certificate_without_a_list(checker: Path, tmp_path: Path) -> None:
    certify("soma", tmp_path / "soma", count_only=True)
    assert check(checker, tmp_path / "soma") == (
        0,
        "VERIFIED: raw 11520, rotations 480, isometries 240, by a tree of 4360 nodes",
    )


def claim(folder: Path, **changes: Any) -> None:
    """Change what a certificate claims."""
    manifest = folder / "manifest.json"
    manifest.write_text(json.dumps({**json.loads(manifest.read_text()), **changes}, indent=2) + "\n")


def test_images_of_pieces_are_found_before_a_rule_leaves_placements_out(checker: Path, tmp_path: Path) -> None:
    """A reflection carries an L at the border to a J there, and a J elsewhere to no L: 159 classes of 1081."""
    cells = [[[0, 0, 0], [0, 1, 0], [0, 2, 0], [x, 2, 0]] for x in (1, -1)]
    keys = {
        "grid": "square",
        "board": [],
        "optional": [[x, y, 0] for x in range(5) for y in range(5)],
        "mirror": False,
        "pieces": [{"name": name, "cells": cells[i], "max": 1} for i, name in enumerate("LJ")],
        "rules": ["at border: L"],
    }
    certify(of_table(keys, "one-sided"), tmp_path / "made", count_only=True)
    claim(tmp_path / "made", counts={"raw": 1081, "rotations": 271, "isometries": 159})
    said = "VERIFIED: raw 1081, rotations 271, isometries 159, by a tree of 1081 nodes"
    assert check(checker, tmp_path / "made") == (0, said)


@pytest.mark.parametrize(
    ("rule", "raw", "rotations", "isometries"),
    [("supported", 4424, 1109, 563), ("supported: everywhere", 1484, 372, 190)],
)
def test_bricks_in_a_box_that_rest(
    checker: Path, tmp_path: Path, rule: str, raw: int, rotations: int, isometries: int
) -> None:
    """Two bricks of six cubes, two of four and a bar in 3x3x3, which may stand on nothing in 5700 ways."""
    bricks = {"A": "***\n***", "B": "**\n**", "C": "***"}
    pieces = {name: {"cells": cells, "count": 2 - (name == "C")} for name, cells in bricks.items()}
    cube = [[x, y, z] for x in range(3) for y in range(3) for z in range(3)]
    puzzle = sp.make_puzzle(board=[], optional=cube, pieces=pieces, rules=[rule])
    certify(puzzle, tmp_path / "made", count_only=True)
    said = f"VERIFIED: raw {raw}, rotations {rotations}, isometries {isometries}, by"
    assert check(checker, tmp_path / "made")[1].startswith(said)


@pytest.mark.parametrize(
    ("inner", "around"),
    [
        ([1, 1, 1], [[0, 0, 2], [0, 2, 0], [2, 0, 0], [2, 2, 2]]),
        ([2, 0, 0], [[1, 1, 1], [3, 0, 0], [2, -1, 0], [2, 0, -1]]),
    ],
)
def test_tetrahedra_and_octants_have_four_faces(
    checker: Path, tmp_path: Path, inner: list[int], around: list[list[int]]
) -> None:
    """The piece inside is at no border, each other one is; without the rule, all can stay where they are."""
    cells = [inner, *around]
    pieces = [{"name": str(n), "cells": [cell], "colours": [n + 1]} for n, cell in enumerate(cells)]
    keys = {"grid": "tetra-octa", "board": cells, "colours": [1, 2, 3, 4, 5], "pieces": pieces}
    counts = certify(of_table(keys, "faces"), tmp_path / "made")
    for rule, wanted in (("at border: 1 2 3 4", 0), ("at border: all", 1), ("at border: 0", 1)):
        (tmp_path / "made" / "puzzle.json").write_text(json.dumps({**keys, "rules": [rule]}))
        status, said = check(checker, tmp_path / "made")
        assert status == wanted and (status or f" {told(counts)}," in said), (rule, said)


def agree(checker: Path, folder: Path, seeds: range, forgeries: int) -> Counter[str]:
    """Compare the checker's answers to certificates of random puzzles, and to forged ones, with those of `verify`."""
    counted = Counter[str]()
    for seed in seeds:
        dice, place, forged = Random(seed), folder / "certificate", folder / "forged"
        try:
            counts = certify(of_table(mixed(seed), "mixed"), place)
        except PuzzleError:
            counted["no certificate"] += 1
            continue
        status, said = check(checker, place)
        if status == 2:
            counted[said] += 1
            continue
        assert status == 0 and f" {told(counts)}," in said, (seed, said, told(counts))
        counted["valid"] += 1
        for _ in range(forgeries):
            shutil.copytree(place, forged)
            way = forge(forged, dice)
            wanted = refused(forged)
            status, said = check(checker, forged)
            assert status == wanted, (seed, way, said, wanted)
            counted["refused" if wanted else "accepted"] += 1
            shutil.rmtree(forged)
    return counted


@pytest.mark.full
def test_random_certificates_and_forged_ones_are_judged_as_by_verify(checker: Path, tmp_path: Path) -> None:
    counted = agree(checker, tmp_path, range(40), 1)
    assert counted["valid"] >= 12 and counted["refused"] >= 10, counted
    others = " ".join(said for said in counted if said.startswith("not supported"))
    assert not any(word in others for word in ("tiles", "parts", "fault", "grid")), counted


def test_its_grids_and_rules_are_those_of_the_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(SOURCES.parent / "tools")
    made = importlib.import_module("checker_files")
    assert made.FILE.read_text(encoding="utf-8") == made.text(), "run: python tools/checker_files.py"


@pytest.fixture(scope="module")
def threads(tmp_path_factory: pytest.TempPathFactory) -> Path:
    program = tmp_path_factory.mktemp("library") / "threads"
    return compiled(program, "-pthread", f"-I{SOURCES}", sources=(THREADS, *library()))


def looked_at(program: Path, folder: Path, puzzles: dict[str, dict[str, Any]]) -> list[str]:
    """Return what the library of the checker says of puzzles, each by itself and all at once."""
    for name, keys in puzzles.items():
        (folder / name).write_text(json.dumps(keys))
    said = subprocess.run([program, folder, *puzzles], capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(said) == len(puzzles) and all(line.endswith("; 0 wrong") for line in said), said
    return said


def test_its_library_reads_several_puzzles_at_once(threads: Path, tmp_path: Path) -> None:
    """Grids of two files, a wrong one among them, and a rule of its own."""
    row = {"title": "own", "sentence": "so", "items": [{"place": "corner", "bounds": "at most 3"}]}
    puzzles = {name: content(sp.load(name), drawn=False) for name in ("cairo-tri", "octasquares-tri", "soma")}
    puzzles |= {"ruled": puzzles["cairo-tri"] | {"rules": [row]}, "wrong": puzzles["soma"] | {"rules": ["none"]}}
    said = " ".join(looked_at(threads, tmp_path, puzzles))
    assert "688 options, 48 isometries" in said and "1 REFUSED: puzzle.json: the rule" in said, said


@pytest.mark.full
@pytest.mark.parametrize("every", [6, pytest.param(1, marks=pytest.mark.slow)])
def test_bundled_puzzles_have_as_many_items_and_options_as_in_the_search(
    every: int, threads: Path, tmp_path: Path
) -> None:
    puzzles = {name: sp.load(name) for name in list(sp.puzzles())[::every]}
    said = looked_at(threads, tmp_path, {name: content(puzzle, drawn=False) for name, puzzle in puzzles.items()})
    for line, (name, puzzle) in zip(said, puzzles.items(), strict=True):
        tables = Tables.of(puzzle)
        items, options, isometries = (
            len(tables.cover.names),
            len(tables.cover.rows),
            tables.symmetry.orders["isometries"],
        )
        assert line.startswith(f"{items} items, {options} options, {isometries} isometries;"), (name, line)


def test_boards_that_are_turned_over_have_placements_and_isometries_as_counted_by_hand(
    threads: Path, tmp_path: Path
) -> None:
    """Translations of an L are 72 up to periods of 12 by 6, and a glide carries each to one that is no translation."""
    domino = [{"name": "A", "cells": [[0, 0, 0], [1, 0, 0]], "max": "any"}]
    ell = [{"name": "L", "cells": [[0, 0, 0], [0, 1, 0], [0, 2, 0], [1, 2, 0]], "max": "any"}]
    wanted: dict[str, tuple[dict[str, Any], int, int]] = {
        "a Klein bottle": ({"box": [4, 4], "wrap": "klein"}, 32, 32),
        "one whose other ends are turned": ({"box": [4, 4], "wrap": "klein  y "}, 32, 32),
        "one that no quarter turn keeps": ({"box": [2, 4], "wrap": "klein"}, 16, 16),
        "a narrow strip": ({"box": [5, 1], "wrap": "moebius"}, 5, 10),
        "a strip": ({"box": [4, 2], "wrap": "moebius x"}, 12, 16),
        "a strip that goes down": ({"box": [2, 4], "wrap": [[0, 4, "flip"]]}, 12, 16),
        "an L": ({"box": [6, 6], "wrap": "klein", "pieces": ell, "motions": "translations"}, 72, 48),
        "an L that is turned, one-sided or not": ({"box": [6, 6], "wrap": "klein", "pieces": ell}, 288, 48),
    }
    puzzles = {name: {"grid": "square", "pieces": domino} | keys for name, (keys, _, _) in wanted.items()}
    for said, (_, options, isometries) in zip(looked_at(threads, tmp_path, puzzles), wanted.values(), strict=True):
        assert f" {options} options, {isometries} isometries;" in said, said


@pytest.mark.slow
def test_five_thousand_certificates_and_forged_ones(checker: Path, tmp_path: Path, seed: int) -> None:
    counted, first = Counter[str](), 10_000 * (seed + 1)
    while counted["valid"] < 5000:
        counted += agree(checker, tmp_path, range(first, first + 100), 1)
        first += 100
    print(counted)
    assert counted["refused"] >= 4000, counted


@pytest.mark.parametrize(
    ("change", "status", "said"),
    [
        (("satpuzzle certificate", 3), 2, "not supported: version 3 of the form tree, only 4"),
        (("form", "mine"), 2, "not supported: the form mine, only trees and frontiers"),
        (("nodes", 4361), 1, "REFUSED: manifest.json: 4361 nodes, the tree has 4360"),
        (("restrictions", []), 1, "REFUSED: tree.xz: a restriction at node 1 that the manifest does not have"),
        (("more", 1), 1, 'REFUSED: manifest.json: unknown key "more"'),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    checker: Path, tmp_path: Path, change: tuple[str, object], status: int, said: str
) -> None:
    certify("soma", tmp_path / "soma")
    claim(tmp_path / "soma", **{change[0]: change[1]})
    assert check(checker, tmp_path / "soma") == (status, said)


def test_a_puzzle_in_toml_is_refused_with_the_commands_that_help(checker: Path, tmp_path: Path) -> None:
    certify("soma", tmp_path / "soma")
    (tmp_path / "soma" / "puzzle.json").rename(tmp_path / "soma" / "puzzle.toml")
    status, said = check(checker, tmp_path / "soma")
    assert status == 2
    assert said.startswith("not supported: a puzzle that is not in JSON")
    assert said.endswith(
        f"satpuzzle convert PUZZLE puzzle.json && satpuzzle certify puzzle.json -o {tmp_path / 'soma'}"
    )


@pytest.mark.few(3)
@pytest.mark.parametrize(
    "form", [form for form in FORMS if "cover" in form or form.split()[0] in ("lrat", "veripb", "plane,", "plane")]
)
def test_of_each_other_form_it_says_which_it_is(checker: Path, tmp_path: Path, form: str) -> None:
    status, said = check(checker, make(form, tmp_path, run))
    what = f"the form {form.split()[0]}, only trees and frontiers"
    if form.startswith("plane"):
        what = "certificates of tilings, only of puzzles and strips"
    elif form.split()[0] in ("tree", "frontier"):
        what = "a bare cover, only puzzles"
    assert (status, said) == (2, f"not supported: {what}")


def test_each_file_calls_only_those_that_are_named_before_it() -> None:
    """So that reading a puzzle, or its cover, is a library by itself; and only the last file ends the program."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in SOURCES.glob("*.c")}
    head = (SOURCES / "checker.h").read_text(encoding="utf-8").partition("*/")[0]
    rows = [re.findall(r"(\w+)\.c", line) for line in head.splitlines()]
    order = [row[0] for row in rows if row] + [row[1] for row in rows if len(row) == 2]
    assert sorted(order) == sorted(texts)
    defines = r"^(?!static|typedef)[A-Za-z_][\w ]*[ *]+(\w+)\([^;]*?\) \{"
    owner = {name: file for file, text in texts.items() for name in re.findall(defines, text, re.MULTILINE)}
    assert {"refuse", "parse", "grid_of", "read_puzzle", "cover_of", "group_of", "walk", "main"} <= {*owner}
    for file, text in texts.items():
        called = {owner[name] for name in re.findall(r"\b(\w+)\(", text) if name in owner}
        assert all(order.index(other) <= order.index(file) for other in called), (file, called)
        assert ("exit(" in text) == (file == "main"), file
