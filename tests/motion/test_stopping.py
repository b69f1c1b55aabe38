"""Whatever takes long in motion looks often at the clock, and stops when that says so."""

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from clocks import Countdown

import satpuzzle as sp
from satpuzzle.cli import app
from satpuzzle.clock import Status
from satpuzzle.errors import BackendError, Stopped
from satpuzzle.motion.assembly import Assembler
from satpuzzle.motion.peel import Peeler
from satpuzzle.motion.rules import Rules, surroundings
from satpuzzle.motion.search import MotionSearch
from satpuzzle.motion.sweep import pairs
from satpuzzle.puzzle.grids import GRIDS
from satpuzzle.solutions.solution import Solution


class Ticking(Countdown):
    """Counts what is done, and how much at most between two looks."""

    def __init__(self, last: int = 1 << 60) -> None:
        super().__init__(last)
        self.ticks = self.longest = 0

    def tick(self) -> None:
        self.ticks += 1
        self.longest = max(self.longest, self.ticks)

    @property
    def status(self) -> Status | None:
        self.ticks = 0
        return super().status


def counting(clock: Ticking, function: Callable[..., Any]) -> Callable[..., Any]:
    def counted(*arguments: Any) -> Any:
        clock.tick()
        return function(*arguments)

    return counted


@pytest.fixture(scope="module")
def blocks() -> Solution:
    """A packing of 18 pieces that comes apart without a search for positions."""
    (found,) = sp.solve("conway-blocks", limit=1)
    return found


@pytest.fixture(scope="module")
def burr() -> list[Solution]:
    """Packings that come apart in several moves, or not at all."""
    return list(sp.solve("dubois-burr"))


@pytest.fixture
def without_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["satpuzzle.motion.assembly"], "missing", lambda: "no kernels here")


@pytest.mark.usefixtures("without_kernels")
@pytest.mark.parametrize("moves", ["group", "steps"])
def test_few_pieces_are_compared_between_two_looks_at_the_clock(
    moves: str, blocks: Solution, burr: list[Solution], monkeypatch: pytest.MonkeyPatch
) -> None:
    for packing in (blocks, *burr):
        clock = Ticking()
        with monkeypatch.context() as patched:
            patched.setattr(MotionSearch, "_between", counting(clock, MotionSearch._between))
            Assembler(packing.puzzle, Rules(moves)).assembly(packing, clock)
        assert 0 < clock.longest <= len(packing.pieces)
        assert clock.looks > len(packing.pieces)


@pytest.mark.usefixtures("without_kernels")
def test_every_group_of_pieces_that_could_move_is_a_look_at_the_clock(
    burr: list[Solution], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Ticking()
    moves = MotionSearch._moves

    def counted(*arguments: Any) -> Any:
        for found in moves(*arguments):
            clock.tick()
            yield found

    monkeypatch.setattr(MotionSearch, "_moves", counted)
    Assembler(burr[0].puzzle, Rules("steps")).assembly(burr[0], clock)
    assert clock.longest == 1


@pytest.mark.parametrize("moves", ["single", "group", "steps"])
def test_it_stops_at_the_first_word(moves: str, burr: list[Solution]) -> None:
    assembler = Assembler(burr[0].puzzle, Rules(moves))
    assembler.assembly(burr[0])  # what is the same for all packings is done
    whole = Ticking()
    assembler.assembly(burr[0], whole)
    assert whole.looks > 1
    for last in (1, 2, whole.looks // 2, whole.looks):
        clock = Ticking(last)
        with pytest.raises(Stopped, match="interrupted"):
            assembler.assembly(burr[0], clock)
        assert clock.looks == last


def test_peeling_asks_in_each_round_and_for_each_direction(blocks: Solution) -> None:
    (around,) = surroundings(blocks.puzzle, Rules())
    labels = np.full((1, len(blocks.puzzle.board)), -1)
    for number, option in enumerate(blocks.options):
        labels[0, blocks.placements.covered(option)] = number
    peeler, clock = Peeler(around), Ticking()
    _, moved = peeler.peel(labels, len(blocks.options), clock)
    rounds = int(moved[..., 0].max()) + 1
    assert clock.looks > rounds + 2 * len(around.exits)
    again = Ticking()
    peeler.peel(labels, len(blocks.options), again)
    assert again.looks == rounds + 1 + len(around.exits)


def test_looking_for_cells_in_the_way_of_each_other_asks_once_a_portion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satpuzzle.motion.sweep._CELLS", 50)  # so many as move, and so one step of all
    row = np.array([[x, 0, 0] for x in range(50)])
    clock = Ticking()
    p, _ = pairs(row, GRIDS["square"], (1, 0, 0), clock)
    assert (len(p), clock.looks) == (50 * 49 // 2, 49)
    with pytest.raises(Stopped):
        pairs(row, GRIDS["square"], (1, 0, 0), Ticking(3))


def test_verdicts_can_be_stopped_too(burr: list[Solution]) -> None:
    assembler = Assembler(burr[0].puzzle, Rules("steps"))
    batch = np.array([packing.options for packing in burr])
    assembler.verdicts(burr[0].placements, batch)
    whole = Ticking()
    assembler.verdicts(burr[0].placements, batch, whole)
    clock = Ticking(whole.looks)
    with pytest.raises(Stopped):
        assembler.verdicts(burr[0].placements, batch, clock)


def _stopped(*arguments: Any) -> Any:
    raise Stopped("stopped")


def test_a_run_that_is_stopped_while_packings_are_taken_apart_is_not_final(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Assembler, "verdicts", _stopped)
    run = sp.solve("steinhaus", assemblable=True)
    assert list(run) == []
    assert run.status is sp.Status.INTERRUPTED
    assert not run.counts.final


def test_assemble_says_that_it_was_stopped(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(Assembler, "assembly", _stopped)
    assert app(["assemble", "steinhaus", "-q"], standalone_mode=False) == 130
    assert app(["assemble", "steinhaus"], standalone_mode=False) == 130
    assert "steinhaus: interrupted: no packing was found so far" in capsys.readouterr().out


def test_steps_that_do_not_pass_the_check_are_a_failure_in_one_line(
    burr: list[Solution], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*arguments: Any, **more: Any) -> None:
        raise AssertionError("a cell is in the way")

    monkeypatch.setattr(sys.modules["satpuzzle.motion.assembly"], "replay", refuse)
    with pytest.raises(BackendError, match="are wrong: a cell is in the way"):
        Assembler(burr[0].puzzle, Rules()).assembly(burr[0])
