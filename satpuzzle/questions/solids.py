"""Compares packings regardless of their place on the board: the solids that they form, and their sets of pieces.

Solutions are counted up to the symmetries of the board.  On a board with cells that may stay empty, two of them may
still form the same solid in two places: on a board of 4×4, a single square can be in three places that no symmetry maps
to each other.  BurrTools calls the comparison of such solutions its expensive rotation check.
"""

from collections import Counter
from collections.abc import Generator, Iterable

import numpy as np
from numpy.typing import NDArray

from satpuzzle.errors import PuzzleError
from satpuzzle.motion.assembly import Assembly
from satpuzzle.puzzle.grids import Grid, Points
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.puzzle.shape import mirror_image, normalised
from satpuzzle.solutions.solution import Solution


def once(packings: Iterable[Solution], mirrored: bool = True) -> Generator[Solution, None, None]:
    """Yield each packing whose solid, with its division into pieces, has not occurred before.

    The place on the board does not matter: solids that differ by a translation or a rotation are the same; with
    `mirrored`, mirror images are the same, too.
    """
    seen = set()
    for packing in packings:
        solid = solid_of(packing, mirrored)
        if solid not in seen:
            seen.add(solid)
            yield packing


def check_free(puzzle: Puzzle) -> None:
    """Raise PuzzleError if a puzzle has a frame, because then it matters where a solid is."""
    if len(puzzle.frame):
        raise PuzzleError(f"once: {puzzle.name} has a frame, so packings in different places are different")


def solid_of(packing: Solution, mirrored: bool = True) -> bytes:
    """Return a key of the solid that a packing forms; equal keys mean the same solid, as `once` defines it."""
    grid, pieces = packing.puzzle.grid, packing.pieces
    cells = np.concatenate([covered for _, covered in pieces])
    owner = np.repeat(np.arange(len(pieces)), [len(covered) for _, covered in pieces])
    colours = np.concatenate(
        [
            np.zeros(len(covered), np.int64) if painted is None else np.array(painted)
            for (_, covered), painted in zip(pieces, packing.colours, strict=True)
        ]
    )
    mirror = all(piece.mirror for piece, _ in pieces)
    images = grid.isometries(cells) if mirrored else grid.rotations(cells, mirror)
    return min(_written(image, owner, colours, grid) for image in images)


def unique_sets(assemblies: Iterable[Assembly]) -> list[Assembly]:
    """Return the assemblies whose set of pieces occurs in none of the others, in their order.

    Two sets are the same if their pieces have the same shapes, or if all shapes of one are mirror images of those of
    the other.
    """
    apart = [found for found in assemblies if found.solution is not None]
    shapes: dict[int, tuple[bytes, bytes]] = {}
    sets = [_set_of(found.solution, shapes) for found in apart if found.solution is not None]
    times = Counter(sets)
    return [found for found, pieces in zip(apart, sets, strict=True) if times[pieces] == 1]


def _set_of(packing: Solution, known: dict[int, tuple[bytes, bytes]]) -> tuple[bytes, ...]:
    """Return a key of a packing's set of pieces; `known` caches the keys of shapes by piece number."""
    numbers = packing.placements.piece[list(packing.options)].tolist()
    for number in numbers:
        if number not in known:
            known[number] = _shape(packing.puzzle, number)
    own, mirrored = (tuple(sorted(known[number][side] for number in numbers)) for side in (0, 1))
    return min(own, mirrored)


def _shape(puzzle: Puzzle, number: int) -> tuple[bytes, bytes]:
    """Return two keys, of a piece's shape and of its mirror image; rotated shapes have the same key."""
    piece, grid = puzzle.pieces[number], puzzle.grid
    own, other = (
        min(image.tobytes() for image in normalised(grid.rotations(cells, piece.mirror), grid))
        for cells in (piece.cells, mirror_image(piece.cells, grid))
    )
    return own, other


def _written(cells: Points, owner: NDArray[np.int64], colours: NDArray[np.int64], grid: Grid) -> bytes:
    """Return cells as bytes, sorted and moved to the origin, with their colours and the numbers of their pieces.

    Pieces are numbered in the order of their first cells.
    """
    order = np.lexsort(cells.T[::-1])
    cells = cells - (cells[order[0]] - grid.home(cells[order[0]]))
    _, first, number = np.unique(owner[order], return_index=True, return_inverse=True)
    rank = np.argsort(np.argsort(first))
    return np.column_stack([cells[order], rank[number], colours[order]]).astype(">i8").tobytes()
