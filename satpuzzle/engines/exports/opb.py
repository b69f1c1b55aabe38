"""OPB: linear inequalities over 0-1 variables, for pseudo-Boolean solvers.

    * #variable= 16 #constraint= 10
    +1 x1 +1 x5 = 1 ;

The format of the pseudo-Boolean competitions: Olivier Roussel and Vasco Manquinho, Input/output format and solver
requirements for the competitions of pseudo-Boolean solvers, 2012.  Each item is one line, or two if its bounds differ.
"""

from collections.abc import Iterator

from satpuzzle.engines.exports.base import Clause, Instance, Model, bounds_of


class Opb(Model):
    """Linear equations and inequalities over 0-1 variables."""

    name = "opb"
    ending = ".opb"
    description = "inequalities for pseudo-Boolean solvers"

    def lines(self, instance: Instance) -> Iterator[str]:
        """Yield the lines of the text."""
        constraints = [*_constraints(instance)]
        yield f"* #variable= {instance.variables} #constraint= {len(constraints)}"
        if instance.title:
            yield f"* {instance.title}"
        for variable, meaning in enumerate(instance.meanings(), 1):
            yield f"* x{variable}: {meaning}"
        yield from constraints

    def with_clause(self, lines: list[str], clause: Clause) -> None:
        """Add a clause as an inequality, and count it in the header."""
        *rest, number = lines[0].split()
        lines[0] = " ".join([*rest, str(int(number) + 1)])
        lines.append(_clause(clause))


def _constraints(instance: Instance) -> Iterator[str]:
    for one in bounds_of(instance.cover):
        if not one.variables:
            yield "+1 x1 >= 2 ;"  # nothing covers the item: this cannot hold
        elif one.lower == one.upper:
            yield f"{_sum(one.variables, one.weights)} = {one.lower} ;"
        else:
            if one.lower:
                yield f"{_sum(one.variables, one.weights)} >= {one.lower} ;"
            if one.matters:
                yield f"{_sum([-variable for variable in one.variables], one.weights)} >= {-one.upper} ;"
    for agreement in instance.agreements:
        yield from map(_clause, agreement.clauses)
        yield f"{_sum([-variable for variable in agreement.one_of])} >= -1 ;"


def _sum(variables: list[int], weights: list[int] | None = None) -> str:
    each = zip(variables, weights or [1] * len(variables), strict=True)
    return " ".join(f"{'+' if variable > 0 else '-'}{weight} x{abs(variable)}" for variable, weight in each)


def _clause(clause: Clause) -> str:
    """Return a clause as an inequality: each literal is 1 if it is true, and not x is 1 - x."""
    return f"{_sum(clause)} >= {1 - sum(literal < 0 for literal in clause)} ;"


OPB = Opb()
