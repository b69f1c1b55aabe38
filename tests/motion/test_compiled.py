"""The kernel of movement and the search in Python: the same moves in every state, the same splits in the same order."""

import sys
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from by_turning import cage
from movement import assert_alike, compare
from packings import random_packing

import satpuzzle as sp
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.errors import Stopped
from satpuzzle.motion import compiled
from satpuzzle.motion.assembly import Assembler
from satpuzzle.motion.compiled import CompiledSearch, Shared
from satpuzzle.motion.rules import Rules, Surroundings, surroundings
from satpuzzle.motion.search import MotionSearch
from satpuzzle.motion.split import Split, beginning
from satpuzzle.solutions.solution import Solution


@pytest.mark.full
def test_random_packings_are_searched_alike() -> None:
    assert sum(map(compare, range(15))) > 60


@pytest.mark.full
def test_turns_in_cages_are_searched_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "_REACH_OF_SWEEPS", 4)  # so that the table grows
    states = 0
    for seed in range(8):
        solution = cage(Random(seed))
        (around,) = surroundings(solution.puzzle, Rules("turns"))
        part = tuple(range(len(solution.pieces)))
        states += assert_alike(solution, around, True, part, 20, Shared(around, turns=True))
    assert states > 40


def test_a_search_is_the_same_in_how_many_calls_it_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "WORK", 1)
    states = sum(compare(seed, 40) for seed in range(12))
    for seed in range(2):
        solution = cage(Random(seed))
        (around,) = surroundings(solution.puzzle, Rules("turns"))
        part = tuple(range(len(solution.pieces)))
        states += assert_alike(solution, around, True, part, 10, Shared(around, turns=True))
    assert states > 10


@pytest.mark.slow
def test_two_thousand_random_packings_are_searched_alike(seed: int) -> None:
    assert sum(compare(number) for number in range(seed, seed + 2000)) > 10_000


@pytest.fixture(scope="module")
def burr() -> list[Solution]:
    return list(sp.solve("dubois-burr"))


def test_the_states_of_a_burr_are_the_same_in_the_same_order(burr: list[Solution]) -> None:
    (around,) = surroundings(burr[0].puzzle, Rules("steps"))
    shared = Shared(around)
    for solution in burr:
        for states in (2, 5, 70, 100_000):
            assert assert_alike(solution, around, True, tuple(range(6)), states, shared) > 0


@pytest.mark.full
def test_assemblies_are_the_same_without_the_kernel(burr: list[Solution], monkeypatch: pytest.MonkeyPatch) -> None:
    packings = [*burr, *(random_packing(Random(seed)) for seed in range(6))]
    for moves in ("group", "steps"):
        fast = [Assembler(packing.puzzle, Rules(moves, max_states=2000)).assembly(packing) for packing in packings]
        with monkeypatch.context() as patched:
            patched.setattr(sys.modules["satpuzzle.motion.assembly"], "missing", lambda: "no kernels here")
            slow = [Assembler(packing.puzzle, Rules(moves, max_states=2000)).assembly(packing) for packing in packings]
        assert fast == slow
        assert len({found.verdict for found in fast}) > (moves == "steps")


def test_pairs_are_kept_from_packing_to_packing_until_they_are_many(
    burr: list[Solution], monkeypatch: pytest.MonkeyPatch
) -> None:
    (around,) = surroundings(burr[0].puzzle, Rules("steps"))
    shared = Shared(around)
    alone = assert_alike(burr[0], around, True, tuple(range(6)), 1000, shared)
    pairs = int(shared.shapes._known[0])
    assert pairs > 15
    assert assert_alike(burr[0], around, True, tuple(range(6)), 1000, shared) == alone
    assert int(shared.shapes._known[0]) == pairs
    monkeypatch.setattr("satpuzzle.motion.shapes._MOST_PAIRS", 10)
    assert assert_alike(burr[1], around, True, tuple(range(6)), 1000, shared) > 0


def test_arrays_grow_while_several_searches_are_under_way(
    burr: list[Solution], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pairs and shapes lie elsewhere then, which the other searches must hear of."""
    monkeypatch.setattr("satpuzzle.motion.shapes._PAIRS", 64)
    monkeypatch.setattr(compiled, "_BUDGET", 3)
    (around,) = surroundings(burr[0].puzzle, Rules("steps"))
    shared = Shared(around)
    part, start = tuple(range(6)), beginning(6)
    searches = [CompiledSearch(packing.pieces, around, True, 1000, UNLIMITED, shared) for packing in burr]
    turns: dict[int, Iterator[Split | None]] = {
        number: search.splits(part, start, False) for number, search in enumerate(searches)
    }
    found: list[list[Split | None]] = [[] for _ in searches]
    while turns:
        for number, turn in [*turns.items()]:
            try:
                found[number].append(next(turn))
            except StopIteration:
                del turns[number]
    assert len(shared.shapes._pairs) > 64
    for packing, streams in zip(burr, found, strict=True):
        slow = MotionSearch(packing.pieces, around, True, 1000, UNLIMITED)
        assert streams == [*slow.splits(part, start, False)]


def test_the_kernel_stops_within_a_search(burr: list[Solution]) -> None:
    (around,) = surroundings(burr[0].puzzle, Rules("steps"))
    clock = Clock()
    search = CompiledSearch(burr[0].pieces, around, True, 100_000, clock, Shared(around))
    splits = search.splits(tuple(range(6)), beginning(6), False)
    assert next(splits) is None
    clock.stop()
    with pytest.raises(Stopped):
        next(splits)


def test_no_shape_is_entered_when_the_time_is_over(burr: list[Solution]) -> None:
    (around,) = surroundings(burr[0].puzzle, Rules("turns"))
    clock, shared = Clock(), Shared(around, turns=True)
    clock.stop()
    with pytest.raises(Stopped):
        CompiledSearch(burr[0].pieces, around, True, 100_000, clock, shared)
    assert len(shared.shapes._numbers) <= 1  # the frame


def test_packings_that_are_too_large_for_the_kernel_are_left_to_python() -> None:
    row = np.array([[x, 0, 0] for x in range(200)])
    around = Surroundings(sp.load("soma").grid, row, row[:0])
    shared = Shared(around)
    assert shared.suit(2)
    assert not shared.suit(64)
    assert not shared.suit(50)
    board = sp.Puzzle("row", around.grid, row[:70], np.zeros(70, np.bool_), (sp.Piece("a", row[:1], 70, 70),))
    found = Assembler(board, Rules("group")).assembly(next(iter(sp.solve(board, limit=1))))
    assert found.verdict == "yes"
