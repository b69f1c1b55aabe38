"""Counts classes of solutions without meeting them, for checkers of certificates (Burnside's lemma).

The number of classes is the mean, over the symmetries, of the number of solutions that a symmetry maps to themselves.
Such a solution has all or none of the options of each *orbit* of the symmetry, so these are counted as any others are.

Partial symmetries map only some solutions to solutions.  If each of them maps the same ones, these are counted with all
symmetries, and the others with the total ones only.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.errors import ProofError
from satpuzzle.proofs.check.frontier import Bounds, Choice, choices
from satpuzzle.proofs.check.geometry import Statement
from satpuzzle.proofs.check.symmetry import Reduction
from satpuzzle.puzzle.model import Counts

Numbers = NDArray[np.integer[Any]]
Count = Callable[[Bounds, list[Choice]], int]


def counted(reduced: Reduction, count: Count) -> Counts:
    """Return the counts of a statement; `count` is asked for the number of solutions of some choices.

    Numbers under symmetries are not known if partial ones among them map different solutions to solutions.
    """
    statement, moves, partial = reduced.statement, reduced.moves[:, :-1], reduced.partial
    groups = {"rotations": reduced.rotation, "isometries": reduced.isometry}
    groups |= {} if reduced.isometry.all() else {"patterns": np.ones_like(partial)}
    every = np.ones(moves.shape[1], np.bool_)
    fixed = _fixed(statement, statement.bounds, moves, every, ~partial, count)
    classes = {name: _mean(fixed, group & ~partial) for name, group in groups.items()}
    wider = [name for name, group in groups.items() if (group & partial).any()]
    condition = common(reduced) if wider else None
    among = None if condition is None else _fixed(statement, condition[0], moves, condition[1], partial | True, count)
    for name in wider:
        if among is None:
            del classes[name]
        else:
            classes[name] += _mean(among, groups[name]) - _mean(among, groups[name] & ~partial)
    return Counts(int(fixed[0]), classes.get("rotations"), classes.get("isometries"), classes.get("patterns"))


def common(reduced: Reduction) -> tuple[Bounds, NDArray[np.bool_]] | None:
    """Return the bounds and a mask of the options of the solutions that all symmetries map to solutions.

    The result is None if partial symmetries do not map the same solutions to solutions, or if that is not known: it
    is where items of rules have no image, and where parts of the board are moved separately.
    """
    statement, moves, places = reduced.statement, reduced.moves[:, :-1], np.flatnonzero(reduced.partial)
    found = {_condition(statement, statement.symmetries[place][0], moves[place]) for place in places}
    first = found.pop()
    if statement.reflected or found or first is None:
        return None
    bounds, mask = first[0], np.frombuffer(first[1], np.bool_)
    some = np.flatnonzero(mask)
    return (bounds, mask) if (np.sort(moves[:, some], axis=1) == some).all() else None


def _condition(
    statement: Statement, to: Sequence[int], moved: Numbers
) -> tuple[tuple[tuple[int, int], ...], bytes] | None:
    """Return what a solution must fulfil so that a partial symmetry maps it to a solution; None if it is not known.

    The result has the bounds of all items, and marks the options that the solution may have.
    """
    bounds = [*statement.bounds]
    for item, image in enumerate(to):
        there = statement.bounds[image] if image >= 0 else (0, 0)
        if item not in statement.pieces and there != bounds[item]:
            return None
        bounds[item] = max(bounds[item][0], there[0]), min(bounds[item][1], there[1])
        if item not in to and bounds[item][0]:  # its image would lack options there
            bounds[item] = bounds[item][0], 0
    return tuple(bounds), (moved >= 0).tobytes()


def _fixed(
    statement: Statement,
    bounds: Bounds,
    moves: Numbers,
    kept: NDArray[np.bool_],
    group: NDArray[np.bool_],
    count: Count,
) -> Any:
    """Return for each symmetry of a group how many solutions it maps to themselves; 0 for the others.

    Solutions have only the options `kept`.  The number is the same for conjugate symmetries, so it is counted once.
    """
    some, place = np.flatnonzero(kept), np.cumsum(kept) - 1
    elements = place[moves[group][:, some]]
    known: dict[bytes, int] = {}
    for element in elements:
        if element.tobytes() not in known:
            orbits = [tuple(some[orbit].tolist()) for orbit in _orbits(element.tolist())]
            number = count(bounds, choices(statement, orbits))
            known |= {other[element[np.argsort(other)]].tobytes(): number for other in elements}
    found = np.zeros(len(moves), object)
    found[group] = [known[element.tobytes()] for element in elements]
    return found


def _orbits(to: Sequence[int]) -> list[list[int]]:
    """Return the orbits of a permutation, each from its smallest number on."""
    found, seen = [], set[int]()
    for first in range(len(to)):
        if first not in seen:
            orbit = [first]
            while (image := to[orbit[-1]]) != first:
                orbit.append(image)
            seen.update(orbit)
            found.append(orbit)
    return found


def _mean(fixed: Any, group: NDArray[np.bool_]) -> int:
    """Return the number of classes under a group; raises ProofError if it is no integer."""
    classes, rest = divmod(int(fixed[group].sum()), int(group.sum()))
    if rest:
        raise ProofError("the numbers of symmetric solutions have no integer as their mean")
    return classes
