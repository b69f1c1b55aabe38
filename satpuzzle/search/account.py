"""The account of a search: what its parts have come to so far, added up.

Parts differ much, and the largest come first, so their number alone says little.  A search tree grows about like a high
power of the number of options there are to choose from, and each choice that is made already halves it: by this each
part gets a weight, and those that are done say how much work a weight stands for.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.base import Stats
from satpuzzle.puzzle.model import Counts
from satpuzzle.search.tally import Tally

_POWER = 6  # of the number of options; measured on the bundled puzzles that take longest, by bitmask and by Glucose
_ALMOST = 0.9  # of its weight is the most that counts of a part before it is done


_NONE = Counts(0, 0, 0, final=False)


@dataclass(frozen=True)
class Totals:
    """What the parts of a search add up to."""

    found: Counts = _NONE
    packings: Counts = _NONE  # before the filter
    undecided: int = 0


class Account:
    """The account of parts that are worked on here; `unit` is the key of `Stats` that counts an engine's work."""

    def __init__(self, covers: Iterable[ExactCover], unit: str = "nodes") -> None:
        self.weights = [float(cover.live.sum()) ** _POWER / 2.0 ** len(cover.chosen) for cover in covers]
        self.tally = Tally()
        self._unit = unit
        self._counted: dict[int, Stats] = {}  # by the number of the part, as soon as it is begun
        self._running: dict[int, Stats] = {}  # of these, whose counts may still change
        self._ended: dict[str, float] = {}  # what all others have counted together

    def begin(self, number: int) -> Stats:
        """Return where a part is to count what it does."""
        if number not in self._counted:
            self._counted[number] = self._running[number] = {}
        return self._counted[number]

    def totals(self) -> Totals:
        """Return what was found and handed over."""
        return Totals(self.tally.counts(False), self.tally.packings(False), self.tally.undecided)

    def stats(self) -> dict[str, float]:
        """Return what all parts together have counted."""
        total = self._ended.copy()
        for number, own in list(self._running.items()):
            now = own.copy()  # other threads add to them meanwhile
            _add(total, now)
            if "parts_done" in now:
                _add(self._ended, now)
                del self._running[number]
        return total

    def share(self) -> float | None:
        """Return which share of the search is done, or None as long as no part is."""
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
