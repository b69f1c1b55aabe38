"""The command `satpuzzle choose`."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import typer

from satpuzzle.cli.asking import question
from satpuzzle.cli.exits import LIMIT, OK
from satpuzzle.cli.options import command
from satpuzzle.cli.output import open_output
from satpuzzle.clock import Clock
from satpuzzle.cover.describe import numbered
from satpuzzle.errors import PuzzleError, Stopped
from satpuzzle.puzzle.formats.table import PUZZLES, endings, endings_said
from satpuzzle.puzzle.formats.writing import save
from satpuzzle.questions.divide import Division, Divisions, divide
from satpuzzle.questions.sets import ChosenSet, Selection, abbreviated, tabulated
from satpuzzle.questions.sets import choose as search
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
        "PUZZLE", None,
        "A puzzle, or a file of a board without pieces, to fill; may be repeated, and then each set must fill every"
        " board.")
    divide: int | None = option(
        None, "N", None,
        "Divide the whole pool into N sets, each of which fills the board; of N boards, each is filled by one set.",
        least=1)
    journal: Path | None = option(
        None, "FILE", None,
        "With --divide: note in FILE what was found and where the search is; if FILE exists, continue from there.",
        needs=("divide",), rare=True)
    unique: bool = option(False, "", None, "Only sets that fill each board in exactly one way.")
    number: int | None = option(
        None, "-n N", None,
        "Stop after N sets, or N divisions; 0 is all. By default all, but 1 for a puzzle file of --output.", least=0)
    seed: int | None = option(None, "N", None, "Try the sets in a random order that depends on N.", least=0, rare=True)
    sort: str | None = option(
        None, "", None,
        "Find all sets first, rate each as `rate` does, and write the hardest first; with -n N, the hardest N.",
        allowed=("rate",))
    output: Path | None = option(
        None, "-o FILE", OUT,
        f"Write the sets to FILE; a {endings_said(PUZZLES, writes=True)} file gets a puzzle, the board with the pieces"
        " of a set (with -n 3 or --divide 3, there are three files, FILE-1 to FILE-3).")
    format: str = option(
        TEXT, "", OUT, "The format of the output, by default text.", allowed=(TEXT, JSON),
        follows={".txt": TEXT} | dict.fromkeys(endings(PUZZLES, writes=True), TEXT))
# fmt: on


@command
def choose(asked: Asked) -> None:
    """Find sets of pieces from a pool that fill given boards.

    Each set fills every board.  Sets are printed as soon as they are found, unless they are sorted.  With --divide,
    the sets use up the pool: a heap of pieces is divided into several puzzles.
    """
    clock = Clock(asked.time_limit).start()
    written = endings(PUZZLES, writes=True)
    puzzles = asked.output if asked.output is not None and asked.output.suffix.lower() in written else None
    divided, number = asked.divide is not None, (1 if puzzles else 0) if asked.number is None else asked.number
    if divided and asked.sort is not None:
        raise PuzzleError(f"--sort {asked.sort}: is for sets, not for divisions")
    if puzzles is not None and not divided and len(asked.board) > 1:
        raise PuzzleError(f"--output {puzzles}: a puzzle file has one board, not {len(asked.board)}")
    found, stopped = list[Any](), ""
    with (
        open_output(None if puzzles else asked.output, streamed=True) as out,
        question(asked, clock) as shown,
    ):
        options: dict[str, Any] = {"unique": asked.unique, "assemblable": asked.assemblable, "seed": asked.seed}
        options |= {"clock": clock, "watch": shown.note}
        selection: Selection | Divisions
        if divided:
            selection = divide(asked.pool, asked.board, asked.divide, journal=asked.journal, **options)
        else:
            selection = search(asked.pool, list[Any](asked.board), **options)

        def write(one: ChosenSet | Division, which: int) -> None:
            if puzzles is not None:
                _save(one, puzzles if number == 1 else puzzles.with_stem(f"{puzzles.stem}-{which}"))
            if asked.format == "text":
                out.write(f"{one}\n" + "\n" * divided)
                out.flush()

        try:
            for one in selection:
                found.append(one)
                if asked.sort is not None:
                    found[-1] = found[-1].rated(clock, shown.note)
                    continue
                shown.clear()
                write(one, len(found))
                if len(found) == number:
                    break
        except Stopped as error:
            stopped = f" when {error}" if error.by_limit else " when it was interrupted"
        every = tabulated(found) if asked.sort is not None else found
        if asked.sort is not None:
            shown.clear()
            found = every[: number or None]
            for which, one in enumerate(found, 1):
                write(one, which)
        if asked.format == "json":
            out.write(as_json({"pool": asked.pool, "boards": asked.board} | _facts(asked, selection, found)) + "\n")
        elif not asked.quiet:
            more = "; -n 0 writes all" if asked.number is None and len(every) > len(found) else ""
            out.write(f"{_summary(selection, len(found), stopped)}{_order(asked, found, every)}{more}\n")
    raise typer.Exit(LIMIT if stopped else OK)


def _summary(selection: Selection | Divisions, found: int, stopped: str) -> str:
    """Return one line that says how many were found, and whether these are all."""
    if isinstance(selection, Divisions):
        return f"{numbered(found, 'division')}{stopped}" + ("" if selection.final else "; there may be more")
    tried = "" if selection.final else f"; {selection.tried} of {abbreviated(selection.total)} were tried"
    return f"{numbered(found, 'set')}{tried}{stopped}"


def _order(asked: Asked, found: list[Any], every: list[Any]) -> str:
    """Return how sorted sets were ordered, and of how many they are."""
    if asked.sort is None:
        return ""
    of = "" if len(found) == len(every) else f" of {len(every)}"
    if bounds := sum(not one.ranked for one in found):
        return f"{of}; of {bounds} no try succeeded, so they come first, in no order"
    return f"{of}, the hardest first"


def _facts(asked: Asked, selection: Selection | Divisions, found: list[Any]) -> dict[str, Any]:
    """Return what was found as plain data."""
    facts = {"tried": selection.tried, "final": selection.final}
    if isinstance(selection, Divisions):
        return {"into": asked.divide, **facts, "divisions": [one.as_dict() for one in found]}
    return {"total": selection.total, **facts, "sets": [one.as_dict() for one in tabulated(found)]}


def _save(found: ChosenSet | Division, place: Path) -> None:
    """Write the board with the pieces of a set as a puzzle, or those of each set of a division."""
    if isinstance(found, Division):
        for number, one in enumerate(found.sets, 1):
            _save(one, place.with_stem(f"{place.stem}-{number}"))
        return
    filled = found.solutions[0].puzzle
    own = filled.title if filled.title != filled.name else ""
    save(replace(filled, name=place.stem, title=own), place)
