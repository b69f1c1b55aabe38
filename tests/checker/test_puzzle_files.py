"""What is no puzzle file is refused by both checkers; what one takes, the other takes, or says what it lacks."""

import json
import shutil
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from breaking import change_text, change_value
from checking import check
from witness.mixing import mixed

import satpuzzle as sp
from satpuzzle.errors import CertificateError, PuzzleError, Stopped
from satpuzzle.puzzle.formats.reading import of_table

Keys = dict[str, Any]
DOMINO: Keys = {"name": "A", "cells": [[0, 0, 0], [1, 0, 0]], "count": 4}
PUZZLE: Keys = {"grid": "square", "box": [4, 2], "pieces": [DOMINO]}
TILES: Keys = {"grid": "square", "box": [3, 1], "tiles": [{"sides": "AABC"}, {"sides": "ABBC"}, {"sides": "ACAC"}]}


def puzzle(**keys: Any) -> Keys:
    """Return dominoes with other keys; None leaves one out."""
    return {key: value for key, value in (PUZZLE | keys).items() if value is not None}


def domino(**keys: Any) -> Keys:
    """Return a puzzle whose domino has other keys; None leaves one out."""
    return puzzle(pieces=[{key: value for key, value in (DOMINO | keys).items() if value is not None}])


def chain(word: Any, **keys: Any) -> Keys:
    return puzzle(pieces=[{"name": "A", "chain": word, "max": "any", **keys}])


def tiles(**keys: Any) -> Keys:
    return TILES | keys


def rule(words: str, **keys: Any) -> Keys:
    return puzzle(rules=[words], **keys)


