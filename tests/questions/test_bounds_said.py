"""A number that is only a bound is shown as one, in text and in JSON, and ranks nothing."""

import math
import pickle
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import satpuzzle as sp
from satpuzzle.clock import Status
from satpuzzle.motion.assembly import Assembly, Verdict
from satpuzzle.motion.rules import Rules
from satpuzzle.puzzle.counts import Counts
from satpuzzle.questions import cards
from satpuzzle.questions.best import Best
from satpuzzle.questions.burrs import Best as Ranked
from satpuzzle.questions.challenge import Booklet, Card
from satpuzzle.questions.forecast import Forecast
from satpuzzle.questions.rate import Rating, Tries
from satpuzzle.questions.sets import ChosenSet, tabulated
from satpuzzle.search.sample import Interval

FIRST = next(iter(sp.solve("steinhaus")))
SOLVED, FAILED = Tries(100, 40, 1.0, 2.0, 3.0), Tries(100, 0, 1.0, 2.0, 3.0)


def rating(tries: Tries, *unfinished: str, place: int = 1) -> Rating:
    return Rating(FIRST.puzzle, tries, {"mrv": 123}, unfinished, place=place)


def chosen(tries: Tries, final: bool = True) -> ChosenSet:
    counts = (Counts(4, 4, 4, final=final),)
    return ChosenSet(FIRST.puzzle.pieces, counts, (FIRST,), tries.effort, tries.ranked)


def booklet(tries: Tries) -> Booklet:
    return Booklet(FIRST.puzzle, [Card(FIRST, FIRST, tries)], 1, 0, Status.SOLUTION_LIMIT)


def best(verdict: str, bound: int) -> Best:
    return Best(FIRST.puzzle, "pieces", "maximise", verdict, FIRST, 6, bound)


def assembly(least: bool) -> Assembly:
    return Assembly(Verdict.YES, Rules(), None, (), "5.2", (), 1, levels=(5, 2), least=least, solution=FIRST)


def forecast(low: float) -> Forecast:
    nodes = Interval(mean=1e9, low=low, high=1e9)
    return Forecast("p", "mrv", 64, nodes, nodes, {1: nodes}, {1: nodes}, 64, 1000)


def facts(found: Any) -> dict[str, Any]:
    told: dict[str, Any] = found.as_dict()
    return told


# what an answer is, the same as a bound; how the number is said in text; where JSON says that it is a bound
SAID: list[tuple[str, Any, Any, Callable[[Any], str], str, str, Callable[[dict[str, Any]], Any]]] = [
    ("effort", rating(SOLVED), rating(FAILED), str, " 8 moves,", "moves or more,", lambda f: f["effort_is_bound"]),
    ("nodes", rating(SOLVED), rating(SOLVED, "mrv"), str, ": 123 by", "≥ 123 by", lambda f: f["unfinished"] == ["mrv"]),
    ("set", chosen(SOLVED), chosen(FAILED), str, "8 moves", "303 moves or more", lambda f: f["effort_is_bound"]),
    ("count", chosen(SOLVED), chosen(SOLVED, False), str, ": 4 up", "≥ 4 up", lambda f: not f["counts"][0]["final"]),
    (
        "card", booklet(SOLVED), booklet(FAILED), cards.text, "about 8 moves\n", "about 303 moves or more\n",
        lambda f: f["cards"][0]["difficulty"]["effort_is_bound"],
    ),
    ("best", best("best", 6), best("undecided", 7), str, ": 6 pieces", "at least 6 pieces, at most 7",
     lambda f: f["verdict"] == "undecided" and f["gap"] == 1),
    ("level", assembly(True), assembly(False), lambda one: one.rating, "5.2", "at most 5.2",
     lambda f: not f.get("level_is_least", True)),
    ("estimate", forecast(1e9), forecast(1e8), Forecast.text, "1G nodes", "1G (100M to 1G) nodes",
     lambda f: f["nodes"]["low"] < f["nodes"]["high"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("exact", "bound", "text", "one", "other", "told"), [row[1:] for row in SAID], ids=[row[0] for row in SAID]
)
def test_a_bound_is_said_in_text_and_in_json(
    exact: Any, bound: Any, text: Callable[[Any], str], one: str, other: str, told: Callable[[dict[str, Any]], Any]
) -> None:
    assert one in text(exact) and other not in text(exact)
    assert other in text(bound)
    assert told(facts(bound)) and not told(facts(exact))


def test_the_interval_of_an_effort_is_that_of_the_luck_turned_over() -> None:
    for tries in (SOLVED, FAILED):
        low, high = tries.span
        assert low < tries.effort < high and low == pytest.approx(3 / tries.luck[2])
        assert (high == math.inf) == (tries.luck[1] == 0)
    assert "level       Starter; 95 % interval of the effort 6 to 10 moves" in str(rating(SOLVED, place=6))
    assert "level       Wizard; 95 % interval of the effort 81 moves or more" in str(rating(FAILED))
    assert facts(rating(FAILED))["effort_interval"][1] is None


def test_bounds_rank_no_sets() -> None:
    hard, easy = (chosen(replace(SOLVED, solved=number)) for number in (1, 90))
    least, fewest = chosen(FAILED), chosen(replace(FAILED, forced=0.0))
    assert tabulated([easy, least, hard, fewest]) == [least, fewest, hard, easy]
    assert tabulated([least, hard, fewest, easy], easiest=True) == [easy, hard, least, fewest]


@pytest.mark.parametrize("least", [True, False])
def test_an_order_of_levels_that_are_bounds_is_not_said_to_be_the_best(least: bool) -> None:
    found = str(Ranked("level", [assembly(least)], 1, Counts(1, 1, 1)))
    assert ("others may be better, since some levels are only bounds" in found) == (not least)


def test_a_rating_is_sent_without_the_packings_it_was_made_from() -> None:
    found = sp.rate("soma", tries=5)
    assert found.left is not None
    sent = pickle.dumps(found)
    assert len(sent) < 100_000
    assert pickle.loads(sent).as_dict() == found.as_dict()


def test_a_card_that_no_try_solved_may_be_harder_than_its_level() -> None:
    assert Card(FIRST, FIRST, replace(FAILED, tries=2, forced=0.0, branchings=0.5)).level == "Starter or harder"
    assert Card(FIRST, FIRST, FAILED).level == "Wizard"
