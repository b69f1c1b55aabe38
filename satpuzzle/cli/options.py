"""The arguments and options that several commands share; this module is quick to import."""

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from satpuzzle.cli import names
from satpuzzle.errors import PuzzleError, closest
from satpuzzle.motion.rules import MOVES
from satpuzzle.puzzle.formats.xmpuzzle import ENDING
from satpuzzle.puzzle.model import CONVENTIONS

# Groups of options in the help of a command, in this order after those without a group
WHAT, HOW, APART, LONG, OUT, MAKING = (
    "What is solved",
    "How it is solved",
    "Packings that can be put together",
    "Long searches",
    "Output",
    "Files for making",
)
GROUPS = (WHAT, HOW, APART, LONG, OUT, MAKING)


def choice(
    *flags: str,
    allowed: Sequence[str],
    help: str,
    group: str | None = OUT,
    callback: Callable[..., Any] | None = None,
) -> Any:
    """Return an option with a few allowed values; the help lists them and a shell completes them."""
    return typer.Option(
        *flags,
        metavar="|".join(allowed),
        help=help,
        autocompletion=lambda: allowed,
        callback=callback,
        rich_help_panel=group,
    )


def named(
    *flags: str, among: Callable[[], Sequence[str]], help: str, callback: Callable[..., Any] | None = None
) -> Any:
    """Return an option whose values are names that a shell completes."""
    return typer.Option(*flags, metavar="NAME", help=help, autocompletion=among, callback=callback, rich_help_panel=HOW)


Word = TypeVar("Word", str, str | None, list[str] | None)


def known_strategy(found: Word) -> Word:
    """Return the value of --strategy unchanged.

    Raises PuzzleError, with a suggestion, if a name in it is unknown.
    """
    allowed = list(names.strategies())
    for name in [found] if isinstance(found, str) else found or ():
        if name.partition(":")[0] not in allowed:
            check_choice("strategy", name, allowed)
    return found