FAR = 262_144
BAD: dict[str, Keys] = {
    "count and max": domino(max=4, min=1),
    "count and any": domino(max="any"),
    "min above count": domino(min=5),
    "min alone": domino(count=None, min=2),
    "max 0": domino(count=None, max=0),
    "count 0": domino(count=0),
    "count true": domino(count=True),
    "count 1.0": domino(count=1.0),
    "count 10^30": domino(count=10**30),
    "a piece without a name": domino(name=None),
    "a name of two lines": domino(name="A\nB"),
    "a blank name": domino(name=" "),
    "a piece without cells": domino(cells=[]),
    "a cell twice": domino(cells=[[0, 0, 0], [0, 0, 0]]),
    "a cell above the plane": domino(cells=[[0, 0, 0], [0, 0, 1]]),
    "a cell too far": domino(cells=[[0, 0, 0], [FAR, 0, 0]]),
    "a cell of two numbers": domino(cells=[[0, 0, 0], [1, 0]]),
    "rotate 3 on squares": domino(rotate=3),
    "rotate 0": domino(rotate=0),
    "mirror 1": domino(mirror=1),
    "colour 64": domino(colours=[64, 0]),
    "one colour for two cells": domino(colours=[1]),
    "an unknown key of a piece": domino(turn=True),
    "an empty key": domino(**{"": 1}),
    "a group of none": domino(groups={"1": 0}),
    "a group twice": domino(groups={"1": 1, "01": 2}),
    "a group 0 twice": domino(groups={"00": 1, "0": 2}),
    "weight half": domino(weight=0.5),
    "paint red": domino(paint="red"),
    "two pieces of one name": puzzle(pieces=[DOMINO, DOMINO]),
    "two tiles of one name": tiles(tiles=[{"name": "A", "sides": "AAAA"}, {"name": "A", "sides": "ABAB"}]),
    "two tiles without names": tiles(tiles=[{"sides": "AAAA"}, {"sides": "AAAA"}]),
    "no pieces": puzzle(pieces=[]),
    "pieces and tiles": tiles(pieces=[DOMINO]),
    "neither pieces nor tiles": puzzle(pieces=None),
    "an unknown key": puzzle(boxes=[4, 2]),
    "a title that is a number": puzzle(title=1),
    "a title with a control character": puzzle(title="a\u0000b"),
    "half a pair of surrogates": puzzle(title="\ud800"),
    "box and board": puzzle(board=[[0, 0, 0]]),
    "neither box nor board": puzzle(box=None),
    "an empty board": puzzle(box=None, board=[]),
    "a cell of the board twice": puzzle(box=None, board=[[0, 0, 0], [0, 0, 0]]),
    "a box of three sizes": puzzle(box=[4, 2, 1]),
    "a box without a size": puzzle(box=[0, 2]),
    "a box in parts of cells": puzzle(box=[4.0, 2]),
    "colours of a box": puzzle(colours=[0] * 8),
    "colours of a part of the board": puzzle(box=None, board=[[0, 0, 0]], optional=[[1, 0, 0]], colours=[1]),
    "an optional cell twice": puzzle(optional=[[9, 9, 0], [9, 9, 0]]),
    "no optional cells": puzzle(optional=[]),
    "a frame on the board": puzzle(frame=[[0, 0, 0]]),
    "a frame that wraps round": puzzle(frame=[[9, 9, 0]], wrap="x"),
    "wrap yx": puzzle(wrap="yx"),
    "wrap in space": puzzle(grid="cubic", box=[4, 2, 1], wrap="x"),
    "periods in one direction": puzzle(wrap=[[4, 0], [8, 0]]),
    "no period": puzzle(wrap=[[0, 0]]),
    "a period too short": puzzle(wrap=[[2, 0]]),
    "three periods": puzzle(wrap=[[4, 0], [0, 2], [4, 2]]),
    "a period of 10^30": puzzle(wrap=[[10**30, 0]]),
    "up and down": puzzle(up="down"),
    "up nowhere": puzzle(up=[0, 0, 0]),
    "up in two numbers": puzzle(up=[0, 1]),
    "up in halves": puzzle(up=[0, 0.5, 0]),
    "up out of the plane": puzzle(up="z"),
    "up too far": puzzle(up=[0, 1001, 0]),
    "up in parts": puzzle(up="y", parts="separate"),
    "up of tiles": tiles(up="y"),
    "a rule about what is below in parts": rule("supported", parts="separate"),
    "supported somewhere": rule("supported: here"),
    "balls that are supported": rule("supported", grid="fcc", box=[2, 2, 1])
    | {"pieces": [DOMINO | {"cells": [[0, 0, 0], [1, 1, 0]], "count": 2}]},
    "a chain of other letters": chain("sb"),
    "a chain of lengths of 1": chain([1, 2]),
    "a chain of no parts": chain([]),
    "a chain of 1001 cells": chain("S" * 999),
    "a chain of parts with 1001 cells": chain([600, 402]),
    "a chain that is no word": chain(2),
    "a chain with cells": chain("B", cells=[[0, 0, 0]]),
    "a chain that is turned": chain("B", rotate=True),
    "a chain of triangles": puzzle(grid="triangular", pieces=[{"name": "A", "chain": "?"}]),
    "a chain with an underside": chain("B") | {"rules": ["supported"]},
    "a chain that is its own image": chain("B") | {"rules": ["symmetric: half turn"]},
    "moebius z": puzzle(wrap="moebius z"),
    "klein xy": puzzle(wrap="klein xy"),
    "a flop": puzzle(wrap=[[4, 0, "flop"]]),
    "two glides": puzzle(wrap=[[4, 0, "flip"], [0, 2, "flip"]]),
    "a glide of no length": puzzle(wrap=[[0, 0, "flip"]]),
    "a glide in no direction of the grid": puzzle(wrap=[[8, 4, "flip"]]),
    "a glide along half a diagonal": puzzle(box=[4, 3], wrap=[[4, 4, "flip"]]),
    "a glide that joins two cells": puzzle(wrap=[[1, 0, "flip"]]),
    "a glide and a slanting period": puzzle(wrap=[[4, 0, "flip"], [1, 2]]),
    "hexagons that are turned over in rows": puzzle(grid="hexagonal", wrap="moebius"),
    "up, and turned over": puzzle(wrap="moebius", up="y"),
    "motions of another word": puzzle(motions="rotations"),
    "motions and mirror": puzzle(motions="translations", mirror=False),
    "motions and rotate of a piece": domino(motions="translations", rotate=True),
    "motions of a tile": tiles(tiles=[{"sides": "AABC", "motions": "translations"}]),
    "a border that faces two ways": tiles(box=[3, 3], wrap="moebius", border="same on each side"),
    "triangles that must not be turned": tiles(grid="triangular", tiles=[{"sides": "AAA", "max": "any"}], rotate=False),
    "parts with a frame": puzzle(parts="separate", frame=[[9, 9, 0]]),
    "parts that must not be turned": puzzle(parts="separate", rotate=2),
    "a piece on two parts": puzzle(
        box=None, board=[[0, 0, 0], [2, 0, 0]], parts="separate", pieces=[DOMINO | {"cells": [[0, 0, 0], [2, 0, 0]]}]
    ),
    "parts of another word": puzzle(parts="apart"),
    "border without tiles": puzzle(border="A"),
    "match without tiles": puzzle(match=False),
    "opposite colours without tiles": puzzle(match="opposite"),
    "empty -1": puzzle(empty=-1),
    "apart from none": puzzle(apart=[[]]),
    "apart from another": puzzle(apart=[["A", "Z"]]),
    "pairs of three": puzzle(pairs=[[1, 2, 3]]),
    "a hue by name": puzzle(hues=["red"]),
    "a label on the board": puzzle(labels=[["Jan", [0, 0, 0]]]),
    "counts by other names": puzzle(counts={"solutions": 5}),
    "counts below 0": puzzle(counts={"raw": -1}),
    "counts that are wrong": puzzle(counts={"raw": 4}),
    "a grid that is a number": puzzle(grid=4),
    "a rule that is none": rule("fault free"),
    "a rule in capitals": rule("Fault-free"),
    "a rule with too much": rule("fault-free: A"),
    "a rule with too little": rule("apart"),
    "a rule for another": rule("at border: Z"),
    "at border: all none": rule("at border: all none"),
    "a rule that ends in a name": rule('at border: "A'),
    "together at 4": rule("together: A at 4"),
    "together at most 3 of 4": rule("together: A at most 3"),
    "together at most 10^30": rule("together: A at most 1" + "0" * 30),
    "together none": rule("together: at most 2"),
    "no line": rule("fault-free", grid="hexagonal", box=[4, 2]),
    "one cell, no line": rule("fault-free", box=[1, 1]),
    "symmetric without a kind": rule("symmetric"),
    "symmetric in two ways at once": rule("symmetric: half turn point"),
    "symmetric by a turn that the board has not": rule("symmetric: quarter turn"),
    "symmetric in a point of the plane": rule("symmetric: point"),
    "symmetric upright in space": rule("symmetric: vertical", grid="cubic", box=[4, 2, 1]),
    "symmetric round a cylinder": rule("symmetric: half turn", wrap="x"),
    "symmetric by one of two that are carried to each other": rule(
        "symmetric: vertical", box=[4, 4], pieces=[DOMINO | {"count": 8}]
    ),
    "symmetric in parts": rule("symmetric: half turn", parts="separate"),
    "a line that wraps round": rule("fault-free", wrap="x"),
    "a line through parts": rule("fault-free", parts="separate"),
    "crossroads in space": rule("no crossroads", grid="cubic", box=[4, 2, 1]),
    "crossroads of hexagons": rule("no crossroads", grid="hexagonal"),
    "corners in space": rule("apart at corners: A", grid="cubic", box=[4, 2, 1]),
    "no crossing without sticks": rule("no crossing"),
    "a rule for tiles": tiles(rules=["fault-free"]),
    "tiles in parts": tiles(parts="separate"),
    "tiles that may be turned by halves": tiles(rotate=2),
    "tiles on a narrow cylinder": tiles(box=[2, 1], wrap="x"),
    "tiles of balls": tiles(grid="fcc", box=[3, 1, 1]),
    "a side less": tiles(tiles=[{"sides": "AAB"}]),
    "a side without a colour": tiles(tiles=[{"sides": "AA_B"}]),
    "an unknown key of a tile": tiles(tiles=[{"sides": "AAAB", "weight": 1}]),
    "match of another word": tiles(match="opposites"),
    "match of nothing": tiles(match=" "),
    "match of one colour": tiles(match="AA"),
    "match of three colours": tiles(match="ABC"),
    "a colour with two opposites": tiles(match="AB BC"),
    "match of no colours": tiles(match="A_"),
    "match 2": tiles(match=2),
    "an exchange that keeps no opposites": tiles(match="BC", interchangeable="AB"),
    "an exchange of the border's colour by its opposite": tiles(
        tiles=[{"sides": "AaAa"}, {"sides": "BbBb"}], match="opposite", border="a", interchangeable="AB"
    ),
    "a border in another colour": tiles(border="Z"),
    "colours exchanged twice": tiles(interchangeable="BB"),
    "the border's colour exchanged": tiles(border="A", interchangeable="AB"),
    "colours that no tile has": tiles(interchangeable="YZ"),
    "an exchange that makes a tile into none": tiles(interchangeable="AC"),
}
MINE: Keys = {"periods": [[1, 0], [0, 1]], "cells": [{"corners": [[0, 0], [1, 0], [1, 1], [0, 1]]}]}
ROWS: Keys = {
    "frame": "root 3",
    "periods": [[2, 0], [1, [2, 1]]],
    "cells": [
        {"corners": [[0, 0], [2, 0], [2, 2], [0, 2]]},
        {"corners": [[1, [2, 1]], [2, 2], [0, 2]]},
        {"corners": [[2, 2], [3, [2, 1]], [1, [2, 1]]]},
    ],
}


