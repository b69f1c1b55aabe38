"""The exact cover of a puzzle."""

import numpy as np

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover import bits
from satpuzzle.cover.colours import UNBOUNDED, Colours
from satpuzzle.cover.edges import sides_of
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.placements import Placements, packed
from satpuzzle.cover.ruled import Ruled
from satpuzzle.puzzle.model import Puzzle


def cover_of(
    puzzle: Puzzle, placements: Placements, clock: Clock = UNLIMITED, ruled: Ruled | None = None
) -> ExactCover:
    """Return the cover of a puzzle: its items are the board's cells, the pieces, and edges of tiles or items of rules.

    `ruled` has the items of its rules, if they are not the puzzle's own.  Raises Stopped if the clock stops.
    """
    cells, pieces = len(puzzle.board), len(puzzle.pieces)
    words = -(-(cells + pieces) // 64)
    rows = packed(cells + placements.piece[:, None], words)
    rows[:, : placements.cells.shape[1]] |= placements.cells
    names = [f"{x},{y},{z}" for x, y, z in clock.each(puzzle.board.tolist())]
    names += [piece.name for piece in puzzle.pieces]
    families, colours = {"cells": range(cells), "pieces": range(cells, cells + pieces)}, Colours()
    further: list[str] = []
    bounds: list[tuple[int, int]] = []
    ruled = ruled or Ruled.of(puzzle)
    if puzzle.tiled or len(ruled):
        cells_rows = rows
        if puzzle.tiled:
            where = bits.from_words(placements.cells, cells).argmax(axis=1)
            further, colours, rows = sides_of(puzzle, where, placements.sides, cells + pieces, clock)
            bounds = [(0, UNBOUNDED)] * len(further)
        else:
            further, bounds = ruled.names, ruled.bounds
            colours, rows = ruled.rows(placements, cells + pieces, clock)
        rows[:, :words] |= cells_rows
        names = names + further
        families["edges" if puzzle.tiled else "rules"] = range(cells + pieces, len(names))
    low, high = np.array(bounds, np.int64).reshape(-1, 2).T
    return ExactCover(
        names=tuple(names),
        lower=np.concatenate([~puzzle.optional, [piece.min for piece in puzzle.pieces], low]).astype(np.int64),
        upper=np.concatenate([[1] * cells, [piece.max for piece in puzzle.pieces], high]).astype(np.int64),
        rows=rows,
        families=families,
        colours=colours,
        live=np.ones(len(rows), np.bool_),
    )
