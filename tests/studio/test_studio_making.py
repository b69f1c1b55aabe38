"""Levels that the page makes: given pieces, which no other solution contains."""

import json
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest
from in_node import in_node
from studio import STORED, Studio

import satpuzzle as sp
from satpuzzle.questions.ask import Asker
from satpuzzle.questions.rate import LEVELS, RAMP, play
from satpuzzle.studio.page import page_data

_MODULES = ("level.js", "player.js", "kernel.js", "placements.js", "symmetry.js", "classes.js", "way.js")
# Numbers from 0 to 1, the same each time.
_MADE = """
const kernel = new Kernel(new WebAssembly.Module(readFileSync(input.module)), input.data.fields);
const cover = coverOf(puzzleOf(input.puzzle, library));
let seed = 1;
const random = () => (seed = (48271 * seed) % 2147483647) / 2147483647;
const levels = [];
for (let i = 0; i < 4; i++)
  for (const kind in KINDS) levels.push([kind, levelOf(cover, KINDS[kind], kernel, 60000, random)]);
answer(levels.map(([kind, { options }]) => {
  const placed = options.map((option) => [cover.pieceOf[option], cover.options[option].slice(0, -1)]);
  return { kind, placed };
}));
"""

# Levels of a list, each graded by many tries.
_LISTED = """
const kernel = new Kernel(new WebAssembly.Module(readFileSync(input.module)), input.data.fields);
const puzzle = puzzleOf(input.puzzle, library);
const cover = coverOf(puzzle);
let seed = 1;
const random = () => (seed = (48271 * seed) % 2147483647) / 2147483647;
const classes = new Classes(cover, symmetryIn(geometryOf(puzzle), cover), -1);
const named = ({ options, solution }) => classes.nameOf(options, solution);
const wanted = { many: input.many ?? 4, from: "starter", to: "master" };
const made = [...seriesOf(cover, wanted, named, kernel, 60000, random)].filter(Boolean);
answer(made.map(({ options, solution, rank }) => {
  const load = effortOf(cover, options, random, 100).effort / (solution.length - options.length);
  const cells = (option) => placedBy(cover, option, puzzle.board).cells;
  const given = options.map((option) => ({ piece: puzzle.pieces[cover.pieceOf[option]].name, cells: cells(option) }));
  return { rank, load, name: words.levelNames[LEVELS[rankOf(load)]], given };
}));
"""

_TWINS = {"J": "***\n*..", "L": "***\n..*"}


def test_a_level_has_one_solution_and_a_hard_one_can_do_without_no_piece() -> None:
    puzzle = sp.load("pentominoes-3x20")
    made = in_node(_MADE, *_MODULES, puzzle=page_data()["puzzles"]["pentominoes-3x20"])
    every = [packing for solution in sp.solve(puzzle) for packing in _images(solution)]
    assert len(every) == sp.count(puzzle).raw
    for level in made:
        given = {(piece, *cells) for piece, cells in level["placed"]}
        assert sum(given <= packing for packing in every) == 1
        fewer = [sum(given - {one} <= packing for packing in every) for one in given]
        assert level["kind"] != "hard" or all(many > 1 for many in fewer)
    sizes = [[len(level["placed"]) for level in made[i : i + 3]] for i in range(0, len(made), 3)]
    assert sum(easy > hard for easy, _, hard in sizes) == len(sizes)


def _images(solution: Any) -> Iterator[set[tuple[int, ...]]]:
    """Yield the four images of a packing of 3x20 cells: for each piece its number and those of its cells."""
    names = [piece.name for piece in solution.puzzle.pieces]
    number = {tuple(cell): at for at, cell in enumerate(solution.puzzle.board.tolist())}
    wide, high = solution.puzzle.board.max(axis=0)[:2].tolist()
    for across, over in product((False, True), repeat=2):
        yield {
            (
                names.index(piece.name),
                *sorted(number[wide - x if across else x, high - y if over else y, z] for x, y, z in cells.tolist()),
            )
            for piece, cells in solution.pieces
        }


