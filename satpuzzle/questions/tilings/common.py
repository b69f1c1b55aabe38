"""Common multiples: the smallest region that copies of each of several shapes, or sets of shapes, tile by themselves.

One exact cover says it: each cell has an item for each shape.  A copy of a shape covers the items of the shape on its
cells, and one option covers all items of a cell, which then is outside of the region.  The region has a first cell, and
it is connected; so the other cells are at most as many steps away as the region has cells, less one.

If the region must have a symmetry (`symmetry.py`), such an option leaves a whole orbit of cells outside.  A symmetric
region of an odd number of copies of one shape is an *oddity* (George Sicherman, Polyform Oddities), or a Sillke figure
after Torsten Sillke.

If a region is found that is not connected, each component is excluded by an item: one of its cells is left outside, or
a copy covers a cell beside it.

A region is first looked for near the first cell, or the centre.  Then smaller ones are excluded, wherever they are.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, wraps
from typing import Any, ClassVar

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.describe import numbered
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.base import Engine, SolverConfig
from satpuzzle.engines.config import solver_config
from satpuzzle.errors import PuzzleError, Stopped
from satpuzzle.pictures.paper import captioned, row, written
from satpuzzle.pictures.printed import Picture
from satpuzzle.puzzle.grids import Grid
from satpuzzle.questions.answer import Answer
from satpuzzle.questions.facts import INTEGER, PLACED, TEXT, TRUTH, Fact, every, maybe, pieces_of
from satpuzzle.questions.question import ALONE, Context, function, question
from satpuzzle.questions.tilings.census import PlaneQuestion
from satpuzzle.questions.tilings.drawing import plain, solution
from satpuzzle.questions.tilings.prototile import LARGEST, Copy, Prototile, around, beside
from satpuzzle.questions.tilings.shapes import Named, ShapeRows, listed, prototiles, sums_of
from satpuzzle.questions.tilings.symmetry import Symmetry, symmetry_of
from satpuzzle.rows import again, option
from satpuzzle.settings import WHAT
from satpuzzle.structured import as_csv

CELLS = 60  # of the largest region by default
_ROOM = 3  # how many times as many cells as the region has are near the first cell
Party = Sequence[Prototile]
Tiling = tuple[tuple[int, Copy], ...]  # copies, each with the number of its shape


@dataclass(frozen=True, repr=False)
class Common(Answer):
    """The smallest region that each party tiles, or what is known of it."""

    parties: tuple[tuple[Prototile, ...], ...]
    names: tuple[str, ...]
    cells: int  # of the largest region that was asked about
    symmetry: str | None = None  # that the region must have
    odd: bool = False  # whether each party must have an odd number of copies
    tilings: tuple[Tiling, ...] = ()  # of the smallest region that was found, by each party
    excluded: tuple[int, ...] = ()  # no region has so many cells
    left: tuple[int, ...] = ()  # smaller regions may have so many cells
    facts: ClassVar[tuple[Fact, ...]] = (
        *pieces_of(lambda self: list(self.names), lambda self: self.parties[0][0].grid),
        Fact("cells", maybe(INTEGER), "of the smallest region that was found", lambda self: self.number),
        Fact("final", TRUTH, "whether there is no smaller one, or none up to the limit"),
        Fact("up_to", INTEGER, of=lambda self: self.cells),
        Fact("symmetry", maybe(TEXT), "of the region, if one was asked for"),
        Fact("odd", TRUTH, "whether numbers of copies must be odd"),
        Fact("excluded", every(INTEGER), "no region has so many cells", lambda self: list(self.excluded)),
        Fact("left", every(INTEGER), "smaller regions may have so many cells", lambda self: list(self.left)),
        Fact("tilings", maybe(every(every(PLACED))), "of the region, by each shape", lambda self: self._placed or None),
    )

    @property
    def number(self) -> int | None:
        """How many cells the smallest region has that was found."""
        return None if not self.tilings else sum(len(self.parties[0][tile].cells) for tile, _ in self.tilings[0])

    @property
    def doing(self) -> str:
        """What is looked for still."""
        return f"{' and '.join(self.names)}: {', '.join(map(str, self.left))} cells"

    @property
    def final(self) -> bool:
        """Whether no smaller region exists, or none up to the limit."""
        return not self.left

    @property
    def sentence(self) -> str:
        """The number of cells and of copies."""
        names, left = " and ".join(self.names), ", ".join(map(str, self.left))
        sort = f" with the symmetry {self.symmetry}" if self.symmetry else ""
        odd = " by an odd number of copies" if self.odd else ""
        if self.number is None:
            none = f"no region of at most {numbered(self.cells, 'cell')}{sort} is tiled by each of {names}{odd}"
            return none if self.final else f"{none} as far as was searched; open: {left}"
        copies = ", ".join(f"{len(some)} {name}" for some, name in zip(self.tilings, self.names, strict=True))
        found = f"{names}: {numbered(self.number, 'cell')} ({copies}){sort}"
        return f"{found}, and no smaller region{odd}" if self.final else f"{found}; open: {left}"

    @property
    def _placed(self) -> list[list[dict[str, Any]]]:
        return [
            [{"piece": party[tile].name, "cells": party[tile].decoded([copy])[0]} for tile, copy in tiling]
            for party, tiling in zip(self.parties, self.tilings, strict=False)
        ]

    def _packings(self) -> list[Any]:
        found = []
        for party, name, tiling in zip(self.parties, self.names, self.tilings, strict=False):
            groups: dict[str, list[list[list[int]]]] = {}
            for tile, copy in tiling:
                groups.setdefault(party[tile].name, []).extend(party[tile].decoded([copy]))
            found.append(solution(name, party[0].grid, groups))
        return found

    @property
    def drawing(self) -> str:
        """The region as each party tiles it."""
        return "\n\n".join(map(str, self._packings()))

    @property
    def csv(self) -> str:
        """A line with the names, what was asked, the number of cells and whether no smaller region exists."""
        asked = self.symmetry, self.odd
        return as_csv(
            [
                ("pieces", "symmetry", "odd", "cells", "final"),
                (" ".join(self.names), *asked, self.number, self.final),
            ]
        )

    def picture(self) -> Picture | None:
        """Return the region as each party tiles it; None if there is none."""
        if not self.tilings:
            return None
        panels = [captioned(plain(one), name) for one, name in zip(self._packings(), self.names, strict=True)]
        return written(row(panels), self.sentence)


def _window(grid: Grid, first: int, cells: int, most: int | None = None) -> set[int]:
    """Return the cells of connected regions with so many cells and this first one; with `most`, only the nearest."""
    steps = beside(grid)
    away, order = {first: 0}, [first]
    for cell in order:
        if most is not None and len(order) >= most:
            break
        for step in steps[cell % len(steps)] if away[cell] < cells - 1 else ():
            if (near := cell + step) >= first and near not in away:
                away[near] = away[cell] + 1
                order.append(near)
    return {*order[:most]}


@dataclass(frozen=True)
class _Site:
    """Where a region may lie: its cells are whole orbits, and one of them is among the starts."""

    orbits: tuple[frozenset[int], ...]
    starts: frozenset[int]

    @classmethod
    def every(
        cls, grid: Grid, cells: int, symmetries: Sequence[Symmetry] | None, most: int | None
    ) -> Iterator["_Site"]:
        """Yield sites so that each connected region with so many cells, and a symmetry, may be moved to one of them.

        With `most`, they have only about so many cells.
        """
        if symmetries is None:
            for first in range(len(grid.kinds)):
                each = sorted(_window(grid, first, cells, most))
                yield cls(tuple(frozenset([cell]) for cell in each), frozenset([first]))
            return
        for symmetry in symmetries:
            window, starts = symmetry.window(cells, most)
            orbits = {symmetry.orbit(cell) for cell in window}
            kept = sorted((orbit for orbit in orbits if orbit <= window), key=sorted)
            yield cls(tuple(kept), frozenset(starts))

    @cached_property
    def window(self) -> frozenset[int]:
        """All cells."""
        return frozenset().union(*self.orbits)


def _cover(
    parties: Sequence[Party], cells: int, site: _Site, apart: Sequence[set[int]], clock: Clock
) -> tuple[ExactCover, list[tuple[int, int, Copy]]]:
    """Return the cover of regions in a site, and the party, shape and copy of the options that are copies.

    No region consists of one of the sets `apart` and cells that are not beside it.
    """
    grid, window = parties[0][0].grid, site.window
    bounds: dict[Any, tuple[int, int]] = {(number, cell): (1, 1) for number in range(len(parties)) for cell in window}
    near: dict[Any, set[int]] = {("start", 0): {*site.starts & window}}
    near |= {("apart", number): around(grid, some, beside) for number, some in enumerate(apart)}
    bounds |= dict.fromkeys(near, (1, len(window)))
    options, owner = list[list[Any]](), list[tuple[int, int, Copy]]()
    for party, tiles in enumerate(parties):
        sizes = {len(tile.cells) for tile in tiles}
        counted = [("copies", party)] if len(sizes) == 1 else []
        bounds |= {each: (cells // min(sizes),) * 2 for each in counted}
        for number, copy, own in _copies(tiles, window, clock):
            also = [] if party else [key for key, some in near.items() if not some.isdisjoint(own)]
            options.append([*((party, cell) for cell in own), *counted, *also])
            owner.append((party, number, copy))
    if outside := len(window) - cells:
        counted = [] if any(key[0] == "copies" for key in bounds) else [("outside", 0)]
        bounds |= dict.fromkeys(counted, (outside, outside))
        for orbit in site.orbits:
            also = [("apart", number) for number, some in enumerate(apart) if not some.isdisjoint(orbit)]
            options.append([*((party, cell) for party in range(len(parties)) for cell in orbit), *counted, *also])
    return ExactCover.of_sets(options, bounds, clock=clock), owner


def _copies(tiles: Party, window: frozenset[int], clock: Clock) -> Iterator[tuple[int, Copy, list[int]]]:
    """Yield the copies of shapes that lie in a window, each with the number of its shape and its cells."""
    for number, tile in enumerate(tiles):
        every = {copy for cell in clock.each(window) for copy in tile.through(cell)}
        for copy in sorted(every):
            if window.issuperset(own := tile.copy(copy)):
                yield number, copy, own


def region(
    parties: Sequence[Party],
    cells: int,
    config: SolverConfig,
    clock: Clock = UNLIMITED,
    most: int | None = None,
    symmetries: Sequence[Symmetry] | None = None,
) -> tuple[Tiling, ...] | None:
    """Return tilings by each party of a connected region with so many cells, None if there is none.

    With `most`, all its cells are among so many near the first one, or the centre.  With `symmetries`, it has one of
    them.  Raises Stopped if the clock stops.
    """
    grid = parties[0][0].grid
    for site in _Site.every(grid, cells, symmetries, most):
        clock.check()
        apart = list[set[int]]()
        while len(site.window) >= cells:
            cover, owner = _cover(parties, cells, site, apart, clock)
            found = next(config.engine.solutions(cover, config, clock), None)
            clock.check()
            if found is None:
                break
            chosen = [owner[option] for option in found if option < len(owner)]
            tilings = tuple(
                tuple((number, copy) for its, number, copy in chosen if its == party) for party in range(len(parties))
            )
            parts = _parts(grid, {cell for number, copy in tilings[0] for cell in parties[0][number].copy(copy)})
            if len(parts) == 1:
                return tilings
            apart += parts
    return None


def _parts(grid: Grid, cells: set[int]) -> list[set[int]]:
    """Return the connected components of a set of cells."""
    found, left, steps = list[set[int]](), {*cells}, beside(grid)
    while left:
        part = todo = {min(left)}
        while todo:
            todo = ({cell + step for cell in todo for step in steps[cell % len(steps)]} & left) - part
            part = part | todo
        found.append(part)
        left -= part
    return found


def numbers_of(parties: Sequence[Party], most: int, odd: bool = False) -> list[int]:
    """Return the numbers of cells up to a limit that each party can have in all, if `odd`, in an odd number of copies.

    Raises PuzzleError if the number of copies does not follow from that of cells.
    """
    found = [sums_of((len(tile.cells) for tile in tiles), most) for tiles in parties]
    for number, tiles in enumerate(parties if odd else ()):
        size, *more = {len(tile.cells) for tile in tiles}
        if more:
            raise PuzzleError(f"odd numbers of copies are of shapes with as many cells, not {_sizes(tiles)}")
        found[number] = {cells for cells in found[number] if cells // size % 2}
    return sorted(set.intersection(*found) - {0})


def _sizes(tiles: Party) -> str:
    return ", ".join(map(str, sorted({len(tile.cells) for tile in tiles})))


def parties_of(
    pieces: Iterable[Named], grid: str | Grid | None = None, one_sided: bool | None = None, least: int = 2
) -> tuple[list[list[Prototile]], list[str]]:
    """Return each shape or set of shapes, and what it is called; raises PuzzleError if there are fewer than `least`."""
    every = list(pieces)
    found = [prototiles(one, grid, one_sided=one_sided) for one in every]
    if len(found) < least:
        more = "is of two shapes or more" if least > 1 else "with a symmetry is of one shape or more"
        raise PuzzleError(f"a common multiple {more}")
    if len({tiles[0].grid.name for tiles in found}) > 1:
        raise PuzzleError(f"shapes on the grids {' and '.join(sorted({tiles[0].grid.name for tiles in found}))}")
    names = [one if isinstance(one, str) else one.name for one in every]
    return found, [
        tiles[0].name if "*" in name else name.rpartition("#")[2] for tiles, name in zip(found, names, strict=True)
    ]


# fmt: off
@question
class CommonQuestion(ShapeRows):
    """The smallest region that copies of each shape tile by themselves.

    A set of pieces stands for any number of copies of its pieces.  If the clock stops, the answer has what was found
    until then.
    """

    cells: int = option(CELLS, "N", WHAT, "Regions of at most N cells.", least=1, most=LARGEST, rare=True)
    symmetry: str | None = option(
        None, "NAME", WHAT, "Regions with this symmetry, such as half turn or full; one PIECE is enough.", rare=True)
    odd: bool = option(False, "", WHAT, "Regions of an odd number of copies.", rare=True)
    backend: str | Engine = again(PlaneQuestion, "backend", default="cpsat")
# fmt: on

    def ask(self, context: Context = ALONE) -> Common:
        """Return the region, or what is known of it.

        Raises PuzzleError for too few shapes, for a symmetry that there is not, and if regions cannot be counted.
        """
        least = 1 if self.symmetry else 2
        return self.smallest(*parties_of(listed(self.pieces), self.grid, self.one_sided, least), context)

    def smallest(self, parties: Sequence[Party], names: Sequence[str], context: Context = ALONE) -> Common:
        """Return the smallest region that each party tiles, or what is known of it."""
        config, clock = solver_config(self.backend), context.clock
        numbers = numbers_of(parties, self.cells, self.odd)
        groups = None if self.symmetry is None else symmetry_of(self.symmetry, parties)
        if groups and not any(len({len(tile.cells) for tile in tiles}) == 1 for tiles in parties):
            raise PuzzleError(f"symmetry {self.symmetry}: needed is a shape or a set of shapes with as many cells")
        found = Common(
            tuple(map(tuple, parties)), tuple(names), self.cells, self.symmetry, self.odd, left=tuple(numbers)
        )
        try:
            for number in numbers:  # near the first cell, where regions are found soon
                context.watch(found.doing)
                if (tilings := region(parties, number, config, clock, _ROOM * number, groups)) is not None:
                    found = replace(found, tilings=tilings, left=tuple(each for each in numbers if each < number))
                    break
            for number in found.left:
                context.watch(found.doing)
                if (tilings := region(parties, number, config, clock, symmetries=groups)) is not None:
                    return replace(found, tilings=tilings, left=())
                found = replace(found, excluded=(*found.excluded, number), left=found.left[1:])
        except Stopped:
            pass
        return found


_common = function(CommonQuestion, "common")


@wraps(_common)
def common(*pieces: Named, **rows: Any) -> Common:  # noqa: D103  # it is that of the question
    return _common(pieces, **rows)
