"""Branches on the cell or piece with the fewest options, with lists that shrink on the way down.

Minimum remaining values: Solomon W. Golomb and Leonard D. Baumert, Backtrack programming, Journal of the ACM 12 (1965);
the rule of Donald E. Knuth's Algorithm X, Dancing links (2000).
"""

from satpuzzle.engines.native import mrv
from satpuzzle.engines.strategy import Strategy

strategy = Strategy(mrv.begin, splits=True, weighs=True)
