"""As `scan-holes`, with the hardest piece in a loop outside of all cells.

The "X-trick" of the contest of c't 7/2003: the cross has the fewest places.
Harald Bögeholz, Zusammengewürfelt, c't 7/2003.
"""

from satpuzzle.engines.native import scan
from satpuzzle.engines.strategy import Strategy, partially

strategy = Strategy(partially(scan.begin, endgame=False), scan.refusal, leads=True, axes="")
