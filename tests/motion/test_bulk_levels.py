"""Levels of many packings together are those of each packing alone."""

import pytest
from clocks import Countdown

import satpuzzle as sp
from satpuzzle.clock import Clock
from satpuzzle.errors import BackendError
from satpuzzle.motion import assembly
from satpuzzle.motion.assembly import Assembler
from satpuzzle.motion.rules import Rules


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


def test_a_search_for_levels_takes_equal_parts_apart_once() -> None:
    packings = [*sp.solve("soma", limit=40)]
    assembler = Assembler(packings[0].puzzle, Rules("steps"))
    found = [*assembler.levels(packings, Clock())]
    (shared,) = (one for free in assembler._free.values() for one in free)
    assert len(shared.known) < sum(len(one.levels) for one in found)
