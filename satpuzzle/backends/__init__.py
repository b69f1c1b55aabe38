"""Backends: an exact cover in, a search out.

A backend is a function (cover, limits, **options) -> Search.  Adding one is one file and one line here;
the conformance suite runs over this dictionary.
"""

from collections.abc import Callable
from functools import partial

from satpuzzle.backends import bitmask, cpsat, sat
from satpuzzle.backends.search import BackendError, Limits, Search, Status

BACKENDS: dict[str, Callable[..., Search]] = {
    "bitmask": bitmask.search,
    "cpsat": cpsat.search,
    **{name: partial(sat.search, solver=solver) for name, solver in sat.SOLVERS.items()},
}

__all__ = ["BACKENDS", "BackendError", "Limits", "Search", "Status"]
