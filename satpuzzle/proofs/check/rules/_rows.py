"""A rule that is written down as rows: an item for each place of each row (`_places.py`).

A placement that alone would cover an item more often than it may be covered, or in two colours, is not allowed.
"""

from collections.abc import Callable

from satpuzzle.proofs.check.motions import Cell
from satpuzzle.proofs.check.rules import _places
from satpuzzle.proofs.check.rules._base import Hues, Item, Scene
from satpuzzle.proofs.check.rules._places import Place, places
from satpuzzle.puzzle.grids import Grid
from satpuzzle.puzzle.rules._rows import Rows
from satpuzzle.puzzle.rules._written import SIZE, Row


def unknown(rule: Rows, grid: Grid) -> bool:
    """Tell whether some places are not known on the grid."""
    return any(_places.unknown(grid, row) for row in rule.rows)


def derived(rule: Rows, scene: Scene) -> list[Item]:
    """Return the items: kind by kind, place by place, row by row, colour by colour."""
    found = []
    for kind in dict.fromkeys(row.place for row in rule.rows):
        own = [(place, number) for number, row in enumerate(rule.rows) if row.place == kind and row.bounds[1] != 0
               for place in places(scene, row)]  # fmt: skip
        for place, number in sorted(own, key=lambda each: (sorted(map(sorted, each[0])), each[1])):
            found += _items_at(rule, number, place, scene)
    return found


def _items_at(rule: Rows, number: int, place: Place, scene: Scene) -> list[Item]:
    row, kind = rule.rows[number], f"{rule.form_number}.{number}"
    owners, covers, cells = _owners(rule, row, scene), _covers(row, place, scene), frozenset[Cell]().union(*place)
    if row.colours == "different":
        return [
            Item((0, 1), place, owners, covers, _weighing(cells, each), kind=f"{kind}.{hue}")
            for hue, each in _one_by_one(scene)
        ]
    weight = None if row.weight is None else _weighing(cells, row.weight)
    bounds = row.bounds_of(len(cells))
    if bounds[1] == 0:
        return []
    return [Item(bounds, place, owners, covers, weight, _lowest(cells) if row.colours else None, kind)]


def allows(rule: Rows, scene: Scene, piece: int, cells: set[Cell], hues: Hues) -> bool:
    """Tell whether the piece may lie so."""
    key = "limits", rule
    if key not in scene.known:
        scene.known[key] = [(_owners(rule, row, scene), _covers(row, place, scene), _breaks(row, place, scene))
                            for row in rule.rows if row.bounds[1] in (0, SIZE) or row.weight or row.colours
                            for place in places(scene, row)]  # fmt: skip
    return not any(
        breaks(hues) and covers(piece, cells)
        for owners, covers, breaks in scene.known[key]
        if owners is None or piece in owners
    )


def _breaks(row: Row, place: Place, scene: Scene) -> Callable[[Hues], bool]:
    """Return what tells whether a placement that covers a place breaks the row by itself."""
    cells = frozenset[Cell]().union(*place)
    _, most = row.bounds_of(len(cells))
    if row.colours == "equal":
        return lambda hues: len({hues[cell] for cell in hues if cell in cells}) > 1
    if row.colours == "different":
        each = [_weighing(cells, one) for _, one in _one_by_one(scene)]
        return lambda hues: any(weighs(hues) > 1 for weighs in each)
    weighs = _weighing(cells, row.weight or ())
    return lambda hues: most is not None and (weighs(hues) if row.weight else 1) > most


def _one_by_one(scene: Scene) -> list[tuple[int, tuple[int, ...]]]:
    """Return the colours of the cells of all pieces, 0 if one has none, each with the weights that count it alone."""
    every = [[*map(int, piece.colours)] or [0] for piece in scene.puzzle.pieces]
    hues = {0} if scene.puzzle.pairs is None else {hue for each in every for hue in each}
    return [(hue, (*[0] * hue, 1)) for hue in sorted(hues)]


def _weighing(cells: frozenset[Cell], weight: tuple[int, ...]) -> Callable[[Hues], int]:
    """Return what adds up the weights of a placement's colours on some cells."""
    return lambda hues: sum(weight[hue] for cell, hue in hues.items() if cell in cells and hue < len(weight))


def _lowest(cells: frozenset[Cell]) -> Callable[[int, Hues], int]:
    return lambda _, hues: min(hue for cell, hue in hues.items() if cell in cells)


def _owners(rule: Rows, row: Row, scene: Scene) -> frozenset[int] | None:
    if row.pieces == "empty":
        return frozenset([-1])
    return scene.numbers(rule.names) if row.pieces == "named" else None


def _covers(row: Row, place: Place, scene: Scene) -> Callable[[int, set[Cell]], bool]:
    empty = row.pieces in ("empty", "all and empty")

    def has(part: frozenset[Cell], cells: set[Cell]) -> bool:
        low, high = row.covers or (len(part), None)
        return low <= len(part & cells) and (high is None or len(part & cells) <= high)

    def lies(piece: int, cells: set[Cell]) -> bool:
        return (all if row.every else any)(has(part, cells) for part in place)

    def falls(piece: int, cells: set[Cell]) -> bool:
        (part,) = place
        if piece < 0:
            return bool(part & cells)
        if row.place == "underside":
            return scene.underside(cells) == part
        return bool(part & ({*map(scene.below, cells)} - cells))

    covers = falls if row.place in ("beneath", "underside") else lies
    return lambda piece, cells: (empty or piece >= 0) and covers(piece, cells)


def counts_empty(rule: Rows) -> bool:
    """Tell whether cells that stay empty may cover items."""
    return any(row.pieces in ("empty", "all and empty") for row in rule.rows)
