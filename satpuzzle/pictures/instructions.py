"""A sheet of paper for a puzzle: its pieces, a solution layer by layer, and how to put it together, step by step.

Steps are those of a disassembly, backwards.  Each shows the pieces that are already together, and the piece or group
that comes next, with an arrow.  A group of pieces that moves in as one was put together in earlier steps.
"""

import math
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, count
from typing import NamedTuple

import numpy as np

from satpuzzle.motion.assembly import Assembly
from satpuzzle.pictures import legend, panel
from satpuzzle.pictures.codes import code
from satpuzzle.pictures.geometry import Places
from satpuzzle.pictures.markup import escaped, wide
from satpuzzle.pictures.overview import piece_alone, piece_caption
from satpuzzle.pictures.panel import Panel
from satpuzzle.pictures.paper import moved, scaled, written
from satpuzzle.pictures.printed import MM, Picture
from satpuzzle.pictures.scene import Figure, Scene, surrounding
from satpuzzle.puzzle.grids.tables import interlaced
from satpuzzle.solutions.palette import OUTLINE
from satpuzzle.solutions.solution import Solution

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}  # width and height in millimetres
EDGE = 15.0  # margin of a page in millimetres
# All lengths below are in millimetres.
_TITLE, _HEADING, _WORDS = 7.0, 4.5, 3.2  # sizes of letters
_LINE = 1.35  # distance of two lines of text, in multiples of their letters
_BETWEEN = 6.0  # pictures, and rows of pictures
_PIECE, _LAYER, _STEP = 6.0, 11.0, 6.0  # a cell at most of pieces, layers and steps, not enlarged
_BOARD = 15.0  # the same of a flat board
_ENLARGED = (2.2, 1.9, 1.6, 1.4, 1.2, 1.1, 1.0, 0.9, 0.8, 0.7, 0.6)  # how much larger pictures may be
_LEAST = 3.0  # a cell, before pictures may be smaller only because the page is narrow
_NARROWEST = 22.0  # a column, so that captions have few lines
_ROOM, _MOST = 0.45, 0.9  # of the page, which pictures of one kind may fill before they are made smaller; if enlarged
_ARROW = (0.22, 0.5)  # width of an arrow's line, and of its head, in cells
_LONG = 2.5  # a piece, in cells; an arrow at a smaller one is smaller
_REACH = 0.7  # of the way into its place that an arrow shows


def instructions(
    solution: Solution, assembly: Assembly | None = None, paper: str = "a4", link: str | None = None
) -> list[Picture]:
    """Return pictures, each of which fills a page of `paper` inside a margin of EDGE millimetres.

    Without an assembly that puts the solution together, there are no steps.  A QR code beside the title has the `link`.
    Pictures are as large as they can be on the fewest pages.  Raises PuzzleError if the link is too long for a code, or
    the library for it is not installed.
    """
    puzzle, (broad, high) = solution.puzzle, PAPERS[paper]
    width, height = broad - 2 * EDGE, high - 2 * EDGE
    scene = Scene.of(solution, assembly.as_dict()["steps"] if assembly is not None else None)
    copies = Counter(solution.placements.piece[list(solution.options)].tolist())
    pieces = [
        (piece_alone(puzzle, number), piece_caption(puzzle.pieces[number], many))
        for number, many in sorted(copies.items())
    ]
    layers = _layers(scene)
    sections = [("Pieces", pieces, _PIECE), ("Solution", layers, _BOARD if len(layers) == 1 else _LAYER)]
    if scene.moves:
        around = surrounding(puzzle, assembly.side if assembly is not None else None)
        sections.append(("Putting it together", [*steps(scene, around)], _STEP))
    head = _head(scene.title, puzzle.source, link, width)

    @cache
    def rows(number: int, size: float) -> list[Panel]:
        heading, items, most = sections[number]
        found = [*_section(heading, items, width, min(_ROOM * size, _MOST) * height, most * size)]
        if items is layers and legend.is_useful(scene):
            found.append(scaled(legend.rows([scene], width / _WORDS, 1.0), _WORDS))
        return found

    def laid(sizes: Sequence[float]) -> list[list[Panel]]:
        return [*_pages([head, *chain(*map(rows, count(), sizes))], height)]

    sizes = min(([size] * len(sections) for size in _ENLARGED), key=lambda sizes: len(laid(sizes)))
    fewest = len(laid(sizes))
    for last in reversed(range(len(sections))):  # there may be room left for one of the sections
        larger = ([*sizes[:last], size, *sizes[last + 1 :]] for size in _ENLARGED)
        sizes = next(each for each in larger if each[last] <= sizes[last] or len(laid(each)) <= fewest)
    pages = [Panel(_stacked(page, _BETWEEN).parts, (0.0, 0.0, width, height)) for page in laid(sizes)]
    return [written(page, scene.title, pixels=MM, margin=0.0) for page in pages]


