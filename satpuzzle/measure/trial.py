"""One run of a comparison, in a process of its own."""

import contextlib
import json
import os
import pickle
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from satpuzzle import machine
from satpuzzle.api import solve
from satpuzzle.cnf.recipe import Recipe
from satpuzzle.cover.placements import place
from satpuzzle.engines.native.strategy import AUTO
from satpuzzle.engines.way import engine_of
from satpuzzle.engines.worker import die_with_parent
from satpuzzle.measure.bench import user_seconds
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.search.run import Run

Record = dict[str, Any]
Found = frozenset[tuple[int, ...]]

_PROGRESS = 0.2  # seconds between a run's reports


@dataclass(frozen=True)
class Contender:
    """A way to solve: a backend, with the encoding or the strategy that it takes."""

    backend: str
    encoding: Recipe | None = None
    strategy: str | None = None

    def __str__(self) -> str:
        encoding = self.encoding.name if self.encoding else None
        return " ".join(filter(None, (self.backend, encoding, self.strategy)))


@dataclass(frozen=True)
class Trial:
    """One run: what is solved, how, and when it stops."""

    puzzle: Puzzle
    contender: Contender
    seconds: float | None = None
    limit: int | None = None


def run_apart(trial: Trial) -> Iterator[tuple[Record, Found | None]]:
    """Run a trial in a fresh process; yield its reports, and at last its outcome with what it found."""
    boot = f"import sys; sys.path[:] = {sys.path!r}; from satpuzzle.measure.trial import serve; serve()"
    with tempfile.TemporaryDirectory(prefix="satpuzzle-") as folder:
        errors, solutions = Path(folder) / "errors", Path(folder) / "solutions.npy"
        with errors.open("wb") as stderr:
            child = subprocess.Popen(
                [sys.executable, "-W", "ignore", "-c", boot, str(solutions)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
                start_new_session=os.name == "posix",  # the terminal's Ctrl-C is the parent's business
                env=os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},  # idle threads that spin
            )
        assert child.stdin is not None and child.stdout is not None
        outcome: Record | None = None
        try:
            pickle.dump(trial, child.stdin)
            child.stdin.flush()  # the child watches that the pipe stays open
            for line in child.stdout:
                report = json.loads(line)
                if "status" in report:
                    outcome = report
                else:
                    yield report, None
        except BrokenPipeError:
            pass
        finally:
            if outcome is None:
                child.kill()
            child.wait()
            child.stdout.close()
            with contextlib.suppress(BrokenPipeError):
                child.stdin.close()
        if outcome is None:
            said = errors.read_text(errors="replace").strip().splitlines()
            yield (
                {"status": "failed", "error": said[-1] if said else f"ended with status {child.returncode}"},
                frozenset(),
            )
            return
        yield outcome, frozenset(tuple(row[row >= 0].tolist()) for row in np.load(solutions))


def serve() -> None:
    """Run the trial on standard input; the child's side."""
    trial: Trial = pickle.load(sys.stdin.buffer)
    die_with_parent()
    failed = 0
    try:
        _measure(trial)
    except BaseException as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
        failed = 1
    os._exit(failed)  # a thread still listens whether the parent is there


def _measure(trial: Trial) -> None:
    way = trial.contender
    engine_of(way.backend).warm_up()
    began = time.process_time()
    last = 0.0

    def report(run: Run) -> None:
        nonlocal last
        if time.monotonic() - last > _PROGRESS:
            last = time.monotonic()
            print(json.dumps({"solutions": run.counts.isometries, "seconds": time.perf_counter() - start}), flush=True)

    run = solve(
        trial.puzzle,
        way.backend,
        encoding=way.encoding,
        strategy=way.strategy or AUTO,
        jobs=1,
        seconds=trial.seconds,
        limit=trial.limit,
        watch=report,
    )
    run.tabulate()
    preparation = time.process_time() - began
    cpu, start, first = user_seconds(), time.perf_counter(), None
    found = []
    for solution in run:
        if first is None:
            first = time.perf_counter() - start
        found.append(solution.options)
    seconds, user = time.perf_counter() - start, user_seconds() - cpu
    longest = max(map(len, found), default=1)
    np.save(
        sys.argv[1], np.array([[*one, *[-1] * (longest - len(one))] for one in found], np.int64).reshape(-1, longest)
    )
    peak = max(machine.peak() >> 10, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
    outcome = {
        "status": run.status,
        "solutions": len(found),
        "first": first,
        "seconds": seconds,
        "user": user,
        "preparation": preparation,
        "peak_mb": peak // 1024,
        "placements": len(place(trial.puzzle)),
    }
    print(json.dumps(outcome | {key: value for key, value in run.stats.items() if key not in outcome}), flush=True)
