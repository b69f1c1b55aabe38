"""A solution of an exact cover that is not a puzzle: the chosen options, each as the names of its items."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.tables import Tables
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.solutions.solution import Solution

Either = Any  # a Solution of a puzzle or the Chosen of a cover: who asks knows which


@dataclass(frozen=True)
class Chosen:
    """A solution of a bare exact cover: the options that it chooses."""

    options: tuple[int, ...]
    cover: ExactCover = field(repr=False, compare=False)

    @property
    def names(self) -> list[str]:
        """Return the words of each option, as it stands in a file."""
        return [" ".join(words) for words in self.as_list()]

    @property
    def legend(self) -> str:
        """Return no legend, since options are printed by the names of their items."""
        return ""

    def as_list(self) -> list[list[str]]:
        """Return each option as a list of its items' names, each followed by its colour if it has one."""
        return [self.cover.words(option) for option in self.options]

    def __str__(self) -> str:
        return "\n".join(self.names)


def solution_of(options: Iterable[int], subject: Puzzle | ExactCover, tables: Tables) -> Solution | Chosen:
    """Return a complete or partial solution that consists of these options."""
    ordered = tuple(sorted(options))
    if isinstance(subject, ExactCover):
        return Chosen(ordered, subject)
    return Solution(ordered, subject, tables.placements)
