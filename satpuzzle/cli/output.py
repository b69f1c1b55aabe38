"""Where the data of a command goes: to standard output, or to a file that has its name when it is complete."""

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
    """Open where the data goes.

    A file that is left by an exception is as it was before.  What is `streamed` is worth having all the same: it stays
    under the name FILE.part, and that is said.  To leave with the status of an end, `OK` or `LIMIT`, is no exception.
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
            part.unlink()  # it ended before it began
        elif part is not None and part.exists():
            complain(f"stopped early; what was written until then lies in {part}")
        raise
    if leaving is not None:
        raise leaving
