"""The state of a counting search in arrays, for the kernel `native/kernels/memo.c`, which explains how it works."""

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.bits import Ints, Words, to_words
from satpuzzle.engines.library import Call, Fields, empty
from satpuzzle.engines.memo.problem import Problem
from satpuzzle.engines.memo.state import DONE, GOES_ON, OVERFLOW, UNBOUNDED
from satpuzzle.engines.native.shared import part_searched
from satpuzzle.engines.state import WORK

_BUDGET_SPENT, _EXHAUSTED, _STACK_FULL, _TABLE_FULL = 0, 1, 2, 4  # reasons why the kernel returns
_MARK, _ROW = 63, 62  # bits of the last word of a row, see kernels/lists.h
_FIRST = 1 << 10  # entries of the first table
_MOVED = 1 << 18  # entries that move to a larger table between two checks of the clock
_LISTED, _SPACE, _TRIES, _NEXT, _CHOSEN = range(1, 6)  # columns of the array of levels
MIXER = 0x9E3779B97F4A7C15  # the factor of hashes


class Compiled:
    """A counting search; see `Counting`.  Counts have `limbs` words.

    `starts` are the options that the root tries, of one item, and `factors` how often the solutions with each of them
    count; without them the search begins as it likes.  The table takes at most what the stack leaves of `memory` bytes.
    """

    def __init__(
        self,
        problem: Problem,
        starts: Ints | None = None,
        factors: Ints | None = None,
        *,
        limbs: int = 1,
        memory: int = 1 << 30,
        clock: Clock = UNLIMITED,
    ) -> None:
        options, columns = problem.rows.shape
        sums, digits = problem.sums, 0 if problem.plain else options.bit_length()
        self._words = words = -(-(columns + digits + 64 - _ROW) // 64)
        shift = _ROW - digits
        fields, key_words = _places(problem, words, digits)
        self._entry, self._memory, self.limbs = 1 + key_words + limbs, memory, limbs
        masks = np.zeros((4, 64 * words), np.bool_)
        single, pairs = slice(0, len(problem.needed)), slice(problem.pairs.start, problem.pairs.stop)
        masks[0, single] = masks[1, pairs] = masks[2, single] = masks[2, pairs] = True
        masks[0, _MARK - 64] = True
        masks[3, single] = problem.needed
        once, colours, keyed, needed = to_words(masks, words)
        by_weight = [(number, bit, weight) for number, one in enumerate(sums) for bit, weight in one.columns.items()]
        depths = _longest(problem) + 2
        self._head = np.array([-1, 0, 0, 0, 0, 0], np.int64)
        self._levels, self._totals = np.zeros((depths, 9), np.int64), np.zeros((depths, limbs), np.uint64)
        room = (options + 7) // 8 * 8 + 8
        need = np.zeros((depths, words), np.uint64)
        need[0] = needed
        self._stack = empty(16 * (words + 1) * (room + 8))
        root = self._stack[: words * room].reshape(words, room)
        clock.check()
        root[:, :options] = to_words(problem.rows, words).T
        root[-1, :options] |= np.uint64(1 << _ROW)
        if digits:
            root[-1, :options] |= np.arange(options, dtype=np.uint64) << np.uint64(shift)
        root[:, options:] = 0
        root[-1, options:] = np.uint64(1 << _MARK)
        self._levels[0, [_LISTED, _SPACE]] = options, room
        self._factor = np.ones(options, np.int64)
        if starts is not None and factors is not None:
            self._factor[starts] = factors
        self._table = np.zeros((_FIRST, self._entry), np.uint64)
        made: Fields = {
            "single": once, "pairs": colours, "keyed": keyed, "columns": np.array(by_weight or [(0, 0, 0)], np.int64),
            "bounds": fields, "head": self._head, "levels": self._levels, "need": need,
            "used": np.zeros((depths, max(1, len(sums))), np.int64), "totals": self._totals,
            "floors": np.zeros((depths, len(sums) + 1), np.int64), "keys": np.zeros((depths, key_words), np.uint64),
            "stack": self._stack, "scratch": empty(15 * words + 8 + limbs), "factor": self._factor,
            "table": self._table, "start": np.array([0] if starts is None else starts, np.int64),
            "words": words, "key_words": key_words, "limbs": limbs, "column_count": len(by_weight),
            "sums": len(sums), "starts": 0 if starts is None else len(starts), "general": int(not problem.plain),
            "coloured": int(bool(problem.pairs)), "shift": shift, "stack_size": len(self._stack),
            "last": _FIRST - 1, "growing": 1,
        }  # fmt: skip
        self._call, self.stretches = Call("memo", made), 0.0
        self._fields = made
        self._call["mixer"] = _signed(MIXER)

    @property
    def nodes(self) -> int:
        """The number of options tried so far."""
        return int(self._head[1])

    @property
    def met(self) -> int:
        """How often a state was met again."""
        return int(self._head[5])

    @property
    def fraction(self) -> float:
        """The share of the tree that has been searched, if sibling nodes have subtrees of equal size."""
        return part_searched(self._levels[: int(self._head[0]) + 1, [_TRIES, _NEXT]].tolist())

    @property
    def states(self) -> int:
        """The number of states in the table."""
        return self._call["stored"]

    @property
    def total(self) -> int:
        """The number of solutions that were counted so far; all of them when the search is done."""
        depth = max(0, int(self._head[0]))
        root, *below = (
            sum(int(value) << (64 * place) for place, value in enumerate(limbs))
            for limbs in self._totals[: depth + 1].tolist()
        )
        factor = int(self._factor[self._levels[0, _CHOSEN]]) if below else 1
        return root + sum(below) * factor

    def remembered(self) -> Words:
        """Return the states in the table with their counts: its entries that are not free."""
        entries: Words = self._table[self._table[:, 0] > 0]
        return entries

    def remember(self, states: Words, clock: Clock) -> None:
        """Store states that another search of the same problem `remembered`, before this one begins.

        If there is not enough memory for all of them, some are forgotten.  Raises Stopped if the clock stops.
        """
        assert states.shape[1] == self._entry, "states of another problem"
        while self._call["growing"] and 2 * len(states) > self._call["last"]:
            self._grow(clock)
        self._store(np.ascontiguousarray(states), self._table, clock)

    def advance(self, clock: Clock, budget: int = UNBOUNDED) -> int:
        """Search about `budget` nodes, or until some work is done; see `Counting`."""
        call = self._call
        call["budget"], call["work"] = budget, WORK
        outcome = call()
        self.stretches += 1 - call["work"] / WORK
        if outcome == _STACK_FULL:
            self._deepen()
        elif outcome == _TABLE_FULL:
            self._grow(clock)
        elif outcome == _EXHAUSTED:
            return DONE
        elif outcome != _BUDGET_SPENT:
            return OVERFLOW
        return GOES_ON

    def _deepen(self) -> None:
        larger = empty(2 * len(self._stack))
        larger[: len(self._stack)] = self._stack
        self._stack = larger
        self._call.hand_over("stack", larger)
        self._call["stack_size"] = len(larger)

    def _grow(self, clock: Clock) -> None:
        """Move the states to a larger table, or let the search go on with this one if memory does not suffice."""
        try:
            if 3 * self._table.nbytes + self._stack.nbytes > self._memory:
                raise MemoryError
            table = np.zeros((2 * len(self._table), self._entry), np.uint64)
        except MemoryError:
            self._call["growing"] = 0
            return
        self._store(self._table, table, clock)

    def _store(self, entries: Words, table: Words, clock: Clock) -> None:
        """Store entries, some of which may be free, in a table that the search uses from then on."""
        again, call = Call("rehash", self._fields), self._call
        for field in ("words", "key_words", "limbs", "mixer", "growing"):
            again[field] = call[field]
        again.hand_over("table", table)
        again.hand_over("before", entries)
        again["last"], again["stored"] = len(table) - 1, call["stored"] if table is self._table else 0
        for some in clock.slices(len(entries), _MOVED):
            again["first"], again["until"] = some.start, min(some.stop, len(entries))
            again()
        self._table = table
        call.hand_over("table", table)
        call["last"], call["stored"] = again["last"], again["stored"]


def _places(problem: Problem, words: int, digits: int) -> tuple[NDArray[np.int64], int]:
    """Return the table of sums for the kernel, and the number of words of a state.

    A state has the words of a row, then for each sum its amount and its floor, none of which crosses words.
    """
    at = 64 * words
    rows, columns = [], 0

    def placed(bits: int) -> tuple[int, int]:
        nonlocal at
        if at % 64 + bits > 64:
            at += 64 - at % 64
        place = at // 64, at % 64
        at += bits
        return place

    for one in problem.sums:
        amount, floor = placed((one.clip + 1).bit_length()), placed(digits)
        heaviest = max(one.columns.values(), default=1)
        until = columns + len(one.columns)
        rows.append((one.lower, one.upper, columns, until, heaviest, one.clip, *amount, *floor))
        columns = until
    if not problem.plain:
        rows.append((0, 0, 0, 0, 1, 0, 0, 0, *placed(digits)))
    return np.array(rows or [(0,) * 10], np.int64), -(-at // 64)


def _longest(problem: Problem) -> int:
    """Return an upper bound on the number of options of a solution."""
    options, single = len(problem.rows), len(problem.needed)
    if not options:
        return 0
    bounds = [options]
    every = problem.rows[:, :single].sum(axis=1)
    if single and every.min() > 0:
        bounds.append(int(single // every.min()))
    return min(bounds)


def _signed(word: int) -> int:
    return word - (1 << 64) if word >> 63 else word
