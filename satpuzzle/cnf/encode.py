"""From an exact cover to clauses.

Variable o + 1 says "option o is chosen"; auxiliary variables follow.  An item that must be covered
exactly once gets one clause "at least one of its options" and an at-most-one encoding; an item with
several copies gets a counter.  Which encodings, the recipe says: its words are the names of the modules here.
"""

from collections.abc import Callable, Iterator

import numpy as np

from satpuzzle.cnf import pairwise, sequential
from satpuzzle.cnf.formula import Clauses, Formula, Literals
from satpuzzle.cover import ExactCover
from satpuzzle.recipe import Recipe

AT_MOST_ONE: dict[str, Callable[[Formula, Literals], Iterator[Clauses]]] = {
    "pairwise": pairwise.at_most_one,
}
CARDINALITY: dict[str, Callable[[Formula, Literals, int, int], Iterator[Clauses]]] = {
    "sequential": sequential.between,
}


def encode(cover: ExactCover, recipe: Recipe) -> Formula:
    """Return a formula whose models, seen on variables 1 to options, are the solutions of the cover.

    The cover must have nothing chosen yet and no hopeless item.
    """
    formula = Formula(len(cover.rows))
    members = cover.members()
    at_most_one, between = AT_MOST_ONE[recipe.at_most_one], CARDINALITY[recipe.cardinality]
    implied = implied_items(cover) if recipe.at_least_one == "pieces" else np.zeros(len(cover.names), np.bool_)
    conflicts: list[Clauses] = []
    for item, (lower, upper) in enumerate(zip(cover.lower.tolist(), cover.upper.tolist(), strict=True)):
        literals = np.flatnonzero(members[:, item]).astype(np.int32) + 1
        if upper == 1 and len(literals) > 1:
            conflicts.extend(at_most_one(formula, literals))
        if lower == 1 and (upper == 1 or upper >= len(literals)):
            if not implied[item]:
                formula.add("at least one", [literals[None]])
        elif upper > 1 and (lower > 0 or upper < len(literals)):
            formula.add("cardinality", between(formula, literals, lower, upper))
    formula.add("conflicts", _distinct(conflicts))
    bounded = (cover.lower > 0) | (cover.upper < members.sum(axis=0))
    if not members[:, bounded].any(axis=1).all() or not len(members):
        # No clause speaks of some option.  A last variable makes every solver know of those before it.
        formula.add("last variable", [formula.fresh(1)[None]])
    return formula


def implied_items(cover: ExactCover) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Tell which items are covered as often as they can be once the pieces are placed, by counting volumes.

    True for all items but the pieces if each option has one piece and the copies that must be placed
    have together as many cells as there are; false for all otherwise.
    """
    members = cover.members()
    pieces = np.zeros(len(cover.names), np.bool_)
    pieces[list(cover.families.get("pieces", ()))] = True
    sizes = members[:, ~pieces].sum(axis=1)
    if not pieces.any() or (members[:, pieces].sum(axis=1) != 1).any():
        return np.zeros(len(cover.names), np.bool_)
    smallest = [int(sizes[members[:, item]].min(initial=len(pieces))) for item in np.flatnonzero(pieces)]
    volume = int((cover.lower[pieces] * smallest).sum())
    return ~pieces & (volume >= int(cover.upper[~pieces].sum()))


def _distinct(conflicts: list[Clauses]) -> Iterator[Clauses]:
    """Merge the clauses of two literals, which recur when two options share several items."""
    pairs = [block for block in conflicts if block.shape[1] == 2]
    yield from (block for block in conflicts if block.shape[1] != 2)
    if pairs:
        joined = np.sort(np.concatenate(pairs).astype(np.int64), axis=1)
        codes = np.unique((joined[:, 0] << 32) + joined[:, 1])
        second = (codes << 32) >> 32  # the sign of the lower half comes back
        yield np.stack([(codes - second) >> 32, second], axis=1).astype(np.int32)
