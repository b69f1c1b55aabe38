"""The page with a keyboard alone: nothing is clicked, and the focus goes where the Tab key takes it."""

import pytest
from studio import Studio


def tab_to(studio: Studio, selector: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(60):
        if studio.page.evaluate(f"document.activeElement.matches({selector!r})"):
            return
        studio.page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key does not lead to {selector}")


def go(studio: Studio, way: str) -> None:
    """Go to the next part of the page, or the one before."""
    tab_to(studio, "#modes [aria-selected=true]")
    studio.page.keyboard.press(f"Arrow{way}")


def press(studio: Studio, selector: str, key: str = "Enter") -> None:
    """Go to a button and press it."""
    tab_to(studio, selector)
    studio.page.keyboard.press(key)


@pytest.mark.full
def test_a_puzzle_is_chosen_solved_and_played_with_the_keyboard(visitor: Studio) -> None:
    press(visitor, "[data-key=choose]")
    visitor.page.keyboard.type("3x20")
    press(visitor, "[data-name=pentominoes-3x20]")
    visitor.until("document.getElementById('title').value === 'Pentominoes 3x20'")
    press(visitor, "#solve")
    visitor.page.wait_for_selector("#status.complete")
    assert visitor.counts()["isometries"] == 2
    press(visitor, "[aria-label='Next solution']")
    visitor.until("document.querySelector('.flip .number').textContent.startsWith('2 of ')")
    go(visitor, "Right")
    visitor.until_finish("This can be finished.")
    press(visitor, ".tray [data-piece=X]")
    visitor.page.keyboard.press("Enter")
    visitor.until("document.querySelectorAll('#sheet [data-placed]').length === 1")
    visitor.page.keyboard.press("Control+z")
    visitor.until("document.querySelectorAll('#sheet [data-placed]').length === 0")
    press(visitor, "[data-key=hint]")
    visitor.until("document.querySelectorAll('#sheet [data-placed]').length === 1")


def test_a_puzzle_is_drawn_with_the_keyboard(visitor: Studio) -> None:
    go(visitor, "Left")
    tab_to(visitor, "[data-key=grid]")
    visitor.page.keyboard.press("Home")  # the first grid; letters typed on a slow machine are words of one letter each
    visitor.until("document.querySelector('[data-key=grid]').value === 'square'")
    for axis, size in enumerate("42"):
        tab_to(visitor, f"[data-key=size{axis}]")
        visitor.page.keyboard.press("Control+a")
        visitor.page.keyboard.type(size)
    press(visitor, "[data-key=Fill]")
    press(visitor, "[data-key=add]")
    tab_to(visitor, "#sheet svg")
    for key in (" ", "ArrowRight", " ", "ArrowRight", " ", "ArrowDown", " "):
        visitor.page.keyboard.press(key)
    press(visitor, "[aria-label='More copies of A']")
    assert visitor.sums() == "The pieces have 8 cells, and so has the board."
    go(visitor, "Right")
    press(visitor, "#solve")
    visitor.page.wait_for_selector("#status.complete")
    assert visitor.counts() == {"raw": 2, "rotations": 1, "isometries": 1}
