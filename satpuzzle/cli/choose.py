"""The command `satpuzzle choose`."""

from dataclasses import dataclass, replace
from pathlib import Path

import typer

from satpuzzle.cli.asking import question
from satpuzzle.cli.exits import LIMIT, OK
from satpuzzle.cli.options import command
from satpuzzle.cli.output import open_output
from satpuzzle.clock import Clock
from satpuzzle.cover.describe import numbered
from satpuzzle.design.sets import ChosenSet, abbreviated, tabulated
from satpuzzle.design.sets import choose as search
from satpuzzle.errors import PuzzleError, Stopped
from satpuzzle.puzzle.formats.writing import ENDINGS, save
from satpuzzle.rows import JSON, TEXT, argument, option, required
from satpuzzle.settings import OUT, AssemblableRow, ReportRows, TimeLimitRow
from satpuzzle.structured import as_json


# fmt: off
@dataclass(frozen=True, kw_only=True)
class Asked(AssemblableRow, TimeLimitRow, ReportRows):
    """The options of `choose`."""

    pool: str = argument(
        "POOL",
        "The pieces to choose from: a set of pieces (satpuzzle list sets) or a puzzle, each piece up to its number of"
        " copies.")
    board: list[str] = required(
        "PUZZLE", None, "A puzzle with a board to fill; may be repeated, and then each set must fill every board.")
    unique: bool = option(False, "", None, "Only sets that fill each board in exactly one way.")
    number: int = option(0, "-n N", None, "Stop after N sets; 0 is all.", least=0)
    seed: int | None = option(None, "N", None, "Try the sets in a random order that depends on N.", least=0)
    sort: str | None = option(
        None, "", None,
        "Find all sets first, rate each as `rate` does, and write the hardest first; with -n N, the hardest N.",
        allowed=("rate",))
    output: Path | None = option(
        None, "-o FILE", OUT,
        "Write the sets to FILE; a .toml or .json file gets a puzzle, the board with the pieces of a set (with -n 3,"
        " there are three files, FILE-1 to FILE-3).")
    format: str = option(
        TEXT, "", OUT, "The format of the output, by default text.", allowed=(TEXT, JSON),
        follows={".txt": TEXT} | dict.fromkeys(ENDINGS, TEXT))
# fmt: on


@command
def choose(asked: Asked) -> None:
    """Find sets of pieces from a pool that fill given boards.

    Each set fills every board.  Sets are printed as soon as they are found, unless they are sorted.
    """
    found: list[ChosenSet] = []
    clock = Clock(asked.time_limit).start()
    pool, board, output = asked.pool, asked.board, asked.output
    puzzles = output if output is not None and output.suffix.lower() in ENDINGS else None
    if puzzles is not None and len(board) > 1:
        raise PuzzleError(f"--output {puzzles}: a puzzle file has one board, not {len(board)}")
    number = asked.number or (1 if puzzles else 0)
    with (
        open_output(None if puzzles else output, streamed=True) as out,
        question(asked, clock) as shown,
    ):
        selection = search(
            pool,
            list(board),
            unique=asked.unique,
            assemblable=asked.assemblable,
            seed=asked.seed,
            clock=clock,
            watch=shown.note,
        )
        stopped = ""

        def write(one: ChosenSet, which: int) -> None:
            if puzzles is not None:
                place = puzzles if number == 1 else puzzles.with_stem(f"{puzzles.stem}-{which}")
                filled = one.solutions[0].puzzle
                own = filled.title if filled.title != filled.name else ""
                save(replace(filled, name=place.stem, title=own), place)
            if asked.format == "text":
                out.write(f"{one}\n")
                out.flush()

        try:
            for one in selection:
                found.append(one)
                if asked.sort is not None:
                    found[-1] = one.rated(clock, shown.note)
                    continue
                shown.clear()
                write(one, len(found))
                if len(found) == number:
                    break
        except Stopped as error:
            stopped = f" when {error}" if error.by_limit else " when it was interrupted"
        if asked.sort is not None:
            shown.clear()
            found = tabulated(found)[: number or None]
            for which, one in enumerate(found, 1):
                write(one, which)
        final = selection.tried == selection.total
        if asked.format == "json":
            sets = [one.as_dict() for one in tabulated(found)]
            facts = {"tried": selection.tried, "total": selection.total, "final": final, "sets": sets}
            out.write(as_json({"pool": pool, "boards": board} | facts) + "\n")
        elif not asked.quiet:
            tried = "" if final else f"; {selection.tried} of {abbreviated(selection.total)} were tried"
            out.write(f"{numbered(len(found), 'set')}{tried}{stopped}\n")
        raise typer.Exit(LIMIT if stopped else OK)
