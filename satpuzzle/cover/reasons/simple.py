"""The simplest reasons: volumes, and a cell or a piece that has no place."""

from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.reasons.base import Reason
from satpuzzle.puzzle.model import Puzzle


def volumes(puzzle: Puzzle | None) -> Reason | None:
    """Return why the sizes of board and pieces forbid a solution, or None if they do not."""
    found = puzzle.impossible() if puzzle is not None else None
    return None if found is None else Reason("volumes", found)


def no_place(cover: ExactCover, puzzle: Puzzle | None) -> Reason | None:
    """Return an item that has too few options left, as a reason, or None."""
    item = cover.hopeless()
    if item is None:
        return None
    fits = len(cover.options_of(item))
    if puzzle is None:
        text = f"item {cover.names[item]} must be covered {cover.lower[item]} times and has only {fits} options"
        return Reason("place", text, cells={item: "X"})
    cells = len(puzzle.board)
    if item < cells:
        return Reason("place", f"no piece can cover the cell {puzzle.board[item].tolist()}", cells={item: "X"})
    piece = puzzle.pieces[item - cells]
    if fits == 0:
        text = f"piece {piece.name} fits nowhere"
    else:
        text = f"piece {piece.name} must lie {piece.minimum} times and has only {fits} placements"
    return Reason("place", text, pieces={piece.name: fits})
