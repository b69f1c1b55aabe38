"""Cardinality encodings: each is one module and one entry of `CARDINALITY`."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from satpuzzle.cnf.cardinality import labelled, native, sequential, totalizer
from satpuzzle.cnf.formula import Clauses, Formula, Literals, Size


class Cardinality(NamedTuple):
    """An encoding of "at least `lower` and at most `upper` of these literals are true", and its size."""

    clauses: Callable[[Formula, Literals, int, int], Iterator[Clauses]]
    size: Callable[[int, int, int], Size]


CARDINALITY = {
    "sequential": Cardinality(sequential.between, sequential.between_size),
    "totalizer": Cardinality(totalizer.between, totalizer.between_size),
    "labelled": Cardinality(labelled.between, labelled.between_size),
    "native": Cardinality(native.between, native.between_size),
}
