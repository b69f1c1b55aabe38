"""A page that is saved with a puzzle in it: one file, which opens in Play."""

import json
from pathlib import Path
from typing import Any

from studio import Studio

HOSTILE = "</script><script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'> $& $1 \u2028"


def saved(studio: Studio, button: str, path: Path) -> str:
    """Save a page with the puzzle that is shown."""
    studio.page.click(f"[data-key={button}]")
    with studio.page.expect_download() as download:
        studio.page.click("[data-key='Web page with this puzzle']")
    download.value.save_as(path)
    return path.read_text(encoding="utf-8")


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
