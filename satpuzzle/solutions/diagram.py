r"""Diagrams: all solutions at once, as a zero-suppressed decision diagram (ZDD) over the options.

A path from the root to 1 is a solution: it takes the options of the nodes that it leaves downwards to the right
(*high*), and none of the others.  A node whose high is 0 is left out, and equal nodes are one node, so a set of
solutions has one diagram for each order of the options.

          (a)             the solutions {a, c}, {b, c} and {b, d}
     low /   \ high
       (b)   |            an edge that passes by a level does not take its option
      /   \  |
     0    (c)'            the node c under a has low 0, the one under b has low d: two nodes
          / \
        (d)  1

Numbers of solutions, how many of them have each option, the k-th one, or the one of the greatest weight each take one
pass over the nodes, level by level.  S. Minato, Zero-suppressed BDDs for set manipulation in combinatorial problems,
DAC 1993; D. E. Knuth, The Art of Computer Programming 7.1.4.
"""

import hashlib
import io
import json
import random
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle import data, machine
from satpuzzle.arrays import bincount, wide
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.exact_cover import Batch
from satpuzzle.errors import PuzzleError

Numbers = NDArray[np.int64]
Nodes = NDArray[np.int32]  # numbers of nodes, or of levels
EMPTY, UNIT = 0, 1  # no solutions, and the one that takes no option
_FIRST = 2  # the number of the first node
_FORMAT = "satpuzzle diagram 1"
_LARGE = 2.0**62  # from here on, numbers of solutions are Python's integers
_EQUAL = 0.9  # the share of different nodes from which on equal ones are not looked for
_MOST = 1 << 27  # the largest number of nodes that a file may have


class Builder:
    """Makes the nodes of a diagram from the last level to the first."""

    def __init__(self) -> None:
        self._parts: list[tuple[Nodes, Nodes, Nodes]] = []
        self.nodes = 0

    def level(self, level: int, low: Nodes, high: Nodes) -> Nodes:
        """Return the node for each pair (low, high) at a level; each level is made once, the last one first."""
        found = low.astype(np.int32)
        some = np.flatnonzero(high)
        if not len(some):
            return found
        codes, place = np.unique(_paired(low[some], high[some]), return_inverse=True)
        found[some] = _FIRST + self.nodes + place.reshape(-1)
        made = np.full(len(codes), level, np.int32), (codes >> 32).astype(np.int32), codes.astype(np.int32)
        self._parts.append(made)
        self.nodes += len(codes)
        return found

    def diagram(self, order: Numbers, root: int) -> "Diagram":
        """Return the diagram with this root, without the nodes that it does not reach."""
        parts = self._parts or [(np.zeros(0, np.int32),) * 3]
        level, low, high = (np.concatenate(each) for each in zip(*parts, strict=True))
        return Diagram(order, level, low, high, root).reached()


