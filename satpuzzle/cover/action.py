"""The action of permutations of cells and edges on pieces and options; `group.py` finds symmetries with it."""

from collections import defaultdict
from collections.abc import Hashable, Sequence
from itertools import product
from operator import eq

import numpy as np
from numpy.typing import NDArray

from satpuzzle.arrays import bincount, index, repeat, wide
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.bits import from_words, to_words
from satpuzzle.cover.classes import Condition
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.placements import Marks
from satpuzzle.cover.zobrist import numbers

_PORTION = 1 << 24  # the largest number of entries of an intermediate table
_ODD = np.uint64(0x9E3779B97F4A7C15)  # a multiplier that mixes bits


class Action:
    """Extends permutations of cells, and of edges, to pieces and options.

    Items of rules are left out: they follow from the cells and the piece of an option, and do not tell pieces apart.
    The image of an option is looked up by the sum of random weights of its items, and then compared item by item.  A
    pair of a cell or edge and the colour that an option gives it also has a weight.

    The colours of `twofold` options are the numbers 1 to n of cells along a chain whose ends are alike.  These have the
    entry n + 1 there, others 0: an image may have to be numbered from the other end.

    Pieces are matched by their possible placements, before rules take some away (docs/counting.md).  If they took some,
    the options are `kept` of the options of the cover `possible`, and one whose image was taken away has no image.
    """

    def __init__(
        self,
        cover: ExactCover,
        colours: Marks | None = None,
        clock: Clock = UNLIMITED,
        possible: ExactCover | None = None,
        kept: NDArray[np.int64] | None = None,
        twofold: NDArray[np.int64] | None = None,
    ) -> None:
        whole, self._kept = cover if possible is None else possible, kept
        self._cover, self._rules = cover, cover.families.get("rules", range(0))
        self.cells, every = len(cover.families["cells"]), np.arange(len(cover.names) - len(self._rules), dtype=np.int64)
        self.pieces = np.array(cover.families["pieces"], dtype=np.int64)
        self.members = np.empty((len(whole.rows), len(every)), np.bool_)
        for some in clock.slices(len(whole.rows), _PORTION // max(1, len(every))):
            self.members[some] = from_words(whole.rows[some], len(every))
        pieces, (option, item) = cover.families["pieces"], whole.entries(clock)
        still = (item < pieces.start) | (item >= pieces.stop) & (item < len(every))
        clock.check()
        self._option, self._item = option.compress(still), item.compress(still)  # of cells and edges
        clock.check()
        self.bounds = np.stack([cover.lower, cover.upper], axis=1)[self.pieces]
        self._piece = wide(self.members[:, pieces.start : pieces.stop].argmax(axis=1))  # of each possible option
        self.piece = self.of_kept(self._piece)  # of each option
        self.still = np.concatenate([every[: pieces.start], every[pieces.stop :]])
        clock.check()
        self._many = bincount(self._option, minlength=len(self.members))  # the number of these items of each option
        self._start = self._many.cumsum() - self._many
        self.colours = (
            np.zeros((0, self.cells), np.uint8) if colours is None or not len(colours) else colours
        )  # as in Placements, or
        if cover.colours and not self._rules:  # (options, items)
            cells, self.colours = self.colours, np.zeros((len(cover.rows), len(every)), np.uint8)
            for some in clock.slices(len(cover.rows), _PORTION // (64 * cover.rows.shape[1])):
                hues = cover.colours.of(cover.rows[some]) + 1
                self.colours[some, list(cover.colours.items)] = np.maximum(hues, 0)
            self.colours[:, : self.cells] = cells if len(cells) else 0
        self._painted, self._place = _painted(self.colours, clock)
        self._colour = self.colours[self._painted, self._place].astype(np.int64)
        both = np.zeros(len(self.members), np.int64) if twofold is None else twofold
        self._reversed = _Reversed(self._painted, self._colour, both)
        colours_used = int(self.colours.max(initial=0))
        places = self.colours.shape[1]
        weights = numbers(len(every) + colours_used * places, 63)
        clock.check()
        self._weights, self._hues = weights[: len(every)], weights[len(every) :].reshape(-1, places)
        self._own = self._coded(every)
        self._of_piece = self._weights[self.pieces]
        codes = self._own + self._of_piece.take(self._piece)
        self._order = wide(codes.argsort())
        self._codes = codes.take(self._order)

    def of_kept(self, values: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the values of the options, from those of all possible ones."""
        return values if self._kept is None else values[self._kept]

    def _items(self, permutation: NDArray[np.int64], mirrored: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the image of each item: of cells and edges under the permutation, of pieces under `mirrored`."""
        pieces = np.where(mirrored >= 0, mirrored + self.cells, -1)
        return np.concatenate([permutation[: self.cells], pieces, permutation[self.cells :]])

    def _coded(self, items: NDArray[np.int64], hues: NDArray[np.int64] | None = None) -> NDArray[np.uint64]:
        """Return for each option the sum of the weights of its items, without the piece, and of its colours.

        The weights are those of images: `items` has the image of each item, `hues` that of each colour.
        """
        sums: NDArray[np.uint64] = np.add.reduceat(self._weights.take(items.take(self._item)), index(self._start))
        if len(self._painted):
            colour = self._colour_at(items, hues)
            np.add.at(sums, self._painted, self._hues[colour - 1, items[self._place]])
        return sums

    def _colour_at(self, items: NDArray[np.int64], hues: NDArray[np.int64] | None) -> NDArray[np.int64]:
        """Return the colour of each image of a cell or edge that an option colours."""
        return self._reversed.of(items[self._place]) if hues is None else hues[self._colour]

    def of(
        self, permutation: NDArray[np.int64], mirrored: NDArray[np.int64], hues: NDArray[np.int64] | None = None
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the image of each item and of each option under a permutation of the cells and edges, -1 for none.

        `mirrored` has the image of each piece, -1 for none, and `hues` that of each colour.  The options have one more
        entry, which maps the padding of batches to itself.
        """
        items = self._items(permutation, mirrored)
        return items, self._options(items, mirrored.take(self.piece), hues)

    def options(
        self, permutation: NDArray[np.int64], pieces: NDArray[np.int64], hues: NDArray[np.int64] | None = None
    ) -> NDArray[np.int64]:
        """Return the image of each option, -1 for none, as `of` does.

        `pieces` has the image of each option's piece, -1 for none; it may differ between the options of a piece.
        """
        return self._options(self._items(permutation, self.pieces - self.cells), pieces, hues)

    def _options(
        self, items: NDArray[np.int64], pieces: NDArray[np.int64], hues: NDArray[np.int64] | None
    ) -> NDArray[np.int64]:
        if self._kept is None:
            return self._possible(items, pieces, hues)
        every = np.full(len(self._piece), -1, np.int64)
        every[self._kept] = pieces
        number = np.full(len(every) + 1, -1, np.int64)  # of each possible option among the options
        number[self._kept] = np.arange(len(pieces))
        return np.append(number[self._possible(items, every, hues)[self._kept]], len(pieces))

    def _possible(
        self, items: NDArray[np.int64], pieces: NDArray[np.int64], hues: NDArray[np.int64] | None
    ) -> NDArray[np.int64]:
        """Return the image of each possible option, -1 for none, and that of the padding; see `options`."""
        moving = pieces >= 0
        moved = moving.nonzero()[0]
        codes = self._coded(items, hues).take(moved) + self._of_piece.take(pieces.take(moved))
        order = codes.argsort()  # ascending numbers are found in a third of the time
        moved = moved.take(order)
        there = self._order.take(self._codes.searchsorted(codes.take(order)), mode="clip")
        options: NDArray[np.int64] = np.full(len(moving) + 1, -1, np.int64)
        options[moved], options[-1] = there, len(moving)
        option, item = self._option, self._item
        if len(moved) < len(moving):
            entries = moving[option]
            option, item = option[entries], item[entries]
        on = self.members.take(options.take(option) * self.members.shape[1] + items.take(item)).all()
        assert on and (self._piece.take(there) == pieces.take(moved)).all(), "placements that do not move"
        assert (self._many.take(moved) == self._many.take(there)).all(), "placements that do not move"
        if len(self._painted):
            painted = moving[self._painted]
            option, place = self._painted[painted], self._place[painted]
            colour = self._colour_at(items, hues)[painted]
            assert (self.colours[options[option], items[place]] == colour).all(), "colours that do not move"
        return options

    def mirrored(self, reflection: NDArray[np.int64], among: NDArray[np.bool_] | None = None) -> NDArray[np.int64]:
        """Return the number of the piece that is the mirror image of each piece, -1 for none.

        A piece is its own mirror image if possible.  The others are matched in order: first pieces with equal bounds,
        then pieces whose bounds have a number in common.  With `among`, only these possible options are looked at.
        """
        own, shapes = self._keys(self._own, among), self._shapes(reflection, among=among)
        alike, bounds = defaultdict(list), self.bounds.tolist()
        for piece, shape in enumerate(own):
            alike[shape].append(piece)
        to = [piece if own[piece] == shape else -1 for piece, shape in enumerate(shapes)]
        for match in (eq, _meeting):
            for piece, shape in enumerate(shapes):
                for other in alike[shape] if to[piece] < 0 else ():
                    if to[other] < 0 and match(bounds[piece], bounds[other]):
                        to[piece], to[other] = other, piece
                        break
        return np.array(to, dtype=np.int64)

    def matched(self, isometries: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
        """Return the number of the piece that each piece becomes under each isometry, -1 for none.

        The isometries are one of each coset of the rotations, but for the rotations.  Pieces that become each other
        are *mates*, at most one for each set of placements, so that products of isometries match the products of their
        matches.  They are found in order: first pieces with equal bounds, then pieces whose bounds have a number in
        common.
        """
        own, shapes = self._keys(self._own), [self._shapes(isometry) for isometry in isometries]
        becoming = [{*each} for each in zip(*shapes, strict=True)]
        mates, bounds = [{shape: piece} for piece, shape in enumerate(own)], self.bounds.tolist()
        for match in (eq, _meeting):
            for piece, other in product(range(len(own)), repeat=2):
                alone = own[other] in becoming[piece] and own[other] not in mates[piece] and len(mates[other]) == 1
                if alone and match(bounds[piece], bounds[other]):
                    mates[piece][own[other]] = other
                    mates[other] = mates[piece]
        return np.array([[mates[piece].get(shape, -1) for piece, shape in enumerate(some)] for some in shapes])

    def exchanged(self, permutation: NDArray[np.int64], hues: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the piece that each piece becomes if colour c is replaced by colour `hues[c]`, -1 for none.

        Equal pieces with equal bounds are mapped in order: the first to the first, the second to the second.
        """
        bounds = self.bounds.tolist()
        own, becoming = (
            _ranked([(shape, *each) for shape, each in zip(shapes, bounds, strict=True)])
            for shapes in (self._keys(self._own), self._shapes(permutation, hues))
        )
        number = {name: piece for piece, name in enumerate(own)}
        return np.array([number.get(name, -1) for name in becoming], dtype=np.int64)

    def _shapes(
        self,
        permutation: NDArray[np.int64],
        hues: NDArray[np.int64] | None = None,
        among: NDArray[np.bool_] | None = None,
    ) -> list[int]:
        """Return a key for each piece, made from the images of its placements under these permutations.

        Two keys are equal exactly if the sets of images are, up to hash collisions, with which options do not move.
        """
        return self._keys(self._coded(self._items(permutation, self.pieces - self.cells), hues), among)

    def _keys(self, codes: NDArray[np.uint64], among: NDArray[np.bool_] | None = None) -> list[int]:
        """Return for each piece the sum of the hashes of the codes of its options; see `_shapes`."""
        hashes = (codes ^ codes >> np.uint64(31)) * _ODD
        hashes ^= hashes >> np.uint64(29)  # sums of codes do not tell sets of options apart: their weights are sums
        hashes *= hashes | np.uint64(1)
        if among is not None:
            hashes *= among
        sums = np.zeros(len(self.pieces), np.uint64)
        np.add.at(sums, self._piece, hashes)
        return sums.tolist()

    def meet(self, mirrored: NDArray[np.int64]) -> bool:
        """Tell whether for each piece a number of copies is within its bounds and those of its mirror image.

        `mirrored` has the mirror image of each piece, -1 for none, which allows no copies.
        """
        bounds = np.stack([self.bounds, np.append(self.bounds, [[0, 0]], axis=0)[mirrored]])
        return bool((bounds[..., 0].max(axis=0) <= bounds[..., 1].min(axis=0)).all())

    def condition(
        self, items: NDArray[np.int64], options: NDArray[np.int64], images: NDArray[np.int64]
    ) -> Condition | None:
        """Return the condition under which the image of a solution is a solution, None if it always is.

        `items` and `options` have the images of all items and options, and `images` those of the options' pieces, -1
        for none.  The image must keep the bounds of each item that is not the image of an item with equal bounds.
        """
        cover, many = self._cover, len(images)
        among = np.append(self.pieces, self._rules).astype(np.int64)
        to = items[among]
        same = (to >= 0) & (cover.lower[to] == cover.lower[among]) & (cover.upper[to] == cover.upper[among])
        if same.all() and (options >= 0).all():
            return None
        asked = np.setdiff1d(among, to[same])
        of_pieces = np.flatnonzero(np.isin(self.pieces, asked))
        covering = [*(images == piece for piece in of_pieces.tolist()), options[:-1] < 0]
        bounds = [*self.bounds[of_pieces].tolist(), [0, 0]]
        ruled = asked[np.isin(asked, self._rules)]
        alone = np.isin(ruled, cover.colours.items)
        moved = np.where(options[:-1] >= 0, options[:-1], 0)
        for item in ruled[~alone].tolist():
            times = cover.times(item) if cover.weights else cover.covers(item)
            covering.append(times[moved] * (options[:-1] >= 0))
            bounds.append([int(cover.lower[item]), int(cover.upper[item])])
        once = np.zeros((many + 1, 0), np.uint64)
        if alone.any():
            mask = np.isin(np.arange(64 * cover.rows.shape[1]), ruled[alone])
            once = np.zeros((many + 1, cover.rows.shape[1]), np.uint64)
            once[:-1] = cover.rows[moved] & to_words(mask[None], cover.rows.shape[1])
            once[:-1][options[:-1] < 0] = 0
            once = once[:, once.any(axis=0)]
        table, (lower, upper) = np.pad(np.array(covering), [(0, 0), (0, 1)]), np.array(bounds).T
        can_fail = table.any(axis=1) | (lower > 0)
        return Condition(table[can_fail], lower[can_fail], upper[can_fail], once)


class _Reversed:
    """The numbers of the images of cells along chains, from the end at which the image's numbers are the smaller list.

    The least of the images tells, but for that of the chain's middle.
    """

    def __init__(self, option: NDArray[np.int64], number: NDArray[np.int64], twofold: NDArray[np.int64]) -> None:
        self._number, self._turned = number, twofold[option]
        self._entries = np.flatnonzero(self._turned)
        self._start = np.flatnonzero(np.diff(option[self._entries], prepend=-1))
        self._many = np.diff(np.append(self._start, len(self._entries)))

    def of(self, images: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the number of each of these cells; options that are not twofold keep theirs."""
        if not len(self._entries):
            return self._number
        image, number, turned = images[self._entries], self._number[self._entries], self._turned[self._entries]
        image = np.where(2 * number == turned, np.iinfo(np.int64).max, image)  # the middle does not tell
        least = repeat(np.minimum.reduceat(image, index(self._start)), self._many)
        first = number[image == least]  # one of each option
        back = repeat(2 * first > turned[self._start], self._many)
        found = self._number.copy()
        found[self._entries] = np.where(back, turned - number, number)
        return found


def _painted(colours: Marks, clock: Clock) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the options and places at which a table of colours is not 0."""
    found = [np.zeros((2, 0), np.intp)]
    for some in clock.slices(len(colours), _PORTION // max(1, colours.shape[1])):
        here = some.start + np.flatnonzero(colours[some].any(axis=1))  # often few
        option, place = np.nonzero(colours[here])
        found.append(np.stack([here[option], place]))
    painted, places = np.concatenate(found, axis=1)
    return painted, places


def _ranked(names: Sequence[Hashable]) -> list[tuple[Hashable, int]]:
    """Return the pairs (name, number of equal names before it)."""
    times: dict[Hashable, int] = {}
    found = []
    for name in names:
        times[name] = times.get(name, -1) + 1
        found.append((name, times[name]))
    return found


def _meeting(one: list[int], other: list[int]) -> bool:
    return max(one[0], other[0]) <= min(one[1], other[1])
