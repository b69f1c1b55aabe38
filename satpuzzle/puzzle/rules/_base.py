"""What a rule is, and what it sees of a puzzle.

A rule adds items to the exact cover, leaves placements out, or judges finished packings (a *filter*).  It is written as
its word, perhaps with more text behind a colon: `no crossroads`, `at border: all`.  It sees the grid, the cells of the
board and the pieces; placements are given to it as a table that tells which cells each of them covers.
"""

import shlex
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.cells import Up, neighbours_on, place_of
from satpuzzle.puzzle.grids import Grid, Points
from satpuzzle.puzzle.piece import Piece
from satpuzzle.puzzle.wrapping import Wrapping

if TYPE_CHECKING:
    from satpuzzle.puzzle.rules._written import Written

Table = NDArray[np.bool_]  # (placements, cells of the board): which cells each placement covers
Numbers = NDArray[np.int64]
About = frozenset[frozenset[int]]  # sets of cells, by their numbers
Hues = NDArray[np.uint8]  # (placements, cells of the board): the piece's colour on each cell, or (placements, 0): none


class Placed(NamedTuple):
    """A placed piece of a packing."""

    piece: int
    cells: list[int]
    hues: list[int] | None = None  # the piece's colour on each of these cells, None if it has no colours


Packing = list[Placed]


@dataclass(frozen=True, eq=False)
class Ground:
    """What a rule sees of a puzzle."""

    grid: Grid
    board: Points  # in lexicographic order
    optional: NDArray[np.bool_]  # (cells,): whether a cell may stay empty
    below: Numbers  # (cells,): the colour of a cell as far as it matters
    within: Numbers  # (cells,): equal for cells in the same regions of rules
    frame: Points  # the solid cells beside the board
    pieces: tuple[Piece, ...]
    wrapping: Wrapping  # which cells are the same, on a board that wraps round
    pairs: frozenset[tuple[int, int]] | None  # which colour of a piece may lie on which of the board; None: all
    turning: tuple[bool, bool | int]  # which motions all pieces may make, as `Puzzle.turning` says
    up: Up  # the translation that leads upward, if some side is up

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {piece.name: number for number, piece in enumerate(self.pieces)}

    @cached_property
    def sides(self) -> Numbers:
        """The pairs of different cells with a side in common, (sides, 2), each once, in lexicographic order."""
        pairs = np.sort(neighbours_on(self.board, self.grid, self.wrapping), axis=1)
        return np.unique(pairs, axis=0)

    @cached_property
    def beside(self) -> dict[int, set[int]]:
        """The cells that have a side in common with each cell."""
        found: dict[int, set[int]] = {cell: set() for cell in range(len(self.board))}
        for one, other in self.sides.tolist():
            found[one].add(other)
            found[other].add(one)
        return found

    @cached_property
    def corners(self) -> list[list[int]]:
        """The cells at each corner of cells of a flat board, ascending; each set of cells once."""
        known, kinds = set[frozenset[int]](), self.grid.kind(self.board)
        for kind in range(len(self.grid.kinds)):
            for steps in self.grid.around_corners(kind):
                cells = self.at(self.board[kinds == kind, None] + steps)
                known |= {frozenset(some) - {-1} for some in cells.tolist()}
        return sorted(map(sorted, known))

    @cached_property
    def falling(self) -> Numbers:
        """The number of the cell below each cell, -1 for the floor, (cells,); some side must be up."""
        return self.at(self.board - np.array(self.up))

    def at(self, cells: Points) -> Numbers:
        """Return the number of each cell, -1 for those that are not on the board."""
        return place_of(self.board, self.wrapping.home(cells))

    def table(self, sets: Sequence[Sequence[int]]) -> NDArray[np.float32]:
        """Return which cells are in each set of cells, (cells, sets); `inside @ table` counts them for placements."""
        found = np.zeros((len(self.board), len(sets)), np.float32)
        for number, cells in enumerate(sets):
            found[cells, number] = 1
        return found

    def name(self, cells: Sequence[int]) -> str:
        """Return the coordinates of some cells as a name for an item."""
        return "/".join(",".join(map(str, self.board[cell].tolist())) for cell in cells)

    def flat(self, rule: "Rule") -> None:
        """Raise PuzzleError if the grid is in space, for a rule that speaks of corners."""
        if not self.grid.two_sided:
            raise PuzzleError(f"{rule.key} is for flat grids, such as square, and not for {self.grid.name}")

    def number(self, name: str, rule: "Rule") -> int:
        """Return the number of a piece.  Raises PuzzleError if no piece has the name."""
        if name not in self._numbers:
            raise PuzzleError(f'{rule.key}: there is no piece "{name}": choose from {", ".join(self._numbers)}')
        return self._numbers[name]


def _none(inside: Table, piece: Numbers) -> Table:
    return np.zeros((len(inside), 0), np.bool_)


