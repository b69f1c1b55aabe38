"""Files of many boards: shapes, each drawn below its name, then a line for each board.

```
0:
###
#..

1:
##
##

4x3: 2 1
```

The line of a board has its width and height, and how often each shape lies on it, in the order of the shapes.  All
these pieces must fit, turned and turned over if need be; cells may stay empty.  Such files are the input of the puzzle
of December 12 in Advent of Code 2025 (adventofcode.com/2025/day/12).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, overload

import numpy as np

from satpuzzle import data
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle import drawing
from satpuzzle.puzzle.checks import MOST_CELLS, MOST_COPIES, number_of, ordered
from satpuzzle.puzzle.formats.json import shown
from satpuzzle.puzzle.grids import GRIDS, Points
from satpuzzle.puzzle.model import Piece, Puzzle
from satpuzzle.puzzle.rules import Rule

_GRID = GRIDS["square"]
_SIZE = re.compile(r"(\d+)x(\d+)", re.ASCII)


@dataclass(frozen=True, eq=False)
class Boards(Sequence[Puzzle]):
    """The boards of a file, each a puzzle, whose name is that of the file with the board's number from 1."""

    name: str
    shapes: dict[str, Points]
    sizes: tuple[tuple[int, int], ...]  # of each board: width and height
    copies: tuple[tuple[int, ...], ...]  # for each board, how often each shape lies on it
    rules: tuple[Rule, ...] = ()  # further rules of all boards

    def __len__(self) -> int:
        return len(self.sizes)

    @overload
    def __getitem__(self, number: int) -> Puzzle: ...
    @overload
    def __getitem__(self, number: slice) -> list[Puzzle]: ...
    def __getitem__(self, number: int | slice) -> Puzzle | list[Puzzle]:
        if isinstance(number, slice):
            return [self[one] for one in range(len(self))[number]]
        cells = ordered(_GRID.box(self.sizes[number]))
        return Puzzle(
            name=f"{self.name}#{range(len(self))[number] + 1}",
            grid=_GRID,
            board=cells,
            optional=np.ones(len(cells), np.bool_),
            pieces=tuple(
                Piece(name, cells, many, many)
                for (name, cells), many in zip(self.shapes.items(), self.copies[number], strict=True)
                if many
            ),
            rules=self.rules,
        )

    def member(self, number: str) -> Puzzle:
        """Return the board with this number.  Raises PuzzleError if there is none."""
        found = number_of(number.strip(), len(self))
        if not found:
            raise PuzzleError(f"{self.name}: there is no board {shown(number)}: choose from 1 to {len(self)}")
        return self[found - 1]

    def side_by_side(self, number: int) -> str | None:
        """Return a sentence if all pieces of a board fit because each can have a box of its own, else None.

        Rules might not allow them there.

        The boxes are equal; each is as large as any piece needs it, lying on its longer side.
        """
        if self.rules:
            return None
        lie = zip(self.shapes.values(), self.copies[number], strict=True)
        used = [np.ptp(cells, axis=0)[:2] + 1 for cells, many in lie if many]
        long, short = (int(side) for side in np.sort(used, axis=1).max(axis=0)[::-1])
        width, height = self.sizes[number]
        room = max((width // long) * (height // short), (width // short) * (height // long))
        pieces = sum(self.copies[number])
        if room < pieces:
            return None
        return f"{pieces} boxes of {long}x{short} fit side by side, and each piece fits into one"


def load_boards(path: str | Path) -> Boards:
    """Read a file of boards.  Raises PuzzleError, with a one-line message, if it is invalid."""
    return _Reader(str(path)).boards(data.read(Path(path)), Path(path).stem)


class _Reader:
    def __init__(self, file: str) -> None:
        self.file = file

    def fail(self, number: int, message: str) -> NoReturn:
        raise PuzzleError(f"{self.file}: line {number}: {message}")

    def boards(self, text: str, name: str) -> Boards:
        drawn: dict[str, tuple[int, list[str]]] = {}  # of each shape, the line of its name and its rows
        sizes, copies = [], []
        rows: list[str] | None = None  # of the shape that is being drawn
        for number, line in enumerate(text.splitlines(), 1):
            head, colon, rest = (part.strip() for part in line.partition(":"))
            if _SIZE.fullmatch(head) and colon:
                size, many = self.board(number, head, rest, len(drawn))
                sizes.append(size)
                copies.append(many)
            elif colon:
                if sizes or rest or not head:
                    self.fail(number, f"{shown(line.strip())}, expected is a board, such as 4x3: 2 1")
                if head in drawn:
                    self.fail(number, f"another shape has the name {shown(head)}")
                drawn[head] = number, (rows := [])
            elif line.strip() and (rows is None or sizes):
                self.fail(number, f"{shown(line.strip())}, expected is the name of a shape and a colon, or a board")
            elif rows is not None and (line.strip() or rows):
                rows.append(line.rstrip())
        if not sizes:
            raise PuzzleError(f"{self.file}: has no board, such as the line 4x3: 2 1")
        shapes = {shape: self.shape(at, shape, found) for shape, (at, found) in drawn.items()}
        return Boards(name, shapes, tuple(sizes), tuple(copies))

    def board(self, number: int, head: str, rest: str, shapes: int) -> tuple[tuple[int, int], tuple[int, ...]]:
        width, height = (number_of(size, MOST_CELLS) or 0 for size in head.split("x"))
        if not 0 < width * height <= MOST_CELLS:
            self.fail(number, f"the board {shown(head)}, allowed are 1 to {MOST_CELLS} cells")
        many = tuple(number_of(word, MOST_COPIES) for word in rest.split())
        if len(many) != shapes or None in many:
            self.fail(number, f"the copies {shown(rest)}, allowed is one number for each of the {shapes} shapes")
        found: tuple[Any, ...] = many
        if not any(found):
            self.fail(number, "no piece has to lie on this board, at least one is needed")
        return (width, height), found

    def shape(self, number: int, name: str, rows: list[str]) -> Points:
        layers = drawing.split("\n".join(rows))
        if len(layers) != 1 or (wrong := set("".join(layers[0])) - set("#*. ")):
            what = f"{len(layers)} drawings" if len(layers) != 1 else f"the character {shown(min(wrong))}"
            self.fail(number, f"the shape {shown(name)} has {what}, allowed is one, of # and .")
        _, cells = drawing.marks_and_cells(layers, _GRID)
        if not len(cells):
            self.fail(number, f"the shape {shown(name)} has no cells, at least one is needed")
        return ordered(cells)
