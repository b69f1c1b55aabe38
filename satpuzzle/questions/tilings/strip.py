"""Strips: in how many ways can the pieces fill a strip of each length, as a generating function.

On a flat grid, the width is a number of steps along the second vector of the grid's basis; in space it is written as
two numbers, such as 2x3.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, ClassVar

import numpy as np

from satpuzzle.api import solve
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.describe import numbered, written_sizes
from satpuzzle.errors import FrontierError, PuzzleError, Stopped
from satpuzzle.pictures.paper import written
from satpuzzle.pictures.printed import Picture
from satpuzzle.puzzle.checks import ordered
from satpuzzle.puzzle.grids import Grid
from satpuzzle.puzzle.model import Piece, Puzzle
from satpuzzle.questions.answer import Answer
from satpuzzle.questions.facts import INTEGER, TEXT, TRUTH, Fact, Kind, every, maybe, pieces_of
from satpuzzle.questions.question import ALONE, Context
from satpuzzle.questions.tilings.column import TooManyStates, placements
from satpuzzle.questions.tilings.drawing import plain
from satpuzzle.questions.tilings.folded import classes_of
from satpuzzle.questions.tilings.plane import STOPPED
from satpuzzle.questions.tilings.prototile import Prototile
from satpuzzle.questions.tilings.series import Series, series_of
from satpuzzle.questions.tilings.shapes import sizes_in
from satpuzzle.questions.tilings.sums import Sum, each_of
from satpuzzle.questions.tilings.transfer import Growth
from satpuzzle.solutions.solution import Solution
from satpuzzle.structured import as_csv

LENGTH = 20  # the longest strip that is listed by default
LONGEST = 100_000  # that may be listed
_BITS = 14_000  # of the largest number that Python writes, which has 4300 digits
_TERMS = 10  # of a sum on a terminal
WIDEST = 64
Section = tuple[int, ...]  # the sizes of a cross-section


def _of_series(name: str, kind: Kind, says: str = "") -> Fact:
    """Return the fact of an attribute of the series, or null if there is none."""

    def of(strip: "Strip") -> Any:
        value = strip.series and getattr(strip.series, name)
        return list(value) if isinstance(value, tuple) else value

    return Fact(name, kind, says, of)


@dataclass(frozen=True, repr=False)
class Strip(Answer):
    """The numbers of tilings of strips of one width."""

    tiles: tuple[Prototile, ...]
    section: Section
    counts: list[int]  # the numbers of tilings of strips of length 0, 1, 2, ...
    states: int = 0  # of the automata, all that were found
    merged: int = 0  # of the automata, after equivalent ones were merged
    series: Series | None = None  # None if only some numbers are known
    classes: bool = False  # whether tilings that an isometry of the strip carries to each other are counted once
    each: bool = False  # whether only tilings in which each shape occurs are counted
    left: str = ""  # why something of what was asked is not known
    most: int | None = None  # terms of each sum that the sentence has; all of them by default
    facts: ClassVar[tuple[Fact, ...]] = (
        *pieces_of(lambda self: [tile.name for tile in self.tiles], lambda self: self.tiles[0].grid),
        Fact("width", every(INTEGER), of=lambda self: list(self.section)),
        Fact("method", TEXT, of=lambda self: "transfer automaton" if self.series else "frontier"),
        Fact("classes", TRUTH, "whether tilings that symmetries map to each other count once"),
        Fact("each", TRUTH, "whether only tilings in which each shape occurs count"),
        Fact("final", TRUTH, "whether all that was asked is known; if not, the first counts are right"),
        Fact("states", maybe(INTEGER), "of the automaton", lambda self: self.states or None),
        Fact(
            "merged",
            maybe(INTEGER),
            "of the automaton, after equivalent ones were merged",
            lambda self: self.merged or None,
        ),
        _of_series("order", maybe(INTEGER), "of the recurrence, the least"),
        _of_series("numerator", maybe(every(INTEGER)), "coefficients of the generating function, from that of x^0 on"),
        _of_series("denominator", maybe(every(INTEGER))),
        _of_series(
            "recurrence",
            maybe(TEXT),
            "null, as all that an automaton tells, if only some counts are known",
        ),
        _of_series("start", maybe(INTEGER), "the first n for which the recurrence holds"),
        Fact("counts", every(INTEGER), "the numbers of tilings of strips of length 0, 1, 2, ..."),
    )

    @property
    def final(self) -> bool:
        """Whether all that was asked is known."""
        return not self.left

    @property
    def width(self) -> str:
        """The cross-section in words."""
        return written_sizes(self.section)

    @property
    def sentence(self) -> str:
        """The generating function and the recurrence, and the numbers of tilings."""
        names = ", ".join(tile.name for tile in self.tiles[:8]) + ", ..." * (len(self.tiles) > 8)
        listed = [f"{length} {many}" for length, many in enumerate(self.counts) if many]
        which = ", each of them" * self.each + ", up to symmetry" * self.classes
        about = f"strips of width {self.width} with {names}{which}"
        return "\n".join([*self._found(about), "", *listed])

    def _found(self, about: str) -> list[str]:
        if self.series is None:
            return [f"{about}: {self.known}"]
        return [
            f"{about}: {self.series.quotient(self.most)}",
            f"{self.series.recurring(self.most)} for n from {self.series.start} on; no recurrence has an order below"
            f" {self.series.order}"
            if self.series.order
            else "only the empty strip has a tiling",
            f"proved by {'automata' if self.classes or self.each else 'an automaton'} with"
            f" {numbered(self.merged, 'state')}, merged from {self.states}",
        ]

    def brief(self) -> "Strip":
        """Return it with a shorter sentence: long generating functions and recurrences have their first terms."""
        return replace(self, most=_TERMS)

    @property
    def known(self) -> str:
        """What is said if there is no series."""
        left = self.left or "no recurrence was looked for"
        return f"{left}, known are the numbers of tilings up to length {len(self.counts) - 1}"

    @property
    def csv(self) -> str:
        """The numbers of tilings as a table."""
        return as_csv([("length", "tilings"), *enumerate(self.counts)])

    @property
    def b_file(self) -> str:
        """The numbers of tilings in the form of b-files of the OEIS."""
        return "".join(f"{length} {many}\n" for length, many in enumerate(self.counts))

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
            pieces.append(Piece(name, cells, min=0, max=most, mirror=tile.mirror, rotate=tile.rotate))
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
    found = sizes_in(str(width), len(grid.basis) - 1, WIDEST)
    if found is None:
        example = "10 or 1..8" if len(grid.basis) == 2 else "2x3 or 1..2x3"
        raise PuzzleError(f"width {width}: allowed on the grid {grid.name} are numbers up to {WIDEST}, as in {example}")
    return found


def strip_of(
    tiles: Sequence[Prototile],
    section: Section,
    length: int = LENGTH,
    classes: bool = False,
    terms: int | None = None,
    each: bool = False,
    context: Context = ALONE,
) -> Strip:
    """Return how many tilings by copies of shapes strips with one cross-section have.

    The first numbers come from a sweep, at most LENGTH or, with `terms`, all up to this length and no series; then an
    automaton gives the series.  With `classes`, tilings that an isometry of strips of all lengths carries to each other
    are counted once; with `each`, only those in which each shape occurs.  If the clock stops, or there are too many
    states, the answer has the numbers that are known, and says what is missing.  Raises PuzzleError for numbers of more
    than 4200 digits.
    """
    about, clock, found = f"strips of width {written_sizes(section)}", context.clock, Strip(tuple(tiles), section, [1])
    found = replace(found, classes=classes, each=each)
    try:
        context.watch(f"{about}: copies")
        growth = growth_of(tiles, section, classes, each, clock)
        numbers = Numbers(growth.sweep(clock), about, context)
        found = replace(found, counts=numbers.known)
        numbers.reach(min(length, LENGTH) if terms is None else terms)
        if terms is not None:
            return found
        try:
            context.watch(f"{about}: states")
            walks = growth.automaton(clock)
            context.watch(f"{about}: recurrence of order at most {walks.states}")
            series = series_of(walks, clock)
            if any(value.bit_length() > _BITS for value in (*series.numerator, *series.denominator)):
                raise PuzzleError(f"{about}: the generating function has numbers of more than 4200 digits")
            counts = Numbers(clock.each(series.terms()), about, context).reach(length)
            return replace(found, counts=counts, states=walks.found, merged=walks.states, series=series)
        except TooManyStates as error:
            numbers.reach(length)
            return replace(found, left=str(error))
    except Stopped:
        return replace(found, left=STOPPED)
    except (TooManyStates, FrontierError) as error:
        return replace(found, left=str(error))


def growth_of(
    tiles: Sequence[Prototile], section: Section, classes: bool, each: bool, clock: Clock
) -> Growth | Sum[Growth]:
    """Return walks that are the tilings that are counted; raises TooManyStates, Stopped, and PuzzleError for `each`."""
    if each:
        return each_of(tiles, lambda some: _sum(growth_of(some, section, classes, False, clock)))
    return classes_of(tiles, section, clock) if classes else Growth(placements(tiles, section, clock), {0: 1})


def _sum(growth: Growth | Sum[Growth]) -> Sum[Growth]:
    return growth if isinstance(growth, Sum) else Sum(((1, 1, (growth,)),))


class Numbers:
    """The first numbers of tilings, those for lengths 0, 1, 2, ..., as they become known."""

    def __init__(self, numbers: Iterator[int], about: str, context: Context) -> None:
        self._numbers, self._about, self._context = numbers, about, context
        self.known = list[int]()

    def reach(self, length: int) -> list[int]:
        """Return the numbers for lengths up to this one; raises PuzzleError for one with too many digits."""
        for many in islice(self._numbers, length + 1 - len(self.known)):
            if many.bit_length() > _BITS:
                at = len(self.known)
                raise PuzzleError(f"length {length}: from {at} on, numbers of tilings have more than 4200 digits")
            self.known.append(many)
            self._context.watch(f"{self._about}: length {len(self.known) - 1} has {many}")
        return self.known
