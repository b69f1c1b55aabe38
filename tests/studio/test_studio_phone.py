"""Play on a phone, upright and on its side: all that a move needs is seen at once, and stays where it is."""

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from studio import Studio

IN_SPACE = True
UPRIGHT, SIDEWAYS = (360, 640), (740, 360)
PUZZLES = ("pentominoes-6x10", "a-puzzle-a-day", "soma", "bedlam", "iq-pyramid-5")
FOUR = {"title": "Four", "grid": "square", "box": [4, 2], "pieces": [{"name": n, "cells": "**"} for n in "ABCD"]}


def opened(browser: Any, path: Path, size: tuple[int, int], fragment: str = "", *, in_space: bool = False) -> Studio:
    """Open the page on a phone."""
    viewport = {"width": size[0], "height": size[1]}
    return Studio(browser, path, fragment, in_space=in_space, viewport=viewport, has_touch=True, is_mobile=True)


@pytest.fixture(params=[UPRIGHT, SIDEWAYS], ids=["upright", "sideways"])
def phone(request: pytest.FixtureRequest, studio_browser: Any, studio_path: Path) -> Iterator[Studio]:
    found = opened(studio_browser, studio_path, request.param, in_space=True)
    yield found
    found.close()


def place(studio: Studio, selector: str) -> tuple[float, float, float, float]:
    """Return where something is in the window: left, top, right, bottom."""
    box = studio.page.query_selector(selector).bounding_box()
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def seen(studio: Studio) -> dict[str, tuple[float, float, float, float]]:
    """Return where the parts of Play are: whole in the window, which does not scroll, and beside each other."""
    wide, high = studio.page.viewport_size["width"], studio.page.viewport_size["height"]
    page = "document.documentElement"
    assert studio.page.evaluate(f"[{page}.scrollWidth, {page}.scrollHeight]") == [wide, high]
    parts = {name: place(studio, name) for name in (".state-row", "#tools", "#sheet svg", ".tray")}
    thumbs = studio.page.query_selector_all(".tray li")
    for left, top, right, bottom in parts.values():
        assert 0 <= left < right <= wide and 0 <= top < bottom <= high
    boxes = [each.bounding_box() for each in thumbs]
    assert all(box["width"] >= 40 and box["x"] >= 0 and box["x"] + box["width"] <= wide for box in boxes)
    assert all(box["y"] + box["height"] <= high for box in boxes)
    names = [*parts]
    for i, one in enumerate(names):
        for other in names[:i]:
            (left, top, right, bottom), (a, b, c, d) = parts[one], parts[other]
            assert right <= a + 1 or c <= left + 1 or bottom <= b + 1 or d <= top + 1, (one, other)
    return parts


def placed(studio: Studio) -> int:
    """Return how many pieces lie on the board."""
    found = studio.page.query_selector_all("#sheet [data-placed]")
    return len({each.get_attribute("data-placed") for each in found})


def touch(studio: Studio, *points: tuple[float, float]) -> None:
    """Put a finger down at the first point, draw it through the others, and lift it."""
    session = studio.context.new_cdp_session(studio.page)
    for i, (x, y) in enumerate(points):
        kind = "touchMove" if i else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_board_and_tray_are_seen_at_once_and_stay_where_they_are(phone: Studio) -> None:
    for name in PUZZLES:
        phone.choose(name)
        if name == PUZZLES[0]:
            phone.mode("play")
        phone.until_finish("This can be finished.")
        before = seen(phone)
        title = "document.getElementById('title')"
        assert phone.page.evaluate(f"{title}.scrollWidth <= {title}.clientWidth"), name  # not cut
        phone.page.tap("[data-key=hint]")
        phone.until("document.querySelector('#sheet [data-placed]') !== null")
        phone.until_finish("This can be finished.")
        assert seen(phone) == before, name


