"""Comparisons: what is measured, what is checked, and how it ends."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import toy
from commands import complaint, run
from strategies import make_piece, make_puzzle
from toy_engine import Toy

from satpuzzle import PuzzleError, compare, load, solve
from satpuzzle.cli import app
from satpuzzle.clock import Clock
from satpuzzle.engines import BACKENDS
from satpuzzle.measure import runner
from satpuzzle.measure.table import latex
from satpuzzle.measure.trial import Contender, Record, Trial, contenders
from satpuzzle.results import Comparison

SOMA = tuple(solution.options for solution in solve("soma", limit=3))


def record(solver: str, status: str = "exhausted", **more: Any) -> Record:
    return {"puzzle": "soma", "solver": solver, "repeat": 0, "status": status, "solutions": 2, "seconds": 1.0} | more


def added(*runs: tuple[str, str, tuple[int, ...]]) -> Comparison:
    """Return a comparison of runs: solver, status, which of three solutions it found."""
    made, trial = Comparison(), Trial(load("soma"), Contender("native"))
    for solver, status, numbers in runs:
        made.add(trial, record(solver, status, solutions=len(numbers)), frozenset(SOMA[number] for number in numbers))
    return made


@pytest.mark.full
def test_backends_agree_and_are_measured() -> None:
    seen: list[str] = []
    made = compare(
        ["slothouber-graatsma", "steinhaus"],
        ["native", "cadical"],
        repeat=2,
        watch=lambda _, record: seen.append(record.get("status", "running")),
    )
    assert made.agree
    assert not made.interrupted
    assert [(one["repeat"], one["puzzle"], one["solver"]) for one in made.records] == [
        (repeat, puzzle, solver)
        for repeat in (0, 1)
        for puzzle in ("slothouber-graatsma", "steinhaus")
        for solver in ("native", "cadical")
    ]
    assert {one["solutions"] for one in made.records if one["puzzle"] == "steinhaus"} == {2}
    assert all(one["peak_mb"] > 0 and 0 <= one["first"] <= one["seconds"] and one["machine"] for one in made.records)
    assert made.records[0]["nodes"] > 0
    assert made.records[1]["clauses"] > 0
    assert seen.count("exhausted") == 8
    assert len(made.rows()) == 4
    assert all(row["work s"] is not None for row in made.rows()) and "work s: CPU time without this start" in made.timed


@pytest.mark.full
def test_a_run_at_its_limit_has_a_lower_bound() -> None:
    made = compare("soma", ["native", "cadical"], limit=5)
    assert [row["solutions"] for row in made.rows()] == ["≥ 5", "≥ 5"]
    assert [row["all s"] for row in made.rows()] == [None, None]
    assert made.agree  # two lower bounds say nothing about each other
    assert "≥ 5" in made.table()


def test_sat_backends_run_with_every_encoding_and_the_native_search_with_every_strategy() -> None:
    found = contenders(["native", "cadical", "cpsat"], ["default", "literal"], ["mrv", "scan"])
    assert list(map(str, found)) == [
        "native mrv", "native scan", "cadical default", "cadical literal", "cpsat default",
    ]  # fmt: skip


def test_a_puzzle_need_not_be_a_file() -> None:
    assert compare(load("steinhaus"), ["native"]).records[0]["solutions"] == 2


def test_a_solution_that_another_lacks_is_named() -> None:
    (text,) = added(("one", "exhausted", (0, 1)), ("other", "exhausted", (0, 1, 2))).disagreements
    assert text.splitlines()[0] == "soma: of the solutions of other, one lacks 1, first"
    assert len(text.splitlines()) == 4
    assert len(added(("one", "exhausted", (0, 1)), ("other", "exhausted", (1, 2))).disagreements) == 2


def test_as_many_solutions_are_not_the_same_solutions() -> None:
    assert not added(("one", "exhausted", (0,)), ("other", "exhausted", (1,))).agree


def test_what_a_limited_run_found_must_be_known_to_a_complete_one() -> None:
    assert added(("one", "exhausted", (0, 1, 2)), ("other", "time_limit", (1,))).agree
    assert added(("one", "time_limit", (0,)), ("other", "time_limit", (1,))).agree
    assert not added(("one", "exhausted", (0, 1)), ("other", "time_limit", (2,))).agree


def test_a_repeat_that_was_cut_short_makes_a_lower_bound() -> None:
    made = added(("one", "exhausted", (0, 1)), ("one", "time_limit", (0,)), ("one", "exhausted", (0, 1)))
    (row,) = made.rows()
    assert (row["solutions"], row["all s"], row["status"]) == ("≥ 2", None, "time_limit")


@pytest.mark.full
def test_a_backend_that_the_program_has_registered_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BACKENDS, "toy", Toy())
    tromino = make_piece("I", [(0, 0), (1, 0), (2, 0)], "square", min=4, max=4)
    puzzle = make_puzzle("square", [(x, y, 0) for x in range(3) for y in range(4)], [tromino])
    made = compare(puzzle, ["toy", "native", "cadical"])
    assert made.agree
    assert [(one["solver"], one["status"], one["solutions"]) for one in made.records] == [
        (name, "exhausted", made.records[1]["solutions"]) for name in ("toy", "native", "cadical")
    ]
    assert made.records[0]["nodes"] > 2
    assert made.records[0]["solutions"] == 2


@pytest.mark.full
def test_a_run_that_fails_is_told_and_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BACKENDS, "breaking", toy.Breaking())
    monkeypatch.setitem(BACKENDS, "dying", toy.Dying())

    class Nameless(Toy):
        """Which no other process can import."""

    monkeypatch.setitem(BACKENDS, "nameless", Nameless())
    made = compare("slothouber-graatsma", ["breaking", "dying", "nameless", "native"])
    assert [one["status"] for one in made.records] == ["failed", "failed", "failed", "exhausted"]
    assert [one["error"].partition(": ")[0] for one in made.records[:3]] == [
        "ArithmeticError",
        "the run's process was killed by SIGKILL",
        "the run cannot be sent to a process of its own",
    ]
    assert "failed: ArithmeticError: lost count \\| of everything" in made.table()
    assert made.agree


def test_a_frame_has_a_row_for_each_run() -> None:
    pandas = pytest.importorskip("pandas")
    made = added(("one", "exhausted", (0, 1)), ("other", "exhausted", (0, 1)))
    frame = made.frame()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame["solver"]) == ["one", "other"]


def test_bad_arguments_are_refused_before_anything_is_run() -> None:
    for wrong, message in (
        ({"backends": ["cadicol"]}, r"^backend cadicol \(did you mean cadical\?\): choose from "),
        ({"encodings": ["default"], "backends": ["native"]}, r"^encodings are for SAT backends"),
        (
            {"encodings": ["native"], "backends": ["glucose", "cpsat"]},
            r"^encoding native: not used by glucose, cpsat",
        ),
        ({"strategies": ["mrv"], "backends": ["cpsat"]}, r"^strategies are for the backend native"),
        ({"strategies": ["best"]}, r"^strategy best: choose from "),
        ({"puzzles": ["soma", "soma"]}, r"^two puzzles are called soma$"),
        ({"repeat": 0}, r"^repeat 0: allowed are integers from 1 to 1000$"),
        ({"time_limit": 0}, r"^time limit 0: allowed are seconds above 0$"),
    ):
        with pytest.raises(PuzzleError, match=message):
            compare(**{"puzzles": "soma"} | wrong)


# The command


def run_command(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["satpuzzle", "compare", *arguments])
    status: int = app(standalone_mode=False) or 0
    return status


@pytest.mark.full
def test_the_command_prints_a_table_and_writes_json_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "runs.jsonl"
    assert run_command(monkeypatch, "steinhaus", "-b", "native", "-b", "minisat22", "-o", str(path)) == 0
    records = [json.loads(line) for line in path.read_text().splitlines()]
    assert [(one["solver"], one["solutions"]) for one in records] == [("native", 2), ("minisat22", 2)]
    out = capsys.readouterr().out
    assert out.count("| steinhaus |") == 2
    assert out.endswith("\nall runs found the same solutions\n")


@pytest.mark.full
def test_the_command_has_at_most_a_thousand_rounds() -> None:
    told = complaint(run("compare", "soma", "--repeat", "1000000000", "-t", "1"))
    assert told.endswith("Input should be less than or equal to 1000")


def test_the_command_ends_with_status_1_if_runs_disagree(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def lying(trial: Trial, clock: Clock) -> Iterator[tuple[Record, frozenset[tuple[int, ...]] | None]]:
        found = SOMA[:2] if str(trial.contender) == "cadical" else SOMA
        yield {"solutions": 1, "seconds": 0.1}, None
        yield {"status": "exhausted", "solutions": len(found), "seconds": 1.0}, frozenset(found)

    monkeypatch.setattr(runner, "run_apart", lying)
    assert run_command(monkeypatch, "soma") == 1
    assert "soma: of the solutions of native, cadical lacks 1, first\n" in capsys.readouterr().out


@pytest.mark.full
def test_the_command_ends_with_status_3_at_a_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run_command(monkeypatch, "y-pentacubes-5x5x5", "-b", "cadical", "-t", "0.5", "--format", "ndjson") == 3


def test_ctrl_c_keeps_the_runs_that_had_ended(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(trial: Trial, clock: Clock) -> Iterator[tuple[Record, frozenset[tuple[int, ...]] | None]]:
        if str(trial.contender) == "cpsat":
            raise KeyboardInterrupt
        yield {"status": "exhausted", "solutions": 3, "seconds": 1.0}, frozenset(SOMA)

    monkeypatch.setattr(runner, "run_apart", interrupted)
    assert run_command(monkeypatch, "soma") == 130
    assert capsys.readouterr().out.count("| soma") == 2


def test_a_table_for_latex_has_no_commands_but_its_own() -> None:
    text = latex([{"puzzle": "a_b&c", "solutions": "≥ 5"}, {"puzzle": "50 % \\x", "solutions": None}])
    assert text.splitlines() == [
        r"\begin{tabular}{lr}",
        r"\toprule",
        r"puzzle & solutions \\",
        r"\midrule",
        r"a\_b\&c & $\geq$ 5 \\",
        r"50 \% \textbackslash{}x &  \\",
        r"\bottomrule",
        r"\end{tabular}",
    ]
    assert latex([]) == ""
