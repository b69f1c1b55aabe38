"""Instances for measurements: boxes, mutilated boxes, growing families, and random instances."""

from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from math import prod

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.colours import Coloured
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.placements import place
from satpuzzle.cover.reasons import colouring
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.grids import GRIDS, Points
from satpuzzle.puzzle.library import load
from satpuzzle.puzzle.model import Piece, Puzzle
from satpuzzle.puzzle.polyforms import polyforms

_FLAT, _SOLID = (
    "pentominoes-6x10",
    "solid-pentominoes-2x5x6",
)  # which have the twelve, that may be turned over, and solid


def box(name: str, sides: Sequence[int], pieces: Iterable[Piece], without: Collection[tuple[int, ...]] = ()) -> Puzzle:
    """Return a puzzle whose board is a rectangle or a box (two or three `sides`) without some of its cells.

    Raises PuzzleError for another number of sides.
    """
    if len(sides) not in (2, 3):
        raise PuzzleError(f"{len(sides)} sides: a box has 2 or 3")
    cells = [cell for cell in product(*map(range, sides)) if cell not in without]
    board = np.array([(*cell, 0)[:3] for cell in cells], np.int64)
    grid = GRIDS["square" if len(sides) == 2 else "cubic"]
    return Puzzle(name, grid, board, np.zeros(len(board), np.bool_), tuple(pieces))


def copies(name: str, cells: Sequence[tuple[int, ...]], count: int) -> Piece:
    """Return a piece with these cells and so many copies."""
    return Piece(name, np.array([(*cell, 0, 0)[:3] for cell in cells], np.int64), minimum=count, maximum=count)


def filled(name: str, sides: Sequence[int], cells: Sequence[tuple[int, ...]], without: int | None = None) -> Puzzle:
    """Return a box to be filled with copies of one piece; `without` is the number of removed corners.

    The removed corners have the same colour on a chessboard.
    """
    corners = [corner for corner in product(*((0, side - 1) for side in sides)) if sum(corner) % 2 == 0]
    cut = corners[: without or 0]
    count = (prod(sides) - len(cut)) // len(cells)
    return box(
        f"{name}-{'x'.join(map(str, sides))}{f'-less-{len(cut)}' * bool(cut)}", sides, [copies(name, cells, count)], cut
    )


DOMINO = ((0, 0), (1, 0))
I3 = ((0, 0), (1, 0), (2, 0))
L5 = ((0, 0), (1, 0), (2, 0), (3, 0), (3, 1))
N5 = ((0, 0), (1, 0), (2, 0), (2, 1), (3, 1))
P5 = ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2))
Y5 = ((0, 0), (1, 0), (2, 0), (3, 0), (1, 1))


