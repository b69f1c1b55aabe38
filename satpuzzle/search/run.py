"""A run: a puzzle through all the layers, its solutions one a symmetry class, counted by all three conventions."""

import contextlib
import math
import os
import time
from collections.abc import Callable, Generator, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle import machine
from satpuzzle.cnf.encode import suited
from satpuzzle.cnf.recipe import Recipe, load_recipe
from satpuzzle.cover.classes import Symmetry
from satpuzzle.cover.exact_cover import Batch
from satpuzzle.cover.given import Given
from satpuzzle.cover.placements import scan_order
from satpuzzle.engines import BACKENDS, READS, Limits, Search, Status
from satpuzzle.engines import pysat as sat
from satpuzzle.engines.base import Stats
from satpuzzle.engines.frontier.count import count_classes, count_packings
from satpuzzle.engines.native import AUTO, Rule, find
from satpuzzle.errors import FrontierError, PuzzleError, Stopped
from satpuzzle.motion import Assembler, Rules, Verdict
from satpuzzle.puzzle.library import closest, load
from satpuzzle.puzzle.model import Counts, Puzzle
from satpuzzle.search.preparation import Plan, Tables
from satpuzzle.solutions.solution import Solution

CONVENTIONS = ("isometries", "rotations", "raw")
METHODS = ("auto", "search", "frontier")

_LONG = 1.0  # seconds of a search that make it worth trying a frontier
_WORK = 4e6  # options tried by a frontier for each second of the search that it may save
_IMAGES = 1 << 22  # options of all images of the solutions that are classified at a time
_PORTION = 256  # packings that are put together at a time


