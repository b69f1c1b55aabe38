"""XCSP3: a constraint satisfaction instance in XML, for the solvers of the XCSP competitions.

Frédéric Boussemart, Christophe Lecoutre, Gilles Audemard and Cédric Piette, XCSP3: an integrated format for
benchmarking combinatorial constrained problems, 2016-2022.  Variable x[v - 1] is 1 if option v is chosen; each item is
one constraint `sum`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from xml.sax.saxutils import escape

from satpuzzle.engines.exports.base import Clause, Instance, Model, NoAnswer, WrongAnswer, bounds_of
from satpuzzle.puzzle.formats.json import shown


class Xcsp3(Model):
    """Sums of 0-1 variables, in XML."""

    name = "xcsp3"
    ending = ".xml"
    description = "an XCSP3 instance for constraint solvers"

    def lines(self, instance: Instance) -> Iterator[str]:
        """Yield the lines of the instance."""
        count = instance.variables
        yield '<instance format="XCSP3" type="CSP">'
        if instance.title:
            yield f"  <!-- {_remark(instance.title)} -->"
        yield "  <variables>"
        yield f'    <array id="x" size="[{count}]"> 0 1 </array>'
        yield "  </variables>"
        for variable, meaning in enumerate(instance.meanings()):
            yield f"  <!-- x[{variable}]: {_remark(meaning)} -->"
        yield "  <constraints>"
        for one in bounds_of(instance.cover):
            names = " ".join(f"x[{variable - 1}]" for variable in one.variables)
            if one.variables:
                yield from _sums(names, one.lower, one.upper, one.weights)
            else:
                yield f"    <!-- nothing covers {_remark(one.name)} -->"
                yield "    <intension> gt(x[0],1) </intension>"
        for agreement in instance.agreements:
            yield from map(_clause, agreement.clauses)
            names = " ".join(f"x[{variable - 1}]" for variable in agreement.one_of)
            yield f"    <!-- the colour of {_remark(agreement.item)} -->"
            yield from _sums(names, 0, 1)
        yield "  </constraints>"
        yield "</instance>"

    def with_clause(self, lines: list[str], clause: Clause) -> None:
        """Add a clause as a sum before the end of the constraints."""
        lines.insert(-2, _clause(clause))

    def read(self, output: str, instance: Instance) -> set[int] | None:
        """Return the variables that an `instantiation` of the whole array sets to 1, None if there is no solution.

        See `Model.read`.
        """
        lines = output.splitlines()
        if "s UNSATISFIABLE" in (line.strip() for line in lines):
            return None
        text = " ".join(line.removeprefix("v ") for line in lines)
        before, found, rest = text.partition("<values>")
        if not found or "<list> x[] </list>" not in " ".join(before.split()).replace("x[]", " x[] ").replace("  ", " "):
            raise NoAnswer(next((line for line in lines if line.strip()), ""))
        return _true_of(rest.partition("</values>")[0].split(), len(instance.cover.rows), instance.variables)


def _sums(names: str, lower: int, upper: int, weights: Sequence[int] = ()) -> Iterator[str]:
    """Yield constraints for the sum of some variables, each times its weight.

    A range is written as two constraints: the solver ACE 2.6 counts wrongly if a sum has the condition `in`.
    """
    conditions = [f"eq,{lower}"] if lower == upper else [*([f"ge,{lower}"] if lower else []), f"le,{upper}"]
    times = f" <coeffs> {' '.join(map(str, weights))} </coeffs>" if {*weights} - {1} else ""
    for condition in conditions:
        yield f"    <sum> <list> {names} </list>{times} <condition> ({condition}) </condition> </sum>"


def _clause(clause: Clause) -> str:
    """Return a clause as a sum: each literal is 1 if it is true, and not x is 1 - x."""
    names = " ".join(f"x[{abs(literal) - 1}]" for literal in clause)
    coefficients = " ".join("1" if literal > 0 else "-1" for literal in clause)
    total = f"<list> {names} </list> <coeffs> {coefficients} </coeffs>"
    return f"    <sum> {total} <condition> (ge,{1 - sum(literal < 0 for literal in clause)}) </condition> </sum>"


# The value of a variable, or of as many as `x` says, as in 0x17; a star is any value.
_VALUES = re.compile("([01*])(?:x([0-9]{1,10}))?")


def _true_of(values: Iterable[str], options: int, variables: int) -> set[int]:
    """Return the variables from 1 to `options` that a list of the values of all variables says are 1.

    Raises WrongAnswer for other values and for too many or too few.
    """
    chosen, last = set[int](), 0
    for word in values:
        found = _VALUES.fullmatch(word)
        first, last = last + 1, last + int(found[2] or 1) if found else 0
        if found is None or last > variables:
            raise WrongAnswer(
                f"the answer has {shown(word)}, allowed are {variables} values, each 0 or 1, or 0x17 for 17 zeros"
            )
        if found[1] == "1":
            chosen.update(range(first, min(last, options) + 1))
    if last < variables:
        raise WrongAnswer(f"the answer has {last} values, there are {variables} variables")
    return chosen


def _remark(text: str) -> str:
    return escape(text).replace("--", "- -").replace("\n", " ")


XCSP3 = Xcsp3()
