"""What a search for separations gives out: moves, and how a part falls into two.

A *part* is a set of pieces that are still together, a *position* says where each of them is, as an offset from its
place in the packing and a rotation.  Of a part that nothing holds only the places between its pieces matter.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from satpuzzle.cover.bits import places
from satpuzzle.puzzle.grids import Direction
from satpuzzle.puzzle.model import Piece

Part = tuple[int, ...]  # pieces by their numbers
Offset = tuple[int, int, int]
Pose = tuple[int, int, int, int]  # an offset, and the number of the rotation that was made before it; see rigid.py
Position = tuple[Pose, ...]  # of each piece of a part
Step = tuple[int, int, int, tuple[int, int]]  # what moves, as bits; the number of its way, steps; of a turn its place


@dataclass(frozen=True)
class Move:
    """Pieces that move together, and by how many steps; None is out and away.

    If it is `about` a point, the pieces make so many quarter turns about the line through it along the direction: about
    +z they turn from +x to +y, about +x from +y to +z, about +y from +z to +x.  The point is in half cells.  What has
    left keeps its coordinates in this: points are given as if leaving had not moved anything.
    """

    pieces: Part
    direction: Direction
    distance: int | None
    about: Offset | None = None


@dataclass(frozen=True)
class Split:
    """How a part falls into two: some moves, the last of which carries pieces away for good."""

    moves: tuple[Move, ...]
    left: Position  # of the pieces that stay, in order
    removed: Position  # and of those that leave


class OutOfStates(Exception):
    """More positions than were allowed."""


class SplitSearch(Protocol):
    """The search for separations in one packing."""

    states: int  # positions looked at
    most: int  # that may be looked at
    known: dict[Hashable, tuple[bool, int]]  # whether parts come apart, and how many positions it took to find out

    def alike(self, part: Part, position: Position, held: bool) -> Hashable:
        """Return what is the same, in `known`, for parts that come apart alike: the same shapes in the same places."""

    def same(self, position: Position, held: bool) -> Position:
        """Return what is the same for positions of a part from which the same moves lead on."""

    def splits(self, part: Part, position: Position, held: bool) -> Iterator[Split | None]:
        """Yield the shortest ways in which a part falls into two; None after each number of moves that does not do.

        Raises OutOfStates if more positions would have to be looked at than are allowed, Stopped when the clock stops.
        """


class SplitBuilder:
    """Makes splits of what a search found: of what is not held, the heaviest piece stays, or else the larger side."""

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
        """Return a split: `before` has the moves from `start` to the position, the last first, `removal` what leaves.

        What leaves is a set of members of the part as bits, and the number of its direction.
        """
        group, direction = removal
        if self.stays(part, group, held, 0):
            group, direction = group ^ ((1 << len(part)) - 1), direction ^ 1
        moves = [Move(members(part, group), self._along[direction], None)]
        left = tuple(offset for i, offset in enumerate(position) if not group >> i & 1)
        removed = tuple(offset for i, offset in enumerate(position) if group >> i & 1)
        for moved, along, steps, _ in before:
            if self.stays(part, moved, held, 2 * moved.bit_count() - len(part)):  # rather the rest, the other way
                moved, along = moved ^ ((1 << len(part)) - 1), along ^ 1
            moves.append(Move(members(part, moved), self._along[along], steps))
        return Split(tuple(reversed(moves)), left, removed)

    def stays(self, part: Part, group: int, held: bool, surplus: int) -> bool:
        """Tell whether the rest of a part should move instead of a group: the heavier stays, or else the larger.

        How much larger the group is, is its `surplus`.  What is held stays in any case.
        """
        if held:
            return False
        heaviest = [
            max(self._weights[piece] for i, piece in enumerate(part) if group >> i & 1 == side) for side in (0, 1)
        ]
        return heaviest[1] > heaviest[0] or (heaviest[0] == heaviest[1] and surplus > 0)


def normal(position: Position, held: bool) -> Position:
    """Return the position with its first piece at the origin, unless something else is the fixed point."""
    if held or not position:
        return position
    a, b, c, _ = position[0]
    return tuple((x - a, y - b, z - c, r) for x, y, z, r in position)


def beginning(pieces: int) -> Position:
    """Return the position of so many pieces in their places."""
    return ((0, 0, 0, 0),) * pieces


def members(part: Part, group: int) -> Part:
    """Return the members of a part that are given as bits."""
    return tuple(part[i] for i in places(group))
