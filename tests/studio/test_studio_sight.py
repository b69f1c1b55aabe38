"""What one sees at first: a solved puzzle that turns slowly, until one takes it."""

from pathlib import Path
from typing import Any

import pytest
from studio import Studio

IN_SPACE = True

CANVAS = "document.querySelector('#space canvas').dataset"
TURNED = f"new Promise((done) => setTimeout(done, 300)).then(() => Number({CANVAS}.frames))"


@pytest.mark.full
def test_a_solved_puzzle_turns_until_it_is_taken(studio_browser: Any, studio_path: Path) -> None:
    visitor = Studio(studio_browser, studio_path, in_space=True, reduced_motion="no-preference")
    page = visitor.page
    assert page.get_attribute("#space canvas", "data-figures") == "7"
    before = page.evaluate(f"Number({CANVAS}.frames)")
    visitor.until(f"Number({CANVAS}.frames) > {before + 2}")
    box = page.query_selector("#space").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    visitor.until(f"{CANVAS}.turning === 'false'")
    page.mouse.move(0, 0)
    visitor.until(f"{CANVAS}.still === 'true'")
    still = page.evaluate(TURNED)
    assert page.evaluate(TURNED) == still
    visitor.close()


def test_who_wants_no_motion_sees_none(visitor: Studio) -> None:
    assert visitor.page.evaluate(f"{CANVAS}.turning") == "false"
    assert visitor.page.get_attribute("#space canvas", "data-figures") == "7"


@pytest.mark.full
def test_a_puzzle_without_a_solution_in_the_page_shows_its_board(visitor: Studio) -> None:
    visitor.open_file("cube.json", '{"box": [2, 2, 2], "pieces": [{"name": "I", "cells": "**", "count": 4}]}')
    assert visitor.page.get_attribute("#space canvas", "data-figures") == "1"
    visitor.solve()
    assert visitor.page.get_attribute("#space canvas", "data-figures") == "4"


@pytest.mark.full
def test_letters_are_shown_on_the_side_towards_the_viewer_and_on_the_piece_below_the_pointer(visitor: Studio) -> None:
    visitor.solve()
    page, shown = visitor.page, f"Number({CANVAS}.letters)"
    visitor.until(f"{shown} > 0")
    few = page.evaluate(shown)
    box = page.query_selector("#space").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    visitor.until(f"{shown} > {few}")
    page.mouse.move(0, 0)
    visitor.until(f"{shown} === {few}")
