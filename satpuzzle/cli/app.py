"""The command line: the list of commands, its help, and how a command is run.

Exit status: 0 if the search was exhausted or found the requested number of solutions, 1 if output could not be written
or a solver failed, 2 for invalid usage or input, 3 if a limit was reached, 128 + N after signal N, so 130 after Ctrl-C.
"""

import contextlib
import gc
import os
import re
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command_from_info

from satpuzzle.cli import signals
from satpuzzle.cli.exits import CTRL_C, FAILED, OK, USAGE, complain, early, leave
from satpuzzle.cli.guide import COMMANDS, EXAMPLES, FAMILIES, GREETING, GROUPED, asks_for
from satpuzzle.errors import PuzzleError, SatpuzzleError, Stopped, closest
from satpuzzle.keywords import RENAMED
from satpuzzle.rows import rows
from satpuzzle.version import __version__

KINDS: dict[str, type] = {}  # the classes of the commands' options, for those commands that were imported
ALL = "satpuzzle.all"  # set if the help shows all options
_NUMBER = re.compile(r"0|[1-9]\d{0,8}", re.ASCII)
_RANGES = re.compile(r"; x>=\d+(\])|\s*\[x>=\d+\]")  # typer's notes on ranges, which the help leaves out


class _Unconverted:
    """The base class of commands and of the group of commands: typer converts only what needs it.

    It would import a library to convert texts, paths and numbers, which takes longer than many searches.
    """

    def get_params(self, ctx: Any) -> Any:
        parameters = super().get_params(ctx)  # type: ignore[misc]
        for parameter in parameters:
            if "process_value" not in vars(parameter):
                parameter.process_value = partial(_value, parameter, parameter.process_value)
        return parameters


def _value(parameter: Any, convert: Callable[[Any, Any], Any], context: Any, value: Any) -> Any:
    """Return the value of a parameter: converted, unless it is plain, a list of texts or the default."""
    kind = getattr(getattr(parameter, "type_descriptor", None), "annotation", None)
    plain, unsaid = _plain(parameter, kind, value), value is parameter.default and not parameter.required
    if getattr(parameter, "multiple", False):
        if value is not None and (value or parameter.required or "Path" in str(kind)):
            return [*value] if kind is not None and "str" in str(kind) else convert(context, value)
        return None
    if parameter.nargs == -1 and kind == list[str] and not parameter.required:
        return value and [*value]
    if parameter.nargs != 1 or (plain is None and not unsaid):
        return convert(context, value)
    made = value if plain is None else plain
    return made if parameter.callback is None else parameter.callback(context, parameter, made)


def _plain(parameter: Any, kind: type | None, value: Any) -> Any:
    """Return what a text means to a parameter of this type, or None if typer has to find out."""
    if kind is bool and isinstance(value, bool):
        return value
    if not isinstance(value, str):
        return None
    if kind is str or kind is Path:
        return kind(value)
    if kind in (int, float) and _NUMBER.fullmatch(value):
        number, said = kind(value), parameter.type_descriptor.parameter_info
        if (said.min is None or number >= said.min) and (said.max is None or number <= said.max):
            return number
    return None


class _Command(_Unconverted, TyperCommand):
    """A command with a plain-text help, which shows the options in groups (rich_help_panel) and ends with examples."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return the words after the command's name in its usage line; optional arguments are in brackets."""
        arguments = [each for each in self.get_params(ctx) if each.param_type_name == "argument"]
        return ["[OPTIONS]", *(_named(each) if each.required else f"[{_named(each)}]" for each in arguments)]

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Examples"):
            for example in EXAMPLES[str(self.name)]:
                formatter.write_text(f"satpuzzle {example}")

    def format_options(self, ctx: Any, formatter: Any) -> None:
        groups: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
        table = rows(KINDS[str(self.name)])
        rare = {name for name, (_, _, row) in table.items() if row.rare and not ctx.meta.get(ALL)}
        for parameter in self.get_params(ctx):
            if parameter.name not in rare and (entry := parameter.get_help_record(ctx)) is not None:
                usual = "Arguments" if parameter.param_type_name == "argument" else "Options"
                name = _named(parameter) if usual == "Arguments" else entry[0].partition(" <")[0]
                says = _RANGES.sub(lambda found: found[1] or "", entry[1]).replace("  [required]", "")
                groups.setdefault(getattr(parameter, "rich_help_panel", None) or usual, []).append((name, says))
        from satpuzzle.settings import GROUPS

        for title in sorted(groups, key=lambda title: GROUPS.index(title) if title in GROUPS else -1):
            if groups[title]:
                with formatter.section(title):
                    formatter.write_dl(groups[title])


