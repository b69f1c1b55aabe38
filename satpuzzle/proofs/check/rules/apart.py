"""Apart: for each two cells that share a face an item that at most one placement of the pieces covers.

A placement covers it if it has exactly one of the two cells.
"""

from satpuzzle.proofs.check.motions import Cell
from satpuzzle.proofs.check.rules._base import Item, Scene
from satpuzzle.proofs.check.rules._touching import knows_contacts, touching
from satpuzzle.puzzle.grids import Grid
from satpuzzle.puzzle.rules.apart import Apart


def unknown(grid: Grid) -> bool:
    """Tell whether it is not known which cells share a face."""
    return not knows_contacts(grid)


def derived(rule: Apart, scene: Scene) -> list[Item]:
    """Return the items."""
    there, pieces = {*scene.board}, scene.numbers(rule.names)
    sides = {
        (min(cell, other), max(cell, other))
        for cell, beside in touching(scene.grid, scene.board)
        for other in map(scene.wrapped.home, beside)
        if other in there and other != cell
    }
    return [_item(a, b, pieces) for a, b in sorted(sides)]


def _item(a: Cell, b: Cell, pieces: frozenset[int]) -> Item:
    return Item((0, 1), frozenset([frozenset([a, b])]), pieces, lambda piece, cells: (a in cells) != (b in cells))
