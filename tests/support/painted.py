"""Packings of coloured pieces the slow way: a piece in its place is a set of cells, each with its colour."""

import random
from collections.abc import Iterator

import numpy as np
from brute_force import solutions
from by_hand import CARRIES, Cell, cells_of, turned

from satpuzzle.puzzle.grids import GRIDS
from satpuzzle.puzzle.model import Piece, Puzzle

Painted = frozenset[tuple[Cell, int]]
Packing = frozenset[tuple[str, Painted]]
BOXES = {"cubic": [(4, 2, 1), (3, 3, 1), (2, 2, 2), (5, 1, 1)], "prisms": [(6, 1, 1), (3, 2, 1)]}


def painted_puzzle(seed: int) -> Puzzle:
    """Return a puzzle with colours that has solutions if its colours do not forbid them all."""
    dice = random.Random(seed)
    name = dice.choice(["cubic", "cubic", "cubic", "prisms"])
    board = cells_of(np.argwhere(np.ones(dice.choice(BOXES[name]))).tolist())
    left, pieces = list(board), list[Piece]()
    while left:
        cells = [left.pop(dice.randrange(len(left)))]
        size = dice.randint(1, 3)
        while len(cells) < size and (near := [b for b in left if any(_distance(a, b) == 1 for a in cells)]):
            cells.append(near[dice.randrange(len(near))])
            left.remove(cells[-1])
        hues = [dice.choice([0, 1, 1, 2]) for _ in cells] if dice.random() < 0.8 else []
        number = dice.randint(1, 2) if dice.random() < 0.3 else 1
        pieces.append(Piece(f"P{len(pieces)}", np.array(cells), int(number == 1), number, colours=np.array(hues, int)))
    below = [dice.choice([0, 1, 1, 2]) for _ in board] if dice.random() < 0.5 else []
    pairs = frozenset((a, b) for a in (1, 2) for b in (1, 2) if dice.random() < 0.8)
    free = np.array([dice.random() < 0.2 for _ in board])
    return Puzzle(
        f"seed {seed}", GRIDS[name], np.array(board), free, tuple(pieces), colours=np.array(below, int), pairs=pairs
    )


def painted_packings(puzzle: Puzzle) -> list[Packing]:
    """Return all packings on the fixed board."""
    board = cells_of(puzzle.board.tolist())
    options = [(number, lying) for number, places in enumerate(_places(puzzle)) for lying in places]
    sets = [{board.index(cell) for cell, _ in lying} | {len(board) + number} for number, lying in options]
    bounds = [(int(not free), 1) for free in puzzle.optional] + [(p.min, p.max) for p in puzzle.pieces]
    return [
        frozenset((puzzle.pieces[options[at][0]].name, options[at][1]) for at in chosen)
        for chosen in solutions(sets, bounds)
    ]


def painted_counts(puzzle: Puzzle) -> tuple[int, int, int]:
    """Return how many packings there are on the fixed board, up to rotations and up to isometries."""
    packings = painted_packings(puzzle)
    keep = {piece.name: piece.name for piece in puzzle.pieces}
    turns = [*_moves(puzzle, mirror=False)]
    others = [(moves, _mirrors(puzzle, moves)) for moves in _moves(puzzle, mirror=True) if moves not in turns]
    rotations = [(moves, keep) for moves in turns]
    isometries = rotations + [(moves, names) for moves, names in others if names is not None]
    return len(packings), _classes(packings, rotations), _classes(packings, isometries)


def _classes(packings: list[Packing], elements: list[tuple[dict[Cell, Cell], dict[str, str]]]) -> int:
    return len(
        {
            frozenset(
                frozenset((names[name], _moved(lying, moves)) for name, lying in packing) for moves, names in elements
            )
            for packing in packings
        }
    )


def _moved(lying: Painted, moves: dict[Cell, Cell]) -> Painted:
    return frozenset((moves[cell], hue) for cell, hue in lying)


def _hues(cells: int, hues: list[int]) -> list[int]:
    return hues or [0] * cells


def _places(puzzle: Puzzle) -> list[set[Painted]]:
    below = dict(zip(cells_of(puzzle.board.tolist()), _hues(len(puzzle.board), puzzle.colours.tolist()), strict=True))
    pairs = puzzle.pairs or frozenset()
    found = []
    for piece in puzzle.pieces:
        cells, hues = cells_of(piece.cells.tolist()), _hues(len(piece.cells), piece.colours.tolist())
        lying = (zip(image, hues, strict=True) for image in _images(cells, puzzle, mirror=False))
        places = {frozenset(place) for place in lying}
        found.append({p for p in places if all(not a or not below[c] or (a, below[c]) in pairs for c, a in p)})
    return found


def _images(cells: tuple[Cell, ...], puzzle: Puzzle, mirror: bool) -> Iterator[tuple[Cell, ...]]:
    """Yield where each of some cells can lie on the board."""
    board, carries = cells_of(puzzle.board.tolist()), CARRIES.get(puzzle.grid.name, _anywhere)
    for image in turned(cells, puzzle.grid.name, turn_over=True, mirror=mirror):
        for target in board:
            step = tuple(t - s for s, t in zip(image[0], target, strict=True))
            moved = tuple(tuple(x + s for x, s in zip(cell, step, strict=True)) for cell in image)
            if carries(step) and set(moved) <= set(board):
                yield moved


def _moves(puzzle: Puzzle, mirror: bool) -> Iterator[dict[Cell, Cell]]:
    """Yield the isometries of the board, with its optional cells and its colours, as maps of cells."""
    board = cells_of(puzzle.board.tolist())
    hues = _hues(len(board), puzzle.colours.tolist())
    kind = dict(zip(board, zip(puzzle.optional.tolist(), hues, strict=True), strict=True))
    for image in set(_images(board, puzzle, mirror)):
        moves = dict(zip(board, image, strict=True))
        if all(kind[cell] == kind[there] for cell, there in moves.items()):
            yield moves


def _mirrors(puzzle: Puzzle, moves: dict[Cell, Cell]) -> dict[str, str] | None:
    """Return which piece each becomes in a reflection, itself if possible; None if one has no mirror image."""
    places = dict(zip((piece.name for piece in puzzle.pieces), _places(puzzle), strict=True))
    bounds = {piece.name: (piece.min, piece.max) for piece in puzzle.pieces}
    names: dict[str, str] = {}
    for name in places:
        image = {_moved(lying, moves) for lying in places[name]}
        like = [p for p in places if places[p] == image and bounds[p] == bounds[name] and p not in names.values()]
        if not like:
            return None
        names[name] = name if name in like else like[0]
    return names


def _distance(a: Cell, b: Cell) -> int:
    return sum(abs(x - y) for x, y in zip(a, b, strict=True))


def _anywhere(step: Cell) -> bool:
    return True


def restricting(puzzle: Puzzle) -> bool:
    """Tell whether colours of cells restrict where pieces may lie: cells have them, and not all pairs are allowed."""
    painted = puzzle.colours.any() or any(piece.colours.any() for piece in puzzle.pieces)
    return bool(painted) and puzzle.pairs is not None
