"""Watching the search: what it chooses, tries and takes back, on the board and in words."""

from pathlib import Path
from typing import Any

import pytest
from in_node import in_node
from studio import Studio
from test_geometry import any_puzzle

import satpuzzle as sp
from satpuzzle.puzzle.formats.link import pack
from satpuzzle.puzzle.formats.writing import content

IN_SPACE = True

_WALKED = """
answer(input.puzzles.map((said) => {
    const walk = new Walk(coverOf(puzzleOf(said, library)));
    while (!walk.done && walk.steps < 200000) walk.step();
    return walk.found;
}));
"""
# No domino covers the last cell of the first board; the second one has three solutions.
BOARDS = {"***\n.*.": 2, "***\n***": 3}


def test_the_walk_finds_as_many_solutions_as_python_counts() -> None:
    puzzles = [sp.load(name) for name in ("slothouber-graatsma", "tetrominoes-cylinder")]
    found = in_node(_WALKED, "placements.js", "walk.js", puzzles=[content(each, drawn=False) for each in puzzles])
    assert found == [sp.count(each).raw for each in puzzles]


def test_random_puzzles_are_walked_completely() -> None:
    puzzles = [any_puzzle(grid, seed) for grid in ("square", "cubic", "hexagonal", "fcc") for seed in range(4)]
    found = in_node(_WALKED, "placements.js", "walk.js", puzzles=[content(each, drawn=False) for each in puzzles])
    assert found == [sp.count(each).raw for each in puzzles] and any(found)


def said(studio: Studio) -> str:
    text: str = studio.page.inner_text("#walk")
    return text


@pytest.mark.parametrize("board", BOARDS)
def test_one_sees_what_is_chosen_tried_and_taken_back(studio_browser: Any, studio_path: Path, board: str) -> None:
    pieces = [{"name": "I", "cells": "**", "count": BOARDS[board]}]
    visitor = Studio(
        studio_browser, studio_path, pack({"puzzle": {"grid": "square", "board": board, "pieces": pieces}})
    )
    page = visitor.page
    visitor.mode("solve")
    page.click("[data-key=watch]")
    page.click("[data-key=walking]")  # now it goes step by step
    seen = [said(visitor)]
    while not page.is_disabled("[data-key=step]"):
        page.click("[data-key=step]")
        seen.append(said(visitor))
    assert any(text.startswith("Next is ") for text in seen)
    assert any(text.startswith("Way 1 of ") and "it tries piece I" in text for text in seen)
    assert any(text.startswith("Back: ") for text in seen) and seen[-1] == "All ways were tried."
    found, dead = seen.count("A solution!"), sum(text.startswith("A dead end: ") for text in seen)
    assert (found, dead > 0) == ((3, False) if BOARDS[board] == 3 else (0, True))
    page.click("[data-key=walking]")  # from the beginning
    assert not page.is_disabled("[data-key=step]")
    page.click("[data-key=stop]")
    assert page.query_selector("#walk") is None
    visitor.close()


def test_it_walks_by_itself_and_stops_at_a_solution(visitor: Studio) -> None:
    page = visitor.page
    visitor.choose("pentominoes-3x20")
    visitor.mode("solve")
    page.click("[data-key=watch]")
    page.select_option("[data-key=pace]", "50")
    visitor.until("document.querySelectorAll('#sheet g.piece').length > 3")
    assert page.query_selector_all(".tree li") and page.query_selector_all(".dot.now")
    visitor.mode("draw")
    visitor.mode("solve")
    before = said(visitor)
    then = []
    for _ in range(13):  # it may go back several times, from at most twelve pieces
        page.click("[data-key=step]")
        then.append(said(visitor))
    assert any(text != before for text in then)
    visitor.choose("soma")  # in space
    visitor.mode("solve")
    page.click("[data-key=watch]")
    visitor.until("Number(document.querySelector('#space canvas').dataset.figures) > 2")


def test_a_comparison_goes_on_with_what_was_watched(visitor: Studio) -> None:
    page = visitor.page
    visitor.choose("pentominoes-3x20")
    visitor.mode("solve")
    page.click("[data-key=watch]")
    page.click("[data-key=walking]")
    for _ in range(8):
        page.click("[data-key=step]")
    before = said(visitor)
    tried = page.inner_text("#walk + .note").split()[0]
    page.evaluate("() => { window.setInterval = () => 0; }")  # no search goes on by itself
    page.click("[data-key=compare]")
    cells = "row => [row.dataset.order, row.querySelector('td').textContent]"
    rows = page.evaluate(f"[...document.querySelectorAll('[data-order]')].map({cells})")
    assert rows == [["fewest", f"≥ {tried}"], ["cells", "≥ 0"], ["pieces", "≥ 0"]]
    assert int(tried) > 0 and said(visitor) == before
    page.select_option("[data-key=order]", "fewest")  # from the beginning, which the comparison does not forget
    assert page.inner_text("[data-order=fewest] td") == f"≥ {tried}" and said(visitor) != before
