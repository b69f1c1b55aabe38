"""The interface of engines: the input is an exact cover, the output are batches of solutions as option numbers.

An engine has a name and declares what it accepts (an encoding, a strategy, a seed).  Symmetry breaking offers it
several covers with the same classes of solutions; the engine chooses one, proposes a number of parts (subproblems), and
returns a *solver* that enumerates a part.  Engines also solve under assumptions; some estimate the size of a search,
record its tree or write proofs.  `engines/__init__.py` has the registry; no other module refers to an engine by its
name, and none outside this folder imports from `native/`.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

import numpy as np
from numpy.typing import NDArray

from satpuzzle.arrays import wide
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.classes import Restrictions
from satpuzzle.cover.exact_cover import Batch, ExactCover, ascending
from satpuzzle.cover.split import fewest_options
from satpuzzle.engines.strategy import Strategy
from satpuzzle.puzzle.grids import Points

if TYPE_CHECKING:  # only external solvers need encodings
    from satpuzzle.cnf.recipe import Recipe

NOTHING: Batch = np.zeros((0, 1), np.int64)  # an empty batch


class Stats(TypedDict, total=False):
    """The statistics of a run.  Counts are integers, times are seconds; a key is present once its value is known."""

    # before the search
    placements: int  # placements of the pieces on the board
    options: int  # live options after symmetry breaking
    presolved: int  # live options after presolve
    preparation: float  # seconds for enumerating placements and symmetries
    planning: float  # seconds for choosing a strategy and splitting
    strategy: str  # the strategy of the native search
    encoding: str  # the encoding for an external solver
    deciding: str  # branching of external solvers, if requested or chosen by a sample: "static" or "activity"
    estimated_nodes: float  # estimates by random probes, with their standard errors
    estimated_nodes_error: float
    estimated_solutions: float
    estimated_solutions_error: float
    estimated_seconds: float  # estimated CPU seconds on one core
    # the search
    seconds: float  # wall-clock time
    process: float  # CPU seconds of solver processes, without their start
    candidates: int  # solutions found, before all but one of each class are dropped
    undecided: int  # solutions that a filter could not judge
    parts: int  # number of parts into which the search was split
    parts_done: int
    nodes: int  # options tried
    tested: int  # options tested, whether they fit or not, and
    sweeps: int  # beam searches for a first solution of a large cover
    found_by: str  # what found the first solution: "early", "sweep" or "plan"
    lookups: int  # look-ups in a table of endings: by a scan that tests options one by one
    cut_by_holes: int  # the nodes that its tests cut
    cut_by_pairs: int
    cut_by_lines: int
    cut_by_colours: int
    cut_by_gaps: int
    cut_by_endings: int
    nodes_done: int  # nodes in finished parts
    nodes_before: int  # nodes in parts finished by earlier runs
    cpu: float  # CPU seconds of this and earlier runs
    variables: int
    clauses: int
    constraints: int
    conflicts: int
    decisions: int
    propagations: int
    branches: int
    choices: int
    tree: str  # the SHA-256 of the file with the recorded tree of a part
    calls: int  # of an external program
    # counting without listing
    method: str  # "frontier", "memo" or "determinant"
    states: int  # total number of states
    widest: int  # largest number of states in one step
    rows: int  # of the matrix whose determinant counts all solutions


@dataclass(frozen=True)
class Estimate:
    """Estimated numbers of nodes and solutions of a search, with standard errors, and the estimated seconds."""

    nodes: float
    nodes_error: float
    solutions: float
    solutions_error: float
    seconds: float


class Solver(ABC):
    """Enumerates the solutions of covers, such as parts of a search; several threads may call it at the same time."""

    @abstractmethod
    def __call__(self, cover: ExactCover, stats: Stats) -> Iterator[Batch]:
        """Yield each solution of a cover once, in any order, in batches padded with -1.

        A solution includes the options that are already chosen.  While the solver works, it yields an empty batch
        several times a second.  It adds its statistics to `stats`.  Raises BackendError if the solver fails, and
        Stopped at the offer's limit of nodes.
        """

    def close(self) -> None:
        """Release the resources of the solver, such as processes."""
        return

    def estimate(self, cover: ExactCover, nodes: int, clock: Clock) -> Estimate:
        """Estimate the size of the search of a cover by random probes that visit about `nodes` nodes.

        Repeated calls return the same result.  Raises Stopped if the clock stops, and NotImplementedError unless the
        engine `estimates`.
        """
        raise NotImplementedError

    @property
    def splits(self) -> bool:
        """Whether the trees of the parts that `split` makes have, in total, about as many nodes as the whole tree."""
        return False

    def branching(self, cover: ExactCover, clock: Clock = UNLIMITED) -> int | None:
        """Return the item by which to split a subproblem; None if no item with bounds (1, 1) is left.

        Raises Stopped if the clock stops.
        """
        return fewest_options(cover, clock)


Candidates = Sequence[tuple[int | None, ExactCover]]  # (item whose options are restricted by symmetry or None, cover)


@dataclass(frozen=True)
class Offer:
    """The covers among which an engine chooses, the most promising first; all have the same classes of solutions."""

    covers: Candidates
    points: NDArray[np.int64] | None = None  # (cells, 3), coordinates of the cells, if the items have any
    limit: int | None = None  # number of solutions wanted, None for all; planning pays less for a few
    node_limit: int | None = None  # number of nodes after which the search of all parts stops; not every engine can
    rate: float = 0.0  # solutions per node that an early search found
    _residuals: dict[int, ExactCover] = field(default_factory=dict, init=False)

    def fewest(self) -> int:
        """Return the index of the cover whose restricted item has the fewest options.

        If no item of a cover is restricted, all its options count.
        """
        if isinstance(self.covers, Restrictions):
            return self.covers.fewest()
        return min(range(len(self.covers)), key=lambda number: _size(*self.covers[number]))

    def share(self, nodes: float, solutions: float) -> float:
        """Return the share of a search of so many nodes and solutions, both estimates, that finds enough solutions."""
        return 1.0 if self.limit is None else min(1.0, self.limit / max(1.0, solutions, self.rate * nodes))

    def residual(self, number: int) -> ExactCover:
        """Return the residual of the cover with this index; see `ExactCover.residual`."""
        if number not in self._residuals:
            self._residuals[number] = self.covers[number][1].residual()[1]
        return self._residuals[number]


@dataclass(frozen=True)
class Prepared:
    """An engine's preparation of a search: the cover it chose, the number of parts, and a solver."""

    candidate: int  # index of the chosen cover in the offer
    parts: int  # approximate number of parts
    solver: "Solver"
    cover: ExactCover  # the chosen cover, perhaps with fewer live options
    stats: Stats
    config: "SolverConfig"  # complete: with the recipe, strategy and parts that were chosen for this cover
    deepen: bool = True  # whether to try to break the symmetry that remains after the restricted item is covered