@pytest.mark.full
@pytest.mark.parametrize("name", ["pentominoes-6x10", "soma"])
def test_a_piece_is_put_by_two_taps_and_by_a_finger_that_drags(phone: Studio, name: str) -> None:
    phone.choose(name)
    phone.mode("play")
    first, second = phone.page.query_selector_all(".tray button")[1:3]
    first.tap()
    phone.page.touchscreen.tap(*phone.at(1, 1))
    assert placed(phone) == 1
    box = second.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    goal = phone.at(*((4.6, 1) if name == "soma" else (7, 4)))  # in space the middle of the second layer
    touch(phone, (x, y), (x - 5, y - 15), (goal[0] - 8, goal[1] - 8), goal)
    assert placed(phone) == 2


@pytest.mark.full
def test_the_view_in_space_is_a_small_picture_that_opens_over_the_layers(phone: Studio) -> None:
    phone.choose("soma")
    phone.mode("play")
    left, top, right, bottom = place(phone, "#space")
    assert right - left == bottom - top == 48 and phone.page.is_visible("#sheet svg")
    phone.page.tap("[data-key=unfold]")
    left, top, right, bottom = place(phone, "#space")
    assert right - left > 300 and bottom - top > 200 and not phone.page.is_visible("#sheet svg")
    phone.page.tap(".tray [data-piece='T']")  # which is put on the layers
    assert phone.page.is_visible("#sheet svg") and place(phone, "#space")[2] - place(phone, "#space")[0] == 48


def test_what_a_move_does_not_need_is_behind_three_dots_where_two_taps_solve_and_no_more(phone: Studio) -> None:
    page = phone.page
    phone.open_file("four.json", json.dumps(FOUR))
    phone.mode("play")
    phone.until_finish("This can be finished.")
    assert not page.query_selector("[data-key=ways], [data-key=finish], [data-key=easy]")
    page.tap("[data-key=further]")
    page.tap("[data-key=ways]")
    phone.until("document.getElementById('more').textContent === '120 ways to finish.'")
    phone.until("document.getElementById('over') === null")
    page.tap("[data-key=further]")
    page.dblclick("[data-key=finish]", delay=30)
    phone.until_finish("Solved")
    phone.until("document.getElementById('over') === null")
    assert placed(phone) == 4 and not page.query_selector("#sheet .fixed, #level")


@pytest.mark.full
def test_titles_names_of_pieces_and_numbers_of_layers_are_whole(phone: Studio) -> None:
    page = phone.page
    whole = "(each) => each.scrollWidth <= each.clientWidth"
    for mode in ("draw", "solve"):
        phone.choose("pentominoes-6x10")
        phone.mode(mode)
        assert page.eval_on_selector("#title", whole), mode
    phone.mode("play")
    for name in ("macmahon-squares", "instant-insanity", "dubois-burr"):
        phone.choose(name)
        assert page.eval_on_selector_all(".tray .tag", f"(all) => all.every({whole})"), name
    phone.choose("stella-octangula")
    boxes = [each.bounding_box() for each in page.query_selector_all("#sheet .caption")]
    assert len(boxes) == 4
    assert all(a["x"] + a["width"] < b["x"] or a["y"] != b["y"] for a, b in pairwise(boxes))


@pytest.mark.full
@pytest.mark.parametrize("size", [(640, 360), (844, 390)])
def test_sideways_the_whole_stage_is_seen_beside_the_panel_in_draw_and_solve(
    studio_browser: Any, studio_path: Path, size: tuple[int, int]
) -> None:
    studio = opened(studio_browser, studio_path, size, in_space=True)
    studio.choose("soma")
    for mode in ("draw", "solve"):
        studio.mode(mode)
        page = "document.documentElement"
        assert studio.page.evaluate(f"[{page}.scrollWidth, {page}.scrollHeight]") == [*size]
        left, top, right, bottom = place(studio, "#views")
        beside, _, end, _ = place(studio, "#panel")
        assert left >= 0 and right <= beside and end <= size[0] and bottom <= size[1] and bottom - top > size[1] / 2
    studio.solve()
    studio.page.click("[data-key=part]")
    studio.page.wait_for_selector("#stepping")
    _, top, _, bottom = place(studio, "#views")
    assert bottom - top > size[1] / 3
    studio.close()