def grid(cells: list[Any] | None = None, **keys: Any) -> Keys:
    """Return squares with other keys, or other cells; None leaves a key out."""
    mine = MINE | ({"cells": [{"corners": cell} for cell in cells]} if cells else {}) | keys
    return puzzle(grid={key: value for key, value in mine.items() if value is not None})


SQUARE = [[0, 0], [1, 0], [1, 1], [0, 1]]
BAD |= {
    "an unknown key of a grid": grid(size=1),
    "a grid without periods": grid(periods=None),
    "a grid with periods in one direction": grid(periods=[[1, 0], [2, 0]]),
    "a grid of another frame": grid(frame="root 5"),
    "a root in squares": grid(periods=[[[1, 1], 0], [0, 1]]),
    "a grid without cells": grid(cells=None) | {"grid": MINE | {"cells": []}},
    "a cell without corners": puzzle(grid=MINE | {"cells": [{}]}),
    "a cell with one corner": grid([[[0, 0]]]),
    "a corner twice": grid([[[0, 0], [1, 0], [1, 1], [1, 1], [0, 1]]]),
    "a gap between cells": grid(periods=[[2, 0], [0, 1]]),
    "cells that overlap": grid([SQUARE, SQUARE]),
    "a cell that crosses itself": grid([[[0, 0], [1, 1], [1, 0], [0, 1]]]),
    "periods that are too long": grid([SQUARE, [[x + 1, y] for x, y in SQUARE]], periods=[[2, 0], [0, 1]]),
    "a stick and a square": grid([SQUARE, [[0, 0], [1, 0]]]),
    "sticks that cross": grid([[[0, 0], [1, 1]], [[1, 0], [0, 1]]]),
    "sticks that overlap": grid([[[0, 0], [2, 0]]]),
    "a cell that has no place": grid(drawing=[[1, 0], [0, 1]]),
    "a grid of another's cells, without forms": puzzle(grid={"grid": "kites"}),
    "a grid of another's cells, with periods": puzzle(grid=MINE | {"grid": "kites", "forms": []}),
    "thirds on rows": puzzle(grid=ROWS, rotate=3, pieces=[DOMINO | {"count": 12}]),
    "four that do not meet": rule("no crossroads", grid="octasquares"),
}
SIDE: Keys = {"place": "side", "bounds": "at most 1"}


