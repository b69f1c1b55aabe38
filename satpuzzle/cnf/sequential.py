"""Sequential counter.

Auxiliary s[i][j] means "at least j of x[0..i] are true".  It is defined in both directions, so that the
number of models stays what it was:

    s[i][j]  <=>  s[i-1][j]  or  (x[i] and s[i-1][j-1])

n k variables and about 4 n k clauses for bounds up to k.

Carsten Sinz, Towards an Optimal CNF Encoding of Boolean Cardinality Constraints, CP 2005.
"""

from collections.abc import Iterator

from satpuzzle.cnf.formula import Clauses, Formula, Literals, stacked


def between(formula: Formula, literals: Literals, lower: int, upper: int) -> Iterator[Clauses]:
    """Yield clauses that hold when at least `lower` and at most `upper` of the literals are true.

    Raises ValueError unless 0 <= lower <= upper and lower <= the number of literals.
    """
    if not 0 <= lower <= min(upper, len(literals)):
        raise ValueError(f"between {lower} and {upper} of {len(literals)} literals")
    top = upper + 1 if upper < len(literals) else lower
    clauses: list[list[int]] = []
    before: list[int] = []  # before[j - 1] is s[i-1][j]; what is absent is false
    for x in literals.tolist():
        after = formula.fresh(min(len(before) + 1, top)).tolist()
        for j, s in enumerate(after, 1):
            same = before[j - 1 : j]
            less = before[j - 2 : j - 1] if j > 1 else []  # s[i-1][0] is true
            clauses += [[-old, s] for old in same]
            clauses.append([-x, *(-old for old in less), s])
            clauses.append([-s, *same, x])
            clauses += [[-s, *same, old] for old in less]
        before = after
    if upper < len(literals):
        clauses.append([-before[upper]])
    if lower > 0:
        clauses.append([before[lower - 1]])
    yield from stacked(clauses)
