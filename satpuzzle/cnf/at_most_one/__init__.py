"""At-most-one encodings: each is one module in this folder, by its file name."""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import NamedTuple

from satpuzzle.cnf.formula import Clauses, Formula, Literals, Size
from satpuzzle.cnf.recipe import CHOICES


class AtMostOne(NamedTuple):
    """An at-most-one encoding: the clauses for given literals, and the size for a number of literals."""

    clauses: Callable[[Formula, Literals], Iterator[Clauses]]
    size: Callable[[int], Size]


AT_MOST_ONE = {
    name: AtMostOne(module.at_most_one, module.size)
    for name in CHOICES["at_most_one"]
    for module in [import_module(f"{__name__}.{name}")]
}
