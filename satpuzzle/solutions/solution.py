"""Solutions: converts option numbers to placed pieces."""

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import Any, SupportsIndex, overload

import numpy as np

from satpuzzle.clock import Status
from satpuzzle.cover.describe import numbered
from satpuzzle.cover.placements import Placements
from satpuzzle.display import Drawn
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle import drawing
from satpuzzle.puzzle.grids import Grid, Points
from satpuzzle.puzzle.model import Piece, Puzzle


@dataclass(frozen=True, eq=False)
class Solution(Drawn):
    """One packing: the chosen options, which place the pieces; others, by which cells stay empty, are left out.

    Solutions are equal if they choose the same options of the same puzzle: the same board and pieces, whatever the
    puzzle is called.
    """

    options: tuple[int, ...]
    puzzle: Puzzle = field(repr=False)
    placements: Placements = field(repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", self.placements.placed(self.options))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solution):
            return NotImplemented
        return (
            self.options == other.options
            and same_content(self.puzzle, other.puzzle)
            and same_content(self.placements, other.placements)
        )

    def __hash__(self) -> int:
        return hash(self.options)

    @property
    def pieces(self) -> list[tuple[Piece, Points]]:
        """Return each piece with the cells it covers, those of a chain along it, in the puzzle's order of pieces."""
        return [
            (
                self.puzzle.pieces[self.placements.piece[option]],
                self.puzzle.board[self.placements.along(option)],
            )
            for option in self.options
        ]

    @property
    def names(self) -> list[str]:
        """Return the name of each piece, in the order of `pieces`."""
        return [self.puzzle.pieces[piece].name for piece in self.placements.piece[list(self.options)].tolist()]

    @property
    def colours(self) -> list[list[int] | None]:
        """Return the colour numbers of each piece's cells, in the order of `pieces`; None for an uncoloured piece."""
        return [self.placements.painted(option) for option in self.options]

    @property
    def sides(self) -> list[str | None]:
        """Return the colours of each tile's sides, clockwise from 12 o'clock, in the order of `pieces`.

        The entry is None for a piece that is no tile.
        """
        return [self.placements.sides_of(option) for option in self.options]

    @property
    def legend(self) -> str:
        """Return a line that explains the characters of a drawing; see `Puzzle.legend`."""
        return self.puzzle.legend

    def as_list(self) -> list[dict[str, Any]]:
        """Return the packing as plain data: a list of `{"piece": name, "cells": [[x, y, z], ...]}`.

        A piece with colours also has `"colours": [...]`, the number of each cell's colour, 0 for none; a tile has
        `"sides": "ABCB"`, the colours of its sides clockwise from 12 o'clock.
        """
        return [
            {"piece": piece.name, "cells": cells.tolist()}
            | ({} if colours is None else {"colours": colours})
            | ({} if sides is None else {"sides": sides})
            for (piece, cells), colours, sides in zip(self.pieces, self.colours, self.sides, strict=True)
        ]

    def marks(self) -> dict[tuple[int, ...], str]:
        """Return the character of each cell of the board; `.` if the cell is empty, `*` on a label."""
        marks = self.puzzle.blank()
        for (_, cells), mark in zip(self.pieces, self.symbols(), strict=True):
            marks.update((tuple(cell), mark) for cell in cells.tolist())
        return marks

    def symbols(self) -> list[str]:
        """Return the character of each placed piece, in the order of `pieces`."""
        free = [list(marks) for marks in self.puzzle.symbols]
        return [free[piece].pop(0) for piece in self.placements.piece[list(self.options)].tolist()]

    def copies(self) -> list[int]:
        """Return the copy number of each placed piece, in the order of `pieces`.

        Copies are numbered from 0 on, through all pieces of the puzzle, in the order of `Puzzle.symbols`.
        """
        every = [mark for marks in self.puzzle.symbols for mark in marks]
        return [every.index(mark) for mark in self.symbols()]

    def painted(self) -> str | None:
        """Return a second drawing, of the colours of cells or of tiles' sides.

        The result is None if it is not needed, since the covered cells determine the placements.
        """
        if len(self.placements.sides):
            lying = {tuple(cells[0]): each or "" for (_, cells), each in zip(self.pieces, self.sides, strict=True)}
            return f"{drawing.SIDES}\n{drawing.in_words(self.marks(), lying, self.puzzle.grid)}"
        if len(self.placements.numbers):
            return f"{drawing.NUMBERS}\n{self._numbered()}"
        if not self.placements.alike:
            return None
        marks = self.puzzle.blank()
        for (_, cells), colours in zip(self.pieces, self.colours, strict=True):
            hues = [drawing.HUES[colour] for colour in colours or [0] * len(cells)]
            marks.update(zip(map(tuple, cells.tolist()), hues, strict=True))
        return f"{drawing.COLOURS}\n{drawing.fold(drawing.draw(marks, self.puzzle.grid))}"

    def _numbered(self) -> str:
        """Return a drawing of the numbers of cells along chains."""
        from satpuzzle.cover.written import numbers_wide

        wide, words = numbers_wide(self.puzzle), dict[tuple[int, ...], str]()
        for piece, cells in self.pieces:
            if piece.chain is not None:
                words |= {tuple(cell): f"{number:0{wide}}" for number, cell in enumerate(cells.tolist(), 1)}
        return drawing.in_words(self.marks(), words, self.puzzle.grid)

    def __str__(self) -> str:
        drawn = drawing.fold(drawing.draw(self.marks(), self.puzzle.grid))
        painted = self.painted()
        return drawn if painted is None else f"{drawn}\n\n{painted}"


class Solutions(list[Solution], Drawn):
    """A list of solutions that notebooks display as pictures on one sheet; slices, such as `found[:10]`, are too.

    `status` tells why the search for them ended, None if the list is not from a search.
    """

    status: Status | None = None

    @overload
    def __getitem__(self, which: SupportsIndex) -> Solution: ...
    @overload
    def __getitem__(self, which: slice) -> "Solutions": ...
    def __getitem__(self, which: SupportsIndex | slice) -> "Solution | Solutions":
        return Solutions(super().__getitem__(which)) if isinstance(which, slice) else super().__getitem__(which)

    def __repr__(self) -> str:
        names = " and ".join(dict.fromkeys(solution.puzzle.name for solution in self))
        endings = {None: "", Status.EXHAUSTED: "", Status.SOLUTION_LIMIT: ", there may be more"}
        return f"<{numbered(len(self), 'solution')}{f' of {names}' * bool(names)}{endings.get(self.status, ' so far')}>"


def solutions_in(found: object) -> list[Solution]:
    """Convert a solution, or an iterable of solutions, to a list; raises PuzzleError for anything else."""
    several = isinstance(found, Iterable) and not isinstance(found, (str, Solution))
    shown: list[Any] = list(found) if several else [found]  # type: ignore[call-overload]
    for one in shown:
        if not isinstance(one, Solution):
            raise PuzzleError(f"{one!r} is no solution: take one of solve(...), such as solve(...).first()")
    return shown


_WORDS = (
    "name",
    "title",
    "also",
    "labels",
    "published",
    "hues",
    "source",
)  # fields of a puzzle that do not influence its packings, as `paint` of a piece does not


def same_content(one: Any, other: Any) -> bool:
    """Tell whether two puzzles, pieces or placements have equal fields; for puzzles, names and texts are ignored."""
    if one is other:
        return True
    if isinstance(one, np.ndarray):
        return np.array_equal(one, other)
    if isinstance(one, Grid):
        return bool(one.name == other.name)
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(same_content, one, other))
    if isinstance(one, Puzzle | Piece | Placements):
        names = (each.name for each in fields(one) if not each.name.startswith("_"))
        ignored = _WORDS if isinstance(one, Puzzle) else ("paint",)
        return all(same_content(getattr(one, name), getattr(other, name)) for name in names if name not in ignored)
    return bool(one == other)
