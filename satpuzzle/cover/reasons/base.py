"""The data of a reason why there is no solution: a sentence, and marks on the board that illustrate it."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.puzzle import drawing
from satpuzzle.puzzle.model import Puzzle

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Reason:
    """A proof, for people, that a cover has no solution; or, if its kind is boxes, that there is one.

    If its kind is alike, it is as for another board.
    """

    kind: str  # volumes, place, colouring, pairing, weighing, core, rule, boxes or alike
    text: str  # a sentence without the full stop
    cells: dict[int, Any] = field(default_factory=dict)  # weights or marks of cells, by their item numbers
    pieces: dict[str, Any] = field(default_factory=dict)  # weights or counts of pieces, by their names
    modulus: int | None = None  # the modulus of a colouring's weights

    def as_dict(self, puzzle: Puzzle | ExactCover | None) -> dict[str, Any]:
        """Return the reason as plain data; cells are coordinates of a puzzle, else the numbers of their items."""
        found: dict[str, Any] = {"kind": self.kind, "text": self.text}
        if self.modulus is not None:
            found["modulus"] = self.modulus
        if self.cells:
            places = puzzle.board.tolist() if isinstance(puzzle, Puzzle) else None
            found["cells"] = [
                {"cell": places[cell] if places else cell, "says": _plain(value)} for cell, value in self.cells.items()
            ]
        if self.pieces:
            found["pieces"] = {name: _plain(value) for name, value in self.pieces.items()}
        return found

    def drawn(self, puzzle: Puzzle | ExactCover) -> str:
        """Return a drawing of the board with the mark of each cell, `.` for cells without one.

        The result is an empty text if no cell has a mark, or there is no board.
        """
        if not self.cells or not isinstance(puzzle, Puzzle):
            return ""
        marks = {
            tuple(cell): mark(self.cells[number]) if number in self.cells else drawing.EMPTY
            for number, cell in enumerate(puzzle.board.tolist())
        }
        return drawing.fold(drawing.draw(marks, puzzle.grid))


def weights_of(cover: ExactCover, weights: NDArray[np.int64], clock: Clock = UNLIMITED) -> NDArray[np.int64]:
    """Return the weight of each live option: the sum of those of its items.  Raises Stopped if the clock stops."""
    option, item = cover.entries(clock)
    total = np.zeros(len(cover.rows), np.int64)
    np.add.at(total, option, weights[item])
    for each in {*cover.weights.items}:
        total += (cover.times(each) - cover.covers(each)) * weights[each]
    return total[cover.live]


def mark(value: Any) -> str:
    """Return one character for a value: the first letter of a text, or a digit in base 36.

    Numbers below 0 are `-`, numbers above 35 are `+`.
    """
    if isinstance(value, str):
        return value[:1]
    return "-" if value < 0 else _DIGITS[value] if value < len(_DIGITS) else "+"


def _plain(value: Any) -> Any:
    return value if isinstance(value, (int, str)) else str(value)


def cell_items(cover: ExactCover) -> range:
    """Return the items that are cells; all items if the cover does not come from a puzzle."""
    return cover.families.get("cells", range(len(cover.names)))


def rule_items(cover: ExactCover) -> range:
    """Return the items that are of rules."""
    return cover.families.get("rules", range(0))


def piece_items(cover: ExactCover) -> range:
    """Return the items that are pieces; none if the cover does not come from a puzzle."""
    return cover.families.get("pieces", range(0))
