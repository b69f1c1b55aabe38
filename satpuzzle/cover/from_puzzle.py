"""The exact cover of a puzzle."""

import numpy as np

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.colours import Colours
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.further import Further
from satpuzzle.cover.placements import Placements, packed
from satpuzzle.cover.ruled import Ruled
from satpuzzle.cover.weights import Weights
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.model import Puzzle


def further_of(puzzle: Puzzle) -> Further:
    """Return the items beyond cells and pieces: edges of tiles, or items of rules."""
    if not puzzle.tiled:
        return Ruled.of(puzzle)
    from satpuzzle.cover.edges import Edges  # few puzzles have tiles

    return Edges.of(puzzle)


def cover_of(
    puzzle: Puzzle, placements: Placements, clock: Clock = UNLIMITED, further: Further | None = None
) -> ExactCover:
    """Return the cover of a puzzle: its items are the board's cells, the pieces, and edges of tiles or items of rules.

    If the number of empty cells is counted, the placements without a piece are those of one more piece.  `further`
    has the items beyond these, if they are not the puzzle's own.  Raises PuzzleError if the puzzle has a rule that
    judges whole packings, which is no part of a cover, and Stopped if the clock stops.
    """
    for rule in puzzle.filters:
        raise PuzzleError(f"{puzzle.name}: an exact cover cannot express this: {rule}")
    return unfiltered(puzzle, placements, clock, further)


def unfiltered(
    puzzle: Puzzle, placements: Placements, clock: Clock = UNLIMITED, further: Further | None = None
) -> ExactCover:
    """Return the cover of a puzzle but for rules that judge whole packings, which the caller asks about solutions."""
    cells, empties = len(puzzle.board), puzzle.empties
    pieces = [(piece.name, piece.min, piece.max) for piece in puzzle.pieces]
    pieces += [("empty", *empties)] if empties and puzzle.free.any() else []
    words = -(-(cells + len(pieces)) // 64)
    rows = packed(cells + placements.piece[:, None] % len(pieces), words)
    rows[:, : placements.rows.shape[1]] |= placements.rows
    names = [f"{x},{y},{z}" for x, y, z in clock.each(puzzle.board.tolist())]
    names += [name for name, *_ in pieces]
    every, weights, colours = range(cells, cells + len(pieces)), Weights(), Colours()
    families = {"cells": range(cells), "pieces": every, "empty": every[len(puzzle.pieces) :]}
    further = further_of(puzzle) if further is None else further
    if len(further):
        families[further.family] = range(len(names), len(names) + len(further))
        weights, colours, wider = further.rows(placements, len(names), clock)
        wider[:, :words] |= rows
        rows, names = wider, [*names, *further.names]
    low, high = np.array([each[1:] for each in pieces] + further.bounds, np.int64).T
    return ExactCover(
        names=tuple(names),
        lower=np.concatenate([~puzzle.optional | (empties is not None), low]).astype(np.int64),
        upper=np.concatenate([[1] * cells, high]).astype(np.int64),
        rows=rows,
        families=families,
        colours=colours,
        weights=weights,
        live=np.ones(len(rows), np.bool_),
    )
