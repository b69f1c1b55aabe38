"""The shapes that a question about tilings is about: drawings, sets of pieces, all shapes of a size."""

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from typing import TypeAlias

import numpy as np

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.errors import PuzzleError, closest
from satpuzzle.puzzle import drawing
from satpuzzle.puzzle.checks import range_of
from satpuzzle.puzzle.grids import GRIDS, Grid
from satpuzzle.puzzle.grids.tiling import Tiling
from satpuzzle.puzzle.library import names_puzzle, names_set, piece_set
from satpuzzle.puzzle.model import Piece, PieceSet
from satpuzzle.puzzle.polyforms import every_piece, names
from satpuzzle.questions.question import Asking
from satpuzzle.questions.tilings.prototile import LARGEST, Prototile
from satpuzzle.rows import argument, common, option
from satpuzzle.settings import WHAT

Named: TypeAlias = str | Piece | PieceSet | Prototile
_DRAWN = re.compile(r"[*./\s]*\*[*./\s]*")
_LARGEST = 99  # cells of shapes that are all of a size
_FORMS = "name a set of pieces or a file of them, SET#PIECE, or draw a shape such as '***/*..'"

PIECE = (
    "[PIECE]",
    "A set of pieces or a file of them, SET#PIECE, or a drawing such as '***/*..', in which / begins the next row.",
)


# fmt: off
@common
class ShapeRows(Asking):
    """Which shapes a question is about."""

    pieces: list[str] | Named | Iterable[Named] = argument(*PIECE, kw_only=False)
    grid: str | Grid | None = option(
        None, "NAME", WHAT, "The grid of drawings and of all shapes of a size; square by default.")
    one_sided: bool | None = option(
        None, "--one-sided/--free", WHAT,
        "Whether mirror images are no copies; by default so in space, where no piece can be turned over.", rare=True)


@common
class TileRows(ShapeRows):
    """Which shapes, or all of a size."""

    size: str | int | None = option(None, "N", WHAT, "All shapes of N cells, or of N..M.")

    def tiles(self, clock: Clock) -> "list[Prototile]":
        """Return the shapes."""
        return prototiles(self.pieces, self.grid, self.size, self.one_sided, clock)


@common
class FixedRows(TileRows):
    """Which shapes, or all of a size, and whether their copies are turned."""

    fixed: bool = option(
        False, "", WHAT, "Copies are neither turned nor turned over.", without=("one_sided",), rare=True)

    def tiles(self, clock: Clock) -> "list[Prototile]":
        """Return the shapes."""
        return prototiles(self.pieces, self.grid, self.size, self.one_sided, clock, self.fixed)
# fmt: on


def listed(pieces: Named | Iterable[Named]) -> Iterable[Named]:
    """Return one or several named shapes as several."""
    return [pieces] if isinstance(pieces, (str, Piece, PieceSet, Prototile)) else pieces


def prototiles(
    pieces: Named | Iterable[Named],
    grid: str | Grid | None = None,
    size: int | str | None = None,
    one_sided: bool | None = None,
    clock: Clock = UNLIMITED,
    fixed: bool = False,
) -> list[Prototile]:
    """Return shapes: those of `pieces`, and with a `size`, such as 7 or "1..7", all shapes of so many cells.

    A piece is a set's name or file, SET#PIECE for one of its pieces, or a drawing, in which / begins the next row and
    // the next layer.  Drawings and shapes of a size are on `grid`, by default square.  With `one_sided`, mirror images
    of a shape are no copies of it; by default this is so in space, and for pieces that must not be turned over.  With
    `fixed`, only translations are copies.
    Raises PuzzleError for anything else.
    """
    on = _grid(grid)
    found = list[Prototile]()
    for one in listed(pieces):
        if isinstance(one, Prototile):
            found.append(one)
        elif isinstance(one, Piece):
            found.append(_prototile(one, on or GRIDS["square"], one_sided, fixed))
        else:
            named = one if isinstance(one, PieceSet) else _named(one, on, len(found))
            found += [_prototile(piece, named.grid, one_sided, fixed) for piece in named.pieces]
    if size is not None:
        if (numbers := sizes_in(str(size), 1, _LARGEST)) is None:
            raise PuzzleError(f"size {size}: allowed are integers from 1 and ranges of them, as in 1..7")
        for (number,) in numbers:
            every = every_piece(number, on or GRIDS["square"], one_sided, clock)
            before = str(number) * (len(numbers) > 1)  # so that no two have the same name
            shapes = (replace(piece, name=before + piece.name) for piece in every.pieces)
            found += [_prototile(piece, every.grid, one_sided, fixed) for piece in shapes]
    if not found:
        raise PuzzleError(f"no shape: {_FORMS}")
    if len({id(tile.grid) for tile in found}) > 1:
        raise PuzzleError(f"shapes on the grids {' and '.join(sorted({tile.grid.name for tile in found}))}: choose one")
    return found