PUZZLE = typer.Argument(
    metavar="PUZZLE",
    help="The name or title of a bundled puzzle, or a .toml, .json, .xmpuzzle or .dlx file.",
    autocompletion=names.puzzles,
)
PuzzleName = Annotated[str, PUZZLE]
Problem = Annotated[
    str | None,
    typer.Option(
        "--problem",
        metavar="N",
        help="Which problem of an .xmpuzzle file: a number or a name.",
        rich_help_panel=WHAT,
    ),
]
Backend = Annotated[
    str,
    named(
        "--backend",
        "-b",
        "--backend-command",
        among=names.backends,
        help="The solver (see `satpuzzle list backends`), or a command line such as 'kissat {cnf}'.",
    ),
]
Encoding = Annotated[
    str | None,
    named(
        "--encoding",
        "-e",
        among=names.encodings,
        help="The encoding for a SAT solver: see `satpuzzle list encodings`.",
    ),
]
Strategy = Annotated[
    str,
    named(
        "--strategy",
        "-s",
        among=names.strategies,
        help="How the native search chooses what to branch on: see `satpuzzle list strategies`.",
        callback=known_strategy,
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        "-j",
        metavar="N",
        min=1,
        help="How many cores a long search uses; all by default.",
        rich_help_panel=HOW,
    ),
]
Parts = Annotated[
    int | None,
    typer.Option(
        "--parts",
        metavar="N",
        min=1,
        help="Split the search into about N parts; by default only a long search is split.",
        rich_help_panel=HOW,
    ),
]
Presolve = Annotated[
    bool | None,
    typer.Option(
        "--presolve/--no-presolve",
        help="First remove placements that no solution has; the default for all backends but the native search.",
        rich_help_panel=HOW,
    ),
]
Seed = Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Seed of the random choices.")]
TimeLimit = Annotated[
    float | None, typer.Option("--time-limit", "-t", metavar="SECONDS", help="Stop after this many seconds.")
]
UpTo = Annotated[
    str,
    choice(
        "--up-to",
        allowed=CONVENTIONS[::-1],
        help="Which solutions count as one: images of each other under symmetries of the board (isometries), or"
        " only under rotations; with patterns, also those with exchanged colours; with raw, each counts.",
        group=WHAT,
    ),
]
GivenPieces = Annotated[
    str | None,
    typer.Option(
        "--given",
        metavar="FILE-OR-TEXT",
        help="Pieces already placed: a file or text as printed by satpuzzle, or 'NAME: x,y,z x,y,z ...'.",
        rich_help_panel=WHAT,
    ),
]
MemberName = Annotated[
    str | None,
    typer.Option(
        "--member",
        metavar="NAME",
        help="Which member of a family of boards; for a calendar: today, or a date such as 'Jan 25'.",
        rich_help_panel=WHAT,
    ),
]
Moves = Annotated[
    str | None,
    choice(
        "--moves",
        allowed=MOVES,
        help="How pieces may be taken out: one by one (single), also several together (group), also after moving"
        " pieces only part of the way out (steps), also with quarter turns (turns). auto, the default, takes the"
        " first of single, group and steps that works; it never tries turns.",
        group=APART,
    ),
]
Open = Annotated[
    str | None,
    typer.Option(
        "--open",
        metavar="SIDE",
        help="Take the pieces out of a box that is open at one side only: +x, -x, +y, -y, +z, -z, or any one of these.",
        autocompletion=lambda: ("+x", "-x", "+y", "-y", "+z", "-z", "any"),
        rich_help_panel=APART,
    ),
]
MaxStates = Annotated[
    int | None,
    typer.Option(
        "--max-states",
        metavar="N",
        min=1,
        help="With --moves steps or turns: give up on a packing after N positions of its pieces; it is then undecided.",
        rich_help_panel=APART,
    ),
]
Slack = Annotated[
    float | None,
    typer.Option(
        "--slack",
        metavar="CELLS",
        help="With --moves turns: how far cells may overlap while they turn, such as 0.21 for rounded edges.",
        rich_help_panel=APART,
    ),
]
Assemblable = Annotated[
    bool,
    typer.Option(
        "--assemblable",
        help="Ignore packings that cannot be assembled, because pieces block each other's way in.",
        rich_help_panel=APART,
    ),
]
Sort = Annotated[
    str | None,
    choice(
        "--sort",
        allowed=("level", "moves", "pieces"),
        help="Only packings that come apart, the best first: with the highest level (numbers of moves up to each"
        " separation), the most moves in total, or the fewest pieces.",
        group=APART,
    ),
]
UniquePieces = Annotated[
    bool,
    typer.Option(
        "--unique",
        help="With --sort: leave out packings whose pieces also have another packing that comes apart.",
        rich_help_panel=APART,
    ),
]
Once = Annotated[
    bool,
    typer.Option(
        "--once",
        help="List only one of several packings that differ only in their place on the board.",
        rich_help_panel=WHAT,
    ),
]
JournalFile = Annotated[
    Path | None,
    typer.Option(
        "--journal",
        metavar="FILE",
        help="Record each finished part of the search in FILE; if FILE exists, continue the search from it.",
        rich_help_panel=LONG,
    ),
]
ClusterAt = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Search on the workers of the Dask scheduler at ADDRESS; the word local starts workers on this machine.",
        rich_help_panel=LONG,
    ),
]
PartSeconds = Annotated[
    float | None,
    typer.Option(
        "--part-seconds",
        metavar="SECONDS",
        help="With --journal: split a part of the search that takes longer; 60 by default.",
        rich_help_panel=LONG,
    ),
]
ShareOf = Annotated[
    str | None,
    typer.Option(
        "--part",
        metavar="I/N",
        help="With --journal: search only the I-th of N shares, for example on one of N machines.",
        rich_help_panel=LONG,
    ),
]
Backends = Annotated[
    list[str] | None,
    named("--backend", "-b", among=names.backends, help="A backend; may be repeated."),
]
Encodings = Annotated[
    list[str] | None,
    named("--encoding", "-e", among=names.encodings, help="An encoding for the SAT backends; may be repeated."),
]
Strategies = Annotated[
    list[str] | None,
    named(
        "--strategy",
        "-s",
        among=names.strategies,
        help="A strategy of the native search; may be repeated.",
        callback=known_strategy,
    ),
]
Puzzles = Annotated[
    list[str],
    typer.Argument(metavar="PUZZLE...", help="Names of bundled puzzles, or files.", autocompletion=names.puzzles),
]
Records = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Write a record of each run to FILE: CSV if it ends in .csv, else JSON lines.",
        rich_help_panel=OUT,
    ),
]
Plot = Annotated[
    Path | None,
    typer.Option(
        "--plot",
        metavar="FILE",
        help="Draw two plots, to a .svg, .png or .pdf file: how many puzzles each solver solves within a time"
        " (cactus), and its times against those of the first solver (scatter).",
        rich_help_panel=OUT,
    ),
]
Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write to FILE, not to the terminal.", rich_help_panel=OUT),
]
TEXT, JSON, NDJSON = "text", "json", "ndjson"


