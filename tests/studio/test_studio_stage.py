"""The stage in a browser: it shows the sheet of the current mode only, and what is said goes with its cause."""

import re
from itertools import permutations
from typing import Any

import pytest
from studio import Studio

IN_SPACE = True

MODES = ("draw", "solve", "play")
PAIRS = [*permutations(MODES, 2)]


def sheet(studio: Studio) -> tuple[str, int]:
    """Return which sheet the stage shows, and how many pieces are drawn on it."""
    shown = studio.page.query_selector_all("#views svg")
    assert len(shown) <= 1
    if not shown or not studio.page.is_visible("#sheet"):
        return "none", 0
    names = set(shown[0].get_attribute("class").split())
    kind = "draw" if "editor" in names else "play" if "map" in names else "solve"
    return kind, len(studio.page.query_selector_all("#views svg g.piece"))


def figures(studio: Studio) -> int:
    """Return how many figures the view in space shows."""
    return int(studio.page.get_attribute("#space canvas", "data-figures")) if studio.page.is_visible("#space") else 0


def state(studio: Studio) -> tuple[Any, ...]:
    """Return what a click could change: the puzzle, what was found, and whether there is something to undo."""
    said = [studio.page.input_value("#title"), studio.page.inner_text("#status"), studio.page.inner_text(".counts")]
    return (*said, studio.page.is_disabled("[aria-label=Undo]"), sheet(studio), figures(studio))


def prepared(studio: Studio, name: str) -> int:
    """Open a puzzle and solve it; two of its pieces are on the board in Play.  Return how many parts layers have."""
    studio.choose(name)
    studio.solve()
    layers = sheet(studio)[1]
    studio.mode("play")
    studio.hints(2)
    return layers


def check_click(studio: Studio) -> None:
    """Click in the middle of the stage, and press keys there: in Solve this changes nothing."""
    before = state(studio)
    box = studio.page.query_selector("#views").bounding_box()
    for x, y in ((0.5, 0.5), (0.3, 0.5), (0.7, 0.4)):
        studio.page.mouse.click(box["x"] + x * box["width"], box["y"] + y * box["height"])
    studio.page.keyboard.press("Enter")
    assert state(studio) == before


@pytest.mark.parametrize("grid", ["flat", "in space"])
def test_after_any_two_modes_the_stage_shows_the_second(studio: Studio, grid: str) -> None:
    flat = grid == "flat"
    layers = prepared(studio, "pentominoes-3x20" if flat else "soma")
    if flat:
        expected = {"draw": (("draw", 0), 0), "solve": (("solve", 12), 0), "play": (("play", 2), 0)}
    else:
        assert 7 < layers <= 27  # the layers lie beside the view in space
        parts = len(studio.page.query_selector_all("#views svg g.piece"))  # a piece has one in each layer
        expected = {"draw": (("draw", 0), 2), "solve": (("solve", layers), 7), "play": (("play", parts), 3)}
    for first, second in PAIRS:
        for mode in (first, second):
            studio.mode(mode)
            assert (sheet(studio), figures(studio)) == expected[mode], (first, second)
        if second == "solve":
            check_click(studio)
            assert (sheet(studio), figures(studio)) == expected["solve"]


def test_a_picture_in_space_of_a_flat_puzzle_is_there_again(studio: Studio) -> None:
    prepared(studio, "pentominoes-3x20")
    studio.mode("solve")
    studio.page.click("[data-key=solid]")
    assert (sheet(studio), figures(studio)) == (("none", 0), 12)
    for mode in ("play", "draw"):
        studio.mode(mode)
        assert sheet(studio)[0] == mode and figures(studio) == 0
        studio.mode("solve")
        assert (sheet(studio), figures(studio)) == (("none", 0), 12)
    studio.page.click("[data-key=solid]")
    assert (sheet(studio), figures(studio)) == (("solve", 12), 0)


def test_an_answer_that_comes_later_draws_nothing_over_another_mode(studio: Studio) -> None:
    studio.choose("galakub")
    studio.solve()
    studio.page.click("[data-key=part]")
    studio.mode("draw")
    studio.page.wait_for_timeout(1500)
    assert sheet(studio) == ("draw", 0) and studio.page.query_selector("#status") is None
    studio.mode("solve")
    studio.page.wait_for_selector("#step")


def shown(studio: Studio) -> str:
    """Return what the page says at the moment, "" if nothing."""
    said: str = studio.page.inner_text("#toast") if studio.page.query_selector("#toast.shown") else ""
    return said


def test_what_is_said_goes_when_its_cause_is_gone(studio: Studio) -> None:
    page = studio.page
    studio.choose("pentominoes-3x20")
    studio.mode("play")
    studio.hints(12)
    assert page.inner_text("#finish").startswith("Solved") and not shown(studio)
    for leave in (lambda: studio.mode("solve"), lambda: studio.choose("soma"), lambda: page.click("[data-key=clear]")):
        studio.choose("pentominoes-3x20")
        studio.mode("play")
        studio.until_finish("This can be finished.")
        page.click("[data-key=hint]")
        studio.until("document.querySelector('#toast.shown')?.textContent.includes('may go here')")
        leave()
        assert not shown(studio)


def test_what_is_said_leaves_the_tabs_free_on_narrow_screens(studio: Studio) -> None:
    for width in (360, 820):
        studio.page.set_viewport_size({"width": width, "height": 640})
        studio.drop("broken.json", "{")
        studio.until_said("This is not JSON")
        modes, toast = (studio.page.query_selector(each).bounding_box() for each in ("#modes", "#toast"))
        assert toast["y"] >= modes["y"] + modes["height"]
    studio.page.set_viewport_size({"width": 1000, "height": 640})


def test_an_empty_puzzle_is_greeted_without_an_error(studio: Studio) -> None:
    page = studio.page
    studio.begin("square", 4, 2)
    for mode in ("draw", "solve"):
        studio.mode(mode)
        assert "There are no pieces yet: add one." in page.inner_text("#panel")
        assert page.query_selector("#panel .problem, #panel [role=alert]") is None
        assert "0 pieces" not in page.inner_text("#panel")
    studio.mode("draw")
    page.click("[data-key=add]")
    assert studio.sums() == "Piece A has no cells yet." and page.query_selector("#panel .problem") is None
    studio.paint((0, 0))
    assert studio.sums() == "The pieces have 1 cell, the board has 8."
    assert page.query_selector("#panel .problem") is None  # unfinished is not wrong


def test_a_search_that_was_stopped_shows_no_count_as_final(visitor: Studio) -> None:
    visitor.choose("bedlam")
    assert not visitor.page.query_selector("#found")
    visitor.hold()
    page = visitor.page
    page.click("#solve")
    page.wait_for_selector("#status.paused")
    assert re.fullmatch(r"≥ [\d,]+ solutions\n+So far; the search can be continued\.", page.inner_text("#status"))
    assert all(cell.inner_text().startswith("≥ ") for cell in page.query_selector_all("[data-count]"))
    assert re.fullmatch(r"1 of [\d,]+\+", page.inner_text(".flip .number"))
