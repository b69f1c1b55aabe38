"""Searches for the best packing from above: is there one of the greatest worth, of one less, and so on?

Each answer "no" lowers the bound, and the first packing that is found is the best one.  Since the cover counts the
empty cells, a level without a packing is refuted fast: few cells may stay empty.
"""

from collections.abc import Iterator
from dataclasses import replace

from satpuzzle.clock import Clock, Status
from satpuzzle.cover.classes import Symmetry
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.base import Engine
from satpuzzle.engines.config import solver_config
from satpuzzle.questions.cover_goal import CoverGoal
from satpuzzle.questions.goal import Goal
from satpuzzle.questions.race import Found
from satpuzzle.search.request import Request
from satpuzzle.search.run import Run

_FIRST = 1_000_000  # nodes of a search for any packing, before the levels


def by_levels(goal: Goal | CoverGoal, engine: Engine, jobs: int, clock: Clock) -> Iterator[Found]:
    """Yield packings and bounds as they are found; at the end the best packing has been yielded, or there is none.

    Raises Stopped if the clock stops.
    """
    if engine.counts_nodes:
        plain = replace(goal.tables, symmetry=Symmetry.trivial(goal.tables.cover))
        run = _run(goal, plain, engine, None, clock, _FIRST)
        yield from map(Found, run.options())
        clock.check()
        if run.status is Status.EXHAUSTED:
            return
    least, most = goal.limits or (0, -1)
    for worth in range(most, least - 1, -1):
        clock.check()
        for tables in goal.at(worth):
            for options in _run(goal, tables, engine, jobs, clock).options():
                yield Found(options)
                return
            clock.check()
        yield Found(most=worth - 1)


def _run(
    goal: Goal | CoverGoal,
    tables: Tables,
    engine: Engine,
    jobs: int | None,
    clock: Clock,
    node_limit: int | None = None,
) -> Run:
    """Return a search for one solution of these tables."""
    config = solver_config(engine)
    request = Request(subject=goal.puzzle, config=config, clock=clock, limit=1, jobs=jobs, node_limit=node_limit)
    return Run(request, tables=tables)
