"""The page, a browser, and somebody who opens it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import browsers
from studio import Studio

from satpuzzle.studio.page import page

browser = pytest.fixture(scope="session")(browsers)


@pytest.fixture(scope="session")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("studio") / "studio.html"
    made.write_text(page(), encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def studio(browser: Any, path: Path) -> Iterator[Studio]:
    """One page for all tests of a module, each of which begins with a puzzle of its own."""
    found = Studio(browser, path)
    yield found
    found.close()


@pytest.fixture
def visitor(browser: Any, path: Path) -> Iterator[Studio]:
    """A page of somebody who has never been there."""
    found = Studio(browser, path)
    yield found
    found.close()
