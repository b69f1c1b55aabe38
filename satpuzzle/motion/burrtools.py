"""Levels as BurrTools 0.7.1 computes them, for comparison with published levels.

BurrTools searches breadth first, too, but continues with the first separation that it finds and does not compare
others.  So its numbers after the first one depend on the order in which it tries moves, and on the orientation of the
assembly.  This module tries moves in the same order: first single pieces that can leave, then groups of at most half of
the pieces that can leave, then moves by one step, two steps, and so on.  Each of these is tried axis by axis and piece
by piece, and each move is also combined with the moves found before it in the same direction.

Andreas Röver, BurrTools, 2003 to 2025: movementanalysator.cpp, disassembler_0.cpp.  Nothing is copied from there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.bits import places
from satpuzzle.errors import PuzzleError
from satpuzzle.motion.groups import Groups
from satpuzzle.motion.levels import Levels, numbers, text
from satpuzzle.motion.split import Offset, OutOfStates, Part, Position, beginning, normal
from satpuzzle.motion.sweep import free_steps
from satpuzzle.puzzle.grids import Direction, Points
from satpuzzle.solutions.solution import Solution

_AXES: dict[str, tuple[Direction, ...]] = {
    "cubic": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "prisms": ((0, 0, 1), (2, 0, 0), (1, 1, 0), (-1, 1, 0)),
}
_FREE = 32_000  # the number of steps of a piece that meets nothing
_GONE = 30_000  # the number of steps after which a piece has left

Steps = NDArray[np.int64]  # (axes, pieces, pieces): the steps that the first piece can make before it meets the second


def burrtools_levels(solution: Solution, most: int, clock: Clock = UNLIMITED) -> Levels | None:
    """Return the levels of the disassembly that BurrTools finds, or None if it finds none.

    Raises PuzzleError if the puzzle has a frame or a grid on which BurrTools does not disassemble, OutOfStates if more
    than `most` positions are needed, and Stopped if the clock stops.
    """
    puzzle = solution.puzzle
    if puzzle.grid.name not in _AXES or len(puzzle.frame):
        what = "puzzles with a frame" if len(puzzle.frame) else f"the grid {puzzle.grid.name}"
        raise PuzzleError(f"{puzzle.name}: BurrTools does not take apart {what}")
    return _Disassembler(solution, most, clock).levels()


def burrtools_facts(solution: Solution, most: int, clock: Clock = UNLIMITED) -> dict[str, Any]:
    """Return BurrTools' result for a packing as plain data: the level, the numbers for all separations, and a reason.

    Without a result, `level` is None and `reason` is a text.  Raises PuzzleError and Stopped as `burrtools_levels`
    does.
    """
    try:
        levels = burrtools_levels(solution, most, clock)
    except OutOfStates:
        return {"level": None, "levels": [], "reason": f"undecided after {most} positions"}
    if levels is None:
        return {"level": None, "levels": [], "reason": "does not come apart"}
    return {"level": text(levels), "levels": numbers(levels), "reason": None}


@dataclass(frozen=True)
class _Node:
    """A position of a part, and the move that led to it."""

    position: Position
    depth: int
    moved: int  # the pieces that moved, as bits
    direction: int  # twice the number of the axis, plus 1 for backwards
    amount: int


class _Disassembler:
    def __init__(self, solution: Solution, most: int, clock: Clock) -> None:
        self._grid = solution.puzzle.grid
        self._axes = _AXES[self._grid.name]
        self._forward = [self._grid.directions.index(axis) for axis in self._axes]
        pieces = solution.pieces
        self._cells: list[Points] = [cells for _, cells in pieces]
        self._weight = [piece.weight for piece, _ in pieces]
        self._own_groups = [tuple(group for group, _ in piece.groups) for piece, _ in pieces]
        self._groups = Groups([piece for piece, _ in pieces])
        self._together: list[Part] = []
        self._left, self._clock = most, clock
        self._met: dict[tuple[int, int, Offset], Steps] = {}

    def levels(self) -> Levels | None:
        whole = tuple(range(len(self._cells)))
        return self._taken_apart(whole, beginning(len(whole))) if len(whole) > 1 else None

    def _taken_apart(self, part: Part, position: Position) -> Levels | None:
        """Return the levels of a part with several pieces, or None if it does not come apart."""
        found = self._separation(part, position)
        if found is None:
            return None
        node, gone = found
        members = [[i for i in range(len(part)) if gone >> i & 1 == away] for away in (0, 1)]
        below = []
        for side in members:
            levels = self._rest(tuple(part[i] for i in side), tuple(node.position[i] for i in side))
            if levels is None:
                return None
            below.append(levels)
        staying, removed = below
        return [(node.depth + 1, removed), *staying]

    def _rest(self, part: Part, position: Position) -> Levels | None:
        """Return the levels of one side of a separation.

        The result is [] if its pieces may stay together, and None if they must come apart and do not.
        """
        if len(part) == 1 or (len(self._own_groups[part[0]]) == 1 and len({self._own_groups[i] for i in part}) == 1):
            return []
        levels = self._taken_apart(part, position)
        if levels is None and self._groups.allow([*self._together, part]):
            self._together.append(part)
            return []
        return levels

    def _separation(self, part: Part, position: Position) -> tuple[_Node, int] | None:
        """Return the first node in which pieces can leave the part, and these pieces as bits; None if there is none."""
        front = [_Node(position, 0, 0, 0, 0)]
        before, here = set[Position](), {normal(position, held=False)}
        while front:
            beyond, following = set[Position](), []
            for node in front:
                self._clock.check()
                steps = self._steps(part, node.position)
                if gone := self._leaving(part, steps):
                    return node, gone
                for child in self._moves(part, node, steps):
                    key = normal(child.position, held=False)
                    if key in before or key in here or key in beyond:
                        continue
                    self._left -= 1
                    if self._left < 0:
                        raise OutOfStates
                    beyond.add(key)
                    following.append(child)
            front, before, here = following, here, beyond
        return None

    def _steps(self, part: Part, position: Position) -> Steps:
        """Return for each axis and pair (i, j) of pieces how many steps piece i can make before it pushes piece j.

        Piece i may push j directly or through other pieces.
        """
        found = np.zeros((len(self._axes), len(part), len(part)), np.int64)
        for i, (piece, (a, b, c, _)) in enumerate(zip(part, position, strict=True)):
            for j, (other, (x, y, z, _)) in enumerate(zip(part, position, strict=True)):
                if i != j:
                    found[:, i, j] = self._between(piece, other, (x - a, y - b, z - c))
        for k in range(len(part)):
            np.minimum(found, found[:, :, k, None] + found[:, None, k, :], out=found)
        return found

    def _between(self, piece: int, other: int, offset: Offset) -> Steps:
        key = piece, other, offset
        if key not in self._met:
            steps = free_steps(self._cells[piece], self._cells[other] + np.array(offset), self._grid)
            self._met[key] = np.array([_FREE if (far := steps[way]) is None else far for way in self._forward])
        return self._met[key]

    def _with(self, piece: int, stopped: Sequence[int], most: int) -> int:
        """Return, as bits, a piece and all pieces that it pushes, directly or through others.

        Bit j of `stopped[i]` says that piece i pushes piece j.  The result is 0 if these are more than `most` pieces.
        """
        moving = fresh = 1 << piece
        while fresh:
            pushed = moving
            for i in places(fresh):
                pushed |= stopped[i]
            fresh, moving = pushed & ~moving, pushed
            if moving.bit_count() > most:
                return 0
        return moving

    def _leaving(self, part: Part, steps: Steps) -> int:
        """Return, as bits, the first pieces that can leave: a single one, else at most half of the part, else none."""
        stopped = [_bits(steps, direction, _GONE) for direction in range(2 * len(self._axes))]
        for most in (1, len(part) // 2):
            for each in stopped:
                for piece in range(len(part)):
                    if gone := self._with(piece, each, most):
                        return self._turned(part, gone)[0]
        return 0

    def _moves(self, part: Part, node: _Node, steps: Steps) -> Iterator[_Node]:
        """Yield the nodes that one move from `node` reaches, in BurrTools' order."""
        for direction in range(2 * len(self._axes)):
            known: dict[Position, _Node] = {}
            for piece in range(len(part)):
                amount = 1
                while moving := self._with(piece, _bits(steps, direction, amount), len(part) // 2):
                    made = self._moved(part, node, moving, direction, amount)
                    key = normal(made.position, held=False)
                    if key not in known:
                        known[key] = made
                        yield made
                        for other in reversed([*known.values()]):
                            joint = self._joined(part, node, made, other, direction)
                            if joint is not None and (key := normal(joint.position, held=False)) not in known:
                                known[key] = joint
                                yield joint
                    amount += 1

    def _joined(self, part: Part, node: _Node, one: _Node, other: _Node, direction: int) -> _Node | None:
        """Return the node that is reached if the pieces of both moves move together, or None if that is no new move."""
        everything = (1 << len(part)) - 1
        if one.amount != other.amount:
            return None
        first, second = (
            each.moved if each.direction == direction else each.moved ^ everything for each in (one, other)
        )
        both = first | second
        if both in (0, everything, first, second):
            return None
        return self._moved(part, node, both, direction, one.amount)

    def _turned(self, part: Part, moving: int) -> tuple[int, int]:
        """Return the pieces that actually move, as bits, and 1 if they move backwards, else 0.

        If the heaviest piece is among the pieces that should move, all other pieces move backwards instead.
        """
        weights = [max(self._weight[part[i]] for i in range(len(part)) if moving >> i & 1 == side) for side in (0, 1)]
        return (moving ^ ((1 << len(part)) - 1), 1) if weights[0] < weights[1] else (moving, 0)

    def _moved(self, part: Part, node: _Node, moving: int, direction: int, amount: int) -> _Node:
        moving, backwards = self._turned(part, moving)
        direction ^= backwards
        by = -amount if direction & 1 else amount
        a, b, c = (by * along for along in self._axes[direction >> 1])
        position = tuple(
            (x + a, y + b, z + c, r) if moving >> i & 1 else (x, y, z, r)
            for i, (x, y, z, r) in enumerate(node.position)
        )
        return _Node(position, node.depth + 1, moving, direction, amount)


def _bits(steps: Steps, direction: int, amount: int) -> list[int]:
    """Return for each piece, as bits, the pieces that it pushes if it moves by `amount` steps."""
    table = steps[direction >> 1]
    pushes = (table.T if direction & 1 else table) < amount
    np.fill_diagonal(pushes, False)
    weight = 1 << np.arange(len(table), dtype=object)
    return [int(bits) for bits in pushes.astype(object) @ weight]
