"""The cell or piece with the fewest options next.

The same tree as `mrv`, up to ties, by a plain count: what the lists that shrink are worth.
Donald E. Knuth, Dancing links (2000).
"""

from satpuzzle.engines.native.walk import Node, fewest_options, strategy_of


def choose(view: Node) -> int:
    """Return the item that must still be covered and has the fewest options."""
    return fewest_options(view, view.items)


strategy = strategy_of(choose)
