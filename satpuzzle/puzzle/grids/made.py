"""The grids that are modules, by name."""

from satpuzzle.puzzle.grids.base import Grid
from satpuzzle.puzzle.grids.cubic import CUBIC
from satpuzzle.puzzle.grids.fcc import FCC
from satpuzzle.puzzle.grids.hexagonal import HEXAGONAL
from satpuzzle.puzzle.grids.prisms import PRISMS
from satpuzzle.puzzle.grids.rhombic import RHOMBIC
from satpuzzle.puzzle.grids.square import SQUARE
from satpuzzle.puzzle.grids.tetra_octa import TETRA_OCTA
from satpuzzle.puzzle.grids.triangular import TRIANGULAR

MADE: dict[str, Grid] = {
    grid.name: grid for grid in (SQUARE, CUBIC, FCC, HEXAGONAL, TRIANGULAR, PRISMS, RHOMBIC, TETRA_OCTA)
}
