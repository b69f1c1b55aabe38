"""A browser that opens pages without a screen, and what is measured in it."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from satpuzzle.pictures import View

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_COARSE = 4  # pixels of the window that are one of what is measured

_PAINTED = """() => {
    const source = document.querySelector("canvas"), copy = document.createElement("canvas");
    copy.width = Math.ceil(innerWidth / COARSE); copy.height = Math.ceil(innerHeight / COARSE);
    const context = copy.getContext("2d");
    context.drawImage(source, 0, 0, innerWidth / COARSE, innerHeight / COARSE);
    const data = context.getImageData(0, 0, copy.width, copy.height).data;
    let painted = 0, left = Infinity, top = Infinity, right = 0, bottom = 0;
    for (let y = 0; y < copy.height; y++)
        for (let x = 0; x < copy.width; x++)
            if (data[4 * (y * copy.width + x) + 3]) {
                painted++;
                left = Math.min(left, x); right = Math.max(right, x + 1);
                top = Math.min(top, y); bottom = Math.max(bottom, y + 1);
            }
    return [painted / (copy.width * copy.height), ...[left, top, right, bottom].map((at) => at * COARSE)];
}""".replace("COARSE", str(_COARSE))

_INK = """() => {
    const source = document.querySelector("canvas"), copy = document.createElement("canvas");
    copy.width = source.width; copy.height = source.height;
    const context = copy.getContext("2d");
    context.drawImage(source, 0, 0);
    const data = context.getImageData(0, 0, copy.width, copy.height).data;
    let ink = 0;
    for (let i = 0; i < data.length; i += 4)
        ink += data[i + 3] === 255 && Math.max(data[i], data[i + 1], data[i + 2]) < 30;
    return ink;
}"""
_BEGIN = """() => {
    const element = (name) => document.getElementById(name);
    element("panel").open = innerWidth > 600;
    element("explode").value = 0;
    element("step").value = 0;
    element("step").dispatchEvent(new Event("input"));
    element("speed").value = 1;
    element("hint").hidden = false;
    if (element("own").checked) element("own").click();
    if (document.querySelector("#pieces input:not(:checked)")) element("all").click();
    element("again").click();
}"""


class Box(NamedTuple):
    """A rectangle of a window, in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Box") -> bool:
        """Tell whether two rectangles overlap."""
        beside = self.right <= other.left or other.right <= self.left
        return not beside and self.top < other.bottom and other.top < self.bottom


def browsers() -> Iterator[Any]:
    """Yield a running browser; without one the tests that need it are skipped, unless one is required."""
    path = next(filter(None, map(shutil.which, _NAMES)), None)
    if path is None:
        message = f"no browser is installed (one of {', '.join(_NAMES)})"
        if os.environ.get("SATPUZZLE_BROWSER") == "required":
            pytest.fail(message)
        pytest.skip(message)
    api = pytest.importorskip("playwright.sync_api")
    with api.sync_playwright() as playwright:
        # WebGL without a graphics card, and so not too finely drawn; a sandbox cannot be had by root.
        options = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--webgl-antialiasing-mode=none"]
        started = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", *options])
        yield started
        started.close()


class Opened:
    """A page in the browser, and what it complained of or asked for."""

    def __init__(self, browser: Any, made: View, path: Path) -> None:
        made.save(path)
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.page = browser.new_page(viewport={"width": 640, "height": 480}, color_scheme="light")
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.own = path.as_uri()
        self.load()

    def load(self) -> None:
        """Open the page anew."""
        self.page.goto(self.own)
        self.page.wait_for_selector("body[data-frames]", timeout=60_000)
        self.settle()

    def begin(self, width: int = 640, height: int = 480, **media: str) -> None:
        """Show all pieces together in a window of this size, as at the beginning."""
        self.page.emulate_media(**({"color_scheme": "light", "reduced_motion": "no-preference"} | media))
        self.resize(width, height)
        self.page.evaluate(_BEGIN)

    def resize(self, width: int, height: int) -> None:
        """Give the window another size."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.settle()

    def settle(self) -> None:
        """Wait until the window and the panel have been laid out."""
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def until(self, expression: str) -> None:
        """Wait until something is the case, in the language of the page."""
        for _ in range(400):
            if self.page.evaluate(expression):
                return
            self.page.wait_for_timeout(25)
        raise AssertionError(f"never: {expression}")

    def seen(self) -> str:
        """Return the pixels of the canvas."""
        picture: str = self.page.evaluate("document.querySelector('canvas').toDataURL()")
        return picture

    def set(self, **values: float) -> None:
        """Move sliders, also those in a folded panel."""
        self.page.evaluate(
            "(values) => { for (const [name, value] of Object.entries(values)) element(name).value = value;"
            " for (const name in values) element(name).dispatchEvent(new Event('input')); }".replace(
                "element", "document.getElementById"
            ),
            values,
        )

    def text(self, name: str) -> str:
        """Return the text of an element."""
        found: str = self.page.text_content(f"#{name}")
        return found

    def painted(self) -> float:
        """Return which part of the window pieces take up."""
        part: float = self.page.evaluate(_PAINTED)[0]
        return part

    def ink(self) -> int:
        """Return how many pixels of the canvas are black."""
        found: int = self.page.evaluate(_INK)
        return found

    def pieces(self) -> Box:
        """Return the rectangle that pieces take up, more or less."""
        return Box(*self.page.evaluate(_PAINTED)[1:])

    def panel(self) -> Box:
        """Return the rectangle of the panel."""
        at = "(({ left, top, right, bottom }) => [left, top, right, bottom])"
        return Box(*self.page.evaluate(f"{at}(document.getElementById('panel').getBoundingClientRect())"))

    def close(self) -> None:
        """Close the page, which must not have complained nor asked for anything else."""
        self.page.close()
        assert self.complaints == []
        assert set(self.requests) == {self.own}
