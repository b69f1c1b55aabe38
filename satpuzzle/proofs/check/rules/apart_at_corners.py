"""Apart at corners: for each corner an item that at most one placement of the pieces covers, with a cell at it."""

from satpuzzle.proofs.check.motions import Cell
from satpuzzle.proofs.check.rules._base import Item, Scene
from satpuzzle.puzzle.rules.apart_at_corners import ApartAtCorners


def derived(rule: ApartAtCorners, scene: Scene) -> list[Item]:
    """Return the items."""
    there, pieces = {*scene.board}, scene.numbers(rule.names)
    found = {frozenset(there & {scene.wrapped.home(cell) for cell in around}) for around in scene.corners()}
    return [_item(corner, pieces) for corner in sorted(found, key=sorted) if len(corner) > 1]


def _item(corner: frozenset[Cell], pieces: frozenset[int]) -> Item:
    return Item((0, 1), frozenset([corner]), pieces, lambda piece, cells: bool(corner & cells))
