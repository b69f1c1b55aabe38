"""Branches on the first empty cell, without the options that isolate an empty cell.

Ralf Kleberhoff's trick "o" in his entry to the contest of c't 7/2003.
"""

from satpuzzle.engines.native import scan
from satpuzzle.engines.strategy import Strategy, partially

strategy = Strategy(partially(scan.begin, endgame=False, hard=False), scan.refusal, axes="")
