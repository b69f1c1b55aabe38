"""Real BurrTools files, where they lie: designs of others, of which none is copied."""

import json
from pathlib import Path
from typing import Any

import pytest
from burrs import FOLDER, needs_folder

import satpuzzle as sp
from satpuzzle.motion import Assembler, Rules, Verdict
from satpuzzle.puzzle.formats.xmpuzzle.problem import GRID_NAMES, assemblies, open_file
from satpuzzle.puzzle.formats.xmpuzzle.reading import read
from satpuzzle.puzzle.formats.xmpuzzle.writing import save, text
from satpuzzle.puzzle.grids import GRIDS
from satpuzzle.solutions.stored import stored_solutions

HERE = FOLDER or Path("nowhere")
MANIFEST: list[dict[str, Any]] = json.loads((HERE / "manifest.json").read_text())["files"] if FOLDER else []
PROBLEMS = [
    pytest.param(entry, number, id=f"{entry['file']}-{number}")
    for entry in MANIFEST
    for number in range(1, len(entry["problems"]) + 1)
    if GRID_NAMES[entry["gridType"]] in GRIDS
]
SOLIDSIX = (12597, 1063, 588)  # by BurrTools 0.7.1 with rotations kept, with mirror images kept, and with neither
pytestmark = needs_folder


@pytest.mark.parametrize("entry", MANIFEST, ids=lambda entry: str(entry["file"]))
def test_a_file_that_is_written_again_has_the_same_content(entry: dict[str, Any], tmp_path: Path) -> None:
    burr = read(HERE / entry["file"])
    save(burr, tmp_path / "again.xmpuzzle")
    again = read(tmp_path / "again.xmpuzzle")
    assert (burr.grid, len(burr.problems)) == (entry["gridType"], len(entry["problems"]))
    assert (text(burr), burr.problems) == (text(again), again.problems)


@pytest.mark.parametrize("entry, number", PROBLEMS)
def test_stored_assemblies_are_as_right_as_they_are(entry: dict[str, Any], number: int) -> None:
    right, wrong = stored_solutions(open_file(HERE / entry["file"], number))
    known = entry["problems"][number - 1]
    assert (len(right), wrong) == (known["storedAssembliesDecodedAndValid"], known["storedAssembliesNotDecodable"])


@pytest.mark.parametrize("entry, number", PROBLEMS)
def test_problems_have_the_counts_that_are_known(entry: dict[str, Any], number: int) -> None:
    opened = open_file(HERE / entry["file"], number)
    counts = sp.count(opened.puzzle)
    known = entry["problems"][number - 1].get("ownCount")
    if known:
        assert [counts.raw, counts.rotations, counts.isometries] == [
            known[key] for key in ("raw", "rotations", "isometries")
        ]
    if "SolidSix" in entry["file"]:
        assert (counts.raw, counts.rotations, counts.isometries) == SOLIDSIX
    elif opened.problem.assemblies is not None and not entry["file"].startswith("history-Bermuda"):
        assert assemblies(opened.puzzle, counts) == opened.problem.assemblies


@pytest.mark.parametrize("name", ["BallRoom", "DemoMirrorParadox"])
@pytest.mark.parametrize("backend", ["cadical", "cpsat", "clingo"])
def test_other_engines_count_the_same(name: str, backend: str) -> None:
    path = HERE / f"burrtools-{name}.xmpuzzle"
    for number in range(1, len(read(path).problems) + 1):
        puzzle = sp.load(path, number)
        assert sp.count(puzzle, backend) == sp.count(puzzle)


# BurrTools prints 98.2.4.2 for the Pelikan: see `test_levels_of_the_pelikan` for the difference.
LEVELS = {
    "burrtools-CubeInCage": (96, "4.9.3"),
    "history-CubeInCage-no-gridType": (96, "4.9.3"),
    "burreditor-basic_burr": (2, "6.4"),
}


@pytest.mark.parametrize("name", LEVELS)
def test_levels_are_those_of_burrtools(name: str) -> None:
    puzzle = sp.load(HERE / f"{name}.xmpuzzle")
    assembler = Assembler(puzzle, Rules("steps"))
    found = [assembler.assembly(solution) for solution in sp.solve(puzzle)]
    packings, level = LEVELS[name]
    assert len(found) == packings
    assert [apart.level for apart in found if apart.verdict is Verdict.YES] == [level]
    assert all(apart.verdict is not Verdict.UNKNOWN for apart in found)


@pytest.mark.slow
def test_levels_of_the_pelikan() -> None:
    puzzle = sp.load(HERE / "burrtools-PelikanBurr.xmpuzzle")
    assembler = Assembler(puzzle, Rules("steps"))
    levels = [assembler.assembly(solution).level for solution in sp.solve(puzzle)]
    assert len(levels) == 12
    (level,) = filter(None, levels)
    assert level.startswith("98.2.")
