"""Decides whether a packing can be assembled, and in which order.

Assembling is disassembling in reverse, so the order is found by taking the packing apart: each step moves pieces away
from those that are still together.  Steps are straight moves and, by the rule `turns`, quarter turns.  A packing that
does not come apart by straight moves may still come apart with turns.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import chain, islice, repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover import bits
from satpuzzle.cover.bits import Ints
from satpuzzle.cover.exact_cover import Batch, batch_of
from satpuzzle.cover.placements import Placements
from satpuzzle.display import Drawn
from satpuzzle.engines.library import missing
from satpuzzle.errors import BackendError, Stopped
from satpuzzle.motion import many
from satpuzzle.motion.apart import Apart
from satpuzzle.motion.compiled import CompiledSearch, Shared
from satpuzzle.motion.groups import Groups
from satpuzzle.motion.interlocking import interlocking
from satpuzzle.motion.levels import Levels, numbers, text
from satpuzzle.motion.many import Taken, take_apart
from satpuzzle.motion.peel import Peeler
from satpuzzle.motion.replay import replay, replayer, turned
from satpuzzle.motion.rules import AUTO, SIMPLEST_FIRST, Rules, Surroundings, beside, surroundings
from satpuzzle.motion.search import MotionSearch
from satpuzzle.motion.split import Move, OutOfStates, Part, SplitSearch
from satpuzzle.motion.sweep import named
from satpuzzle.motion.threads import side_by_side
from satpuzzle.puzzle.grids import Points
from satpuzzle.puzzle.grids.base import AXES
from satpuzzle.puzzle.model import Piece, Puzzle
from satpuzzle.solutions.solution import Solution


class Verdict(StrEnum):
    """Whether a packing can be assembled."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"  # undecided after the number of positions that the rules allow


_PORTION = 512  # packings that are taken apart together: at most
_OTHERS = 12  # other first separations that are tried before all ways of a packing are compared
_VERDICTS = (Verdict.YES, Verdict.NO, Verdict.UNKNOWN, Verdict.YES)  # in the order of `many`
_ORDER = (Verdict.YES, Verdict.UNKNOWN, Verdict.NO)  # the best first


