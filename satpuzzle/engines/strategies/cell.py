"""Branches on the cell with the fewest options.

The third strategy of "Собираем Mini Bedlam Cube" (Habr).
"""

from satpuzzle.engines.native.walk import strategy_of

strategy = strategy_of("cell")
