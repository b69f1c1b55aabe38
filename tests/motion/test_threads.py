"""Packings are taken apart side by side, with the same answers in the same order."""

import pickle
import threading
from random import Random

import numpy as np
import pytest
from packings import random_packing

import satpuzzle as sp
from satpuzzle.clock import Clock
from satpuzzle.errors import Stopped
from satpuzzle.motion.assembly import Assembler
from satpuzzle.motion.rules import Rules
from satpuzzle.motion.threads import side_by_side
from satpuzzle.solutions.solution import Solution


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_results_come_in_the_order_of_the_items(jobs: int) -> None:
    assert [*side_by_side(lambda number: number * number, range(100), jobs)] == [n * n for n in range(100)]
    assert [*side_by_side(lambda number: number, [], jobs)] == []


@pytest.mark.parametrize("jobs", [1, 3])
def test_items_are_not_begun_long_before_they_are_wanted(jobs: int) -> None:
    begun: list[int] = []
    results = side_by_side(begun.append, range(1000), jobs)
    next(results)
    assert len(begun) <= 4 * jobs + 1


@pytest.mark.parametrize("jobs", [1, 3])
def test_what_goes_wrong_is_raised_in_its_turn(jobs: int) -> None:
    def work(number: int) -> int:
        if number == 3:
            raise Stopped("stopped")
        return number

    results = side_by_side(work, range(10), jobs)
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(Stopped):
        next(results)
    assert not [thread for thread in threading.enumerate() if "ThreadPoolExecutor" in thread.name]


@pytest.fixture(scope="module")
def burr() -> list[Solution]:
    return list(sp.solve("dubois-burr", up_to="raw"))


def test_several_threads_say_the_same_as_one(burr: list[Solution]) -> None:
    batch = np.array([packing.options for packing in burr] * 5)
    alone = Assembler(burr[0].puzzle, Rules("steps"))
    together = Assembler(burr[0].puzzle, Rules("steps"), jobs=4)
    assert [*together.assemblies(burr)] == [*alone.assemblies(burr)]
    verdicts = together.verdicts(burr[0].placements, batch)
    assert verdicts == alone.verdicts(burr[0].placements, batch)
    assert {*verdicts} == {"yes", "no"}
    assert 1 <= len(*together._free.values()) <= 4


def test_threads_hear_the_clock(burr: list[Solution]) -> None:
    clock = Clock()
    found = Assembler(burr[0].puzzle, Rules("steps"), jobs=2).assemblies(burr * 20, clock)
    next(found)
    clock.stop()
    with pytest.raises(Stopped):
        list(found)


def test_an_assembler_that_was_at_work_can_be_sent_elsewhere(burr: list[Solution]) -> None:
    assembler = Assembler(burr[0].puzzle, Rules("steps"), jobs=2)
    here = assembler.assembly(burr[0])
    there: Assembler = pickle.loads(pickle.dumps(assembler))
    assert there.assembly(burr[0]).as_dict() == here.as_dict()


def test_what_is_known_of_a_part_does_not_change_a_verdict() -> None:
    """Not even where positions are limited: a part that is known counts as searched again."""
    for seed in range(12):
        packing = random_packing(Random(seed))
        batch = np.array([packing.options])
        for states in (3, 30):
            rules = Rules("steps", max_states=states)
            again = Assembler(packing.puzzle, rules)
            verdicts = [again.verdicts(packing.placements, batch) for _ in range(3)]
            assert verdicts == [Assembler(packing.puzzle, rules).verdicts(packing.placements, batch)] * 3


@pytest.mark.slow
def test_the_twin_box_can_be_filled_in_as_many_ways_as_its_sheet_says() -> None:
    run = sp.solve("twin-box", assemblable=True, rules=Rules("steps"))
    counts = run.exhaust()
    assert (run.packings.raw, run.packings.rotations) == (433512, 54189)
    assert (counts.raw, counts.rotations, counts.final) == (8 * 23549, 23549, True)
