"""Branches on the cell or piece with the fewest options.

The tree is that of `mrv`, except for ties, but options are counted anew at each node; the comparison shows what
shrinking lists gain.  Donald E. Knuth, Dancing links (2000).
"""

from satpuzzle.engines.native.walk import strategy_of

strategy = strategy_of("item")
