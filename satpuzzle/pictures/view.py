"""Views: a page in which a solution can be rotated, moved apart, and taken apart step by step.

The page is one HTML file that works without a network.  three.js (WebGL) draws it; the classes that it uses are bundled
in `page/three.min.js`, which is most of the file; a notebook gets it once (`three.py`).  Plotly was tried too: pages
have 5 MB instead of 0.6, and its sliders store the vertices of all pieces for each position.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from string import Template
from typing import Any

import numpy as np

from satpuzzle import data as files
from satpuzzle.errors import PuzzleError
from satpuzzle.keywords import named
from satpuzzle.motion import Assembly, Verdict, stuck
from satpuzzle.pictures import three
from satpuzzle.pictures.body import DRAWN_BOND, RADIUS, Body
from satpuzzle.pictures.geometry import Places, keys
from satpuzzle.pictures.legend import is_useful
from satpuzzle.pictures.markup import escaped
from satpuzzle.pictures.scene import Figure, Scene, Step
from satpuzzle.solutions import palette
from satpuzzle.solutions.solution import Solution

_RAISED = 1.004  # by which wedges are farther from the middle of a tile than its faces
_HEIGHT = 480  # of the page in a notebook, in pixels


@dataclass(frozen=True, repr=False)
class View:
    """A page as HTML text, which notebooks display."""

    title: str
    data: str  # what is drawn, as JSON
    library: bool | None = None  # whether a notebook gets the library with this view; None: with the first one

    @property
    def html(self) -> str:
        """The text of the page, which needs nothing else."""
        return self._page(f"<script>{three.text()}</script>\n<script>{_script()}</script>")

    def _page(self, scripts: str) -> str:
        return Template(three.read("page.html")).substitute(title=self.title, data=self.data, scripts=scripts)

    def __repr__(self) -> str:
        return f"<view of {self.title}>"

    def _repr_html_(self) -> str:
        page = escape(self._page(three.shared(_script(), self.library)), quote=True)
        return f'<iframe srcdoc="{page}" style="width:100%;height:{_HEIGHT}px;border:0"></iframe>'

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
    multiple of it, or "out" if they leave the board.  An `Assembly` has them, and says why there are none; the page
    opens on the first solution that comes apart.  `colour_by` is "piece" or "copy": equal copies of a piece have
    one colour or different ones; the default is "piece" if there are several pieces.  The page has a switch for this.
    In a notebook, a view with the `library` can be shown alone; by default the first view has it, and later views use
    that copy.
    Raises PuzzleError if there is no solution, or for an invalid argument.
    """
    shown = [solutions] if isinstance(solutions, Solution) else list(solutions)
    if not shown:
        raise PuzzleError("there is no solution to view")
    if any(solution.puzzle is not shown[0].puzzle for solution in shown):
        raise PuzzleError("the solutions of a view must be of one puzzle")
    moves = list(steps) if steps is not None else [None] * len(shown)
    if len(moves) != len(shown):
        raise PuzzleError(f"steps for {len(moves)} solutions, there are {len(shown)}")
    scenes = [Scene.of(solution, _steps(found)) for solution, found in zip(shown, moves, strict=True)]
    puzzle = shown[0].puzzle
    colours = {by: palette.colours(puzzle, by) for by in palette.COLOUR_BY}
    content = _content(scenes, colours) | {"colourBy": palette.colour_by(puzzle, colour_by)}
    content["first"] = next((number for number, found in enumerate(moves) if _apart(found)), 0)
    for said, solution, found in zip(content["solutions"], shown, moves, strict=True):
        said["note"] = stuck(found, solution) if isinstance(found, Assembly) else ""
    data = json.dumps(content, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
    return View(escaped(scenes[0].title), data, library)


def _steps(found: Sequence[Step] | Assembly | None) -> Sequence[Step] | None:
    """Return what is known of a disassembly as plain data."""
    return found.as_dict()["steps"] if isinstance(found, Assembly) else found


def _apart(found: Sequence[Step] | Assembly | None) -> bool:
    """Tell whether a disassembly is known that is complete, or at least not known to be none."""
    return found.verdict is Verdict.YES if isinstance(found, Assembly) else bool(found)


def _script() -> str:
    return f"{three.read('bodies.js')}\n{three.read('page.js')}"


def _content(scenes: Sequence[Scene], colours: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Return the data of the page as plain objects; equal bodies are written once.

    `colours` has the colours of all copies for each value of `colour_by`.
    """
    first = scenes[0]
    bodies: dict[Body, int] = {}
    solutions = [
        {
            "pieces": [
                {
                    "copy": figure.copy.number,
                    "body": bodies.setdefault(figure.body, len(bodies)),
                    "place": _rounded(figure.place),
                    "outward": _rounded(outward),
                }
                | _painted(figure)
                for figure, outward in zip(scene.figures, scene.outward, strict=True)
                if figure.copy
            ],
            "moves": [
                {"pieces": move.figures, "to": _rounded(after[list(move.figures)]), "out": move.out, "text": move.words}
                for move, after in zip(scene.moves, scene.positions()[1:], strict=True)
            ],
        }
        for scene in scenes
    ]
    return {
        "centre": _rounded(first.board.centre),
        "viewpoint": _rounded(first.board.viewpoint),
        "ball": RADIUS,
        "bond": DRAWN_BOND,
        "named": is_useful(first),
        "copies": [
            {
                "letter": copy.letter,
                "name": copy.name,
                "styles": {
                    by: {"colour": each[copy.number], "ink": palette.ink(each[copy.number])}
                    for by, each in colours.items()
                },
            }
            for copy in first.copies
        ],
        "bodies": [_written(body) for body in bodies],
        "solutions": solutions,
    }


def _painted(figure: Figure) -> dict[str, Any]:
    """Return what is on the faces of a tile: the colours of its letters and of its faces, and the wedges on these."""
    if not figure.paint:
        return {}
    grounds = [paint.ground for paint in figure.paint]
    below = dict(zip(keys(figure.body.normals), grounds, strict=True))
    letters = keys(np.array([letter.normal for letter in figure.body.letters]))
    wedges = [wedge for paint in figure.paint for wedge in paint.wedges]
    return {
        "paint": {
            "inks": [palette.ink(below[normal]) for normal in letters],
            "grounds": grounds,
            "wedges": [{"colour": hue, "corners": _rounded(_RAISED * corners)} for hue, corners in wedges],
        }
    }


def _written(body: Body) -> dict[str, Any]:
    return {
        "vertices": _rounded(body.vertices),
        "faces": [face.corners for face in body.faces],
        "lines": body.lines,
        "letters": [
            {"place": _rounded(letter.place), "normal": _rounded(letter.normal), "upward": _rounded(letter.upward)}
            for letter in body.letters
        ],
        "balls": _rounded(body.balls),
        "bonds": body.bonds,
    }


def _rounded(places: Places) -> Any:
    """Return positions as nested lists of numbers, rounded and written as short as possible."""
    return [_rounded(place) for place in places] if places.ndim > 1 else [_short(value) for value in places.tolist()]


def _short(value: float) -> float:
    near = round(value, 4)
    return int(near) if near == int(near) else near
