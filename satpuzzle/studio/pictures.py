"""One solution of each bundled puzzle, as its picture in the page; `python -m satpuzzle.studio.pictures` prints them.

A solution is a list of placed pieces; each is the number of the piece, followed by the numbers of the board's cells
that it covers, of a chain in its order, and for a piece with colours by the way in which it is painted: the sides of a
tile as it lies, or the colours of the cells.
"""

import json
import sys
from importlib.resources import files
from typing import Any

from satpuzzle.api import solve
from satpuzzle.cover.placements import Placements
from satpuzzle.puzzle.library import puzzles
from satpuzzle.studio.page import page_data

FILE = files("satpuzzle.studio") / "js" / "pictures.json"


def pictures() -> dict[str, list[list[int | str]]]:
    """Return one solution of each bundled puzzle, by name, in the form of the module's docstring."""
    found = {}
    known = page_data()["puzzles"]
    for name in filter(known.__contains__, puzzles()):
        for solution in solve(name, limit=1):
            table = solution.placements
            found[name] = [[int(table.piece[o]), *table.along(o).tolist(), *_way(table, o)] for o in solution.options]
    return {name: pieces for name, pieces in found.items() if pieces}


def _way(table: Placements, option: int) -> list[str]:
    """Return how the piece of an option is painted, as a list of one text: `ABCB` for sides, `1,0,2` for cells.

    The list is empty for a piece without colours.  `js/way.js` reads the text.
    """
    colours = table.painted(option)
    way = table.sides_of(option) if colours is None else ",".join(map(str, colours))
    return [] if way is None else [way]


def text(made: dict[str, Any]) -> str:
    """Return the JSON text of the pictures, with one line per puzzle."""
    lines = (f"{json.dumps(name)}: {json.dumps(each, separators=(',', ':'))}" for name, each in made.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    sys.stdout.write(text(pictures()))
