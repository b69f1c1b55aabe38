"""Benchmarks: what is measured, and the table."""

import json
import sys
from pathlib import Path

import pytest

from satpuzzle.cli import app
from satpuzzle.measure.bench import PEERS, Task, measure, run_all, table


@pytest.fixture
def peer(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setitem(PEERS, "brute force", lambda members: len(members))
    return "brute force"


def test_a_task_tells_solutions_nodes_and_user_seconds() -> None:
    outcome = measure(Task("soma", "bitmask", "mrv"))
    assert (outcome["solutions"], outcome["status"], outcome["chosen"]) == (240, "exhausted", "mrv")
    assert outcome["nodes"] > 0
    assert outcome["cpu"] >= 0


def test_peers_get_the_whole_matrix_or_the_pinned_one(peer: str) -> None:
    assert measure(Task("soma", peer))["solutions"] == 688
    assert measure(Task("soma", peer, pinned=True))["solutions"] == 618


def test_each_run_is_a_process_of_its_own_and_rounds_are_interleaved() -> None:
    tasks = [Task("steinhaus", "bitmask"), Task("slothouber-graatsma", "cadical")]
    records = list(run_all(tasks, 2))
    assert [(record["puzzle"], record["repeat"]) for record in records] == [
        ("steinhaus", 0),
        ("slothouber-graatsma", 0),
        ("steinhaus", 1),
        ("slothouber-graatsma", 1),
    ]
    assert [record["solutions"] for record in records] == [2, 1, 2, 1]
    assert all(record["peak_mb"] > 0 and record["versions"] and record["machine"] for record in records)


def test_a_run_that_fails_is_told_and_stops_nothing() -> None:
    records = list(run_all([Task("soma", "no such backend"), Task("steinhaus", "bitmask")], 1))
    assert records[0]["status"] == "failed"
    assert "no such backend" in records[0]["error"]
    assert records[1]["solutions"] == 2
    assert "failed: " in table(records)


def test_the_table_gives_medians_and_ratios() -> None:
    common = {"strategy": "auto", "pinned": False, "solutions": 8, "nodes": 5, "peak_mb": 100, "chosen": "scan"}
    records = [{"puzzle": "p", "solver": "xcover", "cpu": cpu, **common} for cpu in (8.0, 10.0, 99.0)]
    records += [{"puzzle": "p", "solver": "bitmask", "cpu": cpu, **common} for cpu in (0.1, 0.5, 9.0)]
    lines = table(records).splitlines()
    assert lines[2] == "| p | xcover | 8 | 5 | 10.000 | 1.0 | 100 |"
    assert lines[3] == "| p | bitmask, scan | 8 | 5 | 0.500 | 20.0 | 100 |"


def test_the_command_writes_json_lines_and_a_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "runs.jsonl"
    monkeypatch.setattr(
        sys, "argv", ["satpuzzle", "bench", "steinhaus", "-s", "mrv", "-s", "scan", "-r", "2", "-o", str(path)]
    )
    app(standalone_mode=False)
    records = [json.loads(line) for line in path.read_text().splitlines()]
    assert [(record["strategy"], record["solutions"]) for record in records] == [("mrv", 2), ("scan", 2)] * 2
    assert capsys.readouterr().out.count("| steinhaus | bitmask, ") == 2
