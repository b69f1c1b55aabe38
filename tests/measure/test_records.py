"""Records of runs in files, and their plots."""

import csv
import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from satpuzzle.cli.app import app
from satpuzzle.errors import PuzzleError
from satpuzzle.measure import plots
from satpuzzle.measure.records import TYPES, as_csv, flat
from satpuzzle.measure.trial import Record
from satpuzzle.pictures.printed import ENDINGS

STATUS = {True: "exhausted", False: "time_limit"}


def run_command(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["satpuzzle", *arguments])
    status: int = app(standalone_mode=False) or 0
    return status


@pytest.mark.full
@pytest.mark.parametrize(
    "command",
    [
        ("compare", "steinhaus", "-b", "native", "-b", "minisat22"),
        ("compare", "--times", "steinhaus", "-s", "mrv", "-r", "1"),
    ],
    ids=lambda command: str(command[0]),
)
def test_csv_and_json_lines_have_the_same_columns_each_of_one_type(
    command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("runs.csv", "runs.jsonl"):
        assert run_command(monkeypatch, *command, "-o", str(tmp_path / name)) == 0
    with (tmp_path / "runs.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    lines = [json.loads(line) for line in (tmp_path / "runs.jsonl").read_text().splitlines()]
    assert [*rows[0]] == [*lines[0]] == [*TYPES]
    assert [row["solver"] for row in rows] == [line["solver"] for line in lines]
    assert all(row["solutions"] == "2" for row in rows)
    for line in lines:
        assert line["solutions"] == 2 and line["versions"].startswith("satpuzzle=")
        assert {key for key, value in line.items() if value is not None and type(value) is not TYPES[key]} == set()


def test_a_failed_run_and_marks_of_csv_in_names_are_kept() -> None:
    record = {"puzzle": 'a "b", c', "solver": "x", "status": "failed", "error": "no\nmemory", "seconds": 1}
    assert flat(record)["seconds"] == 1.0 and type(flat(record)["seconds"]) is float
    (row,) = csv.reader(io.StringIO(as_csv(record)))
    assert row[:6] == ["1", 'a "b", c', "x", "", "", "failed"]
    assert row[6] == "no\nmemory"


def runs() -> list[Record]:
    return [
        {
            "puzzle": f"p{number}",
            "solver": solver,
            "status": "exhausted" if seconds < 50 else "time_limit",
            "seconds": seconds,
        }
        for solver, times in {"one": (1, 2, 3), "other": (10, 0.1, 60), "third": (5, 5, 5)}.items()
        for number, seconds in enumerate(times)
    ]


@pytest.mark.full
@pytest.mark.parametrize("ending", ENDINGS)
def test_a_plot_is_written_as_its_name_says(ending: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    plots.save(runs(), tmp_path / f"plot{ending}", "seconds", 50)
    begins = {".svg": b"<?xml", ".png": b"\x89PNG", ".pdf": b"%PDF", ".html": b"<!doctype html>"}
    made = (tmp_path / f"plot{ending}").read_bytes()
    assert made.startswith(begins[ending]) and (ending != ".html" or b"<?xml" not in made)


def test_a_point_is_an_instance_and_the_limit_is_an_edge() -> None:
    pytest.importorskip("matplotlib")
    (left, right) = plots.axes(2)
    assert plots.cactus(left, runs(), 50, "seconds") == {"one": 3, "other": 2, "third": 3}
    plots.scatter(right, runs(), 50, "seconds")
    points = {line.get_label(): line.get_xydata().tolist() for line in right.lines[:2]}  # type: ignore[union-attr]
    assert points["other"] == [[1, 10], [2, 0.1], [3, 50]]
    assert right.get_xlim() == right.get_ylim()
    assert [line.get_color() for line in right.lines[:2]] == [line.get_color() for line in left.lines[1:3]]


@pytest.mark.parametrize("number", [None, 1, 5])
def test_the_axis_says_what_is_counted_as_solved(number: int | None) -> None:
    pytest.importorskip("matplotlib")
    (one,) = plots.axes()
    plots.cactus(one, runs(), 50, "seconds", number)
    wanted = {None: "all solutions found", 1: "first solution found, or none", 5: "5 solutions found, or all"}
    assert one.get_ylabel() == f"instances solved\n({wanted[number]})"


@pytest.mark.full
def test_what_was_found_with_a_limit_is_solved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    drawn, cactus = [], plots.cactus

    def watched(*arguments: Any) -> dict[str, int]:
        drawn.append(cactus(*arguments))
        return drawn[-1]

    monkeypatch.setattr(plots, "cactus", watched)
    asked = ["compare", "steinhaus", "slothouber-graatsma", "-b", "native", "-n", "1", "--plot"]
    assert run_command(monkeypatch, *asked, str(tmp_path / "p.svg")) == 0
    assert drawn == [{"native": 2}]


def test_repeats_are_one_point_at_their_median(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    plots.save([record | {"repeat": number} for record in runs() for number in range(3)], tmp_path / "p.svg", "seconds")
    with pytest.raises(PuzzleError, match="ends in"):
        plots.save(runs(), tmp_path / "p.gif", "seconds")
    with pytest.raises(PuzzleError, match="no times to draw"):
        plots.save([], tmp_path / "p.svg", "seconds")


@pytest.mark.full
def test_the_commands_draw_and_refuse_other_files_before_they_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("matplotlib")
    assert run_command(monkeypatch, "compare", "steinhaus", "-b", "native", "--plot", str(tmp_path / "c.svg")) == 0
    assert (
        run_command(monkeypatch, "compare", "--times", "steinhaus", "-r", "1", "--plot", str(tmp_path / "b.svg")) == 0
    )
    assert all((tmp_path / name).stat().st_size > 1000 for name in ("c.svg", "b.svg"))
    for command in (("compare",), ("compare", "--times")):
        with pytest.raises(PuzzleError, match=r"--plot \.gif: choose from \.svg, \.png, \.pdf, \.html"):
            run_command(monkeypatch, *command, "soma", "--plot", "p.gif")
