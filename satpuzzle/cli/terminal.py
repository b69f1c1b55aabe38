"""Output for a terminal: lines are folded to its width, and tables leave out columns that do not fit.

If standard output is not a terminal, texts and tables are complete.
"""

import os
import re
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any, TextIO

_GAP = 2  # characters between two columns of a table: one of padding, and one of the box
_NARROWEST = 20  # the least width, in characters, of a column whose text is folded


def width(stream: TextIO) -> int | None:
    """Return the width of a terminal in characters, or None if the stream is not a terminal."""
    if not stream.isatty():
        return None
    try:
        return int(os.environ.get("COLUMNS", "")) or 80
    except ValueError:
        pass
    try:
        return os.get_terminal_size(stream.fileno()).columns or 80
    except OSError:
        return 80


def folded(text: str, stream: TextIO) -> str:
    """Return a text with lines broken between words so that they fit the width of the terminal."""
    room = width(stream)
    if room is None:
        return text
    lines = []
    for line in text.split("\n"):
        if len(line) <= room:
            lines.append(line)
            continue
        first = re.match(r"\s*\S+(?: \S+)?\s{2,}", line)  # the first column, if the line is a row of a table
        margin = first.end() if first and first.end() < room // 2 else 2
        lines += textwrap.wrap(
            line, room, subsequent_indent=" " * margin, break_long_words=False, break_on_hyphens=False
        )
    return "\n".join(lines)


def table(rows: Sequence[Mapping[str, Any]], stream: TextIO, texts: Sequence[str], spare: Sequence[str]) -> str:
    """Return rows as a table for a terminal; a last line names the columns that were left out.

    In the columns named in `texts`, long texts are broken between words.  If the table is too wide, the columns named
    in `spare` are left out, one by one in this order, until it fits.
    """
    from rich.console import Console

    room = width(stream) or 80
    found, left_out = fitting(rows, room, texts, spare)
    console = Console(file=stream, width=room, highlight=False)
    with console.capture() as captured:
        console.print(found)
    remark = f"(no room for: {', '.join(left_out)})\n" if left_out else ""
    return "\n".join(line.rstrip() for line in captured.get().split("\n")) + remark


def fitting(
    rows: Sequence[Mapping[str, Any]], room: int, texts: Sequence[str], spare: Sequence[str]
) -> tuple[Any, list[str]]:
    """Return rows as a table of the library rich, and the names of the columns that do not fit; see `table`."""
    from rich import box
    from rich.table import Table

    from satpuzzle.measure.table import shown

    names = [key for key in rows[0] if any(shown(row[key]) for row in rows)]
    wide = {key: max(len(key), *(len(shown(row[key])) for row in rows)) for key in names}
    least = {key: min(size, max(_NARROWEST, len(key))) if key in texts else size for key, size in wide.items()}
    left_out = []
    for key in spare:
        if sum(least[name] + _GAP for name in names) - _GAP > room and key in names:
            names.remove(key)
            left_out.append(key)
    made = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0), pad_edge=False)
    for key in names:
        text = key in texts or key == names[0]
        made.add_column(key, justify="left" if text else "right", no_wrap=key not in texts, overflow="fold")
    for row in rows:
        made.add_row(*(shown(row[key]) for key in names))
    return made, left_out
