"""Hypothesis strategies: small random covers and small random puzzles."""

from collections.abc import Collection
from functools import cache
from random import Random
from typing import Any

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

import satpuzzle
from satpuzzle.puzzle.grids import GRIDS, Grid, Points
from satpuzzle.puzzle.model import Piece, Puzzle

Bounds = list[tuple[int, int]]
Sets = list[set[int]]
_MOST = 300  # solutions of a puzzle


@st.composite
def covers(draw: st.DrawFn, most_items: int = 6, most_options: int = 8) -> tuple[Sets, Bounds]:
    """Draw options and bounds: primary items, optional ones, and items of several copies."""
    items = draw(st.integers(1, most_items))
    a_bound = st.sampled_from([(1, 1), (1, 1), (0, 1), (2, 2), (1, 2), (0, 2), (1, 9), (0, 9), (3, 3)])
    bounds = draw(st.lists(a_bound, min_size=items, max_size=items))
    options = draw(st.lists(st.sets(st.integers(0, items - 1), min_size=1, max_size=3), max_size=most_options))
    return options, bounds


@st.composite
def boards(draw: st.DrawFn) -> tuple[Sets, Bounds]:
    """Draw options and bounds: first a few items that are covered exactly once, of which each option has some."""
    cells, others = draw(st.integers(1, 6)), draw(st.integers(0, 3))
    a_bound = st.sampled_from([(1, 1), (0, 1), (2, 2), (1, 2), (0, 2), (1, 9), (0, 9), (3, 3)])
    bounds = [(1, 1)] * cells + draw(st.lists(a_bound, min_size=others, max_size=others))
    body = st.sets(st.integers(0, cells - 1), min_size=1, max_size=3)
    rest = st.sets(st.integers(cells, cells + others - 1), max_size=2) if others else st.just(set[int]())
    options = draw(st.lists(st.tuples(body, rest), max_size=10))
    return [some | more for some, more in options], bounds


def make_puzzle(
    grid: str,
    board: Collection[tuple[int, ...]],
    pieces: list[Piece],
    optional: Collection[tuple[int, ...]] = (),
    frame: Collection[tuple[int, ...]] = (),
) -> Puzzle:
    """Return a puzzle with this board, of which the `optional` cells may stay empty, and a frame."""
    cells = sorted(board)
    return Puzzle(
        name="small",
        grid=GRIDS[grid],
        board=np.array(cells, dtype=np.int64),
        optional=np.array([cell in optional for cell in cells]),
        pieces=tuple(pieces),
        frame=np.array(sorted(frame), dtype=np.int64).reshape(-1, 3),
    )


def make_piece(name: str, cells: Any, grid: Grid | str, **details: Any) -> Piece:
    """Return a piece from its steps along the grid's basis."""
    basis = (GRIDS[grid] if isinstance(grid, str) else grid).basis
    return Piece(name, np.array(sorted((np.array(cells)[:, : len(basis)] @ basis).tolist()), dtype=np.int64), **details)


def box_cells(grid: str, *sizes: int) -> list[tuple[int, ...]]:
    """Return a box of cells along the grid's basis."""
    basis = GRIDS[grid].basis
    steps = np.indices(sizes).reshape(len(sizes), -1).T
    return [tuple(cell) for cell in (steps @ basis[: len(sizes)]).tolist()]


def _box(grid: str, *sizes: int) -> list[tuple[int, ...]]:
    return [tuple(cell) for cell in GRIDS[grid].box(sizes).tolist()]


