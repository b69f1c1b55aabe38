"""Engines enumerate the solutions of an exact cover; the user interface calls them backends.

A new engine is one module and one entry of `BACKENDS`.  The conformance tests run for every entry.
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
