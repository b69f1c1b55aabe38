"""The page in each of its languages: which one is spoken, and that its texts have room."""

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

from studio import Studio
from test_studio_filling import FIVE

GLOSSARY = Path(__file__).parents[2] / "docs" / "adding" / "text.md"
WORDS = files("satpuzzle.studio") / "words"
SOLVE = {"en": "Solve", "de": "Lösen", "ru": "Решать", "zh": "求解"}
# What is wrong with what one sees: a text that is cut (a name may be), something outside the window (but in lists that
# scroll), or two controls of one part of the page upon each other.
_FAULTS = """() => {
    const shown = [...document.querySelectorAll("body *")].filter(
        (each) => each.checkVisibility() && !each.closest("svg, .unseen, .tray, .language"),
    );
    const cut = shown.filter((each) =>
        each.clientWidth && each.scrollWidth > each.clientWidth + 1 && !each.matches("input, .tag, #space *"),
    );
    const out = shown.filter((each) => {
        const { left, right } = each.getBoundingClientRect();
        return left < -0.5 || right > innerWidth + 0.5;
    });
    const controls = shown.filter((each) => each.matches("button, select, label, input:not([type=checkbox])"));
    const parts = controls.map((each) => each.closest("#top, #modes, #stage, #panel"));
    const boxes = controls.map((each) => each.getBoundingClientRect());
    const meet = (a, b) => a.right > b.left + 0.5 && a.bottom > b.top + 0.5;
    const upon = controls.filter((each, i) => controls.some((other, k) =>
        parts[i] === parts[k] && !each.contains(other) && !other.contains(each)
        && meet(boxes[i], boxes[k]) && meet(boxes[k], boxes[i]),
    ));
    return Object.entries({ cut, out, upon }).flatMap(([how, found]) =>
        found.map((each) => `${how}: <${each.tagName}> ${each.ariaLabel ?? each.textContent}`),
    );
}"""


def speaks(visitor: Studio, lang: str) -> bool:
    """Tell whether the page is in a language."""
    tab: str = visitor.page.inner_text("#modes [data-key=solve]")
    return visitor.page.get_attribute("html", "lang") == lang and tab == SOLVE[lang]


def test_the_browser_chooses_the_language_and_so_can_the_user(studio_browser: Any, studio_path: Path) -> None:
    visitor = Studio(studio_browser, studio_path, locale="de-AT")
    assert speaks(visitor, "de")
    visitor.choose("a-puzzle-a-day")
    assert visitor.page.get_attribute("[data-key=day0]", "aria-label") == "Monat"
    visitor.choose("soma")
    assert visitor.page.input_value("#title") == "Somawürfel"
    visitor.page.select_option("[data-key=language]", "ru")
    assert speaks(visitor, "ru") and visitor.page.input_value("#title") == "Кубики сома"
    visitor.mode("draw")
    assert visitor.page.inner_text("[data-key=set] [value=soma]") == "Детали кубиков сома"
    visitor.mode("solve")
    visitor.load()
    assert speaks(visitor, "ru")
    visitor.close()


def test_a_worker_gives_its_reason_in_the_language_that_is_spoken_now(visitor: Studio) -> None:
    corners = [{"name": "V", "cells": "**\n*.", "count": 2}]
    visitor.open_file("corners.json", json.dumps({"grid": "square", "box": [6, 1], "pieces": corners}))
    for lang, why in (("en", "No piece can cover"), ("de", "Kein Teil kann")):
        visitor.page.select_option("[data-key=language]", lang)
        visitor.solve("impossible")
        assert why in visitor.page.inner_text("#status")


def test_all_texts_have_room_in_each_language(studio: Studio) -> None:
    page = studio.page
    studio.solve()
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 760})
        for lang in SOLVE:
            page.select_option("[data-key=language]", lang)
            for mode in ("draw", "solve", "play"):
                studio.mode(mode)
                assert speaks(studio, lang)
                if mode == "play":
                    page.wait_for_selector("#finish.good")
                    page.evaluate("document.querySelector('[data-key=series][aria-expanded=false]')?.click()")
                assert page.evaluate(_FAULTS) == [], (width, lang, mode)


def test_what_is_said_of_a_gap_has_room_in_each_language(visitor: Studio) -> None:
    page = visitor.page
    visitor.open_file("five.json", json.dumps(FIVE))
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 760})
        for lang in SOLVE:
            page.select_option("[data-key=language]", lang)
            visitor.solve("impossible")
            assert page.evaluate(_FAULTS) == [], (width, lang)
            page.click("[data-key=fill]")
            page.wait_for_selector("#filled.complete")
            assert page.evaluate(_FAULTS) == [], (width, lang)
            page.click("[data-key=stop]")


def test_a_term_is_the_word_of_the_glossary() -> None:
    """Of what the page says in English, the beginnings of the words, since their ends change."""
    table = GLOSSARY.read_text(encoding="utf-8").partition("## Terms")[2]
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", table, re.MULTILINE)[1:]
    english, *others = ((WORDS / f"{lang}.json").read_text(encoding="utf-8").casefold() for lang in SOLVE)
    said = [row for row in rows if re.search(rf"\b{row[0].partition(',')[0]}\b", english)]
    assert len(said) > 20
    for _, *row in said:
        for word, text in zip(row, others, strict=True):
            begin = re.split("[ 、]", word)[0].casefold()
            assert (begin[:-2] if len(begin) > 4 else begin) in text, word
