"""The plan of a search: what symmetry leaves, how it is searched, and into which parts, or why it need not be searched.

A small problem may be solved by the engine's quick search, and then needs no plan.  Before a longer search, a colouring
that rules out all solutions is looked for; before a long one, among more colourings and by a linear relaxation.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from satpuzzle.clock import Clock
from satpuzzle.cover.canon import Branch, Canon, reduce
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.cover.reasons import LARGE, Reason, colouring, weighing
from satpuzzle.cover.split import split
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.base import Offer, Prepared, Solver, SolverConfig, Stats
from satpuzzle.search.classifier import Classifier
from satpuzzle.search.part import Part, ruled_out

_LONG = 1.0  # seconds of a search that make it worth looking longer for a reason not to search, and for all symmetry
_RELAXED = 0.05  # seconds for the linear relaxation
_SPARED = 0.006  # seconds that make it worth breaking symmetry once more; what is left then is little


@dataclass(frozen=True)
class Plan:
    """Parts that have a canonical solution of each class among them, and the solver for them."""

    tables: Tables
    config: SolverConfig  # with all decided that depends on the cover
    branches: list[Branch]  # what symmetry leaves
    parts: list[Part]  # the largest first
    prepared: ExactCover  # what the engine has chosen to search, perhaps with hopeless options ruled out
    abreast: bool  # whether it pays to work on several parts at a time
    solver: Solver
    stats: Stats  # what is known before the search
    reason: Reason | None = None  # why there is no solution, if that was seen; then there are no parts
    _canons: dict[tuple[int, ...], Canon] = field(default_factory=dict, init=False, repr=False)

    def cover(self, part: Part) -> ExactCover:
        """Return the subproblem that a part says, which may be of another plan."""
        if part.known is not None:
            return part.known
        cover = part.cover(self.tables)
        return _also_ruled_out(cover, self.prepared) if part.leaders[:1] == self.branches[0].leaders[:1] else cover

    def canon(self, part: Part) -> Canon:
        """Return by what the solutions of a part are classified."""
        if part.leaders not in self._canons:
            self._canons[part.leaders] = Classifier(self.tables.symmetry, self.tables.cover, part.leaders)
        return self._canons[part.leaders]

    def named(self) -> list[Part]:
        """Return the parts with their ids."""
        return [part.named(self.tables) for part in self.parts]


def make_plan(
    tables: Tables, config: SolverConfig, clock: Clock, divide: bool = True, limit: int | None = None
) -> Plan:
    """Decide how to search, and into which parts to divide it, unless these come from elsewhere.

    With a `limit`, so many solutions are wanted, otherwise all.

    Raises PuzzleError if the way does not apply, and Stopped when the clock stops.
    """
    clock.check()
    symmetry = tables.symmetry.restricting
    restricted = symmetry.restrictions(tables.cover)
    offer = Offer(restricted, tables.points, symmetry.options[:, :-1], limit)
    if divide:
        prepared, reason = _prepared(tables.cover, offer, config, clock)
    else:  # there are several parts, and whoever made them has looked for a reason not to
        prepared, reason = config.engine.prepare(offer, replace(config, parts=2), clock), None
    leader, cover = restricted[prepared.candidate]
    leaders = () if leader is None else (leader,)
    branches, covers = [Branch(cover, leaders)], [prepared.cover]
    if leader is not None and divide and prepared.deepen:
        seconds = prepared.stats.get("estimated_seconds", math.inf)
        depth = math.inf if seconds > _LONG else int(_left(tables, leader, cover) * seconds > _SPARED)
        branches = reduce(symmetry, branches[0], clock, depth)
        covers = [_also_ruled_out(branch.cover, prepared.cover) for branch in branches]
    divided = split(covers, prepared.parts, clock) if divide and reason is None else []
    beside = [ruled_out(tables.cover, branch.cover) for branch in branches] if divided else []
    return Plan(
        tables=tables,
        config=prepared.config,
        branches=branches,
        parts=[Part.of(part, beside[number], branches[number].leaders) for number, part in divided],
        prepared=prepared.cover,
        abreast=prepared.parts > 1,
        solver=prepared.solver,
        stats=prepared.stats | {"options": int(cover.live.sum())},
        reason=reason,
    )


def _left(tables: Tables, leader: int, cover: ExactCover) -> float:
    """Return the share of a search that symmetry still repeats, were all options of the restricted item alike.

    Of an orbit of n options one is left, which a group of order g fixes g / n times: so often all below it comes again.
    """
    order = int((tables.symmetry.restricting.items[:, leader] == leader).sum())
    before, after = (len(one.options_of(leader)) for one in (tables.cover, cover))
    return 1 - before / (after * order) if after else 0.0


class _Nothing(Solver):
    """A solver where there is nothing to find."""

    def __call__(self, cover: ExactCover, stats: Stats) -> Iterator[Batch]:
        return iter(())


def _prepared(cover: ExactCover, offer: Offer, config: SolverConfig, clock: Clock) -> tuple[Prepared, Reason | None]:
    """Return how to search, or why there cannot be a solution."""
    quick = config.engine.quick_search(offer, config)
    reason = None if quick.solvable else colouring(cover, clock=clock)
    if reason is not None:
        return Prepared(0, 1, _Nothing(), offer.covers[0][1], {}, config, deepen=False), reason
    prepared = quick.over or config.engine.prepare(offer, config, clock)
    if not quick.solvable and prepared.stats.get("estimated_seconds", 0.0) > _LONG:
        reason = colouring(cover, most=LARGE, clock=clock) or weighing(cover, Clock(_RELAXED, within=clock))
    return prepared, reason


def _also_ruled_out(branch: ExactCover, prepared: ExactCover) -> ExactCover:
    """Return a branch without the options that the engine has found hopeless; itself if there are none."""
    live = branch.live & prepared.live
    if (live == branch.live).all() and not len(prepared.automorphisms):
        return branch
    return replace(branch, live=live, automorphisms=prepared.automorphisms)
