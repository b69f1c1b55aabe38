"""Do several shapes tile the plane together, so that each of them occurs?

Tilings are looked for on tori with more and more copies in a period, and in between coronas around each shape: if
there are no k coronas of copies of all shapes around one of them, it occurs in no tiling.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from typing import Any, ClassVar

from satpuzzle.clock import Clock
from satpuzzle.cover.describe import numbered
from satpuzzle.engines.base import Engine
from satpuzzle.engines.config import solver_config
from satpuzzle.errors import PuzzleError, Stopped
from satpuzzle.pictures.paper import written
from satpuzzle.pictures.printed import Picture
from satpuzzle.questions.answer import Answer
from satpuzzle.questions.facts import INTEGER, PLACED, TEXT, TRUTH, Fact, every, having, maybe, one_of, pieces_of
from satpuzzle.questions.question import ALONE, Context, function, question
from satpuzzle.questions.tilings.census import PlaneQuestion
from satpuzzle.questions.tilings.coronas import Coronas, Search
from satpuzzle.questions.tilings.drawing import plain, repeated, solution
from satpuzzle.questions.tilings.plane import ANY, NO, OPEN, STOPPED, TILES, numbered_copies
from satpuzzle.questions.tilings.prototile import Prototile
from satpuzzle.questions.tilings.shapes import FixedRows
from satpuzzle.questions.tilings.torus import Copies, Torus, tori_of
from satpuzzle.rows import again
from satpuzzle.structured import as_csv


@dataclass(frozen=True, repr=False)
class Together(Answer):
    """What is known of tilings in which each of several shapes occurs."""

    tiles: tuple[Prototile, ...]
    torus: Torus | None = None  # with the fewest copies in a period
    copies: Copies = ()
    refuted: tuple[str, int] | None = None  # a shape, and a number of coronas that it has not
    coronas: int = 0  # so many has each shape
    tried: int = 0  # no period has so many copies or fewer, unless a tiling is given
    stopped: bool = False
    facts: ClassVar[tuple[Fact, ...]] = (
        *pieces_of(lambda self: [tile.name for tile in self.tiles], lambda self: self.tiles[0].grid),
        Fact("final", TRUTH),
        Fact("verdict", one_of(TILES, NO, OPEN), "whether the pieces tile together"),
        Fact("copies", maybe(INTEGER), "the fewest copies in a period", lambda self: len(self.copies) or None),
        Fact(
            "refuted",
            maybe(having(Fact("piece", TEXT), Fact("coronas", INTEGER))),
            "a piece that copies of all cannot surround so many times",
            lambda self: self.refuted and dict(zip(("piece", "coronas"), self.refuted, strict=True)),
        ),
        Fact("coronas", INTEGER, "so many times can each piece be surrounded"),
        Fact("tried", INTEGER, "no period has so many copies or fewer, unless a tiling is given"),
        Fact(
            "tiling",
            maybe(having(Fact("periods", every(every(INTEGER))), Fact("copies", every(PLACED)))),
            of=lambda self: self.torus and {"periods": self.torus.periods, "copies": self._placed},
        ),
    )

    @property
    def verdict(self) -> str:
        """One of TILES, NO and OPEN."""
        return TILES if self.torus is not None else NO if self.refuted is not None else OPEN

    @property
    def final(self) -> bool:
        """Whether no search was stopped."""
        return not self.stopped

    @property
    def names(self) -> str:
        """The shapes in words."""
        return " and ".join(tile.name for tile in self.tiles)

    @property
    def sentence(self) -> str:
        """The verdict in words."""
        rest = f"; {STOPPED}" if self.stopped else ""
        if self.torus is not None:
            each = ", ".join(f"{many} {name}" for name, many in self._numbers.items())
            return f"{self.names} tile together with {numbered_copies(len(self.copies))} in a period ({each}){rest}"
        if self.refuted is not None:
            name, many = self.refuted
            return f"{self.names} do not tile together: {name} cannot be surrounded {numbered(many, 'time')}{rest}"
        known = f"no tiling with at most {numbered_copies(self.tried)} in a period"
        return f"{self.names} are open: each has at least {numbered(self.coronas, 'corona')}, {known}{rest}"

    @property
    def _owners(self) -> list[str]:
        """The shape of each copy in a period."""
        names = [tile.name for tile in self.tiles for _ in tile.images]
        return [names[orientation] for orientation, _ in self.copies]

    @property
    def _placed(self) -> list[dict[str, Any]]:
        cells = _all(self.tiles).decoded(self.copies)
        return [{"piece": name, "cells": each} for name, each in zip(self._owners, cells, strict=True)]

    @property
    def _numbers(self) -> Counter[str]:
        return Counter(sorted(self._owners))

    @property
    def csv(self) -> str:
        """A line with the names, the verdict and the number of copies."""
        return as_csv([("pieces", "verdict", "copies"), (self.names, self.verdict, len(self.copies) or None)])

    def picture(self) -> Picture | None:
        """Return the tiling, in which copies of one shape have one colour; None if there is none."""
        if self.torus is None:
            return None
        whole, groups = _all(self.tiles), dict[str, list[list[list[int]]]]()
        for name, some in zip(self._owners, repeated(whole, self.torus, self.copies), strict=True):
            groups.setdefault(name, []).extend(whole.decoded(some))
        return written(plain(solution(self.names, whole.grid, groups)), self.sentence)


def _all(tiles: Sequence[Prototile], centre: int = 0) -> Prototile:
    """Return one of several shapes, of which the others count as copies."""
    others = (*tiles[:centre], *tiles[centre + 1 :])
    return replace(tiles[centre], others=others)


def _tori(tiles: Sequence[Prototile], many: int, clock: Clock) -> Iterator[Torus]:
    """Yield the tori that so many copies can fill, at least one of each shape; the smallest first."""
    sizes = [len(tile.cells) for tile in tiles]
    more = {sum(some) for some in combinations_with_replacement({*sizes}, many - len(tiles))}
    for cells in sorted(sum(sizes) + size for size in more):
        yield from tori_of(tiles, cells, clock)


# fmt: off
@question
class TogetherQuestion(FixedRows):
    """Whether several shapes tile the plane, or space, together, so that each of them occurs.

    If the clock stops, the answer has what was found until then.
    """

    copies: int = again(PlaneQuestion, "copies")
    coronas: int = again(PlaneQuestion, "coronas")
    backend: str | Engine = again(PlaneQuestion, "backend")
# fmt: on

    def ask(self, context: Context = ALONE) -> Together:
        """Return what is known of the shapes; raises PuzzleError for fewer than two."""
        return self.decided(several(self.tiles(context.clock)), context)

    def decided(self, tiles: Sequence[Prototile], context: Context = ALONE) -> Together:
        """Return what is found out of several shapes."""
        found, config, whole = Together(tuple(tiles)), solver_config(self.backend), _all(tiles)
        try:
            for step in range(1, max(self.copies, self.coronas) + 1):
                if step <= self.coronas:
                    for centre, tile in enumerate(tiles):
                        context.watch(f"{found.names}: coronas {step}")
                        coronas = Coronas(_all(tiles, centre), step, context.clock)
                        with closing(Search(coronas, context.clock)) as search:
                            if search.patch(ANY) is None:
                                return replace(found, refuted=(tile.name, step))
                    found = replace(found, coronas=step)
                if len(tiles) <= step <= self.copies:
                    context.watch(f"{found.names}: copies {step}")
                    for torus in _tori(tiles, step, context.clock):
                        for tiling in torus.tilings(whole, config, context.clock, step):
                            return replace(found, torus=torus, copies=tiling)
                if step <= self.copies:
                    found = replace(found, tried=step)
        except Stopped:
            return replace(found, stopped=True)
        return found


together = function(TogetherQuestion, "together")


def several(tiles: list[Prototile]) -> list[Prototile]:
    """Return shapes if there are at least two, with names that differ; raises PuzzleError otherwise."""
    if len(tiles) < 2:
        raise PuzzleError("together are two shapes or more")
    again = Counter(tile.name for tile in tiles)
    return [
        replace(tile, name=f"{tile.name}{number}") if again[tile.name] > 1 else tile
        for number, tile in enumerate(tiles, 1)
    ]
