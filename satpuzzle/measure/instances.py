"""Instances for measurements: boxes, mutilated boxes, growing families, and random instances."""

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from math import prod

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.colours import Coloured
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.from_puzzle import cover_of
from satpuzzle.cover.placements import place
from satpuzzle.cover.reasons import colouring
from satpuzzle.errors import PuzzleError, closest
from satpuzzle.measure.designs import DESIGNS
from satpuzzle.puzzle.grids import GRIDS, Points
from satpuzzle.puzzle.library import load
from satpuzzle.puzzle.model import Piece, Puzzle
from satpuzzle.puzzle.polyforms import polyforms

# puzzles that have the twelve pentominoes, flat (they may be turned over) and solid
_FLAT, _SOLID = "pentominoes-6x10", "solid-pentominoes-2x5x6"


def box(name: str, sides: Sequence[int], pieces: Iterable[Piece], without: Collection[tuple[int, ...]] = ()) -> Puzzle:
    """Return a puzzle whose board is a rectangle or a box, given by two or three `sides`, without some cells.

    Raises PuzzleError for another number of sides.
    """
    if len(sides) not in (2, 3):
        raise PuzzleError(f"{len(sides)} sides: a box has 2 or 3")
    cells = [cell for cell in product(*map(range, sides)) if cell not in without]
    board = np.array([(*cell, 0)[:3] for cell in cells], np.int64)
    grid = GRIDS["square" if len(sides) == 2 else "cubic"]
    return Puzzle(name, grid, board, np.zeros(len(board), np.bool_), tuple(pieces))


def copies(name: str, cells: Sequence[tuple[int, ...]], count: int) -> Piece:
    """Return a piece with these cells, of which `count` copies must be used."""
    return Piece(name, np.array([(*cell, 0, 0)[:3] for cell in cells], np.int64), min=count, max=count)


def filled(name: str, sides: Sequence[int], cells: Sequence[tuple[int, ...]], without: int | None = None) -> Puzzle:
    """Return the puzzle of filling a box with copies of one piece, after `without` corners of the box were removed.

    All removed corners have the same chessboard colour.
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
    """Return `count` boxes with random pentominoes to fill them, alternately with one and two layers of five rows.

    The number of pieces of a box is drawn from `sizes`.  Pieces may occur more than once; otherwise few of the puzzles
    would have a solution.
    """
    dice = np.random.default_rng(seed)
    kinds = [load(_FLAT).pieces, load(_SOLID).pieces]
    found = []
    for number in range(count):
        solid = number % 2 == 1
        size = 2 * (int(dice.choice(sizes)) // 2) if solid else int(dice.choice(sizes))
        drawn, many = np.unique(dice.integers(12, size=size), return_counts=True)
        pieces = [
            replace(kinds[solid][kind], min=times, max=times)
            for kind, times in zip(drawn.tolist(), many.tolist(), strict=True)
        ]
        sides = (2, 5, size // 2) if solid else (5, size)
        found.append(box(f"random-{number:02}", sides, pieces))
    return found


# The study "SAT or exact cover?": four classes, each numbered from 0; the same number is always the same instance.


def pentomino_subset(number: int) -> ExactCover:
    """Return the cover of a rectangle to be filled with different pentominoes; `number` is the seed of their choice.

    The rectangle is 5×9 if `number` is even and 5×10 if it is odd.  Pieces may be turned over.  Sets of 9 or 10 pieces
    are drawn until one has a solution.
    """
    from satpuzzle.api import solve

    dice, size = np.random.default_rng((1, number)), 9 + number % 2
    kinds = load(_FLAT).pieces
    while True:
        drawn = np.sort(dice.choice(12, size, replace=False)).tolist()
        puzzle = box(f"pentominoes-{number:02}", (5, size), [kinds[kind] for kind in drawn])
        if solve(puzzle, limit=1).exhaust().raw:
            return cover_of(puzzle, place(puzzle))


def mutilated(number: int) -> ExactCover:
    """Return the cover of a board that dominoes (if `number` is even) or straight trominoes (if it is odd) cannot fill.

    `number` is also the seed.  Boards are drawn at random until a colouring modulo 2 or 3 proves that there is no
    packing, and every cell has a placement.  For dominoes, the sides are from 7 to 13, the number of cells is even, and
    two cells are cut out.  For trominoes, the sides are from 10 to 16, and one to three cells are cut out so that a
    multiple of three is left.  The items are the cells.
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
    """Return a random cover; `number` is the seed.

    It has 60 items and 240 options of 4 items or, if `number` is odd, 70 items and 350 options of 5 items.
    """
    dice = np.random.default_rng((3, number))
    items, many, size = ((60, 240, 4), (70, 350, 5))[number % 2]
    drawn: set[tuple[int, ...]] = set()
    while len(drawn) < many:
        drawn.add(tuple(np.sort(dice.choice(items, size, replace=False)).tolist()))
    return ExactCover.of_sets(sorted(drawn), [(1, 1)] * items)


