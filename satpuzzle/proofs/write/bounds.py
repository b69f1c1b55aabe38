"""Writes what is best as inequalities and a proof that nothing is better, for the checkers of the VeriPB format.

All cells are covered, an empty one by an option of its own.  So what a packing is worth is what its cells cost at the
highest price of a cell, less what its options lose of this price, and few options lose something.  The best packing is
logged; from then on only better ones count.  That and the cells' inequalities add up to a limit of losses, and a search
that keeps the limit ends without a packing.  Its nodes become clauses, as in `veripb.py`.

    soli x1 ~x2 x3 ;             the best packing; from here on only better ones count
    pol 9 2 * 1 + 3 + ;          so these options lose at most so much
    rup 1 ~x2 >= 1 ;             no better one has option 2
    rup >= 1 ;                   none is better
    conclusion BOUNDS -5 : 12 -5 ;
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.tables import Tables
from satpuzzle.errors import PuzzleError
from satpuzzle.proofs.check.contents import MANIFEST, written
from satpuzzle.proofs.write.folder import check_replaceable, new_folder
from satpuzzle.proofs.write.subject import subject_of
from satpuzzle.proofs.write.veripb import HEAD, PROOF, VERSION, bounds, excluded, literals, write_formula
from satpuzzle.questions.best import Best
from satpuzzle.questions.goal import Counted, Goal


def certify(found: Best, folder: str | Path, clock: Clock = UNLIMITED) -> None:
    """Write inequalities and a proof that the packing found is the best, or that there is none, to a new folder.

    Raises PuzzleError if this is not known or cannot be expressed, or for a folder that is not a certificate, and
    Stopped if the clock stops.
    """
    folder, puzzle = Path(folder), found.puzzle
    if found.verdict not in ("best", "impossible"):
        raise PuzzleError(f"{puzzle.name}: what is best is not known, so there is no certificate")
    if isinstance(puzzle, ExactCover):
        raise PuzzleError(f"{puzzle.name}: certificates of what is best are of puzzles, `certify` takes exact covers")
    subject = subject_of(puzzle, clock=clock)
    subject.check_names()
    check_replaceable(folder)
    tables = Tables.of(Counted.of(puzzle), clock=clock)
    tables.refuse_filters("a certificate")
    goal = Goal(tables, puzzle, found.objective, found.sense == "maximise")
    with new_folder(folder) as place:
        subject.copy(place, clock)
        costs = -goal.worth[tables.placements.piece]
        given = write_formula(place, tables.cover, subject.title, costs)
        best = None if found.solution is None else _options(goal, found)
        with (place / PROOF).open("w", encoding="ascii") as out:
            out.writelines(f"{line}\n" for line in clock.each(_Proof(goal, given, best).lines()))
        answer = {"objective": found.objective, "sense": found.sense, "number": found.number}
        content = {"satpuzzle certificate": VERSION, "form": "veripb", "puzzle": subject.name, "best": answer}
        (place / MANIFEST).write_text(written(place, content), encoding="utf-8")


def _options(goal: Goal, found: Best) -> list[int]:
    """Return the options of the best packing, with those by which cells stay empty."""
    assert found.solution is not None
    return goal.tables.placements.filled(found.solution.options)


class _Proof:
    """Writes the lines of a proof, and keeps the number of the last constraint."""

    def __init__(self, goal: Goal, given: int, best: list[int] | None) -> None:
        self.goal, self.cover, self.given, self.last, self.best = goal, goal.tables.cover, given, given, best
        self.members = self.cover.members()
        self.counting = self.members.astype(np.int64)
        for item in {*self.cover.weights.items}:
            self.counting[:, item] = self.cover.times(item)

    def lines(self) -> Iterator[str]:
        """Yield the lines of the whole proof."""
        yield f"{HEAD}\nf {self.given} ;"
        loss, most = np.zeros(len(self.members), np.int64), 0
        if self.best is not None:
            worth = self.goal.of(self.best)
            loss, most = self.goal.cost, self.goal.most_lost(worth + 1)
            yield f"soli {literals(len(self.members), self.best)} ;"
            yield f"pol {self._added(self.given + 1)} ;"
            self.last += 2
        yield from self._below([], loss <= most, loss, most)
        value = "INF" if self.best is None else str(-self.goal.of(self.best))
        yield f"output NONE ;\nconclusion BOUNDS {value} : {self.last} {value} ;\nend pseudo-Boolean proof ;"

    def _added(self, better: int) -> str:
        """Return the sum of the constraint that only better packings count and those of the cells, at their price."""
        price, options = self.goal.price, self.members
        number = {(item, upper): at for at, (item, upper, _) in enumerate(bounds(self.cover), 1)}
        terms = f"{better} {price.denominator} *"
        for cell in self.cover.families["cells"] if price else ():
            only = f"~x{int(options[:, cell].argmax()) + 1}"  # at most one option of this cell is no inequality
            terms += f" {number.get((cell, price > 0), only)} {abs(price.numerator)} * +"
        return terms

    def _below(self, chosen: list[int], live: NDArray[np.bool_], loss: NDArray[np.int64], left: int) -> Iterator[str]:
        """Yield the steps for a node and the subtree below it; the last one adds the node's clause.

        `chosen` are the options on the path to the node, `live` marks those that remain, and `left` may be lost yet.
        """
        need = self.cover.lower - self.cover.coverage(chosen)
        open_ = np.where(need > 0, live.astype(np.int64) @ self.counting - need, 1 << 30)
        item, spent = int(open_.argmin()), list[int]()
        assert need[item] > 0, "a better packing"
        branches = live & self.members[:, item] if open_[item] >= 0 else np.zeros_like(live)
        for option in np.flatnonzero(branches).tolist():
            live = live.copy()
            live[option] = False
            together, rest = [*chosen, option], left - int(loss[option])
            yield from self._below(together, live & self.cover.open_beside(together) & (loss <= rest), loss, rest)
            spent.append(self.last)
        self.last += 1
        yield excluded(chosen)
        if spent:
            yield f"del id {' '.join(map(str, spent))} ;"
