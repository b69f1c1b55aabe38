"""Counts the packings of all members of a family of boards in one search.

A member of the family is a choice of labels to leave uncovered, such as a date on a calendar.  Labels are chosen like
placements: each label is an option that covers its cell, and each group of labels is an item that exactly one of them
covers.  So placements are enumerated once, and the parts of the search that members have in common are searched once.

Rules are about the board of each member.  If there are some, the members are searched one by one.
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from satpuzzle.api import solve
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.from_puzzle import cover_of
from satpuzzle.cover.placements import packed, place
from satpuzzle.engines.base import Engine, Offer
from satpuzzle.engines.config import solver_config
from satpuzzle.errors import Stopped
from satpuzzle.puzzle.families import Family, Labels
from satpuzzle.questions.answer import Answer
from satpuzzle.questions.question import ALONE, Asking, Context, function, question
from satpuzzle.rows import again, argument, positional
from satpuzzle.search.check import Check
from satpuzzle.settings import BackendRow, EncodingRow, StrategyRow

if TYPE_CHECKING:
    from satpuzzle.pictures.printed import Picture


@dataclass(frozen=True, repr=False)
class FamilyCounts(Answer):
    """The number of packings of each member of a family, on the fixed board."""

    family: Family
    counts: dict[Labels, int]
    complete: bool  # whether all packings were counted

    def __repr__(self) -> str:
        return f"<counts of {self.sentence}>"

    @property
    def final(self) -> bool:
        """Whether all packings were counted; otherwise the numbers are lower bounds."""
        return self.complete

    exhaustive = final  # by the backend that counted them

    @property
    def sentence(self) -> str:
        """The sum over all members, how many can be filled, and those with the fewest and with the most packings."""
        (fewest, low), (most, high) = self.extremes()
        number = f"{self.bound}{self.total} solutions on fixed boards"
        found = f"{self.family.name}: {number}, {len(self.counts)} members"
        so_far = "" if self.final else " so far"
        found += f", {self.bound}{self.filled} can be filled"
        return f"{found}, fewest{so_far} {low} ({' '.join(fewest)}), most{so_far} {high} ({' '.join(most)})"

    @property
    def bound(self) -> str:
        """The sign before each number: none if it is final."""
        return "" if self.final else "≥ "

    @property
    def total(self) -> int:
        """Return the sum of the numbers of all members."""
        return sum(self.counts.values())

    @property
    def filled(self) -> int:
        """Return the number of members that have a packing."""
        return sum(number > 0 for number in self.counts.values())

    def extremes(self) -> list[tuple[Labels, int]]:
        """Return the members with the fewest and with the most packings, each with its number of packings."""
        ordered = sorted(self.counts.items(), key=lambda entry: entry[1])
        return [ordered[0], ordered[-1]]

    def text(self, quiet: bool = False) -> str:
        """Return a line for each member and, unless `quiet`, the sentence."""
        members = [f"{' '.join(labels)}: {self.bound}{number}" for labels, number in self.counts.items()]
        return "\n".join([*members, *[self.sentence] * (not quiet)])

    def picture(self) -> "Picture":
        """Return the numbers as a heat map: rows and columns are the first two groups of labels."""
        from satpuzzle.pictures.heat import heat_map

        groups = [list(group) for group in self.family.groups.values()]
        rows, columns = groups[:2] if len(groups) > 1 else ([""], groups[0])
        sums: dict[tuple[str, str], int] = {}
        for labels, number in self.counts.items():
            place = (labels[0], labels[1]) if len(groups) > 1 else ("", labels[0])
            sums[place] = sums.get(place, 0) + number
        return heat_map(self.family.whole.title, rows, columns, sums, self.bound)

    def as_dict(self) -> dict[str, Any]:
        """Return the counts as plain data."""
        return {
            "family": self.family.name,
            "members": {" ".join(labels): number for labels, number in self.counts.items()},
            "total": self.total,
            "filled": self.filled,
            "final": self.final,
        }


def joint_cover(family: Family, clock: Clock = UNLIMITED) -> tuple[ExactCover, list[int]]:
    """Return a cover whose solutions are the packings of all members.

    The second result has the first option number of each group of labels.
    """
    whole, placements = family.whole, place(family.whole, clock)
    cover = cover_of(whole, placements)
    whole.refuse(tiles=f"{family.name}: a family of boards cannot have tiles with coloured edges")
    items, count = len(cover.names), len(family.groups)
    rows = np.zeros((len(cover.rows), -(-(items + count) // 64)), np.uint64)
    rows[:, : cover.rows.shape[1]] = cover.rows
    starts, labels = [], [rows]
    for number, cells in enumerate(family.groups.values()):
        starts.append(sum(map(len, labels)))
        pairs = np.array([[cell, items + number] for cell in cells.values()], dtype=np.int64)
        labels.append(packed(pairs, rows.shape[1]))
    every = np.concatenate(labels)
    one, lower = np.ones(count, np.int64), cover.lower.copy()
    lower[list(cover.families.get("empty", ()))] -= count  # of the cells without a piece, labels cover so many
    return (
        replace(
            cover,
            names=(*cover.names, *family.groups),
            lower=np.concatenate([np.maximum(lower, 0), one]),
            upper=np.concatenate([cover.upper, one]),
            rows=every,
            families={"cells": cover.families["cells"], "pieces": range(len(whole.board), items + count)},
            live=np.ones(len(every), np.bool_),
        ),
        starts,
    )


@question
class MembersQuestion(Asking):
    """How many packings every member of a family has; if a limit is reached, the counts are lower bounds."""

    family: Family = argument("PUZZLE", "The family.", kw_only=False)
    backend: str | Engine = positional(again(BackendRow, "backend"), default="native", kw_only=False)
    encoding: str | None = positional(again(EncodingRow, "encoding"), default=None, kw_only=False)
    strategy: str = positional(again(StrategyRow, "strategy"), default="auto", kw_only=False)

    def ask(self, context: Context = ALONE) -> FamilyCounts:
        """Return the counts."""
        family, clock = self.family, context.clock
        config = solver_config(self.backend, self.encoding, self.strategy, parts=1)
        if family.whole.rules:
            return self._one_by_one(context)
        sizes = [len(cells) for cells in family.groups.values()]
        found = np.zeros(sizes, np.int64)
        final = True
        try:
            cover, starts = joint_cover(family, clock)
            if cover.hopeless() is None:
                check = Check(cover)
                solver = config.engine.begin(Offer([(None, cover)], family.whole.board), config, clock).solver
                try:
                    for batch in solver(cover, {}):
                        if len(batch):
                            check(batch)
                            chosen = [
                                (np.where((batch >= start) & (batch < start + size), batch - start, -1)).max(axis=1)
                                for start, size in zip(starts, sizes, strict=True)
                            ]
                            np.add.at(found, tuple(chosen), 1)
                        context.watch(f"{family.name}: {found.sum()} solutions")
                        clock.check()
                finally:
                    solver.close()
        except Stopped:
            final = False
        places = [{label: number for number, label in enumerate(cells)} for cells in family.groups.values()]
        counts = {
            labels: int(found[tuple(place[label] for place, label in zip(places, labels, strict=True))])
            for labels in family.members()
        }
        return FamilyCounts(family, counts, final)

    def _one_by_one(self, context: Context) -> FamilyCounts:
        """Count the packings of each member by itself."""
        family, clock = self.family, context.clock
        counts, final = dict.fromkeys(family.members(), 0), True
        for name, labels in family.named.items():
            run = solve(family.member(name), self.backend, encoding=self.encoding, strategy=self.strategy, clock=clock)
            counts[labels] = run.exhaust().raw or 0
            final &= run.counts.final
            context.watch(f"{family.name}: {sum(counts.values())} solutions")
            if clock.stopped():
                break
        return FamilyCounts(family, counts, final and not clock.stopped())


count_members = function(MembersQuestion, "count_members")
