"""The atlas: its page and b-files are what its data say, and its data are what is counted in other ways."""

import hashlib
import json
import shutil
import sys
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from math import prod
from pathlib import Path
from random import Random
from typing import Any

import pytest
from checking import check, compiled, judge_a_forged_one
from clocks import Countdown

import satpuzzle as sp
from satpuzzle.errors import JournalError, PuzzleError, Stopped
from satpuzzle.proofs.check.contents import MANIFEST
from satpuzzle.proofs.write.frontiers import certify
from satpuzzle.questions.tilings.series import Series
from satpuzzle.questions.tilings.strip import puzzle_of

ROOT = Path(__file__).parents[1]
SETS = sorted(path.stem for path in (ROOT / "atlas" / "sets").glob("*.toml"))
SMALL = """
title = "Small"
pieces = ["**", "**/*."]
counts = [{ sizes = "1..3", length = 3 }]
series = [{ sizes = "2" }]
boards = [{ sizes = "1..3x1..3", certified = true }]
"""


@pytest.fixture(autouse=True)
def _scripts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(ROOT / "atlas"))
    before = {*sys.modules}
    yield
    for name in {*sys.modules} - before & {path.stem for path in (ROOT / "atlas").glob("*.py")}:
        del sys.modules[name]


def script(name: str) -> Any:
    return import_module(name)


def named(name: str) -> Any:
    return script("sets").load(ROOT / "atlas" / "sets" / f"{name}.toml")


def a_set(folder: Path, text: str = SMALL) -> Any:
    (folder / "sets").mkdir(exist_ok=True)
    (folder / "sets" / "small.toml").write_text(text)
    return script("sets").load(folder / "sets" / "small.toml")


def sizes_of(key: str) -> tuple[int, ...]:
    return tuple(map(int, key.rpartition(" ")[2].split("x")))


def test_the_page_and_the_b_files_are_what_the_data_say() -> None:
    sets = script("sets").every()
    assert (ROOT / "docs" / "atlas.md").read_text(encoding="utf-8") == script("page").page(sets)
    written = {path.stem: path.read_text() for path in (ROOT / "atlas" / "b-files").glob("*.txt")}
    assert written == {one.name: text for one in sets if (text := script("page").b_file(one.known))}


@pytest.mark.parametrize("name", SETS)
def test_no_line_of_the_data_was_changed(name: str, tmp_path: Path) -> None:
    one = a_set(tmp_path, (ROOT / "atlas" / "sets" / f"{name}.toml").read_text(encoding="utf-8"))
    (tmp_path / "sets" / "small.toml").rename(tmp_path / "sets" / f"{name}.toml")
    one = script("sets").load(tmp_path / "sets" / f"{name}.toml")
    (tmp_path / "found").mkdir()
    shutil.copy(ROOT / "atlas" / "found" / f"{name}.jsonl", tmp_path / "found")
    with one.opened() as journal:
        assert journal.done == named(name).known.done


@pytest.mark.parametrize("name", SETS)
def test_numbers_that_were_found_in_two_ways_are_the_same_and_those_that_were_published(name: str) -> None:
    one = named(name)
    script("make").agree(one.known)
    for each in script("compared").compared(one.known):
        assert each.compared == len(each.of.numbers), each.of.name
        assert bool(each.different) == bool(each.of.wrong), each


@pytest.mark.parametrize("name", SETS)
def test_small_boards_are_searched_again(name: str) -> None:
    one = named(name)
    cells = len(one.tiles[0].grid.kinds)
    for key, answer in one.known.done.items():
        sizes = sizes_of(key)
        if key.startswith("board ") and cells * prod(sizes) <= 12:
            counts = sp.count(puzzle_of(one.tiles, sizes), method="search", jobs=1)
            both = counts.known().keys() & answer.keys()  # a frontier knows no classes where copies are not turned
            assert [counts.known()[which] for which in both] == [answer[which] for which in both] and both, key


@pytest.mark.parametrize("name", SETS)
def test_generating_functions_have_the_numbers_of_the_sweeps(name: str) -> None:
    done = named(name).known.done
    for key, answer in done.items():
        if key.startswith("series "):
            counts = done[key.replace("series", "lengths")]["counts"]
            series = Series(tuple(answer["numerator"]), tuple(answer["denominator"]))
            assert [*islice(series.terms(), len(counts))] == counts


@pytest.mark.parametrize("name", SETS)
def test_a_certificate_is_made_again_byte_for_byte(name: str, tmp_path: Path) -> None:
    one = named(name)
    found = [key for key, answer in one.known.done.items() if key.startswith("certificate ") and answer["raw"] > 1]
    for key in found[:1]:
        certify(puzzle_of(one.tiles, sizes_of(key)), tmp_path / "again")
        again = hashlib.sha256((tmp_path / "again" / MANIFEST).read_bytes()).hexdigest()
        assert again == one.known.done[key]["sha256"]


