"""Pentominoes in plain Python, and the four optimisations of an article, each of which can be left out.

    bitmaps      the board and the pieces are integers, with a wall after each row; else lists and strings of characters
    precomputed  the placements of each piece are listed before the search; else pieces are turned at each node
    fewest       of the first empty cells of all rows, the one with the fewest placements comes next; else the first one
    late         a solution is written as text once it is found; else the board is written after each placement

    python notebooks/articles/pentominoes.py 5 12 --nodes 2000 bitmaps precomputed fewest late

The article (in Chinese: from hours for a solution to minutes for all) prints the program with all four.  The one
without any is our own: the article describes it and does not print it.  So it has no test for small enclosed regions,
which the article says "fewest" replaces.
"""

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from itertools import product
from typing import Any

Shape = tuple[str, ...]  # rows of 0 and 1

PIECES: dict[str, Shape] = {
    "F": ("011", "110", "010"), "W": ("100", "110", "011"), "V": ("100", "100", "111"), "X": ("010", "111", "010"),
    "N": ("1100", "0111"), "P": ("111", "011"), "U": ("111", "101"), "Z": ("100", "111", "001"), "I": ("11111",),
    "Y": ("1111", "0100"), "T": ("111", "010", "010"), "L": ("1111", "1000"),
}  # fmt: skip


@dataclass(frozen=True)
class Variant:
    """Which of the optimisations a search has."""

    bitmaps: bool = False
    precomputed: bool = False
    fewest: bool = False
    late: bool = False

    def __str__(self) -> str:
        return " ".join(one.name for one in fields(self) if getattr(self, one.name)) or "none"


VARIANTS = [Variant(*switches) for switches in product((False, True), repeat=4)]


@dataclass
class Found:
    """What a search has found, and what it took."""

    solutions: list[str] = field(default_factory=list)
    nodes: int = 0  # pieces placed
    dead_ends: int = 0  # nodes without a placement for the next cell, from which the search goes back
    final: bool = True  # False if the limit of nodes was met


def turned(shape: Shape) -> Shape:
    """Return a shape after a quarter turn."""
    return tuple("".join(row[column] for row in shape) for column in reversed(range(len(shape[0]))))


def orientations(shape: Shape) -> list[Shape]:
    """Return the shape in all orientations: turned, and turned over."""
    found = [shape]
    for _ in range(3):
        found.append(turned(found[-1]))
    return sorted({*found, *(one[::-1] for one in found)})


def squares(shape: Shape) -> list[tuple[int, int]]:
    """Return the cells of a shape as (row, column)."""
    return [(y, x) for y, row in enumerate(shape) for x, square in enumerate(row) if square == "1"]


class Characters:
    """A board as lists of characters; a placement is (shape, row, column)."""

    def __init__(self, height: int, width: int) -> None:
        self.height, self.width = height, width
        self._grid = [["."] * width for _ in range(height)]

    def first_empty(self) -> Iterator[tuple[int, int]]:
        """Yield the first empty cell of each row that has one."""
        return ((y, row.index(".")) for y, row in enumerate(self._grid) if "." in row)

    def where(self, cell: tuple[int, int]) -> tuple[int, int]:
        """Return the row and the column of a cell."""
        return cell

    def placed(self, shape: Shape, row: int, column: int) -> tuple[Shape, int, int]:
        """Return the placement of a shape whose upper left corner is there, on the board."""
        return shape, row, column

    def _cells(self, placement: tuple[Shape, int, int]) -> list[tuple[int, int]]:
        shape, row, column = placement
        return [(row + y, column + x) for y, x in squares(shape)]

    def covers(self, placement: tuple[Shape, int, int], cell: tuple[int, int]) -> bool:
        """Tell whether a placement covers a cell."""
        return cell in self._cells(placement)

    def fits(self, placement: tuple[Shape, int, int]) -> bool:
        """Tell whether all cells of a placement are empty."""
        return all(self._grid[y][x] == "." for y, x in self._cells(placement))

    def put(self, name: str, placement: tuple[Shape, int, int]) -> None:
        """Place a piece."""
        for y, x in self._cells(placement):
            self._grid[y][x] = name

    def take(self, name: str, placement: tuple[Shape, int, int]) -> None:
        """Remove a piece."""
        self.put(".", placement)

    def text(self) -> str:
        """Return the board as lines of characters."""
        return "\n".join("".join(row) for row in self._grid)


class Bitmap:
    """A board as an integer: bit x + (width + 1) y is cell (x, y), and the last bit of each row is a wall."""

    def __init__(self, height: int, width: int) -> None:
        self.height, self.width = height, width
        self._row = (1 << width) - 1
        self._filled = sum(1 << y * (width + 1) + width for y in range(height))
        self._placed: dict[str, int] = {}

    def first_empty(self) -> Iterator[int]:
        """Yield the first empty cell of each row that has one."""
        for y in range(self.height):
            empty = (self._filled >> y * (self.width + 1) & self._row) ^ self._row
            if empty:
                yield (empty & -empty) << y * (self.width + 1)

    def where(self, cell: int) -> tuple[int, int]:
        """Return the row and the column of a cell."""
        return divmod(cell.bit_length() - 1, self.width + 1)

    def placed(self, shape: Shape, row: int, column: int) -> int:
        """Return the placement of a shape whose upper left corner is there, on the board."""
        bits = sum(int(line[::-1], 2) << y * (self.width + 1) for y, line in enumerate(shape))
        return bits << row * (self.width + 1) + column

    def covers(self, placement: int, cell: int) -> bool:
        """Tell whether a placement covers a cell."""
        return placement & cell != 0

    def fits(self, placement: int) -> bool:
        """Tell whether all cells of a placement are empty."""
        return placement & self._filled == 0

    def put(self, name: str, placement: int) -> None:
        """Place a piece."""
        self._filled |= placement
        self._placed[name] = placement

    def take(self, name: str, placement: int) -> None:
        """Remove a piece."""
        self._filled ^= placement
        del self._placed[name]

    def text(self) -> str:
        """Return the board as lines of characters."""
        grid = [["."] * self.width for _ in range(self.height)]
        for name, placement in self._placed.items():
            for y, row in enumerate(grid):
                for x in range(self.width):
                    if placement >> y * (self.width + 1) + x & 1:
                        row[x] = name
        return "\n".join("".join(row) for row in grid)