def _head(title: str, source: str, link: str | None, width: float) -> Panel:
    """Return the title with who made the puzzle, and beside it the QR code of a link."""
    shown = code(link) if link is not None else None
    beside = shown.box[2] + _BETWEEN if shown is not None else 0.0
    lines = [paragraph(title, width - beside, _TITLE)]
    lines += [paragraph(source, width - beside, _WORDS)] * bool(source)
    text = _stacked(lines, _WORDS / 2)
    if shown is None:
        return text
    parts = [*text.parts, *moved(shown, width - shown.box[2], 0).parts]
    return Panel(parts, (0.0, 0.0, width, max(text.box[3], shown.box[3])))


def _section(
    heading: str, items: Sequence[tuple[Panel, str]], width: float, room: float, most: float
) -> Iterator[Panel]:
    """Yield a heading with the first row of pictures, then the other rows."""
    first, *others = _rows(items, width, room, most)
    yield _stacked([paragraph(heading, width, _HEADING), first], _WORDS)
    yield from others


def paragraph(text: str, width: float, size: float) -> Panel:
    """Return a text in lines that are at most so wide, in letters of this size."""
    lines = _wrapped(text, width, size) or [""]
    parts = [
        f'<text class="name" x="0" y="{(number * _LINE + 1) * size:.2f}" style="font-size:{size}px;fill:#000">'
        f"{escaped(line)}</text>"
        for number, line in enumerate(lines)
    ]
    return Panel(parts, (0.0, 0.0, width, len(lines) * _LINE * size))


def _rows(items: Sequence[tuple[Panel, str]], width: float, room: float, most: float) -> list[Panel]:
    """Return pictures of one scale with their captions in rows; a cell has at most `most` millimetres.

    It is smaller if the pictures would be higher than `room`, but not below _LEAST for that reason alone.
    """
    broad = max(box[2] - box[0] for box in (each.box for each, _ in items))
    high = max(box[3] - box[1] for box in (each.box for each, _ in items))
    for columns in range(1, len(items) + 1):
        column = (width - (columns - 1) * _BETWEEN) / columns
        scale = min(most, column / broad)
        lines = max(len(_wrapped(caption, column, _WORDS)) for _, caption in items)
        row = high * scale + (lines + 0.5) * _LINE * _WORDS + _BETWEEN
        if math.ceil(len(items) / columns) * row <= room or scale < _LEAST:
            break
    fit = int((width + _BETWEEN) / (max(broad * scale, _NARROWEST) + _BETWEEN))
    columns = math.ceil(len(items) / math.ceil(len(items) / max(columns, fit)))  # of the same scale, in full rows
    column = (width - (columns - 1) * _BETWEEN) / columns
    shown = [_captioned(scaled(each, scale), caption, column, high * scale) for each, caption in items]
    return [_beside(shown[start : start + columns]) for start in range(0, len(shown), columns)]


def _wrapped(text: str, width: float, size: float) -> list[str]:
    """Return the lines of a text that are at most so wide, in letters of this size; of 8 characters they always are."""
    return textwrap.wrap(text, max(8, int(width / size * len(text) / max(wide(text), 1e-9))))


def _captioned(picture: Panel, caption: str, width: float, height: float) -> Panel:
    """Return a picture in the middle of a field, at its lower edge, with a caption below."""
    left, _, right, bottom = picture.box
    shown = moved(picture, (width - left - right) / 2, height - bottom)
    lines = _wrapped(caption, width, _WORDS)
    for number, line in enumerate(lines):
        y = height + (number * _LINE + 1.4) * _WORDS
        style = f'style="font-size:{_WORDS}px;fill:#000"'
        shown.parts.append(f'<text class="note" x="{width / 2:.2f}" y="{y:.2f}" {style}>{escaped(line)}</text>')
    return Panel(shown.parts, (0.0, 0.0, width, height + (len(lines) + 0.5) * _LINE * _WORDS * bool(lines)))


def _beside(fields: Sequence[Panel]) -> Panel:
    width = fields[0].box[2] + _BETWEEN
    parts = [moved(field, number * width, 0).parts for number, field in enumerate(fields)]
    return Panel([*chain(*parts)], (0.0, 0.0, len(fields) * width, max(field.box[3] for field in fields)))


def _stacked(rows: Sequence[Panel], gap: float) -> Panel:
    parts, y = list[str](), 0.0
    for row in rows:
        parts += moved(row, 0, y).parts
        y += row.box[3] + gap
    return Panel(parts, (0.0, 0.0, max(row.box[2] for row in rows), y - gap))


