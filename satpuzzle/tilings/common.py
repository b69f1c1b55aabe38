"""Common multiples: the smallest region that copies of each of several shapes, or sets of shapes, tile by themselves.

One exact cover says it: each cell has an item for each shape.  A copy of a shape covers the items of the shape on its
cells, and one option covers all items of a cell, which then is outside of the region.  The region has a first cell, and
since all smaller regions were excluded before, it is connected; so the other cells are at most as many steps away as
the region has cells, less one.

A region is first looked for near the first cell.  Then smaller ones are excluded, wherever their cells are.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.describe import numbered
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.design.answer import Answer
from satpuzzle.engines.base import Engine, SolverConfig
from satpuzzle.engines.config import solver_config
from satpuzzle.errors import PuzzleError, Stopped
from satpuzzle.keywords import named
from satpuzzle.pictures.paper import Picture, captioned, row, written
from satpuzzle.puzzle.grids import Grid
from satpuzzle.structured import as_csv
from satpuzzle.tilings.drawing import plain, solution
from satpuzzle.tilings.prototile import Copy, Prototile, beside
from satpuzzle.tilings.shapes import Named, prototiles, sums_of

CELLS = 60  # of the largest region by default
BACKEND = "cpsat"
_ROOM = 3  # how many times as many cells as the region has are near the first cell
Party = Sequence[Prototile]
Tiling = tuple[tuple[int, Copy], ...]  # copies, each with the number of its shape


@dataclass(frozen=True, repr=False)
class Common(Answer):
    """The smallest region that each party tiles, or what is known of it."""

    parties: tuple[tuple[Prototile, ...], ...]
    names: tuple[str, ...]
    cells: int  # of the largest region that was asked about
    tilings: tuple[Tiling, ...] = ()  # of the smallest region that was found, by each party
    excluded: tuple[int, ...] = ()  # no region has so many cells
    left: tuple[int, ...] = ()  # smaller regions may have so many cells

    @property
    def number(self) -> int | None:
        """How many cells the smallest region has that was found."""
        return None if not self.tilings else sum(len(self.parties[0][tile].cells) for tile, _ in self.tilings[0])

    @property
    def final(self) -> bool:
        """Whether no smaller region exists, or none up to the limit."""
        return not self.left

    @property
    def sentence(self) -> str:
        """The number of cells and of copies."""
        names = " and ".join(self.names)
        if self.number is None:
            none = f"no region of at most {numbered(self.cells, 'cell')} is tiled by each of {names}"
            return none if self.final else f"{none} as far as was searched; open: {', '.join(map(str, self.left))}"
        copies = ", ".join(f"{len(some)} {name}" for some, name in zip(self.tilings, self.names, strict=True))
        found = f"{names}: {numbered(self.number, 'cell')} ({copies})"
        return f"{found}, and no smaller region" if self.final else f"{found}; open: {', '.join(map(str, self.left))}"

    @property
    def listed(self) -> str:
        """Nothing more than the sentence says."""
        return ""

    def _packings(self) -> list[Any]:
        found = []
        for party, name, tiling in zip(self.parties, self.names, self.tilings, strict=True):
            groups: dict[str, list[list[list[int]]]] = {}
            for tile, copy in tiling:
                groups.setdefault(party[tile].name, []).extend(party[tile].decoded([copy]))
            found.append(solution(name, party[0].grid, groups))
        return found

    @property
    def drawing(self) -> str:
        """The region as each party tiles it."""
        return "\n\n".join(map(str, self._packings()))

    def as_dict(self) -> dict[str, Any]:
        """Return the answer as plain data."""
        tilings = [
            [{"piece": party[tile].name, "cells": party[tile].decoded([copy])[0]} for tile, copy in tiling]
            for party, tiling in zip(self.parties, self.tilings, strict=False)
        ]
        return {
            "pieces": list(self.names),
            "grid": self.parties[0][0].grid.name,
            "cells": self.number,
            "final": self.final,
            "up_to": self.cells,
            "excluded": list(self.excluded),
            "left": list(self.left),
            "tilings": tilings or None,
        }

    @property
    def csv(self) -> str:
        """A line with the names, the number of cells and whether no smaller region exists."""
        return as_csv([("pieces", "cells", "final"), (" ".join(self.names), self.number, self.final)])

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


def _cover(
    parties: Sequence[Party], cells: int, first: int, window: set[int], clock: Clock
) -> tuple[ExactCover, list[tuple[int, int, Copy]]]:
    """Return the cover of regions in a window, and the party, shape and copy of the options that are copies."""
    bounds: dict[Any, tuple[int, int]] = {(number, cell): (1, 1) for number in range(len(parties)) for cell in window}
    options, owner = list[list[Any]](), list[tuple[int, int, Copy]]()
    for party, tiles in enumerate(parties):
        sizes = {len(tile.cells) for tile in tiles}
        counted = [("copies", party)] if len(sizes) == 1 else []
        bounds |= {each: (cells // min(sizes),) * 2 for each in counted}
        for number, tile in enumerate(tiles):
            every = {copy for cell in clock.each(window) for copy in tile.through(cell)}
            for copy in sorted(copy for copy in every if window.issuperset(tile.copy(copy))):
                options.append([*((party, cell) for cell in tile.copy(copy)), *counted])
                owner.append((party, number, copy))
    outside = len(window) - cells
    counted = [("outside", 0)] if outside and ("copies", 0) not in bounds else []
    bounds |= dict.fromkeys(counted, (outside, outside))
    for cell in sorted(window - {first}) if outside else ():
        options.append([*((party, cell) for party in range(len(parties))), *counted])
    return ExactCover.of_sets(options, bounds, clock=clock), owner


def region(
    parties: Sequence[Party], cells: int, config: SolverConfig, clock: Clock = UNLIMITED, most: int | None = None
) -> tuple[Tiling, ...] | None:
    """Return tilings by each party of a region with so many cells, None if there is none.

    With `most`, all its cells are among so many near the first one.  Smaller regions must have been excluded.  Raises
    Stopped if the clock stops.
    """
    grid = parties[0][0].grid
    for first in range(len(grid.kinds)):
        window = _window(grid, first, cells, most)
        if len(window) < cells:
            continue
        cover, owner = _cover(parties, cells, first, window, clock)
        found = next(config.engine.solutions(cover, config, clock), None)
        clock.check()
        if found is not None:
            chosen = [owner[option] for option in found if option < len(owner)]
            return tuple(
                tuple((number, copy) for its, number, copy in chosen if its == party) for party in range(len(parties))
            )
    return None


def numbers_of(parties: Sequence[Party], most: int) -> list[int]:
    """Return the numbers of cells up to a limit that each party can have in all."""
    found = [sums_of((len(tile.cells) for tile in tiles), most) for tiles in parties]
    return sorted(set.intersection(*found) - {0})


def smallest_common(
    parties: Sequence[Party],
    names: Sequence[str],
    cells: int = CELLS,
    backend: str | Engine = BACKEND,
    *,
    clock: Clock = UNLIMITED,
    watch: Callable[[Common], None] = lambda found: None,
) -> Common:
    """Return the smallest region of at most so many cells that each party tiles.

    If the clock stops, the answer has what was found until then.  `watch` is called whenever something is new.
    """
    config = solver_config(backend)
    numbers = numbers_of(parties, cells)
    found = Common(tuple(map(tuple, parties)), tuple(names), cells, left=tuple(numbers))
    try:
        for number in numbers:  # near the first cell, where regions are found soon
            watch(found)
            if (tilings := region(parties, number, config, clock, _ROOM * number)) is not None:
                found = replace(found, tilings=tilings, left=tuple(each for each in numbers if each < number))
                break
        for number in found.left:
            watch(found)
            if (tilings := region(parties, number, config, clock)) is not None:
                return replace(found, tilings=tilings, left=())
            found = replace(found, excluded=(*found.excluded, number), left=found.left[1:])
    except Stopped:
        pass
    return found


def parties_of(
    pieces: Iterable[Named], grid: str | Grid | None = None, one_sided: bool | None = None
) -> tuple[list[list[Prototile]], list[str]]:
    """Return each shape or set of shapes, and what it is called; raises PuzzleError if there are fewer than two."""
    every = list(pieces)
    found = [prototiles(one, grid, one_sided=one_sided) for one in every]
    if len(found) < 2:
        raise PuzzleError("a common multiple is of two shapes or more")
    if len({tiles[0].grid.name for tiles in found}) > 1:
        raise PuzzleError(f"shapes on the grids {' and '.join(sorted({tiles[0].grid.name for tiles in found}))}")
    names = [one if isinstance(one, str) else one.name for one in every]
    return found, [
        tiles[0].name if "*" in name else name.rpartition("#")[2] for tiles, name in zip(found, names, strict=True)
    ]


@named
def common(
    *pieces: Named,
    grid: str | Grid | None = None,
    one_sided: bool | None = None,
    cells: int = CELLS,
    backend: str | Engine = BACKEND,
    time_limit: float | None = None,
    clock: Clock = UNLIMITED,
    watch: Callable[[Common], None] = lambda found: None,
) -> Common:
    """Return the smallest region of at most so many cells that copies of each shape tile by themselves.

    A set of pieces stands for any number of copies of its pieces.  If the clock stops, the answer has what was found
    until then.  Raises PuzzleError for invalid arguments.
    """
    clock = Clock(time_limit, within=clock).start()
    parties, names = parties_of(pieces, grid, one_sided)
    return smallest_common(parties, names, cells, backend, clock=clock, watch=watch)
