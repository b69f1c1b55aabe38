"""The symmetry group of a board whose parts are moved each by itself (`parts = "separate"` in a puzzle file).

An element moves each part of the board onto a part, which may be itself, by an isometry of the grid.  It is a rotation
if all these isometries are motions that every piece may make.  Each of the others is a reflection in some of the parts:
it maps a piece there to its mirror image, and elsewhere to itself:

    |A B|  |A C|        the first part is turned over, the second stays:   |B' A'|  |A C|

So the image of a piece depends on the part in which it lies, and an element may be partial for several reasons; which
solutions it maps to solutions depends only on the parts that it reflects.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from satpuzzle import machine
from satpuzzle.clock import Clock
from satpuzzle.cover.action import Action
from satpuzzle.cover.classes import Condition, Symmetry
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.further import Further
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.cells import onto
from satpuzzle.puzzle.model import Puzzle

Numbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Move:
    """An isometry from one part of a board to another."""

    cells: Numbers  # the image of each cell of the part
    to: int  # the number of the other part
    mirrored: bool  # whether it is a reflection
    options: Numbers  # the image of each option that lies in the part, -1 for none


class Parts:
    """The parts of a board, the options that lie in each, and the moves from each part to others."""

    def __init__(self, puzzle: Puzzle, action: Action, of_cell: Numbers, kinds: Numbers, clock: Clock) -> None:
        self._puzzle, self._clock, self.piece = puzzle, clock, action.piece
        self.cells = [np.flatnonzero(of_cell == part) for part in range(of_cell.max() + 1)]
        lies = np.stack([action.members[:, cells].any(axis=1) for cells in self.cells], axis=1)
        if (several := lies.sum(axis=1) > 1).any():
            name = puzzle.pieces[action.members[several.argmax(), action.pieces].argmax()].name
            raise PuzzleError(f'{puzzle.name}: parts is "separate", but piece {name} can lie in two parts at once')
        self._of_possible = lies.argmax(axis=1)
        self.of_option = action.of_kept(self._of_possible)
        found = [self._isometries(part, kinds) for part in range(len(self.cells))]
        self.mirror_image = self._mirror_images(action, found)
        self.moves = [
            [
                Move(cells, to, mirrored, self._images(action, part, to, cells, mirrored))
                for to, cells, mirrored in clock.each(some)
            ]
            for part, some in enumerate(found)
        ]

    def _isometries(self, part: int, kinds: Numbers) -> list[tuple[int, Numbers, bool]]:
        """Return (other part, images of the cells, whether it is a reflection) of each isometry; the identity first.

        Two isometries that move the cells in the same way are one, a rotation if one of them is.
        """
        grid, board = self._puzzle.grid, self._puzzle.board
        here = self.cells[part]
        over = all(piece.mirror for piece in self._puzzle.pieces)
        known = {here.tobytes()}
        found = [(part, here, False)]
        for mirrored, portions in (
            (False, grid.some_rotations(board[here], over, self._clock)),
            (True, grid.some_isometries(board[here], self._clock)),
        ):
            for images in portions:
                for to, there in enumerate(self.cells):
                    if len(there) != len(here):
                        continue
                    for cells in there[onto(board[here], board[there], grid, images)]:
                        if (kinds[cells] == kinds[here]).all() and cells.tobytes() not in known:
                            known.add(cells.tobytes())
                            found.append((to, cells, mirrored))
        return found

    def _exchange(self, part: int, to: int, cells: Numbers) -> Numbers:
        """Return the permutation of the board's cells that moves one part and, if it is another, that one back."""
        moved = np.arange(sum(map(len, self.cells)))
        moved[self.cells[part]] = cells
        if to != part:
            moved[cells] = self.cells[part]
        return moved

    def _mirror_images(self, action: Action, found: list[list[tuple[int, Numbers, bool]]]) -> Numbers:
        """Return the mirror image of each piece, -1 for none, from reflections of as many parts as possible."""
        moved, reflected = np.arange(sum(map(len, self.cells))), set[int]()
        for part, some in enumerate(found):
            for to, cells, mirrored in some:
                if mirrored and not {part, to} & reflected:
                    moved = moved[self._exchange(part, to, cells)]
                    reflected |= {part, to}
        return action.mirrored(moved, np.isin(self._of_possible, sorted(reflected)))

    def _images(self, action: Action, part: int, to: int, cells: Numbers, mirrored: bool) -> Numbers:
        pieces = self.images(np.isin(np.arange(len(self.cells)), [part, to]) & mirrored)
        images: Numbers = action.options(self._exchange(part, to, cells), pieces)[:-1][self.of_option == part]
        return images

    def images(self, reflected: NDArray[np.bool_]) -> Numbers:
        """Return the image of each option's piece, -1 for none, if these parts are reflected."""
        images: Numbers = np.where(reflected[self.of_option], self.mirror_image[self.piece], self.piece)
        return images

    def elements(self) -> Iterator[list[Move]]:
        """Yield a move of each part for each element of the group; the identity comes first."""
        return self._from([], set())

    def _from(self, moves: list[Move], taken: set[int]) -> Iterator[list[Move]]:
        """Yield the elements that begin with these moves of the first parts, onto the parts `taken`."""
        if len(moves) == len(self.moves):
            yield moves
            return
        for move in self.moves[len(moves)]:
            if move.to not in taken:
                yield from self._from([*moves, move], taken | {move.to})

    def many(self) -> int:
        """Return the number of elements, from the moves of each part and the numbers of equal parts."""
        total, left = 1, list(range(len(self.moves)))
        while left:
            alike = {move.to for move in self.moves[left[0]]}
            own = sum(move.to == left[0] for move in self.moves[left[0]])
            for number in range(1, len(alike) + 1):
                total *= own * number
            left = [part for part in left if part not in alike]
        return total


