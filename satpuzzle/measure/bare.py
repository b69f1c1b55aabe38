"""Runs solvers on an exact cover without a puzzle; all solvers get the same matrix.

The library's symmetry breaking, presolve and splitting are left out, so that only the solvers are compared.  Options of
a solver can be set, for example to turn learning off.

A run is one call in a child process with a limit of CPU seconds, after which the system kills the process.  Processes
are reused, since starting one takes longer than many runs.  Times are CPU seconds from the moment at which the cover is
in memory to the end; they include translation, search and blocking clauses, but not imports and compilation.

Unix only: the limit is an interval timer of CPU time.
"""

import signal
import time
from collections.abc import Callable, Generator, Mapping
from typing import Any, cast

import numpy as np

from satpuzzle.clock import Clock
from satpuzzle.cnf.encode import encode
from satpuzzle.cnf.recipe import load_recipe
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.base import Offer, Stats
from satpuzzle.engines.clingo import state_cover
from satpuzzle.engines.config import Rule, solver_config
from satpuzzle.engines.order import first_items
from satpuzzle.errors import BackendError
from satpuzzle.measure.trial import Record
from satpuzzle.sandbox import Sandbox, Send

ENDED, CUT, FAILED = "exhausted", "time_limit", "failed"

_KILLED = "SIGPROF"

# _CLINGO: the arguments that the library gives clingo.  CLINGO_FORGETS: arguments by which clingo learns as little as
# possible.  After every tenth conflict it deletes all learnt clauses except the reasons of the current assignment; it
# still backjumps.
_CLINGO = ("0", "--warn=none", "--configuration=crafty", "--sign-def=pos")
CLINGO_FORGETS = (
    "--deletion=basic,100", "--del-cfl=F,10", "--del-grow=no", "--del-glue=0", "--del-init=1,10,0", "--restarts=no",
    "--otfs=0", "--counter-restarts=0",
)  # fmt: skip


def run(cover: ExactCover, solver: str, limit: float, first: bool = False, **options: Any) -> Record:
    """Run a solver on a cover in a child process; return its record.

    `solver` is a key of `SOLVERS` and `options` are those of its function.  With `first`, the run stops at the first
    solution.  The status is "exhausted" if the run came to its end, "time_limit" if it took more than `limit` CPU
    seconds, or "failed", with an `error`.
    """
    found: Record = {}
    with Sandbox("the run", reused=True) as apart:
        try:
            for messages in apart.call(_child, cover, solver, limit, first, options):
                for message in messages:
                    found.update(message)
        except BackendError as error:
            cut = _KILLED in str(error)
            found |= {"status": CUT} if cut else {"status": FAILED, "error": str(error)}
    return found


def _child(send: Send, cover: ExactCover, solver: str, limit: float, first: bool, options: Mapping[str, Any]) -> None:
    """Run a solver, in the child process; send results at the first solution and at the end."""
    task = SOLVERS[solver]
    # A first call imports and compiles.  The native search compiles a rule in Python for covers as wide as this one.
    if task is native:
        next(task(cover, {}, first, **options), None)
    else:
        list(task(_TINY, {}, False, **options))
    stats: dict[str, Any] = {}
    solutions = 0
    signal.setitimer(signal.ITIMER_PROF, limit)
    spent = _stopwatch()
    running = task(cover, stats, first, **options)
    for number in running:
        if not solutions and number:
            send({"first_cpu": spent()})
        solutions += number
        if first and solutions:
            break
    cpu = spent()
    running.close()
    signal.setitimer(signal.ITIMER_PROF, 0)
    send({"status": ENDED, "solutions": solutions, "cpu": cpu} | stats)


def _stopwatch() -> Callable[[], float]:
    """Return a function that returns the CPU seconds since `_stopwatch` was called.

    They are the larger of two numbers: the time of the process, which includes a solver's own threads, but which Linux
    counts in ticks of a millisecond or more while an interval timer runs; and the exact time of this thread.
    """
    process, thread = time.process_time(), time.thread_time()
    return lambda: max(time.process_time() - process, time.thread_time() - thread)


# Each of the following functions runs a solver.  It yields numbers of new solutions and writes statistics to `stats`.

Solver = Callable[..., Generator[int, None, None]]


def native(
    cover: ExactCover,
    stats: dict[str, Any],
    first: bool,
    strategy: Rule = "mrv",
    points: list[list[int]] | None = None,
    item: int | None = None,
) -> Generator[int, None, None]:
    """Run the native search with one strategy, in one part, without trying colourings first.

    `points` has the coordinates of the cells, which the strategy `scan` needs.  `item` is the item whose options
    symmetry breaking has restricted, if any.  `stats` gets the estimates of random probes before the search, and the
    CPU `seconds` of the search without the probes.
    """
    config = solver_config("native", strategy=strategy, parts=1)
    offer = Offer([(item, cover)], None if points is None else np.array(points))
    prepared = config.engine.prepare(offer, config, Clock())
    stats |= prepared.stats
    began = time.process_time()
    for batch in prepared.solver(cover, cast(Stats, stats)):
        stats["seconds"] = time.process_time() - began
        yield len(batch)


