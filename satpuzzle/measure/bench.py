"""Benchmarks: each run in a process of its own, repeats interleaved, medians of user CPU time.

The clock starts with the raw exact cover in memory and stops after the last solution.  Imports and compilation are
not counted, placements and symmetry tables are reported apart; the restriction to orbit representatives, planning
and the canonical filter are.  Peers that pip can install (extra `bench`) get the same cover as a plain matrix, with
`pinned` the one in which our first choice of an item is restricted to orbit representatives.
"""

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.api import solve
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.group import symmetry_of
from satpuzzle.cover.placements import place
from satpuzzle.engines.way import engine_of
from satpuzzle.machine import surroundings
from satpuzzle.puzzle.library import load


@dataclass(frozen=True)
class Task:
    """One thing to measure: a puzzle, and a backend of ours or a peer."""

    puzzle: str
    solver: str  # a backend, or a peer by the name of its package
    strategy: str = "auto"
    pinned: bool = False  # for peers: with one item restricted


def _xcover(members: Any) -> int:
    import xcover

    return sum(1 for _ in xcover.covers_bool(members))


def _exact_cover(members: Any) -> int:
    import exact_cover
    import numpy as np

    return int(exact_cover.get_solution_count(members.astype(np.int32)))


PEERS: dict[str, Callable[[Any], int]] = {"xcover": _xcover, "exact-cover": _exact_cover}


def measure(task: Task) -> dict[str, Any]:
    """Run a task in this process and return what it took; `cpu` is in user seconds, children included."""
    began = time.process_time()
    puzzle = load(task.puzzle)
    placements = place(puzzle)
    cover = ExactCover.of(puzzle, placements)
    preparation = time.process_time() - began
    if task.solver in PEERS:
        if task.pinned:
            _, cover = symmetry_of(puzzle, cover).restrictions(cover)[0]
        members = _matrix(cover)
        PEERS[task.solver](members[:1])  # compiles
        start = user_seconds()
        found = PEERS[task.solver](members)
        return {"cpu": user_seconds() - start, "solutions": found, "preparation": preparation, "status": "exhausted"}
    engine_of(task.solver).warm_up()
    began = time.process_time()
    run = solve(puzzle, task.solver, strategy=task.strategy, jobs=1)
    run.tabulate()
    tables = time.process_time() - began
    start = user_seconds()
    counts = run.exhaust()
    return {
        "cpu": user_seconds() - start,
        "solutions": counts.isometries,
        "preparation": tables,
        "status": run.status,
        "nodes": run.stats.get("nodes", run.stats.get("conflicts")),
        "chosen": run.stats.get("strategy", task.strategy),
    }


def _matrix(cover: ExactCover) -> NDArray[np.bool_]:
    """Return the live options as rows of an exact cover in which each column is covered once, as peers want it."""
    once = (cover.lower == 1) & (cover.upper == 1)
    volume = cover.members()[:, once].sum(axis=1).min(initial=once.sum()) * cover.lower[~once].sum()
    if not once.all() and ((cover.lower == 0).any() or volume != once.sum()):
        raise ValueError("peers know neither optional items nor items of several copies")
    _, rest = cover.residual()
    return rest.members()[:, once]


def user_seconds() -> float:
    """Return the user CPU time of this process and of the children that have ended."""
    return sum(resource.getrusage(who).ru_utime for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def run_all(tasks: Iterable[Task], repeat: int) -> Iterator[dict[str, Any]]:
    """Run every task `repeat` times, round after round, each in a fresh process; yield one record a run."""
    tasks = list(tasks)
    machine = surroundings()
    boot = f"import sys; sys.path[:] = {sys.path!r}; from satpuzzle.measure.bench import serve; serve()"
    for number in range(repeat):
        for task in tasks:
            child = subprocess.run(
                [sys.executable, "-W", "ignore", "-c", boot, json.dumps(asdict(task))],
                capture_output=True,
                text=True,
                env=os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},  # idle threads that spin
            )
            lines = child.stdout.splitlines()
            outcome = json.loads(lines[-1]) if child.returncode == 0 and lines else {"status": "failed"}
            if outcome["status"] == "failed":
                outcome["error"] = (child.stderr.strip().splitlines() or ["no output"])[-1]
            yield asdict(task) | {"repeat": number} | outcome | machine


def serve() -> None:
    """Measure the task on the command line; the child's side of `run_all`."""
    outcome = measure(Task(**json.loads(sys.argv[1])))
    print(json.dumps(outcome | {"peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024}))


def table(records: Iterable[dict[str, Any]], against: str = "xcover") -> str:
    """Return a Markdown table of medians, with the ratio to one solver's time on the same puzzle."""
    groups: dict[tuple[str, str, str, bool], list[dict[str, Any]]] = {}
    for record in records:
        key = (record["puzzle"], record["solver"], record["strategy"], record["pinned"])
        groups.setdefault(key, []).append(record)
    seconds = {key: median(r["cpu"] for r in runs) for key, runs in groups.items() if all("cpu" in r for r in runs)}
    base = {key[0]: value for key, value in seconds.items() if key[1] == against}
    lines = [
        f"| puzzle | solver | solutions | nodes | user s | times faster than {against} | peak MB |",
        "|---|---|---:|---:|---:|---:|---:|",
    ]
    for key, runs in groups.items():
        last = runs[-1]
        name = f"{key[1]}, {last.get('chosen', key[2])}" if key[1] == "bitmask" else key[1] + ", pinned" * key[3]
        if key not in seconds:
            lines.append(f"| {key[0]} | {name} | failed: {last.get('error', last['status'])} | | | | |")
            continue
        ratio = f"{base[key[0]] / max(seconds[key], 1e-9):.1f}" if key[0] in base else ""
        nodes = last.get("nodes") or ""
        lines.append(
            f"| {key[0]} | {name} | {last['solutions']} | {nodes} | {seconds[key]:.3f} | {ratio} | {last['peak_mb']} |"
        )
    return "\n".join(lines)
