"""Verdicts on many shapes, as a table: how many tile, and the Heesch numbers of those that do not."""

import hashlib
import json
from collections import Counter
from collections.abc import Generator, Iterable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from satpuzzle.cover.describe import columns, numbered
from satpuzzle.engines.base import Engine
from satpuzzle.errors import Stopped
from satpuzzle.pictures.printed import Picture
from satpuzzle.puzzle.formats.heesch import shape
from satpuzzle.questions.answer import Answer
from satpuzzle.questions.facts import INTEGER, TRUTH, Fact, by_name, every, having
from satpuzzle.questions.question import ALONE, Context, function, question
from satpuzzle.questions.tilings.certify import certify
from satpuzzle.questions.tilings.drawing import groups_of, picture, solution
from satpuzzle.questions.tilings.journal import opened
from satpuzzle.questions.tilings.plane import COPIES, CORONAS, NO, OPEN, TILES, Verdict, decide
from satpuzzle.questions.tilings.prototile import MOST, Prototile
from satpuzzle.questions.tilings.shapes import PIECE, FixedRows, Named
from satpuzzle.questions.tilings.torus import allowed, point_group
from satpuzzle.rows import argument, option
from satpuzzle.settings import HOW, LONG
from satpuzzle.structured import as_csv

COLUMNS = (
    "piece", "cells", "verdict", "hole", "copies", "isohedral", "orbits", "heesch", "heesch_with_holes", "coronas",
    "sha256",
)  # fmt: skip


_FIRST = ("shapes", "hole", "tile", "isohedral")  # columns of the table; others follow by name


_ROW = having(Fact("cells", INTEGER), Fact("shapes", INTEGER)) | by_name(INTEGER)


@dataclass(frozen=True, repr=False)
class Census(Answer):
    """The verdicts on shapes."""

    shapes: int  # how many were asked about
    verdicts: tuple[Verdict, ...]
    facts: ClassVar[tuple[Fact, ...]] = (
        Fact("shapes", INTEGER),
        Fact("final", TRUTH),
        Fact("counts", having(*(Fact(verdict, INTEGER) for verdict in (TILES, NO, OPEN)))),
        Fact("rows", every(_ROW), "for each number of cells, how many shapes there are of each kind"),
        Fact(
            "verdicts",
            every(having(*Verdict.facts)),
            of=lambda self: [verdict.as_dict() for verdict in self.verdicts],
        ),
    )

    @property
    def final(self) -> bool:
        """Whether no shape was left out and no search was stopped."""
        return len(self.verdicts) == self.shapes and not any(verdict.stopped for verdict in self.verdicts)

    @property
    def counts(self) -> dict[str, int]:
        """How many shapes have each verdict."""
        found = Counter(verdict.verdict for verdict in self.verdicts)
        return {verdict: found[verdict] for verdict in (TILES, NO, OPEN)}

    @property
    def rows(self) -> list[dict[str, int]]:
        """For each number of cells how many shapes there are, and how many of each kind."""
        found = dict[int, Counter[str]]()
        for verdict in self.verdicts:
            found.setdefault(len(verdict.tile.cells), Counter()).update(_kinds(verdict))
        kinds = sorted(
            {kind for row in found.values() for kind in row}, key=lambda kind: ([*_FIRST, kind].index(kind), kind)
        )
        return [{"cells": cells} | {kind: found[cells][kind] for kind in kinds} for cells in sorted(found)]

    @property
    def sentence(self) -> str:
        """The verdict on one shape, or the numbers."""
        if self.shapes == 1 and self.verdicts:
            return self.verdicts[0].sentence
        tile, no, still = self.counts.values()
        done = len(self.verdicts)
        few = "" if done == self.shapes else f" of {self.shapes}, the others were not decided"
        numbers = f"{numbered(done, 'shape')}{few}: {tile} tile, {no} do not, {still} open"
        return f"{numbers}\n\n{columns(self.rows)}".rstrip() if done else numbers

    @property
    def listed(self) -> str:
        """The verdicts of several shapes, one on each line."""
        return "\n".join(verdict.sentence for verdict in self.verdicts) if self.shapes > 1 else ""

    @property
    def drawing(self) -> str:
        """The tiling or the coronas of one shape."""
        if self.shapes != 1 or not self.verdicts:
            return ""
        (verdict,) = self.verdicts
        return str(solution(verdict.tile.name, verdict.tile.grid, groups_of(verdict)))

    @property
    def csv(self) -> str:
        """The verdicts as a table with a line for each shape; the hash is that of the verdict as JSON."""
        rows = []
        for verdict in self.verdicts:
            said = verdict.as_dict()
            row = said | {"cells": len(verdict.tile.cells), "sha256": _hash(said)}
            rows.append([row[key] for key in COLUMNS])
        return as_csv([COLUMNS, *rows])

    @property
    def heesch(self) -> str:
        """The verdicts in the form of heesch-sat, without patches; raises PuzzleError for a grid not known there."""
        return "".join(shape(one.tile.grid, one.tile.cells, _mark(one)) for one in self.verdicts)

    def picture(self) -> Picture | None:
        """Return the tilings and coronas on one sheet; None if there is no verdict."""
        return picture(self.verdicts) if self.verdicts else None


