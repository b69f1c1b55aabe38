"""The atlas: its page and b-files are what its data say, and its data are what is counted in other ways."""

import hashlib
import json
import shutil
import sys
from collections.abc import Iterator, Set
from importlib import import_module
from itertools import islice
from math import prod
from pathlib import Path
from random import Random
from typing import Any

import pytest
from breaking import places
from certified import refused_strip
from checking import check, compiled, judge_a_forged_one
from clocks import Countdown

import satpuzzle as sp
from satpuzzle.errors import CertificateError, JournalError, PuzzleError, Stopped
from satpuzzle.proofs.check.contents import MANIFEST
from satpuzzle.proofs.write.frontiers import certify
from satpuzzle.questions.tilings.certify import certify_strip
from satpuzzle.questions.tilings.series import Series
from satpuzzle.questions.tilings.strip import puzzle_of, strip_of

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


def a_copy(name: str, folder: Path) -> Any:
    """Return a set of the atlas whose journal is a copy."""
    for part in (f"sets/{name}.toml", f"found/{name}.jsonl"):
        (folder / part).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / "atlas" / part, folder / part)
    return script("sets").load(folder / "sets" / f"{name}.toml")


def sizes_of(key: str) -> tuple[int, ...]:
    return tuple(map(int, key.rpartition(" ")[2].split("x")))


def test_the_page_and_the_b_files_are_what_the_data_say() -> None:
    sets = script("sets").every()
    assert (ROOT / "docs" / "atlas.md").read_text(encoding="utf-8") == script("page").page(sets)
    written = {path.stem: path.read_text() for path in (ROOT / "atlas" / "b-files").glob("*.txt")}
    assert written == {one.name: text for one in sets if (text := script("page").b_file(one.known))}


@pytest.mark.parametrize("name", SETS)
def test_no_line_of_the_data_was_changed(name: str, tmp_path: Path) -> None:
    with a_copy(name, tmp_path).opened() as journal:
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
def test_every_certificate_is_made_again_and_verify_refuses_forged_ones(tmp_path: Path, seed: int) -> None:
    dice, kept = Random(seed), tmp_path / "kept"
    for name in SETS:
        script("make").make(a_copy(name, tmp_path), kept=kept)  # compares the hashes
    boards, strips = [*kept.glob("*/*/manifest.json")], [*kept.glob("*/width-*/*.json")]
    assert len(boards) > 560 and len(strips) > 100
    for path in dice.sample(sorted(boards), 50) + dice.sample(sorted(strips), 50):
        verify = sp.tilings.verify if path.parent.name.startswith("width-") else sp.verify
        verify(path.parent)
        for _ in range(10):
            before = path.read_text()
            path.write_text(forged(before, dice, {"pieces", "width"}))  # strips of two widths may have the same answer
            with pytest.raises(CertificateError):
                verify(path.parent)
            path.write_text(before)


def forged(text: str, dice: Random, kept: Set[str] = frozenset({"pieces"})) -> str:
    """Change a number of a certificate, but no piece, since it may be one that fits nowhere."""
    claims = json.loads(text)
    same = {key: claims.pop(key) for key in kept & claims.keys()}
    where, key = dice.choice([(where, key) for where, key in places(claims) if isinstance(where[key], int)])
    where[key] = dice.choice([number for number in (0, 1, where[key] - 1, where[key] + 1) if number != where[key]])
    return json.dumps(claims | same)


@pytest.mark.slow
def test_the_checker_in_c_judges_sampled_rows_and_forged_ones_as_verify(tmp_path: Path, seed: int) -> None:
    dice, checker = Random(seed), compiled(tmp_path / "check", "-O2")
    every = [(one, key, answer) for one in map(named, SETS) for key, answer in one.known.done.items()]
    small = [each for each in every if "sha256" in each[2] and 1 < each[2]["states"] < 100_000]
    boards = [each for each in small if each[1].startswith("certificate ")]
    strips = [each for each in small if each[1].startswith("series ") and each[2]["states"] < 300]
    for one, key, answer in dice.sample(boards, 50):
        place = tmp_path / "board"
        sp.save(puzzle_of(one.tiles, sizes_of(key)), tmp_path / "board.json")
        assert sp.certify(tmp_path / "board.json", place, "frontier").raw == answer["raw"]
        assert check(checker, place)[0] == 0, (seed, one.name, key)
        assert sum(judge_a_forged_one(checker, place, dice, seed) for _ in range(12)) >= 6, (seed, one.name, key)
    for one, key, _ in dice.sample(strips, 50):
        path = certify_strip(strip_of(one.tiles, sizes_of(key)), tmp_path / f"{one.name} {key}")
        assert check(checker, path.parent)[0] == 0, (seed, one.name, key)
        before = path.read_text()
        for _ in range(10):
            path.write_text(forged(before, dice))
            assert (check(checker, path.parent)[0] != 0) == refused_strip(path.parent), path.read_text()


def test_the_example_of_a_citation_is_in_the_data() -> None:
    done = named("tetrominoes").known.done
    said = next(line for line in (ROOT / "atlas" / "head.md").read_text().splitlines() if line.startswith("> "))
    for value in (done["board 8x8"]["raw"], done["board 8x8"]["isometries"], done["certificate 8x8"]["sha256"][:12]):
        assert str(value) in said


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


PUBLISHED = 'title = "S"\npublished = [{ name = "N", about = "n×n", order = "%s", terms = "%s" }]'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title = ", "Invalid value"),
        ("", "small.toml: key title is missing"),
        ("title = 3", "key title is 3: allowed is a string"),
        ('title = "S"\nname = "S"', "key name: allowed are title, pieces"),
        ('title = "S"\npieces = "#"', "key pieces is '#': allowed is an array"),
        ('title = "S"\ncounts = 3', r"counts is 3: allowed are tables \[\[counts\]\]"),
        ('title = "S"\ncounts = [3]', "counts has 3: allowed is a table"),
        ('title = "S"\ncounts = [{ size = "1" }]', "counts: key size: allowed are sizes, length"),
        ('title = "S"\ncounts = [{}]', "counts: key sizes is missing"),
        ('title = "S"\ncounts = [{ sizes = "1", length = "2" }]', "counts: key length is '2': allowed is an integer"),
        (PUBLISHED % ("rows", "1"), "published: order rows: choose from antidiagonals, triangle, squares, width W"),
        (PUBLISHED % ("squares", "1, 2x"), "published: terms has 2x: allowed are numbers and commas"),
    ],
)
def test_what_is_refused_in_the_file_of_a_set(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(PuzzleError, match=message):
        a_set(tmp_path, text)


def test_what_is_found_wrong_later_names_the_file(tmp_path: Path) -> None:
    with pytest.raises(PuzzleError, match=r"small.toml: sizes 1..x3: allowed is N, each N a number or a range"):
        script("make").make(a_set(tmp_path, SMALL.replace('"1..3"', '"1..x3"')))


def test_the_command_says_in_one_line_what_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make, one = script("make"), a_set(tmp_path)
    make.make(one)
    one.found.write_text(one.found.read_text().replace('"raw": 2', '"raw": 3', 1))
    monkeypatch.setattr(make, "every", lambda: [one])
    monkeypatch.setattr(sys, "argv", ["make.py"])
    with pytest.raises(SystemExit, match=r"^\S+small.jsonl: line \d+ is .* was changed; move the file away"):
        make.main()
