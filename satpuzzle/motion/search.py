"""The search for the shortest ways in which a part of a packing falls into two, by several moves of groups of pieces.

A *part* is a set of pieces that are still together.  A move carries some of them, as one body, some steps in one
direction.  In the graph of a direction, piece i has an arrow to piece j if i cannot make even one step unless j
comes along.  So the sets that can move are those that no arrow leaves: unions of closures.  A set moves until it
meets a piece outside the set; if it never meets one, the part falls into two.

The positions of a part are searched breadth first until one is found from which the part falls into two.  All ways
with as many moves as the first one are then yielded, each when the caller asks for it.

After Bill Cutler, A Computer Analysis of All 6-Piece Burrs, 1994, and Andreas Röver's BurrTools.  There at most half of
the pieces make a move, and they are the union of at most two closures; here they may be any union.  Only a set that
leaves for good is a single closure here too.
"""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass

import numpy as np

from satpuzzle.clock import Clock
from satpuzzle.cover.bits import places
from satpuzzle.motion.rules import Surroundings
from satpuzzle.motion.split import Offset, OutOfStates, Part, Position, Split, SplitBuilder, normal
from satpuzzle.motion.sweep import free_steps
from satpuzzle.puzzle.grids import Direction, Points
from satpuzzle.puzzle.model import Piece

_EVER = 1 << 60  # the number of steps of a piece that meets nothing
_FRAME = -1  # the number of the frame among the bodies

_Before = dict[
    Position, tuple[Position, int, int, int]
]  # the previous position of each, the set that moved, its direction and steps


class MotionSearch:
    """The search for one packing, given as pieces with their cells.  Raises Stopped if the clock stops."""

    def __init__(
        self, pieces: list[tuple[Piece, Points]], around: Surroundings, far: bool, states: int, clock: Clock
    ) -> None:
        self.grid = around.grid
        self.far = far  # whether parts may also move part of the way
        self.states = 0  # the number of positions searched
        self.most = states
        self.clock = clock
        self.bodies = [*(cells for _, cells in pieces), around.frame]
        self.along = self.grid.directions
        self._builder = SplitBuilder([piece for piece, _ in pieces], self.along)
        self.exits = {number for number, direction in enumerate(self.along) if direction in around.exits}
        self.known: dict[Hashable, tuple[bool, int]] = {}
        self._met: dict[tuple[int, int, Offset], _Meeting] = {}

    def alike(self, part: Part, position: Position, held: bool) -> Hashable:
        """Return a key for `known`: the part and its position, since only one packing is searched."""
        return part, normal(position, held), held

    def splits(self, part: Part, position: Position, held: bool) -> Iterator[Split | None]:
        """Yield the shortest ways in which a part falls into two; see `SplitSearch`."""
        position = normal(position, held)
        before: _Before = {position: (position, 0, 0, 0)}
        removals = self._removals(part, self._graphs(part, position, held), held)
        yield from (self._split(part, position, before, removal, held) for removal in removals)
        found, layer = bool(removals), [position] if self.far else []
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
                        removals = self._removals(part, self._graphs(part, reached, held), held)
                        yield from (self._split(part, reached, before, removal, held) for removal in removals)
                        found = found or bool(removals)
                        following.append(reached)
            layer = following

    def _count(self) -> None:
        self.states += 1
        if self.states > self.most:
            raise OutOfStates

    def _split(self, part: Part, position: Position, before: _Before, removal: tuple[int, int], held: bool) -> Split:
        moves, at = [], position
        while before[at][1]:
            at, group, direction, steps = before[at]
            moves.append((group, direction, steps))
        return self._builder.build(part, position, moves, removal, held)

    # The sets that can move or leave

    def _removals(self, part: Part, graphs: "_Graphs", held: bool) -> list[tuple[int, int]]:
        """Return the sets that can leave, as bits, with the numbers of their directions; the smallest first.

        If nothing holds the part, only sets of at most half of its pieces are returned: a larger set that leaves is the
        same as the rest leaving in the opposite direction.
        """
        most = len(part) if held else len(part) // 2
        found = {
            (closure.bit_count(), direction, closure)
            for direction, arrows in enumerate(graphs.ever)
            if direction in self.exits or not held
            for closure in _closures(arrows)
            if not closure >> len(part) and closure.bit_count() <= most
        }
        return [(closure, direction) for _, direction, closure in sorted(found)]

    def _moves(self, part: Part, graphs: "_Graphs", held: bool) -> Iterator[tuple[int, int, int]]:
        """Yield the sets that can move, as bits, with the numbers of their directions and of their possible steps."""
        everything, outside = (1 << len(part)) - 1, 1 << len(part)
        for direction, arrows in enumerate(graphs.at_once):
            if not held and direction % 2:
                continue  # a set that moves backwards is the same as the rest moving forwards
            groups = {0: None}  # in the order in which they are found
            for closure in sorted({*_closures(arrows)}, key=lambda closure: (closure.bit_count(), closure)):
                if closure & outside:
                    continue
                self.clock.check()
                for group in [group | closure for group in groups]:
                    if group in groups:
                        continue
                    groups[group] = None
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

    def _graphs(self, part: Part, position: Position, held: bool) -> "_Graphs":
        """Return the graphs of a part in a position; the frame or box has the number after the last piece."""
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
        """Return how far a piece can move before it meets another piece that is displaced by `offset`."""
        key = piece, other, offset
        if key not in self._met:
            others = self.bodies[other] + np.array(offset)
            if piece == other:
                others = others[:0]  # its cells keep their distances
            found = free_steps(self.bodies[piece], others, self.grid)
            steps = [_EVER if step is None else step for step in found]
            self._met[key] = _Meeting(
                steps,
                tuple(direction for direction, step in enumerate(steps) if step < 1),
                tuple(direction for direction, step in enumerate(steps) if step < _EVER),
            )
        return self._met[key]


@dataclass(frozen=True)
class _Meeting:
    """The steps that a piece can make in each direction before it meets another, and two sets of directions.

    They are the directions in which it meets the other before its first step, and those in which it ever meets it.
    """

    steps: list[int]
    at_once: tuple[int, ...]
    ever: tuple[int, ...]


@dataclass(frozen=True)
class _Graphs:
    """The graphs of a part: the pieces that each piece meets, as bits, before its first step (`at_once`) or ever."""

    steps: list[list[list[int]]]  # [piece][other][direction]
    at_once: list[list[int]]  # [direction][piece]
    ever: list[list[int]]  # [direction][piece]


def _moved(position: Position, group: int, direction: Direction, steps: int) -> Position:
    a, b, c = (steps * x for x in direction)
    return tuple(
        (offset[0] + a, offset[1] + b, offset[2] + c) if group >> i & 1 else offset for i, offset in enumerate(position)
    )


def _closures(arrows: list[int]) -> list[int]:
    """Return for each node, as bits, the node itself and all nodes that arrows lead to from it."""
    closed = [mask | 1 << i for i, mask in enumerate(arrows)]
    for k in range(len(closed)):
        through = closed[k]
        if through != 1 << k:
            closed = [mask | through if mask >> k & 1 else mask for mask in closed]
    return closed
