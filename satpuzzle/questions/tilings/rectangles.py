"""Rectangles that copies of shapes can fill: which ones, which are prime, and why the others cannot be filled.

A rectangle that can be filled is *prime* if it cannot be cut into smaller ones that can be filled; *weak* if it can be
cut, but not by one cut from side to side; else *composite*.  The *order* of a shape is the smallest number of copies
that fill a rectangle, its *odd order* the smallest odd number (Solomon W. Golomb, Polyominoes, 2nd edition, 1994;
David A. Klarner, Packing a rectangle with congruent N-ominoes, Journal of Combinatorial Theory 7, 1969).  In space,
rectangles are boxes.

Rectangles are tried in order of their numbers of cells: first whole strips, by sets of states from both ends
(`ends.py`), then each rectangle by beams of states from both ends and by a search.  One that takes too many states and
too much time waits until the others were tried; then it gets more of both.
"""

from collections.abc import Callable, Generator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import prod
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from satpuzzle.api import solve
from satpuzzle.clock import UNLIMITED, Clock, Status
from satpuzzle.cover.describe import numbered, written_sizes
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.base import Engine
from satpuzzle.errors import FrontierError, PuzzleError, Stopped
from satpuzzle.pictures.paper import captioned, squarest, written
from satpuzzle.pictures.paper import grid as arranged
from satpuzzle.pictures.printed import Picture
from satpuzzle.puzzle.grids import Grid
from satpuzzle.puzzle.rules import rules_of
from satpuzzle.questions.answer import Answer
from satpuzzle.questions.facts import INTEGER, PLACED, TEXT, TRUTH, Fact, Told, every, having, maybe, one_of, pieces_of
from satpuzzle.questions.question import ALONE, Context, function, question
from satpuzzle.questions.tilings.census import PlaneQuestion
from satpuzzle.questions.tilings.column import TooManyStates
from satpuzzle.questions.tilings.drawing import plain, solution
from satpuzzle.questions.tilings.ends import Ends, Tiling, lengths, named
from satpuzzle.questions.tilings.journal import Journal, asked_of, opened
from satpuzzle.questions.tilings.plane import STOPPED
from satpuzzle.questions.tilings.prototile import Prototile
from satpuzzle.questions.tilings.shapes import FixedRows, sizes_in, sums_of
from satpuzzle.questions.tilings.strip import puzzle_of
from satpuzzle.questions.tilings.torus import turned_boxes
from satpuzzle.questions.tilings.transfer import rows_along_a_side
from satpuzzle.rows import again, required
from satpuzzle.settings import WHAT
from satpuzzle.structured import as_csv

Sizes = tuple[int, ...]
PRIME, WEAK, COMPOSITE, NO, OPEN = "prime", "weak", "composite", "no", "open"
_MARKS = {PRIME: "P", WEAK: "W", COMPOSITE: "+", NO: ".", OPEN: "?"}
_LONGEST, _MOST = 1000, 100_000  # side, rectangles
_STATES, _SECONDS = 1 << 18, 0.25  # for a rectangle when it is first tried: states at a cell or in a beam, and a search
_MORE_STATES, _MORE_SECONDS, _MOST_STATES = 4, 4, 1 << 24  # times as many for those that wait, and the most states
_NARROWER = 8  # times has a beam fewer states
_HALF_TURN = "symmetric: half turn"  # is tried, too: there are far fewer such packings, and often one of them
_FEW = 3000  # that an answer looks at on the way, without a clock


_SIZES = maybe(every(INTEGER))


