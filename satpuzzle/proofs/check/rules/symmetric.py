"""Symmetric: orbits of placements lie on orbits of cells.

If the isometries of this kind are one and its powers, there is an item for each orbit of several cells.  A placement
covers those that it meets, in the colour of its own orbit; a placement that overlaps another image of itself has no
place.  A cell that stays empty covers its item, too, in a colour of its own.

A motion that every piece may make keeps each piece; any other isometry makes of it its mirror image, or its mate
(`acting.py`).  A placement is what it carries: piece, cells, and colours on them; one without an image has no place.

A turn of order 2, 3, 4 or 6 is a half, third, quarter or sixth turn.  Whether an isometry is a turn is seen from two or
three cells that do not lie in a line or plane with the middle of the board.  It is a mirror image, or the inversion in
this middle, if it is no turn and its square is the identity.  If all cells lie in a line or a plane, the matrices of
the grid's point group that carry the cells in this way tell its kinds.
"""

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

import numpy as np

from satpuzzle.clock import UNLIMITED
from satpuzzle.proofs.check.acting import becoming, isometries_of, kinds_of, placed
from satpuzzle.proofs.check.falling import Upright
from satpuzzle.proofs.check.motions import Cell, cells_of, group_of, images, is_root, turns_of
from satpuzzle.proofs.check.rules._base import Hues, Item, Scene
from satpuzzle.puzzle.grids.fcc import Balls
from satpuzzle.puzzle.rules.symmetric import Symmetric


def counts_empty(rule: Symmetric) -> bool:
    """Tell that cells that stay empty cover items, too."""
    return True


_TURNS = {2: "half turn", 3: "third turn", 4: "quarter turn", 6: "sixth turn"}
_NEAR = 1e-6
_OPPOSITE = ((-1, 0, 0), (0, -1, 0), (0, 0, -1))

Move = dict[Cell, Cell]


def allows(rule: Symmetric, scene: Scene, piece: int, cells: set[Cell], hues: Hues) -> bool:
    """Tell whether the piece may lie on these cells: it has images, and overlaps none of them but itself."""
    images = [_image(power, piece, hues) for power in _quotient(scene, rule.kind)]
    return all(to >= 0 and (not cells & {*there} or (to, there) == (piece, hues)) for to, there in images)


def derived(rule: Symmetric, scene: Scene) -> list[Item]:
    """Return the items."""
    powers = _quotient(scene, rule.kind)
    orbits = {frozenset(power.cells[cell] for power in powers) for cell in scene.board}

    def colour(piece: int, hues: Hues) -> Hashable:
        return frozenset((to, frozenset(there.items())) for to, there in (_image(each, piece, hues) for each in powers))

    return [
        Item((0, None), frozenset([orbit]), None, _covering(orbit), None, colour, rule.kind)
        for orbit in sorted(orbits, key=sorted)
        if len(orbit) > 1
    ]


def _covering(orbit: frozenset[Cell]) -> Callable[[int, set[Cell]], bool]:
    return lambda piece, cells: bool(orbit & cells)


class _Acting(NamedTuple):
    """An isometry of the board: the image of each cell and of each piece, -1 for none, and its kinds."""

    cells: Move
    pieces: list[int]
    kinds: set[str]


def _image(move: _Acting, piece: int, hues: Hues) -> tuple[int, Hues]:
    """Return the image of a placement; that of an empty cell, -1, stays empty."""
    return -1 if piece < 0 else move.pieces[piece], {move.cells[cell]: hue for cell, hue in hues.items()}


def _quotient(scene: Scene, kind: str) -> list[_Acting]:
    """Return the powers of the isometry of this kind that has the fewest, the identity last."""
    if kind not in scene.known:
        moves = _isometries(scene)
        by_cells = {tuple(move.cells.items()): move for move in moves}
        cells = min((_powers(move.cells) for move in moves if kind in move.kinds), key=len)
        identity = _Acting(cells[-1], [*range(len(scene.names))], set())
        scene.known[kind] = [*(by_cells[tuple(power.items())] for power in cells[:-1]), identity]
    known: list[_Acting] = scene.known[kind]
    return known


def _isometries(scene: Scene) -> list[_Acting]:
    """Return the isometries of the board but for the identity: what they make of cells and pieces, and their kinds.

    Several isometries of board and frame may carry the cells of the board in one way.
    """
    puzzle, board, points = scene.puzzle, scene.board, _points(scene)
    kinds = kinds_of(puzzle) + [None] * (len(points) - len(board))
    ways: dict[tuple[int, ...], tuple[bool, set[tuple[int, ...]]]] = {}
    for moved, rotation in isometries_of(puzzle, points, kinds, UNLIMITED):
        turns, every = ways.setdefault(moved[: len(board)], (rotation, set()))
        ways[moved[: len(board)]] = turns or rotation, every | {moved}
    del ways[tuple(range(len(board)))]
    others = [cells for cells, (rotation, _) in sorted(ways.items()) if not rotation]
    lying = [placed(puzzle, number, board, len(board), UNLIMITED) for number in range(len(puzzle.pieces))]
    pieces = becoming(puzzle, others, lying, [(piece.min, piece.max) for piece in puzzle.pieces])
    becomes = dict(zip(others, pieces, strict=True))
    return [
        _Acting(
            dict(zip(board, map(board.__getitem__, cells), strict=True)),
            becomes.get(cells, [*range(len(puzzle.pieces))]),
            _kinds_of_all(scene, [dict(zip(points, map(points.__getitem__, way), strict=True)) for way in every]),
        )
        for cells, (_, every) in ways.items()
    ]


