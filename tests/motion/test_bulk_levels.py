"""Levels of many packings together are those of each packing alone."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest
from clocks import Countdown
from marks import compiled
from packings import random_packing

import satpuzzle as sp
from satpuzzle.clock import UNLIMITED
from satpuzzle.cover.exact_cover import Batch, batch_of
from satpuzzle.errors import BackendError
from satpuzzle.motion import assembly, many
from satpuzzle.motion import compiled as compiled_search
from satpuzzle.motion.assembly import Assembler
from satpuzzle.motion.many import Taken
from satpuzzle.motion.replay import Replayer, replay
from satpuzzle.motion.rules import Rules
from satpuzzle.motion.split import Move
from satpuzzle.solutions.solution import Solution

AUTO = Rules()


@pytest.mark.few(1, "rules")
@pytest.mark.parametrize("name", ["dubois-burr", "soma", "bar-in-a-cross", "diabolical-cube", "twin-box", "galakub"])
@pytest.mark.parametrize("rules", [Rules(), Rules("steps"), Rules("steps", max_states=7), Rules("group")])
def test_levels_of_many_packings_are_those_of_each(name: str, rules: Rules) -> None:
    run = sp.solve(name, limit=20)
    packings = list(run)
    assembler = Assembler(run.puzzle, rules)
    alone = [assembler.assembly(packing) for packing in packings]
    for jobs in (1, 2):
        together = [*Assembler(run.puzzle, rules, jobs).levels(packings)]
        for one, other in zip(alone, together, strict=True):
            assert (one.verdict, one.rating, one.levels, one.rules) == (
                other.verdict, other.rating, other.levels, other.rules,
            )  # fmt: skip
            assert one.solution == other.solution


def test_a_wrong_separation_of_a_part_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def collide(*arguments: object) -> None:
        raise AssertionError("a cell is in the way")

    monkeypatch.setattr(assembly, "replay", collide)
    packings = [*sp.solve("dubois-burr")]
    with pytest.raises(BackendError, match="steps that were found are wrong: a cell"):
        list(Assembler(packings[0].puzzle, Rules()).levels(packings))


def test_levels_found_before_the_clock_stops_are_kept() -> None:
    packings = [*sp.solve("soma", limit=20)]
    clock = Countdown()
    found = Assembler(packings[0].puzzle, Rules("steps")).levels(packings, clock)
    assert next(found).solution == packings[0]
    clock.last = clock.looks + 1
    with pytest.raises(sp.errors.Stopped):
        list(found)


def together(packings: list[Solution], rules: Rules = AUTO) -> tuple[Batch, Taken]:
    """Take packings of one puzzle apart by the kernel."""
    assembler, batch = Assembler(packings[0].puzzle, rules), batch_of([packing.options for packing in packings])
    (peeler,) = assembler._peelers
    taken = assembler._taken(peeler.around, packings[0].placements, batch, UNLIMITED, 12)
    assert taken is not None
    return batch, taken


@compiled
def test_the_kernel_searches_as_many_positions_as_a_search_alone() -> None:
    burr, twins = [*sp.solve("dubois-burr")], [*sp.solve("twin-box", limit=40, jobs=1)]
    assert [row[:2] for row in together(burr)[1].rows.tolist()] == [[many.STAYS, 1], [many.OTHERWISE, 8]]
    _, taken = together(twins)
    steps = Assembler(twins[0].puzzle, Rules("steps"))
    for packing, (verdict, states, *_) in zip(twins, taken.rows.tolist(), strict=True):
        if verdict == many.STAYS:
            assert states == steps.assembly(packing).states
    assert taken.rows[:, 1].sum() == 158


@pytest.mark.full
@compiled
def test_random_packings_come_apart_together_as_they_do_alone() -> None:
    for seed, moves in enumerate(("auto", "steps")):
        packing = random_packing(Random(seed))
        assembler = Assembler(packing.puzzle, Rules(moves, max_states=100))
        one, (other, _) = assembler.assembly(packing), assembler.levels([packing, packing])
        assert (one.verdict, one.levels, one.rules) == (other.verdict, other.levels, other.rules), (seed, moves)
        verdict = assembler.verdicts(packing.placements, np.array([packing.options]))
        assert verdict == [one.verdict], (seed, moves)


@compiled
def test_arrays_that_become_full_are_enlarged(monkeypatch: pytest.MonkeyPatch) -> None:
    packings = [*sp.solve("soma", limit=20, jobs=1)]
    _, before = together(packings)
    monkeypatch.setattr(many, "_STEPS", 1)
    monkeypatch.setattr(compiled_search, "_STATES", 16)
    monkeypatch.setattr(compiled_search, "_BUDGET", 1)
    _, after = together(packings)
    assert (after.rows == before.rows).all()
    assert (after.steps[:120] == before.steps[:120]).all()


# Moves that are replayed together


def refused(check: Callable[..., None], *arguments: Any) -> bool:
    try:
        check(*arguments)
    except AssertionError:
        return True
    return False


@pytest.mark.full
@compiled
@pytest.mark.parametrize("name", ["twin-box", "galakub", "rhombic-dodecahedron", "bar-in-a-cross"])
def test_wrong_moves_are_refused_by_the_kernel_as_they_are_without(name: str) -> None:
    packings, dice, wrong = [*sp.solve(name, limit=6, jobs=1)], Random(0), Counter[bool]()
    batch, taken = together(packings)
    (peeler,) = Assembler(packings[0].puzzle, AUTO)._peelers
    checker, ways = Replayer(packings[0].placements, peeler.around), packings[0].puzzle.grid.directions
    ranges = np.column_stack([taken.rows[:, -2:], taken.rows[:, 0] == many.FALLS])
    checker.check(batch, taken.steps, ranges)
    for number, packing in enumerate(packings):
        begin, end, complete = ranges[number].tolist()
        for _ in range(20 if end > begin else 0):
            steps = taken.steps[begin:end].copy()
            at, width = dice.randrange(len(steps)), len(packing.options)
            column = dice.randrange(3)
            steps[at, column] = dice.randrange((1 << width, len(ways), 4)[column])
            moves = [
                Move(tuple(i for i in range(width) if group >> i & 1), ways[way], distance or None)
                for group, way, distance in steps.tolist()
            ]
            cells = [where for _, where in packing.pieces]
            alone = refused(replay, cells, peeler.around, moves, bool(complete))
            only = np.array([[0, len(steps), complete]])
            assert alone == refused(checker.check, batch[number : number + 1], steps, only)
            wrong[alone] += 1
    assert not wrong or min(wrong[True], wrong[False]) > 0


@compiled
def test_what_the_kernel_refuses_is_no_level(monkeypatch: pytest.MonkeyPatch) -> None:
    packings = [*sp.solve("soma", limit=5, jobs=1)]

    def taken(self: Assembler, *arguments: Any) -> Taken:
        found = honest(self, *arguments)
        found.steps[3, 1] ^= 1
        return found

    honest: Callable[..., Taken] = Assembler._taken  # type: ignore[assignment]
    monkeypatch.setattr(Assembler, "_taken", taken)
    with pytest.raises(BackendError, match="steps that were found are wrong: a cell is in the way"):
        list(Assembler(packings[0].puzzle, AUTO).levels(packings))
