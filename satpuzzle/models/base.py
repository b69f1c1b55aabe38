"""The interface of a format for external solvers: it writes a cover, adds clauses, and reads a solver's answer."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

from satpuzzle.cnf.recipe import Recipe
from satpuzzle.cover.exact_cover import ExactCover

Clause = list[int]  # literals: v + 1 if option v is chosen, -(v + 1) if it is not


class Agreement(NamedTuple):
    """The constraints by which all chosen options give an item the same colour.

    Each colour of the item has a variable, listed in `one_of`, of which at most one may be true.  In `clauses`, each
    option implies the variable of its colour.
    """

    item: str
    clauses: list[Clause]
    one_of: list[int]


@dataclass(frozen=True)
class Instance:
    """An exact cover to write in a format, with a title for human readers."""

    cover: ExactCover
    title: str = ""
    recipe: Recipe = field(default_factory=lambda: Recipe("default"))  # used by formats that consist of clauses

    def meanings(self) -> Iterator[str]:
        """Yield for each option the names of its items as text, the piece first."""
        cover = self.cover
        pieces = cover.families.get("pieces", range(0))
        for option in range(len(cover.rows)):
            words = [*zip(cover.items_of(option).tolist(), cover.words(option), strict=True)]
            ordered = [word for item, word in words if item in pieces]
            ordered += [word for item, word in words if item not in pieces]
            yield " ".join(word.replace("\n", " ") for word in ordered)

    @cached_property
    def agreements(self) -> list[Agreement]:
        """The constraints of the items with colours; their new variables are numbered after those of the options."""
        found, last = [], len(self.cover.rows)
        for item, groups in self.cover.agreeing():
            new = range(last + 1, last + 1 + len(groups))
            clauses = [[-option - 1, one] for one, group in zip(new, groups, strict=True) for option in group.tolist()]
            found.append(Agreement(self.cover.names[item], clauses, [*new]))
            last = new[-1]
        return found

    @property
    def variables(self) -> int:
        """The number of variables: one for each option, and those of the agreements."""
        return len(self.cover.rows) + sum(len(agreement.one_of) for agreement in self.agreements)


class NoAnswer(ValueError):
    """Raised for a solver's output that says neither that there is a solution nor that there is none."""


class Model(ABC):
    """A text format that can state an exact cover."""

    name: str
    ending: str  # the file name extension, with its dot
    description: str  # one line of text

    @abstractmethod
    def lines(self, instance: Instance) -> Iterator[str]:
        """Yield the lines of the text.  Raises PuzzleError if the format cannot state the instance."""

    @abstractmethod
    def with_clause(self, lines: list[str], clause: Clause) -> None:
        """Add a clause to the lines of a text that `lines` made, in place; its literals are variables of options.

        Raises PuzzleError if the format cannot state clauses.
        """

    def read(self, output: str) -> set[int] | None:
        """Return the variables that an answer says are true, None if it says that there is no solution.

        Raises NoAnswer for anything else.  This reads the output of the SAT and pseudo-Boolean competitions
        (`s SATISFIABLE` and `v` lines) and the file that MiniSat writes (`SAT`, then literals).
        """
        lines = output.splitlines()
        said = {line[2:].strip() for line in lines if line.startswith("s ")}
        first = next((line.strip() for line in lines if line.strip()), "")
        if "UNSATISFIABLE" in said or first in ("UNSAT", "UNSATISFIABLE"):
            return None
        if said & {"SATISFIABLE", "OPTIMUM FOUND"}:
            values = " ".join(line[2:] for line in lines if line.startswith("v "))
        elif first in ("SAT", "SATISFIABLE"):
            values = " ".join(lines[lines.index(next(line for line in lines if line.strip())) + 1 :])
        else:
            raise NoAnswer(first)
        return {int(number) for sign, number in _LITERAL.findall(values) if not sign and int(number)}


_LITERAL = re.compile(r"(?<![\w])(-?|~)x?(\d+)(?![\w])")


def bounds_of(cover: ExactCover) -> Iterator[tuple[str, list[int], int, int]]:
    """Yield (name, variables, lower bound, upper bound) of each item, without those that every assignment satisfies."""
    for item, (lower, upper) in enumerate(zip(cover.lower.tolist(), cover.upper.tolist(), strict=True)):
        variables = (np.flatnonzero(cover.covers(item)) + 1).tolist()
        if lower or upper < len(variables):
            yield cover.names[item], variables, lower, upper
