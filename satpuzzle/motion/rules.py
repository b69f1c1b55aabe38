"""The rules of moving the pieces of a packing, and the surroundings that hold the packing.

- Moves are `single` (one piece after the other, straight out), `group` (several together, straight out) or `steps`
  (pieces and groups may also move part of the way).  `auto` is the first of the three by which the packing comes apart;
  its verdict and level are those of `steps`.  Pieces are never turned.
- The frame of a puzzle is solid and does not move.  A puzzle without a frame can lie in a box that fits it exactly and
  has one open side.  The only way out of the box is straight through the open side.  All pieces together could always
  leave that way as one body, so moving part of the way inside the box is never useful, and `auto` is `single` there.
- If a frame or box holds the pieces, all of them must leave it, the last one too.  Otherwise the last piece stays.
"""

from dataclasses import dataclass

import numpy as np

from satpuzzle.errors import PuzzleError, closest
from satpuzzle.puzzle.grids import Direction, Grid, Points
from satpuzzle.puzzle.model import Puzzle

AUTO = "auto"
_WAYS = {
    AUTO: "by straight moves",
    "single": "piece by piece",
    "group": "by groups of pieces",
    "steps": "in several moves",
}
MOVES = tuple(_WAYS)
SIMPLEST_FIRST = ("single", "group", "steps")
ANY = "any"


@dataclass(frozen=True)
class Rules:
    """The rules of taking a packing apart.

    Raises PuzzleError if a value is not allowed.
    """

    moves: str = AUTO  # or single, group, steps
    open: str | None = None  # the open side of the box, such as +z; any = any one of its sides
    max_states: int = 100_000  # the number of positions after which a search by steps gives up

    def __post_init__(self) -> None:
        if self.moves not in MOVES:
            raise PuzzleError(f"moves {self.moves}{closest(self.moves, MOVES)}: choose from {', '.join(MOVES)}")
        if self.moves == AUTO and self.open is not None:
            object.__setattr__(self, "moves", "single")
        if self.max_states < 1:
            raise PuzzleError(f"max-states {self.max_states}: allowed are integers from 1")

    @property
    def far(self) -> bool:
        """Whether pieces may also move part of the way."""
        return self.moves in (AUTO, "steps")

    @property
    def fixes_side(self) -> bool:
        """Whether one side of the box is given, so that turning the packing in the box can change the result."""
        return self.open not in (None, ANY)

    def __str__(self) -> str:
        through = "" if self.open is None else ", one side open" if self.open == ANY else f", the side {self.open} open"
        return _WAYS[self.moves] + through


@dataclass(frozen=True, eq=False)
class Surroundings:
    """The surroundings that hold the pieces of a puzzle: nothing, a frame, or a box with one open side."""

    grid: Grid
    board: Points
    frame: Points
    side: str | None = None  # the name of the open side

    @property
    def opening(self) -> Direction | None:
        """Return the direction out of the box; None without a box."""
        return self.grid.sides[self.side] if self.side else None

    @property
    def holding(self) -> bool:
        """Whether there is a frame or a box, which all pieces must leave."""
        return bool(len(self.frame) or self.side)

    @property
    def exits(self) -> tuple[Direction, ...]:
        """Return the directions in which pieces can leave the frame or the box."""
        return (self.opening,) if self.opening else self.grid.directions


def surroundings(puzzle: Puzzle, rules: Rules) -> list[Surroundings]:
    """Return the surroundings that the rules allow; the packing need only come apart in one of them.

    Raises PuzzleError if the rules name an open side, and the grid does not have it or the puzzle has a frame, and for
    a board that wraps round.
    """
    if puzzle.wrap:
        raise PuzzleError(f"{puzzle.name}: packings on a board that wraps round cannot be taken apart")
    if rules.open is None:
        return [Surroundings(puzzle.grid, puzzle.board, puzzle.frame)]
    allowed = (*puzzle.grid.sides, ANY)
    if rules.open not in allowed:
        raise PuzzleError(f"open {rules.open}: choose from {', '.join(allowed)}")
    if len(puzzle.frame):
        raise PuzzleError(f"open {rules.open}: {puzzle.name} has a frame of its own, only a plain box can be opened")
    chosen = puzzle.grid.sides if rules.open == ANY else [rules.open]
    return [Surroundings(puzzle.grid, puzzle.board, puzzle.frame, side) for side in chosen]


def beside(puzzle: Puzzle, rules: Rules) -> Points:
    """Return a set of points that a symmetry of the puzzle under these rules must map to itself.

    It consists of the frame and, if one side of the box is open, of a copy of the board, moved out through that side.
    """
    if not rules.fixes_side:
        return puzzle.frame
    out = np.array(puzzle.grid.sides[str(rules.open)])
    moved: Points = puzzle.board + out * (int(np.ptp(puzzle.board @ out)) + 1)
    return moved
