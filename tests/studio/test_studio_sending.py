"""A page that is saved with a puzzle in it: one file, which opens in Play."""

import json
from pathlib import Path
from typing import Any

import pytest
from studio import Studio

from satpuzzle.puzzle.formats.link import pack, unpack
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
    friend.page.click("[data-key=everything]")
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


def test_who_is_sent_a_puzzle_sees_what_a_player_needs_and_a_small_way_to_all(
    studio_browser: Any, studio_path: Path
) -> None:
    domino = {"name": "I", "cells": "**", "count": 4}
    board = {"title": "Four", "grid": "square", "box": [4, 2], "pieces": [domino]}
    said = pack({"puzzle": board, "placed": [[0, [[0, 0, 0], [1, 0, 0]], None, True]]})
    friend = Studio(studio_browser, studio_path, said, viewport={"width": 360, "height": 640})
    page = friend.page
    friend.until_finish("This can be finished.")
    rest = ("#modes [data-key=draw]", "[data-key=choose]", "[data-key=open]", "[data-key=easy]", "[data-key=fix]")
    assert not any(page.is_visible(each) for each in rest)
    page.reload()
    page.wait_for_selector("body[data-ready]")
    page.click("[data-key=further]")
    assert not any(page.is_visible(each) for each in rest)
    page.click("[data-key=everything]")
    friend.until("document.getElementById('over') === null")
    assert page.is_visible("#modes [data-key=draw]") and page.is_visible("[data-key=choose]")
    friend.close()


def test_an_address_is_given_once_and_begins_links_from_then_on(visitor: Studio) -> None:
    page = visitor.page
    page.click("[data-key=Link]")
    assert page.input_value("#dialog textarea").startswith("#p=") and not page.query_selector("#dialog .qr")
    for said in ("example.org", "https://example.org/studio.html"):
        page.fill("#dialog .address input", said)
        page.click("[data-key=address]")
    page.wait_for_selector("#dialog .qr")
    assert page.input_value("#dialog textarea").startswith("https://example.org/studio.html#p=")
    visitor.until_said("An address begins with https://")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    page.click("[data-key=Link]")
    page.wait_for_selector("#dialog .qr")
