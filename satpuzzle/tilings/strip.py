"""Strips: in how many ways can the pieces fill a strip of each length, as a generating function.

On a flat grid, the width is a number of steps along the second vector of the grid's basis; in space it is written as
two numbers, such as 2x3.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

import numpy as np

from satpuzzle.api import solve
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.describe import numbered, written_sizes
from satpuzzle.design.answer import Answer
from satpuzzle.design.ask import ignore
from satpuzzle.errors import PuzzleError
from satpuzzle.keywords import named
from satpuzzle.pictures.paper import Picture, written
from satpuzzle.puzzle.checks import ordered
from satpuzzle.puzzle.grids import Grid
from satpuzzle.puzzle.model import Piece, Puzzle
from satpuzzle.solutions.solution import Solution
from satpuzzle.structured import as_csv
from satpuzzle.tilings.drawing import plain
from satpuzzle.tilings.folded import classes_of
from satpuzzle.tilings.prototile import Prototile
from satpuzzle.tilings.series import Series, series_of
from satpuzzle.tilings.shapes import Named, prototiles, sizes_in
from satpuzzle.tilings.transfer import automaton

LENGTH = 20  # the longest strip that is listed by default
_WIDEST = 64
Section = tuple[int, ...]  # the sizes of a cross-section


@dataclass(frozen=True, repr=False)
class Strip(Answer):
    """The numbers of tilings of strips of one width."""

    tiles: tuple[Prototile, ...]
    section: Section
    length: int  # of the longest strip that is listed
    states: int  # of the automata, all that were found
    merged: int  # of the automata, after equivalent ones were merged
    series: Series
    classes: bool = False  # whether tilings that an isometry of the strip carries to each other are counted once

    final = True

    @cached_property
    def counts(self) -> list[int]:
        """The numbers of tilings of strips of length 0, 1, 2, ..."""
        return [*islice(self.series.terms(), self.length + 1)]

    @property
    def width(self) -> str:
        """The cross-section in words."""
        return written_sizes(self.section)

    @property
    def sentence(self) -> str:
        """The generating function and the recurrence, and the numbers of tilings."""
        names = ", ".join(tile.name for tile in self.tiles[:8]) + ", ..." * (len(self.tiles) > 8)
        listed = [f"{length} {many}" for length, many in enumerate(self.counts) if many]
        lines = [
            f"strips of width {self.width} with {names}{', up to symmetry' * self.classes}: {self.series.text}",
            f"{self.series.recurrence} for n from {self.series.start} on; no recurrence has an order below"
            f" {self.series.order}"
            if self.series.order
            else "only the empty strip has a tiling",
            f"proved by {'automata' if self.classes else 'an automaton'} with {numbered(self.merged, 'state')},"
            f" merged from {self.states}",
            "",
            *listed,
        ]
        return "\n".join(lines)

    def as_dict(self) -> dict[str, Any]:
        """Return the answer as plain data; numbers may have many digits."""
        return {
            "pieces": [tile.name for tile in self.tiles],
            "grid": self.tiles[0].grid.name,
            "width": list(self.section),
            "method": "transfer automaton",
            "classes": self.classes,
            "states": self.states,
            "merged": self.merged,
            "order": self.series.order,
            "numerator": list(self.series.numerator),
            "denominator": list(self.series.denominator),
            "recurrence": self.series.recurrence,
            "start": self.series.start,
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
        if length is None or (found := filled(self.tiles, (length, *self.section))) is None:
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


@named
def strip(
    pieces: Named | Iterable[Named],
    width: str | int,
    *,
    grid: str | Grid | None = None,
    size: int | str | None = None,
    one_sided: bool | None = None,
    length: int = LENGTH,
    classes: bool = False,
    time_limit: float | None = None,
    clock: Clock = UNLIMITED,
    watch: Callable[[str], None] = ignore,
) -> Strip:
    """Return how many tilings by any number of copies of the pieces strips of one width have, for all lengths.

    `pieces`, `grid`, `size` and `one_sided` are those of `prototiles`; `length` is that of the longest strip in a list.
    With `classes`, tilings that an isometry of strips of all lengths carries to each other are counted once.
    Raises PuzzleError for invalid arguments and for a strip that has too many states, and Stopped if the clock stops.
    """
    clock = Clock(time_limit, within=clock).start()
    tiles = prototiles(pieces, grid, size, one_sided, clock)
    section, *more = sections_of(width, tiles[0].grid)
    if more:
        raise PuzzleError(f"width {width}: one width, not {len(more) + 1}; strips takes several")
    return strip_of(tiles, section, length, clock, watch, classes)


def strip_of(
    tiles: Sequence[Prototile],
    section: Section,
    length: int,
    clock: Clock,
    watch: Callable[[str], None],
    classes: bool = False,
) -> Strip:
    """Return how many tilings by copies of shapes strips with one cross-section have; raises Stopped, TooManyStates."""
    width = written_sizes(section)
    watch(f"strips of width {width}: states")
    found = classes_of(tiles, section, clock) if classes else automaton(tiles, section, clock)
    watch(f"strips of width {width}: recurrence of order at most {found.states}")
    series = series_of(found, clock)
    return Strip(tuple(tiles), section, length, found.found, found.states, series, classes)
