"""The interface of a format for external solvers: it writes a cover, adds clauses, and reads a solver's answer.

An answer is the text of a stranger: each number in it is checked before it is used, so that no answer takes more time
or memory than its length and the number of options allow.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np

from satpuzzle import data
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cnf.recipe import Recipe
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.checks import number_of
from satpuzzle.puzzle.formats.json import shown

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
    clock: Clock = UNLIMITED  # checked while clauses are made, which raises Stopped

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
        for item, groups in self.clock.each(self.cover.agreeing()):
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


class WrongAnswer(PuzzleError):
    """Raised for a solution with values that the exported file does not have."""


class Model(ABC):
    """A text format that can state an exact cover."""

    name: str
    ending: str  # the file name extension, with its dot
    description: str  # one line of text
    beside: Path | None = None  # a file that solvers read too, the same for all instances

    @abstractmethod
    def lines(self, instance: Instance) -> Iterator[str]:
        """Yield the lines of the text.  Raises PuzzleError if the format cannot state the instance."""

    def put_beside(self, path: Path) -> None:
        """Write the file that solvers read too, if there is one, into the folder of a text."""
        if self.beside is not None:
            data.write(path.with_name(self.beside.name), data.read(self.beside))

    @abstractmethod
    def with_clause(self, lines: list[str], clause: Clause) -> None:
        """Add a clause to the lines of a text that `lines` made, in place; its literals are variables of options.

        Raises PuzzleError if the format cannot state clauses.
        """

    def read(self, output: str, instance: Instance) -> set[int] | None:
        """Return the options' variables that an answer says are true, None if it says that there is no solution.

        Raises WrongAnswer if it has anything but values of the variables of the exported instance, and NoAnswer if it
        has neither a solution nor that there is none.  This reads the output of the SAT and pseudo-Boolean competitions
        (`s SATISFIABLE` and `v` lines) and the file that MiniSat writes (`SAT`, then literals).
        """
        lines = output.splitlines()
        said = {line[2:].strip() for line in lines if line.startswith("s ")}
        first = next((number for number, line in enumerate(lines) if line.strip()), 0)
        word = lines[first].strip() if lines else ""
        if "UNSATISFIABLE" in said or word in ("UNSAT", "UNSATISFIABLE"):
            return None
        if said & {"SATISFIABLE", "OPTIMUM FOUND"}:
            values = [line[2:] for line in lines if line.startswith("v ")]
        elif word in ("SAT", "SATISFIABLE"):
            values = [line for line in lines[first + 1 :] if not line.startswith("c ")]
        else:
            raise NoAnswer(word)
        return true_of(" ".join(values).split(), len(instance.cover.rows), self.most(instance))

    def most(self, instance: Instance) -> int:
        """Return the largest number of a variable that an answer may have."""
        return instance.variables


# A literal: of the integer v, or of the name xv; a minus or a tilde says that it is false.
_LITERAL = re.compile("([-~]?)x?([0-9]+)")


def true_of(literals: Iterable[str], options: int, most: int) -> set[int]:
    """Return the variables from 1 to `options` that literals say are true; a literal `0` ends a list and means nothing.

    Raises WrongAnswer for words that are no literals of the variables 1 to `most`, and for contradictory literals.
    """
    true: dict[int, bool] = {}
    for word in literals:
        if word == "0":
            continue
        found = _LITERAL.fullmatch(word)
        if found is None or not (number := number_of(found[2], most)):
            raise WrongAnswer(f"the answer has {shown(word)}, allowed are literals of the variables 1 to {most}")
        if number <= options and true.setdefault(number, not found[1]) is bool(found[1]):
            raise WrongAnswer(f"the answer says both that variable {number} is true and that it is false")
    return {number for number, value in true.items() if value}


class Bounds(NamedTuple):
    """An item, by its name: a sum of variables, each times its weight, is from `lower` to `upper`."""

    name: str
    variables: list[int]
    weights: list[int]
    lower: int
    upper: int

    @property
    def matters(self) -> bool:
        """Whether the upper bound can be exceeded."""
        return self.upper < sum(self.weights)


def bounds_of(cover: ExactCover) -> Iterator[Bounds]:
    """Yield the bounds of each item, without those that every assignment satisfies.

    The options that are fixed come last, as if each were an item of its own.
    """
    for item, (lower, upper) in enumerate(zip(cover.lower.tolist(), cover.upper.tolist(), strict=True)):
        options = np.flatnonzero(cover.covers(item))
        found = Bounds(cover.names[item], (options + 1).tolist(), cover.times(item)[options].tolist(), lower, upper)
        if lower or found.matters:
            yield found
    for literal in fixed(cover):
        yield Bounds("a fixed option", [abs(literal)], [1], int(literal > 0), int(literal > 0))


def fixed(cover: ExactCover) -> list[int]:
    """Return the literals of options that are chosen already, or cannot be chosen, such as one that covers nothing."""
    return [option + 1 if option in cover.chosen else -option - 1 for option in np.flatnonzero(~cover.live).tolist()]
