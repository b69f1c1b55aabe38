"""The simplest reasons: volumes that do not match, and a cell or piece with too few placements."""

from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.reasons.base import Reason
from satpuzzle.puzzle.model import Puzzle


def volumes(puzzle: Puzzle | None) -> Reason | None:
    """Return a reason if the volumes of board and pieces exclude a solution, else None."""
    found = puzzle.impossible() if puzzle is not None else None
    return None if found is None else Reason("volumes", found)


def no_place(cover: ExactCover, puzzle: Puzzle | None) -> Reason | None:
    """Return a reason if some item has too few options, else None."""
    item = cover.hopeless()
    if item is None:
        return None
    fits = len(cover.options_of(item))
    if puzzle is None:
        text = (
            f"item {cover.names[item]} must be covered {cover.lower[item]} times, but its number of options is {fits}"
        )
        return Reason("place", text, cells={item: "X"})
    cells = len(puzzle.board)
    if item < cells:
        return Reason("place", f"no piece can cover the cell {puzzle.board[item].tolist()}", cells={item: "X"})
    if item in cover.families.get("empty", ()):
        return Reason("place", f"at least {cover.lower[item]} cells must stay empty, but only {fits} can")
    if item >= cells + len(puzzle.pieces):
        text = f"a rule asks for {cover.lower[item]} placements, but their number is {fits}: {cover.names[item]}"
        if item in cover.weights.items:
            most = cover.times(item)[cover.live].sum()
            text = f"a rule asks for a sum of {cover.lower[item]}, but all placements have {most}: {cover.names[item]}"
        return Reason("rule", text)
    piece = puzzle.pieces[item - cells]
    if fits == 0:
        text = f"piece {piece.name} fits nowhere" + " as the rules allow it" * bool(puzzle.rules)
    else:
        text = f"piece {piece.name} must be placed {piece.min} times, but its number of placements is {fits}"
    return Reason("place", text, pieces={piece.name: fits})