@dataclass(frozen=True)
class Rectangle(Told):
    """A rectangle: its kind, why that is so, and a tiling of a prime or weak one, as (name, cells) for each copy."""

    sizes: Sizes
    kind: str
    reason: str
    tiling: Tiling = ()
    facts: ClassVar[tuple[Fact, ...]] = (
        Fact("sizes", every(INTEGER), of=lambda self: list(self.sizes)),
        Fact("kind", one_of(PRIME, WEAK, COMPOSITE, NO, OPEN)),
        Fact("reason", TEXT),
        Fact("tiling", maybe(every(PLACED)), of=lambda self: self._placed or None),
    )

    @property
    def _placed(self) -> list[dict[str, Any]]:
        return [{"piece": name, "cells": [list(cell) for cell in cells]} for name, cells in self.tiling]

    @classmethod
    def read(cls, said: dict[str, Any]) -> "Rectangle":
        """Return a rectangle from plain data, as JSON has it."""
        tiling = tuple((one["piece"], tuple(map(tuple, one["cells"]))) for one in said["tiling"] or ())
        return cls(tuple(said["sizes"]), said["kind"], said["reason"], tiling)

    @property
    def filled(self) -> bool:
        """Whether it can be filled."""
        return self.kind in (PRIME, WEAK, COMPOSITE)


def _sizes(one: Rectangle | None) -> list[int] | None:
    return None if one is None else list(one.sizes)


