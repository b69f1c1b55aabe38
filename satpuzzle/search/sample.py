"""Estimates the size of a long search from a random sample of its subtrees, each of which is searched completely.

A draw goes from a part of the plan to a random child, and so on, until the subtree is small enough to be searched.
Children that random probes estimate to be large are drawn more often.  The number of nodes of the subtree, divided by
the probability of reaching it, is an unbiased estimate of the whole, however wrong the probes are.  Probes often
underestimate heavy-tailed trees by far, so some draws ignore them.

Sampling with unequal probabilities: Morris H. Hansen and William N. Hurwitz, On the theory of sampling from finite
populations, Annals of Mathematical Statistics 14 (1943).  Search trees by importance: Donald E. Knuth, Estimating the
efficiency of backtrack programs, Mathematics of Computation 29 (1975).
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import Clock, Status
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.cover.split import split
from satpuzzle.engines.base import Solver, Stats
from satpuzzle.errors import Stopped
from satpuzzle.search.part import Part
from satpuzzle.search.plan import Plan
from satpuzzle.search.solve import solve_part
from satpuzzle.settings import FEWEST_DRAWS

Floats = NDArray[np.float64]

PROBED = 1000  # nodes that the probes of a subproblem visit
_FAIR = 0.15  # the share of draws that ignore the probes
_CHILDREN = 32  # about the number of children of a subproblem that is too long
NINE_OF_TEN = 1.645  # half the width of a 90 % interval, in standard deviations


@dataclass(frozen=True)
class Interval:
    """An estimate, and the ends of its 90 % confidence interval."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, draws: Floats) -> "Interval":
        """Return the mean of two or more independent draws, with an interval by Student's t on the log scale."""
        mean = float(draws.mean())
        if mean <= 0:
            return cls(0.0, 0.0, 0.0)
        error = float(draws.std(ddof=1)) / mean / math.sqrt(len(draws))
        factor = math.exp(error * student(len(draws) - 1))
        return cls(mean, mean / factor, mean * factor)

    @property
    def error(self) -> float:
        """Return the standard error on the log scale that the interval implies."""
        return math.log(self.high / self.low) / 2 / NINE_OF_TEN if self.low > 0 else 0.0


def student(freedom: int) -> float:
    """Return half the width of a 90 % interval in standard errors, with this many degrees of freedom.

    This is the quantile of Student's t distribution by its Cornish-Fisher expansion.
    """
    z = NINE_OF_TEN
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)


@dataclass(frozen=True)
class _Limited(Solver):
    """A solver that stops after about `most` nodes."""

    solver: Solver
    most: float

    def __call__(self, cover: ExactCover, stats: Stats) -> Iterator[Batch]:
        for batch in self.solver(cover, stats):
            yield batch
            if stats["nodes"] > self.most:
                raise Stopped("too many nodes")


