"""Somebody at the page of the studio, in one browser or another: points, drags, types, and reads what is shown."""

import base64
import json
import re
import zlib
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any

from firefox import Firefox
from studio import AT, Studio, wait_until

_MIDDLE = """((element) => {
    element.scrollIntoView({ block: "nearest" });
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
})(document.querySelector(%s))"""

Point = tuple[float, float]


def pages(pdf: bytes) -> int:
    """Return how many pages a PDF has, whose objects may be in compressed streams."""
    streams = re.findall(rb"/ObjStm.*?stream\r?\n(.*?)endstream", pdf, re.DOTALL)
    return len(re.findall(rb"/Type /Page\b", b"".join([pdf, *map(zlib.decompress, streams)])))


class Person(ABC):
    """What one does and sees; a subclass is a browser."""

    @abstractmethod
    def run(self, expression: str) -> Any:
        """Return the value of an expression in the page."""

    @abstractmethod
    def until(self, expression: str) -> None:
        """Wait until something is the case in the page."""

    @abstractmethod
    def stroke(self, *points: Point) -> None:
        """Press the button of the mouse at the first of these points, move it over the others, and let it go."""

    @abstractmethod
    def press(self, key: str) -> None:
        """Press a key that writes a character."""

    @abstractmethod
    def give(self, path: Path) -> None:
        """Choose a file."""

    @abstractmethod
    def print(self) -> bytes:
        """Print what is shown, as a PDF."""

    @abstractmethod
    def visit(self, fragment: str) -> None:
        """Open a link."""

    def middle(self, selector: str) -> Point:
        """Return where the middle of an element is in the window."""
        self.until(f"document.querySelector({json.dumps(selector)}) !== null")
        x, y = self.run(_MIDDLE % json.dumps(selector))
        return x, y

    def click(self, selector: str) -> None:
        """Click an element when it can be clicked."""
        self.until(f"document.querySelector({json.dumps(selector)})?.disabled !== true")
        self.stroke(self.middle(selector))

    def at(self, x: float, y: float) -> Point:
        """Return where a point of the sheet is in the window, in lengths of the grid."""
        found = self.run(f"({AT})({json.dumps([x, y, '#sheet svg'])})")
        return found[0], found[1]

    def enter(self, selector: str, value: str) -> None:
        """Choose or write a value."""
        field = f"field = document.querySelector({json.dumps(selector)})"
        events = "['input', 'change'].forEach((name) => field.dispatchEvent(new Event(name, { bubbles: true })))"
        self.run(f"(() => {{ const {field}; field.value = {json.dumps(value)}; {events}; }})()")

    def text(self, selector: str) -> str:
        """Return the text of an element."""
        found: str = self.run(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''")
        return found

    def texts(self, selector: str) -> list[str]:
        """Return the texts of all such elements."""
        found: list[str] = self.run(f"[...document.querySelectorAll({json.dumps(selector)})].map((e) => e.textContent)")
        return found

    def see(self, selector: str, text: str) -> None:
        """Wait until an element has a text in it."""
        self.until(f"document.querySelector({json.dumps(selector)})?.innerText.includes({json.dumps(text)})")

    def mode(self, name: str) -> None:
        """Go to another part of the page: draw, solve or play."""
        self.click(f"#modes [data-key={name}]")

    def choose(self, words: str, name: str) -> None:
        """Search the bundled puzzles for some words and open one that is found."""
        self.click("[data-key=choose]")
        self.enter("dialog input[type=search]", words)
        self.click(f"[data-name='{name}']")


class InChromium(Person):
    """Somebody at Chromium."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._page = studio.page

    def run(self, expression: str) -> Any:
        """Return the value of an expression in the page."""
        return self._page.evaluate(expression)

    def until(self, expression: str) -> None:
        """Wait until something is the case in the page."""
        wait_until(self._page, expression)

    def stroke(self, *points: Point) -> None:
        """Press the button of the mouse at the first of these points, move it over the others, and let it go."""
        self._page.mouse.move(*points[0])
        self._page.mouse.down()
        for point in points[1:]:
            self._page.mouse.move(*point)
        self._page.mouse.up()

    def press(self, key: str) -> None:
        """Press a key that writes a character."""
        self._page.keyboard.press(key)

    def give(self, path: Path) -> None:
        """Choose a file."""
        self._page.set_input_files("#file", path)

    def print(self) -> bytes:
        """Print what is shown, as a PDF."""
        made: bytes = self._page.pdf(format="A4")
        return made

    def visit(self, fragment: str) -> None:
        """Open a link."""
        self._studio.load(fragment)
        self._page = self._studio.page


class InFirefox(Person):
    """Somebody at Firefox."""

    def __init__(self, firefox: Firefox, path: Path) -> None:
        self._firefox = firefox
        self._path = path
        self.visit("")

    def run(self, expression: str) -> Any:
        """Return the value of an expression in the page."""
        return self._firefox.run(f"return {expression};")

    def until(self, expression: str) -> None:
        """Wait until something is the case in the page."""
        self._firefox.until(expression)

    def stroke(self, *points: Point) -> None:
        """Press the button of the mouse at the first of these points, move it over the others, and let it go."""
        moves = [{"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0} for x, y in points]
        down, up = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))
        self._firefox.act("pointer", [moves[0], down, *moves[1:], up])

    def press(self, key: str) -> None:
        """Press a key that writes a character."""
        self._firefox.act("key", [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}])

    def give(self, path: Path) -> None:
        """Choose a file."""
        self._firefox.give("#file", path)

    def print(self) -> bytes:
        """Print what is shown, as a PDF."""
        size = {"width": 21, "height": 29.7}
        return base64.b64decode(self._firefox.ask("WebDriver:Print", {"page": size})["value"])

    def visit(self, fragment: str) -> None:
        """Open a link."""
        self._firefox.ask("WebDriver:Navigate", {"url": "about:blank"})
        self._firefox.ask("WebDriver:Navigate", {"url": self._path.as_uri() + fragment})
        self.until("document.body.dataset.ready")
