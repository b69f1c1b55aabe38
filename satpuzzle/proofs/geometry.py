"""A second enumeration of placements and symmetries, in plain sets of tuples, for checkers only.

It shares nothing with `puzzle/shape.py`, `cover/placements.py` and `cover/group.py`, so that a mistake made there does
not vouch for itself.  Of a grid it takes the data alone: `basis`, `kinds`, `group`, `exact`.  docs/certificates.md
tells the same in words.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.puzzle.grids import Grid
from satpuzzle.puzzle.grids.fcc import Balls
from satpuzzle.puzzle.model import Puzzle

Cell = tuple[int, ...]
Items = tuple[int, ...]


@dataclass(frozen=True)
class Statement:
    """What is to be shown is about these options, of which each covers some items, numbered in ascending order."""

    bounds: list[tuple[int, int]]  # how often each item must and may be covered
    options: list[Items]
    symmetries: list[tuple[Items, bool]]
    # where each item goes, -1 for a piece without an image, and whether that is a rotation; the identity first


def statement(puzzle: Puzzle, clock: Clock = UNLIMITED) -> Statement:
    """Return what a puzzle asks for: items are the board's cells in lexicographic order, then the pieces.

    Options are ordered by their piece and then by their cells.  Raises Stopped when the clock stops.
    """
    grid, board = puzzle.grid, _cells(puzzle.board)
    number = {cell: index for index, cell in enumerate(board)}
    lying = []
    for piece in puzzle.pieces:
        images = _images(grid, _cells(piece.cells), board, _turns(grid, piece.turn_over), clock)
        lying.append({tuple(sorted(number[cell] for cell in image)) for image in images})
    pieces = [(piece.minimum, piece.maximum) for piece in puzzle.pieces]
    return Statement(
        bounds=[(0 if optional else 1, 1) for optional in puzzle.optional.tolist()] + pieces,
        options=[(*cells, len(board) + piece) for piece, found in enumerate(lying) for cells in sorted(found)],
        symmetries=_symmetries(puzzle, board, lying, pieces, clock),
    )


def _symmetries(
    puzzle: Puzzle, board: list[Cell], lying: list[set[Items]], bounds: list[tuple[int, int]], clock: Clock
) -> list[tuple[Items, bool]]:
    """Return the isometries that keep the board and the frame.

    They carry a piece to the one whose placements its placements become.  If the bounds leave no number of copies that
    is allowed of both, an isometry carries no solution to a solution and is left out.
    """
    grid, points = puzzle.grid, board + _cells(puzzle.frame)
    all_turn_over = all(piece.turn_over for piece in puzzle.pieces)
    kinds = puzzle.optional.tolist() + [None] * len(puzzle.frame)
    turns = _keeping(grid, points, kinds, _turns(grid, all_turn_over), clock)
    found = dict.fromkeys(turns, True)
    for moved in _keeping(grid, points, kinds, _cells(grid.group), clock, reflections=True):
        found.setdefault(moved, False)
    symmetries = []
    for moved, rotation in sorted(found.items()):
        to = list(range(len(lying))) if rotation else _matched(moved, lying, bounds)
        if all(_common(bounds[piece], bounds[image] if image >= 0 else (0, 0)) for piece, image in enumerate(to)):
            symmetries.append(((*moved, *(len(board) + piece if piece >= 0 else -1 for piece in to)), rotation))
    return symmetries


def _matched(moved: Items, lying: list[set[Items]], bounds: list[tuple[int, int]]) -> list[int]:
    """Return the piece whose placements each piece's become, -1 if there is none.

    That is the piece itself if it can be.  The others are matched two by two, first those with equal bounds, then those
    with bounds that have a number in common, each with the first that is left.
    """
    images = [{tuple(sorted(map(moved.__getitem__, cells))) for cells in placements} for placements in lying]
    to = {piece: piece for piece, image in enumerate(images) if image == lying[piece]}
    for equal in (True, False):
        for piece, image in enumerate(images):
            for other in range(len(lying)):
                fits = bounds[piece] == bounds[other] if equal else _common(bounds[piece], bounds[other])
                if fits and lying[other] == image and not {piece, other} & to.keys():
                    to |= {piece: other, other: piece}
    return [to.get(piece, -1) for piece in range(len(lying))]


def _common(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Tell whether a number is within both bounds."""
    return max(one[0], other[0]) <= min(one[1], other[1])


