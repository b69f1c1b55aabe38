"""The compiled search for separations: makes the arrays for the kernel `kernels/motion.c`.

The search is that of `search.py`, explained in `kernels/search.h`; it finds the same splits in the same order.  All
packings of a problem share the table of pairs (shapes.py).  The arrays of one search are a *room*; a search that is
suspended keeps its room, and one that has ended gives it back to be used again.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from satpuzzle.arrays import bincount
from satpuzzle.clock import Clock
from satpuzzle.cover.exact_cover import Batch
from satpuzzle.cover.placements import Placements
from satpuzzle.cover.zobrist import numbers
from satpuzzle.engines.library import Call, Fields
from satpuzzle.engines.state import WORK
from satpuzzle.motion.rigid import ROTATIONS, planar, quarter_turn, rotated
from satpuzzle.motion.rules import Surroundings
from satpuzzle.motion.shapes import Shapes, sweeps
from satpuzzle.motion.split import Offset, OutOfStates, Part, Pose, Position, Split, Step, normal
from satpuzzle.motion.telling import builder
from satpuzzle.puzzle.grids import Points
from satpuzzle.puzzle.model import Piece

# The reasons why the kernel returns; see kernels/motion.h.
BUDGET_SPENT, EXHAUSTED, REMOVALS, LAYER_DONE, TOO_MANY, STATES_FULL, PAIRS_FULL, GROUPS_FULL, GRID_FULL, STEPS_FULL = (
    range(10)
)
MOST, _AXES = 64, 16  # the largest numbers of bodies and of pairs of opposite directions
_REACH = 1 << 13  # the largest distance between two bodies, by coordinate
_STATES = 64  # the number of states for which a new room has space
_BUDGET = 500  # groups and steps between two checks of the clock
_ARRIVAL = np.dtype(
    [("group", np.uint64), ("from", np.int32), ("steps", np.int16), ("direction", np.int16), ("line", np.int16, 4)]
)
_WEIGHTS = numbers(4 * MOST, 64).reshape(MOST, 4) | np.uint64(1)  # of the hash
_QUARTER = np.array([quarter_turn(axis, opposite, (0, 0))[3] for axis in range(3) for opposite in (0, 1)], np.int64)
_REACH_OF_SWEEPS = 16  # in half cells: the reach of the first table of sweeps

Place = tuple[int, int, int, int]  # the position of an anchor, and the number of the shape
_REMOVAL = np.dtype([("group", np.uint64), ("direction", np.int64)])


class Shared:
    """The tables that all packings of a problem share, for one kind of surroundings; used by one thread at a time."""

    def __init__(self, around: Surroundings, turns: bool = False, slack: int = 0) -> None:
        self.turns = turns
        self._axes = (1 if around.grid.two_sided else 3) if turns else 0  # about which pieces turn: z alone, or all
        self._slack = slack
        self.shapes = Shapes(around.grid, turns)
        self.frame, self.anchor = self.shapes.placed(around.frame)
        self.exits = sum(1 << number for number, way in enumerate(around.grid.directions) if way in around.exits)
        points = np.concatenate([around.board, around.frame])
        self._span = int(np.ptp(points, axis=0).max(initial=0)) + int(np.abs(self.shapes.vectors).max())
        self._board = around.board
        self._placements: Placements | None = None  # those of which `_place` has the anchors and shapes
        self._place = np.empty((0, 4), np.int16)
        self._free: list[Room] = []

    def tidy(self) -> None:
        """Clear tables that have become too large; to be called only while no search is in progress."""
        self.shapes.tidy()

    def places(self, placements: Placements, batch: Batch, clock: Clock) -> NDArray[np.int16]:
        """Return the anchor, relative to that of the frame, and the shape of each piece of packings.

        The result has the shape (packings, pieces, 4); the shape of padding is -1.  Raises Stopped if the clock stops.
        """
        if placements is not self._placements:
            self._placements, self._place = placements, np.full((len(placements) + 1, 4), -1, np.int16)
        used, (p, q, r) = bincount(batch.reshape(-1) + 1)[1:].nonzero()[0], self.anchor
        for option in clock.each(used[self._place[used, 3] < 0].tolist()):
            shape, (x, y, z) = self.shapes.placed(self._board[placements.covered(option)])
            self._place[option] = x - p, y - q, z - r, shape
        return self._place[batch]

    def suit(self, pieces: int) -> bool:
        """Tell whether the kernel supports packings with this number of pieces.

        Its coordinates are 16-bit numbers.  Bodies that block each other are at most as far apart as all bodies laid in
        a row.
        """
        return pieces < MOST and (pieces + 1) * self._span < _REACH

    def take(self) -> "Room":
        """Return the arrays for a search, which no other search uses."""
        return self._free.pop() if self._free else self.room("motion")

    def room(self, kernel: str) -> "Room":
        """Return new arrays for a kernel."""
        return Room(kernel, len(self.shapes.vectors), self._axes, self._slack)

    def give_back(self, room: "Room") -> None:
        """Make a room available for another search, unless its arrays have become large."""
        if room.small:
            self._free.append(room)


class CompiledSearch:
    """The search for splits of one packing, given as pieces with their cells; equivalent to `MotionSearch`.

    Raises Stopped if the clock stops.
    """

    def __init__(
        self,
        pieces: Sequence[tuple[Piece, Points]],
        around: Surroundings,
        far: bool,
        states: int,
        clock: Clock,
        shared: Shared,
    ) -> None:
        shared.tidy()
        self.states = 0
        self.most = states
        self._far = far
        self._clock = clock
        self._shared = shared
        placed = []
        for _, cells in pieces:
            clock.check()
            placed.append(shared.shapes.placed(cells))
        self._shape = [shape for shape, _ in placed]
        self._anchor = [anchor for _, anchor in placed]
        self._builder = builder([piece for piece, _ in pieces], around.grid.directions, shared.turns)
        self._poses: list[dict[int, Pose]] = [{} for _ in pieces]  # of each shape, with its anchor at the origin

    def _places(self, part: Part, position: Position, held: bool) -> list[Place]:
        """Return for each piece its shape and its anchor, relative to the frame if `held`, else to the first piece."""
        placed = [self._placed(piece, pose) for piece, pose in zip(part, position, strict=True)]
        p, q, r = self._shared.anchor if held else placed[0][:3]
        return [(x - p, y - q, z - r, shape) for x, y, z, shape in placed]

    def _placed(self, piece: int, pose: Pose) -> Place:
        """Return the anchor and the shape of a piece in a pose."""
        (a, b, c), (x, y, z, rotation) = self._anchor[piece], pose
        if not rotation:
            return a + x, b + y, c + z, self._shape[piece]
        shape, (u, v, w) = self._shared.shapes.rotated(self._shape[piece], rotation)
        a, b, c = rotated(rotation, (a, b, c))
        return a + x + u, b + y + v, c + z + w, shape

    def _posed(self, piece: int, place: Place) -> Pose:
        """Return the pose in which a piece has this anchor and this shape: the reverse of `_placed`."""
        x, y, z, shape = place
        known = self._poses[piece]
        if not self._shared.turns:
            u, v, w = self._anchor[piece]
            return x - u, y - v, z - w, 0
        if not known:
            for rotation in reversed(range(len(ROTATIONS))):  # of equal ones the first stays
                a, b, c, number = self._placed(piece, (0, 0, 0, rotation))
                known[number] = -a, -b, -c, rotation
        a, b, c, rotation = known[shape]
        return x + a, y + b, z + c, rotation

    def same(self, position: Position, held: bool) -> Position:
        """Return a key of a position; see `SplitSearch`.

        Without turns, the key ignores where the part is, unless something holds it.
        """
        return position if self._shared.turns else normal(position, held)

    def splits(self, part: Part, position: Position, held: bool) -> Iterator[Split | None]:
        """Yield the shortest ways in which a part falls into two; see `SplitSearch`."""
        places = self._places(part, position, held)
        room = self._shared.take()
        try:
            room.begin(places, self._shared, held, self._far)
            while True:
                self._clock.check()
                outcome = self._run(room)
                if outcome == REMOVALS:
                    yield from self._found(room, part, position, held)
                elif outcome == LAYER_DONE:
                    yield None
                elif outcome == TOO_MANY:
                    raise OutOfStates
                elif outcome == EXHAUSTED:
                    return
        finally:
            self._shared.give_back(room)

    def _found(self, room: "Room", part: Part, start: Position, held: bool) -> Iterator[Split]:
        """Yield the splits that begin with the moves to the last state that the kernel reached."""
        state = room.call["states"] - 1
        start = tuple(self._posed(piece, self._placed(piece, pose)) for piece, pose in zip(part, start, strict=True))
        p, q, r = self._shared.anchor if held else self._placed(part[0], (0, 0, 0, start[0][3]))[:3]
        places = [(x + p, y + q, z + r, shape) for x, y, z, shape in room.position(state)]
        position = tuple(self._posed(piece, place) for piece, place in zip(part, places, strict=True))
        before = room.before(state, (p, q, r))
        for removal in room.removal[: room.call["removals"]].tolist():
            yield self._builder.build(part, start, position, before, removal, held)

    def _run(self, room: "Room") -> int:
        """Call the kernel once and return its outcome."""
        room.call["counted"], room.call["most"] = self.states, self.most
        outcome = room.run(self._shared.shapes)
        self.states = room.call["counted"]
        return outcome


class Room:
    """The arrays of one search, for the kernel `motion`, or for `apart`, which goes from one search to the next."""

    def __init__(self, kernel: str, directions: int, turns: int, slack: int) -> None:
        self._slack = slack
        self.budget = _BUDGET
        self._version = -1  # the version of the shapes and pairs that the kernel uses
        self.removal = np.empty(directions * MOST, _REMOVAL)
        self._directions = directions
        self._here = np.zeros((MOST, 4), np.int16)
        self._box = np.zeros(6, np.int64)
        fields: Fields = {
            "quarter": _QUARTER, "weights": _WEIGHTS,
            "removal": self.removal, "at_once": np.empty((_AXES, MOST), np.uint64),
            "ever": np.empty((_AXES, MOST), np.uint64), "pair_of": np.empty((MOST, MOST), np.int32),
            "closure": np.empty((2, MOST), np.uint64), "smallest": np.empty(MOST, np.uint64), "here": self._here,
            "box": self._box, "directions": directions, "turns": turns,
        }  # fmt: skip
        self.call = Call(kernel, fields)
        self._make_states(_STATES)
        self._group, self._group_slots = np.empty(0, np.uint64), np.empty(0, np.int32)
        self.more_groups()

    def begin(self, places: list[Place], shared: Shared, held: bool, far: bool) -> None:
        """Begin a search from a position."""
        count = len(places)
        self._here[: count + held] = places + [(0, 0, 0, shared.frame)] * held
        numbers = {"count": count, "bodies": count + held, "held": held, "far": far, "exits": shared.exits}
        for field, number in numbers.items():
            self.call[field] = number
        for field in ("states", "unite", "united", "step", "distance"):
            self.call[field] = 0

    def run(self, shapes: Shapes) -> int:
        """Call the kernel once and return its outcome; if an array is full, enlarge it.

        Meanwhile other searches may have added shapes and pairs, and the kernel gets the new arrays.
        """
        if self._version != shapes.version:
            shapes.hand_over(self.call)
            self._version = shapes.version
        self.call["work"], self.call["budget"] = WORK, self.budget
        outcome = self.call()
        if outcome == PAIRS_FULL:
            shapes.more_pairs()
        elif outcome == STATES_FULL:
            self.more_states()
        elif outcome == GROUPS_FULL:
            self.more_groups()
        elif outcome == GRID_FULL:
            self.larger_grid()
        return outcome

    @property
    def small(self) -> bool:
        """Whether the arrays for states are small enough to keep the room."""
        return len(self._hash) <= 1 << 12

    def position(self, state: int) -> list[Place]:
        """Return the anchor and the shape of each piece in a state."""
        begin = self.call["bodies"] * state
        return [(x, y, z, shape) for x, y, z, shape in self._positions[begin : begin + self.call["count"]].tolist()]

    def _make_states(self, room: int) -> None:
        self._positions = np.empty((room * MOST, 4), np.int16)  # for any number of bodies
        self._hash = np.empty(room, np.uint64)
        self._arrival = np.empty(room, _ARRIVAL)
        self._slots = np.empty(4 * room, np.int32)
        self.call.hand_over("position", self._positions)
        self.call.hand_over("hash", self._hash)
        self.call.hand_over("arrival", self._arrival)
        self.call.hand_over("state_slots", self._slots)
        self.call["state_room"] = room

    def more_states(self) -> None:
        """Enlarge the arrays of states."""
        positions, hashes, arrivals, slots = self._positions, self._hash, self._arrival, self._slots
        room, used = len(hashes), len(hashes) * self.call["bodies"]
        self._make_states(4 * room)
        self._positions[:used], self._hash[:room], self._arrival[:room] = positions[:used], hashes, arrivals
        self._slots[: len(slots)] = slots

    def more_groups(self) -> None:
        """Enlarge the arrays of groups."""
        groups, slots = self._group, self._group_slots
        room = max(128, 4 * len(groups))
        self._group, self._group_slots = np.empty(room, np.uint64), np.empty(4 * room, np.int32)
        self._group[: len(groups)], self._group_slots[: len(slots)] = groups, slots
        self.call.hand_over("group", self._group)
        self.call.hand_over("group_slots", self._group_slots)
        self.call["group_room"] = room

    def larger_grid(self) -> None:
        """Enlarge the arrays for quarter turns so that the bounding box of the current state fits."""
        size = self._box[3:]
        self._owner = np.empty(2 * int(size.prod()), np.uint8)
        self.call.hand_over("owner", self._owner)
        self.call["grid_room"] = len(self._owner)
        reach = max(_REACH_OF_SWEEPS, self.call["reach"])
        while reach < 2 * int(size.max()):
            reach *= 2
        self._swept, self._sweeps = sweeps(reach, self._slack)
        self.call.hand_over("swept", self._swept)
        self.call.hand_over("sweeps", self._sweeps)
        self.call["reach"] = reach

    def before(self, state: int, anchor: Offset) -> list[Step]:
        """Return the moves that led to a state, the last move first.

        The kernel's coordinates are relative to `anchor`, the anchor of the frame or of the first piece.
        """
        moves: list[Step] = []
        while state:
            group, state, steps, way, (a, b, _, _) = self._arrival[state].tolist()
            place = (0, 0)
            if way >= self._directions:
                i, j = planar((way - self._directions) // 2)
                place = a + 2 * anchor[i], b + 2 * anchor[j]
            moves.append((group, way, steps, place))
        return moves
