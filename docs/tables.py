"""The table of a page, between two comments, that a script beside the page makes row by row."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

BEGIN, END = "<!-- table -->\n", "<!-- end of table -->\n"


def enter(page: Path, head: str, row: str, key: Callable[[str], Any]) -> None:
    """Put a row into the table of a page, in place of one with the same key; rows are ordered by their keys."""
    before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    table, _, after = rest.partition(END)
    rows = {key(line): line for line in [*table.splitlines(keepends=True)[2:], row]}
    page.write_text(
        before + BEGIN + head + "".join(rows[each] for each in sorted(rows)) + END + after, encoding="utf-8"
    )
