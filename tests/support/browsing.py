"""A browser that opens pages without a screen."""

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


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
        # WebGL without a graphics card, and so not too finely drawn; the page itself is drawn without it, which takes
        # half the time.  A sandbox cannot be had by root.
        options = ["--disable-gpu", "--enable-unsafe-swiftshader", "--webgl-antialiasing-mode=none"]
        started = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", *options])
        yield started
        started.close()
