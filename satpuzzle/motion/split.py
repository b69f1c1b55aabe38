"""The results of a search for separations: moves, and ways in which a part falls into two.

A *part* is a set of pieces that are still together.  A *position* of a part has the offset of each of its pieces from
the piece's place in the packing.  If nothing holds the part, only the differences of these offsets matter.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from satpuzzle.cover.bits import places
from satpuzzle.puzzle.grids import Direction
from satpuzzle.puzzle.model import Piece

Part = tuple[int, ...]  # pieces by their numbers
Offset = tuple[int, int, int]
Position = tuple[Offset, ...]  # the offset of each piece of a part


@dataclass(frozen=True)
class Move:
    """A move of some pieces, as one body; a distance of None means that they leave for good."""

    pieces: Part
    direction: Direction
    distance: int | None


@dataclass(frozen=True)
class Split:
    """A way in which a part falls into two: moves, the last of which carries pieces away for good."""

    moves: tuple[Move, ...]
    left: Position  # the position of the pieces that stay, in order
    removed: Position  # the position of the pieces that leave, in order


class OutOfStates(Exception):
    """The search needs more positions than are allowed."""


class SplitSearch(Protocol):
    """The search for separations in one packing."""

    states: int  # the number of positions searched
    most: int  # the number of positions allowed
    known: dict[Hashable, tuple[bool, int]]  # whether parts come apart, and the number of positions searched for that

    def alike(self, part: Part, position: Position, held: bool) -> Hashable:
        """Return a key for `known`; parts of the same shapes in the same places have the same key."""

    def splits(self, part: Part, position: Position, held: bool) -> Iterator[Split | None]:
        """Yield the shortest ways in which a part falls into two; None after each number of moves that is too small.

        Raises OutOfStates if the search needs more positions than are allowed, and Stopped if the clock stops.
        """


class SplitBuilder:
    """Makes a `Split` from the bits that a search found.

    If nothing holds the part, a move is the same as the opposite move of the rest.  Then the side with the heaviest
    piece stays, or else the larger side.
    """

    def __init__(self, pieces: Sequence[Piece], along: Sequence[Direction]) -> None:
        self._weights = [piece.weight for piece in pieces]
        self._along = along

    def build(
        self,
        part: Part,
        position: Position,
        before: Iterable[tuple[int, int, int]],
        removal: tuple[int, int],
        held: bool,
    ) -> Split:
        """Return a split: `before` has the moves that led to the position, the last first; `removal` is the last move.

        A move is a set of members of the part as bits, the number of its direction, and the number of its steps; a
        removal has no number of steps.
        """
        group, direction = removal
        if self._stays(part, group, held, 0):
            group, direction = group ^ ((1 << len(part)) - 1), direction ^ 1
        moves = [Move(_members(part, group), self._along[direction], None)]
        left = tuple(offset for i, offset in enumerate(position) if not group >> i & 1)
        removed = tuple(offset for i, offset in enumerate(position) if group >> i & 1)
        for moved, along, steps in before:
            if self._stays(part, moved, held, 2 * moved.bit_count() - len(part)):  # the rest moves instead
                moved, along = moved ^ ((1 << len(part)) - 1), along ^ 1
            moves.append(Move(_members(part, moved), self._along[along], steps))
        return Split(tuple(reversed(moves)), left, removed)

    def _stays(self, part: Part, group: int, held: bool, surplus: int) -> bool:
        """Tell whether a group should stay, and the rest of the part move.

        The side with the heaviest piece stays; if both sides have one, the larger side.  `surplus` is the size of the
        group minus the size of the rest.  If a frame or box holds the part, the answer is False.
        """
        if held:
            return False
        heaviest = [
            max(self._weights[piece] for i, piece in enumerate(part) if group >> i & 1 == side) for side in (0, 1)
        ]
        return heaviest[1] > heaviest[0] or (heaviest[0] == heaviest[1] and surplus > 0)


def normal(position: Position, held: bool) -> Position:
    """Return the position relative to its first piece; a position in a frame or box is returned unchanged."""
    if held or not position:
        return position
    a, b, c = position[0]
    return tuple((x - a, y - b, z - c) for x, y, z in position)


def _members(part: Part, group: int) -> Part:
    return tuple(part[i] for i in places(group))
