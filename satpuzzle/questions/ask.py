"""Queries to one cover: its solutions that contain some options and do not contain others.

Solutions are counted on the fixed board: two solutions that differ by a symmetry are different, so it is clear which of
them has a given placement.
"""

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from satpuzzle.api import as_puzzle, as_subject
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.given import Given, given_options, with_given
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.base import Engine, SolverConfig
from satpuzzle.engines.config import solver_config
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.questions.question import ALONE, Context
from satpuzzle.solutions.chosen import Chosen, solution_of
from satpuzzle.solutions.solution import Solution

Options = tuple[int, ...]
_OFTEN = 256  # number of solutions of one search between two calls of the callback


class Asker:
    """Searches the cover of a puzzle, or a bare one, many times, with different assumptions.

    Every method raises Stopped if the clock stops.
    """

    def __init__(
        self,
        puzzle: Puzzle | ExactCover | str | Path,
        backend: str | Engine = "native",
        context: Context = ALONE,
    ) -> None:
        self.clock, self.watch = context.clock, context.watch
        self.puzzle = as_subject(puzzle, self.clock)
        self.config: SolverConfig = solver_config(backend)
        self.tables = Tables.of(self.puzzle, clock=self.clock)
        self.tables.refuse_filters("a search with some pieces given")
        self.asked = 0  # number of searches so far
        self.doing = self.puzzle.name  # what the searches are for, in progress texts

    def given(self, given: Given) -> Options:
        """Return the numbers of the options that are the given pieces.

        Raises PuzzleError if the pieces are invalid.
        """
        return () if given is None else tuple(given_options(self.puzzle, self.tables.placements, given))

    def cover(self, given: Given) -> ExactCover:
        """Return the cover in which the given pieces are chosen.

        Raises PuzzleError if the pieces are invalid or contradict each other.
        """
        tables = self.tables
        return tables.cover if given is None else with_given(self.puzzle, tables.placements, tables.cover, given)

    def solutions(
        self, chosen: Collection[int] = (), ruled_out: Collection[int] = (), limit: int | None = None
    ) -> Iterator[Options]:
        """Yield the solutions that contain all `chosen` and no `ruled_out` options, as tuples of option numbers.

        They place pieces; options by which cells stay empty are left out.  `limit` says how many will be read, so that
        these come soon.
        """
        self.asked += 1
        self.watch(f"{self.doing}: {self.asked} searches")
        if self.tables.reason is None:
            assumptions = [*map(int, chosen), *(~int(option) for option in ruled_out)]
            each = self.config.engine.solutions(self.tables.cover, self.config, self.clock, assumptions, limit)
            for number, found in enumerate(each, 1):
                if number % _OFTEN == 0:
                    self.watch(f"{self.doing}: {self.asked} searches, {number} solutions of the last")
                yield self.shown(found).options

    def one(self, chosen: Collection[int] = (), ruled_out: Collection[int] = ()) -> Options | None:
        """Return the first solution that `solutions` yields, or None."""
        return next(self.solutions(chosen, ruled_out, limit=1), None)

    def other(self, solution: Options, chosen: Collection[int]) -> Options | None:
        """Return a solution that contains the `chosen` options and differs from `solution`; None if there is none."""
        return next((found for found in self.solutions(chosen, limit=2) if found != solution), None)

    def random(self, dice: "np.random.Generator", chosen: Sequence[int] = ()) -> Options | None:
        """Return a random solution that contains the `chosen` options, or None if there is none.

        The solutions are not equally likely.
        """
        placed = list(chosen)
        start = self.one(placed)
        if start is None:
            return None
        for _ in range(2):
            live = np.flatnonzero(self.tables.cover.open_beside(placed))
            for option in dice.permutation(live)[:3].tolist():
                found = self.one([*placed, option])
                if found is not None:
                    placed, start = [*placed, option], found
                    break
        return start

    def shown(self, options: Options) -> Solution | Chosen:
        """Return a complete or partial solution that consists of these options."""
        return solution_of(options, self.puzzle, self.tables)


class PuzzleAsker(Asker):
    """Searches a puzzle, whose solutions have pieces in place."""

    puzzle: Puzzle

    def __init__(self, puzzle: Puzzle | str | Path, backend: str | Engine = "native", context: Context = ALONE) -> None:
        super().__init__(as_puzzle(puzzle, context.clock), backend, context)

    def shown(self, options: Options) -> Solution:
        """Return a complete or partial solution that consists of these options."""
        return Solution(tuple(sorted(options)), self.puzzle, self.tables.placements)


def count_options(solutions: Iterator[Options], options: int) -> tuple[NDArray[np.int64], int]:
    """Return for each option the number of solutions that contain it, and the number of all solutions.

    `options` is the number of options of the cover.
    """
    counted, total = np.zeros(options, np.int64), 0
    for solution in solutions:
        counted[list(solution)] += 1
        total += 1
    return counted, total
