"""Engines that minimise: random covers against brute force, and bounds that are true at every step."""

import numpy as np
import pytest
from brute_force import solutions
from clocks import Countdown
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies import Bounds, Sets, covers

from satpuzzle.cover.exact_cover import ExactCover, batch_of
from satpuzzle.engines import BACKENDS
from satpuzzle.errors import Stopped

KINDS = ("cpsat", "cadical", "gluecard", "clingo")  # the other ones that minimise are solvers of PySAT too
MINIMISING = [name for name, engine in BACKENDS.items() if engine.minimises]
HARD = ExactCover.of_sets([[i, j] for i in range(12) for j in range(i)], [(0, 1)] * 11 + [(1, 1)])


@pytest.mark.full
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in KINDS else pytest.mark.slow) for name in MINIMISING]
)
@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(covers(), st.data())
def test_the_least_cost_is_that_of_brute_force_and_no_step_is_wrong(
    name: str, said: tuple[Sets, Bounds], data: st.DataObject
) -> None:
    engine = BACKENDS[name]
    if missing := engine.missing():
        pytest.skip(missing)
    sets, bounds = said[0], [(data.draw(st.sampled_from([0, 0, lower])), upper) for lower, upper in said[1]]
    cover = ExactCover.of_sets(sets, bounds)
    cost = np.array(
        data.draw(st.lists(st.sampled_from([0, 1, 1, 2, 7]), min_size=len(sets), max_size=len(sets))), np.int64
    )
    chosen = data.draw(st.sampled_from([(), *np.flatnonzero(cover.live)[:, None].tolist()]))
    part = cover.given(chosen)
    right = [one for one in solutions([sorted(one) for one in sets], bounds) if set(chosen) <= {*one}]
    least = min((int(cost[list(one)].sum()) for one in right), default=None)
    found = []
    for solution, bound in engine.minimise(part, cost):
        if solution is not None:
            part.check(batch_of([solution]))
            found.append(int(cost[list(solution)].sum()))
        assert bound is None or least is None or bound <= least
    assert min(found, default=None) == least


@pytest.mark.parametrize("name", KINDS)
def test_a_minimisation_looks_at_the_clock_and_is_ended(name: str) -> None:
    engine = BACKENDS[name]
    if missing := engine.missing():
        pytest.skip(missing)
    with pytest.raises(Stopped):
        for _ in engine.minimise(HARD, np.ones(len(HARD.rows), np.int64), clock=Countdown(1)):
            pass
