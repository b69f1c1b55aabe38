"""A rule that is written down as rows: an item for each place of each row (`_places.py`).

A placement that would cover an item of a row of which no item may be covered is not allowed, and there is no item.
"""

from collections.abc import Callable

from satpuzzle.proofs.check.motions import Cell
from satpuzzle.proofs.check.rules import _places
from satpuzzle.proofs.check.rules._base import Hues, Item, Scene
from satpuzzle.proofs.check.rules._places import Place, places
from satpuzzle.puzzle.grids import Grid
from satpuzzle.puzzle.rules._rows import Rows
from satpuzzle.puzzle.rules._written import Row


def unknown(rule: Rows, grid: Grid) -> bool:
    """Tell whether some places are not known on the grid."""
    return any(_places.unknown(grid, row) for row in rule.rows)


def derived(rule: Rows, scene: Scene) -> list[Item]:
    """Return the items: kind by kind, place by place, row by row."""
    found = []
    for kind in dict.fromkeys(row.place for row in rule.rows):
        own = [(place, number) for number, row in enumerate(rule.rows) if row.place == kind and row.bounds[1] != 0
               for place in places(scene, row)]  # fmt: skip
        for place, number in sorted(own, key=lambda each: (sorted(map(sorted, each[0])), each[1])):
            row = rule.rows[number]
            kind_of = f"{rule.form_number}.{number}"
            found.append(Item(row.bounds, place, _owners(rule, row, scene), _covers(row, place), kind=kind_of))
    return found


def allows(rule: Rows, scene: Scene, piece: int, cells: set[Cell], hues: Hues) -> bool:
    """Tell whether the piece may lie on these cells."""
    key = f"none of {rule}"
    if key not in scene.known:
        scene.known[key] = [(_owners(rule, row, scene), [_covers(row, place) for place in places(scene, row)])
                            for row in rule.rows if row.bounds[1] == 0]  # fmt: skip
    none = scene.known[key]
    return not any(
        covers(piece, cells) for owners, every in none if owners is None or piece in owners for covers in every
    )


def _owners(rule: Rows, row: Row, scene: Scene) -> frozenset[int] | None:
    if row.pieces == "empty":
        return frozenset([-1])
    return scene.numbers(rule.names) if row.pieces == "named" else None


def _covers(row: Row, place: Place) -> Callable[[int, set[Cell]], bool]:
    empty = row.pieces in ("empty", "all and empty")

    def has(part: frozenset[Cell], cells: set[Cell]) -> bool:
        low, high = row.covers or (len(part), None)
        return low <= len(part & cells) and (high is None or len(part & cells) <= high)

    def covers(piece: int, cells: set[Cell]) -> bool:
        if piece < 0 and not empty:
            return False
        return (all if row.every else any)(has(part, cells) for part in place)

    return covers


def counts_empty(rule: Rows) -> bool:
    """Tell whether cells that stay empty may cover items."""
    return any(row.pieces in ("empty", "all and empty") for row in rule.rows)