def _kinds(verdict: Verdict) -> list[str]:
    """Return the columns of the table in which a shape is counted."""
    if verdict.verdict == TILES:
        orbits = ["isohedral"] if verdict.isohedral else [f"{verdict.orbits} orbits"] if verdict.decided else []
        return ["shapes", "tile", *orbits]
    if verdict.hole:
        return ["shapes", "hole"]
    return ["shapes", "open" if verdict.verdict == OPEN else f"Heesch {verdict.heesch[0]}"]


def _mark(verdict: Verdict) -> str:
    """Return a verdict as heesch-sat writes it."""
    if verdict.verdict == TILES and verdict.decided:
        return "I 1" if verdict.isohedral else f"# {verdict.orbits}"
    if verdict.verdict == NO and not verdict.hole:
        return f"~ {verdict.heesch[0]} {verdict.heesch_loose[0]}"
    return "O" if verdict.hole else "!"


def _hash(said: Any) -> str:
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def _key(tile: Prototile) -> str:
    """Return the key of a shape in a journal.

    Those that are no mirror images of themselves have another one than in 1.1.0, which tried too few lattices for them.
    """
    more = [] if allowed([tile]) == point_group(tile.grid) else ["turns"] if tile.rotate else ["fixed"]
    return _hash([tile.grid.name, tile.mirror, tile.cells.tolist(), *more])


# fmt: off
@question
class PlaneQuestion(FixedRows):
    """Which shapes tile the plane, or space on a grid in space, and in which way.

    If the clock stops, the census has what was found until then.
    """

    pieces: list[str] | Named | Iterable[Named] = argument(*PIECE, default=(), kw_only=False)
    copies: int = option(COPIES, "N", HOW, "Periods of at most N copies.", least=1, most=MOST, rare=True)
    coronas: int = option(CORONAS, "N", HOW, "At most N coronas around a shape.", least=1, most=MOST, rare=True)
    backend: str | Engine = option("native", "-b NAME", HOW, "The solver.", among="backends", rare=True)
    journal: Path | str | None = option(
        None, "FILE", LONG, "Record each verdict in FILE; if FILE exists, continue from it.", rare=True)
    certificates: Path | str | None = option(
        None, "DIR", LONG, "Write a certificate of each verdict into this folder, for verify.", without=("fixed",),
        rare=True)
# fmt: on

    def ask(self, context: Context = ALONE) -> Census:
        """Return the verdicts."""
        tiles, found = self.tiles(context.clock), list[Verdict]()
        told = replace(context, watch=lambda doing: context.watch(f"{len(found)} of {len(tiles)}, {doing}"))
        with closing(self.verdicts(tiles, told)) as some:
            found.extend(some)
        return Census(len(tiles), tuple(found))

    def verdicts(self, tiles: Iterable[Prototile], context: Context = ALONE) -> Generator[Verdict]:
        """Yield a verdict on each shape; those that are in the journal are taken from it, the others are recorded.

        The certificate of a verdict is there when it is yielded.  If the clock stops, the last verdict has what was
        found until then, and is not recorded.  Raises JournalError if the journal cannot be continued.
        """
        asked = {"question": "plane", "copies": self.copies, "coronas": self.coronas}
        with opened(self.journal, asked) as record:
            for tile in tiles:
                key = _key(tile)
                if key in record.done:
                    verdict = Verdict.read(record.done[key], tile)
                else:
                    verdict = decide(tile, self.copies, self.coronas, self.backend, context)
                    if not verdict.stopped:
                        record.add(key, verdict.as_dict())
                if self.certificates is not None and not verdict.stopped:
                    context.watch(f"{tile.name}: certificate")
                    try:
                        certify(verdict, Path(self.certificates), context.clock)
                    except Stopped:
                        verdict = replace(verdict, stopped=True)
                yield verdict
                if verdict.stopped:
                    return


plane = function(PlaneQuestion, "plane")
