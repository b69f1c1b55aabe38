"""No crossroads: around each corner lie cells of at most three pieces.

Where exactly four cells of the board meet and all must be filled, some piece has two of them: an item with the bounds
(1, n).  Elsewhere an item with the bounds (0, 3), covered by each placement with one of the cells.
"""

from satpuzzle.proofs.check.rules._base import Item, Scene
from satpuzzle.puzzle.rules.no_crossroads import NoCrossroads


def derived(rule: NoCrossroads, scene: Scene) -> list[Item]:
    """Return the items."""
    there, found = {*scene.board}, set[frozenset[tuple[int, ...]]]()
    for around in scene.corners():
        cells = there & {scene.wrapped.home(cell) for cell in around}
        if len(cells) >= 4:
            found.add(frozenset(cells))
    return [_item(corner, len(corner) == 4 and not corner & scene.optional) for corner in sorted(found, key=sorted)]


def _item(corner: frozenset[tuple[int, ...]], full: bool) -> Item:
    least = 2 if full else 1
    bounds = (1, None) if full else (0, 3)
    return Item(bounds, frozenset([corner]), None, lambda piece, cells: len(corner & cells) >= least)