@dataclass(frozen=True, eq=False)
class Items:
    """The items of a rule, numbered from 0; a symmetry carries an item to the one about the images of its cells."""

    names: list[str] = field(default_factory=list)
    bounds: list[tuple[int, int | None]] = field(default_factory=list)  # None: no upper bound
    about: list[About] = field(default_factory=list)  # sets of cells that say where an item is
    pieces: list[frozenset[int] | None] = field(
        default_factory=list
    )  # whose placements may cover it, -1: empty cells; None: all
    covered: Callable[[Table, Numbers], Table] = _none
    # which items placements cover, (placements, items), from their cells and pieces; others than `pieces` cover none
    weight: Callable[[Table, Hues], Numbers] | None = None
    # how often placements cover the items that they cover, (placements, items), from cells and colours; None: once
    coloured: Callable[[Table, Numbers, Hues], NDArray[np.str_]] | None = None
    # the colour that each placement gives to the items of `painted` that it covers, (placements, 1 or painted); an item
    # has one colour in a packing
    painted: Sequence[int] | None = None  # the items that have colours if there is `coloured`; None: all
    empties: bool = False  # whether a cell that stays empty covers items, too: then the piece is -1
    kinds: Sequence[str] = ()  # tells items of one rule, or of two with one word, apart if no symmetry exchanges them


class Rule:
    """A rule of a puzzle.  A subclass is a frozen dataclass in a module of its own, which has the rule's word."""

    word: ClassVar[str]
    takes: ClassVar[str] = ""  # what stands behind the colon, for messages; "" if nothing does
    moves: ClassVar[bool] = True  # whether it stays the same when parts of the board are moved each by itself
    falls: ClassVar[bool] = False  # whether it speaks of what is below, so that some side is up
    rigid: ClassVar[bool] = False  # whether it is for puzzles without chains, which are folded
    edged: ClassVar[bool] = False  # whether it is for boards that do not wrap round
    filters: ClassVar[bool] = False  # whether it judges packings, at least on some boards

    @classmethod
    def of(cls, text: str) -> Self:
        """Return the rule from what stands behind its word.  Raises PuzzleError if this is invalid."""
        if text:
            raise cls.wrong(text)
        return cls()

    @classmethod
    def wrong(cls, text: str) -> PuzzleError:
        """Return the error for a text that is not allowed behind the word."""
        allowed = f'allowed is "{cls.form()}"' if cls.takes else "nothing may follow it"
        return PuzzleError(f'rules has "{cls.word}{f": {text}" * bool(text)}": {allowed}')

    @classmethod
    def form(cls) -> str:
        """Return how a rule of this kind is written."""
        return f"{cls.word}: {cls.takes}" if cls.takes else cls.word

    @classmethod
    def described(cls) -> str:
        """Return what rules of this kind mean."""
        return str(cls.__doc__).partition("\n")[0]

    @property
    def written(self) -> "Written | None":
        """What is written down, for a rule that a file says."""
        return None

    @property
    def regions(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """The cells of each region that the rule names."""
        return ()

    @property
    def text(self) -> str:
        """What stands behind the rule's word."""
        return ""

    def __str__(self) -> str:
        return f"{self.word}: {self.text}" if self.text else self.word

    @property
    def key(self) -> str:
        """The rule as messages name it."""
        return f'rules: "{self}"'

    def said(self) -> str:
        """Return a sentence for people."""
        raise NotImplementedError

    def check(self, ground: Ground) -> None:
        """Raise PuzzleError if the puzzle cannot have this rule."""

    def among(self, names: Collection[str]) -> Self | None:
        """Return the rule for a puzzle with these of the pieces only, None if it is about none of them."""
        return self

    def admits(self, pieces: Sequence[Piece]) -> bool:
        """Tell whether a packing of these pieces can keep the rule, as far as their numbers of copies tell."""
        return True

    def items(self, ground: Ground) -> Items:
        """Return the items that the rule adds."""
        return Items()

    def allows(self, ground: Ground, inside: Table, piece: Numbers, hues: Hues) -> NDArray[np.bool_] | None:
        """Tell which placements the rule allows, (placements,); None if it allows all."""
        return None

    @property
    def named(self) -> tuple[str, ...]:
        """The names of the pieces that a filter speaks of."""
        return ()

    def judges(self, ground: Ground) -> bool:
        """Tell whether the rule judges packings of this puzzle; if not, its items say all of it."""
        return self.filters

    def judge(self, ground: Ground, packing: Packing) -> bool:
        """Tell whether a packing keeps the rule; symmetric packings must get the same answer."""
        return True


def names_of(text: str) -> tuple[str, ...] | None:
    """Return the names in a text, separated by blanks; a name with blanks is quoted.  None for an open quote."""
    try:
        return tuple(shlex.split(text))
    except ValueError:
        return None


def written(names: Sequence[str]) -> str:
    """Return names as `names_of` reads them."""
    return shlex.join(names)


@dataclass(frozen=True)
class Named(Rule):
    """A rule about some pieces, of which nothing but the names is written."""

    names: tuple[str, ...]

    takes: ClassVar[str] = "NAMES"
    fewest: ClassVar[int] = 1  # the least number of names

    @classmethod
    def of(cls, text: str) -> Self:
        """Return the rule for names of pieces."""
        names = names_of(text) or ()
        if len(names) < cls.fewest:
            raise cls.wrong(text)
        return cls(names)

    @property
    def text(self) -> str:
        """Names of pieces."""
        return written(self.names)

    def check(self, ground: Ground) -> None:
        """Raise PuzzleError for a name that no piece has."""
        self._pieces(ground)

    def among(self, names: Collection[str]) -> Self | None:
        """Return the rule for those of its pieces that are among these, None if fewer are left than it needs."""
        here = tuple(name for name in self.names if name in names)
        return replace(self, names=here) if len(here) >= self.fewest else None

    def _pieces(self, ground: Ground) -> list[int]:
        return [ground.number(name, self) for name in self.names]
