"""Reads exact covers from OPB files: linear inequalities over 0-1 variables, as `export` writes them.

    * x1: a b                      the words of an option, as `export` writes them
    min: +3 x1 +1 x2 ;
    +1 x1 +2 x3 >= 1 ;

A variable is an option, an inequality an item with bounds and weights, and a minimum gives costs.  Inequalities with
the same sum, perhaps with the other sign, are one item.  All signs in a sum must be equal: `+1 x1 -1 x2 >= 0`, by which
a file says that options agree on a colour, has no item.

Olivier Roussel and Vasco Manquinho, Input/output format and solver requirements for the competitions of pseudo-Boolean
solvers, 2012.
"""

import re
from typing import NoReturn

import numpy as np

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.sets import MOST_TIMES
from satpuzzle.cover.weights import Weighted
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.formats.json import shown

Terms = tuple[tuple[int, int], ...]  # pairs (variable, coefficient), ascending
_SUM = r"(?:[+-]?[0-9]{1,9} +x[0-9]{1,9} *)+"
_LINE = re.compile(rf"({_SUM})(>=|=) *([+-]?[0-9]{{1,12}}) *;")
_COSTS = re.compile(rf"min: *({_SUM})?;")
_TERM = re.compile(r"([+-]?[0-9]+) +x([0-9]+)")
_MEANING = re.compile(r"\* x([0-9]{1,9}): (.+)")
_SIZE = re.compile(r"\* #variable= *([0-9]{1,9})\b")
_MOST_VARIABLES = 10_000_000


def parse(text: str, clock: Clock = UNLIMITED) -> ExactCover:
    """Return the cover that a text describes.

    Raises PuzzleError, with the line number, if the text is invalid, and Stopped if the clock stops.
    """
    many, meanings, costs = 0, dict[int, list[str]](), dict[int, int]()
    bounds: dict[Terms, tuple[int, int]] = {}
    for number, written in enumerate(text.splitlines(), 1):
        clock.check()
        line = written.strip()
        if line.startswith("*"):
            if found := _SIZE.match(line):
                many = int(found[1])
            elif found := _MEANING.fullmatch(line):
                meanings[int(found[1])] = found[2].split()
        elif found := _COSTS.fullmatch(line):
            costs = dict(_terms(number, found[1] or ""))
            if min(costs.values(), default=0) < 0:
                _fail(number, "costs are integers from 0")
        elif found := _LINE.fullmatch(line):
            _bound(bounds, _terms(number, found[1]), found[2], int(found[3]), number)
        elif line:
            _fail(number, f"{shown(line[:60])}: allowed are sums such as +1 x1 +2 x3 >= 1 ; or = 1 ;")
    used = {variable for terms in bounds for variable, _ in terms}
    many = max([many, *used, *costs])
    if many > _MOST_VARIABLES:
        raise PuzzleError(f"{many} variables: the most is {_MOST_VARIABLES}")
    return _cover(many, bounds, meanings, costs, clock)


def _terms(number: int, text: str) -> Terms:
    found = [(int(variable), int(weight)) for weight, variable in _TERM.findall(text)]
    if len({variable for variable, _ in found}) < len(found) or any(not one for one, _ in found):
        _fail(number, "each variable, x1 or a later one, occurs once in a sum")
    return tuple(sorted((variable, weight) for variable, weight in found if weight))


def _bound(bounds: dict[Terms, tuple[int, int]], terms: Terms, relation: str, limit: int, number: int) -> None:
    """Add an inequality, line `number`, to the bounds of its sum."""
    negative = {weight < 0 for _, weight in terms}
    if negative == {True}:
        terms = tuple((variable, -weight) for variable, weight in terms)
    elif len(negative) == 2:
        _fail(number, "a sum with both signs is no item: options have no negative weights")
    total = sum(weight for _, weight in terms)
    if max((weight for _, weight in terms), default=0) > MOST_TIMES:
        _fail(number, f"a weight is at most {MOST_TIMES}")
    low, high = (-total, -limit) if negative == {True} else (limit, total)
    if relation == "=":
        low = high = -limit if negative == {True} else limit
    known = bounds.get(terms, (0, total))
    bounds[terms] = (max(known[0], low), min(known[1], high))


def _cover(
    many: int,
    bounds: dict[Terms, tuple[int, int]],
    meanings: dict[int, list[str]],
    costs: dict[int, int],
    clock: Clock,
) -> ExactCover:
    names = _names(bounds, meanings)
    items: dict[str, tuple[int, int]] = {}
    options: list[list[str | Weighted]] = [[] for _ in range(many)]
    never, hopeless = np.zeros(many, np.bool_), False
    for terms, (low, high) in clock.each(bounds.items()):
        if high <= 0:  # none of them is chosen
            never[[variable - 1 for variable, _ in terms]] = high >= 0
            hopeless = hopeless or high < max(0, low)
        name = names[terms]
        items[name] = (max(0, low), max(1, low, high))
        hopeless = hopeless or low > high
        for variable, weight in terms:
            options[variable - 1].append(Weighted(name, weight) if weight > 1 else name)
    for variable, words in enumerate(options, 1):
        if variable not in meanings or not words:  # it has a word of its own, and may be chosen if nothing forbids it
            items[f"x{variable}"] = (0, 1)
            words.append(f"x{variable}")
    if hopeless:
        items["never"] = (1, 1)
    found = ExactCover.of_sets(options, items, clock=clock, costs=[costs.get(number + 1, 0) for number in range(many)])
    return found.without(never) if never.any() else found


def _names(bounds: dict[Terms, tuple[int, int]], meanings: dict[int, list[str]]) -> dict[Terms, str]:
    """Return a name for each sum: the word that the comments of exactly its variables have, else one of its number."""
    having: dict[str, list[tuple[int, int]]] = {}
    for variable, words in sorted(meanings.items()):
        for word in words:
            weight, bar, name = word.partition("|")
            heavy = bool(bar) and weight.isdecimal()
            having.setdefault(name if heavy else word, []).append((variable, int(weight) if heavy else 1))
    named: dict[Terms, str] = {}
    for word, terms in having.items():
        named.setdefault(tuple(terms), word)
    taken = {*named.values()}
    return {
        terms: named.get(terms) or next(name for name in (f"c{number}", f"#{number}") if name not in taken)
        for number, terms in enumerate(bounds, 1)
    }


def _fail(line: int, message: str) -> NoReturn:
    raise PuzzleError(f"line {line}: {message}")
