"""The smallest board of a family that has a packing: rectangles, squares, boxes, strips of one width.

The boards are tried in order of their numbers of cells.  All smaller ones have no packing, each for its reason.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from math import prod
from typing import Any, ClassVar

import numpy as np

from satpuzzle.api import as_puzzle, solve
from satpuzzle.clock import Status
from satpuzzle.cover.describe import written_sizes
from satpuzzle.engines.base import Engine
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.checks import MOST_CELLS, number_of, ordered
from satpuzzle.puzzle.counts import Counts
from satpuzzle.puzzle.editing import has_squares
from satpuzzle.puzzle.grids import Grid
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.questions.answer import Packed
from satpuzzle.questions.facts import INTEGER, PUZZLE, TEXT, TRUTH, Fact, every, having, maybe, one_of, packing_of
from satpuzzle.questions.question import ALONE, Context, PuzzleRow, function, ignore, question
from satpuzzle.rows import again, positional, required
from satpuzzle.settings import BackendRow, JobsRow
from satpuzzle.solutions.solution import Solution

Sizes = tuple[int, ...]
_NONE = "the search ended without a packing"


@dataclass(frozen=True, repr=False)
class Smallest(Packed):
    """The smallest board of a family with a packing, and why each smaller one has none."""

    claim = "no smaller board has a packing"
    puzzle: Puzzle  # with this board, or the one that was asked about if there is none
    family: str
    verdict: str = "undecided"  # best, impossible (no board of the family) or undecided
    sizes: Sizes | None = None  # of the smallest board, or of the one that is undecided
    refused: tuple[tuple[Sizes, str], ...] = ()  # boards that have no packing, with the reasons
    solution: Solution | None = None
    facts: ClassVar[tuple[Fact, ...]] = (
        PUZZLE,
        Fact("family", TEXT, "the sizes of the boards, numbers and letters, such as NxM"),
        Fact("verdict", one_of("best", "impossible", "undecided")),
        Fact(
            "sizes",
            maybe(every(INTEGER)),
            "of the smallest board, or of the one that is undecided",
            lambda self: self.sizes and list(self.sizes),
        ),
        Fact(
            "refused",
            every(having(Fact("sizes", every(INTEGER)), Fact("reason", TEXT))),
            "the boards that have no packing, the smallest first",
            lambda self: [{"sizes": list(sizes), "reason": reason} for sizes, reason in self.refused],
        ),
        packing_of("solution"),
        Fact(
            "trivial",
            TRUTH,
            "whether the rules are kept only since there is no second piece",
            lambda self: bool(self._trivial),
        ),
    )

    @property
    def sentence(self) -> str:
        """The smallest board."""
        cells, shown = len(self.puzzle.board), "" if self.sizes is None else written_sizes(self.sizes)
        said = {
            "best": f"{cells} cells, and no smaller {self.family} has a packing{self._trivial}",
            "impossible": f"no {self.family} of at most {cells} cells has a packing",
            "undecided": f"no {self.family} before {shown} has a packing; the search was stopped",
        }[self.verdict]
        return f"{self.puzzle.name}: {said}"

    @property
    def _trivial(self) -> str:
        """A remark if the rules of the puzzle hold only since no two pieces meet: there are none, or only one."""
        if self.solution is None or not self.puzzle.rules or len(self.solution.pieces) > 1:
            return ""
        rules = " and ".join(f'"{rule}"' for rule in self.puzzle.rules)
        what = "one piece alone" if self.solution.pieces else "a board without pieces"
        return f"; it is {what}, for which {rules} is trivial: with min = 2, a piece is used twice"

    @property
    def exhaustive(self) -> bool:
        """Whether a search proved that some board has no packing."""
        return any(reason == _NONE for _, reason in self.refused)


# fmt: off
@question
class SmallestQuestion(PuzzleRow, JobsRow):
    """Which is the smallest board of a family that has a packing with the pieces of a puzzle.

    The pieces must fill it, unless all cells of the puzzle's own board may stay empty; then so may those of the family.
    Boards with more cells than the puzzle's own one are not tried.  `watch` is called with the sizes of each board,
    first with None and then with the reason why it has no packing.
    """

    family: str = required(
        "SIZES", None,
        "The sizes of the boards, numbers and letters: NxM is a rectangle, NxN a square, 3xN a strip, NxMxK a box.",
        kw_only=False)
    backend: str | Engine = positional(again(BackendRow, "backend"), default="native", kw_only=False)
    watch: Callable[[Sizes, str | None], None] = field(default=ignore, kw_only=True)
# fmt: on

    def ask(self, context: Context = ALONE) -> Smallest:
        """Return the smallest board; raises PuzzleError for invalid arguments."""
        loaded = as_puzzle(self.puzzle, context.clock)
        found = Smallest(loaded, self.family)
        for sizes in members(loaded, self.family):
            if context.clock.stopped():
                return replace(found, sizes=sizes)
            context.watch(sizes, None)
            board, reason = _on_box(loaded, sizes)
            if board is not None:
                run = solve(board, self.backend, limit=1, jobs=self.jobs, clock=context.clock)
                if (solution := run.first()) is not None:
                    return replace(found, puzzle=board, verdict="best", sizes=sizes, solution=solution)
                if run.status is not Status.EXHAUSTED:
                    return replace(found, sizes=sizes)
                reason = run.reason
            found = replace(found, refused=(*found.refused, (sizes, reason or _NONE)))
            context.watch(sizes, reason or _NONE)
            context.remark(f"{written_sizes(sizes)}: {reason or _NONE}")
        return replace(found, verdict="impossible")


smallest = function(SmallestQuestion, "smallest")


def _on_box(puzzle: Puzzle, sizes: Sizes) -> tuple[Puzzle | None, str | None]:
    """Return the puzzle with a box as its board, or why it has no packing: a rule that this board cannot have."""
    board = ordered(puzzle.grid.box(list(sizes)))
    none = np.zeros((0, 3), np.int64)
    changed: dict[str, Any] = {"board": board, "optional": np.full(len(board), puzzle.optional.all()), "frame": none}
    changed |= {"colours": none[:, 0], "labels": (), "wrap": "", "published": Counts()}
    try:
        found = replace(puzzle, name=f"{puzzle.name} {written_sizes(sizes)}", **changed)
    except PuzzleError as error:
        return None, str(error)
    return (found, None) if (reason := found.impossible()) is None else (None, reason)


def members(puzzle: Puzzle, family: str) -> Iterator[Sizes]:
    """Yield the sizes of the boards of a family with at most as many cells as the puzzle's, the smallest first.

    Of boards that are the same but turned, there is one.  Raises PuzzleError if the family is invalid.
    """
    grid = puzzle.grid
    marks, numbers, letters = _marks(family, grid)
    axes = len(grid.basis)
    unit = len(grid.kinds) * prod(number for number in numbers if number is not None)
    times = [marks.count(letter) for letter in letters]
    turns = has_squares(grid) and not puzzle.rules and all(piece.rotate is True for piece in puzzle.pieces)
    turns = turns and puzzle.rotate and len(letters) == axes
    for rest in range(1, len(puzzle.board) // unit + 1):
        for values in sorted(_products(rest, times), key=lambda values: (sum(values), values)):
            if not turns or list(values) == sorted(values):
                value = dict(zip(letters, values, strict=True))
                yield tuple(number or value[mark] for mark, number in zip(marks, numbers, strict=True))


def _marks(family: str, grid: Grid) -> tuple[list[str], list[int | None], list[str]]:
    """Return the sizes of a family as written, as numbers where they are, and the letters, each once."""
    marks, axes = family.split("x"), len(grid.basis)
    numbers = [number_of(mark, MOST_CELLS) for mark in marks]
    letters = list(dict.fromkeys(re.findall("[A-Za-wyz]", family)))
    right = all(mark in letters if number is None else number for mark, number in zip(marks, numbers, strict=True))
    if not right or len(marks) != axes or not letters:
        raise PuzzleError(
            f"board {family}: allowed are {axes} sizes on the grid {grid.name}, numbers and letters, such as"
            f" {'x'.join('NMK'[:axes])} or {'x'.join(['3', *'NMK'[: axes - 1]])}"
        )
    return marks, numbers, letters


def _products(total: int, times: list[int]) -> Iterator[Sizes]:
    """Yield numbers whose powers, `times` has the exponents, have this product."""
    if not times:
        if total == 1:
            yield ()
        return
    value = 1
    while value ** times[0] <= total:
        if total % value ** times[0] == 0:
            for others in _products(total // value ** times[0], times[1:]):
                yield value, *others
        value += 1
