"""The edges between tiles as items, and the colours that a placed tile gives them: a second enumeration, for checkers.

An edge lies between a cell of the board and a neighbour, and is an item.  If sides must match, two neighbouring cells
share an edge; otherwise each of them has its own, and the pair of cells is ordered.  If opposite colours meet, a tile
gives its own edges their colours and those of its neighbours, towards it, the opposite ones.  Edges within the board
come first, then those on its border, both in lexicographic order of their two cells.

If the border has a rule, its edges are no items.  A rule that gives a colour only excludes placements of tiles with
another colour there.  Any other rule has items of its own: one for the whole border, one for each direction in which
its edges face, or one for each direction and colour.  Directions are ordered by their vectors in space.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from satpuzzle.clock import Clock
from satpuzzle.proofs.check.motions import Cell, beyond, cells_of, images, turns_of
from satpuzzle.proofs.check.wrapped import Wrapped
from satpuzzle.puzzle.grids import Grid
from satpuzzle.puzzle.model import Piece, Puzzle
from satpuzzle.puzzle.tiles import DIFFERENT_EACH, OPPOSITE, SAME, SAME_EACH

Edge = tuple[Cell, Cell]
_STAY = ((1, 0, 0), (0, 1, 0), (0, 0, 1))


@dataclass(frozen=True)
class Edges:
    """The edges of a board's cells, and the items of the statement that stand for them."""

    first: int  # the number of the first item
    board: list[Cell]
    beyond: set[Cell]  # the neighbours of cells of the board that are not on it
    item: dict[tuple[Edge, str], int]  # what a tile covers that gives an edge a colour: the edge or a rule
    bounds: list[tuple[int, int | None]]  # of the items; there is no upper bound for None
    border: str  # the colour of edges that have no item
    match: bool  # whether neighbours share an edge
    opposite: dict[str, str]  # of each colour; nothing unless opposite colours meet
    letters: list[str]  # the colours, in the order of their numbers, from 1 on
    wrapped: Wrapped

    @classmethod
    def of(cls, puzzle: Puzzle, board: list[Cell], first: int) -> "Edges":
        """Return the edges of a puzzle's board; items are numbered from `first` on."""
        letters = sorted({letter for piece in puzzle.pieces for letter in piece.sides})
        opposite, match = _opposites(puzzle.match, letters), puzzle.match is True
        letters = sorted({*letters, *opposite.values()})
        wrapped = Wrapped.of(puzzle, board)
        ends = {
            _edge(cell, wrapped.home(there), match): (cell, there)
            for cell in board
            for there in beyond(puzzle.grid, cell)
        }
        every = {*ends}
        inner = sorted(pair for pair in every if {*board} >= {*pair})
        outer = sorted(every - {*inner})
        shown = inner if puzzle.border else inner + outer
        item = {(pair, letter): first + number for number, pair in enumerate(shown) for letter in letters}
        rules = {
            (pair, letter): _rule(puzzle.border, _direction(puzzle.grid, *ends[pair]), letter)
            for pair in (outer if puzzle.border else ())
            for letter in letters
        }
        names = _names(rules.values(), puzzle.border, letters)
        behind = {name: first + len(shown) + number for number, name in enumerate(names)}
        item |= {entry: behind[rule] for entry, rule in rules.items() if rule is not None}
        most = 1 if puzzle.border == DIFFERENT_EACH else None
        bounds: list[tuple[int, int | None]] = [(0, None)] * len(shown) + [(0, most)] * len(names)
        outside = {cell for pair in every for cell in pair} - {*board}
        border = "" if names else puzzle.border
        return cls(first, board, outside, item, bounds, border, match, opposite, letters, wrapped)

    def lying(self, puzzle: Puzzle, piece: Piece, items: int, clock: Clock) -> dict[tuple[int, ...], str]:
        """Return the placements of a tile: the codes of its items (`geometry.py`), with the colours of its sides.

        The sides are in the order of `ring`; `items` is the number of all items.
        """
        home, number = cells_of(puzzle.grid.kinds)[0], {cell: index for index, cell in enumerate(self.board)}
        turns = turns_of(puzzle.grid, piece.mirror) if puzzle.rotate else [_STAY]
        points, found = [*self.board, *self.beyond], {}
        around = [home, *beyond(puzzle.grid, home)]
        periods, glided = self.wrapped.periods, self.wrapped.glided
        for cell, *ends in images(puzzle.grid, around, points, turns, clock, periods=periods, glided=glided):
            letter = dict(zip(ends, piece.sides, strict=True))
            sides = [(_edge(cell, there, self.match), letter[there]) for there in ends]
            given = {(self.item[side], side[1]) for side in sides if side in self.item}
            given |= {
                (self.item[(there, cell), self.opposite[mark]], self.opposite[mark])
                for (_, there), mark in sides
                if self.opposite and {cell, there} <= number.keys()
            }
            wrong = any(side not in self.item and side[1] != self.border for side in sides)
            if cell in number and not wrong and len(dict(given)) == len(given):
                codes = [self.hue(item, mark) * items + item for item, mark in given]
                pose = "".join(letter[self.wrapped.home(there)] for there in beyond(puzzle.grid, cell))
                found[tuple(sorted([number[cell], *codes]))] = pose
        return found

    def hue(self, item: int, letter: str) -> int:
        """Return the number of a colour, from 1 on; 0 if the item may be covered only once and so has no colour."""
        return 0 if self.bounds[item - self.first][1] else 1 + self.letters.index(letter)

    def exchanged(self, letters: dict[str, str]) -> tuple[int, ...]:
        """Return the image of each item if each colour in `letters` is replaced by its value there.

        Only items that belong to one colour change.
        """
        there = {item: self.item[pair, letters.get(letter, letter)] for (pair, letter), item in self.item.items()}
        return tuple(there[item] for item in sorted(there))

    def moved(self, to: dict[Cell, Cell]) -> tuple[int, ...]:
        """Return the image of each item if `to` maps the cells."""
        there = {}
        for ((one, other), letter), item in self.item.items():
            there[item] = self.item[_edge(to[one], to[other], self.match), letter]
        return tuple(there[item] for item in sorted(there))


