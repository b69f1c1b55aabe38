"""A reason why there is no solution: a sentence, and the marks that show it on the board."""

from dataclasses import dataclass, field
from typing import Any

from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.puzzle import drawing
from satpuzzle.puzzle.model import Puzzle

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Reason:
    """Why a cover has no solution."""

    kind: str  # volumes, place, colouring, weighing or core
    text: str  # a sentence without its end
    cells: dict[int, Any] = field(default_factory=dict)  # what is said of some cells, by their numbers
    pieces: dict[str, Any] = field(default_factory=dict)  # and of some pieces, by their names
    modulus: int | None = None  # of weights that are counted modulo a number

    def as_dict(self, puzzle: Puzzle | None = None) -> dict[str, Any]:
        """Return the reason as plain data; cells have their coordinates if the puzzle is told."""
        found: dict[str, Any] = {"kind": self.kind, "text": self.text}
        if self.modulus is not None:
            found["modulus"] = self.modulus
        if self.cells:
            places = range(max(self.cells) + 1) if puzzle is None else puzzle.board.tolist()
            found["cells"] = [{"cell": places[cell], "says": _plain(said)} for cell, said in self.cells.items()]
        if self.pieces:
            found["pieces"] = {name: _plain(said) for name, said in self.pieces.items()}
        return found

    def drawn(self, puzzle: Puzzle) -> str:
        """Return a drawing of the board with the marks of the reason, `.` where it says nothing; empty without any."""
        if not self.cells:
            return ""
        marks = {
            tuple(cell): mark(self.cells[number]) if number in self.cells else drawing.EMPTY
            for number, cell in enumerate(puzzle.board.tolist())
        }
        return drawing.fold(drawing.draw(marks, puzzle.grid))


def mark(said: Any) -> str:
    """Return one character for a weight, `-` for one below 0 and `+` for one above 35, or for a word."""
    if isinstance(said, str):
        return said[:1]
    return "-" if said < 0 else _DIGITS[said] if said < len(_DIGITS) else "+"


def _plain(said: Any) -> Any:
    return said if isinstance(said, (int, str)) else str(said)


def cell_items(cover: ExactCover) -> range:
    """Return the items that are cells, or all items of a cover that is no puzzle's."""
    return cover.families.get("cells", range(len(cover.names)))


def piece_items(cover: ExactCover) -> range:
    """Return the items that are pieces, none if the cover is no puzzle's."""
    return cover.families.get("pieces", range(0))
