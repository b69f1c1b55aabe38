"""The rule `symmetric` asks for packings S with gS = S, by docs/counting.md; `count --by symmetry` agrees."""

from collections import Counter
from typing import Any

import pytest
from witness.counting import Problem
from witness.mixing import mixed
from witness.ruling import TURNED, kinds_of

import satpuzzle as sp
from satpuzzle.errors import PuzzleError
from satpuzzle.proofs.check.rules import Rules
from satpuzzle.puzzle.formats.reading import of_table
from satpuzzle.search.by_symmetry import count_by_symmetry

Keys = dict[str, Any]
BAR, DOMINO = [[0, 0, 0], [1, 0, 0], [2, 0, 0]], [[0, 0, 0], [1, 0, 0]]
L, J = [[0, 0, 0], [0, 1, 0], [0, 2, 0], [1, 2, 0]], [[0, 0, 0], [0, 1, 0], [0, 2, 0], [1, 0, 0]]


def cells(*sizes: int) -> list[list[int]]:
    return [[x, y, 0] for x in range(sizes[0]) for y in range(sizes[1])]


def named(**shapes: Any) -> list[Keys]:
    return [{"name": name, "cells": shape} for name, shape in shapes.items()]


CASES: list[tuple[str, Keys, dict[str, int]]] = [
    (
        "two pieces of one shape: a mirror image would carry A to the place of B, and is no symmetry",
        {"board": cells(2, 3), "pieces": named(A=BAR, B=BAR)},
        {"vertical": 0, "horizontal": 2, "half turn": 0},
    ),
    (
        "one piece with two copies",
        {"board": cells(2, 3), "pieces": [{"name": "A", "cells": BAR, "count": 2}]},
        {"vertical": 1, "horizontal": 1, "half turn": 1},
    ),
    (
        "L and J are mirror images of each other: only reflections exchange them",
        {"board": cells(4, 2), "mirror": False, "pieces": named(L=L, J=J)},
        {"vertical": 0, "horizontal": 0, "half turn": 0},
    ),
    (
        "L and J side by side",
        {"board": cells(2, 4), "optional": cells(2, 4), "mirror": False, "pieces": named(L=L)},
        {"vertical": 0, "horizontal": 0},
    ),
    (
        "a domino that lies becomes one that stands, if both are pieces",
        {"board": cells(2, 2), "rotate": False, "mirror": False,
         "pieces": [{"name": "H", "cells": DOMINO, "min": 0, "max": 2},
                    {"name": "V", "cells": [[0, 0, 0], [0, 1, 0]], "min": 0, "max": 2}]},
        {"half turn": 2, "quarter turn": 0, "diagonal": 0},
    ),
    (
        "colours on the cells of a piece must be carried along",
        {"board": cells(2, 1), "pieces": [{"name": "A", "cells": DOMINO, "colours": [1, 2]}]},
        {"half turn": 0},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("keys", "wanted"), [case[1:] for case in CASES], ids=[case[0][:40] for case in CASES])
def test_symmetric_packings_are_their_own_images_by_the_definition(keys: Keys, wanted: dict[str, int]) -> None:
    for kind, many in wanted.items():
        asked = {"grid": "square", **keys, "rules": [f"symmetric: {kind}"]}
        assert (Problem(asked).counts()["raw"], sp.count(of_table(asked, "asked")).raw) == (many, many), kind


def test_the_isometries_are_those_of_the_board_with_what_belongs_to_its_cells() -> None:
    plain: Keys = {"grid": "square", "board": cells(3, 2), "pieces": [{"name": "D", "cells": DOMINO, "max": 3}]}
    for more in ({"optional": cells(1, 1)}, {"colours": [1, 0, 0, 0, 0, 0], "pairs": [[1, 1]]}, {"frame": [[3, 0, 0]]}):
        of_table({**plain, "rules": ["symmetric: half turn"]}, "plain")
        with pytest.raises(PuzzleError, match="the board has no such symmetry"):
            of_table({**plain, **more, "rules": ["symmetric: half turn"]}, "more")
    with pytest.raises(PuzzleError, match=r"the board has no such symmetry: it has horizontal, mirror, upright$"):
        of_table({**plain, "frame": [[3, 0, 0], [3, 1, 0]], "rules": ["symmetric: half turn"]}, "framed")


@pytest.mark.full
def test_counts_by_symmetry_are_those_of_the_rule() -> None:
    """On random boards with all there is: a rule's packings are those of the lines that have its kind."""
    narrow, seen = ("half turn", "third turn", "horizontal", "vertical", "diagonal", "point"), Counter[str]()
    for seed in range(60):
        keys = mixed(seed)
        if keys["grid"] not in TURNED or {"tiles", "wrap", "parts", "rules"} & keys.keys():
            continue
        kinds = [kind for kind in kinds_of(Problem(keys)) if kind in narrow]
        lines = count_by_symmetry(sp.solve(of_table(keys, "mixed"), jobs=1)) if kinds else []
        for kind in kinds:
            many = sp.count(of_table({**keys, "rules": [f"symmetric: {kind}"]}, "ruled")).raw
            named = [
                line.counts.raw or 0 for line in lines if kind in {one.split("× ")[-1] for one in line.name.split(", ")}
            ]
            if keys["grid"] == "square" or kind not in ("horizontal", "vertical", "diagonal"):
                assert many == sum(named), (seed, kind)
                seen["kept" if many else "none"] += 1
    assert seen["kept"] and seen.total() > 8


def test_checkers_derive_images_of_pieces_and_colours() -> None:
    keys = {**CASES[5][1], "grid": "square", "rules": ["symmetric: half turn"]}
    puzzle = of_table(keys, "coloured")
    rules = Rules(puzzle, [(0, 0, 0), (1, 0, 0)], 3)
    assert not rules.allow(0, {(0, 0, 0): 1, (1, 0, 0): 2}) and rules.allow(0, {(0, 0, 0): 1, (1, 0, 0): 1})
