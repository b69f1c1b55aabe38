"""XCSP3: a constraint satisfaction instance in XML, for the solvers of the XCSP competitions.

Frédéric Boussemart, Christophe Lecoutre, Gilles Audemard and Cédric Piette, XCSP3: an integrated format for
benchmarking combinatorial constrained problems, 2016-2022.  Variable x[v - 1] is 1 if option v is chosen; each item is
one constraint `sum`.
"""

from collections.abc import Iterator
from xml.sax.saxutils import escape

from satpuzzle.models.base import Clause, Instance, Model, NoAnswer, bounds_of


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
        for name, variables, lower, upper in bounds_of(instance.cover):
            names = " ".join(f"x[{variable - 1}]" for variable in variables)
            if variables:
                yield from _sums(names, lower, upper)
            else:
                yield f"    <!-- nothing covers {_remark(name)} -->"
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

    def read(self, output: str) -> set[int] | None:
        """Return the variables that an `instantiation` of the whole array sets to 1, None if there is no solution."""
        lines = output.splitlines()
        if "s UNSATISFIABLE" in (line.strip() for line in lines):
            return None
        text = " ".join(line.removeprefix("v ") for line in lines)
        before, found, rest = text.partition("<values>")
        if not found or "<list> x[] </list>" not in " ".join(before.split()).replace("x[]", " x[] ").replace("  ", " "):
            raise NoAnswer(next((line for line in lines if line.strip()), ""))
        return {number for number, value in enumerate(_expanded(rest.partition("</values>")[0]), 1) if value == "1"}


def _sums(names: str, lower: int, upper: int) -> Iterator[str]:
    """Yield constraints for the sum of some variables.

    A range is written as two constraints: the solver ACE 2.6 counts wrongly if a sum has the condition `in`.
    """
    conditions = [f"eq,{lower}"] if lower == upper else [*([f"ge,{lower}"] if lower else []), f"le,{upper}"]
    for condition in conditions:
        yield f"    <sum> <list> {names} </list> <condition> ({condition}) </condition> </sum>"


def _clause(clause: Clause) -> str:
    """Return a clause as a sum: each literal is 1 if it is true, and not x is 1 - x."""
    names = " ".join(f"x[{abs(literal) - 1}]" for literal in clause)
    coefficients = " ".join("1" if literal > 0 else "-1" for literal in clause)
    total = f"<list> {names} </list> <coeffs> {coefficients} </coeffs>"
    return f"    <sum> {total} <condition> (ge,{1 - sum(literal < 0 for literal in clause)}) </condition> </sum>"


def _expanded(values: str) -> Iterator[str]:
    """Yield the words of a list of values; a word such as `0x17` (17 zeros) is expanded."""
    for value in values.split():
        first, times, many = value.partition("x")
        yield from [first] * (int(many) if times else 1)


def _remark(text: str) -> str:
    return escape(text).replace("--", "- -").replace("\n", " ")


XCSP3 = Xcsp3()
