"""Results: the scripts make the puzzles that the page is about, and what is small is counted again."""

import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from skips import lacks

import satpuzzle as sp
from satpuzzle.cover.dlx import load_dlx

FOLDER = Path(__file__).parents[1] / "notebooks" / "results"


@pytest.fixture(autouse=True)
def _scripts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(FOLDER))
    before = {*sys.modules}
    yield
    for name in {*sys.modules} - before & {path.stem for path in FOLDER.glob("*.py")}:
        del sys.modules[name]


def script(name: str) -> Any:
    return import_module(name)


def records() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((FOLDER / "records.json").read_text(encoding="utf-8"))["records"]
    return found


def test_every_record_says_how_it_was_found_and_what_was_not_checked() -> None:
    for record in records():
        assert {
            "name",
            "question",
            "source",
            "make",
            "commit",
            "first",
            "second",
            "certificate",
            "open",
        } == record.keys()
        for way in (record["first"], record["second"]):
            assert way is None or {"command", "nodes", "cpu_seconds", "count"} == way.keys(), record["name"]
        if record["first"] and record["second"]:
            assert record["first"]["count"] == record["second"]["count"], record["name"]


def test_what_has_no_second_count_and_no_certificate_says_so() -> None:
    for record in records():
        assert record["open"] or (record["second"] and record["certificate"]), record["name"]


def test_small_certificates_were_checked_by_the_plain_checker_too() -> None:
    for record in records():
        proof = record["certificate"]
        assert not proof or proof["nodes"] > 10**7 or proof["plain_cpu_seconds"] > 0, record["name"]


@pytest.mark.full
@pytest.mark.parametrize(("name", "visible", "hidden"), [("w-wall", 25, 20), ("x-wall", 19, 31), ("cube", 19, 27)])
def test_the_facades_have_the_cubies_that_the_book_says(name: str, visible: int, hidden: int) -> None:
    found = script("facades").facade(name)
    assert (len(found[0]), len(found[1])) == (visible, hidden)


@pytest.mark.full
def test_the_cubies_hidden_behind_the_w_wall_are_those_that_the_book_lists() -> None:
    facades = script("facades")
    visible, hidden = facades.facade("w-wall")
    shells = {
        steps: " ".join(f"{x}{y}{z}" for x, y, z in hidden if facades.distance((x, y, z), visible) == steps)
        for steps in (1, 2)
    }
    assert shells[1] == "241 242 251 252 331 332 421 422 521 522"
    assert shells[2] == "341 342 351 352 431 432 531 532 621 622"


@pytest.mark.parametrize(("name", "passed"), [("w-wall", (282, 33)), ("x-wall", (612, 275))])
def test_the_facades_are_as_many_as_the_book_prints(name: str, passed: tuple[int, int]) -> None:
    facades = script("facades")
    solutions = (
        [[tuple(cell) for cell in placed["cells"]] for placed in solution.as_list()]
        for solution in sp.solve(sp.load(FOLDER / f"facade-{name}.toml"), jobs=1)
    )
    assert facades.report(solutions)["connected, standing"] == passed


@pytest.mark.slow
def test_the_files_of_the_facades_are_what_the_script_writes(tmp_path: Path) -> None:
    script("facades").main(tmp_path)
    for path in tmp_path.iterdir():
        written = sp.load(path)
        kept = sp.load(FOLDER / path.name)
        assert np.array_equal(written.board, kept.board)
        assert np.array_equal(written.optional, kept.optional)


def test_a_reflection_of_the_hexagon_fixes_four_triangles_or_none() -> None:
    hexagons = script("hexagons")
    board = hexagons.hexagon()
    assert len(board) == 24
    assert len({hexagons.edge(t, direction) for t in board for direction in range(3)}) == 42
    for flip, fixed, cases in ((False, 4, 106), (True, 0, 66)):
        assert {hexagons.image(t, flip) for t in board} == {*board}
        assert sum(hexagons.image(t, flip) == t for t in board) == fixed
        assert len(hexagons.cases(flip)) == cases


