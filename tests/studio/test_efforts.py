"""How hard the bundled puzzles are, as the gallery of the page tells it."""

import pytest
from in_node import in_node
from studio import Studio

import satpuzzle as sp
from satpuzzle.questions.challenge import _MIDDLES, _TRIES
from satpuzzle.questions.rate import LEVELS, RAMP
from satpuzzle.studio.efforts import effort
from satpuzzle.studio.page import page_data

UNSOLVABLE = ["mutilated-chessboard", "tetrahexes-triangle"]


def test_each_bundled_puzzle_that_has_a_solution_and_needs_a_move_has_an_effort() -> None:
    data = page_data()
    assert {*data["efforts"]} == ({*sp.puzzles()} & {*data["puzzles"]}) - {*UNSOLVABLE, "hard-squares"}
    assert effort("hard-squares") == 0  # its empty board is a solution


@pytest.mark.full
@pytest.mark.parametrize("name", ["bar-in-a-cross", "tangram-square", "stella-octangula", "tetravex-3x3"])
def test_efforts_are_those_of_rate(name: str) -> None:
    assert page_data()["efforts"][name] == effort(name) == sp.rate(name).as_dict()["effort"]


def test_the_levels_are_those_of_challenge_cards() -> None:
    names = "LEVELS.map((name) => words.levelNames[name])"
    said = in_node(f"answer([{names}, RAMP, MIDDLES, TRIES]);", "player.js")
    assert said == [[*LEVELS], [*RAMP], [*_MIDDLES], _TRIES]


@pytest.mark.full
def test_the_gallery_begins_with_the_easiest_or_the_hardest(studio: Studio) -> None:
    studio.page.click("[data-key=choose]")
    cards = "[...document.querySelectorAll('#dialog .card[data-name]')]"
    names = f"{cards}.map((card) => card.dataset.name)"
    stars = f"{cards}.map((card) => card.querySelector('.stars')?.textContent.match(/★/g).length ?? 0)"
    before = studio.page.evaluate(names)
    for order, reverse in (("easy", False), ("hard", True)):
        studio.page.select_option("#dialog [data-key=order]", order)
        found = [many for many in studio.page.evaluate(stars) if many]
        assert len(found) == len(page_data()["efforts"]) and {*found} == {1, 2, 3, 4, 5}
        assert found == sorted(found, reverse=reverse)
        assert studio.page.evaluate(stars)[-1] == 0  # calendars, and what has no solution, come last
    assert sorted(studio.page.evaluate(names)) == sorted(before)
    studio.page.click("#dialog [aria-label=Close]")