class Run:
    """The solutions of a puzzle by one backend: iterate, then ask for `status`, `counts` and `stats`.

    Nothing happens until the first step, and there is one iteration.  Afterwards `symmetry` holds the orders of
    the group that tells solutions apart, and `reason` says why a puzzle is impossible if that was seen at once.
    Ctrl-C ends the iteration like a limit, and so does `interrupt`.  `watch` is called with the run several times a
    second, whether anything was found or not.  A long search is split into about `parts` subproblems, `jobs` of which
    are solved at a time, by default on all cores; the order of solutions is the same for any number of jobs.
    `presolve` rules out hopeless options first, by default for foreign solvers.  With `assemblable`, only packings that
    can be put together are solutions, by `rules` or piece by piece; `packings` counts the others too.  If the rules
    open a side of the box, symmetries keep it.  Raises PuzzleError for arguments that make no sense and BackendError if
    the backend breaks down; what was found before that stays found.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        backend: str = "bitmask",
        *,
        encoding: str | Recipe | None = None,
        strategy: Rule = AUTO,
        jobs: int | None = None,
        parts: int | None = None,
        presolve: bool | None = None,
        up_to: str = "isometries",
        limit: int | None = None,
        seconds: float | None = None,
        given: Given = None,
        assemblable: bool = False,
        rules: Rules | None = None,
        watch: Callable[["Run"], None] | None = None,
    ) -> None:
        if backend not in BACKENDS:
            raise PuzzleError(f"backend {backend}{closest(backend, BACKENDS)}: choose from {', '.join(BACKENDS)}")
        if up_to not in CONVENTIONS:
            raise PuzzleError(f"up to {up_to}: choose from {', '.join(CONVENTIONS)}")
        if limit is not None and limit < 1:
            raise PuzzleError(f"limit {limit}: allowed are integers from 1")
        if seconds is not None and not seconds > 0:
            raise PuzzleError(f"time limit {seconds}: allowed are seconds above 0")
        self.puzzle = puzzle
        self.backend = backend
        self.encoding = _recipe(backend, encoding)  # None as long as it depends on the puzzle
        if strategy != AUTO:
            name = find(strategy).name
            if backend != "bitmask":
                raise PuzzleError(f"strategy {name}: the backend {backend} takes none, bitmask does")
        if jobs is not None and jobs < 1:
            raise PuzzleError(f"jobs {jobs}: allowed are integers from 1")
        if parts is not None and parts < 1:
            raise PuzzleError(f"parts {parts}: allowed are integers from 1")
        self._jobs = jobs or cores()
        self._parts = parts
        self._presolve = presolve if presolve is not None else backend != "bitmask"
        self._strategy = strategy
        self.status: Status | None = None
        self.reason: str | None = None
        self.symmetry: dict[str, int] = {}
        self.stats: Stats = {}
        self.up_to = up_to
        self._limits = Limits(solutions=limit, seconds=seconds)
        self.given = given
        self._watch = watch
        self._found = np.zeros(len(CONVENTIONS), np.int64)  # in the order raw, rotations, isometries
        self._packed = np.zeros(len(CONVENTIONS), np.int64)  # the same before asking what can be put together
        self.assemblable = assemblable
        self.assembler = Assembler(puzzle, rules or Rules()) if assemblable or rules else None
        self._deadline = float("inf")
        self._swept: Counts | None = None
        self._search: Search | None = None
        self._stop = False
        self._tables: Tables | None = None
        self._planned: Plan | None = None
        self._solutions = self._run()

    def __iter__(self) -> Iterator[Solution]:
        return self._solutions

    @property
    def counts(self) -> Counts:
        """Return what was found so far by each convention; final when the search is exhausted."""
        if self._swept is not None:
            return self._swept
        raw, rotations, isometries = self._found.tolist()
        final = self.status is Status.EXHAUSTED and not self.stats.get("undecided")
        return Counts(raw, rotations, isometries, final=final)

    @property
    def packings(self) -> Counts:
        """Return the counts of all packings that were found, whether they can be put together or not."""
        raw, rotations, isometries = self._packed.tolist()
        return Counts(raw, rotations, isometries, final=self.status is Status.EXHAUSTED)

    @property
    def fraction(self) -> float | None:
        """Return which part of the search is done, roughly, or None if there is no telling.

        What is left is the estimate's share of the parts that are not done, less the nodes that these had already.
        """
        if "estimated_nodes" not in self.stats or "nodes" not in self.stats:
            return None
        parts, nodes = float(self.stats["parts"]), float(self.stats["nodes"])
        open_parts = parts - float(self.stats.get("parts_done", 0))
        begun = nodes - float(self.stats.get("nodes_done", 0))
        left = max(float(self.stats["estimated_nodes"]) * open_parts / parts - begun, 0.01 * nodes * open_parts)
        return nodes / max(nodes + left, 1.0)

    def exhaust(self) -> Counts:
        """Run to the end, or to a limit, without making solutions; return the counts."""
        for _ in self._classes() if self._limits.solutions is None else self:
            pass
        return self.counts

    def tally(
        self, method: str = "auto", room: int | None = None, remark: Callable[[str], None] = lambda text: None
    ) -> Counts:
        """Count all solutions by searching, by a frontier within `room` bytes, or by what promises to be shorter.

        An automatic choice tries a frontier if a search would take long, and searches if the frontier is too wide,
        which `remark` is told.  Raises FrontierError if a frontier was asked for, and does not suit or does not fit.
        """
        if method not in METHODS:
            raise PuzzleError(f"method {method}: choose from {', '.join(METHODS)}")
        if method == "frontier":
            return self.sweep(room)
        if (
            method == "auto"
            and self.backend == "bitmask"
            and self._strategy == AUTO
            and self.given is None
            and not self.assemblable
        ):
            self.tabulate()
            seconds = 0.0 if self.reason else float(self._plan().stats.get("estimated_seconds", 0.0))
            if seconds > _LONG:
                try:
                    return self.sweep(room, _WORK * seconds)
                except FrontierError as error:
                    remark(f"{error}; searching")
        return self.exhaust()

    def sweep(self, room: int | None = None, work: float = math.inf) -> Counts:
        """Count packings by a frontier instead of searching, within `room` bytes, by default half of what is free.

        `work` bounds how often an option is tried.  Counts of classes stay open where symmetric packings are too wide
        for a frontier.  Raises FrontierError if the puzzle does not suit, or its states do not fit.
        """
        if self.assemblable:
            raise FrontierError("a frontier lists no packings that could be put together")
        tables = self.tabulate()
        began = time.monotonic()
        self.status = Status.INTERRUPTED

        def stop() -> bool:
            if self._limits.seconds is not None and time.monotonic() - began > self._limits.seconds:
                self.status = Status.TIME_LIMIT
            if self._watch is not None:
                self._watch(self)
            return self._stop or self.status is Status.TIME_LIMIT

        room = room or machine.free() // 2
        count = partial(count_packings, tables.cover, scan_order(self.puzzle.board), room, stop, work)
        try:
            raw = count()
            self._swept = Counts(raw.packings)
            self.stats |= {"states": raw.states, "widest": raw.widest}
            with contextlib.suppress(FrontierError):
                self._swept = count_classes(raw.packings, tables.symmetry, count)
        except KeyboardInterrupt:
            return self.counts
        finally:
            self.stats["seconds"] = time.monotonic() - began
        self.status = Status.EXHAUSTED
        return self.counts

    def tabulate(self) -> Tables:
        """Write down placements and symmetries, and put the given pieces in.  Done by iterating as well.

        Raises PuzzleError if the puzzle is too large or the given pieces make no sense.
        """
        if self._tables is None:
            began = time.monotonic()
            tables = Tables.of(self.puzzle, self.given, self.assembler.beside if self.assembler else None)
            self.symmetry = tables.symmetry.orders
            self.reason = tables.impossible()
            if self.backend in sat.SOLVERS:
                self.encoding = suited(tables.cover, self.encoding or "auto")
            self.stats = {"placements": len(tables.placements), "preparation": time.monotonic() - began}
            self._tables = tables
        return self._tables

    def _plan(self) -> Plan:
        """Decide how to search; once."""
        if self._planned is None:
            tables = self.tabulate()
            began = time.monotonic()
            if self.backend == "bitmask":
                self._planned = Plan.native(tables, self._strategy, self._presolve, self._parts)
            else:
                self._planned = Plan.foreign(tables, self.encoding, self._presolve, self._parts)
            self.stats |= self._planned.stats | {"planning": time.monotonic() - began}
        return self._planned

    def interrupt(self) -> None:
        """Stop soon, with the status INTERRUPTED; may be called from a signal handler or another thread."""
        self._stop = True
        if self._search is not None:
            self._search.interrupt()

    def ended(self) -> bool:
        """Tell whether the run was interrupted or its time is over."""
        return self._stop or time.monotonic() > self._deadline

    def _run(self) -> Iterator[Solution]:
        limit, yielded = self._limits.solutions, 0
        classes = self._classes(one_by_one=limit is not None)
        for batch in classes:
            if not len(batch):
                continue
            for member in self._plan().symmetry.expand(batch, self.up_to).tolist():
                options = tuple(option for option in member if option >= 0)
                yield Solution(options, self.puzzle, self.tabulate().placements)
                yielded += 1
                if yielded == limit:
                    classes.close()
                    self.status = Status.SOLUTION_LIMIT
                    return

    def _classes(self, one_by_one: bool = False) -> Generator[Batch, None, None]:
        """Yield batches of solutions, one a symmetry class, and add them to the counts.

        One by one, the first of a class stands for it, so that a few solutions of millions come at once.  All together,
        it is the canonical one, so that nothing need be remembered.
        """
        seen: set[bytes] = set()
        self.status = Status.INTERRUPTED  # until the search says otherwise
        try:
            self.tabulate()
            if self.reason is not None:
                self.stats["seconds"] = 0.0
                self.status = Status.EXHAUSTED
                return
            plan = self._plan()
            symmetry = plan.symmetry
            limits = Limits(seconds=self._limits.seconds)
            self._search = search = BACKENDS[self.backend](plan.cover, limits, jobs=self._jobs, **plan.options)
            if self._stop:
                search.interrupt()
            self._deadline = time.monotonic() + (limits.seconds or float("inf"))
            try:
                for batch in search.batches():
                    self._account(search)
                    if self._watch is not None:
                        self._watch(self)
                    for part in self._portions(symmetry, batch, one_by_one):
                        chosen, fixed, fixed_by_rotations = (
                            symmetry.discover(part, seen) if one_by_one else symmetry.classify(part)
                        )
                        counts = symmetry.counts(fixed[chosen], fixed_by_rotations[chosen])
                        self._packed += [counts.raw or 0, counts.rotations or 0, counts.isometries or 0]
                        if self.assemblable:
                            chosen[chosen] = self._assemblable(part[chosen])
                            counts = symmetry.counts(fixed[chosen], fixed_by_rotations[chosen])
                        self._found += [counts.raw or 0, counts.rotations or 0, counts.isometries or 0]
                        yield part[chosen]
            finally:
                search.batches().close()
                self._account(search)
                self.status = search.status
        except (KeyboardInterrupt, Stopped):
            if self.ended() and not self._stop:
                self.status = Status.TIME_LIMIT

    def _portions(self, symmetry: Symmetry, batch: Batch, one_by_one: bool) -> Iterator[Batch]:
        """Yield parts of a batch that are classified at a time: one solution, or what fits into memory."""
        each = len(symmetry.items) * batch.shape[1]
        rows = 1 if one_by_one else _PORTION if self.assemblable else max(1, _IMAGES // each)
        for start in range(0, len(batch), rows):
            yield batch[start : start + rows]

    def _assemblable(self, batch: Batch) -> NDArray[np.bool_]:
        """Tell which packings can be put together, and count those that stay undecided."""
        assert self.assembler is not None
        verdicts = self.assembler.verdicts(self.tabulate().placements, batch, self.ended)
        self.stats["undecided"] = int(self.stats.get("undecided", 0)) + verdicts.count(Verdict.UNKNOWN)
        return np.array([verdict is Verdict.YES for verdict in verdicts], dtype=np.bool_)

    def _account(self, search: Search) -> None:
        """Take over the search's statistics; what it calls solutions, are here candidates for the canonical ones."""
        self.stats |= search.stats
        self.stats["candidates"] = self.stats.pop("solutions")


