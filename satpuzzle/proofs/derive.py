"""LRAT from the tree of a search, without a SAT solver.

At a node with the options P chosen that branches on an item, the clause "not all of P" follows: each option of the item
is excluded, by an option of P that shares an item with it, by the clause of the child that chose it, or by that of an
earlier sibling on the way; and one of them must be chosen.  Only the options of P that were needed for this stand in
the clause, so a clause without the option that a child chose is its parent's as well (backjumping, for nothing).  At a
solution the clause that blocks it takes the place of "one must be chosen".

The size of a step is the number of options that an item has, so this suits small boards.
"""

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import Clock
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.errors import PuzzleError
from satpuzzle.proofs.recording import kind_of, record
from satpuzzle.proofs.tree import DEAD_END

Clause = tuple[int, frozenset[int]]  # its number, and the options of which it says "not all"


def derive(cover: ExactCover, clauses: Sequence[Sequence[int]], clock: Clock) -> Iterator[str]:
    """Yield the lines of a proof that clauses are unsatisfiable, if they say what a cover asks for.

    They must have each conflict of two options as a clause of its own, each item's options as one, and block each
    solution.  Raises PuzzleError if equal copies of a piece must be counted for the proof, which they do not do so.
    """
    several = (cover.upper > 1) & (cover.lower != 1)
    relaxed = replace(
        cover, lower=np.where(several, 0, cover.lower), upper=np.where(several, len(cover.rows), cover.upper)
    )
    kind = kind_of(len(cover.names))
    codes = (code for octets, _ in record(relaxed, clock) for code in np.frombuffer(octets, kind).tolist())
    yield from _Derivation(relaxed, clauses, codes).lines()


class _Derivation:
    """What is known of a proof so far."""

    def __init__(self, cover: ExactCover, clauses: Sequence[Sequence[int]], codes: Iterator[int]) -> None:
        self.codes = codes
        self.number = {frozenset(clause): number for number, clause in enumerate(clauses, 1)}
        self.last = len(clauses)
        members = cover.members()
        self.options = [np.flatnonzero(column).tolist() for column in members.T]
        self.members, self.lower = members, cover.lower
        once = members[:, cover.upper == 1].astype(np.float32)
        self.apart = (once @ once.T > 0) | np.eye(len(members), dtype=np.bool_)

    def lines(self) -> Iterator[str]:
        """Yield the steps, the last of which is the empty clause."""
        yield from self._below([], np.ones(len(self.apart), np.bool_), {})

    def _below(
        self, chosen: list[int], live: NDArray[np.bool_], tried: dict[int, Clause]
    ) -> Generator[str, None, Clause]:
        """Yield the steps of a node and those below; return its clause.  `tried` has those of siblings on the way."""
        code = next(self.codes)
        if code == len(self.options) + DEAD_END:
            left = self.members[live].any(axis=0) | self.members[chosen].any(axis=0)
            code = int((~left & (self.lower > 0)).argmax())
        if code < len(self.options):
            options, needed = self.options[code], set[int]()
            final = self._given(option + 1 for option in options)
        else:
            options = np.flatnonzero(~self.apart[chosen].any(axis=0)).tolist()  # that could join
            needed = set(chosen)
            final = self._given([*(-option - 1 for option in chosen), *(option + 1 for option in options)])
        excluded, mine = dict(tried), list[Clause]()
        for option in options:
            if live[option]:
                live = live.copy()
                live[option] = False
                below = yield from self._below([*chosen, option], live & ~self.apart[option], excluded)
                excluded[option] = below
                mine.append(below)
        hints = []
        for option in options:
            by = next((other for other in chosen if self.apart[other, option]), None)
            if by is not None:
                hints.append(self._given((-by - 1, -option - 1)))
                needed.add(by)
            else:
                number, together = excluded[option]
                hints.append(number)
                needed |= together - {option}
        already = next((clause for clause in mine if clause[1] <= set(chosen)), None)
        clause = already
        if clause is None:
            self.last += 1
            clause = self.last, frozenset(needed)
            literals = "".join(f"{-option - 1} " for option in sorted(needed))
            yield f"{self.last} {literals}0 {' '.join(map(str, [*hints, final]))} 0"
        if spent := [number for number, _ in mine if number != clause[0]]:
            yield f"{self.last} d {' '.join(map(str, spent))} 0"
        return clause

    def _given(self, literals: Iterable[int]) -> int:
        """Return the number of a clause that was given."""
        number = self.number.get(frozenset(literals))
        if number is None:
            raise PuzzleError("the proof must count equal copies of a piece: --backend cadical can")
        return number