def test_a_pattern_of_the_hexagon_is_what_it_should_be(tmp_path: Path) -> None:
    """Check a solution from scratch: tiles once each, equal colours at edges, and patches kept by the reflection."""
    hexagons = script("hexagons")
    four = ((0, 0, 1), (0, 1, 0), (1, -1, 1), (1, 1, -1))
    assert four in hexagons.cases(False)
    text = [*hexagons.lines(False, [four])]
    (tmp_path / "one.dlx").write_text("".join(f"{line}\n" for line in text))
    options = [line.split() for line in text[1:]]
    seen = 0
    for solution in sp.solve(load_dlx(tmp_path / "one.dlx"), jobs=1, limit=20).options():
        seen += 1
        colour: dict[str, str] = {}
        tiles, sides = set(), {}
        for option in solution:
            if options[option][0] == "case":
                continue
            place, tile, *edges = options[option][:5]
            tiles.add(tile)
            sides[place] = [edge.partition(":")[2] for edge in edges]
            assert hexagons.turned("".join(sides[place])) == tile
            for edge in edges:
                name, _, said = edge.partition(":")
                assert colour.setdefault(name, said) == said
        assert (len(tiles), len(colour)) == (24, 42)
        for t in hexagons.hexagon():
            own = hexagons.corners("".join(sides[hexagons.named("t", t)]))
            there = hexagons.corners("".join(sides[hexagons.named("t", hexagons.image(t, False))]))
            assert own == tuple(there[axis] for axis in hexagons.AXIS)
    assert seen == 20


def test_strong_patterns_are_told_from_others() -> None:
    hexagons = script("hexagons")
    edges = sorted({hexagons.edge(t, direction) for t in hexagons.hexagon() for direction in range(3)})
    across = {
        hexagons.edge(t, direction): hexagons.edge(hexagons.half_turn(t), direction)
        for t in hexagons.hexagon()
        for direction in range(3)
    }
    half = [edge for edge in edges if edge < across[edge]]
    colour = {edge: number % 4 for number, edge in enumerate(half)}
    colour |= {across[edge]: 3 - colour[edge] for edge in half}
    pattern = np.array([[colour[edge] for edge in edges]] * 2)
    pattern[1, 0] = (pattern[1, 0] + 1) % 4
    assert hexagons.strong(pattern).tolist() == [True, False]


@pytest.mark.full
def test_there_are_23_pentacubes_and_six_pairs_of_mirror_images(tmp_path: Path) -> None:
    pentacubes = script("pentacubes")
    pentacubes.main(tmp_path)
    assert len(pentacubes.named()) == 23
    assert len([*tmp_path.glob("*-both.toml")]) == 6
    assert sp.count(sp.load(tmp_path / "pentacube-5.toml"), jobs=1) == sp.Counts(96, 4, 4)
    assert sp.count(sp.load(tmp_path / "pentacube-N.toml"), jobs=1).isometries == 4
    for name in ("6-both", "7", "T", "X"):
        assert sp.count(sp.load(tmp_path / f"pentacube-{name}.toml"), jobs=1).raw == 0


@pytest.mark.full
@pytest.mark.parametrize(("name", "raw"), [("5", 96), ("7", 0), ("6-both", 0)])
def test_the_rest_of_a_cube_after_each_placement_over_its_centre_adds_up(name: str, raw: int, tmp_path: Path) -> None:
    script("pentacubes").main(tmp_path)
    script("by_centre").main(tmp_path / f"pentacube-{name}.toml", tmp_path)
    found = {path: sp.count(load_dlx(path), jobs=1).raw or 0 for path in tmp_path.glob("*-centre-*.dlx")}
    assert sum(count * int(path.stem.rpartition("-")[2]) for path, count in found.items()) == raw


