"""The compiled search for separations: this module makes the arrays of the kernel `kernels/motion.c` (explained there).

It finds the same as `search.py`, in the same order.  All packings of a problem share the table of pairs (shapes.py) and
the *rooms*, which are the arrays of searches; a suspended search keeps its room.
"""

from collections.abc import Hashable, Iterator, Sequence

import numpy as np

from satpuzzle.clock import Clock
from satpuzzle.engines.library import Call, Fields
from satpuzzle.motion.rules import Surroundings
from satpuzzle.motion.shapes import Shapes
from satpuzzle.motion.split import Offset, OutOfStates, Part, Position, Split, SplitBuilder
from satpuzzle.puzzle.grids import Points
from satpuzzle.puzzle.model import Piece

# The reasons why the kernel returns; see kernels/motion.h.
BUDGET_SPENT, EXHAUSTED, REMOVALS, LAYER_DONE, TOO_MANY, STATES_FULL, PAIRS_FULL, GROUPS_FULL = range(8)
_MOST, _AXES = 64, 16  # the largest numbers of bodies and of pairs of opposite directions
_REACH = 1 << 13  # the largest distance between two bodies, by coordinate
_STATES = 64  # the number of states for which a new room has space
_KNOWN = 1 << 18  # the largest number of parts whose result is kept
_BUDGET = 500  # groups and steps between two checks of the clock
_ARRIVAL = np.dtype([("group", np.uint64), ("from", np.int32), ("steps", np.int16), ("direction", np.int16)])
_REMOVAL = np.dtype([("group", np.uint64), ("direction", np.int64)])


class Shared:
    """The tables that all packings of a problem share, for one kind of surroundings; used by one packing at a time."""

    def __init__(self, around: Surroundings) -> None:
        self.shapes = Shapes(around.grid)
        self.frame, self.anchor = self.shapes.placed(around.frame)
        self.exits = sum(1 << number for number, way in enumerate(around.grid.directions) if way in around.exits)
        points = np.concatenate([around.board, around.frame])
        self._span = int(np.ptp(points, axis=0).max(initial=0)) + int(np.abs(self.shapes.vectors).max())
        self.known: dict[Hashable, tuple[bool, int]] = {}
        self._free: list[_Room] = []

    def tidy(self) -> None:
        """Clear tables that have become too large.  No search may be in progress."""
        self.shapes.tidy()
        if len(self.known) > _KNOWN:
            self.known.clear()

    def suit(self, pieces: int) -> bool:
        """Tell whether the kernel supports packings with this number of pieces.

        As long as bodies block each other, their distance is at most that of all bodies in a row.
        """
        return pieces < _MOST and (pieces + 1) * self._span < _REACH

    def take(self) -> "_Room":
        """Return a room that no search uses."""
        return self._free.pop() if self._free else _Room(len(self.shapes.vectors))

    def give_back(self, room: "_Room") -> None:
        """Make a room available for another search, unless it has become large."""
        if room.small:
            self._free.append(room)


class CompiledSearch:
    """The search for separations in one packing, given as pieces with their cells; it equals `MotionSearch`."""

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
        self.known = shared.known
        self._far = far
        self._clock = clock
        self._shared = shared
        placed = [shared.shapes.placed(cells) for _, cells in pieces]
        self._shape = [shape for shape, _ in placed]
        self._anchor = [anchor for _, anchor in placed]
        self._weight = [piece.weight for piece, _ in pieces]
        self._builder = SplitBuilder([piece for piece, _ in pieces], around.grid.directions)

    def alike(self, part: Part, position: Position, held: bool) -> Hashable:
        """Return a key for `known`: the shapes of a part, their weights and their positions."""
        places = self._places(part, position, held)
        return held, *((self._shape[piece], self._weight[piece], *at) for piece, at in zip(part, places, strict=True))

    def _places(self, part: Part, position: Position, held: bool) -> list[Offset]:
        """Return the positions of the anchors relative to the frame (if the part is held) or to the first piece."""
        anchors = [self._anchor[piece] for piece in part]
        places = [(a + x, b + y, c + z) for (a, b, c), (x, y, z) in zip(anchors, position, strict=True)]
        p, q, r = self._shared.anchor if held else places[0]
        return [(x - p, y - q, z - r) for x, y, z in places]

    def splits(self, part: Part, position: Position, held: bool) -> Iterator[Split | None]:
        """Yield the shortest ways in which a part falls into two; see `SplitSearch`."""
        places = self._places(part, position, held)
        room = self._shared.take()
        try:
            room.begin([self._shape[piece] for piece in part], places, self._shared, held, self._far)
            while True:
                self._clock.check()
                outcome = self._run(room)
                if outcome == REMOVALS:
                    yield from self._found(room, part, held)
                elif outcome == LAYER_DONE:
                    yield None
                elif outcome == TOO_MANY:
                    raise OutOfStates
                elif outcome == EXHAUSTED:
                    return
        finally:
            self._shared.give_back(room)

    def _found(self, room: "_Room", part: Part, held: bool) -> Iterator[Split]:
        """Yield the splits from the last state that the kernel reached."""
        state = room.call["states"] - 1
        a, b, c = self._shared.anchor if held else self._anchor[part[0]]
        origins = [(x - a, y - b, z - c) for x, y, z in (self._anchor[piece] for piece in part)]
        places = zip(room.position(state), origins, strict=True)
        position: Position = tuple((x - u, y - v, z - w) for (x, y, z), (u, v, w) in places)
        before = room.before(state)
        for removal in room.removal[: room.call["removals"]].tolist():
            yield self._builder.build(part, position, before, removal, held)

    def _run(self, room: "_Room") -> int:
        """Continue a search, with the shapes and pairs that other searches have added meanwhile."""
        shapes = self._shared.shapes
        if room.version != shapes.version:
            shapes.hand_over(room.call)
            room.version = shapes.version
        room.call["counted"], room.call["most"] = self.states, self.most
        outcome = room.call()
        self.states = room.call["counted"]
        if outcome == PAIRS_FULL:
            shapes.more_pairs()
        elif outcome == STATES_FULL:
            room.more_states()
        elif outcome == GROUPS_FULL:
            room.more_groups()
        return outcome


