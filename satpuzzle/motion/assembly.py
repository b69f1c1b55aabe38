"""Can a packing be put together?  The answer, and the order.

Putting together is taking apart, backwards, so the order is found by taking apart: each step carries pieces away
from what is still together.  Steps are straight moves and, by the rule `turns`, quarter turns; without them a `no`
leaves open whether turning would help.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover import bits
from satpuzzle.cover.exact_cover import Batch
from satpuzzle.cover.placements import Placements
from satpuzzle.display import Drawn
from satpuzzle.engines.library import missing
from satpuzzle.errors import BackendError
from satpuzzle.motion.apart import Apart
from satpuzzle.motion.compiled import CompiledSearch, Shared
from satpuzzle.motion.groups import Groups
from satpuzzle.motion.levels import Levels, numbers, text
from satpuzzle.motion.peel import Peeler
from satpuzzle.motion.replay import replay, turned
from satpuzzle.motion.rules import FAR, Rules, Surroundings, beside, surroundings
from satpuzzle.motion.search import MotionSearch
from satpuzzle.motion.split import Move, OutOfStates, SplitSearch
from satpuzzle.motion.sweep import named
from satpuzzle.motion.threads import side_by_side
from satpuzzle.puzzle.grids import Points
from satpuzzle.puzzle.grids.base import AXES
from satpuzzle.puzzle.model import Piece, Puzzle
from satpuzzle.solutions.solution import Solution

Ints = NDArray[np.int64]


class Verdict(StrEnum):
    """Whether a packing can be put together."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"  # more positions than the rules allow to look at


_ORDER = (Verdict.YES, Verdict.UNKNOWN, Verdict.NO)  # the best first


