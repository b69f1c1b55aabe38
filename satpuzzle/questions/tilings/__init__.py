"""Tilings: does a shape tile the plane, a rectangle, a strip; which region do two shapes both tile.

>>> import satpuzzle as sp
>>> sp.tilings.plane("**/*./**").sentence
'A tiles with 2 copies in a period, isohedral'
"""

from satpuzzle.proofs.check.tilings import Checked, verify
from satpuzzle.questions.tilings.census import Census, plane
from satpuzzle.questions.tilings.common import Common, common
from satpuzzle.questions.tilings.prototile import Prototile
from satpuzzle.questions.tilings.rectangles import Rectangles, rectangles
from satpuzzle.questions.tilings.strip import Strip
from satpuzzle.questions.tilings.strips import Strips, strip, strips
from satpuzzle.questions.tilings.table import Table, table
from satpuzzle.questions.tilings.together import Together, together

__all__ = [
    "Census", "Checked", "Common", "Prototile", "Rectangles", "Strip", "Strips", "Table", "Together",
    "common", "plane", "rectangles", "strip", "strips", "table", "together", "verify",
]  # fmt: skip
