"""Runs solvers on an exact cover without a puzzle; all solvers get the same matrix.

The library's symmetry breaking, presolve and splitting are left out, so that only the solvers are compared.  Options of
a solver can be set, for example to turn learning off.

A run is one call in a child process with a limit of CPU seconds, after which the system kills the process.  Processes
are reused, since starting one takes longer than many runs.  Times are CPU seconds from the moment at which the cover is
in memory to the end; they include translation, search and blocking clauses, but not imports and compilation.

Unix only: the limit is an interval timer of CPU time.
"""

import contextlib
import signal
import time
from collections.abc import Callable, Generator, Mapping
from dataclasses import replace
from typing import Any, cast

import numpy as np

from satpuzzle import machine
from satpuzzle.api import solve
from satpuzzle.clock import Clock, Status
from satpuzzle.cnf.recipe import load_recipe
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.base import Offer, Stats
from satpuzzle.engines.clingo import enumerate_sets
from satpuzzle.engines.config import Rule, solver_config
from satpuzzle.engines.cpsat import enumerate_solutions
from satpuzzle.engines.order import first_items
from satpuzzle.engines.pysat import enumerate_models
from satpuzzle.engines.state import stretches
from satpuzzle.engines.strategies import find
from satpuzzle.errors import BackendError, FrontierError, Stopped
from satpuzzle.measure.trial import Record
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.sandbox import Sandbox, Send
from satpuzzle.search.count import count_solutions

ENDED, CUT, FAILED = "exhausted", "time_limit", "failed"

_KILLED = "SIGPROF"

# By these arguments clingo learns as little as possible.  After every tenth conflict it deletes all learnt clauses
# except the reasons of the current assignment; it still backjumps.
CLINGO_FORGETS = (
    "--deletion=basic,100", "--del-cfl=F,10", "--del-grow=no", "--del-glue=0", "--del-init=1,10,0", "--restarts=no",
    "--otfs=0", "--counter-restarts=0",
)  # fmt: skip


class _EnoughError(Exception):
    """The first solution was found, and no other is wanted."""


def run(cover: ExactCover, solver: str, limit: float, first: bool = False, **options: Any) -> Record:
    """Run a solver on a cover in a child process; return its record.

    `solver` is a key of `SOLVERS` and `options` are those of its function.  With `first`, the run stops at the first
    solution.  The status is "exhausted" if the run came to its end, "time_limit" if it took more than `limit` CPU
    seconds, or "failed", with an `error`.
    """
    return _apart(_child, cover, solver, limit, first, options)


def sweep(puzzle: Puzzle, limit: float) -> Record:
    """Count a puzzle's packings by a frontier in a child process, with a limit of CPU seconds; return the record."""
    return _apart(_swept, puzzle, limit)


def _apart(what: Callable[..., None], *arguments: Any) -> Record:
    """Call a function that sends results, in a child process that the system may kill; return the results."""
    found: Record = {}
    with Sandbox("the run", reused=True) as apart:
        try:
            for messages in apart.call(what, *arguments):
                for message in messages:
                    found.update(message)
        except BackendError as error:
            cut = _KILLED in str(error)
            found |= {"status": CUT} if cut else {"status": FAILED, "error": str(error)}
    return found


def _child(send: Send, cover: ExactCover, solver: str, limit: float, first: bool, options: Mapping[str, Any]) -> None:
    """Run a solver, in the child process; send results at the first solution and at the end."""
    # A first call imports and compiles.  The native search compiles a rule in Python for covers as wide as this one.
    if solver == "native":
        next(native(cover, {}, **options), None)
    else:
        SOLVERS[solver](_TINY, lambda _: None, {}, **options)
    stats: dict[str, Any] = {}
    solutions = 0

    def emit(_: object) -> None:
        nonlocal solutions
        solutions += 1
        if solutions == 1:
            send({"first_cpu": spent()})
        if first and solver != "cpsat":  # which cannot be left by an exception
            raise _EnoughError

    if first and solver == "cpsat":
        options = {**options, "parameters": {**options.get("parameters", {}), "enumerate_all_solutions": False}}
    signal.setitimer(signal.ITIMER_PROF, limit)
    spent = _stopwatch()
    with contextlib.suppress(_EnoughError):
        SOLVERS[solver](cover, emit, stats, **options)
    cpu = spent()
    signal.setitimer(signal.ITIMER_PROF, 0)
    send({"status": ENDED, "solutions": solutions, "cpu": cpu} | stats)


def _swept(send: Send, puzzle: Puzzle, limit: float) -> None:
    """Count by a frontier, in the child process."""
    signal.setitimer(signal.ITIMER_PROF, limit)
    spent, run = _stopwatch(), solve(puzzle, jobs=1)
    try:
        counts = count_solutions(run, "frontier")
    except FrontierError as error:
        send({"status": FAILED, "error": str(error)})
        return
    cpu = spent()
    signal.setitimer(signal.ITIMER_PROF, 0)
    states, peak = run.stats["states"], machine.peak() >> 20
    send({"status": ENDED, "solutions": counts.isometries, "cpu": cpu, "nodes": states, "peak_mb": peak})


def _stopwatch() -> Callable[[], float]:
    """Return a function that returns the CPU seconds since `_stopwatch` was called.

    They are the larger of two numbers: the time of the process, which includes a solver's own threads, but which Linux
    counts in ticks of a millisecond or more while an interval timer runs; and the exact time of this thread.
    """
    process, thread = time.process_time(), time.thread_time()
    return lambda: max(time.process_time() - process, time.thread_time() - thread)


