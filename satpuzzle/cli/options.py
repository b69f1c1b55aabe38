"""The arguments and options that commands share, each said once; it is quick to import."""

from collections.abc import Collection
from pathlib import Path
from typing import Annotated

import typer

from satpuzzle.errors import PuzzleError

PuzzleName = Annotated[
    str, typer.Argument(metavar="PUZZLE", help="A bundled name or a .toml, .json, .xmpuzzle or .dlx file.")
]
Problem = Annotated[
    str | None, typer.Option("--problem", metavar="N", help="Which problem of an .xmpuzzle file: a number or a name.")
]
Backend = Annotated[str, typer.Option("--backend", "-b", help="Which solver; `satpuzzle list backends` names them.")]
Encoding = Annotated[str | None, typer.Option("--encoding", "-e", help="How SAT backends write the clauses.")]
Strategy = Annotated[
    str, typer.Option("--strategy", "-s", help="How the native search goes; `satpuzzle list strategies` names them.")
]
Jobs = Annotated[
    int | None, typer.Option("--jobs", "-j", metavar="N", min=1, help="Cores for a long search; all by default.")
]
Parts = Annotated[
    int | None, typer.Option("--parts", metavar="N", min=1, help="Split into about so many; by default if it pays.")
]
Presolve = Annotated[
    bool | None,
    typer.Option("--presolve/--no-presolve", help="Rule out hopeless placements first; by default not for bitmask."),
]
TimeLimit = Annotated[
    float | None, typer.Option("--time-limit", "-t", metavar="SECONDS", help="Stop searching after this.")
]
GivenPieces = Annotated[
    str | None,
    typer.Option("--given", metavar="FILE-OR-TEXT", help="Pieces already placed: JSON, drawing or NAME: x,y,z ..."),
]
MemberName = Annotated[
    str | None, typer.Option("--member", metavar="NAME", help="Which member of a family of boards, such as 'Jan 25'.")
]
Moves = Annotated[
    str | None,
    typer.Option("--moves", help="How pieces may be put together: single, group or steps; single by default."),
]
Open = Annotated[
    str | None, typer.Option("--open", metavar="SIDE", help="The open side of the box: +z, -x, ..., or any of them.")
]
MaxStates = Annotated[
    int | None, typer.Option("--max-states", metavar="N", min=1, help="Positions to search a packing for, by steps.")
]
Assemblable = Annotated[bool, typer.Option("--assemblable", help="Only packings that can be put together.")]
JournalFile = Annotated[
    Path | None,
    typer.Option("--journal", metavar="FILE", help="Write each finished part here; go on from it if it is there."),
]
ClusterAt = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS", help="Let a Dask scheduler's workers do it; local: on this machine."),
]
PartSeconds = Annotated[
    float | None,
    typer.Option("--part-seconds", metavar="SECONDS", help="Split parts of a journal that take longer; 60 by default."),
]
ShareOf = Annotated[
    str | None, typer.Option("--part", metavar="I/N", help="Do the I-th of N shares, into a journal of its own.")
]
Output = Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write the data here.")]
TextOrJson = Annotated[str, typer.Option("--format", help="text or json.")]
Stats = Annotated[bool, typer.Option("--stats", help="Show what the search did, on standard error.")]
PROGRESS = ("auto", "none", "json")
ProgressMode = Annotated[
    str, typer.Option("--progress", help="On standard error: auto (a line on a terminal), none or json.")
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Data only: no summary, no progress, no remarks.")]


def check_choice(what: str, found: str, allowed: Collection[str]) -> None:
    """Raise PuzzleError unless the option --`what` has one of the values that are allowed."""
    if found not in allowed:
        raise PuzzleError(f"--{what} {found}: choose from {', '.join(allowed)}")
