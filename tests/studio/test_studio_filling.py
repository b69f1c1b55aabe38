"""Filling as much of the board as possible: the page leaves as few cells empty as Python, and shows which."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from in_node import in_node
from studio import Studio
from test_geometry import any_puzzle
from test_studio_rules import ruled

import satpuzzle as sp
from satpuzzle.puzzle.formats.reading import parsed
from satpuzzle.puzzle.formats.writing import content
from satpuzzle.puzzle.grids import GRIDS

Keys = dict[str, Any]

_FILLED = """
const kernel = new Kernel(new WebAssembly.Module(readFileSync(input.module)), input.data.fields);
answer(input.puzzles.map((said) => {
    const puzzle = freed(puzzleOf(said, library));
    if (mistake(puzzle)) return { refused: true };
    const best = new Best(puzzle, kernel);
    const bounds = [];
    while (!best.done) {
        best.slice(0);
        bounds.push([best.bound, best.number]);
    }
    return { ...best.known, bounds };
}));
"""
TETROMINOES = {"I": "****", "O": "**\n**", "L": "***\n*..", "S": "**.\n.**", "T": "***\n.*."}
FIVE: Keys = {
    "grid": "square",
    "box": [5, 4],
    "pieces": [{"name": name, "cells": cells} for name, cells in TETROMINOES.items()],
}
SKEW: Keys = {"grid": "square", "box": [7, 7], "pieces": [{"name": "S", "cells": "**.\n.**", "max": "any"}]}
MARKED = "document.querySelectorAll('#sheet g.gap').length"
# What workers that are started from now on have answered.
_COUNT_ANSWERS = """() => {
    window.answers = 0;
    const Usual = Worker;
    window.Worker = class extends Usual {
        constructor(url) { super(url); this.addEventListener("message", () => { window.answers += 1; }); }
    };
}"""
# So that it pauses after its first slice, before it can be done.
FILL_AND_PAUSE = "['fill', 'filling'].forEach((key) => document.querySelector(`[data-key=${key}]`).click())"
PLACED = "document.querySelectorAll('#sheet g.piece').length"


def fill_in_part(visitor: Studio) -> None:
    """Fill for a slice of time, and for another one as long as a slow machine has found no packing in these."""
    visitor.page.evaluate(_COUNT_ANSWERS)
    visitor.page.evaluate(FILL_AND_PAUSE)
    visitor.until("answers > 0")
    while not visitor.page.evaluate(PLACED):
        visitor.page.evaluate("answers = 0")
        visitor.page.evaluate("[1, 2].forEach(() => document.querySelector('[data-key=filling]').click())")
        visitor.until("answers > 0")
    visitor.page.wait_for_timeout(300)  # it may have begun another slice before it read that it shall pause


def check(puzzles: Sequence[Keys]) -> int:
    """Compare what the page fills with what Python does; return how many puzzles have a packing with a gap."""
    found = in_node(_FILLED, "best.js", "kernel.js", puzzles=puzzles)
    gaps = 0
    for keys, one in zip(puzzles, found, strict=True):
        puzzle = parsed(json.dumps(keys), ".json", "random")
        if "refused" in one:
            continue
        best = sp.best(puzzle, "native", minimise="empty", partial=True)
        assert one["number"] == best.number == one["bound"], keys
        if best.number is None:
            continue
        filled = sp.best(puzzle, "native", maximise="cells", partial=True).number
        assert filled == len(puzzle.board) - best.number == sum(len(each["cells"]) for each in one["placed"]), keys
        for piece, each in enumerate(puzzle.pieces):
            assert sum(placed["piece"] == piece for placed in one["placed"]) <= each.max
        assert all(
            bound <= best.number and (number is None or number >= best.number) for bound, number in one["bounds"]
        )
        gaps += best.number > 0
    return gaps


@pytest.mark.full
def test_random_puzzles_are_filled_as_in_python() -> None:
    assert check([content(any_puzzle(grid, seed), drawn=False) for grid in GRIDS for seed in range(4)]) > 20


@pytest.mark.full
def test_rules_stay_when_cells_may_be_empty() -> None:
    assert check(ruled(0, 20)) > 2


def test_what_has_no_packing_at_all_and_what_has_one_without_pieces() -> None:
    long = {"grid": "square", "box": [3, 1], "pieces": [{"name": "I", "cells": "****"}]}
    crossed = {
        "grid": "square",
        "box": [1, 2],
        "pieces": [{"name": "O", "cells": "*", "count": 2}],
        "rules": ["fault-free"],
    }
    few = {"grid": "square", "box": [1, 1], "pieces": [{"name": "O", "cells": "*"}]}
    check([long, crossed, few, FIVE, SKEW])


def test_why_no_fewer_cells_can_stay_empty() -> None:
    row = {"grid": "square", "board": "***.*", "pieces": [{"name": "I", "cells": "**", "max": "any"}]}
    sizes = {"grid": "square", "box": [3, 3], "pieces": [{"name": "I", "cells": "***", "count": 2}]}
    alone = {"grid": "square", "board": "**.*", "pieces": [{"name": "I", "cells": "**"}]}
    bent = {"grid": "square", "board": "***\n*..", "pieces": [{"name": "O", "cells": "**\n**"}]}
    found = in_node(_FILLED, "best.js", "kernel.js", puzzles=[FIVE, row, sizes, alone, bent])
    colouring = {"why": "colouring", "how": "chequers", "dark": 10, "light": 10, "most": 16}
    assert [each["reasons"] for each in found] == [
        [colouring],
        [{"why": "never", "never": [[4, 0, 0]], "many": 1, "all": False}, {"why": "sizes", "most": 2, "cells": 3}],
        [{"why": "sizes", "most": 6, "cells": 9}],
        [{"why": "never", "never": [[3, 0, 0]], "many": 1, "all": True}],
        [{"why": "never", "never": [[0, 0, 0], [0, 1, 0], [1, 0, 0], [2, 0, 0]], "many": 4, "all": True}],
    ]


@pytest.mark.slow
def test_many_puzzles_are_filled_as_in_python(seed: int) -> None:
    check([content(any_puzzle(grid, 1000 * seed + number), drawn=False) for grid in GRIDS for number in range(9)])
    check(ruled(1000 * seed, 100))


def opened(visitor: Studio, keys: Keys) -> None:
    visitor.open_file("puzzle.json", json.dumps(keys))
    visitor.mode("solve")


def said(visitor: Studio) -> str:
    text: str = visitor.page.inner_text("#filled")
    return text


@pytest.mark.full
def test_what_cannot_be_solved_is_filled_with_a_gap_that_is_marked(visitor: Studio) -> None:
    page = visitor.page
    opened(visitor, FIVE)
    visitor.solve("impossible")
    assert "chessboard" in page.inner_text("#status")
    page.click("[data-key=fill]")
    page.wait_for_selector("#filled.complete")
    assert said(visitor).split("\n") == [
        "Leaves 4 cells empty",
        "",
        "Fewer is impossible. Colour the cells like a chessboard: the board has 10 dark cells and 10 light ones, but "
        "the pieces, however they lie, cover at most 16 of all cells.",
    ]
    assert (page.evaluate(PLACED), page.evaluate(MARKED)) == (4, 4)
    assert page.get_attribute("#sheet svg", "aria-label") == "On the board: 4 pieces; empty: 4 cells."
    assert len(page.query_selector_all("#panel .legend li")) == 1  # the piece that is left out
    page.click("[data-key=stop]")
    assert "chessboard" in page.inner_text("#status") and page.evaluate(MARKED) == 0


@pytest.mark.full
def test_pieces_with_too_many_cells_are_no_reason_not_to_fill(visitor: Studio) -> None:
    opened(visitor, {"grid": "square", "box": [4, 2], "pieces": [{"name": "O", "cells": "**\n**", "count": 3}]})
    assert visitor.page.is_disabled("#solve")
    visitor.page.click("[data-key=fill]")
    visitor.page.wait_for_selector("#filled.complete")
    assert said(visitor).startswith("Fills the whole board") and visitor.page.evaluate(MARKED) == 0
    assert visitor.page.evaluate(PLACED) == 2 and len(visitor.page.query_selector_all("#panel .legend li")) == 1


@pytest.mark.full
def test_a_puzzle_with_a_solution_is_filled_before_and_not_after_it_is_solved(visitor: Studio) -> None:
    page = visitor.page
    visitor.choose("soma")
    visitor.mode("solve")
    page.click("[data-key=fill]")
    page.wait_for_selector("#filled.complete")
    assert said(visitor).startswith("Fills the whole board") and not page.query_selector_all("#panel .legend li")
    page.click("[data-key=stop]")
    visitor.solve()
    assert not page.query_selector_all("[data-key=fill]")


@pytest.mark.full
def test_it_is_stopped_and_keeps_what_it_has_and_goes_on(visitor: Studio) -> None:
    page = visitor.page
    opened(visitor, SKEW)
    fill_in_part(visitor)
    assert said(visitor).startswith("Leaves at most ") and said(visitor).endswith("the search can be continued.")
    before = said(visitor), page.evaluate(PLACED), page.evaluate(MARKED)
    assert page.query_selector("#filled.paused") and before[2] == 49 - 4 * before[1]
    visitor.mode("draw")
    visitor.mode("solve")
    assert (said(visitor), page.evaluate(PLACED), page.evaluate(MARKED)) == before
    page.click("[data-key=filling]")
    page.wait_for_selector("#filled.complete")
    assert said(visitor).startswith("Leaves 13 cells empty") and page.evaluate(MARKED) == 13
    visitor.choose("soma")  # what is known of another puzzle is not shown
    visitor.mode("solve")
    assert page.query_selector("#filled") is None


@pytest.mark.full
def test_a_worker_that_ends_leaves_what_it_has(visitor: Studio) -> None:
    page = visitor.page
    page.evaluate("""() => {
        window.workers = [];
        const Usual = Worker;
        window.Worker = class extends Usual { constructor(url) { super(url); workers.push(this); } };
    }""")
    opened(visitor, SKEW)
    fill_in_part(visitor)
    page.evaluate("workers.at(-1).onerror(new ErrorEvent('error', { cancelable: true }))")
    page.wait_for_selector("#filled.failed .problem")
    assert page.evaluate(PLACED) > 0
    page.click("[data-key=filling]")
    page.wait_for_selector("#filled.complete")
