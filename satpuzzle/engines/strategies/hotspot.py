"""Branches on the cell with the fewest empty neighbours in the lowest layer that has an empty cell.

Ralf Kleberhoff's trick "H" in his entry to the contest of c't 7/2003, with his test for isolated cells.
"""

from satpuzzle.engines.native.walk import strategy_of

strategy = strategy_of("hotspot")
