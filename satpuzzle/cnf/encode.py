"""Encodes an exact cover as a formula.

Variable o + 1 means "option o is chosen"; auxiliary variables follow.  An item that must be covered exactly once gets a
clause "at least one of its options" and an at-most-one encoding.  An item with several copies gets a cardinality
encoding, in which an option that covers it w times stands w times.  An item with colours gets clauses that forbid
options of different colours.  The recipe names the encodings.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache, partial

import numpy as np

from satpuzzle.arrays import bincount, repeat
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cnf.colours import COLOURS
from satpuzzle.cnf.formula import Clauses, Formula, Literals, Size, signed
from satpuzzle.cnf.own import at_most_one_of, cardinality_of
from satpuzzle.cnf.recipe import Recipe, load_recipe
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.errors import PuzzleError

SMALL, LARGE = "default", "product"  # the recipes that `auto` chooses between
_SMALL = 600_000  # number of clauses up to which `auto` takes the recipe SMALL
_PATTERN = 10_000  # number of clauses up to which an at-most-one encoding is cached
_WEIGHTED = "sequential"  # the cardinality encoding of items with weights, since not all allow repeated literals
_NONE = np.zeros(1, np.int32)  # entry 0 of a table of variables, which are numbered from 1


def choose_recipe(cover: ExactCover, encoding: str | Recipe, clock: Clock = UNLIMITED) -> Recipe:
    """Return the recipe `encoding`, an object or a name; `auto` chooses one by the size of the cover.

    Raises PuzzleError if there is no such recipe, or if the formula may exceed its `most_clauses`, and Stopped if the
    clock stops.
    """
    if encoding == "auto":
        small = load_recipe(SMALL)
        return small if estimate(cover, small, clock).clauses <= _SMALL else load_recipe(LARGE)
    recipe = encoding if isinstance(encoding, Recipe) else load_recipe(encoding)
    clauses = estimate(cover, recipe, clock).clauses
    if clauses > recipe.most_clauses:
        other = estimate(cover, load_recipe(LARGE), clock).clauses
        raise PuzzleError(
            f"encoding {recipe.name}: up to {clauses} clauses, about {clauses // 2500} MB of memory; {LARGE} makes"
            f" {other} (a recipe of your own with most_clauses = {clauses} would be allowed)"
        )
    return recipe


def estimate(cover: ExactCover, recipe: Recipe, clock: Clock = UNLIMITED) -> Size:
    """Return the size of the formula for the residual cover.

    The size is exact with two exceptions: a conflict of two options that share several items is counted once for each
    of these items, and the last variable that `encode` may add is not counted.  Raises Stopped if the clock stops.
    """
    _, rest = cover.residual()
    total = Size(len(rest.rows), 0)
    available = rest.available(clock)
    bounds = zip(rest.lower.tolist(), rest.upper.tolist(), available.tolist(), strict=True)
    for item, (lower, upper, count) in enumerate(bounds):
        one, counted, least = _kinds(lower, upper, count)
        if one:
            total = total.plus(at_most_one_of(recipe.at_most_one).size(count))
        if counted and lower <= count:
            cardinality = _WEIGHTED if item in rest.weights.items else recipe.cardinality
            total = total.plus(cardinality_of(cardinality).size(count, lower, upper))
        total = total.plus(Size(0, least))
    for _, groups in rest.agreeing():
        total = total.plus(COLOURS[recipe.colours].size([*map(len, groups)], at_most_one_of(recipe.at_most_one).size))
    return total


def _kinds(lower: int, upper: int, count: int) -> tuple[bool, bool, bool]:
    """Return which constraints an item with `count` options and these bounds needs.

    The three truth values are for an at-most-one encoding, a cardinality encoding and an at-least-one clause.
    """
    least = lower == 1 and (upper == 1 or upper >= count)
    return upper == 1 and count > 1, not least and upper > 1 and (lower > 0 or upper < count), least


def encode(cover: ExactCover, recipe: Recipe, clock: Clock = UNLIMITED) -> Formula:
    """Return a formula whose models, projected on the variables of the options, are the solutions of the cover.

    The cover must have no chosen options, and every item must have enough options for its lower bound.  Raises Stopped
    if the clock stops.
    """
    formula = Formula(len(cover.rows))
    option, item_of = cover.entries(clock)
    options, available = bincount(item_of, minlength=len(cover.names)), cover.available()
    covering = option[np.argsort(item_of, kind="stable")].astype(np.int32)  # the options of each item, one by one
    implied = implied_items(cover, clock) if recipe.at_least_one == "pieces" else np.zeros(len(cover.names), np.bool_)
    conflicts: list[Clauses] = []
    ends, bounds = options.cumsum().tolist(), zip(cover.lower.tolist(), cover.upper.tolist(), strict=True)
    for item, (end, (lower, upper)) in enumerate(zip(ends, bounds, strict=True)):
        clock.check()
        literals = covering[end - options[item] : end] + 1
        if cover.weights:
            literals = repeat(literals, cover.times(item)[literals - 1])
        one, counted, least = _kinds(lower, upper, len(literals))
        if one:
            conflicts.extend(_watched(_at_most_one(formula, literals, recipe.at_most_one), clock))
        if counted:
            cardinality = _WEIGHTED if cover.weights and item in cover.weights.items else recipe.cardinality
            clauses = cardinality_of(cardinality).clauses(formula, literals, lower, upper)
            formula.add("cardinality", _watched(clauses, clock))
        if least and not implied[item]:
            formula.add("at least one", [np.unique(literals)[None]])
    for _, groups in cover.agreeing():
        clock.check()
        variables = [group.astype(np.int32) + 1 for group in groups]
        one_of = partial(_at_most_one, encoding=recipe.at_most_one)
        conflicts.extend(COLOURS[recipe.colours].clauses(formula, variables, one_of))
    clock.check()
    formula.add("conflicts", _distinct(conflicts))
    clock.check()
    bounded = (cover.lower > 0) | (cover.upper < available)
    if not bincount(option[bounded[item_of]], minlength=len(cover.rows)).all() or not len(cover.rows):
        # Some option occurs in no clause, so a solver might not know its variable.  A unit clause on a higher variable
        # makes solvers allocate all variables below it.
        formula.add("last variable", [formula.fresh(1)[None]])
    return formula


def _watched(blocks: Iterable[Clauses], clock: Clock) -> Iterator[Clauses]:
    """Yield blocks of clauses, and look at the clock before each."""
    for block in blocks:
        clock.check()
        yield block


def _at_most_one(formula: Formula, literals: Literals, encoding: str) -> Iterator[Clauses]:
    """Yield clauses by which at most one of the literals is true, in the named encoding.

    The clauses for a small number of literals are made once; each use renames their variables.
    """
    pattern = _pattern(encoding, len(literals))
    if pattern is None:
        yield from at_most_one_of(encoding).clauses(formula, literals)
        return
    fresh = formula.fresh(pattern.variables - len(literals))
    names = signed(np.concatenate([_NONE, literals, fresh]))
    for counted, most in pattern.bounds:
        formula.bound(names[counted], most)
    yield from (names[block] for block in pattern.blocks())


@lru_cache(512)
def _pattern(encoding: str, count: int) -> Formula | None:
    """Return a formula by which at most one of the variables 1 to `count` is true, None if it is too large to keep."""
    if at_most_one_of(encoding).size(count).clauses > _PATTERN:
        return None
    formula = Formula(count)
    blocks = list(at_most_one_of(encoding).clauses(formula, np.arange(1, count + 1, dtype=np.int32)))
    for width in sorted({block.shape[1] for block in blocks}):
        formula.add("conflicts", [np.concatenate([block for block in blocks if block.shape[1] == width])])
    return formula


def implied_items(cover: ExactCover, clock: Clock = UNLIMITED) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Tell for each item whether its at-least-one clause can be omitted, because volumes imply it.

    If each option has one piece, and the required copies of the pieces have at least as many cells as the board, the
    result is true for all cells.  Otherwise it is false for all items.  Raises Stopped if the clock stops.
    """
    pieces = np.zeros(len(cover.names), np.bool_)
    pieces[list(cover.families.get("pieces", ()))] = True
    cells = np.zeros(len(cover.names), np.bool_)
    cells[list(cover.families.get("cells", ()))] = True
    option, item = cover.entries(clock)
    sizes = bincount(option[cells[item]], minlength=len(cover.rows))
    option, item = option[pieces[item]], item[pieces[item]]
    if not pieces.any() or (bincount(option, minlength=len(cover.rows)) != 1).any():
        return np.zeros(len(cover.names), np.bool_)
    smallest = np.full(len(pieces), len(pieces))
    np.minimum.at(smallest, item, sizes[option])
    volume = int((cover.lower[pieces] * smallest[pieces]).sum())
    return cells & (volume >= int(cover.upper[cells].sum()))


def _distinct(conflicts: list[Clauses]) -> Iterator[Clauses]:
    """Yield the clauses without repetitions of binary ones, which occur if two options share several items."""
    pairs = [block for block in conflicts if block.shape[1] == 2]
    yield from (block for block in conflicts if block.shape[1] != 2)
    if pairs:
        first, other = np.concatenate(pairs).astype(np.int64).T
        codes = np.sort((np.minimum(first, other) << 32) + np.maximum(first, other))
        codes = codes[np.diff(codes, prepend=codes[0] - 1) > 0]  # faster than np.unique, which hashes
        second = (codes << 32) >> 32  # the lower half, with its sign
        yield np.stack([(codes - second) >> 32, second], axis=1).astype(np.int32)
