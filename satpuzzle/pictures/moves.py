"""The steps of a disassembly as moves in space: straight ones and quarter turns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.errors import PuzzleError
from satpuzzle.pictures.geometry import Places
from satpuzzle.puzzle.grids import Grid, Points

# As in `Assembly.as_dict`: {"pieces": [index, ...], "direction": [dx, dy, dz], "distance": n or "out"}, or, for a turn
# by 90 degrees, {"pieces": [index, ...], "turn": {"axis": [dx, dy, dz], "through": [x, y, z]}}
Step = Mapping[str, Any]

_CLEAR = 1.5  # distance in cells between the board and a figure that has left it
_SIDES = {"up": "above", "down": "below"}
_ALONG = 0.2  # a component of a move is named if it is at least this share of the move's length


@dataclass(frozen=True, eq=False)
class Turn:
    """A quarter turn about a line; about the axis +z it takes x to y, about +x it takes y to z, about +y z to x."""

    axis: Points  # (3,), of length 1
    centre: Places  # (3,), on the line

    @property
    def matrix(self) -> Points:
        """Return the rotation as a matrix that acts on columns."""
        matrix: Points = np.outer(self.axis, self.axis) + np.cross(np.eye(3, dtype=np.int64), self.axis)
        return matrix

    def moved(self, places: Places) -> Places:
        """Return the images of positions under the turn."""
        after: Places = (places - self.centre) @ self.matrix.T + self.centre
        return after


@dataclass(frozen=True, eq=False)
class Move:
    """A step of a disassembly: the figures that move, and their translation or quarter turn."""

    figures: tuple[int, ...]
    by: Places  # (3,)
    out: bool  # whether the figures leave the board
    steps: float  # the length of the move, in multiples of the translation
    turn: Turn | None = None

    def moved(self, places: Places) -> Places:
        """Return the images of positions under the move."""
        return places + self.by if self.turn is None else self.turn.moved(places)

    @property
    def words(self) -> str:
        """Return the move in words, such as "up to the left by 2" or "by 90° about the axis up"."""
        if self.turn is not None:
            return f"by 90° about the axis {_towards(self.turn.axis.astype(np.float64))}"
        towards = _towards(self.by)
        return f"{towards} and out" if self.out else f"{towards} by {abs(self.steps):g}"

    @property
    def back(self) -> str:
        """Return in words the move that undoes it, such as "from above" or "to the right by 2"."""
        if self.turn is not None:
            return f"by 90° about the axis {_towards(-self.turn.axis.astype(np.float64))}"
        return f"from {_side(self.by)}" if self.out else f"{_towards(-self.by)} by {abs(self.steps):g}"


def _parts(way: Places) -> tuple[str, str]:
    """Return where a direction points: "up", "down" or "", and level, such as "front right", or ""."""
    pairs = (("right", "left"), ("front", "back"), ("up", "down"))
    least = _ALONG * float(np.linalg.norm(way))
    right, near, up = (
        pair[part < 0] if abs(part) > least else "" for part, pair in zip(way.tolist(), pairs, strict=True)
    )
    return up, " ".join(filter(None, (near, right)))


def _towards(way: Places) -> str:
    up, level = _parts(way)
    return " ".join(filter(None, (up, level and f"to the {level}")))


def _side(way: Places) -> str:
    """Return the side that lies in a direction, such as "above", "the left" or "below, front left"."""
    up, level = _parts(way)
    return f"{_SIDES[up]}, {level}" if up and level else _SIDES.get(up, f"the {level}")


def moves_of(steps: Sequence[Step], figures: Sequence[Places], board: Places, grid: Grid) -> tuple[Move, ...]:
    """Convert the steps of a disassembly to moves in space.

    `figures` has the positions of each figure's cells, `board` those of all cells of the board.

    Raises PuzzleError for an invalid step.
    """
    at = [*figures]
    away = [np.zeros(3) for _ in figures]  # the translation by which each figure has left the board
    found = []
    for step in steps:
        move = _move(step, at, away, board, grid)
        found.append(move)
        for index in move.figures:
            at[index] = move.moved(at[index])
            away[index] = away[index] + move.by if move.out else away[index]
    return tuple(found)


def _move(step: Step, at: Sequence[Places], away: Sequence[Places], board: Places, grid: Grid) -> Move:
    """Return a step as a move in space.

    `at` has the present positions of each figure's cells, `away` the translation of each figure that has left the
    board.  Raises PuzzleError as `moves_of` does.
    """
    try:
        pieces = [int(index) for index in step["pieces"]]
        turn = step.get("turn")
        direction = np.array(step["direction"] if turn is None else turn["axis"], dtype=np.int64).reshape(3)
        distance = 0.0 if turn is not None else None if step["distance"] == "out" else float(step["distance"])
        through = None if turn is None else np.array(turn["through"], dtype=np.float64).reshape(3)
        if not np.isfinite([distance or 0.0, *([] if through is None else through)]).all():
            raise ValueError
    except (KeyError, TypeError, ValueError, OverflowError, AttributeError):
        raise PuzzleError(
            'steps: a step is {"pieces": [index, ...], "direction": [dx, dy, dz], "distance": number or "out"}, '
            'or {"pieces": [index, ...], "turn": {"axis": [dx, dy, dz], "through": [x, y, z]}}'
        ) from None
    if not pieces or not all(0 <= index < len(at) for index in pieces):
        raise PuzzleError(f"steps: pieces {pieces}: allowed are 0 to {len(at) - 1}")
    if not direction.any():
        raise PuzzleError("steps: direction [0, 0, 0] is not a direction")
    if through is not None:
        _check_turn(direction, grid)
        return Move(tuple(pieces), np.zeros(3), False, 0, Turn(direction, through + away[pieces[0]]))
    towards = grid.vectors(direction)
    far = _out(np.concatenate([at[index] for index in pieces]), towards, board) if distance is None else distance
    return Move(tuple(pieces), far * towards, distance is None, far)


def _check_turn(axis: NDArray[np.int64], grid: Grid) -> None:
    """Raise PuzzleError for an axis about which pieces on this grid do not turn."""
    if not grid.turns:
        raise PuzzleError(f"steps: pieces turn on the grids cubic and square, not on {grid.name}")
    if np.abs(axis).sum() != 1:
        raise PuzzleError(f"steps: axis {axis.tolist()}: allowed are those of length 1 along x, y or z")
    if grid.two_sided and not axis[2]:
        raise PuzzleError(f"steps: axis {axis.tolist()}: allowed on the grid {grid.name} are those along z")


def _out(cells: Places, towards: Places, board: Places) -> float:
    """Return the multiple of the vector `towards` by which cells must move to have the whole board behind them."""
    behind, ahead = (cells @ towards).min(), (board @ towards).max()
    length = float(np.linalg.norm(towards))
    return max(1.0, float(ahead - behind) / length**2 + _CLEAR / length)
