"""As `scan-hard`, but each placement of the hardest piece has its own lists, without the options that it excludes.

Ralf Kleberhoff's trick "F" in his entry to the contest of c't 7/2003.
"""

from satpuzzle.engines.native import scan
from satpuzzle.engines.strategy import Strategy, partially

strategy = Strategy(partially(scan.begin, endgame=False), scan.refusal, leads=True, axes="", outer=True)
