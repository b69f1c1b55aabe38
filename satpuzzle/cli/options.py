"""Makes the parameters of a command from its rows: a command is a function of one object, which has its options."""

import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import MISSING
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from satpuzzle.cli import names
from satpuzzle.cli.app import KINDS, app, show_all
from satpuzzle.cli.exits import log_told
from satpuzzle.cli.guide import asks_for
from satpuzzle.errors import PuzzleError, closest
from satpuzzle.rows import JSON, Row, check, rows

Asked = TypeVar("Asked")
_TYPES = {"int": int, "float": float, "bool": bool, "Path": Path, "list[str]": list[str], "list[Path]": list[Path]}


def command(function: Callable[[Asked], None]) -> Callable[[Asked], None]:
    """Register a command: a function of one object, whose class has a row for each argument and option.

    `tile_plane` is the command `tile plane`.
    """
    name = function.__name__.strip("_").replace("_", " ")
    kind = function.__annotations__["asked"]

    def run(**said: Any) -> None:
        asked = asked_of(name, kind, said)
        logged = any(getattr(asked, name, None) is not None for name in ("journal", "cluster"))
        with log_told(getattr(asked, "quiet", False)) if logged else nullcontext():
            function(asked)

    parameters = _parameters(kind)
    run.__name__, run.__doc__ = function.__name__, function.__doc__
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {one.name: one.annotation for one in parameters}
    KINDS[name] = kind
    app.command(name)(run)
    return function


def allowed(row: Row) -> Sequence[str]:
    """Return the values that a row allows, or none if it allows any."""
    return getattr(names, row.allowed)() if isinstance(row.allowed, str) else row.allowed


def _parameters(kind: type) -> list[inspect.Parameter]:
    """Return a parameter for each row, and those of the help and of `--json`."""
    made = {name: _parameter(name, *about) for name, about in rows(kind).items()}
    if "format" in made and JSON in allowed(rows(kind)["format"][2]):
        made["json"] = _switch("json", "--json", help="Short for --format json.", rich_help_panel="Output")
    more = sum(row.rare for _, _, row in rows(kind).values())
    about = {"help": f"Show {more} more options and exit.", "hidden": not more, "is_eager": True, "callback": show_all}
    made["help_all"] = _switch("help_all", "--help-all", **about)
    return [*made.values()]


def _switch(name: str, *flags: str, **about: Any) -> inspect.Parameter:
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, default=False, annotation=Annotated[bool, typer.Option(*flags, **about)]
    )


def _parameter(name: str, of: str, default: Any, row: Row) -> inspect.Parameter:
    """Return the parameter of a row.  If its value follows from others, or is read from text, its default is None."""
    kind: Any = _TYPES.get(of.partition(" ")[0], str)
    about = _about(kind, row)
    info = typer.Argument(**about) if row.argument else _flagged(name, kind, default, row, about)
    if default is MISSING and row.shown.startswith("["):
        default = ()
    elif default is not MISSING and not about["show_default"]:
        default = None
    return inspect.Parameter(
        name,
        inspect.Parameter.KEYWORD_ONLY,
        default=inspect.Parameter.empty if default is MISSING else default,
        annotation=Annotated[kind | None if default is None else kind, info],
    )


def _about(kind: Any, row: Row) -> dict[str, Any]:
    """Return what arguments and options have: help, how a value is shown and completed, a range."""
    values = () if row.argument else allowed(row)
    complete = row.among or (row.allowed if isinstance(row.allowed, str) else "")
    ranged = {"min": int(row.least), "max": row.most} if kind is int and row.least is not None else {}
    return {
        "help": row.says,
        "metavar": row.shown or "|".join(values) or None,
        "autocompletion": getattr(names, complete) if complete else (lambda: values) if values else None,
        "show_default": row.follows is None and row.read is None,
        **ranged,
    }


