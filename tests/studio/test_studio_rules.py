"""Rules of puzzles in the page: random puzzles that have some are counted as in Python, and files keep them."""

import json
import re
import shlex
from collections import Counter
from typing import Any

import pytest
from in_node import in_node
from test_studio_counts import counted
from witness.mixing import mixed

import satpuzzle as sp
from satpuzzle import data
from satpuzzle.cover.tables import Tables
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.formats.reading import parsed
from satpuzzle.puzzle.rules import kinds, rule_of
from satpuzzle.studio.page import page_data

Keys = dict[str, Any]


def ruled(first: int, many: int) -> list[Keys]:
    """Return random puzzles with rules that add items or leave placements out."""
    found, seed = list[Keys](), first
    while len(found) < many:
        keys, seed = mixed(seed), seed + 1
        if "rules" in keys and _is_solved(keys):
            found.append(keys)
    return found


def _is_solved(keys: Keys) -> bool:
    """Tell whether the page solves a puzzle: it has no filters and no fixed pieces."""
    fixed = any("rotate" in table for table in (keys, *keys["pieces"]))
    filters = any(rule_of(text).filters and not text.startswith("symmetric") for text in keys["rules"])
    if fixed or filters:
        return False
    puzzle = parsed(json.dumps(keys), ".json", "random")
    return not any(rule.judges(puzzle.ground) for rule in puzzle.rules)


def check(puzzles: list[Keys]) -> Counter[str]:
    """Compare the counts with Python's; return how often each rule was there, and reflections that only some keep."""
    seen = Counter[str]()
    for keys, found in zip(puzzles, counted(puzzles, parts=3), strict=True):
        puzzle = parsed(json.dumps(keys), ".json", "random")
        counts = sp.count(puzzle).known()
        assert (found["counts"] if found else dict.fromkeys(counts, 0)) == counts, keys
        assert found is None or found["divided"] == counts, keys
        tables = Tables.of(puzzle)
        seen.update(rule.word for rule in puzzle.rules)
        items = tables.symmetry.items[:, [*tables.cover.families.get("rules", ())]]
        seen["partial"] += counts["raw"] > 0 and bool((items < 0).any())
    return seen


DOMINO = {"name": "I", "cells": "**", "max": "any"}
BAR = {"name": "I", "cells": [[0, 0, 0], [1, 0, 0]], "max": "any"}
HANDED = [{"name": name, "cells": cells, "min": 0, "max": 9} for name, cells in (("L", "*.\n**"), ("O", "*"))]
BARS = [{"name": name, "cells": [[0, 0, 0], [1, 0, 0], [2, 0, 0]]} for name in "AB"]
SHAPES = {"L": [[0, 0, 0], [0, 1, 0], [0, 2, 0], [1, 2, 0]], "J": [[0, 0, 0], [0, 1, 0], [0, 2, 0], [1, 0, 0]]}
PAIR = [{"name": name, "cells": cells, "min": 0} for name, cells in SHAPES.items()] + [DOMINO]
TWO = [{"name": "I", "cells": [[0, 0, 0], [1, 0, 0]], "colours": [1, 2], "count": 2}]
SYMMETRIC: list[Keys] = [
    {"grid": "square", "box": [4, 4], "pieces": [DOMINO], "rules": ["symmetric: half turn"]},
    {"grid": "square", "box": [4, 4], "pieces": [DOMINO], "rules": ["symmetric: quarter turn", "no crossroads"]},
    {"grid": "square", "box": [4, 3], "pieces": [DOMINO], "rules": ["symmetric: horizontal"]},
    {"grid": "square", "box": [3, 3], "pieces": HANDED, "mirror": False, "rules": ["symmetric: half turn"]},
    {"grid": "square", "board": "***\n*?*\n?.?", "pieces": [DOMINO, HANDED[0]], "rules": ["symmetric: vertical"]},
    {"grid": "square", "board": "??\n**\n??", "pieces": [DOMINO], "rules": ["symmetric: half turn"]},
    {"grid": "square", "box": [2, 3], "pieces": BARS, "rules": ["symmetric: vertical"]},
    {"grid": "square", "box": [4, 3], "pieces": PAIR, "mirror": False, "rules": ["symmetric: vertical"]},
    {"grid": "square", "box": [2, 2], "pieces": TWO, "rules": ["symmetric: half turn"]},
    {"grid": "square", "box": [4, 1], "frame": [[0, 1, 0]], "pieces": [DOMINO], "rules": ["symmetric: any"]},
    {"grid": "cubic", "box": [2, 2, 3], "pieces": [BAR], "rules": ["symmetric: point"]},
    {"grid": "triangular", "box": [2, 2], "pieces": HANDED[1:], "rules": ["symmetric: half turn"]},
]


@pytest.mark.full
def test_symmetric_packings_are_counted_as_in_python() -> None:
    assert check(SYMMETRIC)["symmetric"] == len(SYMMETRIC)


def own(*rows: Keys, **keys: Any) -> Keys:
    """Return a rule of a puzzle's own."""
    return {"title": "own", "sentence": "it is so", "items": [{"bounds": "at most 1"} | row for row in rows], **keys}


