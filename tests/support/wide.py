"""Wide covers: puzzles with tens of thousands of placements, at which a single step takes long.

Each function of SLOW returns the text of a file that no command can do in a second.
"""

import json
from collections.abc import Callable
from random import Random

from satpuzzle.puzzle.formats.reading import of_table
from satpuzzle.puzzle.formats.writing import text
from satpuzzle.puzzle.grids import GRIDS
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.puzzle.polyforms import polyforms

HEPTOMINOES = ("***\n**.\n**.", "***\n**.\n.**", ".**\n***\n**.", "**.\n***\n**.", "***\n*..\n***", "***\n.*.\n***")


def presents(side: int, count: int) -> Puzzle:
    """Return a square of cells that may stay empty, and `count` copies of each of six heptominoes."""
    pieces = [{"name": str(number), "count": count, "cells": cells} for number, cells in enumerate(HEPTOMINOES)]
    return of_table({"grid": "square", "board": "\n".join(["?" * side] * side), "pieces": pieces}, "presents")


def tiles(side: int, **rules: object) -> Puzzle:
    """Return a square of tiles whose sides all have the same colour, five of them; each may lie anywhere."""
    content = {"grid": "square", "box": [side, side], "mirror": False}
    return of_table(
        {**content, "tiles": " ".join(f"{4 * letter}*{side * side}" for letter in "ABCDE"), **rules}, "tiles"
    )


def apart(side: int) -> Puzzle:
    """Return a square of cells and dominoes that must not touch each other or longer bars."""
    pieces = [{"name": "D", "cells": "**", "count": side}, {"name": "E", "cells": "***", "min": 0, "max": side**2}]
    content = {"grid": "square", "box": [side, side], "apart": [["D"], ["E", "D"]], "pieces": pieces}
    return of_table(content, "apart")


def _written(puzzle: Puzzle) -> str:
    return text(puzzle, ".toml")


def _painted() -> str:
    """Return a coloured piece of 400 cells on a large board, with dominoes around it."""
    dice = Random(1)
    rows = ["".join(dice.choice("*12") for _ in range(20)) for _ in range(20)]
    pieces = [{"name": "A", "cells": "\n".join(rows)}, {"name": "I", "cells": "**", "count": (120**2 - 400) // 2}]
    board = "\n".join(["*" * 120] * 120)
    return json.dumps({"grid": "square", "board": board, "pieces": pieces})


def _in_a_frame() -> str:
    """Return a cube of 40 cells a side in a closed box, to be filled by bars of three."""
    lid = "\n".join(["#" * 42] * 42)
    layer = "\n".join(["#" * 42, *["#" + "*" * 39 + "?" + "#"] * 40, "#" * 42])
    board = "\n\n".join([lid, *[layer] * 40, lid])
    return json.dumps({"board": board, "pieces": [{"name": "I", "cells": "***", "min": 0, "max": 40**3}]})


def _rhombic() -> str:
    """Return twelve cubes a side, each of 24 cells, to be filled by pieces of three."""
    cells = [[3, 4, 2], [4, 2, 1], [4, 3, 2]]
    pieces = [{"name": "A", "cells": cells, "count": 12**3 * 8}]
    return json.dumps({"grid": "rhombic", "box": [12, 12, 12], "pieces": pieces})


def _torus() -> str:
    """Return a torus of hexagons and a piece of four."""
    pieces = [{"name": "A", "cells": [[2 * x, 0, 0] for x in range(4)], "count": 40 * 40 // 4}]
    return json.dumps({"grid": "hexagonal", "box": [40, 40], "wrap": "xy", "pieces": pieces})


def _strip() -> str:
    """Return a long narrow strip, which is scanned, and L-trominoes."""
    return json.dumps({"grid": "square", "box": [4, 3000], "pieces": [{"name": "L", "cells": "**\n*.", "count": 4000}]})


def _options(colours: int) -> str:
    """Return a cover of 150,000 random options, whose last items have colours."""
    dice = Random(1)
    plain, painted = [f"i{item}" for item in range(400)], [f"c{item}" for item in range(400)]
    lines = [" ".join(plain) + " | " + " ".join(painted)]
    for _ in range(150_000):
        mine = [f"{item}:{dice.randrange(colours)}" for item in dice.sample(painted, 4)]
        lines.append(" ".join(dice.sample(plain, 6) + mine))
    return "\n".join(lines)


def _polyominoes() -> str:
    """Return a board of 5x211 cells for all 164 polyominoes of up to seven cells."""
    shapes = [shape for size in range(1, 8) for shape in polyforms(size, GRIDS["square"])]
    pieces = [{"name": f"P{number}", "cells": shape.tolist()} for number, shape in enumerate(shapes)]
    return json.dumps({"grid": "square", "box": [211, 5], "pieces": pieces})


def _corners() -> str:
    """Return a square of 60x60 cells for tetrominoes that may touch at sides only."""
    drawn = {"I": "****", "L": "***\n*..", "T": "***\n.*.", "S": ".**\n**."}
    pieces = [{"name": name, "cells": cells, "min": 0, "max": "any"} for name, cells in drawn.items()]
    content = {"grid": "square", "box": [60, 60], "pieces": pieces, "rules": ["apart at corners: I L T S"]}
    return json.dumps(content)


def edges(side: int, letters: int, seed: int) -> str:
    """Return square tiles of random colours that match in a square with one colour around it."""
    dice = Random(seed)
    colours = "BCDEFGHIJKLMNOPQRSTUVWXYZ"[:letters]
    across = [["A", *dice.choices(colours, k=side - 1), "A"] for _ in range(side)]
    down = [["A", *dice.choices(colours, k=side - 1), "A"] for _ in range(side)]
    tiles = [down[x][y] + across[y][x + 1] + down[x][y + 1] + across[y][x] for y in range(side) for x in range(side)]
    dice.shuffle(tiles)
    return json.dumps({"grid": "square", "box": [side] * 2, "mirror": False, "border": "A", "tiles": " ".join(tiles)})


SLOW: dict[str, Callable[[], str]] = {
    "presents-30.toml": lambda: _written(presents(30, 13)),
    "presents-42.toml": lambda: _written(presents(42, 33)),
    "tiles.toml": lambda: _written(tiles(60)),
    "apart.toml": lambda: _written(apart(50)),
    "painted.json": _painted,
    "box-90.toml": lambda: 'box = [90, 90, 90]\npieces = [{ name = "I", cells = "**", count = 364500 }]\n',
    "frame.json": _in_a_frame,
    "rhombic.json": _rhombic,
    "torus.json": _torus,
    "strip.json": _strip,
    "polyominoes.json": _polyominoes,
    "corners.json": _corners,
    "edges.json": lambda: edges(14, 6, 1),
    "coloured.dlx": lambda: _options(9),
    "bare.dlx": lambda: _options(1),
}
