"""Rows of options: an option is a field of a frozen dataclass, with a sentence, a range and a group.

`option` and `argument` make such fields, `common` a class of rows for other classes, `rows` returns those of a class,
`check` holds an object to them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import cache
from inspect import get_annotations
from typing import Any, TypeVar, dataclass_transform, get_args

from satpuzzle.errors import PuzzleError, closest

TEXT, JSON, NDJSON, CSV = "text", "json", "ndjson", "csv"

Value = TypeVar("Value")


@dataclass(frozen=True)
class Row:
    """What a row says besides its name, type and default."""

    says: str  # one sentence or two
    flags: tuple[str, ...] = ()  # one letter, or another name than the field's
    shown: str = ""  # the value in the help, such as N; "" for a switch or a choice
    group: str | None = None
    least: float | None = None  # the least integer; real numbers must be above it
    most: int | None = None
    allowed: Sequence[str] | str = ()  # all values, or the function of `cli.names` that returns them
    among: str = ""  # the function of `cli.names` that returns the values that a shell completes
    read: Callable[[Any], Any] | None = None  # makes the value from what a command line says
    follows: Mapping[str, str] | None = None  # values by the ending of --output, from which it follows if not given
    needs: tuple[str, ...] = ()  # options, one of which must be given with it
    without: tuple[str, ...] = ()  # options with which it is not allowed
    only: Mapping[str, tuple[str | None, ...]] | None = None  # others, and the values of each with which it is allowed
    rare: bool = False  # shown by --help-all, not by --help
    argument: bool = False  # not an option, but an argument of commands


def option(default: Value, words: str, group: str | None, says: str, **about: Any) -> Value:
    """Return the field of an option; `words` are its flags and how its value is shown, such as "-j N"."""
    flags = tuple(word for word in words.split() if word.startswith("-"))
    shown = " ".join(word for word in words.split() if not word.startswith("-"))
    row = Row(says, flags, shown, group, **about)
    return field(default=default, metadata={"row": row})


def required(words: str, group: str | None, says: str, *, kw_only: bool = True, **about: Any) -> Any:
    """Return the field of an option that must be given; functions take it by its place too, unless `kw_only`."""
    made = option(MISSING, words, group, says, **about)
    return field(kw_only=kw_only, metadata=made.metadata)  # type: ignore[attr-defined]  # it is a field


def again(kind: type[object], name: str, *, default: Any = MISSING, **about: Any) -> Any:
    """Return the field of a row of a class, for another class, with something changed; a default, if one is given."""
    _, usual, row = rows(kind)[name]
    usual = usual if default is MISSING else default
    return field(default=usual, kw_only=True, metadata={"row": replace(row, **about)})


def positional(made: Any, *, default: Any, kw_only: bool) -> Any:
    """Return the field of an option, which `option` or `again` made, for functions that take it by its place, too.

    Type checkers want to read the default, and that `kw_only` is False, where this is called.
    """
    return field(default=default, kw_only=kw_only, metadata=made.metadata)


def often(kind: type[object], name: str) -> Any:
    """Return the field of a row of a class, for another class whose command's `--help` shows it."""
    return again(kind, name, rare=False)


def argument(shown: str, says: str, *, default: Any = MISSING, kw_only: bool = True, **about: Any) -> Any:
    """Return the field of an argument of commands; without a default it is required, unless `shown` is in brackets.

    Functions take it by its place, too, unless `kw_only`.
    """
    return field(default=default, kw_only=kw_only, metadata={"row": Row(says, shown=shown, argument=True, **about)})


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(argument, required, field))
def common(kind: type[Value]) -> type[Value]:
    """Make a class whose rows other classes inherit; it has no objects and no methods, which would be slow to make."""
    return dataclass(frozen=True, kw_only=True, init=False, repr=False, eq=False)(kind)


Table = dict[str, tuple[str, Any, Row]]  # rows by name, each with its type as text and its default


def rows(kind: type[object]) -> Table:
    """Return the rows of a class by name, each with its type as text and its default: inherited ones first."""
    return _rows(kind)  # type: ignore[arg-type]  # mypy takes the hash of a class for that of its objects


@cache
def _rows(kind: Any) -> Table:
    order: dict[str, None] = {}
    for base in kind.__bases__:
        order |= dict.fromkeys(rows(base) if base is not object else ())
    order |= dict.fromkeys(get_annotations(kind))
    known = {one.name: one for one in fields(kind) if "row" in one.metadata}
    return {name: (_text(one.type), one.default, one.metadata["row"]) for name in order if (one := known.get(name))}


def _text(of: Any) -> str:
    """Return a type as text, without the module of paths, which is `pathlib._local` in Python 3.13."""
    return of.__name__ if isinstance(of, type) and not get_args(of) else re.sub(r"\bpathlib\.(_local\.)?", "", str(of))


def _keyword(name: str, value: object) -> str:
    return f"{name} {value}".strip()


Spelled = Callable[[str, Any], str]  # how an option and its value are written; the value of a switch is ""


def check(kind: type, found: object, spelled: Spelled = _keyword) -> None:
    """Raise PuzzleError if a value of an object is out of the range of its row, or lacks another that it needs.

    `found` has all rows of the class `kind`.
    """
    table = rows(kind)
    for name, (of, default, row) in sorted(table.items(), key=lambda row: not row[1][2].argument):
        value = getattr(found, name)
        if value is None or value == default:
            continue
        for fault in _out_of_range(of, row, value):
            raise PuzzleError(f"{spelled(name, value)}{fault}")
        for fault in _not_together(row, found, table, spelled):
            raise PuzzleError(f"{spelled(name, '' if value is True else value)}: {fault}")


def _out_of_range(of: str, row: Row, value: Any) -> Iterator[str]:
    """Yield what is wrong with a value by itself, and what is allowed."""
    if row.least is not None and of.startswith("float") and not value > row.least:
        yield f": allowed are seconds above {row.least:g}"
    if row.least is not None and of.startswith("int") and not row.least <= value <= (row.most or value):
        yield f": allowed are integers from {row.least:g}{f' to {row.most}' if row.most else ''}"
    if row.allowed and not isinstance(row.allowed, str) and isinstance(value, str) and value not in row.allowed:
        yield f"{closest(value, row.allowed)}: choose from {', '.join(row.allowed)}"


def _not_together(row: Row, found: object, table: Table, spelled: Spelled) -> Iterator[str]:
    """Yield what is wrong with an option beside the others of an object."""
    if row.needs and not any(getattr(found, other, None) for other in row.needs):
        yield f"needs {spelled(row.needs[0], '')}"
    yield from (f"not allowed with {spelled(other, '')}" for other in row.without if getattr(found, other, None))
    for other, values in (row.only or {}).items():
        if (against := getattr(found, other)) not in values:
            yield f"not allowed with {against if table[other][2].argument else spelled(other, against)}"
