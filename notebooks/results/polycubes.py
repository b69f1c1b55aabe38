"""Compares verdicts on polycubes with a census by another author: `python polycubes.py DATA JOURNAL [CELLS]`.

DATA is the folder `data` of github.com/veganstraightedge/polycube-census (Shane Becker, July 2026), which has a record
for each polycube of one to eight cubes; mirror images are two.  Copies are rotated, and not reflected, in both.  The
census stops at the first tiling, and looks for one of a box first, so its periods may have more copies than ours, which
have the fewest.  JOURNAL keeps our verdicts; those on eight cubes take some CPU minutes.
"""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

import satpuzzle as sp
from satpuzzle.puzzle.grids import GRIDS
from satpuzzle.questions.tilings.plane import Verdict
from satpuzzle.questions.tilings.prototile import Prototile

_TILER = {True: "tiler", False: "non_tiler"}


def records(data: Path, cells: int) -> dict[tuple[int, ...], dict[str, Any]]:
    """Return the records of all polycubes of so many cubes, by their orientations."""
    found = {}
    for path in (data / str(cells)).glob("*/shape.json"):
        said = json.loads(path.read_text(encoding="utf-8"))
        found[_key(Prototile(said["id"], GRIDS["cubic"], np.array(said["cells"]), mirror=False))] = said
    return found


def compared(ours: tuple[Verdict, ...], theirs: dict[tuple[int, ...], dict[str, Any]]) -> Counter[str]:
    """Return how many shapes both have, and what is the same; raises KeyError for a shape that the census lacks."""
    found = Counter[str](shapes=len(ours), census=len(theirs))
    for one in ours:
        said = theirs[_key(one.tile)]
        same = _TILER[one.tiling is not None] == said["verdict"] and one.verdict != "open"
        found["same verdict"] += same and said["heesch"] == (None if one.tiling else one.heesch[0])
        if one.tiling is not None:
            here, there = len(one.tiling.copies), len(said["certificate"]["placements"])
            found["as many copies" if here == there else "fewer copies here" if here < there else "more"] += 1
    return found


def _key(tile: Prototile) -> tuple[int, ...]:
    return min(map(tuple, map(sorted, tile.orientations)))


def main(data: str, journal: str, cells: str = "1..8") -> None:
    """Print the comparison for each number of cubes."""
    census = sp.tilings.plane(grid="cubic", size=cells, journal=journal)
    for size in sorted({len(one.tile.cells) for one in census.verdicts}):
        ours = tuple(one for one in census.verdicts if len(one.tile.cells) == size)
        print(size, dict(compared(ours, records(Path(data), size))))


if __name__ == "__main__":
    main(*sys.argv[1:])
