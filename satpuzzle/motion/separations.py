"""Writes the steps that take a packing apart in BurrTools' form: a tree of separations, each a list of states.

A state has the position of the hotspot of each piece of a part.  In the last state of a separation some pieces are far
away; they form one part, and the pieces that stay form another.
"""

from collections.abc import Sequence
from dataclasses import replace

from satpuzzle.motion.split import Move
from satpuzzle.puzzle.formats.burr import Separation, Triple

OUT = 20_000  # the distance by which a removed piece is moved


class _Part:
    """Pieces that are together, and their positions after each move so far."""

    def __init__(self, pieces: tuple[int, ...], places: dict[int, Triple]) -> None:
        self.pieces = pieces
        self.states = [places]
        self.left: _Part | None = None
        self.removed: _Part | None = None

    def move(self, step: Move) -> None:
        """Append the state after a move; if its pieces leave for good, split this part into `left` and `removed`."""
        before = self.states[-1]
        distance = OUT if step.distance is None else step.distance
        self.states.append(
            {
                piece: _moved(place, step.direction, distance) if piece in step.pieces else place
                for piece, place in before.items()
            }
        )
        if step.distance is None:
            self.left = self._part(before, [piece for piece in self.pieces if piece not in step.pieces])
            self.removed = self._part(before, [piece for piece in self.pieces if piece in step.pieces])

    def _part(self, places: dict[int, Triple], pieces: list[int]) -> "_Part":
        return _Part(tuple(pieces), {piece: places[piece] for piece in pieces})

    def holding(self, pieces: tuple[int, ...]) -> "_Part":
        """Return the smallest part in the tree below this part that contains these pieces."""
        for below in (self.left, self.removed):
            if below is not None and set(pieces) <= set(below.pieces):
                return below.holding(pieces)
        return self

    def separation(self) -> Separation | None:
        """Return the tree of separations from this part on, or None if the part stays together."""
        if self.left is None or self.removed is None:
            return None
        return Separation(
            self.pieces,
            tuple(tuple(state[piece] for piece in self.pieces) for state in self.states),
            self.left.separation(),
            self.removed.separation(),
        )


def separation(steps: Sequence[Move], places: Sequence[Triple | None]) -> Separation | None:
    """Return the tree of separations that these steps make, or None if they separate nothing.

    `places` has the position of each copy of an assembly, or None for a copy that is left out.  The pieces of the steps
    are numbered among the copies that have a position.
    """
    there = {copy: place for copy, place in enumerate(places) if place is not None}
    numbers = [*there]
    whole = _Part(tuple(numbers), there)
    for step in steps:
        pieces = tuple(numbers[piece] for piece in step.pieces)
        whole.holding(pieces).move(replace(step, pieces=pieces))
    return whole.separation()


def _moved(place: Triple, direction: Triple, distance: int) -> Triple:
    x, y, z = (at + distance * step for at, step in zip(place, direction, strict=True))
    return x, y, z
