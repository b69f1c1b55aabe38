"""Statistics of repeated measurements: medians with quartiles; ratios, shares and growth with confidence intervals.

Times are skewed to the right, so they are summarised by the median.  The interval of a share is Edwin B. Wilson's
(Probable inference, the law of succession, and statistical inference, JASA 22, 1927), which has a positive width even
if all trials agree.  The interval of a ratio is a percentile bootstrap (Bradley Efron, Bootstrap methods: another look
at the jackknife, Annals of Statistics 7, 1979).  The confidence level is 90 %, as for the estimates of a search.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from satpuzzle.clock import Status
from satpuzzle.errors import PuzzleError
from satpuzzle.measure.table import grouped
from satpuzzle.measure.trial import Record
from satpuzzle.search.sample import NINE_OF_TEN, Floats, Interval, student


@dataclass(frozen=True)
class Spread:
    """The median and the quartiles of some values."""

    low: float
    middle: float
    high: float
    count: int
    values: tuple[float, ...] = field(default=(), compare=False, repr=False)

    @classmethod
    def of(cls, values: Iterable[float]) -> "Spread":
        """Return the median and quartiles of one value or more."""
        numbers = np.array(list(values), float)
        low, middle, high = np.percentile(numbers, (25, 50, 75)).tolist()
        return cls(low, middle, high, len(numbers), tuple(numbers.tolist()))

    def __format__(self, form: str) -> str:
        """Return `middle (low–high)`, each number formatted by `form`; only one number if the three texts are equal."""
        low, middle, high = (format(value, form or ".3g") for value in (self.low, self.middle, self.high))
        return middle if low == middle == high else f"{middle} ({low}–{high})"

    def __str__(self) -> str:
        return format(self)

    def over(self, other: "Spread", comparisons: int = 1) -> "Ratio":
        """Return the ratio of this median to that of `other`, with an interval for values that are not paired."""
        dice = np.random.default_rng(0)
        tops, bottoms = (_medians(one.values, dice) for one in (self, other))
        return Ratio.of(self.middle / max(other.middle, _TINY), tops / np.maximum(bottoms, _TINY), comparisons)

    def apart(self, other: "Spread", comparisons: int = 1) -> bool:
        """Tell whether this median differs significantly from that of `other`: the interval of their ratio excludes 1.

        `comparisons` is that of `Ratio`.
        """
        return self.over(other, comparisons).sure


@dataclass(frozen=True)
class Ratio:
    """A ratio with its bootstrap interval.

    If both distributions are equal, the interval should exclude 1 in 10 % of cases.  In a simulation (5, 10 and 20
    log-normal values each, 1500 trials) it did so in 6 to 8 %, and the interval of paired values in 10 to 13 %.
    Quartiles are no substitute: with five values each, the ranges between the quartiles of equal distributions do not
    overlap in 19 % of cases.  If several ratios are tested, pass their number as `comparisons`; the confidence level of
    all intervals together is then 90 % (Bonferroni).
    """

    middle: float
    low: float
    high: float

    @classmethod
    def of(cls, middle: float, draws: Floats, comparisons: int = 1) -> "Ratio":
        """Return a ratio with the value `middle` and the interval that its bootstrap draws give."""
        miss = (1 - _LEVEL) / comparisons / 2
        low, high = np.quantile(draws, (miss, 1 - miss)).tolist()
        return cls(middle, low, high)

    @classmethod
    def of_pairs(cls, ratios: Iterable[float], comparisons: int = 1) -> "Ratio":
        """Return the median of `ratios`, each of two paired values, with a bootstrap interval."""
        values = tuple(ratios)
        draws = _medians(values, np.random.default_rng(0))
        return cls.of(float(np.median(values)), draws, comparisons)

    @property
    def sure(self) -> bool:
        """Whether the interval excludes 1."""
        return self.low > 1 or self.high < 1

    def __format__(self, form: str) -> str:
        """Return `middle (low–high)`, each number formatted by `form`; only one number if the three texts are equal."""
        middle, low, high = (format(value, form or ".2g") for value in (self.middle, self.low, self.high))
        return middle if low == middle == high else f"{middle} ({low}–{high})"

    def __str__(self) -> str:
        return format(self)


def _medians(values: Sequence[float], dice: np.random.Generator) -> Floats:
    """Return the medians of bootstrap samples, which are drawn from the values with replacement."""
    numbers = np.array(values, float)
    found: Floats = np.median(numbers[dice.integers(len(numbers), size=(_DRAWS, len(numbers)))], axis=1)
    return found


_LEVEL, _DRAWS, _TINY = 0.9, 4000, 1e-9


def plain(value: float, digits: int = 2) -> str:
    """Return a number as text with `digits` significant digits and without an exponent."""
    return f"{float(f'{value:.{digits}g}'):.15g}"


def spreads(
    records: Iterable[Record], key: str, by: Sequence[str] = ("puzzle", "solver"), *, ended: bool = True
) -> dict[tuple[Any, ...], Spread | None]:
    """Return the spread of the values under `key` in each group of records that have equal values of the keys `by`.

    A spread is None if a run of the group has no such value or, unless `ended` is false, was cut short.
    """
    found: dict[tuple[Any, ...], Spread | None] = {}
    for runs in grouped(records, *by):
        values = [run[key] for run in runs if run.get(key) is not None]
        whole = not ended or all(run["status"] == Status.EXHAUSTED for run in runs)
        found[tuple(runs[0].get(name) for name in by)] = (
            Spread.of(values) if whole and len(values) == len(runs) else None
        )
    return found


def paired(
    records: Sequence[Record], key: str, one: str, other: str, by: Sequence[str] = ("puzzle", "repeat")
) -> dict[str, Ratio]:
    """Return for each puzzle the median ratio of the values under `key` of two solvers.

    The values of the same round are paired.  Rounds in which a run was cut short or a value is missing are left out.
    """
    known: Mapping[tuple[Any, ...], Record] = {
        (*(run[name] for name in by), run["solver"]): run for run in records if run["status"] == Status.EXHAUSTED
    }
    ratios: dict[str, list[float]] = {}
    for (*place, solver), run in known.items():
        against = known.get((*place, other))
        if solver == one and against is not None and run.get(key) is not None and against.get(key):
            ratios.setdefault(run["puzzle"], []).append(run[key] / against[key])
    return {puzzle: Ratio.of_pairs(values) for puzzle, values in ratios.items()}


def share(hits: int, total: int) -> Interval:
    """Return the share hits / total, with Wilson's interval; `total` must be at least 1."""
    observed, square = hits / total, NINE_OF_TEN**2 / total
    middle = (observed + square / 2) / (1 + square)
    reach = NINE_OF_TEN / (1 + square) * math.sqrt(observed * (1 - observed) / total + square / (4 * total))
    return Interval(observed, max(0.0, middle - reach), min(1.0, middle + reach))


