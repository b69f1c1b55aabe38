"""Counts all solutions by the method that is expected to be fastest: a search, a frontier, a memo or a determinant.

The methods other than the search list no solutions (`unlisted.py`).
"""

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from satpuzzle.engines.library import missing
from satpuzzle.errors import MethodError, PuzzleError, Stopped
from satpuzzle.puzzle.model import Counts
from satpuzzle.search.run import Search

METHODS = ("auto", "search", "frontier", "memo", "determinant")

_SHORT = 0.005  # expected seconds of a search from which on other methods are tried
_MANY = 4  # kinds of symmetries, counted one by one without a list, from which on a short search is made first
_LARGE = 1 << 13  # words of the options from which on each node takes too long for that


def count_solutions(
    run: Search, method: str = "auto", memory: int | None = None, remark: Callable[[str], None] = lambda text: None
) -> Counts:
    """Count the solutions of a run that has not begun, by one of METHODS; it may use `memory` bytes for states.

    If a piece has several copies or a search is expected to take a while, the method `auto` tries others (`race.py`).
    If a search follows since a frontier is too wide, `remark` is called with the reason.
    The methods `frontier`, `memo` and `determinant` raise MethodError if they do not support the problem, and the first
    does if its states do not fit into the memory.
    """
    if method not in METHODS:
        raise PuzzleError(f"method {method}: choose from {', '.join(METHODS)}")
    if method not in ("auto", "search"):
        from satpuzzle.search.unlisted import by_determinant, by_frontier, by_memo  # which searches do not need

        by = {"frontier": by_frontier, "memo": by_memo, "determinant": by_determinant}
        run.conclude(by[method](run, memory))
        return run.counts
    if method == "auto" and missing() is None and replaceable(run):
        plan = partial(_expected, run)
        known = None if _repeats(run) else plan()
        if known is None or known > _SHORT:
            from satpuzzle.search.race import LONG, race
            from satpuzzle.search.unlisted import classed

            with suppress(MethodError):
                if known is None or known > LONG or classed(run):
                    run.conclude(race(run, memory, known, plan, remark))
                    return run.counts
    return run.exhaust()


def replaceable(run: Search) -> bool:
    """Tell whether another method may replace the search that was asked for."""
    request, config = run.request, run.request.config
    if run.direct:
        return False
    plain = not request.journaled and request.given is None and request.judge is None and config.strategy is None
    return plain and run.limit is None and request.node_limit is None and config.engine.frontier


def _repeats(run: Search) -> bool:
    """Tell whether a piece has several copies and a search is not short: then it, and its plan, mostly take longest."""
    try:
        pieces = [*run.tabulate().cover.families.get("pieces", ())]
        if run.reason is not None or run.tabulate().filters or not (run.tabulate().cover.upper[pieces] > 1).any():
            return False
        from satpuzzle.search.unlisted import classed

        if not classed(run):
            return False
        kinds = {*run.tabulate().symmetry.restricting.conjugate.tolist()}
        tried = len(kinds) > _MANY and run.tabulate().cover.rows.size < _LARGE
        return not tried or run.quick().finished is None
    except Stopped:  # the search reports it
        return False


def _expected(run: Search) -> float:
    """Return the expected seconds of the search, or 0 if it has no plan."""
    try:
        run.tabulate()
        return 0.0 if run.reason else float(run.plan().stats.get("estimated_seconds", 0.0))
    except Stopped:  # the search reports it
        return 0.0
