"""Counts the solutions of a cover by remembered states: all of them, or those that a group maps to themselves."""

import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.classes import Leaders
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.burnside import Group
from satpuzzle.engines.library import missing
from satpuzzle.engines.memo.compiled import Compiled
from satpuzzle.engines.memo.interpreted import Interpreted
from satpuzzle.engines.memo.problem import problem_of
from satpuzzle.engines.memo.state import DONE, OVERFLOW, UNBOUNDED, Counting, Keeper
from satpuzzle.errors import Stopped

_NODE, _WIDE = 170e-9, 300e-9  # about the seconds for a node of a plain problem, and of another one
_STRETCH = 25e-3  # about the seconds for a stretch of the kernel, however long its rows are
_FEWEST = 1 << 12  # nodes of a stretch, at least
_LEARNT, _SELDOM = 1 << 11, 1 / 400  # a memo is worth nothing if after so many nodes fewer of them met a known state
_WORTH = 0.4  # the share of a search's time up to which a memo is worth its own
_NOTHING = (0.0, 0.0)  # the seconds, and the share of the tree that was searched then, at the beginning

Watch = Callable[[int, int], None]  # gets the numbers of nodes and of solutions so far


@dataclass(frozen=True)
class Remembered:
    """The number of solutions, of options tried, and of states in the table at the end."""

    packings: int
    nodes: int
    states: int


class Remembering:
    """A count of the solutions of a cover.

    `memory` is the limit in bytes.  `leaders` are options that represent the orbits of an item's options; if they are
    given, only solutions with one of them are counted one by one.  If `under` is a group, only
    solutions that all its elements map to themselves count.  `watch` is called several times a second.  A `keeper` is
    asked for what earlier runs have found, and told what this one has when it ends, stops, and at times before.
    """

    def __init__(
        self,
        cover: ExactCover,
        memory: int,
        clock: Clock = UNLIMITED,
        *,
        leaders: Leaders | None = None,
        under: Group | None = None,
        watch: Watch = lambda nodes, found: None,
        keeper: Keeper | None = None,
    ) -> None:
        options, self._problem = problem_of(cover, under, clock)
        self._memory, self._clock, self._watch, self._keeper = memory, clock, watch, keeper
        self._starts = self._factors = None
        if leaders is not None:
            place = np.full(len(cover.rows), -1)
            place[options] = np.arange(len(options))
            self._starts, self._factors = place[leaders[0]], leaders[1]
        self._node = _NODE if self._problem.plain else _WIDE
        self._state: Counting | None = None
        self._shares = deque([_NOTHING])  # the last within half of the time so far, and all since then
        self._limbs, self._kept = 1, None
        self._found = Remembered(0, 0, 0) if self._problem.hopeless else None  # as many symmetries make it
        if keeper is not None and self._found is None:
            self._name = self._problem.name
            self._limbs, self._kept = keeper.kept(self._name) or (1, None)
            if (known := keeper.finished(self._name)) is not None:
                self._found = Remembered(known, 0, 0)

    def finish(self) -> Remembered:
        """Return the numbers when all is counted; raises Stopped if the clock stops."""
        found = self.advance()
        assert found is not None
        return found

    def advance(self, turn: float = math.inf, seconds: float = 0.0) -> Remembered | None:
        """Go on until all is counted; return the numbers.

        Return None after about `turn` seconds since the beginning, by the work that was done, if more than the part of
        so many `seconds` that a memo is worth is expected to be needed, or if states do not repeat.  Raises Stopped if
        the clock stops.
        """
        try:
            while self._found is None and not self._gives_up(turn, seconds):
                self._search(int(max(_FEWEST, min((turn - self.spent) / self._node, UNBOUNDED - 1))) + 1)
        except (Stopped, KeyboardInterrupt):
            self._keep()
            raise
        return self._found

    @property
    def expected(self) -> float:
        """The seconds that the whole count takes by its progress in the last half of the time.

        Mostly it gets faster later on, but the last branches may be large.
        """
        return self._expected(self._shares[0])

    def _expected(self, mark: tuple[float, float]) -> float:
        """Return the seconds that the whole count takes by its progress since a time."""
        (before, searched), spent = mark, self.spent
        share = 0.0 if self._state is None or self._learns_nothing else self._state.fraction
        return spent + (1 - share) * (spent - before) / (share - searched) if share > searched else math.inf

    @property
    def spent(self) -> float:
        """About the seconds so far, by the work that was done."""
        state = self._state
        return 0.0 if state is None else max(state.nodes * self._node, state.stretches * _STRETCH)

    def _gives_up(self, turn: float, seconds: float) -> bool:
        return self.spent > turn and self._expected(_NOTHING) > _WORTH * seconds

    @property
    def _learns_nothing(self) -> bool:
        """Whether states do not repeat: what the progress so far makes one expect is too good then."""
        return (
            self._state is not None and self._state.nodes >= _LEARNT and self._state.met < _SELDOM * self._state.nodes
        )

    def _search(self, budget: int) -> None:
        """Search for a while, and about so many nodes."""
        if self._state is None:
            self._state = self._begun()
        state = self._state
        outcome = state.advance(self._clock, budget)
        if outcome == OVERFLOW:  # a count was too large
            self._limbs, self._state, self._shares = 2 * self._limbs, None, deque([_NOTHING])
            return
        if outcome == DONE:
            self._found = Remembered(state.total << self._problem.free, state.nodes, state.states)
            if self._keeper is not None:
                self._keeper.finish(self._name, self._found.packings)
        self._watch(state.nodes, state.total << self._problem.free)
        if self._found is None:
            self._shares.append((self.spent, state.fraction))
            while len(self._shares) > 1 and self._shares[1][0] <= self.spent / 2:
                self._shares.popleft()
            self._clock.check()
            if self._keeper is not None and self._keeper.due():
                self._keep()

    def _begun(self) -> Counting:
        if missing() is not None:
            return Interpreted(self._problem, self._starts, self._factors, memory=self._memory, clock=self._clock)
        made = Compiled(
            self._problem, self._starts, self._factors, limbs=self._limbs, memory=self._memory, clock=self._clock
        )
        if self._kept is not None:
            made.remember(self._kept, self._clock)
            self._kept = None
        return made

    def _keep(self) -> None:
        if self._keeper is not None and isinstance(self._state, Compiled):
            self._keeper.keep(self._name, self._limbs, self._state.remembered())
