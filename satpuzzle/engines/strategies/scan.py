"""Branches on the first empty cell, with tests for holes, the hardest piece first and a table of endings.

Without the name of a trick, it has the tricks `holes`, `hard` and `endings`; `scan:holes,plus` has those two only, and
`scan:plain` has none.  Most tricks, with their letters, are those of Ralf Kleberhoff's entry to the contest of c't
7/2003; the scan is that of the last program of "Собираем Mini Bedlam Cube" (Habr), and of John G. Fletcher, A program
to solve the pentomino problem by the recursive use of macros, Communications of the ACM 8 (1965).
"""

from collections.abc import Collection
from functools import partial

from satpuzzle.engines.native import scan, tricks
from satpuzzle.engines.strategies._tricks import ONE_BY_ONE, PLAIN, USUAL
from satpuzzle.engines.strategy import Strategy
from satpuzzle.errors import PuzzleError

_TOGETHER = {"holes", "hard", "endings", "filter"}  # the tricks of the search that tests many options together


def of(names: Collection[str]) -> Strategy:
    """Return the strategy with these tricks, or with the usual ones if there are none.

    Raises PuzzleError for tricks that exclude each other.
    """
    chosen = {*(names or USUAL)} - {PLAIN, ONE_BY_ONE}
    for group in ({*tricks.FIRSTS}, {"hotspot", "hotspot-2"}):
        if len(both := sorted(chosen & group)) > 1:
            raise PuzzleError(f"strategy scan: {both[0]} and {both[1]} exclude each other")
    if PLAIN in names and chosen:
        raise PuzzleError(f"strategy scan: {PLAIN} and {min(chosen)} exclude each other")
    leads = bool(chosen & {*tricks.FIRSTS})
    if "filter" in chosen and not leads:
        raise PuzzleError("strategy scan: filter is allowed with hard, hard-2 or hard-3")
    if chosen <= _TOGETHER and ONE_BY_ONE not in names:
        begin = partial(scan.begin, holes="holes" in chosen, hard=leads, endgame="endings" in chosen)
        return Strategy(begin, scan.refusal, leads=leads, axes="", outer="filter" in chosen)
    kept = tuple(sorted(chosen))
    return Strategy(partial(tricks.begin, tricks=kept), partial(tricks.refusal, tricks=kept), leads=leads, axes="")


strategy = of(USUAL)
