"""Branches on the first empty cell, with tests for holes, the hardest piece first and a table of endings.

`scan-plain`, `scan-holes` and `scan-hard` add these features one by one.  Ralf Kleberhoff's tricks "o", "X" and "E" in
his entry to the contest of c't 7/2003.
"""

from satpuzzle.engines.native import scan
from satpuzzle.engines.strategy import Strategy

strategy = Strategy(scan.begin, scan.refusal, leads=True, axes="")
