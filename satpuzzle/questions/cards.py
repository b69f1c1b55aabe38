"""Challenges printed as cards: the given pieces on their board, the pieces to place below, a number and a level.

A solid board is shown layer by layer, from the lowest, with its empty cells, since a view in space would hide most of
them.  A page has one card or several.  All solutions follow after the last card, in the order of the cards.
"""

import html
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path

from satpuzzle import data
from satpuzzle.cover.describe import numbered
from satpuzzle.extras import need
from satpuzzle.pictures import panel
from satpuzzle.pictures.overview import piece_panel
from satpuzzle.pictures.panel import Panel, note
from satpuzzle.pictures.paper import MARGIN, Picture, grid, moved, squarest, written
from satpuzzle.pictures.scene import Scene
from satpuzzle.questions.challenge import Booklet, Card
from satpuzzle.questions.rate import moves
from satpuzzle.structured import as_json

ENDINGS = (".pdf", ".html", ".json", ".svg")
LEVELS = ("Starter", "Junior", "Expert", "Master", "Wizard")
_RAMP = (1.5, 4.0, 12.0, 40.0)  # upper bounds of the levels: effort (see `rate.py`) divided by the pieces to place
_SMALL = 0.55  # size of the pieces to place, in multiples of the board's
_HEADING = 1.3  # height of a heading, in cells
_PAPER = (210.0, 297.0)  # width and height of an A4 page in millimetres
_EDGE = 15.0  # margin of a page in millimetres
_DOTS = 300 / 25.4  # dots per millimetre


def level(card: Card) -> str:
    """Return how hard a challenge is, as one of `LEVELS`: by a careful player's effort per piece to place.

    If the effort is only a lower bound, so is the level.
    """
    left = max(1, len(card.solution.options) - len(card.given.options))
    found = LEVELS[sum(card.tries.effort / left > bound for bound in _RAMP)]
    return found if card.tries.ranked or found == LEVELS[-1] else f"{found} or harder"


def cards(booklet: Booklet, solved: bool = False) -> list[Picture]:
    """Return a picture of each challenge or, with `solved`, of the solution of each."""
    return [written(_card(card, number, solved), _title(booklet)) for number, card in enumerate(booklet.cards, 1)]


def sheet(booklet: Booklet, solved: bool = False) -> Picture:
    """Return one picture with all challenges or, with `solved`, with all solutions."""
    panels = [_card(card, number, solved) for number, card in enumerate(booklet.cards, 1)]
    return written(grid(panels, squarest(panels)), _title(booklet))


def page(booklet: Booklet, per_page: int = 4) -> str:
    """Return an HTML page with all challenges, then all solutions; a printed sheet of paper has `per_page` of them."""
    title = html.escape(_title(booklet))
    found = []
    for heading, solved in ((title, False), ("Solutions", True)):
        shown = cards(booklet, solved)
        for start in range(0, len(shown), per_page):
            inside = "\n".join(picture.svg for picture in shown[start : start + per_page])
            first = f"<h1>{heading}</h1>\n" * (start == 0)
            found.append(f'<section>{first}<div class="cards">\n{inside}\n</div></section>')
    columns, rows = _arranged(per_page, cards(booklet))
    style = (
        "body{font-family:sans-serif;margin:1rem}h1{font-size:1.3rem}"
        f".cards{{display:grid;grid-template-columns:repeat({columns},1fr);gap:1.5rem;align-items:start}}"
        f"svg{{width:100%;height:auto;max-height:{85 // rows}vh}}section+section{{break-before:page}}"
        "@page{margin:15mm}"
    )
    return (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{title}</title>\n<style>{style}</style>\n'
        + "\n".join(found)
        + "\n</html>"
    )


def check_pdf() -> None:
    """Raise PuzzleError if the library that writes PDF is not installed."""
    need("PDF needs", "reportlab", "print")


