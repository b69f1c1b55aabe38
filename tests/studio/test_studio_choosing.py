"""The dialog in which a puzzle is chosen: its order, and the words by which puzzles are found."""

from collections.abc import Iterator
from typing import Any

import pytest
from studio import Studio

from satpuzzle import data
from satpuzzle.puzzle.formats import toml
from satpuzzle.studio.page import page_data, texts

KNOWN = {  # words that people type, and a puzzle that they mean; "" for none
    "chess": "pentominoes-8x8",
    "mutilated chess": "mutilated-chessboard",
    "draughts": "mutilated-chessboard",
    "today": "a-puzzle-a-day",
    "iq puzzler": "iq-rectangle",
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
    "somawürfel": "soma",  # titles in other languages
    "kalender mit wochentagen": "weekday-calendar",
    "домино на торе": "dominoes-torus",
    "七巧板": "tangram-hexagon",
}

OTHERS = {
    "de": {
        "Schachbrett": "mutilated-chessboard",
        "Holz": "soma",
        "heute": "a-puzzle-a-day",
        "für Kinder": "rhombic-cube",
    },
    "ru": {"шахматы": "mutilated-chessboard", "змейка": "snake-cube", "узел": "dubois-burr"},
    "zh": {"七巧板": "tangram-square", "孔明锁": "dubois-burr", "棋盘": "mutilated-chessboard"},
}
TITLED = {"de": "Somawürfel", "ru": "Кубики сома", "zh": "索玛立方体"}


def test_each_puzzle_and_each_set_has_a_title_in_every_language() -> None:
    languages = data.files("puzzles/titles")
    assert ["en", *languages] == sorted(texts(), key=lambda lang: (lang != "en", lang))
    for path in languages.values():
        titles = toml.load(path)
        for name in ("sets", "puzzles"):
            own = titles.pop("sets") if name == "sets" else titles
            assert [*own] == sorted(page_data()[name])
            assert all(title == " ".join(title.split()) != "" for title in own.values())
            assert len({*own.values()}) == len(own)


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


def test_pictures_are_drawn_when_they_come_into_view(studio: Studio, page: Any) -> None:
    last = "#dialog .gallery > :last-child"
    studio.until("document.querySelector('#dialog svg.sketch') !== null")
    assert page.query_selector(f"{last} svg.sketch") is None
    page.locator(last).scroll_into_view_if_needed()
    page.wait_for_selector(f"{last} svg.sketch")


def test_words_that_people_know_find_a_puzzle(page: Any) -> None:
    for words, name in KNOWN.items():
        page.fill("#dialog [type=search]", words)
        found = page.eval_on_selector_all("#dialog [data-name]", "(all) => all.map((each) => each.dataset.name)")
        assert (name in found) if name else (found == []), (words, found)


@pytest.mark.full
def test_plain_words_find_puzzles_in_other_languages(visitor: Studio) -> None:
    page = visitor.page
    for lang, known in OTHERS.items():
        page.select_option("[data-key=language]", lang)
        page.click("[data-key=choose]")
        for words, name in known.items():
            page.fill("#dialog [type=search]", words)
            found = page.eval_on_selector_all("#dialog [data-name]", "(all) => all.map((each) => each.dataset.name)")
            assert name in found and len(found) < 30, (words, found)
        page.fill("#dialog [type=search]", TITLED[lang])
        assert page.inner_text("[data-name=soma] strong") == TITLED[lang]
        page.click("[data-name=soma]")
        assert page.input_value("#title") == TITLED[lang] and page.title().startswith(TITLED[lang])
