"""Counts without listing: a frontier, a memo or a determinant counts all solutions, and those that symmetries keep.

Classes follow from these numbers (`engines/burnside.py`).
"""

import math
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle import machine
from satpuzzle.clock import Clock, Status
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.placements import scan_order
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.base import NOTHING, Stats
from satpuzzle.errors import FrontierError, MethodError, Stopped, WideError
from satpuzzle.puzzle.model import Counts
from satpuzzle.search.part import WHOLE, Outcome
from satpuzzle.search.run import Search

if TYPE_CHECKING:  # what counting without listing and a journal need is imported where they begin
    from satpuzzle.engines.burnside import Total
    from satpuzzle.engines.determinant.count import Matched
    from satpuzzle.engines.frontier.count import Counted, Counting
    from satpuzzle.engines.memo.count import Remembered, Remembering
    from satpuzzle.search.journaled_memo import MemoJournal

SoFar = Callable[[Counts], None]  # is told the counts so far


def by_frontier(run: Search, memory: int | None = None) -> Outcome:
    """Count packings by a frontier, without a search.

    `memory` is the limit in bytes, by default half of the free memory; beyond it states are in a temporary file.  If
    the frontier that counts symmetric packings is too wide, only the raw count is known.  Raises FrontierError if a
    frontier does not support the puzzle or does not fit on the disk.
    """
    if run.request.node_limit is not None:
        raise FrontierError("a frontier searches no nodes, so it cannot stop after some of them")
    if run.request.journaled:
        raise FrontierError("a frontier has no parts that could be written to a journal")

    def count(tables: Tables, stats: Stats, so_far: SoFar) -> Counts:
        counted = partial(swept_or_spilled, run, tables, memory)
        raw = counted(tables.cover)
        stats["states"], stats["widest"] = raw.states, raw.widest
        return classes(tables, counted, raw.packings, so_far)

    return unlisted(run, "frontier", FrontierError, count)


def begun(run: Search, tables: Tables, memory: int | None, cover: ExactCover, **details: Any) -> "Counting":
    """Return a frontier's count of a cover that has begun; raises FrontierError if it does not support the puzzle."""
    from satpuzzle.engines.frontier.count import Counting

    if tables.puzzle is None:
        raise FrontierError("a frontier needs a puzzle, with cells on a grid")
    order, most = scan_order(tables.puzzle.board), memory or machine.free() // 2
    return Counting(cover, order, most, run.clock, watch=partial(run.watch, run), **details)


def swept(run: Search, tables: Tables, memory: int | None, cover: ExactCover, **details: Any) -> "Counted":
    """Return what a frontier counts."""
    return begun(run, tables, memory, cover, **details).finish()


def swept_or_spilled(run: Search, tables: Tables, memory: int | None, cover: ExactCover, **details: Any) -> "Counted":
    """Return what a frontier counts, in a file if its states do not fit into memory."""
    try:
        return swept(run, tables, memory, cover, **details)
    except WideError:
        if machine.BROWSER:  # whose files are in memory
            raise
    return swept(run, tables, memory, cover, spilled=True, **details)


def by_determinant(run: Search, memory: int | None = None) -> Outcome:
    """Count solutions that are perfect matchings of a planar graph, such as tilings by dominoes, by a determinant.

    `memory` is the limit in bytes, by default half of the free memory.  If symmetric ones are no such matchings, a
    frontier counts them.  Raises MethodError if a determinant does not support the puzzle.
    """
    if run.request.node_limit is not None:
        raise MethodError("a determinant searches no nodes, so it cannot stop after some of them")
    if run.request.journaled:
        raise MethodError("a determinant has no parts that could be written to a journal")

    def count(tables: Tables, stats: Stats, so_far: SoFar) -> Counts:
        raw = matched(run, tables, memory, tables.cover)
        stats["rows"] = raw.rows

        def kept(cover: ExactCover, **details: Any) -> "Total":
            try:
                return matched(run, tables, memory, cover, **details)
            except MethodError:
                return swept(run, tables, memory, cover, **details)

        return classes(tables, kept, raw.packings, so_far)

    return unlisted(run, "determinant", MethodError, count)


