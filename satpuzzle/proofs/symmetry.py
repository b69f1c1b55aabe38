"""What a checker of trees makes of symmetries: what may be left out, and what is counted.

A *restriction* names an item at a node near the top, given by the options chosen on the way.  Of the item's options
those are left out that a symmetry makes smaller, among the symmetries that keep the item and each option chosen.  That
is allowed at the root, and below a node that branches on its own restricted item: what can be chosen there is as
symmetric as what was chosen, so what is left out is the image of something that is tried.

A class of solutions may be found several times.  How often can be told from each of its members: so often as it has
images that no restriction leaves out.  So classes are counted without remembering any.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.errors import ProofError
from satpuzzle.proofs.geometry import Statement
from satpuzzle.puzzle.model import Counts

Path = tuple[int, ...]
Numbers = NDArray[np.integer[Any]]

_ROOM = 1 << 20  # for options of images that are looked at together
_LISTED = 1 << 10  # solutions of a list that are


@dataclass(frozen=True)
class Reduction:
    """The symmetries as permutations of options, and what restrictions leave out."""

    moves: Numbers  # (order, options + 1): where each symmetry carries each option; the last stays, for padding
    rotation: NDArray[np.bool_]  # (order,)
    restricted: dict[Path, int]  # the item, by the options chosen on the way, in the order of choice
    left_out: dict[Path, list[int]]  # options of that item
    covering: dict[int, NDArray[np.bool_]]  # (options + 1,): by restricted item, which options cover it
    statement: Statement


def reduction(statement: Statement, restricted: dict[Path, int]) -> Reduction:
    """Return what symmetries and restrictions mean; ProofError if one of them is not what it should be."""
    moves, options = _moves(statement), statement.options
    left_out, covering = {}, dict[int, NDArray[np.bool_]]()
    for path, item in restricted.items():
        if not 0 <= item < len(statement.bounds) or statement.bounds[item] != (1, 1):
            raise ProofError(f"the restricted item {item} is not one to be covered once")
        if path and path[:-1] not in restricted:
            raise ProofError(f"a restriction below {list(path)}, and none above it")
        if not all(0 <= option < len(options) for option in path):
            raise ProofError(f"a restriction below {list(path)}, where there is no such option")
        kept = (moves[:, list(path)] == path).all(axis=1) & [to[item] == item for to, _ in statement.symmetries]
        if item not in covering:
            covering[item] = np.array([item in items for items in options] + [False])
        mine = np.flatnonzero(covering[item])
        left_out[path] = mine[moves[kept][:, mine].min(axis=0) < mine].tolist()
    rotation = np.array([rotation for _, rotation in statement.symmetries])
    return Reduction(moves, rotation, restricted, left_out, covering, statement)


def _moves(statement: Statement) -> Numbers:
    group = dict(statement.symmetries)
    for to, turned in group.items():
        if sorted(to) != list(range(len(to))) or [statement.bounds[item] for item in to] != statement.bounds:
            raise ProofError("a symmetry does not carry items to items of equal bounds")
        for other, rotation in group.items():
            product = group.get(tuple(to[item] for item in other))
            if product is None or (turned and rotation and not product):
                raise ProofError("the symmetries are no group, or the rotations are none")
    none = len(statement.bounds)
    options = _padded(statement.options, none)
    number = {row.tobytes(): option for option, row in enumerate(options)}
    found = [np.sort(np.array([*to, none])[options], axis=1) for to in group]
    moves = np.array([[*(number.get(row.tobytes(), -1) for row in rows), len(number)] for rows in found], np.int32)
    if (np.sort(moves, axis=1) != np.arange(len(number) + 1)).any():
        raise ProofError("a symmetry does not carry options to options")
    return moves


def _padded(lists: Sequence[Sequence[int]], number: int) -> Numbers:
    """Return lists of numbers as rows of an array, at least one wide, that a number fills up."""
    longest = max(map(len, lists), default=0) or 1
    return np.array([[*some, *[number] * (longest - len(some))] for some in lists], np.int64).reshape(-1, longest)


class Classes:
    """Counts the classes of the solutions that a tree has, or checks them against a list that has one of each."""

    def __init__(self, reduction: Reduction, listed: Iterable[list[int]] | None = None) -> None:
        self.reduction = reduction
        self.seen: Counter[tuple[int, int, int]] = Counter()  # by times found, symmetries and rotations that keep it
        self.missing: set[bytes] | None = None if listed is None else set()
        self.listed: set[bytes] = set()
        listing = iter(listed or ())
        while some := list(islice(listing, _LISTED)):
            for _, images in self._with_images(_padded(some, reduction.moves.shape[1] - 1)):
                for name in self._names(images):
                    if name in self.listed:
                        raise ProofError("two of the listed solutions are the same but for a symmetry")
                    self.listed.add(name)
        if listed is not None:
            self.missing = set(self.listed)

    def take(self, solutions: Numbers) -> None:
        """Take the solutions that were found; ProofError if one is of no class that is listed."""
        for some, images in self._with_images(solutions):
            if self.missing is not None:
                names = self._names(images)
                if not self.listed.issuperset(names):
                    raise ProofError("there is a solution that is not in the list, nor is any of its images")
                self.missing.difference_update(names)
            tried = self._tried(images.reshape(-1, some.shape[1]), ()).reshape(images.shape[:2]).sum(axis=0)
            same = (images == some).all(axis=2)
            kept, turned = same.sum(axis=0), same[self.reduction.rotation].sum(axis=0)
            self.seen.update(zip((tried // kept).tolist(), kept.tolist(), turned.tolist(), strict=True))

    def counts(self) -> Counts:
        """Return the three counts, by the orbit-stabiliser theorem; ProofError if a listed solution was not found."""
        if self.missing:
            raise ProofError("a listed solution is none: the tree, which has all, does not have it")
        order, turns = len(self.reduction.moves), int(self.reduction.rotation.sum())
        raw = rotations = isometries = 0
        for (times, kept, turned), found in self.seen.items():
            classes, rest = divmod(found, times)
            if rest:
                raise ProofError("a class of solutions was not found as often as it should be")
            isometries += classes
            raw += classes * (order // kept)
            rotations += classes * (order // kept) // (turns // turned)
        return Counts(raw, rotations, isometries)

    def _with_images(self, solutions: Numbers) -> Iterator[tuple[Numbers, Numbers]]:
        """Yield some solutions at a time, (n, longest), and their images, (order, n, longest), in ascending order."""
        moves = self.reduction.moves
        longest = int((solutions < moves.shape[1] - 1).sum(axis=1).max(initial=1))
        step = max(_ROOM // (len(moves) * longest), 1)
        for start in range(0, len(solutions), step):
            some = np.sort(solutions[start : start + step], axis=1)[:, :longest]
            yield some, np.sort(moves[:, some], axis=2)

    def _names(self, images: Numbers) -> list[bytes]:
        """Return the smallest of the images of each solution, without padding."""
        best = images[0]
        for image in images[1:]:
            first = (image != best).argmax(axis=1)[:, None]
            less = np.take_along_axis(image, first, 1) < np.take_along_axis(best, first, 1)
            best = np.where(less, image, best)
        lengths = (best < self.reduction.moves.shape[1] - 1).sum(axis=1).tolist()
        return [row[:length].tobytes() for row, length in zip(best, lengths, strict=True)]

    def _tried(self, solutions: Numbers, path: Path) -> NDArray[np.bool_]:
        """Tell of solutions with the options of a path whether a tree goes to them, whatever it branches on."""
        item = self.reduction.restricted.get(path)
        if item is None:
            return np.ones(len(solutions), np.bool_)
        covers, out = self.reduction.covering[item], np.zeros(self.reduction.moves.shape[1], np.bool_)
        out[self.reduction.left_out[path]] = True
        led = np.take_along_axis(solutions, covers[solutions].argmax(axis=1)[:, None], 1)[:, 0]
        tried: NDArray[np.bool_] = ~out[led]
        for below in {*led[tried].tolist()}:
            if (*path, below) in self.reduction.restricted:
                rows = led == below
                tried[rows] = self._tried(solutions[rows], (*path, below))
        return tried
