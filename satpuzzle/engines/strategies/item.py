"""The cell or piece with the fewest options next.

The same tree as `mrv`, up to ties, by a plain count: what the lists that shrink are worth.
Donald E. Knuth, Dancing links (2000).
"""

from satpuzzle.engines.native.walk import strategy_of

strategy = strategy_of("item")
