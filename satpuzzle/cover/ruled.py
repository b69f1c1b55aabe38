"""The items that rules add to an exact cover (`puzzle/rules/`), and their images under symmetries.

They come after all other items.  An item that must not be covered twice and need not be covered at all, with the bounds
(0, 1), is an item with colours that options cover without a colour, which all engines know.  An item may also be one
with colours of its rule, which the options that cover it must agree on.

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
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.puzzle.rules import Items

_PORTION = 1 << 24  # the largest number of entries of an intermediate table
_ONCE = (0, 1)
Key = tuple[str, tuple[int, int | None], Any, Any]
# what tells an item from others: the word and the kind of its rule, its bounds, what it is about, and its pieces


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
        rules, words = puzzle.rule_items, [rule.word for rule in puzzle.rules]
        names = [f"{word}: {name}" for word, items in zip(words, rules, strict=True) for name in items.names]
        keys = [
            (f"{word}: {kind}", bounds, about, pieces)
            for word, items in zip(words, rules, strict=True)
            for kind, bounds, about, pieces in zip(
                items.kinds or [""] * len(items.names), items.bounds, items.about, items.pieces, strict=True
            )
        ]
        return cls(len(puzzle.board), rules, names, keys)

    @property
    def bounds(self) -> list[tuple[int, int]]:
        """The bounds of each item; those of (0, 1) have no upper bound, as items with colours have none."""
        return [(low, UNBOUNDED if high is None or (low, high) == _ONCE else high) for _, (low, high), *_ in self.keys]

    @property
    def once(self) -> NDArray[np.bool_]:
        """Tell which items at most one option may cover and none must."""
        return np.array([bounds == _ONCE for _, bounds, *_ in self.keys], np.bool_)

    def rows(self, placements: Lying, before: int, clock: Clock = UNLIMITED) -> tuple[Colours, Words]:
        """Return the colours of the items, and their bits in the rows of options; see `Further`."""
        every, painted = before + len(self), self._painted(placements, clock)
        coloured = np.flatnonzero(self.once | np.isin(np.arange(len(self)), [*painted]))
        letters = [painted[item].names if item in painted else () for item in coloured.tolist()]
        colours = Colours.behind(every, (before + coloured).tolist(), letters)
        rows = np.zeros((len(placements), max(colours.words, -(-every // 64))), np.uint64)
        once = np.isin(coloured, np.flatnonzero(self.once))
        pairs = np.array([2 * its.start for its in colours.pairs], np.int64)[once]
        for some in clock.slices(len(rows), _PORTION // (64 * rows.shape[1])):
            covered = self._covered(placements, np.arange(len(rows))[some])
            covered = covered if self.kept is None else covered[:, self.kept]
            if self.options is not None:
                there = self.options[:-1][some]
                beyond = self._covered(placements, there)[:, self.added] & (there >= 0)[:, None]
                covered = np.concatenate([covered, beyond], axis=1)
            table = np.zeros((len(covered), 64 * rows.shape[1]), np.bool_)
            table[:, before:every] = covered
            table[:, pairs] = table[:, pairs + 1] = covered[:, coloured[once]]
            rows[some] = bits.to_words(table, rows.shape[1])
        for number, item in enumerate(coloured.tolist()):
            if item in painted:
                its = painted[item]
                colours.give(rows, its.options, np.full(len(its.options), number), its.colours)
        return colours, rows

    def _covered(self, placements: Lying, some: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which items of the rules some placements cover, (placements, items)."""
        inside, piece = bits.from_words(placements.rows[some], self.cells), placements.piece[some]
        return np.concatenate([_covered(items, inside, piece) for items in self.rules], axis=1)

    def _painted(self, placements: Lying, clock: Clock) -> dict[int, "_Painted"]:
        """Return the colours of the items that have some by their rules, by the numbers of the items."""
        found, first = dict[int, _Painted](), 0
        place = {item: number for number, item in enumerate(range(len(self)) if self.kept is None else self.kept)}
        for items in self.rules:
            if items.coloured is not None:
                names, covered = list[str](), [np.zeros((0, len(items.names)), np.bool_)]
                for some in clock.slices(len(placements), _PORTION // self.cells):
                    inside, piece = bits.from_words(placements.rows[some], self.cells), placements.piece[some]
                    names += items.coloured(inside, piece, placements.hues(some))
                    covered.append(_covered(items, inside, piece))
                labels, label = np.unique(np.array(names, np.str_), return_inverse=True)
                for number, column in enumerate(np.concatenate(covered).T):
                    options = np.flatnonzero(column)
                    its, colours = np.unique(label[options], return_inverse=True)
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


def _covered(items: Items, inside: NDArray[np.bool_], piece: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return which items of a rule placements cover; those without a piece only if the rule speaks of empty cells."""
    if not items.names:
        return np.zeros((len(piece), 0), np.bool_)
    of_piece = np.arange(-1, piece.max(initial=-1) + 1)
    may = np.array([[own is None or number in own for own in items.pieces] for number in of_piece.tolist()])
    may[0] &= items.empties
    found: NDArray[np.bool_] = items.covered(inside, piece) & may[piece + 1]
    return found


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
