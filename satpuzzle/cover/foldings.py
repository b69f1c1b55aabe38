"""Foldings of a chain on a board: all sequences of cells that obey its word (`puzzle/chains.py`), listed.

Sequences grow step by step, many side by side as rows of an array.  Of a stack of such arrays the last one grows, in
portions, so that few of the unfinished ones are in memory at a time:

    cell 1       step to 2, 3, ...        step on: `S` keeps the step, `B` takes all others
    [5]          [5 6], [5 2], [5 4]      [5 6 7]       [5 6 3], [5 6 9]

`engines/native/foldings.py` finds those of a chain that is alone on a board, without listing them here.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import Clock
from satpuzzle.cover import bits
from satpuzzle.puzzle.chains import EITHER, STRAIGHT, palindromic

Foldings = NDArray[np.int64]  # (foldings, cells of the chain): numbers of cells of the board, along the chain
_PORTION = 1 << 16  # sequences that grow at a time


def foldings(word: str, ahead: NDArray[np.int64], clock: Clock) -> Iterator[Foldings]:
    """Yield the foldings of a chain in portions, those of a palindrome from one end only; some perhaps twice.

    `ahead` has the cells that steps lead to, as `chains.ahead` returns them.  Raises Stopped if the clock stops.
    """
    cells, steps = ahead.shape
    begin = np.arange(cells)[:, None]
    taken = np.zeros((cells, cells), np.bool_)
    taken[begin[:, 0], begin[:, 0]] = True
    letters = [EITHER, *word]  # the first step is free
    stack = [(begin, np.full(cells, -1), bits.to_words(taken, -(-cells // 64)))]
    while stack:
        clock.check()
        paths, way, filled = stack.pop()
        if len(paths) > _PORTION:
            stack += [tuple(each[some] for each in (paths, way, filled)) for some in _halves(len(paths))]  # type: ignore[misc]
            continue
        if paths.shape[1] == len(word) + 2:
            yield _from_one_end(paths) if palindromic(word) else paths
            continue
        letter, there = letters[paths.shape[1] - 1], ahead[paths[:, -1]]
        goes = there >= 0
        if letter != EITHER:
            goes &= (np.arange(steps) == way[:, None]) == (letter == STRAIGHT)
        goes &= filled[np.arange(len(paths))[:, None], there // 64] >> (there % 64).astype(np.uint64) & np.uint64(1) == 0
        path, step = np.nonzero(goes)
        to, more = there[path, step], filled[path]
        more[np.arange(len(path)), to // 64] |= np.uint64(1) << (to % 64).astype(np.uint64)
        if len(path):
            stack.append((np.column_stack([paths[path], to]), step, more))


def _halves(many: int) -> tuple[slice, slice]:
    return slice(many // 2, many), slice(many // 2)


def _from_one_end(paths: Foldings) -> Foldings:
    """Return the foldings of a palindrome of which the numbers in the order of cells make a smaller list than reversed.

    The least cell but for the chain's middle tells.
    """
    last = paths.shape[1] - 1
    beside = paths[:, np.flatnonzero(2 * np.arange(last + 1) != last)]
    kept: Foldings = paths[beside.argmin(axis=1) < beside.shape[1] // 2]
    return kept


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
