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

from satpuzzle import data
from satpuzzle.errors import PuzzleError
from satpuzzle.pictures.body import DRAWN_BOND, RADIUS, Body
from satpuzzle.pictures.geometry import Places
from satpuzzle.pictures.legend import is_useful
from satpuzzle.pictures.markup import escaped
from satpuzzle.pictures.scene import Scene, Step
from satpuzzle.solutions import palette
from satpuzzle.solutions.solution import Solution

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
        data.write(path, self.html)


def view(
    solutions: Solution | Iterable[Solution],
    steps: Sequence[Sequence[Step] | None] | None = None,
    *,
    colour_by: str | None = None,
) -> View:
    """Return the page that shows a solution, or several of one puzzle to flip through.

    `steps` tells for each solution how it comes apart, if that is known: moves one after the other, each with the
    `pieces` that move (their places in `solution.pieces`), the `direction` as a lattice vector, and how many times
    that vector they go, `distance`, or "out" if they leave.  Each `piece` has a colour, or each `copy` of one, as
    `colour_by` says; by default pieces do if there are several.  The page has a switch for that.
    Raises PuzzleError if there is no solution, or steps or a way to colour that make no sense.
    """
    shown = [solutions] if isinstance(solutions, Solution) else list(solutions)
    if not shown:
        raise PuzzleError("there is no solution to view")
    if any(solution.puzzle is not shown[0].puzzle for solution in shown):
        raise PuzzleError("a view shows solutions of one puzzle")
    moves = list(steps) if steps is not None else [None] * len(shown)
    if len(moves) != len(shown):
        raise PuzzleError(f"steps for {len(moves)} solutions, there are {len(shown)}")
    scenes = [Scene.of(solution, found) for solution, found in zip(shown, moves, strict=True)]
    puzzle = shown[0].puzzle
    looks = {by: palette.colours(puzzle, by) for by in palette.COLOUR_BY}
    content = _content(scenes, looks) | {"colourBy": palette.colour_by(puzzle, colour_by)}
    folder = files("satpuzzle.pictures") / "page"
    three, bodies, script, page = (
        (folder / name).read_text(encoding="utf-8") for name in ("three.min.js", "bodies.js", "page.js", "page.html")
    )
    return View(
        Template(page).substitute(
            title=escaped(scenes[0].title),
            data=json.dumps(content, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c"),
            three=three,
            script=f"{bodies}\n{script}",
        )
    )


def _content(scenes: Sequence[Scene], looks: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Return what the page draws, as plain data; bodies that occur several times are written once.

    `looks` has the colours of all copies for each way to colour them.
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
                for figure, outward in zip(scene.figures, scene.outward, strict=True)
                if figure.copy
            ],
            "moves": [
                {"pieces": move.figures, "to": _rounded(after[list(move.figures)]), "out": move.out, "way": move.words}
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
                "looks": {
                    by: {"colour": colours[copy.number], "ink": palette.ink(colours[copy.number])}
                    for by, colours in looks.items()
                },
            }
            for copy in first.copies
        ],
        "bodies": [_written(body) for body in bodies],
        "solutions": solutions,
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
    """Return places as lists of numbers that are as short as they can be."""
    return [_rounded(place) for place in places] if places.ndim > 1 else [_short(value) for value in places.tolist()]


def _short(value: float) -> float:
    near = round(value, 4)
    return int(near) if near == int(near) else near
