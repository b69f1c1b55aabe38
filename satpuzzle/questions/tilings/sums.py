"""Sums of numbers of walks: tilings up to symmetry, and tilings in which each shape occurs."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Generic, TypeVar

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.errors import PuzzleError
from satpuzzle.questions.tilings.prototile import Prototile
from satpuzzle.questions.tilings.transfer import Automaton, Growth

Walks = TypeVar("Walks", Growth, Automaton)
MOST = 10  # shapes, each of which occurs
_NONE = Growth([[]], {0: 1})  # without copies, only the empty strip has a tiling


@dataclass(frozen=True)
class Sum(Generic[Walks]):
    """How many tilings strips of all lengths have, as a sum of means of numbers of walks."""

    parts: tuple[tuple[int, int, tuple[Walks, ...]], ...]
    # (sign, of how many the mean is, walks; those for even and for odd lengths if columns are reversed)

    def automaton(self: "Sum[Growth]", clock: Clock = UNLIMITED) -> "Sum[Automaton]":
        """Return the same sum, of walks of automata; raises TooManyStates and Stopped."""
        return Sum(tuple((sign, many, tuple(one.automaton(clock) for one in its)) for sign, many, its in self.parts))

    @property
    def states(self: "Sum[Automaton]") -> int:
        """How many states there are; where every second number is one of walks, each counts twice."""
        return sum(len(its) * one.states for _, _, its in self.parts for one in its)

    @property
    def found(self: "Sum[Automaton]") -> int:
        """How many states there were before some were dropped or merged."""
        return sum(len(its) * one.found for _, _, its in self.parts for one in its)

    def sweep(self: "Sum[Growth]", clock: Clock = UNLIMITED) -> Iterator[int]:
        """Yield the numbers for strips of 0, 1, 2, ... columns by sweeps that share the memory; see `swept`."""
        share = sum(len(its) for _, _, its in self.parts)
        return self._summed(lambda one: one.sweep(clock, share))

    def walks(self: "Sum[Automaton]", clock: Clock = UNLIMITED) -> Iterator[int]:
        """Yield the numbers for strips of 0, 1, 2, ... columns; raises Stopped."""
        return self._summed(lambda one: one.walks(clock))

    def _summed(self, numbers_of: Callable[[Walks], Iterator[int]]) -> Iterator[int]:
        every = [_in_turn([numbers_of(one) for one in part[-1]]) for part in self.parts]
        means = [(sign, many) for sign, many, _ in self.parts]
        for numbers in zip(*every, strict=True):
            sums = dict[int, int]()
            for number, (sign, many) in zip(numbers, means, strict=True):
                sums[many] = sums.get(many, 0) + sign * number
            assert not any(total % many for many, total in sums.items())
            yield sum(total // many for many, total in sums.items())


def each_of(tiles: Sequence[Prototile], sum_of: Callable[[Sequence[Prototile]], Sum[Growth]]) -> Sum[Growth]:
    """Return the sum that counts the tilings in which each shape occurs, by inclusion and exclusion.

    `sum_of` returns the sum that counts all tilings with some shapes.  Raises PuzzleError for more than MOST shapes.
    """
    if len(tiles) > MOST:
        raise PuzzleError(f"each: {len(tiles)} shapes, the most are {MOST}")
    parts: list[tuple[int, int, tuple[Growth, ...]]] = [((-1) ** len(tiles), 1, (_NONE,))]
    for some in (some for many in range(1, len(tiles) + 1) for some in combinations(tiles, many)):
        sign = (-1) ** (len(tiles) - len(some))
        parts += [(sign * its, many, walks) for its, many, walks in sum_of(some).parts]
    return Sum(tuple(parts))


def _in_turn(walks: Sequence[Iterator[int]]) -> Iterator[int]:
    while True:
        for one in walks:
            yield next(one)