def pentacube_subset(number: int) -> ExactCover:
    """Return the cover of a 2×4×5 box with eight random ones of the 29 pentacubes; it may have no solution."""
    dice = np.random.default_rng((4, number))
    drawn = np.sort(dice.choice(29, 8, replace=False)).tolist()
    pieces = [copies(f"{kind:02}", pentacubes()[kind], 1) for kind in drawn]
    puzzle = box(f"pentacubes-{number:02}", (2, 4, 5), pieces)
    return cover_of(puzzle, place(puzzle))


STUDY = {
    "pentominoes": pentomino_subset,
    "mutilated": mutilated,
    "random": random_sets,
    "pentacubes": pentacube_subset,
}


def edge_matching(columns: int, rows: int, colours: int, seed: int = 0) -> ExactCover:
    """Return the cover of an edge-matching puzzle: square tiles fill a rectangle so that edges that meet are alike.

    Tiles may be turned, and edges on the border may have any colour.  The tiles are those of a random filled rectangle,
    so there is a solution.  The items are the cells, the tiles, and the edges inside, which have colours.  A tile that
    looks the same after a turn has fewer options.
    """
    dice = np.random.default_rng((5, columns, rows, colours, seed))
    across = dice.integers(colours, size=(rows + 1, columns)).tolist()  # horizontal edges, those on the border included
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


# Families that grow with one number.

GROWING: dict[str, Callable[[int], Puzzle | ExactCover]] = {
    "dominoes": lambda size: filled("dominoes", (size, size), DOMINO),
    "mutilated": lambda size: filled("mutilated", (size, size), DOMINO, without=2),
    "trominoes": lambda size: filled("trominoes", (size, size), ((0, 0), (1, 0), (0, 1))),
    "y-rectangle": lambda size: filled("y-rectangle", (5, size), Y5),
    "edge-matching": lambda size: edge_matching(size, size, 2 * size),
    **{f"study-{name}": make for name, make in STUDY.items()},
    **DESIGNS,
}


def check_grows(family: str) -> None:
    """Raise PuzzleError if there is no such growing family."""
    if family not in GROWING:
        raise PuzzleError(f"family {family}{closest(family, GROWING)}: choose from {', '.join(GROWING)}")


def grown(family: str, size: int) -> ExactCover:
    """Return the cover of the member of a growing family that has this size; the whole one, without restrictions.

    Raises PuzzleError if there is no such family or member.
    """
    check_grows(family)
    try:
        found = GROWING[family](size)
        cover = found if isinstance(found, ExactCover) else cover_of(found, place(found))
    except ValueError:  # no piece has room, or no number of copies is left
        cover = ExactCover.of_sets([])
    if not len(cover.names):
        raise PuzzleError(f"family {family}: has no member of the size {size}")
    return cover


def cells_of(puzzle: Puzzle) -> ExactCover:
    """Return the cover of a puzzle with one kind of piece, with only the cells as items.

    The piece needs no item, since its number of copies follows from the volumes.
    """
    cover, cells = cover_of(puzzle, place(puzzle)), len(puzzle.board)
    options = [[item for item in cover.items_of(option).tolist() if item < cells] for option in range(len(cover.rows))]
    return ExactCover.of_sets(options, [(1, 1)] * cells)


@cache
def pentacubes() -> list[tuple[tuple[int, ...], ...]]:
    """Return the cells of each of the 29 one-sided pentacubes, sorted by their least images under rotations."""
    grid = GRIDS["cubic"]
    return sorted(_least(cells, grid.motions()) for cells in polyforms(5, grid, one_sided=True))


def _least(cells: Points, turns: NDArray[np.int64]) -> tuple[tuple[int, ...], ...]:
    images = cells @ turns.transpose(0, 2, 1)
    images -= images.min(axis=1, keepdims=True)
    return min(tuple(sorted(map(tuple, image))) for image in images.tolist())
