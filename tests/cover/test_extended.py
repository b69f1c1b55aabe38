"""Covers with more items and options have the solutions that their words say, against brute force."""

import numpy as np
from coloured import Problem, as_cover, problems, solutions
from hypothesis import given, settings
from hypothesis import strategies as st

import satpuzzle as sp
from satpuzzle.cover.extended import with_bounds, with_items


@settings(max_examples=60)
@given(problems(), st.integers(1, 3), st.data())
def test_new_items_bound_how_many_of_their_options_are_chosen_and_colours_stay(
    problem: Problem, many: int, data: st.DataObject
) -> None:
    cover = as_cover(*problem)
    covering = np.array(
        data.draw(st.lists(st.booleans(), min_size=many * len(cover.rows), max_size=many * len(cover.rows)))
    )
    covering = covering.reshape(len(cover.rows), many)
    limits = [(least, least + 1) for least in data.draw(st.lists(st.integers(0, 2), min_size=many, max_size=many))]
    more = with_items(cover, [f"new {n}" for n in range(many)], limits, covering)
    assert [more.colours_of(option) for option in range(len(more.rows))] == [
        cover.colours_of(option) for option in range(len(cover.rows))
    ]
    right = {
        solution
        for solution in solutions(*problem)
        if all(low <= covering[list(solution), k].sum() <= high for k, (low, high) in enumerate(limits))
    }
    assert {*sp.solve(more)} == right
    none = with_bounds(more, {len(cover.names): (0, 0)})
    assert {*sp.solve(none)} == {
        one for one in {*sp.solve(with_bounds(more, {len(cover.names): (0, 9)}))} if not covering[list(one), 0].any()
    }
