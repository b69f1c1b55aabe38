"""The palette: the colours of pictures, pages and terminals.

The first twelve colours were chosen together.  Each of the others was chosen to be as far as possible from all before
it; the distance of two colours is the smallest of those seen with normal sight, protanopia, deuteranopia and
tritanopia.  Greys were excluded, since they look like dirt beside the other colours.  24 colours cannot be told apart
at a glance, so pictures show letters and outlines too.

A colour stands for a piece, and equal copies have the same colour.  If the puzzle has only one kind of piece, each copy
has its own colour.

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
    """Return the colour with this number as `#rrggbb`; numbers after the last colour start again with the first."""
    return COLOURS[number % len(COLOURS)]


def colour_by(puzzle: Puzzle, asked: str | None = None) -> str:
    """Return "piece" if all copies of a piece have the same colour, "copy" if each has its own.

    The result is `asked` if that is given; the default is `piece` if the puzzle has several pieces, otherwise `copy`.
    Raises PuzzleError for another value.
    """
    if asked not in (None, *COLOUR_BY):
        raise PuzzleError(f"colour_by {asked}: choose from {', '.join(COLOUR_BY)}")
    return asked or ("piece" if len(puzzle.pieces) > 1 else "copy")


def colours(puzzle: Puzzle, by: str | None = None) -> list[str]:
    """Return the colours of all copies of a puzzle's pieces, in the order of `Puzzle.symbols`; see `colour_by`.

    A piece with a colour of its own, `paint`, has this one, unless each copy is asked to have another.
    """
    numbers = [piece for piece, marks in enumerate(puzzle.symbols) for _ in marks]
    paints = [puzzle.pieces[number].paint * (by != "copy") for number in numbers]
    every = numbers if colour_by(puzzle, by) == "piece" else range(len(numbers))
    return [paint or colour(number) for paint, number in zip(paints, every, strict=True)]


def ink(colour: str) -> str:
    """Return black or white, whichever is easier to read on a colour (by the contrast of WCAG 2)."""
    return "#000000" if luminance(colour) > 0.179 else "#ffffff"


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, 0 for black and 1 for white."""
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in rgb(colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def rgb(colour: str) -> tuple[float, float, float]:
    """Return the red, green and blue of `#rrggbb`, each from 0 to 1."""
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return red, green, blue


def shaded(colour: str, light: float) -> str:
    """Return a darker colour if `light` is below 1, a lighter one if it is above: 0 is black, 1 no change, 2 white."""
    towards, part = (0.0, 1 - light) if light < 1 else (1.0, light - 1)
    return "#" + "".join(f"{round(255 * (value + (towards - value) * part)):02x}" for value in rgb(colour))
