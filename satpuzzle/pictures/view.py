"""Views: a page in which a solution can be turned, moved apart, and taken to pieces step by step.

One self-contained HTML file that works without a network.  It is drawn by three.js (WebGL), of which the classes
used are bundled in `page/three.min.js`.  Plotly was tried as well: its pages have 5 MB instead of 0.6, and a slider
there needs the corners of all pieces again for every position.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

import numpy as np

from satpuzzle.errors import PuzzleError
from satpuzzle.pictures.geometry import faces, places
from satpuzzle.pictures.palette import colour, ink
from satpuzzle.puzzle.lattice import Lattice
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.solutions.solution import Solution

# {"pieces": [index, ...], "direction": [dx, dy, dz], "distance": n or "out"}, as `Assembly.as_dict` has them.
Step = Mapping[str, Any]

_HEIGHT = 480  # pixels in a notebook


@dataclass(frozen=True)
class View:
    """A page: `html` is its text; notebooks show it."""

    html: str = field(repr=False)

    def _repr_html_(self) -> str:
        page = escape(self.html, quote=True)
        return f'<iframe srcdoc="{page}" style="width:100%;height:{_HEIGHT}px;border:0"></iframe>'

    def save(self, path: str | Path) -> None:
        """Write the page to a file."""
        Path(path).write_text(self.html, encoding="utf-8")


def view(solutions: Solution | Iterable[Solution], steps: Sequence[Sequence[Step] | None] | None = None) -> View:
    """Return the page that shows a solution, or several of one puzzle to flip through.

    `steps` tells for each solution how it comes apart, if that is known: moves one after the other, each with the
    `pieces` that move (their places in `solution.pieces`), the `direction` as a lattice vector, and how many times
    that vector they go, `distance`, or "out" if they leave.
    Raises PuzzleError if there is no solution, or steps that make no sense.
    """
    shown = [solutions] if isinstance(solutions, Solution) else list(solutions)
    if not shown:
        raise PuzzleError("there is no solution to view")
    if any(solution.puzzle is not shown[0].puzzle for solution in shown):
        raise PuzzleError("a view shows solutions of one puzzle")
    moves = list(steps) if steps is not None else [None] * len(shown)
    if len(moves) != len(shown):
        raise PuzzleError(f"steps for {len(moves)} solutions, there are {len(shown)}")
    puzzle = shown[0].puzzle
    number = {tuple(cell): index for index, cell in enumerate(puzzle.board.tolist())}
    content = _stage(puzzle) | {
        "solutions": [
            {
                "pieces": [
                    [copy, [number[tuple(cell)] for cell in cells.tolist()]]
                    for copy, (_, cells) in zip(solution.copies(), solution.pieces, strict=True)
                ],
                "steps": None if found is None else [_step(step, solution) for step in found],
            }
            for solution, found in zip(shown, moves, strict=True)
        ]
    }
    folder = files("satpuzzle.pictures") / "page"
    three, script, page = (
        (folder / name).read_text(encoding="utf-8") for name in ("three.min.js", "page.js", "page.html")
    )
    safe = json.dumps(content, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
    return View(
        Template(page).substitute(title=escape(puzzle.title or puzzle.name), data=safe, three=three, script=script)
    )


def _stage(puzzle: Puzzle) -> dict[str, Any]:
    """Return what all solutions share: the board, the faces of a cell, the copies of pieces."""
    marked = [(mark, piece.name) for piece, marks in zip(puzzle.pieces, puzzle.symbols, strict=True) for mark in marks]
    return {
        "board": places(puzzle.board, puzzle.lattice).round(4).tolist(),
        "flat": puzzle.lattice.flat,
        "faces": _corners(puzzle.lattice),
        "copies": [
            {"letter": mark, "name": name, "colour": colour(copy), "ink": ink(colour(copy))}
            for copy, (mark, name) in enumerate(marked)
        ],
    }


def _corners(lattice: Lattice) -> list[dict[str, Any]] | None:
    if lattice.balls:
        return None
    return [{"step": face.step.tolist(), "corners": face.corners.tolist()} for face in faces(lattice)]


def _step(step: Step, solution: Solution) -> dict[str, Any]:
    """Return a move as the page wants it; raises PuzzleError if it makes no sense."""
    try:
        pieces = [int(index) for index in step["pieces"]]
        direction = np.array(step["direction"], dtype=np.int64).reshape(1, 3)
        distance = None if step["distance"] == "out" else float(step["distance"])
    except (KeyError, TypeError, ValueError):
        raise PuzzleError(
            'steps: a step is {"pieces": [index, ...], "direction": [dx, dy, dz], "distance": number or "out"}'
        ) from None
    if not all(0 <= index < len(solution.options) for index in pieces):
        raise PuzzleError(f"steps: pieces {pieces}: allowed are 0 to {len(solution.options) - 1}")
    if not direction.any():
        raise PuzzleError("steps: direction [0, 0, 0] leads nowhere")
    towards = places(direction, solution.puzzle.lattice)[0].round(4).tolist()
    return {"pieces": pieces, "direction": towards, "distance": distance}
