"""Hints: the next piece, the possible placements, and which pieces to remove.

A placement is forced if all solutions with the given pieces contain it.  The candidates are the placements of one
solution; searches for a solution without a candidate reduce their set (the backbone algorithm of Joao Marques-Silva,
Mikolas Janota and Ines Lynce, On computing backbones of propositional theories, ECAI 2010).

If no solution contains the given pieces, a smallest set of them to remove is a smallest set that intersects every core,
which is a set of given pieces that no solution contains.  Such cores are found one by one (implicit hitting sets: Erick
Moreno-Centeno and Richard M. Karp, The implicit hitting set approach to solve combinatorial optimization problems,
Operations Research 61, 2013).
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.describe import numbered
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.given import Given
from satpuzzle.engines.base import Engine
from satpuzzle.errors import Stopped
from satpuzzle.puzzle import drawing
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.questions.answer import Answer, Decided
from satpuzzle.questions.ask import Asker, Options, count_options
from satpuzzle.questions.facts import (
    COUNT,
    PUZZLE,
    SOLUTION,
    TEXT,
    TRUTH,
    Fact,
    by_name,
    every,
    having,
    one_of,
    packing_of,
    shared,
)
from satpuzzle.questions.option_odds import OptionOdds
from satpuzzle.questions.question import ALONE, Context, CoverRow, function, question
from satpuzzle.rows import again, positional
from satpuzzle.search.run import Search
from satpuzzle.settings import BackendRow, GivenRow, SeedRow
from satpuzzle.solutions.chosen import Chosen, Either
from satpuzzle.solutions.solution import Solution

if TYPE_CHECKING:
    from satpuzzle.pictures.printed import Picture


_PIECE = {"anyOf": [shared("placed"), every(TEXT), {"type": "null"}]}


@dataclass(frozen=True, repr=False)
class Hint(Decided):
    """A suggestion for the next move: a piece to place, or given pieces to take back."""

    verdict: str  # forced, possible, complete, wrong (some given pieces must be taken back) or undecided
    puzzle: Any  # a Puzzle or an ExactCover
    given: Either
    piece: Either = None  # the next piece, or option of a cover
    take_back: Either = None  # a smallest set of given pieces to remove so that there is a solution
    facts: ClassVar[tuple[Fact, ...]] = (
        PUZZLE,
        Fact("verdict", one_of("forced", "possible", "complete", "wrong", "undecided")),
        Fact("given", SOLUTION, of=lambda self: self.given.as_list()),
        Fact(
            "piece",
            _PIECE,
            "the next one, or the words of an option",
            lambda self: self.piece and self.piece.as_list()[0],
        ),
        packing_of("take_back"),
    )

    @property
    def sentence(self) -> str:
        """What to do next, and why."""
        return self._said("")

    @property
    def passes(self) -> bool:
        """Whether some solution may have the given pieces."""
        return self.verdict != "wrong"

    @property
    def shown(self) -> tuple[Solution | Chosen, ...]:
        """The given pieces and the next one."""
        return () if self.piece is None else (self._together,)

    @property
    def exhaustive(self) -> bool:
        """Whether all solutions, or none, have certain pieces."""
        return self.verdict in ("forced", "wrong")

    def __str__(self) -> str:
        if not isinstance(self.puzzle, Puzzle):
            return self.sentence
        small = self.given.options and self.drawing.upper() != self.drawing
        return "\n\n".join(filter(None, (self.drawing, self._said(", in capital letters" if small else ""))))

    def _said(self, marked: str) -> str:
        name, pieces = self.puzzle.name, "pieces" if isinstance(self.puzzle, Puzzle) else "options"
        if self.piece is not None:
            why = "it is in every solution" if self.verdict == "forced" else "there is a solution with it, and others"
            here = f"goes here{marked}" if isinstance(self.puzzle, Puzzle) else "is next"
            return f"{name}: {self.piece.names[0]} {here}; {why}"
        if self.take_back is not None:
            names = ", ".join(self.take_back.names)
            if not names:
                return f"{name}: there is no solution, even without given {pieces}"
            return f"{name}: no solution has these {pieces}; take back {names}"
        return f"{name}: " + (
            f"all {pieces} are in place" if self.verdict == "complete" else "undecided, the search was stopped"
        )

    @property
    def drawing(self) -> str:
        """The next piece with the given pieces, or the pieces to take back; "" if there are neither.

        Given pieces have small letters, unless these are the letters of other pieces.
        """
        if not isinstance(self.given, Solution) or isinstance(self.puzzle, ExactCover):
            return ""
        if self.piece is None:
            return str(self.take_back) if self.take_back is not None and self.take_back.options else ""
        together = self._together
        assert isinstance(together, Solution)
        marks = together.marks()
        known = {mark for copies in self.puzzle.symbols for mark in copies}
        for _, cells in self.given.pieces:
            for cell in map(tuple, cells.tolist()):
                small = marks[cell].lower()
                marks[cell] = marks[cell] if small in known else small
        drawn = drawing.fold(drawing.draw(marks, self.puzzle.grid))
        along = together.painted() if "chain" in self.puzzle.features else None
        return drawn if along is None else f"{drawn}\n\n{along}"

    def picture(self) -> "Picture | None":
        """Return a picture of the layers, with the next piece or those to take back in colour and other pieces in grey.

        The result is None if there are neither.
        """
        from satpuzzle.pictures.sheet import highlighted

        marked = self.piece or self.take_back
        together = self._together
        if marked is None or not marked.options or not isinstance(together, Solution):
            return None
        return highlighted(together, marked.options)

    @property
    def _together(self) -> Either:
        """The given pieces and the next one, as one partial solution."""
        return replace(self.given, options=(*self.given.options, *(self.piece.options if self.piece else ())))


_CELL = having(Fact("cell", shared("cell")), Fact("pieces", by_name(COUNT)))
_PLACED = having(
    Fact("cells", every(shared("cell"))),
    Fact("solutions", COUNT),
    rather=[Fact("colours", every(COUNT)), Fact("sides", TEXT)],
)


@dataclass(frozen=True, repr=False)
class Possible(Answer):
    """The placements that are in a solution with the given pieces, each with the number of these solutions."""

    puzzle: Puzzle
    placements: list[
        tuple[Solution, int]
    ]  # (a partial solution of one piece, number of solutions), most frequent first
    solutions: int
    complete: bool  # whether all solutions were counted
    facts: ClassVar[tuple[Fact, ...]] = (
        PUZZLE,
        Fact("solutions", COUNT),
        Fact("final", TRUTH),
        Fact("cells", every(_CELL), of=lambda self: self._cells),
        Fact("pieces", by_name(every(_PLACED)), of=lambda self: self._pieces),
    )

    @property
    def final(self) -> bool:
        """Whether all solutions were counted; otherwise the numbers are lower bounds."""
        return self.complete

    exhaustive = final  # by the backend that counted them

    def __repr__(self) -> str:
        bound = "" if self.final else "≥ "
        placements, solutions = f"placements {bound}{len(self.placements)}", f"solutions {bound}{self.solutions}"
        return f"<possible in {self.puzzle.name}: {placements}, {solutions}>"

    @property
    def sentence(self) -> str:
        """The numbers of solutions with each placement, by pieces and by cells."""
        bound = "" if self.final else "≥ "
        lines = [f"{self.puzzle.name}: {bound}{numbered(self.solutions, 'solution')} on the fixed board"]
        for name, placed in self._pieces.items():
            lines.append(f"piece {name}: {bound}{numbered(len(placed), 'placement')}")
            lines += [f"  {bound}{entry['solutions']}: {_cells(entry['cells'])}{_colours(entry)}" for entry in placed]
        for entry in self._cells:
            pieces = ", ".join(f"{name} {bound}{number}" for name, number in entry["pieces"].items())
            lines.append(f"cell {_cells([entry['cell']])}: {pieces}")
        return "\n".join(lines)

    @property
    def _cells(self) -> list[dict[str, Any]]:
        """For each cell, the numbers of solutions by piece."""
        cells: dict[tuple[int, ...], dict[str, int]] = {}
        for placed, number in self.placements:
            [(piece, covered)] = placed.pieces
            for cell in covered.tolist():
                on_cell = cells.setdefault(tuple(cell), {})
                on_cell[piece.name] = on_cell.get(piece.name, 0) + number
        return [{"cell": list(cell), "pieces": found} for cell, found in sorted(cells.items())]

    @property
    def _pieces(self) -> dict[str, list[dict[str, Any]]]:
        """For each piece, the numbers of solutions by placement."""
        pieces: dict[str, list[dict[str, Any]]] = {}
        for placed, number in self.placements:
            [entry] = placed.as_list()
            pieces.setdefault(entry.pop("piece"), []).append(entry | {"solutions": number})
        return pieces


@question
class HintQuestion(CoverRow, SeedRow):
    """What to do next: a forced placement if there is one, else a random piece of a solution with the given pieces.

    If no solution has the given pieces, the hint says which to take back.
    """

    given: Given = positional(again(GivenRow, "given"), default=None, kw_only=False)
    backend: str | Engine = positional(again(BackendRow, "backend"), default="native", kw_only=False)

    def ask(self, context: Context = ALONE) -> Hint:
        """Return the hint; raises PuzzleError if the given pieces are invalid."""
        asker = Asker(self.puzzle, self.backend, context)
        chosen = asker.given(self.given)
        shown = asker.shown(chosen)
        dice = np.random.default_rng(self.seed)
        start: Options | None = None
        try:
            start = asker.one(chosen)
            if start is None:
                return Hint("wrong", asker.puzzle, shown, take_back=asker.shown(least_removal(asker, chosen)))
            if len(start) == len(chosen):
                return Hint("complete", asker.puzzle, shown)
            surely = forced(asker, chosen, start)
            if surely:
                return Hint("forced", asker.puzzle, shown, asker.shown((int(dice.choice(surely)),)))
            other = asker.random(dice, chosen) or ()
            start = other if len(other) > len(chosen) else start
        except Stopped:
            if start is None:
                return Hint("undecided", asker.puzzle, shown)
        left = sorted(set(start) - set(chosen))
        return Hint("possible", asker.puzzle, shown, asker.shown((int(dice.choice(left)),)))


hint = function(HintQuestion, "hint")


def forced(asker: Asker, chosen: Options, start: Options) -> list[int]:
    """Return the options that are in every solution with the `chosen` options, except the chosen ones themselves.

    `start` is one of these solutions.
    """
    candidates = set(start) - set(chosen)
    surely: list[int] = []
    while candidates:
        option = min(candidates)
        found = asker.one(chosen, [option])
        if found is None:
            surely.append(option)
            candidates.remove(option)
        else:
            candidates &= set(found)
    return sorted(surely)


def least_removal(asker: Asker, chosen: Options) -> Options:
    """Return a smallest set of chosen options to remove so that the other chosen ones are in a solution.

    The result is all chosen options if the puzzle has no solution.
    """
    from pysat.examples.hitman import Hitman

    if asker.one() is None:
        return chosen
    with Hitman(solver="glucose4", htype="sorted") as hitman:
        while True:
            back: set[int] = set(hitman.get() or ())
            rest = [option for option in chosen if option not in back]
            core = list(rest)
            if asker.one(core) is not None:
                return tuple(sorted(back))
            for option in rest:
                fewer = [other for other in core if other != option]
                if asker.one(fewer) is None:
                    core = fewer
            hitman.hit(core)


@question
class PossibleQuestion(CoverRow):
    """Which placements are in a solution with the given pieces, and in how many.

    Solutions are counted on the fixed board.  If a limit is reached, the counts are lower bounds.
    """

    given: Given = positional(again(GivenRow, "given"), default=None, kw_only=False)
    backend: str | Engine = positional(again(BackendRow, "backend"), default="native", kw_only=False)

    def ask(self, context: Context = ALONE) -> Any:
        """Return the placements, or options of a cover; raises PuzzleError if what is given is invalid."""
        asker = Asker(self.puzzle, self.backend, context)
        chosen = asker.given(self.given)
        count = _at_once if asker.config.engine.frontier else _one_by_one
        each, total, complete = count(asker, self.given, chosen)
        each[[*chosen, *asker.tables.placements.empties.tolist()]] = 0
        if isinstance(asker.puzzle, ExactCover):
            return OptionOdds(asker.puzzle, each.tolist(), total, complete)
        order = [int(option) for option in np.argsort(-each, kind="stable") if each[option]]
        shown = (Solution((option,), asker.puzzle, asker.tables.placements) for option in order)
        return Possible(asker.puzzle, [(one, int(each[one.options[0]])) for one in shown], total, complete)


possible = function(PossibleQuestion, "possible")


Counted = tuple[NDArray[Any], int, bool]  # the solutions with each option, all solutions, whether these are all


def _at_once(asker: Asker, given: Given, chosen: Options) -> Counted:
    """Count solutions by their diagram, or one by one if it does not fit into the memory."""
    from satpuzzle.questions.packings import TooManyPackings, diagram  # which a hint does not need

    def watch(run: Search) -> None:
        asker.watch(f"{asker.doing}: {run.counts.raw} solutions")

    try:
        packings = diagram(asker.puzzle, given=given, clock=asker.clock, watch=watch)
        return packings.occurrences, packings.total, packings.final
    except TooManyPackings:
        return _one_by_one(asker, given, chosen)
    except Stopped:
        return np.zeros(len(asker.tables.placements), np.int64), 0, False


def _one_by_one(asker: Asker, given: Given, chosen: Options) -> Counted:
    """Count solutions as a search finds them."""
    counted, total = np.zeros(len(asker.tables.cover.rows), np.int64), 0
    solutions = asker.solutions(chosen)
    while True:
        try:
            some, number = count_options(
                (found for _, found in zip(range(1000), solutions, strict=False)), len(counted)
            )
        except Stopped:
            return counted, total, False
        counted, total = counted + some, total + number
        if number < 1000:
            return counted, total, True


def _cells(cells: list[list[int]]) -> str:
    return " ".join(",".join(map(str, cell)) for cell in cells)


def _colours(entry: dict[str, Any]) -> str:
    return f" in colours {' '.join(map(str, entry['colours']))}" if "colours" in entry else ""
