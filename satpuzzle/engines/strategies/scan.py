"""Branches on the first empty cell, with tests for holes, the hardest piece first and a table of endings.

`scan-plain` has the first of these features, `scan-holes` the first two, `scan-hard` the first three.  A table of
endings knows which sets of empty cells the last pieces can fill.  The last three features are the tricks "o", "X" and
"E" of Ralf Kleberhoff's entry to the contest of c't 7/2003.
"""

from satpuzzle.engines.native import scan
from satpuzzle.engines.strategy import Strategy

strategy = Strategy(scan.begin, scan.refusal, leads=True, axes="")
