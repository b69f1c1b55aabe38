"""Converts puzzles to BurrTools files."""

import numpy as np
from numpy.typing import NDArray

from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.formats.burr import FIXED, VARIABLE, Burr, Part, Problem, Shape
from satpuzzle.puzzle.formats.xmpuzzle.problem import GRID_NAMES, Opened, opened
from satpuzzle.puzzle.formats.xmpuzzle.reading import MOST_VOXELS
from satpuzzle.puzzle.grids import Grid, Points
from satpuzzle.puzzle.model import Piece, Puzzle

_NEAREST = 6  # the largest number of steps along each axis in the search for a translation to the corner


def burr_of(puzzle: Puzzle) -> Burr:
    """Return a BurrTools file with a puzzle as its only problem; its last shape is the result.

    Raises PuzzleError if BurrTools lacks the grid or a rule; the message names what would be lost.
    """
    grid = _number(puzzle.grid)
    lost = []
    if grid is None:
        lost.append(f"the grid {puzzle.grid.name}")
    if len(puzzle.frame):
        lost.append("the frame")
    if puzzle.grid.two_sided and not all(piece.turn_over for piece in puzzle.pieces):
        lost.append("that pieces are not turned over (mirror = false)")
    if puzzle.tiled:
        lost.append("tiles with coloured edges")
    if grid is None or lost:
        raise PuzzleError(f"{puzzle.name}: a BurrTools file cannot express this: {', '.join(lost)}")
    most = max([0, *puzzle.colours.tolist(), *(c for piece in puzzle.pieces for c in piece.colours.tolist())])
    shades = np.linspace(0, 255, most + 1).astype(int).tolist()[:most]
    pieces = [_shape(piece, puzzle) for piece in puzzle.pieces]
    result = _box(puzzle.board, np.where(puzzle.optional, VARIABLE, FIXED), puzzle.colours, puzzle, puzzle.title)
    return Burr(
        grid=grid,
        colours=tuple((shade, 255 - shade, 128) for shade in shades),
        shapes=(*pieces, result),
        problems=(
            Problem(
                name=puzzle.title,
                parts=tuple(
                    Part(number, piece.minimum, piece.maximum, piece.groups)
                    for number, piece in enumerate(puzzle.pieces)
                ),
                result=len(pieces),
                most_holes=puzzle.most_empty,
                pairs=tuple(sorted(puzzle.pairs or ())),
            ),
        ),
        comment=puzzle.source,
    )


def as_opened(puzzle: Puzzle) -> tuple[Opened, Points]:
    """Return a puzzle as the problem of a BurrTools file, and the translation to the file's coordinates.

    Raises PuzzleError as `burr_of` does.
    """
    return opened(burr_of(puzzle), puzzle.name), corner(puzzle.board, puzzle.grid)


def _number(grid: Grid) -> int | None:
    """Return BurrTools' number of a grid, None if it has none; a flat grid is a layer of the grid in space."""
    layers = {"square": "cubic", "triangular": "prisms"}
    name = layers.get(grid.name, grid.name)
    return GRID_NAMES.index(name) if name in GRID_NAMES and grid.name != "triangular" else None


def _shape(piece: Piece, puzzle: Puzzle) -> Shape:
    return _box(piece.cells, np.full(len(piece.cells), FIXED), piece.colours, puzzle, piece.name, piece.weight)


def _box(
    cells: Points, states: NDArray[np.int64], colours: NDArray[np.int64], puzzle: Puzzle, name: str, weight: int = 1
) -> Shape:
    """Return cells as a shape in a box; the cells are translated to its corner, or as near as the grid allows."""
    moved = cells + corner(cells, puzzle.grid)
    sizes = moved.max(axis=0) + 1
    if int(np.prod(sizes)) > MOST_VOXELS:
        raise PuzzleError(f"{puzzle.name}: {name} needs a box of {' times '.join(map(str, sizes.tolist()))} voxels")
    voxels, painted = np.zeros((2, *sizes), np.uint8)
    voxels[tuple(moved.T)] = states
    if len(colours):
        painted[tuple(moved.T)] = colours
    return Shape(voxels, painted, name, weight=weight)


def corner(cells: Points, grid: Grid) -> Points:
    """Return the translation of the grid that brings cells nearest to the origin, with no negative coordinate."""
    steps = np.indices((_NEAREST,) * grid.dimension).reshape(grid.dimension, -1).T
    steps = np.pad(steps, ((0, 0), (0, 3 - grid.dimension))) - cells.min(axis=0) * (np.arange(3) < grid.dimension)
    allowed = steps[grid.translates(steps)]
    nearest: Points = allowed[allowed.sum(axis=1).argmin()]
    return nearest
