"""Encodings of one's own: a Python file in place of a building block's name.

The file has the function of such a module, `at_most_one(formula, literals)` or `between(formula, literals, lower,
upper)`, which yields arrays of clauses.  Its size is found by making the clauses.  Before it is used, its meaning is
checked: by truth tables for few literals, and for more by all pairs of literals, or all numbers of true ones.
"""

import runpy
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np

from satpuzzle.cnf.at_most_one import AT_MOST_ONE, AtMostOne
from satpuzzle.cnf.cardinality import CARDINALITY, Cardinality
from satpuzzle.cnf.formula import Clauses, Formula, Size
from satpuzzle.errors import PuzzleError

_TABLE = 6  # literals up to which every assignment is tried
_LARGER = (9, 17, 40)  # further numbers of literals that are tried
Block = Callable[..., Iterable[Clauses]]


def at_most_one_of(name: str) -> AtMostOne:
    """Return the at-most-one encoding of this name, or the one in a file.

    Raises PuzzleError if the file has none, or if another number of literals can be true.
    """
    return AT_MOST_ONE[name] if name in AT_MOST_ONE else _own_at_most_one(name)


def cardinality_of(name: str) -> Cardinality:
    """Return the cardinality encoding of this name, or the one in a file; raises PuzzleError as `at_most_one_of`."""
    return CARDINALITY[name] if name in CARDINALITY else _own_cardinality(name)


@lru_cache(16)
def _own_at_most_one(file: str) -> AtMostOne:
    block = _block(file, "at_most_one")
    for count in (*range(_TABLE + 1), *_LARGER):
        _check(file, "at_most_one", block, count, 0, 1, ())
    size = lru_cache(_sized(block))
    return AtMostOne(lambda formula, literals: _arrays(block(formula, literals)), lambda count: size(count))


@lru_cache(16)
def _own_cardinality(file: str) -> Cardinality:
    block = _block(file, "between")
    for count in range(_TABLE + 1):
        for lower, upper in product(range(count + 1), range(count + 2)):
            if lower <= upper:
                _check(file, "between", block, count, lower, upper, (lower, upper))
    for count in _LARGER:
        for lower, upper in ((0, 2), (3, 3), (count // 2, count - 1)):
            _check(file, "between", block, count, lower, upper, (lower, upper))
    size = lru_cache(_sized(block))
    return Cardinality(
        lambda formula, literals, lower, upper: _arrays(block(formula, literals, lower, upper)),
        lambda count, lower, upper: size(count, lower, upper),
    )


def _block(file: str, function: str) -> Block:
    """Return the function of this name in a Python file."""
    try:
        found = runpy.run_path(file, run_name=Path(file).stem).get(function)
    except Exception as error:
        raise PuzzleError(f"{file}: cannot be run: {type(error).__name__}: {error}") from None
    if not callable(found):
        raise PuzzleError(f"{file}: has no function {function}")
    return found  # type: ignore[no-any-return]


def _arrays(blocks: Iterable[Any]) -> Iterator[Clauses]:
    """Yield blocks of clauses as arrays; a block may be a list of clauses of the same length, or empty."""
    for block in blocks:
        try:
            clauses = np.asarray(block, dtype=np.int32)
        except ValueError:  # clauses of several lengths
            clauses = np.zeros(1, np.int32)
        if clauses.ndim != 2 and len(clauses):
            raise ValueError("what it yields must be clauses of one length, such as [[-1, -2], [-1, -3]]")
        if len(clauses):
            yield clauses


def _sized(block: Block) -> Callable[..., Size]:
    def size(count: int, *bounds: int) -> Size:
        formula = Formula(count)
        clauses = sum(map(len, _arrays(block(formula, np.arange(1, count + 1, dtype=np.int32), *bounds))))
        return Size(formula.variables - count, clauses)

    return size


def _check(file: str, function: str, block: Block, count: int, lower: int, upper: int, bounds: tuple[int, ...]) -> None:
    """Raise PuzzleError unless exactly the assignments with `lower` to `upper` true literals can be extended."""
    from pysat.solvers import Solver

    formula, literals = Formula(count), np.arange(1, count + 1, dtype=np.int32)
    with Solver(name="glucose4") as solver:
        try:
            for clauses in _arrays(block(formula, literals, *bounds)):
                for clause in clauses.tolist():
                    solver.add_clause(clause)
        except Exception as error:
            raise PuzzleError(f"{file}: {function}: with {count} literals: {type(error).__name__}: {error}") from None
        if formula.bounds:
            raise PuzzleError(f"{file}: {function}: has native cardinality constraints; allowed are clauses")
        for true in _assignments(count, lower, upper):
            values = [literal if literal in true else -literal for literal in literals.tolist()]
            if solver.solve(assumptions=values) != (lower <= len(true) <= upper):
                right = f"{lower} to {upper}" if bounds else "at most one"
                how = "cannot be" if lower <= len(true) <= upper else "can be"
                raise PuzzleError(
                    f"{file}: {function}: with {count} literals, of which {right} may be true, {len(true)} {how} true:"
                    f" {' '.join(map(str, sorted(true))) or 'none'}"
                )


def _assignments(count: int, lower: int, upper: int) -> Iterator[set[int]]:
    """Yield the sets of literals to be true: all for few literals, otherwise small ones and some of each size."""
    every = range(1, count + 1)
    if count <= _TABLE:
        yield from (set(true) for size in range(count + 1) for true in combinations(every, size))
        return
    yield from (set(true) for size in range(3) for true in combinations(every, size))
    yield from (set(range(start + 1, start + size + 1)) for size in every for start in (0, (count - size) // 2))
    yield from (set(every[:: count // size][:size]) for size in {1, lower, upper, upper + 1} if 0 < size <= count)
