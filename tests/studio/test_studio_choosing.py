"""The dialog in which a puzzle is chosen: its order, and the words by which puzzles are found."""

from collections.abc import Iterator
from typing import Any

import pytest
from studio import Studio

KNOWN = {  # words that people type, and a puzzle that they mean; "" for none
    "chess": "pentominoes-8x8",
    "chessboard": "draughtboard",
    "4x4x4": "bedlam",
    "4×4×4 cubes": "tetris-cube",
    "wooden cube": "soma",
    "smart games": "genius-square",
    "smartgames pyramid": "iq-pyramid-5",
    "eternity": "tridrafters-parallelogram",
    "easy": "rhombic-cube",
    "kids": "rhombic-cube",
    "snake cube": "snake-cube",
    "tower of hanoi": "",
}


@pytest.fixture
def page(studio: Studio) -> Iterator[Any]:
    """The page, with the dialog open."""
    studio.page.click("[data-key=choose]")
    yield studio.page
    studio.page.evaluate("document.getElementById('dialog').close()")


@pytest.mark.full
def test_puzzles_by_name_are_in_the_order_of_the_titles_that_are_shown(page: Any) -> None:
    titles = page.eval_on_selector_all("#dialog [data-name] strong", "(all) => all.map((each) => each.textContent)")
    order = "(titles) => titles.toSorted(new Intl.Collator('en', { numeric: true, ignorePunctuation: true }).compare)"
    assert len(titles) > 60 and titles == page.evaluate(order, titles)


def test_words_that_people_know_find_a_puzzle(page: Any) -> None:
    for words, name in KNOWN.items():
        page.fill("#dialog [type=search]", words)
        found = page.eval_on_selector_all("#dialog [data-name]", "(all) => all.map((each) => each.dataset.name)")
        assert (name in found) if name else (found == []), (words, found)
