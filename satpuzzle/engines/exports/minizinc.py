"""MiniZinc: sums over 0-1 variables, for constraint and integer programming solvers.

    array[1..16] of var 0..1: x;
    constraint x[1] + x[5] = 1;
    solve satisfy;

Nicholas Nethercote and others, MiniZinc: towards a standard CP modelling language, CP 2007.  An answer lists the
options that are chosen in a line that begins with `v`.
"""

import re
from collections.abc import Iterator

from satpuzzle.engines.exports.base import Clause, Instance, Model, NoAnswer, WrongAnswer, bounds_of, true_of
from satpuzzle.puzzle.formats.json import shown

_FOUND, _NONE = "----------", "=====UNSATISFIABLE====="


class MiniZinc(Model):
    """Sums of 0-1 variables, and an `output` statement that prints the chosen options."""

    name = "minizinc"
    ending = ".mzn"
    description = "a model for MiniZinc"

    def lines(self, instance: Instance) -> Iterator[str]:
        """Yield the lines of the model."""
        if instance.title:
            yield f"% {instance.title}"
        for variable, meaning in enumerate(instance.meanings(), 1):
            yield f"% x[{variable}]: {meaning}"
        count = len(instance.cover.rows)
        yield f"array[1..{instance.variables}] of var 0..1: x;"
        for bounds in bounds_of(instance.cover):
            name, lower, upper = bounds.name, bounds.lower, bounds.upper
            total = f"sum([{', '.join(map(_term, bounds.variables, bounds.weights))}])"
            if lower == upper:
                yield f"constraint {total} = {lower};  % {_line(name)}"
                continue
            if lower:
                yield f"constraint {total} >= {lower};  % {_line(name)}"
            if bounds.matters:
                yield f"constraint {total} <= {upper};  % {_line(name)}"
        for agreement in instance.agreements:
            yield from (f"constraint {_clause(clause)};" for clause in agreement.clauses)
            total = f"sum([{', '.join(f'x[{variable}]' for variable in agreement.one_of)}])"
            yield f"constraint {total} <= 1;  % the colour of {_line(agreement.item)}"
        yield "solve satisfy;"
        yield f'output ["v ", join(" ", [show(i) | i in 1..{count} where fix(x[i]) = 1]), "\\n"];'

    def with_clause(self, lines: list[str], clause: Clause) -> None:
        """Append a clause; MiniZinc allows statements in any order."""
        lines.append(f"constraint {_clause(clause)};")

    def read(self, output: str, instance: Instance) -> set[int] | None:
        """Return the variables that the first solution sets to 1, None if there is no solution; see `Model.read`."""
        lines = output.splitlines()
        if _NONE in lines:
            return None
        values = next((line[1:].split() for line in lines if f"{line} ".startswith("v ")), None)
        if _FOUND not in lines or values is None:
            raise NoAnswer(next((line for line in lines if line.strip()), ""))
        options = len(instance.cover.rows)
        if wrong := next((word for word in values if not re.fullmatch("[1-9][0-9]*", word)), None):
            raise WrongAnswer(f"the answer has {shown(wrong)}, allowed are numbers from 1 to {options}")
        return true_of(values, options, options)


def _term(variable: int, weight: int) -> str:
    return f"{weight} * x[{variable}]" if weight > 1 else f"x[{variable}]"


def _line(name: str) -> str:
    return name.replace("\n", " ")


def _clause(clause: Clause) -> str:
    terms = [f"x[{literal}]" if literal > 0 else f"(1 - x[{-literal}])" for literal in clause]
    return f"sum([{', '.join(terms)}]) >= 1"


MINIZINC = MiniZinc()
