"""No crossing: an item for each four sticks around a point, which at most one placement covers.

It is covered by those that have the first stick and the third, or the second and the fourth.
"""

from itertools import combinations

from satpuzzle.proofs.check.motions import Cell
from satpuzzle.proofs.check.polygons import Plane
from satpuzzle.proofs.check.rules._base import Item, Scene
from satpuzzle.puzzle.rules.no_crossing import NoCrossing


def derived(rule: NoCrossing, scene: Scene) -> list[Item]:
    """Return the items."""
    plane, there = Plane.of(scene.grid), {*scene.board}
    found = set[frozenset[frozenset[Cell]]]()
    for cell in scene.board:
        for corner, around in plane.around(cell):
            sticks = [scene.wrapped.home(each) for each in plane.clockwise(corner, around)]
            fours = (four for four in combinations(sticks, 4) if {*four} <= there)
            found |= {frozenset([frozenset([a, c]), frozenset([b, d])]) for a, b, c, d in fours}
    ordered = sorted(found, key=lambda pairs: sorted(map(sorted, pairs)))
    return [_item(pairs) for pairs in ordered]


def _item(pairs: frozenset[frozenset[Cell]]) -> Item:
    return Item((0, 1), pairs, None, lambda piece, cells: any(pair <= cells for pair in pairs))
