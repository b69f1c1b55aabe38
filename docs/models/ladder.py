"""At most one by a ladder: step i is true if one of the literals up to i is."""

from collections.abc import Iterator

from satpuzzle.cnf.formula import Formula, Literals


def at_most_one(formula: Formula, literals: Literals) -> Iterator[list[list[int]]]:
    """Yield clauses by which at most one of the literals is true."""
    steps = formula.fresh(max(len(literals) - 1, 0)).tolist()
    for i, step in enumerate(steps):
        yield [[-int(literals[i]), step], [-step, -int(literals[i + 1])]]
        if i:
            yield [[-steps[i - 1], step]]
