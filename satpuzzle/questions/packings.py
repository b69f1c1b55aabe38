"""All packings of a puzzle at once: how many have a piece here, a random one, the odds of each place.

They are held as a diagram (`solutions/diagram.py`), which is made from a list of all packings or from the states of a
frontier, whichever is expected to take less.  All packings count, also those that symmetries map to each other.
"""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle import machine
from satpuzzle.api import as_puzzle, solve
from satpuzzle.clock import UNLIMITED, Clock, Status
from satpuzzle.cover import bits
from satpuzzle.cover.describe import columns, numbered
from satpuzzle.cover.given import Given, given_options
from satpuzzle.cover.meaning import Meaning
from satpuzzle.cover.placements import scan_order
from satpuzzle.cover.tables import Tables
from satpuzzle.design.answer import Answer
from satpuzzle.engines.frontier.diagram import diagram_of
from satpuzzle.errors import FrontierError, PuzzleError
from satpuzzle.keywords import named
from satpuzzle.pictures.odds import draw_odds
from satpuzzle.pictures.paper import Picture
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.search.run import Search
from satpuzzle.solutions.diagram import Diagram
from satpuzzle.solutions.solution import Solution, Solutions

METHODS = ("auto", "search", "frontier")
_LONG = 1.0  # expected seconds of a search from which on a frontier is tried
_BYTES = 40  # of memory for each option of each packing of a list, while a diagram is made of it


@dataclass(frozen=True, eq=False, repr=False)
class Packings:
    """All packings of a puzzle, or if `final` is false, those that were found before the search was stopped."""

    puzzle: Puzzle
    tables: Tables
    diagram: Diagram
    final: bool = True
    given: tuple[int, ...] = ()  # options that all packings here have

    def __repr__(self) -> str:
        return f"<packings of {self.puzzle.name}: {'' if self.final else '≥ '}{self.total}>"

    @cached_property
    def total(self) -> int:
        """How many packings there are."""
        return self.diagram.count(self.given)

    def count(self, given: Given = None, without: Given = None) -> int:
        """Return how many packings have these pieces in place and none of the others; both are as in `solve`."""
        return self.diagram.count(self._given(given), self._options(without))

    def where(self, given: Given) -> "Packings":
        """Return the packings that have these pieces in place."""
        return replace(self, given=self._given(given))

    def sample(self, number: int, seed: int = 0) -> Solutions:
        """Return different packings drawn at random, all equally likely; all of them if there are fewer."""
        return self._solutions(self.diagram.sample(number, seed, self.given))

    def different(self, number: int, seed: int = 0) -> Solutions:
        """Return packings that have few placements in common: a greedy choice from a random first one on."""
        some = self.diagram.where(self.given) if self.given else self.diagram
        return self._solutions(some.different(number, seed))

    def numbered(self, number: int) -> Solution:
        """Return the packing with this number, from 0 on.  Raises PuzzleError if there are fewer."""
        return self._solutions(self.diagram.numbered([number], self.given))[0]

    def __iter__(self) -> Iterator[Solution]:
        some = self.diagram.where(self.given) if self.given else self.diagram
        return (Solution(options, self.puzzle, self.tables.placements) for options in some)

    def odds(self) -> "Odds":
        """Return how many packings have each placement, and each piece on each cell."""
        placements, pieces = self.tables.placements, range(len(self.puzzle.pieces))
        each = self.diagram.occurrences(self.given)
        every = np.zeros(len(placements), each.dtype)
        every[self.diagram.order] = each
        inside = bits.from_words(placements.rows, len(self.puzzle.board)).astype(every.dtype)
        cells = np.array([every[mine] @ inside[mine] for piece in pieces for mine in (placements.piece == piece,)])
        return Odds(self, every, cells)

    def save(self, path: str | Path) -> None:
        """Write the diagram to a file, which `diagram(puzzle, file=path)` reads."""
        self.diagram.save(path, _about(self.tables))

    def _given(self, given: Given) -> tuple[int, ...]:
        return (*self.given, *self._options(given))

    def _options(self, given: Given) -> tuple[int, ...]:
        return () if given is None else tuple(given_options(self.puzzle, self.tables.placements, given))

    def _solutions(self, found: list[tuple[int, ...]]) -> Solutions:
        return Solutions(Solution(options, self.puzzle, self.tables.placements) for options in found)


