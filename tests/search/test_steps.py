"""Steps of a search: they are those of a stack, and find what solvers find."""

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import satpuzzle as sp
from satpuzzle.search.steps import Kind, Step, steps


def solved(found: list[Step]) -> list[tuple[int, ...]]:
    return sorted(tuple(sorted(step.chosen)) for step in found if step.kind is Kind.SOLVED)


@pytest.mark.full
@pytest.mark.parametrize("name", ["slothouber-graatsma", "tetravex-3x3", "rhombic-dodecahedron", "steinhaus"])
def test_every_solution_is_found_once(name: str) -> None:
    run = sp.solve(name, up_to="raw")
    found = solved(list(steps(run.tabulate().cover)))
    assert found == sorted(run.options())


@given(
    some.lists(some.sets(some.integers(0, 5), min_size=1), min_size=1, max_size=10),
    some.lists(some.sampled_from([(1, 1), (0, 1), (1, 2), (2, 2)]), min_size=6, max_size=6),
)
@settings(deadline=None)
def test_so_it_is_in_any_cover(options: list[set[int]], bounds: list[tuple[int, int]]) -> None:
    cover = sp.ExactCover.of_sets(options, bounds)
    assert solved(list(steps(cover))) == sorted(sp.solve(cover, up_to="raw").options())


def test_steps_are_those_of_a_stack() -> None:
    stack: list[int] = []
    kinds = set()
    for step in islice(steps(sp.solve("pentominoes-3x20").tabulate().cover), 2000):
        kinds.add(step.kind)
        if step.kind is Kind.TRY:
            assert step.option is not None and 1 <= step.way <= step.ways
            stack.append(step.option)
        elif step.kind is Kind.BACK:
            assert stack.pop() == step.option
        assert step.chosen == tuple(stack)
    assert kinds == {*Kind}