Board = Characters | Bitmap


class _LimitError(Exception):
    """The search has met its limit of nodes."""


class Search:
    """A depth-first search with some of the optimisations."""

    def __init__(
        self, height: int, width: int, pieces: Mapping[str, Shape], variant: Variant, node_limit: int | None = None
    ) -> None:
        self.found, self._variant, self._limit, self._pieces = Found(), variant, node_limit, pieces
        self._board: Board = Bitmap(height, width) if variant.bitmaps else Characters(height, width)
        self._left = [*pieces]
        self._last = ""  # the text of the board after the last placement
        listed = pieces.items() if variant.precomputed else ()
        self._listed = {name: [*self._everywhere(shape)] for name, shape in listed}

    def run(self) -> Found:
        """Search to the end, or to the limit."""
        try:
            self._go_on()
        except _LimitError:
            self.found.final = False
        return self.found

    def _everywhere(self, shape: Shape) -> Iterator[Any]:
        """Yield all placements of a piece on the board."""
        for one in orientations(shape):
            for row in range(self._board.height - len(one) + 1):
                for column in range(self._board.width - len(one[0]) + 1):
                    yield self._board.placed(one, row, column)

    def _over(self, cell: Any, shape: Shape) -> Iterator[Any]:
        """Yield the placements of a piece that cover a cell, turning the piece now."""
        row, column = self._board.where(cell)
        for one in orientations(shape):
            for y, x in squares(one):
                top, left = row - y, column - x
                inside = top + len(one) <= self._board.height and left + len(one[0]) <= self._board.width
                if top >= 0 and left >= 0 and inside:
                    yield self._board.placed(one, top, left)

    def _fillers(self, cell: Any) -> Iterator[tuple[str, Any]]:
        """Yield the placements of the pieces that are left that cover a cell and fit."""
        board = self._board
        for name in self._left:
            some: Iterator[Any] = self._over(cell, self._pieces[name])
            if self._variant.precomputed:
                some = (one for one in self._listed[name] if board.covers(one, cell))
            for placement in some:
                if board.fits(placement):
                    yield name, placement

    def _candidates(self) -> list[tuple[str, Any]]:
        """Return the placements to try at this node."""
        if not self._variant.fewest:
            return [*self._fillers(next(self._board.first_empty()))]
        best: list[tuple[str, Any]] | None = None
        for cell in self._board.first_empty():
            fillers = []
            for filler in self._fillers(cell):
                fillers.append(filler)
                if best is not None and len(fillers) >= len(best):
                    break
            else:
                best = fillers
        return best or []

    def _go_on(self) -> None:
        if not self._left:
            self.found.solutions.append(self._board.text() if self._variant.late else self._last)
            return
        candidates = self._candidates()
        self.found.dead_ends += not candidates
        for name, placement in candidates:
            if self.found.nodes == self._limit:
                raise _LimitError
            self.found.nodes += 1
            at = self._left.index(name)
            del self._left[at]
            self._board.put(name, placement)
            if not self._variant.late:
                self._last = self._board.text()
            self._go_on()
            self._board.take(name, placement)
            self._left.insert(at, name)


def search(
    height: int, width: int, pieces: Mapping[str, Shape], variant: Variant, node_limit: int | None = None
) -> Found:
    """Return what a search with some of the optimisations finds."""
    return Search(height, width, pieces, variant, node_limit).run()


def main() -> None:
    """Search the board of the command line with all pieces."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("height", type=int)
    parser.add_argument("width", type=int)
    parser.add_argument("--nodes", type=int, metavar="N", help="stop after N nodes")
    names = [one.name for one in fields(Variant)]
    parser.add_argument("optimisation", nargs="*", help=", ".join(names))
    asked = parser.parse_intermixed_args()
    if unknown := [name for name in asked.optimisation if name not in names]:
        parser.error(f"optimisation {unknown[0]}: choose from {', '.join(names)}")
    if asked.height * asked.width != 60:
        parser.error(f"{asked.height}x{asked.width}: allowed are boards of 60 cells")
    variant = Variant(**dict.fromkeys(asked.optimisation, True))
    found = search(asked.height, asked.width, PIECES, variant, asked.nodes)
    for solution in found.solutions:
        print(solution, end="\n\n")
    bound = "" if found.final else "≥ "
    print(f"{variant}: {bound}{len(found.solutions)} solutions, {found.nodes} nodes, {found.dead_ends} dead ends")


if __name__ == "__main__":
    main()
