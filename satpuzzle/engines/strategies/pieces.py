"""Branches on the pieces in the order of the puzzle.

The first strategy of "Собираем Mini Bedlam Cube" (Habr).
"""

from satpuzzle.engines.native.walk import strategy_of

strategy = strategy_of("pieces")