def _pages(rows: Sequence[Panel], height: float) -> Iterator[list[Panel]]:
    """Yield rows in pages that are at most so high, unless a row is higher."""
    page: list[Panel] = []
    for row in rows:
        if page and sum(each.box[3] + _BETWEEN for each in page) + row.box[3] > height:
            yield page
            page = []
        page.append(row)
    yield page


def _layers(scene: Scene) -> list[tuple[Panel, str]]:
    """Return the whole from a corner, and each layer from above with its number, the lowest first.

    Where cells of a layer hide one another, the pieces are moved apart instead.
    """
    if interlaced(scene.board.grid):
        return [(panel.solid(scene), ""), (panel.exploded(scene), "moved apart")]
    layers = panel.each_layer(scene)
    if len(layers) == 1:
        return [(layers[0], "")]
    ends = {1: " (bottom)", len(layers): " (top)"}
    each = [(layer, f"layer {number}{ends.get(number, '')}") for number, layer in enumerate(layers, 1)]
    return [(panel.solid(scene), ""), *each]


class Stage(NamedTuple):
    """A step of putting pieces together, which is the `number`-th of taking them apart: figures that stay and move."""

    number: int
    rest: frozenset[int]
    moving: frozenset[int]
    sentence: str


def stages(scene: Scene, held: bool) -> list[Stage]:
    """Return the steps of putting the pieces of a scene together, in their order.

    If they are `held` by a frame or a box, the first piece goes in, too; else it just lies there.
    """
    parts = [frozenset(range(len(scene.figures)))]
    apart = []
    for number, move in enumerate(scene.moves, 1):
        moving = frozenset(move.figures)
        part = next(part for part in parts if moving <= part)
        if move.out:
            parts = [each for each in parts if each is not part] + [part - moving, moving]
        apart.append((number, part - moving, moving))
    said, found = set[int](), []
    for number, rest, moving in reversed(apart):
        if not rest and not held:
            continue
        move = scene.moves[number - 1]
        first = f"take {_named(scene, rest)}, " if rest and not rest & said else ""
        verb = "turn" if move.turn is not None else "add" if move.out else "slide"
        together = " together" * (len(moving) > 1)
        found.append(Stage(number, rest, moving, f"{first}{verb} {_named(scene, moving)}{together} {move.back}"))
        said |= rest | moving
    return found


def steps(scene: Scene, around: Sequence[Figure]) -> Iterator[tuple[Panel, str]]:
    """Yield a picture and a sentence for each step of putting the pieces together.

    What is `around` the pieces, a frame or a box, is in all pictures.
    """
    eye = panel.natural(scene)
    for place, (number, rest, moving, sentence) in enumerate(stages(scene, bool(around)), 1):
        move, figures = scene.moves[number - 1], scene.after(number)
        shown = panel.projected([*(figures[each] for each in sorted(rest | moving)), *around], eye)
        if move.turn is None:
            middle = np.mean([figures[each].placed(figures[each].body.cells).mean(axis=0) for each in moving], axis=0)
            left, top, right, bottom = panel.projected([figures[each] for each in sorted(moving)], eye).box
            size = min(1.0, max(right - left, bottom - top) / _LONG)
            arrow = _arrow(eye[:2] @ middle, eye[:2] @ (middle - _REACH * move.by), size)
            shown = Panel([*shown.parts, arrow], shown.box)
        yield shown, f"{place}: {sentence}"


def _named(scene: Scene, figures: frozenset[int]) -> str:
    """Return the letters of figures, such as "A, B and C"."""
    letters = [copy.letter for each in sorted(figures) if (copy := scene.figures[each].copy)]
    return " and ".join(filter(None, (", ".join(letters[:-1]), letters[-1])))


def _arrow(start: Places, end: Places, size: float) -> str:
    """Return an arrow on the paper: a black line on a white one, which can be seen on every colour."""
    line, head = size * _ARROW[0], size * _ARROW[1]
    if not (length := float(np.linalg.norm(end - start))):  # towards the viewer or away
        return ""
    onward = (end - start) / length
    aside = np.array([-onward[1], onward[0]])
    neck = end - onward * 2 * head
    start = end - onward * max(length, 3.5 * head)
    outline = [start + aside * line / 2, neck + aside * line / 2, neck + aside * head, end]
    outline += [neck - aside * head, neck - aside * line / 2, start - aside * line / 2]
    points = "L".join(f"{x:.3f} {y:.3f}" for x, y in outline)
    return f'<path fill="{OUTLINE}" stroke="#fff" stroke-width=".16" paint-order="stroke" d="M{points}z"/>'
