"""How a command ends: its exit status and its error message."""

import contextlib
import sys
from collections.abc import Iterator

from satpuzzle.cli.terminal import folded

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
