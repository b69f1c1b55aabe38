"""DIMACS: clauses, as a recipe of `encodings/` writes them, for SAT solvers.

    c items 1:1|0,0,0 1:1|1,0,0 1:1|I      the items with their bounds
    c 1 I 0,0,0 1,0,0              what a variable means
    c p show 1 2 3 0               the variables that a model counter is to project on
    p cnf 747 12062                variables and clauses
    1 2 3 0                        a clause

The format of the SAT competitions (satcompetition.github.io) and of the model counting competition.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cnf.encode import encode
from satpuzzle.cover.dimacs import comments, with_words
from satpuzzle.engines.exports.base import Clause, Instance, Model, fixed

_LARGEST = 2**31 - 1  # the largest number that solvers take; which of them an encoding uses is not known here


class Dimacs(Model):
    """Clauses, made by the encodings that the recipe names."""

    name = "dimacs"
    ending = ".cnf"
    description = "clauses for SAT solvers"

    def lines(self, instance: Instance) -> Iterator[str]:
        """Yield the lines of a CNF file in DIMACS format.

        Raises PuzzleError if the recipe uses native cardinality constraints, which DIMACS cannot express.
        """
        cover, recipe = instance.cover, instance.recipe
        recipe.check_clauses()
        numbers = np.arange(len(cover.rows))
        hopeless = cover.hopeless()
        if hopeless is not None:
            remark = f"unsatisfiable: item {cover.names[hopeless]} has too few options"
            yield from dimacs_lines(instance, numbers, len(numbers), [[]], 1, remark)
            return
        formula = encode(cover, recipe, instance.clock)
        units = [[literal] for literal in fixed(cover)]
        clauses = chain((clause for block in formula.blocks() for clause in block.tolist()), units)
        yield from dimacs_lines(instance, numbers, formula.variables, clauses, len(formula) + len(units))

    def with_clause(self, lines: list[str], clause: Clause) -> None:
        """Append a clause, and update the number of clauses in the header."""
        at = next(number for number, line in enumerate(lines) if line.startswith("p "))
        *rest, number = lines[at].split()
        lines[at] = " ".join([*rest, str(int(number) + 1)])
        lines.append(" ".join(map(str, [*clause, 0])))

    def most(self, instance: Instance) -> int:
        """Return the largest number of a variable in DIMACS, since an answer has the encoding's variables too."""
        return _LARGEST


def dimacs_lines(
    instance: Instance,
    options: NDArray[np.intp],
    variables: int,
    clauses: Iterable[list[int]],
    number: int,
    remark: str = "",
    items: bool = True,
) -> Iterator[str]:
    """Yield the lines of a DIMACS file.

    Variable i + 1 stands for option `options[i]` of the cover.  `variables` and `number` are the numbers of variables
    and of clauses.  With `items`, comments have all that the cover is read from again.
    """
    told = replace(instance, cover=with_words(instance.cover))
    yield f"c {instance.title}"
    if remark:
        yield f"c {remark}"
    yield f"c encoding {instance.recipe.name}: {instance.recipe.description}"
    if items:
        yield from comments(told.cover)
    yield "c 'c v PIECE x,y,z x,y,z ...' gives the placement of variable v; further variables are auxiliary"
    meanings = list(instance.meanings())
    for variable, option in enumerate(options.tolist(), 1):
        yield f"c {variable} {meanings[option]}"
    if items and (told.cover.names, told.cover.colours.names) != (instance.cover.names, instance.cover.colours.names):
        meanings = list(told.meanings())
        yield from (f"c words {variable} {meanings[option]}" for variable, option in enumerate(options.tolist(), 1))
    if len(options):
        yield f"c p show {' '.join(map(str, range(1, len(options) + 1)))} 0"
    yield f"p cnf {variables} {number}"
    for clause in clauses:
        yield " ".join(map(str, [*clause, 0]))


DIMACS = Dimacs()
