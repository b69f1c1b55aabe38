"""A browser that opens pages without a screen."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from skips import lacks

# The first one has no windows of its own: a page takes half as long.
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# WebGL without a graphics card, and so not too finely drawn; the page itself is drawn without it, which takes half the
# time.  A sandbox cannot be had by root.
_OPTIONS = ("--no-sandbox", "--disable-gpu", "--enable-unsafe-swiftshader", "--webgl-antialiasing-mode=none")


def browsers() -> Iterator[Any]:
    """Yield a running browser; without one the tests that need it are skipped, unless one is required."""
    if _path() is None:
        if os.environ.get("SATPUZZLE_BROWSER") == "required":
            pytest.fail(f"no browser is installed (one of {', '.join(_NAMES)})")
        lacks("a browser")
    api = pytest.importorskip("playwright.sync_api")
    with api.sync_playwright() as playwright, started(playwright.chromium) as browser:
        yield browser


@contextmanager
def started(kind: Any, *options: str) -> Iterator[Any]:
    """Start a browser of a kind with further options; it ends with the block."""
    browser = kind.launch(executable_path=_path(), args=[*_OPTIONS, *options])
    yield browser
    browser.close()


@contextmanager
def remembering(kind: Any, folder: Path) -> Iterator[Any]:
    """Start a browser of a kind that keeps in a folder what pages store, and yield its only context."""
    context = kind.launch_persistent_context(folder, executable_path=_path(), args=[*_OPTIONS])
    yield context
    context.close()


def _path() -> str | None:
    return next(filter(None, map(shutil.which, _NAMES)), None)
