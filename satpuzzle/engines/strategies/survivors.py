"""Branches on the cell or piece with the fewest options left, after those of all rare ones were tried.

Of the tried options, those that leave another item without options are removed for good (`kernels/weed.c`).  So the
tree is smaller than that of `mrv`, and each node takes longer, which pays where many options look possible and are not,
as with many equal pieces.
"""

from satpuzzle.engines.native import mrv
from satpuzzle.engines.strategy import Strategy

strategy = Strategy(mrv.begin_weeding, weighs=True)
