"""Playing in a browser: dragging, turning, hints, and whether it can still be finished."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from studio import Studio

import satpuzzle as sp
from satpuzzle.puzzle.formats.link import unpack


def drag(studio: Studio, piece: str, x: float, y: float) -> None:
    """Drag a piece from the tray to a place of the board."""
    box = studio.page.query_selector(f".tray [data-piece='{piece}']").bounding_box()
    studio.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    studio.page.mouse.down()
    studio.page.mouse.move(*studio.at(x + 0.3, y + 0.2))
    studio.page.mouse.move(*studio.at(x, y), steps=3)
    studio.page.mouse.up()


def placed(studio: Studio) -> int:
    return len(studio.page.query_selector_all("#sheet [data-placed]"))


def test_a_letter_is_in_the_middle_of_its_piece_and_dots_show_where_balls_rest(studio: Studio) -> None:
    piece = {"name": "O", "cells": "**\n**"}
    studio.open_file("square.json", json.dumps({"grid": "square", "box": [2, 2], "pieces": [piece]}))
    studio.mode("play")
    studio.hints(1)
    letter = studio.page.query_selector("#sheet .piece text")
    assert [letter.get_attribute(axis) for axis in "xy"] == ["50", "50"]  # where its four cells meet
    studio.choose("iq-pyramid-4")
    assert len(studio.page.query_selector_all("#sheet .below")) == 4 + 1  # in the layers of 3x3 and 2x2


@pytest.mark.full
def test_hints_lead_to_a_solution(studio: Studio) -> None:
    studio.choose("pentominoes-6x10")
    studio.mode("play")
    studio.hints(12)
    studio.until_finish("Solved")
    studio.page.click("[data-key=clear]")
    studio.until_finish("This can be finished.")
    studio.page.click("[aria-label=Undo]")
    studio.until_finish("Solved")


@pytest.mark.full
def test_pieces_are_dragged_onto_the_board_turned_and_taken_back(studio: Studio) -> None:
    studio.begin("square", 4, 2)
    studio.page.click("[data-key=add]")
    studio.paint((0, 1), (0, 0), (2, 0))
    studio.page.click("[aria-label='More copies of A']")
    studio.mode("play")
    studio.until_finish("This can be finished.")
    drag(studio, "A", 1, 0)
    assert placed(studio) == 1
    studio.until_finish("This can be finished.")
    drag(studio, "A", 2, 1)  # as it lies it fits nowhere any more
    assert placed(studio) == 1
    studio.page.keyboard.press("r")  # a quarter turn would not fit on the board
    studio.page.mouse.move(*studio.at(2, 1))
    studio.page.mouse.click(*studio.at(2, 1))
    assert placed(studio) == 2
    studio.until_finish("Solved")
    studio.page.mouse.click(*studio.at(0, 0))
    assert placed(studio) == 1
    studio.page.keyboard.press("Escape")
    assert placed(studio) == 1


Middles = set[tuple[int, int]]  # of cells, in tenths of the length of the grid


def ghost(studio: Studio) -> Middles:
    """Return the middles of the cells where the held piece would lie."""
    shown = studio.page.query_selector("#sheet .ghost .fill")
    cells = shown.get_attribute("d").split("z")[:-1] if shown else []
    corners = [[[*map(float, corner.split())] for corner in re.split("[ML]", cell)[1:]] for cell in cells]
    return {
        (round(sum(x) / 10 / len(x)), round(sum(y) / 10 / len(y)))
        for x, y in (zip(*each, strict=True) for each in corners)
    }


def at_origin(cells: Middles) -> Middles:
    x, y = min(cells, default=(0, 0))
    return {(a - x, b - y) for a, b in cells}


@pytest.mark.full
def test_a_tangram_is_played_with_the_mouse(studio: Studio) -> None:
    studio.choose("tangram-square")
    studio.mode("play")
    puzzle = sp.load("tangram-square")
    for piece, cells in next(iter(sp.solve(puzzle))).pieces:
        places = puzzle.grid.centres(cells)[:, :2] @ [[1, 1], [-1, 1]] / 2**0.5  # the page shows it on a level side
        wanted = {(round(10 * x), round(10 * y)) for x, y in places.tolist()}
        inner_first = ((places - places.mean(axis=0)) ** 2).sum(axis=1).round(6).argsort(kind="stable")
        box = studio.page.query_selector(f".tray [data-piece='{piece.name}']").bounding_box()
        studio.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        studio.page.mouse.down()
        for key in "rrrrfrrr":
            for place in places[inner_first].tolist():  # the pointer holds a piece by a cell near its middle
                studio.page.mouse.move(*studio.at(*place))
                if at_origin(ghost(studio)) != at_origin(wanted) or ghost(studio) == wanted:
                    break
            if ghost(studio) == wanted:
                break
            studio.page.keyboard.press(key)
        studio.page.mouse.up()
    assert placed(studio) == 7
    studio.until_finish("Solved")


@pytest.mark.full
def test_a_dead_end_is_said(studio: Studio) -> None:
    studio.choose("pentominoes-3x20")
    studio.mode("play")
    studio.until_finish("This can be finished.")
    drag(studio, "X", 1, 1)
    assert placed(studio) == 1
    studio.until_finish("This cannot be finished any more.")
    studio.page.click("[data-key=hint]")
    studio.until_said("take a piece back first")
    studio.page.uncheck("[data-key=tell]")
    assert studio.page.query_selector("#finish") is None
    studio.page.check("[data-key=tell]")


def test_a_puzzle_is_solved_when_few_enough_cells_are_empty(studio: Studio) -> None:
    piece = {"name": "I", "cells": "**", "min": 0, "max": 2}
    row = {"title": "Row", "grid": "square", "board": [], "optional": "*****", "empty": 1, "pieces": [piece]}
    studio.open_file("row.json", json.dumps(row))
    studio.mode("play")
    studio.hints(1)
    studio.until_finish("This can be finished.")
    studio.page.click("[data-key=hint]")
    studio.until_finish("Solved")
    assert placed(studio) == 2
    studio.solve()
    assert studio.counts() == {"raw": 3, "rotations": 2, "isometries": 2}


@pytest.mark.full
def test_a_puzzle_in_space_is_played_with_the_keyboard(studio: Studio) -> None:
    studio.choose("soma")
    studio.mode("play")
    studio.until_finish("This can be finished.")
    studio.page.focus(".tray [data-piece='L']")
    studio.page.keyboard.press("Enter")
    for key in ("ArrowDown", "r", "PageUp", "Enter"):
        studio.page.keyboard.press(key)
    assert placed(studio) in (1, 2)
    assert "L" in studio.page.evaluate(
        "[...document.querySelectorAll('#sheet [data-placed]')].map((g) => g.dataset.piece)"
    )
    studio.until("document.getElementById('finish').className !== 'state '")


def picture(studio: Studio, piece: str) -> str:
    """Return the picture of a piece in the tray, which lies as it is held."""
    found: str = studio.page.inner_html(f".tray [data-piece='{piece}'] svg")
    return found


def test_a_piece_in_space_turns_about_three_axes_and_back(studio: Studio) -> None:
    page = studio.page
    studio.choose("soma")
    studio.mode("play")
    page.focus(".tray [data-piece='L']")
    page.keyboard.press("Enter")
    first = picture(studio, "L")
    for key in "xyzr":
        page.keyboard.press(key)
        assert picture(studio, "L") != first, key
        page.keyboard.press(f"Shift+{key.upper()}")
        assert picture(studio, "L") == first, key
        turned = set()
        for _ in range(24 if key == "r" else 4):
            page.keyboard.press(key)
            turned.add(picture(studio, "L"))
        assert (picture(studio, "L") == first, len(turned)) == (True, 24 if key == "r" else 4), key
    page.click("[aria-label='Turn on the spot (Z)']")
    spun = picture(studio, "L")
    page.keyboard.press("Shift+Z")
    box = page.query_selector(".hand").bounding_box()  # and its picture is dragged to the left
    page.mouse.move(box["x"] + 30, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] - 10, box["y"] + 20)
    page.mouse.up()
    assert picture(studio, "L") == spun != first


@pytest.mark.full
def test_a_calendar_begins_with_today_and_takes_any_day(studio: Studio) -> None:
    studio.page.evaluate("document.getElementById('toast').textContent = ''")
    studio.choose("a-puzzle-a-day")
    today = studio.page.evaluate("new Date().toLocaleDateString('en-US', { month: 'short', day: 'numeric' })")
    assert studio.page.input_value("#title") == f"A-Puzzle-A-Day: {today}"
    studio.page.select_option("[data-key=day0]", "Jan")
    studio.page.select_option("[data-key=day1]", "25")
    assert studio.page.input_value("#title") == "A-Puzzle-A-Day: Jan 25"
    studio.solve()
    assert studio.counts()["raw"] == 216
    studio.page.click("[data-key=today]")
    assert studio.page.input_value("#title") == f"A-Puzzle-A-Day: {today}"


@pytest.mark.full
def test_a_link_shows_the_puzzle_and_its_pieces_to_somebody_else(
    studio: Studio, studio_browser: Any, studio_path: Path
) -> None:
    studio.choose("pentominoes-3x20")
    studio.mode("play")
    studio.hints(2)
    studio.page.click("[data-key=Link]")
    fragment = studio.page.input_value("dialog textarea")
    studio.page.click("[aria-label=Close]")
    said = unpack(fragment)
    assert len(said["placed"]) == 2 and said["puzzle"]["title"] == "Pentominoes 3x20"
    other = Studio(studio_browser, studio_path, fragment)
    other.page.wait_for_selector("#sheet [data-placed='1']")
    assert other.page.input_value("#title") == "Pentominoes 3x20"
    assert other.page.evaluate("location.hash") == ""
    other.close()
