"""clingo: the exact cover as an answer-set program.

Options are facts `covers(option, item)`; one cardinality rule an item bounds how many of its options are chosen, so
the program is four lines and the data.  clingo enumerates by backtracking and adds no blocking clauses, which
makes it fast where solutions are many.

Martin Gebser, Benjamin Kaufmann, André Neumann and Torsten Schaub, Conflict-Driven Answer Set Enumeration, LPNMR 2007.
"""

from importlib.util import find_spec
from typing import Any

import numpy as np

from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.base import Stats, Way
from satpuzzle.engines.foreign import Foreign
from satpuzzle.engines.worker import Emit

_RULES = """
{ chosen(O) : option(O) }.
:- bounds(I, L, U), not L { chosen(O) : covers(O, I) } U.
#show chosen/1.
"""


class Clingo(Foreign):
    """clingo."""

    name = "clingo"
    description = "Potassco's clingo, an answer-set solver"

    def missing(self) -> str | None:
        """Return how to install clingo, or None if it is there."""
        return None if find_spec("clingo") else "the Python package clingo: pip install '.[asp]'"

    def task(self, cover: ExactCover, way: Way) -> dict[str, Any]:
        """Return what the child is to do."""
        return {"task": enumerate_sets}


def enumerate_sets(cover: ExactCover, emit: Emit, stats: Stats) -> None:
    """Emit every solution, as the chosen options of an answer set."""
    import clingo

    bounds = zip(cover.lower.tolist(), cover.upper.tolist(), strict=True)
    facts = [f"option(0..{len(cover.rows) - 1})."] if len(cover.rows) else []
    facts += [f"bounds({item},{lower},{upper})." for item, (lower, upper) in enumerate(bounds)]
    facts += [f"covers({option},{item})." for option, item in np.argwhere(cover.members()).tolist()]
    control = clingo.Control(["0", "--warn=none"])
    control.add("base", [], "\n".join(facts) + _RULES)
    control.ground([("base", [])])
    with control.solve(yield_=True) as models:
        for model in models:
            emit(sorted(symbol.arguments[0].number for symbol in model.symbols(shown=True)))
    counted = control.statistics["solving"]["solvers"]
    stats.update({"conflicts": int(counted["conflicts"]), "choices": int(counted["choices"])})
