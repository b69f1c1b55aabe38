"""Cardinality encodings: each is one module in this folder, by its file name."""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import NamedTuple

from satpuzzle.cnf.formula import Clauses, Formula, Literals, Size
from satpuzzle.cnf.recipe import CHOICES


class Cardinality(NamedTuple):
    """An encoding of "at least `lower` and at most `upper` of these literals are true", and its size."""

    clauses: Callable[[Formula, Literals, int, int], Iterator[Clauses]]
    size: Callable[[int, int, int], Size]


CARDINALITY = {
    name: Cardinality(module.between, module.between_size)
    for name in CHOICES["cardinality"]
    for module in [import_module(f"{__name__}.{name}")]
}