@dataclass(frozen=True)
class QuickSearch:
    """The result of a short search with a limit: whether it found a solution and, if it was complete, all solutions."""

    finished: Prepared | None = None  # a solver that yields all solutions, if the search was finished
    solvable: bool = False  # whether a solution was found
    seconds: float = math.inf  # that a search which was too long is expected to take, as far as it is known


@dataclass(frozen=True)
class First:
    """The first solution of a search, if there is one, and the number of nodes until then."""

    solution: tuple[int, ...] | None  # None if there is none, or the clock has stopped
    nodes: int  # options tried until then
    final: bool  # False if the clock has stopped


OPEN, POSSIBLE, IMPOSSIBLE = range(3)  # what is known of a choice of options


class Completed(NamedTuple):
    """What is known of some of many choices of options, the next ones in their order."""

    start: int  # the number of the first of them
    verdicts: NDArray[np.int64]  # OPEN, POSSIBLE or IMPOSSIBLE
    found: Batch  # a solution for each, which has the options of the choice, padded with -1
    nodes: int = 0  # of all choices so far


class Step(NamedTuple):
    """A step of a minimisation: a solution, or a proof that no solution costs less than `bound`."""

    solution: tuple[int, ...] | None = None
    bound: int | None = None


@dataclass(frozen=True)
class SolverConfig:
    """An engine with its settings, as objects (`config.py` makes them from names).

    A setting is None if the engine should choose it, or if the engine does not have it.
    """

    engine: "Engine"
    recipe: "Recipe | None" = None  # encoding; None: chosen by the size of the cover
    strategy: Strategy | None = None  # None: chosen by probing
    parts: int | None = None  # approximate number of subproblems
    presolve: bool | None = None  # whether to presolve the cover
    seed: int | None = None  # random seed of the solver

    def __str__(self) -> str:
        taken = [one.name for one in (self.recipe, self.strategy) if one is not None]
        return " ".join([self.engine.name, *taken])


