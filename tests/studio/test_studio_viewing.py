"""Solutions that came with the page, in a browser: flipped through, turned, moved apart, taken apart step by step."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from studio import Studio

from satpuzzle import Solution, count, solve, view
from satpuzzle.data import files
from satpuzzle.results import View

IDLE = "document.getElementById('play')?.getAttribute('aria-label') === 'Play'"
_SLIDE = """([selector, value]) => {
    const slider = document.querySelector(selector);
    slider.value = value;
    slider.dispatchEvent(new Event("input"));
}"""


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


class Viewer(Studio):
    """A view, opened."""

    def __init__(self, browser: Any, made: View, path: Path, **how: Any) -> None:
        made.save(path)
        super().__init__(browser, path, in_space=True, **how)

    def settle(self) -> str:
        """Return the pixels of the canvas once nothing moves."""
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        self.page.wait_for_selector("#space canvas[data-still=true]")
        pixels: str = self.page.evaluate("document.querySelector('#space canvas').toDataURL()")
        return pixels

    def slide(self, selector: str, value: float) -> str:
        """Move a slider and return what is seen then."""
        self.page.evaluate(_SLIDE, [selector, value])
        return self.settle()

    def text(self, selector: str) -> str:
        """Return the text of an element."""
        found: str = self.page.inner_text(selector)
        return found


@pytest.fixture(scope="module")
def galakub(studio_browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Viewer]:
    """Three kinds of pieces, eight copies, nine steps."""
    (solution,) = first("galakub")
    page = view(solution, [upwards(solution)])
    opened = Viewer(studio_browser, page, tmp_path_factory.mktemp("view") / "galakub.html")
    yield opened
    opened.close()


@pytest.mark.full
def test_a_puzzle_on_a_grid_of_ones_own_is_solved_drawn_and_taken_apart(studio_browser: Any, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(files("grids")["kites"].read_text().replace('"Kites"', '"My kites"'))
    (tmp_path / "mine.toml").write_text(
        'grid = "own.toml"\nbox = [2, 2]\npieces = [{ name = "A", cells = "**\\n*", count = 8 }]'
    )
    opened = Viewer(studio_browser, view(list(solve(tmp_path / "mine.toml", limit=1))), tmp_path / "mine.html")
    opened.solve()
    counts = count(tmp_path / "mine.toml")
    found = {"raw": counts.raw, "rotations": counts.rotations, "isometries": counts.isometries}
    assert counts.raw and opened.counts() == found
    opened.page.click("text=In space")
    opened.page.click("[data-key=part]")
    opened.page.click("[aria-label='One step forward']")
    opened.mode("draw")
    assert opened.page.evaluate("document.querySelector('[data-key=grid]').selectedOptions[0].text") == "My kites"
    opened.page.click("text=New puzzle")
    assert opened.page.evaluate("document.querySelector('[data-key=grid]').selectedOptions[0].text") == "My kites"
    opened.begin("kites", 2, 2)
    assert opened.page.evaluate("document.querySelector('[data-key=grid]').selectedOptions[0].text") == "Kites"
    opened.close()


@pytest.mark.full
def test_taking_apart_is_told_in_words_and_pieces_go(galakub: Viewer) -> None:
    together = galakub.slide("#step", 0)
    assert galakub.text("#stepping") == "0 of 9"
    assert galakub.slide("#step", 1) != together
    assert galakub.text("#stepping") == "1 of 9: A goes up by 1"
    galakub.slide("#step", 3)
    assert galakub.text("#stepping") == "3 of 9: B goes to the right and out"
    label = "document.querySelector('#space canvas').getAttribute('aria-label')"
    assert galakub.page.evaluate(label).startswith("Galakub: 8 of 8 pieces are shown, 2 of them laid beside it")
    galakub.slide("#step", 9)
    assert galakub.page.evaluate(label).startswith("Galakub: 8 of 8 pieces are shown, 8 of them laid beside it")
    galakub.page.click("[aria-label='Back to the start']")
    assert galakub.settle() == together


@pytest.mark.full
def test_taking_apart_is_played_stepped_and_reset(galakub: Viewer) -> None:
    page, together = galakub.page, galakub.slide("#step", 0)
    page.select_option("[data-key=speed]", "4")
    page.click("[aria-label='One step forward']")
    galakub.until(IDLE)
    assert page.input_value("#step") == "1"
    page.click("[aria-label='One step back']")
    galakub.until(IDLE)
    assert page.input_value("#step") == "0" and galakub.settle() == together
    page.select_option("[data-key=speed]", "0.5")
    page.click("#play")
    galakub.until("Number(document.getElementById('step').value) > 0.5")
    page.click("#play")
    assert page.evaluate(IDLE)
    assert 0.5 < float(page.input_value("#step")) < 9
    galakub.slide("#step", 8.5)
    page.click("#play")
    galakub.until(IDLE)
    assert page.input_value("#step") == "9"
    page.select_option("[data-key=speed]", "1")
    galakub.slide("#step", 0)


def test_who_wants_no_motion_sees_whole_steps(galakub: Viewer) -> None:
    galakub.page.emulate_media(reduced_motion="reduce")
    galakub.slide("#step", 0)
    galakub.page.click("[aria-label='One step forward']")
    assert galakub.page.input_value("#step") == "1"
    galakub.page.emulate_media(reduced_motion="no-preference")


@pytest.mark.full
def test_equal_pieces_have_one_colour_unless_told_otherwise(galakub: Viewer) -> None:
    colours = "new Set([...document.querySelectorAll('.shown .face')].map((face) => face.style.fill)).size"
    before, few = galakub.slide("#step", 0), galakub.page.evaluate(colours)
    galakub.page.check("#own")
    assert galakub.page.evaluate(colours) > few
    assert galakub.settle() != before
    galakub.page.uncheck("#own")
    assert galakub.settle() == before


def test_pieces_are_hidden_and_shown(galakub: Viewer) -> None:
    together = galakub.slide("#step", 0)
    pieces = galakub.page.locator(".shown .thumb")
    assert pieces.count() == 8 and galakub.text(".shown .thumb >> nth=0") == "A J"
    pieces.nth(7).click()
    assert galakub.settle() != together and pieces.nth(7).get_attribute("aria-pressed") == "false"
    galakub.page.click("[data-key='Show all']")
    assert galakub.settle() == together


@pytest.mark.full
def test_keys_turn_zoom_move_apart_and_play(galakub: Viewer) -> None:
    page, together = galakub.page, galakub.slide("#step", 0)
    page.focus("#space canvas")
    for there, back in (("ArrowLeft", "ArrowRight"), ("ArrowUp", "ArrowDown"), ("+", "-")):
        page.keyboard.press(there)
        assert galakub.settle() != together
        page.keyboard.press(back)
    page.click("[data-key=look]")
    assert galakub.settle() == together
    for key, value in (("9", "1"), ("0", "0")):
        page.keyboard.press(key)
        assert page.input_value("[data-key=apart]") == value and not page.is_visible("#step")  # one slider at a time
    page.focus("#space canvas")
    page.keyboard.press(".")
    galakub.until(IDLE)
    assert page.input_value("#step") == "1"
    page.keyboard.press("Home")
    assert page.input_value("#step") == "0"


@pytest.mark.full
@pytest.mark.parametrize("size", [(360, 640), (768, 600), (1440, 600)])
def test_all_controls_can_be_reached_on_every_screen(galakub: Viewer, size: tuple[int, int]) -> None:
    galakub.page.set_viewport_size({"width": size[0], "height": size[1]})
    galakub.page.click("[data-key=spread]")
    galakub.slide("[data-key=apart]", 1)
    assert galakub.page.evaluate("document.documentElement.scrollWidth") == size[0]
    galakub.page.locator("[data-key=apart]").scroll_into_view_if_needed()
    assert galakub.page.locator("[data-key=apart]").is_visible()
    galakub.page.click("[data-key=part]")
    for selector in ("#play", "#step", ".shown .thumb >> nth=7", "[data-key=build]"):
        galakub.page.locator(selector).scroll_into_view_if_needed()
        assert galakub.page.locator(selector).is_visible()
    galakub.page.set_viewport_size({"width": 1000, "height": 640})


@pytest.mark.full
def test_solutions_are_flipped_through_and_the_puzzle_is_solved(studio_browser: Any, tmp_path: Path) -> None:
    pyramid = Viewer(studio_browser, view(first("iq-pyramid-4", 3)), tmp_path / "pyramid.html")
    seen = [pyramid.settle()]
    assert pyramid.text("#found") == "3 solutions shown"
    for number in ("2 of 3", "3 of 3"):
        pyramid.page.click("[aria-label='Next solution']")
        assert pyramid.text(".flip .number") == number
        seen.append(pyramid.settle())
    pyramid.page.keyboard.press("n")
    assert pyramid.text(".flip .number") == "1 of 3"
    assert pyramid.settle() == seen[0]
    assert len(set(seen)) == 3
    pyramid.solve()
    assert pyramid.counts()["isometries"] == 23
    pyramid.close()


@pytest.mark.full
def test_a_quarter_turn_is_played(studio_browser: Any, tmp_path: Path) -> None:
    (solution,) = first("galakub")
    made = view(solution)
    turn = {"pieces": [0], "turn": {"axis": [0, 0, 1], "through": [1.5, 1.5, 0]}}
    made.begin["given"]["steps"][0] = [turn]
    turned = Viewer(studio_browser, made, tmp_path / "turned.html")
    before = turned.slide("#step", 0)
    assert turned.slide("#step", 0.5) != before
    assert turned.text("#stepping") == "1 of 1: turn A by 90° about the axis up"
    turned.close()


# Notebooks


@pytest.fixture
def notebook(studio_browser: Any) -> Iterator[Any]:
    """A page to which outputs of cells can be added, as a notebook's is."""
    page = studio_browser.new_page(viewport={"width": 800, "height": 1200})
    page.route("**/*", lambda route: route.fulfill(content_type="text/html", body="<!doctype html><body></body>"))
    page.goto("http://localhost/notebook")
    yield page
    page.close()


def put_out(page: Any, made: View) -> Any:
    """Show a view as the output of a further cell; return its frame."""
    page.evaluate(
        "html => document.body.append(document.createRange().createContextualFragment(html))", made._repr_html_()
    )
    return page.frames[-1]


def drawn(frame: Any) -> None:
    frame.wait_for_selector("body[data-ready]", timeout=60_000)
    frame.wait_for_selector("#space canvas[data-frames]", timeout=60_000)
    assert frame.is_hidden("#lost")


@pytest.mark.full
def test_a_notebook_gets_the_library_with_one_view_and_all_are_drawn(notebook: Any) -> None:
    (solution,) = first("galakub")
    carrier, later = (view(solution, library=carried) for carried in (True, False))
    for made in (carrier, later, later):
        drawn(put_out(notebook, made))
    frame = notebook.frames[-1]
    frame.click("#solve")
    frame.wait_for_selector("#status.complete", timeout=60_000)


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
