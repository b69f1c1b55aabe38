"""Solving in a browser: what the page counts is what Python counts."""

import json
from pathlib import Path
from typing import Any

import pytest
from studio import STORED, Studio

import satpuzzle as sp
from satpuzzle.puzzle.formats.link import pack
from satpuzzle.puzzle.formats.writing import text

_HELD = """
window.held = [];
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (...message) {
    const send = () => post.apply(this, message);
    if (held) held.push(send);
    else send();
};
window.release = () => {
    for (const send of held) send();
    held = null;
};
"""
_POSTS = """
window.posts = [];
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message) {
    posts.push(message.kind === "foresee" ? message.content.title : message.kind);
    post.call(this, message);
};
"""


@pytest.mark.full
@pytest.mark.parametrize("name", ["soma", "tetrahexes-4x7", "iq-pyramid-4", "stella-octangula-any"])
def test_a_bundled_puzzle_is_solved_and_counted(studio: Studio, name: str) -> None:
    studio.choose(name)
    studio.solve()
    assert studio.counts() == sp.count(name).known()
    studio.page.click("[aria-label='Next solution']")
    assert studio.page.inner_text(".flip .number").startswith("2 of ")
    studio.page.click("[aria-label='Previous solution']")
    studio.page.click("[aria-label='Previous solution']")
    many = f"{sp.count(name).isometries:,}"
    assert studio.page.inner_text(".flip .number") == f"{many} of {many}"


@pytest.mark.full
def test_a_puzzle_is_prepared_before_solve_is_pressed_and_the_one_on_the_page_is_solved(
    studio_browser: Any, studio_path: Path
) -> None:
    visitor = Studio(studio_browser, studio_path, in_space=True)
    visitor.context.add_init_script(_POSTS)
    visitor.load()
    for name in ("pentominoes-6x10", "soma"):  # the worker that prepares the first is ended
        visitor.choose(name)
        visitor.mode("solve")
        visitor.until(f"posts.at(-1) === {json.dumps(sp.load(name).title)} && posts.at(-2) === 'begin'")
    visitor.solve()
    assert visitor.counts() == sp.count("soma").known()
    assert visitor.page.evaluate("posts.slice(-2)") == [sp.load("soma").title, "prepare"]
    visitor.close()


@pytest.mark.parametrize(
    "name", ["draughtboard", "tetravex-3x3", "instant-insanity", "tetrominoes-cylinder", "hard-squares"]
)
def test_a_puzzle_with_rules_is_solved_and_played(studio: Studio, name: str) -> None:
    studio.choose(name)
    studio.solve()
    assert studio.counts() == sp.count(name).known()
    assert studio.page.inner_text(".rule")
    studio.mode("play")
    if name == "hard-squares":  # a board without stones is a solution
        studio.page.click("[data-key=hint]")
        studio.until_said("No piece has to be added")
        return
    studio.hints(2)
    studio.page.click("#sheet [data-placed='1']")  # it is taken up again
    studio.page.keyboard.press("r")
    studio.page.keyboard.press("Escape")
    studio.until("document.querySelectorAll('#sheet [data-placed]').length === 1")


def test_symmetric_packings_are_found_and_the_rule_is_said(visitor: Studio) -> None:
    keys = {"grid": "square", "box": [4, 4], "pieces": [{"name": "I", "cells": "**", "max": "any"}]}
    visitor.open_file("symmetric.json", json.dumps(keys | {"rules": ["symmetric: half turn"]}))
    visitor.solve()
    assert visitor.counts() == {"raw": 8, "rotations": 4, "isometries": 4}
    assert "a half turn leaves it unchanged" in visitor.page.inner_text(".rule")


def test_separate_parts_are_played_and_solved(studio: Studio) -> None:
    for board in ("*****", "** ***"):
        puzzle = sp.make_puzzle(grid="square", board=board, parts="separate", pieces={"I": "**", "V": "***"})
        studio.open_file("parts.json", text(puzzle, ".json"))
        studio.mode("play")
        studio.hints(2)
        studio.until_finish("Solved")
        studio.solve("complete")
        assert studio.counts() == sp.count(puzzle).known()


