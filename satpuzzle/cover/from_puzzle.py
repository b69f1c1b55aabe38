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

    If the number of empty cells is counted, the placements without a piece are those of one more piece.  `ruled` has
    the items of the puzzle's rules, if they are not its own.  Raises Stopped if the clock stops.
    """
    cells, empties = len(puzzle.board), puzzle.empties
    pieces = [(piece.name, piece.min, piece.max) for piece in puzzle.pieces]
    pieces += [("empty", *empties)] if empties is not None and empties[1] else []
    words = -(-(cells + len(pieces)) // 64)
    rows = packed(cells + placements.piece[:, None] % len(pieces), words)
    rows[:, : placements.cells.shape[1]] |= placements.cells
    names = [f"{x},{y},{z}" for x, y, z in clock.each(puzzle.board.tolist())]
    names += [name for name, *_ in pieces]
    families, colours = {"cells": range(cells), "pieces": range(cells, cells + len(pieces))}, Colours()
    if len(placements.empties):
        families["empty"] = families["pieces"][-1:]
    further: list[str] = []
    bounds: list[tuple[int, int]] = []
    ruled = ruled or Ruled.of(puzzle)
    if puzzle.tiled or len(ruled):
        cells_rows = rows
        if puzzle.tiled:
            where = bits.from_words(placements.cells, cells).argmax(axis=1)
            further, colours, rows = sides_of(puzzle, where, placements.sides, cells + len(pieces), clock)
            bounds = [(0, UNBOUNDED)] * len(further)
        else:
            further, bounds = ruled.names, ruled.bounds
            colours, rows = ruled.rows(placements, cells + len(pieces), clock)
        rows[:, :words] |= cells_rows
        names = names + further
        families["edges" if puzzle.tiled else "rules"] = range(cells + len(pieces), len(names))
    low, high = np.array([each[1:] for each in pieces] + bounds, np.int64).T
    return ExactCover(
        names=tuple(names),
        lower=np.concatenate([~puzzle.optional | (empties is not None), low]).astype(np.int64),
        upper=np.concatenate([[1] * cells, high]).astype(np.int64),
        rows=rows,
        families=families,
        colours=colours,
        live=np.ones(len(rows), np.bool_),
    )
