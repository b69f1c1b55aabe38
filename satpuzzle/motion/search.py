"""How a part of a packing falls into two, by groups and by several moves.

A *part* is a set of pieces that are still together.  A move carries some of them, as one body, some steps in one
direction.  In the graph of a direction piece i has an arrow to piece j if i cannot make even one step unless j
comes along, so the sets that can move are those that no arrow leaves: unions of closures.  A set moves until it
meets a piece outside; if it never does, the part falls into two.

The positions of a part are searched breadth first until some are found in which it falls into two.  All ways that need
no more moves than the first one are found, one after the other and only as far as they are asked for.

After Bill Cutler, A Computer Analysis of All 6-Piece Burrs, 1994, and Andreas Röver's BurrTools.  There a move is made
by at most half of the pieces, and by the union of at most two closures; here by any union.  Only what leaves for good
is a single closure here too.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from satpuzzle.clock import Clock
from satpuzzle.cover.bits import places
from satpuzzle.motion.rules import Surroundings
from satpuzzle.motion.sweep import free_steps
from satpuzzle.puzzle.grids import Direction, Points
from satpuzzle.puzzle.model import Piece

Offset = tuple[int, int, int]
Position = tuple[Offset, ...]  # of each piece of a part

_EVER = 1 << 60  # steps
_FRAME = -1  # the number of the frame among the bodies


@dataclass(frozen=True)
class Move:
    """Pieces that move together, and by how many steps; None is out and away."""

    pieces: tuple[int, ...]
    direction: Direction
    distance: int | None


@dataclass(frozen=True)
class Split:
    """How a part falls into two: some moves, the last of which carries pieces away for good."""

    moves: tuple[Move, ...]
    left: Position  # of the pieces that stay, in order
    removed: Position  # and of those that leave


class OutOfStates(Exception):
    """More positions than were allowed."""


class MotionSearch:
    """The search for one packing, of pieces with their cells; raises Stopped if the clock says so."""

    def __init__(
        self, pieces: list[tuple[Piece, Points]], around: Surroundings, far: bool, states: int, clock: Clock
    ) -> None:
        self.grid = around.grid
        self.far = far  # whether parts may also move part of the way
        self.states = 0  # positions looked at
        self.most = states
        self.clock = clock
        self.bodies = [*(cells for _, cells in pieces), around.frame]
        self.weights = [piece.weight for piece, _ in pieces]
        self.along = self.grid.directions
        self.ways_out = {number for number, direction in enumerate(self.along) if direction in around.exits}
        self._known: dict[tuple[int, int, Offset], _Meeting] = {}

    def splits(self, part: tuple[int, ...], position: Position, held: bool) -> Iterator[Split | None]:
        """Yield the shortest ways in which a part falls into two; None after each number of moves that does not do.

        Raises OutOfStates if more positions would have to be looked at than are allowed.
        """
        position = normal(position, held)
        before: dict[Position, tuple[Position, int, int, int]] = {position: (position, 0, 0, 0)}
        ways_out = self._ways_out(part, self._graphs(part, position, held), held)
        yield from (self._split(part, position, before, way_out, held) for way_out in ways_out)
        found, layer = bool(ways_out), [position] if self.far else []
        while layer and not found:
            yield None
            following = []
            for position in layer:
                graphs = self._graphs(part, position, held)
                for group, direction, distance in self._moves(part, graphs, held):
                    d = self.along[direction]
                    for step in range(1, distance + 1):
                        reached = normal(_moved(position, group, d, step), held)
                        if reached in before:
                            continue
                        self._count()
                        before[reached] = (position, group, direction, step)
                        ways_out = self._ways_out(part, self._graphs(part, reached, held), held)
                        yield from (self._split(part, reached, before, way_out, held) for way_out in ways_out)
                        found = found or bool(ways_out)
                        following.append(reached)
            layer = following

    def _count(self) -> None:
        self.states += 1
        if self.states > self.most:
            raise OutOfStates

    def _split(
        self,
        part: tuple[int, ...],
        position: Position,
        before: dict[Position, tuple[Position, int, int, int]],
        way_out: tuple[int, int],
        held: bool,
    ) -> Split:
        group, direction = way_out
        if self._stays(part, group, held, 0):
            group, direction = group ^ ((1 << len(part)) - 1), direction ^ 1
        moves = [Move(_members(part, group), self.along[direction], None)]
        left = tuple(offset for i, offset in enumerate(position) if not group >> i & 1)
        removed = tuple(offset for i, offset in enumerate(position) if group >> i & 1)
        at = position
        while before[at][1]:
            at, moved, direction, step = before[at]
            if self._stays(part, moved, held, 2 * moved.bit_count() - len(part)):  # rather the rest, the other way
                moved, direction = moved ^ ((1 << len(part)) - 1), direction ^ 1
            moves.append(Move(_members(part, moved), self.along[direction], step))
        return Split(tuple(reversed(moves)), left, removed)

    def _stays(self, part: tuple[int, ...], group: int, held: bool, surplus: int) -> bool:
        """Tell whether the rest of a part should move instead of a group: the heavier stays, or else the larger.

        How much larger the group is, is its `surplus`.  What is held stays in any case.
        """
        if held:
            return False
        heaviest = [
            max(self.weights[piece] for i, piece in enumerate(part) if group >> i & 1 == side) for side in (0, 1)
        ]
        return heaviest[1] > heaviest[0] or (heaviest[0] == heaviest[1] and surplus > 0)

    # What can move

    def _ways_out(self, part: tuple[int, ...], graphs: "_Graphs", held: bool) -> list[tuple[int, int]]:
        """Return the sets that can leave, and the numbers of their directions; the smallest first.

        Of what is not held at most half of the pieces leave, for that is the same as if the others did.
        """
        most = len(part) if held else len(part) // 2
        found = {
            (closure.bit_count(), direction, closure)
            for direction, arrows in enumerate(graphs.ever)
            if direction in self.ways_out or not held
            for closure in _closures(arrows)
            if not closure >> len(part) and closure.bit_count() <= most
        }
        return [(closure, direction) for _, direction, closure in sorted(found)]

    def _moves(self, part: tuple[int, ...], graphs: "_Graphs", held: bool) -> Iterator[tuple[int, int, int]]:
        """Yield the sets that can move, the numbers of their directions, and how many steps they can make."""
        everything, outside = (1 << len(part)) - 1, 1 << len(part)
        for direction, arrows in enumerate(graphs.at_once):
            if not held and direction % 2:
                continue  # what moves one way is as good as the rest moving the other way
            groups = {0}
            for closure in set(_closures(arrows)):
                if closure & outside:
                    continue
                self.clock.check()
                for group in [group | closure for group in groups]:
                    if group in groups:
                        continue
                    groups.add(group)
                    if group == everything and not held:
                        continue
                    if len(groups) > self.most:
                        raise OutOfStates
                    self.clock.check()
                    distance = min(
                        steps[direction]
                        for i in places(group)
                        for j, steps in enumerate(graphs.steps[i])
                        if not group >> j & 1
                    )
                    yield group, direction, distance

    def _graphs(self, part: tuple[int, ...], position: Position, held: bool) -> "_Graphs":
        """Return which pieces of a part are in each other's way; what holds them has the number after the last."""
        count = len(part)
        found = _Graphs([], [[0] * count for _ in self.along], [[0] * count for _ in self.along])
        for i, piece in enumerate(part):
            self.clock.check()
            a, b, c = position[i]
            row = []
            for j, other in enumerate((*part, _FRAME) if held else part):
                x, y, z = position[j] if j < count else (0, 0, 0)
                met = self._between(piece, other, (x - a, y - b, z - c))
                row.append(met.steps)
                for direction in met.at_once:
                    found.at_once[direction][i] |= 1 << j
                for direction in met.ever:
                    found.ever[direction][i] |= 1 << j
            found.steps.append(row)
        return found

    def _between(self, piece: int, other: int, offset: Offset) -> "_Meeting":
        """Return when a piece meets another that lies `offset` off."""
        key = piece, other, offset
        if key not in self._known:
            others = self.bodies[other] + np.array(offset)
            if piece == other:
                others = others[:0]  # its cells keep their distances
            found = free_steps(self.bodies[piece], others, self.grid)
            steps = [_EVER if step is None else step for step in found]
            self._known[key] = _Meeting(
                steps,
                tuple(direction for direction, step in enumerate(steps) if step < 1),
                tuple(direction for direction, step in enumerate(steps) if step < _EVER),
            )
        return self._known[key]


