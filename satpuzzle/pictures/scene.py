"""Scenes: all that can be seen of a solution, computed once.

A scene has a figure for each piece: its body, where that is, its letter and colours; and it tells where the figures
are over time, moved apart all at once or one after the other.  Panels and pages write down what is in it.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.errors import PuzzleError
from satpuzzle.pictures.body import Body, balls, solid, vertical
from satpuzzle.pictures.geometry import Places, faces, places, round_cells
from satpuzzle.pictures.markup import allowed
from satpuzzle.puzzle.grids import Grid, Points
from satpuzzle.puzzle.grids.bodies import Polyhedron
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.solutions import palette
from satpuzzle.solutions.solution import Solution

# {"pieces": [index, ...], "direction": [dx, dy, dz], "distance": n or "out"}, as `Assembly.as_dict` has them.
Step = Mapping[str, Any]

_EXPLODED = 1.2  # times its distance from the middle a figure is moved when all are apart
_CLEAR = 1.5  # cells between the board and a figure that has left it
_ALONG = 0.2  # the least part of a way that is told
_BODIES = 1024  # kept, so that what lies the same way in many solutions is computed once


@dataclass(frozen=True)
class Copy:
    """One of the copies of a puzzle's pieces: its number among all, its letter, the piece's name, and its colour."""

    number: int
    letter: str
    name: str
    colour: str

    @property
    def ink(self) -> str:
        """Return the colour of a letter on the copy."""
        return palette.ink(self.colour)


@dataclass(frozen=True, eq=False)
class Figure:
    """A body in its place: a piece, or a part of one, or cells that stay empty."""

    body: Body
    place: Places  # (3,): of the body's first cell
    copy: Copy | None  # None for cells that stay empty

    def placed(self, places: Places) -> Places:
        """Return where places of the body are in the scene, shape (n, 3)."""
        return places + self.place


@dataclass(frozen=True, eq=False)
class Board:
    """The cells of a board, and where they are in space."""

    cells: Points  # (cells, 3)
    at: Places  # (cells, 3)
    grid: Grid

    @property
    def flat(self) -> bool:
        """Whether all is seen from above."""
        return self.grid.single_layer

    @property
    def centre(self) -> Places:
        """Return the middle of the board."""
        middle: Places = (self.at.min(axis=0) + self.at.max(axis=0)) / 2
        return middle

    @property
    def size(self) -> float:
        """Return how long the diagonal of the board is."""
        return float(np.linalg.norm(np.ptp(self.at, axis=0) + 1))

    @property
    def viewpoint(self) -> Places:
        """Return from where one sees the whole board: from the front, above and a little to the right."""
        (right, near, up), far = ((0.15, 0.75, 0.9), 1.9) if self.flat else ((0.75, 1.0, 0.75), 2.4)
        towards = np.array([right, near, up])
        place: Places = self.centre + towards / np.linalg.norm(towards) * far * self.size
        return place

    @cached_property
    def levels(self) -> NDArray[np.int64]:
        """Return the number of each cell's layer, from below: between two a plane passes that goes through no body.

        Balls are told apart by the heights of their centres.
        """
        bodies = [body.corners[:, 2] if isinstance(body, Polyhedron) else np.zeros(1) for body in self.grid.bodies]
        low, high = (np.array([limit(body) for body in bodies])[self.grid.kind(self.cells)] for limit in (min, max))
        bottom, top = (self.at[:, 2] + low).round(4), (self.at[:, 2] + high).round(4)
        order = np.argsort(bottom, kind="stable")
        reached = np.maximum.accumulate(top[order])
        begins = np.append(False, (bottom[order][1:] >= reached[:-1]) & (bottom[order][1:] > bottom[order][:-1]))
        found = np.empty(len(order), np.int64)
        found[order] = np.cumsum(begins)
        return found

    def towards(self, direction: Points) -> Places:
        """Return where a lattice vector leads to."""
        return self.grid.vectors(direction)

    def figure(self, numbers: NDArray[np.int64], copy: Copy | None) -> Figure:
        """Return the figure that these cells of the board make together."""
        cells = self.cells[numbers]
        near: Points = cells - (cells[0] - self.grid.home(cells[0]))
        return Figure(_body(near.tobytes(), self.grid), self.at[numbers[0]], copy)


@dataclass(frozen=True, eq=False)
class Move:
    """A step of taking apart: which figures move, where to, and whether they are gone then."""

    figures: tuple[int, ...]
    by: Places  # (3,)
    out: bool
    steps: float  # how many lattice vectors that is

    @property
    def words(self) -> str:
        """Return where to the figures go, in words."""
        pairs = (("right", "left"), ("front", "back"), ("up", "down"))
        least = _ALONG * float(np.linalg.norm(self.by))
        told = [pair[part < 0] if abs(part) > least else "" for part, pair in zip(self.by.tolist(), pairs, strict=True)]
        right, near, up = told
        level = " ".join(filter(None, (near, right)))
        towards = " ".join(filter(None, (up, level and f"to the {level}")))
        return f"{towards} and out" if self.out else f"{towards} by {abs(self.steps):g}"


@dataclass(frozen=True, eq=False)
class Scene:
    """A solution as it can be seen."""

    title: str
    copies: tuple[Copy, ...]  # of all pieces, also of those that are left out
    figures: tuple[Figure, ...]  # in the order of `Solution.pieces`
    moves: tuple[Move, ...]  # how it comes apart, as far as that is known
    board: Board
    taken: tuple[NDArray[np.int64], ...]  # for each figure the numbers of its cells on the board

    @classmethod
    def of(cls, solution: Solution, steps: Sequence[Step] | None = None, colour_by: str | None = None) -> "Scene":
        """Return the scene of a solution; `steps` tell how it comes apart, see `satpuzzle.view`.

        `colour_by` tells what has a colour of its own, see `palette.colours`.
        Raises PuzzleError if one of them makes no sense.
        """
        puzzle = solution.puzzle
        board = Board(puzzle.board, places(puzzle.board, puzzle.grid), puzzle.grid)
        copies = _copies(puzzle, palette.colours(puzzle, colour_by))
        taken = tuple(solution.placements.covered(option) for option in solution.options)
        return cls(
            allowed(puzzle.title or puzzle.name),
            copies,
            tuple(board.figure(cells, copies[copy]) for cells, copy in zip(taken, solution.copies(), strict=True)),
            _moves(steps or (), board, taken),
            board,
            taken,
        )

    @cached_property
    def outward(self) -> Places:
        """How far each figure moves when all move apart, shape (figures, 3)."""
        middles = np.array([figure.placed(figure.body.cells).mean(axis=0) for figure in self.figures])
        away: Places = _EXPLODED * (middles.reshape(-1, 3) - self.board.centre)
        return away

    def positions(self) -> Places:
        """Return where the places of the figures are at first and after each move, shape (moves + 1, figures, 3)."""
        found = np.empty((len(self.moves) + 1, len(self.figures), 3))
        found[0] = np.array([figure.place for figure in self.figures]).reshape(-1, 3)
        for number, move in enumerate(self.moves):
            found[number + 1] = found[number]
            found[number + 1, list(move.figures)] += move.by
        return found

    def layers(self) -> list[list[Figure]]:
        """Return the lowest layer and those above it, each the parts of the pieces in it and its empty cells."""
        heights = self.board.levels
        left = np.ones(len(heights), np.bool_)
        for cells in self.taken:
            left[cells] = False
        covered = [(cells, figure.copy) for cells, figure in zip(self.taken, self.figures, strict=True)]
        covered.append((np.flatnonzero(left), None))
        return [
            [self.board.figure(part, copy) for cells, copy in covered if len(part := cells[heights[cells] == height])]
            for height in np.unique(heights)
        ]


@lru_cache(maxsize=_BODIES)
def _body(near: bytes, grid: Grid) -> Body:
    """Return the body of cells around the first, given in a place near the origin."""
    cells = np.frombuffer(near, dtype=np.int64).reshape(-1, 3)
    at = places(cells, grid)
    at = at - at[0]
    if round_cells(grid):
        return balls(at)
    every = [faces(grid, kind) for kind in grid.kind(cells).tolist()]
    return solid(at, every, vertical if grid.single_layer else lambda _: True)


def _copies(puzzle: Puzzle, colours: Sequence[str]) -> tuple[Copy, ...]:
    """Return all copies of a puzzle's pieces, in these colours."""
    marked = [(mark, piece.name) for piece, marks in zip(puzzle.pieces, puzzle.symbols, strict=True) for mark in marks]
    return tuple(
        Copy(number, allowed(mark), allowed(name), colour)
        for number, ((mark, name), colour) in enumerate(zip(marked, colours, strict=True))
    )


