"""Branches, of the first empty cells of all lines along the longest side, on the one with the fewest options.

The "fewest choices" of an article on pentominoes in Python, which looks at one cell of each row only.
"""

from satpuzzle.engines.native.walk import strategy_of

strategy = strategy_of("rows")
