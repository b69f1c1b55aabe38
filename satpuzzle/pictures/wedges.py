"""Wedges: the colours of a tile's sides, each in the part of the tile next to its side.

A wedge reaches from its side nearly to the middle, where the tile's letter stands on white.
"""

import numpy as np

from satpuzzle.pictures.geometry import Places
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.solutions import palette

PAPER = "#ffffff"  # below the wedges
_INNER = 0.42  # the size of the white middle, as a share of the size of the tile


def hues(puzzle: Puzzle) -> dict[str, str]:
    """Return a colour for each letter of the sides of a puzzle's tiles."""
    letters = sorted({letter for piece in puzzle.pieces for letter in piece.sides})
    return {letter: palette.colour(number) for number, letter in enumerate(letters)}


def wedges(corners: Places) -> list[Places]:
    """Return the corners of each wedge of a tile with these corners on the paper, clockwise from 12 o'clock.

    `corners` has the shape (sides, 2): to the right and down.
    """
    middle, onward = corners.mean(axis=0), np.roll(corners, -1, axis=0)
    right, down = ((corners + onward) / 2 - middle).T
    clockwise = np.argsort(np.arctan2(right, -down).round(6) % round(2 * np.pi, 6))
    inner, inner_onward = (middle + _INNER * (ends - middle) for ends in (corners, onward))
    return [np.stack([corners[n], onward[n], inner_onward[n], inner[n]]) for n in clockwise.tolist()]
