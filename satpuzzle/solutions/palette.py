"""The palette: the one place where pictures, pages and terminals take their colours from.

The first twelve colours were chosen together, the others one by one, each as far as possible from all before it
as seen with normal sight and with protanopia, deuteranopia and tritanopia, whichever brings them closest.  Greys were
no candidates: beside the others they look like dirt.  Nobody tells 24 colours apart at a glance, so letters and
outlines say the same.

A colour tells which piece it is; equal copies have the same one, unless there is nothing else to tell.

Distances are those of OKLab (Björn Ottosson, A perceptual color space for image processing, 2020); the simulation is
that of Gustavo M. Machado, Manuel M. Oliveira and Leandro A. F. Fernandes, A Physiologically-based Model for Simulation
of Color Vision Deficiency, IEEE TVCG 15 (2009); the idea of choosing in this way is Matthew A. Petroff's (Accessible
Color Sequences for Data Visualization, 2021).
"""

from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.model import Puzzle

COLOURS = (
    "#7986f3", "#f3e76d", "#c23d24", "#aaceff", "#f379aa", "#9e49aa", "#aac218", "#0c7c62",
    "#6dffe7", "#f3b69e", "#b68600", "#00b6db", "#86aa6d", "#ce5592", "#3d6dce", "#61dbc2",
    "#9279b6", "#db92ff", "#c2e7b6", "#499261", "#cece6d", "#86c2ce", "#b66d3d", "#55aa9e",
)  # fmt: skip
OUTLINE = "#1a1a1a"
GREY = "#777777"  # can be read on white and on black

COLOUR_BY = ("piece", "copy")


def colour(number: int) -> str:
    """Return the colour with this number; after the last one comes the first again."""
    return COLOURS[number % len(COLOURS)]


def colour_by(puzzle: Puzzle, asked: str | None = None) -> str:
    """Return what has a colour of its own, each `piece` or each `copy` of one: pieces if there are several.

    Raises PuzzleError if something else is asked for.
    """
    if asked not in (None, *COLOUR_BY):
        raise PuzzleError(f"colour_by {asked}: choose from {', '.join(COLOUR_BY)}")
    return asked or ("piece" if len(puzzle.pieces) > 1 else "copy")


def colours(puzzle: Puzzle, by: str | None = None) -> list[str]:
    """Return the colours of all copies of a puzzle's pieces, in the order of `Puzzle.symbols`; see `colour_by`."""
    numbers = [piece for piece, marks in enumerate(puzzle.symbols) for _ in marks]
    return [colour(number) for number in (numbers if colour_by(puzzle, by) == "piece" else range(len(numbers)))]


def ink(colour: str) -> str:
    """Return black or white, whichever is easier to read on a colour (WCAG 2's contrast)."""
    return "#000000" if luminance(colour) > 0.179 else "#ffffff"


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, 0 for black and 1 for white."""
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in rgb(colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def rgb(colour: str) -> tuple[float, float, float]:
    """Return red, green and blue of `#rrggbb`, 0 to 1."""
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return red, green, blue


def shaded(colour: str, light: float) -> str:
    """Return a colour darkened by a factor below 1, or lightened as far above it."""
    towards, part = (0.0, 1 - light) if light < 1 else (1.0, light - 1)
    return "#" + "".join(f"{round(255 * (value + (towards - value) * part)):02x}" for value in rgb(colour))