def test_the_page_says_by_whom_the_second_counts_are() -> None:
    commands = [record["second"]["command"] for record in records() if record["second"]]
    words = {"SSXCC": "ssxcc", "xcover": "by_xcover", "skyline": "by_skyline"}
    whose = Counter(next((who for who, word in words.items() if word in one), "satpuzzle") for one in commands)
    page = " ".join((FOLDER.parents[1] / "docs" / "results.md").read_text(encoding="utf-8").split())
    said = re.search(
        r"Of (\d+), (\d+) are by SSXCC.*?, (\d+) by xcover.*?, (\d+) by .*?by_skyline.*?, and (\d+) by", page
    )
    assert said is not None
    assert [*map(int, said.groups())] == [
        len(commands),
        *(whose[who] for who in ("SSXCC", "xcover", "skyline", "satpuzzle")),
    ]
    assert f"{sum(not record['open'] for record in records())} of the {len(records())} records are complete" in page


SEQUENCES = ["A360256", "A360498", "A360499", "A360725", "A360804", "A361413", "A361413-listed"]


def counted(path: Path) -> int | None:
    return sp.count(load_dlx(path) if path.suffix == ".dlx" else sp.load(path), jobs=1).raw


@pytest.mark.parametrize("sequence", SEQUENCES)
def test_known_terms_of_sequences_are_found(sequence: str, tmp_path: Path) -> None:
    rectangles = script("rectangles")
    for n in (5, 7, 10, 11) if sequence.startswith("A361413") else (3, 4, 5):
        term = rectangles.SEQUENCES[sequence].terms[n - 1]
        assert counted(rectangles.write(sequence, n, tmp_path)) == term
        wide, square = (counted(rectangles.write(sequence, n, tmp_path, corner)) for corner in ("wide", "square"))
        assert wide is not None and square is not None
        assert 2 * wide + square == term


@pytest.mark.parametrize("sequence", SEQUENCES)
def test_a_program_without_an_exact_cover_finds_the_same_terms(sequence: str) -> None:
    if shutil.which("cc") is None:
        lacks("a C compiler")
    by_skyline, terms = script("by_skyline"), script("rectangles").SEQUENCES[sequence].terms
    for n in range(1, 14 if sequence.startswith("A361413") else 7):
        tilings, placed = by_skyline.count(by_skyline.kinds(sequence, n), n)
        assert tilings == terms[n - 1] and placed >= (tilings > 0)


def test_another_program_counts_boxes_of_tetracubes_as_the_atlas_does(tmp_path: Path) -> None:
    if shutil.which("cc") is None:
        lacks("a C compiler")
    program = tmp_path / "by_layers"
    subprocess.run(["cc", "-O2", "-o", str(program), str(FOLDER / "by_layers.c")], check=True)
    lines = (FOLDER.parents[1] / "atlas" / "found" / "cubic-4.jsonl").read_text(encoding="utf-8").splitlines()[1:]
    known = {said["key"]: said["answer"] for said in map(json.loads, lines)}
    for section, most in (("2x2", 12), ("2x3", 12), ("2x4", 3), ("3x3", 1)):
        printed = subprocess.run([program, *section.split("x"), str(most)], check=True, capture_output=True, text=True)
        counts = [int(line.split()[1]) for line in printed.stdout.splitlines()]
        assert counts == known[f"lengths {section}"]["counts"][1 : most + 1]


def test_verdicts_on_polycubes_are_compared_with_a_census(tmp_path: Path) -> None:
    row, corner = [[0, 0, 0], [0, 0, 1], [0, 0, 2]], [[1, 0, 0], [0, 0, 0], [0, 1, 0]]
    for number, cells, copies in ((1, row, 1), (2, corner, 4)):
        said: dict[str, Any] = {"id": f"3/{number}", "cells": cells, "verdict": "tiler", "heesch": None}
        said["certificate"] = {"placements": [{}] * copies}
        path = tmp_path / "3" / str(number) / "shape.json"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(said))
    polycubes = script("polycubes")
    theirs = polycubes.records(tmp_path, 3)
    ours = sp.tilings.plane(grid="cubic", size=3).verdicts
    same = {"shapes": 2, "census": 2, "same verdict": 2, "as many copies": 1, "fewer copies here": 1}
    assert polycubes.compared(ours, theirs) == same
    next(iter(theirs.values()))["verdict"] = "non_tiler"
    assert polycubes.compared(ours, theirs)["same verdict"] == 1
