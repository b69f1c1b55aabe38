"""Challenges printed as cards: the given pieces on their board, the pieces to place below, a number and a level.

A solid board is shown layer by layer, from the lowest, with its empty cells, since a view in space would hide most of
them.  A page has one card or several.  All solutions follow after the last card, in the order of the cards.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from satpuzzle import data
from satpuzzle.cover.describe import numbered
from satpuzzle.pictures import panel
from satpuzzle.pictures.instructions import EDGE, PAPERS, paragraph
from satpuzzle.pictures.overview import piece_alone, piece_caption
from satpuzzle.pictures.panel import Panel, note
from satpuzzle.pictures.paper import MARGIN, captioned, grid, largest, moved, scaled, squarest, written
from satpuzzle.pictures.printed import MM, WHOLE, Picture
from satpuzzle.pictures.printed import save as write
from satpuzzle.pictures.scene import Scene
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.questions.challenge import Booklet, Card
from satpuzzle.questions.rate import moves
from satpuzzle.solutions.palette import GREY
from satpuzzle.structured import as_json

_SMALL = 0.55  # size of the pieces to place, in multiples of the board's
_HEADING = 1.3  # height of a heading, in cells
_SOLVED = 6  # solutions on a page
_TITLE = 4.5  # size of a page's title, in millimetres
_CELL = 15.0  # size of a cell in millimetres, at most


def cards(booklet: Booklet, solved: bool = False) -> list[Picture]:
    """Return a picture of each challenge or, with `solved`, of the solution of each."""
    return [written(_card(card, number, solved), _title(booklet)) for number, card in enumerate(booklet.cards, 1)]


def sheet(booklet: Booklet, solved: bool = False) -> Picture:
    """Return one picture with all challenges or, with `solved`, with all solutions."""
    panels = [_card(card, number, solved) for number, card in enumerate(booklet.cards, 1)]
    return written(grid(panels, squarest(panels)), _title(booklet))


def pages(booklet: Booklet, per_page: int = 4) -> list[Picture]:
    """Return pages of A4 paper without their margins: `per_page` challenges each, then six solutions each, or all.

    Each page has the puzzle's title; dashed lines show where to cut.
    """
    found = []
    for heading, solved, most in (("", False, per_page), ("Solutions: ", True, max(per_page, _SOLVED))):
        panels = [_card(card, number, solved) for number, card in enumerate(booklet.cards, 1)]
        most = min(most, len(panels))
        count = -(-len(panels) // most)
        for number in range(count):
            title = f"{heading}{_title(booklet)}" + f" ({number + 1} of {count})" * (count > 1)
            found.append(_page(panels[number * most : (number + 1) * most], panels, most, title))
    return found


def _page(shown: Sequence[Panel], every: Sequence[Panel], most: int, title: str) -> Picture:
    """Return a page with `most` fields for cards, on which some are shown; `every` card has the same scale."""
    width, height = (side - 2 * EDGE for side in PAPERS["a4"])
    heading = paragraph(title, width, _TITLE)
    top = heading.box[3] + _TITLE / 2
    across, along = largest(every)
    across, along = across + 2 * MARGIN, along + 2 * MARGIN
    columns, rows = _arranged(most, across, along, width, height - top)
    broad, high = width / columns, (height - top) / rows
    scale = min(broad / across, high / along, _CELL)
    parts = [*heading.parts]
    for number, card in enumerate(shown):
        row, column = divmod(number, columns)
        left, upper, right, lower = (side * scale for side in card.box)
        x, y = (column + 0.5) * broad - (left + right) / 2, top + (row + 0.5) * high - (upper + lower) / 2
        parts += moved(scaled(card, scale), x, y).parts
    ends = [(0.0, top + row * high, width, top + row * high) for row in range(1, rows)]
    ends += [(column * broad, top, column * broad, height) for column in range(1, columns)]
    parts += [
        f'<path d="M{a:.2f} {b:.2f}L{c:.2f} {d:.2f}" fill="none" stroke="{GREY}" stroke-width=".2"'
        ' stroke-dasharray="2 2"/>'
        for a, b, c, d in ends
    ]
    return written(Panel(parts, (0.0, 0.0, width, height)), title, pixels=MM, margin=0.0)


def _arranged(most: int, across: float, along: float, width: float, height: float) -> tuple[int, int]:
    """Return the columns and rows in which `most` cards of one size are largest on a page."""
    columns = max(range(1, most + 1), key=lambda n: min(width / n / across, height / -(-most // n) / along))
    return columns, -(-most // columns)


def _title(booklet: Booklet) -> str:
    return booklet.puzzle.title or booklet.puzzle.name


def _card(card: Card, number: int, solved: bool) -> Panel:
    scene = replace(Scene.of(card.solution if solved else card.given), ruled=True)
    board = panel.layers(scene)
    parts = [_heading(board, f"{number}: {card.level}"), *board.parts]
    left, top, right, bottom = board.box
    if not solved and (below := _to_place(card, right - left)) is not None:
        width = below.box[2] - below.box[0]
        shown = moved(below, (left + right - width) / 2 - below.box[0], bottom + 2 * MARGIN - below.box[1])
        parts += shown.parts
        left, right, bottom = min(left, shown.box[0]), max(right, shown.box[2]), shown.box[3]
    return Panel(parts, (left, top - _HEADING, right, bottom))


def _heading(board: Panel, text: str) -> str:
    left, top, right, _ = board.box
    return note((left + right) / 2, top - _HEADING / 2 + 0.1, text)


def _to_place(card: Card, width: float) -> Panel | None:
    """Return a small panel with the pieces that are not given, as wide as possible up to `width`, or None if there are
    none.
    """
    puzzle = card.solution.puzzle
    placed, every = (
        Counter(solution.placements.piece[list(solution.options)].tolist()) for solution in (card.given, card.solution)
    )
    left = every - placed
    if not left:
        return None
    panels = [_named(puzzle, piece, copies) for piece, copies in sorted(left.items())]
    arranged = (grid(panels, columns) for columns in range(len(panels), 0, -1))
    whole = next((found for found in arranged if _SMALL * (found.box[2] - found.box[0]) <= width), grid(panels, 1))
    return scaled(whole, _SMALL)


def _named(puzzle: Puzzle, piece: int, copies: int) -> Panel:
    """Return a picture of a piece, with its name and number of copies unless its letter says as much."""
    caption = piece_caption(puzzle.pieces[piece], copies)
    alone = piece_alone(puzzle, piece)
    return alone if caption == puzzle.symbols[piece][0] else captioned(alone, caption)


def text(booklet: Booklet) -> str:
    """Return the challenges as lines of text: the given pieces of each, and how hard it is."""
    lines = [names, ""] if (names := booklet.puzzle.legend) else []
    for number, card in enumerate(booklet.cards, 1):
        if card.tries is None:
            how = f"{card.left} of {numbered(card.place, 'piece')} left when there is a choice"
        else:
            how = f"a careful player needs about {moves(card.tries.effort, card.tries.ranked)}"
        lines += [f"{number}: {card.level}, {how}", str(card.given), ""]
    number = len(booklet.cards)
    counted = numbered(number, "card") if number == booklet.wanted else f"{number} of {booklet.wanted} cards"
    return "\n".join([*lines, f"{booklet.puzzle.name}: {counted}, each with one solution"])


def save(booklet: Booklet, path: Path, per_page: int = 4) -> None:
    """Write the cards to a picture's file or as .json; .svg and .png get a second one with the solutions beside it."""
    ending = path.suffix.lower()
    if ending == ".json":
        data.write(path, as_json(booklet.as_dict()) + "\n")
    elif ending in WHOLE:
        write(pages(booklet, per_page), path, _title(booklet), EDGE)
    else:
        sheet(booklet).save(path)
        sheet(booklet, solved=True).save(path.with_name(f"{path.stem}-solutions{path.suffix}"))