@dataclass(frozen=True, eq=False, repr=False)
class Odds(Answer):
    """In how many packings each placement occurs, and each piece on each cell."""

    packings: Packings
    placements: NDArray[Any]  # (placements,): the number of packings with each
    cells: NDArray[Any]  # (pieces, cells of the board): the number of packings with each piece on each cell

    @property
    def puzzle(self) -> Puzzle:  # type: ignore[override]
        """The puzzle."""
        return self.packings.puzzle

    def likely(self, piece: int) -> list[tuple[int, int]]:
        """Return pairs (placement, number of packings) of a piece, those in most packings first; none in no packing."""
        mine = np.flatnonzero((self.packings.tables.placements.piece == piece) & (self.placements > 0)).tolist()
        return sorted(((each, int(self.placements[each])) for each in mine), key=lambda pair: (-pair[1], pair[0]))

    @property
    def sentence(self) -> str:
        """The number of packings, and a table of the pieces: their places, and the one in most packings."""
        total, least = self.packings.total, "" if self.packings.final else "≥ "
        head = f"{self.puzzle.name}: {least}{numbered(total, 'packing')}"
        rows = []
        for number, piece in enumerate(self.puzzle.pieces):
            likely = self.likely(number)
            best = likely[0] if likely else None
            rows.append({
                "piece": piece.name,
                "places": int((self.packings.tables.placements.piece == number).sum()),
                "used": len(likely),
                "most likely": " ".join(",".join(map(str, cell)) for cell in self._cells(best[0])) if best else None,
                "share": f"{100 * best[1] / total:.1f} %" if best else None,
            })  # fmt: skip
        return f"{head}\n\n{columns(rows)}".rstrip() if total else head

    def _cells(self, placement: int) -> list[list[int]]:
        dimension = self.puzzle.grid.dimension
        found: list[list[int]] = self.puzzle.board[self.packings.tables.placements.covered(placement)].tolist()
        return [cell[:dimension] for cell in found]

    def picture(self) -> Picture | None:
        """Return the board once for each piece, the darker the more packings have the piece there."""
        return draw_odds(self.puzzle, self.cells, self.packings.total) if self.packings.total else None

    def as_dict(self) -> dict[str, Any]:
        """Return the numbers as plain data."""
        return {
            "puzzle": self.puzzle.name,
            "packings": self.packings.total,
            "final": self.packings.final,
            "board": self.puzzle.board.tolist(),
            "pieces": [
                {
                    "piece": piece.name,
                    "cells": [int(number) for number in self.cells[place]],
                    "placements": [
                        {"cells": self._cells(placement), "packings": number}
                        for placement, number in self.likely(place)
                    ],
                }
                for place, piece in enumerate(self.puzzle.pieces)
            ],
        }


def ignore(run: Search) -> None:
    """Ignore how far the search is; the default callback."""


@named
def diagram(
    puzzle: Puzzle | str | Path,
    *,
    method: str = "auto",
    file: str | Path | None = None,
    jobs: int | None = None,
    memory: int | None = None,
    time_limit: float | None = None,
    clock: Clock = UNLIMITED,
    watch: Callable[[Search], None] = ignore,
) -> Packings:
    """Return all packings of a puzzle as one object, which answers many questions without a search.

    `method` is `search` (from a list of all packings), `frontier` (from its states), or `auto` for the one that is
    expected to take less.  If the `file` exists, the diagram is read from it, otherwise written to it.  `memory` is a
    limit in bytes, by default half of the free memory.  If the clock stops while packings are listed, the result has
    those found until then, is not `final`, and is not written.

    Raises PuzzleError for invalid arguments and if there are too many packings to list, FrontierError if `method` is
    `frontier` and a frontier cannot be used, and Stopped if the clock stops before there is a packing.
    """
    if method not in METHODS:
        raise PuzzleError(f"method {method}: choose from {', '.join(METHODS)}")
    clock = Clock(time_limit, within=clock).start()
    loaded = as_puzzle(puzzle, clock)
    run = solve(loaded, jobs=jobs, clock=clock, watch=watch)
    tables = run.tabulate()
    if file is not None and Path(file).exists():
        return Packings(loaded, tables, Diagram.load(file, _about(tables)))
    memory = memory or machine.free() // 2
    found = None
    if method != "search" and run.reason is None:
        long = float(run.plan().stats.get("estimated_seconds", 0.0)) > _LONG
        if method == "frontier" or long:
            found = _by_frontier(tables, memory if method == "frontier" else memory // 4, clock, method == "auto")
    packings = Packings(loaded, tables, found) if found is not None else _listed(loaded, run, memory)
    if file is not None and packings.final:
        packings.save(file)
    return packings


def _by_frontier(tables: Tables, memory: int, clock: Clock, optional: bool) -> Diagram | None:
    """Return the diagram from a frontier; None if a frontier cannot be used and this is `optional`."""
    assert tables.puzzle is not None
    try:
        if tables.filters:
            raise FrontierError(f"a frontier lists no packings, which the rule {tables.filters[0]} judges")
        return diagram_of(tables.cover, scan_order(tables.puzzle.board), memory, clock)
    except FrontierError:
        if optional:
            return None
        raise


def _listed(puzzle: Puzzle, run: Search, memory: int) -> Packings:
    """Return the packings that a run lists.  Raises PuzzleError if they need more memory."""
    tables, found, widest, many = run.tabulate(), [], 0, 0
    order = _order(tables)
    for batch in run.batches():
        if len(batch):
            found.append(batch)
            widest, many = max(widest, batch.shape[1]), many + len(batch)
            if many * len(tables.symmetry.options) * widest * _BYTES > memory:
                raise PuzzleError(
                    f"{puzzle.name}: {many} packings up to symmetry so far, more do not fit into {memory >> 20} MiB"
                )
    if not many:
        run.clock.check()
    padded = [np.pad(each, ((0, 0), (0, widest - each.shape[1])), constant_values=-1) for each in found]
    every = np.concatenate(padded) if padded else np.zeros((0, 0), np.int64)
    rows = tables.symmetry.images(every).reshape(-1, widest) if len(every) else every
    return Packings(puzzle, tables, Diagram.of(rows, order), run.status is Status.EXHAUSTED)


def _order(tables: Tables) -> NDArray[np.int64]:
    """Return the options by the first of their cells, in the order of a frontier."""
    assert tables.puzzle is not None
    order = scan_order(tables.puzzle.board)
    inside = bits.from_words(tables.placements.rows, len(order))[:, order]
    found: NDArray[np.int64] = np.argsort(inside.argmax(axis=1), kind="stable")
    return found


def _about(tables: Tables) -> str:
    """Return a hash of the problem and of the numbers of its options."""
    meaning = Meaning(tables.puzzle, tables.cover, tables.symmetry, tables.placements.colours)
    return hashlib.sha256("\n".join([meaning.of(), *meaning.options]).encode()).hexdigest()