def test_a_puzzle_that_cannot_be_solved_in_the_page_is_played_before_a_worker_has_found_this_out(
    studio_browser: Any, studio_path: Path
) -> None:
    visitor = Studio(studio_browser, studio_path)
    visitor.context.add_init_script(_HELD)
    visitor.load()
    domino = {"name": "I", "cells": "**", "count": 6}  # six parts, each turned by itself: 46,080 symmetries
    puzzle = sp.make_puzzle(grid="square", board="** ** ** ** ** **", parts="separate", pieces=[domino])
    visitor.open_file("parts.json", text(puzzle, ".json"))
    visitor.mode("play")
    visitor.until("held.length >= 3")
    visitor.page.evaluate("release()")
    visitor.until_finish("This can be finished.")
    visitor.close()


def test_tiles_of_a_link_lie_as_they_were_placed(studio_browser: Any, studio_path: Path) -> None:
    tiles = {"grid": "square", "box": [2, 1], "tiles": "AABC AACB", "mirror": False}
    placed = [[0, [[0, 0, 0]], "AABC"], [1, [[1, 0, 0]], "AACB"], [1, [[1, 0, 0]], "BAAC"]]
    visitor = Studio(studio_browser, studio_path, pack({"puzzle": tiles, "placed": placed}))
    visitor.until("document.getElementById('finish') !== null")
    lying = [each.get_attribute("data-piece") for each in visitor.page.query_selector_all("#sheet [data-placed]")]
    assert lying == ["AABC", "AACB"]
    visitor.close()


def test_no_solution_is_said_and_why(studio: Studio) -> None:
    studio.choose("tetrahexes-triangle")
    studio.solve()
    assert studio.page.inner_text("#status").startswith("No solution\n\nAll possibilities were tried")
    studio.begin("square", 4, 5)
    studio.page.select_option("[data-key=set]", "pentominoes")
    assert studio.sums() == "The pieces have 60 cells, the board has 20."
    studio.mode("solve")
    assert studio.page.is_disabled("#solve")


def test_a_search_is_paused_the_page_is_opened_again_and_it_goes_on(visitor: Studio) -> None:
    visitor.hold()
    visitor.page.click("#solve")
    visitor.page.wait_for_selector("#status.paused")
    before = visitor.counts()
    visitor.until_stored(4)
    visitor.goes_on()
    assert visitor.counts()["isometries"] > before["isometries"]


def test_a_search_goes_on_where_it_was_left(visitor: Studio) -> None:
    visitor.hold()
    visitor.let_go(1)  # it is stored while it goes on
    visitor.until_stored(4)
    visitor.goes_on()


def test_solutions_that_were_seen_are_there_after_a_reload_though_no_part_was_done(visitor: Studio) -> None:
    visitor.choose("y-pentacubes-5x5x5")
    visitor.page.click("#solve")
    visitor.until_more_than(0)
    visitor.page.click("#solve")
    visitor.page.wait_for_selector("#status.paused")
    visitor.until(f"{STORED}.then((all) => all.some(({{ parts }}) => parts?.some(({{ before }}) => before)))")
    before, flipped = visitor.counts(), visitor.page.inner_text(".flip .number")
    visitor.load()
    visitor.page.wait_for_selector("#status.paused")
    assert before["isometries"] and visitor.counts() == before
    assert visitor.page.inner_text(".flip .number") == flipped


@pytest.mark.slow
def test_a_search_that_goes_on_finds_all(visitor: Studio) -> None:
    visitor.hold()
    visitor.page.click("#solve")
    visitor.page.wait_for_selector("#status.paused")
    visitor.until_stored(4)
    visitor.load()
    visitor.page.wait_for_selector("#status.paused")
    visitor.page.evaluate("first = Infinity")
    visitor.solve()
    assert visitor.counts() == {"raw": 19186 * 24, "rotations": 19186, "isometries": 19186}
