"""Animations of searches, in Python and in a browser."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import satpuzzle as sp
from satpuzzle.errors import PuzzleError

TRAY = sp.make_puzzle(board="***\n***", pieces={"L": "**\n*.", "I": "***"}, grid="square", name="tray")


def frames(shown: sp.results.Animation) -> list[dict[str, Any]]:
    found = re.search(r'id="data">(.*?)</script>', shown.html)
    assert found
    told: list[dict[str, Any]] = json.loads(found[1])["frames"]
    return told


def test_a_search_is_told_in_words() -> None:
    shown = sp.animate(TRAY)
    assert shown.complete and repr(shown) == f"<all {shown.steps} steps of a search of tray>"
    texts = [frame["text"] for frame in frames(shown)]
    assert texts[0] == "Piece I can be covered in 2 ways, way 1: piece I."
    assert any(
        re.fullmatch(r"The cell in row \d, column \d cannot be covered any more: go back\.", text) for text in texts
    )
    assert "A solution." not in texts  # the rest is no L
    assert texts[-1].startswith("Take piece ")


def test_it_is_as_long_as_wanted_and_of_the_given_pieces() -> None:
    first, later = sp.animate("pentominoes-3x20", most=20), sp.animate("pentominoes-3x20", most=10, skip=10)
    assert (first.steps, first.complete) == (20, False)
    assert frames(first)[10:] == frames(later)
    run = sp.solve("pentominoes-3x20", given="X: 1,0 0,1 1,1 2,1 1,2")
    given = run.tabulate().cover.chosen
    assert all(frame["chosen"][: len(given)] == list(given) for frame in frames(sp.animate(run, most=20)))


@pytest.mark.parametrize("name", ["soma", "iq-pyramid-4", "macmahon-triangles", "tetrahexes-4x7", "prisms-triangle"])
def test_every_grid_can_be_looked_at(name: str) -> None:
    shown = sp.animate(name, most=12)
    assert all(f'id="o{option}"' in shown.html for frame in frames(shown) for option in frame["chosen"])
    assert len(shown.html) < 200_000
    assert shown._repr_html_().startswith("<iframe")


def test_what_makes_no_sense_is_refused() -> None:
    for wrong, message in (({"most": 0}, "most 0, skip 0"), ({"skip": 10**6}, "no more than 1000000 steps")):
        with pytest.raises(PuzzleError, match=message):
            sp.animate(TRAY, **wrong)


@pytest.mark.full
def test_the_page_goes_step_by_step(studio_browser: Any, tmp_path: Path) -> None:
    shown = sp.animate("pentominoes-6x10", most=60)
    shown.save(tmp_path / "search.html")
    page = studio_browser.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto((tmp_path / "search.html").as_uri())
    told = frames(shown)
    for number in (0, 1, 2, 1):
        while (at := int(page.eval_on_selector("#step", "each => each.value"))) != number:
            page.click("#on" if at < number else "#back")
        assert page.text_content("#text") == told[number]["text"]
        seen = page.eval_on_selector_all(
            "g[id^=o]", "all => all.filter(g => getComputedStyle(g).display !== 'none').map(g => g.id)"
        )
        assert {int(name[1:]) for name in seen} == set(told[number]["chosen"])
    page.click("#play")
    page.wait_for_selector("#number:text-is('step 4')")
    assert not complaints
