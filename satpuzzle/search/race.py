"""Counts by the method that gets on best: a memo and a frontier take turns, as long as a search would take longer.

Where pieces have several copies, a memo has the first turn, since it needs the least preparation; a search mostly takes
longest, and so does its plan, which is made late.  A frontier tells better than the others how long it will take: by
the states that it has, and the cells to come.  So a memo gets a share of the time that the frontier needs.  Where all
pieces are different, a search is planned first, and the others get a share of its time.  All times are expected from
the work that was done, not measured, so that a puzzle is always counted by the same method.

How good the choice is: `tools/methods.py`, `docs/performance.md`.
"""

import math
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.base import Stats
from satpuzzle.errors import FrontierError, MethodError
from satpuzzle.puzzle.model import Counts
from satpuzzle.search.part import Outcome
from satpuzzle.search.run import Search
from satpuzzle.search.unlisted import SoFar, begun, classed, classes, remembering, unlisted

if TYPE_CHECKING:
    from satpuzzle.engines.burnside import Group, Total

LONG = 1.0  # seconds of a search from which on it is worth to know only the number of all solutions
_FIRST = 5e-3  # seconds of the first turns
_LONGER = 1.5  # how many times as long a frontier has worked after a turn as before
_FURTHER = 20  # times its first turn, which a memo is worth if it expects to need a part of that
_FASTER = 10  # times as long as a frontier, which a memo may expect to need, since it mostly gets faster
_SHARE = 0.4  # of a frontier's time, which a memo may take
_TRIED = 0.1  # of a search's time, which a memo may take
_WORTH = 0.7  # of a search's time, which a frontier may need
_PLANNED = 0.25  # seconds of a frontier from which on a search is planned
_LEAST = 0.01  # seconds of a search from which on a frontier is begun


def race(
    run: Search, memory: int | None, known: float | None, plan: Callable[[], float], remark: Callable[[str], None]
) -> Outcome:
    """Count without listing, in at most `memory` bytes.

    `known` is the number of seconds that a search is expected to take, or None if only `plan` can tell.  Raises
    MethodError if this is less than other methods need; then `remark` gets the reason if a frontier does not fit into
    the memory.
    """

    def count(tables: Tables, stats: Stats, so_far: SoFar) -> Counts:
        return _Race(run, tables, stats, so_far, memory, known, plan, remark).counts()

    return unlisted(run, "memo", MethodError, count)


class _Race:
    def __init__(
        self,
        run: Search,
        tables: Tables,
        stats: Stats,
        so_far: SoFar,
        memory: int | None,
        search: float | None,
        plan: Callable[[], float],
        remark: Callable[[str], None],
    ) -> None:
        self._tables, self._stats, self._so_far = tables, stats, so_far
        self._search, self._plan, self._remark = search, plan, remark
        self._remembering = remembering(run, stats, memory, so_far)
        self._begun = partial(begun, run, tables, memory)
        self._memo = self._remembering(tables.cover, leaders=tables.leaders) if classed(run) else None

    def counts(self) -> Counts:
        """Return the counts; raises MethodError if a search is expected to take less time."""
        reason = ""
        if self._search is None and (found := self._by_memo(_FIRST, _FURTHER * _FIRST)) is not None:
            return found
        try:
            if (found := self._by_frontier()) is not None:
                return found
        except FrontierError as error:
            reason = f"{error}; searching"
        seconds = self._planned()
        if (found := self._by_memo(_TRIED * seconds, seconds)) is not None:
            return found
        if reason and seconds > LONG:
            self._remark(reason)
        raise MethodError("a search would take less time")

    def _planned(self) -> float:
        """Return the seconds that a search is expected to take."""
        if self._search is None:
            self._search = self._plan()
        return self._search

    def _by_memo(self, turn: float, seconds: float) -> Counts | None:
        """Let a memo count for a turn, and further if it is expected to be worth so many `seconds`."""
        if self._memo is None or (raw := self._memo.advance(turn, seconds)) is None:
            return None
        self._stats["states"] = raw.states
        return classes(self._tables, self._remembered, raw.packings, self._so_far)

    def _remembered(self, cover: ExactCover, under: "Group | None" = None) -> "Total":
        return self._remembering(cover, under=under).finish()

    def _by_frontier(self) -> Counts | None:
        """Let a frontier count, or a memo that gets on better, as long as a search would take longer."""
        if self._search is not None and self._search < _LEAST:
            return None
        frontier, turn = self._begun(self._tables.cover), _FIRST
        while not frontier.done:
            frontier.advance()
            search = self._planned() if self._search is not None or frontier.spent > _PLANNED else math.inf
            if frontier.left > max(_WORTH * search, frontier.spent):  # the last half is not left to an estimate
                return None
            if frontier.spent > turn:
                turn = _LONGER * frontier.spent
                seconds = min(search, frontier.spent + frontier.left)
                close = self._memo is not None and self._memo.expected < _FASTER * seconds
                if close and (found := self._by_memo(_SHARE * seconds, seconds)) is not None:
                    return found
        raw = frontier.finish()
        del frontier  # and its memory
        self._stats["method"], self._stats["states"], self._stats["widest"] = "frontier", raw.states, raw.widest
        return classes(self._tables, self._either, raw.packings, self._so_far)

    def _either(self, cover: ExactCover, under: "Group | None" = None) -> "Total":
        """Count solutions, or those that a group maps to themselves, by a frontier, or by a memo if it is too wide."""
        try:
            return self._begun(cover, under=under).finish()
        except FrontierError:
            return self._remembered(cover, under)
