"""Solutions: option numbers to pieces in place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import satpuzzle
from satpuzzle.cover.placements import Placements
from satpuzzle.puzzle import drawing
from satpuzzle.puzzle.grids import Points
from satpuzzle.puzzle.model import Piece, Puzzle


@dataclass(frozen=True)
class Solution:
    """One packing: which options are chosen, and so where each piece lies."""

    options: tuple[int, ...]
    puzzle: Puzzle = field(repr=False, compare=False)
    placements: Placements = field(repr=False, compare=False)

    @property
    def pieces(self) -> list[tuple[Piece, Points]]:
        """Return each piece with the cells it covers, in the puzzle's order of pieces."""
        return [
            (
                self.puzzle.pieces[self.placements.piece[option]],
                self.puzzle.board[self.placements.covered(option)],
            )
            for option in self.options
        ]

    @property
    def legend(self) -> str:
        """Return which characters of a drawing stand for which piece, where they are not simply the names."""
        return self.puzzle.legend

    def as_list(self) -> list[dict[str, Any]]:
        """Return the packing as plain data: a list of `{"piece": name, "cells": [[x, y, z], ...]}`."""
        return [{"piece": piece.name, "cells": cells.tolist()} for piece, cells in self.pieces]

    def marks(self) -> dict[tuple[int, ...], str]:
        """Return the character that stands on each cell of the board; `.` where it stays empty."""
        marks = {tuple(cell): drawing.EMPTY for cell in self.puzzle.board.tolist()}
        for (_, cells), mark in zip(self.pieces, self.symbols(), strict=True):
            marks.update((tuple(cell), mark) for cell in cells.tolist())
        return marks

    def symbols(self) -> list[str]:
        """Return the character of each placed piece, in the order of `pieces`."""
        free = [list(marks) for marks in self.puzzle.symbols]
        return [free[piece].pop(0) for piece in self.placements.piece[list(self.options)].tolist()]

    def copies(self) -> list[int]:
        """Return the number of each placed piece among all copies of the puzzle's pieces, in the order of `pieces`."""
        every = [mark for marks in self.puzzle.symbols for mark in marks]
        return [every.index(mark) for mark in self.symbols()]

    def __str__(self) -> str:
        return drawing.fold(drawing.draw(self.marks(), self.puzzle.grid))

    # Pictures know solutions, and not the other way round: what draws them is looked up when it is wanted.

    def draw(self, style: str | None = None, **options: Any) -> "satpuzzle.Picture":
        """Return a picture of the solution; see `satpuzzle.draw` for the options."""
        return satpuzzle.draw(self, style, **options)

    def view(self, steps: Sequence[Mapping[str, Any]] | None = None) -> "satpuzzle.View":
        """Return a page in which the solution can be turned; `steps` tell how it comes apart, see `satpuzzle.view`."""
        return satpuzzle.view(self, None if steps is None else [steps])

    def _repr_html_(self) -> str:
        return self.draw().svg