def cores() -> int:
    """Return how many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # only Linux tells
        return os.cpu_count() or 1


def _recipe(backend: str, encoding: str | Recipe | None) -> Recipe | None:
    """Return the recipe for a backend, None if it takes none or an automatic choice is to be made."""
    if backend not in READS:
        if encoding is not None:
            raise PuzzleError(f"encoding {encoding}: the backend {backend} takes none, SAT solvers and CP-SAT do")
        return None
    wanted = encoding or ("auto" if backend in sat.SOLVERS else "default")
    if wanted == "auto":
        return None
    recipe = wanted if isinstance(wanted, Recipe) else load_recipe(wanted)
    differing = recipe.differing()
    if differing and differing.isdisjoint(READS[backend]):
        raise PuzzleError(
            f"encoding {recipe.name}: it changes {', '.join(sorted(differing))};"
            f" the backend {backend} reads {', '.join(READS[backend])}"
        )
    return recipe


def solve(puzzle: Puzzle | str | Path, backend: str = "bitmask", **options: Any) -> Run:
    """Return the run that solves a puzzle, given by itself, a bundled name or a path; see `Run` for the options."""
    return Run(puzzle if isinstance(puzzle, Puzzle) else load(puzzle), backend, **options)


def count(puzzle: Puzzle | str | Path, backend: str = "bitmask", *, method: str = "auto", **options: Any) -> Counts:
    """Return the counts of all solutions; see `Run.tally` for `method` and `Run` for options.

    Raises FrontierError if a frontier was asked for, and does not suit the puzzle or does not fit into memory.
    """
    return solve(puzzle, backend, **options).tally(method)
