"""Counts classes of solutions without meeting them, for checkers of certificates (Burnside's lemma).

The number of classes is the mean, over the symmetries, of the number of solutions that a symmetry maps to themselves.
Such a solution has all or none of the options of each *orbit* of the symmetry, so these are counted as any others are.

Partial symmetries map only some solutions to solutions.  If each of them maps the same ones, these are counted with all
symmetries, and the others with the total ones only.  What a solution must fulfil so that its image is one, the items
say: to cover an item, an image has options whose preimages cover one more item of the solution.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.errors import ProofError
from satpuzzle.proofs.check.frontier import Bounds, Choice, choices
from satpuzzle.proofs.check.geometry import Statement
from satpuzzle.proofs.check.symmetry import Reduction
from satpuzzle.puzzle.model import Counts

Numbers = NDArray[np.integer[Any]]
Covering = tuple[tuple[int, int, int | None], ...]  # options, how often they cover an item, and in which colour if any
Demands = dict[Covering, tuple[int, int]]  # the bounds of items
Count = Callable[[Bounds, list[Choice]], int]


def counted(reduced: Reduction, count: Count) -> Counts:
    """Return the counts of a statement; `count` is asked for the number of solutions of some choices.

    Numbers under symmetries are not known if partial ones among them map different solutions to solutions.
    """
    statement, moves, partial = reduced.statement, reduced.moves[:, :-1], reduced.partial
    groups = {"rotations": reduced.rotation, "isometries": reduced.isometry}
    groups |= {} if reduced.isometry.all() else {"patterns": np.ones_like(partial)}
    every = np.ones(moves.shape[1], np.bool_)
    fixed = _fixed(statement, moves, every, ~partial, count)
    classes = {name: _mean(fixed, group & ~partial) for name, group in groups.items()}
    wider = [name for name, group in groups.items() if (group & partial).any()]
    condition = common(reduced) if wider else None
    among = None if condition is None else _fixed(condition[0], moves, condition[1], partial | True, count)
    for name in wider:
        if among is None:
            del classes[name]
        else:
            classes[name] += _mean(among, groups[name]) - _mean(among, groups[name] & ~partial)
    return Counts(int(fixed[0]), classes.get("rotations"), classes.get("isometries"), classes.get("patterns"))


def common(reduced: Reduction) -> tuple[Statement, NDArray[np.bool_]] | None:
    """Return the statement of the solutions that all symmetries map to solutions, and a mask of their options.

    The statement has the same options, which may cover more items.  The result is None if partial symmetries are not
    known to map the same solutions to solutions.
    """
    statement, moves = reduced.statement, reduced.moves[:, :-1]
    first, *others = moves[reduced.partial]
    mask, demanded = first >= 0, _demands(statement, first)
    some = np.flatnonzero(mask)
    if any(((other >= 0) != mask).any() or _demands(statement, other) != demanded for other in others):
        return None
    return (_demanding(statement, some.tolist(), demanded), mask) if (np.sort(moves[:, some]) == some).all() else None


def _demands(statement: Statement, moved: Numbers) -> Demands:
    """Return what options that have images cover, they and their images, with the bounds that a solution must keep."""
    some, found = np.flatnonzero(moved >= 0).tolist(), Demands()
    for images in (some, moved[some].tolist()):
        for covering, (low, high) in zip(_covering(statement, some, images), statement.bounds, strict=True):
            least, most = found.get(covering, (low, high))
            found[covering] = max(least, low), min(most, high)
    return found


def _covering(statement: Statement, some: Sequence[int], images: Sequence[int]) -> list[Covering]:
    """Return for each item which of some options have an image that covers it, how often, and in which colour.

    Colours have the numbers of their first options; other items than tell their colours apart are alike.
    """
    found: list[list[tuple[int, int, int | None]]] = [[] for _ in statement.bounds]
    known: list[dict[int, int]] = [{-1: -1} for _ in statement.bounds]
    for option, image in zip(some, images, strict=True):
        colours = statement.colours[image] if statement.colours else {}
        for item in statement.options[image]:
            colour = known[item].setdefault(colours[item], option) if item in colours else None
            found[item].append((option, statement.times(image, item), colour))
    return [*map(tuple, found)]


def _demanding(statement: Statement, some: Sequence[int], demanded: Demands) -> Statement:
    """Return the statement of some of the options, in which they cover all that is demanded; others cover nothing."""
    own = _covering(statement, some, some)
    further = demanded.keys() - own
    every = [*own, *(covering for covering in demanded if covering in further)]
    options: list[list[int]] = [[] for _ in statement.options]
    colours, weights = ([dict[int, int]() for _ in options] for _ in range(2))
    for item, covering in enumerate(every):
        for option, times, colour in covering:
            options[option].append(item)
            weights[option][item] = times
            if colour is not None:
                colours[option][item] = colour
    bounds = [demanded[covering] for covering in every]
    return replace(statement, bounds=bounds, options=[*map(tuple, options)], colours=colours, weights=weights)


def _fixed(
    statement: Statement,
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
            number = count(statement.bounds, choices(statement, orbits))
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
