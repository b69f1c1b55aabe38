"""Levels in BurrTools' order, against those that are least."""

import json
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from commands import complaint, run, said
from hypothesis import assume, example, given, reject, settings
from hypothesis import strategies as st
from packings import drawn, random_packing
from strategies import make_piece, make_puzzle

import satpuzzle as sp
from satpuzzle.errors import PuzzleError
from satpuzzle.motion import apart
from satpuzzle.motion.assembly import Verdict, report
from satpuzzle.motion.burrtools import burrtools_facts, burrtools_levels
from satpuzzle.motion.levels import Levels, numbers, text
from satpuzzle.motion.split import OutOfStates
from satpuzzle.questions.burrs import Best, Ranking


def burrtools_needs_as_many_moves_at_first_and_no_fewer_later(seed: int) -> None:
    solution = random_packing(Random(seed), ("cubic", "prisms"))
    assume(len(solution.options) > 1 and not len(solution.puzzle.frame))
    ours = sp.assemble(solution, "steps", max_states=2000)
    assume(ours.verdict is not Verdict.UNKNOWN)
    try:
        theirs = burrtools_levels(solution, 10_000)
    except OutOfStates:  # BurrTools' order may need far more positions
        reject()
    assert (theirs is None) == (ours.verdict is Verdict.NO)
    if theirs is not None:
        assert numbers(theirs)[0] == ours.levels[0]
        # BurrTools may call the other part the one that stays, so its numbers may come in another order.
        possible = [numbers(levels) for levels in with_either_part_staying(theirs)]
        assert not ours.least or any([*ours.levels] <= levels for levels in possible)


def with_either_part_staying(levels: Levels) -> Iterator[Levels]:
    """Yield the levels of a disassembly for each choice of the part that stays at each separation."""
    if not levels:
        yield []
        return
    (moves, left), stays = levels[0], levels[1:]
    for one, other in product(with_either_part_staying(stays), [*with_either_part_staying(left)]):
        yield [(moves, other), *one]
        yield [(moves, one), *other]


@pytest.mark.full
@settings(max_examples=12, deadline=None)
@given(st.integers(0, 1 << 30))
@example(958746)  # BurrTools' order needs more than 10,000 positions
@example(160)  # not all ways are compared
def test_burrtools_needs_as_many_moves_at_first_and_no_fewer_later(seed: int) -> None:
    burrtools_needs_as_many_moves_at_first_and_no_fewer_later(seed)


@pytest.mark.slow
@settings(max_examples=1000, deadline=None)
@given(st.integers(0, 1 << 30))
def test_burrtools_needs_as_many_moves_in_many_packings(seed: int) -> None:
    burrtools_needs_as_many_moves_at_first_and_no_fewer_later(seed)


def test_a_level_that_may_not_be_the_least_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    packing = random_packing(Random(160), ("cubic", "prisms"))
    found = sp.assemble(packing, "steps")
    assert found.levels == (3, 3, 5, 3, 4, 4)
    assert "level at most 3.3.5.3.4.4" in report(found, packing)
    assert "level at most 3.3.5.3.4.4" in repr(found)
    assert found.as_dict()["level_is_least"] is False
    ranking = Ranking()
    assert [*ranking.taking([found])] == [found]
    assert [row["level"] for row in ranking.rows()] == ["at most 3.3.5.3.4.4"]
    assert "levels: at most 3.3.5.3.4.4" in str(Best("level", ranking.best, 1, sp.Counts(1, 1, 1)))
    monkeypatch.setattr(apart, "_STATES", 1_000_000)
    found = sp.assemble(packing, "steps")
    assert (found.levels, found.least) == ((3, 3, 4, 3, 4, 4), True)
    assert "level 3.3.4.3.4.4" in report(found, packing)
    assert "level_is_least" not in found.as_dict()


def test_a_burr_has_the_level_that_burrtools_publishes() -> None:
    found = [burrtools_levels(packing, 10_000) for packing in sp.solve("dubois-burr")]
    assert [levels and text(levels) for levels in found] == [None, "6.4"]
    told = said(run("assemble", "dubois-burr", "--levels", "burrtools"))
    assert "\nBurrTools: level 6.4 (of all separations: 6.4.1.1.1)\n" in told
    told = said(run("assemble", "dubois-burr", "--levels", "burrtools", "-n", "0", "--format", "ndjson"))
    stuck, apart, _ = map(json.loads, told.splitlines())
    assert stuck["burrtools"] == {"level": None, "levels": [], "reason": "does not come apart"}
    assert apart["burrtools"] == {"level": "6.4", "levels": [6, 4, 1, 1, 1], "reason": None}


def test_what_burrtools_does_not_know_is_refused() -> None:
    for name in ("square", "fcc"):
        with pytest.raises(PuzzleError, match=f"BurrTools does not take apart the grid {name}"):
            burrtools_levels(drawn("AB", name), 10)
    with pytest.raises(PuzzleError, match="BurrTools does not take apart puzzles with a frame"):
        burrtools_levels(drawn("AB#"), 10)
    asked = run("assemble", "pentominoes-3x20", "--levels", "burrtools", "-n", "1")
    assert "BurrTools does not take apart the grid square" in asked.stderr
    assert complaint(run("assemble", "soma", "--levels", "ours")) == "--levels ours: choose from burrtools"


def test_positions_are_limited() -> None:
    burr = sp.solve("dubois-burr").take(2)[1]
    with pytest.raises(OutOfStates):
        burrtools_levels(burr, 5)
    assert burrtools_facts(burr, 5)["reason"] == "undecided after 5 positions"


def test_one_piece_and_one_group_are_told_apart_from_burrtools() -> None:
    alone = drawn("A")
    assert burrtools_levels(alone, 10) is None
    assert "one piece alone" in report(sp.assemble(alone), alone)
    pieces = [make_piece(name, [(0, 0, 0)], "cubic", groups=((1, 1),)) for name in "AB"]
    pair = sp.solve(make_puzzle("cubic", [(0, 0, 0), (1, 0, 0)], pieces)).take(1)[0]
    found = sp.assemble(pair)
    assert (found.verdict, found.level, text(burrtools_levels(pair, 10) or [])) == ("yes", "0", "1")
    assert "all pieces are of one group" in report(found, pair)
