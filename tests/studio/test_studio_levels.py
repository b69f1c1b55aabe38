"""Levels: pieces that are fixed, what one can ask about a position, and the kinds of hints."""

from pathlib import Path
from typing import Any

import pytest
from studio import Studio

import satpuzzle as sp
from satpuzzle.puzzle.formats.link import pack

DOMINOES = {
    "grid": "square",
    "box": [3, 2],
    "pieces": [{"name": name, "cells": "**"} for name in ("left", "right", "last")],
}


def lying(*placed: list[Any]) -> str:
    return pack({"puzzle": DOMINOES, "placed": list(placed)})


LEFT = [0, [[0, 0, 0], [1, 0, 0]]]
RIGHT = [1, [[1, 1, 0], [2, 1, 0]]]
UPRIGHT = [1, [[2, 0, 0], [2, 1, 0]]]


def pieces(studio: Studio, kind: str = "") -> int:
    """Return how many pieces lie on the board, or how many of a kind."""
    found = studio.page.query_selector_all(f"#sheet [data-placed]{kind}")
    return len({each.get_attribute("data-placed") for each in found})


def test_the_page_tells_in_how_many_ways_a_position_can_be_finished_and_finishes_it(
    studio_browser: Any, studio_path: Path
) -> None:
    visitor = Studio(studio_browser, studio_path, lying(LEFT))
    visitor.until_finish("This can be finished.")
    visitor.page.click("[data-key=ways]")
    visitor.until("document.getElementById('ways')?.textContent === '2 ways to finish.'")
    visitor.page.click("[data-key=finish]")
    visitor.until_finish("Solved")
    assert pieces(visitor) == 3
    visitor.page.click("[aria-label=Undo]")
    assert pieces(visitor) == 1
    visitor.close()


@pytest.mark.full
def test_the_tray_stays_where_it_is_and_a_double_click_begins_no_level(studio_browser: Any, studio_path: Path) -> None:
    visitor = Studio(studio_browser, studio_path, lying(LEFT))
    page = visitor.page
    page.click("[data-key=everything]")
    places = []

    def note(answer: str) -> None:
        visitor.until_finish(answer)
        places.append(page.query_selector("#panel h2").bounding_box()["y"])  # of the tray

    note("This can be finished.")
    page.dblclick("[data-key=finish]")
    note("Solved")
    assert pieces(visitor) == 3 and page.query_selector("#level") is None
    page.click("[aria-label=Undo]")
    note("This can be finished.")
    visitor.load(lying(LEFT, RIGHT))
    page = visitor.page
    page.click("[data-key=everything]")
    note("This cannot be finished any more.")
    assert places == places[:1] * 4
    visitor.close()


@pytest.mark.full
def test_what_is_said_of_a_level_goes_with_the_level(studio: Studio) -> None:
    studio.choose("pentominoes-3x20")
    studio.mode("play")
    studio.hints(1)
    studio.page.click("[data-key=medium]")
    studio.until("document.getElementById('level') !== null")
    studio.page.click("[aria-label=Undo]")
    assert studio.page.query_selector("#level") is None and pieces(studio) == 1
    studio.page.click("[aria-label=Redo]")
    assert studio.page.query_selector("#level") is not None
    studio.until_finish("This can be finished.")
    studio.page.click("[data-key=finish]")
    studio.until_finish("Solved")
    assert studio.page.query_selector("#level") is None


@pytest.mark.full
def test_an_empty_board_can_be_finished_in_as_many_ways_as_the_command_line_counts(studio: Studio) -> None:
    studio.choose("pentominoes-3x20")
    studio.mode("play")
    studio.until_finish("This can be finished.")
    studio.page.click("[data-key=ways]")
    raw = sp.count("pentominoes-3x20").raw
    studio.until(f"document.getElementById('ways')?.textContent === '{raw} ways to finish.'")