def _flagged(name: str, kind: Any, default: Any, row: Row, about: dict[str, Any]) -> Any:
    """Return an option with its flags; a switch that is on, or whose default follows from others, can be put off."""
    long = flag_of(row, name)
    on = default if about["show_default"] or default is MISSING else None
    if kind is bool and on is not False:
        long = next((one for one in row.flags if "/" in one), f"{long}/--no-{long[2:]}")
    short = [one for one in row.flags if not one.startswith("--")]
    return typer.Option(long, *short, rich_help_panel=row.group, **about)


def asked_of(command: str, kind: type[Asked], said: dict[str, Any]) -> Asked:
    """Return the object with what was said to a command.  Raises PuzzleError for values that its rows do not allow."""
    said.pop("help_all")
    if said.pop("json", False):
        said["format"] = JSON
    table = rows(kind)
    for name, (_, default, row) in table.items():
        value = said[name]
        if value is None and default is MISSING:  # an option that may be repeated
            raise PuzzleError(asks_for(command, flag_of(row, name)))
        if value is None and row.follows is not None:
            only = (row.only or {}).items()
            text = all(said[other] in values for other, values in only)  # else the ending of --output says nothing
            said[name] = (_following(said.get("output"), row.follows) if text else None) or default
        elif value is None and row.read is not None:
            said[name] = default
        elif row.read is not None:
            said[name] = row.read(value)
        if isinstance(row.allowed, str) and isinstance(value, str):
            check_choice(name, value, allowed(row))
        if row.among == "strategies":
            _check_strategies(value)
    found = kind(**said)
    check(kind, found, lambda name, value: f"{flag_of(table[name][2], name)} {_said(value)}".strip())
    return found


def flag_of(row: Row, name: str) -> str:
    """Return the long flag of an option, or how an argument is shown."""
    if row.argument:
        return row.shown.strip("[]").strip(".")
    return next((one for one in row.flags if one.startswith("--")), f"--{name.replace('_', '-')}").partition("/")[0]


def _said(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    return "/".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _following(output: Path | None, follows: Mapping[str, str]) -> str | None:
    """Return the format that follows from the ending of --output; endings that are not listed are refused."""
    ending = "" if output is None else output.suffix.lower()
    if ending and ending not in follows:
        raise PuzzleError(f"--output {output}: name a file that ends in {', '.join(follows)}, or give --format")
    found: str | None = follows.get(ending)
    return found


def changed(asked: object) -> dict[str, str]:
    """Return the options that do not have their defaults: how a command line writes each, by its name in Python."""
    found = {}
    for name, (_, default, row) in rows(type(asked)).items():
        value = getattr(asked, name)
        if value != default and isinstance(value, bool):
            found[name] = f"--{'' if value else 'no-'}{name.replace('_', '-')}"
        elif value != default:
            found[name] = f"{flag_of(row, name)} {_said(value)}"
    return found


def refuse_others(asked: object, obeyed: Collection[str], why: str) -> None:
    """Raise PuzzleError, which says why, if an option was given that is not among those obeyed."""
    for name, option in changed(asked).items():
        if name not in obeyed:
            raise PuzzleError(f"{option}: {why}")


def _check_strategies(found: Any) -> None:
    """Raise PuzzleError, with a suggestion, if a name of --strategy is unknown."""
    known = list(names.strategies())
    for name in [found] if isinstance(found, str) else found or ():
        if name.partition(":")[0] not in known:
            check_choice("strategy", name, known)


def check_choice(what: str, found: str, allowed: Collection[str]) -> None:
    """Raise PuzzleError unless `found` is an allowed value.

    `what` is the name of the option, or the argument in capitals.
    """
    if found not in allowed:
        option = what if what.isupper() else f"--{what.replace('_', '-')}"
        like = "" if found.startswith(".") else closest(found, allowed)  # all endings are like each other
        raise PuzzleError(f"{option} {found}{like}: choose from {', '.join(allowed)}")
