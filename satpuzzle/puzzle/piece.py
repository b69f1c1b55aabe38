"""Pieces: shapes with a number of copies, and sets of pieces that several puzzles have in common."""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np

from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle import checks
from satpuzzle.puzzle.chains import word_of
from satpuzzle.puzzle.formats.json import shown
from satpuzzle.puzzle.grids import Grid, Points

Colours = np.ndarray[tuple[int], np.dtype[np.int64]]


@dataclass(frozen=True, eq=False, repr=False)
class Piece:
    """A shape that is packed between `min` and `max` times.

    Raises PuzzleError for invalid cells, names and numbers.
    """

    name: str
    cells: Points  # (n, 3)
    min: int = 1
    max: int = 1
    mirror: bool = True  # whether it may be turned over; matters on flat grids only, no piece in space is mirrored
    colours: Colours = field(
        default_factory=lambda: np.zeros(0, np.int64)
    )  # (n,), of each cell, or (0,) for a piece without colours
    groups: tuple[tuple[int, int], ...] = ()  # (group, the number of copies that may belong to it)
    weight: int = 1  # when pieces are taken apart, the heaviest of those that are still together does not move
    sides: str = ""  # the colours of a tile's sides, one letter each, in the order of `tiles.ring`
    value: int = 1  # what a placed copy is worth, where packings are compared
    rotate: bool | int = True  # how it may be turned, besides being turned over: True, in every way; False, not at all;
    # n, about z by multiples of the n-th part of a full turn
    paint: str = ""  # its colour in pictures, "#rrggbb"; by default one of the palette
    chain: str | None = (
        None  # the word of a chain, which is folded (`chains.py`); None for a rigid piece.  The cells of
    )
    # a chain are those of `chains.stretched`

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.strip():
            raise PuzzleError(f"a piece has the name {self.name!r}, allowed is text of at least one character")
        where = f"piece {self.name}: "
        cells = checks.cells_of(self.cells, f"{where}cells")
        if not len(cells):
            raise PuzzleError(f"{where}has no cells, at least one is needed")
        checks.check_different(cells, f"{where}cells")
        most = checks.whole(self.max, 1, checks.MOST_COPIES, f"{where}max")
        keep(
            self,
            cells=cells,
            max=most,
            min=checks.whole(self.min, 0, most, f"{where}min"),
            value=checks.whole(self.value, -checks.MOST_COPIES, checks.MOST_COPIES, f"{where}value"),
            colours=colours_of(self.colours, cells, f"{where}colours"),
            rotate=_turns(self.rotate, f"{where}rotate"),
        )
        if self.paint != "":
            checks.check_hues((self.paint,), f"{where}paint")
        if not isinstance(self.sides, str) or not (self.sides.isalnum() or not self.sides):
            raise PuzzleError(f"{where}sides is {self.sides!r}, allowed are letters and digits, one for each side")
        if self.chain is not None:
            keep(self, chain=word_of(self.chain, f"{where}chain"))
            if self.sides or self.colours.any() or not self.mirror or self.rotate is not True:
                raise PuzzleError(f"{where}is a chain, which has no colours and sides, and is turned in all ways")
        if self.sides and len(cells) > 1:
            raise PuzzleError(f"{where}has {len(cells)} cells, a piece whose sides have colours has one")

    def __eq__(self, other: object) -> bool:
        return said(self) == said(other) if isinstance(other, Piece) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.name, len(self.cells)))

    def __repr__(self) -> str:
        copies = f"{self.min} to {self.max}" if self.min < self.max else f"{self.max}"
        return f"<piece {self.name}: cells {len(self.cells)}, copies {copies}>"


@dataclass(frozen=True, eq=False)
class PieceSet:
    """A set of pieces that several puzzles have in common, such as the pentominoes."""

    name: str
    title: str
    grid: Grid
    pieces: tuple[Piece, ...]


def _turns(found: Any, what: str) -> bool | int:
    """Return how a piece may be turned; 1 is False.  Raises PuzzleError for other values than `Piece.rotate` has."""
    if isinstance(found, (bool, np.bool_)):
        return bool(found)
    if not isinstance(found, (int, np.integer)) or found < 1:
        raise PuzzleError(f"{what} is {shown(found)}, allowed are true, false and a number of turns")
    return int(found) if found > 1 else False


def colours_of(found: Any, cells: Points, what: str) -> Colours:
    """Return `found` as the colours of n cells, shape (n,), or (0,) if it is empty.

    Raises PuzzleError if it has another length or other values than integers from 0.
    """
    none: Colours = np.zeros(0, np.int64)
    return (
        none
        if isinstance(found, (np.ndarray, Sequence)) and not len(found)
        else checks.one_for_each(found, cells, int, what)
    )


def said(made: Any, *ignored: str) -> list[object]:
    """Return the fields of a puzzle or a piece as values that can be compared; if all colours are 0 there are none."""
    return [_comparable(getattr(made, each.name)) for each in fields(made) if each.name not in ignored]


def _comparable(value: object) -> object:
    if not isinstance(value, np.ndarray):
        return value
    one_for_each_cell = value.ndim == 1  # colours, and which cells are optional
    return None if one_for_each_cell and not value.any() else (value.shape, value.tobytes())


def keep(made: object, **checked: object) -> None:
    """Set fields of a frozen dataclass to these values."""
    for name, value in checked.items():
        object.__setattr__(made, name, value)
