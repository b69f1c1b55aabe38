"""The packings of a burr by how they come apart: counted by level, and the best of them."""

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
    """Run to the end, or to a limit, and count the packings of each level, the highest first.

    Those that do not come apart are counted as `no`, those that stay undecided as `unknown`; if the run's clock says
    stop, those that were not taken apart are not counted.  Raises BackendError if the steps found are wrong.
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
    """Yield of each class of packings its level, all its numbers, and how many packings are of the class."""
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
    """Return the assemblies that come apart, at most so many, the best first and equal ones as they came.

    By `level`: the highest first, separation by separation.  By `moves`: the most moves in all.  By `pieces`: the
    fewest pieces.  If the clock says stop, it is the best so far.
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
