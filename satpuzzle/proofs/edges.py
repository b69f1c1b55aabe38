"""The edges between tiles as items, and the colours that a placed tile gives them: a second enumeration, for checkers.

An edge lies between a cell of the board and a neighbour.  Edges within the board come first, then those on its border,
each group in lexicographic order of the two cells.  If the puzzle gives the border a colour, the edges of the border
are no items, and a tile must have that colour there.  If the border may have any one colour, all its edges are
represented by a single item, named `border`.
"""

from dataclasses import dataclass

from satpuzzle.clock import Clock
from satpuzzle.proofs.motions import Cell, beyond, cells_of, images, turns_of
from satpuzzle.puzzle.model import Piece, Puzzle
from satpuzzle.puzzle.tiles import SAME

Edge = tuple[Cell, Cell]


@dataclass(frozen=True)
class Edges:
    """The edges of a board, and their items."""

    board: list[Cell]
    beyond: set[Cell]  # the neighbours of cells of the board that are not on it
    item: dict[Edge, int]  # the item of each edge that has one; the edges of the border may share one
    items: int  # the number of these items
    border: str  # the colour of the edges that have no item
    letters: list[str]  # the colours; the first has the number 1

    @classmethod
    def of(cls, puzzle: Puzzle, board: list[Cell], first: int) -> "Edges":
        """Return the edges of a puzzle's board; the first edge is the item `first`."""
        every = {edge(cell, there) for cell in board for there in beyond(puzzle.grid, cell)}
        inner = sorted(pair for pair in every if {*board} >= {*pair})
        outer = sorted(every - {*inner})
        shown = inner if puzzle.border else inner + outer
        item = {pair: first + number for number, pair in enumerate(shown)}
        if puzzle.border == SAME:
            item |= dict.fromkeys(outer, first + len(inner))
        letters = sorted({letter for piece in puzzle.pieces for letter in piece.sides})
        outside = {cell for pair in every for cell in pair} - {*board}
        colour = puzzle.border if puzzle.border != SAME else ""
        return cls(board, outside, item, len(shown) + (puzzle.border == SAME), colour, letters)

    def lying(self, puzzle: Puzzle, piece: Piece, items: int, clock: Clock) -> dict[tuple[int, ...], str]:
        """Return the placements of a tile by their codes (`geometry.py`), with the colours of the sides, clockwise."""
        home, *_ = cells_of(puzzle.grid.kinds)
        number = {cell: index for index, cell in enumerate(self.board)}
        turns = turns_of(puzzle.grid, piece.turn_over) if puzzle.rotate else [((1, 0, 0), (0, 1, 0), (0, 0, 1))]
        found = {}
        for cell, *ends in images(
            puzzle.grid, [home, *beyond(puzzle.grid, home)], [*self.board, *self.beyond], turns, clock
        ):
            letter = dict(zip(ends, piece.sides, strict=True))
            sides = {edge(cell, there): letter[there] for there in ends}
            given = {(self.item[one], mark) for one, mark in sides.items() if one in self.item}
            wrong = any(one not in self.item and mark != self.border for one, mark in sides.items())
            if cell in number and not wrong and len(dict(given)) == len(given):
                codes = [(1 + self.letters.index(mark)) * items + item for item, mark in given]
                pose = "".join(letter[there] for there in beyond(puzzle.grid, cell))
                found[tuple(sorted([number[cell], *codes]))] = pose
        return found

    def moved(self, to: dict[Cell, Cell]) -> tuple[int, ...]:
        """Return the image of each item under a map of the cells."""
        there = {self.item[one]: self.item[edge(*(to[cell] for cell in one))] for one in self.item}
        return tuple(there[item] for item in sorted(there))


def edge(cell: Cell, other: Cell) -> Edge:
    """Return the edge between two cells."""
    return (cell, other) if cell < other else (other, cell)
