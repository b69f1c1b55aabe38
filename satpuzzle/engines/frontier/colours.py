"""Colours along a frontier: which bits of a state stand for an item's colour, and how long they are kept.

The bits of an item's colour (`cover/colours.py`) come directly after the last cell at which an option that covers the
item begins.

    cells      0 1     2   3          options that cover item x begin at cells 0 and 1
    columns    0 1 x x 2   3

If the frontier counts the packings that a symmetry fixes, each orbit of options is one option: its options are chosen
together, so their colours must agree.  The first item of an orbit represents the colours of the orbit.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from satpuzzle.arrays import bincount
from satpuzzle.cover.bits import Bools, from_words
from satpuzzle.cover.exact_cover import ExactCover


class OrbitColours(NamedTuple):
    """The colours of some orbits of options."""

    own: Bools  # (orbits, bits): the bits of their colours
    excluded: Bools  # (orbits, bits): the bits that they exclude
    item: NDArray[np.int64]  # (bits,): the item of each bit


def orbit_colours(cover: ExactCover, items: NDArray[np.int64], orbits: NDArray[np.int64]) -> tuple[OrbitColours, Bools]:
    """Return the colours of orbits of options, and for each orbit whether its options agree.

    `items`, shape (order, items), has the images of all items under the elements of a group; `orbits`, shape
    (order, orbits), has the images of one option of each orbit.
    """
    colours = cover.colours
    columns, item = np.array(colours.columns, np.int64), np.zeros(0, np.int64)
    if colours:
        item = np.repeat(np.array(colours.items, np.int64), [2 * len(pairs) for pairs in colours.pairs])
    kept = items[:, item].min(axis=0, initial=len(cover.names)) == item  # only the first item of each orbit
    own = excluded = np.zeros((len(cover.rows), 0), np.bool_)
    if colours:
        own, excluded = (
            from_words(rows, 64 * rows.shape[1])[:, columns] for rows in (cover.rows, colours.excluded(cover.rows))
        )
    agree = np.ones(orbits.shape[1], np.bool_)
    for power, options in enumerate(orbits if colours else ()):
        for others in orbits[:power]:
            agree &= (options == others) | ~(own[options] & excluded[others]).any(axis=1)
    united = [np.logical_or.reduce([bits[options][:, kept] for options in orbits]) for bits in (own, excluded)]
    return OrbitColours(united[0], united[1], item[kept]), agree


def laid_out(inside: Bools, leader: NDArray[np.intp], hues: OrbitColours) -> tuple[Bools, Bools, NDArray[np.int64]]:
    """Return the columns that each option needs to be free, the columns that it fills, and the column of each cell.

    The shapes are (options, columns) twice and (cells + 1,); the last entry of the third is the number of columns.
    `inside`, shape (options, cells), has the cells of the options, and `leader` the first cell of each option.
    """
    cells = inside.shape[1]
    used = hues.own.any(axis=0)
    if not used.any():
        return inside, inside, np.arange(cells + 1, dtype=np.int64)
    last = np.array([leader[hues.own[:, hues.item == item].any(axis=1)].max() for item in hues.item[used]], np.int64)
    begin = np.concatenate([[0], np.cumsum(1 + bincount(last, minlength=cells))])
    asked, filled = np.zeros((2, len(inside), begin[-1]), np.bool_)
    asked[:, begin[:-1]] = filled[:, begin[:-1]] = inside
    order = np.argsort(last, kind="stable")
    place = np.arange(len(last)) - np.searchsorted(last[order], last[order])  # its place after the cell
    columns = begin[last[order]] + 1 + place
    asked[:, columns] = hues.own[:, used][:, order]
    filled[:, columns] = hues.excluded[:, used][:, order]
    return asked, filled, begin
