"""The contract of engines: a cover goes in, batches of option numbers come out.

An engine has a name, says what it takes (an encoding, a strategy), and plans: of several covers with the same
solution classes it chooses one, says into how many parts it wants it split, and gives the *solver* that enumerates
a part.  Engines decide under assumptions as well, and some write proofs.  The registry is in `engines/__init__.py`;
no other module knows an engine by its name.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, TypedDict

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import Clock
from satpuzzle.cnf.recipe import Recipe
from satpuzzle.cover.classes import Restrictions
from satpuzzle.cover.exact_cover import Batch, ExactCover, ascending
from satpuzzle.engines.native.strategy import Strategy

NOTHING: Batch = np.zeros((0, 1), np.int64)  # what a solver yields that is still at work


class Stats(TypedDict, total=False):
    """What a run counts.  Deterministic counts are integers, times are seconds; a key is there once it is known."""

    # before the search
    placements: int  # that the pieces have on the board
    options: int  # of these that may be chosen after the restriction by symmetry
    presolved: int  # of these that presolve has left
    preparation: float  # seconds to write down placements and symmetries
    planning: float  # seconds to decide how to search
    strategy: str  # of the native search
    encoding: str  # of SAT solvers and CP-SAT
    deciding: str  # "static", by cells in their order, or by "activity", where that was asked for or found out
    estimated_nodes: float  # by random probes, with their standard errors
    estimated_nodes_error: float
    estimated_solutions: float
    estimated_solutions_error: float
    estimated_seconds: float  # on one core
    # the search
    seconds: float  # of wall-clock time
    process: float  # seconds of CPU time that solvers' processes have worked, their start not among them
    candidates: int  # solutions found, before one a class is kept
    undecided: int  # of these that a filter could not judge
    parts: int  # that the search was split into
    parts_done: int
    nodes: int  # options tried
    nodes_done: int  # of these in parts that are done
    nodes_before: int  # of these in parts that earlier runs have done
    cpu: float  # seconds, of this and earlier runs
    variables: int
    clauses: int
    constraints: int
    conflicts: int
    decisions: int
    propagations: int
    branches: int
    choices: int
    # a frontier
    states: int  # in all
    widest: int  # at most at a time


class Solver(Protocol):
    """Enumerates parts, several at a time if it is called from several threads."""

    def __call__(self, cover: ExactCover, stats: Stats) -> Iterator[Batch]:
        """Yield all solutions of a cover, what is chosen already included, each once, in any order, padded with -1.

        An empty batch says that the solver is still at work, several times a second.  What it counts goes to `stats`.
        Raises BackendError if it breaks down.
        """

    def close(self) -> None:
        """Give back what the solver holds, such as processes."""


Candidates = Sequence[tuple[int | None, ExactCover]]  # the item that is restricted, if any, and the cover


@dataclass(frozen=True)
class Offer:
    """What an engine may search: covers that have the same classes of solutions, the most promising first."""

    covers: Candidates
    points: NDArray[np.int64] | None = None  # (cells, 3), coordinates of the cells, if there are any
    automorphisms: NDArray[np.int64] = field(default_factory=lambda: np.zeros((0, 0), np.int64))  # (order, options)
    limit: int | None = None  # how many solutions are wanted; deciding how to search may take longer than finding some
    _residuals: dict[int, ExactCover] = field(default_factory=dict, init=False)

    def fewest(self) -> int:
        """Return the number of the cover that leaves the fewest options for its item, or the fewest in all."""
        if isinstance(self.covers, Restrictions):
            return self.covers.fewest()
        return min(range(len(self.covers)), key=lambda number: _size(*self.covers[number]))

    def residual(self, number: int) -> ExactCover:
        """Return what is left to choose of one of the covers, as a cover of its own."""
        if number not in self._residuals:
            self._residuals[number] = self.covers[number][1].residual()[1]
        return self._residuals[number]


@dataclass(frozen=True)
class Prepared:
    """How an engine means to search."""

    candidate: int  # which of the covers it was offered
    parts: int  # about how many it wants it split into
    solver: "Solver"
    cover: ExactCover  # the chosen one, perhaps with fewer live options
    stats: Stats
    way: "Way"  # with all decided that depends on the cover
    deepen: bool = True  # whether it may pay to break what symmetry is left once the restricted item is covered
    solvable: bool = False  # whether a solution is known already


@dataclass(frozen=True)
class Answer:
    """What `decide` finds: a model, or a core of the assumptions that no solution satisfies."""

    model: tuple[int, ...] | None = None  # the chosen options
    core: tuple[int, ...] | None = None  # assumptions, as they were given


@dataclass(frozen=True)
class Way:
    """A way to solve: an engine, and what it takes, as objects (`way.py` makes them from names)."""

    engine: "Engine"
    recipe: Recipe | None = None  # None if the engine takes none, or the size of the cover decides
    strategy: Strategy | None = None  # None if the engine takes none, or probes decide
    parts: int | None = None  # about how many subproblems; None if the engine decides
    presolve: bool | None = None  # whether hopeless options are ruled out first; None if the engine decides
    seed: int | None = None  # of what a solver leaves to chance; None for its own, or if there is nothing

    def __str__(self) -> str:
        taken = [one.name for one in (self.recipe, self.strategy) if one is not None]
        return " ".join([self.engine.name, *taken])


class Engine(ABC):
    """A kind of solver; engines are made once, have no state, and can be pickled."""

    name: str
    description: str  # one line
    reads: tuple[str, ...] = ()  # the keys of an encoding that mean something; none: it takes no encoding
    encoding: str | None = None  # the default one's name, None where the size of the cover decides
    bounds = False  # whether it takes an encoding that makes bounds, and not clauses alone
    strategies = False  # whether it takes a strategy
    seeds = False  # whether it takes a seed
    compiles = False  # whether its first use takes a while
    proves = False  # whether it has `prove`
    frontier = False  # whether a count may go by a frontier instead, where that promises to be shorter

    def missing(self) -> str | None:
        """Return what must be installed before the engine can be used, or None."""
        return None

    def takes(self, recipe: Recipe) -> bool:
        """Tell whether an encoding means something here: it is the default, or some of what it changes is read."""
        differing = recipe.differing()
        return (self.bounds or not recipe.bounds) and (not differing or not differing.isdisjoint(self.reads))

    def begin(self, offer: Offer, way: Way, clock: Clock) -> Prepared:
        """Return what a glance gives, or prepare a search."""
        return self.glance(offer, way) or self.prepare(offer, way, clock)

    def glance(self, offer: Offer, way: Way) -> Prepared | None:
        """Return a solver with the outcome if the search is over in a moment, else None."""
        return None

    @abstractmethod
    def prepare(self, offer: Offer, way: Way, clock: Clock) -> Prepared:
        """Choose among the covers that are offered, and make the solver.

        Raises PuzzleError if the way does not apply to the cover, and Stopped if the clock says so.
        """

    def decide(self, cover: ExactCover, assumptions: Sequence[int], way: Way, clock: Clock | None = None) -> Answer:
        """Find a solution that agrees with assumptions, or a core: assumptions that no solution agrees with.

        Assumption o says that option o is chosen, ~o that it is not.  The core is irreducible: without any one of its
        members there is a solution.  Raises Stopped if the clock says so.
        """
        clock = clock or Clock()
        answer = self.answer(cover, assumptions, way, clock)
        for assumption in answer.core or ():
            assert answer.core is not None
            without = self.answer(cover, [other for other in answer.core if other != assumption], way, clock)
            if without.core is not None:
                answer = without
        return answer

    def answer(self, cover: ExactCover, assumptions: Sequence[int], way: Way, clock: Clock) -> Answer:
        """Do as `decide`, but the core need not be irreducible."""
        for model in self.solutions(cover, way, clock, assumptions):
            return Answer(model=model)
        return Answer(core=tuple(dict.fromkeys(assumptions)))

    def solutions(
        self, cover: ExactCover, way: Way, clock: Clock, assumptions: Sequence[int] = ()
    ) -> Iterator[tuple[int, ...]]:
        """Yield the solutions of a cover that agree with assumptions, one by one, on this thread."""
        ruled_out = np.zeros(len(cover.rows), np.bool_)
        ruled_out[[~assumption for assumption in assumptions if assumption < 0]] = True
        wanted = {assumption for assumption in assumptions if assumption >= 0} - set(cover.chosen)
        try:
            part = cover.without(ruled_out).given(sorted(wanted))
        except ValueError:  # they exclude each other
            return
        if ruled_out[list(cover.chosen)].any() or part.hopeless() is not None:
            return
        solver = self.begin(Offer([(None, part)]), replace(way, parts=1), clock).solver
        try:
            for batch in solver(part, {}):
                for row in ascending(batch).tolist():
                    yield tuple(option for option in row if option >= 0)
                clock.check()
        finally:
            solver.close()

    def warm_up(self) -> None:  # noqa: B027, most have nothing to do
        """Do what is done once, such as compiling; before times are taken."""

    def prove(self, clauses: list[list[int]], path: str) -> None:
        """Write to `path` an LRAT proof that clauses are unsatisfiable; BackendError if they are not."""
        raise NotImplementedError(f"{self.name} writes no proofs")


def _size(item: int | None, cover: ExactCover) -> int:
    return int(cover.live.sum()) if item is None else len(cover.options_of(item))


def relabelled(cover: ExactCover, solve: Callable[[ExactCover], Iterator[Batch]]) -> Iterator[Batch]:
    """Yield the solutions of a cover in its own option numbers; `solve` gets what is left to choose as a plain cover.

    This is the one place where numbers change between a part and what a solver sees.
    """
    numbers, rest = cover.residual()
    same = len(numbers) == len(cover.rows)
    label = np.append(numbers, -1)
    # An empty solution is a row of padding, so every batch has a column.
    given = np.array(cover.chosen or (-1,), dtype=np.int64)
    for batch in solve(rest):
        if not len(batch):
            yield NOTHING
        elif same and batch.shape[1]:
            yield batch
        else:
            yield np.concatenate([np.broadcast_to(given, (len(batch), len(given))), label[batch]], axis=1)