def _keeping(
    grid: Grid, points: list[Cell], kinds: list[bool | None], turns: Any, clock: Clock, reflections: bool = False
) -> Iterator[Items]:
    """Yield where each cell goes when cells to fill, optional cells and frame, whose kind is None, do not mix."""
    number = {point: index for index, point in enumerate(points)}
    for image in _images(grid, points, points, turns, clock, reflections):
        moved = tuple(number[point] for point in image)
        if all(kinds[to] == kinds[index] for index, to in enumerate(moved)):
            yield moved[: len(kinds) - kinds.count(None)]


def _turns(grid: Grid, turn_over: bool) -> list[Any]:
    """Return the rotations of the point group; on a flat grid only those about z unless pieces may be turned over."""
    face_up = len(grid.basis) == 2 and not turn_over
    return [m for m in _cells(grid.group) if _determinant(*m) > 0 and (m[2][2] > 0 or not face_up)]


def _images(
    grid: Grid, cells: list[Cell], board: list[Cell], turns: list[Any], clock: Clock, reflections: bool = False
) -> Iterator[Any]:
    """Yield where each of `cells` lies wherever all of them lie on the board after a turn and a translation."""
    if isinstance(grid, Balls):
        yield from _ball_by_ball(cells, board, clock, reflections)
        return
    at = dict(zip(_cells(grid.exact(np.array(board))), board, strict=True))
    zero, *steps = _cells(grid.exact(np.array([(0, 0, 0), *grid.basis.tolist()])))
    sublattice = _echelon([_minus(step, zero) for step in steps])
    homes = [(place, _home(place, sublattice)) for place in at]
    for turn in turns:
        clock.check()
        turned = [tuple(_dot(row, place) for row in turn) for place in _cells(grid.exact(np.array(cells)))]
        first, home = turned[0], _home(turned[0], sublattice)
        for place, other in clock.each(homes):
            if other == home:  # a translation of the grid leads there
                x, y, z = _minus(place, first)
                image: list[Cell] = []
                for a, b, c in turned:
                    cell = at.get((a + x, b + y, c + z))
                    if cell is None:
                        break
                    image.append(cell)
                else:
                    yield image


def _ball_by_ball(cells: list[Cell], board: list[Cell], clock: Clock, reflections: bool) -> Iterator[list[Cell]]:
    """Yield where balls can lie on the board at the same distances from each other, and with the same handedness."""
    apart = [[_square(a, b) for b in cells[:i]] for i, a in enumerate(cells)]
    threes = () if reflections else combinations(range(1, len(cells)), 3)
    hand = next((three for three in threes if _hand(cells, three)), None)  # a flat set of balls has none
    around: dict[tuple[Cell, int], set[Cell]] = {}
    for a in board:
        clock.check()
        for b in board:
            around.setdefault((a, _square(a, b)), set()).add(b)

    def grow(image: list[Cell]) -> Iterator[list[Cell]]:
        if len(image) == len(cells):
            if hand is None or _hand(image, hand) == _hand(cells, hand):
                yield image
            return
        spheres = [around.get(sphere, set()) for sphere in zip(image, apart[len(image)], strict=True)]
        for ball in set.intersection(*spheres) if spheres else board:
            clock.check()
            yield from grow([*image, ball])

    yield from grow([])


def _hand(cells: list[Cell], three: Sequence[int]) -> int:
    volume = _determinant(*(_minus(cells[i], cells[0]) for i in three))
    return (volume > 0) - (volume < 0)


def _echelon(vectors: list[Cell]) -> list[tuple[int, Cell]]:
    """Return vectors with the same integer combinations, each with the axis on which those after it are 0."""
    found = []
    for axis in range(3):
        while len(some := [v for v in vectors if v[axis]]) > 1:
            least = min(some, key=lambda v: abs(v[axis]))
            vectors = [v if v is least else _minus(v, least, v[axis] // least[axis]) for v in vectors]
        if some:
            found.append((axis, some[0]))
            vectors = [v for v in vectors if v is not some[0]]
    return found


def _home(place: Cell, sublattice: list[tuple[int, Cell]]) -> Cell:
    """Return the same place for all places that integer combinations of the lattice's vectors lead to."""
    for axis, vector in sublattice:
        place = _minus(place, vector, place[axis] // vector[axis])
    return place


def _cells(points: Any) -> list[Any]:
    """Return an array as tuples of integers."""
    return [tuple(map(tuple, row)) if isinstance(row[0], list) else tuple(row) for row in points.tolist()]


def _minus(a: Cell, b: Cell, times: int = 1) -> Cell:
    return (a[0] - times * b[0], a[1] - times * b[1], a[2] - times * b[2])


def _dot(a: Cell, b: Cell) -> int:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _square(a: Cell, b: Cell) -> int:
    return _dot(_minus(a, b), _minus(a, b))


def _determinant(a: Cell, b: Cell, c: Cell) -> int:
    return _dot(a, (b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]))
