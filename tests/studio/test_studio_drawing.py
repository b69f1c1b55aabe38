"""Drawing in a browser: with the mouse, the keyboard and a thumb."""

import json
from pathlib import Path
from typing import Any

import pytest
from studio import Studio

import satpuzzle as sp
from satpuzzle.puzzle.formats.plain import make_puzzle


@pytest.mark.full
def test_a_new_puzzle_is_begun_among_the_bundled_ones_or_beside_the_board(studio: Studio) -> None:
    studio.choose("soma")
    studio.page.click("[data-key=choose]")
    studio.page.click("[data-key=own]")
    assert studio.sums() == "There are no pieces yet: add one."
    assert studio.page.input_value("[data-key=grid]") == "square"
    studio.page.click("[data-key=add]")
    assert studio.page.inner_text("#tools .what") == "Paint piece A on the sheet."
    studio.page.click("[data-key='New puzzle']")
    assert studio.sums() == "There are no pieces yet: add one."


def test_mistakes_are_said_where_they_are(studio: Studio) -> None:
    studio.begin("square", 3, 2)
    assert studio.sums() == "There are no pieces yet: add one."
    studio.page.click("[data-key=add]")
    assert studio.sums() == "Piece A has no cells yet."
    studio.paint((0, 0), (1, 0))
    assert studio.sums() == "The pieces have 2 cells, the board has 6."
    assert studio.page.get_attribute("#sums", "class") == "note"  # it is not wrong, there is more to draw
    studio.page.click("[aria-label='More copies of A']")
    studio.page.click("[aria-label='More copies of A']")
    assert studio.sums() == "The pieces have 6 cells, and so has the board."
    studio.page.fill("[data-key=copies0]", "31")
    studio.page.keyboard.press("Enter")
    assert studio.sums() == "The pieces have 62 cells, the board has 6."
    assert studio.page.get_attribute("#sums", "class") == "note"
    studio.paint((3, 3))
    assert "In several parts" in studio.page.inner_text(".shapes")
    studio.page.fill("[data-key=name0]", " ")
    studio.page.press("[data-key=name0]", "Enter")
    studio.until_said("A piece needs a name.")


@pytest.mark.full
def test_rules_without_names_are_switched_and_others_are_shown(studio: Studio) -> None:
    said: dict[str, Any] = {
        "grid": "square",
        "box": [4, 3],
        "pieces": [{"name": n, "cells": "**", "count": 3} for n in ("A", "B")],
    }
    studio.open_file("dominoes.json", json.dumps(said | {"rules": ["together: A B exactly 6"]}))
    studio.mode("draw")

    def rules() -> dict[str, bool]:
        boxes = studio.page.query_selector_all("#panel .rules input")
        return {box.get_attribute("data-key"): box.is_checked() for box in boxes}

    offered = dict.fromkeys(["at border: all", "fault-free", "no crossroads"], False)
    assert rules() == offered | {"together: A B exactly 6": True}
    assert "Of A, B together there are exactly 6." in studio.page.inner_text("#panel .rules")
    assert len(studio.page.query_selector_all("#panel .rules label > .sign[aria-hidden=true]")) == len(rules())
    studio.page.click("[data-key='no crossroads']")
    assert rules() == offered | {"no crossroads": True, "together: A B exactly 6": True}
    studio.solve()
    assert "Nowhere do four pieces meet in one point." in studio.page.inner_text("#panel")
    assert studio.counts() == sp.count(make_puzzle(**said, rules=["no crossroads"])).known()
    studio.mode("draw")
    studio.page.click("[data-key='no crossroads']")
    studio.page.click("[data-key='together: A B exactly 6']")
    assert rules() == offered
    studio.begin("hexagonal", 2, 2)
    assert [*rules()] == ["at border: all", "fault-free"]


def swatch(page: Any, number: int) -> str:
    """Return the colour of a swatch."""
    found: str = page.eval_on_selector(f"[data-key=hue{number}]", "each => getComputedStyle(each).backgroundColor")
    return found


def fills(page: Any) -> list[str]:
    """Return the colours of the drawn cells on the sheet."""
    found: list[str] = page.eval_on_selector_all("#sheet .cell.on", "some => some.map((each) => each.style.fill)")
    return found


