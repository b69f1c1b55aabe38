"""The plan of a search: symmetry breaking, the solver's configuration, and the parts; or a reason not to search.

If the engine can solve a small problem by a quick search, there is no further planning.  Before a longer search, a few
colourings are tried, which might prove that there is no solution; before a long one, more colourings and a linear
relaxation.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from satpuzzle.clock import Clock
from satpuzzle.cover.canon import Branch, Canon, reduce
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.cover.reasons import LARGE, Reason, colouring, weighing
from satpuzzle.cover.split import split
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.base import Offer, Prepared, QuickSearch, Solver, SolverConfig, Stats
from satpuzzle.search.classifier import CompiledCanon
from satpuzzle.search.part import Part, ruled_out

_LONG = 1.0  # expected seconds of a search from which on it is long: more checks, and all symmetry is broken
_RELAXED = 0.05  # time limit in seconds for the linear relaxation
_SPARED = 0.006  # expected seconds saved from which on a short search breaks symmetry a second time


@dataclass(frozen=True)
class Plan:
    """The parts of a search and the solver for them; the parts together contain a canonical solution of each class."""

    tables: Tables
    config: SolverConfig  # complete: the choices that depend on the cover have been made
    branches: list[Branch]  # subproblems after symmetry breaking
    parts: list[Part]  # the largest first
    prepared: ExactCover  # the cover that the engine will search, perhaps without options that no solution has
    parallel: bool  # whether it pays to solve several parts at a time
    solver: Solver
    stats: Stats  # statistics of planning, such as estimates
    reason: Reason | None = None  # why there is no solution, if a check has proved that; then there are no parts

    def cover(self, part: Part) -> ExactCover:
        """Return the subproblem that a part describes; the part may come from another plan of the same problem."""
        if part.known is not None:
            return part.known
        cover = part.cover(self.tables)
        return _also_ruled_out(cover, self.prepared) if part.leaders[:1] == self.branches[0].leaders[:1] else cover

    def canon(self, part: Part) -> Canon:
        """Return the canon that classifies the solutions of a part."""
        canons, leaders = self.tables.canons, part.leaders
        if leaders not in canons:
            canons[leaders] = CompiledCanon(self.tables.symmetry, self.tables.cover, leaders)
        return canons[leaders]

    def named(self) -> list[Part]:
        """Return the parts with their ids."""
        return [part.named(self.tables) for part in self.parts]


def make_plan(
    tables: Tables,
    config: SolverConfig,
    clock: Clock,
    divide: bool = True,
    limit: int | None = None,
    node_limit: int | None = None,
    rate: float = 0.0,
    quick: QuickSearch | None = None,
) -> Plan:
    """Choose the solver's configuration and divide the search into parts.

    Without `divide`, the plan has no parts, since they come from a journal or another machine.  `limit` is the number
    of wanted solutions; None means all.  `node_limit` is the number of nodes after which the solver stops, and `rate`
    the number of solutions for each node that an early search found; `quick` is a quick search that was made.  Raises
    PuzzleError if the configuration does not apply to the problem, and Stopped if the clock stops.
    """
    clock.check()
    symmetry, restricted = tables.symmetry.restricting, tables.restricted
    offer = Offer(restricted, tables.points, limit, node_limit, rate)
    if divide:
        prepared, reason = _prepared(tables, offer, config, quick, clock)
    else:  # the parts were made elsewhere, after the checks for a reason not to search
        prepared, reason = config.engine.prepare(offer, replace(config, parts=2), clock), None
    leader, cover = restricted[prepared.candidate]
    leaders = () if leader is None else (leader,)
    branches, covers = [Branch(cover, leaders)], [prepared.cover]
    if leader is not None and divide and prepared.deepen:
        seconds = _expected(prepared.stats, offer)
        depth = math.inf if seconds > _LONG else int(_repeated_share(tables, leader, cover) * seconds > _SPARED)
        branches = reduce(symmetry, branches[0], clock, depth)
        covers = [_also_ruled_out(branch.cover, prepared.cover) for branch in branches]
    divided = split(covers, prepared.parts, clock, prepared.solver.branching) if divide and reason is None else []
    beside = [ruled_out(tables.cover, branch.cover) for branch in branches] if divided else []
    return Plan(
        tables=tables,
        config=prepared.config,
        branches=branches,
        parts=[Part.of(part, beside[number], branches[number].leaders) for number, part in divided],
        prepared=prepared.cover,
        parallel=prepared.parts > 1,
        solver=prepared.solver,
        stats=prepared.stats | {"options": int(cover.live.sum())},
        reason=reason,
    )


def _expected(stats: Stats, offer: Offer) -> float:
    """Return the seconds that a search will probably take until it has found enough solutions."""
    share = offer.share(stats.get("estimated_nodes", 0.0), stats.get("estimated_solutions", 0.0))
    return share * stats.get("estimated_seconds", math.inf)


def _repeated_share(tables: Tables, leader: int, cover: ExactCover) -> float:
    """Estimate the share of a search that only repeats the rest by symmetry, after one item's options were restricted.

    Of each orbit of n options of that item, one is kept.  If the group has order g, then g / n elements map this option
    to itself, so the search below it finds each solution up to g / n times.  The estimate assumes that all orbits are
    alike.
    """
    order = int((tables.symmetry.restricting.items[:, leader] == leader).sum())
    before, after = (len(one.options_of(leader)) for one in (tables.cover, cover))
    return 1 - before / (after * order) if after else 0.0


class _Nothing(Solver):
    """A solver for a cover without solutions."""

    def __call__(self, cover: ExactCover, stats: Stats) -> Iterator[Batch]:
        return iter(())


def _prepared(
    tables: Tables, offer: Offer, config: SolverConfig, quick: QuickSearch | None, clock: Clock
) -> tuple[Prepared, Reason | None]:
    """Return the engine's preparation of the search, and a reason why there is no solution; None if none was found."""
    quick = quick or config.engine.quick_search(offer, config, clock)
    reason = None if quick.solvable else tables.parity(clock)
    if reason is not None:
        return Prepared(0, 1, _Nothing(), offer.covers[0][1], {}, config, deepen=False), reason
    prepared = quick.finished or config.engine.prepare(offer, config, clock)
    if not quick.solvable and prepared.stats.get("estimated_seconds", 0.0) > _LONG:
        cover = tables.cover
        reason = colouring(cover, most=LARGE, clock=clock) or weighing(cover, Clock(_RELAXED, within=clock))
    return prepared, reason


def _also_ruled_out(branch: ExactCover, prepared: ExactCover) -> ExactCover:
    """Return a subproblem without the options that `prepared` lacks; the subproblem itself if `prepared` lacks none."""
    live = branch.live & prepared.live
    return branch if (live == branch.live).all() else replace(branch, live=live)
