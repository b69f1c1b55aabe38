"""Finding the symmetry group: the board's isometries as permutations of options.

An isometry of the board counts as a symmetry of the puzzle when it maps placements to placements and
items to items of equal bounds.  A motion that every piece may make always does, and keeps each piece;
these are the *rotations*.  A reflection does when each piece is its own mirror image or its mirror image
is in the set with the same bounds.
"""

from collections import defaultdict
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.classes import Symmetry
from satpuzzle.cover.exact_cover import ExactCover
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
    board, grid = puzzle.board, puzzle.grid
    points = np.concatenate([board, puzzle.frame if must_preserve is None else must_preserve])
    order = np.lexsort(points.T[::-1])
    points, of_board = points[order], order < len(board)
    all_turn_over = all(piece.turn_over for piece in puzzle.pieces)
    turns = _permutations(points, of_board, grid, grid.rotations(points, all_turn_over))
    rotations = {permutation.tobytes() for permutation in turns}
    action = _Action(cover)
    identity = np.arange(len(board))
    elements = {identity.tobytes(): (np.arange(len(cover.names)), np.arange(len(cover.rows)))}
    failed: set[bytes] = set()
    for candidate in [*turns, *_permutations(points, of_board, grid, grid.isometries(points))]:
        if candidate.tobytes() in elements or candidate.tobytes() in failed:
            continue
        check()
        moved = action.of(candidate, keep_pieces=candidate.tobytes() in rotations)
        if moved is None:
            failed |= {candidate[items[: len(board)]].tobytes() for items, _ in elements.values()}
        else:
            _close(elements, moved, len(board), check)
    ordered = [elements.pop(identity.tobytes()), *elements.values()]
    return Symmetry(
        items=np.array([items for items, _ in ordered]),
        options=np.array([np.append(options, len(options)) for _, options in ordered]),
        rotation=np.array([items[: len(board)].tobytes() in rotations for items, _ in ordered]),
    )


_Moves = tuple[NDArray[np.int64], NDArray[np.int64]]  # where items go, where options go


def _close(elements: dict[bytes, _Moves], generator: _Moves, cells: int, check: Callable[[], None]) -> None:
    """Add a generator to a group, in place: multiply until nothing new appears."""
    generators = [generator]
    fresh = list(elements.values())
    known = list(elements.values())
    while fresh:
        check()
        products = [(g[0][e[0]], g[1][e[1]]) for e in fresh for g in (*generators, *known[1:])]
        fresh = []
        for items, options in products:
            key = items[:cells].tobytes()
            if key not in elements:
                elements[key] = (items, options)
                fresh.append((items, options))


def _permutations(
    points: Points, of_board: NDArray[np.bool_], grid: Grid, images: NDArray[np.int64]
) -> list[NDArray[np.int64]]:
    """Return, for each image that is the board and what is beside it again, where each cell of the board goes."""
    found = {}
    number = np.cumsum(of_board) - 1  # of a point among the cells of the board
    for image in images:
        order = np.lexsort(image.T[::-1])
        back = points[0] - image[order[0]]
        if (image[order] + back == points).all() and (of_board[order] == of_board).all() and grid.translates(back):
            permutation = np.empty(len(points), np.int64)
            permutation[order] = np.arange(len(points))
            on_board = number[permutation[of_board]]
            found[on_board.tobytes()] = on_board
    return list(found.values())


class _Action:
    """Carries permutations of cells over to pieces and options."""

    def __init__(self, cover: ExactCover) -> None:
        self.cover = cover
        self.cells = len(cover.families["cells"])
        self.members = cover.members()
        self.option_of = {row: option for option, row in enumerate(self._keys(self.members))}
        self.piece = self.members[:, self.cells :].argmax(axis=1) + self.cells
        shapes = self._shapes(np.arange(self.cells))
        self.pieces_of_shape = defaultdict(list)
        for piece, shape in shapes.items():
            self.pieces_of_shape[shape].append(piece)

    @staticmethod
    def _keys(members: NDArray[np.bool_]) -> list[bytes]:
        octets = np.ascontiguousarray(np.packbits(members, axis=1))
        keys: list[bytes] = octets.view(f"V{octets.shape[1]}").ravel().tolist()
        return keys

    def _shapes(self, permutation: NDArray[np.int64]) -> dict[int, frozenset[bytes]]:
        """Return the set of placements that each piece has after moving the cells."""
        moved = np.empty((len(self.members), self.cells), np.bool_)
        moved[:, permutation] = self.members[:, : self.cells]
        keys = np.array(self._keys(moved), dtype=object)
        return {piece: frozenset(keys[self.piece == piece]) for piece in self.cover.families["pieces"]}

    def of(self, permutation: NDArray[np.int64], keep_pieces: bool) -> _Moves | None:
        """Return how items and options move with the cells, or None if they do not."""
        items = np.concatenate([permutation, self.cover.families["pieces"]]).astype(np.int64)
        bounds = [(int(a), int(b)) for a, b in zip(self.cover.lower, self.cover.upper, strict=True)]
        if not keep_pieces:
            free = {shape: list(pieces) for shape, pieces in self.pieces_of_shape.items()}
            for piece, shape in self._shapes(permutation).items():
                # A piece prefers to be its own mirror image.
                mirrors = [other for other in free.get(shape, ()) if bounds[other] == bounds[piece]]
                if not mirrors:
                    return None
                items[piece] = piece if piece in mirrors else mirrors[0]
                free[shape].remove(items[piece])
        if any(bounds[item] != bounds[image] for item, image in enumerate(items.tolist())):
            return None
        moved = np.empty_like(self.members)
        moved[:, items] = self.members
        options = [self.option_of.get(key, -1) for key in self._keys(moved)]
        return None if -1 in options else (items, np.array(options, dtype=np.int64))
