"""The command `satpuzzle choose`."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import typer

from satpuzzle.cli.asking import asking, posed
from satpuzzle.cli.exits import LIMIT, OK
from satpuzzle.cli.options import command
from satpuzzle.cli.output import open_output
from satpuzzle.clock import Clock
from satpuzzle.cover.describe import numbered
from satpuzzle.errors import PuzzleError, Stopped
from satpuzzle.puzzle.formats.table import PUZZLES, endings, endings_said
from satpuzzle.puzzle.formats.writing import save
from satpuzzle.questions.divide import DivideQuestion, Division, Divisions
from satpuzzle.questions.many import OfFamily, many_boards
from satpuzzle.questions.question import Context
from satpuzzle.questions.sets import ChooseQuestion, ChosenSet, Selection, abbreviated, tabulated
from satpuzzle.rows import JSON, TEXT, again, option
from satpuzzle.settings import OUT, ReportRows
from satpuzzle.structured import as_json


# fmt: off
@dataclass(frozen=True, kw_only=True)
class Asked(ReportRows, ChooseQuestion):
    """The options of `choose`."""

    pool: str = again(ChooseQuestion, "pool")
    boards: list[str] = again(ChooseQuestion, "boards")
    into: int | None = again(DivideQuestion, "into")
    journal: Path | None = again(
        DivideQuestion, "journal",
        says="With --divide: note in FILE what was found and where the search is; if FILE exists, continue from there.",
        needs=("into",))
    number: int | None = option(
        None, "-n N", None,
        "Stop after N sets, or N divisions; 0 is all. By default all, but 1 for a puzzle file of --output.", least=0)
    sort: str | None = option(
        None, "", None,
        "Find all sets first, rate each as `rate` does, and write the hardest first; with -n N, the hardest N.",
        allowed=("rate",))
    easiest: bool = option(
        False, "", None, "As --sort rate, but the easiest first; with -n N, the easiest N.", rare=True)
    output: Path | None = option(
        None, "-o FILE", OUT,
        f"Write the sets to FILE; a {endings_said(PUZZLES, writes=True)} file gets a puzzle, the board with the pieces"
        " of a set (with -n 3 or --divide 3, there are three files, FILE-1 to FILE-3).")
    format: str = option(
        TEXT, "", OUT, "The format of the output, by default text.", allowed=(TEXT, JSON),
        follows={".txt": TEXT} | dict.fromkeys(endings(PUZZLES, writes=True), TEXT))
# fmt: on

    @property
    def rates(self) -> bool:
        """Whether all sets are found and rated first."""
        return self.sort is not None or self.easiest

    @property
    def puzzles(self) -> Path | None:
        """The file of puzzles to write, or the first of them; None if the output is text or JSON."""
        written = endings(PUZZLES, writes=True)
        return self.output if self.output is not None and self.output.suffix.lower() in written else None


@command
def choose(asked: Asked) -> None:
    """Find sets of pieces from a pool that fill given boards.

    Each set fills every board.  Sets are printed as soon as they are found, unless they are sorted.  With --divide,
    the sets use up the pool: a heap of pieces is divided into several puzzles.
    """
    clock = Clock(asked.time_limit).start()
    number = (1 if asked.puzzles else 0) if asked.number is None else asked.number
    asks = _question(asked)
    found, failed, stopped = list[Any](), list[ChosenSet](), ""
    with (
        open_output(None if asked.puzzles else asked.output, streamed=True) as out,
        asking(asked, clock) as shown,
    ):
        context = Context(clock, shown.tell)
        selection = asks.ask(context)

        def write(one: ChosenSet | Division, which: int) -> None:
            if asked.puzzles is not None and which:
                _save(one, asked.puzzles if number == 1 else asked.puzzles.with_stem(f"{asked.puzzles.stem}-{which}"))
            if asked.format == "text":
                out.write(f"{one}\n" + "\n" * (asked.into is not None))
                out.flush()

        try:
            for one in selection:
                shown.clear()
                if isinstance(one, ChosenSet) and one.fails is not None:
                    failed.append(one)
                    write(one, 0)
                    continue
                found.append(one)
                if asked.rates:
                    found[-1] = found[-1].rated(context)
                    continue
                write(one, len(found))
                if len(found) == number:
                    break
        except Stopped as error:
            stopped = f" when {error}" if error.by_limit else " when it was interrupted"
        every = found
        if asked.rates:
            shown.clear()
            every = tabulated(found, asked.easiest)
            found = every[: number or None]
            for which, one in enumerate(found, 1):
                write(one, which)
        if asked.format == "json":
            facts = {"pool": asked.pool, "boards": asked.boards} | _facts(asked, selection, found, failed)
            out.write(as_json(facts) + "\n")
        elif not asked.quiet:
            more = "; -n 0 writes all" if asked.number is None and len(every) > len(found) else ""
            out.write(f"{_summary(selection, len(found), stopped)}{_order(asked, found, every)}{more}\n")
    raise typer.Exit(LIMIT if stopped else OK)


def _question(asked: Asked) -> ChooseQuestion | DivideQuestion:
    """Return what is asked; raises PuzzleError for options that contradict each other."""
    asks: ChooseQuestion | DivideQuestion = posed(ChooseQuestion, asked)
    if asked.into is not None:
        asks = posed(DivideQuestion, asked, "into", besides=("number",))
    for board in asked.boards if asked.rates else ():
        if isinstance(many_boards(board), OfFamily):
            option = "--easiest" if asked.easiest else f"--sort {asked.sort}"
            raise PuzzleError(f"{option}: {board} is a family, whose packings are not rated")
    several = len(asked.boards) > 1 or many_boards(asked.boards[0]) is not None
    if asked.puzzles is not None and asked.into is None and several:
        raise PuzzleError(f"--output {asked.puzzles}: a puzzle file has one board, not several")
    return asks


def _summary(selection: Selection | Divisions, found: int, stopped: str) -> str:
    """Return one line that says how many were found, and whether these are all."""
    if isinstance(selection, Divisions):
        return f"{numbered(found, 'division')}{stopped}" + ("" if selection.final else "; there may be more")
    tried = "" if selection.final else f"; {selection.tried} of {abbreviated(selection.total)} were tried"
    return f"{numbered(found, 'set')}{tried}{stopped}"


def _order(asked: Asked, found: list[Any], every: list[Any]) -> str:
    """Return how sorted sets were ordered, and of how many they are."""
    if not asked.rates:
        return ""
    of = "" if len(found) == len(every) else f" of {len(every)}"
    if bounds := sum(not one.ranked for one in found):
        return f"{of}; of {bounds} no try succeeded, so they come {'last' if asked.easiest else 'first'}, in no order"
    return f"{of}, the {'easiest' if asked.easiest else 'hardest'} first"


def _facts(asked: Asked, selection: Selection | Divisions, found: list[Any], failed: list[ChosenSet]) -> dict[str, Any]:
    """Return what was found as plain data."""
    facts = {"tried": selection.tried, "final": selection.final}
    if isinstance(selection, Divisions):
        return {"into": asked.into, **facts, "divisions": [one.as_dict() for one in found]}
    sets = {"sets": [one.as_dict() for one in tabulated(found, asked.easiest)]}
    failing = {"failing": [one.as_dict() for one in failed]} if asked.failing else {}
    return {"total": selection.total, **facts, **sets, **failing}


def _save(found: ChosenSet | Division, place: Path) -> None:
    """Write the board with the pieces of a set as a puzzle, or those of each set of a division."""
    if isinstance(found, Division):
        for number, one in enumerate(found.sets, 1):
            _save(one, place.with_stem(f"{place.stem}-{number}"))
        return
    filled = found.solutions[0].puzzle
    own = filled.title if filled.title != filled.name else ""
    save(replace(filled, name=place.stem, title=own), place)
