"""Together: one item, covered by each placement of the pieces, which are left out if there may be none."""

from satpuzzle.proofs.check.motions import Cell
from satpuzzle.proofs.check.rules._base import Hues, Item, Scene
from satpuzzle.puzzle.rules.together import Together


def derived(rule: Together, scene: Scene) -> list[Item]:
    """Return the item."""
    if _none(rule):
        return []
    bounds: dict[str, tuple[int, int | None]] = {
        "at most": (0, rule.number), "at least": (rule.number, None), "exactly": (rule.number, rule.number),
    }  # fmt: skip
    return [Item(bounds[rule.way], frozenset(), scene.numbers(rule.names), lambda piece, cells: True)]


def allows(rule: Together, scene: Scene, piece: int, cells: set[Cell], hues: Hues) -> bool:
    """Tell whether the piece may lie on these cells."""
    return not (_none(rule) and piece in scene.numbers(rule.names))


def _none(rule: Together) -> bool:
    return rule.number == 0 and rule.way != "at least"
