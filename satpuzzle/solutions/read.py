"""Printed solutions read back: files that `solve` wrote as text, JSON or one JSON object a line."""

from pathlib import Path

import numpy as np

from satpuzzle import data
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.given import Placed, in_colours, options_of, placed_in_drawing, placed_in_json, without_colours
from satpuzzle.cover.placements import place
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle import drawing
from satpuzzle.puzzle.formats import json
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.solutions.solution import Solution


def solutions(puzzle: Puzzle, path: Path, clock: Clock = UNLIMITED) -> list[Solution]:
    """Return the solutions of a puzzle that a file holds; see `read`."""
    return read(puzzle, data.read(path, data.LARGE), str(path), clock=clock)


def read(puzzle: Puzzle, text: str, source: str, partial: bool = False, clock: Clock = UNLIMITED) -> list[Solution]:
    """Return the solutions of a puzzle that a text holds; with `partial`, they need not be complete.

    Raises PuzzleError, which names the source, if it holds none, or what it holds is no packing of the puzzle, and
    Stopped if the clock says so.
    """
    placements = place(puzzle, clock)
    cover = ExactCover.of(puzzle, placements)
    found = []
    try:
        for placed in _from_json(text) if text.lstrip().startswith(("[", "{")) else _from_text(puzzle, text):
            clock.check()
            options = sorted(options_of(puzzle, placements, placed))
            if not partial:
                _check(puzzle, cover, options)
            found.append(Solution(tuple(options), puzzle, placements))
    except PuzzleError as error:
        raise PuzzleError(f"{source}: solution {len(found) + 1}: {error}") from None
    if not found:
        raise PuzzleError(f"{source}: holds no solution")
    return found


def _from_json(text: str) -> list[list[Placed]]:
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 1 and all(line.startswith("{") and line.rstrip().endswith("}") for line in lines):
        entries = [json.parse(line) for line in lines]
        return [placed_in_json(entry) for entry in entries if not (isinstance(entry, dict) and "summary" in entry)]
    content = json.parse(text)
    for key in ("solutions", "assemblies"):
        if isinstance(content, dict) and isinstance(content.get(key), list):
            return [placed_in_json(entry) for entry in content[key]]
    if isinstance(content, list) and all(isinstance(entry, list) for entry in content):
        return [placed_in_json(entry) for entry in content]
    return [placed_in_json(content)]


def _from_text(puzzle: Puzzle, text: str) -> list[list[Placed]]:
    """Read drawings with blank lines between them, and nothing else but a legend and remarks, which have colons.

    Drawings of colours are for all of the solutions or for none.
    """
    text, colours = without_colours(puzzle, text)
    placed = _from_drawings(puzzle, text)
    if not colours:
        return placed
    if len(colours) != len(placed):
        raise PuzzleError(f"{len(colours)} drawings of colours for {len(placed)} solutions")
    return [in_colours(puzzle, *both) for both in zip(placed, colours, strict=True)]


def _from_drawings(puzzle: Puzzle, text: str) -> list[list[Placed]]:
    names = puzzle.legend
    blocks: list[list[str]] = [[]]
    for line in text.splitlines():
        if line.strip():
            blocks[-1].append(line)
        else:
            blocks.append([])  # an empty block for each blank line more
    drawn = [block for block in blocks if block != [names] and ":" not in "".join(block)]
    empty = drawing.draw(puzzle.blank(), puzzle.grid)
    if len(empty) == 1 or any(len(line) > len(empty[0][0]) for block in drawn for line in block):
        return [placed_in_drawing(puzzle, found) for found in _heights(drawn, len(empty[0]))]
    layers = ["\n".join(block) for block in drawn if block]
    each = len(empty)
    if len(layers) % each:
        raise PuzzleError(f"{len(layers)} layers in all, a drawing has {each}")
    return [placed_in_drawing(puzzle, "\n\n".join(layers[at : at + each])) for at in range(0, len(layers), each)]


def _heights(blocks: list[list[str]], height: int) -> list[str]:
    """Return drawings of this many lines; a board with a gap has blank ones among them, but not at its ends."""
    lines = [line for block in blocks for line in (*block, "")]
    found = []
    at = 0
    while at < len(lines):
        if lines[at]:
            found.append("\n".join(lines[at : at + height]))
            at += height
        else:
            at += 1
    return found


def _check(puzzle: Puzzle, cover: ExactCover, options: list[int]) -> None:
    empty = len(puzzle.board) - sum(len(cells) for cells in map(cover.items_of, options)) + len(options)
    if puzzle.most_empty is not None and empty > puzzle.most_empty:
        raise PuzzleError(f"{empty} cells stay empty, at most {puzzle.most_empty} may")
    short = np.flatnonzero(cover.coverage(options) < cover.lower)
    if not len(short):
        return
    cells = len(puzzle.board)
    if short[0] < cells:
        raise PuzzleError(f"the cell {puzzle.board[short[0]].tolist()} is not covered")
    piece = puzzle.pieces[short[0] - cells]
    raise PuzzleError(f"piece {piece.name} must be placed {piece.minimum} times")