@pytest.mark.full
def test_a_level_is_made_and_solved_in_the_page(studio: Studio) -> None:
    studio.choose("pentominoes-3x20")
    studio.mode("play")
    studio.until_finish("This can be finished.")
    studio.page.click("[data-key=medium]")
    studio.until("document.getElementById('level')?.textContent.includes('one solution')")
    fixed = studio.page.query_selector_all("#sheet .piece.fixed")
    assert 0 < len(fixed) < 12
    studio.until_finish("This can be finished.")
    studio.page.click("[data-key=ways]")
    studio.until("document.getElementById('ways')?.textContent === '1 way to finish.'")
    studio.page.click("[data-key=finish]")
    studio.until_finish("Solved by this page.")


def test_levels_in_a_list_rise_and_are_graded_as_rate_grades_them() -> None:
    name = "pentominoes-6x10"
    made = in_node(_LISTED, *_MODULES, puzzle=page_data()["puzzles"][name])
    assert sorted(level["rank"] for level in made) == [0, 1, 2, 3]
    for level in made:
        tries = play(Asker(name).cover(level["given"]), 50, np.random.default_rng(0))
        low, high = (end / (12 - len(level["given"])) for end in tries.span)
        known = LEVELS[bisect_left(RAMP, low) : bisect_left(RAMP, high) + 1]  # that of the effort, within its interval
        assert level["name"] in known and low / 1.2 < level["load"] < high * 1.2


def test_a_list_has_no_two_levels_that_a_symmetry_maps_to_one_another() -> None:
    name = "pentominoes-3x20"
    made = in_node(_LISTED, *_MODULES, puzzle=page_data()["puzzles"][name], many=12)
    wide, high = sp.load(name).board.max(axis=0)[:2].tolist()
    images = [
        {
            frozenset(
                (
                    piece["piece"],
                    *sorted((wide - x if across else x, high - y if over else y) for x, y, _ in piece["cells"]),
                )
                for piece in level["given"]
            )
            for across, over in product((False, True), repeat=2)
        }
        for level in made
    ]
    assert len(made) == 12 and len(set().union(*images)) == sum(map(len, images))


@pytest.fixture
def levels(visitor: Studio) -> Studio:
    """A page that has made a list of three levels."""
    visitor.choose("pentominoes-3x20")
    visitor.mode("play")
    visitor.until_finish("This can be finished.")
    visitor.page.click("[data-key=series]")
    visitor.page.select_option("[data-key=many]", "3")
    visitor.page.click("[data-key=make]")
    visitor.until(
        "document.querySelectorAll('.series li').length === 3 && !document.querySelector('#made').textContent"
    )
    return visitor


def given_in(listed: str) -> int:
    """Return how many pieces a level has that is listed so."""
    return int(re.findall(r"(\d+) pieces? given$", listed)[0])


def test_one_plays_through_a_list_of_levels_which_outlives_a_reload(levels: Studio) -> None:
    page = levels.page
    page.click("[data-key=level0]")
    text = page.inner_text("#level")
    assert "only one solution" in text and page.inner_text("[data-key=level0]").split(",")[0][3:] in text
    assert page.get_attribute("[data-key=level0]", "aria-pressed") == "true"
    given = len({each.get_attribute("data-placed") for each in page.query_selector_all("#sheet .fixed")})
    assert given == given_in(page.inner_text("[data-key=level0]"))
    for _ in range(12 - given):
        levels.until_finish("This can be finished.")
        page.click("[data-key=hint]")
    levels.until_finish("Solved")
    assert re.search(f"with {12 - given} hints?$", page.inner_text("#clock"))
    assert page.query_selector("[data-key=level0] svg")
    levels.until(f"{STORED}.then((all) => all.some(({{ levels }}) => levels?.[0]?.solved))")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert page.query_selector("[data-key=level0] svg") and not page.query_selector("[data-key=level1] svg")
    page.click("[data-key=next]")
    levels.until_finish("This can be finished.")
    assert page.get_attribute("[data-key=level1]", "aria-pressed") == "true"


