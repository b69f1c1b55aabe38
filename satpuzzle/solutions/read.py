"""Reads solutions that `solve` wrote as text, as JSON, or as one JSON object per line."""

from pathlib import Path

import numpy as np

from satpuzzle import data
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.from_puzzle import unfiltered
from satpuzzle.cover.given import options_of
from satpuzzle.cover.placements import Placements, place
from satpuzzle.cover.written import packings
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.solutions.solution import Solution


def solutions(puzzle: Puzzle, path: Path, clock: Clock = UNLIMITED) -> list[Solution]:
    """Return the solutions of a puzzle in a file; see `read`."""
    return read(puzzle, data.read(path, data.LARGE), str(path), clock=clock)


def read(puzzle: Puzzle, text: str, source: str, partial: bool = False, clock: Clock = UNLIMITED) -> list[Solution]:
    """Return the solutions of a puzzle in a text; with `partial`, they may be incomplete.

    Raises PuzzleError if the text has no solution, or one that is not a packing of the puzzle; the message begins with
    `source`.  Raises Stopped if the clock stops.
    """
    placements = place(puzzle, clock)
    cover = unfiltered(puzzle, placements)
    found = []
    try:
        for placed in packings(puzzle, text):
            clock.check()
            options = sorted(options_of(puzzle, placements, placed))
            if not partial:
                _check(puzzle, cover, placements, options)
            found.append(Solution(tuple(options), puzzle, placements))
    except PuzzleError as error:
        raise PuzzleError(f"{source}: solution {len(found) + 1}: {error}") from None
    if not found:
        raise PuzzleError(f"{source}: holds no solution")
    return found


def _check(puzzle: Puzzle, cover: ExactCover, placements: Placements, options: list[int]) -> None:
    empty = len(puzzle.board) - sum(len(placements.covered(option)) for option in options)
    if puzzle.empty is not None and empty > puzzle.empty:
        raise PuzzleError(f"{empty} cells stay empty, at most {puzzle.empty} may")
    covered, cells = cover.coverage(placements.filled(options)), len(puzzle.board)
    short = np.flatnonzero((covered < cover.lower) | (covered > cover.upper))
    if not len(short):
        return
    if short[0] >= cells + len(puzzle.pieces):
        raise PuzzleError(f"it breaks a rule: {cover.names[short[0]]}")
    if short[0] < cells:
        raise PuzzleError(f"the cell {puzzle.board[short[0]].tolist()} is not covered")
    piece = puzzle.pieces[short[0] - cells]
    raise PuzzleError(f"piece {piece.name} must be placed {piece.min} times")
