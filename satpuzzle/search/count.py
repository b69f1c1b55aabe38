"""Counts all solutions: by a search, a frontier (dynamic programming) or a memo, whichever is expected to be fastest.

The methods other than the search list no solutions.  They count all of them, and those that each symmetry maps to
themselves; classes follow from these numbers.
"""

import math
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from satpuzzle import machine
from satpuzzle.clock import Status
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.placements import scan_order
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.base import NOTHING, Stats
from satpuzzle.engines.library import missing
from satpuzzle.errors import FrontierError, MethodError, PuzzleError, Stopped
from satpuzzle.puzzle.model import Counts
from satpuzzle.search.part import WHOLE, Outcome
from satpuzzle.search.run import Search

if TYPE_CHECKING:  # what counting without listing and a journal need is imported where they begin
    from satpuzzle.engines.burnside import Total
    from satpuzzle.engines.memo.count import Remembered
    from satpuzzle.search.journaled_memo import MemoJournal

SoFar = Callable[[Counts], None]  # is told the counts so far

METHODS = ("auto", "search", "frontier", "memo")

_FEW = 300_000  # nodes of a memo, which are tried before a search is planned where all pieces are equal
_MORE = 4  # how many times as long a memo and a frontier are tried when it is their turn again
_PER_NODE = 100  # options that a frontier tries in about the time that a memo needs for a node
_SHORT = 0.02  # expected seconds of a search from which on a memo is tried
_TRIED = 8e5  # nodes of a memo that are tried, per expected second of the search
_LONG = 1.0  # expected seconds of a search from which on a frontier is tried
_WORK = 4e6  # the largest number of options that a frontier tries, per second of the search that it may save


def count_solutions(
    run: Search, method: str = "auto", memory: int | None = None, remark: Callable[[str], None] = lambda text: None
) -> Counts:
    """Count the solutions of a run that has not begun, by one of METHODS; it may use `memory` bytes for states.

    The method `auto` tries a memo and a frontier in turn if all pieces are equal, a memo if a search is expected to
    take a while, then a frontier if it is expected to take long.  If the frontier is too wide, `remark` is called with
    the reason, and a search follows.
    The methods `frontier` and `memo` raise MethodError if they do not support the problem, and `frontier` does if its
    states do not fit into the memory.
    """
    if method not in METHODS:
        raise PuzzleError(f"method {method}: choose from {', '.join(METHODS)}")
    if method in ("frontier", "memo"):
        run.conclude(by_frontier(run, memory) if method == "frontier" else by_memo(run, memory))
        return run.counts
    if method == "auto" and _of_one_piece(run) and (outcome := _in_turn(run, memory)) is not None:
        run.conclude(outcome)
        return run.counts
    seconds = _expected(run) if method == "auto" else 0.0
    if seconds > _SHORT and missing() is None and _classed(run):
        with suppress(MethodError):
            run.conclude(by_memo(run, memory, int(_TRIED * seconds), seconds))
            return run.counts
    if seconds > _LONG:
        try:
            run.conclude(by_frontier(run, memory, _WORK * seconds))
            return run.counts
        except FrontierError as error:
            remark(f"{error}; searching")
    return run.exhaust()


def replaceable(run: Search) -> bool:
    """Tell whether another method may replace the search that was asked for."""
    request, config = run.request, run.request.config
    plain = not request.journaled and request.given is None and request.judge is None and config.strategy is None
    return plain and run.limit is None and request.node_limit is None and config.engine.frontier


def _of_one_piece(run: Search) -> bool:
    """Tell whether the pieces are copies of one: then a memo is mostly fastest, and to plan a search takes longer."""
    if not replaceable(run) or missing() is not None:
        return False
    try:
        pieces = [*run.tabulate().cover.families.get("pieces", ())]
        alone = len(pieces) == 1 and int(run.tabulate().cover.upper[pieces[0]]) > 1
        return alone and run.reason is None and not run.tabulate().filters and _classed(run)
    except Stopped:  # the search reports it
        return False


def _in_turn(run: Search, memory: int | None) -> Outcome | None:
    """Count by a memo or a frontier, whichever gets on: they take turns, of which each is longer than those before.

    Return None as soon as a search is expected to take less time than the next turn.
    """
    tried = _FEW
    while True:
        with suppress(MethodError):
            return by_memo(run, memory, tried)
        with suppress(MethodError):
            outcome = by_frontier(run, memory, _PER_NODE * tried)
            if outcome.status is not Status.EXHAUSTED or outcome.counts.isometries is not None:
                return outcome
        tried *= _MORE
        if _expected(run) * _TRIED < tried:
            return None


def _classed(run: Search) -> bool:
    """Tell whether classes can be counted without listing: partial symmetries map the same packings to packings."""
    symmetry = run.tabulate().symmetry
    return symmetry.normal or not symmetry.conditions


def _expected(run: Search) -> float:
    """Return the expected seconds of the search, or 0 if no other method can replace it."""
    if not replaceable(run):
        return 0.0
    try:
        run.tabulate()
        seconds = 0.0 if run.reason else float(run.plan().stats.get("estimated_seconds", 0.0))
        return 0.0 if run.reason else seconds
    except Stopped:  # the search reports it
        return 0.0


