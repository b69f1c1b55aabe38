"""Edits of a whole puzzle: all its shapes are scaled, mirrored or rotated together, or more pieces are added.

The edited puzzle has other cells, so it keeps no published counts, except when it is moved or mirrored.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import gcd

import numpy as np
from numpy.typing import NDArray

from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.checks import MOST_CELLS, ordered
from satpuzzle.puzzle.grids import Grid, Points
from satpuzzle.puzzle.grids.base import AXES
from satpuzzle.puzzle.model import Counts, Piece, Puzzle
from satpuzzle.puzzle.rules import Judging, Rule, rules_of
from satpuzzle.puzzle.shape import corner, image, reflection

Order = NDArray[np.intp]  # for each new cell, the number of the old cell that it comes from


def scaled(puzzle: Puzzle, times: int) -> Puzzle:
    """Return a puzzle in which each cell is replaced by a square or a cube with sides of `times` cells.

    Raises PuzzleError if the grid's cells are neither squares nor cubes, or if there would be too many cells.
    """
    check_square(puzzle, "scale")
    if times < 1:
        raise PuzzleError(f"scale {times}: allowed are integers from 1")
    if times > 1:
        puzzle.refuse(chain=f"scale {times}: {puzzle.name} has a chain, whose cells stay as large as they are")
    if times**puzzle.grid.dimension * len(puzzle.board) > MOST_CELLS:
        raise PuzzleError(f"scale {times}: the board would have more than {MOST_CELLS} cells")
    small = puzzle.grid.box([times] * puzzle.grid.dimension)

    def edit(cells: Points) -> tuple[Points, Order]:
        return (times * cells[:, None] + small).reshape(-1, 3), np.repeat(np.arange(len(cells)), len(small))

    return _edited(puzzle, edit, keep=times == 1)


def minimized(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle scaled down as far as its board and pieces allow, with its shapes moved to the origin.

    Raises PuzzleError if the grid's cells are neither squares nor cubes.
    """
    check_square(puzzle, "minimize")
    shapes = [np.concatenate([puzzle.board, puzzle.frame]), *(piece.cells for piece in puzzle.pieces)]
    axes = puzzle.grid.dimension
    times = gcd(*(_scale(shape - shape.min(axis=0), axes) for shape in shapes))
    low = shapes[0].min(axis=0)

    def edit(cells: Points, low: Points | None = None) -> tuple[Points, Order]:
        moved = cells - (cells.min(axis=0) if low is None else low)
        kept = np.flatnonzero((moved % times == 0)[:, :axes].all(axis=1))
        return moved[kept] // times, kept

    return _edited(puzzle, edit, lambda cells: edit(cells, low), keep=True)


def with_pool(puzzle: Puzzle, pool: Sequence[Piece], alone: bool = False) -> Puzzle:
    """Return a puzzle to which the pieces of a pool are added, each of which may be left out, or with these `alone`.

    Raises PuzzleError if two pieces have the same name, or the pool is of another grid.
    """
    pieces = (*(() if alone else puzzle.pieces), *(replace(piece, min=0) for piece in pool))
    return replace(puzzle, pieces=pieces, published=Counts())