class Engine(ABC):
    """A kind of solver.  An engine has no state and one instance, and can be pickled."""

    name: str
    description: str  # one line
    reads: tuple[str, ...] = ()  # the keys of a recipe that the engine uses; empty if it accepts no encoding
    encoding: str | None = None  # name of the default encoding; None if the size of the cover decides
    bounds = False  # whether it accepts encodings with native cardinality constraints
    strategies = False  # whether it accepts a strategy
    seeds = False  # whether it accepts a seed
    estimates = False  # whether its solvers have `estimate`
    minimises = False  # whether it has `minimise`
    records = False  # whether it has `first` and `record`
    proves = False  # whether it has `prove`
    trusted = True  # whether its word that no more solutions exist is taken; else reports say whose word it is
    unit = "nodes"  # the key of `Stats` that counts its work, in the same numbers on every machine
    counts_nodes = False  # whether its solvers stop at a limit of nodes
    folds = False  # whether it finds the foldings of a chain that is alone without a list of them
    frontier = False  # whether counting may use a frontier instead, if that is expected to be faster

    def missing(self) -> str | None:
        """Return what must be installed before the engine can be used, or None if nothing is missing."""
        return None

    def version(self) -> str | None:
        """Return the version of a program that is no package; None if there is none, or if it does not say."""
        return None

    def takes(self, recipe: "Recipe") -> bool:
        """Return whether the engine supports a recipe: it equals the default or changes a key that the engine reads."""
        differing = recipe.differing()
        return (self.bounds or not recipe.bounds) and (not differing or not differing.isdisjoint(self.reads))

    def begin(self, offer: Offer, config: SolverConfig, clock: Clock) -> Prepared:
        """Return a solver with all solutions if the quick search is complete; otherwise prepare a full search."""
        return self.quick_search(offer, config, clock).finished or self.prepare(offer, config, clock)

    def quick_search(self, offer: Offer, config: SolverConfig, clock: Clock) -> QuickSearch:
        """Search up to a small limit and return the result; by default, do not search and return an empty result.

        Raises Stopped if the clock stops.
        """
        return QuickSearch()

    def early(self, offer: Offer, config: SolverConfig, stats: Stats, clock: Clock) -> Generator[Batch, None, bool]:
        """Search the first cover on offer without a plan, for the few solutions that are wanted.

        Yield batches of solutions, some perhaps twice, and sometimes an empty batch, and return whether all solutions
        were found; by default, do not search.  `stats` gets the number of nodes.  Raises Stopped if the clock stops.
        """
        yield from ()
        return False

    def beside(self, offer: Offer, config: SolverConfig, stats: Stats, clock: Clock) -> Iterator[Batch]:
        """Look for a first solution of the first cover on offer, in ways that prove nothing, beside a planned search.

        Yield batches of solutions and, several times a second, an empty batch; by default, nothing.  The end says
        nothing about solutions.  `stats` gets figures of the work.  Raises Stopped if the clock stops.
        """
        yield from ()

    @abstractmethod
    def prepare(self, offer: Offer, config: SolverConfig, clock: Clock) -> Prepared:
        """Choose one of the covers on offer, and make the solver.

        Raises PuzzleError if the configuration does not apply to the cover, and Stopped if the clock stops.
        """

    def solutions(
        self,
        cover: ExactCover,
        config: SolverConfig,
        clock: Clock,
        assumptions: Sequence[int] = (),
        limit: int | None = None,
    ) -> Iterator[tuple[int, ...]]:
        """Yield the solutions of a cover that satisfy the assumptions, as tuples of option numbers.

        Assumption o >= 0 means that option o is chosen, ~o < 0 that it is not.  `limit` says how many will be read, so
        that these come soon.  The search runs in the calling thread.
        """
        ruled_out = np.zeros(len(cover.rows), np.bool_)
        ruled_out[[~assumption for assumption in assumptions if assumption < 0]] = True
        wanted = {assumption for assumption in assumptions if assumption >= 0} - set(cover.chosen)
        try:
            part = cover.without(ruled_out).given(sorted(wanted))
        except ValueError:  # two assumptions exclude each other
            return
        if ruled_out[list(cover.chosen)].any() or part.hopeless() is not None:
            return
        offer, config = Offer([(None, part)], limit=limit), replace(config, parts=1)
        seen = set[tuple[int, ...]]()
        if limit is not None and (yield from _unseen(self.early(offer, config, {}, clock), seen, clock)):
            return
        solver = self.begin(offer, config, clock).solver
        try:
            yield from _unseen(solver(part, {}), seen, clock, add=False)
        finally:
            solver.close()

    def completions(
        self, cover: ExactCover, chosen: NDArray[np.int64], config: SolverConfig, clock: Clock, most: int = 1 << 62
    ) -> Iterator[Completed]:
        """Yield of each choice of options, (choices, options), in their order, whether a solution has all of them.

        A choice stays open if its search has more than about `most` nodes; not every engine counts nodes.  Raises
        Stopped if the clock stops.
        """
        for number, wanted in enumerate(chosen.tolist()):
            found = next(self.solutions(cover, config, clock, wanted, limit=1), None)
            clock.check()
            verdict = np.array([IMPOSSIBLE if found is None else POSSIBLE])
            yield Completed(number, verdict, np.array([found or ()], np.int64))

    def first(
        self, cover: ExactCover, config: SolverConfig, points: Points | None = None, clock: Clock = UNLIMITED
    ) -> First:
        """Search for the first solution with the strategy of the configuration; return it and the number of nodes.

        `points` has the coordinates of the cells, if they are known.
        """
        raise NotImplementedError(f"{self.name} does not count the nodes of a search")

    def minimise(
        self, cover: ExactCover, cost: NDArray[np.int64], workers: int = 1, clock: Clock = UNLIMITED
    ) -> Iterator[Step]:
        """Yield solutions of a cover and lower bounds on their cost, as they are found, until the least cost is proved.

        A solution costs the sum of what its options cost, integers of any sign, shape (options,).  At the end, a
        solution of the least cost has been yielded, or there is none.  Raises Stopped if the clock stops, after the
        last step.
        """
        raise NotImplementedError(f"{self.name} does not minimise")

    def record(self, cover: ExactCover, kind: str, clock: Clock) -> Iterator[tuple[NDArray[np.integer], Batch]]:
        """Yield the tree of a complete search in preorder, as portions of numbers, and the solutions in each portion.

        docs/certificates.md describes the numbers of the tree.  They refer to the residual of the cover, and have the
        NumPy type `kind`.  Solutions are rows of the cover's option numbers, chosen options included.  Raises Stopped
        if the clock stops.
        """
        raise NotImplementedError(f"{self.name} records no trees")

    def prove(self, clauses: list[list[int]], path: str, clock: Clock) -> None:
        """Write to `path` an LRAT proof that the clauses are unsatisfiable.

        Raises BackendError if they are satisfiable, and Stopped if the clock stops.
        """
        raise NotImplementedError(f"{self.name} writes no proofs")


