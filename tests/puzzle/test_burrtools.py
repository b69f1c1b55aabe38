"""Real BurrTools files, read where they are installed; none of these designs by others is copied here."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from burrs import FOLDER, needs_folder
from witnessed import cells_of, group, orbits

import satpuzzle as sp
from satpuzzle.errors import PuzzleError
from satpuzzle.motion.assembly import Assembler, Verdict
from satpuzzle.motion.rules import Rules
from satpuzzle.motion.separations import separation
from satpuzzle.puzzle.formats.burr import Separation
from satpuzzle.puzzle.formats.xmpuzzle.problem import GRID_NAMES, open_file
from satpuzzle.puzzle.formats.xmpuzzle.reading import read
from satpuzzle.puzzle.formats.xmpuzzle.writing import save, text
from satpuzzle.puzzle.grids import GRIDS
from satpuzzle.puzzle.model import Counts, Puzzle
from satpuzzle.solutions.stored import stored_solutions

HERE = FOLDER or Path("nowhere")
MANIFEST: list[dict[str, Any]] = json.loads((HERE / "manifest.json").read_text())["files"] if FOLDER else []
VARIABLE_PIECE = "burrdata-unsolved.xmpuzzle"  # of which a piece has a variable voxel
PROBLEMS = [
    pytest.param(entry, number, id=f"{entry['file']}-{number}")
    for entry in MANIFEST
    for number in range(1, len(entry["problems"]) + 1)
    if GRID_NAMES[entry["gridType"]] in GRIDS and entry["file"] != VARIABLE_PIECE
]
KNOWN = [entry for entry in MANIFEST if "knownGood_0_7_1" in entry]
SOLIDSIX = (12597, 1063, 588)  # counts by BurrTools 0.7.1: with all rotations, with mirror images, with neither
pytestmark = needs_folder


@pytest.mark.parametrize("entry", MANIFEST, ids=[entry["file"] for entry in MANIFEST])
def test_a_file_that_is_written_again_has_the_same_content(entry: dict[str, Any], tmp_path: Path) -> None:
    burr = read(HERE / entry["file"])
    save(burr, tmp_path / "again.xmpuzzle")
    again = read(tmp_path / "again.xmpuzzle")
    assert (burr.grid, len(burr.problems)) == (entry["gridType"], len(entry["problems"]))
    assert (text(burr), burr.problems) == (text(again), again.problems)


def test_a_piece_with_a_variable_voxel_is_refused() -> None:
    with pytest.raises(PuzzleError, match="problem 1: the piece S2 has variable voxels, only a result may have some"):
        open_file(HERE / VARIABLE_PIECE)


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
        assert counts.isometries == opened.problem.assemblies


WITHOUT = {"S21": Counts(7923, 673, 476), "S11": Counts(9705, 822, 556)}  # pieces of SolidSix without a mirror image


def solidsix_without(name: str) -> Puzzle:
    whole = sp.load(HERE / "history-SolidSix-state1.xmpuzzle")
    return replace(whole, pieces=tuple(piece for piece in whole.pieces if piece.name != name))


@pytest.mark.parametrize(("left_out", "counts"), WITHOUT.items())
def test_mirror_images_are_one_class_where_they_lack_the_piece_without_one(left_out: str, counts: Counts) -> None:
    assert sp.count(solidsix_without(left_out)) == counts


@pytest.mark.slow
def test_these_classes_are_those_of_the_witness() -> None:
    for left_out, counts in WITHOUT.items():
        puzzle = solidsix_without(left_out)
        listed = sp.solve(puzzle, up_to="raw")
        packings = {
            frozenset((piece.name, frozenset(cells_of(cells.tolist()))) for piece, cells in found.pieces)
            for found in listed
        }
        turns, isometries = (len(orbits(packings, moves)) for moves in group(puzzle))
        assert Counts(len(packings), turns, isometries) == counts


@pytest.mark.parametrize("entry", KNOWN, ids=[entry["file"] for entry in KNOWN])
def test_all_problems_together_have_the_assemblies_of_burrtools_own_tests(entry: dict[str, Any]) -> None:
    puzzles = [sp.load(HERE / entry["file"], number) for number in range(1, len(entry["problems"]) + 1)]
    found = [sp.count(puzzle).isometries for puzzle in puzzles]
    assert sum(number or 0 for number in found) == entry["knownGood_0_7_1"]["assemblies"]


QUICK = ("BallRoom", "DemoMirrorParadox", "Prisgon", "FourPieceTetrahedron")
LARGE = ("Bermuda", "Pelikan")  # too large for some of the backends


@pytest.mark.parametrize(
    "entry, number",
    [
        pytest.param(
            *case.values, id=case.id, marks=() if any(name in str(case.id) for name in QUICK) else pytest.mark.slow
        )
        for case in PROBLEMS
        if not any(name in str(case.id) for name in LARGE)
    ],
)
@pytest.mark.parametrize("backend", ["cadical", "cpsat", "clingo"])
def test_other_engines_count_the_same(entry: dict[str, Any], number: int, backend: str) -> None:
    puzzle = sp.load(HERE / entry["file"], number)
    assert sp.count(puzzle, backend) == sp.count(puzzle)


# The number of assemblies that come apart, and their levels: as BurrTools prints them, and the least ones, found here.
# BurrTools takes the first separation that it finds; the later ones may then need more moves.
LEVELS = [
    ("burrtools-Bermuda", 1, (1, 1), ["1"], ["1"]),
    ("burrtools-CubeInCage", 1, (96, 1), ["4.9.3"], ["4.9.3"]),
    ("history-CubeInCage-no-gridType", 1, (96, 1), ["4.9.3"], ["4.9.3"]),
    ("burreditor-basic_burr", 1, (2, 1), ["6.4"], ["6.4"]),
    ("burrtools-DemoMirrorParadox", 1, (1, 1), ["1"], ["1"]),
    ("burrtools-DemoMirrorParadox", 2, (1, 1), ["1"], ["1"]),
    ("burrtools-Prisgon", 1, (1, 1), ["9.6.4.2.2.2.1.2"], ["9.6.4.2.1.2.1.2"]),
    ("burrtools-Prisgon", 2, (1, 1), ["9.5.1.1.2.2.2"], ["9.5.1.1.2"]),
    (
        "burrdata-magicDrawer",
        1,
        (35, 6),
        ["12", "2.1.2", "2.2", "3.1.2", "6.1.2", "6.1.2"],
        ["12", "2.1.2", "2.2", "3.1.2", "6", "6"],
    ),
    pytest.param("burrtools-PelikanBurr", 1, (12, 1), ["98.2.4.2"], ["98.2.4"], marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("name", "number", "packings", "burrtools", "ours"), LEVELS)
def test_levels_are_those_of_burrtools_or_less(
    name: str, number: int, packings: tuple[int, int], burrtools: list[str], ours: list[str]
) -> None:
    puzzle = sp.load(HERE / f"{name}.xmpuzzle", number)
    assembler = Assembler(puzzle, Rules("steps"))
    found = [assembler.assembly(solution) for solution in sp.solve(puzzle)]
    levels = sorted(apart.level for apart in found if apart.level is not None)
    assert (len(found), len(levels)) == packings
    assert all(apart.verdict is not Verdict.UNKNOWN for apart in found)
    assert levels == ours
    assert all(_numbers(own) <= _numbers(theirs) for own, theirs in zip(levels, burrtools, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "packings", "apart"),
    [
        ("history-SolidSix-state1", 588, 179),
        ("burrtools-DemoPieceGenerator", 928, 927),  # one assembly is a single piece
    ],
)
def test_as_many_assemblies_come_apart_as_in_burrtools(name: str, packings: int, apart: int) -> None:
    puzzle = sp.load(HERE / f"{name}.xmpuzzle")
    assembler = Assembler(puzzle, Rules("steps"))
    levels = [assembler.assembly(solution).level for solution in sp.solve(puzzle)]
    assert len(levels) == packings
    assert sum(level not in (None, "0") for level in levels) == apart


@pytest.mark.parametrize("entry, number", PROBLEMS)
def test_no_stored_separation_is_shorter_than_ours(entry: dict[str, Any], number: int) -> None:
    file = open_file(HERE / entry["file"], number)
    if file.burr.grid > 1 or "Pelikan" in entry["file"]:
        return
    assembler = Assembler(file.puzzle, Rules("steps"))
    for solution, stored in stored_solutions(file)[0]:
        if stored.separation is not None:
            ours = separation(assembler.assembly(solution).steps, [(0, 0, 0)] * len(solution.pieces))
            assert _moves(ours) <= _moves(stored.separation)


def _numbers(level: str) -> list[int]:
    return [int(number) for number in level.split(".")]


def _moves(part: Separation | None) -> list[int]:
    """Return the moves of all separations, those of the remaining part before those of the removed part."""
    return [] if part is None else [len(part.states) - 1, *_moves(part.left), *_moves(part.removed)]
