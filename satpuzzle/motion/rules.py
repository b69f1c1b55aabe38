"""The rules of moving the pieces of a packing, and the surroundings that hold the packing.

- Moves are `single` (one piece after the other, straight out), `group` (several together, straight out), `steps`
  (pieces and groups may also move part of the way) or `turns` (they may also turn by 90 degrees).  `auto` is the first
  of `single`, `group` and `steps` by which the packing comes apart; its verdict and level are those of `steps`.
- The frame of a puzzle is solid and does not move.  A puzzle without a frame can lie in a box that fits it exactly and
  has one open side.  Pieces leave the box straight through the open side.  All pieces together could always
  leave that way as one body, so moving part of the way inside the box never helps, and `auto` is `single` there.
- If a frame or box holds the pieces, all of them must leave it, the last one too.  Otherwise the last piece stays.
"""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from satpuzzle.errors import PuzzleError, closest
from satpuzzle.puzzle.grids import Direction, Grid, Points
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.puzzle.parts import SEPARATE
from satpuzzle.settings import MOVES

AUTO = "auto"
_WAYS = {  # what each of MOVES is called
    AUTO: "by straight moves",
    "single": "piece by piece",
    "group": "by groups of pieces",
    "steps": "in several moves",
    "turns": "in several moves and turns",
}
SIMPLEST_FIRST = ("single", "group", "steps")
ANY = "any"
MOST_SLACK = 0.3


@dataclass(frozen=True)
class Rules:
    """How the pieces of a packing may move when it is taken apart.

    Raises PuzzleError if a value is not allowed.
    """

    moves: str = AUTO  # or single, group, steps, turns
    open: str | None = None  # the open side of the box, such as +z; any = any one of its sides
    max_states: int = 100_000  # the number of positions after which a search by steps gives up
    slack: float = 0.0  # how far cells may reach into each other while they turn, in cells; rounded edges, loose joints
    interlocking: bool = False  # whether the pieces must hold each other: by one move at most a single one comes off

    def __post_init__(self) -> None:
        if self.moves not in MOVES:
            raise PuzzleError(f"moves {self.moves}{closest(self.moves, MOVES)}: choose from {', '.join(MOVES)}")
        if self.moves == AUTO and self.open is not None:
            object.__setattr__(self, "moves", "single")
        if not 0 <= self.slack <= MOST_SLACK or abs(100 * self.slack - self.hundredths) > 1e-9:
            raise PuzzleError(f"slack {self.slack}: allowed are hundredths from 0 to {MOST_SLACK}")
        if self.slack and self.moves != "turns":
            raise PuzzleError(f"slack {self.slack}: goes with moves turns")
        if self.max_states < 1:
            raise PuzzleError(f"max-states {self.max_states}: allowed are integers from 1")

    @property
    def far(self) -> bool:
        """Whether pieces may also move part of the way."""
        return self.moves in (AUTO, "steps", "turns")

    @property
    def hundredths(self) -> int:
        """Return the slack in hundredths of a cell."""
        return round(100 * self.slack)

    @property
    def facts(self) -> dict[str, Any]:
        """Return the rules as plain data, without `slack` if it is 0, and `interlocking` if not asked."""
        return {name: value for name, value in asdict(self).items() if value or name not in ("slack", "interlocking")}

    @property
    def fixes_side(self) -> bool:
        """Whether one side of the box is given, so that turning the packing in the box can change the result."""
        return self.open not in (None, ANY)

    def __str__(self) -> str:
        through = "" if self.open is None else ", one side open" if self.open == ANY else f", the side {self.open} open"
        slack = f" with a slack of {self.slack:g}" if self.slack else ""
        return _WAYS[self.moves] + slack + through + ", and interlock" * self.interlocking


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
    """Return the surroundings that the rules allow; it suffices if the packing comes apart in one of them.

    Raises PuzzleError if the board wraps round or has parts that are moved separately, if pieces may turn and cells are
    neither cubes nor squares, if the grid does not have the open side of the rules, or if there is an open side and a
    frame.
    """
    puzzle.refuse(
        chain=f"{puzzle.name}: packings with a chain, which is folded, cannot be taken apart",
        parts=f'{puzzle.name}: parts is "{SEPARATE}": packings of such a board cannot be taken apart',
        wrap=f"{puzzle.name}: packings on a board that wraps round cannot be taken apart",
    )
    if rules.moves == "turns" and not puzzle.grid.turns:
        raise PuzzleError(f"moves turns: {puzzle.name} is on the grid {puzzle.grid.name}, allowed are cubic and square")
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
    """Return a set of points that a symmetry must preserve in order to preserve which packings can be assembled.

    It is the frame and, if the rules name an open side of the box, a copy of the board that was moved out through that
    side.
    """
    if not rules.fixes_side:
        return puzzle.frame
    out = np.array(puzzle.grid.sides[str(rules.open)])
    moved: Points = puzzle.board + out * (int(np.ptp(puzzle.board @ out)) + 1)
    return moved