@pytest.mark.slow
def test_the_checker_in_c_judges_sampled_boards_and_forged_ones_as_verify(tmp_path: Path, seed: int) -> None:
    """Certificates of the atlas are counts by plain Python; these are trees, which are checked in C."""
    dice, checker = Random(seed), compiled(tmp_path / "check")
    every = [(one, key, answer) for one in map(named, SETS) for key, answer in one.known.done.items()]
    small = [each for each in every if each[1].startswith("board ") and 1 < each[2]["raw"] < 3000]
    for number, (one, key, answer) in enumerate(dice.sample(small, 50)):
        place = tmp_path / str(number)
        sp.save(puzzle_of(one.tiles, sizes_of(key)), tmp_path / "board.json")
        counts = sp.certify(tmp_path / "board.json", place, jobs=1)
        assert counts.raw == answer["raw"] and check(checker, place)[0] == 0, (seed, one.name, key)
        for _ in range(10):
            judge_a_forged_one(checker, place, dice, seed)


def test_kasteleyns_formula() -> None:
    published = script("compared")
    assert [published.dominoes(8, 8), published.dominoes(3, 5), published.dominoes(4, 0)] == [12988816, 0, 1]
    known = named("dominoes").known
    for width in (2, 5, 9):
        assert [published.dominoes(width, n) for n in range(12)] == known.done[f"lengths {width}"]["counts"][:12]


def test_a_set_that_was_stopped_is_continued(tmp_path: Path) -> None:
    make = script("make").make
    whole = a_set(tmp_path)
    make(whole)
    expected = plain(whole.found)
    assert [key for key in expected if key.startswith("board")] == [
        f"board {a}" for a in ["1x1", "1x2", "1x3", "2x2", "2x3", "3x3"]
    ]
    whole.found.rename(tmp_path / "whole")
    steps = 20
    while True:
        try:
            make(whole, clock=Countdown(steps))
            break
        except Stopped:
            with whole.found.open("a") as file:
                file.write('{"key": "board 3x')  # as a killed process leaves it
            steps += 20
    assert steps > 60 and plain(whole.found) == expected
    assert len({*lines(whole.found)}) == len(lines(tmp_path / "whole"))  # nothing was found twice


def plain(path: Path) -> dict[str, Any]:
    return {said["key"]: {**said["answer"], "seconds": 0} for said in map(json.loads, lines(path)[1:])}


def lines(path: Path) -> list[str]:
    return path.read_text().splitlines()


def test_what_is_asked_more_of_a_set_is_added(tmp_path: Path) -> None:
    make = script("make").make
    make(a_set(tmp_path))
    before = lines(tmp_path / "found" / "small.jsonl")
    more = a_set(
        tmp_path,
        SMALL.replace("length = 3", "length = 5") + 'published = [{ name = "N", order = "squares", '
        'terms = "1, 0, 2, 9", about = "n×n", wrong = "Nine is one too many." }]',
    )
    make(more)
    assert lines(more.found)[: len(before)] == before
    assert more.known.done["lengths 2"]["counts"] == [1, 1, 2, 5, 11, 24]
    said = script("page").section(more.known)
    assert "N differs first at 3x3: 9 there, 8 here. Nine is one too many." in said
    assert "| N | n×n | 4 | 4 | 1 |" in said and "| 3x3 | 8 |" in said


def test_a_journal_of_other_pieces_is_refused(tmp_path: Path) -> None:
    script("make").make(a_set(tmp_path))
    with pytest.raises(JournalError, match="another question"):
        script("make").make(a_set(tmp_path, SMALL.replace('"**", ', "")))


def test_numbers_that_differ_are_told(tmp_path: Path) -> None:
    one = a_set(tmp_path)
    wrong = {"lengths 2": {"counts": [1, 1, 2, 6]}, "lengths 3": {"counts": [1, 0, 5, 8]}}
    with pytest.raises(SystemExit, match=r"small: 3x2: \{'width 2': 6, 'width 3': 5\}"):
        script("make").agree(script("sets").Known(one, wrong))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title = ", "Invalid value"),
        ('title = "S"\nboard = []', "key board: allowed are name, title"),
        ('title = "S"\ncounts = [{ size = "1" }]', "counts: key size: allowed are sizes, length"),
        ('title = "S"\ncounts = [{}]', "counts: missing 1 required positional argument: 'sizes'"),
    ],
)
def test_what_is_refused_in_the_file_of_a_set(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(PuzzleError, match=message):
        a_set(tmp_path, text)