@pytest.mark.full
def test_each_level_of_a_list_has_a_card_with_the_pieces_to_place_an_answer_and_a_link(levels: Studio) -> None:
    page = levels.page
    page.evaluate("() => { window.print = () => { window.printed = true; }; }")
    first = page.inner_text("[data-key=level0]").split(",")[0].replace(":", " –")
    page.click("[data-key=cards]")
    levels.until("window.printed")
    page.emulate_media(media="print", color_scheme="dark")
    assert page.is_visible("#booklet") and not page.is_visible("#main")
    cards = page.query_selector_all("#booklet .level")
    assert len(cards) == len(page.query_selector_all("#booklet .answer")) == 3
    for card in cards:
        assert len(card.query_selector_all(".picture .piece")) + len(card.query_selector_all("li")) == 12
    assert page.inner_text("#booklet h2 >> nth=0") == first
    assert len(page.query_selector_all("#booklet .answer >> nth=0 >> .picture .piece")) == 12
    headings = [heading.inner_text() for heading in page.query_selector_all("#booklet h1")]
    assert headings == ["Pentominoes 3x20", "Answers"]
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    assert page.is_visible("#main") and page.query_selector("#booklet") is None
    listed = page.inner_text("[data-key=level2]")
    page.click("[data-key=link2]")
    fragment = page.input_value("#dialog textarea")
    levels.load(fragment)
    levels.until_finish("This can be finished.")
    fixed = levels.page.query_selector_all("#sheet .fixed")
    assert given_in(listed) == len({each.get_attribute("data-placed") for each in fixed})


@pytest.mark.full
def test_levels_that_are_being_made_can_be_stopped_and_those_so_far_stay(visitor: Studio) -> None:
    page = visitor.page
    visitor.choose("pentominoes-3x20")
    visitor.mode("play")
    visitor.until_finish("This can be finished.")
    page.click("[data-key=series]")
    page.select_option("[data-key=many]", "30")
    page.click("[data-key=make]")
    page.wait_for_selector(".series li")
    page.click("[data-key=stopMaking]")
    made = len(page.query_selector_all(".series li"))
    assert 0 < made < 30 and page.inner_text("#made") == f"Stopped: {made} of 30 levels so far."
    assert page.is_visible("[data-key=cards]") and page.is_enabled("[data-key=make]")


def test_sets_of_optional_pieces_are_listed_those_with_one_solution_first(studio: Studio) -> None:
    studio.begin("square", 5, 5)
    studio.page.select_option("[data-key=set]", "pentominoes")
    for number in range(12):
        studio.page.check(f"[data-key=free{number}]")
    studio.until("document.getElementById('live').textContent === '107 solutions'")
    pieces = {piece.name: {"cells": piece.cells.tolist(), "min": 0} for piece in sp.load("pentominoes-6x10").pieces}
    puzzle = sp.make_puzzle(grid="square", box=[5, 5], pieces=pieces)
    used = [tuple(sorted(piece.name for piece, _ in solution.pieces)) for solution in sp.solve(puzzle)]
    sets = Counter(used)
    unique = sorted(names for names, many in sets.items() if many == 1)
    said = f"{len(sets)} sets of pieces fill the board, {len(unique)} with exactly one solution."
    assert studio.page.inner_text("#sets") == said  # in Draw, and in Solve, where each can be looked at
    studio.solve()
    assert studio.page.inner_text("#sets") == said
    shown = studio.page.eval_on_selector_all(".sets strong", "(all) => all.map((each) => each.textContent)")
    assert all(tuple(sorted(text.split())) in unique for text in shown[: len(unique)])
    studio.page.click("[data-key=set1]")
    on_board = studio.page.eval_on_selector_all("#sheet .piece text", "(all) => all.map((each) => each.textContent)")
    assert sorted(on_board) == sorted(shown[1].split())
    studio.page.click("[data-key=take1]")
    studio.solve()
    assert studio.counts()["isometries"] == 1
    studio.page.keyboard.press("Control+z")
    studio.mode("draw")
    studio.page.wait_for_selector("#sets")  # all pieces are there again
    assert studio.page.inner_text("#sets") == said


def test_a_set_and_its_mirror_image_are_one(studio: Studio) -> None:
    pieces = [{"name": name, "cells": cells, "min": 0, "max": 2, "mirror": False} for name, cells in _TWINS.items()]
    studio.open_file("twins.json", json.dumps({"grid": "square", "box": [4, 2], "pieces": pieces}))
    studio.solve()
    assert studio.page.inner_text("#sets") == "1 set of pieces fills the board, 1 with exactly one solution."
    assert studio.counts() == {"raw": 2, "rotations": 2, "isometries": 1}