@dataclass(frozen=True, eq=False, repr=False)
class Diagram:
    """A set of solutions, each a set of options.

    Node i is in row i - 2 of the arrays; 0 and 1 are no solution and the solution without options.  Levels descend, so
    that a node comes after those below it, and the root is the last one.
    """

    order: Numbers  # (levels,): the option of each level, the root's first
    level_of: Nodes  # (nodes,)
    low: Nodes  # (nodes,): the node of the solutions without the option
    high: Nodes  # (nodes,): that of the solutions with it, without it
    root: int

    @classmethod
    def of(cls, solutions: Batch, order: Numbers, clock: Clock = UNLIMITED) -> "Diagram":
        """Return the diagram of some solutions, rows of option numbers padded with -1, in any order, perhaps repeated.

        Raises Stopped if the clock stops.
        """
        rank = np.full(int(order.max(initial=0)) + 2, len(order))
        rank[order] = np.arange(len(order))
        ranks = np.sort(rank[solutions].astype(np.uint16 if len(order) < 1 << 16 else np.int64), axis=1)
        ranks = ranks[np.lexsort(ranks.T[::-1])] if ranks.size else ranks
        different = np.append([True], (ranks[1:] != ranks[:-1]).any(axis=1))[: len(ranks)]
        return _of_rows(ranks[different].astype(np.int64), order, clock)

    def __len__(self) -> int:
        return len(self.low)

    def __repr__(self) -> str:
        return f"<diagram: {self.count()} solutions, {len(self)} nodes>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Diagram):
            return NotImplemented
        return all(np.array_equal(getattr(self, name), getattr(other, name)) for name in _ARRAYS) and (
            self.root == other.root
        )

    def __hash__(self) -> int:
        return hash((self.root, len(self), self.low.tobytes()))

    # Levels

    @cached_property
    def _levels(self) -> list[tuple[int, slice]]:
        """Each level that has nodes, with their rows, the last one first."""
        ends = np.append(np.flatnonzero(np.diff(self.level_of)) + 1, len(self)).tolist() if len(self) else []
        return [(int(self.level_of[end - 1]), slice(start, end)) for start, end in zip([0, *ends], ends, strict=False)]

    @cached_property
    def _level(self) -> Nodes:
        """The level of each node, after those of 0 and 1, which are below all others."""
        return np.concatenate([[len(self.order)] * _FIRST, self.level_of], dtype=np.int32)

    @cached_property
    def _rank(self) -> Numbers:
        """The level of each option, -1 for options that no level has."""
        found = np.full(int(self.order.max(initial=-1)) + 1, -1)
        found[self.order] = np.arange(len(self.order))
        return found

    def reached(self) -> "Diagram":
        """Return the diagram without the nodes that the root does not reach."""
        used = np.zeros(len(self) + _FIRST, np.bool_)
        used[[EMPTY, UNIT, self.root]] = True
        for _, rows in reversed(self._levels):
            mine = used[_FIRST:][rows]
            used[self.low[rows][mine]] = used[self.high[rows][mine]] = True
        if used.all():
            return self
        number, kept = np.cumsum(used, dtype=np.int32) - 1, used[_FIRST:]
        low, high = number[self.low[kept]], number[self.high[kept]]
        return Diagram(self.order, self.level_of[kept], low, high, int(number[self.root]))

    # Questions

    def count(self, given: Iterable[int] = (), without: Iterable[int] = ()) -> int:
        """Return how many solutions have all options in `given` and none of those in `without`."""
        return self._under(given, without).total

    def occurrences(self, given: Iterable[int] = (), without: Iterable[int] = ()) -> NDArray[Any]:
        """Return for each level how many solutions have its option, among those that `count` counts.

        The numbers are of dtype int64, or Python's integers where they are larger.
        """
        under = self._under(given, without)
        down = np.zeros_like(under.up)
        down[self.root] = under.entered
        found = np.zeros(len(self.order), under.up.dtype)
        for level, rows in reversed(self._levels):
            mine = down[_FIRST:][rows].copy()  # or `add.at` copies all of it
            kept, taken = under.kept(rows, mine, mine)
            np.add.at(down, self.low[rows].astype(np.intp), kept)  # other types of indices are slow
            np.add.at(down, self.high[rows].astype(np.intp), taken)
            found[level] = (taken * under.up[self.high[rows]]).sum()
        return found

    def numbered(
        self, numbers: Sequence[int], given: Iterable[int] = (), without: Iterable[int] = ()
    ) -> list[tuple[int, ...]]:
        """Return the solutions with these numbers, from 0 on, as ascending options.

        They are numbered in the order of the diagram: solutions without the root's option come first.  Raises
        PuzzleError for a number that no solution has.
        """
        under = self._under(given, without)
        for number in numbers:
            if not 0 <= number < under.total:
                raise PuzzleError(f"solution {number}: there are {under.total}, the first one is 0")
        left = np.array(numbers, under.up.dtype)
        node, taken = np.full(len(left), self.root), [list[int]() for _ in numbers]
        while (inner := np.flatnonzero(node >= _FIRST)).size:
            row = node[inner] - _FIRST
            fewer, _ = under.kept(row, under.up[self.low[row]], 0)
            right = (left[inner] >= fewer).astype(np.bool_)
            left[inner[right]] -= fewer[right]
            node[inner] = np.where(right, self.high[row], self.low[row])
            for which, option in zip(
                inner[right].tolist(), self.order[self.level_of[row[right]]].tolist(), strict=True
            ):
                taken[which].append(option)
        return [tuple(sorted(options)) for options in taken]

    def sample(
        self, number: int, seed: int = 0, given: Iterable[int] = (), without: Iterable[int] = ()
    ) -> list[tuple[int, ...]]:
        """Return different solutions drawn at random, each set of so many equally likely; all, if there are fewer."""
        given, without = tuple(given), tuple(without)
        total = self.count(given, without)
        return self.numbered(random.Random(seed).sample(range(total), min(number, total)), given, without)

    def best(self, weights: Sequence[int] | Numbers) -> tuple[int, tuple[int, ...]] | None:
        """Return the greatest sum of the weights of a solution's options, and such a solution; None without solutions.

        `weights` has an integer for each option; negative ones find the smallest sum.
        """
        weight = np.asarray(weights, np.int64)[self.order] if len(self.order) else np.zeros(0, np.int64)
        never = np.iinfo(np.int64).min // 4
        most = np.full(len(self) + _FIRST, never)
        most[UNIT] = 0
        for level, rows in self._levels:
            most[_FIRST:][rows] = np.maximum(most[self.low[rows]], most[self.high[rows]] + weight[level])
        if most[self.root] <= never // 2:
            return None
        node, options = self.root, []
        while node >= _FIRST:
            row = node - _FIRST
            level = int(self.level_of[row])
            right = most[self.high[row]] + weight[level] == most[node]
            options += [int(self.order[level])] * bool(right)
            node = int(self.high[row] if right else self.low[row])
        return int(most[self.root]), tuple(sorted(options))

    def different(
        self, seed: int = 0, images: Callable[[tuple[int, ...]], Batch] | None = None
    ) -> Iterator[tuple[int, ...]]:
        """Yield solutions that differ much: the first at random, each next one shares least with those before.

        This is a greedy choice, not the best of all.  If there are `images` of a solution that are the same in other
        words, what a solution shares with them counts too, and none of them is yielded.
        """
        rest, found = self, self.sample(1, seed)
        shared = np.zeros(int(self.order.max(initial=-1)) + 1, np.int64)
        while found:
            yield found[0]
            same = _rows(found) if images is None else images(found[0])
            np.subtract.at(shared, same[same >= 0], 1)
            rest = rest - Diagram.of(same, self.order)
            chosen = rest.best(shared)
            found = [] if chosen is None else [chosen[1]]

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        """Iterate over the solutions in the order of their numbers."""
        total, portion = self.count(), 4096
        for start in range(0, total, portion):
            yield from self.numbered(range(start, min(start + portion, total)))

    # Sets

    def where(self, given: Iterable[int] = (), without: Iterable[int] = ()) -> "Diagram":
        """Return the solutions that `count` counts."""
        want, ban = self._wanted(given), self._wanted(without)
        passed = np.append(0, np.cumsum(want))
        builder, to = Builder(), np.arange(_FIRST + len(self))
        for level, rows in self._levels:
            low, high = self.low[rows], self.high[rows]
            on_low = (passed[self._level[low]] == passed[level + 1]) & ~want[level]
            on_high = (passed[self._level[high]] == passed[level + 1]) & ~ban[level]
            to[_FIRST:][rows] = builder.level(level, np.where(on_low, to[low], 0), np.where(on_high, to[high], 0))
        return builder.diagram(self.order, int(to[self.root]) * int(passed[self._level[self.root]] == 0))

    def __and__(self, other: "Diagram") -> "Diagram":
        return self._with(other, [[0, 0], [0, 1]])

    def __or__(self, other: "Diagram") -> "Diagram":
        return self._with(other, [[0, 1], [1, 1]])

    def __sub__(self, other: "Diagram") -> "Diagram":
        return self._with(other, [[0, 0], [1, 0]])

    def _with(self, other: "Diagram", both: list[list[int]]) -> "Diagram":
        """Return the solutions that are in the result by the table `both`: entry [in this one, in the other]."""
        if not np.array_equal(self.order, other.order):
            raise PuzzleError("two diagrams are joined only if they have the same options in the same order")
        waiting: dict[int, list[Numbers]] = {}
        steps: list[tuple[int, Numbers, Numbers, Numbers]] = []  # level, pairs, and those that low and high lead to

        def wait(pairs: Numbers) -> None:
            level = np.minimum(self._level[pairs >> 32], other._level[pairs & 0xFFFFFFFF])
            for each in np.unique(level[level < len(self.order)]).tolist():
                waiting.setdefault(each, []).append(pairs[level == each])

        def below(one: "Diagram", node: Numbers, level: int) -> tuple[NDArray[Any], NDArray[Any]]:
            here = one._level[node] == level
            row = np.where(here, node - _FIRST, 0)
            if not len(one):
                return node, np.zeros_like(node)
            return np.where(here, one.low[row], node), np.where(here, one.high[row], 0)

        root = _paired(np.array([self.root]), np.array([other.root]))
        wait(root)
        for level in range(len(self.order)):
            if level in waiting:
                pairs = np.unique(np.concatenate(waiting.pop(level)))
                mine, its = below(self, pairs >> 32, level), below(other, pairs & 0xFFFFFFFF, level)
                low, high = _paired(mine[0], its[0]), _paired(mine[1], its[1])
                steps.append((level, pairs, low, high))
                wait(np.unique(np.concatenate([low, high])))
        builder, known, number = Builder(), np.array([0, 1, 1 << 32, 1 << 32 | 1]), np.array(both, np.int32).reshape(-1)
        for level, pairs, low, high in reversed(steps):
            place = np.searchsorted(known, low), np.searchsorted(known, high)
            made = builder.level(level, number[place[0]], number[place[1]])
            every = np.append(known, pairs)
            ordered = np.argsort(every, kind="stable")
            known, number = every[ordered], np.append(number, made)[ordered]
        return builder.diagram(self.order, int(number[np.searchsorted(known, root)[0]]))

    # Files

    def save(self, path: str | Path, about: str) -> None:
        """Write the diagram to a file; `about` tells which problem it is of (see docs/diagrams.md for the format)."""
        arrays = {name: getattr(self, name).astype("<i8" if name == "order" else "<u4") for name in _ARRAYS}
        head = {"format": _FORMAT, "about": about, "root": self.root, "sha256": _checked(arrays, about, self.root)}
        held = io.BytesIO()
        np.savez_compressed(held, head=np.frombuffer(json.dumps(head).encode(), np.uint8), **arrays)
        Path(path).write_bytes(held.getvalue())

    @classmethod
    def load(cls, path: str | Path, about: str, clock: Clock = UNLIMITED) -> "Diagram":
        """Read a diagram of the problem `about`.

        Raises PuzzleError for another file or problem, a damaged file, or one that is too large, and Stopped if the
        clock stops.
        """
        with data.opened(Path(path)) as file:
            try:
                with zipfile.ZipFile(file) as held:
                    head = data.parsed(_array(held, "head", data.SMALL).tobytes())
                    if head["format"] == _FORMAT and head["about"] != about:
                        raise PuzzleError("a diagram of another problem")
                    arrays = _arrays(held, clock)
                right = head["format"] == _FORMAT and head["sha256"] == _checked(arrays, about, head["root"])
            except PuzzleError as error:
                raise PuzzleError(f"{path}: {error}") from None
            except _DAMAGED as error:
                raise PuzzleError(f"{path}: no diagram, or a damaged one: {error}") from None
        if not right:
            raise PuzzleError(f"{path}: a damaged diagram, or one of another version: its checksum does not fit")
        order, *nodes = arrays.values()
        level, low, high = (each.astype(np.int32, copy=False) for each in nodes)
        return cls(order.astype(np.int64, copy=False), level, low, high, head["root"])

    # Conditions

    def _wanted(self, options: Iterable[int]) -> NDArray[np.bool_]:
        """Tell for each level whether its option is among these.  Raises PuzzleError for an option without a level."""
        found = np.zeros(len(self.order), np.bool_)
        for option in options:
            if not 0 <= option < len(self._rank) or self._rank[option] < 0:
                raise PuzzleError(f"option {option}: the diagram does not know it")
            found[self._rank[option]] = True
        return found

    def _under(self, given: Iterable[int], without: Iterable[int]) -> "_Under":
        """Return the numbers of solutions from each node down that keep the conditions."""
        want, ban = self._wanted(given), self._wanted(without)
        if not want.any() and not ban.any():
            return self._all
        passed = np.append(0, np.cumsum(want)).astype(np.int32)  # the number of wanted options before each level
        own, before = self.level_of, passed[self._level]
        on_low, on_high = np.ones((2, len(self)), np.bool_)
        if want.any():
            after = passed[1:][own]
            on_low, on_high = (before[self.low] == after) & ~want[own], before[self.high] == after
        on_high &= ~ban[own]
        entered = int(before[self.root] == 0)
        return self._counted(_Under(self._all.up, entered, self.root, on_low, on_high), self._all.up.dtype)

    @cached_property
    def _all(self) -> "_Under":
        """The numbers of solutions from each node down."""
        nothing = np.zeros(0, np.float64)
        found = self._counted(_Under(nothing, 1, self.root), np.float64)
        return self._counted(found, np.int64 if found.up[self.root] < _LARGE else object)

    def _counted(self, under: "_Under", kind: Any) -> "_Under":
        up = np.zeros(len(self) + _FIRST, kind)
        up[UNIT] = 1
        for _, rows in self._levels:
            low, high = under.kept(rows, up[self.low[rows]], up[self.high[rows]])
            up[_FIRST:][rows] = low + high
        return replace(under, up=up)


