"""One clock: whoever calls what can take long can give it a deadline, and can stop it."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from clocks import Countdown
from commands import complaint, run

import satpuzzle as sp
from satpuzzle.clock import UNLIMITED, Clock, Status
from satpuzzle.cover import dlx
from satpuzzle.errors import PuzzleError, Stopped
from satpuzzle.measure.compare import compare
from satpuzzle.proofs.verdict import verify
from satpuzzle.proofs.write import certificate, trees
from satpuzzle.puzzle.library import family_named
from satpuzzle.questions.challenge import challenge
from satpuzzle.questions.explain import explain
from satpuzzle.questions.family import count_members
from satpuzzle.questions.hint import hint, possible
from satpuzzle.questions.hints import hints
from satpuzzle.questions.rate import rate
from satpuzzle.questions.sets import choose
from satpuzzle.questions.unique import unique


def test_a_clock_within_another_stops_with_the_first_of_them() -> None:
    outer = Clock(1000)
    assert Clock(1e-9, within=outer).status is Status.TIME_LIMIT
    inner = Clock(within=outer)
    assert 990 < inner.left <= 1000
    outer.stop()
    assert (inner.status, inner.left) == (Status.INTERRUPTED, 0.0)


@pytest.mark.parametrize("seconds", [0, -1.0, float("nan")])
def test_a_limit_is_above_0(seconds: float) -> None:
    with pytest.raises(PuzzleError, match="allowed are seconds above 0"):
        Clock(seconds)


def test_what_stopped_tells_whether_it_was_the_time() -> None:
    clock = Clock(1e-9)
    with pytest.raises(Stopped, match="the time limit was reached") as stopped:
        clock.check()
    assert stopped.value.by_limit
    clock.stop()
    with pytest.raises(Stopped, match="interrupted") as stopped:
        clock.check()
    assert not stopped.value.by_limit


def test_the_clock_of_those_who_name_none_cannot_be_stopped() -> None:
    with pytest.raises(TypeError, match="a Clock of your own"):
        UNLIMITED.stop()
    assert UNLIMITED.status is None
    assert UNLIMITED.left == float("inf")


def test_members_are_handed_on_until_the_clock_says_stop() -> None:
    seen: list[int] = []
    with pytest.raises(Stopped):
        seen.extend(Countdown(3).each(range(10_000)))
    assert seen == list(range(512))


PUBLIC: dict[str, Callable[[Clock], Any]] = {
    "solve": lambda clock: sp.solve("bedlam", clock=clock).exhaust(),
    "count": lambda clock: sp.count("bedlam", clock=clock),
    "assembly": lambda clock: sp.assemble(next(iter(sp.solve("dubois-burr"))), "steps", clock=clock),
    "estimate": lambda clock: sp.estimate("bedlam", clock=clock),
    "compare": lambda clock: compare("bedlam", ["native"], clock=clock),
    "unique": lambda clock: unique("bedlam", clock=clock),
    "best": lambda clock: sp.best("bedlam", maximise="pieces", clock=clock),
    "diagram": lambda clock: sp.diagram("bedlam", clock=clock),
    "explain": lambda clock: explain("bedlam", clock=clock),
    "hint": lambda clock: hint("bedlam", clock=clock),
    "possible": lambda clock: possible("bedlam", clock=clock),
    "hints": lambda clock: hints("bedlam", clock=clock),
    "challenge": lambda clock: challenge("bedlam", clock=clock),
    "rate": lambda clock: rate("bedlam", clock=clock),
    "choose": lambda clock: list(choose("soma", ["soma"], clock=clock)),
    "count_members": lambda clock: count_members(family_named("a-puzzle-a-day"), clock=clock),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("name", PUBLIC)
def test_whoever_calls_it_can_cancel_it(name: str) -> None:
    whole = Countdown(4)
    try:
        found = PUBLIC[name](whole)
    except Stopped as error:
        assert not error.by_limit
    else:  # it says itself that it was stopped
        ends = {"verdict": "undecided", "final": False, "interrupted": True, "smallest": False}
        assert any(getattr(found, key, None) == end for key, end in ends.items()), found
    assert 4 <= whole.looks < 40


def test_another_thread_stops_a_design_and_what_was_found_is_kept() -> None:
    clock = Clock()
    canceller = threading.Thread(target=clock.stop)

    def watch(text: str) -> None:
        if "card 3 of" in text and not canceller.ident:
            canceller.start()
            canceller.join()

    booklet = challenge("soma", 10_000, clock=clock, watch=watch)
    assert (booklet.status, len(booklet.cards)) == (Status.INTERRUPTED, 2)


@pytest.mark.parametrize("form", ["tree", "lrat"])
def test_certifying_and_verifying_look_at_the_clock(form: str, tmp_path: Path) -> None:
    certify: Callable[..., sp.Counts] = trees.certify if form == "tree" else certificate.certify
    clock = Countdown(4)
    with pytest.raises(Stopped):
        certify("steinhaus", tmp_path / "new", clock=clock)
    assert not (tmp_path / "new").exists()
    certify("steinhaus", tmp_path / "new")
    with pytest.raises(Stopped):
        verify(tmp_path / "new", clock=Countdown(2))


def test_reading_looks_at_the_clock(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(
        "box = [2, 1, 1]\n" + "".join(f'[[pieces]]\nname = "{name}"\ncells = "*"\n' for name in "AB")
    )
    (tmp_path / "a.dlx").write_text("a b\na\nb\n")
    assert dlx.load_dlx(tmp_path / "a.dlx").names == ("a", "b")
    for step in (
        lambda clock: sp.load(tmp_path / "a.toml", clock=clock),
        lambda clock: dlx.load_dlx(tmp_path / "a.dlx", clock),
    ):
        with pytest.raises(Stopped):
            step(Countdown(2))


@pytest.mark.full
def test_no_card_in_time_is_a_limit_and_no_puzzle_without_cards() -> None:
    told = complaint(run("challenge", "ct-puzzle", "-t", "1e-9"), status=3)
    assert told == "ct-puzzle: the time limit was reached before a card was found"
    assert "no card with 1 given pieces was found" in complaint(run("challenge", "soma", "--given", "1"))


def test_fewer_cards_than_wanted_are_explained() -> None:
    ended = run("challenge", "galakub", "-n", "2", "--given", "8")
    assert (ended.returncode, ended.stdout.count("a careful player needs")) == (1, 1)
    assert (
        ended.stderr
        == "satpuzzle: galakub: only 1 of 2 cards were found: 60 random solutions in a row gave no new card; "
        "with --given 7 there may be more\n"
    )


def test_a_certificate_that_is_not_written_in_time_is_a_limit(tmp_path: Path) -> None:
    told = complaint(run("certify", "bedlam", "-o", tmp_path / "new", "-t", "0.2"), status=3)
    assert told == "the time limit was reached, no certificate"
    assert list(tmp_path.iterdir()) == []


def test_a_certificate_that_is_not_verified_in_time_is_a_limit(tmp_path: Path) -> None:
    assert run("certify", "steinhaus", "-o", tmp_path / "new").returncode == 0
    told = complaint(run("verify", tmp_path / "new", "-t", "0.000001"), status=3)
    assert told == "the time limit was reached, nothing verified"
