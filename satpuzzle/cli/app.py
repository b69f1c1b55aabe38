"""The command line: reads, calls, prints.

Exit status: 0 when a search ran to its end or to the wanted number, 1 when output could not be written or a
solver broke down, 2 for bad usage or input, 3 when a limit stopped a search first, 128 + N after the signal N, so 130
after Ctrl-C.
"""

import contextlib
import os
import re
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from types import SimpleNamespace
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command_from_info

from satpuzzle import __version__
from satpuzzle.cli import signals
from satpuzzle.cli.exits import CTRL_C, FAILED, LIMIT, OK, USAGE, complain
from satpuzzle.errors import PuzzleError, SatpuzzleError, Stopped, closest

COMMANDS = {  # in the order of the help, each with the first line of what it says itself, which fits into one of 80
    "list": "List the bundled puzzles, encodings, backends and strategies.",
    "show": "Show a puzzle: board, pieces, placements, symmetries, counts.",
    "solve": "Find the solutions of a puzzle and print them as they come.",
    "count": "Count the solutions of a puzzle by all three conventions.",
    "unique": "Tell whether a puzzle has exactly one solution.",
    "explain": "Say why a puzzle has no solution, or show one.",
    "hint": "Give the next piece, or say which given pieces are wrong.",
    "hints": "Find the fewest given pieces that leave one solution.",
    "challenge": "Deal challenge cards, the easiest first.",
    "rate": "Tell how hard a puzzle is for a careful player.",
    "choose": "Search a pool of pieces for sets that fill boards.",
    "assemble": "Tell whether a packing can be put together, and in which order.",
    "draw": "Draw solutions as SVG or PNG, or write bodies for a printer.",
    "studio": "Make a page in which puzzles are drawn, solved and played.",
    "view": "Make a page in which solutions are turned and taken apart.",
    "estimate": "Estimate how long a search takes, with one worker or many.",
    "journal": "Tell what is done and what is left of a search in a journal.",
    "merge": "Join journals of one search into a new one.",
    "compare": "Solve puzzles by several backends; compare times and solutions.",
    "bench": "Measure the CPU time of solvers side by side.",
    "export": "Write the exact cover for other solvers.",
    "decode": "Turn the answer of another solver back into a solution.",
    "convert": "Write a puzzle as TOML, as JSON or for BurrTools.",
    "certify": "Prove that the list of a puzzle's solutions is complete.",
    "verify": "Check a certificate that certify has written.",
}


_RANGES = re.compile(r"; x>=\d+(\])|\s*\[x>=\d+\]")  # in typer's words; who goes below is told


class _Unconverted:
    """What a command and the group of commands have in common: they convert only what needs it.

    Texts that shall be texts, and what is not said, are what they shall be.  To convert even them, typer imports a
    library that takes longer than many a count.
    """

    def get_params(self, ctx: Any) -> Any:
        parameters = super().get_params(ctx)  # type: ignore[misc]
        for parameter in parameters:
            if "process_value" not in vars(parameter):
                parameter.process_value = partial(_value, parameter, parameter.process_value)
        return parameters


def _value(parameter: Any, convert: Callable[[Any, Any], Any], context: Any, value: Any) -> Any:
    """Return the value of a parameter."""
    kind = getattr(getattr(parameter, "type_descriptor", None), "annotation", None)
    text, unsaid = kind is str and isinstance(value, str), value is parameter.default and not parameter.required
    if parameter.nargs != 1 or getattr(parameter, "multiple", False) or not (text or unsaid):
        return convert(context, value)
    return value if parameter.callback is None else parameter.callback(context, parameter, value)


class _Command(_Unconverted, TyperCommand):
    """A command whose help shows its options in groups (rich_help_panel), as plain text."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        groups: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
        for parameter in self.get_params(ctx):
            if (entry := parameter.get_help_record(ctx)) is not None:
                usual = "Arguments" if parameter.param_type_name == "argument" else "Options"
                name, says = entry[0].partition(" <")[0], _RANGES.sub(lambda found: found[1] or "", entry[1])
                groups.setdefault(getattr(parameter, "rich_help_panel", None) or usual, []).append((name, says))
        from satpuzzle.cli.options import GROUPS

        for title in sorted(groups, key=lambda title: GROUPS.index(title) if title in GROUPS else -1):
            if groups[title]:
                with formatter.section(title):
                    formatter.write_dl(groups[title])


class _Commands(_Unconverted, TyperGroup):
    """The commands, each imported when it is wanted: the help needs none of them, and a command no other one."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        import_module(f"satpuzzle.cli.{cmd_name}")
        (info,) = (info for info in app.registered_commands if info.name == cmd_name)
        info.cls = _Command
        return get_command_from_info(info, pretty_exceptions_short=True, rich_markup_mode=None)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that is meant; raises PuzzleError with a hint if there is none of that name."""
        if args[0] not in COMMANDS and not args[0].startswith("-") and not ctx.resilient_parsing:
            raise PuzzleError(
                f"{args[0]}: no such command{closest(args[0], COMMANDS)}: satpuzzle --help names them all"
            )
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        """Return the names of commands that begin so, without importing any."""
        if incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        names = (name for name in COMMANDS if name.startswith(incomplete))
        return [SimpleNamespace(value=name, type="plain", help=COMMANDS[name]) for name in names]

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


app = typer.Typer(
    cls=_Commands,
    help="Solve, count, draw and take apart packing puzzles.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(context: typer.Context, wanted: bool) -> None:
    if wanted:
        from satpuzzle.engines.library import described, missing

        print(f"satpuzzle {__version__}")
        if context.params.get("verbose") or missing() is not None:
            print(f"kernels: {described()}")
        raise typer.Exit


@app.callback()
def _options(
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", is_eager=True, help="With --version: say which compiled kernels run.")
    ] = False,
    version: Annotated[bool, typer.Option("--version", callback=_version, help="Show the version.")] = False,
) -> None:
    pass


def main() -> None:
    """Run the command line; every complaint is one line."""
    if sys.stdout is None:  # closed by the caller
        sys.exit(FAILED)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    with signals.command():
        code = _run()
    sys.exit(signals.status(code))


def _run() -> int:
    """Run the command; return with which status it ends."""
    try:
        code: int = app(prog_name="satpuzzle", standalone_mode=False) or OK
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return CTRL_C
    except PuzzleError as error:
        complain(str(error))
        return USAGE
    except OSError as error:
        with contextlib.suppress(OSError):  # what is printed later, when Python ends, would fail as well
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if signals.received():  # and its terminal is closed
            return CTRL_C
        complain(f"{error.filename or 'output'}: {error.strerror or error}")
        return FAILED
    except Stopped as error:
        complain(str(error))
        return LIMIT if error.by_limit else CTRL_C
    except SatpuzzleError as error:
        complain(str(error))
        return FAILED
    except MemoryError:
        complain("out of memory")
        return FAILED
    except Exception as error:
        if isinstance(error.__cause__, KeyboardInterrupt):  # as typer hands it on, and Python before 3.12 in a class
            return CTRL_C
        if not hasattr(error, "format_message"):  # a usage error, whose class has moved between versions of typer
            raise
        complain(error.format_message())
        return USAGE
