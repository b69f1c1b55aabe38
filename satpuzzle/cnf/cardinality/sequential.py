"""Sequential counter.

Auxiliary s[i][j] means "at least j of x[0..i] are true".  It is defined in both directions, so that the number of
models does not change:

    s[i][j]  <=>  s[i-1][j]  or  (x[i] and s[i-1][j-1])

n k variables and about 4 n k clauses for bounds up to k.

Carsten Sinz, Towards an Optimal CNF Encoding of Boolean Cardinality Constraints, CP 2005.
"""

from collections.abc import Iterator

from satpuzzle.cnf.formula import BLOCK, Clauses, Formula, Literals, Size, stacked


def between(formula: Formula, literals: Literals, lower: int, upper: int) -> Iterator[Clauses]:
    """Yield clauses by which at least `lower` and at most `upper` of the literals are true.

    Raises ValueError unless 0 <= lower <= upper and lower <= the number of literals.
    """
    top = highest(len(literals), lower, upper)
    clauses: list[list[int]] = []
    before: list[int] = []  # before[j - 1] is s[i-1][j]; s[i-1][j] is false for larger j
    for x in literals.tolist():
        after = formula.fresh(min(len(before) + 1, top)).tolist()
        for j, s in enumerate(after, 1):
            same = before[j - 1 : j]  # s[i-1][j], if it can be true
            less = before[j - 2 : j - 1] if j > 1 else []  # s[i-1][j-1]; s[i-1][0] is true and needs no literal
            clauses += [[-old, s] for old in same]
            clauses.append([-x, *(-old for old in less), s])
            clauses.append([-s, *same, x])
            clauses += [[-s, *same, old] for old in less]
        before = after
        if len(clauses) > BLOCK:
            yield from stacked(clauses)
            clauses = []
    if upper < len(literals):
        clauses.append([-before[upper]])
    if lower > 0:
        clauses.append([before[lower - 1]])
    yield from stacked(clauses)


def highest(count: int, lower: int, upper: int) -> int:
    """Return the largest number that a counter of `count` literals must distinguish, to check these bounds.

    Raises ValueError if the bounds are invalid.
    """
    if not 0 <= lower <= min(upper, count):
        raise ValueError(f"between {lower} and {upper} of {count} literals")
    return upper + 1 if upper < count else lower


def between_size(count: int, lower: int, upper: int) -> Size:
    """Return the size of the encoding for `count` literals and these bounds."""
    top = highest(count, lower, upper)
    variables = sum(min(i + 1, top) for i in range(count))
    same = sum(min(i, top) for i in range(count))
    clauses = same + 2 * variables + sum(max(min(i + 1, top) - 1, 0) for i in range(count))
    return Size(variables, clauses + (upper < count) + (lower > 0))
