"""Grids: sets of cells with their symmetries.  `base` defines the interface; each grid is one file."""

from satpuzzle.puzzle.grids.base import Direction, Grid, Points
from satpuzzle.puzzle.grids.cubic import CUBIC
from satpuzzle.puzzle.grids.fcc import FCC
from satpuzzle.puzzle.grids.hexagonal import HEXAGONAL
from satpuzzle.puzzle.grids.prisms import PRISMS
from satpuzzle.puzzle.grids.rhombic import RHOMBIC
from satpuzzle.puzzle.grids.square import SQUARE
from satpuzzle.puzzle.grids.tetra_octa import TETRA_OCTA
from satpuzzle.puzzle.grids.triangular import TRIANGULAR

__all__ = [
    "CUBIC",
    "FCC",
    "GRIDS",
    "HEXAGONAL",
    "PRISMS",
    "RHOMBIC",
    "SQUARE",
    "TETRA_OCTA",
    "TRIANGULAR",
    "Direction",
    "Grid",
    "Points",
]

GRIDS = {
    grid.name: grid
    for grid in (
        SQUARE,
        CUBIC,
        FCC,
        HEXAGONAL,
        TRIANGULAR,
        PRISMS,
        RHOMBIC,
        TETRA_OCTA,
    )
}
