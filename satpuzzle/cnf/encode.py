"""From an exact cover to clauses.

Variable o + 1 says "option o is chosen"; auxiliary variables follow.  An item that must be covered
exactly once gets one clause "at least one of its options" and an at-most-one encoding; an item with
several copies gets a counter.  Which encodings, the recipe says: its words are the names of the modules here.
"""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from satpuzzle.cnf.at_most_one import AT_MOST_ONE
from satpuzzle.cnf.cardinality import CARDINALITY
from satpuzzle.cnf.formula import Clauses, Formula, Literals, Size, signed
from satpuzzle.cnf.recipe import Recipe, load_recipe
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.errors import PuzzleError

SMALL, LARGE = "default", "product"  # the recipes that `auto` chooses between
_SMALL = 600_000  # clauses
_PATTERN = 10_000  # clauses up to which an at-most-one is kept as a pattern
_NONE = np.zeros(1, np.int32)  # no variable has the number 0


def suited(cover: ExactCover, encoding: str | Recipe) -> Recipe:
    """Return the recipe of this name, where `auto` goes by the size of the cover, and see that it fits.

    Raises PuzzleError if there is no such recipe or it would make more clauses than it allows.
    """
    if encoding == "auto":
        small = load_recipe(SMALL)
        return small if estimate(cover, small).clauses <= _SMALL else load_recipe(LARGE)
    recipe = encoding if isinstance(encoding, Recipe) else load_recipe(encoding)
    clauses = estimate(cover, recipe).clauses
    if clauses > recipe.most_clauses:
        other = estimate(cover, load_recipe(LARGE)).clauses
        raise PuzzleError(
            f"encoding {recipe.name}: up to {clauses} clauses, about {clauses // 2500} MB of memory; {LARGE} makes"
            f" {other} (a recipe of your own with most_clauses = {clauses} would be allowed)"
        )
    return recipe


def estimate(cover: ExactCover, recipe: Recipe) -> Size:
    """Return the size of the formula for what is left of a cover, but for conflicts that several items share."""
    _, rest = cover.residual()
    total = Size(len(rest.rows), 0)
    available = rest.available()
    for lower, upper, count in zip(rest.lower.tolist(), rest.upper.tolist(), available.tolist(), strict=True):
        one, counted, least = _kinds(lower, upper, count)
        if one:
            total = total.plus(AT_MOST_ONE[recipe.at_most_one].size(count))
        if counted and lower <= count:
            total = total.plus(CARDINALITY[recipe.cardinality].size(count, lower, upper))
        total = total.plus(Size(0, least))
    return total


def _kinds(lower: int, upper: int, count: int) -> tuple[bool, bool, bool]:
    """Tell whether an item with so many options takes an at-most-one, a counter, an at-least-one."""
    least = lower == 1 and (upper == 1 or upper >= count)
    return upper == 1 and count > 1, not least and upper > 1 and (lower > 0 or upper < count), least


def encode(cover: ExactCover, recipe: Recipe) -> Formula:
    """Return a formula whose models, projected on variables 1 to options, are the solutions of the cover.

    The cover must have nothing chosen yet and no hopeless item.
    """
    formula = Formula(len(cover.rows))
    members = cover.members()
    implied = implied_items(cover) if recipe.at_least_one == "pieces" else np.zeros(len(cover.names), np.bool_)
    conflicts: list[Clauses] = []
    for item, (lower, upper) in enumerate(zip(cover.lower.tolist(), cover.upper.tolist(), strict=True)):
        literals = np.flatnonzero(members[:, item]).astype(np.int32) + 1
        one, counted, least = _kinds(lower, upper, len(literals))
        if one:
            conflicts.extend(_at_most_one(formula, literals, recipe.at_most_one))
        if counted:
            formula.add("cardinality", CARDINALITY[recipe.cardinality].clauses(formula, literals, lower, upper))
        if least and not implied[item]:
            formula.add("at least one", [literals[None]])
    formula.add("conflicts", _distinct(conflicts))
    bounded = (cover.lower > 0) | (cover.upper < members.sum(axis=0))
    if not members[:, bounded].any(axis=1).all() or not len(members):
        # No clause speaks of some option.  A last variable makes every solver know of those before it.
        formula.add("last variable", [formula.fresh(1)[None]])
    return formula


def _at_most_one(formula: Formula, literals: Literals, encoding: str) -> Iterator[Clauses]:
    """Yield the clauses that forbid two of the literals; for few, they are those of as many others by other names."""
    pattern = _pattern(encoding, len(literals))
    if pattern is None:
        yield from AT_MOST_ONE[encoding].clauses(formula, literals)
        return
    fresh = formula.fresh(pattern.variables - len(literals))
    names = signed(np.concatenate([_NONE, literals, fresh]))
    for counted, most in pattern.bounds:
        formula.bound(names[counted], most)
    yield from (names[block] for block in pattern.blocks())


@lru_cache(512)
def _pattern(encoding: str, count: int) -> Formula | None:
    """Return the at-most-one of the first so many variables, None if it is too large to be kept."""
    if AT_MOST_ONE[encoding].size(count).clauses > _PATTERN:
        return None
    formula = Formula(count)
    blocks = list(AT_MOST_ONE[encoding].clauses(formula, np.arange(1, count + 1, dtype=np.int32)))
    for width in sorted({block.shape[1] for block in blocks}):
        formula.add("conflicts", [np.concatenate([block for block in blocks if block.shape[1] == width])])
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
        first, other = np.concatenate(pairs).astype(np.int64).T
        codes = np.sort((np.minimum(first, other) << 32) + np.maximum(first, other))
        codes = codes[
            np.diff(codes, prepend=codes[0] - 1) > 0
        ]  # np.unique does not sort, and takes forty times as long
        second = (codes << 32) >> 32  # the sign of the lower half comes back
        yield np.stack([(codes - second) >> 32, second], axis=1).astype(np.int32)
