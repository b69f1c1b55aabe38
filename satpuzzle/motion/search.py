"""The search for the shortest ways in which a part of a packing falls into two, by several moves of groups of pieces.

A *part* is a set of pieces that are still together.  A move carries some of them, as one body, some steps in one
direction.  In the graph of a direction, piece i has an arrow to piece j if i cannot make even one step unless j moves
with it.  So the sets that can move are those that no arrow leaves: unions of closures, where the closure of a piece
consists of all pieces that arrows from it reach.  A set moves until it meets a piece outside the set; if it never meets
one, the part falls into two.

A quarter turn has such a graph, too: piece i has an arrow to piece j if i sweeps a cell of j.  A turn is a single step
that leads to another position of the part; pieces always leave the part by a straight move.  The lines of turns are
those that meet the bounding box of the part and of the frame or box that holds it.

The positions of a part are searched breadth first until one is found from which the part falls into two.  Then all ways
with the same number of moves are yielded, each when the caller asks for it.

After Bill Cutler, A Computer Analysis of All 6-Piece Burrs, 1994, and Andreas Röver's BurrTools.  There, a set that
moves has at most half of the pieces and is the union of at most two closures; here it may be any union.  Only a set
that leaves the part is a single closure here, too.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

import numpy as np

from satpuzzle.clock import Clock
from satpuzzle.cover.bits import places
from satpuzzle.motion.quarter import Place, swept
from satpuzzle.motion.rigid import ROTATIONS, STILL, inverse, planar, quarter_turn, then
from satpuzzle.motion.rules import Surroundings
from satpuzzle.motion.split import OutOfStates, Part, Pose, Position, Split, Step, normal
from satpuzzle.motion.sweep import free_steps
from satpuzzle.motion.telling import builder
from satpuzzle.puzzle.grids import Direction, Points
from satpuzzle.puzzle.model import Piece

_EVER = 1 << 60  # the number of steps of a piece that meets nothing
_FRAME = -1  # the number of the frame among the bodies

_Before = dict[Position, tuple[Position, Step]]  # the previous position of each, and the move from there
_NOWHERE: Step = (0, 0, 0, (0, 0))


class MotionSearch:
    """The search for splits of one packing, given as pieces with their cells.  Raises Stopped if the clock stops."""

    def __init__(
        self,
        pieces: list[tuple[Piece, Points]],
        around: Surroundings,
        far: bool,
        states: int,
        clock: Clock,
        turns: bool = False,
        slack: int = 0,
    ) -> None:
        self.grid = around.grid
        self.far = far  # whether parts may also move part of the way
        self.turns = turns  # whether parts may also make quarter turns: on flat grids, about z
        self._flat = around.grid.two_sided
        self.slack = slack  # in hundredths of a cell, for turns
        self.states = 0  # the number of positions searched
        self.most = states
        self.clock = clock
        self.bodies = [*(cells for _, cells in pieces), around.frame]
        self.along = self.grid.directions
        self._builder = builder([piece for piece, _ in pieces], self.along, turns)
        self.exits = {number for number, direction in enumerate(self.along) if direction in around.exits}
        self._met: dict[tuple[int, int, int, Pose], _Meeting] = {}
        self._turned: dict[tuple[int, int], Points] = {}
        self._as_before: dict[tuple[int, int], Pose] = {}

    def same(self, position: Position, held: bool) -> Position:
        """Return a key of a position; see `SplitSearch`.

        Without turns, the key ignores where the part is, unless something holds it.
        """
        return position if self.turns else normal(position, held)

    def splits(self, part: Part, position: Position, held: bool) -> Iterator[Split | None]:
        """Yield the shortest ways in which a part falls into two; see `SplitSearch`."""
        if self.turns:
            position = tuple(self._canonical(piece, pose) for piece, pose in zip(part, position, strict=True))
        start, position = position, normal(position, held)
        before: _Before = {position: (position, _NOWHERE)}
        removals = self._removals(part, self._graphs(part, position, held), held)
        yield from (self._split(part, start, position, before, removal, held) for removal in removals)
        found, layer = bool(removals), [position] if self.far else []
        while layer and not found:
            yield None
            following = []
            for position in layer:
                for group, way, distance, place in self._moves(part, position, held):
                    for step in range(1, distance + 1):
                        reached = self._reached(part, position, (group, way, step, place), held)
                        if reached in before:
                            continue
                        self._count()
                        before[reached] = (position, (group, way, step, place))
                        removals = self._removals(part, self._graphs(part, reached, held), held)
                        yield from (self._split(part, start, reached, before, removal, held) for removal in removals)
                        found = found or bool(removals)
                        following.append(reached)
            layer = following

    def _count(self) -> None:
        self.states += 1
        if self.states > self.most:
            raise OutOfStates

    def _split(
        self, part: Part, start: Position, position: Position, before: _Before, removal: tuple[int, int], held: bool
    ) -> Split:
        moves, at = [], position
        while before[at][1] != _NOWHERE:
            at, move = before[at]
            moves.append(move)
        return self._builder.build(part, start, position, moves, removal, held)

    def _reached(self, part: Part, position: Position, move: Step, held: bool) -> Position:
        """Return the position after a move.

        If nothing holds the part, its first piece is kept in place, and the others move instead.
        """
        group, way, steps, place = move
        if way < len(self.along):
            return normal(_moved(position, group, self.along[way], steps), held)
        turn = quarter_turn((way - len(self.along)) // 2, way % 2, place)
        if group & 1 and not held:
            group, turn = group ^ ((1 << len(part)) - 1), inverse(turn)
        return tuple(
            self._canonical(piece, then(pose, turn)) if group >> i & 1 else pose
            for i, (piece, pose) in enumerate(zip(part, position, strict=True))
        )

    def _canonical(self, piece: int, pose: Pose) -> Pose:
        """Return the pose with the least rotation number among the poses that give a piece the same cells."""
        x, y, z, r = pose
        if (piece, r) not in self._as_before:
            cells = _sorted(self._cells(piece, r))
            for number in range(r + 1):
                others = _sorted(self._cells(piece, number))
                if (cells - cells[0] == others - others[0]).all():
                    a, b, c = (cells[0] - others[0]).tolist()
                    self._as_before[piece, r] = a, b, c, number
                    break
        a, b, c, number = self._as_before[piece, r]
        return x + a, y + b, z + c, number

    def _cells(self, piece: int, rotation: int) -> Points:
        """Return the cells of a piece after a rotation about the origin, given by its number."""
        if not rotation:
            return self.bodies[piece]
        if (piece, rotation) not in self._turned:
            self._turned[piece, rotation] = self.bodies[piece] @ np.array(ROTATIONS[rotation]).T
        return self._turned[piece, rotation]

    # The sets that can move or leave

    def _removals(self, part: Part, graphs: "_Graphs", held: bool) -> list[tuple[int, int]]:
        """Return the sets of pieces that can leave, as bits, with their direction numbers; the smallest come first.

        If nothing holds the part, only sets of at most half of its pieces are returned: if a larger set leaves, this is
        the same as the rest leaving in the opposite direction.
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

    def _moves(self, part: Part, position: Position, held: bool) -> Iterator[Step]:
        """Yield the possible moves: the moving set as bits, the number of the direction or turn, the steps, the line.

        A straight move may have any number of steps up to the one given; the line is that of a turn.
        """
        everything, outside = (1 << len(part)) - 1, 1 << len(part)
        graphs = self._graphs(part, position, held)
        straight = ((direction, (0, 0), arrows) for direction, arrows in enumerate(graphs.at_once))
        for way, place, arrows in chain(straight, self._turning(part, position, held) if self.turns else ()):
            if not held and way % 2:
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
                    yield group, way, graphs.distance(group, way) if way < len(self.along) else 1, place

    def _turning(self, part: Part, position: Position, held: bool) -> Iterator[tuple[int, Place, list[int]]]:
        """Yield for each possible turn its number, the place of its line, and its graph.

        Bit j of item i of a graph is an arrow from piece i to piece j.
        """
        members = self._placed(part, position, held)
        cells = np.concatenate(members)
        low, high = (2 * cells.min(axis=0) - 1).tolist(), (2 * cells.max(axis=0) + 1).tolist()
        owner = {tuple(cell): i for i, body in enumerate(members) for cell in body.tolist()}
        for axis in range(2 if self._flat else 0, 3):
            i, j = planar(axis)
            for a in range(low[i], high[i] + 1):
                for b in range(low[j] + (low[j] - a) % 2, high[j] + 1, 2):
                    self.clock.check()
                    for opposite in (0, 1):
                        arrows = [self._swept(axis, opposite, (a, b), body, owner) for body in members[: len(part)]]
                        yield len(self.along) + 2 * axis + opposite, (a, b), [*arrows, 0] if held else arrows

    def _placed(self, part: Part, position: Position, held: bool) -> list[Points]:
        """Return the cells of each piece of a part and, if `held`, those of the frame."""
        frame = [self.bodies[_FRAME]] if held else []
        return [
            self._cells(piece, pose[3]) + np.array(pose[:3]) for piece, pose in zip(part, position, strict=True)
        ] + frame

    def _swept(self, axis: int, opposite: int, place: Place, body: Points, owner: dict[tuple[int, ...], int]) -> int:
        """Return the pieces that have a cell in the way of a body's turn, as bits; the body itself is among them."""
        found = 0
        i, j = planar(axis)
        sense = -1 if opposite else 1  # the opposite turn is the mirror image of a turn
        for cell in body.tolist():
            for u, v in swept(2 * cell[i] - place[0], sense * (2 * cell[j] - place[1]), self.slack):
                cell[i], cell[j] = (u + place[0]) // 2, (sense * v + place[1]) // 2
                if (number := owner.get(tuple(cell))) is not None:
                    found |= 1 << number
        return found

    def _graphs(self, part: Part, position: Position, held: bool) -> "_Graphs":
        """Return the graphs of a part in a position; with `held`, the frame or box is a node after the pieces."""
        count = len(part)
        found = _Graphs([], [[0] * count for _ in self.along], [[0] * count for _ in self.along])
        for i, piece in enumerate(part):
            self.clock.check()
            a, b, c, r = position[i]
            row = []
            for j, other in enumerate((*part, _FRAME) if held else part):
                x, y, z, q = position[j] if j < count else STILL
                met = self._between(piece, r, other, (x - a, y - b, z - c, q))
                row.append(met.steps)
                for direction in met.at_once:
                    found.at_once[direction][i] |= 1 << j
                for direction in met.ever:
                    found.ever[direction][i] |= 1 << j
            found.steps.append(row)
        return found

    def _between(self, piece: int, rotation: int, other: int, pose: Pose) -> "_Meeting":
        """Return in which directions, and after how many steps, a rotated piece meets another piece.

        `pose` is that of the other piece, relative to the offset of the first one.
        """
        key = piece, rotation, other, pose
        if key not in self._met:
            others = self._cells(other, pose[3]) + np.array(pose[:3])
            if piece == other:
                others = others[:0]  # its cells keep their distances
            found = free_steps(self._cells(piece, rotation), others, self.grid)
            steps = [_EVER if step is None else step for step in found]
            self._met[key] = _Meeting(
                steps,
                tuple(direction for direction, step in enumerate(steps) if step < 1),
                tuple(direction for direction, step in enumerate(steps) if step < _EVER),
            )
        return self._met[key]


