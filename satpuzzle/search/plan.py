"""The plan of a search: which item is restricted by symmetry, how it is searched, and into which parts."""

from dataclasses import dataclass

import numpy as np

from satpuzzle.clock import Clock
from satpuzzle.cover.classes import Symmetry
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.meaning import Meaning
from satpuzzle.cover.split import split
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.base import Offer, Solver, Stats, Way
from satpuzzle.search.part import Part


@dataclass(frozen=True)
class Plan:
    """Parts that have one solution at least of each class between them, and the solver for them."""

    tables: Tables
    way: Way  # with all decided that depends on the cover
    item: int | None  # the one whose options are restricted to orbit representatives
    ruled_out: tuple[int, ...]  # by that restriction
    symmetry: Symmetry  # by which solutions are classified
    covers: list[ExactCover]  # the parts, largest first
    solver: Solver
    stats: Stats  # what is known before the search

    def parts(self) -> list[Part]:
        """Return the parts as data."""
        meaning = Meaning(self.tables)
        return [Part.of(meaning, cover.chosen, self.ruled_out, self.item) for cover in self.covers]


def make_plan(tables: Tables, way: Way, clock: Clock) -> Plan:
    """Decide how to search.

    Raises PuzzleError if the way does not apply, and Stopped if the clock says so.
    """
    clock.check()
    restricted = tables.symmetry.restrictions(tables.cover)
    points = None if tables.puzzle is None else tables.puzzle.board
    prepared = way.engine.prepare(Offer(restricted, points, tables.symmetry.options[:, :-1]), way, clock)
    item, cover = restricted[prepared.candidate]
    return Plan(
        tables=tables,
        way=prepared.way,
        item=item,
        ruled_out=tuple(np.flatnonzero(tables.cover.live & ~cover.live).tolist()),
        symmetry=tables.symmetry.led_by(item, cover),
        covers=split(prepared.cover, prepared.parts, clock.check),
        solver=prepared.solver,
        stats=prepared.stats | {"options": int(cover.live.sum())},
    )
