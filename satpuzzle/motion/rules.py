"""By which rules the pieces of a packing are moved, and what holds the packing.

- Moves are `single` (one piece after the other, straight out), `group` (several together, straight out), `steps`
  (pieces and groups may also move part of the way) or `turns` (they may also turn by 90 degrees; cells are cubes).
- A puzzle's own frame is solid and stays where it is.  A puzzle without one can lie in a box that fits it and has one
  side open.  The only way out of that is straight through the open side; all pieces together could always take it, as
  one body, so that nothing is ever gained by moving part of the way inside.
- All pieces must leave what holds them, the last one too.  Where nothing holds them, the last one stays.
"""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from satpuzzle.errors import PuzzleError, closest
from satpuzzle.puzzle.grids import Direction, Grid, Points
from satpuzzle.puzzle.model import Puzzle

_WAYS = {
    "single": "piece by piece",
    "group": "by groups of pieces",
    "steps": "in several moves",
    "turns": "in several moves and turns",
}
MOVES = tuple(_WAYS)
FAR = ("steps", "turns")  # those with several moves for one separation
ANY = "any"
MOST_SLACK = 0.3


@dataclass(frozen=True)
class Rules:
    """How a packing may be taken apart.

    Raises PuzzleError if a word is not among those allowed.
    """

    moves: str = "single"  # or group, steps, turns
    open: str | None = None  # the open side of the box, such as +z; any = one of its sides, whichever
    max_states: int = 100_000  # positions that a search by steps may look at before it gives up
    slack: float = 0.0  # how far cells may reach into each other while they turn, in cells: rounded edges, loose joints

    def __post_init__(self) -> None:
        if self.moves not in MOVES:
            raise PuzzleError(f"moves {self.moves}{closest(self.moves, MOVES)}: choose from {', '.join(MOVES)}")
        if not 0 <= self.slack <= MOST_SLACK or abs(100 * self.slack - self.hundredths) > 1e-9:
            raise PuzzleError(f"slack {self.slack}: allowed are hundredths from 0 to {MOST_SLACK}")
        if self.slack and self.moves != "turns":
            raise PuzzleError(f"slack {self.slack}: goes with moves turns")
        if self.max_states < 1:
            raise PuzzleError(f"max-states {self.max_states}: allowed are integers from 1")

    @property
    def hundredths(self) -> int:
        """Return the slack in hundredths of a cell."""
        return round(100 * self.slack)

    @property
    def facts(self) -> dict[str, Any]:
        """Return the rules as plain data; without slack they are as before there was any."""
        return {name: value for name, value in asdict(self).items() if value or name != "slack"}

    @property
    def fixes_side(self) -> bool:
        """Whether it matters how the packing lies in the box."""
        return self.open not in (None, ANY)

    def __str__(self) -> str:
        through = "" if self.open is None else ", one side open" if self.open == ANY else f", the side {self.open} open"
        return _WAYS[self.moves] + (f" with a slack of {self.slack:g}" if self.slack else "") + through


@dataclass(frozen=True, eq=False)
class Surroundings:
    """What holds the pieces of a puzzle: nothing, a frame, or a box with one open side."""

    grid: Grid
    board: Points
    frame: Points
    side: str | None = None  # the name of the open side

    @property
    def opening(self) -> Direction | None:
        """Return the direction out of the box."""
        return self.grid.sides[self.side] if self.side else None

    @property
    def holding(self) -> bool:
        """Whether there is something that all pieces must leave."""
        return bool(len(self.frame) or self.side)

    @property
    def exits(self) -> tuple[Direction, ...]:
        """Return the directions in which pieces can get out of what holds them."""
        return (self.opening,) if self.opening else self.grid.directions


def surroundings(puzzle: Puzzle, rules: Rules) -> list[Surroundings]:
    """Return what may hold the puzzle's pieces; the packing need only come out of one of them.

    Raises PuzzleError if the rules name a side that the grid has not, or the puzzle has a frame of its own, and if
    pieces should turn on a grid on which they cannot.
    """
    if rules.moves == "turns" and not puzzle.grid.turns:
        raise PuzzleError(f"moves turns: {puzzle.name} is on the grid {puzzle.grid.name}, allowed is cubic")
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
    """Return points that a symmetry of the puzzle under these rules must map to each other.

    They are the frame and, if one side of the box is open, the board once more, moved out through it.
    """
    if not rules.fixes_side:
        return puzzle.frame
    out = np.array(puzzle.grid.sides[str(rules.open)])
    moved: Points = puzzle.board + out * (int(np.ptp(puzzle.board @ out)) + 1)
    return moved
