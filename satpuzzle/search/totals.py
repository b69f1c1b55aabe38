"""The account of a search: the sums over its parts so far, and the share of the search that is done.

A part is a subproblem (`part.py`).  Parts differ in size and the largest come first, so the share cannot be that of
finished parts.  Therefore each part has a weight, an estimate of its size: a high power of the number of live options,
halved for each chosen option.  The finished parts show how much work one unit of weight needs; with that, the work done
for an unfinished part is converted to weight.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.base import Stats
from satpuzzle.puzzle.model import Counts
from satpuzzle.search.tally import Tally

_POWER = (
    6  # exponent of the number of options; fitted to the longest bundled puzzles, with the native search and Glucose
)
_ALMOST = 0.9  # the largest share of its weight that an unfinished part counts


_NONE = Counts(0, 0, 0, final=False)


@dataclass(frozen=True)
class Totals:
    """The sums over the parts of a search so far."""

    found: Counts = _NONE  # solutions that count
    packings: Counts = _NONE  # all solutions, before the filter
    undecided: int = 0


class Account:
    """Adds up the results of parts, for a search without a journal.

    `unit` is the key of `Stats` that measures the work.
    """

    def __init__(self, covers: Iterable[ExactCover] = (), unit: str = "nodes") -> None:
        self.tally = Tally()
        self.early = Stats()  # the statistics of a search before the parts
        self.divide(covers)
        self._unit = unit
        self._counted: dict[int, Stats] = {}  # the statistics of each part that has begun, by its number
        self._running: dict[int, Stats] = {}  # those of them that may still change
        self._ended: dict[str, float] = {}  # the sums of all others

    def divide(self, covers: Iterable[ExactCover]) -> None:
        """Set the covers of the parts."""
        self.weights = [float(cover.live.sum()) ** _POWER / 2.0 ** len(cover.chosen) for cover in covers]

    def begin(self, number: int) -> Stats:
        """Return the dictionary of statistics of the part with this number, which its solver updates."""
        if number not in self._counted:
            self._counted[number] = self._running[number] = {}
        return self._counted[number]

    def totals(self) -> Totals:
        """Return the counts of the solutions that were yielded so far."""
        return Totals(self.tally.counts(False), self.tally.packings(False), self.tally.undecided)

    def stats(self) -> dict[str, float]:
        """Return the sums of the statistics of all parts."""
        total = self._ended.copy()
        _add(total, self.early)
        for number, own in list(self._running.items()):
            now = own.copy()  # other threads may change it meanwhile
            _add(total, now)
            if "parts_done" in now:
                _add(self._ended, now)
                del self._running[number]
        return total

    def share(self) -> float | None:
        """Return the share of the search that is done, from 0 to 1, or None until a part is finished."""
        now = {number: own.copy() for number, own in list(self._counted.items())}
        ended = {number for number, own in now.items() if "parts_done" in own}
        weight = sum(self.weights[number] for number in ended)
        if not weight:
            return None
        work = sum(self._work(now[number]) for number in ended) / weight
        for number in now.keys() - ended:
            so_far = self._work(now[number]) / work if work else 0.0
            weight += min(so_far, _ALMOST * self.weights[number])
        return weight / sum(self.weights)

    def _work(self, counted: Stats) -> float:
        return float(counted.get(self._unit, 0))  # type: ignore[arg-type]


def _add(total: dict[str, float], counted: Stats) -> None:
    for key, value in counted.items():
        total[key] = total.get(key, 0) + value  # type: ignore[operator]