@dataclass(frozen=True)
class Growth:
    """Exponential growth: a cost is multiplied by `factor` for each unit of size.

    `factor` is found by a linear fit of the logarithm of the cost.
    """

    factor: Interval
    start: float  # the cost at size 0

    @classmethod
    def of(cls, sizes: Sequence[float], costs: Sequence[float]) -> "Growth":
        """Fit a growth to costs by least squares, with an interval by Student's t.

        Raises PuzzleError for fewer than three sizes.
        """
        places, heights = np.array(sizes, float), np.log(np.array(costs, float))
        if len(np.unique(places)) < 3:
            raise PuzzleError(f"{len(np.unique(places))} sizes: a growth rate with an interval needs three")
        wide = ((places - places.mean()) ** 2).sum()
        slope = float(((places - places.mean()) * heights).sum() / wide)
        start = float(heights.mean() - slope * places.mean())
        rest = heights - start - slope * places
        reach = math.sqrt(float((rest**2).sum()) / (len(places) - 2) / float(wide)) * student(len(places) - 2)
        ends = [math.exp(slope + side * reach) for side in (0, -1, 1)]
        return cls(Interval(*ends), math.exp(start))

    def at(self, size: float) -> float:
        """Return the fitted cost at a size."""
        return float(self.start * self.factor.mean**size)

    def __str__(self) -> str:
        return f"×{self.factor.mean:.3g} ({self.factor.low:.3g}–{self.factor.high:.3g})"