def pdf(booklet: Booklet, per_page: int = 4) -> bytes:
    """Return a PDF of A4 pages with `per_page` challenges each, then the solutions, at 300 dots per inch.

    Raises PuzzleError if reportlab is not installed.
    """
    check_pdf()
    from reportlab.lib.units import mm
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen.canvas import Canvas

    columns, rows = _arranged(per_page, cards(booklet))
    width, height = (_PAPER[0] - 2 * _EDGE) / columns, (_PAPER[1] - 2 * _EDGE) / rows
    file = BytesIO()
    canvas = Canvas(file, pagesize=(_PAPER[0] * mm, _PAPER[1] * mm))
    canvas.setTitle(_title(booklet))
    for solved in (False, True):
        pictures = cards(booklet, solved)
        sizes = [picture.size for picture in pictures]
        by = min(min((width - 4) / wide, (height - 4) / high) for wide, high in sizes)  # boards are equally large
        for number, picture in enumerate(pictures):
            place = number % per_page
            if place == 0 and (number or solved):
                canvas.showPage()
            x, y = _EDGE + place % columns * width, _PAPER[1] - _EDGE - (place // columns + 1) * height
            wide, high = picture.size
            image = ImageReader(BytesIO(picture.scaled(max(1, round(wide * by * _DOTS))).png()))
            left, bottom = x + (width - wide * by) / 2, y + (height - high * by) / 2
            canvas.drawImage(image, left * mm, bottom * mm, wide * by * mm, high * by * mm)
    canvas.save()
    return file.getvalue()


def _arranged(per_page: int, pictures: Sequence[Picture]) -> tuple[int, int]:
    """Return the columns and rows in which `per_page` pictures on a page are largest."""
    sizes = [picture.size for picture in pictures]
    wide, high = max(width for width, _ in sizes), max(height for _, height in sizes)

    def scale(columns: int) -> float:
        return min((_PAPER[0] - 2 * _EDGE) / columns / wide, (_PAPER[1] - 2 * _EDGE) / -(-per_page // columns) / high)

    columns = max(range(1, per_page + 1), key=scale)
    return columns, -(-per_page // columns)


def _title(booklet: Booklet) -> str:
    return booklet.puzzle.title or booklet.puzzle.name


def _card(card: Card, number: int, solved: bool) -> Panel:
    scene = replace(Scene.of(card.solution if solved else card.given), ruled=True)
    board = panel.layers(scene)
    parts = [_heading(board, f"{number}: {level(card)}"), *board.parts]
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
    panels = [piece_panel(puzzle, piece, copies) for piece, copies in sorted(left.items())]
    arranged = (grid(panels, columns) for columns in range(len(panels), 0, -1))
    whole = next((found for found in arranged if _SMALL * (found.box[2] - found.box[0]) <= width), grid(panels, 1))
    box = tuple(_SMALL * side for side in whole.box)
    return Panel([f'<g transform="scale({_SMALL})">', *whole.parts, "</g>"], (box[0], box[1], box[2], box[3]))


def text(booklet: Booklet) -> str:
    """Return the challenges as lines of text: the given pieces of each, and how hard it is."""
    lines = [names, ""] if (names := booklet.puzzle.legend) else []
    for number, card in enumerate(booklet.cards, 1):
        needed = moves(card.tries.effort, card.tries.ranked)
        lines += [f"{number}: {level(card)}, a careful player needs about {needed}", str(card.given), ""]
    number = len(booklet.cards)
    counted = numbered(number, "card") if number == booklet.wanted else f"{number} of {booklet.wanted} cards"
    return "\n".join([*lines, f"{booklet.puzzle.name}: {counted}, each with one solution"])


def save(booklet: Booklet, path: Path, per_page: int = 4) -> None:
    """Write the cards to a file with one of ENDINGS; an .svg file gets a second one with the solutions beside it."""
    ending = path.suffix.lower()
    if ending == ".json":
        data.write(path, as_json(booklet.as_dict()) + "\n")
    elif ending == ".html":
        data.write(path, page(booklet, per_page) + "\n")
    elif ending == ".pdf":
        data.write(path, pdf(booklet, per_page))
    else:
        sheet(booklet).save(path)
        sheet(booklet, solved=True).save(path.with_name(f"{path.stem}-solutions.svg"))
