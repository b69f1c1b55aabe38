"""The page of `view` in a browser."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from browsing import Box, Opened, browsers

from satpuzzle import Solution, solve
from satpuzzle.pictures import View, view

SIZES = ((360, 640), (768, 600), (1440, 600))

IDLE = "document.getElementById('play').textContent === 'Play'"


@cache
def first(name: str, number: int = 1) -> list[Solution]:
    return list(solve(name, limit=number))


def upwards(solution: Solution) -> list[dict[str, Any]]:
    """Return steps that remove the pieces one after the other, whether possible or not; the first moves twice."""
    ways = [[0, 0, 1], [1, 0, 0], [0, 1, 0], [-1, 0, 0]]
    out = [
        {"pieces": [index], "direction": ways[index % 4], "distance": "out"} for index in range(len(solution.options))
    ]
    return [{"pieces": [0], "direction": [0, 0, 1], "distance": 1}, *out]


browser = pytest.fixture(scope="module")(browsers)


@pytest.fixture(scope="module")
def galakub(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    """Three kinds of pieces, eight copies, nine steps."""
    (solution,) = first("galakub")
    opened = Opened(browser, solution.view(upwards(solution)), tmp_path_factory.mktemp("pages") / "galakub.html")
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def pyramid(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    """Balls, three solutions, without a disassembly."""
    opened = Opened(browser, view(first("iq-pyramid-4", 3)), tmp_path_factory.mktemp("pages") / "pyramid.html")
    yield opened
    opened.close()


def fits(opened: Opened, least: float) -> None:
    """Assert that pieces and panel are in the window and disjoint, and that the pieces fill part of the free room."""
    window = opened.page.viewport_size
    pieces, panel = opened.pieces(), opened.panel()
    for box in (pieces, panel):
        assert box.left > 0 and box.top > 0, (window, box)
        assert box.right < window["width"] and box.bottom < window["height"], (window, box)
    assert not pieces.meets(panel), (window, pieces, panel)
    wide, high = pieces.right - pieces.left, pieces.bottom - pieces.top
    beside = min(window["width"] - panel.right, window["height"])
    below = min(window["width"], window["height"] - panel.bottom)
    assert max(wide, high) > least * max(beside, below), (window, pieces, panel)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pieces_and_panel_have_room_on_every_screen(galakub: Opened, tmp_path: Path, scheme: str) -> None:
    galakub.begin(color_scheme=scheme)
    for width, height in SIZES:
        galakub.resize(width, height)
        for state, explode, step in (("apart", 1, 0), ("half", 0, 3.7)):
            galakub.set(explode=explode, step=step)
            fits(galakub, 0.6)
            picture = galakub.page.screenshot(path=tmp_path / f"{width}-{state}.png")
            assert [int.from_bytes(picture[at : at + 4], "big") for at in (16, 20)] == [width, height]


def test_the_panel_is_folded_on_a_phone_and_the_picture_makes_room_for_it(galakub: Opened) -> None:
    galakub.resize(360, 640)
    galakub.load()
    folded = galakub.panel()
    assert folded.bottom - folded.top < 60
    fits(galakub, 0.6)
    galakub.page.click("summary")
    galakub.settle()
    assert galakub.panel().bottom > 200
    fits(galakub, 0.6)
    assert galakub.page.evaluate("document.documentElement.scrollWidth") == 360


def test_pieces_stay_in_the_window_on_their_way_out(galakub: Opened) -> None:
    galakub.begin(360, 640)
    for step in (1.74, 4.7, 6.5, 8.7):
        galakub.set(step=step)
        fits(galakub, 0.3)


def test_taking_apart_is_told_in_words_and_who_is_gone_is_not_ticked(galakub: Opened) -> None:
    galakub.begin()
    boxes = galakub.page.locator("#pieces input")

    def ticked() -> list[bool]:
        return [bool(boxes.nth(number).is_checked()) for number in range(8)]

    assert galakub.text("stepping") == "0 of 9"
    galakub.set(step=1)
    assert galakub.text("stepping") == "1 of 9: A goes up by 1"
    assert all(ticked())
    galakub.set(step=3)
    assert galakub.text("stepping") == "3 of 9: B goes to the right and out"
    assert ticked() == [False, False, *[True] * 6]
    assert boxes.nth(0).is_disabled()
    galakub.set(step=9)
    assert galakub.painted() == 0
    assert not any(ticked())
    galakub.page.click("#reset")
    assert all(ticked())


def test_taking_apart_is_played_stepped_and_reset(galakub: Opened) -> None:
    galakub.begin()
    together = galakub.seen()
    galakub.page.select_option("#speed", "4")
    galakub.page.click("#forth")
    galakub.until(IDLE)
    assert galakub.page.input_value("#step") == "1"
    one_up = galakub.seen()
    assert one_up != together
    galakub.page.click("#back")
    galakub.until(IDLE)
    assert galakub.page.input_value("#step") == "0"
    assert galakub.seen() == together
    galakub.page.click("#play")
    assert galakub.text("play") == "Pause"
    galakub.until("Number(document.getElementById('step').value) > 0.5")
    galakub.page.click("#play")
    assert galakub.text("play") == "Play"
    assert 0.5 < float(galakub.page.input_value("#step")) < 9
    galakub.page.click("#reset")
    assert galakub.page.input_value("#step") == "0"
    galakub.set(step=8.5)
    galakub.page.click("#play")
    galakub.until(IDLE)
    assert galakub.page.input_value("#step") == "9"


def test_who_wants_no_motion_sees_whole_steps(galakub: Opened) -> None:
    galakub.begin(reduced_motion="reduce")
    galakub.page.click("#forth")
    assert galakub.page.input_value("#step") == "1"
    galakub.page.select_option("#speed", "4")
    galakub.page.click("#play")
    values = galakub.page.evaluate(
        """() => new Promise((done) => {
            const found = new Set(), began = performance.now();
            requestAnimationFrame(function look(now) {
                found.add(document.getElementById("step").value);
                if (now - began > 700) done([...found]);
                else requestAnimationFrame(look);
            });
        })"""
    )
    assert len(values) > 1
    assert all(value.isdigit() for value in values)


def test_equal_pieces_have_one_colour_unless_told_otherwise(galakub: Opened) -> None:
    galakub.begin()
    colours = "[...document.querySelectorAll('.swatch')].map((swatch) => swatch.style.background)"
    before = galakub.seen()
    assert len(set(galakub.page.evaluate(colours))) == 3
    galakub.page.check("#own")
    assert len(set(galakub.page.evaluate(colours))) == 8
    assert galakub.seen() != before
    assert galakub.page.text_content("#pieces label") == "AJ"


def test_outlines_are_seen_on_black(galakub: Opened) -> None:
    """Along a line through the picture, the first opaque pixel is dark on a white page and light on a black page."""
    light = {}
    for scheme in ("light", "dark"):
        galakub.begin(color_scheme=scheme)
        light[scheme] = galakub.page.evaluate(
            """() => {
                const source = document.querySelector("canvas"), copy = document.createElement("canvas");
                copy.width = source.width; copy.height = 1;
                const context = copy.getContext("2d");
                context.drawImage(source, 0, -source.height / 2);
                const data = context.getImageData(0, 0, copy.width, 1).data;
                for (let x = 0; ; x++) if (data[4 * x + 3] === 255) return data[4 * x + 1];
            }"""
        )
    assert light["light"] < 80
    assert light["dark"] > 160


def test_keys_turn_zoom_move_apart_and_play(galakub: Opened) -> None:
    galakub.begin()
    page, together = galakub.page, galakub.seen()
    page.focus("canvas")
    for there, back in (("ArrowLeft", "ArrowRight"), ("ArrowUp", "ArrowDown")):
        page.keyboard.press(there)
        assert galakub.seen() != together
        page.keyboard.press(back)
    page.click("#again")
    assert galakub.seen() == together
    part = galakub.painted()
    page.keyboard.press("+")
    assert galakub.painted() > 1.1 * part
    page.keyboard.press("-")
    page.keyboard.press("9")
    assert page.input_value("#explode") == "1"
    page.keyboard.press("0")
    assert page.input_value("#explode") == "0"
    page.select_option("#speed", "4")
    page.focus("canvas")
    page.keyboard.press(".")
    galakub.until(IDLE)
    assert galakub.page.input_value("#step") == "1"
    page.keyboard.press(" ")
    assert galakub.text("play") == "Pause"
    page.keyboard.press(" ")
    page.keyboard.press("Home")
    assert page.input_value("#step") == "0"
    page.focus("#explode")
    page.keyboard.press("ArrowRight")
    assert page.input_value("#explode") == "0.01"


def test_a_piece_stays_in_the_window_when_it_is_turned(galakub: Opened) -> None:
    galakub.begin(360, 640)
    galakub.page.evaluate("document.getElementById('none').click()")
    galakub.page.evaluate("document.querySelectorAll('#pieces input')[2].click()")
    galakub.page.focus("canvas")
    for key in ("ArrowLeft", "ArrowDown", "ArrowRight"):
        for _ in range(4):
            galakub.page.keyboard.press(key)
        fits(galakub, 0.4)


def test_every_control_has_a_name(galakub: Opened) -> None:
    galakub.begin()
    page = galakub.page
    for role, name in (
        ("application", "Galakub: 8 of 8 pieces are shown"),
        ("slider", "Move apart"),
        ("slider", "Take apart"),
        ("button", "Back to the start"),
        ("button", "One step back"),
        ("button", "One step forward"),
        ("button", "Play"),
        ("combobox", "Speed"),
        ("group", "Pieces"),
        ("checkbox", "A J"),
    ):
        assert page.get_by_role(role, name=name, exact=True).count() == 1, (role, name)
    assert page.get_attribute("#step", "aria-valuetext") == "0 of 9"


def test_pieces_are_hidden_and_shown(galakub: Opened) -> None:
    galakub.begin()
    together = galakub.seen()
    boxes = galakub.page.locator("#pieces input")
    assert boxes.count() == 8
    boxes.nth(7).uncheck()
    assert galakub.seen() != together
    galakub.page.click("#none")
    assert galakub.painted() == 0
    galakub.page.click("#all")
    assert galakub.seen() == together


def test_solutions_are_flipped_through(pyramid: Opened) -> None:
    pyramid.begin()
    seen = [pyramid.seen()]
    for number in ("2 of 3", "3 of 3"):
        pyramid.page.click("#next")
        assert pyramid.text("number") == number
        seen.append(pyramid.seen())
    pyramid.page.keyboard.press("n")
    assert pyramid.text("number") == "1 of 3"
    assert pyramid.seen() == seen[0]
    assert len(set(seen)) == 3
    assert pyramid.page.is_hidden("#assembly")
    assert pyramid.page.is_hidden("#copies")


def test_a_hint_to_turn_the_picture_goes_when_it_is_turned(pyramid: Opened) -> None:
    pyramid.begin()
    before, mouse = pyramid.seen(), pyramid.page.mouse
    assert pyramid.page.get_by_text("Drag to turn").count() == 1
    assert pyramid.page.is_visible("#hint")
    mouse.move(450, 300)
    mouse.down()
    mouse.move(530, 330, steps=2)
    mouse.up()
    assert pyramid.seen() != before
    assert pyramid.page.is_hidden("#hint")
    pyramid.page.click("#again")
    assert pyramid.seen() == before


def test_balls_move_apart_and_together_again(pyramid: Opened) -> None:
    pyramid.begin()
    together = pyramid.seen()
    fits(pyramid, 0.6)
    pyramid.set(explode=0.5)
    assert pyramid.seen() != together
    fits(pyramid, 0.6)
    pyramid.set(explode=0)
    assert pyramid.seen() == together


def test_the_letter_of_a_ball_is_not_cut_by_it_away_from_the_middle(browser: Any, tmp_path: Path) -> None:
    (tmp_path / "ball.toml").write_text('lattice = "fcc"\nbox = [1, 1, 1]\npieces = [{ name = "X", cells = "*" }]')
    opened = Opened(browser, view(list(solve(tmp_path / "ball.toml"))), tmp_path / "page.html")
    opened.resize(1000, 400)
    dark = opened.ink()
    assert dark > 100
    mouse = opened.page.mouse
    mouse.move(600, 200)
    mouse.down(button="right")
    mouse.move(900, 200, steps=2)
    mouse.up(button="right")
    assert opened.pieces().left > 700
    assert opened.ink() > dark
    opened.close()


def test_rectangles_that_touch_do_not_overlap() -> None:
    box = Box(0, 0, 2, 2)
    assert box.meets(Box(1, 1, 3, 3))
    assert not box.meets(Box(2, 0, 3, 2))
    assert not box.meets(Box(0, 2, 2, 3))


# Notebooks


@pytest.fixture
def notebook(browser: Any) -> Iterator[Any]:
    """A page to which outputs of cells can be added, as a notebook's is."""
    page = browser.new_page(viewport={"width": 800, "height": 1200})
    page.route("**/*", lambda route: route.fulfill(content_type="text/html", body="<!doctype html><body></body>"))
    page.goto("http://localhost/notebook")
    yield page
    page.close()