SHAPES = {  # in steps along the basis of any grid
    "mono": [(0, 0, 0)],
    "two": [(0, 0, 0), (1, 0, 0)],
    "three": [(0, 0, 0), (1, 0, 0), (2, 0, 0)],
    "corner": [(0, 0, 0), (1, 0, 0), (0, 1, 0)],
    "gap": [(0, 0, 0), (2, 0, 0)],
    "knight": [(0, 0, 0), (2, 1, 0)],
    "el": [(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0)],
    "je": [(0, 0, 0), (1, 0, 0), (2, 0, 0), (2, 1, 0)],
    "ess": [(0, 0, 0), (1, 0, 0), (1, 1, 0), (2, 1, 0)],
    "square": [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)],
    "screw": [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 1, 1)],
    "swerc": [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 0, 1)],
    "tripod": [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)],
    "up": [(0, 0, 0), (0, 0, 1)],
    "leaning": [(0, 0, 0), (1, 0, 0), (0, 0, 1)],
}


def grown(grid_name: str, size: int, seed: int) -> list[tuple[int, ...]]:
    """Return cells that hang together, the same for the same seed."""
    grid, dice = GRIDS[grid_name], Random(seed)
    cells = [grid.kinds[seed % len(grid.kinds)]]
    while len(cells) < size:
        beside = dice.choice(cells)
        cell = beside + grid.neighbours(int(grid.kind(beside)))[dice.randrange(len(grid.neighbours()))]
        if not any((cell == other).all() for other in cells):
            cells.append(cell)
    return [tuple(cell.tolist()) for cell in cells]


@cache
def shapes(grid: str) -> dict[str, Points]:
    """Return shapes by name, as cells: those of all grids, and where cells differ in kind also some that use them."""
    basis, kinds = GRIDS[grid].basis, GRIDS[grid].kinds
    flat = len(basis) == 2
    steps = {name: shape for name, shape in SHAPES.items() if not (flat and any(z for _, _, z in shape))}
    if len(kinds) == 1:
        return {name: np.array(shape)[:, : len(basis)] @ basis for name, shape in steps.items()}
    some = {f"{size}-{seed}": np.array(grown(grid, size, seed)) for size in range(1, 5) for seed in range(4)}
    whole = {name: kinds[0] + np.array(steps[name])[:, : len(basis)] @ basis for name in ("two", "corner")}
    return some | whole


