"""Strips: in how many ways can the pieces fill a strip of each length, as a generating function.

On a flat grid, the width is a number of steps along the second vector of the grid's basis; in space it is written as
two numbers, such as 2x3.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

from satpuzzle.api import solve
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.describe import numbered, written_sizes
from satpuzzle.errors import PuzzleError, Stopped
from satpuzzle.pictures.paper import Picture, written
from satpuzzle.puzzle.checks import ordered
from satpuzzle.puzzle.grids import Grid
from satpuzzle.puzzle.model import Piece, Puzzle
from satpuzzle.questions.answer import Answer
from satpuzzle.questions.question import ALONE, Context
from satpuzzle.questions.tilings.drawing import plain
from satpuzzle.questions.tilings.folded import Classes, classes_of
from satpuzzle.questions.tilings.plane import STOPPED
from satpuzzle.questions.tilings.prototile import Prototile
from satpuzzle.questions.tilings.series import Series, series_of
from satpuzzle.questions.tilings.shapes import sizes_in
from satpuzzle.questions.tilings.transfer import Automaton, Growth, placements
from satpuzzle.solutions.solution import Solution
from satpuzzle.structured import as_csv

LENGTH = 20  # the longest strip that is listed by default
LONGEST = 100_000  # that may be listed
_BITS = 14_000  # of the largest number that Python writes, which has 4300 digits
_MOMENT = 0.4  # seconds to reckon what is known when the clock has stopped
_WIDEST = 64
Section = tuple[int, ...]  # the sizes of a cross-section


@dataclass(frozen=True, repr=False)
class Strip(Answer):
    """The numbers of tilings of strips of one width."""

    tiles: tuple[Prototile, ...]
    section: Section
    counts: list[int]  # the numbers of tilings of strips of length 0, 1, 2, ...
    states: int = 0  # of the automata, all that were found
    merged: int = 0  # of the automata, after equivalent ones were merged
    series: Series | None = None  # None if the search was stopped, and only some numbers are known
    classes: bool = False  # whether tilings that an isometry of the strip carries to each other are counted once

    @property
    def final(self) -> bool:
        """Whether the numbers of all lengths are known."""
        return self.series is not None

    @property
    def width(self) -> str:
        """The cross-section in words."""
        return written_sizes(self.section)

    @property
    def sentence(self) -> str:
        """The generating function and the recurrence, and the numbers of tilings."""
        names = ", ".join(tile.name for tile in self.tiles[:8]) + ", ..." * (len(self.tiles) > 8)
        listed = [f"{length} {many}" for length, many in enumerate(self.counts) if many]
        about = f"strips of width {self.width} with {names}{', up to symmetry' * self.classes}"
        return "\n".join([*self._found(about), "", *listed])

    def _found(self, about: str) -> list[str]:
        if self.series is None:
            return [f"{about}: {self.stopped}"]
        return [
            f"{about}: {self.series.text}",
            f"{self.series.recurrence} for n from {self.series.start} on; no recurrence has an order below"
            f" {self.series.order}"
            if self.series.order
            else "only the empty strip has a tiling",
            f"proved by {'automata' if self.classes else 'an automaton'} with {numbered(self.merged, 'state')},"
            f" merged from {self.states}",
        ]

    @property
    def stopped(self) -> str:
        """What is said if the search was stopped."""
        return f"{STOPPED}, known are the numbers of tilings up to length {len(self.counts) - 1}"

    def as_dict(self) -> dict[str, Any]:
        """Return the answer as plain data; numbers may have many digits."""
        series = self.series
        return {
            "pieces": [tile.name for tile in self.tiles],
            "grid": self.tiles[0].grid.name,
            "width": list(self.section),
            "method": "transfer automaton",
            "classes": self.classes,
            "final": self.final,
            "states": self.states or None,
            "merged": self.merged or None,
            "order": series and series.order,
            "numerator": series and list(series.numerator),
            "denominator": series and list(series.denominator),
            "recurrence": series and series.recurrence,
            "start": series and series.start,
            "counts": self.counts,
        }

    @property
    def csv(self) -> str:
        """The numbers of tilings as a table."""
        return as_csv([("length", "tilings"), *enumerate(self.counts)])

    @property
    def b_file(self) -> str:
        """The numbers of tilings in the form of b-files of the OEIS."""
        return "".join(f"{length} {many}\n" for length, many in enumerate(self.counts))

    @property
    def listed(self) -> str:
        """Nothing more than the sentence says."""
        return ""

    def picture(self) -> Picture | None:
        """Return a tiling of the shortest strip, None if there is none."""
        length = next((length for length, many in enumerate(self.counts) if many and length), None)
        if not self.final or length is None or (found := filled(self.tiles, (length, *self.section))) is None:
            return None
        return written(plain(found), f"{length}x{self.width}")


def puzzle_of(tiles: Iterable[Prototile], sizes: tuple[int, ...]) -> Puzzle:
    """Return the puzzle to fill a box with any number of copies of shapes."""
    every = list(tiles)
    grid = every[0].grid
    board = ordered(grid.box(sizes))
    pieces = list[Piece]()
    for tile in every:
        most = max(1, len(board) // len(tile.cells))
        sides = [tile.cells] if grid.two_sided or not tile.mirror else _sides(tile)
        for number, cells in enumerate(sides):
            name = tile.name + " mirrored" * number
            pieces.append(Piece(name, cells, min=0, max=most, mirror=tile.mirror))
    return Puzzle(written_sizes(sizes), grid, board, np.zeros(len(board), np.bool_), tuple(pieces))


def _sides(tile: Prototile) -> list[Any]:
    """Return a shape in space, and its mirror image if that is another one."""
    turned = {each.tobytes() for each in Prototile(tile.name, tile.grid, tile.cells, mirror=False).images}
    other = [image for image in tile.images if image.tobytes() not in turned]
    return [tile.cells, *other[:1]]


def filled(
    tiles: Iterable[Prototile], sizes: tuple[int, ...], backend: Any = "native", clock: Clock = UNLIMITED
) -> Solution | None:
    """Return a tiling of a box, None if there is none or the clock stops."""
    return solve(puzzle_of(tiles, sizes), backend, limit=1, clock=clock, jobs=1).first()


def sections_of(width: str | int, grid: Grid) -> list[Section]:
    """Return the cross-sections of widths such as 10 or 1..8, in space 2x3 or 1..2x3; raises PuzzleError for others."""
    found = sizes_in(str(width), len(grid.basis) - 1, _WIDEST)
    if found is None:
        example = "10 or 1..8" if len(grid.basis) == 2 else "2x3 or 1..2x3"
        raise PuzzleError(
            f"width {width}: allowed on the grid {grid.name} are numbers up to {_WIDEST}, as in {example}"
        )
    return found


def strip_of(
    tiles: Sequence[Prototile], section: Section, length: int = LENGTH, classes: bool = False, context: Context = ALONE
) -> Strip:
    """Return how many tilings by copies of shapes strips with one cross-section have.

    With `classes`, tilings that an isometry of strips of all lengths carries to each other are counted once.  If the
    clock stops, the answer has the first numbers, as far as they are known, and no series.  Raises TooManyStates, and
    PuzzleError for numbers of more than 4200 digits.
    """
    width, clock = written_sizes(section), context.clock
    known: Callable[[Clock], Iterator[int]] = lambda clock: iter([1])  # noqa: E731  # the empty strip has one tiling
    context.watch(f"strips of width {width}: states")
    try:
        found: Automaton | Classes
        if classes:
            found = classes_of(tiles, section, clock)
        else:
            growth = Growth(placements(tiles, section, clock), {0: 1}, section)
            known = growth.walks
            found = growth.automaton(clock)
        known = found.walks
        context.watch(f"strips of width {width}: recurrence of order at most {found.states}")
        series = series_of(found, clock)
        if any(value.bit_length() > _BITS for value in (*series.numerator, *series.denominator)):
            raise PuzzleError(f"a strip of width {width}: the generating function has numbers of more than 4200 digits")
        counts = [*_listed(clock.each(series.terms()), length)]
    except Stopped:
        return Strip(tuple(tiles), section, _at_once(known, length), classes=classes)
    return Strip(tuple(tiles), section, counts, found.found, found.states, series, classes)


def _listed(numbers: Iterator[int], length: int) -> Iterator[int]:
    """Yield the numbers for lengths up to this one; raises PuzzleError for one with too many digits."""
    for at, many in enumerate(islice(numbers, length + 1)):
        if many.bit_length() > _BITS:
            raise PuzzleError(f"length {length}: from {at} on, numbers of tilings have more than 4200 digits")
        yield many


def _at_once(numbers: Callable[[Clock], Iterator[int]], length: int) -> list[int]:
    """Return the first numbers, as many as are found in a moment."""
    found = list[int]()
    with suppress(Stopped, PuzzleError):
        for many in _listed(numbers(Clock(_MOMENT)), length):
            found.append(many)
    return found
