"""The results of a search for separations: moves, and the splits of a part into two.

A *part* is a set of pieces that are still together.  A *position* of a part has the pose of each of its pieces: a
rotation and an offset, relative to the place of the piece in the packing.  If nothing holds the part, only the
differences of offsets matter.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from satpuzzle.cover.bits import places
from satpuzzle.puzzle.grids import Direction
from satpuzzle.puzzle.model import Piece

Part = tuple[int, ...]  # pieces by their numbers
Offset = tuple[int, int, int]
Pose = tuple[int, int, int, int]  # an offset, and the number of the rotation that comes before it; see rigid.py
Position = tuple[Pose, ...]  # the pose of each piece of a part
Step = tuple[int, int, int, tuple[int, int]]  # a set as bits, the number of its way, steps; the place of a turn's line


@dataclass(frozen=True)
class Move:
    """A move of some pieces, as one body; if the distance is None, they leave the other pieces for good.

    If there is a point `about`, in half cells, the move is a turn about the line through that point along the
    direction, by as many quarter turns as the distance says: about +z from +x to +y, about +x from +y to +z, about +y
    from +z to +x.  The coordinates of the point ignore moves without a distance: pieces that have left keep their
    coordinates.
    """

    pieces: Part
    direction: Direction
    distance: int | None
    about: Offset | None = None


@dataclass(frozen=True)
class Split:
    """A way to split a part into two: moves, the last of which carries pieces away for good."""

    moves: tuple[Move, ...]
    left: Position  # the position of the pieces that stay, in order
    removed: Position  # the position of the pieces that leave, in order


class OutOfStates(Exception):
    """Raised if the search needs more positions than are allowed."""


class SplitSearch(Protocol):
    """The search for splits of the parts of one packing."""

    states: int  # the number of positions searched
    most: int  # the number of positions allowed

    def same(self, position: Position, held: bool) -> Position:
        """Return a key of a position: the same moves are possible from positions of a part with the same key."""

    def splits(self, part: Part, position: Position, held: bool) -> Iterator[Split | None]:
        """Yield the shortest ways to split a part, and None for each number of moves by which no split exists.

        Raises OutOfStates if the search needs more positions than are allowed, and Stopped if the clock stops.
        """


class SplitBuilder:
    """Makes a `Split` from the bit masks and numbers that a search found.

    If nothing holds the part, a move of some pieces is the same as the opposite move of the others.  Then the side with
    the heaviest piece stays; if both have one, the larger side.
    """

    def __init__(self, pieces: Sequence[Piece], along: Sequence[Direction]) -> None:
        self._weights = [piece.weight for piece in pieces]
        self._along = along

    def build(
        self,
        part: Part,
        start: Position,
        position: Position,
        before: Iterable[Step],
        removal: tuple[int, int],
        held: bool,
    ) -> Split:
        """Return the split that consists of the moves in `before`, in reverse order, and of the final `removal`.

        The moves in `before` lead from `start` to `position`; the last comes first.  A removal has the members of the
        part that leave, as bits, and the number of their direction.
        """
        group, direction = removal
        if self.stays(part, group, held, 0):
            group, direction = group ^ ((1 << len(part)) - 1), direction ^ 1
        moves = [Move(members(part, group), self._along[direction], None)]
        left = tuple(offset for i, offset in enumerate(position) if not group >> i & 1)
        removed = tuple(offset for i, offset in enumerate(position) if group >> i & 1)
        for moved, along, steps, _ in before:
            if self.stays(part, moved, held, 2 * moved.bit_count() - len(part)):  # the rest moves instead
                moved, along = moved ^ ((1 << len(part)) - 1), along ^ 1
            moves.append(Move(members(part, moved), self._along[along], steps))
        return Split(tuple(reversed(moves)), left, removed)

    def stays(self, part: Part, group: int, held: bool, surplus: int) -> bool:
        """Tell whether a group of pieces should stay, and the rest of the part move in the opposite direction.

        The group is a bit mask of members of the part.  The side with the heaviest piece stays; if both sides have one,
        the larger side.  `surplus` is the size of the group minus the size of the rest.  If a frame or box holds the
        part, the answer is False.
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
    a, b, c, _ = position[0]
    return tuple((x - a, y - b, z - c, r) for x, y, z, r in position)


def beginning(pieces: int) -> Position:
    """Return the position of this number of pieces before any move."""
    return ((0, 0, 0, 0),) * pieces


def members(part: Part, group: int) -> Part:
    """Return the members of a part that a bit mask marks."""
    return tuple(part[i] for i in places(group))
