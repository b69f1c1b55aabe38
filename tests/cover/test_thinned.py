"""Rules that take placements away play no part in what mirror images and mates of pieces are (docs/counting.md)."""

from contextlib import suppress
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from in_node import in_node
from witness.__main__ import check
from witness.asking import WAYS, Unsaid
from witness.counting import Problem

import satpuzzle as sp
from satpuzzle.cover.tables import Tables
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.formats.reading import of_table
from satpuzzle.puzzle.formats.writing import content

L = {"name": "L", "cells": [[0, 0, 0], [1, 0, 0], [2, 0, 0], [0, 1, 0]], "max": 1}
J = {"name": "J", "cells": [[0, 0, 0], [1, 0, 0], [2, 0, 0], [2, 1, 0]], "max": 1}
LYING = {"name": "lying", "cells": [[0, 0, 0], [1, 0, 0]], "max": 1, "rotate": False}
STANDING = {"name": "standing", "cells": [[0, 0, 0], [0, 1, 0]], "max": 1, "rotate": False}


def box(width: int, height: int, *left: int) -> list[list[int]]:
    """Return the cells of one box or, with their left ends, of several."""
    return [[x + each, y, 0] for each in left or (0,) for x, y in product(range(width), range(height))]


def empty(board: list[list[int]], pieces: list[dict[str, Any]], *rules: str, **more: Any) -> dict[str, Any]:
    """Return a puzzle of one-sided pieces on a board all of whose cells may stay empty."""
    each = {"mirror": False, "pieces": pieces, "rules": [*rules]}
    return {"grid": "square", "board": board, "optional": board, **each, **more}


CASES = {
    # 5×5: if L and J were not each other's mirror images, there would be 271 classes, one a rotation
    "both": (empty(box(5, 5), [L, J], "at border: L"), 1081, 271, 159),
    # 4×5: L and J have 34 placements each, two of them inside.  The 32 of L and the 32 of J at the border are 16
    # classes under the half turn and two reflections; the two of J inside, whose images L may not have, are one
    "one": (empty(box(4, 5), [L, J], "at border: L", "together: L J exactly 1"), 66, 33, 17),
    # without L, the 34 of J are 17 classes under the half turn, and so is the empty board one: no image is a solution
    "none": (empty(box(4, 5), [L, J], "together: L exactly 0"), 35, 18, 18),
    # two boxes 4×5 that are moved each by itself: twice as many solutions and symmetries, and the same classes
    "separate": (
        empty(box(4, 5, 0, 6), [L, J], "at border: L", "together: L J exactly 1", parts="separate"), 132, 33, 17,
    ),
    # 4×4 dominoes that lie or stand: 12 each, two inside.  A quarter turn makes one the other, so at the border there
    # are the classes at a corner, in the middle of a side, and at a right angle to a side; those inside stand only
    "mates": (
        empty(box(4, 4), [LYING, STANDING], "at border: lying", "together: lying standing exactly 1"), 22, 22, 4,
    ),
    # a rule that treats both alike changes no class: 32 and 32 at the border, 64 / 4
    "alike": (empty(box(4, 5), [L, J], "at border: L J", "together: L J exactly 1"), 64, 32, 16),
}  # fmt: skip


@pytest.mark.few(3)
@pytest.mark.parametrize("name", CASES)
def test_pieces_keep_their_mirror_images_whatever_placements_a_rule_takes_away(name: str, tmp_path: Path) -> None:
    """Where symmetries map different packings to packings, some methods know the raw count only."""
    keys, *wanted = CASES[name]
    counts = dict(zip(("raw", "rotations", "isometries"), wanted, strict=True))
    assert Problem(keys).counts() == counts
    puzzle = of_table(keys, name)
    assert sp.count(puzzle, jobs=1).known() == counts
    for way in ("frontier", "memo", "by symmetry", "certificate", "count certificate", "lrat"):
        with suppress(Unsaid):
            answer = WAYS[way](puzzle, tmp_path, Random(0))
            assert isinstance(answer, sp.Counts) and answer.known().items() <= counts.items(), way


def test_a_symmetry_that_maps_only_some_placements_does_not_restrict() -> None:
    thinned, alike = (Tables.of(of_table(CASES[name][0], name)).symmetry for name in ("one", "alike"))
    assert (len(thinned.items), thinned.total.sum()) == (4, 2)
    assert (len(alike.items), alike.total.sum()) == (4, 4)


def test_a_filter_that_names_a_piece_with_a_mirror_image_is_refused_beside_a_rule_that_thins_it(tmp_path: Path) -> None:
    keys = empty(box(4, 5), [L, J], "at border: L", "touch: L J")
    with pytest.raises(PuzzleError, match=r"touch: L J.*the mirror image of L is the piece J"):
        sp.count(of_table(keys, "touching"), jobs=1)
    check(keys, 0, [])


def test_placed_pieces_leave_the_mirror_images_of_the_others() -> None:
    """A domino across the middle of 4×5 is its own image under all four isometries, of which two reflect."""
    domino = {"name": "D", "cells": [[0, 0, 0], [1, 0, 0]]}
    keys = empty(box(4, 5), [domino, L, J], "at border: L")
    symmetry = Tables.of(of_table(keys, "placed"), "D: 1,2 2,2").symmetry
    assert (len(symmetry.items), symmetry.total.sum()) == (4, 2)


def test_the_page_finds_the_same_classes() -> None:
    script = """
      const kernel = new Kernel(new WebAssembly.Module(readFileSync(input.module)), input.data.fields);
      answer(input.puzzles.map((content) => {
        const finder = new Finder(tablesOf(puzzleOf(content, library), kernel), kernel);
        const sum = [0, 0, 0];
        while (!finder.done) {
          const { raw, rotations, isometries } = finder.slice(50).counts;
          [raw, rotations, isometries].forEach((more, i) => (sum[i] += more));
        }
        return sum;
      }));
    """
    named = {name: case for name, case in CASES.items() if name != "separate"}  # which the page refuses
    puzzles = [content(of_table(keys, name), drawn=False) for name, (keys, *_) in named.items()]
    found = in_node(script, "tables.js", "finder.js", "kernel.js", puzzles=puzzles)
    assert found == [wanted for _, *wanted in named.values()]
