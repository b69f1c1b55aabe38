"""Families of boards: which members can be filled, against counts of all packings, published numbers, brute force."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from commands import complaint, run, said
from pages import ROOT

import satpuzzle as sp
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.engines.library import missing
from satpuzzle.puzzle.families import Family
from satpuzzle.puzzle.library import family_named
from satpuzzle.questions.boards import explain_each, why
from satpuzzle.questions.family import count_members
from satpuzzle.questions.many import OfFamily

STAR = ROOT / "docs" / "designing" / "star.toml"
CALENDAR = ROOT / "puzzles" / "calendars" / "a-puzzle-a-day.toml"
compiled = pytest.mark.skipif(missing() is not None, reason="without kernels")


def family(name: str | Path) -> Family:
    found = family_named(name)
    assert found is not None
    return found


@compiled
def test_the_throws_of_seven_dice_that_can_be_filled_are_as_many_as_published() -> None:
    found = family(STAR)
    verdicts = [one.verdict for one in explain_each(found)]
    assert len(verdicts) == 6 * 8 * 3 * 8 * 3 * 6 * 8 == 165_888
    assert verdicts.count("solvable") == 97_422 and verdicts.count("impossible") == 68_466


@compiled
def test_with_two_bars_of_three_every_throw_can_be_filled(tmp_path: Path) -> None:
    text = STAR.read_text(encoding="utf-8").splitlines()
    bars = ['    { name = "bar3", count = 2, cells = [[0, -1, 1], [0, 0, 0], [0, 0, 1]] },']
    path = tmp_path / "bars.toml"
    path.write_text("\n".join(line for each in text for line in (bars if '"star"' in each else [each])))
    assert {one.verdict for one in explain_each(str(path))} == {"solvable"}


@compiled
def test_every_cell_of_month_and_day_can_be_left_open(tmp_path: Path) -> None:
    path = tmp_path / "all.toml"
    lines = CALENDAR.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(line for line in lines if not line.startswith("without")))
    counted = count_members(family(path))
    assert (len(counted.counts), counted.total, counted.filled) == (372, 25_061, 372)
    assert counted.extremes()[0][1] == 7
    assert counted.sentence.startswith("all: 25061 solutions on fixed boards, 372 members, 372 can be filled, fewest 7")
    assert [one.verdict for one in explain_each(path)] == ["solvable"] * 372


ALIKE = """grid = "square"
board = "****\\n****\\n****"
pieces = [{ name = "I", cells = "**", count = 5 }]
[family.groups.first]
a = [0, 0, 0]
b = [1, 0, 0]
[family.groups.second]
c = [3, 2, 0]
d = [2, 2, 0]
e = [3, 0, 0]
"""


def test_members_that_an_isometry_makes_equal_are_asked_once(tmp_path: Path) -> None:
    path = tmp_path / "alike.toml"
    path.write_text(ALIKE)
    # a c: both corners across; b d: the same turned by half; a e: corners of one side; a d, and b c turned, and b e
    assert OfFamily(family(path)).first_alike(UNLIMITED).tolist() == [0, 1, 2, 1, 4, 5]
    told = [*explain_each(path)]
    assert why(told[3]) == ("alike", "as alike#a d, which is the same board")
    counts = count_members(family(path)).counts
    assert [one.verdict == "solvable" for one in told] == [many > 0 for many in counts.values()]


def test_each_member_keeps_the_rules(tmp_path: Path) -> None:
    path = tmp_path / "ruled.toml"
    path.write_text(f'rules = ["no crossroads"]\n{ALIKE}')
    counts = count_members(family(path)).counts
    assert any(counts.values())
    assert [one.verdict == "solvable" for one in explain_each(path)] == [many > 0 for many in counts.values()]
    path.write_text(ALIKE)
    told = said(run("explain", path, "--rule", "no crossroads", "-q")).splitlines()
    assert [": solvable" in line for line in told] == [many > 0 for many in counts.values()]


def test_the_command_explain_writes_a_line_for_each_member() -> None:
    told = said(run("explain", "a-puzzle-a-day")).splitlines()
    assert told[0] == "a-puzzle-a-day#Jan 1: solvable: a search found a packing"
    assert told[366:] == ["366 boards: 366 solvable"]
    each = [json.loads(line) for line in said(run("explain", "a-puzzle-a-day", "--format", "ndjson")).splitlines()]
    assert [one["verdict"] for one in each] == ["solvable"] * 366
    whole = json.loads(said(run("explain", "a-puzzle-a-day", "--json")))
    assert (whole["solvable"], whole["undecided"], whole["final"], len(whole["boards"])) == (366, 0, True, 366)
    assert "a-puzzle-a-day#Feb 1: there are solutions" in said(run("explain", "a-puzzle-a-day", "--member", "Feb 1"))


def test_members_that_are_left_when_the_clock_stops_are_undecided() -> None:
    clock = Clock()
    clock.stop()
    assert {one.verdict for one in explain_each("a-puzzle-a-day", clock=clock)} == {"undecided"}
    told = said(run("explain", "a-puzzle-a-day", "-t", "1e-9"), 3)
    assert told.endswith("366 boards: 366 undecided; not final, the time limit was reached\n")


def test_one_puzzle_has_no_members() -> None:
    with pytest.raises(sp.PuzzleError, match="soma: is one puzzle, expected is a family or a file of boards"):
        explain_each("soma")
    puzzles: Any = [sp.load("soma"), sp.load("diabolical-cube"), sp.load("soma")]
    assert [(one.verdict, why(one)[0]) for one in explain_each(puzzles)] == [
        ("solvable", "search"), ("solvable", "search"), ("solvable", "alike"),
    ]  # fmt: skip
    assert complaint(run("explain", "a-puzzle-a-day", "--given", "L: 0,0")).startswith(
        "--given L: 0,0: allowed for one"
    )


POOL = """grid = "square"
pieces = [
    { name = "I", cells = "**", count = 5 }, { name = "V", cells = "**\\n*." }, { name = "L", cells = "***\\n*.." },
    { name = "S", cells = "*", count = 2 },
]
"""


def test_the_sets_that_fill_every_member_are_those_that_fill_each(tmp_path: Path) -> None:
    path, pool = tmp_path / "alike.toml", tmp_path / "pool.toml"
    path.write_text(ALIKE)
    pool.write_text(POOL)
    one_by_one = [f"{path}#{name}" for name in family(path).named]
    expected = {one.pieces for one in sp.choose(pool, one_by_one)}
    found = [*sp.choose(pool, [path], failing=True)]
    assert {one.pieces for one in found if one.fails is None} == expected != set()
    failed = [one for one in found if one.fails is not None]
    assert failed and len(found) == sp.choose(pool, [path]).total
    for one in failed:
        puzzle = sp.load(f"{path}{str(one.fails)[5:]}")
        assert sp.solve(replace(puzzle, pieces=one.pieces)).first() is None


@compiled
def test_a_calendar_is_filled_by_sets_that_fill_every_date(tmp_path: Path) -> None:
    told = said(run("choose", "a-puzzle-a-day", "--board", "a-puzzle-a-day"))
    assert told == "L N O P U V Y Z: all of a-puzzle-a-day\n1 set\n"
    calendar = family("a-puzzle-a-day")
    found = [*sp.choose(ROOT / "docs" / "designing" / "pool.toml", [calendar], failing=True)]
    assert (len(found), sum(one.fails is None for one in found)) == (792, 37)
    for one in found[::132]:
        counted = count_members(replace(calendar, whole=replace(calendar.whole, pieces=one.pieces)))
        assert (one.fails is None) == (counted.filled == 366)
        assert one.fails is None or counted.counts[tuple(one.fails.partition("#")[2].split())] == 0


def test_what_choose_cannot_ask_of_a_family_is_refused() -> None:
    family = ("choose", "pentominoes", "--board", "a-puzzle-a-day")
    assert complaint(run(*family, "--unique")).startswith("a-puzzle-a-day: is a family; unique and assemblable are for")
    assert complaint(run(*family, "--divide", "2")).startswith("a-puzzle-a-day: is a family of boards: choose a member")
    assert complaint(run(*family, "--sort", "rate")).startswith("--sort rate: a-puzzle-a-day is a family")
    assert complaint(run(*family)) == "a-puzzle-a-day#Jan 1: 41 cells to fill are no multiple of 5, the size of a piece"
    assert complaint(run("choose", "pentominoes", "--board", ROOT / "docs" / "designing" / "crates.txt")).startswith(
        "crates#1: all of its cells may stay empty"
    )
