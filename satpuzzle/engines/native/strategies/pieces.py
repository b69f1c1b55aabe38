"""Piece by piece, in the order of the puzzle.

The first strategy of "Собираем Mini Bedlam Cube" (Habr).
"""

from satpuzzle.engines.native.walk import Node, first_needed, strategy_of


def choose(view: Node) -> int:
    """Return the first piece that must still be placed."""
    return first_needed(view, view.pieces)


strategy = strategy_of(choose)