def show_all(context: typer.Context, wanted: bool) -> bool:
    """Print the help with all options, and end the command, if this is wanted; return False otherwise."""
    if wanted:
        context.meta[ALL] = True
        print(context.get_help())
        raise typer.Exit
    return wanted


def _named(argument: Any) -> str:
    """Return the name of an argument for the help, followed by dots if it may be repeated."""
    name = str(argument.metavar or argument.name.upper()).strip("[]")
    return name if argument.nargs == 1 or name.endswith("...") else f"{name}..."


class _Family(_Unconverted, TyperGroup):
    """The commands that ask different questions of one thing, such as `tile plane` and `tile strip`."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(FAMILIES[str(self.name)])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that is named first in `args`; raises PuzzleError if there is none."""
        if args[0] not in self.commands and not args[0].startswith("-") and not ctx.resilient_parsing:
            near, known = closest(args[0], self.commands), ", ".join(self.commands)
            raise PuzzleError(f"{self.name} {args[0]}{near}: choose from {known}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([*FAMILIES[str(self.name)].items()])

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Examples"):
            for name in FAMILIES[str(self.name)]:
                formatter.write_text(f"satpuzzle {EXAMPLES[f'{self.name} {name}'][0]}")

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Return the arguments of the command that is named; raises PuzzleError if none is."""
        if not args and not ctx.resilient_parsing:
            raise PuzzleError(asks_for(str(self.name), "|".join(self.commands)))
        return super().parse_args(ctx, args)


class _Commands(_Unconverted, TyperGroup):
    """The group of commands: a command is imported only when it is run, and the list of commands imports none."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        import_module(f"satpuzzle.cli.{cmd_name}")
        if not gc.isenabled():  # by __main__.py
            gc.freeze()
            gc.enable()
        if cmd_name in FAMILIES:
            commands = {name: _made(f"{cmd_name} {name}") for name in FAMILIES[cmd_name]}
            return _Family(name=cmd_name, commands=commands, help=COMMANDS[cmd_name], rich_markup_mode=None)
        return _made(cmd_name)

    def invoke(self, ctx: Any) -> Any:
        """Run the command; typer would end without a word after Ctrl-C."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as error:
            leave(error)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that is named first in `args`.

        Raises PuzzleError, with a suggestion, if there is none.
        """
        if args[0] == "help" and not ctx.resilient_parsing:
            if args[1:]:
                return self.resolve_command(ctx, [*args[1:], "--help"])
            print(ctx.get_help())
            ctx.exit()
        if args[0] not in COMMANDS and not args[0].startswith("-") and not ctx.resilient_parsing:
            if args[0] in RENAMED:
                raise PuzzleError(f"{args[0]}: it is called {RENAMED[args[0]]} now")
            near = closest(args[0], COMMANDS) if args[0] != "version" else " (did you mean --version?)"
            raise PuzzleError(f"{args[0]}: no such command{near}: satpuzzle --help lists them")
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        """Return the names of the commands that begin with this text, without importing them."""
        if incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        names = (name for name in COMMANDS if name.startswith(incomplete))
        return [SimpleNamespace(value=name, type="plain", help=COMMANDS[name]) for name in names]

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        widest = max(map(len, COMMANDS))
        for title, commands in GROUPED.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(widest), says) for name, says in commands.items()])


def _made(name: str) -> Any:
    """Return a command that was imported."""
    (info,) = (info for info in app.registered_commands if info.name == name)
    info.cls = _Command
    return get_command_from_info(info, pretty_exceptions_short=True, rich_markup_mode=None)


def command_of(name: str) -> Any:
    """Return the command with this name, of one word or two."""
    first, _, second = name.partition(" ")
    found = _Commands().get_command(None, first)  # not of `app`, which makes every command that was imported
    return found.commands[second] if second else found


