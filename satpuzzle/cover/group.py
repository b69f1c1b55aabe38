"""Finding the symmetry group: the board's isometries as permutations of options.

An isometry of the board counts as a symmetry of the puzzle when it maps placements to placements and
items to items of equal bounds.  A motion that every piece may make always does, and keeps each piece;
these are the *rotations*.  A reflection does when each piece is its own mirror image or its mirror image
is in the set with the same bounds.
"""

from collections import defaultdict
from collections.abc import Callable
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.classes import Symmetry
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.zobrist import numbers
from satpuzzle.puzzle.grids import Grid, Points
from satpuzzle.puzzle.model import Puzzle


def symmetry_of(
    puzzle: Puzzle,
    cover: ExactCover,
    must_preserve: Points | None = None,
    check: Callable[[], None] = lambda: None,
) -> Symmetry:
    """Return the symmetry group of a puzzle, acting on its cover.

    Symmetries map the frame to itself, or the points of `must_preserve` instead.  `check` is called again and again and
    may raise.

    The group grows by one generator at a time.  Once an isometry fails, all products of it with the group
    found so far fail too, so a chiral set of pieces costs one failure.
    """
    board, beside = puzzle.board, puzzle.frame if must_preserve is None else must_preserve
    all_turn_over = all(piece.turn_over for piece in puzzle.pieces)
    rotations, isometries = _moves(_bytes(board), _bytes(beside), puzzle.grid, all_turn_over)
    action = _Action(cover)
    group = _Group(len(board), np.arange(len(cover.names)), np.arange(len(cover.rows) + 1))
    failed: set[bytes] = set()
    for key, candidate in (rotations | isometries).items():
        if key in group.keys or key in failed:
            continue
        check()
        moved = action.of(candidate, keep_pieces=key in rotations)
        if moved is None:
            failed |= {row.tobytes() for row in candidate[group.items[:, : len(board)]]}
        else:
            group.add(*moved)
    return Symmetry(
        items=group.items,
        options=group.options,
        rotation=np.array([row.tobytes() in rotations for row in group.items[:, : len(board)]]),
    )


class _Group:
    """A group of permutations of items and options that grows by generators; the identity is the first element.

    All of it is made of cosets: with an element comes its product with each element of the group before the generator
    (Otto Dimino, see Gregory Butler, Fundamental Algorithms for Permutation Groups, 1991, chapter 2).
    """

    def __init__(self, cells: int, items: NDArray[np.int64], options: NDArray[np.int64]) -> None:
        self.cells = cells
        self.items, self.options = items[None], options[None]  # as in Symmetry
        self.keys = {items[:cells].tobytes()}
        self._generators: list[tuple[NDArray[np.int64], NDArray[np.int64]]] = []

    def add(self, items: NDArray[np.int64], options: NDArray[np.int64]) -> None:
        """Add a generator, where it carries items and options."""
        self._generators.append((items, options))
        cosets = [(self.items, self.options)]
        leaders = [(items, options)]  # of cosets
        while leaders:
            items, options = leaders.pop()
            if items[: self.cells].tobytes() in self.keys:
                continue
            coset = items[self.items]
            cosets.append((coset, options[self.options]))
            self.keys |= {row.tobytes() for row in coset[:, : self.cells]}
            leaders += [(more[items], far[options]) for more, far in self._generators]
        self.items, self.options = (np.concatenate(parts) for parts in zip(*cosets, strict=True))


def _bytes(points: Points) -> bytes:
    return np.asarray(points, np.int64).tobytes()


Permutations = dict[bytes, NDArray[np.int64]]  # of the cells of a board, by their bytes


@lru_cache(maxsize=4)  # many puzzles have the same board
def _moves(board: bytes, beside: bytes, grid: Grid, turn_over: bool) -> tuple[Permutations, Permutations]:
    """Return where rotations and isometries of a board, and of the points beside it, carry each cell of the board."""
    cells, others = (np.frombuffer(points, np.int64).reshape(-1, 3) for points in (board, beside))
    points = np.concatenate([cells, others])
    order = np.lexsort(points.T[::-1])
    points, of_board = points[order], order < len(cells)
    rotations = _permutations(points, of_board, grid, grid.rotations(points, turn_over))
    return rotations, _permutations(points, of_board, grid, grid.isometries(points))


