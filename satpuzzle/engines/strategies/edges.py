"""Branches on the cells in turn, each with a table of the options for the colours of the sides of its neighbours.

For tiles whose sides must match.  It is the search of the fast programs for the puzzle Eternity II, such as Louis
Verhaard's eii (2008).
"""

from satpuzzle.engines.native import edges
from satpuzzle.engines.strategy import Strategy

strategy = Strategy(edges.begin, edges.refusal, branching=edges.branching)