@dataclass(frozen=True, repr=False)
class Assembly(Drawn):
    """How a packing comes apart under some rules; pieces are numbered as in `Solution.pieces`."""

    verdict: Verdict
    rules: Rules
    side: str | None  # the open side of the box
    steps: tuple[Move, ...]  # as far as it comes apart
    level: str | None  # the number of moves to the first separation, and of the parts, as in 5.2; None unless `yes`
    core: tuple[int, ...]  # pieces that do not come apart, or of which it is not known
    states: int  # positions that were searched
    together: tuple[tuple[int, ...], ...] = ()  # sets of pieces that may stay together, each being of one group
    levels: tuple[int, ...] = ()  # the moves of every separation: of what stays first, then of what has left
    solution: Solution | None = field(default=None, compare=False)  # the packing, if it is known

    def __repr__(self) -> str:
        level = "" if self.level is None else f", level {self.level}"
        return f"<assembly: {self.verdict}, {replace(self.rules, open=self.side)}, steps {len(self.steps)}{level}>"

    def __str__(self) -> str:
        return repr(self) if self.solution is None else report(self, self.solution)

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data.

        A step is `{"pieces": [numbers], "direction": [x, y, z], "distance": n}`; the pieces move n times the direction
        together, or `"out"`: they leave what is still together with them, and go on as a part of their own.  Or it is
        `{"pieces": [numbers], "turn": {"axis": [x, y, z], "through": [x, y, z], "matrix": rows, "offset": [x, y, z]}}`:
        they turn together by 90 degrees about the line through a point along an axis, which takes a point p to
        matrix p + offset, as if what has left before had not been moved by that.
        """
        return {
            "assemblable": self.verdict,
            "moves": self.rules.moves,
            "open": self.side,
            **({"slack": self.rules.slack} if self.rules.slack else {}),
            "level": self.level,
            "levels": list(self.levels),
            "steps": [_step(step) for step in self.steps],
            "core": list(self.core),
            "states": self.states,
        } | ({"together": [list(part) for part in self.together]} if self.together else {})


class Assembler:
    """Tells for packings of one puzzle whether they can be put together under some rules, `jobs` of them at a time.

    Raises PuzzleError if the rules do not suit the puzzle.
    """

    def __init__(self, puzzle: Puzzle, rules: Rules, jobs: int = 1) -> None:
        self.rules = rules
        self.jobs = jobs
        self._peelers = [Peeler(around) for around in surroundings(puzzle, rules)]
        self.must_preserve = beside(puzzle, rules) if rules.fixes_side else None
        self._board = puzzle.board
        self._pieces = puzzle.pieces
        self._framed = any(peeler.around.holding for peeler in self._peelers)
        self._free: dict[Surroundings, list[Shared]] = {}  # what no thread is at work with

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_free": {}}

    def assembly(self, solution: Solution, clock: Clock = UNLIMITED) -> Assembly:
        """Return how one packing comes apart, replayed.

        Where any side may be open, it is the first one that serves; if none does, the one that leaves the fewest.
        Raises Stopped when the clock stops, and BackendError if the steps found are wrong.
        """
        labels = _labels(solution.placements, np.array([solution.options], dtype=np.int64), len(self._board))
        best: Assembly | None = None
        for peeler in self._peelers:
            found = self._apart(peeler, labels, solution.pieces, clock)
            if best is None or _rank(found) < _rank(best):
                best = found
            if found.verdict is Verdict.YES:
                break
        assert best is not None
        return replace(best, solution=solution)

    def assemblies(self, packings: Iterable[Solution], clock: Clock = UNLIMITED) -> Iterator[Assembly]:
        """Yield how each packing comes apart, in their order; see `assembly`."""
        return side_by_side(lambda packing: self.assembly(packing, clock), packings, self.jobs)

    def verdicts(self, placements: Placements, batch: Batch, clock: Clock = UNLIMITED) -> list[Verdict]:
        """Return for each packing of a batch whether it can be put together; raises Stopped when the clock stops."""
        labels = _labels(placements, batch, len(self._board))
        verdicts = [Verdict.NO] * len(batch)
        for peeler in self._peelers:
            undecided = [number for number, verdict in enumerate(verdicts) if verdict is not Verdict.YES]
            cores = peeler.peel(labels[undecided], batch.shape[1], clock)[0]

            def judged(packing: tuple[Ints, NDArray[np.bool_]], around: Surroundings = peeler.around) -> Verdict:
                return self._verdict(around, placements, *packing, clock)

            found = side_by_side(judged, zip(batch[undecided], cores, strict=True), self.jobs)
            for number, verdict in zip(undecided, found, strict=True):
                verdicts[number] = min(verdict, verdicts[number], key=_ORDER.index)
        return verdicts

    def _verdict(
        self,
        around: Surroundings,
        placements: Placements,
        row: Ints,
        core: NDArray[np.bool_],
        clock: Clock,
    ) -> Verdict:
        """Return the verdict on one packing of which the core does not come apart by single moves."""
        pieces = self._copies(placements, row)
        if not self._holds(pieces, core):
            return Verdict.YES
        if self.rules.moves == "single":
            return Verdict.NO
        groups = Groups(pieces)
        searched = [*range(len(pieces))] if groups else np.flatnonzero(core).tolist()
        options = row[row >= 0]
        placed = [(pieces[piece], self._board[placements.covered(options[piece])]) for piece in searched]
        with self._searching(around, placed, clock) as search:
            try:
                yes = Apart(search, Groups([piece for piece, _ in placed]), around.holding).comes_apart()
            except OutOfStates:
                return Verdict.UNKNOWN
        return Verdict.YES if yes else Verdict.NO

    def judge(self, placements: Placements, batch: Batch, clock: Clock) -> tuple[NDArray[np.bool_], int]:
        """Tell which packings can be put together, and of how many it stays undecided; Stopped when the clock stops."""
        verdicts = self.verdicts(placements, batch, clock)
        return np.array([verdict is Verdict.YES for verdict in verdicts], np.bool_), verdicts.count(Verdict.UNKNOWN)

    def facts(self) -> dict[str, Any]:
        """Return the rules as plain data."""
        return self.rules.facts

    def __str__(self) -> str:
        return f"these can be put together {self.rules}"

    def _copies(self, placements: Placements, row: NDArray[np.int64]) -> list[Piece]:
        """Return the pieces of a packing, one for each that is placed."""
        return [self._pieces[piece] for piece in placements.piece[row[row >= 0]].tolist()]

    def _holds(self, pieces: list[Piece], left: NDArray[np.bool_]) -> bool:
        """Tell whether pieces are left that should have come apart."""
        core = tuple(np.flatnonzero(left).tolist())
        return bool(core) and (self._framed or not Groups(pieces).allow([core]))

    def _apart(
        self, peeler: Peeler, labels: NDArray[np.int64], pieces: list[tuple[Piece, Points]], clock: Clock
    ) -> Assembly:
        around, cells = peeler.around, [where for _, where in pieces]
        together: tuple[tuple[int, ...], ...] = ()
        if self.rules.moves == "single":
            left, moved = peeler.peel(labels, len(cells), clock)
            core = tuple(np.flatnonzero(left[0]).tolist())
            if core and not self._holds([piece for piece, _ in pieces], left[0]):
                together, core = (core,), ()
            order = sorted((turn, piece, way) for piece, (turn, way) in enumerate(moved[0].tolist()) if turn >= 0)
            moves = [Move((piece,), peeler.directions[way], None) for _, piece, way in order]
            if not around.holding and not together:
                del moves[max(0, len(cells) - 1) :]  # nothing is left that the last piece could leave
            found = self._result(around, moves, core, [(1, []) for _ in moves], 0, together)
        else:
            found = self._search(around, pieces, clock)
        clock.check()
        try:
            replay(cells, around, found.steps, found.verdict is Verdict.YES, found.together, clock, self.rules.slack)
        except AssertionError as error:
            raise BackendError(f"the search for an order of assembly went wrong: {error}") from None
        return found

    @contextmanager
    def _searching(
        self, around: Surroundings, pieces: list[tuple[Piece, Points]], clock: Clock
    ) -> Iterator[SplitSearch]:
        """Lend the search for separations in one packing: that of the kernel, if there is one that can."""
        far, turns = self.rules.moves in FAR, self.rules.moves == "turns"
        most, slack = self.rules.max_states, self.rules.hundredths
        if missing() is not None:
            yield MotionSearch(pieces, around, far, most, clock, turns, slack)
            return
        free = self._free.setdefault(around, [])
        shared = free.pop() if free else Shared(around, turns, slack)
        try:
            kernel = shared.suit(len(pieces))
            yield (
                CompiledSearch(pieces, around, far, most, clock, shared)
                if kernel
                else MotionSearch(pieces, around, far, most, clock, turns, slack)
            )
        finally:
            free.append(shared)

    def _search(self, around: Surroundings, pieces: list[tuple[Piece, Points]], clock: Clock) -> Assembly:
        with self._searching(around, pieces, clock) as search:
            apart = Apart(search, Groups([piece for piece, _ in pieces]), around.holding)
            try:
                moves, levels, core = apart.run()
            except OutOfStates as ended:
                moves, core = ended.args
                return Assembly(
                    Verdict.UNKNOWN, self.rules, around.side, tuple(moves), None, core, self.rules.max_states
                )
            return self._result(around, moves, core, levels, search.states, apart.together)

    def _result(
        self,
        around: Surroundings,
        moves: list[Move],
        core: tuple[int, ...],
        levels: Levels,
        states: int,
        together: tuple[tuple[int, ...], ...],
    ) -> Assembly:
        verdict = Verdict.NO if core else Verdict.YES
        level, every = (None, ()) if core else (text(levels), tuple(numbers(levels)))
        return Assembly(verdict, self.rules, around.side, tuple(moves), level, core, states, together, levels=every)


def assembly(
    solution: Solution,
    moves: str = "single",
    open: str | None = None,
    max_states: int = 100_000,
    *,
    slack: float = 0.0,
    seconds: float | None = None,
    clock: Clock = UNLIMITED,
) -> Assembly:
    """Return whether a packing can be put together, and the steps that take it apart; see `Rules` for the arguments.

    Raises PuzzleError if they do not suit the puzzle, and Stopped after so many seconds or when the clock stops.
    """
    clock = Clock(seconds, within=clock).start()
    return Assembler(solution.puzzle, Rules(moves, open, max_states, slack)).assembly(solution, clock)


def report(found: Assembly, solution: Solution) -> str:
    """Return an assembly as lines of text, with the pieces' characters in the drawing."""
    names = [
        mark if mark == piece.name else f"{mark} ({piece.name})"
        for (piece, _), mark in zip(solution.pieces, solution.symbols(), strict=True)
    ]
    ways = str(replace(found.rules, open=found.side))
    level = ""
    if found.level and found.rules.moves in FAR:
        every = ".".join(map(str, found.levels))
        level = f", level {found.level}" + f" (of all separations: {every})" * (every not in ("", found.level))
    lines = [f"assemblable: {found.verdict}, {ways}{level}"]
    if found.steps:
        backwards = "; put together in the reverse order, against the directions" if not found.core else " so far"
        lines.append(f"taken apart{backwards}:")
    width = len(str(len(found.steps)))
    for number, step in enumerate(found.steps, 1):
        pieces = ", ".join(names[piece] for piece in step.pieces)
        lines.append(f"  {number:>{width}}. {pieces}  {_words(step)}")
    lines += [f"stay together as a group: {', '.join(names[piece] for piece in part)}" for part in found.together]
    if found.core:
        stuck = ", ".join(names[piece] for piece in found.core)
        if found.verdict is Verdict.UNKNOWN:
            lines.append(f"undecided after {found.states} positions: {stuck}")
        else:
            untried = (
                "" if found.rules.moves == "turns" else " (by straight moves; turning pieces on the way was not tried)"
            )
            lines.append(f"stuck: {stuck}{untried}")
    return "\n".join(lines)