def matched(run: Search, tables: Tables, memory: int | None, cover: ExactCover, **details: Any) -> "Matched":
    """Return what a determinant counts."""
    from satpuzzle.engines.determinant.count import count_matchings

    most, watch = memory or machine.free() // 2, partial(run.watch, run)
    return count_matchings(cover, _centres(tables), most, run.clock, watch=watch, **details)


def matching_seconds(tables: Tables, clock: Clock) -> float:
    """Return about the seconds that a determinant takes, infinity if it cannot count; raises Stopped."""
    from satpuzzle.engines.determinant.count import expected_seconds

    return math.inf if tables.puzzle is None else expected_seconds(tables.cover, _centres(tables), clock)


def _centres(tables: Tables) -> NDArray[np.float64]:
    """Return the centres of the cells in the plane along which the board extends most, (cells, 2)."""
    if tables.puzzle is None:
        raise MethodError("a determinant needs a puzzle, with cells on a grid")
    centres = tables.puzzle.grid.centres(tables.puzzle.board)
    return centres[:, np.sort(np.argsort(-np.ptp(centres, axis=0), kind="stable")[:2])]


def by_memo(run: Search, memory: int | None = None) -> Outcome:
    """Count solutions by a search that remembers how many each subproblem has.

    `memory` is the limit in bytes for these numbers, by default half of the free memory.  Raises MethodError if the
    solutions must be listed.
    """
    if run.request.node_limit is not None:
        raise MethodError("a memo has no limit of nodes")

    def count(tables: Tables, stats: Stats, so_far: SoFar, journal: "MemoJournal | None" = None) -> Counts:
        begin = remembering(run, stats, memory, so_far, journal)

        def remembered(cover: ExactCover, **details: Any) -> "Remembered":
            return begin(cover, **details).finish()

        raw = remembered(tables.cover, leaders=tables.leaders)
        stats["states"] = raw.states
        return classes(tables, remembered, raw.packings, so_far)

    def continued(tables: Tables, stats: Stats, so_far: SoFar) -> Counts:
        from satpuzzle.search.journaled_memo import memo_journal

        if not classed(run):
            raise MethodError("a memo does not know the classes, which a journal has")
        with memo_journal(run.request, tables) as journal:
            if journal.counts is not None:
                return journal.counts
            counts = count(tables, stats, so_far, journal)
            journal.record(counts)
            return counts

    return unlisted(run, "memo", MethodError, continued if run.request.journaled else count)


def remembering(
    run: Search, stats: Stats, memory: int | None, so_far: SoFar, journal: "MemoJournal | None" = None
) -> "Callable[..., Remembering]":
    """Return a function that begins a memo's count of a cover; statistics have the nodes of all its calls."""
    from satpuzzle.engines.memo.count import Remembering

    most, nodes = memory or machine.free() // 2, list[int]()  # of each count

    def begin(cover: ExactCover, **details: Any) -> "Remembering":
        number = len(nodes)
        nodes.append(0)
        stats.setdefault("nodes", 0)

        def watch(tried: int, found: int) -> None:
            nodes[number] = tried
            stats["nodes"] = run.stats["nodes"] = sum(nodes)
            if not number and found:
                so_far(Counts(found))
            if journal is not None:
                journal.heartbeat()
            run.watch(run)

        keeper = None if journal is None else journal.states
        return Remembering(cover, most, run.clock, watch=watch, keeper=keeper, **details)

    return begin


def classed(run: Search) -> bool:
    """Tell whether classes can be counted without listing: partial symmetries map the same packings to packings."""
    symmetry = run.tabulate().symmetry
    return symmetry.normal or not symmetry.conditions


def classes(tables: Tables, count: "Callable[..., Total]", raw: int, so_far: SoFar) -> Counts:
    """Return the counts, by the number of all solutions and the function that counts those that symmetries keep."""
    if not raw:
        return Counts(0, 0, 0)
    from satpuzzle.engines.burnside import count_classes

    so_far(Counts(raw))
    try:
        return count_classes(tables.cover, tables.symmetry, count, raw)
    except MethodError:  # the frontier of symmetric packings is wider than that of the raw count
        return Counts(raw)


def unlisted(
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
