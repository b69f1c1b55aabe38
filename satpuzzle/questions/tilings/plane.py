"""Does a shape tile the plane, or space on a grid in space?

Tilings are looked for on tori, with one copy in a period, then with two, and so on; in between, coronas are built that
get larger until there is no further one, which proves that the shape does not tile.  Steps that are cheap come first.
Each step is complete, so the answer is the same on every machine unless the clock stops.
"""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, ClassVar

import numpy as np

from satpuzzle.clock import Clock
from satpuzzle.cover.describe import numbered
from satpuzzle.engines.base import Engine, SolverConfig
from satpuzzle.engines.config import solver_config
from satpuzzle.errors import Stopped
from satpuzzle.questions.facts import CELLS, INTEGER, TEXT, TRUTH, Fact, Told, every, having, maybe, one_of
from satpuzzle.questions.question import ALONE, Context
from satpuzzle.questions.tilings.coronas import Coronas, Patch, Search
from satpuzzle.questions.tilings.prototile import Prototile, holes
from satpuzzle.questions.tilings.torus import Copies, Torus, allowed, canonical, tori_of

COPIES, CORONAS = 8, 5  # the limits by default
_SMALL = 48  # cells of a torus, above which isohedral tilings in space are not looked for
_TILINGS = 100  # tilings of a torus among which one with few orbits is looked for
_FEW = 2  # orbits of a tiling for which no tiling with fewer is looked for on other tori
ANY, TILES, NO, OPEN = 0, "tiles", "no", "open"


@dataclass(frozen=True)
class Periodic:
    """A tiling: its periods are those of a torus, its copies those in a period."""

    torus: Torus
    copies: Copies
    orbits: int  # of copies, under the symmetries of the tiling

    def as_dict(self, tile: Prototile) -> dict[str, Any]:
        """Return the tiling as plain data."""
        return {"periods": self.torus.periods, "orbits": self.orbits, "copies": tile.decoded(self.copies)}

    @classmethod
    def read(cls, tile: Prototile, said: dict[str, Any]) -> "Periodic":
        """Return a tiling from the data that `as_dict` made."""
        matrix = canonical(tuple(map(tuple, tile.grid.steps(np.array(said["periods"])).tolist())))
        return cls(Torus(tile.grid, matrix), tuple(map(tile.found, said["copies"])), said["orbits"])


_PERIODIC = having(
    Fact("periods", every(every(INTEGER)), "as many independent translations as the grid has directions"),
    Fact("orbits", INTEGER, "of copies, under the symmetries of the tiling"),
    Fact("copies", every(CELLS), "the cells of each copy in a period"),
)
_PATCH = maybe(every(every(CELLS)))