@dataclass(frozen=True)
class _Meeting:
    """How far a piece can move before it meets another one.

    `steps` has the number of steps for each direction.  `at_once` has the directions in which the piece meets the other
    before its first step, and `ever` those in which it meets the other at all.
    """

    steps: list[int]
    at_once: tuple[int, ...]
    ever: tuple[int, ...]


@dataclass(frozen=True)
class _Graphs:
    """The graphs of a part: for each piece, as bits, those that it meets before its first step (`at_once`), or ever."""

    steps: list[list[list[int]]]  # [piece][other][direction]
    at_once: list[list[int]]  # [direction][piece]
    ever: list[list[int]]  # [direction][piece]

    def distance(self, group: int, direction: int) -> int:
        """Return how many steps the pieces of a bit mask can make together before they meet another piece.

        The result is `_EVER` if they never meet one.
        """
        return min(
            steps[direction] for i in places(group) for j, steps in enumerate(self.steps[i]) if not group >> j & 1
        )


def _moved(position: Position, group: int, direction: Direction, steps: int) -> Position:
    a, b, c = (steps * x for x in direction)
    return tuple(
        (pose[0] + a, pose[1] + b, pose[2] + c, pose[3]) if group >> i & 1 else pose for i, pose in enumerate(position)
    )


def _sorted(cells: Points) -> Points:
    return cells[np.lexsort(cells.T)]


def _closures(arrows: list[int]) -> list[int]:
    """Return the closure of each node, as bits: the node itself and all nodes that arrows from it reach.

    Bit j of `arrows[i]` is an arrow from node i to node j.
    """
    closed = [mask | 1 << i for i, mask in enumerate(arrows)]
    for k in range(len(closed)):
        through = closed[k]
        if through != 1 << k:
            closed = [mask | through if mask >> k & 1 else mask for mask in closed]
    return closed
