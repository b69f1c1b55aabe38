"""Families: one board, many puzzles.  Cells have labels, and a member says which labels stay open.

A calendar is the example: each month and each day is a cell, and the pieces leave one of either open.  Labels come in
groups; a member has one label of each group, but for combinations that are left out, such as `Feb 30`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

import numpy as np

from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.model import Puzzle

Labels = tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Family:
    """A board with labelled cells."""

    whole: Puzzle  # with all cells
    groups: dict[str, dict[str, int]]  # the labels of each group, with the numbers of their cells
    without: tuple[frozenset[str], ...] = ()  # labels that do not go together

    @property
    def name(self) -> str:
        """Return what the family is called."""
        return self.whole.name

    def members(self) -> Iterator[Labels]:
        """Yield the labels of each member, one of each group, the last group's changing fastest."""
        for labels in product(*self.groups.values()):
            if not any(left_out <= set(labels) for left_out in self.without):
                yield labels

    @cached_property
    def named(self) -> dict[str, Labels]:
        """Return the members by their names, such as `Jan 25`."""
        return {" ".join(labels): labels for labels in self.members()}

    def member(self, name: str) -> Puzzle:
        """Return the puzzle whose open cells a name tells; labels may come in any order.

        Raises PuzzleError if there is no such member.
        """
        labels = self.named.get(" ".join(name.split()))
        if labels is None:
            wanted = sorted(name.split())
            same = [found for found in self.named.values() if sorted(found) == wanted]
            if not same:
                first, last = next(iter(self.named)), next(reversed(self.named))
                raise PuzzleError(f"{self.name}: there is no member {name!r}: choose from {first} to {last}")
            labels = same[0]
        covered = np.ones(len(self.whole.board), np.bool_)
        covered[[cells[label] for cells, label in zip(self.groups.values(), labels, strict=True)]] = False
        full = " ".join(labels)
        return replace(
            self.whole,
            name=f"{self.name}#{full}",
            title=f"{self.whole.title}: {full}",
            board=self.whole.board[covered],
            optional=self.whole.optional[covered],
        )
