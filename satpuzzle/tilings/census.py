"""Verdicts on many shapes, as a table: how many tile, and the Heesch numbers of those that do not."""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.describe import columns, numbered
from satpuzzle.design.answer import Answer
from satpuzzle.design.ask import ignore
from satpuzzle.engines.base import Engine
from satpuzzle.errors import Stopped
from satpuzzle.keywords import named
from satpuzzle.pictures.paper import Picture
from satpuzzle.puzzle.grids import Grid
from satpuzzle.structured import as_csv
from satpuzzle.tilings.certify import certify
from satpuzzle.tilings.drawing import groups_of, picture, solution
from satpuzzle.tilings.journal import opened
from satpuzzle.tilings.plane import COPIES, CORONAS, NO, OPEN, TILES, Verdict, decide
from satpuzzle.tilings.prototile import Prototile
from satpuzzle.tilings.shapes import Named, prototiles
from satpuzzle.tilings.torus import allowed, point_group

COLUMNS = (
    "piece", "cells", "verdict", "hole", "copies", "isohedral", "orbits", "heesch", "heesch_with_holes", "coronas",
    "sha256",
)  # fmt: skip


_FIRST = ("shapes", "hole", "tile", "isohedral")  # columns of the table; others follow by name


@dataclass(frozen=True, repr=False)
class Census(Answer):
    """The verdicts on shapes."""

    shapes: int  # how many were asked about
    verdicts: tuple[Verdict, ...]

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

    def as_dict(self) -> dict[str, Any]:
        """Return the verdicts as plain data."""
        return {
            "shapes": self.shapes,
            "final": self.final,
            "counts": self.counts,
            "rows": self.rows,
            "verdicts": [verdict.as_dict() for verdict in self.verdicts],
        }

    @property
    def csv(self) -> str:
        """The verdicts as a table with a line for each shape; the hash is that of the verdict as JSON."""
        rows = []
        for verdict in self.verdicts:
            said = verdict.as_dict()
            row = said | {"cells": len(verdict.tile.cells), "sha256": _hash(said)}
            rows.append([row[key] for key in COLUMNS])
        return as_csv([COLUMNS, *rows])

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


def _hash(said: Any) -> str:
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def _key(tile: Prototile) -> str:
    """Return the key of a shape in a journal.

    Those that are no mirror images of themselves have another one than in 1.1.0, which tried too few lattices for them.
    """
    more = [] if allowed([tile]) == point_group(tile.grid) else ["turns"]
    return _hash([tile.grid.name, tile.mirror, tile.cells.tolist(), *more])


def verdicts(
    tiles: Iterable[Prototile],
    copies: int = COPIES,
    coronas: int = CORONAS,
    backend: str | Engine = "native",
    *,
    journal: str | Path | None = None,
    certificates: str | Path | None = None,
    clock: Clock = UNLIMITED,
    watch: Callable[[str], None] = ignore,
) -> Generator[Verdict]:
    """Yield a verdict on each shape; those that are in the journal are taken from it, the others are recorded there.

    With a folder `certificates`, the certificate of each verdict is there when it is yielded.  If the clock stops, the
    last verdict has what was found until then, and is not recorded.  Raises JournalError if the
    journal cannot be continued.
    """
    asked = {"question": "plane", "copies": copies, "coronas": coronas}
    with opened(journal, asked) as record:
        for tile in tiles:
            key = _key(tile)
            if key in record.done:
                verdict = Verdict.read(record.done[key], tile)
            else:
                verdict = decide(tile, copies, coronas, backend, clock, watch)
                if not verdict.stopped:
                    record.add(key, verdict.as_dict())
            if certificates is not None and not verdict.stopped:
                watch(f"{tile.name}: certificate")
                try:
                    certify(verdict, Path(certificates), clock)
                except Stopped:
                    verdict = replace(verdict, stopped=True)
            yield verdict
            if verdict.stopped:
                return


@named
def plane(
    pieces: Named | Iterable[Named] = (),
    *,
    grid: str | Grid | None = None,
    size: int | str | None = None,
    one_sided: bool | None = None,
    copies: int = COPIES,
    coronas: int = CORONAS,
    backend: str | Engine = "native",
    journal: str | Path | None = None,
    certificates: str | Path | None = None,
    time_limit: float | None = None,
    clock: Clock = UNLIMITED,
    watch: Callable[[str], None] = ignore,
) -> Census:
    """Return for each shape whether it tiles the plane, or space on a grid in space.

    `pieces`, `grid`, `size` and `one_sided` are those of `prototiles`.  Periods have at most so many `copies`, and at
    most so many `coronas` are built.  A `journal` is a file that records each verdict; if it exists, it is continued;
    `certificates` is a folder that gets one for each.  If the clock stops, the census has what was found until then.
    Raises PuzzleError for invalid arguments.
    """
    clock = Clock(time_limit, within=clock).start()
    tiles = prototiles(pieces, grid, size, one_sided, clock)
    record = {"journal": journal, "certificates": certificates}
    with closing(verdicts(tiles, copies, coronas, backend, **record, clock=clock, watch=watch)) as found:
        return Census(len(tiles), tuple(found))
