"""As `scan-holes`, but the hardest piece is placed before all cells are covered.

The "X-trick" of the contest of c't 7/2003: the cross has the fewest placements.  Harald Bögeholz, Zusammengewürfelt,
c't 7/2003.
"""

from satpuzzle.engines.native import scan
from satpuzzle.engines.strategy import Strategy, partially

strategy = Strategy(partially(scan.begin, endgame=False), scan.refusal, leads=True, axes="")