def _moves(steps: Sequence[Step], board: Board, taken: Sequence[NDArray[np.int64]]) -> tuple[Move, ...]:
    """Return steps as moves in space of figures that take these cells; raises PuzzleError if one makes no sense."""
    at = [board.at[cells] for cells in taken]
    found = []
    for step in steps:
        move = _move(step, at, board)
        found.append(move)
        for index in move.figures:
            at[index] = at[index] + move.by
    return tuple(found)


def _move(step: Step, at: Sequence[Places], board: Board) -> Move:
    """Return a step as a move in space of figures whose cells are there; raises PuzzleError if it makes no sense."""
    try:
        pieces = [int(index) for index in step["pieces"]]
        direction = np.array(step["direction"], dtype=np.int64).reshape(3)
        distance = None if step["distance"] == "out" else float(step["distance"])
        if distance is not None and not math.isfinite(distance):
            raise ValueError
    except (KeyError, TypeError, ValueError, OverflowError):
        raise PuzzleError(
            'steps: a step is {"pieces": [index, ...], "direction": [dx, dy, dz], "distance": number or "out"}'
        ) from None
    if not pieces or not all(0 <= index < len(at) for index in pieces):
        raise PuzzleError(f"steps: pieces {pieces}: allowed are 0 to {len(at) - 1}")
    if not direction.any():
        raise PuzzleError("steps: direction [0, 0, 0] leads nowhere")
    towards = board.towards(direction)
    far = _out(np.concatenate([at[index] for index in pieces]), towards, board) if distance is None else distance
    return Move(tuple(pieces), far * towards, distance is None, far)


def _out(cells: Places, towards: Places, board: Board) -> float:
    """Return how many times a vector cells must go until the whole board lies behind them."""
    behind, ahead = (cells @ towards).min(), (board.at @ towards).max()
    length = float(np.linalg.norm(towards))
    return max(1.0, float(ahead - behind) / length**2 + _CLEAR / length)