def native(
    cover: ExactCover,
    stats: dict[str, Any],
    strategy: Rule = "mrv",
    points: list[list[int]] | None = None,
    item: int | None = None,
    node_limit: int | None = None,
    entries: int | None = None,
    early: bool = False,
) -> Generator[int, None, None]:
    """Run the native search with one strategy, in one part, without trying colourings first; yield solutions' numbers.

    If it has a table, the table has about `entries` entries, or as many as the library thinks are worth making.

    If it stops at the limit of nodes, `stats` gets the status "node_limit".

    `points` has the coordinates of the cells, which the strategy `scan` needs.  `item` is the item whose options
    symmetry breaking has restricted, if any.  `stats` gets the estimates of random probes before the search, and the
    CPU `seconds` of the search without the probes.  With `early`, the search begins without probes and ends after the
    first slice that finds solutions, as it does where one solution is wanted.
    """
    if early:
        engine, offer = solver_config("native").engine, Offer([(item, cover)], limit=1)
        yield from map(len, engine.early(offer, solver_config("native"), cast(Stats, stats), Clock()))
    config = solver_config("native", strategy=strategy, parts=1, presolve=False)
    offer = Offer([(item, cover)], None if points is None else np.array(points), node_limit=node_limit)
    prepared = config.engine.prepare(offer, config, Clock())
    stats |= prepared.stats
    began = time.process_time()
    if entries is not None:
        state = find(strategy).state(cover.residual()[1], offer.points, item, entries)
        for batch in stretches(state):
            stats |= {"nodes": state.nodes, **state.figures, "seconds": time.process_time() - began}
            yield len(batch)
        return
    try:
        for batch in prepared.solver(cover, cast(Stats, stats)):
            stats["seconds"] = time.process_time() - began
            yield len(batch)
    except Stopped:
        stats["status"] = str(Status.NODE_LIMIT)


def probed(cover: ExactCover, strategy: Rule, nodes: int) -> dict[str, float]:
    """Estimate the tree of the native search with a strategy by random probes that visit about `nodes` nodes."""
    config = solver_config("native", strategy=strategy, parts=1, presolve=False)
    solver = config.engine.prepare(Offer([(None, cover)]), config, Clock()).solver
    began = time.process_time()
    found = vars(solver.estimate(cover, nodes, Clock()))
    return {"cpu": time.process_time() - began} | {f"estimated_{name}": value for name, value in found.items()}


# Each of the following functions calls `emit` for each solution and writes statistics to `stats`.

Solver = Callable[..., None]


def _native(cover: ExactCover, emit: Callable[[object], None], stats: dict[str, Any], **options: Any) -> None:
    for number in native(cover, stats, **options):
        for _ in range(number):
            emit(None)


def xcover(cover: ExactCover, emit: Callable[[object], None], stats: dict[str, Any]) -> None:
    """Run the program xcover (dancing cells).

    Every item of the cover must be covered exactly once or at most once, or have colours.
    """
    import xcover as peer

    painted = np.isin(np.arange(len(cover.names)), cover.colours.items)
    assert ((cover.upper == 1) | painted).all()
    if (cover.lower == 1).all():
        found = peer.covers_bool(cover.members())
    else:
        primary, secondary = (list(map(str, np.flatnonzero(cover.lower == lower).tolist())) for lower in (1, 0))
        options = []
        for option in range(len(cover.rows)):
            colours = cover.colours_of(option)
            items = cover.items_of(option).tolist()
            options.append([f"{item}:{colours[item]}" if item in colours else str(item) for item in items])
        found = peer.covers(options, primary=primary, secondary=secondary, colored=True)
    for solution in found:
        emit(solution)


def pysat(
    cover: ExactCover,
    emit: Callable[[object], None],
    stats: dict[str, Any],
    name: str = "cadical195",
    recipe: str = "default",
    by_cells: bool = False,
    **options: Any,
) -> None:
    """Run a SAT solver of PySAT; a clause excludes each solution found.

    With `by_cells`, which only CaDiCaL supports, it branches on options in the order of their first items.
    """
    wanted = replace(load_recipe(recipe), decisions="static" if by_cells else "activity")
    enumerate_models(cover, emit, cast(Stats, stats), solver=name, recipe=wanted, **options)


def clingo(
    cover: ExactCover,
    emit: Callable[[object], None],
    stats: dict[str, Any],
    by_cells: bool = False,
    arguments: tuple[str, ...] = (),
    **options: Any,
) -> None:
    """Run clingo, an answer-set solver, which enumerates without blocking clauses.

    With `by_cells`, its options are in the order of their first items, and it branches on them in this order, unless
    the `arguments` name a heuristic.
    """
    if by_cells:
        cover = cover.reordered(np.argsort(first_items(cover, None), kind="stable"))
        options["static"] = not any(one.startswith("--heuristic") for one in arguments)
    enumerate_sets(cover, emit, cast(Stats, stats), arguments=arguments, **options)
    stats["decisions"] = stats.pop("choices")


def cpsat(cover: ExactCover, emit: Callable[[object], None], stats: dict[str, Any], **options: Any) -> None:
    """Run CP-SAT with one worker; `parameters` are settings of CP-SAT."""
    enumerate_solutions(cover, emit, cast(Stats, stats), **options)
    stats["decisions"] = stats.pop("branches")


SOLVERS: dict[str, Solver] = {
    "native": _native,
    "xcover": xcover,
    "pysat": pysat,
    "clingo": clingo,
    "cpsat": cpsat,
}
_TINY = ExactCover.of_sets([{0, 1}, {1, 2}, {2, 3}, {0, 3}, {0}, {1, 2, 3}])


def shuffled(cover: ExactCover, seed: int | None) -> ExactCover:
    """Return the cover with its options in a random order that depends on `seed`; without a seed, the cover itself."""
    return cover if seed is None else cover.reordered(np.random.default_rng(seed).permutation(len(cover.rows)))
