"""The colours of cells in a puzzle file: drawn as digits, or listed beside the cells, and which of them go together."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.puzzle import drawing
from satpuzzle.puzzle.checks import MOST_COLOURS
from satpuzzle.puzzle.formats.json import shown as _shown
from satpuzzle.puzzle.formats.values import Values
from satpuzzle.puzzle.grids import Grid, Points

EQUAL, ALL = "equal", "all"  # in place of pairs of colours


class CellColours(Values):
    """Reads the colours of cells."""

    def colours(self, table: Mapping[str, Any], key: str, cells: Points, grid: Grid, where: str) -> Points:
        """Return the colour of each cell, (n,), or an array of shape (0,) if no cell has a colour.

        `table` is a board or piece in a file, with its cells under `key`.  If these are drawn, digits are colours; if
        they are listed, the key `colours` lists their colours.
        """
        listed, found = table.get(key), table.get("colours")
        drawn = found is None and isinstance(listed, str)
        if found is None and not (drawn and any(digit in str(listed) for digit in drawing.DIGITS)):
            return np.zeros(0, np.int64)
        if isinstance(listed, str) and drawn:
            marks, points = drawing.marks_and_cells(drawing.split(listed), grid)
            each = [drawing.HUES.find(mark) if mark in drawing.DIGITS else 0 for mark in marks.tolist()]
            listed = points.tolist()
        else:
            if not isinstance(listed, list) or len(listed) != len(cells):
                self.fail(f"{where}colours needs a list of all {key}, [x, y, z] each; in a drawing, draw digits")
            if not isinstance(found, list) or len(found) != len(cells):
                self.fail(
                    f"{where}colours is {_shown(found)}, allowed is a list of {len(cells)} numbers, one for each cell"
                )
            each = [self.whole({"colour": each}, "colour", 0, MOST_COLOURS, where) for each in found]
        colour = dict(zip(map(tuple, listed), each, strict=True))
        painted = np.array([colour.get(cell, 0) for cell in map(tuple, cells.tolist())], dtype=np.int64)
        return painted if painted.any() else np.zeros(0, np.int64)

    def pairs(
        self, content: Mapping[str, Any], colours: Sequence[NDArray[np.int64]]
    ) -> frozenset[tuple[int, int]] | None:
        """Return the allowed pairs (colour of a piece's cell, colour of the board's cell below it).

        `colours` has the colours of the board and of each piece.  The result is None if every pair is allowed.
        """
        used = equal(colours)
        found = content.get("pairs", EQUAL if used else ALL)
        if found in (EQUAL, ALL):
            return used if found == EQUAL else None
        if not isinstance(found, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in found):
            self.fail(
                f'pairs is {_shown(found)}, allowed are "{EQUAL}", "{ALL}" and a list of pairs'
                " [colour of a piece, colour of the board]"
            )
        both = [{"colour": colour} for pair in found for colour in pair]
        numbers = iter([self.whole(each, "colour", 0, MOST_COLOURS, "pairs: ") for each in both])
        return frozenset(zip(numbers, numbers, strict=True))


def equal(colours: Sequence[NDArray[np.int64]]) -> frozenset[tuple[int, int]]:
    """Return (c, c) for each colour c that occurs on the board or on a piece."""
    return frozenset((colour, colour) for each in colours for colour in each.tolist() if colour)