@dataclass(frozen=True)
class _Under:
    """How many solutions below each node keep a condition, and which edges do."""

    up: NDArray[Any]  # (nodes + 2,)
    entered: int  # 0 if the root lies below an option that must be taken
    root: int
    on_low: NDArray[np.bool_] | None = None  # (nodes,); None if there is no condition
    on_high: NDArray[np.bool_] | None = None

    def kept(self, rows: Any, low: Any, high: Any) -> tuple[Any, Any]:
        """Return the numbers on the edges of some nodes, 0 on those that do not keep the condition."""
        if self.on_low is None or self.on_high is None:
            return low, high
        return low * self.on_low[rows], high * self.on_high[rows]

    @property
    def total(self) -> int:
        """The number of solutions from the root down."""
        return int(self.up[self.root]) * self.entered


_DAMAGED = (
    OSError, ValueError, KeyError, TypeError, EOFError, MemoryError, RuntimeError, zipfile.BadZipFile, zlib.error,
)  # fmt: skip
_READING = 16  # how often the largest array takes its memory while a file is read and checked, about
_ARRAYS = ("order", "level_of", "low", "high")


def _array(held: zipfile.ZipFile, name: str, most: int) -> NDArray[Any]:
    """Return an array of a file, whose size in bytes is looked at before it is read.

    Raises PuzzleError if this is above `most`.
    """
    about = held.getinfo(f"{name}.npy")
    if about.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise ValueError("packed in another way")
    if about.file_size > most:
        raise PuzzleError(f"{name} has {about.file_size} bytes, at most {most} are allowed")
    with held.open(about) as file:
        found: NDArray[Any] = np.lib.format.read_array(file, allow_pickle=False)
        return found