def own(*rows: Keys, **keys: Any) -> Keys:
    """Return dominoes with a rule of these rows; None leaves a key out."""
    return ruled({"title": "own", "sentence": "so", "items": [SIDE | row for row in rows or [{}]]} | keys)


def ruled(table: Keys, **keys: Any) -> Keys:
    return puzzle(rules=[{key: value for key, value in table.items() if value is not None}], **keys)


FORM: Keys = {"sentence": "so", "items": [SIDE]}
BAD |= {
    "a rule without a title": own(title=None),
    "a rule in two lines": own(title="a\nb"),
    "a title with two blanks": own(title="a  b"),
    "a title with another space": own(title="a\u00a0b"),
    "a title with a colon": own(title="a: b"),
    "a title that is a file": own(title="own.toml"),
    "a title of a bundled rule": own(title="no crossroads"),
    "a title of a filter": own(title="touch"),
    "a rule without a sentence": own(sentence=None),
    "an empty sentence": own(sentence=""),
    "names in a sentence without": own(sentence="of {names}"),
    "braces in a sentence": own(text="NAMES", said="A", sentence="of {{names}}"),
    "a rule without rows": own(items=None),
    "no rows": own(items=[]),
    "rows that are no tables": own(items=[1]),
    "more than a hundred rows": own(*[{}] * 101),
    "an unknown key of a rule": own(rows=[]),
    "an unknown key of a row": own({"weights": 2}),
    "a row without a place": own({"place": None}),
    "a place that is none": own({"place": "point"}),
    "a row without bounds": ruled({"title": "own", "sentence": "so", "items": [{"place": "side"}]}),
    "bounds that are a number": own({"bounds": 1}),
    "bounds with two blanks": own({"bounds": "at  most 1"}),
    "bounds below 0": own({"bounds": "at most -1"}),
    "bounds of millions": own({"bounds": "at most 1000001"}),
    "bounds of a number that is not there": own({"bounds": "at most NUMBER"}),
    "a size that is all": own({"size": "all"}),
    "filled 1": own({"filled": 1}),
    "parts of none": own({"parts": None}),
    "pieces that are not named": own({"pieces": "named"}),
    "no empty cell may cover": own({"pieces": "empty", "bounds": "exactly 0"}),
    "no empty cell may cover, by a number": own(
        {"pieces": "empty", "bounds": "at most NUMBER"}, text="NUMBER", said="0"
    ),
    "colours beside bounds": own({"colours": "equal"}),
    "a weight by another word": own({"weight": "pips"}),
    "a weight below 0": own({"weight": [0, -1]}),
    "65 weights": own({"weight": [1] * 65}),
    "an empty cell that weighs too much": own({"pieces": "empty", "weight": [2]}),
    "a length of sides": own({"length": 2}),
    "rows without a length": own({"place": "row"}),
    "rows of one": own({"place": "row", "length": 1}),
    "regions of sides": own({"regions": []}),
    "regions that are none": own({"place": "region"}),
    "an empty region": own({"place": "region", "regions": [[]]}),
    "a region beside the board": own({"place": "region", "regions": [[[9, 0, 0]]]}),
    "a region above the plane": own({"place": "region", "regions": [[[0, 0, 1]]]}),
    "a region in parts of cells": own({"place": "region", "regions": [[[0, 0, 0.0]]]}),
    "NAMES twice": own(text="NAMES NAMES", said="A A"),
    "NUMBER in front": own(text="NUMBER x", said="1 x"),
    "a text with two blanks": own(text="x  NAMES", said="x A"),
    "said too little": own(text="NAMES NUMBER", said="A"),
    "said too much": own(said="A"),
    "said of another piece": own(text="NAMES", said="Z"),
    "said by a number": own(said=3),
    "said as a word that has quotation marks": own(text="'x'", said="'x'"),
    "forms beside rows": own(form=[FORM]),
    "no forms": ruled({"title": "own", "form": []}),
    "a form with a source": ruled({"title": "own", "form": [FORM | {"source": "x"}]}),
    "a form without a sentence": ruled({"title": "own", "form": [{"items": [SIDE]}]}),
    "a form that is wrong and not meant": ruled({"title": "own", "form": [FORM, FORM | {"text": "x", "items": [{}]}]}),
    "crossings without sticks": own({"place": "crossing"}),
    "five corners of squares": own({"place": "corner", "size": "at least 5"}),
    "bounds of the size, of sides": own({"bounds": "at most SIZE"}),
    "bounds of at least the size": own({"place": "underside", "bounds": "at least SIZE"}),
    "what is below, with covers": own({"place": "beneath", "covers": "all"}),
    "what is below, with parts": own({"place": "underside", "parts": "some"}),
    "what is below, with weights": own({"place": "beneath", "weight": "cells"}),
    "what is below, with colours": own({"place": "underside", "bounds": None, "colours": "equal"}),
    "rows of triangles": own({"place": "row", "length": 2}) | {"grid": "triangular"},
    "two kinds of places that are none": own({"place": "crossing"}, {"place": "corner", "size": "exactly 9"}),
    "lines round a cylinder": own({"place": "line"}, {}) | {"wrap": "x"},
    "rows through parts": own({"place": "row", "length": 2}, {}) | {"parts": "separate"},
    "corners of two parts": own({"place": "corner", "size": "at least 3"}) | {"parts": "separate"},
    "apart at corners of two parts": rule("apart at corners: A", parts="separate"),
    "five copies of four": own({"place": "board", "bounds": "at least 5"}),
    "no copy of four": own({"place": "board", "bounds": "exactly 0", "parts": "every", "filled": None}),
    "a rule of its own for tiles": tiles(rules=own()["rules"]),
    "a rule that is a number": puzzle(rules=[3]),
}
BEYOND: dict[str, Keys] = {  # what the checker in C does not know, and says so
    "drawn cells": domino(cells="**"),
    "a drawn board": puzzle(box=None, board="****\n****"),
    "a filter": rule("anti-slide"),
    "symmetric in one of several ways": rule("symmetric: upright"),
    "symmetric in any way, on a board without symmetries": rule(
        "symmetric: any", box=None, board=[[0, 0, 0], [1, 0, 0], [2, 0, 0], [0, 1, 0]]
    ),
    "a grid in a file of one's own": puzzle(grid="mine.toml"),
    "a rule in a file of one's own": rule("./mine.toml: A"),
    "tiles that are words": tiles(tiles="AABC ABBC ACAC"),
    "colours beyond A to Z": tiles(tiles=[{"sides": "éAéA", "count": 3}]),
    "a set of pieces": puzzle(pieces="pentominoes"),
    "a stick of a burr": puzzle(grid="cubic", box=[6, 2, 2], pieces=[{"burr": 1}]),
}
FINE: dict[str, Keys] = {
    "colours of cells that are in no order": puzzle(
        box=None,
        board=[[2, 0, 0], [0, 0, 0], [1, 0, 0]],
        colours=[3, 2, 1],
        pieces=[DOMINO | {"count": 1, "cells": [[1, 0, 0], [0, 0, 0], [2, 0, 0]], "colours": [1, 3, 2]}],
    ),
    "rules that are there twice": puzzle(
        apart=[["A"], ["A", "A"]],
        optional=[[0, 0, 0]],
        pieces=[DOMINO | {"count": 1}, DOMINO | {"count": 2, "name": "B"}],
    )
    | {"rules": ["apart: A", "together: A B at most 3", "together: B A at most 03"]},
    "symmetric under a half turn": rule(" symmetric:  half  turn "),
    "symmetric in a row, where a mirror image is a half turn": rule("symmetric: any", box=[8, 1]),
    "symmetric under the least of three groups": rule(
        "symmetric: any",
        box=None,
        board=[
            [0, 1, 0],
            [1, 1, 0],
            [2, 1, 0],
            [1, 0, 0],
            [1, 2, 0],
            [0, 0, 0],
            [2, 0, 0],
            [2, 2, 0],
            [0, 2, 0],
            [1, -1, 0],
            [3, 1, 0],
            [1, 3, 0],
            [-1, 1, 0],
            [2, -1, 0],
            [3, 2, 0],
            [0, 3, 0],
            [-1, 0, 0],
        ],
        pieces=[DOMINO | {"count": 8}, {"name": "M", "cells": [[0, 0, 0]]}],
    ),
    "symmetric with cells that stay empty": rule(
        "symmetric: vertical", optional=[[x, y, 0] for x in range(4) for y in range(2)]
    )
    | {"pieces": [DOMINO | {"count": 2}]},
    "symmetric and at the border": puzzle(rules=["symmetric: vertical", "at border: all"]),
    "spaces in a rule": rule("  together :  'A'   A at  least 04 "),
    "a name in quotation marks": puzzle(pieces=[DOMINO | {"name": 'a "b'}], rules=[r'at border: "a \"b"']),
    "more than there is room for": domino(count=None, max="any", cells=[[x, 0, 0] for x in range(9)], min=0)
    | {"optional": [[x, y, 0] for x in range(4) for y in range(2)]},
    "keys that mean nothing": puzzle(wrap="", border=" ", interchangeable="", colours=[], notes=[1.5, None], count=-1)
    | {"colours": None},
    "a rule of its own": own(),
    "a rule of its own, twice, and as another": ruled({"title": "own", **FORM})
    | {"rules": [*own()["rules"] * 2, *own(source="x")["rules"]]},
    "a rule with a number": own(
        {"bounds": "at most NUMBER", "covers": "exactly 1"}, text="NAMES x NUMBER", said=" 'A' x  '02' "
    ),
    "a rule with two forms": ruled(
        {"title": "own", "form": [FORM | {"text": "y"}, FORM | {"text": "x NAMES"}], "said": "x A"}
    ),
    "a form that the puzzle cannot have, and is not meant": ruled(
        {"title": "own", "form": [FORM, FORM | {"text": "x", "items": [SIDE | {"place": "crossing"}]}]}
    ),
    "a region that goes round": own(
        {"place": "region", "regions": [[[4, 0, 0], [0, 0, 0], [0, 1, 0]]], "bounds": "at least 1"}
    )
    | {"wrap": "x"},
    "regions that few symmetries keep": own({"place": "region", "regions": [[[0, 0, 0]]], "bounds": "at least 1"}),
    "no regions": own({"place": "region", "regions": []}),
    "five copies of four, if the size is said": own({"place": "board", "bounds": "at least 5", "size": "at least 1"}),
    "lines that are none, beside sides": own({"place": "line"}, {})
    | {"box": [1, 1], "pieces": [DOMINO | {"cells": [[0, 0, 0]], "count": 1}]},
    "corners of four, of two parts": own({"place": "corner", "size": "exactly 4"}) | {"parts": "separate"},
    "chains": chain("B", paint="#102030", value=2) | {"box": [3, 2]},
    "chains of two cells": chain("") | {"mirror": False, "rotate": 3},
    "turns that no piece takes": domino(rotate=True) | {"rotate": 3},
    "up by a vector": puzzle(up=[0, -2, 0], rules=["supported"]),
    "up, and a rule that says it": puzzle(up=" -y ", rules=[" supported :everywhere "]),
    "all cells may stay empty": puzzle(optional="all"),
    "up along a glide": puzzle(wrap="moebius", up="x", optional=[[0, 0, 0]], rules=["supported"])
    | {"pieces": [DOMINO | {"min": 1}]},
    "pieces that are only shifted": domino(motions="translations", cells=[[0, 0, 0], [0, 1, 0]], colours=[1, 2])
    | {"rotate": 2, "wrap": "klein"},
    "tiles that are only shifted": tiles(motions="translations", box=[3, 3], wrap="klein")
    | {"tiles": [{"sides": "AABB", "max": "any"}, {"sides": "BAAB", "max": "any"}]},
    "hexagons that are turned over": puzzle(grid="hexagonal", wrap=[[4, 0, "flip"], [-2, 4]], box=None)
    | {"board": [[x, y, 0] for y, xs in enumerate([range(4), range(4), range(-1, 3)]) for x in xs]}
    | {"pieces": [DOMINO | {"count": 6}]},
    "a ring that holds itself": puzzle(wrap="x", up="x", optional=[[0, 0, 0]], rules=["supported"])
    | {"pieces": [DOMINO | {"cells": [[x, 0, 0] for x in range(4)], "count": 2}]},
    "no rules of tiles": tiles(rules=[], apart=[]),
    "a grid of one's own": grid(),
    "rows of squares and triangles": puzzle(grid=ROWS, box=[2, 2])
    | {"pieces": [DOMINO | {"cells": [[0, 0, k], [0, 0, k + 1]], "name": str(k), "count": 2} for k in (0, 1)]}
    | {"optional": [[0, 0, 0], [0, 0, 2], [1, 1, 0], [1, 1, 2]], "rules": ["apart at corners: 0"]},
    "a grid of another's cells": puzzle(grid={"grid": "kites", "forms": [[[0, 0, 0]]]}, box=[2, 2])
    | {"pieces": [DOMINO | {"cells": [[0, 0, 0], [0, 0, 1]], "count": 12}]},
    "sticks that may cross": puzzle(grid="sticks", rules=[]),
    "sticks that are of one's own": puzzle(
        grid={"periods": [[1, 0], [0, 1]], "cells": [{"corners": [[0, 0], [1, 0]]}, {"corners": [[0, 0], [0, 1]]}]}
    ),
    "a character of two units": puzzle(title="\U0001f600"),
    "a period that is longer than the board": puzzle(wrap=[[4, 1], [0, FAR - 1]]),
}


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("certificate")
    (folder / "puzzle.json").write_text(json.dumps(PUZZLE))
    sp.certify(folder / "puzzle.json", folder / "made", jobs=1)
    return folder / "made"


