"""Tilings: does a shape tile the plane, a rectangle, a strip; which region do two shapes both tile.

>>> import satpuzzle as sp
>>> sp.tilings.plane("**/*./**").sentence
'A tiles with 2 copies in a period, isohedral'
"""

from satpuzzle.tilings.census import Census, plane

__all__ = ["Census", "plane"]
