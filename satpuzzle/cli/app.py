"""The command line: reads, calls, prints.

Exit status: 0 when a search ran to its end or to the wanted number, 1 when output could not be written or a
solver broke down, 2 for bad usage or input, 3 when a limit stopped a search first, 130 after Ctrl-C.
"""

import contextlib
import os
import sys
from typing import Annotated, NoReturn

import typer

from satpuzzle import __version__
from satpuzzle.cli.common import FAILED, USAGE, complain
from satpuzzle.errors import PuzzleError, SatpuzzleError

app = typer.Typer(
    help="Packing puzzles by SAT, CP-SAT and a native search.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"satpuzzle {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    pass


def _leave(code: int) -> NoReturn:
    """Exit without another attempt to write what could not be written."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)


def main() -> None:
    """Run the command line; every complaint is one line."""
    if sys.stdout is None:  # closed by the caller
        sys.exit(FAILED)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        sys.exit(app(standalone_mode=False))
    except PuzzleError as error:
        complain(str(error))
        sys.exit(USAGE)
    except OSError as error:
        complain(f"{error.filename or 'output'}: {error.strerror or error}")
        _leave(FAILED)
    except SatpuzzleError as error:
        complain(str(error))
        sys.exit(FAILED)
    except MemoryError:
        complain("out of memory")
        sys.exit(FAILED)
    except Exception as error:
        if not hasattr(error, "format_message"):  # a usage error, whose class has moved between versions of typer
            raise
        complain(error.format_message())
        sys.exit(USAGE)
