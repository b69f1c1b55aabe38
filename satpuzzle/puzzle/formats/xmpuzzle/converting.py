"""Converts puzzles to BurrTools files."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.formats.burr import FIXED, VARIABLE, Burr, Part, Problem, Shape
from satpuzzle.puzzle.formats.json import shown
from satpuzzle.puzzle.formats.table import lost_elsewhere
from satpuzzle.puzzle.formats.xmpuzzle import problem
from satpuzzle.puzzle.formats.xmpuzzle.problem import GRID_NAMES, Opened, opened
from satpuzzle.puzzle.formats.xmpuzzle.reading import MOST_VOXELS, burr
from satpuzzle.puzzle.formats.xmpuzzle.writing import text
from satpuzzle.puzzle.formats.xmpuzzle.xml import parse
from satpuzzle.puzzle.grids import Grid, Points
from satpuzzle.puzzle.model import Piece, PieceSet, Puzzle
from satpuzzle.puzzle.parts import SEPARATE
from satpuzzle.puzzle.shape import corner

FLAT = "that pieces stay flat is left out: BurrTools lifts them out of their layer when it takes a packing apart"


def burr_of(puzzle: Puzzle) -> Burr:
    """Return a BurrTools file with a puzzle as its only problem; its last shape is the result.

    Raises PuzzleError if BurrTools lacks the grid or a rule; the message names what would be lost.  What the solutions
    do not depend on is left out; `left_out` names it.
    """
    grid = _number(puzzle.grid)
    lost = [f"the grid {puzzle.grid.name}"] if grid is None else []
    lost += lost_elsewhere(puzzle)
    if puzzle.grid.two_sided and not all(piece.mirror for piece in puzzle.pieces):
        lost.append("that pieces are not turned over (mirror = false)")
    if puzzle.empty is not None and not ranged(puzzle) and (empty := _left_empty(puzzle)) > puzzle.empty:
        lost.append(f"empty = {puzzle.empty}, since no piece has a range (cells that stay empty: {empty})")
    if grid is None or lost:
        raise PuzzleError(f"{puzzle.name}: a BurrTools file cannot express this: {', '.join(lost)}")
    made = _burr(_without_colours(puzzle) if _only_drawn(puzzle) else puzzle, grid)
    _check_again(puzzle, made)
    return made


def left_out(puzzle: Puzzle) -> list[str]:
    """Return messages, one line each, about what `burr_of` leaves out since the solutions do not depend on it."""
    found = []
    if puzzle.grid.two_sided:
        found.append(FLAT)
    if puzzle.parts == SEPARATE:
        found.append(f'parts = "{SEPARATE}" is left out: BurrTools moves the parts of a board together')
    if _only_drawn(puzzle):
        found.append('the colours of cells are left out: with pairs = "all" they do not restrict where pieces lie')
    if puzzle.up:
        up = f'"{puzzle.up}"' if isinstance(puzzle.up, str) else str([*puzzle.up])
        found.append(f"up = {up} is left out: for BurrTools a packing that lies on another side is the same")
    if puzzle.labels:
        found.append("the labels of cells beside the board are left out: BurrTools has none")
    if puzzle.empty is not None and not ranged(puzzle):
        empty = _left_empty(puzzle)
        found.append(f"empty = {puzzle.empty} is left out: no piece has a range (cells that stay empty: {empty})")
    return found


def ranged(puzzle: Puzzle) -> bool:
    """Tell whether the number of copies of some piece may vary; only then does BurrTools limit empty cells."""
    return any(piece.min < piece.max for piece in puzzle.pieces)


def _only_drawn(puzzle: Puzzle) -> bool:
    """Tell whether cells have colours that restrict nothing; in a BurrTools file they would."""
    return puzzle.pairs is None and _most_colour(puzzle) > 0


def _without_colours(puzzle: Puzzle) -> Puzzle:
    none = np.zeros(0, np.int64)
    pieces = tuple(replace(piece, colours=none) for piece in puzzle.pieces)
    return replace(puzzle, colours=none, pieces=pieces, hues=())


def _most_colour(puzzle: Puzzle) -> int:
    return max([0, *puzzle.colours.tolist(), *(c for piece in puzzle.pieces for c in piece.colours.tolist())])


def _left_empty(puzzle: Puzzle) -> int:
    """Return how many cells stay empty if no piece has a range."""
    return len(puzzle.board) - sum(len(piece.cells) * piece.max for piece in puzzle.pieces)


def _burr(puzzle: Puzzle, grid: int) -> Burr:
    most = _most_colour(puzzle)
    shades = np.linspace(0, 255, most + 1).astype(int).tolist()[len(puzzle.hues) : most]
    hues = [bytes.fromhex(hue[1:]) for hue in puzzle.hues]
    pieces = [_shape(piece, puzzle) for piece in puzzle.pieces]
    result = _box(puzzle.board, np.where(puzzle.optional, VARIABLE, FIXED), puzzle.colours, puzzle, puzzle.title)
    return Burr(
        grid=grid,
        colours=(
            *((red, green, blue) for red, green, blue in hues),
            *((shade, 255 - shade, 128) for shade in shades),
        ),
        shapes=(*pieces, result),
        problems=(
            Problem(
                name=puzzle.title,
                parts=tuple(
                    Part(number, piece.min, piece.max, piece.groups) for number, piece in enumerate(puzzle.pieces)
                ),
                result=len(pieces),
                empty=puzzle.empty if ranged(puzzle) else None,
                pairs=_pairs(puzzle, most),
            ),
        ),
        comment=puzzle.source,
    )


def _pairs(puzzle: Puzzle, most: int) -> tuple[tuple[int, int], ...]:
    """Return the pairs of colours up to `most`; a cell without a colour goes with all of them anyway."""
    return tuple(pair for pair in sorted(puzzle.pairs or ()) if min(pair) >= 1 and max(pair) <= most)


def _check_again(puzzle: Puzzle, made: Burr) -> None:
    """Raise PuzzleError unless the file is read as the same puzzle: names or numbers of a program may not be."""
    again = problem.puzzle(burr(parse(text(made).encode("utf-8", "replace"))), 1, puzzle.name)
    for one, other in zip(puzzle.pieces, again.pieces, strict=True):
        for key in ("name", "min", "max", "groups", "weight"):
            if (said := getattr(one, key)) != (read := getattr(other, key)):
                raise PuzzleError(
                    f"{puzzle.name}: a BurrTools file cannot express this: piece {one.name}:"
                    f" {key} {shown(said)}, it would be {shown(read)}"
                )


def burr_of_set(found: PieceSet | Puzzle) -> Burr:
    """Return the content of a BurrTools file that has the pieces of a set as its shapes, and no problem.

    Raises PuzzleError if BurrTools does not have the grid.
    """
    grid = _number(found.grid)
    if grid is None:
        raise PuzzleError(f"{found.name}: a BurrTools file cannot express this: the grid {found.grid.name}")
    return Burr(grid=grid, shapes=tuple(_shape(piece, found) for piece in found.pieces), comment=found.title)


def as_opened(puzzle: Puzzle) -> tuple[Opened, Points]:
    """Return a puzzle as if it were read from a BurrTools file, and the translation to the file's coordinates.

    Raises PuzzleError as `burr_of` does.
    """
    return opened(burr_of(puzzle), puzzle.name), corner(puzzle.board, puzzle.grid)


def _number(grid: Grid) -> int | None:
    """Return BurrTools' number of a grid, None if it has none; squares have the number of cubes.

    BurrTools has no flat grids; a puzzle on one becomes a single layer of a grid in space.
    """
    layers = {"square": "cubic", "triangular": "prisms"}
    name = layers.get(grid.cells_of, grid.cells_of)
    return GRID_NAMES.index(name) if name in GRID_NAMES and grid.cells_of != "triangular" else None


def _shape(piece: Piece, puzzle: Puzzle | PieceSet) -> Shape:
    return _box(piece.cells, np.full(len(piece.cells), FIXED), piece.colours, puzzle, piece.name, piece.weight)


def _box(
    cells: Points,
    states: NDArray[np.int64],
    colours: NDArray[np.int64],
    puzzle: Puzzle | PieceSet,
    name: str,
    weight: int = 1,
) -> Shape:
    """Return a shape with these cells, moved to the corner of its box, or as near as the grid allows.

    `states` has FIXED or VARIABLE for each cell.  Raises PuzzleError, with both names, if the box is too large.
    """
    moved = cells + corner(cells, puzzle.grid)
    sizes = moved.max(axis=0) + 1
    if int(np.prod(sizes)) > MOST_VOXELS:
        raise PuzzleError(f"{puzzle.name}: {name} needs a box of {' times '.join(map(str, sizes.tolist()))} voxels")
    voxels, painted = np.zeros((2, *sizes), np.uint8)
    voxels[tuple(moved.T)] = states
    if len(colours):
        painted[tuple(moved.T)] = colours
    return Shape(voxels, painted, name, weight=weight)
