"""The output of a command: standard output, or a file, which is called FILE.part until it is complete."""

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import typer

from satpuzzle import data
from satpuzzle.cli.exits import LIMIT, OK, complain


@contextlib.contextmanager
def open_output(path: Path | None, *, streamed: bool = False) -> Iterator[TextIO]:
    """Open standard output, or a file, for writing.

    After an exception the file has its old content.  With `streamed`, the new content is kept as FILE.part, and a
    message says so.  An exit with the status `OK` or `LIMIT` counts as success.
    """
    if path is None:
        yield sys.stdout
        sys.stdout.flush()
        return
    leaving: typer.Exit | None = None
    part = data.part(path) if streamed else None
    try:
        with data.writing(path, streamed) as out:
            try:
                yield out
            except typer.Exit as exit:
                if exit.exit_code not in (OK, LIMIT):
                    raise
                leaving = exit
    except BaseException:
        if part is not None and part.exists() and not part.stat().st_size:
            part.unlink()  # nothing was written
        elif part is not None and part.exists():
            complain(f"stopped early; the output until then is in {part}")
        raise
    if leaving is not None:
        raise leaving
