"""A puzzle before it is solved: its board, layer by layer, and below it each piece with its name and number of copies.

Cells to fill are white, cells that may stay empty have a question mark, the frame is dark.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from satpuzzle.pictures import panel
from satpuzzle.pictures.geometry import places
from satpuzzle.pictures.markup import allowed
from satpuzzle.pictures.panel import Panel
from satpuzzle.pictures.paper import MARGIN, captioned, grid, moved, squarest, written
from satpuzzle.pictures.printed import Picture
from satpuzzle.pictures.scene import FRAME, Board, Copy, Scene, labelled
from satpuzzle.pictures.wedges import cell_hues, hues
from satpuzzle.puzzle.grids import Points
from satpuzzle.puzzle.model import Piece, Puzzle
from satpuzzle.puzzle.wrapping import Wrapping
from satpuzzle.solutions import palette

MOST_CELLS = 3000  # the largest number of cells of a board with its frame, or of all pieces together
_FILLED, _OPTIONAL = "#ffffff", "#e4e4e4"


def overview(puzzle: Puzzle, background: str | None = None) -> Picture | None:
    """Draw the board and the pieces of a puzzle; return None if it has too many cells for a picture.

    `background` is an SVG colour, white by default.
    """
    if max(len(puzzle.board) + len(puzzle.frame), sum(len(piece.cells) for piece in puzzle.pieces)) > MOST_CELLS:
        return None
    board = _board(puzzle)
    if not puzzle.pieces:
        return written(board, puzzle.title or puzzle.name, background)
    pieces = [
        captioned(piece_alone(puzzle, number), piece_caption(piece)) for number, piece in enumerate(puzzle.pieces)
    ]
    left, top, right, bottom = board.box
    widest = max(box[2] - box[0] for box in (piece.box for piece in pieces)) + 2 * MARGIN
    below = grid(pieces, max(squarest(pieces), int((right - left) / widest)))
    below = moved(below, left - below.box[0], bottom - below.box[1] + 3 * MARGIN)
    whole = Panel([*board.parts, *below.parts], (left, top, max(right, below.box[2]), below.box[3]))
    return written(whole, puzzle.title or puzzle.name, background)


def _board(puzzle: Puzzle) -> Panel:
    cells = np.array(sorted([*puzzle.board.tolist(), *puzzle.frame.tolist()]), dtype=np.int64)
    number = {tuple(cell): place for place, cell in enumerate(cells.tolist())}
    filled, optional, frame = Copy(0, "", "", _FILLED), Copy(1, "?", "", _OPTIONAL), Copy(2, "", "", FRAME)
    each = zip(puzzle.board.tolist(), puzzle.optional.tolist(), strict=True)
    marked = [([number[tuple(cell)]], optional if may_stay_empty else filled) for cell, may_stay_empty in each]
    if len(puzzle.frame):
        marked.append(([number[tuple(cell)] for cell in puzzle.frame.tolist()], frame))
    colours = dict(zip(map(tuple, puzzle.board.tolist()), puzzle.colours.tolist(), strict=False))
    painted = [colours.get(tuple(cell), 0) for cell in cells.tolist()]
    return panel.layers(replace(_scene(puzzle, cells, marked, painted), labels=labelled(puzzle)))


def piece_alone(puzzle: Puzzle, number: int) -> Panel:
    """Return a picture of piece `number`."""
    piece, letter = puzzle.pieces[number], allowed(puzzle.symbols[number][0])
    copy = Copy(number, letter, allowed(piece.name), palette.colour(number))
    hue = hues(puzzle)
    sides = tuple(hue[letter] for letter in piece.sides)
    scene = _scene(puzzle, piece.cells, [(list(range(len(piece.cells))), copy)], piece.colours.tolist(), sides)
    return panel.layers(scene) if scene.board.flat else panel.solid(scene)


def piece_caption(piece: Piece, copies: int | None = None) -> str:
    """Return the name of a piece with its number of copies; `copies` replaces this number."""
    if copies is not None:
        return piece.name if copies == 1 else f"{copies} × {piece.name}"
    if piece.min == piece.max:
        return piece.name if piece.max == 1 else f"{piece.max} × {piece.name}"
    return f"{piece.min} to {piece.max} × {piece.name}"


def _scene(
    puzzle: Puzzle,
    cells: Points,
    marked: Sequence[tuple[list[int], Copy]],
    colours: Sequence[int],
    sides: tuple[str, ...] = (),
) -> Scene:
    """Return a scene in which some cells are drawn as pieces: `marked` has (indices of cells, copy) of each piece.

    `colours` has the colour number of each cell, and is empty if cells have none; `sides` are the colours of a tile's.
    """
    board = Board(cells, places(cells, puzzle.grid), puzzle.grid, Wrapping.of(cells, puzzle.grid, ""))
    taken = tuple(np.array(numbers, dtype=np.int64) for numbers, _ in marked)
    painted, every = cell_hues(puzzle), [*colours] or [0] * len(cells)
    figures = tuple(
        board.figure(some, copy, sides, tuple(painted.get(every[number], "") for number in numbers))
        for some, (numbers, copy) in zip(taken, marked, strict=True)
    )
    return Scene(puzzle.title or puzzle.name, tuple(copy for _, copy in marked), figures, (), board, taken)
