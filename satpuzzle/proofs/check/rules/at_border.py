"""At the border: a placement may, or may not, have a cell with a neighbour that is not on the board."""

from satpuzzle.proofs.check.motions import Cell
from satpuzzle.proofs.check.rules._base import Hues, Scene
from satpuzzle.proofs.check.rules._touching import knows_contacts, touching
from satpuzzle.puzzle.grids import Grid
from satpuzzle.puzzle.rules.at_border import AtBorder

_FACES = {"fcc": 12, "rhombic": 4}  # of a cell, on grids where only neighbours on the board are known


def unknown(grid: Grid) -> bool:
    """Tell whether it is not known which cells share a face."""
    return not knows_contacts(grid)


def allows(rule: AtBorder, scene: Scene, piece: int, cells: set[Cell], hues: Hues) -> bool:
    """Tell whether the piece may lie on these cells."""
    everyone = rule.names in (("all",), ("none",))
    if not everyone and piece not in scene.numbers(rule.names):
        return True
    here = [cell for cell in scene.board if cell in cells]
    return _touches(scene, here) != (rule.names == ("none",))


def _touches(scene: Scene, cells: list[Cell]) -> bool:
    there, faces = {*scene.board}, _FACES.get(scene.grid.cells_of)
    for cell, beside in touching(scene.grid, scene.board):
        if cell in cells:
            inside = [other for other in map(scene.wrapped.home, beside) if other in there]
            if len(inside) < (faces + 1 if faces else len(beside)):  # there, a cell is listed beside itself
                return True
    return False
