"""Runs trials, each in a fresh process, in interleaved rounds.

Interleaved means that a round runs every trial once, so that a change of the machine's speed affects all solvers alike.
Before times are taken, peers compile their code, and satpuzzle imports its strategies.
"""

import contextlib
import time
from collections.abc import Iterator, Sequence

from satpuzzle import machine, sandbox
from satpuzzle.clock import UNLIMITED, Clock, Status
from satpuzzle.cover.exact_cover import batch_of
from satpuzzle.engines import BACKENDS
from satpuzzle.engines.base import Engine
from satpuzzle.engines.config import engine_of
from satpuzzle.engines.strategies import STRATEGIES, find
from satpuzzle.errors import BackendError, PuzzleError, Stopped
from satpuzzle.measure.peers import Peer
from satpuzzle.measure.trial import Contender, Record, Trial
from satpuzzle.sandbox import Sandbox, Send
from satpuzzle.search.run import Search

Found = frozenset[tuple[int, ...]]  # solutions, as option numbers in ascending order

_WHO = "the run"
_ENVIRONMENT = {"PYTHONWARNINGS": "ignore"}  # an error message has the last line of output, which might be a warning
_PROGRESS = 0.2  # seconds between a run's reports


def rounds(
    trials: Sequence[Trial], repeat: int, *, seeds: bool = False, patient: bool = True, clock: Clock = UNLIMITED
) -> Iterator[tuple[Trial, Record, Found | None]]:
    """Run every trial `repeat` times; yield (trial, report, None) during runs, and (trial, record, solutions) at ends.

    A report has the number of `solutions` and the `seconds` so far.  A record has a `status`, which is "failed", with
    an `error`, if the run failed.  With `seeds`, round n has the seed n, for the solvers that accept one.  Unless
    `patient`, a trial that a time limit cut short is not run again.  Raises PuzzleError if `repeat` is less than 1, and
    Stopped if the clock stops.
    """
    if repeat < 1:
        raise PuzzleError(f"repeat {repeat}: allowed are integers from 1")
    about, left = machine.surroundings(), list(trials)
    programs = {trial.contender: _program(trial.contender) for trial in trials}
    for number in range(repeat):
        cut = set()
        for place, trial in enumerate([one.seeded(number) if seeds else one for one in left]):
            about_round = {"repeat": number, "seed": trial.seed}
            for report, found in run_apart(trial, clock):
                ended = about | {"versions": about["versions"] | programs[trial.contender]} if found is not None else {}
                yield trial, about_round | report | ended, found
                if report.get("status") == Status.TIME_LIMIT:
                    cut.add(place)
        left = [trial for place, trial in enumerate(left) if patient or place not in cut]


def _program(contender: Contender | Peer) -> dict[str, str]:
    """Return the version of a program that is a backend, by its name; nothing for other solvers."""
    engine = None if isinstance(contender, Peer) else engine_of(contender.backend)
    version = engine and engine.version()
    return {engine.name: version} if engine and version else {}


def run_apart(trial: Trial, clock: Clock = UNLIMITED) -> Iterator[tuple[Record, Found | None]]:
    """Run a trial in a fresh process; yield (report, None) several times, and finally (record, solutions).

    Raises Stopped if the clock stops.
    """
    contender = trial.contender
    with Sandbox(_WHO, _ENVIRONMENT) as apart:
        # The engine is sent along, since the child does not have a backend that the calling program registered.
        call = (
            apart.call(_peer, trial)
            if isinstance(contender, Peer)
            else apart.call(_ours, trial, engine_of(contender.backend))
        )
        try:
            for messages in call:
                clock.check()
                for report, rows in messages:
                    yield report, None if rows is None else frozenset(tuple(row[row >= 0].tolist()) for row in rows)
        except BackendError as error:
            yield {"status": "failed", "error": str(error).removeprefix(f"{_WHO} failed: ")}, frozenset()


def _peer(send: Send, trial: Trial) -> None:
    """Run a trial with another program, in the child process."""
    peer = trial.contender
    assert isinstance(peer, Peer)
    began = time.process_time()
    members = peer.matrix(trial.puzzle)
    preparation = time.process_time() - began
    peer.count(members[:1])  # compiles
    user, start = machine.user_seconds(), time.perf_counter()
    solutions = peer.count(members)
    outcome = {
        "status": Status.EXHAUSTED,
        "solutions": solutions,
        "seconds": time.perf_counter() - start,
        "user": machine.user_seconds() - user,
        "preparation": preparation,
        "peak_mb": _peak(),
    }
    send((outcome, batch_of([])))


def _ours(send: Send, trial: Trial, engine: Engine) -> None:
    """Run a trial with a backend of satpuzzle, in the child process."""
    contender = trial.contender
    assert isinstance(contender, Contender)
    BACKENDS[contender.backend] = engine
    for strategy in STRATEGIES if engine.strategies else ():
        find(strategy)  # imports what a plan would import while times are taken
    began = time.process_time()
    reported = 0.0

    def report(run: Search) -> None:
        nonlocal reported
        if time.monotonic() - reported > _PROGRESS:
            reported = time.monotonic()
            send(({"solutions": run.counts.isometries, "seconds": time.perf_counter() - start}, None))

    run = contender.run(trial.puzzle, time_limit=trial.time_limit, limit=trial.limit, seed=trial.seed, watch=report)
    with contextlib.suppress(Stopped):  # the search below reports it
        run.tabulate()
    preparation = time.process_time() - began
    first, first_work = None, None
    user, start, began = machine.user_seconds(), time.perf_counter(), time.process_time()
    found: list[tuple[int, ...]] = []

    def work() -> float:
        return time.process_time() - began + run.stats.get("process", 0.0)

    if trial.collect:
        for solution in run:
            if first is None:
                first, first_work = time.perf_counter() - start, work()
            found.append(solution.options)
    else:
        run.exhaust()
    sandbox.end_spare()  # the system counts the CPU time of child processes only when they have ended
    outcome = {
        "status": run.status,
        "solutions": run.counts.isometries,
        "first": first,
        "first_work": first_work,
        "work": work(),
        "seconds": time.perf_counter() - start,
        "user": machine.user_seconds() - user,
        "preparation": preparation,
        "peak_mb": _peak(),
        "placements": run.stats.get("placements"),
    }
    send((outcome | {key: value for key, value in run.stats.items() if key not in outcome}, batch_of(found)))


def _peak() -> int:
    """Return the peak memory in MiB of this process or of a solver's process that it started, whichever is larger."""
    return max(machine.peak(), sandbox.largest()) >> 20
