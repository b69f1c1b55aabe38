"""The options of the program, each a row: name, type, default, sentence, range, group.

A row is a field of a frozen dataclass, and a class is what some commands have in common; `satpuzzle.cli` makes
parameters, help, man page, completion and the tables of the docs from it.  `SolverRows` and `SearchRows` are also the
keywords of `solve` and `count`: `Options` repeats their types for type checkers (a test compares them), and
`search.request.Request` has them as its fields.  So an option of the search is a row here, its type in `Options`, and
the module that acts on it.  What only one command has is a row in that command's module.

The model is CaDiCaL's `options.hpp`, where each option is a line with its default, its range and its usage.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from inspect import get_annotations
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar

from satpuzzle import data
from satpuzzle.errors import PuzzleError, closest
from satpuzzle.puzzle.checks import number_of
from satpuzzle.puzzle.counts import CONVENTIONS

if TYPE_CHECKING:
    from satpuzzle.cnf.recipe import Recipe
    from satpuzzle.cover.given import Given
    from satpuzzle.engines.base import Engine
    from satpuzzle.engines.config import Rule

# Groups of options in the help of a command, in this order after those without a group.
WHAT, HOW, APART, LONG, OUT, MAKING = (
    "What is solved",
    "How it is solved",
    "Packings that can be put together",
    "Long searches",
    "Output",
    "Files for making",
)
GROUPS = (WHAT, HOW, APART, LONG, OUT, MAKING)
TEXT, JSON, NDJSON = "text", "json", "ndjson"
_MOST_SHARES = 10**9

Value = TypeVar("Value")


@dataclass(frozen=True)
class Row:
    """What a row says besides its name, type and default."""

    says: str  # one sentence or two
    flags: tuple[str, ...] = ()  # one letter, or another name than the field's
    shown: str = ""  # the value in the help, such as N; "" for a switch
    group: str | None = None
    least: float | None = None  # the least integer; real numbers must be above it
    most: float | None = None
    allowed: Sequence[str] | str = ()  # all values, or the function of `cli.names` that returns them
    among: str = ""  # the function of `cli.names` that returns the values that a shell completes
    read: Callable[[Any], Any] | None = None  # makes the value from what a command line says
    follows: Mapping[str, str] | None = None  # values by the endings of --output, from which it follows if not given
    needs: tuple[str, ...] = ()  # options, one of which must be given with it
    rare: bool = False  # shown by --help-all, not by --help
    argument: bool = False  # not an option, but an argument of commands


def option(default: Value, says: str, *words: str, **about: Any) -> Value:
    """Return the field of an option; `words` are flags and how the value is shown, `about` as in `Row`."""
    flags = tuple(word for word in words if word.startswith("-"))
    shown = next((word for word in words if not word.startswith("-")), "")
    row = Row(says, flags, shown, **about)
    return field(default=default, metadata={"row": row})


def argument(says: str, shown: str, default: Any = MISSING, **about: Any) -> Any:
    """Return the field of an argument of commands; without a default it is required."""
    return field(default=default, metadata={"row": Row(says, shown=shown, argument=True, **about)})


@cache
def rows(kind: type) -> dict[str, tuple[str, Any, Row]]:
    """Return the rows of a class by name, each with its type as text and its default: inherited ones first."""
    found: dict[str, Any] = {}
    for base in kind.__bases__:
        found |= dict.fromkeys(rows(base) if base is not object else ())
    found |= dict.fromkeys(get_annotations(kind))
    known = {one.name: one for one in fields(kind) if "row" in one.metadata}
    return {
        name: (one if isinstance(one := known[name].type, str) else getattr(one, "__name__", str(one)),
               known[name].default, known[name].metadata["row"])
        for name in found
        if name in known
    }  # fmt: skip


def _keyword(name: str, value: object) -> str:
    return f"{name} {value}".strip()


def check(kind: type, found: object, spelled: Callable[[str, Any], str] = _keyword) -> None:
    """Raise PuzzleError if a value of an object is out of the range of its row, or lacks another that it needs.

    `spelled` says how an option and its value ("" for a switch) are written, `found` has all rows of the class `kind`.
    """
    for name, (of, default, row) in rows(kind).items():
        value = getattr(found, name)
        if value is None or value == default:
            continue
        if row.least is not None and of.startswith("float") and not value > row.least:
            raise PuzzleError(f"{spelled(name, value)}: allowed are seconds above {row.least:g}")
        if row.least is not None and of.startswith("int") and value < row.least:
            raise PuzzleError(f"{spelled(name, value)}: allowed are integers from {row.least:g}")
        if row.allowed and not isinstance(row.allowed, str) and value not in row.allowed:
            raise PuzzleError(
                f"{spelled(name, value)}{closest(value, row.allowed)}: choose from {', '.join(row.allowed)}"
            )
        if row.needs and not any(getattr(found, other, None) for other in row.needs):
            raise PuzzleError(f"{spelled(name, '' if value is True else value)}: needs {spelled(row.needs[0], '')}")


def share_of(text: str) -> tuple[int, int]:
    """Return (i, n) from the text I/N.  Raises PuzzleError for any other text."""
    number, of = (number_of(part, _MOST_SHARES) for part in (text.split("/") if text.count("/") == 1 else ("", "")))
    if number is None or of is None:
        raise PuzzleError(f"--share {text[:60]}: allowed are 1/N to N/N")
    return number, of


def given_of(text: str) -> Path | str:
    """Return the value of --given: a path if it names a file, else the text, which describes the given pieces."""
    return Path(text) if data.is_file(text) else text


@dataclass(frozen=True, kw_only=True)
class BackendRow:
    """Which solver."""

    backend: str | Engine = option(
        "native",
        "The solver (see `satpuzzle list backends`), or a command line such as 'kissat {cnf}'.",
        "-b",
        "NAME",
        group=HOW,
        among="backends",
    )


@dataclass(frozen=True, kw_only=True)
class StrategyRow:
    """How the native search branches."""

    strategy: Rule = option(
        "auto",
        "How the native search chooses what to branch on: see `satpuzzle list strategies`.",
        "-s",
        "NAME",
        group=HOW,
        among="strategies",
        rare=True,
    )


@dataclass(frozen=True, kw_only=True)
class EncodingRow:
    """How a SAT solver gets the cover."""

    encoding: str | Recipe | None = option(
        None,
        "The encoding for a SAT solver: see `satpuzzle list encodings`.",
        "-e",
        "NAME",
        group=HOW,
        among="encodings",
        rare=True,
    )


@dataclass(frozen=True, kw_only=True)
class PartsRow:
    """Into how many parts a search is split."""

    parts: int | None = option(
        None,
        "Split the search into about N parts; by default only a long search is split.",
        "N",
        group=HOW,
        least=1,
        rare=True,
    )


@dataclass(frozen=True, kw_only=True)
class SolverRows(BackendRow, EncodingRow, StrategyRow, PartsRow):
    """The solver and its settings."""

    presolve: bool | None = option(
        None,
        "First remove placements that no solution has; the default for all backends but the native search.",
        group=HOW,
        rare=True,
    )
    seed: int | None = option(None, "Seed of a solver's random choices.", "N", group=HOW, least=0, rare=True)


@dataclass(frozen=True, kw_only=True)
class JobsRow:
    """How many cores."""

    jobs: int | None = option(None, "How many cores a long search uses; all by default.", "-j", "N", group=HOW, least=1)


@dataclass(frozen=True, kw_only=True)
class TimeLimitRow:
    """How long."""

    time_limit: float | None = option(None, "Stop after this many seconds.", "-t", "SECONDS")


@dataclass(frozen=True, kw_only=True)
class UpToRow:
    """Which solutions are the same."""

    up_to: str = option(
        "isometries",
        "Which solutions count as one: images of each other under symmetries of the board (isometries), or only under"
        " rotations; with patterns, also those with exchanged colours; with raw, each counts.",
        "CONVENTION",
        group=WHAT,
        allowed=CONVENTIONS[::-1],
    )


@dataclass(frozen=True, kw_only=True)
class GivenRow:
    """Pieces in place."""

    given: Given = option(
        None,
        "Pieces already placed: a file or text as printed by satpuzzle, or 'NAME: x,y,z x,y,z ...'.",
        "FILE-OR-TEXT",
        group=WHAT,
        read=given_of,
    )


@dataclass(frozen=True, kw_only=True)
class AssemblableRow:
    """Which packings count."""

    assemblable: bool = option(
        False, "Ignore packings that cannot be assembled, because pieces block each other's way in.", group=APART
    )


@dataclass(frozen=True, kw_only=True)
class JournalRows:
    """Searches that are continued, and divided among machines."""

    journal: Path | str | None = option(
        None,
        "Record each finished part of the search in FILE; if FILE exists, continue the search from it.",
        "FILE",
        group=LONG,
    )
    share: tuple[int, int] = option(
        (1, 1),
        "With --journal: search only the I-th of N shares, for example on one of N machines.",
        "I/N",
        group=LONG,
        read=share_of,
        needs=("journal",),
        rare=True,
    )
    part_seconds: float = option(
        60.0,
        "With --journal: split a part of the search that takes longer.",
        "SECONDS",
        group=LONG,
        least=0,
        needs=("journal", "cluster"),
        rare=True,
    )


@dataclass(frozen=True, kw_only=True)
class SearchRows(UpToRow, JobsRow, TimeLimitRow, GivenRow, JournalRows):
    """What is searched for, when it stops, and where it is recorded."""

    limit: int | None = option(None, "Stop after N solutions.", "-n", "N", least=1)
    cluster: Any = option(
        None,
        "Search on the workers of the Dask scheduler at ADDRESS; the word local starts workers on this machine.",
        "ADDRESS",
        group=LONG,
        rare=True,
    )
    count_only: bool = option(
        False,
        "With --journal: record only the numbers of solutions, not the solutions.",
        group=LONG,
        needs=("journal", "cluster"),
        rare=True,
    )


class SolverOptions(TypedDict, total=False):
    """The rows of `SolverRows` but for the backend."""

    encoding: str | Recipe | None
    strategy: Rule
    parts: int | None
    presolve: bool | None
    seed: int | None


class SearchOptions(TypedDict, total=False):
    """The rows of `SearchRows`."""

    up_to: str
    jobs: int | None
    time_limit: float | None
    given: Given
    journal: Path | str | None
    share: tuple[int, int]
    part_seconds: float
    limit: int | None
    cluster: Any
    count_only: bool


class Options(SolverOptions, SearchOptions, total=False):
    """The keywords of `solve` and `count`."""

    assemblable: bool
