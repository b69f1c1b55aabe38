"""Makes splits with turns: converts the moves of a search, which fixes the first piece, to moves in space.

If nothing holds a part, a search keeps the first piece of the part in place and orientation; where that piece would
turn, the others turn the other way.  In space the lighter or smaller side moves.  So a position in the search equals
the position in space up to a rigid motion, and this module follows that motion from move to move.
"""

from collections.abc import Iterable, Sequence

from satpuzzle.motion.rigid import STILL, inverse, quarter_turn, rotated, then
from satpuzzle.motion.split import Move, Offset, Part, Pose, Position, Split, SplitBuilder, Step, members
from satpuzzle.puzzle.grids import Direction
from satpuzzle.puzzle.model import Piece


def builder(pieces: Sequence[Piece], along: Sequence[Direction], turns: bool) -> SplitBuilder:
    """Return the builder of splits, for searches with or without turns; `along` has the directions by number."""
    return TurningBuilder(pieces, along) if turns else SplitBuilder(pieces, along)


class TurningBuilder(SplitBuilder):
    """Makes splits whose moves may be turns; the positions in the splits are those in space."""

    def build(
        self,
        part: Part,
        start: Position,
        position: Position,
        before: Iterable[Step],
        removal: tuple[int, int],
        held: bool,
    ) -> Split:
        """Return a split; the arguments are those of `SplitBuilder.build`."""
        everything = (1 << len(part)) - 1
        seen = STILL if held else (*start[0][:3], 0)  # where in space the search sees things: its own, moved by this
        moves = []
        for group, way, steps, place in reversed([*before]):
            fixed = bool(group & 1) and not held  # the first piece is in the group, so the search moved the rest
            rest = self.stays(part, group, held, 2 * group.bit_count() - len(part))  # as is done in space
            motion = self._motion(way, steps, place)
            moves.append(self._move(part, group ^ everything if rest else group, way ^ rest, steps, place, seen))
            if fixed != rest:
                seen = then(motion if fixed else inverse(motion), seen)
        group, way = removal
        if self.stays(part, group, held, 0):
            group, way = group ^ everything, way ^ 1
        moves.append(Move(members(part, group), rotated(seen[3], self._along[way]), None))
        placed = [then(pose, seen) for pose in position]
        left = tuple(pose for i, pose in enumerate(placed) if not group >> i & 1)
        removed = tuple(pose for i, pose in enumerate(placed) if group >> i & 1)
        return Split(tuple(moves), left, removed)

    def _motion(self, way: int, steps: int, place: tuple[int, int]) -> Pose:
        if way >= len(self._along):
            return quarter_turn((way - len(self._along)) // 2, way % 2, place)
        x, y, z = self._along[way]
        return steps * x, steps * y, steps * z, 0

    def _move(self, part: Part, group: int, way: int, steps: int, place: tuple[int, int], seen: Pose) -> Move:
        """Convert a move of the search to a move in space; `seen` is the rigid motion from the search to space."""
        if way < len(self._along):
            return Move(members(part, group), rotated(seen[3], self._along[way]), steps)
        axis, opposite = divmod(way - len(self._along), 2)
        towards, point = [0, 0, 0], [0, 0, 0]
        towards[axis] = -1 if opposite else 1
        point[(axis + 1) % 3], point[(axis + 2) % 3] = place
        (a, b, c), (p, q, r), (x, y, z, turn) = towards, point, seen
        direction = rotated(turn, (a, b, c))
        p, q, r = rotated(turn, (p, q, r))
        about = (p + 2 * x, q + 2 * y, r + 2 * z)
        return Move(members(part, group), direction, steps, _flat(about, direction))


def _flat(point: Offset, direction: Direction) -> Offset:
    """Return the point of a line parallel to an axis whose coordinate along that axis is 0."""
    x, y, z = (0 if along else at for at, along in zip(point, direction, strict=True))
    return x, y, z