SQUARES = [[x, y, 0] for x in range(4) for y in range(3)]
FREE: Keys = {"grid": "square", "board": [], "optional": SQUARES, "pieces": [BAR]}
OWN: list[Keys] = [
    FREE | {"rules": [own({"place": "row", "length": 3, "bounds": "at most 2"})]},
    FREE | {"rules": [own({"place": "region", "regions": [SQUARES[:5]], "bounds": "exactly 2"})]},
    FREE
    | {
        "rules": [
            own({"place": "cell", "pieces": "empty"}, {"place": "board", "pieces": "empty", "bounds": "exactly 6"})
        ]
    },
    FREE | {"rules": [own({"place": "side", "pieces": "all and empty", "bounds": "at least 1"}), "no crossroads"]},
    FREE | {"rules": [own({"place": "corner", "covers": "exactly 0"}, text="NAMES", said="I")]},
    {"grid": "kites", "box": [2, 1], "pieces": [{"name": "I", "cells": [[0, 0, 0], [0, 0, 1]], "max": "any"}]}
    | {"rules": [own({"place": "corner", "size": "at least 3", "bounds": "at most NUMBER"}, text="NUMBER", said="2")]},
]


PAINTED = [{"name": "I", "cells": [[0, 0, 0], [1, 0, 0]], "colours": [1, 2], "max": "any"}, {**BAR, "name": "O"}]
for how in ("equal", "different"):
    row = {"place": "region", "regions": [SQUARES[:4], SQUARES[6:9]], "colours": how}
    rule = {"title": "own", "sentence": "it is so", "items": [row]}
    OWN.append({"grid": "square", "box": [4, 3], "pieces": PAINTED, "rules": [rule]})


def test_rules_of_a_puzzle_are_counted_as_in_python() -> None:
    assert check(OWN)["own"] == len(OWN)


def test_a_rule_that_excludes_nothing_does_not_change_the_classes() -> None:
    shapes = {"L": "***\n*..", "J": "***\n..*", "D": "**"}
    said: Keys = {"grid": "square", "box": [4, 3], "mirror": False}
    said["pieces"] = [{"name": name, "cells": cells, "count": 1 + (name == "D")} for name, cells in shapes.items()]
    for rule in ({}, {"apart": [["L"]]}, {"apart": [["J"]]}):
        (found,) = counted([said | rule])
        assert found is not None
        assert found["counts"] == {"raw": 18, "rotations": 9, "isometries": 6}


BOX = {"grid": "square", "box": [4, 2], "pieces": [{"name": name, "cells": "*", "count": 4} for name in ("A", "B")]}
TILES = {"grid": "square", "box": [2, 1], "tiles": "ABAB*2"}


TEXTS: list[list[Any]] = [
    ["no crossroads", "fault-free", "no crossroads"],
    ["symmetric: half turn", "colours: 3 strongly", "connected: empty cells", "anti-slide"],
    ["at border: none", "apart: B A", "at border: all"],
    ["together: A B at most 8", "together: B exactly 4", "together: A A at least 01"],
    ["apart at corners: B A", "touch: B A"],
    [" at border:B  A ", "apart: \"A\" 'B'", "apart: \\A"],
    [own({"place": "side"}), "no crossroads"],
    ["fault-free", own({"place": "side"}, text="NAMES x", said="A x")],
]


def test_files_of_the_page_have_the_rules_that_python_reads() -> None:
    script = "answer(input.said.map((content) => writeToml(contentOf(puzzleOf(content, library)))));"
    names = ["long bar", "it's", "A"]
    pieces = [{"name": name, "cells": "**", "min": 0} for name in names]
    odd = {**BOX, "pieces": pieces, "apart": [names], "rules": [f"at border: {shlex.join(names)}"]}
    said = [*({**BOX, "rules": texts} for texts in TEXTS), odd]
    for keys, written in zip(said, in_node(script, "toml.js", said=said), strict=True):
        here, there = parsed(json.dumps(keys), ".json", "here"), parsed(written, ".toml", "there")
        assert there.rules == here.rules


