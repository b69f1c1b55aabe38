"""The load of a search: what its parts weigh, what they have counted, and which share of all that is done.

Parts differ much, and the largest come first, so their number alone says little.  A search tree grows about like a high
power of the number of options there are to choose from, and each choice that is made already halves it: by this each
part gets a weight, and those that are done say how much work a weight stands for.
"""

from collections.abc import Iterable

from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.base import Stats

_POWER = 6  # of the number of options; measured on the bundled puzzles that take longest, by bitmask and by Glucose
_ALMOST = 0.9  # of its weight is the most that counts of a part before it is done


class Load:
    """What the parts of a search have counted, and which share of all is done."""

    def __init__(self, covers: Iterable[ExactCover]) -> None:
        self.weights = [float(cover.live.sum()) ** _POWER / 2.0 ** len(cover.chosen) for cover in covers]
        self.counted: dict[int, Stats] = {}  # by the number of the part, as soon as it is begun
        self._running: dict[int, Stats] = {}  # of these, whose counts may still change
        self._ended: dict[str, float] = {}  # what all others have counted together

    def begin(self, number: int) -> Stats:
        """Return where a part is to count what it does."""
        if number not in self.counted:
            self.counted[number] = self._running[number] = {}
        return self.counted[number]

    def total(self) -> dict[str, float]:
        """Return what all parts together have counted."""
        total = self._ended.copy()
        for number, own in list(self._running.items()):
            now = own.copy()  # other threads add to them meanwhile
            _add(total, now)
            if "parts_done" in now:
                _add(self._ended, now)
                del self._running[number]
        return total

    def done(self) -> float | None:
        """Return the share that is done, or None as long as no part is."""
        now = {number: own.copy() for number, own in list(self.counted.items())}
        ended = {number for number, own in now.items() if "parts_done" in own}
        weight = sum(self.weights[number] for number in ended)
        if not weight:
            return None
        work = sum(_work(now[number]) for number in ended) / weight
        for number in now.keys() - ended:
            so_far = _work(now[number]) / work if work else 0.0
            weight += min(so_far, _ALMOST * self.weights[number])
        return weight / sum(self.weights)


def _add(total: dict[str, float], counted: Stats) -> None:
    for key, value in counted.items():
        total[key] = total.get(key, 0) + value  # type: ignore[operator]


def _work(counted: Stats) -> float:
    """Return how much a part has done, in a unit that is the same for all of them."""
    return float(counted.get("nodes", counted.get("conflicts", 0)))
