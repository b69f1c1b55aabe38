"""The search for the foldings of a chain that is alone on its board: it lists no placements.

Each folding is a solution, so a list of the placements would be the list of solutions.  The symmetry of the board is
broken by beginnings: of each class, the folding with the smallest list of cells is found (`cover/foldings.py`).
"""

import time
from collections.abc import Generator
from contextlib import closing
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import Clock, Status
from satpuzzle.cover.foldings import Begin, Classes, from_one_end, numbered
from satpuzzle.cover.group import moves_of_board
from satpuzzle.cover.placements import Placements, check_listed, placements_of_chain
from satpuzzle.cover.reasons import Reason, volumes
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.base import Stats
from satpuzzle.engines.foldings import Foldings, harder_end
from satpuzzle.errors import ConsumedError, Stopped
from satpuzzle.puzzle.chains import ahead
from satpuzzle.puzzle.model import Counts, Puzzle
from satpuzzle.search.request import Request
from satpuzzle.search.run import Run
from satpuzzle.search.schedule import in_order
from satpuzzle.search.totals import Totals
from satpuzzle.solutions.solution import Solution

_LISTED = 64  # foldings that are counted at a time if all are listed


def folds(request: Request) -> bool:
    """Tell whether a request is for one chain alone, all of its foldings on the board, and for an engine that folds."""
    puzzle, config = request.subject, request.config
    if not isinstance(puzzle, Puzzle) or puzzle.alone is None or not config.engine.folds:
        return False
    divided = config.strategy is not None or config.parts is not None or request.journaled
    return not divided and request.given is None and request.judge is None


class Folded(Run):
    """A search for the foldings of a chain that is alone on its board."""

    direct = True
    _classes: Classes | None = None
    _required: NDArray[np.int64] | None = None  # cells that a folding must cover, by default all that are not optional

    _room: int | None = None  # the most foldings that are counted at a time; those are listed, whatever the clock says

    def __iter__(self) -> Generator[Solution, None, None]:
        listed, self._room = 0, _LISTED if self.limit is None else 1
        with closing(self._running()) as running:
            for path in chain.from_iterable(running):
                for member in self._known.members(path, self.request.up_to):
                    yield self._solution(member)
                    listed += 1
                    if listed == self.limit:
                        running.close()
                        self.status = Status.SOLUTION_LIMIT
                        return

    def exhaust(self) -> Counts:
        """Search to the end, or to a limit, without making Solution objects; return the counts."""
        if self.status in (None, Status.INTERRUPTED):
            for _ in self._running() if self.limit is None else self:
                pass
        return self.counts

    def tabulate(self) -> Tables:
        """Return the tables of the problem, with all foldings as placements.

        Raises PuzzleError if there are too many, and what `Search.tabulate` does.
        """
        self.clock.start()
        if self._tables is None and self.obstacle is None:
            self._tables = Tables.of(self.puzzle, None, self.request.must_preserve, self.clock, self._listed())
        return super().tabulate()

    def _listed(self) -> Placements:
        run, found, many = Folded(self.request), [np.zeros((0, len(self.puzzle.pieces[0].cells)), np.int64)], 0
        run._required = np.zeros(0, np.int64)
        for path in chain.from_iterable(run._running()):
            found.append(run._known.members(path, "raw"))
            many += len(found[-1])
            check_listed(self.puzzle, self.puzzle.pieces[0], many)
        self.clock.check()
        return placements_of_chain(self.puzzle, np.concatenate(found))

    @property
    def obstacle(self) -> Reason | None:
        """Return why the volumes exclude a folding, None if they do not."""
        return volumes(self.puzzle) if self._tables is None else super().obstacle

    @property
    def symmetry(self) -> dict[str, int]:
        """Return the orders of the symmetry group by name; empty until the search begins."""
        return super().symmetry if self._classes is None else self._classes.orders

    @property
    def _known(self) -> Classes:
        assert self._classes is not None
        return self._classes

    def _running(self) -> Generator[NDArray[np.int64], None, None]:
        """Yield the foldings that represent their classes, in portions, and set the status at the end."""
        if self.status is not None:
            raise ConsumedError("a run is iterated over once: solve again for another iteration")
        self.status, began = Status.INTERRUPTED, time.monotonic()
        self.clock.start()
        try:
            if self.obstacle is None:
                yield from self._portions()
            else:
                self._classes = Classes("", *moves_of_board(self.puzzle, self.clock))
                self._count(Counts(0, 0, 0))
            self.status = Status.EXHAUSTED
        except Stopped:
            self.status = self.clock.status or (Status.NODE_LIMIT if self._at_node_limit() else Status.INTERRUPTED)
        except KeyboardInterrupt:
            pass
        finally:
            self.stats["seconds"] = time.monotonic() - began

    def _portions(self) -> Generator[NDArray[np.int64], None, None]:
        puzzle, request, began = self.puzzle, self.request, time.monotonic()
        way_on = ahead(puzzle.board, puzzle.wrapping)
        moves, rotation = moves_of_board(puzzle, self.clock)
        first = np.flatnonzero(moves.min(axis=0) == np.arange(len(puzzle.board)))
        word = puzzle.pieces[0].chain or ""
        searched = harder_end(word, way_on, first.tolist(), self.clock)
        self._classes = classes = Classes(searched, moves, rotation)
        required = np.flatnonzero(~puzzle.optional) if self._required is None else self._required
        parts, every = [*classes.begins(way_on)], list[Stats]()
        self.stats["parts"], self.stats["preparation"] = len(parts), time.monotonic() - began

        def work(begin: Begin) -> Generator[tuple[NDArray[np.int64], Counts] | None, None, None]:
            every.append(own := Stats(nodes=0, parts_done=0))
            for paths in Foldings(searched, way_on).of(begin.cells, halt, own):
                filling = paths[(numbered(paths, len(way_on))[:, required] > 0).all(axis=1)]
                several = self._room or len(filling) or 1
                for at in range(0, len(filling), several):
                    yield classes.represented(begin, filling[at : at + several])
                yield None
            own["parts_done"] = 1

        def look() -> None:
            for key in ("nodes", "parts_done"):
                self.stats[key] = sum(own[key] for own in [*every])

        halt, total = Clock(within=self.clock), Counts(0, 0, 0)
        running = in_order(work, parts, 1 if request.node_limit else request.threads, halt)
        try:
            for found in running:
                look()
                if found is not None:
                    paths, counts = found
                    total += counts
                    self._count(total)
                    yield paths if searched == word else paths[:, ::-1]
                    self.clock.check()
                self.watch(self)
                if self._at_node_limit():
                    raise Stopped("the node limit was reached", by_limit=True)
        finally:
            running.close()
            look()
        self._count(total)

    def _count(self, total: Counts) -> None:
        self.totals = lambda: Totals(total, total)

    def _solution(self, path: NDArray[np.int64]) -> Solution:
        lying = from_one_end(self.puzzle.pieces[0].chain or "", path[None])
        return Solution((0,), self.puzzle, placements_of_chain(self.puzzle, lying))
