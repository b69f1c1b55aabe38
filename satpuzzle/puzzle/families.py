"""Families: many puzzles on one board with labelled cells.  A member names the labels that the pieces leave open.

An example is a calendar: each month and each day is a cell, and the pieces leave one month and one day open.  The
labels are divided into groups.  A member has one label of each group; some combinations are excluded, such as `Feb 30`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray

from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle import dates
from satpuzzle.puzzle.model import Puzzle

Labels = tuple[str, ...]
_LEAST = 3  # a label with at least this many letters also stands for longer words that begin with it


@dataclass(frozen=True, eq=False)
class Family:
    """A board with labelled cells; a member of the family leaves one labelled cell of each group open."""

    whole: Puzzle  # the puzzle with all cells of the board
    groups: dict[str, dict[str, int]]  # for each group, its labels with the indices of their cells
    without: tuple[frozenset[str], ...] = ()  # excluded combinations of labels

    @property
    def name(self) -> str:
        """Return the name of the family."""
        return self.whole.name

    @property
    def labels(self) -> tuple[tuple[tuple[int, ...], str], ...]:
        """Return the pairs (coordinates of a cell, its label)."""
        every = [(place, label) for cells in self.groups.values() for label, place in cells.items()]
        return tuple((tuple(self.whole.board[place].tolist()), label) for place, label in every)

    @cached_property
    def choices(self) -> NDArray[np.int64]:
        """The number of the label of each member in each group, shape (members, groups), in the order of `members`."""
        sizes = [len(cells) for cells in self.groups.values()]
        every = np.indices(sizes).reshape(len(sizes), -1).T
        kept = np.ones(len(every), np.bool_)
        for left_out in self.without:
            among = np.ones(len(every), np.bool_)
            for label in left_out:
                each = enumerate(self.groups.values())
                has = [every[:, group] == [*cells].index(label) for group, cells in each if label in cells]
                among &= np.any(has, axis=0)
            kept &= ~among
        return np.ascontiguousarray(every[kept])

    def members(self) -> Iterator[Labels]:
        """Yield the labels of each member, one from each group; the label of the last group changes fastest."""
        every = product(*self.groups.values())
        if not self.without:
            yield from every
            return
        for labels in every:
            if not any(left_out <= set(labels) for left_out in self.without):
                yield labels

    @cached_property
    def named(self) -> dict[str, Labels]:
        """Return the labels of each member by the member's name, such as `Jan 25`."""
        return {" ".join(labels): labels for labels in self.members()}

    def member(self, name: str) -> Puzzle:
        """Return the member with this name as a puzzle.

        The name lists the member's labels in any order, or is a date such as `today`.  Raises PuzzleError if there is
        no such member.
        """
        return self.of(self.named.get(" ".join(name.split())) or self._meant(name))

    def of(self, labels: Labels) -> Puzzle:
        """Return the member with these labels, one of each group, as a puzzle."""
        covered = np.ones(len(self.whole.board), np.bool_)
        at = [cells[label] for cells, label in zip(self.groups.values(), labels, strict=True)]
        covered[at] = False
        full = " ".join(labels)
        return replace(
            self.whole,
            name=f"{self.name}#{full}",
            title=f"{self.whole.title}: {full}",
            board=self.whole.board[covered],
            optional=self.whole.optional[covered],
            colours=self.whole.colours[covered[: len(self.whole.colours)]],  # none, if cells have no colours
            labels=tuple(zip(map(tuple, self.whole.board[at].tolist()), labels, strict=True)),
        )

    def _meant(self, name: str) -> Labels:
        """Return the labels of the member that a name describes, such as a date in another form."""
        try:
            words = dates.words(name)
        except PuzzleError as error:
            raise PuzzleError(f"{self.name}: {error}") from None
        found, missing = [], []
        for group, cells in self.groups.items():
            fitting = [label for label in cells if any(_says(word, label) for word in words)]
            if len(fitting) == 1:
                found.append(fitting[0])
            else:
                missing.append(group)
        first, last = next(iter(self.named)), next(reversed(self.named))
        if not found or (not missing and " ".join(found) not in self.named):
            raise PuzzleError(f"{self.name}: there is no member {name!r}: choose from {first} to {last}")
        unknown = [word for word in words if not any(_says(word, label) for label in found)]
        spoken = [word for word in name.replace(",", " ").split() if word in unknown]
        if missing or spoken:
            why = f"has no {' and no '.join(missing)}" if missing else f"has {' '.join(spoken)} besides"
            raise PuzzleError(f"{self.name}: the member {name!r} {why}: a name such as {first} is needed")
        return tuple(found)


def _says(word: str, label: str) -> bool:
    """Tell whether a word means a label: it is the label, in any case, or begins with it, as November with Nov."""
    given, known = word.lower(), label.lower()
    return given == known or (len(known) >= _LEAST and known.isalpha() and given.startswith(known))
