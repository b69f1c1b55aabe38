"""Grids: where cells can be and all that depends on it.  What a grid answers is in `base`; each grid is one file."""

from satpuzzle.puzzle.grids.base import Direction, Grid, Points
from satpuzzle.puzzle.grids.cubic import CUBIC
from satpuzzle.puzzle.grids.fcc import FCC
from satpuzzle.puzzle.grids.square import SQUARE

__all__ = ["CUBIC", "FCC", "GRIDS", "SQUARE", "Direction", "Grid", "Points"]

GRIDS = {
    grid.name: grid
    for grid in (
        SQUARE,
        CUBIC,
        FCC,
    )
}
