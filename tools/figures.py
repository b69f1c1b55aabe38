"""Measures the studio in a browser without a screen, for docs/studio.md: `python tools/figures.py [PAGE.html] [RUNS]`.

It prints the least and the median time and CPU time of some searches, from the click until all solutions are in the
document and until the next frame was drawn.  CPU times are those of the page's process, with its workers.  Nothing else
should run meanwhile.  Needs the extra `dev` and Chromium.
"""

import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

import satpuzzle
from satpuzzle.studio.page import page
from satpuzzle.studio.view import View

OPTIONS = ["--no-sandbox", "--disable-gpu", "--enable-unsafe-swiftshader"]
SEARCHES = [
    ("soma", 2),
    ("pentominoes-6x10", 2),
    ("iq-rectangle", 1),
    ("iq-rectangle", 2),
    ("bedlam", 1),
    ("bedlam", 2),
]
READY = """new MutationObserver((_, own) => {
    if (document.body?.dataset.ready) { window.readyAt = performance.now(); own.disconnect(); }
}).observe(document, { subtree: true, attributes: true, childList: true });
Object.defineProperty(Navigator.prototype, "hardwareConcurrency", { get: () => WORKERS });"""
SOLVE = """async () => {
    const start = performance.now(), times = [];
    document.getElementById("solve").click();
    await new Promise((done) => new MutationObserver((_, own) => {
        if (document.querySelector("#status.complete")) { own.disconnect(); done(); }
    }).observe(document.body, { subtree: true, attributes: true, childList: true }));
    times.push(performance.now() - start);
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return [...times, performance.now() - start].map((time) => time / 1000);
}"""


class Visit:
    """The page, opened by somebody who was never there, on a machine with this number of cores."""

    def __init__(self, browser: Any, path: Path, workers: int) -> None:
        self.context = browser.new_context(viewport={"width": 1280, "height": 800})
        self.context.add_init_script(READY.replace("WORKERS", str(workers)))
        self.page = self.context.new_page()
        self.page.set_default_timeout(200_000)
        self.page.goto(path.as_uri())
        self.page.wait_for_selector("body[data-ready]")
        self._session = browser.new_browser_cdp_session()

    def __enter__(self) -> "Visit":
        return self

    def __exit__(self, *_: object) -> None:
        self.context.close()  # or its puzzle would go on turning

    def solve(self, name: str) -> list[float]:
        """Return seconds until all solutions are in the document and until they are drawn, and CPU seconds."""
        self.page.click("[data-key=choose]")
        self.page.click(f"[data-name='{name}']")
        self.page.click("#modes [data-key=solve]")
        self.page.wait_for_timeout(3000)
        before = self._cpu()
        return [*self.page.evaluate(SOLVE), self._cpu() - before]

    def turn(self, seconds: float) -> list[float]:
        """Return frames a second while a puzzle is turned by hand, and the milliseconds of CPU time of a frame."""
        canvas = self.page.locator("#space canvas")
        self.page.wait_for_timeout(2000)
        box = canvas.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + 4, y)
        kinds = ("renderer", "GPU")
        before, start, first = self._cpu(*kinds), time.monotonic(), int(canvas.get_attribute("data-frames"))
        move = 0
        while time.monotonic() - start < seconds:
            move += 1
            self.page.mouse.move(x + 4 * move % 300, y + move % 20)
        frames = int(canvas.get_attribute("data-frames")) - first
        took, spent = time.monotonic() - start, self._cpu(*kinds) - before
        self.page.mouse.up()
        return [frames / took, 1000 * spent / max(frames, 1)]

    def _cpu(self, *kinds: str) -> float:
        found = self._session.send("SystemInfo.getProcessInfo")["processInfo"]
        return float(sum(each["cpuTime"] for each in found if each["type"] in (kinds or ("renderer",))))


def dominoes() -> View:
    """Return a page with 60 dominoes in a box."""
    names = [chr(number) for number in (*range(65, 91), *range(97, 123), *range(48, 56))]
    pieces = [{"name": name, "cells": [[0, 0, 0], [1, 0, 0]]} for name in names]
    puzzle = satpuzzle.make_puzzle(grid="cubic", box=[5, 4, 6], pieces=pieces)
    return satpuzzle.view(next(iter(satpuzzle.solve(puzzle, limit=1))))


def row(name: str, runs: list[list[float]]) -> str:
    """Return a line with the least and the median of each column."""
    columns = [sorted(column) for column in zip(*runs, strict=True)]
    return " | ".join([f"{name:30}", *(f"{column[0]:6.2f} {statistics.median(column):6.2f}" for column in columns)])


def main(given: str | None = None, runs: str = "5") -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = Path(given or Path(folder) / "studio.html").absolute()
        if given is None:
            path.write_text(page(), encoding="utf-8")
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell") or shutil.which("chromium"), args=OPTIONS
        )
        print(f"{'least, median':30} | in the page   | drawn         | CPU")

        def measured(name: str, path: Path, workers: int, take: Callable[[Visit], list[float]]) -> None:
            found = []
            for _ in range(int(runs)):
                with Visit(browser, path, workers) as visit:
                    found.append(take(visit))
            print(row(name, found), flush=True)

        measured("ready after opening", path, 2, lambda visit: [visit.page.evaluate("readyAt") / 1000])
        for name, workers in SEARCHES:
            measured(f"{name}, {workers} worker{'s'[: workers - 1]}", path, workers, partial(Visit.solve, name=name))
        turned = Path(folder) / "dominoes.html"
        dominoes().save(turned)
        print("60 dominoes turned by hand (least, median): frames a second, ms of CPU time of a frame")
        measured("", turned, 2, partial(Visit.turn, seconds=5))
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
