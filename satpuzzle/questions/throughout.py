"""A pool of pieces beside a family of boards: which member does a set of the pieces not fill?

All sets and members share one cover.  A set takes the options of its own pieces.  Members that other sets did not fill
are asked first, since most sets fail at few of them.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from satpuzzle.clock import Clock
from satpuzzle.cover.bits import Ints
from satpuzzle.engines.base import IMPOSSIBLE
from satpuzzle.engines.config import solver_config
from satpuzzle.errors import BackendError
from satpuzzle.puzzle.families import Family
from satpuzzle.questions.family import joint_cover
from satpuzzle.questions.many import OfFamily
from satpuzzle.search.check import Check

_FIRST = 16  # members that are asked before all others


class Throughout:
    """The pieces of a pool, all those of a family, of which any may be left out; the members have no rules.

    Raises Stopped if the clock stops.
    """

    def __init__(self, family: Family, clock: Clock) -> None:
        self.members = OfFamily(family)
        self._cover, starts = joint_cover(family, clock)
        items = self._cover.families["pieces"]
        self._pieces = np.array(items)[: len(family.whole.pieces)]
        self._chosen = family.choices + np.array(starts)
        first = self.members.first_alike(clock)
        self._order = np.flatnonzero(first == np.arange(len(first)))  # the members to be asked

    def unfilled(self, used: Sequence[int], clock: Clock) -> int | None:
        """Return a member that these copies of the pieces do not fill, None if there is none.

        Raises Stopped if the clock stops.
        """
        copies, lower, upper = np.array(used), self._cover.lower.copy(), self._cover.upper.copy()
        lower[self._pieces] = upper[self._pieces] = copies
        absent = np.zeros(len(self._cover.rows), np.bool_)
        for item in self._pieces[copies == 0].tolist():
            absent |= self._cover.covers(item)
        numbers, rest = replace(self._cover, lower=lower, upper=np.maximum(upper, 1), live=~absent).residual()
        config, check = solver_config("native"), Check(rest)
        for some in (self._order[:_FIRST], self._order[_FIRST:]):
            chosen: Ints = np.searchsorted(numbers, self._chosen[some])
            for part in config.engine.completions(rest, chosen, config, clock):
                failed = np.flatnonzero(part.verdicts == IMPOSSIBLE)
                if len(failed):
                    at = np.flatnonzero(self._order == some[part.start + failed[0]])[0]
                    found = int(self._order[at])
                    self._order = np.concatenate([[found], np.delete(self._order, at)])
                    return found
                try:
                    check(part.found)
                except AssertionError as error:
                    raise BackendError(f"the solver gave a wrong solution: {error}") from None
        return None