def put_out(page: Any, view: View) -> Any:
    """Show a view as the output of a further cell; return its frame."""
    page.evaluate(
        "html => document.body.append(document.createRange().createContextualFragment(html))", view._repr_html_()
    )
    return page.frames[-1]


def drawn(frame: Any) -> None:
    frame.wait_for_selector("body[data-frames]", timeout=60_000)
    assert frame.is_hidden("#lost")


def test_a_notebook_gets_the_library_with_one_view_and_all_are_drawn(notebook: Any) -> None:
    (solution,) = first("galakub")
    carrier, later = (view(solution, library=carried) for carried in (True, False))
    assert len(later._repr_html_()) < 60_000 < 600_000 < len(carrier._repr_html_())
    for made in (carrier, later, later):
        drawn(put_out(notebook, made))


def test_a_view_that_is_shown_before_the_one_with_the_library_waits_for_it_and_says_so(notebook: Any) -> None:
    (solution,) = first("galakub")
    waiting = put_out(notebook, view(solution, library=False))
    waiting.wait_for_selector("#lost:not([hidden])", timeout=60_000)
    assert "is in another view of the notebook" in waiting.inner_text("#lost")
    assert "view(..., library=True)" in waiting.inner_text("#lost")
    drawn(put_out(notebook, view(solution, library=True)))
    drawn(waiting)


def test_views_go_on_when_the_cell_with_the_library_was_deleted(notebook: Any) -> None:
    (solution,) = first("galakub")
    drawn(put_out(notebook, view(solution, library=True)))
    notebook.evaluate("document.querySelector('iframe').remove()")
    drawn(put_out(notebook, view(solution, library=False)))