def said_of(checker: Path, certificate: Path, text: bytes) -> tuple[bool, int, str]:
    """Return whether the program takes a file, and the status and words of the checker in C.

    If it does, these are about the certificate that it makes; if not, about one whose puzzle was replaced by the file.
    """
    file, made = certificate.parent / "other.json", certificate.parent / "other"
    shutil.rmtree(made, ignore_errors=True)
    file.write_bytes(text)
    try:
        sp.certify(file, made, jobs=1, time_limit=60)
        return True, *check(checker, made)
    except (PuzzleError, CertificateError):
        shutil.copytree(certificate, made)
        (made / "puzzle.json").write_bytes(text)
        return False, *check(checker, made)


@pytest.mark.few(3)
@pytest.mark.parametrize("name", BAD)
def test_what_is_no_puzzle_is_refused(checker: Path, certificate: Path, name: str) -> None:
    taken, status, said = said_of(checker, certificate, json.dumps(BAD[name]).encode())
    assert not taken and status == 1, said
    assert said.startswith("REFUSED: puzzle.json: ") or name == "an exchange that makes a tile into none", said


@pytest.mark.parametrize("name", BEYOND)
def test_what_it_does_not_know_is_said(checker: Path, certificate: Path, name: str) -> None:
    _, status, said = said_of(checker, certificate, json.dumps(BEYOND[name]).encode())
    assert status == 2 and said.startswith("not supported: "), said