_PYRAMID = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0), (0, 0, 1)]
_PYRAMID3 = [(i, j, k) for k in range(3) for i in range(3 - k) for j in range(3 - k)]
_TETRAHEDRON = [(0, 0, 0), (1, 0, 0), (0, 0, 1), (0, -1, 1)]
BOARDS: dict[str, list[list[tuple[int, ...]]]] = {
    "square": [
        *(box_cells("square", *sizes) for sizes in ((1, 4), (2, 2), (2, 3), (2, 4), (3, 3), (3, 4), (2, 5))),
        [cell for cell in box_cells("square", 3, 3) if cell != (1, 1, 0)],
        [(1, 0, 0), (0, 1, 0), (1, 1, 0), (2, 1, 0), (1, 2, 0)],
    ],
    "cubic": [
        *(box_cells("cubic", *sizes) for sizes in ((2, 2, 2), (1, 2, 3), (2, 2, 3), (3, 3, 1), (2, 1, 4))),
        [(1, 1, 0), (0, 1, 1), (1, 0, 1), (1, 1, 1), (2, 1, 1), (1, 2, 1), (1, 1, 2)],
    ],
    "fcc": [
        box_cells("fcc", 2, 3, 1),
        box_cells("fcc", 3, 3, 1),
        box_cells("fcc", 2, 2, 2),
        *(
            [tuple(cell) for cell in (np.array(steps) @ GRIDS["fcc"].basis).tolist()]
            for steps in (_PYRAMID, _PYRAMID3, _TETRAHEDRON)
        ),
        [(1, 0, 1), (-1, 0, 1), (0, 1, 1), (0, -1, 1), (0, 0, 0), (0, 0, 2)],  # an octahedron
        [(0, 0, 0), (1, 1, 0), (1, 0, 1), (0, 1, -1), (0, -1, 1), (-1, 0, -1), (-1, -1, 0)],  # a hexagon in a plane
    ],
    "hexagonal": [
        *(box_cells("hexagonal", *sizes) for sizes in ((1, 4), (2, 2), (2, 3), (3, 3), (2, 5))),
        [(0, 0, 0), (1, 0, 0), (0, 1, 0), (-1, 1, 0), (-1, 0, 0), (0, -1, 0), (1, -1, 0)],
        [(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0), (1, 1, 0), (0, 2, 0)],  # a triangle
    ],
    "triangular": [
        _box("triangular", 1, 3),
        _box("triangular", 2, 2),
        [(0, 0, 0), (0, 0, 1), (1, 0, 0), (0, 1, 0)],  # triangles of side 2 and 3
        [(x, y, z) for x in range(3) for y in range(3) for z in range(2) if x + y + z < 3],
        [(0, 0, 0), (-1, 0, 1), (-1, 0, 0), (-1, -1, 1), (0, -1, 0), (0, -1, 1)],  # a hexagon
    ],
    "prisms": [
        [(x, 0, z) for x in range(4) for z in range(2)],
        [(x, y, z) for x, y in ((0, 0), (1, 0), (2, 0), (1, 1)) for z in range(2)],
        [(x, y, z) for x in range(3) for y in range(2) for z in range(2)],  # a hexagon
    ],
    "rhombic": [
        [(1, 2, 4), (3, 2, 4), (2, 1, 4), (2, 3, 4)],  # a pyramid on a face of a cube, and two of them
        [(x, y, z) for x, y in ((1, 2), (3, 2), (2, 1), (2, 3)) for z in (4, 5)],
        grown("rhombic", 10, 7),
    ],
    "tetra-octa": [
        [(x, y, z) for x in (2, 3) for y in (2, 3) for z in (2, 3)],  # an octahedron, and a cube
        [(1, 1, 1), (2, 0, 0), (0, 2, 0), (0, 0, 2), (2, 2, 2)],
        grown("tetra-octa", 10, 7),
    ],
}


@st.composite
def puzzles(draw: st.DrawFn, grids: tuple[str, ...] = ()) -> Puzzle:
    """Draw a puzzle with symmetric or damaged boards, optional cells, chiral and repeated pieces."""
    grid = draw(st.sampled_from(grids or sorted(BOARDS)))
    board = draw(st.sampled_from(BOARDS[grid]))
    missing = draw(st.one_of(st.just(set[tuple[int, ...]]()), st.sets(st.sampled_from(board), max_size=2)))
    cells = [cell for cell in board if cell not in missing] or board
    optional = draw(
        st.one_of(
            st.just(set[tuple[int, ...]]()),
            st.just(set(cells)),
            st.sets(st.sampled_from(cells), max_size=3),
        )
    )
    chosen = draw(st.lists(st.sampled_from(sorted(shapes(grid))), min_size=1, max_size=3))
    sides = draw(st.sampled_from([st.just(True), st.just(False), st.booleans()]))
    pieces = []
    for number, name in enumerate(chosen):
        least, most = draw(st.sampled_from([(1, 1), (1, 1), (0, 1), (2, 2), (0, 2), (1, 2)]))
        details: dict[str, Any] = {"min": least, "max": most, "mirror": draw(sides)}
        cells_of_it = np.array(sorted(shapes(grid)[name].tolist()))
        pieces.append(Piece(f"{name}{number}", cells_of_it, **details))
    if len(cells) > 8 and sum(piece.max for piece in pieces) > 4:
        pieces = pieces[:2]
    puzzle = make_puzzle(grid, cells, pieces, optional)
    if puzzle.impossible() and draw(st.integers(0, 3)):  # most of the time there should be a solution
        puzzle = make_puzzle(grid, cells, pieces, cells)
    if len(cells) > 6:  # one puzzle in twenty has up to a hundred thousand, which brute force takes minutes for
        assume((satpuzzle.count(puzzle).raw or 0) <= _MOST)
    return puzzle
