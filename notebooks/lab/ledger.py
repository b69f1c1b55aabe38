"""Ledgers: CSV files with one row per run, for measurements that can be stopped and resumed.

Some columns of a row are its key.  A run whose key is in the file is not repeated, unless a time limit cut it short and
the limit is higher now.  Every row also has the commit, the processor, the date, the versions, and the load average
during its run.
"""

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from lab.about import commit, load
from satpuzzle import machine
from satpuzzle.errors import PuzzleError
from satpuzzle.measure.trial import Record

ABOUT = ("limit", "commit", "processor", "date", "load", "versions")


class Ledger:
    """The file of one experiment: rows that are found by their keys."""

    def __init__(self, path: Path, keys: Sequence[str], values: Sequence[str]) -> None:
        """Open a ledger, or begin it.  `keys` are the columns that identify a row, `values` the columns measured.

        Raises PuzzleError if the file has other columns.
        """
        self.path, self.keys, self.columns = path, tuple(keys), (*keys, *values, *ABOUT)
        self.rows: dict[tuple[str, ...], dict[str, str]] = {}
        if path.exists():
            with path.open(newline="", encoding="utf-8") as file:
                reader = csv.DictReader(file)
                if tuple(reader.fieldnames or ()) != self.columns:
                    raise PuzzleError(f"{path}: columns {reader.fieldnames}, allowed are {list(self.columns)}")
                for row in reader:
                    self.rows[self._key(row)] = row

    def row(self, key: Record) -> dict[str, str] | None:
        """Return the row with this key, or None if there is none."""
        return self.rows.get(self._key(key))

    def lacks(self, key: Record, limit: float) -> bool:
        """Tell whether this key must still be measured: there is no row, or only one that a smaller limit cut short."""
        row = self.row(key)
        return row is None or (row.get("status") == "time_limit" and float(row["limit"]) < limit)

    def add(self, key: Record, found: Record, limit: float) -> None:
        """Write a row to the file; it replaces a row with the same key."""
        about = surroundings() | {"limit": limit}
        row = {column: _text((found | key | about).get(column)) for column in self.columns}
        old = self.rows.get(self._key(key))
        self.rows[self._key(key)] = row
        if old is None and self.path.exists():
            with self.path.open("a", newline="", encoding="utf-8") as file:
                csv.DictWriter(file, self.columns, lineterminator="\n").writerow(row)
        else:
            self._write()

    def forget(self, unwanted: Callable[[Mapping[str, str]], bool]) -> None:
        """Delete the rows for which `unwanted` returns true, so that they are measured again."""
        self.rows = {key: row for key, row in self.rows.items() if not unwanted(row)}
        self._write()

    def _write(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        beside = self.path.with_suffix(".new")
        with beside.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, self.columns, lineterminator="\n")
            writer.writeheader()
            writer.writerows(self.rows.values())
        beside.replace(self.path)

    def _key(self, row: Record | dict[str, str]) -> tuple[str, ...]:
        return tuple(_text(row.get(key)) for key in self.keys)


def surroundings() -> Record:
    """Return the commit, processor, date, load and versions, which are added to each row."""
    about = machine.surroundings()
    versions = " ".join(f"{name}={version}" for name, version in about["versions"].items())
    return {
        "commit": commit(),
        "processor": about["machine"],
        "date": datetime.now(UTC).strftime("%Y-%m-%dT%H:%MZ"),
        "load": load(),
        "versions": f"python={about['python']} {versions}",
    }


def read(path: Path) -> list[Record]:
    """Return the rows of a ledger as records: numbers and truth values are converted, and empty values become None."""
    with path.open(newline="", encoding="utf-8") as file:
        return [{key: _value(key, text) for key, text in row.items()} for row in csv.DictReader(file)]


def provenance(records: Iterable[Record]) -> str:
    """Return a sentence with the processors, dates, commits and loads of these records."""
    records = list(records)
    if not records:
        return "no runs yet"
    dates = sorted(str(one["date"]) for one in records)
    commits, processors = (", ".join(sorted({str(one[key]) for one in records})) for key in ("commit", "processor"))
    loads = [float(one["load"]) for one in records if one["load"] is not None]
    average = f", load average {min(loads):.1f} to {max(loads):.1f}" if loads else ""
    when = f"from {dates[0][:10]} to {dates[-1][:10]}"
    return f"{len(records)} runs, measured on {processors} {when}, commit {commits}{average}"


def _text(value: object) -> str:
    if value is None:
        return ""
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _value(key: str, text: str) -> object:
    if text == "" or key in ("commit", "date", "versions", "processor"):
        return text or None
    if text in ("True", "False"):
        return text == "True"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
