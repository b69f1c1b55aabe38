"""Colourings: weights of the cells modulo m that prove that there is no solution.

Give the items of an exact cover integer weights such that each option has weight 0 modulo m.  If the sum of the items'
weights, each taken as often as the item has to be covered, is not 0 modulo m, there is no solution.  On a board this is
the argument of the mutilated chessboard: all placements of a piece cover cells of the same total weight, and the item
of the piece has the negative of it.

If A x = b is the exact cover, such weights exist for a prime power m exactly if A x = b has no solution modulo m.  Two
items have the same weight if exchanging one for the other turns some option into another one.  This leaves few unknown
weights on most boards, often one for all cells; then volumes decide.  The unknown weights are found by elimination:
start with all weights, take a block of options, and keep the weights that vanish on it.  Once all remaining weights
vanish on b too, there is no colouring.

Solomon W. Golomb, Checker boards and polyominoes, American Mathematical Monthly 61 (1954); Nicolaas G. de Bruijn,
Filling boxes with bricks, American Mathematical Monthly 76 (1969); John H. Conway and Jeffrey C. Lagarias, Tiling with
polyominoes and combinatorial group theory, Journal of Combinatorial Theory A 53 (1990), on what such weights can show.
"""

from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from satpuzzle.arrays import bincount, index
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.reasons.base import Reason, cell_items, piece_items, rule_items, weights_of
from satpuzzle.cover.zobrist import numbers

FEW = (2, 3, 5)  # moduli tried before each search
MANY = (2, 3, 5, 7, 4, 8, 9, 16, 27, 25, 11, 13, 17, 19, 23, 29, 31)  # moduli tried for an explanation
SMALL = 40  # with up to this number of unknown weights, the elimination takes milliseconds
LARGE = 500  # with up to this number, it takes a few seconds
_BEGINNING = (256, 4096, 65536)  # the first options, which often suffice to show that all cells have the same weight
_PORTION = 96  # number of options in a block of the elimination
_TRIED = 4096  # the number of combinations of weights among which the simplest is chosen

Matrix = NDArray[np.int64]
Places = NDArray[np.intp]


def colouring(
    cover: ExactCover, moduli: Sequence[int] = FEW, most: int = SMALL, clock: Clock = UNLIMITED
) -> Reason | None:
    """Return a colouring that excludes a solution, for the first of the moduli (prime powers) that has one, or None.

    Items with different lower and upper bounds have weight 0.  The result is None if more than `most` weights are
    unknown.  Raises Stopped if the clock stops.
    """
    _, rest = cover.residual()
    bound = np.flatnonzero((rest.lower == rest.upper) & (rest.upper > 0))
    options, target = len(rest.rows), rest.lower[bound]
    place = np.full(len(rest.names), -1)
    place[bound] = np.arange(len(bound))
    option, item = rest.entries(clock)
    kept = place[item] >= 0
    option, item = option[kept], place[item[kept]]
    inside = cell_items(cover)
    cells = (bound >= inside.start) & (bound < inside.stop)
    for some in (*np.searchsorted(option, [few for few in _BEGINNING if few < options]).tolist(), len(option)):
        label = _weight_classes(option[:some], item[:some], len(bound), clock)
        if len(set(label[cells].tolist())) <= 1 and cells.sum() == len(inside):
            if _by_volume(option, item, target, cells):
                return None
            break
    unknown = int(label.max(initial=-1)) + 1
    if unknown > most:
        return None
    together = np.eye(unknown)[label]  # (bound items, unknown weights)
    rows = bincount(option * unknown + label[item], minlength=options * unknown).reshape(options, unknown)
    clock.check()
    keys: Matrix = rows @ numbers(unknown, 40).astype(np.int64)
    _, first = np.unique(keys, return_index=True)
    rows, target = rows[first], np.rint(target @ together).astype(np.int64)
    for modulus in moduli:
        found = _vanishing(rows, target, modulus, clock)
        if found is None:
            continue
        often = bincount(label[cells] if cells.any() else label, minlength=unknown)
        weights = np.zeros(len(cover.names), np.int64)
        weights[bound] = _simplest(found, target, often, modulus)[label]
        if refutes(rest, weights, modulus, clock):
            return _reason(rest, weights, modulus)
    return None


