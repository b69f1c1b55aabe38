"""Views: the studio with given solutions, which can be rotated, moved apart, and taken apart step by step.

The page is one HTML file that works without a network.  In a notebook, all views share one library (`notebook.py`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from satpuzzle import data as files
from satpuzzle.errors import PuzzleError
from satpuzzle.keywords import named
from satpuzzle.motion.assembly import Assembly, Verdict
from satpuzzle.pictures.geometry import Places, keys
from satpuzzle.pictures.markup import escaped
from satpuzzle.pictures.moves import Step
from satpuzzle.pictures.scene import Figure, Scene
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.solutions import palette
from satpuzzle.solutions.solution import Solution, solutions_in
from satpuzzle.studio import notebook
from satpuzzle.studio.page import beginning, page

_RAISED = 0.0015  # the height of the paint above the faces
_HEIGHT = 560  # of the page in a notebook, in pixels


@dataclass(frozen=True, repr=False)
class View:
    """A page that shows solutions; notebooks display it."""

    title: str
    begin: Mapping[str, Any]  # the puzzle and the solutions that the page shows first, see `page.page`
    library: bool | None = None  # whether the view contains the library in a notebook; None: only the first view does

    @property
    def html(self) -> str:
        """The HTML text of the page, which needs no other file."""
        return page(self.begin)

    def __repr__(self) -> str:
        return f"<view of {self.title}>"

    def _repr_html_(self) -> str:
        framed = escape(notebook.page(self.title, self.begin, self.library), quote=True)
        return f'<iframe srcdoc="{framed}" style="width:100%;height:{_HEIGHT}px;border:0"></iframe>'

    def save(self, path: str | Path) -> None:
        """Write the page to a file."""
        files.write(path, self.html)


@named
def view(
    solutions: Solution | Iterable[Solution],
    steps: Sequence[Sequence[Step] | Assembly | None] | None = None,
    *,
    colour_by: str | None = None,
    library: bool | None = None,
) -> View:
    """Return a page that shows a solution, or several solutions of one puzzle, one at a time.

    `steps` has for each solution a disassembly, or None if none is known: a list of moves, each with the `pieces` that
    move (their indices in `solution.pieces`), the `direction` as a translation of the grid, and the `distance` as a
    multiple of it, or "out" if they leave the board.  An `Assembly` may be given in place of the list.  The page shows
    the first solution that comes apart.  `colour_by` is "piece" or "copy": copies of a piece have one colour or
    different ones; the default is "piece" if there are several pieces.  The page has a switch for this.
    With `library`, the view contains the scripts and data that all views of a notebook share, so it can be shown alone;
    by default the first view in a notebook contains them, and later views use them from there.
    Raises PuzzleError if there is no solution, for an invalid argument, and if the page cannot show the puzzle.
    """
    shown = solutions_in(solutions)
    if not shown:
        raise PuzzleError("there is no solution to view")
    puzzle = shown[0].puzzle
    if any(solution.puzzle is not puzzle for solution in shown):
        raise PuzzleError("the solutions of a view must be of one puzzle")
    known = list(steps) if steps is not None else [None] * len(shown)
    if len(known) != len(shown):
        raise PuzzleError(f"steps for {len(known)} solutions, there are {len(shown)}")
    moves = [_steps(found) for found in known]
    scenes = [Scene.of(solution, found) for solution, found in zip(shown, moves, strict=True)]  # checks the steps
    given = {
        "solutions": [_placed(solution) for solution in shown],
        "steps": moves,
        "notes": [_stuck(found) if isinstance(found, Assembly) and found.core else None for found in known],
        "first": next((number for number, found in enumerate(known) if _apart(found)), 0),
        "colourBy": palette.colour_by(puzzle, colour_by),
        "paint": [
            [_paint(scene, number) for number in range(len(one.pieces))]
            for scene, one in zip(scenes, shown, strict=True)
        ],
    }
    title = _heading(puzzle)
    begin = beginning(replace(puzzle, title=title))
    return View(escaped(title), begin | {"given": given}, library)


def _heading(puzzle: Puzzle) -> str:
    """Return the title; the puzzle's name if the title is a letter or two, or BurrTools' own name of a problem."""
    title = puzzle.title
    return title if len(title) > 2 and title.casefold() != "problem" else puzzle.name


def _paint(scene: Scene, number: int) -> dict[str, Any] | None:
    """Return the paint on one of `Solution.pieces`; a chain, which has several figures, has none."""
    figures = [figure for figure, owner in zip(scene.figures, scene.owner, strict=True) if owner == number]
    return _painted(figures[0]) if len(figures) == 1 else None


def _painted(figure: Figure) -> dict[str, Any] | None:
    """Return the paint on a figure as plain data, None if it has none.

    It has the colour of each letter with the letter's position (`inks`), and polygons with their colours.
    """
    if not figure.paint:
        return None
    body, polygons = figure.body, list[tuple[str, Places]]()
    for paint, face in zip(figure.paint, body.faces, strict=True):
        outline, up = body.vertices[list(face.corners)], _RAISED * face.normal
        polygons += [(paint.ground, outline + up)] if figure.sides else []  # others are in the colour of the piece
        polygons += [(hue, corners + 2 * up) for hue, corners in paint.wedges]
    below = dict(zip(keys(body.middles), (paint.below for paint in figure.paint), strict=True))
    return {
        "inks": [
            (letter.place.round(4).tolist(), palette.ink(below[key]))
            for letter, key in zip(body.letters, keys(np.array([each.place for each in body.letters])), strict=True)
        ],
        "polygons": [(hue, corners.round(4).tolist()) for hue, corners in polygons],
    }


def _steps(found: Sequence[Step] | Assembly | None) -> list[dict[str, Any]] | None:
    """Return the steps of a disassembly as plain data; None if no disassembly is given."""
    if isinstance(found, Assembly):
        steps: list[dict[str, Any]] = found.as_dict()["steps"]
        return steps
    return None if found is None else [*map(dict, found)]


def _stuck(found: Assembly) -> dict[str, Any]:
    """Return the pieces that are stuck or undecided (`core`), and the moves that were tried, as plain data."""
    if found.verdict is Verdict.UNKNOWN:
        return {"core": [*found.core], "tried": "positions", "many": found.states}
    return {
        "core": [*found.core],
        "tried": found.rules.moves if found.rules.moves == "turns" else "straight" if found.rules.far else "out",
    }


def _apart(found: Sequence[Step] | Assembly | None) -> bool:
    """Tell whether these steps take the solution apart completely."""
    return found.verdict is Verdict.YES if isinstance(found, Assembly) else bool(found)


def _placed(solution: Solution) -> list[list[Any]]:
    """Return [number of the piece in the puzzle, cells, sides of a tile or None] for each placed piece."""
    numbers = solution.placements.piece[list(solution.options)].tolist()
    each = zip(numbers, solution.pieces, solution.sides, strict=True)
    return [[number, cells.tolist(), sides] for number, (_, cells), sides in each]