app = typer.Typer(
    cls=_Commands,
    help="Solve, count, draw and take apart packing puzzles.",
    invoke_without_command=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(context: typer.Context, wanted: bool) -> None:
    if wanted:
        from satpuzzle.engines import build

        print(f"satpuzzle {__version__}")
        built = build.place().exists() and os.environ.get(build.VARIABLE) != build.NONE
        if context.params.get("verbose") or not built:
            from satpuzzle.engines.library import described

            print(f"kernels: {described()}")
        raise typer.Exit


@app.callback()
def _options(
    context: typer.Context,
    verbose: Annotated[
        bool,
        typer.Option("--verbose", "-v", is_eager=True, help="With --version: show which compiled kernels are used."),
    ] = False,
    version: Annotated[bool, typer.Option("--version", "-V", callback=_version, help="Show the version.")] = False,
) -> None:
    if context.invoked_subcommand is None:
        print(GREETING, end="")


def main() -> None:
    """Run the command line; every error is printed as a one-line message."""
    if sys.stdout is None:  # closed by the caller
        sys.exit(FAILED)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError):
            stream.reconfigure(errors="backslashreplace", **_encoding(stream))  # type: ignore[union-attr]
    with signals.command():
        try:
            code = _run()
        except KeyboardInterrupt:  # while it said why it ends
            code = CTRL_C
    sys.exit(signals.status(code))


def _encoding(stream: Any, system: str = sys.platform) -> dict[str, str]:
    """Return the settings by which a file or pipe gets UTF-8 and line ends as on Linux; Windows has others.

    A terminal, and the encoding that PYTHONIOENCODING names, are left alone.
    """
    if system != "win32" or stream.isatty():
        return {}
    return {"newline": "\n"} | ({} if "PYTHONIOENCODING" in os.environ else {"encoding": "utf-8"})


def _run() -> int:
    """Run the command and return its exit status."""
    try:
        code: int = app(prog_name="satpuzzle", standalone_mode=False) or OK
        sys.stdout.flush()
        if (library := sys.modules.get("satpuzzle.engines.library")) and (advice := library.advice()):
            complain(advice)
        return code
    except (KeyboardInterrupt, Stopped) as error:
        return early(error)
    except PuzzleError as error:
        complain(str(error))
        return USAGE
    except OSError as error:
        with contextlib.suppress(OSError):  # Python flushes the streams when it ends, which would fail too
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if signals.received():  # and its terminal is closed
            return CTRL_C
        complain(f"{error.filename or 'output'}: {error.strerror or error}")
        return FAILED
    except SatpuzzleError as error:
        complain(str(error))
        return FAILED
    except MemoryError:
        complain("out of memory")
        return FAILED
    except Exception as error:
        if isinstance(error.__cause__, KeyboardInterrupt):  # typer wraps it, and so does Python before 3.12 in a class
            return early(error.__cause__)
        if not hasattr(error, "format_message"):  # a usage error, whose class has moved between versions of typer
            raise
        complain(_complaint(error))
        return USAGE


def _complaint(error: Any) -> str:
    """Return the message for a usage error; for a missing argument or option, it has an example."""
    unknown = getattr(error, "option_name", None) or ""
    if unknown in RENAMED:
        return f"{unknown}: it is called {RENAMED[unknown]} now"
    if unknown and error.ctx is not None and (others := _elsewhere(error.ctx.command.name, unknown)):
        return f"{unknown}: not allowed with {error.ctx.command.name}, an option of {' and '.join(others)}"
    missing = getattr(error, "param", None)
    if missing is not None and "issing" in type(error).__name__:
        is_argument = missing.param_type_name == "argument"
        return asks_for(error.ctx.command.name, _named(missing) if is_argument else missing.opts[0])
    return str(error.format_message())


def _elsewhere(name: str, flag: str) -> list[str]:
    """Return the commands of the same family that have an option."""
    family, _, own = name.partition(" ")
    others = [f"{family} {other}" for other in FAMILIES.get(family, ()) if other != own]
    return [other for other in others if flag in {word for one in command_of(other).params for word in one.opts}]
