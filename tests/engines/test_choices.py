"""Choices of options: which of them can be completed to a solution, by all engines and brute force."""

from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from brute_force import solutions
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import covers
from textbook import graphs, queens

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.base import IMPOSSIBLE, OPEN, POSSIBLE
from satpuzzle.engines.config import engine_of, solver_config
from satpuzzle.engines.library import missing
from satpuzzle.errors import Stopped

compiled = pytest.mark.skipif(missing() is not None, reason="without kernels")


def completed(
    cover: ExactCover, chosen: Any, backend: str = "native", most: int = 1 << 62, clock: Clock = UNLIMITED
) -> tuple[list[int], int]:
    """Return the verdict of each choice, and the number of nodes; check the solutions."""
    config, rows = solver_config(backend), np.array(chosen, np.int64)
    verdicts, nodes = list[int](), 0
    for some in engine_of(backend).completions(cover, rows, config, clock, most):
        assert some.start == len(verdicts)
        for wanted, verdict, found in zip(rows[some.start :], some.verdicts.tolist(), some.found, strict=False):
            verdicts.append(verdict)
            if verdict == POSSIBLE:
                assert {*wanted.tolist()} <= {*found.tolist()}
                cover.check(found[None])
        nodes = some.nodes
    return verdicts, nodes


@settings(max_examples=75)
@given(covers(), st.integers(1, 3), st.randoms())
def test_choices_that_brute_force_completes_are_possible(cover: Any, each: int, dice: Any) -> None:
    sets, bounds = cover
    whole = ExactCover.of_sets(sets, bounds)
    allowed = np.flatnonzero(whole.live).tolist()
    if not whole.live.all():
        return
    chosen = [dice.sample(allowed, min(each, len(allowed))) for _ in range(12)]
    every = [{*one} for one in solutions(sets, bounds)]
    wanted = [POSSIBLE if any({*one} <= found for found in every) else IMPOSSIBLE for one in chosen]
    assert completed(whole, chosen)[0] == wanted


@pytest.mark.parametrize("backend", ["native", "glucose4", "cpsat"])
@pytest.mark.parametrize("textbook", [queens(5), graphs(4, 1, 2)], ids=["queens", "graphs"])
def test_pairs_of_options_are_completed_by_all_kinds_of_engines(textbook: Any, backend: str) -> None:
    sets, bounds = textbook
    chosen = [*combinations(range(len(sets)), 2)][:: 1 if backend != "cpsat" else 40]
    solved = [{*one} for one in solutions(sets, bounds)]
    found, _ = completed(ExactCover.of_sets(sets, bounds), chosen, backend)
    assert [verdict == POSSIBLE for verdict in found] == [any({*pair} <= one for one in solved) for pair in chosen]
    assert {POSSIBLE, IMPOSSIBLE} >= {*found}


@compiled
def test_a_choice_with_too_many_nodes_is_left_open_and_holds_up_no_other() -> None:
    cover = ExactCover.of_sets(*queens(9))
    chosen = [*product(range(9), range(9, 18))]
    every, nodes = completed(cover, chosen)
    some, fewer = completed(cover, chosen, most=20)
    assert OPEN in some and POSSIBLE in some and fewer < nodes
    assert all(verdict in (OPEN, known) for verdict, known in zip(some, every, strict=True))
    assert completed(cover, chosen)[1] == nodes  # the same again


def test_a_clock_stops_between_choices() -> None:
    clock = Clock()
    clock.stop()
    with pytest.raises(Stopped):
        completed(ExactCover.of_sets(*queens(9)), [[0, 11]] * 9, clock=clock)