@dataclass(frozen=True, repr=False)
class Assembly(Drawn):
    """How a packing comes apart under some rules; pieces are numbered as in `Solution.pieces`."""

    verdict: Verdict
    rules: Rules
    side: str | None  # the open side of the box
    steps: tuple[Move, ...]  # the moves that take it apart, as far as it comes apart
    level: str | None  # the numbers of moves as text, such as 5.2, see levels.py; None unless the verdict is `yes`
    core: tuple[int, ...]  # pieces that do not come apart, or for which this is undecided
    states: int  # the number of positions that were searched
    together: tuple[tuple[int, ...], ...] = ()  # sets of pieces that stay together, each as a group
    levels: tuple[int, ...] = ()  # the number of moves of each separation, in the order of `levels.numbers`
    loose: bool = False  # whether it comes apart, but does not interlock as the rules ask
    least: bool = True  # whether all ways were compared; otherwise the least level may be lower than `level`
    solution: Solution | None = field(default=None, compare=False)  # the packing, if it is known

    def __repr__(self) -> str:
        level = "" if self.level is None else f", level {self.rating}"
        return f"<assembly: {self.verdict}, {replace(self.rules, open=self.side)}, steps {len(self.steps)}{level}>"

    def __str__(self) -> str:
        return repr(self) if self.solution is None else report(self, self.solution)

    @property
    def rating(self) -> str:
        """The level in words, such as `5.2`, `at most 5.2` if not all ways were compared, or "" if there is none."""
        return f"{'' if self.least else 'at most '}{self.level}" if self.level else ""

    def as_dict(self) -> dict[str, Any]:
        """Return the assembly as plain data.

        A step is `{"pieces": [numbers], "direction": [x, y, z], "distance": n}`: the pieces move together by n times
        the direction.  If the distance is `"out"`, they leave the other pieces and form a separate part.

        Or a step is `{"pieces": [numbers], "turn": {"axis": [x, y, z], "through": [x, y, z], "matrix": rows, "offset":
        [x, y, z]}}`: the pieces turn together by 90 degrees about the line through the point `through` with the
        direction `axis`, so that a point p goes to matrix p + offset.  A step `"out"` does not change coordinates:
        later turns are given as if the pieces had not moved in it.
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
        } | (
            ({"together": [list(part) for part in self.together]} if self.together else {})
            | ({} if self.least else {"level_is_least": False})
            | ({"interlocking": not self.loose} if self.rules.interlocking else {})
        )


class Assembler:
    """Decides whether packings of one puzzle can be assembled under some rules, in `jobs` threads.

    Raises PuzzleError if the rules do not apply to the puzzle.
    """

    def __init__(self, puzzle: Puzzle, rules: Rules, jobs: int = 1) -> None:
        self.rules = rules
        self.jobs = jobs
        self._attempts = [rules]
        self._grouped = any(piece.groups for piece in puzzle.pieces)
        if rules.moves == AUTO:  # only `steps` takes into account that pieces of a group may stay together
            self._attempts = [replace(rules, moves=moves) for moves in SIMPLEST_FIRST[-1 if self._grouped else 0 :]]
        self._peelers = [Peeler(around) for around in surroundings(puzzle, rules)]
        self.must_preserve = beside(puzzle, rules) if rules.fixes_side else None
        self._board = puzzle.board
        self._pieces = puzzle.pieces
        self._framed = any(peeler.around.holding for peeler in self._peelers)
        self._free: dict[Surroundings, list[Shared]] = {}  # shared tables that no thread uses at the moment

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_free": {}}

    def assembly(self, solution: Solution, clock: Clock = UNLIMITED) -> Assembly:
        """Return how one packing comes apart, after replaying the steps as a check.

        If the rules allow any open side of the box, the sides are tried in turn until the packing comes apart; if it
        comes apart by none, the result is that of the side that leaves the fewest pieces stuck.  Raises Stopped if the
        clock stops, and BackendError if the check fails.
        """
        pieces = solution.pieces
        for rules in self._attempts:
            found = [self._apart(self._peelers[0], rules, solution, pieces, clock)]
            for peeler in self._peelers[1:]:
                if found[-1].verdict is Verdict.YES:
                    break
                found.append(self._apart(peeler, rules, solution, pieces, clock))
            best = min(found, key=_rank)
            if best.verdict is Verdict.YES:
                break
        return replace(best, solution=solution)

    def assemblies(self, packings: Iterable[Solution], clock: Clock = UNLIMITED) -> Iterator[Assembly]:
        """Yield how each packing comes apart, in the order of the packings; see `assembly`."""
        return side_by_side(lambda packing: self.assembly(packing, clock), packings, self.jobs)

    def levels(self, packings: Iterable[Solution], clock: Clock = UNLIMITED) -> Iterator[Assembly]:
        """Yield what `assemblies` does, but without the moves and the core; for many packings this is faster.

        Pieces are removed one by one from many packings at the same time, and packings share what is known of equal
        parts.  The separations of each different part are replayed once.
        """
        if self.rules.moves not in (AUTO, "steps") or len(self._peelers) > 1 or self._grouped or missing() is not None:
            yield from self.assemblies(packings, clock)
            return
        for found, ended in side_by_side(lambda some: self._levels(some, clock), _portions(packings), self.jobs):
            yield from found
            if ended is not None:
                raise ended

    def _levels(self, packings: list[Solution], clock: Clock) -> tuple[list[Assembly], Stopped | None]:
        """Return the assemblies of packings without their moves; fewer, and the exception, if the clock stops."""
        around, found = self._peelers[0].around, list[Assembly]()
        batch = batch_of([packing.options for packing in packings])
        try:
            taken = self._taken(around, packings[0].placements, batch, clock, _OTHERS)
            if taken is None:
                found += (self.assembly(packing, clock) for packing in packings)
                return found, None
            complete = taken.rows[:, 0] == many.FALLS
            replayer(packings[0].placements, around).check(
                batch[: len(complete)], taken.steps, np.column_stack([taken.rows[:, -2:], complete]), clock
            )
            found += map(self._rated, packings, taken.rows.tolist(), repeat(clock))
            if self.rules.interlocking:
                held = self._interlocking(self._peelers[0], packings[0].placements, batch, clock)
                found = [one if holds else _loose(one) for one, holds in zip(found, held, strict=False)]
            if taken.ended is not None:
                raise taken.ended
        except AssertionError as error:
            raise _wrong(error) from None
        except Stopped as ended:
            return found, ended
        return found, None

    def _taken(
        self, around: Surroundings, placements: Placements, batch: Batch, clock: Clock, others: int
    ) -> Taken | None:
        """Take the packings of a batch apart by a kernel, see `take_apart`; return None if it does not support them."""
        rules, weight = self.rules, np.array([*(piece.weight for piece in self._pieces), 0])
        with self._sharing(around) as shared:
            if self._grouped or missing() is not None or not shared.suit(batch.shape[1]):
                return None
            shared.tidy()
            places, weights = shared.places(placements, batch, clock), weight[np.append(placements.piece, -1)[batch]]
            far, holding, most = rules.far, around.holding, rules.max_states
            return take_apart(shared, places, weights, clock, holding=holding, far=far, most=most, others=others)

    def _rated(self, packing: Solution, taken: list[int], clock: Clock) -> Assembly:
        """Return how a packing comes apart, without its moves; `taken` is a row of `Taken`."""
        verdict, states, separations, first, _, single, *_ = taken
        rules, around = replace(self.rules, moves="steps"), self._peelers[0].around
        if verdict == many.OTHERWISE:
            found = self._apart(self._peelers[0], rules, packing, packing.pieces, clock)
            return replace(found, steps=(), core=(), solution=packing)
        said = _VERDICTS[verdict]
        if said is Verdict.UNKNOWN:
            states = rules.max_states
        if said is not Verdict.YES:
            return Assembly(said, rules, around.side, (), None, (), states, solution=packing)
        if self.rules.moves == AUTO and first <= 1:
            rules = replace(rules, moves="single" if single else "group")
        levels = (first, *[1] * (separations - 1)) if separations else ()
        return Assembly(said, rules, around.side, (), str(first), (), states, levels=levels, solution=packing)

    def verdicts(self, placements: Placements, batch: Batch, clock: Clock = UNLIMITED) -> list[Verdict]:
        """Return the verdict on each packing of a batch.  Raises Stopped if the clock stops."""
        verdicts, most = [Verdict.NO] * len(batch), min(_PORTION, -(-len(batch) // self.jobs))
        for peeler in self._peelers:
            undecided = [number for number, verdict in enumerate(verdicts) if verdict is not Verdict.YES]

            def judged(
                some: slice, peeler: Peeler = peeler, left: NDArray[np.int64] = batch[undecided]
            ) -> list[Verdict]:
                return self._judged(peeler, placements, left[some], clock)

            each = side_by_side(judged, clock.slices(len(undecided), most), self.jobs)
            for number, verdict in zip(undecided, chain.from_iterable(each), strict=True):
                verdicts[number] = min(verdict, verdicts[number], key=_ORDER.index)
        return verdicts

    def _judged(self, peeler: Peeler, placements: Placements, batch: Batch, clock: Clock) -> list[Verdict]:
        """Return the verdict on each packing: no, too, if it does not interlock as the rules ask."""
        if not self.rules.interlocking:
            return self._taken_apart(peeler, placements, batch, clock)
        held = np.flatnonzero(self._interlocking(peeler, placements, batch, clock))
        found = np.full(len(batch), Verdict.NO, dtype=object)
        found[held] = self._taken_apart(peeler, placements, batch[held], clock)
        return found.tolist()

    def _taken_apart(self, peeler: Peeler, placements: Placements, batch: Batch, clock: Clock) -> list[Verdict]:
        """Return whether each packing comes apart; without the kernel, from the pieces left of one by one."""
        taken = None if self.rules.moves == "single" else self._taken(peeler.around, placements, batch, clock, 0)
        if taken is not None:
            if taken.ended is not None:
                raise taken.ended
            return [_VERDICTS[verdict] for verdict in taken.rows[:, 0].tolist()]
        cores, _ = peeler.peel(_labels(placements, batch, len(self._board)), batch.shape[1], clock)
        each = zip(batch, cores, strict=True)
        return [self._verdict(peeler.around, placements, row, core, clock) for row, core in each]

    def _verdict(
        self, around: Surroundings, placements: Placements, row: Ints, core: NDArray[np.bool_], clock: Clock
    ) -> Verdict:
        """Return the verdict on one packing.

        `row` has its option numbers, padded with -1.  `core` marks the pieces that cannot be removed one by one.
        """
        if not self._holds(placements, row, core):
            return Verdict.YES
        if self.rules.moves == "single":
            return Verdict.NO
        pieces, options = self._copies(placements, row), row[row >= 0]
        searched = [*range(len(pieces))] if self._grouped else np.flatnonzero(core).tolist()
        placed = [(pieces[piece], self._board[placements.covered(options[piece])]) for piece in searched]
        with self._searching(self.rules, around, placed, clock) as search:
            try:
                yes = Apart(search, Groups([piece for piece, _ in placed]), around.holding).comes_apart()
            except OutOfStates:
                return Verdict.UNKNOWN
        return Verdict.YES if yes else Verdict.NO

    def judge(self, placements: Placements, batch: Batch, clock: Clock) -> tuple[NDArray[np.bool_], int]:
        """Return a mask of the packings that can be assembled, and the number of undecided ones.

        Raises Stopped if the clock stops.
        """
        verdicts = self.verdicts(placements, batch, clock)
        return np.array([verdict is Verdict.YES for verdict in verdicts], np.bool_), verdicts.count(Verdict.UNKNOWN)

    def facts(self) -> dict[str, Any]:
        """Return the rules as plain data."""
        return self.rules.facts

    def __str__(self) -> str:
        return f"these can be put together {self.rules}"

    def _copies(self, placements: Placements, row: NDArray[np.int64]) -> list[Piece]:
        """Return the piece of each option of a packing; `row` has the option numbers, padded with -1."""
        return [self._pieces[piece] for piece in placements.piece[row[row >= 0]].tolist()]

    def _holds(self, placements: Placements, row: Ints, left: NDArray[np.bool_]) -> bool:
        """Tell whether any of the pieces of a packing marked in `left` must still come apart."""
        core = tuple(np.flatnonzero(left).tolist())
        free = bool(core) and self._grouped and not self._framed and Groups(self._copies(placements, row)).allow([core])
        return bool(core) and not free

    def _apart(
        self,
        peeler: Peeler,
        rules: Rules,
        solution: Solution,
        pieces: list[tuple[Piece, Points]],
        clock: Clock,
    ) -> Assembly:
        around, cells = peeler.around, [where for _, where in pieces]
        together: tuple[tuple[int, ...], ...] = ()
        if rules.moves == "single":
            row = np.array(solution.options, dtype=np.int64)
            labels = _labels(solution.placements, row[None], len(self._board))
            left, moved = peeler.peel(labels, len(cells), clock)
            core = tuple(np.flatnonzero(left[0]).tolist())
            if core and not self._holds(solution.placements, row, left[0]):
                together, core = (core,), ()
            order = sorted((turn, piece, way) for piece, (turn, way) in enumerate(moved[0].tolist()) if turn >= 0)
            moves = [Move((piece,), peeler.directions[way], None) for _, piece, way in order]
            if not around.holding and not together:
                del moves[max(0, len(cells) - 1) :]  # the last piece need not move
            found = _result(rules, around, moves, core, [(1, []) for _ in moves], 0, together)
        else:
            found = self._search(rules, around, pieces, clock)
        clock.check()
        complete = found.verdict is Verdict.YES
        _replayed(cells, around, found.steps, clock, complete, found.together, self.rules.slack)
        if complete and self.rules.interlocking:
            batch = np.array(solution.options, dtype=np.int64)[None]
            if not self._interlocking(peeler, solution.placements, batch, clock)[0]:
                return _loose(found)
        return found

    def _interlocking(self, peeler: Peeler, placements: Placements, batch: Batch, clock: Clock) -> NDArray[np.bool_]:
        """Tell of each packing of a batch whether its pieces hold each other."""
        blocked = peeler.graphs(_labels(placements, batch, len(self._board)), batch.shape[1], clock)
        return interlocking(blocked, batch >= 0, peeler.around.holding, clock)

    @contextmanager
    def _searching(
        self, rules: Rules, around: Surroundings, pieces: list[tuple[Piece, Points]], clock: Clock
    ) -> Iterator[SplitSearch]:
        """Provide the search for splits of one packing: the compiled search if it supports the packing."""
        far, turns = rules.far, rules.moves == "turns"
        most, slack = rules.max_states, rules.hundredths
        if missing() is not None:
            yield MotionSearch(pieces, around, far, most, clock, turns, slack)
            return
        with self._sharing(around) as shared:
            if shared.suit(len(pieces)):
                yield CompiledSearch(pieces, around, far, most, clock, shared)
            else:
                yield MotionSearch(pieces, around, far, most, clock, turns, slack)

    @contextmanager
    def _sharing(self, around: Surroundings) -> Iterator[Shared]:
        """Provide tables that no other thread uses meanwhile."""
        free = self._free.setdefault(around, [])
        shared = free.pop() if free else Shared(around, self.rules.moves == "turns", self.rules.hundredths)
        try:
            yield shared
        finally:
            free.append(shared)

    def _search(self, rules: Rules, around: Surroundings, pieces: list[tuple[Piece, Points]], clock: Clock) -> Assembly:
        with self._searching(rules, around, pieces, clock) as search:
            apart = Apart(search, Groups([piece for piece, _ in pieces]), around.holding)
            try:
                moves, levels, core = apart.run()
            except OutOfStates as ended:
                moves, core = ended.args
                return Assembly(Verdict.UNKNOWN, rules, around.side, tuple(moves), None, core, rules.max_states)
            found = _result(rules, around, moves, core, levels, search.states, apart.together)
            return replace(found, least=bool(core) or apart.least)


def _replayed(
    cells: list[Points],
    around: Surroundings,
    steps: Sequence[Move],
    clock: Clock,
    complete: bool = False,
    together: Sequence[Part] = (),
    slack: float = 0.0,
) -> None:
    """Replay steps as a check, see `replay`.  Raises BackendError if they are wrong, and Stopped if the clock stops."""
    try:
        replay(cells, around, steps, complete, together, clock, slack)
    except AssertionError as error:
        raise _wrong(error) from None


def _wrong(error: AssertionError) -> BackendError:
    return BackendError(f"the steps that were found are wrong: {error}")


def _loose(found: Assembly) -> Assembly:
    """Return that a packing does not interlock, if it comes apart."""
    return (
        replace(found, verdict=Verdict.NO, level=None, levels=(), loose=True) if found.verdict is Verdict.YES else found
    )


def _portions(packings: Iterable[Solution]) -> Iterator[list[Solution]]:
    """Yield the packings in lists, the first ones short, so that the first results come soon."""
    rest, most = iter(packings), 1
    while some := [*islice(rest, most)]:
        yield some
        most = min(2 * most, _PORTION)


def _result(
    rules: Rules,
    around: Surroundings,
    moves: list[Move],
    core: tuple[int, ...],
    levels: Levels,
    states: int,
    together: tuple[tuple[int, ...], ...],
) -> Assembly:
    verdict = Verdict.NO if core else Verdict.YES
    level, every = (None, ()) if core else (text(levels), tuple(numbers(levels)))
    return Assembly(verdict, rules, around.side, tuple(moves), level, core, states, together, levels=every)


def assemble(
    solution: Solution,
    moves: str = AUTO,
    open: str | None = None,
    max_states: int = 100_000,
    *,
    slack: float = 0.0,
    interlocking: bool = False,
    time_limit: float | None = None,
    clock: Clock = UNLIMITED,
) -> Assembly:
    """Decide whether a packing can be assembled; return the verdict and the steps that take the packing apart.

    The arguments `moves`, `open`, `max_states`, `slack` and `interlocking` are those of `Rules`.  Raises PuzzleError if
    they do not apply to the puzzle, and Stopped after `time_limit` seconds or if the clock stops.
    """
    clock = Clock(time_limit, within=clock).start()
    return Assembler(solution.puzzle, Rules(moves, open, max_states, slack, interlocking)).assembly(solution, clock)


def report(found: Assembly, solution: Solution, together: Sequence[str] | None = None) -> str:
    """Return an assembly as lines of text, which name the pieces by the characters of the solution's drawing.

    The sentences of `together`, on how the pieces are put together, replace the moves that take them apart.
    """
    names = _names(solution)
    ways = str(replace(found.rules, open=found.side, interlocking=found.rules.interlocking and not found.loose))
    level = ""
    if found.level and found.rules.far:
        every = ".".join(map(str, found.levels))
        level = f", level {found.rating}" + f" (of all separations: {every})" * (every not in ("", found.level))
    verdict = Verdict.YES if found.loose else found.verdict
    lines = [f"assemblable: {verdict}, {ways}{level}"]
    if found.steps and (together is None or found.core):
        backwards = "; put together in the reverse order, against the directions" if not found.core else " so far"
        lines.append(f"taken apart{backwards}:")
        lines += _numbered(
            [f"{', '.join(names[piece] for piece in step.pieces)}  {_words(step)}" for step in found.steps]
        )
    elif found.steps:
        lines += ["put together:", *_numbered(together or ())]
    if found.verdict is Verdict.YES and not found.steps:
        lines.append(_WHY_NOTHING[len(solution.options) == 1])
    if found.loose:
        lines.append("does not interlock: by one move, not only a single piece comes off")
    lines += [f"stay together as a group: {', '.join(names[piece] for piece in part)}" for part in found.together]
    return "\n".join([*lines, *filter(None, [stuck(found, solution)])])


def stuck(found: Assembly, solution: Solution) -> str:
    """Return a line of text with the pieces that do not come apart or are undecided, or "" if there are none."""
    core = ", ".join(_names(solution)[piece] for piece in found.core)
    if not core:
        return ""
    if found.verdict is Verdict.UNKNOWN:
        return f"undecided after {found.states} positions: {core}"
    if found.rules.moves == "turns":
        return f"stuck: {core}"
    tried = "by straight moves; turning pieces on the way was not tried"
    if not found.rules.far:
        tried = "straight out" + "; moves part of the way (steps) were not tried" * (found.side is None)
    return f"stuck: {core} ({tried})"


_WHY_NOTHING = {
    True: "one piece alone has nothing to be taken from; BurrTools finds no disassembly of it",
    False: "all pieces are of one group and may stay together; BurrTools takes them apart",
}


def _numbered(lines: Sequence[str]) -> list[str]:
    width = len(str(len(lines)))
    return [f"  {number:>{width}}. {line}" for number, line in enumerate(lines, 1)]


def _names(solution: Solution) -> list[str]:
    return [
        mark if mark == piece.name else f"{mark} ({piece.name})"
        for (piece, _), mark in zip(solution.pieces, solution.symbols(), strict=True)
    ]


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
        return f"turn by 90° about the axis {named(step.direction)} at {where}"
    return f"{named(step.direction)}  {'out' if step.distance is None else f'by {step.distance}'}"


def _rank(found: Assembly) -> tuple[int, int]:
    """Return a sort key by which the best assembly comes first: by verdict, then by the size of the core."""
    return _ORDER.index(found.verdict), len(found.core)


def _labels(placements: Placements, batch: Batch, cells: int) -> NDArray[np.int64]:
    """Return which piece covers each cell of each packing, as an array of shape (packings, cells).

    Each row of the batch has the option numbers of a packing.  An entry is the position of the option in its row, or -1
    for an empty cell.
    """
    labels = np.full((len(batch), cells), -1, np.int64)
    rows = np.concatenate([placements.rows, np.zeros((1, placements.rows.shape[1]), np.uint64)])
    for number, column in enumerate(batch.T):  # a padding of -1 reads the last row, which covers nothing
        labels[bits.from_words(rows[column], cells)] = number
    return labels
