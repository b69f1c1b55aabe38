"""Layer by layer, in a layer the cell with the fewest empty neighbours next.

Ralf Kleberhoff's trick "H" in his entry to the contest of c't 7/2003, with his test for isolated cells.
"""

from satpuzzle.engines.native.walk import strategy_of

strategy = strategy_of("hotspot")