def by_ending(allowed: Sequence[str], others: Sequence[str]) -> Callable[[typer.Context, str], str]:
    """Return a function that completes --format: without it, a file of --output that ends in .json gets JSON.

    Other endings than those of text and `others` are refused.  Options that a command line has are read before those
    that it has not, so --output is known here.
    """
    endings = {".txt": TEXT, **{f".{format}": format for format in allowed if format != TEXT}}

    def completed(context: typer.Context, format: str) -> str:
        output, source = context.params.get("output"), context.get_parameter_source("format")
        if output is None or source is None or source.name != "DEFAULT":
            return format
        ending = output.suffix.lower()
        if ending and ending not in (*endings, *others):
            listed = ", ".join([*endings, *others])
            raise PuzzleError(f"--output {output}: name a file that ends in {listed}, or give --format")
        return endings.get(ending, format)

    return completed


def _format(*allowed: str, help: str, others: Sequence[str] = ()) -> Any:
    return choice("--format", allowed=allowed, help=help, callback=by_ending(allowed, others))


TextOrJson = Annotated[
    str, _format(TEXT, JSON, help="The format of the output; a file of --output that ends in .json gets json.")
]
_ANY = (
    "The format of the output; ndjson has one solution per line. A file of --output that ends in .json or .ndjson gets"
    " that."
)
AnyFormat = Annotated[str, _format(TEXT, JSON, NDJSON, help=_ANY)]
AnyFormatOrBurr = Annotated[str, _format(TEXT, JSON, NDJSON, help=_ANY, others=(ENDING,))]
Stats = Annotated[
    bool, typer.Option("--stats", help="Print statistics of the search on standard error.", rich_help_panel=OUT)
]
Verbose = Annotated[
    bool,
    typer.Option(
        "--verbose",
        "-v",
        help="Print the decisions made before the search, and why, on standard error.",
        rich_help_panel=OUT,
    ),
]
PROGRESS = ("auto", "none", "json")
ProgressMode = Annotated[
    str,
    choice(
        "--progress", allowed=PROGRESS, help="Progress on standard error: a line on a terminal, nothing, or JSON lines."
    ),
]
Quiet = Annotated[
    bool,
    typer.Option("--quiet", "-q", help="Write only data: no summary, progress or messages.", rich_help_panel=OUT),
]


def check_choice(what: str, found: str, allowed: Collection[str]) -> None:
    """Raise PuzzleError unless `found` is an allowed value.

    `what` is the option without dashes, or the argument in capitals.
    """
    if found not in allowed:
        option = what if what.isupper() else f"--{what}"
        raise PuzzleError(f"{option} {found}{closest(found, allowed)}: choose from {', '.join(allowed)}")