@dataclass(frozen=True, repr=False)
class Rectangles(Answer):
    """What is known of the rectangles up to some size."""

    tiles: tuple[Prototile, ...]
    most: Sizes
    rectangles: tuple[Rectangle, ...]
    asked: int  # how many there are
    # fmt: off
    facts: ClassVar[tuple[Fact, ...]] = (
        *pieces_of(lambda self: [tile.name for tile in self.tiles], lambda self: self.tiles[0].grid),
        Fact("up_to", every(INTEGER), of=lambda self: list(self.most)),
        Fact("final", TRUTH),
        Fact("order", maybe(INTEGER), "the fewest copies that fill a rectangle",
             lambda self: self.order and self.copies(self.order)),
        Fact("odd_order", maybe(INTEGER), "the fewest among odd numbers of copies",
             lambda self: self.odd_order and self.copies(self.odd_order)),
        Fact("order_rectangle", _SIZES, of=lambda self: _sizes(self.order)),
        Fact("odd_order_rectangle", _SIZES, of=lambda self: _sizes(self.odd_order)),
        Fact("order_proved", maybe(TRUTH), "whether no rectangle of any size has fewer",
             lambda self: self.order and self.least(self.order)),
        Fact("odd_order_proved", maybe(TRUTH), of=lambda self: self.odd_order and self.least(self.odd_order, odd=True)),
        Fact("square", _SIZES, "the smallest square", lambda self: _sizes(self.square)),
        Fact("uncovered_rows", maybe(INTEGER),
             "so many rows along a side cannot be covered, so no rectangle of any size can be filled; null if no such"
             " number is known"),
        Fact("rectangles", every(having(*Rectangle.facts)), "the smallest first",
             lambda self: [one.as_dict() for one in self.rectangles]),
    )
    # fmt: on

    @property
    def final(self) -> bool:
        """Whether every rectangle was decided."""
        return len(self.rectangles) == self.asked and not any(one.kind == OPEN for one in self.rectangles)

    def of(self, kind: str) -> list[Rectangle]:
        """Return the rectangles of a kind."""
        return [one for one in self.rectangles if one.kind == kind]

    def copies(self, one: Rectangle) -> int | None:
        """Return how many copies fill a rectangle, if all shapes have as many cells."""
        sizes = {len(tile.cells) for tile in self.tiles}
        return prod(one.sizes) * len(self.tiles[0].grid.kinds) // sizes.pop() if len(sizes) == 1 else None

    def _least(self, fits: Callable[[Rectangle], bool]) -> Rectangle | None:
        """Return the smallest filled rectangle that fits, None if there is none or a smaller one is open."""
        for one in self.rectangles:
            if one.kind == OPEN and fits(one):
                return None
            if one.filled and fits(one):
                return one
        return None

    @property
    def order(self) -> Rectangle | None:
        """The filled rectangle with the fewest copies."""
        return self._least(lambda one: True)

    @property
    def odd_order(self) -> Rectangle | None:
        """The filled rectangle with the fewest copies among those with an odd number."""
        return self._least(lambda one: (self.copies(one) or 0) % 2 == 1)

    @property
    def square(self) -> Rectangle | None:
        """The smallest square, in space a cube."""
        return self._least(lambda one: len({*one.sizes}) == 1)

    @cached_property
    def uncovered_rows(self) -> int | None:
        """How many rows along a side cannot be covered, so that no rectangle can be filled; None if none is known."""
        return _rows(self.tiles, UNLIMITED)

    @property
    def sentence(self) -> str:
        """The primes, the order, the odd order, the smallest square."""
        names = ", ".join(tile.name for tile in self.tiles)
        filled, open_ = [one for one in self.rectangles if one.filled], self.of(OPEN)
        limit = written_sizes(self.most)
        left = self.asked - len(self.rectangles)
        lines = [
            f"{names}, up to {limit}: {len(filled)} of {numbered(self.asked, 'rectangle')} can be filled"
            + f", {len(open_)} open" * bool(open_)
            + f"; the search was stopped before {left} of them" * bool(left)
        ]
        for kind in (PRIME, WEAK):
            some = [written_sizes(one.sizes) for one in self.of(kind)]
            lines += [f"{kind}: {', '.join(some)}"] * bool(some)
        if self.uncovered_rows is not None:
            lines.append(f"no rectangle of any size can be filled: {_along(self.uncovered_rows)}")
        for what, one in (("order", self.order), ("odd order", self.odd_order), ("smallest square", self.square)):
            if one is not None:
                many = "" if (copies := self.copies(one)) is None else f"{copies}, "
                sure = what == "smallest square" or self.least(one, odd=what == "odd order")
                lines.append(f"{what}: {many}{written_sizes(one.sizes)}" + f" up to {limit}" * (not sure))
        return "\n".join(lines)

    def least(self, one: Rectangle, odd: bool = False) -> bool:
        """Tell whether it is known that no rectangle of any size with fewer copies, or an odd number, can be filled.

        The longer ones than those asked about are narrow; automata of strips decide them if they have few states.
        """
        units, kinds = prod(one.sizes), len(self.tiles[0].grid.kinds)
        if len(self.most) != 2 or len(turned_boxes(self.tiles)) == 1:
            return False
        sums = sums_of((len(tile.cells) for tile in self.tiles), units * kinds)
        for width in range(1, (units - 1) // min(self.most) + 1):
            inside = max(self.most) if width <= min(self.most) else min(self.most)
            outside = {
                length
                for length in range(inside + 1, (units - 1) // width + 1)
                if width * length * kinds in sums
                and (not odd or (self.copies(Rectangle((width, length), PRIME, "")) or 0) % 2)
            }
            if outside and lengths(self.tiles, (width,), outside, _FEW) != set():
                return False
        return True

    @property
    def listed(self) -> str:
        """Why rectangles cannot be filled."""
        return "\n".join(f"{written_sizes(one.sizes)}: {one.reason}" for one in self.of(NO))

    @property
    def drawing(self) -> str:
        """A table on a flat grid: a line for each width, a mark for each length."""
        if len(self.most) != 2:
            return ""
        orders = turned_boxes(self.tiles)
        kinds = {sizes: one.kind for one in self.rectangles for sizes in _turned(one.sizes, orders)}
        across, down = self.most
        lines = ["".join(["    ", *(f"{length % 10}" for length in range(1, down + 1))])]
        for width in range(1, across + 1):
            marks = (kinds.get((width, n)) for n in range(1, down + 1))
            lines.append(f"{width:>3} " + "".join(_MARKS[kind] if kind else " " for kind in marks))
        return "\n".join([*lines, "", "P prime, W weak, + composite, . cannot be filled, ? open"])

    @property
    def csv(self) -> str:
        """The rectangles as a table."""
        rows = ((written_sizes(one.sizes), one.kind, self.copies(one), one.reason) for one in self.rectangles)
        return as_csv([("sizes", "kind", "copies", "reason"), *rows])

    def picture(self) -> Picture | None:
        """Return tilings of the prime and weak rectangles, None if there is none."""
        panels = []
        for one in self.rectangles:
            if one.tiling:
                groups: dict[str, list[list[list[int]]]] = {}
                for name, cells in one.tiling:
                    groups.setdefault(name, []).append([list(cell) for cell in cells])
                panel = plain(solution(written_sizes(one.sizes), self.tiles[0].grid, groups))
                panels.append(captioned(panel, written_sizes(one.sizes)))
        if not panels:
            return None
        title = f"prime rectangles of {', '.join(tile.name for tile in self.tiles)}"
        return written(arranged(panels, squarest(panels)), title)


def sizes_of(text: str, grid: Grid) -> Sizes:
    """Return sizes from text such as 10x20, as many as the grid has directions; raises PuzzleError for others."""
    found = sizes_in(text, len(grid.basis), _LONGEST)
    if found is None or len(found) > 1:
        example = "10x20" if len(grid.basis) == 2 else "4x5x6"
        raise PuzzleError(f"up to {text}: allowed on the grid {grid.name} are {len(grid.basis)} sizes, as in {example}")
    if prod(found[0]) > _MOST:
        raise PuzzleError(f"up to {text}: {prod(found[0])} rectangles, the most are {_MOST}")
    return found[0]


class _Atlas:
    """What is known so far of the rectangles of some shapes."""

    def __init__(self, tiles: Sequence[Prototile], most: Sizes, backend: str | Engine, clock: Clock) -> None:
        self.tiles, self.most, self.backend, self.clock = tiles, most, backend, clock
        self.orders = turned_boxes(tiles)
        self.filled = set[Sizes]()
        self._ends, self._tilings = dict[Sizes, Ends](), dict[Sizes, Tiling]()
        self._beam: tuple[tuple[Sizes, int], Ends] | None = None
        self._wide = set[Sizes]()  # sections of strips that have too many states
        self.areas = {len(tile.cells) for tile in tiles}
        self._sums = sums_of(self.areas, prod(most) * len(tiles[0].grid.kinds))

    @cached_property
    def _rows(self) -> int | None:
        return _rows(self.tiles, self.clock)

    def every(self) -> list[Sizes]:
        """Return the sizes of all rectangles, the smallest first; of those that are the same for the shapes, one."""
        some = product(*(range(1, side + 1) for side in self.most))
        found = {min(_turned(sizes, self.orders)) for sizes in some}
        return sorted(found, key=lambda sizes: (prod(sizes), sizes))

    def decide(self, sizes: Sizes, waiting: Sequence[Sizes], states: int, seconds: float) -> Rectangle | None:
        """Return a rectangle; all that are smaller were decided before, but for some that are `waiting`.

        None if it must wait, since it takes more than so many states at a cell and more than so many seconds of a
        search, or since it may be cut into some of those that wait.  Raises Stopped if the clock stops.
        """
        cells = prod(sizes) * len(self.tiles[0].grid.kinds)
        if cells not in self._sums:
            return Rectangle(sizes, NO, f"area: {numbered(cells, 'cell')}, pieces of {_listed(self.areas)}")
        if self._rows is not None:
            return Rectangle(sizes, NO, f"side: {_along(self._rows)}")
        if (cut := self._cut(sizes)) is not None:
            self._add(sizes)
            return Rectangle(sizes, COMPOSITE, f"cut into {' and '.join(map(written_sizes, cut))}")
        if sizes not in self._tilings:
            found = self._tried(sizes, states, seconds)
            if found is None or isinstance(found, Rectangle):
                return found
            self._tilings[sizes] = found
            self._add(sizes)  # larger ones may be cut into it, whatever its kind
        if any(self._inside(one, sizes) for one in waiting):
            return None  # it may be cut into these
        parts, tiling = self._parts(sizes), self._tilings.pop(sizes)
        if parts is not None:
            return Rectangle(sizes, WEAK, f"cut into {', '.join(map(written_sizes, parts))}", tiling)
        return Rectangle(sizes, PRIME, "it cannot be cut into smaller ones that can be filled", tiling)

    def _tried(self, sizes: Sizes, states: int, seconds: float) -> Tiling | Rectangle | None:
        """Return a tiling of a rectangle, or why there is none; None if so many states and seconds do not tell."""
        if (told := self._by_states(sizes, states)) is not None:
            return told
        puzzle = puzzle_of(self.tiles, sizes)
        run = solve(puzzle, self.backend, limit=1, clock=Clock(seconds, self.clock))
        found = run.first()
        if found is None and run.status is Status.EXHAUSTED:
            return Rectangle(sizes, NO, run.reason or "search")
        if found is None and len(sizes) == 2:
            with suppress(PuzzleError):  # the grid may have no half turn
                turned = replace(puzzle, rules=rules_of([_HALF_TURN]))
                found = solve(turned, self.backend, limit=1, clock=Clock(seconds, self.clock)).first()
        self.clock.check()
        if found is None:
            return None
        return tuple(
            (piece.name.removesuffix(" mirrored"), tuple(map(tuple, cells.tolist()))) for piece, cells in found.pieces
        )

    def _by_states(self, sizes: Sizes, states: int) -> Tiling | Rectangle | None:
        """Return a tiling of a rectangle, or why there is none, by states from both ends; None if these do not tell."""
        length, *others = min(_turned(sizes, self.orders), key=lambda sizes: (-sizes[0], sizes))
        section = tuple(others)
        for strips, most in ((self._whole, states), (self._in_beam, _MOST_STATES)):
            if (ends := strips(section, states)) is None:
                continue
            try:
                if ends.fills(length, most, self.clock):
                    return named(self.tiles, ends.filling(length, most, self.clock), (length, *section), sizes)
            except (TooManyStates, FrontierError):
                self._wide |= {section} if ends.compiled else set()
                continue
            if ends.complete:
                return Rectangle(sizes, NO, f"transfer: no strip of width {written_sizes(section)} has this length")
        return None

    def _whole(self, section: Sizes, states: int) -> Ends | None:
        """Return strips with all their states, None if a beam is better."""
        if section in self._wide:
            self._ends.pop(section, None)
            return None
        if section not in self._ends:
            self._ends[section] = Ends(self.tiles, section, self.clock)
        return self._ends[section]

    def _in_beam(self, section: Sizes, states: int) -> Ends | None:
        """Return strips with a beam, if they have too many states; those asked for last are kept."""
        if section not in self._wide:
            return None
        if self._beam is None or self._beam[0] != (section, states):
            self._beam = (section, states), Ends(self.tiles, section, self.clock, max(1, states // _NARROWER))
        return self._beam[1]

    def _inside(self, one: Sizes, sizes: Sizes) -> bool:
        """Tell whether a rectangle, in some order of its sides, is smaller than another one."""
        return any(all(a <= b for a, b in zip(some, sizes, strict=True)) for some in _turned(one, self.orders))

    def _add(self, sizes: Sizes) -> None:
        self.filled |= _turned(sizes, self.orders)

    def known(self, one: Rectangle) -> None:
        """Take over what another run found."""
        if one.filled:
            self._add(one.sizes)

    def _cut(self, sizes: Sizes) -> tuple[Sizes, Sizes] | None:
        """Return two smaller rectangles that can be filled, into which one cut divides the rectangle."""
        for axis, side in enumerate(sizes):
            for part in range(1, side // 2 + 1):
                both = [(*sizes[:axis], some, *sizes[axis + 1 :]) for some in (part, side - part)]
                if all(one in self.filled for one in both):
                    return both[0], both[1]
        return None

    def _parts(self, sizes: Sizes) -> list[Sizes] | None:
        """Return smaller rectangles that can be filled and together fill this one; None if there are none."""
        smaller = [one for one in self.filled if all(a <= b for a, b in zip(one, sizes, strict=True)) and one != sizes]
        if not smaller:
            return None
        number = np.arange(prod(sizes)).reshape(sizes)
        options, names = list[list[int]](), list[Sizes]()
        for one in smaller:
            for at in np.ndindex(*(b - a + 1 for a, b in zip(one, sizes, strict=True))):
                where = tuple(slice(x, x + a) for x, a in zip(at, one, strict=True))
                options.append(number[where].ravel().tolist())
                names.append(one)
        run = solve(ExactCover.of_sets(options, [(1, 1)] * prod(sizes)), limit=1, clock=self.clock)
        found = next(iter(run), None)
        self.clock.check()
        return None if found is None else sorted(names[option] for option in found)


def _turned(sizes: Sizes, orders: Sequence[Sequence[int]]) -> set[Sizes]:
    """Return the sizes of a rectangle in these orders of its sides."""
    return {tuple(sizes[side] for side in order) for order in orders}


def _rows(tiles: Sequence[Prototile], clock: Clock) -> int | None:
    return rows_along_a_side(tiles, _FEW, clock) if len(tiles[0].grid.basis) == 2 else None


def _along(rows: int) -> str:
    return f"copies cannot cover {numbered(rows, 'row')} along a side, from corner to corner"


def _listed(areas: set[int]) -> str:
    return " and ".join(map(str, sorted(areas)))


# fmt: off
@question
class RectanglesQuestion(FixedRows):
    """Which rectangles up to a size any number of copies of the pieces fill; in space boxes.

    All shapes may be used together.  If the clock stops, the answer has what was found until then.
    """

    up_to: str = required("WxH", WHAT, "All rectangles up to this size; in space boxes, WxHxD.", kw_only=False)
    backend: str | Engine = again(PlaneQuestion, "backend")
    journal: Path | str | None = again(
        PlaneQuestion, "journal", says="Record each rectangle in FILE; if FILE exists, continue from it.")
# fmt: on

    def ask(self, context: Context = ALONE) -> Rectangles:
        """Return the rectangles."""
        tiles = self.tiles(context.clock)
        most = sizes_of(self.up_to, tiles[0].grid)
        with closing(self.every(tiles, most, context)) as found:
            ordered = sorted(found, key=lambda one: (prod(one.sizes), one.sizes))
        return Rectangles(tuple(tiles), most, tuple(ordered), rectangles_in(tiles, most))

    def every(self, tiles: Sequence[Prototile], most: Sizes, context: Context = ALONE) -> Generator[Rectangle]:
        """Yield the rectangles up to a size as they are decided; those in the journal are taken from it.

        If the clock stops, those that wait are open, and there are no more.  Raises JournalError if the journal cannot
        be continued.
        """
        atlas = _Atlas(tiles, most, self.backend, context.clock)
        with opened(self.journal, asked_of("rectangle", tiles)) as record:
            todo = every = atlas.every()
            states, seconds = _STATES, _SECONDS
            while todo:
                waiting = list[Sizes]()
                for number, sizes in enumerate(todo):
                    key = written_sizes(sizes)
                    context.watch(key)
                    try:
                        context.clock.check()
                        one = _recorded(record, atlas, key) or atlas.decide(sizes, waiting, states, seconds)
                    except Stopped:
                        tried = waiting if todo is every else [*waiting, *todo[number:]]
                        yield from (Rectangle(sizes, OPEN, STOPPED) for sizes in tried)
                        return
                    if one is None:
                        waiting.append(sizes)
                        continue
                    if key not in record.done:
                        record.add(key, one.as_dict())
                    yield one
                todo, states, seconds = waiting, min(states * _MORE_STATES, _MOST_STATES), seconds * _MORE_SECONDS


def _recorded(record: Journal, atlas: _Atlas, key: str) -> Rectangle | None:
    """Return a rectangle that is in the journal."""
    if key not in record.done:
        return None
    one = Rectangle.read(record.done[key])
    atlas.known(one)
    return one


rectangles = function(RectanglesQuestion, "rectangles")


def rectangles_in(tiles: Sequence[Prototile], most: Sizes) -> int:
    """Return how many rectangles there are up to a size."""
    return len(_Atlas(tiles, most, "native", UNLIMITED).every())
