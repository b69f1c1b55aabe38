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
from satpuzzle.cover.placements import Placements, packed
from satpuzzle.cover.reasons import Reason, volumes
from satpuzzle.engines.base import Stats
from satpuzzle.engines.foldings import Foldings, harder_end
from satpuzzle.errors import ConsumedError, Stopped
from satpuzzle.puzzle.chains import ahead
from satpuzzle.puzzle.model import Counts, Puzzle
from satpuzzle.puzzle.parts import SEPARATE
from satpuzzle.search.request import Request
from satpuzzle.search.run import Run
from satpuzzle.search.schedule import in_order
from satpuzzle.search.totals import Totals
from satpuzzle.solutions.solution import Solution


def folds(request: Request) -> bool:
    """Tell whether a request is for one chain alone, all of its foldings on the board, and for an engine that folds."""
    puzzle, config = request.subject, request.config
    if not isinstance(puzzle, Puzzle) or not config.engine.folds or len(puzzle.pieces) > 1:
        return False
    (piece,) = puzzle.pieces
    plain = not puzzle.rules and not puzzle.wrapping.round and puzzle.parts != SEPARATE
    alone = piece.chain is not None and piece.min == piece.max == 1
    asked = config.strategy is not None or config.parts is not None or request.given is not None
    return alone and plain and not asked and not request.journaled and request.judge is None


class Folded(Run):
    """A search for the foldings of a chain that is alone on its board."""

    direct = True
    _classes: Classes | None = None

    def __iter__(self) -> Generator[Solution, None, None]:
        listed = 0
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
        required, parts, every = np.flatnonzero(~puzzle.optional), [*classes.begins(way_on)], list[Stats]()
        self.stats["parts"], self.stats["preparation"] = len(parts), time.monotonic() - began

        def work(begin: Begin) -> Generator[tuple[NDArray[np.int64], Counts] | None, None, None]:
            every.append(own := Stats(nodes=0, parts_done=0))
            for paths in Foldings(searched, way_on).of(begin.cells, halt, own):
                filling = paths[(numbered(paths, len(way_on))[:, required] > 0).all(axis=1)]
                yield classes.represented(begin, filling) if len(filling) else None
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
        words, cells = -(-len(self.puzzle.board) // 64), len(self.puzzle.board)
        lying = from_one_end(self.puzzle.pieces[0].chain or "", path[None])
        one = Placements(packed(lying, words), np.zeros(1, np.int64), numbers=numbered(lying, cells))
        return Solution((0,), self.puzzle, one)
