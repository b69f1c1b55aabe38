"""The command line: reads, calls, prints.

Exit status: 0 when a search ran to its end or to the wanted number, 1 when output could not be written or a
solver broke down, 2 for bad usage or input, 3 when a limit stopped a search first, 130 after Ctrl-C.
"""

import contextlib
import os
import sys
from importlib import import_module
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup
from typer.main import get_command_from_info

from satpuzzle import __version__
from satpuzzle.cli.exits import FAILED, USAGE, complain
from satpuzzle.errors import PuzzleError, SatpuzzleError

COMMANDS = {  # in the order of the help, each with the first line of what it says itself
    "list": "List the bundled puzzles, the encodings, the backends and the strategies of the native search.",
    "show": "Show a puzzle: board, pieces, placements, symmetries, known counts; or the problems of a file of several.",
    "solve": "Find the solutions of a puzzle, all distinct ones by default, and print them as they come.",
    "count": "Count the solutions of a puzzle by all three conventions.",
    "unique": "Tell whether a puzzle has one solution; status 1 if it has several or none.",
    "explain": "Say why a puzzle has no solution, by the simplest reason that holds, or show one.",
    "hint": "Give the next piece, or say which of the given ones are in the way.",
    "hints": "Find the fewest pieces that, given, leave one solution on the fixed board.",
    "challenge": "Deal challenge cards, the easiest first: some pieces given, the rest goes in one way.",
    "rate": "Tell how hard a puzzle is for a careful player who looks one step ahead.",
    "choose": "Search a pool of pieces for sets that fill boards, and report them as they are found.",
    "assemble": "Tell whether a packing can be put together by straight moves, and in which order.",
    "draw": "Draw solutions as SVG or PNG, one or a contact sheet of several; or write solid bodies for a printer.",
    "view": "Make a page in which solutions can be turned, moved apart and taken to pieces; open it in a browser.",
    "estimate": "Estimate what a long search costs, and how long so many workers take.",
    "journal": "Tell what a journal has: parts done, solutions, what it has cost and what is left.",
    "merge": "Join journals of one search: what any of them has done is done in OUT, once.",
    "compare": "Solve puzzles by several backends, each run in its own process, and compare times and solutions.",
    "bench": "Measure solvers side by side: user CPU time, each run in a process of its own.",
    "export": "Write the exact cover for other programs: its CNF, or Knuth's items and options.",
    "convert": "Write a puzzle as TOML, with drawings, as JSON, with lists of cells, or for BurrTools.",
    "certify": "Solve a puzzle to the end and prove that the list of its solutions is complete.",
    "verify": "Check a certificate; all that is trusted of it is the puzzle, with its piece set.",
}


class _Commands(TyperGroup):
    """The commands, each imported when it is wanted: the help needs none of them, and a command no other one."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        import_module(f"satpuzzle.cli.{cmd_name}")
        (info,) = (info for info in app.registered_commands if info.name == cmd_name)
        return get_command_from_info(info, pretty_exceptions_short=True, rich_markup_mode=None)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


app = typer.Typer(
    cls=_Commands,
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
