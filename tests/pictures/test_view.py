"""The page of `view`: what it holds, and what a browser makes of it."""

import json
import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from satpuzzle import PuzzleError, Solution, solve
from satpuzzle.pictures import View, view

NAMES = ("galakub", "pentominoes-6x10", "iq-pyramid-5", "bedlam")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@cache
def first(name: str, number: int = 1) -> list[Solution]:
    return list(solve(name, limit=number))


def content(made: View) -> dict[str, Any]:
    (found,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', made.html, re.DOTALL)
    loaded: dict[str, Any] = json.loads(found)
    return loaded


def upwards(solution: Solution) -> list[dict[str, Any]]:
    """Take the pieces away one after the other, as if the order did not matter; the first moves one step first."""
    out = [{"pieces": [index], "direction": [0, 0, 1], "distance": "out"} for index in range(len(solution.options))]
    return [{"pieces": [0], "direction": [0, 0, 1], "distance": 1}, *out]


# The page


def test_the_page_holds_every_piece_of_every_solution() -> None:
    solutions = first("soma", 3)
    data = content(view(solutions))
    assert [[piece["copy"] for piece in one["pieces"]] for one in data["solutions"]] == [list(range(7))] * 3
    for solution, one in zip(solutions, data["solutions"], strict=True):
        for (_, cells), piece in zip(solution.pieces, one["pieces"], strict=True):
            vertices = np.array(data["bodies"][piece["body"]]["vertices"]) + piece["place"]
            assert vertices.min(axis=0).tolist() == (cells.min(axis=0) - 0.5).tolist()
            assert vertices.max(axis=0).tolist() == (cells.max(axis=0) + 0.5).tolist()
        assert one["moves"] == []
    assert [copy["name"] for copy in data["copies"]] == [piece.name for piece in solutions[0].puzzle.pieces]


def test_a_body_is_written_with_faces_lines_and_letters_or_with_balls_and_bonds() -> None:
    for name in NAMES:
        (solution,) = first(name)
        data = content(view(solution))
        for piece, (_, cells) in zip(data["solutions"][0]["pieces"], solution.pieces, strict=True):
            body = data["bodies"][piece["body"]]
            if solution.puzzle.grid.name == "fcc":
                assert len(body["balls"]) == len(cells)
                assert len(body["bonds"]) >= len(cells) - 1
                assert body["faces"] == body["lines"] == body["letters"] == []
            else:
                ends = {corner for line in body["lines"] for corner in line}
                assert ends <= set(range(len(body["vertices"])))
                assert {corner for face in body["faces"] for corner in face} == set(range(len(body["vertices"])))
                assert len(body["letters"]) >= (2 if solution.puzzle.grid.single_layer else 6)
                assert body["balls"] == body["bonds"] == []


def test_solutions_share_bodies() -> None:
    data = content(view(first("pentominoes-6x10", 20)))
    assert len(data["bodies"]) <= 63
    assert len(view(first("bedlam", 20)).html) < 1_000_000


def test_steps_become_places_in_space() -> None:
    (solution,) = first("iq-pyramid-5")
    steps: list[dict[str, Any]] = [
        {"pieces": [3, 2], "direction": [1, 0, 1], "distance": "out"},
        {"pieces": [2], "direction": [1, 1, 0], "distance": 2},
    ]
    (found,) = content(solution.view(steps))["solutions"]
    assert [(move["pieces"], move["out"]) for move in found["moves"]] == [([3, 2], True), ([2], False)]
    places = [np.array(piece["place"]) for piece in found["pieces"]]
    out = 1.3 * np.linalg.norm((5, 5, 4 / np.sqrt(2) + 1)) * np.array([0.5, 0.5, 2**-0.5])
    assert np.allclose(found["moves"][0]["to"], [places[3] + out, places[2] + out], atol=1e-3)
    assert np.allclose(found["moves"][1]["to"], [places[2] + out + (2, 0, 0)], atol=1e-3)


def test_steps_that_make_no_sense_are_refused() -> None:
    (solution,) = first("galakub")
    good = {"pieces": [0], "direction": [0, 0, 1], "distance": "out"}
    for wrong, message in (
        ({"pieces": [8]}, r"^steps: pieces \[8\]: allowed are 0 to 7$"),
        ({"direction": [0, 0, 0]}, r"^steps: direction \[0, 0, 0\] leads nowhere$"),
        ({"direction": [1, 0]}, r"^steps: a step is "),
        ({"distance": "far"}, r"^steps: a step is "),
    ):
        with pytest.raises(PuzzleError, match=message):
            view(solution, [[good | wrong]])
    with pytest.raises(PuzzleError, match=r"^steps for 2 solutions, there are 1$"):
        view(solution, [None, None])


def test_nothing_and_a_mixture_cannot_be_viewed() -> None:
    with pytest.raises(PuzzleError, match=r"^there is no solution to view$"):
        view([])
    with pytest.raises(PuzzleError, match=r"^a view shows solutions of one puzzle$"):
        view([*first("soma"), *first("galakub")])


def test_a_name_cannot_end_the_script(tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    path.write_text('title = "</script><b>"\nbox = [2, 1, 1]\npieces = [{ name = "</script>$three", cells = "**" }]')
    made = view(list(solve(path)))
    assert content(made)["copies"][0]["name"] == "</script>$three"
    assert made.html.count("</script>") == 3
    assert "<b>" not in made.html


def test_characters_that_html_does_not_allow_are_left_out(tmp_path: Path) -> None:
    (solution,) = first("galakub")
    pieces = tuple(replace(piece, name=f"\x00{piece.name}\ud800\x1b\uffff") for piece in solution.puzzle.pieces)
    puzzle = replace(solution.puzzle, title="a\x00\x08\ud800\udfff\ufffeb", pieces=pieces)
    made = replace(solution, puzzle=puzzle).view()
    made.save(tmp_path / "page.html")
    assert "<title>ab</title>" in (tmp_path / "page.html").read_text(encoding="utf-8")
    assert {copy["name"] for copy in content(made)["copies"]} == {piece.name for piece in solution.puzzle.pieces}
    made._repr_html_().encode()


def test_the_page_asks_for_nothing_from_elsewhere() -> None:
    class Links(HTMLParser):
        found: list[str]

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            self.found += [value or "" for name, value in attrs if name in ("src", "href")]

    links = Links()
    links.found = []
    links.feed(view(first("galakub")).html)
    assert links.found == []


def test_a_notebook_shows_the_page_in_a_frame() -> None:
    made = view(first("galakub"))
    frame = made._repr_html_()
    assert frame.startswith('<iframe srcdoc="&lt;!DOCTYPE html&gt;')
    assert frame.count('"') == 4


# In a browser


def browser_path() -> str | None:
    return next(filter(None, map(shutil.which, BROWSERS)), None)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    path = browser_path()
    if path is None:
        message = f"no browser is installed (one of {', '.join(BROWSERS)})"
        if os.environ.get("SATPUZZLE_BROWSER") == "required":
            pytest.fail(message)
        pytest.skip(message)
    api = pytest.importorskip("playwright.sync_api")
    with api.sync_playwright() as playwright:
        # WebGL without a graphics card; a sandbox cannot be had by root.
        started = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
        )
        yield started
        started.close()


class Opened:
    """A page in the browser, and what it complained of or asked for."""

    def __init__(self, browser: Any, made: View, path: Path, dark: bool = False) -> None:
        made.save(path)
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.page = browser.new_page(viewport={"width": 640, "height": 480}, color_scheme="dark" if dark else "light")
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(path.as_uri())
        self.page.wait_for_selector("body[data-frames]", timeout=60_000)
        self.own = path.as_uri()

    def seen(self) -> bytes:
        """Return the pixels of the canvas."""
        picture: str = self.page.evaluate("document.querySelector('canvas').toDataURL()")
        return picture.encode()

    def set(self, slider: str, value: float) -> bytes:
        self.page.fill(f"#{slider}", str(value))
        return self.seen()

    def wait_for_step(self, value: str) -> None:
        for _ in range(400):
            if self.page.input_value("#step") == value:
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"the slider never came to {value}")

    def painted(self) -> float:
        """Return which part of the canvas is painted."""
        part: float = self.page.evaluate(
            """() => {
                const source = document.querySelector("canvas"), copy = document.createElement("canvas");
                copy.width = source.width; copy.height = source.height;
                const context = copy.getContext("2d");
                context.drawImage(source, 0, 0);
                const data = context.getImageData(0, 0, copy.width, copy.height).data;
                let painted = 0;
                for (let i = 3; i < data.length; i += 4) painted += data[i] > 0;
                return painted / (data.length / 4);
            }"""
        )
        return part

    def close(self) -> None:
        self.page.close()
        assert self.complaints == []
        assert self.requests == [self.own]