@pytest.mark.full
def test_cells_are_painted_in_colours_which_must_agree(studio: Studio) -> None:
    page = studio.page
    studio.begin("square", 4, 1)
    assert not page.is_visible("[data-key=hue1]")
    page.click("[data-key=hues]")
    swatches = [swatch(page, number) for number in range(1, 7)]
    page.click("[data-key=hue1]")
    studio.paint((0, 0))
    page.click("[data-key=hue2]")
    studio.paint((1, 0))
    assert fills(page)[:2] == swatches[:2]  # what was chosen is what is painted
    page.click("[aria-label='Paint cells']")
    page.click("[data-key=add]")
    studio.paint((0, 0))
    page.click("[data-key=hue1]")
    studio.paint((1, 0))
    assert [swatch(page, number) for number in range(1, 7)] == swatches  # they never change
    assert len({*swatches, "rgb(255, 255, 255)"}) == 7
    page.click("[aria-label='More copies of A']")
    studio.solve()
    assert studio.counts()["raw"] == 2  # of four, since on two cells the colours must agree
    assert "same colour" in page.inner_text(".rule")


@pytest.mark.full
def test_a_piece_is_painted_for_show_and_no_rule_follows(studio: Studio) -> None:
    page = studio.page
    studio.begin("square", 4, 1)
    page.click("[data-key=add]")
    studio.paint((0, 0))
    page.fill("[data-key=paint0]", "#12ab34")
    studio.paint((1, 0))
    page.click("[aria-label='More copies of A']")
    studio.solve()
    assert studio.counts()["raw"] == 1 and not page.query_selector(".rule")
    studio.mode("play")
    studio.until_finish("This can be finished.")
    studio.page.click("[data-key=hint]")
    studio.until("document.querySelector('#sheet [data-placed] .fill')?.style.fill === 'rgb(18, 171, 52)'")


@pytest.mark.full
def test_the_sides_of_a_tile_are_written(studio: Studio) -> None:
    studio.choose("tetravex-3x3")
    studio.mode("draw")
    studio.page.fill("[data-key=sides0]", "9999")
    studio.page.keyboard.press("Enter")
    studio.page.dispatch_event("[data-key=sides0]", "change")
    studio.solve()
    assert studio.page.inner_text("#status").startswith("No solution")