def _arrays(held: zipfile.ZipFile, clock: Clock) -> dict[str, NDArray[Any]]:
    """Return the arrays of a diagram.  Raises PuzzleError if they are too large, Stopped if the clock stops."""
    most = min(4 * _MOST + data.SMALL, machine.free() // _READING)
    found = {}
    for name in _ARRAYS:
        clock.check()
        found[name] = _array(held, name, most)
    return found


def _checked(arrays: dict[str, NDArray[Any]], about: object, root: object) -> str:
    """Return the checksum of a file's contents.  Raises ValueError if they are no diagram."""
    order, level, low, high = (arrays[name] for name in _ARRAYS)
    nodes, many = len(level), len(order)
    if not (low.shape == high.shape == level.shape == (nodes,)) or order.shape != (many,) or nodes > _MOST:
        raise ValueError("arrays of the wrong shape")
    number = np.arange(_FIRST, _FIRST + nodes)
    if (level >= many).any() or (low >= number).any() or (high >= number).any() or not (high > 0).all():
        raise ValueError("nodes that lead to none")
    if root != (int(number[-1]) if nodes else root) or root not in range(_FIRST + nodes):
        raise ValueError("a root that is no node")
    digest = hashlib.sha256(json.dumps([about, root]).encode())
    for each in (order, level, low, high):
        digest.update(each.tobytes())
    return digest.hexdigest()


def _rows(solutions: Sequence[tuple[int, ...]]) -> Batch:
    found = np.full((len(solutions), max(map(len, solutions))), -1)
    for row, options in zip(found, solutions, strict=True):
        row[: len(options)] = options
    return found


def _paired(one: NDArray[Any], other: NDArray[Any]) -> Numbers:
    """Return one number for each pair of node numbers."""
    found: Numbers = one.astype(np.int64) << 32 | other
    return found


def _of_rows(ranks: Numbers, order: Numbers, clock: Clock) -> Diagram:
    """Return the diagram of solutions as ascending ranks, padded with the number of levels, in ascending order.

    The solutions that begin alike are a node of a tree.  From its leaves on, each node becomes a chain of nodes of the
    diagram, one for each way in which these solutions go on.  Equal ones are merged as long as many are equal, and the
    rest at the end, level by level.
    """
    end, made = len(order), 0
    parts: list[tuple[Nodes, Nodes, Nodes]] = [(np.zeros(0, np.int32),) * 3]
    reached = np.ones(len(ranks), np.int32)  # what the solutions that begin like each row become after this mark
    many_equal = True
    for depth in reversed(range(ranks.shape[1])):
        clock.check()
        mark = ranks[:, depth]
        begins = np.append([True], (ranks[1:, :depth] != ranks[:-1, :depth]).any(axis=1))[: len(ranks)]
        group, last = np.cumsum(begins) - 1, np.append(np.flatnonzero(begins)[1:], len(ranks)) - 1
        chain, asked, before = np.zeros(len(last), np.int32), 0, made
        for here in _from_the_end(last[group] - np.arange(len(ranks))):
            over = mark[here] == end
            chain[group[here[over]]] = reached[here[over]]
            here = here[~over]
            nodes = mark[here].astype(np.int32), chain[group[here]], reached[here]
            place = np.arange(len(here))
            if many_equal:
                first, place = _different(*nodes)
                nodes = nodes[0][first], nodes[1][first], nodes[2][first]
            parts.append(nodes)
            chain[group[here]] = _FIRST + made + place
            made, asked = made + len(nodes[0]), asked + len(here)
        many_equal = made - before < _EQUAL * asked
        ranks, reached = ranks[begins, :depth], chain
    level, low, high = (np.concatenate(each) for each in zip(*parts, strict=True))
    return _reduced(order, level, low, high, int(reached[0]) if len(reached) else EMPTY)


def _from_the_end(distance: Numbers) -> Iterator[Numbers]:
    """Yield the rows at each distance from the end of their group, those at the end first."""
    ordered = wide(np.argsort(distance, kind="stable"))
    ends = np.cumsum(bincount(distance)).tolist()
    for start, end in zip([0, *ends], ends, strict=False):
        yield ordered[start:end]


def _different(level: Nodes, low: Nodes, high: Nodes) -> tuple[Numbers, Numbers]:
    """Return the first of each of the different nodes, and the number of each among these."""
    _, below = np.unique(_paired(low, high), return_inverse=True)
    _, first, place = np.unique(_paired(level, below.reshape(-1)), return_index=True, return_inverse=True)
    return wide(first), wide(place.reshape(-1))


def _reduced(order: Numbers, level: Nodes, low: Nodes, high: Nodes, root: int) -> Diagram:
    """Return the diagram of nodes in any order of which each level is below those before; equal nodes become one."""
    builder, to = Builder(), np.arange(_FIRST + len(level), dtype=np.int32)
    ordered = np.argsort(len(order) - level.astype(np.uint16 if len(order) < 1 << 16 else np.int64), kind="stable")
    ends = np.append(np.flatnonzero(np.diff(level[ordered])) + 1, len(level)).tolist() if len(level) else []
    for start, end in zip([0, *ends], ends, strict=False):
        rows = ordered[start:end]
        to[_FIRST + rows] = builder.level(int(level[rows[0]]), to[low[rows]], to[high[rows]])
    return builder.diagram(order, int(to[root]))
