"""As `scan-hard`, with a list of options for every cell and every pattern of filled cells near it.

Ralf Kleberhoff's trick "+" in his entry to the contest of c't 7/2003: options that overlap a near filled cell are not
tried.
"""

from satpuzzle.engines.native import scan
from satpuzzle.engines.strategy import Strategy, partially

strategy = Strategy(partially(scan.begin, endgame=False, near=3), scan.refusal, leads=True, axes="")
