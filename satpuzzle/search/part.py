"""A part of a search is data: it can be written down, carried elsewhere and solved there (`solve.py`).

A part is a subproblem, told by the options that are chosen and those that are ruled out.  The parts of one search have
all its solutions between them, and none twice.  Each solution is classified by itself (the smallest of its images
stands for its class), so the outcomes of parts can be added up in any order.
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

_CHILDREN = 16  # about so many


@dataclass(frozen=True)
class Part:
    """A subproblem of a cover, in its option numbers."""

    id: str  # the hash of what it means, the same on every machine and in every version; "" if it is not `named`
    chosen: tuple[int, ...]
    ruled_out: tuple[int, ...]
    leaders: tuple[int, ...] = ()  # the items by whose options solutions are compared first (see `Canon`)

    @classmethod
    def of(cls, cover: ExactCover, ruled_out: tuple[int, ...], leaders: tuple[int, ...] = ()) -> "Part":
        """Return a subproblem as a part, which remembers its cover here, and nowhere else."""
        part = cls("", cover.chosen, ruled_out, leaders)
        part.__dict__["_cover"] = cover
        return part

    def named(self, tables: Tables) -> "Part":
        """Return the part with its id (see `Meaning`); for the first part of a problem this takes a while."""
        part = replace(self, id=tables.meaning.of(self.chosen, self.ruled_out))
        part.__dict__.update({name: value for name, value in self.__dict__.items() if name == "_cover"})
        return part

    @property
    def known(self) -> ExactCover | None:
        """The cover that the part was made of, if that was here; its engine may have left out hopeless options."""
        return self.__dict__.get("_cover")

    def cover(self, tables: Tables) -> ExactCover:
        """Return the part as a subproblem of the tables' cover."""
        if self.known is not None:
            return self.known
        ruled_out = np.zeros(len(tables.cover.rows), np.bool_)
        ruled_out[list(self.ruled_out)] = True
        return tables.cover.without(ruled_out).given(sorted(set(self.chosen) - set(tables.cover.chosen)))

    def children(self, tables: Tables) -> "list[Part]":
        """Return named parts that have the same solutions between them, none twice, without one that means the same.

        They are the same on every machine, so that two who split a part can put their halves together.
        """
        covers = split([self.cover(tables)], _CHILDREN)
        found = [Part.of(cover, self.ruled_out, self.leaders).named(tables) for _, cover in covers]
        return [child for child in found if child.id != self.id]

    def __reduce__(self) -> tuple[type["Part"], tuple[Any, ...]]:
        return Part, tuple(getattr(self, one.name) for one in fields(self))


WHOLE = Part("", (), ())  # all of a problem


def ruled_out(whole: ExactCover, cover: ExactCover) -> tuple[int, ...]:
    """Return the options that a subproblem of a cover leaves out, besides those that what is chosen there rules out."""
    beside = whole.given(sorted(set(cover.chosen) - set(whole.chosen)))
    return tuple(np.flatnonzero(beside.live & ~cover.live).tolist())


@dataclass(frozen=True, eq=False)
class Outcome:
    """What came out of a part; final if the status is EXHAUSTED."""

    part: Part
    solutions: Batch  # one a class that counts; empty if they were streamed
    counts: Counts
    stats: Stats
    status: Status
    packings: Counts  # before the filter
    undecided: int = 0  # packings up to isometries that the filter could not judge
    cpu: float = 0.0  # seconds of this thread's and of a solver's process


def together(batches: Iterable[Batch]) -> Batch:
    """Return batches of different widths as one."""
    every: Sequence[Batch] = list(batches)
    width = max((batch.shape[1] for batch in every), default=1)
    padded = [np.pad(batch, ((0, 0), (0, width - batch.shape[1])), constant_values=-1) for batch in every]
    return np.concatenate([NOTHING.reshape(0, 1).repeat(width, axis=1), *padded])