def sums_of(areas: Iterable[int], most: int) -> set[int]:
    """Return the numbers of cells up to `most` that pieces with these numbers of cells have in all, 0 among them."""
    each, found = {*areas}, {0}
    for number in range(1, most + 1):
        if any(number - area in found for area in each):
            found.add(number)
    return found


def sizes_in(text: str, many: int, most: int) -> list[tuple[int, ...]] | None:
    """Return what a text such as 10x20 or 1..3x20 names, each of so many sizes; None for any other text.

    A size is a number from 1 to `most`, or a range of them.
    """
    each = [range_of(mark, most) for mark in text.split("x")]
    return [*product(*each)] if len(each) == many and all(each) else None


def with_areas() -> list[str]:
    """Return the names of the grids whose cells have an area, or a volume, so that shapes can tile."""
    return [name for name, grid in GRIDS.items() if not (isinstance(grid, Tiling) and grid.is_sticks)]


def _grid(grid: str | Grid | None) -> Grid | None:
    if isinstance(grid, str) and grid not in GRIDS:
        raise PuzzleError(f"grid {grid}{closest(grid, with_areas())}: choose from {', '.join(with_areas())}")
    return GRIDS[grid] if isinstance(grid, str) else grid


def _named(text: str, grid: Grid | None, before: int) -> PieceSet:
    """Return the set that a text names or draws; a drawn shape is named by the number of shapes before it."""
    if _DRAWN.fullmatch(text):
        on = grid or GRIDS["square"]
        try:
            marked = drawing.read(drawing.split(text.replace("/", "\n")), on)
        except ValueError as error:
            raise PuzzleError(f"{text}: {error}") from None
        name = names(before + 1)[before]
        return PieceSet(text, text, on, (Piece(name, np.array([cell for _, cell in marked])),))
    name, _, chosen = text.partition("#")
    if not names_set(name):
        if names_puzzle(name):
            raise PuzzleError(f"{text}: is a puzzle with a board, shapes go without a box or board: {_FORMS}")
        raise PuzzleError(f"{text}: no shape: {_FORMS}")
    whole = piece_set(name, grid)
    some = tuple(piece for piece in whole.pieces if piece.name == chosen) if chosen else whole.pieces
    if not some:
        known = [piece.name for piece in whole.pieces]
        raise PuzzleError(f"{text}{closest(chosen, known)}: choose from {', '.join(known)}")
    return PieceSet(whole.name, whole.title, whole.grid, some)


def _prototile(piece: Piece, grid: Grid, one_sided: bool | None, fixed: bool) -> Prototile:
    if isinstance(grid, Tiling) and grid.is_sticks:
        raise PuzzleError(
            f"piece {piece.name} is on the grid {grid.name}, whose cells have no area: choose from"
            f" {', '.join(with_areas())}"
        )
    wide = int(np.ptp(grid.steps(piece.cells), axis=0).max()) + 1
    if max(wide, len(piece.cells)) > LARGEST:
        what = f"{wide} steps wide" if wide > LARGEST else f"of {len(piece.cells)} cells"
        raise PuzzleError(f"piece {piece.name} is {what}, the most is {LARGEST}")
    if piece.chain is not None:
        raise PuzzleError(f"piece {piece.name} is a chain, which is folded: tilings are of rigid shapes")
    if fixed:
        return Prototile(piece.name, grid, piece.cells, mirror=False, rotate=False)
    if piece.rotate is not True:
        raise PuzzleError(f"piece {piece.name}: rotate is {piece.rotate}, in tilings pieces are turned in every way")
    mirror = (grid.two_sided and piece.mirror) if one_sided is None else not one_sided
    return Prototile(piece.name, grid, piece.cells, mirror)
