"""Tells of many boards whether their pieces fit: of each, by the first reason that decides.

Areas come first, then boxes: if every piece can have a box of its own, nothing is left to search.  The other boards are
searched, each for a while; those that are still open come again with more time, so that a hard board holds up no other
one.  A search begins with reasons of its own, such as colourings, which are checked before it takes long.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from satpuzzle.api import solve
from satpuzzle.clock import Clock, Status
from satpuzzle.cover.reasons import Reason, volumes
from satpuzzle.engines.base import Engine
from satpuzzle.puzzle.formats.boards import Boards, load_boards
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.questions.explain import VERDICTS, Explanation
from satpuzzle.questions.facts import COUNT, TEXT, Fact, Told, every, having, word_for
from satpuzzle.questions.question import ALONE, Asking, Context, function, question
from satpuzzle.rows import again, argument, positional
from satpuzzle.settings import BackendRow, JobsRow

_PATIENCE = 1.0  # limit in seconds of the first search of a board
_LONGER = 4  # how many times as long the next one may take


@dataclass(frozen=True)
class Explained(Told):
    """What is known of each board of a file, as plain data, and how many boards have each verdict."""

    file: str
    boards: list[dict[str, Any]]
    solvable: int
    impossible: int
    undecided: int
    facts: ClassVar[tuple[Fact, ...]] = (
        Fact("file", TEXT),
        *(Fact(verdict, COUNT, f"the number of boards that are {verdict}") for verdict in VERDICTS),
        Fact("boards", every(having(*Explanation.facts, rather=[word_for(Explanation.claim)]))),
    )


@question
class ExplainEachQuestion(Asking, JobsRow):
    """Whether the pieces of each board of a file fit, and why.

    The result is an iterator: the answers in the order of the file.  `time_limit` is that of all boards together.  When
    the clock stops, the boards that are left are undecided.
    """

    boards: Boards | str | Path = argument("PUZZLE", "Boards, or the name of their file.", kw_only=False)
    backend: str | Engine = positional(again(BackendRow, "backend"), default="native", kw_only=False)

    def ask(self, context: Context = ALONE) -> Iterator[Explanation]:
        """Return an iterator of the answers; raises PuzzleError if the file is invalid."""
        boards = self.boards if isinstance(self.boards, Boards) else load_boards(self.boards)
        return _in_order(boards, self._decided(boards, context))

    def _decided(self, boards: Boards, context: Context) -> Iterator[tuple[int, Explanation]]:
        """Yield the numbers of boards and what is known of them, as soon as it is known."""
        left, clock = list(range(len(boards))), context.clock

        def told(number: int) -> None:
            context.watch(f"{boards.name}: board {number + 1}, {len(left)} of {len(boards)} boards left")

        for number in left[:]:
            told(number)
            if not clock.stopped() and (found := _at_once(boards, number)) is not None:
                left.remove(number)
                yield number, found
        patience = _PATIENCE
        while left and not clock.stopped():
            for number in left[:]:
                told(number)
                if (found := self._searched(boards[number], Clock(patience, within=clock))) is not None:
                    left.remove(number)
                    yield number, found
            patience *= _LONGER
        for number in left:
            yield number, Explanation("undecided", boards[number])

    def _searched(self, puzzle: Puzzle, clock: Clock) -> Explanation | None:
        run = solve(puzzle, self.backend, limit=1, jobs=self.jobs, clock=clock)
        if (found := run.first()) is not None:
            return Explanation("solvable", puzzle, solution=found)
        return Explanation("impossible", puzzle, run.obstacle) if run.status is Status.EXHAUSTED else None


explain_each = function(ExplainEachQuestion, "explain_each")


def _in_order(boards: Boards, decided: Iterator[tuple[int, Explanation]]) -> Iterator[Explanation]:
    waiting: dict[int, Explanation] = {}
    for number in range(len(boards)):
        while number not in waiting:
            waiting |= [next(decided)]
        yield waiting.pop(number)


def _at_once(boards: Boards, number: int) -> Explanation | None:
    puzzle = boards[number]
    if (reason := volumes(puzzle)) is not None:
        return Explanation("impossible", puzzle, reason)
    boxes = boards.side_by_side(number)
    return None if boxes is None else Explanation("solvable", puzzle, Reason("boxes", boxes))


def why(found: Explanation) -> tuple[str, str]:
    """Return by what a board was decided, and a sentence; both are empty if it is undecided."""
    if found.reason is not None:
        return found.reason.kind, found.reason.text
    if found.verdict == "undecided":
        return "", ""
    return "search", "a search found a packing" if found.solution is not None else "a search ended without a packing"
