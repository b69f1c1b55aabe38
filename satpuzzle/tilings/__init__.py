"""Tilings: does a shape tile the plane, a rectangle, a strip; which region do two shapes both tile.

>>> import satpuzzle as sp
>>> sp.tilings.plane("**/*./**").sentence
'A tiles with 2 copies in a period, isohedral'
"""

from satpuzzle.proofs.check.tilings import Checked, verify
from satpuzzle.tilings.census import Census, plane
from satpuzzle.tilings.common import Common, common
from satpuzzle.tilings.prototile import Prototile
from satpuzzle.tilings.rectangles import Rectangles, rectangles
from satpuzzle.tilings.strip import Strip
from satpuzzle.tilings.strips import Strips, strip, strips
from satpuzzle.tilings.together import Together, together

__all__ = [
    "Census", "Checked", "Common", "Prototile", "Rectangles", "Strip", "Strips", "Together",
    "common", "plane", "rectangles", "strip", "strips", "together", "verify",
]  # fmt: skip