def _permutations(points: Points, of_board: NDArray[np.bool_], grid: Grid, images: NDArray[np.int64]) -> Permutations:
    """Return, for each image that is the board and what is beside it again, where each cell of the board goes."""
    number = np.cumsum(of_board) - 1  # of a point among the cells of the board
    order = np.lexsort((images[..., 2], images[..., 1], images[..., 0]))
    ordered = np.take_along_axis(images, order[..., None], axis=1)
    back = points[0] - ordered[:, 0]
    same = (ordered + back[:, None] == points).all(axis=(1, 2)) & (of_board[order] == of_board).all(axis=1)
    moved = number[np.argsort(order[same & grid.translates(back)], axis=1)[:, of_board]]
    return {permutation.tobytes(): permutation for permutation in moved}


class _Action:
    """Carries permutations of cells over to pieces and options.

    An option is found again by the sum of random weights of its items, and then compared item by item.
    """

    def __init__(self, cover: ExactCover) -> None:
        self.cells = len(cover.families["cells"])
        self.pieces = np.array(cover.families["pieces"], dtype=np.int64)
        self.members = cover.members()
        self.bounds = np.stack([cover.lower, cover.upper], axis=1)
        self._many = np.bitwise_count(cover.rows).sum(axis=1, dtype=np.int64)  # items of each option
        self._option = np.repeat(np.arange(len(self.members)), self._many)
        self._item = np.flatnonzero(self.members) - self._option * self.members.shape[1]
        self._weights = numbers(len(cover.names), 63)
        codes = self._coded(self._weights)
        self._order = np.argsort(codes)
        self._codes = codes[self._order]

    def _coded(self, weights: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Return the weight of each option, given those of the items."""
        sums: NDArray[np.uint64] = np.add.reduceat(weights[self._item], np.cumsum(self._many) - self._many)
        return sums

    def _shapes(self, permutation: NDArray[np.int64]) -> list[bytes]:
        """Return what tells the placements that each piece has after moving the cells, and its bounds."""
        codes = self._coded(np.append(self._weights[permutation], np.zeros(len(self.pieces), np.uint64)))
        each = zip(self._of_piece, self.bounds[self.pieces], strict=True)
        return [np.sort(codes[options]).tobytes() + bounds.tobytes() for options, bounds in each]

    @cached_property
    def _of_piece(self) -> list[NDArray[np.intp]]:
        return [np.flatnonzero(self.members[:, piece]) for piece in self.pieces]

    @cached_property
    def _pieces_of_shape(self) -> dict[bytes, list[int]]:
        found = defaultdict(list)
        for piece, shape in zip(self.pieces.tolist(), self._shapes(np.arange(self.cells)), strict=True):
            found[shape].append(piece)
        return found

    def of(
        self, permutation: NDArray[np.int64], keep_pieces: bool
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]] | None:
        """Return how items and options, and the padding after these, move with the cells, or None if they do not."""
        items = np.concatenate([permutation, self.pieces])
        if not keep_pieces:
            free = {shape: list(pieces) for shape, pieces in self._pieces_of_shape.items()}
            for piece, shape in zip(self.pieces.tolist(), self._shapes(permutation), strict=True):
                mirrors = free.get(shape)
                if not mirrors:
                    return None
                items[piece] = piece if piece in mirrors else mirrors[0]  # a piece prefers to be its own mirror image
                mirrors.remove(items[piece])
        if (self.bounds[items] != self.bounds).any():
            return None
        wanted = self._coded(self._weights[items])
        order = np.argsort(wanted)
        if not (self._codes == wanted[order]).all():
            return None
        options = np.empty_like(self._order)
        options[order] = self._order
        same = (
            self.members[options[self._option], items[self._item]].all() and (self._many == self._many[options]).all()
        )
        return (items, np.append(options, len(options))) if same else None
