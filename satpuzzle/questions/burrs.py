"""Counts packings by their level, collects them in a table, and selects the best.

The level is the number of moves until the first piece or group of pieces is free, followed by the numbers for the other
separations.
"""

from bisect import insort
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from typing import Any

from satpuzzle.clock import Clock, Status
from satpuzzle.cover.exact_cover import Batch
from satpuzzle.errors import BackendError, Stopped
from satpuzzle.motion.assembly import Assembler, Assembly, Verdict
from satpuzzle.motion.rules import Rules
from satpuzzle.puzzle.model import Counts
from satpuzzle.questions.kept import Kept, assembler_of
from satpuzzle.questions.solids import once as once_each
from satpuzzle.questions.solids import unique_sets
from satpuzzle.search.run import Run
from satpuzzle.solutions.solution import Solution


def count_by_level(run: Run, assembler: Assembler | Kept) -> dict[str, Counts]:
    """Count packings by level until the search ends or reaches a limit; the highest level comes first.

    Packings that do not come apart are counted under `no`, undecided ones under `unknown`.  If the run's clock stops,
    packings that have not been examined are not counted.  Raises BackendError if a check of the found moves fails.
    """
    found: dict[str, Counts] = {}
    height: dict[str, tuple[int, ...]] = {}
    stopped = False
    for batch in run.batches():
        if len(batch) and not stopped:
            rated, stopped = _rated(run, batch, assembler)
            for level, (levels, counts) in rated.items():
                height[level] = max(height.get(level, ()), levels)
                found[level] = found.get(level, Counts(0, 0, 0)) + counts
    final = run.counts.final and not stopped
    order = sorted(found, key=lambda level: (height[level], level != Verdict.NO), reverse=True)
    return {level: replace(found[level], final=final) for level in order}


def _rated(
    run: Run, batch: Batch, assembler: Assembler | Kept
) -> tuple[dict[str, tuple[tuple[int, ...], Counts]], bool]:
    """Return for each level its highest numbers, and the counts of the packings of a batch that have it.

    The second result tells whether the clock stopped before all were examined.
    """
    tables = run.tabulate()
    symmetry = tables.symmetry
    carried = symmetry.carried(batch)
    fixed, turned = symmetry.fixing(symmetry.images(batch, carried), carried)
    packings = (Solution(tuple(row[row >= 0].tolist()), run.puzzle, tables.placements) for row in batch)
    which: dict[str, list[int]] = {}
    height: dict[str, tuple[int, ...]] = {}
    stopped = False
    try:
        for number, assembly in enumerate(assembler.levels(packings, run.clock)):
            level = assembly.rating or str(assembly.verdict)
            which.setdefault(level, []).append(number)
            height[level] = max(height.get(level, ()), assembly.levels)
    except Stopped:
        stopped = True
    each = {level: symmetry.counts(batch[some], fixed[some], turned[some]) for level, some in which.items()}
    return {level: (height[level], counts) for level, counts in each.items()}, stopped


def best(assemblies: Iterable[Assembly], by: str, most: int | None = None, unique: bool = False) -> list[Assembly]:
    """Return the assemblies that come apart, the best first, and at most `most` of them; ties keep their order.

    `by` is the criterion: a higher `level` (its numbers are compared one by one), more `moves` in total, or fewer
    `pieces`.  With `unique`, an assembly is left out if another one of the same set of pieces comes apart, too.  If the
    clock stops while assemblies are computed, the result is the best of those computed before.
    """
    return ranked(assemblies, by, most, unique)[0]


def ranked(
    assemblies: Iterable[Assembly], by: str, most: int | None = None, unique: bool = False
) -> tuple[list[Assembly], int]:
    """Return the best assemblies as `best` does, and the number of packings that were examined."""
    ranking = Ranking(by, None if unique else most)
    for _ in _until_stopped(ranking.taking(assemblies)):
        pass
    found = unique_sets(ranking.best)[:most] if unique else ranking.best
    return found, sum(ranking.counted.values())


@dataclass(frozen=True)
class Best:
    """The best packings of a search that come apart, and how many were taken apart to find them."""

    sort: str  # the criterion, a key of _KEYS
    assemblies: list[Assembly]  # the best first
    examined: int
    packings: Counts  # all that the search has found

    @property
    def solutions(self) -> list[Solution]:
        """Return the packings themselves, the best first."""
        return [one.solution for one in self.assemblies if one.solution is not None]

    def __str__(self) -> str:
        levels = ", ".join(one.rating for one in self.assemblies) or "none"
        every = self.packings.isometries or 0
        part = not self.packings.final or self.examined < every
        bounded = not all(one.least for one in self.assemblies)
        return (
            f"sorted by {self.sort}; levels: {levels}"
            + "; others may be better, since some levels are only bounds" * bounded
            + f"; taken apart: {self.examined} of {every} packings found so far" * part
        )


def best_of(
    run: Run, rules: Rules, sort: str = "level", *, limit: int | None = None, unique: bool = False, once: bool = False
) -> Best:
    """Find all packings of a run that has not begun, take them apart, and return the best `limit`, as `best` does.

    With `once`, only one of several packings that differ only in their place on the board is examined.  If the run has
    a journal, the levels are kept in a file beside it.  Raises BackendError if the solver fails.
    """
    request = run.request
    packings = once_each(run, request.up_to == "isometries") if once else iter(run)
    assembler = assembler_of(run.puzzle, rules, request.jobs, request.file)
    with closing(packings):  # some are left if the clock stopped
        found, examined = ranked(assembler.levels(packings, run.clock), sort, limit, unique)
    return Best(sort, found, examined, run.packings)