def _weight_classes(options: Places, items: Places, count: int, clock: Clock) -> Matrix:
    """Return a class number for each of `count` items, such that items of one class must have the same weight.

    `options` and `items` are an option and an item that it covers, pair by pair.  Two items are in one class if two
    options differ in these items only.  Raises Stopped if the clock stops.
    """
    # A collision of two hashes can merge classes, so that colourings are missed, but never makes a colouring wrong.
    number: NDArray[np.float64] = numbers(count, 46).astype(np.float64)
    sums = np.bincount(index(options), weights=number[items])
    clock.check()
    without = sums[options] - number[items]
    clock.check()
    order = np.argsort(without)
    clock.check()
    same = without[order][1:] == without[order][:-1]
    clock.check()
    one, other = items[order][1:][same], items[order][:-1][same]
    least = np.arange(count)  # the first item of each item's class, as far as found
    while (least[one] != least[other]).any():
        clock.check()
        np.minimum.at(least, least[one], least[other])
        np.minimum.at(least, least[other], least[one])
        while (least[least] != least).any():
            least = least[least]
    _, label = np.unique(least, return_inverse=True)
    return label.astype(np.int64)


def _by_volume(option: Places, item: Places, target: Matrix, cells: NDArray[np.bool_]) -> bool:
    """Tell whether the pieces have as many cells in all as must be covered.

    Then no colouring with equal weights of all cells excludes a solution.  `option` and `item` are an option and an
    item that it covers, pair by pair; `target` has the number of times that each
    item must be covered, and `cells` marks the items that are cells.  The result is False if a piece has no option,
    since its weight is then arbitrary.
    """
    if not bincount(item, minlength=len(target))[~cells].all():
        return False
    sizes = np.bincount(index(option), weights=cells[item]).astype(np.int64)
    each, of_piece = np.zeros(len(target), np.int64), ~cells[item]
    np.maximum.at(each, item[of_piece], sizes[option[of_piece]])
    return int(target @ each) == int(target[cells].sum())


def refutes(cover: ExactCover, weights: NDArray[np.int64], modulus: int, clock: Clock = UNLIMITED) -> bool:
    """Tell whether these weights of the items, modulo `modulus`, prove that the cover has no solution.

    The cover must have no chosen options.  Raises Stopped if the clock stops.
    """
    if weights[cover.lower != cover.upper].any():
        return False
    return not (weights_of(cover, weights, clock) % modulus).any() and bool(weights @ cover.lower % modulus)


def _prime(modulus: int) -> int:
    return next(p for p in range(2, modulus + 1) if modulus % p == 0)


def _vanishing(rows: Matrix, target: Matrix, modulus: int, clock: Clock) -> Matrix | None:
    """Return generators, as rows, of the vectors w with `rows @ w` = 0 modulo `modulus`.

    The result is None if all these w also satisfy `target @ w` = 0, so that no colouring exists.
    """
    prime = _prime(modulus)
    kept = np.eye(rows.shape[1], dtype=np.int64)
    for start in range(0, len(rows), _PORTION):
        clock.check()
        if not (kept @ target % modulus).any():
            return None
        some = rows[start:] if len(kept) <= 8 else rows[start : start + _PORTION]
        values = _product(kept, some.T) % modulus
        values = values[:, values.any(axis=0)]
        if values.shape[1]:
            kept = _kernel(kept, values, modulus, prime)
    return kept if (kept @ target % modulus).any() else None


def _product(a: Matrix, b: Matrix) -> Matrix:
    """Return the product of two matrices of small integers; floating point is exact here and much faster."""
    return np.rint(a.astype(np.float64) @ b.astype(np.float64)).astype(np.int64)


