"""The history of the browser: back returns to modes and puzzles, and tabs keep what each of them shows."""

from typing import Any

import pytest
from studio import STORED, Studio, wait_until


def seen(page: Any) -> tuple[str, str]:
    """Return the title of the puzzle and the mode that a page shows."""
    mode = page.get_attribute("#modes [aria-selected=true]", "data-key")
    return page.input_value("#title"), mode


def test_back_returns_to_modes_and_puzzles_with_the_pieces_on_them(visitor: Studio) -> None:
    page = visitor.page
    visitor.choose("iq-rectangle")
    title = page.input_value("#title")
    visitor.mode("play")
    visitor.hints(1)
    visitor.choose("pentominoes-3x20")
    assert seen(page)[1] == "play"
    page.go_back()
    wait_until(page, f"document.getElementById('title').value === {title!r}")
    assert seen(page) == (title, "play")
    visitor.until("document.querySelector('#sheet [data-placed]') !== null")
    page.go_back()
    visitor.until("document.querySelector('#modes [data-key=solve]').ariaSelected === 'true'")
    assert seen(page) == (title, "solve")
    page.go_forward()
    visitor.until("document.querySelector('#modes [data-key=play]').ariaSelected === 'true'")
    visitor.until("document.querySelector('#sheet [data-placed]') !== null")
    assert not visitor.complaints


@pytest.mark.full
def test_two_tabs_do_not_overwrite_each_other(visitor: Studio) -> None:
    visitor.choose("pentominoes-3x20")
    own = visitor.page.input_value("#title")
    other = visitor.context.new_page()
    other.goto(visitor.own)
    other.wait_for_selector("body[data-ready]")
    other.click("[data-key=choose]")
    other.click("[data-name=bedlam]")
    wait_until(other, f"{STORED}.then((all) => JSON.stringify(all).includes('Bedlam'))")
    visitor.page.reload()
    visitor.page.wait_for_selector("body[data-ready]")
    assert visitor.page.input_value("#title") == own
    other.reload()
    other.wait_for_selector("body[data-ready]")
    assert other.input_value("#title") != own


def test_undo_and_redo_outlive_a_reload(visitor: Studio) -> None:
    page = visitor.page
    visitor.choose("pentominoes-3x20")
    visitor.mode("play")
    visitor.hints(2)
    page.click("[aria-label=Undo]")
    visitor.until("history.state?.steps.future.length === 1")  # it has been kept
    page.reload()
    page.wait_for_selector("body[data-ready]")
    on_board = "new Set([...document.querySelectorAll('#sheet [data-placed]')].map((each) => each.dataset.placed)).size"
    assert page.evaluate(on_board) == 1
    page.click("[aria-label=Redo]")
    assert page.evaluate(on_board) == 2
    page.click("[aria-label=Undo]")
    page.click("[aria-label=Undo]")
    assert page.evaluate(on_board) == 0 and page.input_value("#title") == "Pentominoes 3x20"
    page.click("[aria-label=Undo]")  # what was there before the puzzle
    assert page.input_value("#title") == "Soma cube"