def _edge(cell: Cell, other: Cell, match: bool) -> Edge:
    """Return the edge between two cells; if sides need not match, it belongs to the first cell alone."""
    return (cell, other) if cell < other or not match else (other, cell)


def _opposites(match: bool | str, letters: list[str]) -> dict[str, str]:
    """Return the opposite of each letter, and of each opposite; nothing if `match` is a truth value."""
    if isinstance(match, bool):
        return {}

    def of(letter: str) -> str:
        if match == OPPOSITE:
            return letter.swapcase() if letter.isascii() else letter
        return next((pair.replace(letter, "") for pair in match.split() if letter in pair), letter)

    return {each: of(each) for letter in letters for each in (letter, of(letter))}


def _names(rules: Iterable[tuple[Any, ...] | None], border: str, letters: list[str]) -> list[tuple[Any, ...]]:
    """Return the different rules in their order; if letters exclude each other, also those that no tile can give."""
    names = sorted({rule for rule in rules if rule is not None})
    if border == DIFFERENT_EACH:
        return [(*way, letter) for way in sorted({name[:-1] for name in names}) for letter in letters]
    return names


def _rule(border: str, direction: tuple[float, ...], letter: str) -> tuple[Any, ...] | None:
    """Return what is the same for all edges of the border that must agree, or exclude each other; None without such."""
    return {SAME: (), SAME_EACH: direction, DIFFERENT_EACH: (*direction, letter)}.get(border)


def _direction(grid: Grid, inside: Cell, outside: Cell) -> tuple[float, ...]:
    """Return the vector in space from a cell of the board to one beyond the border."""
    here, there = grid.centres(np.array([inside, outside])).tolist()
    return tuple(round(b - a, 6) + 0.0 for a, b in zip(here, there, strict=True))
