"""Tells of many boards whether their pieces fit: of each, by the first reason that decides.

The boards are those of a file, or the members of a family, such as the dates of a calendar.  Boards that are equal but
for an isometry are asked once.  Areas come first, then boxes: if every piece can have a box of its own, nothing is left
to search.  The members of a family are then searched together, as choices of one cover.  The other boards are searched
by themselves, each for a while; those that are still open are asked for colourings and pairings, and come again with
more time, so that a hard board holds up no other one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from satpuzzle.api import solve
from satpuzzle.arrays import bincount
from satpuzzle.clock import Clock, Status
from satpuzzle.cover.bits import Ints
from satpuzzle.cover.reasons import Reason
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.base import Engine
from satpuzzle.errors import PuzzleError, Stopped
from satpuzzle.puzzle.families import Family
from satpuzzle.puzzle.formats.boards import Boards
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.questions.decided import Decided
from satpuzzle.questions.explain import VERDICTS, Reasoned
from satpuzzle.questions.facts import COUNT, TEXT, TRUTH, Fact, Told, every, having, word_for
from satpuzzle.questions.many import Early, Many, many_boards
from satpuzzle.questions.question import ALONE, Asking, Context, function, question
from satpuzzle.rows import again, argument, option, positional
from satpuzzle.settings import BackendRow, JobsRow
from satpuzzle.solutions.solution import Solution

_PATIENCE = 1.0  # limit in seconds of the first search of a board
_LONGER = 4  # how many times as long the next one may take


@dataclass(frozen=True, repr=False)
class OfMany(Reasoned):
    """What is known of one of many boards.  The reason may also say why there is a solution."""

    many: Many
    number: int
    verdict: str
    reason: Reason | None = None
    found: Solution | Sequence[int] | None = None  # a packing, perhaps as options (`Early`)

    @property
    def name(self) -> str:
        """The name of the board."""
        return self.many.called(self.number)

    @cached_property
    def puzzle(self) -> Puzzle:
        """The board with its pieces."""
        return self.many[self.number]

    @cached_property
    def solution(self) -> Solution | None:
        """A packing, if a search found one."""
        if self.found is None or isinstance(self.found, Solution):
            return self.found
        return self.many.packed(self.number, self.found)

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data; packings of boards that were searched together are left out."""
        packing = self.found.as_list() if isinstance(self.found, Solution) else None
        return {
            "puzzle": self.name,
            "verdict": self.verdict,
            "reason": self.reason and self.reason.as_dict(self.puzzle if self.reason.cells else None),
            "solution": packing,
        }


@dataclass(frozen=True)
class Explained(Told):
    """What is known of each of many boards, as plain data, and how many boards have each verdict."""

    file: str
    boards: list[dict[str, Any]]
    solvable: int
    impossible: int
    undecided: int
    facts: ClassVar[tuple[Fact, ...]] = (
        Fact("file", TEXT, "the file or family"),
        *(Fact(verdict, COUNT, f"the number of boards that are {verdict}") for verdict in VERDICTS),
        Fact("final", TRUTH, "whether all boards are decided", lambda self: not self.undecided),
        Fact("boards", every(having(*Reasoned.facts, rather=[word_for(Reasoned.claim)]))),
    )


@question
class ExplainEachQuestion(Asking, JobsRow):
    """Whether the pieces of each of many boards fit, and why.

    The result is an iterator: the answers in the order of the boards.  `time_limit` is that of all boards together.
    When the clock stops, the boards that are left are undecided.
    """

    boards: Many | Boards | Family | Sequence[Puzzle] | str | Path = argument(
        "PUZZLE", "Boards, a family, puzzles, or the name of a family or file of boards.", kw_only=False
    )
    backend: str | Engine = positional(again(BackendRow, "backend"), default="native", kw_only=False)
    journal: Path | str | None = option(
        None, "FILE", None, "Record each board that is decided in FILE; if FILE exists, continue from it.", rare=True
    )

    def ask(self, context: Context = ALONE) -> Iterator[OfMany]:
        """Return an iterator of the answers.

        Raises PuzzleError if the file is invalid, and JournalError if the journal is of other boards or was changed.
        """
        many = self.boards if isinstance(self.boards, Many) else many_boards(self.boards)
        if many is None:
            raise PuzzleError(f"{self.boards}: is one puzzle, expected is a family or a file of boards")
        name = self.backend if isinstance(self.backend, str) else self.backend.name
        return _Asked(many, self.backend, self.jobs, Decided(self.journal, many, name), context).answers()


