"""Encodings of items with colours.

The options of such an item form groups, one for each colour.  Options of different groups must not be chosen together.

`direct`: each group of several options gets a variable, which each of its options implies.  At most one of these
variables and of the options that are alone in their group may be true; the recipe names the at-most-one encoding.

`binary`: a variable for each binary digit of the number of the chosen group; each option implies the digits of its
group.

`pairwise`: a clause for each two options of different groups, and no variables.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from satpuzzle.cnf.formula import Clauses, Formula, Literals, Size, implications

AtMostOne = Callable[[Formula, Literals], Iterator[Clauses]]
Groups = Sequence[Literals]  # the options of each group, as variables


class ColourEncoding(NamedTuple):
    """An encoding of an item with colours: functions that make its clauses and compute its size.

    The size depends on the number of options in each group; a group has the options of one colour.
    """

    clauses: Callable[[Formula, Groups, AtMostOne], Iterator[Clauses]]
    size: Callable[[Sequence[int], Callable[[int], Size]], Size]


def _direct(formula: Formula, groups: Groups, at_most_one: AtMostOne) -> Iterator[Clauses]:
    used = []
    for group in groups:
        if len(group) > 1:
            used.append(formula.fresh(1))
            yield implications(group, np.repeat(used[-1], len(group)))
        else:
            used.append(group)
    yield from at_most_one(formula, np.concatenate(used))


def _direct_size(sizes: Sequence[int], at_most_one: Callable[[int], Size]) -> Size:
    several = [size for size in sizes if size > 1]
    return at_most_one(len(sizes)).plus(Size(len(several), sum(several)))


def _binary(formula: Formula, groups: Groups, at_most_one: AtMostOne) -> Iterator[Clauses]:
    for place, digit in enumerate(formula.fresh(_digits(len(groups)))):
        for number, group in enumerate(groups):
            yield implications(group, np.full(len(group), digit if number >> place & 1 else -digit, np.int32))


def _binary_size(sizes: Sequence[int], at_most_one: Callable[[int], Size]) -> Size:
    return Size(_digits(len(sizes)), _digits(len(sizes)) * sum(sizes))


def _digits(groups: int) -> int:
    return (groups - 1).bit_length()


def _pairwise(formula: Formula, groups: Groups, at_most_one: AtMostOne) -> Iterator[Clauses]:
    for some, others in combinations(groups, 2):
        yield -np.stack([np.repeat(some, len(others)), np.tile(others, len(some))], axis=1)


def _pairwise_size(sizes: Sequence[int], at_most_one: Callable[[int], Size]) -> Size:
    return Size(0, (sum(sizes) ** 2 - sum(size * size for size in sizes)) // 2)


COLOURS = {
    "direct": ColourEncoding(_direct, _direct_size),
    "binary": ColourEncoding(_binary, _binary_size),
    "pairwise": ColourEncoding(_pairwise, _pairwise_size),
}
