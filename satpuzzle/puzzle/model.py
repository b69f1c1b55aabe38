"""A packing puzzle: a grid, the cells of a board, and pieces with copies.

Exact and immutable.  How often a piece occurs is a range: `minimum` = `maximum` = k for k equal
copies, `minimum` = 0 for a piece that may be left out.  A board has cells to fill and optional cells.
A frame around it is solid and stays where it is; it matters when pieces are moved.

Cells of pieces and of the board may have colours, numbers from 1; 0 is no colour and goes with all.  Where `pairs`
lists which colours go together, a piece can only lie where each of its cells goes with the cell below it.  A packing is
told by the cells that each piece covers: ways to cover the same cells that differ in colours alone are one.

Pieces may belong to *groups*: what cannot be taken apart need not be, if it is all of one group.
"""

from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

import numpy as np

from satpuzzle.puzzle.grids import Grid, Points

Colours = np.ndarray[tuple[int], np.dtype[np.int64]]


@dataclass(frozen=True, eq=False)
class Piece:
    """A shape that is packed between `minimum` and `maximum` times."""

    name: str
    cells: Points  # (n, 3)
    minimum: int = 1
    maximum: int = 1
    turn_over: bool = True  # matters where pieces have two sides
    colours: Colours = field(
        default_factory=lambda: np.zeros(0, np.int64)
    )  # (n,), of each cell, or (0,) for a piece without colours
    groups: tuple[tuple[int, int], ...] = ()  # (group, how many copies may be of this group)
    weight: int = 1  # when pieces are taken apart, the heaviest of those that are still together stays


@dataclass(frozen=True)
class Counts:
    """How many solutions: on the fixed board, up to rotations, and up to rotations and reflections.

    None where a number is not known; `final` is False for counts of a search that was cut short,
    which are lower bounds.
    """

    raw: int | None = None
    rotations: int | None = None
    isometries: int | None = None
    final: bool = field(default=True, repr=False)

    def __str__(self) -> str:
        return ", ".join(f"{name} {'' if self.final else '≥ '}{number}" for name, number in self.known().items())

    def known(self) -> dict[str, int]:
        """Return the numbers that are known, by convention."""
        numbers = {"raw": self.raw, "rotations": self.rotations, "isometries": self.isometries}
        return {name: number for name, number in numbers.items() if number is not None}


@dataclass(frozen=True, eq=False)
class Puzzle:
    """A board to be packed with pieces."""

    name: str
    grid: Grid
    board: Points  # (n, 3), cells to fill and optional cells, in lexicographic order
    optional: np.ndarray[tuple[int], np.dtype[np.bool_]]  # (n,), True where a cell may stay empty
    pieces: tuple[Piece, ...]
    title: str = ""
    published: Counts = field(default_factory=Counts)
    source: str = ""
    frame: Points = field(default_factory=lambda: np.zeros((0, 3), np.int64))  # solid cells beside the board
    colours: Colours = field(
        default_factory=lambda: np.zeros(0, np.int64)
    )  # (n,), of each cell of the board, or (0,) for a board without colours
    pairs: frozenset[tuple[int, int]] | None = None  # a piece's colour and a cell's that go together; None is all
    most_empty: int | None = None  # how many of the optional cells may stay empty; None is all

    @cached_property
    def symbols(self) -> tuple[tuple[str, ...], ...]:
        """Return for each piece the characters that stand for its copies in drawings.

        A piece that occurs once and whose name is one character keeps it, unless drawings and hints need that.
        """
        single = [
            p.name if len(p.name) == 1 and p.name not in ".?#:;[{" and p.maximum == 1 else "" for p in self.pieces
        ]
        ranges = (("A", "Z"), ("a", "z"), ("0", "9"), ("Α", "Ω"), ("α", "ω"), ("А", "я"))
        alphabet = chain.from_iterable((chr(c) for c in range(ord(a), ord(b) + 1)) for a, b in ranges)
        free = (mark for mark in alphabet if mark not in single and mark.isprintable())
        return tuple(
            (mark,) if mark else tuple(next(free, "#") for _ in range(min(piece.maximum, len(self.board))))
            for mark, piece in zip(single, self.pieces, strict=True)
        )

    @property
    def legend(self) -> str:
        """Return which characters stand for which piece, where they are not simply the names."""
        named = zip(self.symbols, self.pieces, strict=True)
        return "; ".join(f"{' '.join(marks)} = {piece.name}" for marks, piece in named if marks != (piece.name,))

    @property
    def coloured(self) -> bool:
        """Whether colours forbid a piece to lie where it would fit."""
        painted = self.colours.any() and any(piece.colours.any() for piece in self.pieces)
        return bool(painted) and self.pairs is not None

    @property
    def least_filled(self) -> int:
        """Return how many cells a packing covers at least."""
        empty = int(self.optional.sum())
        return len(self.board) - (empty if self.most_empty is None else min(empty, self.most_empty))

    @property
    def counts_empty(self) -> bool:
        """Whether packings that cover all they must can have too many empty cells: then volumes must be looked at."""
        sizes = [len(piece.cells) for piece in self.pieces]
        least = sum(size * piece.minimum for size, piece in zip(sizes, self.pieces, strict=True))
        return self.least_filled > max(least, int((~self.optional).sum()))

    def impossible(self) -> str | None:
        """Return why volumes alone forbid any solution, or None if they do not."""
        sizes = [len(piece.cells) for piece in self.pieces]
        least = sum(size * piece.minimum for size, piece in zip(sizes, self.pieces, strict=True))
        most = sum(size * piece.maximum for size, piece in zip(sizes, self.pieces, strict=True))
        cells, required = len(self.board), self.least_filled
        if least > cells:
            return f"the pieces have at least {least} cells, the board has only {cells}"
        if most < required:
            return f"the pieces have at most {most} cells, the board has {required} to fill"
        reachable = 1 << least  # bit v: some choice of copies has v cells in all
        for size, piece in zip(sizes, self.pieces, strict=True):
            for _ in range(min(piece.maximum - piece.minimum, cells // size)):
                reachable |= reachable << size
                reachable &= (1 << (cells + 1)) - 1
        if not reachable >> required:
            wanted = str(required) if required == cells else f"{required} to {cells}"
            return f"no choice of pieces has {wanted} cells in all"
        return None
