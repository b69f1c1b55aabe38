"""A column of a strip: which copies begin in it, and the states after it is filled; see `transfer.py`."""

from collections.abc import Mapping, Sequence

import numpy as np

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.errors import PuzzleError
from satpuzzle.questions.tilings.prototile import Prototile, decoded

MOST_STATES = 200_000
MOST_WITHIN = 4 * MOST_STATES  # while a column is filled


class TooManyStates(PuzzleError):
    """A strip is too wide for its automaton."""


def more_than(most: int) -> str:
    """Return what is said of too many states."""
    return f"more than {most} states while a column is filled"


def placements(tiles: Sequence[Prototile], section: Sequence[int], clock: Clock = UNLIMITED) -> list[list[int]]:
    """Return for each cell of a column the copies whose first cell it is, as bits from this column on.

    Raises Stopped if the clock stops.
    """
    grid = tiles[0].grid
    kinds, cells = len(grid.kinds), int(np.prod(section)) * len(grid.kinds)
    found: list[set[int]] = [set() for _ in range(cells)]
    for tile in tiles:
        for image in tile.orientations:
            points = decoded(grid, image)
            steps, kind = grid.units(points), grid.kind(points)
            steps = steps - steps.min(axis=0)
            room = np.array(section) - steps[:, 1:].max(axis=0)
            for shift in clock.each(np.ndindex(*np.maximum(room, 0).tolist())):
                at = np.ravel_multi_index((steps[:, 1:] + shift).T, tuple(section)) * kinds + kind
                places = sorted((steps[:, 0] * cells + at).tolist())
                found[places[0]].add(sum(1 << place for place in places))
    return [sorted(some) for some in found]


def column_of(
    states: Mapping[int, int],
    starting: Sequence[Sequence[int]],
    needed: int | None = None,
    most: int = MOST_WITHIN,
    clock: Clock = UNLIMITED,
) -> dict[int, int]:
    """Return the states after the first column is filled, each with the number of ways, as those before it have.

    If only so many of its cells are `needed`, the others may stay empty.  Raises TooManyStates if there are more than
    `most` while it is filled, and Stopped if the clock stops.
    """
    for cell, copies in enumerate(starting):
        following = dict[int, int]()
        for filled, ways in clock.each(states.items()):
            if filled >> cell & 1 or (needed is not None and cell >= needed):
                following[filled] = following.get(filled, 0) + ways
            if not filled >> cell & 1:
                for copy in copies:
                    if not copy & filled:
                        following[copy | filled] = following.get(copy | filled, 0) + ways
            if len(following) > most:
                raise TooManyStates(more_than(most))
        states = following
    return {state >> len(starting): ways for state, ways in states.items()}
