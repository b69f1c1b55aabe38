"""Boards whose parts are moved each by itself, for checkers only: a second enumeration of their symmetries.

A part is a set of cells that faces connect.  A symmetry maps each part to a part, by an isometry of the grid for each;
in some parts it may be a reflection, and pieces that lie there become their mirror images.  The search has
`cover/separate.py`.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from satpuzzle.clock import Clock
from satpuzzle.proofs.check.motions import Cell, group_of, images, turns_of
from satpuzzle.proofs.check.rules._touching import touching
from satpuzzle.puzzle.grids import Grid
from satpuzzle.puzzle.model import Puzzle


@dataclass(frozen=True)
class Move:
    """An isometry that maps the cells of one part to those of another, by their numbers."""

    cells: dict[int, int]
    rotation: bool


def parts_of(grid: Grid, board: list[Cell]) -> list[list[int]]:
    """Return the numbers of the cells of each part of a board, ascending."""
    beside = dict(touching(grid, board))
    number = {cell: index for index, cell in enumerate(board)}
    left, found = set(board), []
    for cell in board:
        waiting, part = [cell] if cell in left else [], []
        left.discard(cell)
        while waiting:
            part.append(waiting.pop())
            near = left.intersection(beside[part[-1]])
            left -= near
            waiting += near
        if part:
            found.append(sorted(number[each] for each in part))
    return found


def symmetries(puzzle: Puzzle, board: list[Cell], kinds: list[object], clock: Clock) -> Iterator[list[Move]]:
    """Yield each symmetry as a move of each part; cells are mapped to cells of the same kind.

    Two moves of the cells of a part are one if they map each cell to the same cell, a rotation if one of them is.
    """
    parts, grid = parts_of(puzzle.grid, board), puzzle.grid
    turns = turns_of(grid, all(piece.mirror for piece in puzzle.pieces))
    found: list[list[Move]] = []
    for part in parts:
        moves: dict[tuple[int, ...], bool] = {}
        for other in (each for each in parts if len(each) == len(part)):
            number = {board[cell]: cell for cell in other}
            for rotation, some in ((True, turns), (False, group_of(grid))):
                for image in images(grid, [board[cell] for cell in part], [*number], some, clock, not rotation):
                    to = tuple(number[cell] for cell in image)
                    if all(kinds[a] == kinds[b] for a, b in zip(part, to, strict=True)):
                        moves[to] = moves.get(to, False) or rotation
        found.append([Move(dict(zip(part, to, strict=True)), turned) for to, turned in sorted(moves.items())])

    def several(before: list[Move], taken: set[int]) -> Iterator[list[Move]]:
        if len(before) == len(found):
            yield before
            return
        for move in found[len(before)]:
            clock.check()
            if not taken.intersection(move.cells.values()):
                yield from several([*before, move], taken.union(move.cells.values()))

    yield from several([], set())