@pytest.mark.parametrize("name", FINE)
def test_what_is_unusual_is_verified(checker: Path, certificate: Path, name: str) -> None:
    taken, status, said = said_of(checker, certificate, json.dumps(FINE[name]).encode())
    assert taken and status == 0, said


@pytest.mark.parametrize(
    "text",
    [
        b"", b"{", b"[]", b"1", b"{} {}", b'{"a": 1, "a": 2}', b'{"notes": 01,', b'{"notes": +1,', b'{"notes": .5,',
        b'{"notes": 1.,', b'{"notes": nul,', b'{"notes": "\\x",', b'{"notes": "\t",', b'{"notes": "\xff",',
        b'{"notes": \x00,', b'{"notes": "\xed\xa0\x80",', b'{"notes": {"a": 1, "a": 2},', b'{"notes": [1,],',
        b'{"notes": "\\u12",',
    ],
)  # fmt: skip
def test_what_is_no_json_is_refused(checker: Path, certificate: Path, text: bytes) -> None:
    rest = json.dumps(PUZZLE).encode()[1:] if text.endswith(b",") else b""
    taken, status, said = said_of(checker, certificate, text + rest)
    assert not taken and status == 1 and said.startswith("REFUSED: puzzle.json: "), said


@pytest.mark.parametrize(
    "text", [b"\xef\xbb\xbf{", b'{"notes": NaN,', b'{"notes": -1.5E+3,', b'{"notes": "\\u0000\\ud800",']
)
def test_json_as_the_program_reads_it(checker: Path, certificate: Path, text: bytes) -> None:
    taken, status, said = said_of(checker, certificate, text + json.dumps(PUZZLE).encode()[1:])
    assert taken and status == 0, said