@pytest.mark.full
def test_the_piece_that_is_wrong_is_named_and_marked(studio_browser: Any, studio_path: Path) -> None:
    visitor = Studio(studio_browser, studio_path, lying(LEFT, RIGHT))
    visitor.until_finish("This cannot be finished any more.")
    visitor.page.click("[data-key=wrong]")
    visitor.until("document.getElementById('wrong') !== null")
    assert visitor.page.inner_text("#wrong") == "Piece right is wrong: take it back, and it can be finished."
    assert pieces(visitor, ".wrong") == 1
    visitor.page.click("#sheet .wrong")
    visitor.page.keyboard.press("Escape")
    visitor.until_finish("This can be finished.")
    assert pieces(visitor) == 1 and pieces(visitor, ".wrong") == 0
    visitor.close()


@pytest.mark.full
def test_no_piece_is_wrong_where_there_is_no_solution_without_it_either(studio_browser: Any, studio_path: Path) -> None:
    pieces = [{"name": "I", "cells": "**"}, {"name": "gap", "cells": "*.*"}]
    said = {"puzzle": {"grid": "square", "box": [4, 1], "pieces": pieces}, "placed": [[0, [[0, 0, 0], [1, 0, 0]]]]}
    visitor = Studio(studio_browser, studio_path, pack(said))
    page = visitor.page
    visitor.until_finish("This cannot be finished any more.")
    page.click("[data-key=wrong]")
    visitor.until("document.getElementById('wrong')?.textContent === 'No solution'")
    page.click("[data-key=clear]")
    visitor.until_finish("No solution")
    assert not page.query_selector("[data-key=wrong]")
    page.click("[data-key=hint]")
    visitor.until_said("No solution")
    visitor.close()


@pytest.mark.full
def test_fixed_pieces_stay_where_they_are_also_in_a_link(studio_browser: Any, studio_path: Path) -> None:
    visitor = Studio(studio_browser, studio_path, lying(LEFT))
    page = visitor.page
    page.click("[data-key=everything]")
    page.click("[data-key=fix]")
    page.click("#sheet .fixed")
    visitor.until_said("Piece left is fixed.")
    visitor.hints(0)
    visitor.until_finish("This can be finished.")
    page.click("[data-key=hint]")
    visitor.until("new Set([...document.querySelectorAll('#sheet [data-placed]')]).size === 2")
    page.click("[data-key=clear]")
    assert pieces(visitor) == pieces(visitor, ".fixed") == 1
    page.click("[data-key=Link]")
    fragment = page.input_value("#dialog textarea")
    friend = Studio(studio_browser, studio_path, fragment)
    assert pieces(friend) == pieces(friend, ".fixed") == 1
    assert not friend.page.query_selector("[data-key=fix]")
    friend.page.click("[data-key=everything]")
    friend.page.click("[data-key=fix]")
    friend.page.click("#sheet [data-placed]")
    assert pieces(friend) == 0
    friend.close()
    visitor.close()


@pytest.mark.full
def test_a_hint_may_tell_only_the_piece_or_only_the_place(studio_browser: Any, studio_path: Path) -> None:
    visitor = Studio(studio_browser, studio_path, lying(LEFT, UPRIGHT))
    page = visitor.page
    visitor.until_finish("This can be finished.")
    page.select_option("[data-key=hints]", "piece")
    page.click("[data-key=hint]")
    visitor.until_said("Piece last comes next.")
    assert len(page.query_selector_all(".tray .pointed")) == 1 and pieces(visitor) == 2
    page.select_option("[data-key=hints]", "place")
    page.click("[data-key=hint]")
    visitor.until_said("One piece covers the marked cells.")
    assert not page.query_selector_all(".tray .pointed") and len(page.query_selector_all("#sheet .pointed")) > 0
    page.select_option("[data-key=hints]", "both")
    page.click("[data-key=hint]")
    visitor.until_finish("Solved")
    assert not page.query_selector_all(".pointed")
    visitor.close()