explain_each = function(ExplainEachQuestion, "explain_each")


@dataclass
class _Asked:
    """One walk through the boards."""

    many: Many
    backend: str | Engine
    jobs: int | None
    journal: Decided
    context: Context
    _left: int = field(default=0, init=False)

    def answers(self) -> Iterator[OfMany]:
        """Yield what is known of each board, in their order."""
        try:
            yield from self._answers()
        finally:
            self.journal.close()

    def _answers(self) -> Iterator[OfMany]:
        many, clock = self.many, self.context.clock
        try:
            first = many.first_alike(clock)
        except Stopped:
            first = np.arange(len(many))
        waiting, decided = dict[int, OfMany](), self._decided(first == np.arange(len(many)))
        known = dict[int, OfMany]()
        shared = bincount(first, minlength=len(many)) > 1
        for number, one in enumerate(first.tolist()):
            while one not in known and one not in waiting:
                found = next(decided)
                waiting[found.number] = found
            found = known[one] if one in known else waiting.pop(one)
            if shared[one]:
                known[one] = found
            yield found if number == one else self._as(number, found)

    def _as(self, number: int, found: OfMany) -> OfMany:
        """Return what is known of a board that equals another one."""
        if found.verdict == "undecided":
            return OfMany(self.many, number, found.verdict)
        return OfMany(self.many, number, found.verdict, Reason("alike", f"as {found.name}, which is the same board"))

    def _decided(self, asked: "np.ndarray[Any, np.dtype[np.bool_]]") -> Iterator[OfMany]:
        """Yield what is known of the boards that are to be asked, as soon as it is known."""
        many, clock, numbers = self.many, self.context.clock, np.flatnonzero(asked)
        self._left, open_ = len(numbers), asked.copy()
        for known in self.journal.there():
            if open_[known.number]:
                open_[known.number] = False
                self._left -= 1
                yield OfMany(many, *known)
        try:
            for early in self._early(np.flatnonzero(open_)):
                open_[early.number] = False
                self._left -= 1
                self.journal.add(*early)
                yield OfMany(many, *early)
        except Stopped:
            pass
        left = np.flatnonzero(open_).tolist()
        patience = _PATIENCE
        while left and not clock.stopped():
            for number in left[:]:
                self._tell(number)
                found = self._searched(number, Clock(patience, within=clock))
                if found is None and patience == _PATIENCE:
                    found = self._excluded(number)
                if found is not None:
                    left.remove(number)
                    self._left -= 1
                    self.journal.add(number, found.verdict, found.reason, found.found)
                    self.journal.write()
                    yield found
            patience *= _LONGER
        for number in left:
            yield OfMany(many, number, "undecided")

    def _early(self, numbers: Ints) -> Iterator[Early]:
        self.context.clock.check()
        if len(numbers):
            self._tell(int(numbers[0]))
        yield from self.many.early(numbers, self.backend, self.context)

    def _tell(self, number: int) -> None:
        many = self.many
        self.context.watch(f"{many.name}: board {number + 1}, {self._left} of {len(many)} boards left")

    def _excluded(self, number: int) -> OfMany | None:
        """Return that a colouring or a pairing excludes a solution of a board that a search left open."""
        try:
            reason = Tables.of(self.many[number], clock=self.context.clock).parity(self.context.clock)
        except Stopped:
            return None
        return None if reason is None else OfMany(self.many, number, "impossible", reason)

    def _searched(self, number: int, clock: Clock) -> OfMany | None:
        run = solve(self.many[number], self.backend, limit=1, jobs=self.jobs, clock=clock)
        if (found := run.first()) is not None:
            return OfMany(self.many, number, "solvable", found=found)
        if run.status is not Status.EXHAUSTED:
            return None
        return OfMany(self.many, number, "impossible", run.obstacle)


def why(found: Reasoned) -> tuple[str, str]:
    """Return by what a board was decided, and a sentence; both are empty if it is undecided."""
    if found.reason is not None:
        return found.reason.kind, found.reason.text
    if found.verdict == "undecided":
        return "", ""
    return "search", f"a search {'found' if found.verdict == 'solvable' else 'ended without'} a packing"
