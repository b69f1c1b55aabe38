"""The steps of a search as a page with buttons: the board after each step, and a sentence about the step.

A picture of each option is drawn once; a step shows the pictures of the chosen options.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from html import escape
from importlib.resources import files
from itertools import islice
from pathlib import Path
from string import Template

import numpy as np

from satpuzzle import data
from satpuzzle.cover.describe import numbered
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.errors import PuzzleError
from satpuzzle.pictures import panel
from satpuzzle.pictures.markup import allowed, escaped
from satpuzzle.pictures.overview import MOST_CELLS
from satpuzzle.pictures.paper import written
from satpuzzle.pictures.scene import Copy, Scene
from satpuzzle.puzzle.drawing import positions
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.search.run import Run
from satpuzzle.search.steps import Kind, Step, steps
from satpuzzle.solutions import palette
from satpuzzle.solutions.solution import Solution

MOST = 300  # the largest number of steps that are shown by default
_HEIGHT = 420  # of the page in a notebook, in pixels
_MARK = "#d62828"  # colour of the cell that is to be covered


@dataclass(frozen=True, repr=False)
class Animation:
    """A page that shows the steps of a search, which notebooks display."""

    title: str
    html: str = field(repr=False)
    steps: int  # the number of steps that are shown
    complete: bool  # whether no steps come after these

    def __repr__(self) -> str:
        return f"<{'all' if self.complete else 'the first'} {numbered(self.steps, 'step')} of a search of {self.title}>"

    def _repr_html_(self) -> str:
        page = escape(self.html, quote=True)
        return f'<iframe srcdoc="{page}" style="width:100%;height:{_HEIGHT}px;border:0"></iframe>'

    def save(self, path: str | Path) -> None:
        """Write the page to a file."""
        data.write(path, self.html)


def searching(run: Run, most: int = MOST, skip: int = 0) -> Animation:
    """Return a page with the steps of a search for the problem of a run; the run itself is not started.

    The page skips the first `skip` steps and then shows at most `most`.  Raises PuzzleError for invalid numbers, a
    puzzle with too many cells for a picture, and a search with no more than `skip` steps.
    """
    if most < 1 or skip < 0:
        raise PuzzleError(f"most {most}, skip {skip}: allowed for most are integers from 1, for skip from 0")
    tables, puzzle = run.tabulate(), run.puzzle
    tables.refuse_filters("a picture of a search")
    if len(puzzle.board) > MOST_CELLS:
        raise PuzzleError(f"{puzzle.name}: has too many cells for a picture, at most {MOST_CELLS} are drawn")
    found = list(islice(steps(tables.cover, tables.cover.chosen), skip, skip + most + 1))
    if not found:
        raise PuzzleError(f"{puzzle.name}: the search has no more than {skip} steps")
    shown, complete = found[:most], len(found) <= most
    page = _page(Solution((), puzzle, tables.placements), tables.cover, shown, complete, skip)
    return Animation(allowed(puzzle.title or puzzle.name), page, len(shown), complete)


def _page(empty: Solution, cover: ExactCover, shown: Sequence[Step], complete: bool, skip: int) -> str:
    puzzle = empty.puzzle
    base = panel.layers(replace(Scene.of(empty), ruled=True))
    used = sorted({option for step in shown for option in step.chosen})
    stuck = {step.item for step in shown if step.item is not None and step.kind is Kind.STUCK}
    marked = sorted(item for item in stuck if item < len(puzzle.board))
    groups = [
        f'<g id="{kind}{number}" hidden>{"".join(_drawn(scene(number)))}</g>'
        for kind, numbers, scene in (("o", used, _placed(empty)), ("c", marked, _cell(empty)))
        for number in numbers
    ]
    picture = written(panel.Panel([*base.parts, *groups], base.box), puzzle.title or puzzle.name)
    frames = [
        {
            "chosen": step.chosen,
            "stuck": step.item if step.kind is Kind.STUCK else None,
            "text": _words(step, cover, puzzle),
        }
        for step in shown
    ]
    content = {"frames": frames, "first": skip + 1, "complete": complete}
    return Template(_text()).substitute(
        title=escaped(puzzle.title or puzzle.name),
        picture=picture.svg,
        data=json.dumps(content, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
    )


@cache
def _text() -> str:
    return (files("satpuzzle.pictures") / "search.html").read_text(encoding="utf-8")


def _placed(empty: Solution) -> Callable[[int], Scene]:
    by = palette.colour_by(empty.puzzle)
    return lambda option: Scene.of(replace(empty, options=(option,)), colour_by=by)


def _cell(empty: Solution) -> Callable[[int], Scene]:
    """Return a function from a cell's number to a scene of the empty board in which this cell is marked."""
    bare = Scene.of(empty)
    mark = Copy(-1, "?", "?", _MARK)

    def scene(cell: int) -> Scene:
        at = np.array([cell])
        return replace(bare, figures=(bare.board.figure(at, mark),), taken=(at,))

    return scene


def _drawn(scene: Scene) -> list[str]:
    """Return the SVG elements of the pieces of a scene, without its empty cells and notes."""
    return [part for part in panel.layers(scene).parts if 'class="empty"' not in part and 'class="note"' not in part]


def _words(step: Step, cover: ExactCover, puzzle: Puzzle) -> str:
    """Return a sentence about a step."""
    what = "" if step.item is None else _named(step.item, cover, puzzle)
    if step.kind is Kind.STUCK:
        return f"{what} cannot be covered any more: go back."
    if step.kind is Kind.SOLVED:
        return "A solution."
    if step.kind is Kind.BACK:
        return f"Take {_piece(step.option, cover)} away."
    if step.item is None:
        return f"One more may be placed: {_piece(step.option, cover)}."
    ways = "only one way" if step.ways == 1 else f"{step.ways} ways, way {step.way}"
    return f"{what} can be covered in {ways}: {_piece(step.option, cover)}."


def _named(item: int, cover: ExactCover, puzzle: Puzzle) -> str:
    """Return the name of an item; a cell is named by its row, column and layer in a drawing."""
    if item in cover.families.get("empty", ()):
        return "The number of empty cells"
    if item in cover.families.get("pieces", ()):
        return f"Piece {cover.names[item]}"
    if item not in cover.families.get("cells", ()):
        return f"Item {cover.names[item]}"
    column, row, layer = (positions(puzzle.board, puzzle.grid)[item] + 1).tolist()
    return f"The cell in row {row}, column {column}" + f" of layer {layer}" * (not puzzle.grid.single_layer)


def _piece(option: int | None, cover: ExactCover) -> str:
    pieces = cover.families.get("pieces", range(0))
    items = [] if option is None else cover.items_of(option).tolist()
    if set(items).intersection(cover.families.get("empty", ())):
        return "an empty cell"
    return next((f"piece {cover.names[item]}" for item in items if item in pieces), f"option {option}")