def generated(count: int, seed: int = 0, sizes: Sequence[int] = (5, 6, 7, 8)) -> list[Puzzle]:
    """Return random puzzles, alternately with one and two layers of five rows, to be filled with random pentominoes.

    Pieces may occur more than once; otherwise few of the puzzles would have a solution.
    """
    dice = np.random.default_rng(seed)
    kinds = [load(_FLAT).pieces, load(_SOLID).pieces]
    found = []
    for number in range(count):
        solid = number % 2 == 1
        size = 2 * (int(dice.choice(sizes)) // 2) if solid else int(dice.choice(sizes))
        drawn, many = np.unique(dice.integers(12, size=size), return_counts=True)
        pieces = [
            replace(kinds[solid][kind], minimum=times, maximum=times)
            for kind, times in zip(drawn.tolist(), many.tolist(), strict=True)
        ]
        sides = (2, 5, size // 2) if solid else (5, size)
        found.append(box(f"random-{number:02}", sides, pieces))
    return found


# The study "SAT or exact cover?": four classes, each numbered from 0; the same number is always the same instance.


def pentomino_subset(number: int) -> ExactCover:
    """Return a rectangle of 5×9 or 5×10 in turn and as many different pentominoes as fill it, drawn at random.

    They may be turned over.  Of the draws the first that has a solution is taken.
    """
    from satpuzzle.api import solve

    dice, size = np.random.default_rng((1, number)), 9 + number % 2
    kinds = load(_FLAT).pieces
    while True:
        drawn = np.sort(dice.choice(12, size, replace=False)).tolist()
        puzzle = box(f"pentominoes-{number:02}", (5, size), [kinds[kind] for kind in drawn])
        if solve(puzzle, limit=1).exhaust().raw:
            return ExactCover.of(puzzle, place(puzzle))


def mutilated(number: int) -> ExactCover:
    """Return a board that a colouring shows to have no packing, of dominoes or straight trominoes in turn.

    Dominoes: sides from 7 to 13, with an even number of cells, of which two of one colour, drawn at random, are cut
    out.  Trominoes: sides from 10 to 16, of which the least number of cells, at least one, that leaves a multiple of
    three is cut out at random.  Of the draws the first that a colouring modulo 2 or 3 forbids is taken, unless a cell
    is left that nothing can cover.  Items are the cells alone.
    """
    dice = np.random.default_rng((2, number))
    cells, least, most = ((I3, 10, 17), (DOMINO, 7, 14))[number % 2 == 0]
    while True:
        sides = dice.integers(least, most, 2).tolist()
        area = prod(sides)
        cut = 2 if cells == DOMINO else (area % 3 or 3)
        gone = {divmod(int(cell), sides[1]) for cell in dice.choice(area, cut, replace=False)}
        if (area - cut) % len(cells):
            continue
        cover = cells_of(box("mutilated", sides, [copies("it", cells, (area - cut) // len(cells))], gone))
        if cover.hopeless() is None and colouring(cover, moduli=(2, 3)) is not None:
            return cover


def random_sets(number: int) -> ExactCover:
    """Return 60 items and 240 different options of four, or 70 items and 350 of five, in turn, drawn at random."""
    dice = np.random.default_rng((3, number))
    items, many, size = ((60, 240, 4), (70, 350, 5))[number % 2]
    drawn: set[tuple[int, ...]] = set()
    while len(drawn) < many:
        drawn.add(tuple(np.sort(dice.choice(items, size, replace=False)).tolist()))
    return ExactCover.of_sets(sorted(drawn), [(1, 1)] * items)


def pentacube_subset(number: int) -> ExactCover:
    """Return a box of 2×4×5 and eight of the 29 pentacubes, drawn at random; it may have solutions or none."""
    dice = np.random.default_rng((4, number))
    drawn = np.sort(dice.choice(29, 8, replace=False)).tolist()
    pieces = [copies(f"{kind:02}", pentacubes()[kind], 1) for kind in drawn]
    puzzle = box(f"pentacubes-{number:02}", (2, 4, 5), pieces)
    return ExactCover.of(puzzle, place(puzzle))


STUDY = {
    "pentominoes": pentomino_subset,
    "mutilated": mutilated,
    "random": random_sets,
    "pentacubes": pentacube_subset,
}


def edge_matching(columns: int, rows: int, colours: int, seed: int = 0) -> ExactCover:
    """Return square tiles that fill a rectangle so that edges match; they may be turned, and the border is free.

    A filled rectangle is drawn and its tiles are mixed, so there is a solution.  Items are the cells, the tiles and the
    edges inside, whose colours must agree.  A tile that looks the same after a turn has fewer options.
    """
    dice = np.random.default_rng((5, columns, rows, colours, seed))
    across = dice.integers(colours, size=(rows + 1, columns)).tolist()  # edges between rows, and the border's
    along = dice.integers(colours, size=(rows, columns + 1)).tolist()
    cells = [*product(range(rows), range(columns))]
    tiles = [(across[y][x], along[y][x + 1], across[y + 1][x], along[y][x]) for y, x in cells]
    options: list[list[Hashable]] = []
    for number, drawn in enumerate(dice.permutation(len(tiles)).tolist()):
        turned = {tiles[drawn][turn:] + tiles[drawn][:turn] for turn in range(4)}
        for (y, x), tile in product(cells, sorted(turned)):
            edges = (("across", y, x), ("along", y, x + 1), ("across", y + 1, x), ("along", y, x))
            inside = (y > 0, x + 1 < columns, y + 1 < rows, x > 0)
            painted = [Coloured(edge, hue) for edge, hue, kept in zip(edges, tile, inside, strict=True) if kept]
            options.append([("cell", y, x), ("tile", number), *painted])
    bounds: dict[Hashable, tuple[int, int]] = {("cell", y, x): (1, 1) for y, x in cells}
    bounds |= {("tile", number): (1, 1) for number in range(len(tiles))}
    bounds |= {entry.item: (0, 1) for option in options for entry in option if isinstance(entry, Coloured)}
    cover = ExactCover.of_sets(options, bounds)
    count = len(cells)
    return replace(cover, families={"cells": range(count), "pieces": range(count, 2 * count)})


def cells_of(puzzle: Puzzle) -> ExactCover:
    """Return the cover of a puzzle with one kind of piece, whose number follows from volumes: its items are cells."""
    cover, cells = ExactCover.of(puzzle, place(puzzle)), len(puzzle.board)
    options = [[item for item in cover.items_of(option).tolist() if item < cells] for option in range(len(cover.rows))]
    return ExactCover.of_sets(options, [(1, 1)] * cells)


@cache
def pentacubes() -> list[tuple[tuple[int, ...], ...]]:
    """Return the 29 pentacubes as cells, mirror images told apart, in lexicographic order of their least images."""
    grid = GRIDS["cubic"]
    return sorted(_least(cells, grid.motions()) for cells in polyforms(5, grid, one_sided=True))


def _least(cells: Points, turns: NDArray[np.int64]) -> tuple[tuple[int, ...], ...]:
    images = cells @ turns.transpose(0, 2, 1)
    images -= images.min(axis=1, keepdims=True)
    return min(tuple(sorted(map(tuple, image))) for image in images.tolist())