def by_frontier(run: Search, memory: int | None = None, work: float = math.inf) -> Outcome:
    """Count packings by a frontier, without a search.

    `memory` is the limit in bytes, by default half of the free memory, and `work` limits the number of options tried.
    If the frontier that counts symmetric packings is too wide, only the raw count is known.  Raises FrontierError if a
    frontier does not support the puzzle or does not fit into the memory.
    """
    if run.request.node_limit is not None:
        raise FrontierError("a frontier searches no nodes, so it cannot stop after some of them")
    if run.request.journaled:
        raise FrontierError("a frontier has no parts that could be written to a journal")
    from satpuzzle.engines.frontier.count import count_packings

    def count(tables: Tables, stats: Stats, so_far: SoFar) -> Counts:
        if tables.puzzle is None:
            raise FrontierError("a frontier needs a puzzle, with cells on a grid")
        order, most = scan_order(tables.puzzle.board), memory or machine.free() // 2
        watch = partial(run.watch, run)
        packings = partial(count_packings, order=order, memory=most, clock=run.clock, work=work, watch=watch)
        raw = packings(tables.cover)
        stats["states"], stats["widest"] = raw.states, raw.widest
        return _classes(tables, packings, raw.packings, so_far)

    return _unlisted(run, "frontier", FrontierError, count)


def by_memo(run: Search, memory: int | None = None, tried: int | None = None, seconds: float = 0.0) -> Outcome:
    """Count solutions by a search that remembers how many each subproblem has.

    `memory` is the limit in bytes for these numbers, by default half of the free memory.  Raises MethodError if the
    solutions must be listed, or after `tried` nodes if a search that takes `seconds` is expected to take less time.
    """
    if run.request.node_limit is not None:
        raise MethodError("a memo has no limit of nodes")
    from satpuzzle.engines.memo.count import count_remembered
    from satpuzzle.engines.memo.state import UNBOUNDED

    def count(tables: Tables, stats: Stats, so_far: SoFar, journal: "MemoJournal | None" = None) -> Counts:
        before, most = 0, memory or machine.free() // 2

        def watch(nodes: int, found: int) -> None:
            stats["nodes"] = run.stats["nodes"] = before + nodes
            if not before and found:
                so_far(Counts(found))
            if journal is not None:
                journal.heartbeat()
            run.watch(run)

        def remembered(cover: ExactCover, **details: Any) -> "Remembered":
            nonlocal before
            keeper = None if journal is None else journal.states
            counted = count_remembered(cover, most, run.clock, watch=watch, keeper=keeper, **details)
            before = stats["nodes"] = before + counted.nodes
            return counted

        limits = {"tried": UNBOUNDED if tried is None else tried, "seconds": seconds}
        raw = remembered(tables.cover, leaders=tables.leaders, **limits)
        stats["states"] = raw.states
        return _classes(tables, remembered, raw.packings, so_far)

    def continued(tables: Tables, stats: Stats, so_far: SoFar) -> Counts:
        from satpuzzle.search.journaled_memo import memo_journal

        if not _classed(run):
            raise MethodError("a memo does not know the classes, which a journal has")
        with memo_journal(run.request, tables) as journal:
            if journal.counts is not None:
                return journal.counts
            counts = count(tables, stats, so_far, journal)
            journal.record(counts)
            return counts

    return _unlisted(run, "memo", MethodError, continued if run.request.journaled else count)


def _classes(tables: Tables, count: "Callable[..., Total]", raw: int, so_far: SoFar) -> Counts:
    """Return the counts, by the number of all solutions and the function that counts those that symmetries keep."""
    if not raw:
        return Counts(0, 0, 0)
    from satpuzzle.engines.burnside import count_classes

    so_far(Counts(raw))
    try:
        return count_classes(tables.cover, tables.symmetry, count, raw)
    except MethodError:  # the frontier of symmetric packings is wider than that of the raw count
        return Counts(raw)


def _unlisted(
    run: Search, method: str, error: type[MethodError], count: Callable[[Tables, Stats, SoFar], Counts]
) -> Outcome:
    """Return the outcome of a method that lists no solutions.

    `count` gets the tables, the statistics, and what is told the counts so far; it returns the counts.  Raises
    `error` if the solutions must be listed.
    """
    if run.request.judge is not None:
        raise error(f"a {method} lists no packings, so none can be taken apart")
    began, counts, stats = time.monotonic(), Counts(0, 0, 0), Stats(method=method)
    status: Status | None = Status.EXHAUSTED

    def so_far(found: Counts) -> None:
        nonlocal counts
        counts = found

    try:
        tables = run.tabulate()
        if tables.filters:
            raise error(f"a {method} lists no packings, which the rule {tables.filters[0]} judges")
        counts = count(tables, stats, so_far)
    except Stopped:
        status = run.clock.status
    except KeyboardInterrupt:
        status = Status.INTERRUPTED
    stats["seconds"] = time.monotonic() - began
    return Outcome(WHOLE, NOTHING, counts, stats, status or Status.INTERRUPTED, counts)
