"""Tables: how many tilings all rectangles up to a size have.

One sweep over the strip of a width finds the numbers for all lengths.  If a motion that carries copies to copies
exchanges the sides of rectangles, k x n has as many tilings as n x k, so only strips of the smaller widths are swept;
what two sweeps both find must be the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count, takewhile
from pathlib import Path
from typing import ClassVar

from satpuzzle.cover.describe import numbered, written_sizes
from satpuzzle.errors import FrontierError, PuzzleError, Stopped
from satpuzzle.puzzle.grids import Grid
from satpuzzle.questions.answer import Answer
from satpuzzle.questions.facts import INTEGER, TEXT, TRUTH, Fact, every, having, pieces_of
from satpuzzle.questions.question import ALONE, Context, function, question
from satpuzzle.questions.tilings.census import PlaneQuestion
from satpuzzle.questions.tilings.column import TooManyStates
from satpuzzle.questions.tilings.journal import Journal, asked_of, opened
from satpuzzle.questions.tilings.plane import STOPPED
from satpuzzle.questions.tilings.prototile import Prototile
from satpuzzle.questions.tilings.shapes import FixedRows, sizes_in
from satpuzzle.questions.tilings.strip import WIDEST, Numbers, growth_of
from satpuzzle.questions.tilings.strips import StripRows
from satpuzzle.questions.tilings.torus import turned_boxes
from satpuzzle.rows import again, required
from satpuzzle.settings import WHAT
from satpuzzle.structured import as_csv

Sizes = tuple[int, int]
_LONGEST = 1000


@dataclass(frozen=True, repr=False)
class Table(Answer):
    """The numbers of tilings of the rectangles up to a size.

    `counts[k - 1][n]` is that of k x n: k steps along the second vector of the grid's basis, n along the first.  A row
    that is not known to its end is shorter.
    """

    tiles: tuple[Prototile, ...]
    sizes: Sizes
    counts: tuple[tuple[int, ...], ...]
    symmetric: bool  # whether k x n has as many tilings as n x k, because a motion exchanges the sides
    left: str = ""  # why a row is not known to its end
    each: bool = False  # whether only tilings in which each shape occurs are counted
    facts: ClassVar[tuple[Fact, ...]] = (
        *pieces_of(lambda self: [tile.name for tile in self.tiles], lambda self: self.tiles[0].grid),
        Fact("sizes", every(INTEGER), "the largest width and the largest length", lambda self: list(self.sizes)),
        Fact("method", TEXT, of=lambda self: "frontier"),
        Fact("symmetric", TRUTH, "whether a motion that carries copies to copies exchanges the sides of rectangles"),
        Fact("each", TRUTH, "whether only tilings in which each shape occurs count"),
        Fact("final", TRUTH, "whether all numbers are known; if not, those that are there are right"),
        Fact(
            "rows",
            every(having(Fact("width", INTEGER), Fact("counts", every(INTEGER)))),
            "for each width the numbers of tilings of the rectangles of length 0, 1, 2, ...",
            lambda self: [{"width": width, "counts": list(row)} for width, row in enumerate(self.counts, 1)],
        ),
        Fact("left", TEXT, "why numbers are missing"),
    )

    @property
    def final(self) -> bool:
        """Whether all numbers are known."""
        return not self.left

    def at(self, width: int, length: int) -> int | None:
        """Return the number of tilings of a rectangle, also of an empty one, None if it is not known."""
        if not width or not length:
            return int(not self.each)
        both = [(width, length), *[(length, width)] * self.symmetric]
        known = (self.counts[k - 1][n] for k, n in both if k <= len(self.counts) and n < len(self.counts[k - 1]))
        return next(known, None)

    @property
    def sentence(self) -> str:
        """What the table is, and what is missing."""
        names = ", ".join(tile.name for tile in self.tiles[:8]) + ", ..." * (len(self.tiles) > 8)
        names += ", each of them" * self.each
        about = f"numbers of tilings with {names}, of widths and lengths up to {written_sizes(self.sizes)}"
        if self.final:
            return about
        whole = sum(len(row) > self.sizes[1] for row in self.counts)
        return f"{about}: {self.left}, known are {numbered(whole, 'row')}, and how others begin"

    @property
    def drawing(self) -> str:
        """A line for each width."""
        return "\n".join(said(width, row) for width, row in enumerate(self.counts, 1))

    @property
    def csv(self) -> str:
        """The numbers of tilings as a table with a line for each rectangle."""
        each = [(width, length, many) for width, row in enumerate(self.counts, 1) for length, many in enumerate(row)]
        return as_csv([("width", "length", "tilings"), *each])

    @property
    def b_file(self) -> str:
        """The numbers A(n, k), of k x n, as square arrays are in b-files of the OEIS: read by whole antidiagonals.

        A(0, 0) is the first; n grows from 0 along an antidiagonal.
        """
        rows = ([self.at(total - n, n) for n in range(total + 1)] for total in count())
        known = [many for row in takewhile(lambda row: None not in row, rows) for many in row]
        return "".join(f"{number} {many}\n" for number, many in enumerate(known))


def said(width: int, row: Sequence[int]) -> str:
    """Return a row as a line."""
    return f"width {width}: {', '.join(map(str, row))}"


def sizes_of(text: str, grid: Grid) -> Sizes:
    """Return sizes from text such as 8x9; raises PuzzleError for others."""
    found = sizes_in(text, 2, _LONGEST)
    if len(grid.basis) != 2:
        raise PuzzleError(f"sizes {text}: the grid {grid.name} is in space, tables are of flat grids")
    if found is None or len(found) > 1:
        raise PuzzleError(f"sizes {text}: allowed are the largest width and the largest length, as in 8x9")
    ((width, length),) = found
    return width, length


class _Sweeps:
    """What is known: by widths, the numbers of tilings of strips of the lengths 0, 1, 2, ..."""

    def __init__(
        self, tiles: Sequence[Prototile], sizes: Sizes, each: bool, journal: Journal, context: Context
    ) -> None:
        self._tiles, self._sizes, self._each, self._journal, self._context = tiles, sizes, each, journal, context
        self.symmetric = len(turned_boxes(tiles)) > 1
        self._widest, self._longest = (min(sizes), max(sizes)) if self.symmetric else sizes
        if self._widest > WIDEST:
            raise PuzzleError(f"sizes {written_sizes(sizes)}: the largest width is {WIDEST}")
        self._known = dict[int, list[int]]()

    def row(self, width: int) -> tuple[int, ...]:
        """Return what is known of the numbers of the rectangles of a width, those of the first lengths."""
        swept_there = takewhile(lambda n: len(self._known.get(n, ())) > width, range(1, width))
        nothing = int(not self._each)  # tilings of an empty rectangle
        across = [nothing, *(self._known[n][width] for n in swept_there)] if self.symmetric else [nothing]
        return tuple(max(self._known.get(width, []), across, key=len)[: self._sizes[1] + 1])

    def sweep(self, width: int) -> None:
        """Find the numbers of a width unless they follow from others; raises FrontierError and Stopped."""
        if width > self._widest:
            return
        key = str(width)
        self._known[width] = self._journal.done.get(key, {"counts": []})["counts"]
        if len(self._known[width]) <= self._longest:
            clock = self._context.clock
            clock.check()
            walks = growth_of(self._tiles, (width,), classes=False, each=self._each, clock=clock)
            numbers = Numbers(walks.sweep(clock), f"strips of width {width}", self._context)
            self._known[width] = numbers.known
            numbers.reach(self._longest)
            self._journal.add(key, {"counts": numbers.known})
        across = range(1, width if self.symmetric else 1)
        assert all(self._known[width][n] == self._known[n][width] for n in across), "k x n is n x k"


# fmt: off
@question
class TableQuestion(FixedRows):
    """How many tilings by any number of copies of the pieces all rectangles up to a size have.

    A row is a width.  If the clock stops, or there are too many states, the answer has the numbers that are known.
    """

    sizes: str = required("KxN", WHAT, "The largest width and the largest length, such as 8x9.", kw_only=False)
    each: bool = again(StripRows, "each", without=())
    journal: Path | str | None = again(
        PlaneQuestion, "journal", says="Record each width in FILE; if FILE exists, continue from it.")
# fmt: on

    def ask(self, context: Context = ALONE) -> Table:
        """Return the numbers; each row is remarked as soon as it is known."""
        tiles = self.tiles(context.clock)
        sizes = sizes_of(self.sizes, tiles[0].grid)
        left, widths = "", range(1, sizes[0] + 1)
        asked = asked_of("table", tiles) | ({"each": True} if self.each else {})
        with opened(self.journal, asked) as journal:
            sweeps = _Sweeps(tiles, sizes, self.each, journal, context)
            try:
                for width in widths:
                    sweeps.sweep(width)
                    context.remark(said(width, sweeps.row(width)))
            except Stopped:
                left = STOPPED
            except (TooManyStates, FrontierError) as error:
                left = str(error)
        return Table(tuple(tiles), sizes, tuple(map(sweeps.row, widths)), sweeps.symmetric, left, self.each)


table = function(TableQuestion, "table")
