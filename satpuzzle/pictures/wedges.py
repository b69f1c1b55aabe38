"""The paint on the faces of a body: the colours of a tile's sides, or of a piece's cells.

On a flat tile each colour is a wedge, which reaches from its side nearly to the middle, where the tile's letter stands
on white.  A face that is a side, as those of a cube are, has the colour of that side.  A cell with a colour has a patch
of it in the middle of each of its faces; where there are two colours, they are white and black.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from satpuzzle.pictures.body import Body
from satpuzzle.pictures.geometry import Places, faces
from satpuzzle.puzzle.grids import Grid
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.puzzle.tiles import ring
from satpuzzle.solutions import palette

PAPER = "#ffffff"  # below the wedges
_INNER = 0.42  # the size of the white middle, as a share of the size of the tile
_PATCH = 0.62  # the size of a patch, a part of its face


@dataclass(frozen=True, eq=False)
class Paint:
    """How a face is painted: the colour of its ground, and wedges or a patch on it."""

    ground: str
    wedges: tuple[tuple[str, Places], ...] = ()  # the colour of each wedge or patch, and its corners
    middle: str = ""  # the colour on which the letter stands, if it is not the ground

    @property
    def below(self) -> str:
        """The colour on which the letter stands."""
        return self.middle or self.ground


def hues(puzzle: Puzzle) -> dict[str, str]:
    """Return the SVG colour that stands for each letter in the sides of a puzzle's tiles."""
    letters = sorted({letter for piece in puzzle.pieces for letter in piece.sides})
    return {letter: palette.colour(number) for number, letter in enumerate(letters)}


def cell_hues(puzzle: Puzzle) -> dict[int, str]:
    """Return the SVG colour for each colour number of cells: the puzzle's own, or one of the palette."""
    numbers = sorted({0, *puzzle.colours.tolist(), *(c for p in puzzle.pieces for c in p.colours.tolist())})[1:]
    own = dict(enumerate(puzzle.hues, 1))
    return {number: own.get(number) or palette.colour(number - 1) for number in numbers}


def patched(body: Body, ground: str, hues: Sequence[str]) -> tuple[Paint, ...]:
    """Return the paint of each face of a piece in the colour `ground`; `hues` has each cell's colour, "" for none."""
    found = []
    for face in body.faces:
        hue, corners = hues[face.cell], body.vertices[list(face.corners)]
        middle = corners.mean(axis=0)
        patch = ((hue, middle + _PATCH * (corners - middle)),) if hue else ()
        found.append(Paint(ground, patch, hue))
    return tuple(found)


def painted(body: Body, grid: Grid, kind: int, sides: Sequence[str]) -> tuple[Paint, ...]:
    """Return the paint of each face of a tile with these colours of its sides; `body` is a cell of this kind."""
    side = {tuple(step): hue for step, hue in zip(ring(grid, kind).tolist(), sides, strict=True)}
    return tuple(
        Paint(side[outline.behind])
        if outline.behind
        else Paint(PAPER, tuple(zip(sides, wedges(body.vertices[list(face.corners)]), strict=True)))
        for face, outline in zip(body.faces, faces(grid, kind), strict=True)
    )


def wedges(corners: Places) -> list[Places]:
    """Divide a face into wedges, one for each side; return their corners, clockwise from 12 o'clock seen from above.

    `corners` are those of the face, shape (sides, 2 or 3), with the coordinates right, down on the paper, and up.
    """
    middle, onward = corners.mean(axis=0), np.roll(corners, -1, axis=0)
    right, down = ((corners + onward) / 2 - middle).T[:2]
    clockwise = np.argsort(np.arctan2(right, -down).round(6) % round(2 * np.pi, 6))
    inner, inner_onward = (middle + _INNER * (ends - middle) for ends in (corners, onward))
    return [np.stack([corners[n], onward[n], inner_onward[n], inner[n]]) for n in clockwise.tolist()]