def _points(scene: Scene) -> list[Cell]:
    """Return the cells of the board, and of the frame."""
    frame = cells_of(scene.puzzle.frame) if len(scene.puzzle.frame) else []
    return [*scene.board, *sorted(frame)]


def _kinds_of_all(scene: Scene, every: list[Move]) -> set[str]:
    """Return the kinds of isometries that carry the board in one way: in space those of turns, if one is a turn."""
    turns = [] if scene.grid.two_sided else [move for move in every if _is_turn(scene, move)]
    return {kind for move in turns or every for kind in _kinds(scene, move)}


def _powers(move: Move) -> list[Move]:
    """Return the powers of a move, the move itself first and the identity last."""
    found = [move]
    while any(cell != to for cell, to in found[-1].items()):
        found.append({cell: move[to] for cell, to in found[-1].items()})
    return found


def _kinds(scene: Scene, move: Move) -> set[str]:
    """Return the kinds of an isometry, as the rule calls them."""
    order, flat = len(_powers(move)), scene.grid.two_sided
    if _is_turn(scene, move):
        found = {"any", _TURNS.get(order, "any")}
        thin = flat and not _spread(scene)
        return found | _mirrors(scene, move) if thin and _is_by(scene, move, _over(scene)) else found
    if order > 2:
        return {"any"}
    if flat:
        return {"any"} | _mirrors(scene, move)
    if not _spread(scene):
        if isinstance(scene.grid, Balls):  # in a plane, no turn keeps what is up: only a mirror image can
            return {"any", "mirror"}
        odd = [m for m in group_of(scene.grid) if m not in turns_of(scene.grid, mirror=True)]
        points, mirrors = [m for m in odd if m == _OPPOSITE], [m for m in odd if m != _OPPOSITE and is_root(m, 2)]
        found = {"point"} if _is_by(scene, move, points) else set()
        return {"any"} | found | ({"mirror"} if _is_by(scene, move, mirrors) else set())
    here, there = _centres(scene, move)
    opposite = np.abs(here + there).max() < _NEAR
    return {"any", "point" if opposite else "mirror"}


def _over(scene: Scene) -> list[Any]:
    """Return the matrices of a flat grid that turn a drawing over."""
    return [m for m in turns_of(scene.grid, mirror=True) if m[2][2] < 0]


def _is_by(scene: Scene, move: Move, matrices: list[Any]) -> bool:
    """Tell whether one of these matrices moves the cells of the board in this way, and keeps what is up.

    For balls, whether any turn does.
    """
    points, balls = _points(scene), isinstance(scene.grid, Balls)
    upright, wanted = Upright(scene.puzzle, points), [move[cell] for cell in points]
    if balls and not upright.balls([points.index(cell) for cell in wanted], True):
        return False
    some = [matrix for matrix in matrices if balls or upright.turn(matrix)]
    return wanted in images(scene.grid, points, points, some, UNLIMITED)


def _mirrors(scene: Scene, move: Move) -> set[str]:
    """Return the kinds of a mirror image in a line of a flat board."""
    here, there = _centres(scene, move)
    level, steep = (np.abs(here[:, axis] - there[:, axis]).max() < _NEAR for axis in (0, 1))
    return {"mirror"} | ({"upright", "horizontal" if level else "vertical"} if level or steep else {"diagonal"})


def _centres(scene: Scene, move: Move) -> tuple[Any, Any]:
    """Return the centres of the cells and of their images, seen from the middle of the board."""
    here, there = (scene.grid.centres(np.array(cells)) for cells in ([*move], [*move.values()]))
    return here - here.mean(axis=0), there - there.mean(axis=0)


def _spread(scene: Scene) -> list[int]:
    """Return cells that do not lie on a line with the middle of the board, in space not in a plane; none if all do."""
    here, _ = _centres(scene, {cell: cell for cell in _points(scene)})
    found, axes = list[int](), 2 if scene.grid.two_sided else 3
    for cell in range(len(here)):
        if len(found) < axes and np.linalg.matrix_rank(here[[*found, cell]], tol=_NEAR) > len(found):
            found.append(cell)
    return found if len(found) == axes else []


def _is_turn(scene: Scene, move: Move) -> bool:
    """Tell whether an isometry is a turn."""
    some, (here, there) = _spread(scene), _centres(scene, move)
    if not some:
        return _is_by(scene, move, turns_of(scene.grid, mirror=False))
    axes = len(some)
    return bool(np.linalg.det(here[some][:, :axes]) * np.linalg.det(there[some][:, :axes]) > 0)
