"""Backends: an exact cover in, a search out.

A backend is a function (cover, limits, **options) -> Search.  Adding one is one file and one line here;
the conformance suite runs over this dictionary.
"""

from collections.abc import Callable
from functools import partial

from satpuzzle.engines import clingo as asp
from satpuzzle.engines import cpsat
from satpuzzle.engines import native as bitmask
from satpuzzle.engines import pysat as sat
from satpuzzle.engines.base import Limits, Search, Status
from satpuzzle.errors import BackendError

BACKENDS: dict[str, Callable[..., Search]] = {
    "bitmask": bitmask.search,
    "cpsat": cpsat.search,
    **{name: partial(sat.search, solver=solver) for name, solver in sat.SOLVERS.items()},
    "clingo": asp.search,
}
# The keys of a recipe that mean something to a backend; a backend that is not here takes no encoding.
READS: dict[str, tuple[str, ...]] = {"cpsat": cpsat.READS, **dict.fromkeys(sat.SOLVERS, sat.READS)}

__all__ = ["BACKENDS", "READS", "BackendError", "Limits", "Search", "Status"]
