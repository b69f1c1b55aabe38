"""What the page does not do: before a visitor sees a puzzle, and while a puzzle is turned."""

from pathlib import Path
from typing import Any

import pytest
from studio import Studio

import satpuzzle

IN_SPACE = True

_COUNT = """
const asked = window.asked = { shaders: 0, pictures: [] };
const proto = WebGL2RenderingContext.prototype;
for (const name of ["getProgramInfoLog", "getShaderInfoLog"]) {
    const own = proto[name];
    proto[name] = function (...given) { asked.shaders++; return own.apply(this, given); };
}
const create = Document.prototype.createElementNS;
Document.prototype.createElementNS = function (...given) {
    const made = create.apply(this, given);
    if (given[1] === "svg") asked.pictures.push(made);
    return made;
};
"""


@pytest.mark.full
def test_a_puzzle_in_space_is_shown_without_waiting_for_shaders_or_listing_its_pieces_twice(visitor: Studio) -> None:
    visitor.context.add_init_script(_COUNT)
    visitor.load()
    assert visitor.page.get_attribute("#space canvas", "data-figures") == "7"
    assert visitor.page.evaluate("asked.shaders") == 0
    sketches = visitor.page.evaluate("asked.pictures.filter(({ classList }) => classList.contains('sketch')).length")
    assert sketches == len(visitor.page.query_selector_all("#panel svg.sketch")) == 7


@pytest.mark.full
def test_where_a_processor_draws_it_draws_fewer_pixels_while_a_puzzle_is_turned(visitor: Studio) -> None:
    visitor.choose("soma")
    width = visitor.page.evaluate("document.querySelector('#space').clientWidth")
    visitor.until(f"document.querySelector('#space canvas').width === {2 * width}")  # nothing moves
    box = visitor.page.query_selector("#space canvas").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    visitor.page.mouse.move(x, y)
    visitor.page.mouse.down()
    visitor.page.mouse.move(x + 40, y + 5, steps=4)
    visitor.until(f"document.querySelector('#space canvas').width === {width // 2}")
    visitor.page.mouse.up()
    visitor.until(f"document.querySelector('#space canvas').width === {2 * width}")


def test_a_frame_takes_few_calls_however_many_pieces_there_are(studio_browser: Any, tmp_path: Path) -> None:
    pieces = [{"name": chr(65 + number), "cells": [[0, 0, 0], [1, 0, 0]]} for number in range(24)]
    puzzle = satpuzzle.make_puzzle(grid="cubic", box=[4, 4, 3], pieces=pieces)
    solution = next(iter(satpuzzle.solve(puzzle, limit=1)))
    path = tmp_path / "dominoes.html"
    satpuzzle.view(solution).save(path)
    visitor = Studio(studio_browser, path, in_space=True)
    canvas = "document.querySelector('#space canvas').dataset"
    visitor.until(f"Number({canvas}.letters) > 0")
    assert visitor.page.evaluate(f"{canvas}.figures") == "24"
    assert visitor.page.evaluate(f"{canvas}.calls") == "3"  # faces, letters and the shadow
    assert visitor.complaints == []
    visitor.close()
