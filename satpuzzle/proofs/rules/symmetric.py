"""Symmetric: orbits of placements lie on orbits of cells.

If the isometries of this kind are one and its powers, there is an item for each orbit of several cells.  A placement
covers those that it meets, in the colour of its own orbit; a placement that overlaps another image of itself has no
place.  A cell that stays empty covers its item, too, in a colour of its own.

A turn of order 2, 3, 4 or 6 is a half, third, quarter or sixth turn.  Whether an isometry is a turn is seen from two or
three cells that do not lie in a line or plane with the middle of the board.  It is a mirror image, or the inversion in
this middle, if it is no turn and its square is the identity.  If all cells lie in a line or a plane, the matrices of
the grid's point group that carry the cells in this way tell its kinds.
"""

from collections.abc import Callable, Hashable
from typing import Any

import numpy as np

from satpuzzle.clock import UNLIMITED
from satpuzzle.proofs.motions import Cell, group_of, images, is_root, turns_of
from satpuzzle.proofs.rules._base import Item, Scene
from satpuzzle.puzzle.rules.symmetric import Symmetric

EMPTY = True
_TURNS = {2: "half turn", 3: "third turn", 4: "quarter turn", 6: "sixth turn"}
_NEAR = 1e-6
_OPPOSITE = ((-1, 0, 0), (0, -1, 0), (0, 0, -1))

Move = dict[Cell, Cell]


def allows(rule: Symmetric, scene: Scene, piece: int, cells: set[Cell]) -> bool:
    """Tell whether the piece may lie on these cells."""
    powers, _ = _quotient(scene, rule.kind)
    return all(not cells & there or cells == there for there in ({move[cell] for cell in cells} for move in powers))


def derived(rule: Symmetric, scene: Scene) -> list[Item]:
    """Return the items."""
    powers, turned = _quotient(scene, rule.kind)
    orbits = {frozenset(move[cell] for move in powers) for cell in scene.board}

    def colour(piece: int, cells: set[Cell]) -> Hashable:
        orbit = frozenset(frozenset(move[cell] for cell in cells) for move in powers)
        return orbit, piece if turned or piece < 0 else 0

    return [
        Item((0, None), frozenset([orbit]), None, _covering(orbit), colour, rule.kind)
        for orbit in sorted(orbits, key=sorted)
        if len(orbit) > 1
    ]


def _covering(orbit: frozenset[Cell]) -> Callable[[int, set[Cell]], bool]:
    return lambda piece, cells: bool(orbit & cells)


def _quotient(scene: Scene, kind: str) -> tuple[list[Move], bool]:
    """Return the powers of the isometry of this kind that has the fewest, and whether it is a turn."""
    if kind not in scene.known:
        powers = min((_powers(move) for move in _isometries(scene) if kind in _kinds(scene, move)), key=len)
        scene.known[kind] = powers, _is_turn(scene, powers[0])
    known: tuple[list[Move], bool] = scene.known[kind]
    return known


def _isometries(scene: Scene) -> list[Move]:
    """Return the isometries of the board but for the identity."""
    board = scene.board
    found = images(scene.grid, board, board, group_of(scene.grid), UNLIMITED, reflections=True)
    return [dict(zip(board, image, strict=True)) for image in {*map(tuple, found)} - {tuple(board)}]


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
    """Tell whether one of these matrices moves the cells of the board in this way; for balls, whether a turn does."""
    board = scene.board
    return [move[cell] for cell in board] in images(scene.grid, board, board, matrices, UNLIMITED)


def _mirrors(scene: Scene, move: Move) -> set[str]:
    """Return the kinds of a mirror image in a line of a flat board."""
    here, there = _centres(scene, move)
    level, steep = (np.abs(here[:, axis] - there[:, axis]).max() < _NEAR for axis in (0, 1))
    return {"mirror"} | ({"upright", "horizontal" if level else "vertical"} if level or steep else {"diagonal"})


def _centres(scene: Scene, move: Move) -> tuple[Any, Any]:
    """Return the centres of the cells and of their images, seen from the middle of the board."""
    here, there = (scene.grid.centres(np.array(cells)) for cells in (scene.board, [move[cell] for cell in scene.board]))
    return here - here.mean(axis=0), there - there.mean(axis=0)


def _spread(scene: Scene) -> list[int]:
    """Return cells that do not lie on a line with the middle of the board, in space not in a plane; none if all do."""
    here, _ = _centres(scene, {cell: cell for cell in scene.board})
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
