"""The command `satpuzzle choose`."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from satpuzzle.cli.app import app
from satpuzzle.cli.asking import question
from satpuzzle.cli.exits import LIMIT, OK
from satpuzzle.cli.options import JSON, OUT, TEXT, Assemblable, ProgressMode, Quiet, TimeLimit, by_ending, choice
from satpuzzle.cli.output import open_output
from satpuzzle.clock import Clock
from satpuzzle.cover.describe import numbered
from satpuzzle.design.sets import ChosenSet, abbreviated, tabulated
from satpuzzle.design.sets import choose as search
from satpuzzle.errors import PuzzleError, Stopped
from satpuzzle.puzzle.formats.writing import ENDINGS, save
from satpuzzle.structured import as_json


@app.command("choose")
def choose(
    pool: Annotated[
        str,
        typer.Argument(
            metavar="POOL",
            help="The pieces to choose from: a set of pieces (satpuzzle list sets) or a puzzle, each piece up to its"
            " number of copies.",
        ),
    ],
    board: Annotated[
        list[str],
        typer.Option(
            "--board",
            metavar="PUZZLE",
            help="A puzzle with a board to fill; may be repeated, and then each set must fill every board.",
        ),
    ],
    unique: Annotated[
        bool, typer.Option("--unique", help="Only sets that fill each board in exactly one way.")
    ] = False,
    assemblable: Assemblable = False,
    number: Annotated[int, typer.Option("-n", "--number", metavar="N", min=0, help="Stop after N sets; 0 is all.")] = 0,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", min=0, help="Try the sets in a random order that depends on N.")
    ] = None,
    time_limit: TimeLimit = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write the sets to FILE; a .toml or .json file gets a puzzle, the board with the pieces of a set"
            " (with -n 3, there are three files, FILE-1 to FILE-3).",
            rich_help_panel=OUT,
        ),
    ] = None,
    format: Annotated[
        str,
        choice(
            "--format",
            allowed=(TEXT, JSON),
            help="The format of the output.",
            callback=by_ending((TEXT,), ENDINGS),  # a .json file gets a puzzle
        ),
    ] = "text",
    progress: ProgressMode = "auto",
    quiet: Quiet = False,
) -> None:
    """Find sets of pieces from a pool that fill given boards.

    Each set fills every board.  Sets are printed as soon as they are found.
    """
    found: list[ChosenSet] = []
    clock = Clock(time_limit).start()
    puzzles = output if output is not None and output.suffix.lower() in ENDINGS else None
    if puzzles is not None and len(board) > 1:
        raise PuzzleError(f"--output {puzzles}: a puzzle file has one board, not {len(board)}")
    number = number or (1 if puzzles else 0)
    with (
        open_output(None if puzzles else output, streamed=True) as out,
        question(format, progress, quiet, clock) as shown,
    ):
        selection = search(
            pool, list(board), unique=unique, assemblable=assemblable, seed=seed, clock=clock, watch=shown.note
        )
        stopped = ""
        try:
            for one in selection:
                found.append(one)
                shown.clear()
                if puzzles is not None:
                    place = puzzles if number == 1 else puzzles.with_stem(f"{puzzles.stem}-{len(found)}")
                    save(replace(one.solutions[0].puzzle, name=place.stem, title=""), place)
                if format == "text":
                    out.write(f"{one}\n")
                    out.flush()
                if len(found) == number:
                    break
        except Stopped as error:
            stopped = f" when {error}" if error.by_limit else " when it was interrupted"
        final = selection.tried == selection.total
        if format == "json":
            sets = [one.as_dict() for one in tabulated(found)]
            facts = {"tried": selection.tried, "total": selection.total, "final": final, "sets": sets}
            out.write(as_json({"pool": pool, "boards": board} | facts) + "\n")
        elif not quiet:
            tried = "" if final else f"; {selection.tried} of {abbreviated(selection.total)} were tried"
            out.write(f"{numbered(len(found), 'set')}{tried}{stopped}\n")
        raise typer.Exit(LIMIT if stopped else OK)
