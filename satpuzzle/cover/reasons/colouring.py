"""Colourings: integer weights of the cells, by which no packing can add up.

Weigh the items of an exact cover by integers such that each option weighs 0 modulo m.  If the items, each as often as
it has to be covered, do not weigh 0 together, there is no solution.  On a board this is the argument of the mutilated
chessboard: the weight of a piece is what all its placements weigh, whatever their place, with the sign turned.

The exact cover is A x = b.  By weights modulo primes and their powers one sees whether b is in the lattice that the
columns of A span, for integers x of either sign.  Where two options differ by one item, both items weigh the same, so
that few unknown weights are left on most boards, often one for all cells: then volumes say all.  The others are found
by elimination: begin with all weights, take some options at a time, and keep what vanishes on them.  When all that is
left vanishes on b as well, there is nothing to be found.

Solomon W. Golomb, Checker boards and polyominoes, American Mathematical Monthly 61 (1954); Nicolaas G. de Bruijn,
Filling boxes with bricks, American Mathematical Monthly 76 (1969); John H. Conway and Jeffrey C. Lagarias, Tiling with
polyominoes and combinatorial group theory, Journal of Combinatorial Theory A 53 (1990), on what such weights can show.
"""

from collections.abc import Callable, Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.bits import to_words
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.reasons.base import Reason, cell_items, piece_items
from satpuzzle.cover.zobrist import numbers

FEW = (2, 3, 5)  # moduli tried before every search
MANY = (2, 3, 5, 7, 4, 8, 9, 16, 27, 25, 11, 13, 17, 19, 23, 29, 31)  # and for an explanation
SMALL = 40  # unknown weights for which this takes milliseconds
LARGE = 500  # and for which it takes seconds at most
_BEGINNING = 256  # options that often show already that all cells weigh the same
_PORTION = 96  # options at a time
_TRIED = 4096  # weightings among which one with few different weights is looked for

Matrix = NDArray[np.int64]


def colouring(
    cover: ExactCover,
    moduli: Sequence[int] = FEW,
    most: int = SMALL,
    check: Callable[[], None] = lambda: None,
) -> Reason | None:
    """Return a colouring that forbids a solution, by the first of the moduli (powers of primes) that gives one.

    Items whose bounds differ weigh nothing.  Nothing is tried if more than `most` weights are unknown.  `check` is
    called now and then and may raise.
    """
    _, rest = cover.residual()
    bound = np.flatnonzero((rest.lower == rest.upper) & (rest.upper > 0))
    members, target = rest.members(), rest.lower[bound]
    if len(bound) < members.shape[1]:
        members = members[:, bound]
    inside = cell_items(cover)
    cells = (bound >= inside.start) & (bound < inside.stop)
    for some in (members[:_BEGINNING], members):
        label = _alike(some)
        alone = len(set(label[cells].tolist())) <= 1 and (cells.sum() == len(inside))
        if alone:
            break
    unknown = int(label.max(initial=-1)) + 1
    if unknown > most or (alone and _by_volume(members, target, cells)):
        return None
    together = np.eye(unknown)[label]  # (bound items, unknown weights)
    rows = np.rint(members.astype(np.float64) @ together).astype(np.int64)
    keys: Matrix = rows @ numbers(unknown, 40).astype(np.int64)
    _, first = np.unique(keys, return_index=True)
    rows, target = rows[first], np.rint(target @ together).astype(np.int64)
    for modulus in moduli:
        found = _vanishing(rows, target, modulus, check)
        if found is None:
            continue
        often = np.bincount(label[cells] if cells.any() else label, minlength=unknown)
        weights = np.zeros(len(cover.names), np.int64)
        weights[bound] = _plainest(found, target, often, modulus)[label]
        if holds(rest, weights, modulus):
            return _told(rest, weights, modulus)
    return None


def _alike(members: NDArray[np.bool_]) -> Matrix:
    """Return for each item the number of its class: items that two options exchange for each other weigh the same."""
    count = members.shape[1]
    options, items = np.divmod(np.flatnonzero(members), count)
    # Were two sets mistaken for each other, a reason would be missed, none invented.
    number: NDArray[np.float64] = numbers(count, 46).astype(np.float64)
    sums = np.bincount(options, weights=number[items], minlength=len(members))
    without = sums[options] - number[items]
    order = np.argsort(without)
    same = without[order][1:] == without[order][:-1]
    one, other = items[order][1:][same], items[order][:-1][same]
    least = np.arange(count)  # the first item that is known to weigh the same
    while (least[one] != least[other]).any():
        np.minimum.at(least, least[one], least[other])
        np.minimum.at(least, least[other], least[one])
        while (least[least] != least).any():
            least = least[least]
    _, label = np.unique(least, return_inverse=True)
    return label.astype(np.int64)


