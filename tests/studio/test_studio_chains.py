"""Chains in the page: what it makes of their words, how solutions run, and how they are folded before one's eyes."""

from pathlib import Path
from typing import Any

import pytest
from commands import complaint, run, said
from in_node import in_node
from studio import Studio

import satpuzzle as sp
from satpuzzle.puzzle.chains import stretched, word_of
from satpuzzle.puzzle.formats.link import pack
from satpuzzle.puzzle.formats.writing import content

CHAINS: list[tuple[str, list[int], Any, Any]] = [
    ("square", [3, 3], "SBSBSBB", None),
    ("square", [3, 3], "???????", None),  # a palindrome
    ("hexagonal", [3, 3], "SBBB", {"O": [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}),
    ("cubic", [2, 2, 3], [2, 2, 2, 3, 2], {"L": "***"}),
    ("fcc", [3, 2, 2], "BSB", None),
]


def puzzle(grid: str, box: list[int], chain: Any, others: Any) -> sp.Puzzle:
    """Return a puzzle with a chain, some cells of whose board may stay empty."""
    pieces = [{"name": "c", "chain": chain}, *({"name": n, "cells": c} for n, c in (others or {}).items())]
    return sp.make_puzzle(grid=grid, box=box, optional="all", pieces=pieces)


ORDERS = """
const puzzle = puzzleOf(input.puzzle, library);
const geometry = geometryOf(puzzle);
const cover = coverIn(geometry, puzzle);
const { elements } = symmetryIn(geometry, cover);
const paths = cover.options.map((_, option) =>
  puzzle.pieces[cover.pieceOf[option]].chain === undefined ? null : alongChain(cover, option, puzzle).map(String));
const number = new Map(puzzle.board.map((cell, i) => [String(cell), i]));
answer({ paths: paths.map((path) => path?.map((cell) => number.get(cell)) ?? null),
         images: elements.map(({ options, items }) => [[...options], [...items].slice(0, cover.cells)]),
         content: contentOf(puzzle), drawn: puzzle.pieces[0].cells, words: puzzle.pieces[0].chain });
"""
MODULES = ("symmetry.js", "placements.js", "chains.js")


@pytest.mark.parametrize("said", CHAINS, ids=lambda said: f"{said[0]} {said[2]}")
def test_options_run_as_those_of_python_and_symmetries_carry_their_cells(said: tuple[Any, ...]) -> None:
    made = puzzle(*said)
    found = in_node(ORDERS, *MODULES, puzzle=content(made, drawn=False))
    assert found["words"] == word_of(said[2], "chain")
    assert sorted(found["drawn"]) == sorted(stretched(found["words"], made.grid).tolist())
    assert sp.from_dict(found["content"]).pieces[0].chain == found["words"]
    paths = [path for path in found["paths"] if path is not None]
    placements = sp.place(made)
    chains = [option for option in range(len(placements.rows)) if placements.piece[option] == 0]
    ours = [placements.along(option).tolist() for option in chains]
    assert paths and sorted(paths) == sorted(ours) and len({*map(str, paths)}) == len(paths)
    both = found["words"] == found["words"][::-1]
    for options, cells in found["images"]:
        for option, path in enumerate(found["paths"]):
            if path is not None and options[option] >= 0:
                image = [cells[cell] for cell in path]
                assert found["paths"][options[option]] in ([image, image[::-1]] if both else [image])


REFUSED = [
    ({"grid": "triangular", "pieces": [{"name": "c", "chain": "B"}]}, "takes no chains"),
    ({"pieces": [{"name": "c", "chain": "XY"}]}, "must be a word of the letters"),
    ({"pieces": [{"name": "c", "chain": [1, 2]}]}, "must be a word of the letters"),
    ({"pieces": [{"name": "c", "chain": "B", "mirror": False}]}, "The key “mirror” is not known"),
    ({"pieces": [{"name": "c", "chain": "B"}], "wrap": "x"}, "folds no chains on a board that wraps round"),
]


@pytest.mark.parametrize(("keys", "why"), REFUSED, ids=[why for _, why in REFUSED])
def test_a_chain_that_is_none_is_refused_in_a_sentence(keys: dict[str, Any], why: str) -> None:
    told = in_node(
        "try { puzzleOf(input.puzzle, library); answer(null); } catch (error) { answer(error.message); }",
        puzzle={"grid": "square", "box": [3, 3]} | keys,
    )
    assert why in told


@pytest.mark.parametrize("rule", ["symmetric: half turn", "supported"])
def test_a_rule_for_rigid_pieces_is_told(rule: str) -> None:
    said = {"grid": "square", "box": [3, 3], "pieces": [{"name": "c", "chain": "SBSBSBB"}], "rules": [rule]}
    told = in_node(
        "try { answer(coverIn(geometryOf(puzzleOf(input.puzzle, library)), puzzleOf(input.puzzle, library)).placing); }"
        "catch (error) { answer(error.message); }",
        *MODULES,
        puzzle=said,
    )
    assert isinstance(told, str) and "REFUSED" not in told


FLAT = sp.make_puzzle(
    grid="square", box=[4, 4], title="A chain in a tray",
    pieces=[{"name": "c", "chain": "BSBSBB??"}, {"name": "L", "cells": "***\n*.."}, {"name": "d", "cells": "**"}],
)  # fmt: skip
NUMBERS = "[...document.querySelectorAll('#sheet svg .piece text')].map((each) => each.textContent)"


def folded(studio: Studio) -> str:
    return str(studio.page.inner_text("#stepping"))


@pytest.mark.full
def test_a_flat_chain_is_solved_and_folded_part_by_part(visitor: Studio) -> None:
    visitor.load(pack({"puzzle": content(FLAT, drawn=False)}))
    visitor.solve()
    assert visitor.counts() == {**sp.count(FLAT).known()}
    cells = [str(number) for number in range(1, 11)]
    assert visitor.page.evaluate(NUMBERS) == ["L", "d", *cells] and folded(visitor).startswith("7 of 7: ")
    assert "chain of 10 cells" in visitor.page.inner_text("#panel")
    visitor.page.click("#bar .apart button >> nth=0")
    assert visitor.page.evaluate(NUMBERS) == ["L", "d", "1"] and folded(visitor) == "0 of 7"
    laid = list[int]()
    for _ in range(7):
        visitor.page.keyboard.press(".")
        visitor.until(f"document.querySelector('#stepping').textContent.startsWith('{len(laid) + 1} of 7')")
        laid.append(len(visitor.page.evaluate(NUMBERS)) - 2)
    assert laid == sorted({*laid}) and laid[-1] == 10
    visitor.mode("play")
    assert "folded in Solve" in visitor.page.inner_text("#sheet")
    assert not visitor.complaints


@pytest.mark.full
@pytest.mark.some(1)
@pytest.mark.parametrize(("lang", "label"), [("en", "Fold"), ("de", "Falten"), ("ru", "Сложить"), ("zh", "折叠")])
def test_a_snake_cube_is_solved_in_each_language(visitor: Studio, lang: str, label: str) -> None:
    visitor.page.select_option("[data-key=language]", lang)
    visitor.choose("snake-cube")
    visitor.until("document.querySelectorAll('#sheet svg .piece').length >= 27")  # its cells, before it is solved
    visitor.solve()
    assert visitor.counts() == {"raw": 48, "rotations": 2, "isometries": 1}
    assert visitor.page.inner_text("#bar .apart label").strip() == label
    assert not visitor.complaints


def test_a_view_has_the_cells_of_a_chain_in_its_order(tmp_path: Path) -> None:
    (solution,) = sp.solve(FLAT)
    given = sp.view(solution).begin["given"]
    assert given["steps"] == [None] and len(given["paint"][0]) == len(solution.pieces) == 3
    _, cells, _ = next(placed for placed in given["solutions"][0] if placed[0] == 0)
    assert cells == next(one["cells"] for one in solution.as_list() if one["piece"] == "c")
    sp.save(FLAT, tmp_path / "it.toml")
    assert said(run("view", "it.toml", "--no-show", "-o", "it.html", cwd=tmp_path)) == ""
    (tmp_path / "steps.json").write_text("[]")
    told = complaint(run("view", "it.toml", "--steps", "steps.json", "--no-show", "-o", "x.html", cwd=tmp_path))
    assert told == "--steps steps.json: it has a chain, which is folded"


@pytest.mark.full
def test_a_chain_is_watched_and_fills_as_much_as_in_python(visitor: Studio) -> None:
    board = {"grid": "square", "box": [3, 3]}
    whole, short = (board | {"pieces": [{"name": "c", "chain": word}]} for word in ("SBSBSBB", "BBBBB"))
    visitor.load(pack({"puzzle": whole}))
    visitor.mode("solve")
    visitor.page.click("[data-key=watch]")
    visitor.page.click("[data-key=walking]")  # now it goes step by step
    seen = list[str]()
    while not visitor.page.is_disabled("[data-key=step]"):
        visitor.page.click("[data-key=step]")
        seen.append(visitor.page.inner_text("#walk"))
    assert seen.count("A solution!") == sp.count(sp.from_dict(whole)).raw == 8 and seen[-1] == "All ways were tried."
    visitor.load(pack({"puzzle": short}))
    visitor.mode("solve")
    visitor.page.click("[data-key=fill]")
    visitor.page.wait_for_selector("#filled.complete")
    assert visitor.page.inner_text("#filled").startswith("Leaves 2 cells empty")
    assert sp.best(sp.from_dict(short), minimise="empty", partial=True).number == 2
    assert not visitor.complaints
