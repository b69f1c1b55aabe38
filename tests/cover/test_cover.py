from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from brute_force import solutions
from hypothesis import assume, settings
from hypothesis import given as drawn
from hypothesis import strategies as st
from strategies import Bounds, Sets, covers, make_piece, make_puzzle

import satpuzzle as sp
from satpuzzle.cover.bits import windows
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.cover.from_puzzle import cover_of
from satpuzzle.cover.placements import place
from satpuzzle.errors import PuzzleError

# Knuth's toy problem, TAOCP 7.2.2.1, equation (5): items a to g.
KNUTH = ExactCover.of_sets(
    [{2, 4}, {0, 3, 6}, {1, 2, 5}, {0, 3, 5}, {1, 6}, {3, 4, 6}], [(1, 1)] * 7, names=tuple("abcdefg")
)


def batch(*rows: list[int]) -> Batch:
    longest = max(map(len, rows), default=1)
    return np.array([row + [-1] * (longest - len(row)) for row in rows], dtype=np.int64).reshape(len(rows), longest)


# What covers what


def test_an_option_covers_its_items() -> None:
    assert [KNUTH.items_of(option).tolist() for option in range(6)] == [
        [2, 4], [0, 3, 6], [1, 2, 5], [0, 3, 5], [1, 6], [3, 4, 6],
    ]  # fmt: skip
    assert KNUTH.members().sum(axis=1).tolist() == [2, 3, 3, 3, 2, 3]
    assert KNUTH.covers(0).tolist() == [False, True, False, True, False, False]
    assert KNUTH.coverage([1, 3]).tolist() == [2, 0, 0, 2, 0, 1, 1]
    assert KNUTH.coverage([]).tolist() == [0] * 7
    assert KNUTH.names == tuple("abcdefg")
    assert KNUTH.families == {"items": range(7)}


