"""Levels that the page makes: given pieces, which no other solution contains."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from in_node import in_node
from studio import Studio

import satpuzzle as sp
from satpuzzle.studio.page import page_data

# Numbers from 0 to 1, the same each time.
_MADE = """
const kernel = new Kernel(new WebAssembly.Module(readFileSync(input.module)), input.data.fields);
const cover = coverOf(puzzleOf(input.puzzle, library));
let seed = 1;
const random = () => (seed = (48271 * seed) % 2147483647) / 2147483647;
const levels = [];
for (let i = 0; i < 4; i++)
  for (const kind of LEVELS) levels.push([kind, levelOf(cover, kind, kernel, 60000, random)]);
answer(levels.map(([kind, { options, tries }]) => {
  const placed = options.map((option) => [cover.pieceOf[option], cover.options[option].slice(0, -1)]);
  return { kind, tries, placed };
}));
"""


def test_a_level_has_one_solution_and_a_hard_one_can_do_without_no_piece() -> None:
    puzzle = sp.load("pentominoes-3x20")
    made = in_node(_MADE, "level.js", "kernel.js", "placements.js", puzzle=page_data()["puzzles"]["pentominoes-3x20"])
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


@pytest.mark.full
def test_a_booklet_has_levels_with_the_pieces_to_place_and_the_answers_behind_them(studio: Studio) -> None:
    page = studio.page
    page.evaluate("() => { window.print = () => { window.printed = true; }; }")
    studio.choose("pentominoes-3x20")
    studio.mode("play")
    studio.until_finish("This can be finished.")
    page.click("[data-key=booklet]")
    studio.until("window.printed")
    page.emulate_media(media="print", color_scheme="dark")
    assert page.is_visible("#booklet") and not page.is_visible("#main")
    levels = page.query_selector_all("#booklet .level")
    assert 1 < len(levels) == len(page.query_selector_all("#booklet .answer")) <= 6
    for level in levels:
        assert len(level.query_selector_all(".picture .piece")) + len(level.query_selector_all("li")) == 12
    assert page.inner_text("#booklet h2 >> nth=0") == "1 – easy"
    assert len(page.query_selector_all("#booklet .answer >> nth=0 >> .picture .piece")) == 12
    kinds = [heading.inner_text() for heading in page.query_selector_all("#booklet h1")]
    assert kinds == ["Pentominoes 3x20"] * (len(kinds) - 1) + ["Answers"]
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.is_visible("#main") and page.query_selector("#booklet") is None
    page.emulate_media(media="screen", color_scheme="light")
