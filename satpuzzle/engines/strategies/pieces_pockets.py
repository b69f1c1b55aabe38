"""Branches on the pieces in order, and backtracks if a pocket of one to three empty cells has no room for any piece.

A pocket is a region of empty cells, connected from neighbour to neighbour.  "Собираем Mini Bedlam Cube" (Habr) names
this test and leaves it out, since it needs a flood fill.
"""

from satpuzzle.engines.native.walk import strategy_of

strategy = strategy_of("pieces_pockets")
