"""Somebody who clicks, drags and types at random: no error, the stage belongs to the mode, and all is said in words."""

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest
from studio import Studio

import satpuzzle as sp

VISITORS = int(os.environ.get("SATPUZZLE_VISITORS", "40"))
SIZES = [(1000, 640), (1000, 640), (360, 640), (640, 360)]
KEYS = ["r", "f", "Escape", "Enter", " ", "n", "p", "ArrowLeft", "ArrowUp", "Tab", "Control+z", "Control+Shift+z", "5"]
# A control that is seen: its number among all.
_CONTROLS = """[...document.querySelectorAll("button, select, input:not([type=file]), svg.picture, canvas, summary")]
    .map((each, i) => [each, i])
    .filter(([each]) => each.checkVisibility({ visibilityProperty: true }) && !each.disabled)
    .filter(([each]) => !document.querySelector("dialog[open]") || each.closest("dialog"))
    .map(([, i]) => i)"""
_ACT = """([number, share]) => {
    const all = document.querySelectorAll("button, select, input:not([type=file]), svg.picture, canvas, summary");
    const each = all[number];
    each.scrollIntoView({ block: "nearest" });
    if (each.matches("select, input[type=range], input[type=number]")) {
        each.value = each.options ? each.options[Math.floor(share * each.options.length)].value : Math.round(share * 9);
        for (const name of ["input", "change"]) each.dispatchEvent(new Event(name, { bubbles: true }));
        return null;
    }
    const { x, y, width, height } = each.getBoundingClientRect();
    return [x + width * (0.1 + 0.8 * share), y + height * (0.1 + 0.8 * ((7 * share) % 1))];
}"""
# Which mode the sheet belongs to, null if it shows none.
_SHEET = """(() => {
    const sheet = document.querySelector("#sheet:not([hidden]) svg");
    return sheet && (sheet.matches(".editor") ? "draw" : sheet.matches(".map") ? "play" : "solve");
})()"""
# What is said that is no word, or by how much the page is too wide, null if all is well.
_WRONG = """/\\b(undefined|NaN|Infinity)\\b|\\[object/.exec(document.body.innerText)?.[0]
    ?? (document.documentElement.scrollWidth > innerWidth ? document.documentElement.scrollWidth - innerWidth : null)"""


def act(studio: Studio, random: Random) -> None:
    """Do something that somebody could do."""
    page = studio.page
    if random.random() < 0.15:
        page.keyboard.press(random.choice(KEYS))
        return
    there = page.evaluate(_ACT, [random.choice(page.evaluate(_CONTROLS)), random.random()])
    if there is None:
        return
    page.mouse.move(*there)
    page.mouse.down()
    if random.random() < 0.3:
        page.mouse.move(there[0] + random.uniform(-200, 200), there[1] + random.uniform(-200, 200), steps=3)
    page.mouse.up()


@pytest.mark.parametrize(("visitors", "acts"), [(1, 25), pytest.param(VISITORS, 60, marks=pytest.mark.slow)])
def test_nothing_that_is_done_at_random_is_an_error(
    visitors: int, acts: int, studio_browser: Any, studio_path: Path, seed: int
) -> None:
    random = Random(seed)
    for _ in range(visitors):
        wide, high = random.choice(SIZES)
        in_space = random.random() < 0.3
        visitor = Studio(studio_browser, studio_path, in_space=in_space, viewport={"width": wide, "height": high})
        visitor.page.evaluate("window.print = () => {}")
        visitor.choose(random.choice(sp.puzzles()))
        visitor.mode(random.choice(["draw", "solve", "play"]))
        for _ in range(acts):
            act(visitor, random)
            assert visitor.page.evaluate(_SHEET) in (None, visitor.page.evaluate("document.body.dataset.mode"))
            assert visitor.page.evaluate(_WRONG) is None
        visitor.close()
    print(f"{visitors} visitors, seed {seed}")
