"""Packings by how they come apart: counts by level, and the best ones."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from commands import complaint, run, said

import satpuzzle as sp
from satpuzzle.clock import Clock
from satpuzzle.motion.assembly import Assembler, Assembly
from satpuzzle.motion.rules import Rules
from satpuzzle.questions.burrs import best, count_by_level
from satpuzzle.settings import SORTS

STEPS = Rules("steps")


def judge(name: str, rules: Rules = STEPS) -> tuple[sp.results.Run, Assembler]:
    run = sp.solve(name, rules=rules)
    return run, Assembler(run.puzzle, rules)


@pytest.mark.full
def test_every_packing_is_counted_under_its_level() -> None:
    counted = count_by_level(*judge("dubois-burr"))
    assert [*counted] == ["6.4", "no"]
    assert [counts.raw for counts in counted.values()] == [12, 12]
    for name, rules in (("diabolical-cube", Rules(open="+z")), ("soma", Rules(open="+z")), ("steinhaus", Rules())):
        run, assembler = judge(name, rules)
        counted = count_by_level(run, assembler)
        kept = sp.count(name, assemblable=True, rules=rules)
        assert sum(counts.raw or 0 for counts in counted.values()) == run.counts.raw
        assert sum(counts.isometries or 0 for counts in counted.values()) == run.counts.isometries
        assert counted["1"] == kept


def test_a_count_that_was_stopped_is_not_final() -> None:
    clock = Clock()
    run = sp.solve("soma", rules=STEPS, clock=clock, watch=lambda run: clock.stop())
    counted = count_by_level(run, Assembler(run.puzzle, STEPS))
    assert not any(counts.final for counts in counted.values())
    assert sum(counts.isometries or 0 for counts in counted.values()) < 240


@pytest.mark.parametrize("by", SORTS)
def test_the_best_come_first_and_no_more_than_are_wanted(by: str) -> None:
    run, assembler = judge("soma")
    every = [*assembler.assemblies(run.take(30))]
    found = best(every, by)
    assert [worth(one, by) for one in found] == sorted((worth(one, by) for one in every), reverse=True)
    assert best(every, by, 7) == found[:7]
    assert best([], by, 7) == []


def worth(one: Assembly, by: str) -> tuple[int, ...]:
    assert one.solution is not None
    return {"level": one.levels, "moves": (len(one.steps),), "pieces": (-len(one.solution.options),)}[by]


def test_those_that_do_not_come_apart_are_none_of_the_best() -> None:
    run, assembler = judge("dubois-burr")
    assert [one.level for one in best(assembler.assemblies(run), "level")] == ["6.4"]


def test_levels_are_compared_number_by_number() -> None:
    """Ten is more than nine, which texts would not know."""
    run, assembler = judge("dubois-burr")
    (one,) = best(assembler.assemblies(run), "moves")
    others = [replace(one, levels=levels) for levels in ((9, 9), (10, 1), (9, 10, 1))]
    assert [found.levels for found in best(others, "level")] == [(10, 1), (9, 10, 1), (9, 9)]


@pytest.mark.full
def test_commands_count_by_level_and_keep_the_best(tmp_path: Path) -> None:
    told = said(run("count", "dubois-burr", "--by", "level"))
    assert told.splitlines()[:2] == [
        "level 6.4: raw 12, rotations 1, isometries 1",
        "do not come apart: raw 12, rotations 1, isometries 1",
    ]
    content = json.loads(said(run("count", "dubois-burr", "--by", "level", "--format", "json")))
    assert [entry["level"] for entry in content["by_level"]] == ["6.4", "no"]
    ended = run("solve", "dubois-burr", "--sort", "level", "-n", "5", "-o", tmp_path / "best.txt", "-q")
    assert said(ended) == ""
    told = said(run("assemble", "dubois-burr", "--solution", tmp_path / "best.txt", "--moves", "steps"))
    assert told.endswith("1 of 1 packings examined can be put together in several moves\n")
    ended = run("assemble", "dubois-burr", "--sort", "moves", "-n", "1", "--format", "ndjson")
    found, summary = map(json.loads, said(ended).splitlines())
    assert found["assembly"]["level"] == "6.4"
    assert summary["summary"]["verdicts"] == {"yes": 1, "no": 1, "unknown": 0}
    ended = run("solve", "dubois-burr", "--sort", "level", "--format", "json")
    assert ended.stderr.startswith("satpuzzle: sorted by level; levels: 6.4\n")
    assert len(json.loads(ended.stdout)["solutions"]) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("solve soma --sort height", "--sort height: choose from level, moves, pieces"),
        ("assemble soma --sort size", "--sort size: choose from level, moves, pieces"),
        ("count soma --by size", "--by size: choose from pieces, level, symmetry"),
    ],
)
def test_wrong_words_are_refused_in_one_line(arguments: str, message: str) -> None:
    assert complaint(run(*arguments.split())) == message
