"""Assemblies by how they come apart: counted by level, and the best of them.

The level is the number of moves until the first piece or group of pieces is free, then the numbers for the rest.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from heapq import nsmallest

from satpuzzle.cover.exact_cover import Batch
from satpuzzle.errors import Stopped
from satpuzzle.motion import Assembler, Assembly, Verdict
from satpuzzle.puzzle.model import Counts
from satpuzzle.search.run import Run
from satpuzzle.solutions.solution import Solution


def count_by_level(run: Run, assembler: Assembler) -> dict[str, Counts]:
    """Run to the end, or to a limit, and count the packings of each level, the highest level first.

    Packings that do not come apart are counted under `no`, undecided ones under `unknown`.  If the run's clock stops,
    packings that have not been examined are not counted.  Raises BackendError if a check of the found moves fails.
    """
    found: dict[str, list[int]] = {}
    height: dict[str, tuple[int, ...]] = {}
    stopped = False
    try:
        for batch in run.batches():
            if len(batch):
                for level, levels, counts in _rated(run, batch, assembler):
                    height[level] = max(height.get(level, ()), levels)
                    entry = found.setdefault(level, [0, 0, 0])
                    for place, value in enumerate((counts.raw, counts.rotations, counts.isometries)):
                        entry[place] += value or 0
    except Stopped:
        stopped = True
    final = run.counts.final and not stopped
    order = sorted(found, key=lambda level: (height[level], level != Verdict.NO), reverse=True)
    return {
        level: Counts(raw, rotations, isometries, final=final)
        for level, (raw, rotations, isometries) in ((level, found[level]) for level in order)
    }


def _rated(run: Run, batch: Batch, assembler: Assembler) -> Iterator[tuple[str, tuple[int, ...], Counts]]:
    """Yield the level of each class of packings as text and as numbers, and the three counts of the class."""
    tables = run.tabulate()
    symmetry = tables.symmetry
    carried = symmetry.carried(batch)
    fixing = symmetry.fixing(symmetry.images(batch, carried), carried)
    packings = (Solution(tuple(row[row >= 0].tolist()), run.puzzle, tables.placements) for row in batch)
    assemblies = assembler.assemblies(packings, run.clock)
    for row, fixed, turned, assembly in zip(batch, *fixing, assemblies, strict=True):
        counts = symmetry.counts(row[None], fixed[None], turned[None])
        yield assembly.level or str(assembly.verdict), assembly.levels, counts


def best(assemblies: Iterable[Assembly], by: str, most: int | None = None) -> list[Assembly]:
    """Return the assemblies that come apart, at most `most` of them, the best first; ties keep their order.

    `by` is what makes an assembly better: a higher `level` (separations are compared in turn), more `moves` in total,
    or fewer `pieces`.  If the clock stops, these are the best assemblies so far.
    """
    apart = (found for found in _until_stopped(assemblies) if found.verdict is Verdict.YES)
    return sorted(apart, key=_KEYS[by]) if most is None else nsmallest(most, apart, key=_KEYS[by])


def _by_level(found: Assembly) -> list[int]:
    return [-number for number in found.levels]


def _by_moves(found: Assembly) -> list[int]:
    return [-len(found.steps)]


def _by_pieces(found: Assembly) -> list[int]:
    return [0 if found.solution is None else len(found.solution.options)]


_KEYS = {"level": _by_level, "moves": _by_moves, "pieces": _by_pieces}
SORTS = tuple(_KEYS)


def _until_stopped(assemblies: Iterable[Assembly]) -> Iterator[Assembly]:
    with suppress(Stopped):
        yield from assemblies
