"""A part of a search is plain data: it can be stored, sent to another machine and solved there (`solve.py`).

A part is a subproblem, described by chosen options and options that are ruled out.  Each solution of a search is in
exactly one of its parts.  Whether a solution is the smallest of its images, and so represents its symmetry class, can
be decided without other solutions, so the counts of parts can be added up in any order.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from satpuzzle.clock import Status
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.cover.split import split
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.base import NOTHING, Stats
from satpuzzle.puzzle.model import Counts

_CHILDREN = 16  # about the number of children of a part that is split


@dataclass(frozen=True)
class Part:
    """A subproblem of a cover, in its option numbers."""

    id: str  # a hash of its meaning, the same on every machine and in every version; "" until it is `named`
    chosen: tuple[int, ...]
    ruled_out: tuple[int, ...]
    leaders: tuple[int, ...] = ()  # the items by whose options solutions are compared first (see `Canon`)

    @classmethod
    def of(cls, cover: ExactCover, ruled_out: tuple[int, ...], leaders: tuple[int, ...] = ()) -> "Part":
        """Return a subproblem of a cover as a part.

        The part remembers the subproblem, except in copies that are sent to other processes.
        """
        part = cls("", cover.chosen, ruled_out, leaders)
        part.__dict__["_cover"] = cover
        return part

    def named(self, tables: Tables) -> "Part":
        """Return the part with its id, see `Meaning`.  The first call for a problem is slow."""
        part = replace(self, id=tables.meaning.of(self.chosen, self.ruled_out))
        part.__dict__.update({name: value for name, value in self.__dict__.items() if name == "_cover"})
        return part

    @property
    def known(self) -> ExactCover | None:
        """The subproblem from which the part was made, or None in another process.

        Options without solutions may be missing in it.
        """
        return self.__dict__.get("_cover")

    def cover(self, tables: Tables) -> ExactCover:
        """Return the part as a subproblem of the tables' cover."""
        if self.known is not None:
            return self.known
        ruled_out = np.zeros(len(tables.cover.rows), np.bool_)
        ruled_out[list(self.ruled_out)] = True
        return tables.cover.without(ruled_out).given(sorted(set(self.chosen) - set(tables.cover.chosen)))

    def children(self, tables: Tables) -> "list[Part]":
        """Return parts into which this part can be split: each of its solutions is in exactly one of them.

        A child that equals the part is left out.  The children are the same on every machine, so the results of two
        machines that split the same part can be merged.
        """
        covers = split([self.cover(tables)], _CHILDREN)
        found = [Part.of(cover, self.ruled_out, self.leaders).named(tables) for _, cover in covers]
        return [child for child in found if child.id != self.id]

    def __reduce__(self) -> tuple[type["Part"], tuple[Any, ...]]:
        return Part, tuple(getattr(self, one.name) for one in fields(self))


WHOLE = Part("", (), ())  # the whole problem


def ruled_out(whole: ExactCover, cover: ExactCover) -> tuple[int, ...]:
    """Return the options of `whole` that the subproblem `cover` lacks although its chosen options allow them."""
    beside = whole.given(sorted(set(cover.chosen) - set(whole.chosen)))
    return tuple(np.flatnonzero(beside.live & ~cover.live).tolist())


@dataclass(frozen=True, eq=False)
class Outcome:
    """The results of a part, which are complete if the status is EXHAUSTED."""

    part: Part
    solutions: Batch  # one solution of each class that counts; empty if they were streamed or only counted
    counts: Counts
    stats: Stats
    status: Status
    packings: Counts  # the counts before the filter
    undecided: int = 0  # the number of packings, up to isometries, that the filter could not decide
    cpu: float = 0.0  # CPU seconds of this thread and of a solver's process


def concatenated(batches: Iterable[Batch]) -> Batch:
    """Return batches of different widths as one batch; shorter rows are padded with -1."""
    every: Sequence[Batch] = list(batches)
    width = max((batch.shape[1] for batch in every), default=1)
    padded = [np.pad(batch, ((0, 0), (0, width - batch.shape[1])), constant_values=-1) for batch in every]
    return np.concatenate([NOTHING.reshape(0, 1).repeat(width, axis=1), *padded])
