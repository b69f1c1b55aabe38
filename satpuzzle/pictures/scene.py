"""Scenes: the data for all pictures of a solution, computed once for all formats.

A scene has a figure for each piece: its body, position, letter and colour.  It also has the positions of the figures
when they are moved apart, all at once or step by step.  Panels and pages are written from a scene.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import compress, product

import numpy as np
from numpy.typing import NDArray

from satpuzzle.pictures.body import Body, balls, solid, vertical
from satpuzzle.pictures.geometry import Key, Places, faces, keys, places, round_cells
from satpuzzle.pictures.markup import allowed
from satpuzzle.pictures.moves import Move, Step, moves_of
from satpuzzle.pictures.shades import shades
from satpuzzle.pictures.wedges import Paint, cell_hues, hues, painted, patched
from satpuzzle.puzzle.editing import has_squares
from satpuzzle.puzzle.grids import Grid, Points
from satpuzzle.puzzle.grids.bodies import Polyhedron
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.puzzle.wrapping import Wrapping
from satpuzzle.solutions import palette
from satpuzzle.solutions.solution import Solution

_EXPLODED = 1.2  # how far figures move when all move apart, in multiples of their distance from the centre
_BODIES = 1024  # number of cached bodies
_FADED = "#d8d8d8"
_FIRST, _LAST = 1.5, 0.7  # how light the first and the last cell of a chain are, in multiples of its colour
_LABEL = "#ffffff"  # colour of a cell with a label
FRAME = "#8a8a8a"


@dataclass(frozen=True)
class Copy:
    """A copy of a piece: its index among all copies, its letter, the name of the piece, and its colour."""

    number: int
    letter: str
    name: str
    colour: str

    def shaded(self, light: float) -> "Copy":
        """Return the copy in a darker colour if `light` is below 1, in a lighter one if it is above."""
        return self if light == 1 else replace(self, colour=palette.shaded(self.colour, light))

    @property
    def ink(self) -> str:
        """Return the colour of letters on the copy."""
        return palette.ink(self.colour)


@dataclass(frozen=True, eq=False)
class Figure:
    """A body at a position: a piece, a part of one in a layer, or empty cells."""

    body: Body
    place: Places  # (3,): position of the body's first cell
    copy: Copy | None  # None for empty cells
    sides: tuple[str, ...] = ()  # of a tile: the colours of its sides, in the order of `tiles.ring`
    hues: tuple[str, ...] = ()  # of a piece with colours: those of its cells, "" for none
    paint: tuple[Paint, ...] = ()  # the paint of each face, if there are colours
    seams: frozenset[Key] = frozenset()  # on a board that wraps round: the middles of edges where the piece continues
    glass: bool = False  # whether what lies behind it is seen: the frame around pieces in space

    def faded(self) -> "Figure":
        """Return the figure in light grey, to be drawn beside coloured ones."""
        return replace(self, copy=self.copy and replace(self.copy, colour=_FADED), sides=(), hues=(), paint=())

    def placed(self, places: Places) -> Places:
        """Convert positions relative to the body to positions in the scene, shape (n, 3)."""
        return places + self.place


@dataclass(frozen=True, eq=False)
class Board:
    """The cells of a board, and their positions in space."""

    cells: Points  # (cells, 3)
    at: Places  # (cells, 3)
    grid: Grid
    wrapping: Wrapping

    @property
    def flat(self) -> bool:
        """Whether the board has one layer only, so that it is seen from above."""
        return self.grid.single_layer

    @property
    def centre(self) -> Places:
        """Return the centre of the board's bounding box."""
        middle: Places = (self.at.min(axis=0) + self.at.max(axis=0)) / 2
        return middle

    @property
    def size(self) -> float:
        """Return the length of the board's diagonal."""
        return float(np.linalg.norm(np.ptp(self.at, axis=0) + 1))

    @cached_property
    def levels(self) -> NDArray[np.int64]:
        """Return the index of each cell's layer, counted from the lowest.

        A plane that cuts no cell separates two layers; balls with centres at the same height form a layer.
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

    def figure(
        self,
        numbers: NDArray[np.int64],
        copy: Copy | None,
        sides: tuple[str, ...] = (),
        hues: tuple[str, ...] = (),
    ) -> Figure:
        """Return the figure of the cells with these indices; the other arguments become fields of `Figure`."""
        cells = self.cells[numbers]
        near: Points = cells - (cells[0] - self.grid.home(cells[0]))
        body = _body(near.tobytes(), self.grid)
        paint: tuple[Paint, ...] = ()
        if sides:
            paint = painted(body, self.grid, int(self.grid.kind(cells)[0]), sides)
        elif any(hues) and copy is not None:
            paint = patched(body, copy.colour, hues)
        seams = _seams(cells, self.wrapping)
        return Figure(body, self.at[numbers[0]], copy, sides, hues, paint, seams)


@dataclass(frozen=True, eq=False)
class Scene:
    """A solution as figures in space, with everything that drawings need."""

    title: str
    copies: tuple[Copy, ...]  # of all pieces, used or not
    figures: tuple[Figure, ...]  # in the order of `Solution.pieces`; one for each cell of a chain, in its order
    moves: tuple[Move, ...]  # a disassembly; empty if none is known
    board: Board
    taken: tuple[NDArray[np.int64], ...]  # for each figure the indices of its cells on the board
    ruled: bool = False  # whether each empty cell has its own outline; otherwise all have one in common
    labels: tuple[Figure, ...] = ()  # cells beside the board, each with its label in place of a letter
    owner: tuple[int, ...] = ()  # for each figure which of `Solution.pieces` it belongs to

    @classmethod
    def of(cls, solution: Solution, steps: Sequence[Step] | None = None, colour_by: str | None = None) -> "Scene":
        """Return the scene of a solution.

        `steps` is a disassembly, as in `satpuzzle.view`.  `colour_by` is "piece" or "copy", as in `palette.colours`.
        By default, copies have the colour of their piece, in different shades where equal pieces touch; if the solution
        has copies of one piece only, each copy has its own colour.  Raises PuzzleError if an argument is invalid.
        """
        puzzle = solution.puzzle
        board = Board(puzzle.board, places(puzzle.board, puzzle.grid), puzzle.grid, puzzle.wrapping)
        light = [1.0] * len(solution.options)
        if colour_by is None:
            colour_by = "copy" if _of_one_piece(solution) else palette.colour_by(puzzle)
            light = light if colour_by == "copy" else shades(solution)
        copies = _copies(puzzle, palette.colours(puzzle, colour_by))
        taken = tuple(solution.placements.covered(option) for option in solution.options)
        hue, painted = hues(puzzle), cell_hues(puzzle)
        sides = [tuple(hue[letter] for letter in each or "") for each in solution.sides]
        colours = [tuple(painted.get(colour, "") for colour in each or ()) for each in solution.colours]
        lying = [copies[copy].shaded(shade) for copy, shade in zip(solution.copies(), light, strict=True)]
        whole = [*zip(taken, lying, sides, colours, strict=True)]
        chains = [piece.chain is not None for piece, _ in solution.pieces]
        along = [solution.placements.along(option) for option in solution.options]
        numbered = zip(whole, chains, along, strict=True)
        each = [[*_numbered(cells, one[1])] if chain else [one] for one, chain, cells in numbered]
        return cls(
            allowed(puzzle.title or puzzle.name),
            copies,
            tuple(board.figure(*one) for some in each for one in some),
            moves_of(steps or (), [board.at[cells] for cells in taken], board.at, board.grid),
            board,
            tuple(cells for some in each for cells, *_ in some),
            labels=labelled(puzzle),
            owner=tuple(number for number, some in enumerate(each) for _ in some),
        )

    @cached_property
    def outward(self) -> Places:
        """The displacement of each figure when all move apart, shape (figures, 3)."""
        middles = np.array([figure.placed(figure.body.cells).mean(axis=0) for figure in self.figures])
        away: Places = _EXPLODED * (middles.reshape(-1, 3) - self.board.centre)
        return away

    def positions(self) -> Places:
        """Return the positions of the figures before the first move and after each move, (moves + 1, figures, 3)."""
        found = np.empty((len(self.moves) + 1, len(self.figures), 3))
        found[0] = np.array([figure.place for figure in self.figures]).reshape(-1, 3)
        for number, move in enumerate(self.moves):
            found[number + 1] = found[number]
            found[number + 1, list(move.figures)] = move.moved(found[number, list(move.figures)])
        return found

    def after(self, number: int) -> list[Figure]:
        """Return the figures after the first `number` moves."""
        found = [*self.figures]
        places = self.positions()[number]
        for index, (figure, cells) in enumerate(zip(self.figures, self.taken, strict=True)):
            near = self.board.cells[cells] - self.board.cells[cells[0]]
            turns = [move.turn for move in self.moves[:number] if move.turn is not None and index in move.figures]
            for turn in turns:
                near = near @ turn.matrix.T
            found[index] = replace(figure, place=places[index])
            if turns:
                body = _body(np.ascontiguousarray(near).tobytes(), self.board.grid)
                paint = patched(body, figure.copy.colour, figure.hues) if any(figure.hues) and figure.copy else ()
                found[index] = replace(found[index], body=body, paint=paint)
        return found

    def layers(self) -> list[list[Figure]]:
        """Return the figures of each layer, the lowest first: the pieces' parts in this layer, then its empty cells.

        The only layer of a flat board also has figures for its labels.
        """
        heights = self.board.levels
        left = np.ones(len(heights), np.bool_)
        for cells in self.taken:
            left[cells] = False
        covered = list(zip(self.taken, self.figures, strict=True))
        empty = np.flatnonzero(left)
        gap = Figure(Body(np.zeros((0, 3))), np.zeros(3), None)
        covered += [(cell, gap) for cell in empty[:, None]] if self.ruled else [(empty, gap)]
        found = [
            [
                self.board.figure(cells[here], figure.copy, figure.sides, tuple(compress(figure.hues, here)))
                for cells, figure in covered
                if (here := heights[cells] == height).any()
            ]
            for height in np.unique(heights)
        ]
        return [[*found[0], *self.labels]] if self.board.flat else found


def surrounding(puzzle: Puzzle, side: str | None) -> tuple[Figure, ...]:
    """Return the frame of a puzzle as a figure, or the box around its board that is open at a side; perhaps nothing.

    A box has walls of one cell, and only boards of squares and cubes have one.  In space it is of glass, and of balls
    there are only outlines.
    """
    grid = puzzle.grid
    cells = puzzle.frame if side is None else _walls(puzzle.board, grid, np.array(grid.sides[side]))
    if not len(cells):
        return ()
    around, outlined = Board(cells, places(cells, grid), grid, puzzle.wrapping), round_cells(grid)
    figure = around.figure(np.arange(len(cells)), None if outlined else Copy(-1, "", "", FRAME))
    return (replace(figure, glass=not grid.single_layer and not outlined),)


def _walls(board: Points, grid: Grid, out: Points) -> Points:
    """Return the cells beside a board, in corners too, but for those beyond it in the direction `out`."""
    if not has_squares(grid):
        return board[:0]
    axes = [(-1, 0, 1) if axis < len(grid.basis) else (0,) for axis in range(3)]
    near = np.unique((board[:, None] + np.array([*product(*axes)])).reshape(-1, 3), axis=0)
    beyond = near @ out > (board @ out).max()
    inside = {*map(tuple, board.tolist())}
    walls: Points = near[
        [not out and tuple(cell) not in inside for cell, out in zip(near.tolist(), beyond, strict=True)]
    ]
    return walls


def _numbered(
    cells: NDArray[np.intp], copy: Copy
) -> Iterator[tuple[NDArray[np.intp], Copy, tuple[str, ...], tuple[str, ...]]]:
    """Yield what `Board.figure` takes for each cell of a chain: its number, on a darker ground than the one before."""
    for number, cell in enumerate(cells.tolist()):
        light = _FIRST + (_LAST - _FIRST) * number / len(cells)
        yield np.array([cell]), replace(copy.shaded(light), letter=f"{number + 1}"), (), ()


def _of_one_piece(solution: Solution) -> bool:
    """Tell whether the solution is complete and all its pieces are copies of one piece."""
    placed = solution.pieces
    whole = sum(len(cells) for _, cells in placed) >= solution.puzzle.least_filled
    return whole and len({piece.name for piece, _ in placed}) == 1


@lru_cache(maxsize=_BODIES)
def _body(near: bytes, grid: Grid) -> Body:
    """Return the body of cells, given as bytes of their coordinates relative to the first one.

    Equal pieces in the same orientation have equal bytes, so they share an entry of the cache.
    """
    cells = np.frombuffer(near, dtype=np.int64).reshape(-1, 3)
    at = places(cells, grid)
    at = at - at[0]
    if round_cells(grid):
        return balls(at)
    every = [faces(grid, kind) for kind in grid.kind(cells).tolist()]
    return solid(at, every, vertical if grid.single_layer else lambda _: True)


def _seams(cells: Points, wrapping: Wrapping) -> frozenset[Key]:
    """Return the middles of the sides at which a piece leaves the board and continues at the opposite edge."""
    here, beyond = wrapping.crossings(cells)
    middles = (places(here, wrapping.grid) + places(beyond, wrapping.grid)) / 2
    return frozenset(keys(middles * (1, 1, 0)))


def labelled(puzzle: Puzzle) -> tuple[Figure, ...]:
    """Return the cells beside the board that have a label, as figures."""
    cells = np.array([cell for cell, _ in puzzle.labels], dtype=np.int64).reshape(-1, 3)
    beside = Board(cells, places(cells, puzzle.grid), puzzle.grid, puzzle.wrapping)
    return tuple(
        beside.figure(np.array([number]), Copy(-1, allowed(label), allowed(label), _LABEL))
        for number, (_, label) in enumerate(puzzle.labels)
    )


def _copies(puzzle: Puzzle, colours: Sequence[str]) -> tuple[Copy, ...]:
    """Return all copies of a puzzle's pieces, with these colours."""
    marked = [(mark, piece.name) for piece, marks in zip(puzzle.pieces, puzzle.symbols, strict=True) for mark in marks]
    return tuple(
        Copy(number, allowed(mark), allowed(name), colour)
        for number, ((mark, name), colour) in enumerate(zip(marked, colours, strict=True))
    )
