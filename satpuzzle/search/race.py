"""Counts by the method that gets on best: a memo and a frontier take turns, as long as a search would take longer.

A determinant, which counts where options are pairs of cells in a plane, takes a time that is known before.  So is the
most that a frontier takes, by the bits of its states.  Where pieces have several copies, a memo has a short first turn,
since it needs the least preparation; a search mostly takes longest, and so does its plan, which is made late.  If a
short search was made, this turn also ends when the whole search is expected to take less.  Then, if
a frontier takes little at most, it has no rival.  Else a memo and a frontier take turns: the one that expects to be
finished sooner, by how far it has got, has most of the time.  Where all pieces are different, a search is planned
first, and the others get a share of its time.  All times are expected from the work that was done, not measured, so
that a puzzle is always counted by the same method.

How good the choice is: `tools/methods.py`, `docs/performance.md`.
"""

import math
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property, partial
from typing import TYPE_CHECKING

from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.base import Stats
from satpuzzle.errors import FrontierError, MethodError
from satpuzzle.puzzle.model import Counts
from satpuzzle.search.part import Outcome
from satpuzzle.search.run import Search
from satpuzzle.search.unlisted import SoFar, begun, classed, classes, matched, matching_seconds, remembering, unlisted

if TYPE_CHECKING:
    from satpuzzle.engines.burnside import Group, Total
    from satpuzzle.engines.frontier.count import Counting

LONG = 1.0  # seconds of a search from which on it is worth to know only the number of all solutions
_FIRST = 0.7e-3, 40e-3  # seconds of a memo's first turn, and those of which it may expect to need a part then
_LOOKED = 2  # times the seconds that a short search expects, for a search: it mostly takes longer than that
_SECOND = 3e-3, 30e-3  # the same of its second turn if there is no frontier
_CLOSE = 1.5e-3  # seconds of a frontier from which on a memo has more turns
_SURE = 12e-3  # seconds that a frontier may take at most to need no rival
_FASTER = 10  # times as long as a frontier, which a memo may expect to need, since it mostly gets faster
_AHEAD, _BEHIND = 3.0, 0.2  # times a frontier's time that a memo gets if it expects to be finished sooner, or later
_TWICE = 2  # times the memo's time so far: it is asked again then whether it is still ahead
_TRIED = 0.1  # of a search's time, which a memo may take
_WORTH = 0.7  # of a search's time, which a frontier may need
_PLANNED = 0.25  # seconds of a frontier from which on a search is planned
_SOON = 0.015  # the same of both at most, if a short search expected no more, and less than _LIKELY times what is left
_LIKELY = 3
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
        self._tables, self._stats, self._so_far, self._clock = tables, stats, so_far, run.clock
        self._search, self._plan, self._remark = search, plan, remark
        self._remembering = remembering(run, stats, memory, so_far)
        self._begun, self._matched = partial(begun, run, tables, memory), partial(matched, run, tables, memory)
        self._memo = self._remembering(tables.cover, leaders=tables.leaders) if classed(run) else None
        self._expected = math.inf  # seconds of the memo
        self._looked = run.looked  # seconds of a search

    def counts(self) -> Counts:
        """Return the counts; raises MethodError if a search is expected to take less time."""
        reason, unplanned = "", self._search is None
        if (found := self._by_determinant()) is not None:
            return found
        if unplanned and (found := self._by_memo(_FIRST[0], min(_FIRST[1], _LOOKED * self._looked))) is not None:
            return found
        try:
            if (found := self._by_frontier()) is not None:
                return found
        except FrontierError as error:
            reason = f"{error}; searching"
            if unplanned and (found := self._by_memo(_SECOND[0], min(_SECOND[1], _LOOKED * self._looked))) is not None:
                return found
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

    def _by_memo(self, turn: float, seconds: float = 0.0) -> Counts | None:
        """Let a memo count for a turn, and further if it is expected to be worth so many `seconds`."""
        if self._memo is None:
            return None
        if (raw := self._memo.advance(turn, seconds)) is None:
            self._expected = self._memo.expected
            return None
        self._stats["states"] = raw.states
        return classes(self._tables, self._remembered, raw.packings, self._so_far)

    def _remembered(self, cover: ExactCover, under: "Group | None" = None) -> "Total":
        return self._remembering(cover, under=under).finish()

    @cached_property
    def _frontier(self) -> "Counting":
        return self._begun(self._tables.cover)

    def _by_determinant(self) -> Counts | None:
        """Let a determinant count if it can, it takes a while, and a frontier might take longer."""
        seconds, most = matching_seconds(self._tables, self._clock), math.inf
        if not _SURE < seconds < (math.inf if self._search is None else self._search):
            return None
        with suppress(FrontierError):
            most = self._frontier.most
        if most < seconds:
            return None
        try:
            raw = self._matched(self._tables.cover)
        except MethodError:
            return None
        self._stats["method"], self._stats["rows"] = "determinant", raw.rows
        return classes(self._tables, self._kept, raw.packings, self._so_far)

    def _kept(self, cover: ExactCover, under: "Group | None" = None) -> "Total":
        """Count solutions that a group maps to themselves by a determinant, or as `_either` does."""
        try:
            return self._matched(cover, under=under)
        except MethodError:
            return self._either(cover, under)

    def _by_frontier(self) -> Counts | None:
        """Let a frontier count, or a memo that gets on better, as long as a search would take longer."""
        if self._search is not None and self._search < _LEAST:
            return None
        frontier = self._frontier
        while not frontier.done and frontier.most > _SURE:
            spent, expected = frontier.spent + frontier.next, frontier.spent + frontier.left
            before = 0.0 if self._memo is None else self._memo.spent
            left = min(frontier.left, self._expected - before)
            soon = spent + before > min(_SOON, self._looked) and self._looked < _LIKELY * left
            search = self._planned() if self._search is not None or spent > _PLANNED or soon else math.inf
            if frontier.left > max(_WORTH * search, frontier.spent):  # the last half is not left to an estimate
                return None
            if spent > _CLOSE and self._memo is not None and self._expected < _FASTER * expected:
                turn = min(_TWICE * self._memo.spent, (_AHEAD if self._expected < expected else _BEHIND) * spent)
                if self._memo.spent < turn and (found := self._by_memo(turn)) is not None:
                    return found
            frontier.advance()
        raw = frontier.finish()
        del frontier, self._frontier  # and their memory
        self._stats["method"], self._stats["states"], self._stats["widest"] = "frontier", raw.states, raw.widest
        return classes(self._tables, self._either, raw.packings, self._so_far)

    def _either(self, cover: ExactCover, under: "Group | None" = None) -> "Total":
        """Count solutions, or those that a group maps to themselves, by a frontier, or by a memo if it is too wide."""
        try:
            return self._begun(cover, under=under).finish()
        except FrontierError:
            return self._remembered(cover, under)