@pytest.mark.full
def test_ten_steps_are_undone_and_done_again(studio: Studio) -> None:
    studio.begin("square", 2, 2)
    on = "document.querySelectorAll('#sheet .cell.on').length"
    for x in range(10):
        studio.paint((x % 4 - 1, 2 + x // 4))
        assert studio.page.evaluate(on) == 5 + x
    for left in range(9, -1, -1):
        studio.page.keyboard.press("Control+z")
        assert studio.page.evaluate(on) == 4 + left
    for x in range(10):
        studio.page.click("[aria-label=Redo]")
        assert studio.page.evaluate(on) == 5 + x


@pytest.mark.full
def test_soma_is_drawn_from_nothing(studio: Studio) -> None:
    studio.begin("cubic", 3, 3, 3)
    studio.page.select_option("[data-key=set]", "soma")
    studio.solve()
    assert studio.counts() == {"raw": 11520, "rotations": 480, "isometries": 240}


@pytest.mark.full
def test_a_box_is_drawn_layer_by_layer(studio: Studio) -> None:
    studio.begin("cubic", 2, 2, 1)
    studio.page.click("[aria-label='Copy this layer upwards']")
    assert studio.page.inner_text(".shapes strong + .note") == "8 cells"
    studio.page.click("[data-key=add]")
    studio.paint((0, 0))
    studio.page.click("[aria-label='One layer up']")
    studio.paint((0, 0))
    studio.page.click("[aria-label='More copies of A']")
    studio.page.click("[aria-label='More copies of A']")
    studio.page.click("[aria-label='More copies of A']")
    studio.solve()
    assert studio.counts() == {"raw": 9, "rotations": 2, "isometries": 2}


@pytest.mark.full
def test_cells_that_may_stay_empty_and_optional_pieces(studio: Studio) -> None:
    studio.begin("square", 3, 1)
    studio.page.click("[aria-label='Cells that may stay empty']")
    studio.paint((2, 0))
    studio.page.click("[aria-label='Paint cells']")
    studio.page.click("[data-key=add]")
    studio.paint((0, 0), (1, 0))
    studio.page.click("[data-key=add]")
    studio.paint((0, 0))
    studio.page.check("[data-key=free1]")
    assert studio.sums() == "The pieces have 2 to 3 cells, the board has 2 to 3 to cover."
    studio.solve()
    assert studio.counts()["raw"] == 3


@pytest.mark.full
def test_turning_over_can_be_forbidden(studio: Studio) -> None:
    studio.begin("square", 4, 2)
    studio.page.click("[data-key=add]")
    studio.paint((0, 0), (2, 0), (2, 1))
    studio.page.click("[aria-label='More copies of A']")
    studio.solve()
    assert studio.counts() == {"raw": 2, "rotations": 1, "isometries": 1}
    studio.mode("draw")
    studio.page.uncheck("[data-key=mirror0]")
    studio.solve()
    assert studio.counts()["raw"] == 1


@pytest.mark.full
def test_a_piece_is_copied_and_its_copy_mirrored(studio: Studio) -> None:
    studio.begin("square", 4, 2)
    studio.page.click("[data-key=add]")
    studio.paint((0, 0), (2, 0), (2, 1))
    studio.page.uncheck("[data-key=mirror0]")
    studio.page.click("[aria-label='Duplicate piece A']")
    assert studio.page.inner_text("#tools .what") == "Piece B"
    studio.solve()
    assert studio.counts()["raw"] == 2
    studio.mode("draw")
    studio.page.click("[aria-label=Mirror]")
    studio.solve("impossible")  # as four colours show
    assert studio.page.inner_text("#status").startswith("No solution")


@pytest.mark.full
def test_everything_can_be_painted_with_the_keyboard(studio: Studio) -> None:
    studio.begin("hexagonal", 2, 2)
    studio.page.focus("#sheet svg")
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", " "):
        studio.page.keyboard.press(key)
    assert studio.page.inner_text(".shapes strong + .note") == "5 cells"
    studio.page.focus("[data-key=add]")
    studio.page.keyboard.press("Enter")
    studio.page.focus("#sheet svg")
    studio.page.keyboard.press("ArrowDown")
    studio.page.keyboard.press("Enter")
    for _ in range(4):
        studio.page.focus("[aria-label='More copies of A']")
        studio.page.keyboard.press("Enter")
    studio.page.focus("#modes [data-key=solve]")
    studio.page.keyboard.press("Enter")
    studio.page.focus("#solve")
    studio.page.keyboard.press("Enter")
    studio.page.wait_for_selector("#status.complete")
    assert studio.counts()["raw"] == 1


@pytest.mark.full
def test_every_grid_can_be_painted(studio: Studio) -> None:
    for grid in ("square", "hexagonal", "triangular", "cubic", "fcc", "prisms", "rhombic", "tetra-octa"):
        studio.begin(grid)
        before = studio.page.evaluate("document.querySelectorAll('#sheet .cell.on').length")
        assert before > 0
        studio.page.mouse.click(*studio.middle("#sheet .cell:not(.on) >> nth=20"))
        changed = studio.page.evaluate("document.querySelectorAll('#sheet .cell.on').length")
        assert changed == before + 1


@pytest.mark.full
def test_a_thumb_paints_on_a_phone(studio_browser: Any, studio_path: Path) -> None:
    phone = Studio(studio_browser, studio_path, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    phone.begin("square", 2, 2)
    assert phone.page.evaluate("document.documentElement.scrollWidth") == 360
    phone.page.touchscreen.tap(*phone.at(2, 0))
    assert phone.page.inner_text(".shapes strong + .note") == "5 cells"
    for mode in ("solve", "play", "draw"):
        phone.mode(mode)
        assert phone.page.evaluate("document.documentElement.scrollWidth") == 360
    for name in "ABC":  # the sheet is in sight again whenever a piece is to be drawn on it
        phone.page.tap("[data-key=add]")
        phone.page.touchscreen.tap(*phone.at(0, 0))
        phone.page.wait_for_selector(f"#sheet [aria-label^='{name}, 1 cell painted.']")
    phone.page.tap("[data-key=shape0]")
    phone.page.touchscreen.tap(*phone.at(1, 0))
    assert phone.page.inner_text("#tools .what") == "Piece A"
    assert phone.sums() == "The pieces have 4 cells, the board has 5."
    phone.close()
