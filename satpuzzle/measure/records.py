"""Records of runs as lines of a file, in JSON or CSV; all records have the same columns, and each column has one type.

DuckDB, pandas or PyArrow can convert such a file to a table, for example in Parquet.  If a solver has no value for a
column, it is null in JSON and empty in CSV.  Texts are not converted, and times are always floating-point numbers.
"""

import csv
import io
import json
from collections.abc import Callable

from satpuzzle.clock import Status
from satpuzzle.measure.trial import Record
from satpuzzle.structured import SCHEMA

_TEXTS = ("puzzle", "solver", "strategy", "encoding", "status", "error", "machine", "python", "versions")
_SECONDS = ("first", "first_work", "work", "seconds", "user", "cpu", "preparation", "planning", "process", "limit")
_COUNTS = (
    *("repeat", "seed", "solutions", "nodes", "conflicts", "decisions", "propagations"),
    *("placements", "presolved", "options", "parts", "candidates", "variables", "clauses", "constraints", "peak_mb"),
)
_FLAGS = ("raw", "final")
TYPES: dict[str, type] = {
    "schema": int,
    **dict.fromkeys(_TEXTS[:6], str),
    **dict.fromkeys(_FLAGS, bool),
    **dict.fromkeys(_COUNTS, int),
    **dict.fromkeys(_SECONDS, float),
    **dict.fromkeys(_TEXTS[6:], str),
}  # the type of each column


def flat(record: Record) -> Record:
    """Return a record with all columns, each with a value of its type or None."""
    versions = " ".join(f"{name}={version}" for name, version in record.get("versions", {}).items())
    known = record | {"schema": SCHEMA, "versions": versions, "final": record["status"] == Status.EXHAUSTED}
    return {key: None if known.get(key) is None else kind(known[key]) for key, kind in TYPES.items()}


def as_json(record: Record) -> str:
    """Return a record as a line of JSON."""
    return json.dumps(flat(record), ensure_ascii=False)


def as_csv(record: Record) -> str:
    """Return a record as a line of CSV."""
    return _row(["" if value is None else value for value in flat(record).values()])


def writer(ending: str) -> tuple[str, Callable[[Record], str]]:
    """Return the first lines of a file with this suffix, and a function that converts a record to a line.

    The suffix .csv means CSV, any other JSON.
    """
    return (_row([*TYPES]) + "\n", as_csv) if ending.lower() == ".csv" else ("", as_json)


def _row(values: list[object]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(values)
    return out.getvalue().removesuffix("\n")
