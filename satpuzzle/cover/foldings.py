"""Foldings of a chain on a board: all sequences of cells that obey its word (`puzzle/chains.py`), listed.

Sequences grow step by step, many side by side as rows of an array.  Of a stack of such arrays the last one grows, in
portions, so that few of the unfinished ones are in memory at a time:

    cell 1       step to 2, 3, ...        step on: `S` keeps the step, `B` takes all others
    [5]          [5 6], [5 2], [5 4]      [5 6 7]       [5 6 3], [5 6 9]

`engines/native/foldings.py` finds those of a chain that is alone on a board, without listing them here.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from satpuzzle.arrays import wide
from satpuzzle.clock import Clock
from satpuzzle.puzzle.chains import EITHER, STRAIGHT, palindromic
from satpuzzle.puzzle.counts import Counts

Foldings = NDArray[np.int64]  # (foldings, cells of the chain): numbers of cells of the board, along the chain
_PORTION = 1 << 16  # sequences that grow at a time
_BEGIN = 8  # cells of a beginning at most: where symmetries are left then, foldings are compared with their images
_ENTRIES = 1 << 22  # numbers of cells of images that are compared at a time


def foldings(word: str, ahead: NDArray[np.int64], moves: NDArray[np.int64], clock: Clock) -> Iterator[Foldings]:
    """Yield all foldings of a chain in portions, those of a palindrome from one end only; some perhaps twice.

    `ahead` has the cells that steps lead to, as `chains.ahead` returns them, and `moves`, (symmetries, cells), are
    isometries of the board, the identity first: of foldings that they map to each other, one is searched for.  Raises
    Stopped if the clock stops.
    """
    classes = Classes(word, moves, np.ones(len(moves), np.bool_))
    for begin in classes.begins(ahead):
        for paths in _grown(word, ahead, begin.cells, clock):
            one_way = paths[(from_one_end(word, paths) == paths).all(axis=1)] if len(moves) == 1 else paths
            yield one_way if len(moves) == 1 else classes.images(classes.represented(begin, paths)[0])


class _Paths(NamedTuple):
    """Sequences of cells of equal length, the beginnings of foldings."""

    cells: Foldings  # (paths, cells so far)
    way: NDArray[np.int64]  # (paths,): the last step
    taken: NDArray[np.bool_]  # (paths, cells of the board)
    near: NDArray[np.int8]  # (paths, cells of the board): neighbours that are free or the last cell of the path
    ends: NDArray[np.int64]  # (paths,): the number of free cells with one such neighbour, which can only be ends

    def some(self, which: slice | NDArray[np.intp] | NDArray[np.bool_]) -> "_Paths":
        return _Paths(self.cells[which], self.way[which], self.taken[which], self.near[which], self.ends[which])


def _grown(word: str, ahead: NDArray[np.int64], begin: tuple[int, ...], clock: Clock) -> Iterator[Foldings]:
    """Yield the foldings with these first cells, in portions.

    A chain that is as long as the board cannot leave a cell behind (see `engines/native/kernels/foldings.c`).
    """
    (board, steps), letters = ahead.shape, [EITHER, *word]  # the first step is free
    near, taken = (ahead >= 0).sum(axis=1, dtype=np.int8), np.zeros((1, board), np.bool_)
    taken[0, begin[0]] = True
    first = _Paths(np.array([begin[:1]]), np.array([-1]), taken, near[None], ((near == 1) & ~taken).sum(axis=1))
    stack, fills = [first], len(word) + 2 == board
    while stack:
        clock.check()
        paths = stack.pop()
        if len(paths.cells) > _PORTION:
            stack += [paths.some(half) for half in _halves(len(paths.cells))]
            continue
        long = paths.cells.shape[1]
        if long == len(word) + 2:
            yield paths.cells
            continue
        letter, last = letters[long - 1], paths.cells[:, -1]
        there = ahead[last]
        goes = (there >= 0) & ~np.take_along_axis(paths.taken, np.maximum(there, 0), axis=1)
        if letter != EITHER:
            goes &= (np.arange(steps) == paths.way[:, None]) == (letter == STRAIGHT)
        if long < len(begin):
            goes &= there == begin[long]
        path, step = np.nonzero(goes)
        more = _gone(paths.some(path), there[path, step], step)
        stack.append(_alive(more, ahead[last[path]]) if fills else more)
        if not len(stack[-1].cells):
            stack.pop()


def _gone(paths: _Paths, to: NDArray[np.int64], step: NDArray[np.intp]) -> _Paths:
    """Return paths that each went on to a cell; which neighbours are left is not counted yet."""
    paths.taken[np.arange(len(to)), to] = True
    return paths._replace(cells=np.column_stack([paths.cells, to]), way=step)


def _alive(paths: _Paths, beside: NDArray[np.int64]) -> _Paths:
    """Return paths that leave no cell behind; `beside` has the neighbours of the last cell but one, -1 for none."""
    every, lost = np.arange(len(beside)), np.zeros(len(beside), np.bool_)
    ends = paths.ends - (paths.near[every, paths.cells[:, -1]] == 1)
    for cells in beside.T:
        rows = every[cells >= 0]
        at = cells[rows]
        paths.near[rows, at] -= 1
        left = np.where(paths.taken[rows, at], 2, paths.near[rows, at])
        lost[rows] |= left == 0
        ends[rows] += left == 1
    return paths._replace(ends=ends).some(~lost & (ends <= 1))


def _halves(many: int) -> tuple[slice, slice]:
    return slice(many // 2, many), slice(many // 2)


def from_one_end(word: str, paths: Foldings) -> Foldings:
    """Return foldings of a chain, of a palindrome from that end for which the numbers of cells make the smaller list.

    The numbers are listed in the order of cells: the least cell tells, but for the middle of the chain.
    """
    if not palindromic(word):
        return paths
    last = paths.shape[1] - 1
    beside = paths[:, np.flatnonzero(2 * np.arange(last + 1) != last)]
    found: Foldings = np.where(beside.argmin(axis=1)[:, None] < beside.shape[1] // 2, paths, paths[:, ::-1])
    return found


def numbered(paths: Foldings, cells: int) -> NDArray[np.uint16]:
    """Return for each cell of the board its number along each chain, from 1 on, 0 for none; (foldings, cells)."""
    numbers = np.zeros((len(paths), cells), np.uint16)
    np.put_along_axis(numbers, paths, np.arange(1, paths.shape[1] + 1, dtype=np.uint16)[None], axis=1)
    return numbers


def ordered(paths: Foldings, cells: int) -> Foldings:
    """Return the foldings each once, by the ascending lists of their cells, then by the numbers of these cells."""
    covered = np.sort(paths, axis=1)
    numbers = np.take_along_axis(numbered(paths, cells), covered, axis=1)
    keys = np.ascontiguousarray(np.concatenate([covered, numbers], axis=1).astype(">u4"))
    _, first = np.unique(keys.view(np.dtype((np.void, keys.shape[1] * 4)))[:, 0], return_index=True)
    found: Foldings = paths[first]
    return found


class Begin(NamedTuple):
    """The first cells of foldings, and the numbers of the symmetries that map each of them to itself."""

    cells: tuple[int, ...]
    still: NDArray[np.int64]


class Classes:
    """The classes of foldings under the symmetries of a board.

    Of all images of a folding, the one whose list of cells is the smallest represents its class.  If both ends of the
    chain are alike, the images of its reversal are among them.
    """

    def __init__(self, word: str, moves: NDArray[np.int64], rotation: NDArray[np.bool_]) -> None:
        """`moves`, (symmetries, cells), permute the cells; the first one is the identity."""
        self._word, self._moves, self._rotation = word, moves, rotation
        self.orders = {"rotations": int(rotation.sum()), "isometries": len(moves)}

    def begins(self, ahead: NDArray[np.int64]) -> Iterator[Begin]:
        """Yield beginnings of foldings: the smallest list of cells of each class begins with exactly one of them.

        Cell by cell, it takes the least one of each orbit of those symmetries that keep the cells before.
        """
        letters, most = [EITHER, *self._word], min(_BEGIN, len(self._word) + 2)

        def grown(begin: Begin, way: int) -> Iterator[Begin]:
            if len(begin.still) == 1 or len(begin.cells) == most:
                yield begin
                return
            letter = letters[len(begin.cells) - 1]
            for step, to in enumerate(ahead[begin.cells[-1]].tolist()):
                goes = letter == EITHER or (letter == STRAIGHT) == (step == way)
                images = self._moves[begin.still, to]
                if goes and to not in (-1, *begin.cells) and images.min() == to:
                    yield from grown(Begin((*begin.cells, to), begin.still[images == to]), step)

        for cell in range(len(ahead)):
            if (images := self._moves[:, cell]).min() == cell:
                yield from grown(Begin((cell,), wide(np.flatnonzero(images == cell))), -1)

    def represented(self, begin: Begin, paths: Foldings) -> tuple[Foldings, Counts]:
        """Return those of the foldings with a beginning that represent their classes, and the numbers in these."""
        found, counts = [paths[:0]], Counts(0, 0, 0)
        both = palindromic(self._word)
        images = len(begin.still) - 1 + both * len(self._moves)
        portion = max(1, _ENTRIES // max(1, images * paths.shape[1]))
        for some in (paths[at : at + portion] for at in range(0, len(paths), portion)):
            kept, fixed = np.ones(len(some), np.bool_), np.ones((2, len(some)), np.int64)
            asked = [(begin.still[begin.still > 0], some)]
            for elements, of in asked + [(np.arange(len(self._moves)), some[:, ::-1])] * both:
                smaller, equal = _compared(self._moves[elements][:, of], some)
                kept &= ~smaller.any(axis=0)
                fixed += equal.sum(axis=0), equal[self._rotation[elements]].sum(axis=0)
            found.append(some[kept])
            raw, turned = len(self._moves) // fixed[0], self.orders["rotations"] // fixed[1]
            counts += Counts(int(raw[kept].sum()), int((raw // turned)[kept].sum()), int(kept.sum()))
        return np.concatenate(found), counts

    def images(self, paths: Foldings) -> Foldings:
        """Return all images of foldings, some perhaps twice, those of a palindrome from one end."""
        return from_one_end(self._word, self._moves[:, paths].reshape(-1, paths.shape[1]))

    def members(self, path: NDArray[np.int64], up_to: str) -> Foldings:
        """Return the foldings of a class that symmetries of a kind do not map to each other: see `CONVENTIONS`."""
        if up_to == "isometries":
            return path[None]
        found, known = [], set[bytes]()
        for image in from_one_end(self._word, self._moves[:, path]):
            if image.tobytes() not in known:
                found.append(image)
                turned = self._moves[self._rotation if up_to == "rotations" else slice(1)][:, image]
                known |= {each.tobytes() for each in from_one_end(self._word, turned)}
        return np.array(found)


def _compared(images: NDArray[np.int64], paths: Foldings) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Tell for each image, (symmetries, foldings, cells), whether its list is smaller than the folding's, or equal."""
    if not len(images):
        return np.zeros((2, 0, len(paths)), np.bool_)  # type: ignore[return-value]
    differs = images != paths
    where = differs.argmax(axis=2)[..., None]
    smaller = np.take_along_axis(images, where, 2) < np.take_along_axis(np.broadcast_to(paths, images.shape), where, 2)
    return smaller[..., 0], ~differs.any(axis=2)
