"""A puzzle that the user has solved bursts and comes together again, once."""

import re
from pathlib import Path

import pytest
from studio import Studio

_WATCH = """
window.bursts = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) { window.bursts++; return animate.apply(this, how); };
"""

# The next picture has no room.
_NO_MEMORY = """() => {
    const own = HTMLCanvasElement.prototype.toBlob;
    HTMLCanvasElement.prototype.toBlob = (done) => { HTMLCanvasElement.prototype.toBlob = own; done(null); };
}"""


def solved(studio: Studio, reduced_motion: str = "no-preference") -> int:
    """Finish a puzzle of four pieces; return how many pieces moved then."""
    studio.context.add_init_script(_WATCH)
    studio.load()
    studio.page.emulate_media(reduced_motion=reduced_motion)
    said = '{"grid": "square", "box": [4, 2], "pieces": [{"name": "I", "cells": "**", "count": 4}]}'
    studio.open_file("four.json", said)
    studio.mode("play")
    studio.hints(4)
    studio.until_finish("Solved")
    studio.until("document.getElementById('stage').classList.contains('solved') || window.bursts > 0")
    many: int = studio.page.evaluate("window.bursts")
    return many


# The diary of one who solved the puzzles of yesterday, of the day before, and of a day before a gap.
_DIARY = """new Promise((resolve) => {
    const pages = [5, 2, 1].map((ago) => {
        const day = new Date();
        day.setDate(day.getDate() - ago);
        const labels = [day.toLocaleDateString("en-US", { month: "short" }), `${day.getDate()}`];
        const on = day.toLocaleDateString("sv"); // such as 2026-11-30
        return { puzzle: {}, day: ["a-puzzle-a-day", labels], all: null, found: [{ on, placed: [] }] };
    });
    indexedDB.open("satpuzzle-studio", 1).onsuccess = ({ target: { result: base } }) => {
        const change = base.transaction("kept", "readwrite");
        change.objectStore("kept").put(pages, `${location.protocol}${location.pathname} diary`);
        change.oncomplete = () => { base.close(); resolve(); };
    };
})"""


@pytest.mark.full
def test_after_a_victory_there_are_the_time_a_picture_and_the_next_day(visitor: Studio) -> None:
    page = visitor.page
    page.evaluate(_DIARY)
    visitor.choose("a-puzzle-a-day")
    visitor.mode("play")
    visitor.hints(8)
    visitor.until_finish("Solved: solution 1 of ")
    assert re.fullmatch(r"Your time: \d+:\d\d · with 8 hints · 3 days in a row", page.inner_text("#clock"))
    page.evaluate(_NO_MEMORY)
    page.click("[data-key=share]")
    visitor.until_said("The browser could not make the picture.")
    page.click("[data-key=share]")
    visitor.until("document.querySelector('.postcard')?.naturalWidth === 1080")
    alt = page.get_attribute(".postcard", "alt")
    assert alt.startswith(page.input_value("#title")) and "Solved: solution 1 of " in alt and "Your time" in alt
    with page.expect_download() as download:
        page.click("[data-key=savePicture]")
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")
    page.keyboard.press("Escape")
    page.click("[data-key=tomorrow]")
    date = "new Date(Date.now() + 864e5).toLocaleDateString('en-US', { month: 'short', day: 'numeric' })"
    assert page.input_value("#title") == f"A-Puzzle-A-Day: {page.evaluate(date)}"
    assert not page.query_selector("#clock, [data-placed]")


@pytest.mark.full
def test_each_piece_moves_once(visitor: Studio) -> None:
    assert solved(visitor) == 4
    visitor.mode("solve")
    visitor.mode("play")
    visitor.until_finish("Solved")
    assert visitor.page.evaluate("window.bursts") == 4


def test_nothing_moves_for_who_wants_no_motion(visitor: Studio) -> None:
    assert solved(visitor, reduced_motion="reduce") == 0
