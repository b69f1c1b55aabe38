"""Covers with more items that count options, and with other bounds."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover import bits
from satpuzzle.cover.exact_cover import ExactCover


def with_items(
    cover: ExactCover, names: Sequence[str], bounds: Sequence[tuple[int, int]], covering: NDArray[np.bool_]
) -> ExactCover:
    """Return the cover with more items, behind those that it has.

    `covering` tells for each option and new item whether the option covers it, shape (options, new items).
    """
    items = len(cover.names)
    table = bits.from_words(cover.rows, max(items, cover.weights.columns.stop, cover.colours.columns.stop))
    gap = np.zeros((len(table), len(names) % 2), np.bool_)  # pairs of bits of colours begin at even places
    table = np.concatenate([table[:, :items], covering, gap, table[:, items:]], axis=1)
    shift = (len(names) + 1) // 2
    weights = replace(cover.weights, start=cover.weights.start + 2 * shift)
    pairs = tuple(range(each.start + shift, each.stop + shift) for each in cover.colours.pairs)
    lower, upper = np.array(bounds, np.int64).reshape(-1, 2).T
    return replace(
        cover,
        names=(*cover.names, *names),
        lower=np.concatenate([cover.lower, lower]),
        upper=np.concatenate([cover.upper, upper]),
        rows=bits.to_words(table, -(-table.shape[1] // 64)),
        colours=replace(cover.colours, pairs=pairs),
        weights=weights,
    )


def with_bounds(cover: ExactCover, bounds: Mapping[int, tuple[int, int]]) -> ExactCover:
    """Return the cover with tighter bounds of some items; options beside which no more are allowed are ruled out."""
    lower, upper = cover.lower.copy(), cover.upper.copy()
    for item, limits in bounds.items():
        lower[item], upper[item] = limits
    found = replace(cover, lower=lower, upper=upper)
    return replace(found, live=found.open_beside(found.chosen))