class Ranking:
    """Collects assemblies: the best of them, and a table of all.

    `best` has the packings that come apart, at most `most`, in the order of the function `best`.  `stuck` is the first
    undecided packing or, if all are decided, the first that does not come apart.  `status` says why `examine` ended,
    and `failure` is the message of a solver that failed.
    """

    def __init__(self, by: str = "level", most: int | None = None) -> None:
        self.best: list[Assembly] = []
        self.stuck: Assembly | None = None
        self.counted = dict.fromkeys(Verdict, 0)
        self.status = Status.EXHAUSTED
        self.failure: str | None = None
        self._key = _KEYS[by]
        self._most = most
        self._alike: dict[tuple[Verdict, Rules, str], _Alike] = {}

    def taking(self, assemblies: Iterable[Assembly]) -> Iterator[Assembly]:
        """Yield the assemblies unchanged, and add each to the ranking."""
        for found in assemblies:
            self.counted[found.verdict] += 1
            alike = self._alike.setdefault((found.verdict, found.rules, found.rating), _Alike(self._key(found)))
            alike.add(found, sum(self.counted.values()))
            alike.key = min(alike.key, self._key(found))
            if found.verdict is Verdict.YES:
                insort(self.best, found, key=self._key)
                if self._most is not None:
                    del self.best[self._most :]
            elif self.stuck is None or (found.verdict, self.stuck.verdict) == (Verdict.UNKNOWN, Verdict.NO):
                self.stuck = found
            yield found

    def examine(
        self, assemblies: Iterable[Assembly], clock: Clock, each: Callable[[Assembly], None], first: bool = False
    ) -> None:
        """Add assemblies until they end, the clock stops or a signal comes; call `each` with every one.

        With `first`, the first packing that comes apart is the last that is examined.
        """
        try:
            for found in self.taking(assemblies):
                each(found)
                if first and found.verdict is Verdict.YES:
                    self.status = Status.SOLUTION_LIMIT
                    return
        except (KeyboardInterrupt, Stopped):
            self.status = clock.status or Status.INTERRUPTED
        except BackendError as error:
            self.failure = str(error)

    def ways(self) -> set[Rules]:
        """Return the different rules by which packings came apart."""
        return {rules for verdict, rules, _ in self._alike if verdict is Verdict.YES}

    def rows(self, final: bool = True) -> list[dict[str, Any]]:
        """Return a table with a row for each combination of verdict, rules and level, the best first.

        Unless `final`, the numbers of packings are lower bounds, and marked as such.
        The column `which` has the numbers of the packings of a row, counted from 1 in the order in which packings were
        found.
        """
        order = sorted(self._alike.items(), key=lambda entry: (_VERDICTS.index(entry[0][0]), entry[1].key))
        return [
            {
                "packings": alike.number if final else f"≥ {alike.number}",
                "come apart": _WORDS[verdict] or str(rules),
                "level": level if verdict is Verdict.YES else None,
                "moves": _span(alike.moves) if verdict is Verdict.YES else None,
                "stuck pieces": None if verdict is Verdict.YES else _span(alike.stuck),
                "which": alike.which(),
            }
            for (verdict, rules, level), alike in order
        ]


@dataclass
class _Alike:
    """The packings with the same verdict, rules and level: a row of the table."""

    key: list[int]  # the sort key of the best of them
    number: int = 0
    moves: set[int] = field(default_factory=set)
    stuck: set[int] = field(default_factory=set)
    runs: list[list[int]] = field(default_factory=list)  # runs of consecutive numbers: the first and the last of each

    def add(self, found: Assembly, number: int) -> None:
        self.number += 1
        self.moves.add(len(found.steps))
        self.stuck.add(len(found.core))
        if self.runs and self.runs[-1][1] == number - 1:
            self.runs[-1][1] = number
        elif len(self.runs) <= _RUNS:
            self.runs.append([number, number])

    def which(self) -> str:
        text = ", ".join(str(first) if first == last else f"{first} to {last}" for first, last in self.runs[:_RUNS])
        return text + ", …" * (len(self.runs) > _RUNS)


def _span(numbers: set[int]) -> str:
    least, most = min(numbers), max(numbers)
    return str(least) if least == most else f"{least} to {most}"


def _by_level(found: Assembly) -> list[int]:
    return [-number for number in found.levels]


def _by_moves(found: Assembly) -> list[int]:
    return [-sum(found.levels)]


def _by_pieces(found: Assembly) -> list[int]:
    return [0 if found.solution is None else len(found.solution.options)]


_VERDICTS = (Verdict.YES, Verdict.UNKNOWN, Verdict.NO)
_WORDS = {Verdict.YES: "", Verdict.UNKNOWN: "undecided", Verdict.NO: "no"}
_RUNS = 6  # the largest number of runs that are listed
_KEYS = {"level": _by_level, "moves": _by_moves, "pieces": _by_pieces}


def _until_stopped(assemblies: Iterable[Assembly]) -> Iterator[Assembly]:
    with suppress(Stopped):
        yield from assemblies