def _step(step: Move) -> dict[str, Any]:
    """Return a step as plain data."""
    pieces = list(step.pieces)
    if step.about is None:
        return {
            "pieces": pieces,
            "direction": list(step.direction),
            "distance": "out" if step.distance is None else step.distance,
        }
    matrix, offset = turned(step.direction, step.about)
    turn = {"axis": list(step.direction), "through": [x / 2 for x in step.about], "matrix": matrix, "offset": offset}
    return {"pieces": pieces, "turn": turn}


def _words(step: Move) -> str:
    if step.about is not None:
        where = ", ".join(
            f"{axis} = {place / 2:g}"
            for axis, place, along in zip(AXES, step.about, step.direction, strict=True)
            if not along
        )
        return f"turn 90° about {named(step.direction)} at {where}"
    return f"{named(step.direction)}  {'out' if step.distance is None else f'by {step.distance}'}"


def _rank(found: Assembly) -> tuple[int, int]:
    """Return how good an answer is, the smaller the better."""
    return _ORDER.index(found.verdict), len(found.core)


def _labels(placements: Placements, batch: Batch, cells: int) -> NDArray[np.int64]:
    """Return which piece of its packing covers each cell, shape (packings, cells), -1 where none does."""
    labels = np.full((len(batch), cells), -1)
    rows = np.concatenate([placements.cells, np.zeros((1, placements.cells.shape[1]), np.uint64)])
    for number, column in enumerate(batch.T):  # a padding of -1 reads the last row, which covers nothing
        labels[bits.from_words(rows[column], cells)] = number
    return labels
