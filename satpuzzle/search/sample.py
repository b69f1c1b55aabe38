"""Estimates the size of a long search from a random sample of its subtrees, each of which is searched to its end.

A draw goes down from a part of the plan to one of its children, and so on, until what is left is short enough to be
searched.  On the way it prefers large subproblems, by random probes of each, and what it finds is divided by the
probability of coming there: an unbiased estimate of the whole, whatever the probes say.  They are often wrong by far,
always on the small side where trees are heavy-tailed; so some draws go where they see little.

Sampling with unequal probabilities: Morris H. Hansen and William N. Hurwitz, On the theory of sampling from finite
populations, Annals of Mathematical Statistics 14 (1943).  Search trees by importance: Donald E. Knuth, Estimating the
efficiency of backtrack programs, Mathematics of Computation 29 (1975).
"""

import math
from collections.abc import Iterator
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

Floats = NDArray[np.float64]

PROBED = 1000  # nodes that probes of a subproblem visit
_FAIR = 0.15  # of the draws that do not look at the probes
_CHILDREN = 32  # about so many has a subproblem that is too long
NINE_OF_TEN = 1.645  # standard deviations


@dataclass(frozen=True)
class Interval:
    """An estimate, and the ends of its 90 % interval."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, draws: Floats) -> "Interval":
        """Return the mean of independent draws, of which there are two or more, by Student's t on the log scale."""
        mean = float(draws.mean())
        if mean <= 0:
            return cls(0.0, 0.0, 0.0)
        error = float(draws.std(ddof=1)) / mean / math.sqrt(len(draws))
        factor = math.exp(error * student(len(draws) - 1))
        return cls(mean, mean / factor, mean * factor)

    @property
    def error(self) -> float:
        """Return the standard error on the log scale."""
        return math.log(self.high / self.low) / 2 / NINE_OF_TEN if self.low > 0 else 0.0


def student(freedom: int) -> float:
    """Return how many standard errors nine of ten means lie within, by the Cornish-Fisher expansion of Student's t."""
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
    """Draws subtrees of the parts of a plan whose engine `estimates`; those with up to `most` nodes are searched."""

    plan: Plan
    most: int
    clock: Clock
    searched: int = 0  # nodes
    shares: list[Floats] = field(default_factory=list)  # of the children of what had to be split, as the probes say
    _sizes: dict[tuple[int, ...], float] = field(default_factory=dict)
    _known: dict[tuple[int, ...], int | None] = field(default_factory=dict)  # nodes; None: too many
    _costs: list[tuple[int, float]] = field(default_factory=list)  # nodes and seconds of CPU of what was searched
    _children: dict[tuple[int, ...], list[ExactCover]] = field(default_factory=dict)

    def sizes(self, covers: list[ExactCover]) -> Floats:
        """Return the nodes of subproblems as the probes say; they say the same each time."""
        return np.array([self._size(cover) for cover in covers])

    def _size(self, cover: ExactCover) -> float:
        if cover.chosen not in self._sizes:
            self.clock.check()
            self._sizes[cover.chosen] = max(1.0, self.plan.solver.estimate(cover, PROBED, self.clock).nodes)
        return self._sizes[cover.chosen]

    def search(self, part: Part, most: float = math.inf) -> int | None:
        """Return the nodes of a subproblem, or None if these are too many; Stopped if the time is over."""
        if part.chosen not in self._known:
            plan = replace(self.plan, solver=_Limited(self.plan.solver, most))
            outcome = solve_part(plan, part, self.clock)
            self.clock.check()
            nodes = outcome.stats.get("nodes", 0)
            self.searched += nodes
            self._costs.append((nodes, outcome.cpu))
            # One that ends a little later is too long too: when the solver comes up for air is not reproducible.
            self._known[part.chosen] = None if nodes > most else nodes
        return self._known[part.chosen]

    def draw(self, part: Part, dice: np.random.Generator) -> float:
        """Return an unbiased estimate of the nodes of a part.

        A strategy that branches otherwise than `split` does has other nodes in the children than in the part, often few
        of them, so its parts are searched as they are.
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
            if len(children) == 1 and children[0].chosen == cover.chosen:  # nothing is left to split by
                self._known.pop(cover.chosen, None)
                return weight * (self.search(part) or 0)
            sizes = self.sizes(children)
            self.shares.append(sizes / sizes.sum())
            chances = preferring(sizes)
            number = int(dice.choice(len(children), p=chances))
            weight /= float(chances[number])
            part = Part.of(children[number], part.ruled_out, part.leaders)

    def seconds(self, nodes: float, parts: int) -> float:
        """Return the seconds of CPU that parts with so many nodes in all take, in a line through all that was searched.

        The first search is left out, since it may have more to load.
        """
        spent = np.array(self._costs[1:] or self._costs or [(0, 0.0)])
        sizes, times = spent[:, 0], spent[:, 1]
        each = max(0.0, float(np.polyfit(sizes, times, 1)[0])) if np.ptp(sizes) else 0.0
        once = max(0.0, float((times - each * sizes).mean()))
        return nodes * each + parts * once


def preferring(sizes: Floats) -> Floats:
    """Return probabilities that prefer large sizes, and are above 0 for all."""
    chances: Floats = (1 - _FAIR) * sizes / max(float(sizes.sum()), 1.0) + _FAIR / max(len(sizes), 1)
    return chances / chances.sum() if len(chances) else chances


@dataclass(frozen=True)
class Sampled:
    """What a sample says of a search."""

    nodes: Interval
    seconds: Interval  # of CPU
    expected: Floats  # (parts,): seconds of CPU of each part, by the probes and in the sum by the sample
    spread: float  # the parts' lengths over what is expected: their relative variance
    shares: list[Floats]  # of a part that is split, how long its children are
    draws: int  # 0 if all parts were searched


def sample(sampler: Sampler, draws: int, seed: int) -> Sampled:
    """Draw so many parts, each twice; or search them all if the probes promise that this is as short.

    If the time is over, what was drawn counts.  Raises Stopped if that is too little.
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
            twice = [sampler.draw(parts[number], dice) for _ in range(2)]
            drawn.append([nodes / float(chances[number]) for nodes in twice])
    except Stopped:
        if len(drawn) < FEWEST or sampler.clock.status is Status.INTERRUPTED:
            raise
    values = np.array(drawn)
    nodes = Interval(*[float(sizes.sum())] * 3) if whole else Interval.of(values.mean(axis=1))
    seconds = Interval(*(sampler.seconds(end, len(parts)) for end in (nodes.mean, nodes.low, nodes.high)))
    # What two draws of one part have in common is the part's, the rest is the noise of the draws.
    spread = 0.0 if whole else max(0.0, float((values[:, 0] * values[:, 1]).mean()) / nodes.mean**2 - 1.0)
    expected = np.array([sampler.seconds(size, 1) for size in (sizes if whole else chances * nodes.mean).tolist()])
    return Sampled(nodes, seconds, expected, spread, sampler.shares, len(drawn))


FEWEST = 10  # draws that say something