def separate_group(
    puzzle: Puzzle,
    cover: ExactCover,
    action: Action,
    further: Further,
    parts_of_cells: Numbers,
    kinds: Numbers,
    clock: Clock,
) -> Symmetry:
    """Return the symmetry group of a puzzle whose board has parts that are moved each by itself.

    `parts_of_cells` has the number of each cell's part, and `kinds`, (cells, any), numbers for each cell: only cells
    with the same numbers are mapped to each other.  Raises PuzzleError if a piece can lie in two parts at once or the
    group does not fit into memory, and Stopped if the clock stops.
    """
    parts = Parts(puzzle, action, parts_of_cells, kinds, clock)
    order, width = parts.many(), len(cover.names) + len(cover.rows) + 1
    if order * width * 8 > machine.total() // 8:
        raise PuzzleError(f'{puzzle.name}: parts is "separate": {order} symmetries do not fit into memory')
    items, options = np.empty((order, len(cover.names)), np.int64), np.empty((order, len(cover.rows) + 1), np.int64)
    options[:, -1] = len(cover.rows)
    rotation, condition = np.empty(order, np.bool_), np.full(order, -1)
    conditions: list[Condition] = []
    known: dict[bytes, int] = {}  # the number of the condition, by the reflected parts
    for number, moves in enumerate(clock.each(parts.elements())):
        reflected = np.array([move.mirrored for move in moves])
        cells = np.empty(len(puzzle.board), np.int64)
        for part, move in enumerate(moves):
            cells[parts.cells[part]] = move.cells
            options[number, :-1][parts.of_option == part] = move.options
        to = _uniform(parts.mirror_image, reflected)
        items[number] = further.extended(np.append(cells, np.where(to < 0, -1, len(cells) + to)), to)
        rotation[number] = not reflected.any()
        if (key := reflected.tobytes()) not in known:
            asked = action.condition(items[number], options[number], parts.images(reflected))
            known[key] = -1 if asked is None else len(conditions)
            conditions += [] if asked is None else [asked]
        condition[number] = known[key]
    first = np.argsort(~rotation, kind="stable")
    every = np.ones(order, np.bool_)
    ordered = (items[first], options[first], rotation[first], every, condition[first])
    return Symmetry(*ordered, tuple(conditions), normal=bool(rotation.all()))


def _uniform(mirror_image: Numbers, reflected: NDArray[np.bool_]) -> Numbers:
    """Return the image of each piece, -1 for those whose image depends on the part."""
    own = np.arange(len(mirror_image))
    if reflected.all() or not reflected.any():
        return mirror_image if reflected.any() else own
    uniform: Numbers = np.where(mirror_image == own, own, -1)
    return uniform
