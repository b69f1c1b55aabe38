"""The options of the program, each a row: name, type, default, sentence, range, group.

A class has the rows that some commands have in common; `satpuzzle.cli` makes parameters, help, man page, completion and
the tables of the docs from them.  `SolverRows` and `SearchRows` are also the keywords of `solve` and `count`: `Options`
repeats their types for type checkers (a test compares them), and `search.request.Request` has them as its fields.  So
an option of the search is a row here, its type in `Options`, and the module that acts on it.  An option of one command
is a row in that command's module.

The model is CaDiCaL's `options.hpp`, where each option is a line with its default, its range and its usage.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

from satpuzzle import data
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.checks import number_of
from satpuzzle.puzzle.counts import CONVENTIONS
from satpuzzle.puzzle.formats.table import COVERS, PUZZLES, endings_said, programs_with_several
from satpuzzle.rows import JSON, NDJSON, TEXT, argument, common, option

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
PUZZLE = f"The name or title of a bundled puzzle, a {endings_said(PUZZLES, COVERS)} file, or - for standard input."
_MOST_SHARES = 10**9
FORMATS = {".txt": TEXT, ".json": JSON, ".ndjson": NDJSON}  # of solutions, by the endings of files
MOVES = ("auto", "single", "group", "steps", "turns")  # see `motion/rules.py`
FEWEST_DRAWS = 10  # the smallest useful number of parts in a sample of a search
_MOST_WORKERS = 10**9


def share_of(text: str) -> tuple[int, int]:
    """Return (i, n) from the text I/N.  Raises PuzzleError for any other text."""
    number, of = (number_of(part, _MOST_SHARES) for part in (text.split("/") if text.count("/") == 1 else ("", "")))
    if number is None or of is None:
        raise PuzzleError(f"--share {text[:60]}: allowed are 1/N to N/N")
    return number, of


def workers_of(text: str) -> tuple[int, ...]:
    """Return numbers of workers from a text such as 1,4,16.  Raises PuzzleError for any other text."""
    numbers = tuple(number_of(number.strip(), _MOST_WORKERS) or 0 for number in text.split(","))
    if 0 in numbers:
        allowed = f"integers from 1 to {_MOST_WORKERS} with commas between them"
        raise PuzzleError(f"--workers {text[:60]}: allowed are {allowed}")
    return numbers


def given_of(text: str) -> Path | str:
    """Return the value of --given: a path if it names a file, else the text, which describes the given pieces."""
    return Path(text) if data.is_file(text) else text


# fmt: off
@common
class SubjectRows:
    """Which puzzle."""

    puzzle: str = argument(
        "PUZZLE",
        PUZZLE,
        among="puzzles")
    problem: str | None = option(
        None, "N", WHAT, f"Which problem of a file of {programs_with_several()}: a number or a name.", rare=True)
    member: str | None = option(
        None, "NAME", WHAT,
        "Which member of a family of boards; for a calendar: today, or a date such as 'Jan 25'; which board of a .txt"
        " file of boards: its number.", rare=True)
    rule: list[str] | None = option(
        None, "RULE", WHAT,
        "A further rule, such as 'no crossroads' or 'at border: all' (see `satpuzzle list rules`); may be repeated.",
        among="rules", rare=True)


@common
class BackendRow:
    """Which solver."""

    backend: str | Engine = option(
        "native", "-b NAME", HOW,
        "The solver (see `satpuzzle list backends`), or a command line such as 'kissat {cnf}'.", among="backends")


@common
class EncodingRow:
    """How a SAT solver gets the cover."""

    encoding: str | Recipe | None = option(
        None, "-e NAME", HOW, "The encoding for a SAT solver: see `satpuzzle list encodings`.", among="encodings",
        rare=True)


@common
class StrategyRow:
    """How the native search branches."""

    strategy: Rule = option(
        "auto", "-s NAME", HOW,
        "How the native search chooses what to branch on: see `satpuzzle list strategies`.", among="strategies",
        rare=True)


@common
class PartsRow:
    """Into how many parts a search is split."""

    parts: int | None = option(
        None, "N", HOW, "Split the search into about N parts; by default only a long search is split.", least=1,
        rare=True)


@common
class SolverRows(BackendRow, EncodingRow, StrategyRow, PartsRow):
    """The solver and its settings."""

    presolve: bool | None = option(
        None, "", HOW,
        "First remove placements that no solution has; the default for all backends but the native search.", rare=True)
    seed: int | None = option(None, "N", HOW, "Seed of a solver's random choices.", least=0, rare=True)


@common
class JobsRow:
    """How many cores."""

    jobs: int | None = option(None, "-j N", HOW, "How many cores a long search uses; all by default.", least=1)


@common
class TimeLimitRow:
    """How long."""

    time_limit: float | None = option(None, "-t SECONDS", None, "Stop after this many seconds.")


@common
class UpToRow:
    """Which solutions are the same."""

    up_to: str = option(
        "isometries", "", WHAT,
        "Which solutions count as one: images of each other under symmetries of the board (isometries), or only under"
        " rotations; with patterns, also those with exchanged colours; with raw, each counts.",
        allowed=CONVENTIONS[::-1])


@common
class GivenRow:
    """Pieces in place."""

    given: Given = option(
        None, "FILE-OR-TEXT", WHAT,
        "Pieces already placed: a file or text as printed by satpuzzle, or 'NAME: x,y,z x,y,z ...'.", read=given_of)


@common
class AssemblableRow:
    """Which packings count."""

    assemblable: bool = option(
        False, "", APART, "Ignore packings that cannot be assembled, because pieces block each other's way in.")


@common
class JournalRows:
    """Searches that are continued, and divided among machines."""

    journal: Path | str | None = option(
        None, "FILE", LONG,
        "Record each finished part of the search in FILE; if FILE exists, continue the search from it.", rare=True)
    share: tuple[int, int] = option(
        (1, 1), "I/N", LONG, "With --journal: search only the I-th of N shares, for example on one of N machines.",
        read=share_of, needs=("journal",), rare=True)
    part_seconds: float = option(
        60.0, "SECONDS", LONG, "With --journal: split a part of the search that takes longer.", least=0,
        needs=("journal", "cluster", "estimate"), rare=True)


@common
class ClusterRows:
    """Searches on many machines, and searches for numbers only."""

    cluster: Any = option(
        None, "ADDRESS", LONG,
        "Search on the workers of the Dask scheduler at ADDRESS; the word local starts workers on this machine.",
        rare=True)
    count_only: bool = option(
        False, "", LONG, "With --journal: record only the numbers of solutions, not the solutions.",
        needs=("journal", "cluster"), rare=True)


@common
class EstimateRows:
    """How the time of a search is estimated."""

    workers: Sequence[int] = option(
        (1, 10, 100, 1000), "N,N,...", HOW,
        "For which numbers of workers the time is estimated; each worker uses one core.", read=workers_of, rare=True)
    draws: int = option(
        64, "N", HOW, "How many parts of the search are sampled; more give narrower intervals.", least=FEWEST_DRAWS,
        rare=True)


@common
class LimitRow:
    """How many solutions."""

    limit: int | None = option(None, "-n N", None, "Stop after N solutions.", least=1)


@common
class NodeLimitRow:
    """How much is searched."""

    node_limit: int | None = option(
        None, "N", None,
        "Stop the native search after N nodes (placements tried); it uses one core, so its result is the same"
        " on every machine.", least=1, rare=True)


@common
class SearchRows(LimitRow, NodeLimitRow, UpToRow, TimeLimitRow, JobsRow, GivenRow, JournalRows, ClusterRows):
    """What is searched for, when it stops, and where it is recorded."""


@common
class SeedRow:
    """Which random choices."""

    seed: int = option(0, "N", None, "Seed of the random choices.", least=0, rare=True)


@common
class MotionRows:
    """How pieces may move."""

    moves: str | None = option(
        None, "", APART,
        "How pieces may be taken out: one by one (single), also several together (group), also after moving pieces only"
        " part of the way out (steps), also with quarter turns (turns). auto, the default, takes the first of single,"
        " group and steps that works; it never tries turns.", allowed=MOVES, rare=True)
    open: str | None = option(
        None, "SIDE", APART,
        "Take the pieces out of a box that is open at one side only: +x, -x, +y, -y, +z, -z, or any one of these.",
        among="sides", rare=True)
    max_states: int | None = option(
        None, "N", APART,
        "With --moves steps or turns: give up on a packing after N positions of its pieces; it is then undecided.",
        least=1, rare=True)
    slack: float | None = option(
        None, "CELLS", APART,
        "With --moves turns: how far cells may overlap while they turn, such as 0.21 for rounded edges.", rare=True)
    interlocking: bool = option(
        False, "", APART,
        "Only packings whose pieces hold each other: by one move at most a single piece, the key, comes off.",
        rare=True)


SORTS = ("level", "moves", "pieces")


@common
class SortRow:
    """Which packings come first."""

    sort: str | None = option(
        None, "", APART,
        "Only packings that come apart, the best first: with the highest level (numbers of moves up to each"
        " separation), the most moves in total, or the fewest pieces.", allowed=SORTS, rare=True)


@common
class OutputRow:
    """Where data are written."""

    output: Path | None = option(None, "-o FILE", OUT, "Write to FILE, not to the terminal.")


@common
class FormatRow:
    """How data are written."""

    format: str = option(
        TEXT, "", OUT, "The format: text by default, json for a file of --output that ends in .json.",
        allowed=(TEXT, JSON), follows={".txt": TEXT, ".json": JSON})


@common
class ReportRows:
    """What is said besides data."""

    progress: str = option(
        "auto", "", OUT, "Progress on standard error: a line on a terminal, nothing, or JSON lines.",
        allowed=("auto", "none", "json"), rare=True)
    quiet: bool = option(False, "-q", OUT, "Write only data: no summary, progress or messages.", rare=True)


@common
class DecisionRows:
    """What is said of a search."""

    stats: bool = option(False, "", OUT, "Print statistics of the search on standard error.", rare=True)
    verbose: bool = option(
        False, "-v", OUT, "Print the decisions made before the search, and why, on standard error.", rare=True)


@common
class PageRows:
    """Where a page is written."""

    output: Path | None = option(None, "-o FILE", None, "The file for the page; a temporary file by default.")
    show: bool = option(True, "", None, "Open the page in a browser.")


@common
class AnswerRows(SubjectRows, TimeLimitRow, OutputRow, FormatRow, ReportRows):
    """What the commands have that answer a question about a puzzle."""


@common
class RunRows(AnswerRows, BackendRow, JobsRow):
    """What the commands have that search."""


@common
class SolutionsRow:
    """How solutions are written."""

    format: str = option(
        TEXT, "", OUT,
        "The format: text by default; ndjson has one solution per line. A file of --output that ends in .json or"
        " .ndjson gets that.",
        allowed=(TEXT, JSON, NDJSON), follows=FORMATS)
# fmt: on


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
    node_limit: int | None
    cluster: Any
    count_only: bool


class Options(SolverOptions, SearchOptions, total=False):
    """The keywords of `solve` and `count`."""

    assemblable: bool
