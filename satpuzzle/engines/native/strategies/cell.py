"""The cell with the fewest options next.

The third strategy of "Собираем Mini Bedlam Cube" (Habr).
"""

from satpuzzle.engines.native.walk import Node, fewest_options, strategy_of


def choose(view: Node) -> int:
    """Return the cell that must still be filled and has the fewest options."""
    return fewest_options(view, view.cells)


strategy = strategy_of(choose)
