"""A page that is saved with a puzzle in it: one file, which opens in Play."""

import json
from pathlib import Path
from typing import Any

import pytest
from studio import Studio

from satpuzzle.puzzle.formats.link import unpack
from satpuzzle.studio.page import page

HOSTILE = "</script><script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'> $& $1 \u2028"


def saved(studio: Studio, button: str, path: Path) -> str:
    """Save a page with the puzzle that is shown."""
    studio.page.click(f"[data-key={button}]")
    with studio.page.expect_download() as download:
        studio.page.click("[data-key='Web page with this puzzle']")
    download.value.save_as(path)
    return path.read_text(encoding="utf-8")


@pytest.mark.full
def test_a_page_with_the_puzzle_opens_in_play_with_its_pieces(
    studio_browser: Any, visitor: Studio, tmp_path: Path
) -> None:
    visitor.choose("a-puzzle-a-day")
    visitor.mode("play")
    visitor.hints(2)
    content = saved(visitor, "Link", tmp_path / "day.html")
    assert len(content.encode()) <= 1_100_000
    friend = Studio(studio_browser, tmp_path / "day.html")
    assert friend.page.input_value("#title") == visitor.page.input_value("#title")
    assert friend.page.get_attribute("#modes [data-key=play]", "aria-selected") == "true"
    assert len({each.get_attribute("data-placed") for each in friend.page.query_selector_all("[data-placed]")}) == 2
    friend.hints(0)
    friend.until_finish("This can be finished.")
    assert saved(friend, "Save", tmp_path / "again.html") == content
    friend.close()


def test_a_page_with_a_hostile_puzzle_shows_its_text(studio_browser: Any, visitor: Studio, tmp_path: Path) -> None:
    pieces = [{"name": HOSTILE, "cells": "**", "count": 2}]
    visitor.open_file("bad.json", json.dumps({"title": HOSTILE, "grid": "square", "box": [2, 2], "pieces": pieces}))
    saved(visitor, "Save", tmp_path / "bad.html")
    friend = Studio(studio_browser, tmp_path / "bad.html")
    friend.until_finish("This can be finished.")
    assert friend.page.input_value("#title").startswith("</script>")
    assert friend.page.evaluate("window.hacked") is None
    friend.close()


# Return the modules of the QR code that is shown, as rows of 0 and 1.
_MODULES = """() => {
    const svg = document.querySelector("#dialog svg.qr"), size = svg.viewBox.baseVal.width;
    const rows = Array.from({ length: size }, () => Array(size).fill(0));
    for (const [, x, y] of svg.querySelector("path").getAttribute("d").matchAll(/M(\\d+) (\\d+)h/g)) rows[y][x] = 1;
    return rows;
}"""


@pytest.mark.full
def test_a_link_ends_with_the_title_and_has_a_qr_code(studio_browser: Any, tmp_path: Path) -> None:
    path = tmp_path / "own.html"
    path.write_text(page(base="https://example.org/studio.html"), encoding="utf-8")
    visitor = Studio(studio_browser, path)
    visitor.page.click("[data-key=Link]")
    link = visitor.page.input_value("#dialog textarea")
    assert link.startswith("https://example.org/studio.html#p=") and link.endswith("&t=Soma-cube")
    assert unpack(link)["puzzle"]["title"] == "Soma cube"
    rows = visitor.page.evaluate(_MODULES)
    finder = [[1] * 7, [1, 0, 0, 0, 0, 0, 1], *[[1, 0, 1, 1, 1, 0, 1]] * 3, [1, 0, 0, 0, 0, 0, 1], [1] * 7]
    corners = [(4, 4), (4, len(rows) - 11), (len(rows) - 11, 4)]
    assert all([row[x : x + 7] for row in rows[y : y + 7]] == finder for y, x in corners)
    visitor.load(link[link.index("#") :])
    assert visitor.page.input_value("#title") == "Soma cube" and not visitor.complaints
    visitor.close()
