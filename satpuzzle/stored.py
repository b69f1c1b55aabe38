"""Stored solutions: what `solve` has written, as JSON, JSON lines or a drawing, becomes solutions again."""

import json
from typing import Any

from satpuzzle.given import given_options
from satpuzzle.placements import Placements
from satpuzzle.puzzle import Puzzle
from satpuzzle.solution import Solution


def stored_solutions(puzzle: Puzzle, placements: Placements, text: str) -> list[Solution]:
    """Return the solutions of a text: all in a JSON object or JSON lines, otherwise one, as `--given` reads it.

    They need not be complete.  Raises PuzzleError if they cannot be read or do not fit the puzzle.
    """
    return [Solution(tuple(sorted(given_options(puzzle, placements, one))), puzzle, placements) for one in _each(text)]


def _each(text: str) -> list[Any]:
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        try:
            content = [json.loads(line) for line in text.splitlines() if line.strip()]
        except (ValueError, RecursionError):
            return [text]
    if isinstance(content, dict) and isinstance(content.get("solutions"), list):
        return list(content["solutions"])
    if isinstance(content, dict):
        content = [content]
    if not isinstance(content, list):
        return [text]
    if content and all(isinstance(entry, dict) and {"solution", "summary"} & entry.keys() for entry in content):
        return [entry["solution"] for entry in content if "solution" in entry]
    return [content]