def agree(checker: Path, folder: Path, seeds: range, changes: int) -> Counter[str]:
    """Change files of random puzzles somewhere, and compare who takes them."""
    counted = Counter[str]()
    for seed in seeds:
        dice, file, made = Random(seed), folder / "puzzle.json", folder / "made"
        try:
            sp.save(of_table(mixed(seed), "mixed"), file)
            sp.certify(file, made, jobs=1)
        except PuzzleError:
            continue
        for _ in range(changes):
            text = file.read_bytes()
            if dice.random() < 0.7:
                keys = json.loads(text)
                how = "; ".join(change_value(keys, dice) for _ in range(dice.choice([1, 1, 2])))
                text = json.dumps(keys).encode()
            else:
                text, how = change_text(text, dice)
            try:
                taken, status, said = said_of(checker, made, text)
            except Stopped:
                continue
            right = status == 2 or (status == 0 if taken else said.startswith("REFUSED: puzzle.json: "))
            assert right, (seed, how, said, text)
            counted[f"{'taken' if taken else 'refused'}, {status}"] += 1
    return counted


@pytest.mark.full
def test_changed_files_are_judged_as_by_the_program(checker: Path, tmp_path: Path) -> None:
    counted = agree(checker, tmp_path, range(20), 5)
    assert counted["refused, 1"] >= 30 and counted["taken, 0"] >= 1, counted


