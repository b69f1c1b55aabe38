"""A formula in conjunctive normal form.

Clauses are arrays, one row a clause, since pairwise encodings have millions of them; a family is a
named list of such blocks.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Literals = NDArray[np.int32]  # (n,)
Clauses = NDArray[np.int32]  # (clauses, literals)


class Size(NamedTuple):
    """How many auxiliary variables and clauses an encoding takes."""

    variables: int
    clauses: int

    def plus(self, other: "Size") -> "Size":
        """Return the size of both together."""
        return Size(self.variables + other.variables, self.clauses + other.clauses)


class Formula:
    """Variables 1 to `variables`, clauses by family, and bounds, which only some solvers take."""

    def __init__(self, variables: int) -> None:
        self.variables = variables
        self.families: dict[str, list[Clauses]] = {}
        self.bounds: list[tuple[Literals, int]] = []  # of these literals at most so many are true

    def fresh(self, count: int) -> Literals:
        """Return new variables."""
        self.variables += count
        return np.arange(self.variables - count + 1, self.variables + 1, dtype=np.int32)

    def add(self, family: str, blocks: Iterable[Clauses]) -> None:
        """Add clauses to a family."""
        self.families.setdefault(family, []).extend(block for block in blocks if len(block))

    def bound(self, literals: Literals, most: int) -> None:
        """Add that at most so many of the literals are true."""
        self.bounds.append((literals, most))

    def load(self, solver: Any, literals: NDArray[np.int64] | None = None) -> None:
        """Give all of it to a PySAT solver, which knows literal v as `literals[v]` (see `signed`), or as v."""
        known = signed(np.arange(self.variables + 1)) if literals is None else literals
        for counted, most in self.bounds:
            solver.add_atmost(known[counted].tolist(), most)
        for clauses in self.blocks():
            solver.append_formula(zip(*known[clauses].T.tolist(), strict=True))  # in tuples, which are made quickly

    def sizes(self) -> dict[str, int]:
        """Return the number of clauses of each family, and of bounds if there are any."""
        sizes = {family: sum(map(len, blocks)) for family, blocks in self.families.items()}
        return sizes | ({"bounds": len(self.bounds)} if self.bounds else {})

    def __len__(self) -> int:
        return sum(self.sizes().values())

    def blocks(self) -> Iterator[Clauses]:
        """Iterate over all clauses in blocks of at most a hundred thousand."""
        for blocks in self.families.values():
            for block in blocks:
                for start in range(0, len(block), 100_000):
                    yield block[start : start + 100_000]


def stacked(clauses: Iterable[list[int]]) -> Iterator[Clauses]:
    """Yield clauses of mixed length as one block for each length."""
    by_length: dict[int, list[list[int]]] = {}
    for clause in clauses:
        by_length.setdefault(len(clause), []).append(clause)
    for block in by_length.values():
        yield np.array(block, dtype=np.int32)


def signed(names: NDArray[Any]) -> NDArray[Any]:
    """Return the names of literals by those of variables 1 to n: entry v is for variable v, entry -v for its negation.

    Entry 0 of `names` is for nothing.
    """
    return np.concatenate([names, -names[:0:-1]])


def implications(literals: Literals, consequences: Literals) -> Clauses:
    """Return the clauses "if this literal, then its consequence", one a pair."""
    return np.stack([-literals, consequences], axis=1)
