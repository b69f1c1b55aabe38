"""Families: many puzzles on one board with labelled cells.  A member names the labels that the pieces leave open.

An example is a calendar: each month and each day is a cell, and the pieces leave one month and one day open.  The
labels are divided into groups.  A member has one label of each group; some combinations are excluded, such as `Feb 30`.
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

    whole: Puzzle  # the puzzle with all cells of the board
    groups: dict[str, dict[str, int]]  # for each group, its labels with the indices of their cells
    without: tuple[frozenset[str], ...] = ()  # excluded combinations of labels

    @property
    def name(self) -> str:
        """Return the name of the family."""
        return self.whole.name

    def members(self) -> Iterator[Labels]:
        """Yield the labels of each member, one from each group; the label of the last group changes fastest."""
        for labels in product(*self.groups.values()):
            if not any(left_out <= set(labels) for left_out in self.without):
                yield labels

    @cached_property
    def named(self) -> dict[str, Labels]:
        """Return the members by their names, such as `Jan 25`."""
        return {" ".join(labels): labels for labels in self.members()}

    def member(self, name: str) -> Puzzle:
        """Return the puzzle of a member by its name, with the labels in any order.

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
