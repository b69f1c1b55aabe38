"""Branches on the cells in turn, with a list of options for each combination of colours beside a cell.

For tiles whose sides must match.  It is the search of the fast programs for the puzzle Eternity II, such as Louis
Verhaard's eii (2008).
"""

from satpuzzle.engines.native import edges
from satpuzzle.engines.strategy import Strategy

strategy = Strategy(edges.begin, edges.refusal, branching=edges.branching)
