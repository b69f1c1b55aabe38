"""How a command ends: its exit status and its error message."""

import sys

from satpuzzle.cli.terminal import folded

OK, FAILED, USAGE, LIMIT, CTRL_C = 0, 1, 2, 3, 130


def complain(message: str) -> None:
    """Print a one-line message on standard error."""
    print(folded(f"satpuzzle: {message}", sys.stderr), file=sys.stderr)
