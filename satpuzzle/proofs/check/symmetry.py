"""Symmetries for the checker of trees: the options that may be left out, and the counts of classes.

A *restriction* names an item at a node near the top, and the node is given by the options chosen before it.  Take the
symmetries that fix the item and each chosen option: an option of the item is left out if one of these symmetries maps
it to a smaller option.  This is allowed at the root, and below a node that branches on its own restricted item: there
the remaining options have the symmetries of the chosen ones, so each option that is left out is the image of one that
is tried.

A class of solutions may be found several times.  How often follows from any of its members: it is the number of the
member's images that no restriction leaves out.  So classes are counted without being stored.

A symmetry may be *partial*: it has no image for some pieces or items of rules, maps pieces to others that have other
bounds on their number of copies, or maps placements to some that rules leave out.  It maps a solution to a solution if
all options have images, and these keep the bounds of all items.  Then both solutions are in one class.  Restrictions
use only symmetries that are not partial.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.errors import ProofError
from satpuzzle.proofs.check.chains import from_one_end
from satpuzzle.proofs.check.geometry import Statement
from satpuzzle.puzzle.model import Counts

Path = tuple[int, ...]
Numbers = NDArray[np.integer[Any]]

_ROOM = 1 << 20  # how many options, over all images, are handled at a time
_LISTED = 1 << 10  # how many solutions of a list are handled at a time


@dataclass(frozen=True)
class Images:
    """Tells whether the image of a solution under a partial symmetry is a solution."""

    copies: list[tuple[NDArray[np.int64], int, int]]
    # (options + 1,): for each item that an image may cover too often or too rarely, how often an option covers it, and
    # its bounds
    once: Numbers  # (options + 1, longest): the items of rules with bounds (0, 1) that an option covers, padded with -1

    def are_solutions(self, images: Numbers) -> NDArray[np.bool_]:
        """Tell which images, (..., longest), are solutions; their options are in `moves`, which has -1 for none."""
        held = np.asarray((images >= 0).all(axis=-1))
        for covering, lower, upper in self.copies:
            many = covering[images].sum(axis=-1)
            held &= (lower <= many) & (many <= upper)
        if self.once.shape[1]:
            covered = np.sort(self.once[images].reshape(*images.shape[:-1], -1), axis=-1)
            twice = (covered[..., 1:] == covered[..., :-1]) & (covered[..., 1:] >= 0)
            held = held & ~twice.any(axis=-1)
        return held


@dataclass(frozen=True)
class Reduction:
    """The symmetries of a statement, as maps of options, and the options that restrictions leave out of the tree."""

    moves: Numbers  # (order, options + 1): the image of each option, or -1; the last column maps the padding to itself
    rotation: NDArray[np.bool_]  # (order,)
    partial: NDArray[np.bool_]  # (order,)
    isometry: NDArray[np.bool_]  # (order,): whether it exchanges no colours
    images: Images  # tells which of them are solutions
    restricted: dict[Path, int]  # the restricted item of a node, by the options chosen before it in order
    left_out: dict[Path, list[int]]  # the options of that item that are left out
    covering: dict[int, NDArray[np.bool_]]  # (options + 1,): for each restricted item, whether an option covers it
    statement: Statement

    @property
    def orders(self) -> dict[str, int]:
        """Return the orders of the groups of symmetries, by name.

        They are `rotations`, `isometries` and, if colours may be exchanged, `patterns`: isometries with exchanges.
        """
        orders = {"rotations": int(self.rotation.sum()), "isometries": int(self.isometry.sum())}
        return orders | ({} if self.isometry.all() else {"patterns": len(self.isometry)})


def reduction(statement: Statement, restricted: dict[Path, int]) -> Reduction:
    """Check the symmetries of a statement and the restrictions of a tree, and return both as a Reduction.

    `restricted` has the restricted item of each node, by the options chosen before it.  Raises ProofError if a
    symmetry or a restriction is invalid.
    """
    _check_group(statement)
    moves, options = _moves(statement), statement.options
    total = np.array([_total(statement, to) for to, _ in statement.symmetries]) & (moves >= 0).all(axis=1)
    left_out, covering = {}, dict[int, NDArray[np.bool_]]()
    for path, item in restricted.items():
        if not 0 <= item < len(statement.bounds) or statement.bounds[item] != (1, 1):
            raise ProofError(f"the restricted item {item} is no item that must be covered exactly once")
        if path and path[:-1] not in restricted:
            raise ProofError(f"there is a restriction below {list(path)}, but none above it")
        if not all(0 <= option < len(options) for option in path):
            raise ProofError(f"there is a restriction below {list(path)}, which has a number that is no option")
        kept = total & (moves[:, list(path)] == path).all(axis=1) & [to[item] == item for to, _ in statement.symmetries]
        if item not in covering:
            covering[item] = np.array([item in items for items in options] + [False])
        mine = np.flatnonzero(covering[item])
        left_out[path] = mine[moves[kept][:, mine].min(axis=0) < mine].tolist()
    rotation = np.array([rotation for _, rotation in statement.symmetries])
    isometry = np.array([hues == tuple(range(len(hues))) for hues in _exchanges(statement)])
    images = _images(statement, moves)
    return Reduction(moves, rotation, ~total, isometry, images, restricted, left_out, covering, statement)


def _total(statement: Statement, to: Path) -> bool:
    """Tell whether a symmetry maps every item to an item with equal bounds."""
    return -1 not in to and [statement.bounds[item] for item in to] == statement.bounds


def _check_group(statement: Statement) -> None:
    """Raise ProofError unless the symmetries, where they are defined, are a group that contains the rotations."""
    group, items = statement.symmetries, range(len(statement.bounds))
    _check_images(statement)
    exchanges = _exchanges(statement)
    if statement.reflected:
        _check_separate(statement)
        return
    if all(-1 not in to for to, _ in group):
        elements = [(*to, *(len(items) + hue for hue in hues)) for (to, _), hues in zip(group, exchanges, strict=True)]
        turns = [element for element, (_, turned) in zip(elements, group, strict=True) if turned]
        if not _is_group(elements) or not _is_group(turns):
            raise ProofError("the symmetries are no group, or the rotations are no group")
        return
    _check_partial_group(statement, exchanges)


def _check_images(statement: Statement) -> None:
    """Raise ProofError unless each symmetry maps items one-to-one, and rotations keep bounds."""
    items = range(len(statement.bounds))
    for to, turned in statement.symmetries:
        images = [image for image in to if image != -1]
        if len(to) != len(items) or len({*images}) < len(images) or not {*images} <= {*items}:
            raise ProofError("a symmetry does not map items to items")
        if turned and not _total(statement, to):
            raise ProofError("a rotation does not map each item to an item with equal bounds")


def _check_partial_group(statement: Statement, exchanges: Sequence[tuple[int, ...]]) -> None:
    """Raise ProofError unless products of symmetries that are defined in part are symmetries where they are defined."""
    group, items = statement.symmetries, range(len(statement.bounds))
    moving = [item for item in items if all(to[item] >= 0 for to, _ in group)]  # their images identify a symmetry
    known = {(*(to[item] for item in moving), *hues): (to, turned)
        for (to, turned), hues in zip(group, exchanges, strict=True)}  # fmt: skip
    for (to, turned), hues in zip(group, exchanges, strict=True):
        for (other, rotation), before in zip(group, exchanges, strict=True):
            product = [to[image] if image >= 0 else -1 for image in other]
            key = (*(product[item] for item in moving), *(hues[hue] for hue in before))
            found, turns_too = known.get(key, (None, False))
            if found is None or len(known) < len(group) or (turned and rotation and not turns_too):
                raise ProofError("the symmetries are no group, or the rotations are no group")
            _check_product(product, found, other)


def _check_product(product: Sequence[int], found: Sequence[int], first: Sequence[int]) -> None:
    """Raise ProofError unless `found` carries items as the product does; `first` is what is done first."""
    inverse = all(image == item for item, image in enumerate(found))  # then it must carry back whatever was carried
    for image, whole, between in zip(product, found, first, strict=True):
        if image != whole and (image >= 0 or (inverse and between >= 0)):
            raise ProofError("the symmetries are no group on the items that have images")


def _check_separate(statement: Statement) -> None:
    """Raise ProofError unless symmetries that mirror pieces on some cells are a group that contains the rotations.

    Such a symmetry is a permutation of the cells, each with two sides: it turns those cells over on which it mirrors
    pieces.
    """
    mates, cells = statement.mates, range(statement.pieces.start)
    for piece, mate in zip(statement.pieces, mates, strict=True):
        if mate >= 0 and (mate not in statement.pieces or mates[mate - statement.pieces.start] != piece):
            raise ProofError("the mirror images of pieces are no pairs")
    elements = []
    for (to, turned), on in zip(statement.symmetries, statement.reflected, strict=True):
        if turned != (not any(on)):
            raise ProofError("a rotation mirrors pieces, or a reflection mirrors none")
        sides = [(2 * to[cell] + on[cell], 2 * to[cell] + 1 - on[cell]) for cell in cells]
        elements.append(tuple(side for both in sides for side in both))
    turns = [element for element, (_, turned) in zip(elements, statement.symmetries, strict=True) if turned]
    if not _is_group(elements) or not _is_group(turns):
        raise ProofError("the symmetries are no group, or the rotations are no group")


def _exchanges(statement: Statement) -> list[Path]:
    """Return the image of each colour under each symmetry; empty tuples if no colours are exchanged."""
    return statement.exchanges or [()] * len(statement.symmetries)


def _is_group(elements: list[Path]) -> bool:
    """Tell whether permutations form a group: they are closed under products, and no permutation occurs twice."""
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


def _images(statement: Statement, moves: Numbers) -> Images:
    """Return what tells whether images under partial symmetries are solutions; checks where items of rules are mapped.

    Raises ProofError as `_check_images_of_rules` does.
    """
    bounds, options = statement.bounds, statement.options
    partial = [to for to, _ in statement.symmetries if not _total(statement, to)]
    loose = {
        item
        for to in partial
        for item in (*statement.pieces, *statement.rules)
        if item not in to or bounds[to.index(item)] != bounds[item]
    }
    once = {item for item in statement.rules if bounds[item] == (0, 1)}
    copies = [
        (np.array([*(statement.times(o, item) if item in items else 0 for o, items in enumerate(options)), 0]),
         *bounds[item])
        for item in sorted(loose - once)
    ]  # fmt: skip
    _check_images_of_rules(statement, moves)
    single = _padded([[item for item in items if item in once] for items in options] + [[]], -1)
    return Images(copies, single if once & loose else single[:, :0])


def _check_images_of_rules(statement: Statement, moves: Numbers) -> None:
    """Raise ProofError if a symmetry of all items of rules does not map those of an option to those of its image."""
    of_rules = {*statement.rules}
    covered = _padded([[item for item in items if item in of_rules] for items in statement.options] + [[]], -1)
    for (to, _), moved in zip(statement.symmetries, moves, strict=True):
        if of_rules and -1 not in to[statement.rules.start :]:
            there, kept = np.where(covered < 0, -1, np.array(to)[covered]), moved >= 0
            alike = (np.sort(there[kept]) == np.sort(covered[moved[kept]])).all()
            if not alike or not _keeps_weights(statement, to, moved):
                raise ProofError("a symmetry does not map the items of rules of an option to those of its image")


def _keeps_weights(statement: Statement, to: Path, moved: Numbers) -> bool:
    """Tell whether a symmetry maps each option to one that covers the images of items as often."""
    return all(
        {to[item]: times for item, times in own.items()} == statement.weights[image]
        for own, image in zip(statement.weights, moved.tolist(), strict=False)
        if image >= 0
    )


def _moves(statement: Statement) -> Numbers:
    """Return the image of each option under each symmetry, -1 for none; the last column maps the padding to itself.

    An option is told from others by its cells and edges with their colours, and by its piece in the last column.
    """
    items, ruled = len(statement.bounds), {*statement.rules}
    known = (hue for each in statement.colours for item, hue in each.items() if item not in ruled)
    hues = 1 + max(known, default=-1)
    none = items * (hues + 2)  # item i is the number i, with the colour c it is (c + 2) * items + i
    coloured = statement.colours or [{} for _ in statement.options]
    apart = {*statement.pieces, *statement.rules}
    still = np.sort(_padded([
        [(colours[item] + 2) * items + item if item in colours else item for item in covered if item not in apart]
        for covered, colours in zip(statement.options, coloured, strict=True)
    ], none), axis=1)  # fmt: skip
    owner = [next((item for item in covered if item in statement.pieces), none) for covered in statement.options]
    number = {name: option for option, name in enumerate(_told_apart(_beside(still, np.array(owner))))}
    twofold = np.array(statement.twofold or [0] * len(owner))
    moves = []
    for place, ((to, turned), exchanged) in enumerate(zip(statement.symmetries, _exchanges(statement), strict=True)):
        images = np.array([*(base + image for base in _bases(exchanged, items, hues) for image in to), none])
        pieces = _images_of_pieces(statement, place, owner, images)
        there = images[still]
        if twofold.any():
            there[twofold > 0] = _numbered_again(there[twofold > 0], twofold[twofold > 0], items)
        names = _told_apart(_beside(np.sort(there, axis=1), pieces))
        moves.append([*(number.get(name, -1) for name in names), len(number)])
        nowhere = np.array(moves[-1][:-1]) < 0
        if ((pieces < 0) & ~nowhere).any() or ((turned or not statement.thinned) and (nowhere & (pieces >= 0)).any()):
            raise ProofError("a symmetry does not map options to options")
    return np.array(moves, np.int32)


def _numbered_again(images: Numbers, both: Numbers, items: int) -> Numbers:
    """Return images of chains, (options, cells), each numbered from the end at which its cells have the smaller list.

    An image has number k of a chain of n cells as (k + 2) * items + cell, and n + 1 in `both`; other entries follow.
    """
    found = images.copy()
    for row, (image, ends) in enumerate(zip(images.tolist(), both.tolist(), strict=True)):
        own = sorted((each % items, each // items - 2, place) for place, each in enumerate(image[: ends - 1]))
        numbers = from_one_end(tuple(number for _, number, _ in own))
        for (cell, _, place), number in zip(own, numbers, strict=True):
            found[row, place] = (number + 2) * items + cell
    return found


def _images_of_pieces(statement: Statement, place: int, owner: list[int], images: Numbers) -> Numbers:
    """Return the image of each option's piece, -1 for none, under the symmetry at this place of the list.

    `owner` has the piece of each option, and `images` the image of each item.
    """
    if not statement.reflected:
        return np.asarray(images[owner])
    on, first = statement.reflected[place], statement.pieces.start
    return np.array([
        statement.mates[piece - first] if on[covered[0]] else piece  # the first item is a cell
        for piece, covered in zip(owner, statement.options, strict=True)
    ])  # fmt: skip


def _beside(rows: Numbers, column: Numbers) -> Numbers:
    return np.concatenate([rows, column[:, None]], axis=1)


def _bases(exchanged: Path, items: int, hues: int) -> list[int]:
    """Return the images of the offsets that the numbers of items have: without colours, alone, and in each colour.

    See `_moves`; `exchanged` has the image of each colour, and is empty if colours are not exchanged.
    """
    return [0, items, *((2 + (exchanged[hue] if exchanged else hue)) * items for hue in range(hues))]


def _told_apart(options: Numbers) -> list[tuple[bytes, int]]:
    """Return a key for each option that no other one has: its row as bytes, and the number of equal rows before it."""
    times, names = Counter[bytes](), list[tuple[bytes, int]]()
    for name in map(bytes, options):
        names.append((name, times[name]))
        times[name] += 1
    return names


def _padded(lists: Sequence[Sequence[int]], number: int) -> Numbers:
    """Convert lists to the rows of an array; short rows are padded with `number`, and there is at least one column."""
    longest = max(map(len, lists), default=0) or 1
    return np.array([[*some, *[number] * (longest - len(some))] for some in lists], np.int64).reshape(-1, longest)


class Classes:
    """Counts the classes of the solutions of a tree; with `listed`, checks that it lists one solution of each class."""

    def __init__(self, reduction: Reduction, listed: Iterable[list[int]] | None = None) -> None:
        self.reduction = reduction
        self.seen: Counter[tuple[int, ...]] = Counter()
        # solutions, by the number of times that their class is found, the number of solutions in the class, the number
        # of those that isometries map to each other, and the number of classes up to rotations that these are
        self.missing: set[bytes] | None = None if listed is None else set()
        self.listed: set[bytes] = set()
        listing = iter(listed or ())
        while some := list(islice(listing, _LISTED)):
            for _, images, _ in self._with_images(_padded(some, reduction.moves.shape[1] - 1)):
                for name in self._names(images):
                    if name in self.listed:
                        raise ProofError("two of the listed solutions are images of each other")
                    self.listed.add(name)
        if listed is not None:
            self.missing = set(self.listed)

    def take(self, solutions: Numbers) -> None:
        """Count these solutions, which the tree found; raises ProofError if the class of one is not listed."""
        for some, images, carrying in self._with_images(solutions):
            if self.missing is not None:
                names = self._names(images)
                if not self.listed.issuperset(names):
                    raise ProofError("neither a solution of the tree nor any of its images is in the list")
                self.missing.difference_update(names)
            tried = self._tried(images.reshape(-1, some.shape[1]), ()).reshape(images.shape[:2]) & carrying
            same = (images == some).all(axis=2) & carrying
            rotation, isometry = self.reduction.rotation, self.reduction.isometry
            kept, turned = same.sum(axis=0), same[rotation].sum(axis=0)
            times, alike = tried.sum(axis=0) // kept, carrying[isometry].sum(axis=0) // same[isometry].sum(axis=0)
            members = carrying.sum(axis=0) // kept
            classes = members * turned // rotation.sum()
            if not self.reduction.statement.normal:  # then conjugates of rotations may be no rotations
                for place in np.flatnonzero(kept > 1).tolist():
                    classes[place] = self._rotated(images[:, place][carrying[:, place]])
            numbers = (times, members, alike, classes)
            self.seen.update(zip(*(each.tolist() for each in numbers), strict=True))

    def counts(self) -> Counts:
        """Return the counts of all solutions taken; raises ProofError if a listed solution was not found.

        They follow from the orbit-stabiliser theorem.
        """
        if self.missing:
            raise ProofError("a listed solution is not among the solutions of the tree")
        raw = rotations = isometries = patterns = 0
        for (times, members, alike, turned), found in self.seen.items():
            classes, rest = divmod(found, times)
            if rest:
                raise ProofError("a class of solutions was not found the right number of times")
            patterns += classes
            isometries += classes * members // alike
            raw += classes * members
            rotations += classes * turned
        return Counts(raw, rotations, isometries, None if self.reduction.isometry.all() else patterns)

    def _with_images(self, solutions: Numbers) -> Iterator[tuple[Numbers, Numbers, NDArray[np.bool_]]]:
        """Yield blocks of solutions, (n, longest), with their images, (order, n, longest).

        The third array, (order, n), tells whether the symmetry maps the solution to a solution; if not, the image is
        replaced by the solution itself.  The options of each solution are in ascending order.
        """
        moves, partial = self.reduction.moves, self.reduction.partial
        longest = int((solutions < moves.shape[1] - 1).sum(axis=1).max(initial=1))
        step = max(_ROOM // (len(moves) * longest * max(self.reduction.images.once.shape[1], 1)), 1)
        for start in range(0, len(solutions), step):
            some = np.sort(solutions[start : start + step], axis=1)[:, :longest]
            carrying = np.ones((len(moves), len(some)), np.bool_)
            images = moves[:, some]
            carrying[partial] = self.reduction.images.are_solutions(images[partial])
            if not carrying.all():
                np.copyto(images, some, casting="same_kind", where=~carrying[:, :, None])
            yield some, np.sort(images, axis=2), carrying

    def _rotated(self, solutions: Numbers) -> int:
        """Return the number of classes up to rotations of some solutions, (n, longest)."""
        images = np.sort(self.reduction.moves[self.reduction.rotation][:, solutions], axis=2)
        return len({*self._names(images)})

    def _names(self, images: Numbers) -> list[bytes]:
        """Return the smallest image of each solution as bytes, without padding: a key of its class."""
        best = images[0]
        for image in images[1:]:
            first = (image != best).argmax(axis=1)[:, None]
            less = np.take_along_axis(image, first, 1) < np.take_along_axis(best, first, 1)
            best = np.where(less, image, best)
        lengths = (best < self.reduction.moves.shape[1] - 1).sum(axis=1).tolist()
        return [row[:length].tobytes() for row, length in zip(best, lengths, strict=True)]

    def _tried(self, solutions: Numbers, path: Path) -> NDArray[np.bool_]:
        """Return a mask, shape (n,): True for each solution that the restrictions at a node and below it allow.

        `path` identifies the node: it lists the options chosen on the way to it.  Each solution must contain them.
        """
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
