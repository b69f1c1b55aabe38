"""The items that rules add to an exact cover (`puzzle/rules/`), and their images under symmetries.

They come after all other items.  An item that must not be covered twice and need not be covered at all, with the bounds
(0, 1), is an item with colours that options cover without a colour, which all engines know.  An item may also be one
with colours of its rule, which the options that cover it must agree on, or one that options cover several times.

An isometry carries an item to the item of the same rule and bounds that is about the images of its cells and of its
pieces.  If there is none, the isometry is partial (`classes.py`): which solutions it carries to solutions depends on
the items of their images.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover import bits
from satpuzzle.cover.bits import Words
from satpuzzle.cover.colours import UNBOUNDED, Colours
from satpuzzle.cover.further import Further, Lying
from satpuzzle.cover.weights import Weights
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.puzzle.rules import Items

_PORTION = 1 << 24  # the largest number of entries of an intermediate table
_ONCE = (0, 1)
_ENDLESS = UNBOUNDED << 20  # no sum of weights is so large
Key = tuple[str, tuple[int, int | None], Any, Any]
# what tells an item from others: what its rule means, its kind, its bounds, what it is about, and its pieces


@dataclass(frozen=True, eq=False)
class Ruled(Further):
    """The items of a puzzle's rules, numbered from 0."""

    family = "rules"
    letters = ()

    cells: int  # how many the board has
    rules: Sequence[Items]  # the items of each rule
    names: list[str]
    keys: list[Key]
    kept: list[int] | None = None  # the first items are these of the rules' items, all by default
    added: list[int] = field(default_factory=list)  # the last items are those that the images of options cover of these
    options: NDArray[np.int64] | None = None  # the image of each option, -1 for none

    @classmethod
    def of(cls, puzzle: Puzzle) -> "Ruled":
        """Return the items of a puzzle's rules."""
        rules, laws = puzzle.rule_items, [(rule.word, rule.written) for rule in puzzle.rules]
        names = [f"{word}: {name}" for (word, _), items in zip(laws, rules, strict=True) for name in items.names]
        keys = [
            (f"{laws.index(law)}: {kind}", bounds, about, pieces)
            for law, items in zip(laws, rules, strict=True)
            for kind, bounds, about, pieces in zip(
                items.kinds or [""] * len(items.names), items.bounds, items.about, items.pieces, strict=True
            )
        ]
        return cls(len(puzzle.board), rules, names, keys)

    @property
    def bounds(self) -> list[tuple[int, int]]:
        """The bounds of each item; those of (0, 1) have no upper bound, as items with colours have none."""
        most = _ENDLESS if any(items.weight for items in self.rules) else UNBOUNDED
        return [(low, most if high is None or (low, high) == _ONCE else high) for _, (low, high), *_ in self.keys]

    @property
    def once(self) -> NDArray[np.bool_]:
        """Tell which items at most one option may cover and none must."""
        return np.array([bounds == _ONCE for _, bounds, *_ in self.keys], np.bool_)

    def rows(self, placements: Lying, before: int, clock: Clock = UNLIMITED) -> tuple[Weights, Colours, Words]:
        """Return the weights and colours of the items, and their bits in the rows of options; see `Further`."""
        every, painted, heavy = before + len(self), self._painted(placements, clock), self._heavy(placements, clock)
        heavy[1] += before
        weights = Weights.behind(every, *heavy)
        coloured = np.flatnonzero(self.once | np.isin(np.arange(len(self)), [*painted]))
        letters = [painted[item].names if item in painted else () for item in coloured.tolist()]
        colours = Colours.behind(weights.columns.stop, (before + coloured).tolist(), letters)
        rows = np.zeros((len(placements), max(colours.words, -(-weights.columns.stop // 64))), np.uint64)
        once = np.isin(coloured, np.flatnonzero(self.once))
        pairs = np.array([2 * its.start for its in colours.pairs], np.int64)[once]
        for some in clock.slices(len(rows), _PORTION // (64 * rows.shape[1])):
            covered = self._covered(placements, np.arange(len(rows))[some]) > 0
            table = np.zeros((len(covered), 64 * rows.shape[1]), np.bool_)
            table[:, before:every] = covered
            table[:, pairs] = table[:, pairs + 1] = covered[:, coloured[once]]
            rows[some] = bits.to_words(table, rows.shape[1])
        weights.give(rows, *heavy)
        for number, item in enumerate(coloured.tolist()):
            if item in painted:
                its = painted[item]
                colours.give(rows, its.options, np.full(len(its.options), number), its.colours)
        return weights, colours, rows

    def _heavy(self, placements: Lying, clock: Clock) -> NDArray[np.int64]:
        """Return where a placement covers an item several times: placement, item and weight, (3, cases)."""
        found = [np.zeros((3, 0), np.int64)]
        if any(items.weight for items in self.rules):
            for some in clock.slices(len(placements), _PORTION // max(1, len(self))):
                times = self._covered(placements, np.arange(len(placements))[some])
                option, item = np.nonzero(times > 1)
                found.append(np.stack([some.start + option, item, times[option, item]]))
        return np.concatenate(found, axis=1)

    def _covered(self, placements: Lying, some: NDArray[np.int64]) -> NDArray[np.int64] | NDArray[np.bool_]:
        """Return how often some placements cover the items, or whether they do, (placements, items)."""
        covered = self._by_rules(placements, some)
        covered = covered if self.kept is None else covered[:, self.kept]
        if self.options is None:
            return covered
        there = self.options[some]
        beyond = self._by_rules(placements, there)[:, self.added] * (there >= 0)[:, None]
        return np.concatenate([covered, beyond], axis=1)

    def _by_rules(self, placements: Lying, some: NDArray[np.int64]) -> NDArray[np.int64] | NDArray[np.bool_]:
        """Return how often some placements cover the items of the rules, or whether they do, (placements, items)."""
        lying = bits.from_words(placements.rows[some], self.cells), placements.piece[some], placements.hues(some)
        return np.concatenate([_covered(items, *lying) for items in self.rules], axis=1)

    def _painted(self, placements: Lying, clock: Clock) -> dict[int, "_Painted"]:
        """Return the colours of the items that have some by their rules, by the numbers of the items."""
        found, first = dict[int, _Painted](), 0
        place = {item: number for number, item in enumerate(range(len(self)) if self.kept is None else self.kept)}
        for items in self.rules:
            if items.coloured is not None:
                own = [*range(len(items.names))] if items.painted is None else [*items.painted]
                names, covered = [np.zeros((0, 1), np.str_)], [np.zeros((0, len(own)), np.bool_)]
                for some in clock.slices(len(placements), _PORTION // self.cells):
                    lying = bits.from_words(placements.rows[some], self.cells), placements.piece[some]
                    names.append(items.coloured(*lying, placements.hues(some)))
                    covered.append(_covered(items, *lying, placements.hues(some))[:, own] > 0)
                table = np.concatenate(covered)
                named = np.concatenate(names[len(names) > 1 :])
                labels, label = np.unique(named.reshape(-1), return_inverse=True)
                label = np.broadcast_to(label.reshape(named.shape), table.shape)
                for number, column, its_label in zip(own, table.T, label.T, strict=True):
                    options = np.flatnonzero(column)
                    its, colours = np.unique(its_label[options], return_inverse=True)
                    found[place[first + number]] = _Painted(labels[its].tolist(), options, colours)
            first += len(items.names)
        return found

    def extended(self, items: NDArray[np.int64], pieces: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the images of all items under an isometry; see `Further`."""
        if not self.keys:
            return items
        number, image = {key: len(items) + item for item, key in enumerate(self.keys)}, _Image(items, pieces)
        return np.append(items, [number.get(image(key), -1) for key in self.keys])

    def closed(self, items: NDArray[np.int64], options: NDArray[np.int64], pieces: NDArray[np.int64]) -> "Ruled":
        """Return the items to which the preimages of all items under a reflection are added; see `Further`."""
        keys, image = dict[Key, int](), _Image(np.argsort(items[: self.cells]), pieces)
        own = dict[Key, int]()  # without these pieces, two items may be the same
        for item, key in enumerate(self.keys):
            own.setdefault(_with(key, pieces), item)
        for key, item in own.items():
            keys.setdefault(image(key), item)
        added = {key: item for key, item in keys.items() if key not in own}
        kept, more = [*own.values()], [*added.values()]
        names = [self.names[item] for item in kept] + [f"{self.names[item]} mirrored" for item in more]
        return replace(self, names=names, keys=[*own, *added], kept=kept, added=more, options=options)


class _Painted(NamedTuple):
    """The colours of an item, by number, and the options that cover it, each with the number of its colour."""

    names: list[str]
    options: NDArray[np.int64]
    colours: NDArray[np.int64]


def _covered(
    items: Items, inside: NDArray[np.bool_], piece: NDArray[np.int64], hues: NDArray[np.uint8]
) -> NDArray[np.int64] | NDArray[np.bool_]:
    """Return how often placements cover items of a rule; those without a piece only if it speaks of empty cells."""
    if not items.names:
        return np.zeros((len(piece), 0), np.bool_)
    of_piece = np.arange(-1, piece.max(initial=-1) + 1)
    may = np.array([[own is None or number in own for own in items.pieces] for number in of_piece.tolist()])
    may[0] &= items.empties
    found: NDArray[np.bool_] = items.covered(inside, piece) & may[piece + 1]
    return found if items.weight is None else found * items.weight(inside, hues)


def _with(key: Key, pieces: NDArray[np.int64]) -> Key:
    """Return a key without the pieces that have no mirror image."""
    word, bounds, about, owners = key
    return (
        word,
        bounds,
        about,
        None if owners is None else frozenset(one for one in owners if one < 0 or pieces[one] >= 0),
    )


class _Image:
    """Maps keys of items by the images of cells and pieces."""

    def __init__(self, cells: NDArray[np.int64], pieces: NDArray[np.int64]) -> None:
        self._cells = cells.tolist()
        self._pieces = {-1: -1} | {piece: to if to >= 0 else None for piece, to in enumerate(pieces.tolist())}
        self._sides: dict[frozenset[int], frozenset[int]] = {}

    def __call__(self, key: Key) -> Key:
        word, bounds, about, owners = key
        there = frozenset(map(self._side, about))
        return word, bounds, there, None if owners is None else frozenset(map(self._pieces.__getitem__, owners))

    def _side(self, cells: frozenset[int]) -> frozenset[int]:
        if cells not in self._sides:
            self._sides[cells] = frozenset(map(self._cells.__getitem__, cells))
        return self._sides[cells]