@dataclass
class Sampler:
    """Draws random subtrees of a plan, and searches those that probes estimate to have at most `most` nodes.

    The plan's engine must have probes (`estimates`).
    """

    plan: Plan
    most: int
    clock: Clock
    watch: Callable[[str], None] = lambda text: None  # is called with a text about the progress
    searched: int = 0  # nodes visited so far
    shares: list[Floats] = field(default_factory=list)  # of each split subproblem: its children's shares, by the probes
    _sizes: dict[tuple[int, ...], float] = field(default_factory=dict)
    _known: dict[tuple[int, ...], int | None] = field(default_factory=dict)  # nodes of subtrees; None: too many
    _costs: list[tuple[int, float]] = field(default_factory=list)  # (nodes, CPU seconds) of each searched subtree
    _children: dict[tuple[int, ...], list[ExactCover]] = field(default_factory=dict)

    def sizes(self, covers: list[ExactCover]) -> Floats:
        """Return the number of nodes of each subproblem that probes estimate; the estimates are cached."""
        return np.array([self._size(cover) for cover in covers])

    def _size(self, cover: ExactCover) -> float:
        if cover.chosen not in self._sizes:
            self.clock.check()
            if not self.searched:
                self.watch(f"probing parts: {len(self._sizes)}")
            self._sizes[cover.chosen] = max(1.0, self.plan.solver.estimate(cover, PROBED, self.clock).nodes)
        return self._sizes[cover.chosen]

    def search(self, part: Part, most: float = math.inf) -> int | None:
        """Search a part; return the number of its nodes, or None if there are more than `most`.

        Raises Stopped if the time is over.
        """
        if part.chosen not in self._known:
            plan = replace(self.plan, solver=_Limited(self.plan.solver, most))
            outcome = solve_part(plan, part, self.clock)
            self.clock.check()
            nodes = outcome.stats.get("nodes", 0)
            self.searched += nodes
            self._costs.append((nodes, outcome.cpu))
            # The solver stops at a varying number of nodes after the limit, so a subtree that has just ended counts as
            # too long as well: the estimate must be reproducible.
            self._known[part.chosen] = None if nodes > most else nodes
        return self._known[part.chosen]

    def draw(self, part: Part, dice: np.random.Generator) -> float:
        """Return an unbiased estimate of the number of nodes of a part.

        If a strategy branches differently from `split` (`Solver.splits` is false), the children of a part do not have
        as many nodes in total as the part; then the part is searched as a whole.
        """
        if not self.plan.solver.splits:
            return self.search(part) or 0
        weight = 1.0
        while True:
            cover = self.plan.cover(part)
            if self._size(cover) <= self.most or cover.chosen in self._known:
                found = self.search(part, self.most)
                if found is not None:
                    return found * weight
            if cover.chosen not in self._children:
                self._children[cover.chosen] = [child for _, child in split([cover], _CHILDREN, self.clock)]
            children = self._children[cover.chosen]
            if not children:
                return 0.0
            if len(children) == 1 and children[0].chosen == cover.chosen:  # it cannot be split further
                self._known.pop(cover.chosen, None)
                return weight * (self.search(part) or 0)
            sizes = self.sizes(children)
            self.shares.append(sizes / sizes.sum())
            chances = preferring(sizes)
            number = int(dice.choice(len(children), p=chances))
            weight /= float(chances[number])
            part = Part.of(children[number], part.ruled_out, part.leaders)

    def seconds(self, nodes: float, parts: int) -> float:
        """Return the CPU seconds of `parts` parts with `nodes` nodes in total, by a linear fit of the searches so far.

        The first search is left out of the fit, since it may include loading a library.
        """
        spent = np.array(self._costs[1:] or self._costs or [(0, 0.0)])
        sizes, times = spent[:, 0], spent[:, 1]
        each = max(0.0, float(np.polyfit(sizes, times, 1)[0])) if np.ptp(sizes) else 0.0
        once = max(0.0, float((times - each * sizes).mean()))
        return nodes * each + parts * once


def preferring(sizes: Floats) -> Floats:
    """Return positive probabilities that grow with the sizes."""
    chances: Floats = (1 - _FAIR) * sizes / max(float(sizes.sum()), 1.0) + _FAIR / max(len(sizes), 1)
    return chances / chances.sum() if len(chances) else chances


@dataclass(frozen=True)
class Sampled:
    """The estimates from a sample of subtrees."""

    nodes: Interval
    seconds: Interval  # CPU seconds
    expected: Floats  # (parts,): CPU seconds of each part, in proportion to the probes, with the sample's sum
    spread: float  # relative variance of a part's length divided by the expected length
    shares: list[Floats]  # the children's shares of the length of each part that was split
    draws: int  # number of draws; 0 if all parts were searched


def sample(sampler: Sampler, draws: int, seed: int) -> Sampled:
    """Draw `draws` parts, each twice; or search all parts if the probes estimate that this takes no longer.

    If the time is over, the draws so far are used.  Raises Stopped if they are fewer than FEWEST_DRAWS.
    """
    parts = sampler.plan.parts
    sizes = sampler.sizes([sampler.plan.cover(part) for part in parts])
    whole = sizes.sum() <= draws * sampler.most
    if whole:
        sizes = np.array([sampler.search(part) or 0 for part in parts], float)
    chances = preferring(sizes)
    dice = np.random.default_rng(seed)
    drawn: list[list[float]] = []
    try:
        for number in [] if whole else dice.choice(len(parts), draws, p=chances).tolist():
            sampler.watch(f"{len(drawn)} of {draws} parts drawn")
            twice = [sampler.draw(parts[number], dice) for _ in range(2)]
            drawn.append([nodes / float(chances[number]) for nodes in twice])
    except Stopped:
        if len(drawn) < FEWEST_DRAWS or sampler.clock.status is Status.INTERRUPTED:
            raise
    values = np.array(drawn)
    nodes = Interval(*[float(sizes.sum())] * 3) if whole else Interval.of(values.mean(axis=1))
    seconds = Interval(*(sampler.seconds(end, len(parts)) for end in (nodes.mean, nodes.low, nodes.high)))
    # The covariance of two draws of one part is due to the part; the rest of the variance is noise of the draws.
    spread = 0.0 if whole else max(0.0, float((values[:, 0] * values[:, 1]).mean()) / nodes.mean**2 - 1.0)
    expected = np.array([sampler.seconds(size, 1) for size in (sizes if whole else chances * nodes.mean).tolist()])
    return Sampled(nodes, seconds, expected, spread, sampler.shares, len(drawn))
