"""Engines: a cover in, batches of option numbers out.  Adding one is one file and one line here.

The conformance suite runs over this registry; users call its entries backends.
"""

from satpuzzle.engines.base import Engine
from satpuzzle.engines.clingo import Clingo
from satpuzzle.engines.cpsat import CpSat
from satpuzzle.engines.native.engine import Native
from satpuzzle.engines.pysat import SOLVERS, PySat

BACKENDS: dict[str, Engine] = {
    engine.name: engine
    for engine in (Native(), CpSat(), *(PySat(name, solver) for name, solver in SOLVERS.items()), Clingo())
}