def with_frame_as_piece(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle whose frame is a piece, the heaviest, in cells that are added to the board for it.

    The number of packings is the same if the piece fits nowhere else.  Raises PuzzleError if another piece is named
    `frame`.
    """
    if not len(puzzle.frame):
        return puzzle
    weight, more = 1 + max(piece.weight for piece in puzzle.pieces), np.zeros(len(puzzle.frame), np.int64)
    board = np.concatenate([puzzle.board, puzzle.frame])
    order = np.lexsort(board.T[::-1])
    return replace(
        puzzle,
        board=board[order],
        optional=np.append(puzzle.optional, more > 0)[order],
        colours=np.append(puzzle.colours, more)[order] if len(puzzle.colours) else puzzle.colours,
        pieces=(*puzzle.pieces, Piece("frame", puzzle.frame, weight=weight)),
        frame=np.zeros((0, 3), np.int64),
        published=Counts(),
    )


def with_rules(puzzle: Puzzle, rules: Sequence[str | Rule | Judging]) -> Puzzle:
    """Return a puzzle with further rules, written as in a puzzle file, or as objects or functions.

    A function gets a packing, a list of pairs (name of a piece, list of its cells as triples), and tells whether it
    counts.  It must give symmetric packings the same answer; a search compares the first ones with their images.
    Raises PuzzleError if the puzzle cannot have one of the rules.
    """
    return replace(puzzle, rules=(*puzzle.rules, *rules_of(rules)), published=Counts())


def with_lid(puzzle: Puzzle, cells: Points) -> Puzzle:
    """Return a puzzle with a lid of these cells in its frame.

    The lid lies on all that is there: its first layer is the one above, and its first column and row are those of board
    and frame together.  Raises PuzzleError if the grid is flat, or its cells are no cubes.
    """
    check_square(puzzle, "lid")
    if puzzle.grid.two_sided:
        raise PuzzleError(f"lid: the grid {puzzle.grid.name} is flat, a lid lies on a box in space")
    whole = np.concatenate([puzzle.board, puzzle.frame])
    home = np.append(whole.min(axis=0)[:2], whole[:, 2].max() + 1)
    frame = ordered(np.concatenate([puzzle.frame, cells - cells.min(axis=0) + home]))
    return replace(puzzle, frame=frame, published=Counts())


def cropped(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with its shapes moved to the origin, board and frame together."""
    low = corner(np.concatenate([puzzle.board, puzzle.frame]), puzzle.grid)

    def edit(cells: Points) -> tuple[Points, Order]:
        return cells + corner(cells, puzzle.grid), np.arange(len(cells))

    return _edited(puzzle, edit, lambda cells: (cells + low, np.arange(len(cells))), keep=True)


def mirrored(puzzle: Puzzle) -> Puzzle:
    """Return the mirror image of a puzzle.

    Raises PuzzleError if the grid has no reflections, and if pieces may be turned in ways that a puzzle file cannot say
    of their mirror images.
    """
    matrix = reflection(puzzle.grid)
    if puzzle.grid.two_sided and matrix[2, 2] < 0:
        raise PuzzleError(f"mirror: the grid {puzzle.grid.name} has no reflections")
    return _turned(puzzle, matrix, "mirror")


def rotated(puzzle: Puzzle, axis: str) -> Puzzle:
    """Return a puzzle rotated by the smallest angle that the grid has about the axis x, y or z.

    Raises PuzzleError if there is no such rotation, or if pieces may be turned in ways that a puzzle file cannot say of
    what they become.
    """
    if axis not in AXES:
        raise PuzzleError(f"rotate {axis}: choose from {', '.join(AXES)}")
    unit = np.eye(3, dtype=np.int64)[AXES.index(axis)]
    turns = [m for m in puzzle.grid.motions(False) if np.array_equal(m @ unit, unit) and np.trace(m) < 3]
    if not turns:
        raise PuzzleError(f"rotate {axis}: the grid {puzzle.grid.name} has no rotation about this axis")
    return _turned(puzzle, max(turns, key=lambda m: (np.trace(m), m.tolist())), f"rotate {axis}")


def _turned(puzzle: Puzzle, matrix: NDArray[np.int64], what: str) -> Puzzle:
    grid, back = puzzle.grid, np.rint(np.linalg.inv(matrix)).astype(np.int64)
    for piece in puzzle.pieces if puzzle.turning[1] is not True else ():
        motions = grid.motions(piece.mirror, piece.rotate)
        if {(matrix @ motion @ back).tobytes() for motion in motions} != {motion.tobytes() for motion in motions}:
            raise PuzzleError(f"{what}: piece {piece.name} may be turned in some ways only, which would be others then")

    def edit(cells: Points) -> tuple[Points, Order]:
        turned = image(cells, matrix, grid)
        return turned - _home(turned, grid), np.arange(len(cells))

    whole = np.concatenate([puzzle.board, puzzle.frame])  # moved together
    moved = dict(zip(map(tuple, whole.tolist()), edit(whole)[0], strict=True))

    def edit_board(cells: Points) -> tuple[Points, Order]:
        return np.array([moved[cell] for cell in map(tuple, cells.tolist())]), np.arange(len(cells))

    return _edited(puzzle, edit, edit_board, keep=True)


def _home(cells: Points, grid: Grid) -> Points:
    """Return the translation to subtract from cells so that the first one is its own home (see `Grid.home`)."""
    least: Points = cells[np.lexsort(cells.T[::-1])[0]]
    return least - grid.home(least)


def _edited(
    puzzle: Puzzle,
    edit: Callable[[Points], tuple[Points, Order]],
    edit_board: Callable[[Points], tuple[Points, Order]] | None = None,
    keep: bool = False,
) -> Puzzle:
    puzzle.refuse(wrap="a board that wraps round is not scaled, mirrored or rotated")
    on_board = edit_board or edit
    board, come_from = _sorted(*on_board(puzzle.board))
    pieces = []
    for piece in puzzle.pieces:
        if piece.chain is not None:  # it is folded in all ways
            pieces.append(piece)
            continue
        cells, origin = _sorted(*edit(piece.cells))
        pieces.append(
            replace(piece, cells=cells, colours=piece.colours[origin] if len(piece.colours) else piece.colours)
        )
    return replace(
        puzzle,
        board=board,
        optional=puzzle.optional[come_from],
        colours=puzzle.colours[come_from] if len(puzzle.colours) else puzzle.colours,
        frame=on_board(puzzle.frame)[0] if len(puzzle.frame) else puzzle.frame,
        pieces=tuple(pieces),
        published=puzzle.published if keep else Counts(),
        labels=(),
    )


def _sorted(cells: Points, come_from: Order) -> tuple[Points, Order]:
    order = np.lexsort(cells.T[::-1])
    return cells[order], come_from[order]


def _scale(shape: Points, axes: int) -> int:
    """Return the largest n for which a shape at the origin consists of cubes, or squares, with sides of n cells."""
    most = gcd(*(np.ptp(shape, axis=0)[:axes] + 1).tolist())
    cells = set(map(tuple, shape.tolist()))
    for times in range(most, 1, -1):
        if most % times == 0:
            blocks = {tuple(cell) for cell in (shape // times).tolist()}
            if len(cells) == len(blocks) * times**axes:
                return times
    return 1


def check_square(puzzle: Puzzle, what: str) -> None:
    """Raise PuzzleError, which names the operation `what`, if the grid's cells are neither squares nor cubes."""
    if not has_squares(puzzle.grid):
        raise PuzzleError(f"{what}: the cells of the grid {puzzle.grid.name} are neither squares nor cubes")


def has_squares(grid: Grid) -> bool:
    """Tell whether the cells of a grid are squares or cubes: one has their place, and all symmetries of a square."""
    axes = len(grid.basis)
    units = grid.vectors(np.eye(3, dtype=np.int64)[:axes])
    whole = len(grid.kinds) == 1 and np.array_equal(abs(grid.basis), np.eye(3, dtype=np.int64)[:axes])
    return whole and np.allclose(units @ units.T, np.eye(axes)) and len(grid.group) == (16 if grid.two_sided else 48)
