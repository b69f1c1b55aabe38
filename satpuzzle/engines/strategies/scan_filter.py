"""As `scan-hard`, and each place of the hardest piece has lists of its own, without what it rules out.

Ralf Kleberhoff's trick "F" in his entry to the contest of c't 7/2003.
"""

from satpuzzle.engines.native import scan
from satpuzzle.engines.strategy import Strategy, partially

strategy = Strategy(partially(scan.begin, endgame=False), scan.refusal, leads=True, axes="", outer=True)
