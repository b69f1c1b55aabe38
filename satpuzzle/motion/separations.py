"""The steps that take a packing apart as BurrTools tells them: a tree of separations, each a list of states.

A state has a place for each piece of a part, that of its hotspot.  At the last state of a separation some pieces are
far out; they and those that stay are parts of their own.
"""

from collections.abc import Sequence
from dataclasses import replace

from satpuzzle.motion.split import Move
from satpuzzle.puzzle.formats.burr import Separation, Triple

OUT = 20_000  # how far a piece is moved to be gone


class _Part:
    """Pieces that are together, and where they were."""

    def __init__(self, pieces: tuple[int, ...], places: dict[int, Triple]) -> None:
        self.pieces = pieces
        self.states = [places]
        self.left: _Part | None = None
        self.removed: _Part | None = None

    def move(self, step: Move) -> None:
        """Move pieces, and fall apart if they leave."""
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
        """Return the part that these pieces are in now."""
        for below in (self.left, self.removed):
            if below is not None and set(pieces) <= set(below.pieces):
                return below.holding(pieces)
        return self

    def separation(self) -> Separation | None:
        """Return the part as it is written; None if it stays together."""
        if self.left is None or self.removed is None:
            return None
        return Separation(
            self.pieces,
            tuple(tuple(state[piece] for piece in self.pieces) for state in self.states),
            self.left.separation(),
            self.removed.separation(),
        )


def separation(steps: Sequence[Move], places: Sequence[Triple | None]) -> Separation | None:
    """Return the separation that steps make of pieces in these places; None if there is nothing to separate.

    There is a place for each copy of an assembly, None for one that is left out; steps number those that are not.
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