class Returning:
    """Iterates over a generator of batches once, then has what it returned: whether these were all, see `early`."""

    complete = False

    def __init__(self, batches: Iterator[Batch]) -> None:
        self._batches: Any = batches  # perhaps a generator that returns a truth value

    def __iter__(self) -> Iterator[Batch]:
        self.complete = bool((yield from self._batches))


def _unseen(
    batches: Iterator[Batch], seen: set[tuple[int, ...]], clock: Clock, add: bool = True
) -> Generator[tuple[int, ...], None, bool]:
    """Yield the solutions of batches that are not in `seen`, and `add` them; return what the generator of batches does.

    Raises Stopped if the clock stops.
    """
    results = Returning(batches)
    for batch in results:
        for row in ascending(batch).tolist():
            solution = tuple(option for option in row if option >= 0)
            if solution not in seen:
                if add:
                    seen.add(solution)
                yield solution
        clock.check()
    return results.complete


def _size(item: int | None, cover: ExactCover) -> int:
    return int(cover.live.sum()) if item is None else len(cover.options_of(item))


def relabelled(cover: ExactCover, solve: Callable[[ExactCover], Iterator[Batch]]) -> Iterator[Batch]:
    """Apply `solve` to the residual of a cover, and yield the solutions in the option numbers of the cover itself."""
    yield from renumbered(cover, solve(cover.residual()[1]))


def renumbered(cover: ExactCover, batches: Iterable[Batch]) -> Iterator[Batch]:
    """Convert solutions of the residual of a cover to the cover's option numbers, and add its chosen options.

    No other function converts between the option numbers of a cover and of its residual.
    """
    same, label = bool(cover.live.all()), wide(np.append(np.flatnonzero(cover.live), -1))
    # An empty solution is a row of padding, so that each batch has at least one column.
    given = np.array(cover.chosen or (-1,), dtype=np.int64)
    for batch in batches:
        if not len(batch):
            yield NOTHING
        elif same and batch.shape[1]:
            yield batch
        elif batch.shape[1] and not cover.chosen:
            yield label.take(batch)
        else:
            yield np.concatenate([np.broadcast_to(given, (len(batch), len(given))), label.take(batch)], axis=1)