@dataclass(frozen=True)
class Verdict(Told):
    """What is known of a shape: whether it tiles."""

    tile: Prototile
    hole: bool = False  # whether the shape has a hole
    tiling: Periodic | None = None  # one with the fewest copies in a period
    isohedral: Periodic | None = None  # one with a single orbit
    decided: bool = False  # whether it is known if an isohedral tiling exists
    patch: Patch | None = None  # with the most coronas that were found without a hole; None for a shape with a hole
    loose: Patch | None = None  # the same if the last corona may leave holes
    refuted: tuple[tuple[int, int], ...] = ()  # (k, w): no k coronas that leave no hole, from the first to the w-th
    tried: int = 0  # no period has so many copies or fewer, unless a tiling is given
    stopped: bool = False  # whether the clock stopped before the limits were reached
    # fmt: off
    facts: ClassVar[tuple[Fact, ...]] = (
        Fact("piece", TEXT, of=lambda self: self.tile.name),
        Fact("grid", TEXT, of=lambda self: self.tile.grid.name),
        Fact("mirror", TRUTH, "whether mirror images are copies", lambda self: self.tile.mirror),
        Fact("cells", CELLS, of=lambda self: self.tile.cells.tolist()),
        Fact("verdict", one_of(TILES, NO, OPEN)),
        Fact("hole", TRUTH, "whether the shape has a hole"),
        Fact("copies", maybe(INTEGER), "the fewest copies in a period",
             lambda self: self.tiling and len(self.tiling.copies)),
        Fact("isohedral", maybe(TRUTH), "null if it is not known",
             lambda self: True if self.isohedral else False if self.decided else None),
        Fact("orbits", maybe(INTEGER), "the fewest orbits of a tiling that was found"),
        Fact("heesch", maybe(INTEGER), "the Heesch number, if no corona may leave a hole",
             lambda self: self._if_settled(*self.heesch)),
        Fact("heesch_with_holes", maybe(INTEGER), "the same if the last corona may",
             lambda self: self._if_settled(*self.heesch_loose)),
        Fact("coronas", maybe(INTEGER), "how many were found without a hole",
             lambda self: None if self.tiling else self.heesch[0]),
        Fact("tried", INTEGER, "no period has so many copies or fewer, unless a tiling is given"),
        Fact("stopped", TRUTH),
        Fact("tiling", maybe(_PERIODIC), of=lambda self: self._periodic(self.tiling)),
        Fact("isohedral_tiling", maybe(_PERIODIC), of=lambda self: self._periodic(self.isohedral)),
        Fact("patch", _PATCH, "the copies of each corona, the shape itself first",
             lambda self: self._decoded(self.patch)),
        Fact("loose_patch", _PATCH, "the same with holes that the last corona leaves",
             lambda self: self._decoded(self.loose)),
        Fact("refuted", every(every(INTEGER)),
             "pairs (k, w): there are no k coronas of which the first w leave no hole",
             lambda self: [list(one) for one in self.refuted]),
    )
    # fmt: on

    @property
    def verdict(self) -> str:
        """One of TILES, NO and OPEN."""
        if self.tiling is not None:
            return TILES
        return NO if any(whole == ANY for _, whole in self.refuted) else OPEN

    @property
    def orbits(self) -> int | None:
        """The fewest orbits of a tiling that was found."""
        return None if self.tiling is None else 1 if self.isohedral is not None else self.tiling.orbits

    @property
    def heesch(self) -> tuple[int, int | None]:
        """The Heesch number, if no corona may leave a hole, as bounds; None for no upper bound."""
        least = len(self.patch) - 1 if self.patch else 0
        return least, min((many - 1 for many, _ in self.refuted), default=None)

    @property
    def heesch_loose(self) -> tuple[int, int | None]:
        """The Heesch number, if the last corona may leave holes, as bounds; None for no upper bound."""
        least = len(self.loose) - 1 if self.loose else 0
        return least, min((many - (whole < many) for many, whole in self.refuted), default=None)

    @property
    def sentence(self) -> str:
        """The verdict in words."""
        name, rest = self.tile.name, f"; {STOPPED}" if self.stopped else ""
        if self.tiling is not None:
            return f"{name} tiles with {numbered_copies(len(self.tiling.copies))} in a period, {self._transitive}{rest}"
        (least, most), (loose, bound) = self.heesch, self.heesch_loose
        if self.verdict == NO and self.hole:
            return f"{name} does not tile: it has a hole{rest}"
        if self.verdict == NO and least == most and loose == bound:
            holes = "" if loose == least else f", {loose} if the last corona may have holes"
            return f"{name} does not tile: Heesch number {least}{holes}{rest}"
        if self.verdict == NO:
            return f"{name} does not tile: Heesch number at least {least}{rest}"
        known = (
            f"at least {numbered(least, 'corona')}, no tiling with at most {numbered_copies(self.tried)} in a period"
        )
        return f"{name} is open: {known}{rest}"

    @property
    def _transitive(self) -> str:
        assert self.tiling is not None
        if self.isohedral is not None:
            more = len(self.isohedral.copies)
            return "isohedral" if more == len(self.tiling.copies) else f"isohedral with {more}"
        many = self.tiling.orbits
        if not self.decided:
            return f"{many} orbits"
        return f"{many}-anisohedral" if many == 2 else f"not isohedral, {many} orbits"

    def _if_settled(self, least: int, most: int | None) -> int | None:
        return least if self.verdict == NO and least == most else None

    def _periodic(self, tiling: Periodic | None) -> dict[str, Any] | None:
        return None if tiling is None else tiling.as_dict(self.tile)

    def _decoded(self, patch: Patch | None) -> list[Any] | None:
        return patch and [self.tile.decoded(corona) for corona in patch]

    @classmethod
    def read(cls, said: dict[str, Any], tile: Prototile) -> "Verdict":
        """Return a verdict from plain data, as JSON has it."""

        def patch(of: Any) -> Patch | None:
            return None if of is None else [[tile.found(cells) for cells in corona] for corona in of]

        def periodic(of: Any) -> Periodic | None:
            return None if of is None else Periodic.read(tile, of)

        return cls(
            tile,
            said["hole"],
            periodic(said["tiling"]),
            periodic(said["isohedral_tiling"]),
            said["isohedral"] is not None,
            patch(said["patch"]),
            patch(said["loose_patch"]),
            tuple((many, whole) for many, whole in said["refuted"]),
            said["tried"],
            said["stopped"],
        )


