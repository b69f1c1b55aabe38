"""Checking solutions: the compiled checker accepts what the plain one accepts, and what it refuses gets its error."""

import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from brute_force import solutions
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st
from strategies import covers

import satpuzzle as sp
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.errors import BackendError
from satpuzzle.search import check
from satpuzzle.search.check import Check, Checker
from satpuzzle.search.solve import checked


def batch_of(rows: list[list[int]]) -> Batch:
    longest = max(map(len, rows), default=1)
    return np.array([row + [-1] * (longest - len(row)) for row in rows], dtype=np.int64).reshape(len(rows), longest)


def complaint(judge: Callable[[Batch], None], batch: Batch) -> str | None:
    try:
        judge(batch)
    except AssertionError as error:
        return str(error)
    return None


@st.composite
def subproblems(draw: st.DrawFn) -> ExactCover:
    """Draw a cover with options chosen and others ruled out; beside its items there may be many that are optional."""
    sets, bounds = draw(covers())
    many = draw(st.sampled_from([0, 0, 70, 130]))
    cover = ExactCover.of_sets(
        [{item + many for item in some} | ({0} if many and len(some) > 2 else set()) for some in sets],
        [(0, 1)] * many + bounds,
    )
    given, *ruled_out = draw(st.lists(st.integers(-1, 8), min_size=3, max_size=3))
    numbers = np.arange(len(sets))
    return cover.given(numbers[numbers == given].tolist()).without(np.isin(numbers, ruled_out))


@settings(deadline=None, max_examples=50)
@drawn(subproblems(), st.data())
def test_the_compiled_checker_accepts_what_the_plain_one_accepts(cover: ExactCover, data: st.DataObject) -> None:
    bounds = list(zip(cover.lower.tolist(), cover.upper.tolist(), strict=True))
    sets = [set(cover.items_of(option).tolist()) for option in range(len(cover.rows))]
    right = [list(data.draw(st.permutations(solution))) for solution in solutions(sets, bounds)[:4]]
    numbers = st.sampled_from([-2, -1, -1, *range(len(sets) + 1)])
    damaged = [row[:-1] for row in right if row] + [[*row, data.draw(numbers)] for row in right]
    others = data.draw(st.lists(st.lists(numbers, max_size=4), max_size=4))
    compiled = Checker(cover)
    for row in [*right, *damaged, *others]:
        batch = batch_of([row])
        assert compiled.accepts(batch) == (complaint(cover.check, batch) is None), row
    fine = [row for row in right if complaint(cover.check, batch_of([row])) is None]
    assert compiled.accepts(batch_of(fine))
    for row in [row for row in damaged if complaint(cover.check, batch_of([row]))]:
        assert not compiled.accepts(batch_of([*fine, row]))


DOMINOES = [{2 * row, 2 * row + 1} for row in range(14)] * 2
MANY_ROWS = [[row + 14 * (number >> row & 1) for row in range(14)] for number in range(2**12)]


@pytest.mark.parametrize(
    ("place", "option"),
    [(3, 19), (3, -1), (0, 28), (7, -3), (3, 5)],
    ids=["twice", "too few", "beyond the last", "below zero", "an item twice"],
)
def test_damage_in_a_large_batch_gets_the_error_of_the_plain_checker(place: int, option: int) -> None:
    cover = ExactCover.of_sets(DOMINOES, [(1, 1)] * 28)
    batch = batch_of(MANY_ROWS)
    assert batch.size >= check.MANY
    Check(cover)(batch)
    batch[-1, place] = option
    plain = complaint(cover.check, batch)
    assert plain is not None
    assert complaint(Check(cover), batch) == plain
    with pytest.raises(BackendError, match=f"^the solver gave a wrong solution: {re.escape(plain)}"):
        list(checked(cover, iter([batch])))


def test_a_large_batch_is_not_looked_at_by_the_plain_checker(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    monkeypatch.setattr(ExactCover, "check", lambda cover, batch: seen.append(len(batch)))
    assert sp.solve(ExactCover.of_sets(DOMINOES, [(1, 1)] * 28)).exhaust().raw == 2**14
    assert sum(seen) < 2**14


@pytest.mark.parametrize(
    "cover",
    [
        ExactCover.of_sets([{0}, {1}], [(1, 1), (0, 1)]).given([1]),
        replace(ExactCover.of_sets([{0}], [(1, 1)]), lower=np.array([2])),
    ],
    ids=["a given option is missing", "an item cannot be covered as often as it must"],
)
def test_what_the_plain_checker_refuses_is_refused(cover: ExactCover) -> None:
    assert complaint(cover.check, batch_of([[0]])) is not None
    assert not Checker(cover).accepts(batch_of([[0]]))