class _Room:
    """The arrays of one search."""

    def __init__(self, directions: int) -> None:
        self.version = -1  # the version of the shapes and pairs that the kernel uses
        self.removal = np.empty(directions * _MOST, _REMOVAL)
        self._directions = directions
        self._shape = np.zeros(_MOST, np.int64)
        self._here = np.zeros(4 * (3 * _MOST // 4), np.int16)
        none = np.zeros(1, np.int64)
        random = np.random.default_rng(1)  # the seed is arbitrary
        fields: Fields = {
            "vectors": none, "sides": none, "places": none, "pairs": none, "distances": none, "pair_slots": none,
            "known": none,
            "shape": self._shape, "weights": random.integers(0, 1 << 64, (_MOST, 3), np.uint64) | np.uint64(1),
            "position": none, "hash": none, "arrival": none, "state_slots": none, "group": none, "group_slots": none,
            "removal": self.removal, "at_once": np.empty((_AXES, _MOST), np.uint64),
            "ever": np.empty((_AXES, _MOST), np.uint64), "pair_of": np.empty((_MOST, _MOST), np.int32),
            "closure": np.empty((2, _MOST), np.uint64), "smallest": np.empty(_MOST, np.uint64), "here": self._here,
            "directions": directions, "count": 0, "bodies": 0, "held": 0, "far": 0, "exits": 0, "width": 0, "most": 0,
            "pair_room": 0, "state_room": 0, "group_room": 0, "budget": _BUDGET,
            "counted": 0, "states": 0, "removals": 0,
            "state_mask": 0, "group_mask": 0, "looked_at": 0, "layer_end": 0, "found": 0,
            "direction": 0, "next": 0, "closures": 0, "unite": 0, "united": 0, "groups": 0,
            "moving": 0, "here_hash": 0, "step": 0, "distance": 0,
        }  # fmt: skip
        self.call = Call("motion", fields)
        self._make_states(_STATES)
        self._group, self._group_slots = np.empty(0, np.uint64), np.empty(0, np.int32)
        self.more_groups()

    def begin(self, shapes: list[int], places: list[Offset], shared: Shared, held: bool, far: bool) -> None:
        """Begin a search from a position."""
        count = len(shapes)
        self._shape[: count + held] = shapes + [shared.frame] * held
        self._here[:] = 0
        self._here[: 3 * count] = [x for place in places for x in place]
        numbers = {"count": count, "bodies": count + held, "held": held, "far": far, "exits": shared.exits}
        for field, number in numbers.items():
            self.call[field] = number
        self.call["width"] = self._width = -(-3 * (count + held) // 4)
        for field in ("states", "unite", "united", "step", "distance"):
            self.call[field] = 0

    @property
    def small(self) -> bool:
        """Whether the arrays for states are small enough to keep the room."""
        return len(self._hash) <= 1 << 12

    def position(self, state: int) -> list[Offset]:
        """Return the positions of the pieces' anchors in a state."""
        begin, numbers = 4 * self._width * state, 3 * self.call["count"]
        at = iter(self._positions[begin : begin + numbers].tolist())
        return list(zip(at, at, at, strict=True))

    def _make_states(self, room: int) -> None:
        self._positions = np.empty(room * 3 * _MOST, np.int16)  # for any width
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
        room, used = len(hashes), len(hashes) * 4 * self._width
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

    def before(self, state: int) -> list[tuple[int, int, int]]:
        """Return the moves that led to a state, the last first."""
        moves = []
        while state:
            group, state, steps, direction = self._arrival[state].tolist()
            moves.append((group, direction, steps))
        return moves
