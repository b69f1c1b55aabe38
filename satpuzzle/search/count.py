"""Counts all solutions: by a search, or by a frontier (dynamic programming), whichever is expected to be faster."""

import math
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from satpuzzle import machine
from satpuzzle.clock import Status
from satpuzzle.cover.placements import scan_order
from satpuzzle.engines.base import NOTHING, Stats
from satpuzzle.engines.frontier.count import count_classes, count_packings
from satpuzzle.errors import FrontierError, PuzzleError, Stopped
from satpuzzle.puzzle.model import Counts
from satpuzzle.search.part import WHOLE, Outcome
from satpuzzle.search.run import Search

METHODS = ("auto", "search", "frontier")

_LONG = 1.0  # expected seconds of a search from which on a frontier is tried
_WORK = 4e6  # the largest number of options that a frontier tries, per second of the search that it may save


def count_solutions(
    run: Search, method: str = "auto", memory: int | None = None, remark: Callable[[str], None] = lambda text: None
) -> Counts:
    """Count the solutions of a run that has not begun, by one of METHODS; a frontier may use `memory` bytes.

    The method `auto` tries a frontier if a search is expected to take long.  If the frontier is too wide, `remark` is
    called with the reason, and a search follows.  The method `frontier` raises FrontierError if a frontier does not
    support the puzzle or does not fit into the memory.
    """
    if method not in METHODS:
        raise PuzzleError(f"method {method}: choose from {', '.join(METHODS)}")
    if method == "frontier":
        run.conclude(by_frontier(run, memory))
        return run.counts
    seconds = _expected(run) if method == "auto" else 0.0
    if seconds > _LONG:
        try:
            run.conclude(by_frontier(run, memory, _WORK * seconds))
            return run.counts
        except FrontierError as error:
            remark(f"{error}; searching")
    return run.exhaust()


def _expected(run: Search) -> float:
    """Return the expected seconds of the search, or 0 if a frontier cannot replace the search."""
    request = run.request
    plain = (
        not request.journaled and request.given is None and request.judge is None and request.config.strategy is None
    )
    if not (plain and run.limit is None and request.node_limit is None and request.config.engine.frontier):
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
    if run.request.journaled:
        raise FrontierError("a frontier has no parts that could be written to a journal")
    if run.request.node_limit is not None:
        raise FrontierError("a frontier searches no nodes, so it cannot stop after some of them")
    if run.request.judge is not None:
        raise FrontierError("a frontier lists no packings, so none can be taken apart")
    began, counts, stats = time.monotonic(), Counts(0, 0, 0), Stats(method="frontier")
    status: Status | None = Status.EXHAUSTED
    try:
        tables = run.tabulate()
        if tables.puzzle is None:
            raise FrontierError("a frontier needs a puzzle, with cells on a grid")
        if tables.filters:
            raise FrontierError(f"a frontier lists no packings, which the rule {tables.filters[0]} judges")
        order = scan_order(tables.puzzle.board)
        watch, memory = partial(run.watch, run), memory or machine.free() // 2
        count = partial(count_packings, order=order, memory=memory, clock=run.clock, work=work, watch=watch)
        raw = count(tables.cover)
        stats["states"], stats["widest"] = raw.states, raw.widest
        if raw.packings:
            counts = Counts(raw.packings)
            with suppress(FrontierError):  # the frontier of symmetric packings is wider than that of the raw count
                counts = count_classes(tables.cover, tables.symmetry, count, raw.packings)
    except Stopped:
        status = run.clock.status
    except KeyboardInterrupt:
        status = Status.INTERRUPTED
    stats["seconds"] = time.monotonic() - began
    return Outcome(WHOLE, NOTHING, counts, stats, status or Status.INTERRUPTED, counts)