@pytest.mark.parametrize("name", NAMES)
def test_a_browser_shows_the_solution_and_moves_it_apart(browser: Any, tmp_path: Path, name: str) -> None:
    opened = Opened(browser, view(first(name)), tmp_path / "page.html", dark=name == "bedlam")
    together, part = opened.seen(), opened.painted()
    assert 0.05 < part < 0.6
    apart = opened.set("explode", 0.5)
    assert apart != together
    assert opened.set("explode", 0) == together
    assert opened.page.is_hidden("#assembly")
    assert opened.page.is_hidden("#flip")
    opened.close()


def test_pieces_are_hidden_and_shown(browser: Any, tmp_path: Path) -> None:
    opened = Opened(browser, view(first("galakub")), tmp_path / "page.html")
    all_shown = opened.seen()
    boxes = opened.page.locator("#pieces input")
    assert boxes.count() == 8
    boxes.nth(7).uncheck()
    assert opened.seen() != all_shown
    opened.page.click("#none")
    assert opened.painted() == 0
    opened.page.click("#all")
    assert opened.seen() == all_shown
    opened.close()


def test_solutions_are_flipped_through(browser: Any, tmp_path: Path) -> None:
    opened = Opened(browser, view(first("soma", 3)), tmp_path / "page.html")
    seen = [opened.seen()]
    for number in ("2 of 3", "3 of 3"):
        opened.page.click("#next")
        assert opened.page.text_content("#number") == number
        seen.append(opened.seen())
    opened.page.keyboard.press("ArrowRight")
    assert opened.page.text_content("#number") == "1 of 3"
    assert opened.seen() == seen[0]
    assert len(set(seen)) == 3
    opened.close()


def test_an_assembly_is_stepped_through(browser: Any, tmp_path: Path) -> None:
    (solution,) = first("galakub")
    steps = upwards(solution)
    opened = Opened(browser, solution.view(steps), tmp_path / "page.html")
    together = opened.seen()
    one_up = opened.set("step", 1)
    assert opened.page.text_content("#stepping") == "1 of 9: A"
    assert one_up != together
    half_out = opened.set("step", 1.5)
    assert half_out not in (together, one_up)
    opened.set("step", len(steps))
    assert opened.painted() == 0
    opened.set("step", 0)
    opened.page.click("#forth")
    opened.wait_for_step("1")
    assert opened.seen() == one_up
    opened.page.click("#back")
    opened.wait_for_step("0")
    assert opened.seen() == together
    opened.close()


def test_the_solution_is_turned_with_the_mouse(browser: Any, tmp_path: Path) -> None:
    opened = Opened(browser, view(first("iq-pyramid-5")), tmp_path / "page.html")
    before = opened.seen()
    mouse = opened.page.mouse
    mouse.move(400, 300)
    mouse.down()
    mouse.move(480, 330, steps=4)
    mouse.up()
    assert opened.seen() != before
    opened.close()
