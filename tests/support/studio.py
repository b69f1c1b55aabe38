"""The studio in a browser, as somebody uses it, and what it complained of or asked for."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import browsers

AT = """([x, y, selector]) => {
    const svg = document.querySelector(selector);
    const at = new DOMPoint(100 * x, 100 * y).matrixTransform(svg.getScreenCTM());
    return [at.x, at.y];
}"""

# A search whose parts from the fifth on wait until they are let go, so that it does not end meanwhile.
_HELD = """
window.held = [];
window.first = 4;
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message) {
    const go = () => post.call(this, message);
    if (message.kind === "search" && message.part >= first) held.push(go); else go();
};
"""
# No WebGL: without a graphics card, views in space take half the time of a page.
_FLAT = """
const context = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, ...how) {
    return kind.startsWith("webgl") ? null : context.call(this, kind, ...how);
};
"""
# All that the browser stores for the page.
STORED = """new Promise((resolve) => {
    indexedDB.open("satpuzzle-studio", 1).onsuccess = ({ target: { result: base } }) => {
        base.transaction("kept").objectStore("kept").getAll().onsuccess = ({ target }) => {
            base.close();
            resolve(target.result);
        };
    };
})"""

_PLACED = "new Set([...document.querySelectorAll('#sheet [data-placed]')].map((each) => each.dataset.placed))"


def wait_until(page: Any, expression: str, seconds: int = 60) -> None:
    """Wait until something is the case in a page, in its language, for so many seconds at most.

    Each look is an evaluation of its own: `wait_for_function` evaluates the text again from within the page, whose
    policy forbids this, unless the first look suffices.
    """
    for _ in range(20 * seconds):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"never: {expression}")


class Studio:
    """A page that is opened by somebody who has never been there.

    To draw takes a core: so this visitor wants no motion, and has views in space only if a test looks at them.
    """

    def __init__(self, browser: Any, path: Path, fragment: str = "", *, in_space: bool = False, **how: Any) -> None:
        usual = {"viewport": {"width": 1000, "height": 640}, "reduced_motion": "reduce"}
        self.context = browser.new_context(**(usual | how))
        self._ignored = ["GL Driver Message"]  # of a driver without a graphics card, about its own speed
        if not in_space:
            self.context.add_init_script(_FLAT)
            self._ignored.append("Error creating WebGL context")
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.own = path.as_uri()
        self.page: Any = None
        self.load(fragment)

    def load(self, fragment: str = "") -> None:
        """Open the page in a new tab, perhaps with a link."""
        if self.page is not None:
            self.page.close()
        self.page = self.context.new_page()
        self.page.set_default_timeout(120_000)
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(error.stack or str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(self.own + fragment)
        self.page.wait_for_selector("body[data-ready]")

    def _hear(self, message: Any) -> None:
        if not any(text in message.text for text in self._ignored):
            self.complaints.append(message.text)

    def until(self, expression: str) -> None:
        """Wait until something is the case, in the language of the page."""
        wait_until(self.page, expression)

    def mode(self, name: str) -> None:
        """Go to another part of the page: draw, solve or play."""
        self.page.evaluate("document.querySelector('[data-key=everything]')?.click()")  # in a puzzle that was sent
        self.page.click(f"#modes [data-key={name}]")

    def choose(self, name: str) -> None:
        """Open a bundled puzzle."""
        self.page.click("[data-key=choose]")
        self.page.click(f"[data-name='{name}']")

    def drop(self, name: str, content: str | bytes) -> None:
        """Choose a file; what was said before is no longer shown."""
        self.page.evaluate("() => { document.getElementById('toast').textContent = ''; }")
        buffer = content if isinstance(content, bytes) else content.encode()
        self.page.set_input_files("#file", {"name": name, "mimeType": "text/plain", "buffer": buffer})

    def open_file(self, name: str, content: str | bytes) -> None:
        """Choose a file and wait until it is open."""
        self.drop(name, content)
        self.until_said(f"{name} was opened")

    def until_finish(self, text: str) -> None:
        """Wait until the page answers, in words that begin so, whether the pieces on the board can be completed."""
        self.until(f"document.getElementById('finish')?.textContent.startsWith({json.dumps(text)})")

    def hints(self, many: int) -> None:
        """Put this many pieces on an empty board by hints."""
        for number in range(many):
            self.until_finish("This can be finished.")
            self.page.click("[data-key=hint]")
            self.until(f"({_PLACED}).size === {number + 1}")

    def solve(self, status: str = "complete") -> None:
        """Press the button, unless a search goes on or its results are there, and wait."""
        self.mode("solve")
        self.page.evaluate("document.querySelector('#panel:not(:has(.preparing, .searching)) #solve')?.click()")
        self.page.wait_for_selector(f"#status.{status}", timeout=120_000)

    def hold(self) -> None:
        """Open the page again, whose time the test sets, and begin a search: four of its parts are done, and no more.

        Its puzzle is none that the page solves at once, without parts.
        """
        self.context.add_init_script(_HELD)
        self.load()
        self.page.clock.install()
        self.choose("bedlam")
        self.page.click("#solve")
        self.until("held.length > 0 && held.length === navigator.hardwareConcurrency")
        self.page.clock.run_for(3000)

    def let_go(self, parts: int) -> None:
        """Let so many parts that are held be searched."""
        self.page.evaluate(f"held.splice(0, {parts}).forEach((go) => go())")

    def until_stored(self, parts: int) -> None:
        """Wait until the browser stores so many parts of a search, or more."""
        done = "all.flatMap((each) => each.parts ?? []).filter(({ done }) => done).length"
        self.until(f"{STORED}.then((all) => {done} >= {parts})")

    def until_more_than(self, many: int) -> None:
        """Wait until a search has found more solutions than that."""
        self.until(f"parseInt(document.querySelector('#found')?.textContent.replace(/[≥ ,]/g, '')) > {many}")

    def goes_on(self) -> None:
        """Load the page again; assert that it kept some solutions of the search that was held, and finds more."""
        self.load()
        self.page.wait_for_selector("#status.paused")
        kept = self.counts()
        assert 0 < kept["isometries"] < 19186 and kept["raw"] == 24 * kept["isometries"]
        self.page.click("#solve")
        self.until("held.length > 0 && held.length === navigator.hardwareConcurrency")
        assert self.counts() == kept
        self.let_go(1)
        self.until_more_than(kept["isometries"])

    def counts(self) -> dict[str, int]:
        """Return the three counts that are shown."""
        cells = self.page.query_selector_all("[data-count]")
        return {cell.get_attribute("data-count"): int(cell.inner_text().strip("≥ ").replace(",", "")) for cell in cells}

    def said(self) -> str:
        """Return what was said last."""
        text: str = self.page.inner_text("#toast")
        return text

    def until_said(self, text: str) -> None:
        """Wait until the page says something."""
        self.until(f"document.getElementById('toast').textContent.includes({json.dumps(text)})")

    def at(self, x: float, y: float, selector: str = "#sheet svg") -> tuple[float, float]:
        """Return where in the window a point of the board is, in lengths of the grid."""
        found = self.page.evaluate(AT, [x, y, selector])
        return found[0], found[1]

    def middle(self, selector: str) -> tuple[float, float]:
        """Return where in the window the middle of a cell is, the mean of its corners."""
        corners = re.findall(r"(-?[\d.]+) (-?[\d.]+)", self.page.get_attribute(selector, "d"))
        x, y = (sum(float(corner[axis]) for corner in corners) / len(corners) / 100 for axis in (0, 1))
        return self.at(x, y)

    def paint(self, *cells: tuple[float, float]) -> None:
        """Paint with the mouse: through all these points in one stroke."""
        self.page.mouse.move(*self.at(*cells[0]))
        self.page.mouse.down()
        for cell in cells[1:]:
            self.page.mouse.move(*self.at(*cell))
        self.page.mouse.up()

    def begin(self, grid: str, *sizes: int) -> None:
        """Draw an empty puzzle on a grid, with a board of these sizes."""
        self.mode("draw")
        self.page.select_option("[data-key=grid]", grid)
        for axis, size in enumerate(sizes):
            self.page.fill(f"[data-key=size{axis}]", str(size))
        if sizes:
            self.page.click("[data-key=Fill]")

    def sums(self) -> str:
        """Return what is said of the puzzle that is drawn."""
        text: str = self.page.inner_text("#sums")
        return text

    def close(self) -> None:
        """Close the page, which must not have complained nor asked for anything else."""
        self.context.close()
        assert not self.complaints, "; ".join(self.complaints)
        asked = {url.partition("#")[0] for url in self.requests if not url.startswith("blob:")}
        assert asked == {self.own}


studio_browser = pytest.fixture(scope="session")(browsers)


@pytest.fixture(scope="session")
def studio_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page as a file."""
    from satpuzzle.studio.page import page

    made = tmp_path_factory.mktemp("studio") / "studio.html"
    made.write_text(page(), encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def studio(request: pytest.FixtureRequest, studio_browser: Any, studio_path: Path) -> Iterator[Studio]:
    """One page for all tests of a module, each of which begins with a puzzle of its own."""
    found = Studio(studio_browser, studio_path, in_space=_in_space(request))
    yield found
    found.close()


@pytest.fixture
def visitor(request: pytest.FixtureRequest, studio_browser: Any, studio_path: Path) -> Iterator[Studio]:
    """A page of somebody who has never been there."""
    found = Studio(studio_browser, studio_path, in_space=_in_space(request))
    yield found
    found.close()


def _in_space(request: pytest.FixtureRequest) -> bool:
    """Tell whether the tests of a module look at views in space: it says `IN_SPACE = True` then."""
    return getattr(request.module, "IN_SPACE", False)
