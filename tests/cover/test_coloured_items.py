"""Items with colours: what excludes what, decided in one place, and told in items and colours."""

import random
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from coloured import Problem, as_cover, problems, solutions
from hypothesis import given, settings
from hypothesis import strategies as st

import satpuzzle as sp
from satpuzzle.cover.colours import ABSENT, ALONE, swapped
from satpuzzle.cover.presolve import presolve
from satpuzzle.cover.tables import Tables
from satpuzzle.solutions.chosen import Chosen

TOY = [  # TAOCP 4B, page 89
    ["p", "q", "x", sp.Coloured("y", "A")],
    ["p", "r", sp.Coloured("x", "A"), "y"],
    ["p", sp.Coloured("x", "B")],
    ["q", sp.Coloured("x", "A")],
    ["r", sp.Coloured("y", "B")],
]


def go_together(some: dict[str, str | None], other: dict[str, str | None], once: set[str]) -> bool:
    """Tell whether two options can be chosen together; `once` has the items without colours that are covered once."""
    common = some.keys() & other.keys()
    return not common & once and all(
        some[item] == other[item] is not None for item in common if item.startswith("x") and item not in once
    )


def test_a_cover_speaks_of_items_and_colours() -> None:
    cover = sp.ExactCover.of_sets(TOY)
    assert repr(cover) == "<exact cover: items 5 (2 with colours), options 5>"
    assert cover.names == ("p", "q", "x", "y", "r")
    assert cover.words(1) == ["p", "x:A", "y", "r"]
    assert cover.items_of(1).tolist() == [0, 2, 3, 4]
    assert cover.colours_of(1) == {2: "A"}
    assert cover.colours.of(cover.rows).tolist() == [[ALONE, 0], [0, ALONE], [1, ABSENT], [0, ABSENT], [ABSENT, 1]]
    assert [str(solution) for solution in map(Chosen, sp.solve(cover), [cover])] == ["p x:A y r\nq x:A"]


@given(st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=3))
def test_neighbours_are_exchanged(words: list[int]) -> None:
    every = np.array(words, np.uint64)
    bits = [[word >> place & 1 for place in range(64)] for word in words]
    expected = [sum(row[place ^ 1] << place for place in range(64)) for row in bits]
    assert swapped(every).tolist() == expected
    assert (swapped(swapped(every)) == every).all()


@settings(deadline=None, max_examples=60)
@given(problems())
def test_what_excludes_what_follows_from_items_and_colours(problem: Problem) -> None:
    options, bounds = problem
    cover = as_cover(*problem)
    painted = {cover.names[item] for item in cover.colours.items}
    once = {item for item, (_, upper) in bounds.items() if upper == 1 and item not in painted}
    excluded = cover.exclusions()
    for some, other in combinations(range(len(options)), 2):
        together = go_together(options[some], options[other], once)
        assert cover.open_beside([some])[other] == cover.open_beside([other])[some] == together
        assert (cover.rows[some] & excluded[other]).any() == (cover.rows[other] & excluded[some]).any() != together
        if together:
            cover.given([some, other])
        else:
            with pytest.raises(ValueError, match="cannot be chosen together"):
                cover.given([some, other])


@pytest.mark.full
@settings(deadline=None, max_examples=60)
@given(problems())
def test_the_check_accepts_just_the_solutions(problem: Problem) -> None:
    options, _ = problem
    cover, found = as_cover(*problem), set(solutions(*problem))
    for size in range(min(4, len(options)) + 1):
        for chosen in combinations(range(len(options)), size):
            batch = np.array([chosen or (-1,)], np.int64)
            if chosen in found:
                cover.check(batch)
            else:
                with pytest.raises(AssertionError, match="item"):
                    cover.check(batch)


@settings(deadline=None, max_examples=60)
@given(problems(), st.integers(0, 1 << 32))
def test_a_subproblem_has_the_solutions_with_what_is_chosen(problem: Problem, seed: int) -> None:
    cover, found, dice = as_cover(*problem), solutions(*problem), random.Random(seed)
    option = dice.randrange(len(problem[0]))
    if not cover.live[option]:
        return
    part = presolve(cover.given([option]))
    assert sorted(sp.solve(part)) == [chosen for chosen in found if option in chosen]
    numbers, rest = part.residual()
    assert [rest.words(left) for left in range(len(numbers))] == [cover.words(number) for number in numbers]


def test_what_a_problem_means_includes_its_colours() -> None:
    red, blue, plain, other = (
        sp.ExactCover.of_sets([["a", first], ["b", second]])
        for first, second in (
            (sp.Coloured("x", "red"), sp.Coloured("x", "red")),
            (sp.Coloured("x", "red"), sp.Coloured("x", "blue")),
            (sp.Coloured("x", "red"), "x"),
            (sp.Coloured("x", "blue"), sp.Coloured("x", "blue")),
        )
    )
    assert len({Tables.bare(cover).meaning.of() for cover in (red, blue, plain, other)}) == 4
    backwards = sp.ExactCover.of_sets([["b", sp.Coloured("x", "blue")], ["a", sp.Coloured("x", "red")]])
    assert Tables.bare(backwards).meaning.of([1]) == Tables.bare(blue).meaning.of([0])


REFUSED = {
    "two colours": (
        [["a", sp.Coloured("x", 1), sp.Coloured("x", 2)]],
        None,
        "option 0 has the item x with the colours",
    ),
    "with and without": ([["a"], ["x", sp.Coloured("x", 2)]], None, "option 1 has the item x with the colours none, 2"),
    "a primary item": (
        [["a"], [sp.Coloured("a", 7)]],
        {"a": (1, 1)},
        "item a has the bounds (1, 1) and in option 1 the colour 7: allowed for an item with colours is (0, 1)",
    ),
    "several copies": ([[sp.Coloured(0, 7)]], [(0, 2)], "allowed for an item with colours is (0, 1)"),
    "not among the bounds": ([["a", sp.Coloured("x", 7)]], {"a": (1, 1)}, "option 0 covers ['a', 'x']: allowed are"),
}


@pytest.mark.parametrize(("options", "bounds", "said"), REFUSED.values(), ids=REFUSED)
def test_colours_that_make_no_sense_are_refused_in_one_line(options: Any, bounds: Any, said: str) -> None:
    with pytest.raises(sp.PuzzleError) as caught:
        sp.ExactCover.of_sets(options, bounds)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
