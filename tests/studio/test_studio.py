"""The page in a browser: it works from a file, asks for nothing, and says what Python says."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import browsers

import satpuzzle as sp
from satpuzzle.studio.page import page

browser = pytest.fixture(scope="module")(browsers)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("studio") / "studio.html"
    made.write_text(page(), encoding="utf-8")
    return made


class Opened:
    """The page, opened by somebody who has never been there, and what it complained of or asked for."""

    def __init__(self, browser: Any, path: Path, fragment: str = "", **how: Any) -> None:
        self.context = browser.new_context(**({"viewport": {"width": 1200, "height": 760}} | how))
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.own = path.as_uri()
        self.load(fragment)

    def load(self, fragment: str = "") -> None:
        """Open the page, perhaps with a link."""
        self.page.goto(self.own + fragment)
        self.page.wait_for_selector("body[data-ready]")

    def mode(self, name: str) -> None:
        """Go to another part of the page."""
        self.page.click(f"#modes [data-key={name}]")

    def choose(self, name: str) -> None:
        """Open a bundled puzzle."""
        self.page.click("[data-key=choose]")
        self.page.click(f"[data-name='{name}']")

    def solve(self, status: str = "complete") -> None:
        """Press the button and wait."""
        self.page.click("#solve")
        self.page.wait_for_selector(f"#status.{status}", timeout=60_000)

    def counts(self) -> dict[str, int]:
        """Return the three counts that are shown."""
        cells = self.page.query_selector_all("[data-count]")
        return {cell.get_attribute("data-count"): int(cell.inner_text().replace(",", "")) for cell in cells}

    def close(self) -> None:
        """Close the page, which must not have complained nor asked for anything else."""
        self.context.close()
        assert self.complaints == []
        asked = {url.partition("#")[0] for url in self.requests if not url.startswith("blob:")}
        assert asked == {self.own}


@pytest.fixture
def opened(browser: Any, path: Path) -> Iterator[Opened]:
    found = Opened(browser, path)
    yield found
    found.close()


@pytest.mark.parametrize(
    "name", ["soma", "pentominoes-6x10", "tetrahexes-4x7", "hexiamonds-4x9", "iq-pyramid-4", "stella-octangula-any"]
)
def test_a_bundled_puzzle_is_solved_and_counted(opened: Opened, name: str) -> None:
    opened.choose(name)
    opened.solve()
    assert opened.counts() == sp.count(name).known()
    opened.page.click("[aria-label='Next solution']")
    assert opened.page.inner_text(".flip .number").startswith("2 of ")