def test_changed_tables_of_grids_are_judged_as_by_the_program(checker: Path, certificate: Path) -> None:
    dice, refused = Random(1), 0
    for _ in range(60):
        keys = json.loads(json.dumps(FINE["rows of squares and triangles"]))
        how = change_value(keys["grid"], dice)
        taken, status, said = said_of(checker, certificate, json.dumps(keys).encode())
        assert status == 2 or status == (0 if taken else 1), (how, said)
        refused += status == 1
    assert refused >= 30


def test_changed_tables_of_rules_are_judged_as_by_the_program(checker: Path, certificate: Path) -> None:
    dice, refused = Random(1), 0
    region: Keys = {"place": "region", "regions": [[[0, 0, 0], [1, 0, 0]], [[3, 1, 0]]], "bounds": "at most NUMBER"}
    row: Keys = {
        "place": "row",
        "length": 3,
        "size": "at least 2",
        "filled": True,
        "covers": "exactly 2",
        "parts": "every",
    }
    table: Keys = {"title": "own", "text": "x NAMES NUMBER", "said": "x A 2", "sentence": "of {names} at most {number}"}
    for _ in range(150):
        rows = [
            row | {"bounds": "at least 0", "pieces": "all"},
            region | {"weight": dice.choice(["cells", [1, 2], None])},
        ]
        keys = json.loads(json.dumps(puzzle(rules=[table | {"items": rows}])))
        how = change_value(keys["rules"][0], dice)
        taken, status, said = said_of(checker, certificate, json.dumps(keys).encode())
        assert status == 2 or status == (0 if taken else 1), (how, said, keys["rules"])
        refused += status == 1
    assert refused >= 60, refused


@pytest.mark.slow
def test_five_thousand_changed_files(sanitized: Path, tmp_path: Path, seed: int) -> None:
    counted, first = Counter[str](), 10_000 * (seed + 1)
    while counted.total() < 5000:
        counted += agree(sanitized, tmp_path, range(first, first + 20), 20)
        first += 20
    print(counted)
    assert counted["refused, 1"] >= 2500, counted
