"""Branches on the first empty cell, in the order of a scan along the board's short side.

The last strategy of "Собираем Mini Bedlam Cube" (Habr), 50 times as fast as the one before; John G. Fletcher, A program
to solve the pentomino problem by the recursive use of macros, Communications of the ACM 8 (1965).
"""

from satpuzzle.engines.native import scan
from satpuzzle.engines.strategy import Strategy, partially

strategy = Strategy(partially(scan.begin, endgame=False, holes=False, hard=False), scan.refusal, axes="")
