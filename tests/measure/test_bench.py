"""Benchmarks: what is measured, and the table."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import toy
from children import alive, children, within
from commands import COMMAND, ENVIRONMENT
from strategies import make_piece, make_puzzle

from satpuzzle import PuzzleError, place
from satpuzzle import load as load_puzzle
from satpuzzle.cli import app
from satpuzzle.engines import BACKENDS
from satpuzzle.errors import Stopped
from satpuzzle.measure.bench import bench, disagreements, solvers, table
from satpuzzle.measure.peers import PEERS, Peer
from satpuzzle.measure.trial import Record
from satpuzzle.puzzle.editing import with_rules

DIFFERENT = "different numbers of solutions"


@pytest.fixture
def peer(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setitem(PEERS, "toy", Peer("toy", "toy", toy.rows))
    return "toy"


def run_command(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["satpuzzle", "compare", "--times", *arguments])
    status: int = app(standalone_mode=False) or 0
    return status


def test_a_run_tells_solutions_nodes_and_user_seconds() -> None:
    (outcome,) = bench("soma", solvers(["native"], ["mrv"]), 1)
    assert (outcome["puzzle"], outcome["solver"], outcome["strategy"], outcome["raw"]) == (
        "soma", "native", "mrv", False,
    )  # fmt: skip
    assert (outcome["solutions"], outcome["status"], outcome["chosen"], outcome["repeat"]) == (
        240,
        "exhausted",
        "mrv",
        0,
    )
    assert outcome["placements"] == len(place(load_puzzle("soma"))) == 688
    assert outcome["nodes"] > 240
    assert {"cpu", "preparation", "peak_mb", "machine", "python", "versions"} <= set(outcome)


@pytest.mark.full
def test_user_seconds_are_those_of_the_search_and_of_solvers_that_it_starts() -> None:
    native, solver = bench("soma", solvers(["native", "cadical"]), 1)
    assert 0 < native["cpu"] < solver["cpu"]
    assert solver["work"] > solver["process"] > 0  # what the solver's process used, system's seconds too, is a part


def test_peers_get_the_matrix_that_we_search_or_the_raw_one(peer: str) -> None:
    (same,) = bench("soma", solvers([], peers=[peer]), 1)
    assert (same["solver"], same["raw"], same["solutions"], same["status"]) == ("toy", False, 618, "exhausted")
    (raw,) = bench("soma", solvers([], peers=[peer], raw=True), 1)
    assert (raw["solver"], raw["raw"], raw["solutions"]) == ("toy", True, 688)


@pytest.mark.full
@pytest.mark.parametrize(("name", "raw", "number"), [("soma", False, 273), ("steinhaus", True, 48)])
def test_beside_a_peer_all_search_the_same_cover(
    name: str, raw: bool, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PEERS, "counting", Peer("counting", "toy", toy.covers))
    records = list(bench(name, solvers(["native", "minisat22"], peers=["counting"], raw=raw), 1))
    assert [(record["solutions"], record["raw"]) for record in records] == 3 * [(number, raw)]


def test_a_rule_for_whole_packings_is_not_given_to_peers() -> None:
    puzzle = with_rules(load_puzzle("soma"), ["anti-slide"])
    with pytest.raises(PuzzleError, match=r"judges whole packings: a peer does not know it$"):
        PEERS["xcover"].matrix(puzzle)


def test_peers_are_refused_what_they_do_not_know() -> None:
    tromino = make_piece("I", [(0, 0), (1, 0), (2, 0)], "square", min=1, max=1)
    board = [(x, y, 0) for x in range(2) for y in range(2)]
    puzzle = make_puzzle("square", [*board, (2, 0, 0)], [tromino], optional=board)
    with pytest.raises(PuzzleError, match=r"^small: peers support neither optional items nor items of several copies$"):
        PEERS["xcover"].matrix(puzzle)


def test_peers_are_refused_equal_copies_of_two_pieces_and_given_those_of_one() -> None:
    with pytest.raises(
        PuzzleError, match=r"^galakub: peers support neither optional items nor items of several copies$"
    ):
        PEERS["xcover"].matrix(load_puzzle("galakub"))
    assert PEERS["xcover"].matrix(load_puzzle("n-pentacubes-5x5x5")).shape[1] == 125


@pytest.mark.full
def test_each_run_is_a_process_of_its_own_and_rounds_are_interleaved() -> None:
    records = list(bench(["steinhaus", "slothouber-graatsma"], solvers(["cadical"]), 2))
    assert [(record["puzzle"], record["repeat"]) for record in records] == [
        ("steinhaus", 0),
        ("slothouber-graatsma", 0),
        ("steinhaus", 1),
        ("slothouber-graatsma", 1),
    ]
    assert [record["solutions"] for record in records] == [2, 1, 2, 1]
    assert all(record["peak_mb"] > 20 and record["versions"] and record["machine"] for record in records)


def test_a_run_that_fails_is_told_and_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BACKENDS, "breaking", toy.Breaking())
    records = list(bench("slothouber-graatsma", solvers(["breaking", "native"]), 1))
    assert [record["status"] for record in records] == ["failed", "exhausted"]
    assert records[0]["error"] == "ArithmeticError: lost count | of everything"
    assert records[1]["solutions"] == 1
    row = table(records).splitlines()[2]
    assert "failed: ArithmeticError: lost count \\| of everything |" in row


def record(solver: str, cpu: float, **more: Any) -> Record:
    common = {"strategy": "auto", "raw": False, "solutions": 8, "nodes": 5, "peak_mb": 100, "status": "exhausted"}
    return {"puzzle": "p", "solver": solver, "cpu": cpu, **common, **more}


def cells(text: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in text.splitlines()]


def test_the_table_gives_medians_and_ratios() -> None:
    records = [record("xcover", cpu) for cpu in (8.0, 10.0, 99.0)]
    records += [record("native", cpu, chosen="scan") for cpu in (0.1, 0.5, 9.0)]
    head, _, *rows = cells(table(records, "xcover"))
    assert head == ["puzzle", "solver", "solutions", "nodes", "user s", "times faster than xcover", "peak MB"]
    assert rows[0] == ["p", "xcover", "8", "5", "10.000", "1.0", "100"]
    assert rows[1] == ["p", "native, scan", "8", "5", "0.500", "20.0", "100"]


def test_unequal_work_has_no_ratio_and_unequal_numbers_are_told() -> None:
    native = record("native", 0.5)
    for peer in (record("xcover", 5.0, raw=True), record("xcover", 5.0, solutions=16)):
        rows = cells(table([peer, native], "xcover"))[2:]
        assert [row[5] for row in rows] == ["1.0", ""]
        assert disagreements([peer, native]) == ([] if peer["raw"] else [f"p: {DIFFERENT}: xcover 16, native 8"])


def test_one_repeat_that_failed_leaves_no_median() -> None:
    failed = {"puzzle": "p", "solver": "toy", "strategy": "auto", "raw": False, "status": "failed", "error": "why"}
    (row,) = cells(table([record("toy", 1.0), failed, record("toy", 1.0)], "toy"))[2:]
    assert row == ["p", "toy", "failed: why", "", "", "", ""]


def test_bad_arguments_are_refused_before_anything_is_run() -> None:
    for wrong, message in (
        ({"peers": ["xcovre"]}, r"^peer xcovre \(did you mean xcover\?\): choose from xcover, exact-cover$"),
        ({"backends": ["cadicol"]}, r"^backend cadicol \(did you mean cadical\?\): choose from "),
        ({"strategies": ["best"]}, r"^strategy best: choose from "),
    ):
        with pytest.raises(PuzzleError, match=message):
            solvers(**wrong)  # type: ignore[arg-type]
    with pytest.raises(PuzzleError, match=r"^repeat 0: allowed are integers from 1$"):
        next(bench("soma", solvers(), 0))


# The command


def test_a_peer_that_is_not_installed_is_an_error_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PEERS, "absent", Peer("absent", "no_such_package", toy.rows))
    with pytest.raises(PuzzleError) as error:
        run_command(monkeypatch, "soma", "-p", "absent")
    assert str(error.value) == ("peer absent needs the library no_such_package: pip install 'satpuzzle[bench]'")


@pytest.mark.full
def test_the_command_writes_json_lines_and_a_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "runs.jsonl"
    assert run_command(monkeypatch, "steinhaus", "-s", "mrv", "-s", "scan", "-r", "1", "-o", str(path)) == 0
    records = [json.loads(line) for line in path.read_text().splitlines()]
    assert [(record["strategy"], record["solutions"]) for record in records] == [("mrv", 2), ("scan", 2)]
    out = capsys.readouterr().out
    assert [row[1] for row in cells(out)[2:]] == ["native, mrv", "native, scan"]


def test_the_command_ends_with_status_1_if_a_run_fails(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(BACKENDS, "breaking", toy.Breaking())
    assert run_command(monkeypatch, "slothouber-graatsma", "-b", "breaking", "-r", "1") == 1
    assert "| failed: ArithmeticError" in capsys.readouterr().out


def test_a_limit_leaves_a_table_of_the_runs_that_ended(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut_short(puzzles: list[str], *others: Any) -> Iterator[Record]:
        yield from bench(puzzles[: len(puzzles) - 1], *others)
        raise Stopped("the time limit was reached", by_limit=True)

    monkeypatch.setattr("satpuzzle.cli.compare.bench", cut_short)
    assert run_command(monkeypatch, "slothouber-graatsma", "bedlam", "-r", "1", "-t", "1000") == 3
    out, err = capsys.readouterr()
    assert [row[0] for row in cells(out)[2:]] == ["slothouber-graatsma"]
    assert err == "satpuzzle: the time limit was reached; the table has the runs that ended\n"
    assert run_command(monkeypatch, "bedlam", "-r", "1", "-t", "1000") == 3
    assert capsys.readouterr() == ("", "satpuzzle: the time limit was reached before a run ended\n")


@pytest.mark.full
@pytest.mark.skipif(os.name != "posix", reason="sends signals")
@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGTERM, 143), pytest.param(signal.SIGINT, 130, marks=pytest.mark.slow)]
)
def test_a_benchmark_that_is_stopped_leaves_no_process_behind(tmp_path: Path, number: int, status: int) -> None:
    path = tmp_path / "runs.jsonl"
    command = [
        *COMMAND,
        "compare",
        "--times",
        "slothouber-graatsma",
        "y-pentacubes-5x5x5",
        "-b",
        "cadical",
        "-r",
        "1",
        "-o",
        str(path),
    ]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT, text=True, start_new_session=True
    ) as process:
        # the first run has ended, and of the second there are a process that measures and one that solves
        assert within(600, lambda: any(tmp_path.iterdir()) and max(map(os.path.getsize, tmp_path.iterdir())) > 0)
        assert within(600, lambda: len(children(process.pid)) == 2)
        left = children(process.pid)
        process.send_signal(number)
        out, err = process.communicate(timeout=600)
    assert process.returncode == status
    assert err.splitlines() == [
        f"satpuzzle: stopped early; the output until then is in {path}.part",
        "satpuzzle: interrupted; the table has the runs that ended",
    ]
    assert out.count("| slothouber-graatsma |") == 1
    assert within(600, lambda: not any(map(alive, left)))
