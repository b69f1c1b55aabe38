"""Ledgers of long measurements: what is there is not run again."""

from pathlib import Path

import pytest
from lab.about import header
from lab.ledger import Ledger, provenance, read

from satpuzzle import PuzzleError

KEYS, VALUES = ("puzzle", "seed"), ("status", "cpu")


def test_a_row_that_is_there_is_not_lacking_after_a_new_start(tmp_path: Path) -> None:
    path = tmp_path / "some" / "runs.csv"
    book = Ledger(path, KEYS, VALUES)
    first, second = {"puzzle": "soma", "seed": 0}, {"puzzle": "soma", "seed": 1}
    assert book.lacks(first, 10)
    book.add(first, {"status": "exhausted", "cpu": 0.25}, 10)
    book.add(second, {"status": "time_limit"}, 10)
    again = Ledger(path, KEYS, VALUES)
    assert not again.lacks(first, 60)
    assert not again.lacks(second, 10)
    assert again.lacks(second, 60)  # more time is allowed now
    again.add(second, {"status": "exhausted", "cpu": 42.0}, 60)
    records = read(path)
    assert [(one["seed"], one["status"], one["cpu"], one["limit"]) for one in records] == [
        (0, "exhausted", 0.25, 10),
        (1, "exhausted", 42, 60),
    ]
    assert all(one["commit"] and one["processor"] and "python=3" in str(one["versions"]) for one in records)
    assert provenance(records).startswith("2 runs, measured on ")


def test_what_a_run_finds_does_not_change_its_key(tmp_path: Path) -> None:
    book = Ledger(tmp_path / "runs.csv", KEYS, VALUES)
    book.add({"puzzle": "soma", "seed": 0}, {"status": "exhausted", "seed": 99}, 10)
    assert not Ledger(book.path, KEYS, VALUES).lacks({"puzzle": "soma", "seed": 0}, 10)


def test_numbers_and_truth_values_are_read_as_such_and_a_commit_never_is(tmp_path: Path) -> None:
    book = Ledger(tmp_path / "runs.csv", KEYS, ("status", "cpu", "presolve", "error"))
    book.add({"puzzle": "soma", "seed": 1}, {"status": "exhausted", "cpu": 0.5, "presolve": False}, 10)
    book.path.write_text(book.path.read_text().replace(str(read(book.path)[0]["commit"]), "1234567"))
    (row,) = read(book.path)
    assert (row["seed"], row["cpu"], row["presolve"], row["error"], row["commit"]) == (1, 0.5, False, None, "1234567")


def test_rows_are_forgotten_to_be_measured_again(tmp_path: Path) -> None:
    book = Ledger(tmp_path / "runs.csv", KEYS, VALUES)
    for seed in range(4):
        book.add({"puzzle": "soma", "seed": seed}, {"status": "exhausted"}, 10)
    book.forget(lambda row: row["seed"] in ("1", "2"))
    assert [one["seed"] for one in read(book.path)] == [0, 3]


def test_a_file_with_other_columns_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "runs.csv"
    path.write_text("puzzle,time\n")
    with pytest.raises(PuzzleError, match=r"runs.csv: columns \['puzzle', 'time'\], allowed are \['puzzle', 'seed'"):
        Ledger(path, KEYS, VALUES)


def test_a_header_names_commit_processor_memory_system_and_versions() -> None:
    parts = header().split(" | ")
    assert parts[0].startswith("commit ")
    assert any(part.endswith("GiB of memory") for part in parts)
    assert any(part.startswith("Python 3.") for part in parts)
    assert any("numpy" in part and "ortools" in part for part in parts)
