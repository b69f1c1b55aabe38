"""Boards that are known to be impossible, and why."""

from strategies import SHAPES, box_cells, make_piece, make_puzzle

from satpuzzle.puzzle.model import Puzzle

ROD = [(i, 0, 0) for i in range(4)]
TEE = [(0, 0, 0), (1, 0, 0), (2, 0, 0), (1, 1, 0)]


def mutilated(grid_name: str, *sizes: int) -> Puzzle:
    """Return a box less two corners of one colour, and dominoes to fill it."""
    across = (sizes[0] - 1, sizes[1] - 1, 0)
    board = [cell for cell in box_cells(grid_name, *sizes) if cell not in ((0, 0, 0), across)]
    return make_puzzle(grid_name, board, [make_piece("domino", SHAPES["two"], grid_name, **copies(len(board) // 2))])


def copies(number: int) -> dict[str, int]:
    """Return the bounds of a piece that occurs so often."""
    return {"min": number, "max": number}


def rods() -> Puzzle:
    """Return the square of 10 by 10 and 25 rods of 4 cells."""
    return make_puzzle("square", box_cells("square", 10, 10), [make_piece("rod", ROD, "square", **copies(25))])


def tetrominoes() -> Puzzle:
    """Return the rectangle of 4 by 5 and the five tetrominoes."""
    shapes = {"I": ROD, "L": SHAPES["el"], "O": SHAPES["square"], "S": SHAPES["ess"], "T": TEE}
    pieces = [make_piece(name, cells, "square") for name, cells in shapes.items()]
    return make_puzzle("square", box_cells("square", 4, 5), pieces)


def bricks() -> Puzzle:
    """Return the cube of edge 6 and 27 bricks of 1 by 2 by 4, de Bruijn's."""
    brick = [(0, i, j) for i in range(2) for j in range(4)]
    return make_puzzle("cubic", box_cells("cubic", 6, 6, 6), [make_piece("brick", brick, "cubic", **copies(27))])


CLASSICS = {
    "chessboard": mutilated("square", 8, 8),
    "box": mutilated("cubic", 6, 6, 6),
    "rods": rods(),
    "tetrominoes": tetrominoes(),
    "bricks": bricks(),
}
