"""How a command ends: its exit status and its error message."""

import contextlib
import sys
from collections.abc import Iterator
from typing import NoReturn

import typer

from satpuzzle.cli.terminal import folded
from satpuzzle.errors import Stopped

Early = Stopped | KeyboardInterrupt  # what ends a command before its time

OK, FAILED, USAGE, LIMIT, CTRL_C = 0, 1, 2, 3, 130


def complain(message: str) -> None:
    """Print a one-line message on standard error."""
    print(folded(f"satpuzzle: {message}", sys.stderr), file=sys.stderr)


@contextlib.contextmanager
def log_told(quiet: bool) -> Iterator[None]:
    """In the `with` block, print what the library logs as messages of the command, unless `quiet`."""
    import logging

    class MessageHandler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            complain(record.getMessage())

    logger, handler = logging.getLogger("satpuzzle"), logging.NullHandler() if quiet else MessageHandler()
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)


def early(error: Early, rest: str = "") -> int:
    """Say why a command ends early, and the `rest`, what is missing then; return its exit status."""
    by_limit = isinstance(error, Stopped) and error.by_limit
    complain((str(error) or "interrupted") + rest)
    return LIMIT if by_limit else CTRL_C


def leave(error: Early, rest: str = "") -> NoReturn:
    """End a command early; see `early`."""
    raise typer.Exit(early(error, rest)) from None