STOPPED = "the search was stopped"


def numbered_copies(many: int) -> str:
    """Return a number of copies in words."""
    return f"{many} {'copy' if many == 1 else 'copies'}"


def decide(
    tile: Prototile,
    copies: int = COPIES,
    coronas: int = CORONAS,
    backend: str | Engine = "native",
    context: Context = ALONE,
) -> Verdict:
    """Return what is found out of a shape with periods of at most so many copies and so many coronas.

    If the clock stops, the verdict has what was found until then.  Progress is told before each step.
    """
    inquiry = _Inquiry(tile, solver_config(backend), context.clock)
    try:
        for _, step, many in inquiry.plan(copies, coronas):
            if inquiry.done:
                break
            context.clock.check()
            context.watch(f"{tile.name}: {step.__name__} {many}")
            step(many)
        inquiry.finish()
    except Stopped:
        inquiry.update(stopped=True)
    return inquiry.verdict


class _Inquiry:
    """What is known of a shape so far, and the steps by which more is found out."""

    def __init__(self, tile: Prototile, config: SolverConfig, clock: Clock) -> None:
        self.tile, self.config, self.clock = tile, config, clock
        own = [(tile.first, 0)]
        hole = bool(holes(tile.grid, tile.copy(own[0])))
        self.verdict = Verdict(tile, hole, patch=None if hole else [own], loose=None if hole else [own])
        order = len(allowed([tile]))
        self.divisors = [many for many in range(1, order + 1) if order % many == 0]
        self.left = {*self.divisors}  # numbers of copies with which isohedral tilings were not looked for

    def update(self, **found: Any) -> None:
        self.verdict = replace(self.verdict, **found)

    @property
    def done(self) -> bool:
        return self.verdict.verdict == NO or self.verdict.isohedral is not None

    def plan(self, copies: int, coronas: int) -> list[tuple[float, Callable[[int], None], int]]:
        """Return the steps up to these limits, cheap ones first, as (a guess of its cost, step, number)."""
        steps = [(1.0 * many, self.orbits, many) for many in self.divisors if self._small(many)]
        steps += [(1.5 * many + 1, self.copies, many) for many in range(1, copies + 1)]
        steps += [(2.5 * many, self.coronas, many) for many in range(1, coronas + 1)]
        return sorted(steps, key=lambda step: step[0])

    def _small(self, many: int) -> bool:
        return self.tile.grid.two_sided or many * len(self.tile.cells) <= _SMALL

    def _tori(self, many: int) -> Iterator[Torus]:
        yield from tori_of([self.tile], many * len(self.tile.cells), self.clock)

    def orbits(self, many: int) -> None:
        """Look for a tiling by one orbit, with so many copies in a period."""
        for torus in self._tori(many):
            if (found := torus.isohedral(self.tile, self.clock)) is not None:
                tiling = Periodic(torus, found, 1)
                self.update(isohedral=tiling, decided=True)
                return
        self.left.discard(many)
        self.update(decided=not self.left)

    def copies(self, many: int) -> None:
        """Look for a tiling with so many copies in a period."""
        if self.verdict.tiling is not None:
            return
        best: Periodic | None = None
        for torus in self._tori(many):
            for found in islice(torus.tilings(self.tile, self.config, self.clock), _TILINGS):
                orbits = torus.orbits(self.tile, found)
                if best is None or orbits < best.orbits:
                    best = Periodic(torus, found, orbits)
            if best is not None and best.orbits <= _FEW:
                break
        if best is not None:
            self.update(tiling=best)
            return
        self.update(tried=many)

    def coronas(self, many: int) -> None:
        """Look for so many coronas, with as few holes as possible."""
        if self.verdict.tiling is not None:
            return
        with closing(Search(Coronas(self.tile, many, self.clock), self.clock)) as search:
            for whole in (ANY, many - 1, many):
                if any(whole >= least for _, least in self.verdict.refuted):
                    return
                if (found := search.patch(whole)) is None:
                    self.update(refuted=(*self.verdict.refuted, (many, whole)))
                    return
                if whole >= many - 1 and not self.verdict.hole:
                    self.update(**{"loose": found} | ({"patch": found} if whole == many else {}))

    def finish(self) -> None:
        """Look for the fewest copies in a period of a tiling, if one with more copies is known."""
        if self.verdict.isohedral is not None and self.verdict.tiling is None:
            for many in range(self.verdict.tried + 1, len(self.verdict.isohedral.copies)):
                self.copies(many)
            if self.verdict.tiling is None:
                self.update(tiling=self.verdict.isohedral)
