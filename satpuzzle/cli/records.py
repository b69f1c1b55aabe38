"""Records of measurements in a file, and their plot, for `compare`."""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from satpuzzle.cli.asking import check_picture
from satpuzzle.cli.exits import complain
from satpuzzle.cli.output import open_output
from satpuzzle.measure import plots
from satpuzzle.measure.records import writer
from satpuzzle.measure.trial import Record


@contextlib.contextmanager
def recorded(path: Path | None) -> Iterator[Callable[[Record], None]]:
    """Provide a function that appends a record to a file; if the path is None, it does nothing."""
    if path is None:
        yield lambda record: None
        return
    head, line = writer(path.suffix)
    with open_output(path, streamed=True) as out:
        out.write(head)
        yield lambda record: print(line(record), file=out, flush=True)


def check_plot(path: Path | None) -> None:
    """Raise PuzzleError unless a plot can be written to a file with this suffix; None is allowed, too."""
    if path is not None:
        check_picture(path, "plot")
        plots.pyplot()


def draw_plot(
    path: Path | None, records: Sequence[Record], key: str, limit: float | None = None, number: int | None = None
) -> None:
    """Draw the times in the column `key` of records; do nothing if the path is None or no run has ended.

    `limit` and `number` are those of `plots.save`.
    """
    if path is not None and any(record.get(key) is not None for record in records):
        plots.save(records, path, key, limit, number)
    elif path is not None:
        complain(f"there is nothing to draw, {path} is not written")
