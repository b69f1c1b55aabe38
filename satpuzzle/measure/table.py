"""Tables: groups of records become rows of medians, and rows become Markdown."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from statistics import median
from typing import Any

from satpuzzle.clock import Status
from satpuzzle.measure.trial import Record

Row = Mapping[str, Any]  # the values of a row by the names of the columns

TEXTS = ("puzzle", "solver", "status")  # columns of text


def grouped(records: Iterable[Record], *keys: str) -> list[list[Record]]:
    """Return the records in groups with equal values of the keys; groups and records keep their order."""
    groups: dict[tuple[Any, ...], list[Record]] = {}
    for record in records:
        groups.setdefault(tuple(record.get(key) for key in keys), []).append(record)
    return list(groups.values())


def telling(runs: Sequence[Record]) -> Record:
    """Return the run that represents a group of runs: the first that did not end or, if all ended, the last."""
    return next((run for run in runs if run["status"] != Status.EXHAUSTED), runs[-1])


def ended(record: Record, limit: float, key: str = "cpu") -> bool:
    """Tell whether a run found what was asked for in at most `limit` seconds; its time is the value under `key`.

    That is all solutions or, if a number of solutions was asked for, so many.
    """
    return bool(record["status"] in (Status.EXHAUSTED, Status.SOLUTION_LIMIT) and record[key] <= limit)


def middle(runs: Iterable[Record], key: str) -> float | None:
    """Return the median of the values under `key`, without failed runs, or None if there are no values."""
    values = [run[key] for run in runs if run["status"] != "failed" and run.get(key) is not None]
    return float(median(values)) if values else None


def solutions(runs: Sequence[Record]) -> int | str:
    """Return the number of solutions that a group of runs found, as text with "≥" unless all ended."""
    if all(run["status"] == Status.EXHAUSTED for run in runs):
        return int(runs[-1]["solutions"])
    return f"≥ {max((run['solutions'] for run in runs if run['status'] != 'failed'), default=0)}"


def shown(value: Any) -> str:
    """Return a value as text for a cell of a table."""
    return "" if value is None else f"{value:.3f}" if isinstance(value, float) else str(value)


def markdown(rows: Sequence[Row], texts: Collection[str] = TEXTS) -> str:
    """Return a Markdown table; the columns named in `texts` are aligned to the left, the others to the right."""
    if not rows:
        return ""
    cells = [list(rows[0]), *([shown(value).replace("|", r"\|") for value in row.values()] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    left = [key in texts for key in rows[0]]
    lines = [
        " | ".join(
            cell.ljust(width) if text else cell.rjust(width)
            for cell, width, text in zip(row, widths, left, strict=True)
        )
        for row in cells
    ]
    rule = "|".join(
        "-" * (width + 2) if text else "-" * (width + 1) + ":" for width, text in zip(widths, left, strict=True)
    )
    return "\n".join([f"| {lines[0]} |", f"|{rule}|", *(f"| {line} |" for line in lines[1:])])


def latex(rows: Sequence[Row], texts: Collection[str] = TEXTS) -> str:
    """Return a table for LaTeX with the package booktabs, aligned as `markdown` aligns it."""
    if not rows:
        return ""
    cells = [[*rows[0]], *([shown(value) for value in row.values()] for row in rows)]
    head, *lines = (" & ".join(map(_escaped, row)) + r" \\" for row in cells)
    columns = "".join("l" if key in texts else "r" for key in rows[0])
    return "\n".join(
        [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", head, r"\midrule", *lines, r"\bottomrule", r"\end{tabular}"]
    )


def _escaped(text: str) -> str:
    """Return a text for LaTeX: no character is a command."""
    special = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "≥": r"$\geq$"}
    return "".join(special.get(mark) or (f"\\{mark}" if mark in "&%$#_{}" else mark) for mark in text)
