"""What derivations of rules see and say, in plain sets of cells."""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any

from satpuzzle.proofs.check.falling import upward
from satpuzzle.proofs.check.motions import Cell, corners_met
from satpuzzle.proofs.check.polygons import Plane
from satpuzzle.proofs.check.wrapped import Wrapped
from satpuzzle.puzzle.grids import Grid
from satpuzzle.puzzle.grids.tiling import Tiling
from satpuzzle.puzzle.model import Puzzle

Hues = dict[Cell, int]  # the cells of a placement, each with the piece's colour on it, 0 for none


@dataclass(frozen=True)
class Item:
    """An item of a rule."""

    bounds: tuple[int, int | None]  # None: no upper bound
    about: frozenset[frozenset[Cell]]  # where it is: sets of cells, which a symmetry moves
    pieces: frozenset[int] | None  # the numbers of the pieces that may cover it, -1 for empty cells; None for all
    covers: Callable[[int, set[Cell]], bool]  # whether a placement of one of these pieces on these cells covers it
    weight: Callable[[Hues], int] | None = None  # how often it does then, 0 for not at all; None: once
    colour: Callable[[int, Hues], Hashable] | None = None  # in which colour, if items of the rule have colours
    kind: str = ""  # tells the items of two rules with one word apart if no symmetry carries one rule to the other


@dataclass(frozen=True)
class Scene:
    """What a rule speaks of."""

    puzzle: Puzzle
    grid: Grid
    board: list[Cell]
    optional: set[Cell]
    names: list[str]  # of the pieces
    wrapped: Wrapped
    known: dict[Hashable, Any] = field(default_factory=dict)  # what a rule has found once

    @classmethod
    def of(cls, puzzle: Puzzle, board: list[Cell]) -> "Scene":
        """Return what the rules of a puzzle speak of."""
        free = {cell for cell, may in zip(board, puzzle.optional.tolist(), strict=True) if may}
        return cls(puzzle, puzzle.grid, board, free, [piece.name for piece in puzzle.pieces], Wrapped.of(puzzle, board))

    def numbers(self, names: tuple[str, ...]) -> frozenset[int]:
        """Return the numbers of the pieces with these names."""
        return frozenset(map(self.names.index, names))

    def below(self, cell: Cell) -> Cell:
        """Return the cell below a cell, which may lie beyond the board."""
        if "up" not in self.known:
            self.known["up"] = upward(self.puzzle)
        x, y, z = self.known["up"]
        return self.wrapped.home((cell[0] - x, cell[1] - y, cell[2] - z))

    def underside(self, cells: set[Cell]) -> frozenset[Cell] | None:
        """Return the cells below a placement on these cells, None if it rests on the floor."""
        under, there = {self.below(cell) for cell in cells}, {*self.board}
        return frozenset(under - cells) if under <= there else None

    def corners(self) -> Iterator[list[Cell]]:
        """Yield the cells around each corner of each cell of the board, in order; they may lie beyond it.

        There are none in space.  On a grid that is written down they are the cells that have this corner.
        """
        if not self.grid.two_sided:
            return
        if isinstance(self.grid, Tiling):
            plane = Plane.of(self.grid)
            yield from (around for cell in self.board for _, around in plane.around(cell))
        else:
            yield from corners_met(self.grid, self.board)
