"""Formulas in conjunctive normal form, extended by cardinality constraints.

Clauses are stored in arrays with one clause per row, since pairwise encodings have millions of them.  A family is a
named list of such arrays.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Literals = NDArray[np.int32]  # (n,)
Clauses = NDArray[np.int32]  # (clauses, literals)

BLOCK = 10_000  # an encoding yields its clauses when it has so many, so that a clock can be looked at


class Size(NamedTuple):
    """The number of auxiliary variables and of clauses of an encoding."""

    variables: int
    clauses: int

    def plus(self, other: "Size") -> "Size":
        """Return the sum of both sizes."""
        return Size(self.variables + other.variables, self.clauses + other.clauses)


class Formula:
    """Variables numbered from 1 to `variables`, clauses in named families, and bounds.

    Bounds are native cardinality constraints, which only some solvers have.
    """

    def __init__(self, variables: int) -> None:
        self.variables = variables
        self.families: dict[str, list[Clauses]] = {}
        self.bounds: list[tuple[Literals, int]] = []  # (literals, how many of them may be true)

    def __repr__(self) -> str:
        return f"<formula: variables {self.variables}, clauses {sum(map(len, self.blocks()))}>"

    def fresh(self, count: int) -> Literals:
        """Return `count` new variables."""
        self.variables += count
        return np.arange(self.variables - count + 1, self.variables + 1, dtype=np.int32)

    def add(self, family: str, blocks: Iterable[Clauses]) -> None:
        """Add clauses to a family."""
        self.families.setdefault(family, []).extend(block for block in blocks if len(block))

    def bound(self, literals: Literals, most: int) -> None:
        """Add a bound: at most `most` of the literals are true."""
        self.bounds.append((literals, most))

    def load(self, solver: Any, literals: NDArray[np.int64] | None = None) -> None:
        """Add the clauses and bounds to a PySAT solver.

        If `literals` is given (a table that `signed` makes), literal v of the formula is `literals[v]` in the solver.
        """
        renamed = signed(np.arange(self.variables + 1)) if literals is None else literals
        for counted, most in self.bounds:
            solver.add_atmost(renamed[counted].tolist(), most)
        for clauses in self.blocks():
            solver.append_formula(
                zip(*renamed[clauses].T.tolist(), strict=True)
            )  # tuples are faster to make than lists

    def sizes(self) -> dict[str, int]:
        """Return the number of clauses in each family, and the number of bounds if there are any."""
        sizes = {family: sum(map(len, blocks)) for family, blocks in self.families.items()}
        return sizes | ({"bounds": len(self.bounds)} if self.bounds else {})

    def __len__(self) -> int:
        return sum(self.sizes().values())

    def blocks(self) -> Iterator[Clauses]:
        """Yield all clauses in blocks of at most 100,000."""
        for blocks in self.families.values():
            for block in blocks:
                for start in range(0, len(block), 100_000):
                    yield block[start : start + 100_000]


def stacked(clauses: Iterable[list[int]]) -> Iterator[Clauses]:
    """Yield one block of clauses for each length."""
    by_length: dict[int, list[list[int]]] = {}
    for clause in clauses:
        by_length.setdefault(len(clause), []).append(clause)
    for block in by_length.values():
        yield np.array(block, dtype=np.int32)


def signed(names: NDArray[Any]) -> NDArray[Any]:
    """Extend a table of new names of variables to literals: entry v is `names[v]`, entry -v is -`names[v]`.

    Variables are numbered from 1; entry 0 is not used.
    """
    return np.concatenate([names, -names[:0:-1]])


def implications(literals: Literals, consequences: Literals) -> Clauses:
    """Return the clauses literals[i] -> consequences[i]."""
    return np.stack([-literals, consequences], axis=1)