REFUSED: list[tuple[Keys, str]] = [
    ({"rules": "fault-free"}, "“rules” has a value that is not allowed."),
    ({"apart": [[]]}, "“apart” has a value that is not allowed."),
    ({"rules": ["no cross"]}, "“rules” has “no cross”: choose from anti-slide, apart, apart at corners"),
    ({"rules": ["__proto__"]}, "“rules” has “__proto__”: choose from"),
    ({"rules": ["connected: empty cells"]}, "“rules” has “connected: empty cells”: it judges whole packings"),
    ({"rules": ["symmetric: upright"]}, "“rules” has “symmetric: upright”: it judges whole packings"),
    ({"rules": ["fault-free: A"]}, "“rules” has “fault-free: A”; allowed is “fault-free”."),
    ({"rules": ["apart"]}, "“rules” has “apart”; allowed is “apart: NAMES”."),
    ({"rules": ["apart: 'A"]}, "“rules” has “apart: 'A”; allowed is “apart: NAMES”."),
    (
        {"rules": ["together: A at most -1"]},
        "allowed is “together: NAMES at most NUMBER | NAMES at least NUMBER | NAMES exactly NUMBER”.",
    ),
    (
        {"rules": ["together: at most 1"]},
        "allowed is “together: NAMES at most NUMBER | NAMES at least NUMBER | NAMES exactly NUMBER”.",
    ),
    ({"rules": ["apart: A C"]}, "“rules” has “apart: A C”: there is no piece C."),
    ({"apart": [["C"]]}, "“rules” has “apart: C”: there is no piece C."),
    ({"rules": ["fault-free"], "wrap": "x"}, "“rules” has “fault-free”: it needs a board that does not wrap round"),
    (
        {"rules": ["fault-free"], "parts": "separate"},
        "“rules” has “fault-free”: it needs a board that does not wrap round",
    ),
    ({"rules": ["fault-free"], "grid": "fcc", "box": [2, 2, 2]}, "“rules” has “fault-free”: no straight line"),
    ({"rules": ["apart at corners: A"], "grid": "cubic", "box": [4, 2, 1]}, "it needs a flat board"),
    ({"rules": ["symmetric: turn"]}, "allowed is “symmetric: half turn | third turn | quarter turn"),
    (
        {"rules": ["symmetric: point"]},
        "the board has no such symmetry: it has half turn, horizontal, vertical, upright",
    ),
    (
        {"rules": ["symmetric: vertical"], "box": [3, 3], "pieces": [{"name": "A", "cells": "*", "count": 9}]},
        "symmetries of the board carry it to others: say upright",
    ),
    ({"rules": ["symmetric: half turn"], "wrap": "x"}, "it needs a board that does not wrap round"),
    ({"rules": ["no crossroads"], "grid": "hexagonal"}, "“rules” has “no crossroads”: it needs a flat grid"),
    ({"rules": ["no crossroads"], "grid": "cubic", "box": [4, 2, 1]}, "“rules” has “no crossroads”: it needs"),
    ({"rules": ["fault-free"], "grid": "hexagonal"}, "“rules” has “fault-free”: no straight line runs along sides"),
    (
        {"rules": ["together: A B at most 3"]},
        "“rules” has “together: A B at most 3”: by their numbers of copies, there are 8 of them.",
    ),
    ({**TILES, "rules": ["at border: all"]}, "“rules” has “at border: all”: it is for pieces, and not for tiles."),
]


def test_a_rule_that_cannot_be_kept_is_refused_in_one_line() -> None:
    script = """
      const complaint = (content) => {
        try { return mistake(puzzleOf(content, library)); } catch (error) { return error.message; }
      };
      answer(input.said.map(complaint));
    """
    said = [{key: BOX[key] for key in BOX if key != "pieces" or "tiles" not in more} | more for more, _ in REFUSED]
    for (_, complaint), keys, found in zip(REFUSED, said, in_node(script, said=said), strict=True):
        assert complaint in found and "\n" not in found
        if "judges" not in found:
            with pytest.raises(PuzzleError, match=r"rules|apart"):
                parsed(json.dumps(keys), ".json", "refused")


def test_a_key_that_the_page_does_not_keep_is_refused_in_one_line() -> None:
    said = [
        BOX | {"up": [0, 0, 0]},
        BOX | {"up": "z"},
        BOX | {"up": "-y", "parts": "separate"},
    ]
    script = """
      const complaint = (content) => {
        try { geometryOf(puzzleOf(content, library)); } catch (error) { return error.message; }
      };
      answer(input.said.map(complaint));
    """
    assert in_node(script, "symmetry.js", said=said) == ["“up” has a value that is not allowed."] * 3


def test_all_cells_may_stay_empty_in_the_page_too() -> None:
    script = "answer(contentOf(puzzleOf(input.said, library)).optional.length);"
    assert (
        in_node(script, said=BOX | {"optional": "all"}) == 8 == sp.from_dict(BOX | {"optional": "all"}).optional.sum()
    )


def test_each_language_has_a_sentence_for_each_form_of_a_rule() -> None:
    forms = {title: table["form"] for title, table in page_data()["rules"].items()}
    assert {title.replace(" ", "-") for title in forms} == {*data.files("rules")}
    for said in (form for each in forms.values() for form in each):
        assert len(said["sentences"]) == len(data.files("rules/sentences")) == 3
        for sentence in said["sentences"].values():
            assert sorted(re.findall(r"{\w+}", sentence)) == sorted(re.findall(r"{\w+}", said["sentence"])), sentence


def test_the_page_knows_the_words_of_all_rules() -> None:
    assert in_node("answer(knownRules());") == [kind.word for kind in kinds()]


def test_a_rule_that_no_placement_keeps_is_named() -> None:
    said = {
        "grid": "square",
        "box": [2, 2],
        "pieces": [{"name": "A", "cells": "*", "count": 4}],
        "rules": ["fault-free"],
    }
    (found,) = counted([said])
    assert found is not None and not found["counts"]["raw"]
    assert found["why"]["text"] == "The pieces fit in too few places for the rule “fault-free” to be kept."
