"""At-most-one encodings: each is one module and one entry of `AT_MOST_ONE`."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from satpuzzle.cnf.at_most_one import bimander, bitwise, commander, ladder, native, pairwise, product, sequential
from satpuzzle.cnf.formula import Clauses, Formula, Literals, Size


class AtMostOne(NamedTuple):
    """An at-most-one encoding: the clauses for given literals, and the size for a number of literals."""

    clauses: Callable[[Formula, Literals], Iterator[Clauses]]
    size: Callable[[int], Size]


AT_MOST_ONE = {
    "pairwise": AtMostOne(pairwise.at_most_one, pairwise.size),
    "ladder": AtMostOne(ladder.at_most_one, ladder.size),
    "sequential": AtMostOne(sequential.at_most_one, sequential.size),
    "bitwise": AtMostOne(bitwise.at_most_one, bitwise.size),
    "product": AtMostOne(product.at_most_one, product.size),
    "commander": AtMostOne(commander.at_most_one, commander.size),
    "bimander": AtMostOne(bimander.at_most_one, bimander.size),
    "native": AtMostOne(native.at_most_one, native.size),
}
