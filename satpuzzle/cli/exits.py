"""How a command ends: its exit status and its error message."""

import sys

from satpuzzle.cli.terminal import folded

OK, FAILED, USAGE, LIMIT, CTRL_C = 0, 1, 2, 3, 130


def complain(message: str) -> None:
    """Print a one-line message on standard error."""
    print(folded(f"satpuzzle: {message}", sys.stderr), file=sys.stderr)


def complain_of_log(quiet: bool) -> None:
    """From now on, print what the library logs as messages of the command, unless `quiet`."""
    import logging

    class MessageHandler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            complain(record.getMessage())

    logger = logging.getLogger("satpuzzle")
    logger.handlers[:] = [logging.NullHandler() if quiet else MessageHandler()]
    logger.setLevel(logging.INFO)
    logger.propagate = False