@dataclass(frozen=True)
class _Meeting:
    """When one piece meets another: after how many steps in each direction, and in which at once, and in which ever."""

    steps: list[int]
    at_once: tuple[int, ...]
    ever: tuple[int, ...]


@dataclass(frozen=True)
class _Graphs:
    """The graphs of a part: which pieces stop each piece, as bits, before its first step and ever."""

    steps: list[list[list[int]]]  # [piece][other][direction]
    at_once: list[list[int]]  # [direction][piece]
    ever: list[list[int]]  # [direction][piece]


def normal(position: Position, held: bool) -> Position:
    """Return the position with its first piece at the origin, unless something else is the fixed point."""
    if held or not position:
        return position
    a, b, c = position[0]
    return tuple((x - a, y - b, z - c) for x, y, z in position)


def _moved(position: Position, group: int, direction: Direction, steps: int) -> Position:
    a, b, c = (steps * x for x in direction)
    return tuple(
        (offset[0] + a, offset[1] + b, offset[2] + c) if group >> i & 1 else offset for i, offset in enumerate(position)
    )


def _closures(arrows: list[int]) -> list[int]:
    """Return for each node, as bits, itself and all that arrows lead to."""
    closed = [mask | 1 << i for i, mask in enumerate(arrows)]
    for k in range(len(closed)):
        through = closed[k]
        if through != 1 << k:
            closed = [mask | through if mask >> k & 1 else mask for mask in closed]
    return closed


def _members(part: tuple[int, ...], group: int) -> tuple[int, ...]:
    return tuple(part[i] for i in places(group))