def xcover(cover: ExactCover, stats: dict[str, Any], first: bool) -> Generator[int, None, None]:
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
    for _ in found:
        yield 1


def pysat(
    cover: ExactCover,
    stats: dict[str, Any],
    first: bool,
    name: str = "cadical195",
    recipe: str = "default",
    by_cells: bool = False,
    seed: int | None = None,
    settings: Mapping[str, int] | None = None,
) -> Generator[int, None, None]:
    """Run a SAT solver of PySAT; a clause excludes each solution found.

    With `by_cells`, which only CaDiCaL supports, it branches on options in the order of their first items.
    """
    import pysolvers
    from pysat.solvers import Solver as Sat

    if by_cells:  # CaDiCaL takes the highest variable if it does not count activity
        cover = cover.reordered(np.argsort(-first_items(cover, None), kind="stable"))
    began = time.process_time()
    formula = encode(cover, load_recipe(recipe))
    options = dict(settings or {}) | ({"bump": 0} if by_cells else {}) | ({} if seed is None else {"seed": seed})
    with Sat(name) as engine:
        for option, value in options.items():
            pysolvers.cadical195_set(engine.solver.cadical, option, value)
        formula.load(engine)
        stats |= {"variables": formula.variables, "clauses": len(formula), "encoding": time.process_time() - began}
        try:
            while engine.solve():
                yield 1
                engine.add_clause([-literal for literal in engine.get_model()[: len(cover.rows)] if literal > 0])
        finally:
            stats |= {key: engine.accum_stats()[key] for key in ("conflicts", "decisions")}


def clingo(
    cover: ExactCover,
    stats: dict[str, Any],
    first: bool,
    by_cells: bool = False,
    seed: int | None = None,
    arguments: tuple[str, ...] = (),
) -> Generator[int, None, None]:
    """Run clingo, an answer-set solver, which enumerates without blocking clauses.

    With `by_cells`, it branches on options in the order of their first items.
    """
    import clingo as asp

    if by_cells:
        cover = cover.reordered(np.argsort(first_items(cover, None), kind="stable"))
    order = ["--heuristic=Domain"] if by_cells and not any(one.startswith("--heuristic") for one in arguments) else []
    control = asp.Control([*_CLINGO, *order, *([] if seed is None else [f"--seed={seed}"]), *arguments])
    with control.backend() as program:
        chosen = np.array([program.add_atom() for _ in range(len(cover.rows))], dtype=np.int64)
        state_cover(program, cover, chosen)
        if order:
            for rank, atom in enumerate(chosen.tolist()):
                program.add_heuristic(atom, asp.backend.HeuristicType.Level, len(chosen) - rank, 1, [])
    with control.solve(yield_=True) as models:
        for _ in models:
            yield 1
    counted = control.statistics["solving"]["solvers"]
    stats |= {"conflicts": int(counted["conflicts"]), "decisions": int(counted["choices"])}


def cpsat(
    cover: ExactCover,
    stats: dict[str, Any],
    first: bool,
    seed: int | None = None,
    parameters: Mapping[str, Any] | None = None,
) -> Generator[int, None, None]:
    """Run CP-SAT with one worker and an exactly-one constraint for each item; `parameters` are settings of CP-SAT."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    options = [model.new_bool_var("") for _ in range(len(cover.rows))]
    members = cover.members()
    for item, (lower, upper) in enumerate(zip(cover.lower.tolist(), cover.upper.tolist(), strict=True)):
        covering = [options[option] for option in np.flatnonzero(members[:, item])]
        if (lower, upper) == (1, 1):
            model.add_exactly_one(covering)
        else:
            model.add_linear_constraint(cp_model.LinearExpr.sum(covering), lower, upper)

    class Counter(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
        found = 0

        def on_solution_callback(self) -> None:
            self.found += 1

    counter, solver = Counter(), cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = not first
    for name, value in (({} if seed is None else {"random_seed": seed}) | dict(parameters or {})).items():
        setattr(solver.parameters, name, value)
    solver.solve(model, counter)
    stats |= {"conflicts": solver.num_conflicts, "decisions": solver.num_branches}
    yield counter.found


SOLVERS: dict[str, Solver] = {
    "native": native,
    "xcover": xcover,
    "pysat": pysat,
    "clingo": clingo,
    "cpsat": cpsat,
}
_TINY = ExactCover.of_sets([{0, 1}, {1, 2}, {2, 3}, {0, 3}, {0}, {1, 2, 3}])


def shuffled(cover: ExactCover, seed: int | None) -> ExactCover:
    """Return the cover with its options in a random order that depends on `seed`; without a seed, the cover itself."""
    return cover if seed is None else cover.reordered(np.random.default_rng(seed).permutation(len(cover.rows)))