def _by_volume(members: NDArray[np.bool_], target: Matrix, cells: NDArray[np.bool_]) -> bool:
    """Tell whether weights that are the same for all cells vanish on the target if they do so on the options.

    A piece without an option has any weight.
    """
    pieces, words = members[:, ~cells], -(-members.shape[1] // 64)
    if not pieces.any(axis=0).all():
        return False
    sizes = np.bitwise_count(to_words(members & cells, words)).sum(axis=1, dtype=np.int32)
    each = (pieces * sizes[:, None]).max(axis=0, initial=0)
    return int(target[~cells] @ each) == int(target[cells].sum())


def holds(cover: ExactCover, weights: NDArray[np.int64], modulus: int) -> bool:
    """Tell whether these weights of the items forbid a solution of a cover with nothing chosen, by summing them up."""
    if weights[cover.lower != cover.upper].any():
        return False
    return not (cover.members()[cover.live] @ weights % modulus).any() and bool(weights @ cover.lower % modulus)


def _prime(modulus: int) -> int:
    return next(p for p in range(2, modulus + 1) if modulus % p == 0)


def _vanishing(rows: Matrix, target: Matrix, modulus: int, check: Callable[[], None]) -> Matrix | None:
    """Return generators of the weights that vanish on all rows, one a row; None if they vanish on the target too."""
    prime = _prime(modulus)
    kept = np.eye(rows.shape[1], dtype=np.int64)
    for start in range(0, len(rows), _PORTION):
        check()
        if not (kept @ target % modulus).any():
            return None
        some = rows[start:] if len(kept) <= 8 else rows[start : start + _PORTION]
        values = _product(kept, some.T) % modulus
        values = values[:, values.any(axis=0)]
        if values.shape[1]:
            kept = _kernel(kept, values, modulus, prime)
    return kept if (kept @ target % modulus).any() else None


def _product(a: Matrix, b: Matrix) -> Matrix:
    """Return a product of small integers, by floating point, which is exact here and much faster."""
    return np.rint(a.astype(np.float64) @ b.astype(np.float64)).astype(np.int64)


def _kernel(kept: Matrix, values: Matrix, modulus: int, prime: int) -> Matrix:
    """Return combinations of the kept weights, which have these values on some options, that vanish there.

    Modulo a power of a prime, a pivot is an entry that as few factors of the prime divide as any that is left; what is
    left then divides by them as well.  The pivot's row vanishes when it is multiplied by the other factors.
    """
    width = values.shape[1]
    table = np.concatenate([values, kept], axis=1)
    found = []
    power = 1  # that divides all values that are left
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


def _plainest(found: Matrix, target: Matrix, often: Matrix, modulus: int) -> Matrix:
    """Return the combination that does not vanish on the target and gives cells few different weights, mostly 0.

    `often` says how many cells have each of the unknown weights.
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


def _told(cover: ExactCover, weights: NDArray[np.int64], modulus: int) -> Reason:
    """Return the reason that these weights are."""
    cells, pieces = cell_items(cover), piece_items(cover)
    board = int(weights[list(cells)] @ cover.lower[list(cells)]) % modulus
    if not pieces:
        text = f"weigh the items as told, modulo {modulus}: each option weighs 0, all items together {board}"
        return Reason("colouring", text, {item: int(weights[item]) for item in cells}, modulus=modulus)
    each = {cover.names[item]: int(-weights[item]) % modulus for item in pieces if cover.upper[item]}
    total = int(-weights[list(pieces)] @ cover.lower[list(pieces)]) % modulus
    placed = ", ".join(
        f"{cover.lower[item]} × {cover.names[item]} {each[cover.names[item]]}"
        for item in pieces
        if cover.upper[item] and each[cover.names[item]]
    )
    text = (
        f"weigh the cells as drawn, modulo {modulus}: a piece weighs the same wherever it lies"
        f" ({placed or 'each 0'}), all pieces together {total}, but the cells to fill {board}"
    )
    drawn = {item: int(weights[item]) for item in cells if cover.upper[item]}
    return Reason("colouring", text, drawn, each, modulus)
