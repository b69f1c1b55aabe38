"""Symmetries for the checker of trees: which options may be left out, and how classes are counted.

A *restriction* names an item at a node near the top, given by the options chosen on the way.  Among the symmetries that
fix the item and each chosen option, the options of the item that some symmetry maps to a smaller one are left out.
This is allowed at the root, and below a node that branches on its own restricted item: there the live options have the
symmetries of the chosen ones, so an option that is left out is the image of one that is tried.

A class of solutions may be found several times.  The number of times follows from each of its members: it is the number
of its images that no restriction leaves out.  So classes are counted without storing any.

A symmetry may be *partial*: it has no image for some pieces, or carries pieces to others that may be there another
number of times.  It carries a solution to a solution if all its options have images, and the numbers of copies are
allowed.  Then both are of one class; but a restriction leaves nothing out by it.
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
    """The symmetries as maps of options, and the options that restrictions leave out."""

    moves: Numbers  # (order, options + 1): where each symmetry carries each option, or -1; the last stays, for padding
    rotation: NDArray[np.bool_]  # (order,)
    partial: NDArray[np.bool_]  # (order,)
    isometry: NDArray[np.bool_]  # (order,): whether it exchanges no colours
    shared: list[tuple[Numbers, int, int]]  # what partial ones carry: which options, how many there must and may be
    restricted: dict[Path, int]  # the item, by the options chosen on the way, in the order of choice
    left_out: dict[Path, list[int]]  # options of that item
    covering: dict[int, NDArray[np.bool_]]  # (options + 1,): by restricted item, which options cover it
    statement: Statement

    @property
    def orders(self) -> dict[str, int]:
        """Return how many rotations and how many symmetries in all there are."""
        orders = {"rotations": int(self.rotation.sum()), "isometries": int(self.isometry.sum())}
        return orders | ({} if self.isometry.all() else {"patterns": len(self.isometry)})


def reduction(statement: Statement, restricted: dict[Path, int]) -> Reduction:
    """Return the reduction of these symmetries and restrictions; raises ProofError if one of them is invalid."""
    _check_group(statement)
    moves, options = _moves(statement), statement.options
    total = np.array([_total(statement, to) for to, _ in statement.symmetries])
    left_out, covering = {}, dict[int, NDArray[np.bool_]]()
    for path, item in restricted.items():
        if not 0 <= item < len(statement.bounds) or statement.bounds[item] != (1, 1):
            raise ProofError(f"the restricted item {item} is not one to be covered once")
        if path and path[:-1] not in restricted:
            raise ProofError(f"a restriction below {list(path)}, and none above it")
        if not all(0 <= option < len(options) for option in path):
            raise ProofError(f"a restriction below {list(path)}, where there is no such option")
        kept = total & (moves[:, list(path)] == path).all(axis=1) & [to[item] == item for to, _ in statement.symmetries]
        if item not in covering:
            covering[item] = np.array([item in items for items in options] + [False])
        mine = np.flatnonzero(covering[item])
        left_out[path] = mine[moves[kept][:, mine].min(axis=0) < mine].tolist()
    rotation = np.array([rotation for _, rotation in statement.symmetries])
    isometry = np.array([hues == tuple(range(len(hues))) for hues in _exchanges(statement)])
    return Reduction(moves, rotation, ~total, isometry, _shared(statement), restricted, left_out, covering, statement)


def _total(statement: Statement, to: Path) -> bool:
    """Tell whether a symmetry maps every item to an item with equal bounds."""
    return -1 not in to and [statement.bounds[item] for item in to] == statement.bounds


def _check_group(statement: Statement) -> None:
    """Raise ProofError unless the symmetries, where they are defined, are a group that contains the rotations."""
    group, items = statement.symmetries, range(len(statement.bounds))
    for to, turned in group:
        images = [image for image in to if image != -1]
        if len(to) != len(items) or len({*images}) < len(images) or not {*images} <= {*items}:
            raise ProofError("a symmetry does not carry items to items")
        if turned and not _total(statement, to):
            raise ProofError("a rotation does not carry each item to one of equal bounds")
    exchanges = _exchanges(statement)
    if all(-1 not in to for to, _ in group):
        elements = [(*to, *(len(items) + hue for hue in hues)) for (to, _), hues in zip(group, exchanges, strict=True)]
        turns = [element for element, (_, turned) in zip(elements, group, strict=True) if turned]
        if not _is_group(elements) or not _is_group(turns):
            raise ProofError("the symmetries are no group, or the rotations are none")
        return
    moving = [item for item in items if all(to[item] >= 0 for to, _ in group)]  # these tell symmetries apart
    known = {(*(to[item] for item in moving), *hues): (to, turned)
        for (to, turned), hues in zip(group, exchanges, strict=True)}  # fmt: skip
    for (to, turned), hues in zip(group, exchanges, strict=True):
        for (other, rotation), before in zip(group, exchanges, strict=True):
            product = [to[image] if image >= 0 else -1 for image in other]
            key = (*(product[item] for item in moving), *(hues[hue] for hue in before))
            found, turns_too = known.get(key, (None, False))
            if found is None or len(known) < len(group) or (turned and rotation and not turns_too):
                raise ProofError("the symmetries are no group, or the rotations are none")
            inverse = found == (*items,)  # then it must carry back whatever was carried
            for image, whole, between in zip(product, found, other, strict=True):
                if image != whole and (image >= 0 or (inverse and between >= 0)):
                    raise ProofError("the symmetries are no group, where they have images")


def _exchanges(statement: Statement) -> list[Path]:
    """Return where each symmetry carries each colour, by its number; nowhere else if nothing is said."""
    return statement.exchanges or [()] * len(statement.symmetries)


def _is_group(elements: list[Path]) -> bool:
    """Tell whether permutations are a group: those that some of them generate, each once."""
    left, reached, generators = set(elements), set[Path](), list[Path]()
    waiting = [tuple(range(len(elements[0])))] if elements else []
    while left - reached:
        if not waiting:
            generators.append(min(left - reached))
            waiting = list(reached)
        while waiting:
            one = waiting.pop()
            if one not in left:
                return False
            reached.add(one)
            products = [tuple(map(one.__getitem__, generator)) for generator in generators]
            waiting += [product for product in products if product not in reached]
    return len(left) == len(elements)


def _shared(statement: Statement) -> list[tuple[Numbers, int, int]]:
    """Return which solutions partial symmetries map to solutions: for some items, their options and bounds."""
    bounds, options = statement.bounds, statement.options
    partial = [to for to, _ in statement.symmetries if not _total(statement, to)]
    wanted = {tuple(bounds[image] if image >= 0 else (0, 0) for image in to) for to in partial}
    idle = {bounds[item][0] for to in partial for item in range(len(bounds)) if item not in to}
    if len(wanted) > 1 or any(idle):
        raise ProofError("partial symmetries carry different solutions, or none")
    return [
        (np.array([item in items for items in options] + [False]), lower, upper)
        for common in wanted
        for item, (lower, upper) in enumerate(common)
        if lower > bounds[item][0] or upper < bounds[item][1]
    ]


def _moves(statement: Statement) -> Numbers:
    items, hues = len(statement.bounds), 1 + max((c for each in statement.colours for c in each.values()), default=-1)
    none = items * (hues + 2)  # item i is the number i, with the colour c it is (c + 2) * items + i
    coloured = statement.colours or [{} for _ in statement.options]
    options = np.sort(_padded([
        [(colours[item] + 2) * items + item if item in colours else item for item in covered]
        for covered, colours in zip(statement.options, coloured, strict=True)
    ], none), axis=1)  # fmt: skip
    number = {name: option for option, name in enumerate(_told_apart(options))}
    maps = [
        np.array([*(base + image for base in _bases(exchanged, items, hues) for image in to), none])
        for (to, _), exchanged in zip(statement.symmetries, _exchanges(statement), strict=True)
    ]
    found = [np.sort(to[options], axis=1) for to in maps]
    moves = np.array([[*(number.get(name, -1) for name in _told_apart(rows)), len(number)] for rows in found], np.int32)
    if any(((rows[:, 0] < 0) != (to[:-1] < 0)).any() for rows, to in zip(found, moves, strict=True)):
        raise ProofError("a symmetry does not carry options to options")
    return moves


def _bases(exchanged: Path, items: int, hues: int) -> list[int]:
    """Return the first numbers of items without a colour, alone, and with each colour, as exchanged."""
    return [0, items, *((2 + (exchanged[hue] if exchanged else hue)) * items for hue in range(hues))]


def _told_apart(options: Numbers) -> list[tuple[bytes, int]]:
    """Return what tells options apart: what they cover, and of equal ones how many there were before."""
    times, names = Counter[bytes](), list[tuple[bytes, int]]()
    for name in map(bytes, options):
        names.append((name, times[name]))
        times[name] += 1
    return names


def _padded(lists: Sequence[Sequence[int]], number: int) -> Numbers:
    """Return lists as rows of an array with at least one column, padded with a number."""
    longest = max(map(len, lists), default=0) or 1
    return np.array([[*some, *[number] * (longest - len(some))] for some in lists], np.int64).reshape(-1, longest)


class Classes:
    """Counts the classes of the solutions that a tree has, or checks them against a list that has one of each."""

    def __init__(self, reduction: Reduction, listed: Iterable[list[int]] | None = None) -> None:
        self.reduction = reduction
        self.seen: Counter[tuple[int, ...]] = Counter()
        # by times found, the number of solutions in its class, of those that isometries carry to each other, and of
        # rotations that keep it
        self.missing: set[bytes] | None = None if listed is None else set()
        self.listed: set[bytes] = set()
        listing = iter(listed or ())
        while some := list(islice(listing, _LISTED)):
            for _, images, _ in self._with_images(_padded(some, reduction.moves.shape[1] - 1)):
                for name in self._names(images):
                    if name in self.listed:
                        raise ProofError("two of the listed solutions are the same but for a symmetry")
                    self.listed.add(name)
        if listed is not None:
            self.missing = set(self.listed)

    def take(self, solutions: Numbers) -> None:
        """Take the solutions that were found; ProofError if one is of no class that is listed."""
        for some, images, carrying in self._with_images(solutions):
            if self.missing is not None:
                names = self._names(images)
                if not self.listed.issuperset(names):
                    raise ProofError("there is a solution that is not in the list, nor is any of its images")
                self.missing.difference_update(names)
            tried = self._tried(images.reshape(-1, some.shape[1]), ()).reshape(images.shape[:2]) & carrying
            same = (images == some).all(axis=2) & carrying
            rotation, isometry = self.reduction.rotation, self.reduction.isometry
            kept, turned = same.sum(axis=0), same[rotation].sum(axis=0)
            times, alike = tried.sum(axis=0) // kept, carrying[isometry].sum(axis=0) // same[isometry].sum(axis=0)
            numbers = (times, carrying.sum(axis=0) // kept, alike, turned)
            self.seen.update(zip(*(each.tolist() for each in numbers), strict=True))

    def counts(self) -> Counts:
        """Return the counts, by the orbit-stabiliser theorem; ProofError if a listed solution was not found."""
        if self.missing:
            raise ProofError("a listed solution is none: the tree, which has all, does not have it")
        turns = self.reduction.orders["rotations"]
        raw = rotations = isometries = patterns = 0
        for (times, members, alike, turned), found in self.seen.items():
            classes, rest = divmod(found, times)
            if rest:
                raise ProofError("a class of solutions was not found as often as it should be")
            patterns += classes
            isometries += classes * members // alike
            raw += classes * members
            rotations += classes * members // (turns // turned)
        return Counts(raw, rotations, isometries, None if self.reduction.isometry.all() else patterns)

    def _with_images(self, solutions: Numbers) -> Iterator[tuple[Numbers, Numbers, NDArray[np.bool_]]]:
        """Yield some solutions at a time, (n, longest), and their images, (order, n, longest), in ascending order.

        Beside them is told which symmetries carry which solutions to solutions, (order, n).  Where one does not, the
        solution itself stands in place of an image.
        """
        moves, partial = self.reduction.moves, self.reduction.partial
        longest = int((solutions < moves.shape[1] - 1).sum(axis=1).max(initial=1))
        step = max(_ROOM // (len(moves) * longest), 1)
        for start in range(0, len(solutions), step):
            some = np.sort(solutions[start : start + step], axis=1)[:, :longest]
            carrying = np.ones((len(moves), len(some)), np.bool_)
            for options, lower, upper in self.reduction.shared:
                many = options[some].sum(axis=1)
                carrying[partial] &= (lower <= many) & (many <= upper)
            images = moves[:, some]
            if not carrying.all():
                np.copyto(images, some, casting="same_kind", where=~carrying[:, :, None])
            yield some, np.sort(images, axis=2), carrying

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
