"""LRAT from the tree of a search, without a SAT solver.

At a node with the chosen options P that branches on an item, the clause "not all of P" follows.  One option of the item
must be chosen, but each is excluded: by an option of P that shares an item with it, by the clause of the child that
chose it, or by the clause of an earlier sibling on the path.  The clause has only the options of P that were needed for
this.  If the clause of a child does not have the option that the child chose, it is also the clause of the parent
(backjumping at no cost).  At a solution, the clause that blocks it takes the place of "one must be chosen".

For equal copies of a piece, the clauses that count them provide these facts (`counting.py`): that no more copies can be
chosen, or that too few are left.

A step is as long as an item's list of options, so this suits small boards.
"""

from collections.abc import Generator, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import Clock
from satpuzzle.cover.bits import from_words
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.proofs.check.tree import DEAD_END
from satpuzzle.proofs.check.trees import kind_of
from satpuzzle.proofs.write.counting import Counters
from satpuzzle.proofs.write.recording import recorder

Clause = tuple[int, frozenset[int]]  # (its number, its options): not all of these options are chosen


def derive(cover: ExactCover, clauses: Sequence[Sequence[int]], clock: Clock) -> Iterator[str]:
    """Yield the lines of a proof that the clauses of a cover with blocked solutions are unsatisfiable.

    The clauses must have: for each two options that exclude each other a clause, or clauses from which unit propagation
    derives it, as for colours; for each item that must be covered once a clause of its options; for each other item
    clauses that count its options so that unit propagation finds all consequences; and a clause that blocks each
    solution.
    """
    tree = recorder().record(cover, kind_of(len(cover.names)), clock)
    codes = (code for numbers, _ in tree for code in numbers.tolist())
    yield from _Derivation(cover, clauses, codes).lines()


class _Derivation:
    """Writes a proof; it keeps the numbers of the clauses and the part of the tree that is not read yet."""

    def __init__(self, cover: ExactCover, clauses: Sequence[Sequence[int]], codes: Iterator[int]) -> None:
        self.cover, self.codes = cover, codes
        self.number = {frozenset(clause): number for number, clause in enumerate(clauses, 1)}
        self.last = len(clauses)
        self.members = cover.members()
        self.options = [np.flatnonzero(column).tolist() for column in self.members.T]
        has, excludes = (from_words(rows, 64 * rows.shape[1]) for rows in (cover.rows, cover.exclusions()))
        some = excludes.any(axis=0)
        self.apart = excludes[:, some].astype(np.float32) @ has[:, some].astype(np.float32).T > 0
        self.counters = Counters(clauses, len(self.members))

    def lines(self) -> Iterator[str]:
        """Yield the steps of the proof; the last step adds the empty clause."""
        yield from self._below([], np.ones(len(self.members), np.bool_), {})

    def _below(
        self, chosen: list[int], live: NDArray[np.bool_], tried: dict[int, Clause]
    ) -> Generator[str, None, Clause]:
        """Yield the steps for a node and the subtree below it; return the node's clause.

        `chosen` are the options on the path to the node, `live` marks the options that remain, and `tried` has the
        clause of each option that was tried before at a node of the path.
        """
        code, into = next(self.codes), live
        if code == len(self.options) + DEAD_END:
            left = self.members[live].sum(axis=0) + self.members[chosen].sum(axis=0)
            code, into = int((left < self.cover.lower).argmax()), np.zeros_like(live)
        excluded, mine = dict(tried), list[Clause]()
        for option in self.options[code] if code < len(self.options) else range(len(live)):
            if into[option]:
                live = live.copy()
                live[option] = False
                together = [*chosen, option]
                below = yield from self._below(together, live & self.cover.open_beside(together), excluded)
                excluded[option] = below
                mine.append(below)
        final, needed, others = self._at_the_end(code, chosen, live)
        hints = list[int]()
        for option in others:
            numbers, by = self._excluded(option, chosen, excluded)
            hints += numbers
            needed |= by
        clause = next((one for one in mine if one[1] <= set(chosen)), None)
        if clause is None:
            self.last += 1
            clause = self.last, frozenset(needed)
            literals = "".join(f"{-option - 1} " for option in sorted(needed))
            yield f"{self.last} {literals}0 {' '.join(map(str, dict.fromkeys([*hints, *final])))} 0"
        if spent := [number for number, _ in mine if number != clause[0]]:
            yield f"{self.last} d {' '.join(map(str, spent))} 0"
        return clause

    def _at_the_end(
        self, code: int, chosen: list[int], live: NDArray[np.bool_]
    ) -> tuple[list[int], set[int], list[int]]:
        """Return a hint that one of some further options must be chosen in addition to the chosen ones.

        The result is the hint (numbers of clauses), the chosen options that it needs, and the further options.
        """
        if code == len(self.options):
            joining = np.flatnonzero(self.cover.open_beside(chosen)).tolist()
            blocking = frozenset([*(-option - 1 for option in chosen), *(option + 1 for option in joining)])
            return [self.number[blocking]], set(chosen), joining
        options = self.options[code]
        at_least_one = self.number.get(frozenset(option + 1 for option in options))
        if at_least_one is not None and self.cover.lower[code] == 1:
            return [at_least_one], set(), options
        return self.counters.too_few(set(chosen).intersection(options), [o for o in options if not live[o]])

    def _excluded(self, option: int, chosen: list[int], tried: dict[int, Clause]) -> tuple[list[int], set[int]]:
        """Return the numbers of clauses that exclude an option, and the chosen options that these clauses need."""
        for by in chosen:
            if self.apart[by, option]:
                number = self.number.get(frozenset((-by - 1, -option - 1)))
                return ([number], {by}) if number else self.counters.no_more(frozenset([by]), option)
        if option in tried:
            number, together = tried[option]
            return [number], {*together} - {option}
        for item in np.flatnonzero(self.members[option]).tolist():
            copies = frozenset(chosen).intersection(self.options[item])
            if len(copies) == self.cover.upper[item]:
                return self.counters.no_more(copies, option)
        raise AssertionError(f"option {option} could be added but was not tried")