@pytest.mark.parametrize("items", [1, 63, 64, 65, 127, 128, 129, 300])
def test_items_beyond_the_first_words_are_covered_as_well(items: int) -> None:
    sets = [{item, (item + 1) % items} for item in range(items)]
    cover = ExactCover.of_sets(sets, [(1, 1)] * items)
    assert cover.rows.shape == (items, -(-items // 64))
    assert [set(cover.items_of(option).tolist()) for option in range(items)] == sets
    assert cover.members().shape == (items, items)
    for item in {0, items // 2, items - 1}:
        assert np.flatnonzero(cover.covers(item)).tolist() == [
            option for option in range(items) if item in sets[option]
        ]
    assert cover.coverage(range(items)).tolist() == [2 if items > 1 else 1] * items


@drawn(covers())
def test_the_table_of_members_says_what_each_option_covers(cover: tuple[Sets, Bounds]) -> None:
    options, bounds = cover
    made = ExactCover.of_sets(options, bounds)
    assert made.members().tolist() == [[item in option for item in range(len(bounds))] for option in options]
    assert list(zip(made.lower.tolist(), made.upper.tolist(), strict=True)) == bounds
    assert made.live.all()
    assert made.chosen == ()


def test_the_items_of_a_puzzle_are_its_cells_and_then_its_pieces() -> None:
    puzzle = sp.load("galakub")
    placements = place(puzzle)
    cover = cover_of(puzzle, placements)
    assert cover.families == {"cells": range(64), "pieces": range(64, 67), "empty": range(67, 67)}
    assert cover.names[:2] == ("0,0,0", "0,0,1")
    assert cover.names[64:] == ("J", "Z", "Q")
    assert cover.lower.tolist() == [1] * 64 + [3, 3, 2]
    assert cover.upper.tolist() == [1] * 64 + [3, 3, 2]
    for option in (0, 500, 746):
        assert cover.items_of(option).tolist() == [
            *placements.covered(option), 64 + placements.piece[option],
        ]  # fmt: skip


def test_optional_cells_and_pieces_have_a_lower_bound_of_zero() -> None:
    pieces = [make_piece("mono", [(0, 0, 0)], "square", min=0, max=5)]
    cover = cover_of(puzzle := make_puzzle("square", [(0, 0, 0), (1, 0, 0)], pieces, [(1, 0, 0)]), place(puzzle))
    assert cover.lower.tolist() == [1, 0, 0]
    assert cover.upper.tolist() == [1, 1, 5]


# Calls that make no sense


@pytest.mark.parametrize(
    ("options", "bounds", "message"),
    [
        ([{0, 2}], [(1, 1), (1, 1)], r"option 0 covers \[0, 2\]: allowed are items 0 to 1"),
        ([{-1}], [(1, 1)], r"option 0 covers \[-1\]: allowed are items 0 to 0"),
        ([], [(2, 1)], r"item 0 has the bounds \(2, 1\): allowed is 0 <= lower <= upper >= 1"),
        ([], [(1, 1), (-1, 1)], r"item 1 has the bounds \(-1, 1\)"),
        ([], [(0, 0)], r"item 0 has the bounds \(0, 0\)"),
        ([], [1], r"item 0 has the bounds 1: allowed is 0 <= lower <= upper >= 1"),
        ([], [(1,)], r"item 0 has the bounds \(1,\)"),
        ([], [("a", 1.5)], r"item 0 has the bounds \('a', 1.5\)"),
        ([{0}, 7], [(1, 1)], r"option 1 is 7: allowed are collections of hashable items"),
        ([[[0]]], [(1, 1)], r"option 0 is \[\[0\]\]: allowed are collections of hashable items"),
        (5, None, r"options 5: allowed is a list of collections of hashable items"),
    ],
)
def test_a_cover_of_sets_that_make_no_sense_is_refused(options: Any, bounds: Any, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        ExactCover.of_sets(options, bounds)


def test_there_is_a_name_for_each_item() -> None:
    with pytest.raises(PuzzleError, match=r"^1 names for 2 items: allowed is one for each$"):
        ExactCover.of_sets([{0, 1}], names=["a"])


def test_what_is_neither_a_puzzle_nor_a_cover_is_not_solved() -> None:
    wrong: Any = [{0}]
    with pytest.raises(PuzzleError, match=r"^list: allowed are a puzzle, its name or path, and an ExactCover; "):
        sp.solve(wrong)


def test_an_item_listed_twice_in_an_option_is_covered_once() -> None:
    assert ExactCover.of_sets([[1, 0, 1]], [(1, 1)] * 2).items_of(0).tolist() == [0, 1]


def test_a_cover_without_items_and_options_is_a_cover() -> None:
    empty = ExactCover.of_sets([], [])
    assert empty.members().shape == (0, 0)
    assert empty.hopeless() is None
    empty.check(batch([]))


# Subproblems


def test_a_given_option_rules_out_those_that_share_an_item() -> None:
    cover = KNUTH.given([3])
    assert cover.chosen == (3,)
    assert cover.live.tolist() == [True, False, False, False, True, False]
    assert KNUTH.live.all()
    assert KNUTH.chosen == ()


def test_options_can_be_given_one_by_one_or_together() -> None:
    assert KNUTH.given([3, 0]).chosen == KNUTH.given([0]).given([3]).chosen == (0, 3)
    assert (KNUTH.given([3, 0]).live == KNUTH.given([0]).given([3]).live).all()


def test_items_may_be_anything_that_can_be_a_key() -> None:
    cover = ExactCover.of_sets([("a", (1, 2)), ("b",), ("b", "a")], {"a": (1, 1), "b": (0, 1), (1, 2): (0, 2)})
    assert cover.names == ("a", "b", "(1, 2)")
    assert [cover.items_of(option).tolist() for option in range(3)] == [[0, 2], [1], [0, 1]]
    assert (cover.lower.tolist(), cover.upper.tolist()) == ([1, 0, 0], [1, 1, 2])
    named = ExactCover.of_sets(["ab", "c", "bc", "a"])
    assert (named.names, named.upper.tolist()) == (("a", "b", "c"), [1, 1, 1])
    assert list(sp.solve(named)) == [(0, 1), (2, 3)]
    with pytest.raises(sp.PuzzleError, match=r"^option 1 covers \['x'\]: allowed are the keys of the bounds"):
        ExactCover.of_sets(["a", "x"], {"a": (1, 1)})


def test_two_given_options_that_share_an_item_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^option 1 cannot be chosen together with \[3\]"):
        KNUTH.given([3, 1])
    with pytest.raises(ValueError, match="option 3 cannot be chosen"):
        KNUTH.given([3, 3])
    with pytest.raises(ValueError, match="option 2 cannot be chosen"):
        KNUTH.without(np.arange(6) == 2).given([2])


@pytest.mark.parametrize("option", [-1, 6])
def test_an_option_that_does_not_exist_cannot_be_given(option: int) -> None:
    with pytest.raises(ValueError, match=f"option {option}"):
        KNUTH.given([option])


def test_an_item_of_two_copies_rules_options_out_when_it_is_full() -> None:
    cover = ExactCover.of_sets([{0}, {0}, {0}], [(2, 2)])
    assert cover.given([1]).live.tolist() == [True, False, True]
    assert not cover.given([1, 2]).live.any()


def test_the_residual_asks_for_what_is_left() -> None:
    cover = ExactCover.of_sets([{0, 1}, {0, 2}, {2}, {1}], [(2, 3), (1, 1), (0, 2)])
    numbers, rest = cover.given([0]).residual()
    assert numbers.tolist() == [1, 2]
    assert rest.lower.tolist() == [1, 0, 0]
    assert rest.upper.tolist() == [2, 0, 2]
    assert [rest.items_of(option).tolist() for option in range(2)] == [[0, 2], [2]]
    assert rest.chosen == ()
    assert rest.live.all()
    assert rest.names == cover.names


def test_a_cover_is_hopeless_when_an_item_cannot_be_covered_often_enough() -> None:
    assert KNUTH.hopeless() is None
    assert KNUTH.given([5]).hopeless() == 0  # options 1 and 3 clash with it, no other has item a
    assert ExactCover.of_sets([{0}], [(1, 1), (1, 1)]).hopeless() == 1
    assert ExactCover.of_sets([{0}, {0}], [(3, 3)]).hopeless() == 0
    assert ExactCover.of_sets([{0}], [(1, 1), (0, 1)]).hopeless() is None


@pytest.mark.full
@settings(deadline=None)
@drawn(covers(), st.data())
def test_the_subproblem_of_given_options_has_the_solutions_that_contain_them(
    cover: tuple[Sets, Bounds], data: st.DataObject
) -> None:
    options, bounds = cover
    every = solutions(options, bounds)
    assume(every)
    solution = data.draw(st.sampled_from(every))
    given = data.draw(st.permutations(solution))[: data.draw(st.integers(0, len(solution)))]
    banned = data.draw(st.sets(st.sampled_from(range(len(options)) or [0]))) - set(given)
    subproblem = (
        ExactCover.of_sets(options, bounds)
        .given(given)
        .without(np.array([option in banned for option in range(len(options))], dtype=np.bool_))
    )
    numbers, rest = subproblem.residual()
    sets = [set(rest.items_of(option).tolist()) for option in range(len(rest.rows))]
    left = solutions(sets, list(zip(rest.lower.tolist(), rest.upper.tolist(), strict=True)))
    found = sorted(tuple(sorted((*given, *numbers[list(solution)].tolist()))) for solution in left)
    assert found == [s for s in every if set(given) <= set(s) and not banned & set(s)]
    if subproblem.hopeless() is not None:
        assert found == []


@settings(deadline=None)
@drawn(covers())
def test_no_solution_is_longer_than_the_bound(cover: tuple[Sets, Bounds]) -> None:
    longest = ExactCover.of_sets(*cover).longest
    assert all(len(solution) <= longest for solution in solutions(*cover))


def test_the_bound_on_the_length_of_solutions_knows_how_large_the_pieces_are() -> None:
    for name, pieces in {"soma": 7, "galakub": 8, "bedlam": 13, "iq-pyramid-4": 10, "y-pentacubes-5x5x5": 25}.items():
        puzzle = sp.load(name)
        assert cover_of(puzzle, place(puzzle)).longest == pieces


# Checking


def test_check_accepts_the_solution() -> None:
    KNUTH.check(batch([0, 3, 4]))
    KNUTH.check(batch([4, 0, 3]))
    KNUTH.check(np.array([[0, 3, 4, -1, -1], [-1, 4, 3, -1, 0]]))
    KNUTH.given([3]).check(batch([0, 3, 4]))
    KNUTH.check(np.zeros((0, 1), np.int64))


def unchanged(cover: ExactCover) -> ExactCover:
    return cover


@pytest.mark.parametrize(
    ("change", "row", "message"),
    [
        (unchanged, [0, 3], "breaks the bounds"),
        (unchanged, [0, 1, 3, 4], "breaks the bounds"),
        (unchanged, [0, 3, 5], "breaks the bounds"),
        (unchanged, [], "breaks the bounds"),
        (unchanged, [0, 3, 4, 4], "twice"),
        (unchanged, [0, 3, 4, -1, 4], "twice"),
        (unchanged, [0, 3, 6], "out of range"),
        (unchanged, [0, 3, -2], "out of range"),
        (lambda cover: cover.given([0]), [3, 4], "lacks an option that was given"),
        (lambda cover: cover.without(np.arange(6) == 3), [0, 3, 4], "."),
    ],
    ids=[
        "too few",
        "too many",
        "wrong",
        "empty",
        "twice",
        "twice with a gap",
        "beyond the last",
        "below zero",
        "not given",
        "ruled out",
    ],
)
def test_check_rejects_what_is_no_solution(
    change: Callable[[ExactCover], ExactCover], row: list[int], message: str
) -> None:
    with pytest.raises(AssertionError, match=message):
        change(KNUTH).check(batch(row))


def test_check_rejects_a_batch_with_one_wrong_solution_and_names_it() -> None:
    with pytest.raises(AssertionError, match=r"\[0, 3, 5\] breaks the bounds of an item"):
        KNUTH.check(batch([0, 3, 4], [0, 3, 5]))


@settings(deadline=None)
@drawn(covers(), st.data())
def test_check_accepts_solutions_and_nothing_else(cover: tuple[Sets, Bounds], data: st.DataObject) -> None:
    options, bounds = cover
    made = ExactCover.of_sets(options, bounds)
    every = solutions(options, bounds)
    made.check(batch(*map(list, every)))
    chosen = data.draw(st.sets(st.sampled_from(range(len(options))))) if options else set()
    if tuple(sorted(chosen)) in every:
        made.check(batch(sorted(chosen)))
    else:
        with pytest.raises(AssertionError):
            made.check(batch(sorted(chosen)))


@pytest.mark.parametrize("columns", [3, 64, 70])
@pytest.mark.parametrize("beyond", [0, 1])
def test_a_window_ends_in_what_lies_beyond_the_table(columns: int, beyond: int) -> None:
    row = np.arange(columns) % 3 == 0
    number = sum(1 << at for at in range(columns) if row[at]) | (beyond * ((1 << 200) - 1)) >> columns << columns
    starts = [0, 1, columns - 1, columns]
    found = windows(row[None], np.array([starts]), beyond)
    assert found.tolist() == [[number >> start & (1 << 64) - 1 for start in starts]]