def _kernel(kept: Matrix, values: Matrix, modulus: int, prime: int) -> Matrix:
    """Return generators of the linear combinations of the rows of `kept` whose values on some options are 0.

    `values`, shape (kept, options), has the value of each row of `kept` on each option.  Modulo a prime power, a pivot
    is an entry with the least power of the prime among those left, so that this power divides all other entries; the
    pivot's row vanishes if it is multiplied by the complementary power.
    """
    width = values.shape[1]
    table = np.concatenate([values, kept], axis=1)
    found = []
    power = 1  # a power of the prime that divides all remaining values
    while power < modulus:
        units = table[:, :width] % (power * prime) != 0
        column = int(units.any(axis=0).argmax())
        candidates = np.flatnonzero(units[:, column])
        if not len(candidates):
            power *= prime
            continue
        pivot = table[candidates[0]].copy()
        inverse = pow(int(pivot[column]) // power, -1, modulus)
        others = np.flatnonzero(table[:, column])
        factors = table[others, column] // power * inverse % modulus
        table[others] = (table[others] - factors[:, None] * pivot) % modulus
        table = np.delete(table, candidates[0], axis=0)
        if power > 1:
            found.append(pivot[width:] * (modulus // power) % modulus)
    rest = table[:, width:]
    return np.concatenate([rest, np.array(found)]) if found else rest


def _simplest(found: Matrix, target: Matrix, often: Matrix, modulus: int) -> Matrix:
    """Return a combination of the rows of `found` that is not 0 on the target and easy to read.

    Cells then have few different weights, mostly 0.  `often` has the number of cells with each unknown weight.
    """
    if modulus ** len(found) <= _TRIED:
        factors = np.array(list(product(range(modulus), repeat=len(found))), dtype=np.int64)
    else:
        dice = np.random.default_rng(len(found))
        few = dice.integers(0, modulus, (_TRIED, len(found))) * (dice.random((_TRIED, len(found))) < 2 / len(found))
        factors = np.concatenate([np.eye(len(found), dtype=np.int64), few])
    tried = _product(factors, found) % modulus
    tried = tried[(tried @ target % modulus) != 0]
    each = np.stack([_product(tried == weight, often[:, None])[:, 0] for weight in range(modulus)], axis=1)
    largest = np.where(each > 0, np.arange(modulus), -1).max(axis=1)
    best: Matrix = tried[np.lexsort((-each[:, 0], largest, (each > 0).sum(axis=1)))[0]]
    return best


def _reason(cover: ExactCover, weights: NDArray[np.int64], modulus: int) -> Reason:
    """Return a reason that explains the colouring with these weights of the items."""
    cells, pieces = cell_items(cover), piece_items(cover)
    ruled = [item for item in rule_items(cover) if weights[item]]
    asked = [*cells, *ruled]
    board = int(weights[asked] @ cover.lower[asked]) % modulus
    given = "".join(f", and {weights[item]} for {cover.names[item]}" for item in ruled)
    if not pieces:
        text = f"with the weights listed, modulo {modulus}, each option weighs 0, but a solution must weigh {board}"
        return Reason("colouring", text, {item: int(weights[item]) for item in cells}, modulus=modulus)
    each = {cover.names[item]: int(-weights[item]) % modulus for item in pieces if cover.upper[item]}
    total = int(-weights[list(pieces)] @ cover.lower[list(pieces)]) % modulus
    placed = ", ".join(
        f"{cover.lower[item]} × {cover.names[item]} {each[cover.names[item]]}"
        for item in pieces
        if cover.upper[item] and each[cover.names[item]]
    )
    text = (
        f"with the weights drawn{given}, modulo {modulus}, all placements of a piece weigh the same"
        f" ({placed or 'each 0'}); the pieces weigh {total} in all, but the cells to fill"
        f"{' and the rules' * bool(ruled)} {board}"
    )
    drawn = {item: int(weights[item]) for item in cells if cover.upper[item]}
    return Reason("colouring", text, drawn, each, modulus)
