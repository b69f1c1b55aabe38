"""The diary: what one has found, kept in the browser, saved as a file and added from one."""

import json
from pathlib import Path
from typing import Any

import pytest
from studio import STORED, Studio

import satpuzzle as sp
from satpuzzle.puzzle.formats.link import pack

DOMINOES = {
    "title": "Three dominoes",
    "grid": "square",
    "box": [3, 2],
    "pieces": [{"name": name, "cells": "**"} for name in ("left", "right", "last")],
}
LEFT = [0, [[0, 0, 0], [1, 0, 0]]]
BEGUN = ([LEFT, [1, [[2, 0, 0], [2, 1, 0]]]], [LEFT, [1, [[0, 1, 0], [1, 1, 0]]]])
RAW = sp.count(sp.from_dict(DOMINOES)).raw

_DROP = """() => {
    const dropped = new DataTransfer();
    dropped.items.add(new File([" ".repeat(1e7)], "d.json"));
    dispatchEvent(new DragEvent("drop", { dataTransfer: dropped, cancelable: true }));
}"""


def solve(visitor: Studio, begun: list[Any], said: str) -> None:
    """Open two pieces that lie on the board, and let a hint place the last one."""
    visitor.load(pack({"puzzle": DOMINOES, "placed": begun}))
    visitor.until_finish("This can be finished.")
    visitor.page.click("[data-key=hint]")
    visitor.until_finish(said)


def cards(visitor: Studio) -> list[str]:
    """Open the diary and return what stands below its pictures."""
    visitor.page.evaluate("document.querySelector('[data-key=everything]')?.click()")
    visitor.page.click("[data-key=diary]")
    visitor.page.wait_for_selector("#dialog[open]")
    return [each.inner_text() for each in visitor.page.query_selector_all("#dialog .card .note")]


@pytest.mark.full
def test_what_one_has_found_is_in_the_diary_and_in_its_file(
    studio_browser: Any, studio_path: Path, visitor: Studio, tmp_path: Path
) -> None:
    for way, begun in enumerate(BEGUN, 1):
        solve(visitor, begun, f"Solved: solution {way} of {RAW}.")
    found = cards(visitor)
    assert [text.partition(",")[0] for text in found] == [f"Solution {way} of {RAW}" for way in (2, 1)]
    assert len(visitor.page.query_selector_all("#dialog .card >> nth=1 >> .outline")) == 3
    with visitor.page.expect_download() as download:
        visitor.page.click("#dialog [data-key=Save]")
    download.value.save_as(tmp_path / "diary.json")
    visitor.page.click("#dialog .card >> nth=1")
    visitor.until_finish(f"Solved: solution 2 of {RAW}.")
    upright = "#sheet [data-piece=right]"
    assert (
        visitor.page.query_selector(upright).bounding_box()["height"]
        > 1.5 * (visitor.page.query_selector(upright).bounding_box()["width"])
    )
    friend = Studio(studio_browser, studio_path)
    for said in ("2 solutions were added", "0 solutions were added"):
        friend.drop("diary.json", (tmp_path / "diary.json").read_bytes())
        friend.until_said(said)
    friend.mode("play")
    assert cards(friend) == found
    friend.close()


@pytest.mark.full
def test_what_the_page_has_solved_is_not_in_the_diary(visitor: Studio) -> None:
    visitor.load(pack({"puzzle": DOMINOES, "placed": BEGUN[0]}))
    visitor.page.click("[data-key=finish]")
    visitor.until_finish("Solved by this page.")
    assert not cards(visitor)
    assert visitor.page.inner_text("#dialog .note").startswith("Nothing yet")


GOOD = {"puzzle": DOMINOES, "found": [{"on": "2026-11-26", "placed": [LEFT]}]}


@pytest.mark.full
def test_a_diary_of_ten_megabytes_that_is_dropped_is_refused(studio: Studio) -> None:
    studio.page.evaluate(_DROP)
    studio.until_said("d.json: The file is too large for a puzzle or a diary.")


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('{"diary": [', "d.json: This is not JSON."),
        ({"diary": {}}, "d.json: This is not a diary."),
        ({"diary": [GOOD, {"puzzle": DOMINOES}]}, "d.json: Page 2 of the diary is damaged."),
        ({"diary": [GOOD | {"found": [{"on": "<b>", "placed": [LEFT]}]}]}, "d.json: Page 1 of the diary is damaged."),
        ({"diary": [GOOD | {"found": [{"on": "2026-11-26", "placed": [LEFT, LEFT]}]}]}, "Page 1 of the diary is"),
        ({"diary": [GOOD | {"found": [None]}]}, "d.json: Page 1 of the diary is damaged."),
        ({"diary": [GOOD | {"puzzle": {"grid": "square", "box": [2, 2]}}]}, "d.json: The puzzle names no pieces."),
        ({"diary": [GOOD | {"day": ["no-calendar", []]}]}, "d.json: There is no puzzle with the name no-calendar."),
    ],
)
def test_a_damaged_diary_is_refused_in_one_line(studio: Studio, content: Any, said: str) -> None:
    studio.drop("d.json", content if isinstance(content, str) else json.dumps(content))
    studio.until_said(said)
    assert "\n" not in studio.said()
    studio.mode("play")
    assert not cards(studio)
    studio.page.click("#dialog [aria-label=Close]")


def test_the_diary_is_bounded_and_drops_what_was_found_first(visitor: Studio) -> None:
    puzzles = [DOMINOES | {"title": f"{number}", "source": "x" * 20_000} for number in range(40)]
    pages = [{"puzzle": puzzle, "found": [{"on": "2026-11-26", "placed": [LEFT]}]} for puzzle in puzzles]
    for part in (pages[:20], pages[20:]):
        visitor.drop("diary.json", json.dumps({"diary": part}))
        visitor.until_said("solutions were added to the diary")
    sizes = visitor.page.evaluate(f"{STORED}.then((all) => all.map((one) => JSON.stringify(one).length))")
    assert 570_000 < max(sizes) <= 600_000
    visitor.mode("play")
    assert 25 < len(cards(visitor)) < 30
    assert visitor.page.inner_text("#dialog .card strong >> nth=0") == "39"
