"""Measures what docs/machines.md says: how often estimates hold, and what journals and clusters cost.

    python docs/machines.py estimates [PUZZLE ...]
    python docs/machines.py journal | workers | threads | start | empty | large

Truths are by whole searches.  Costs are user CPU of whole commands where it says so, else wall-clock time, in
interleaved pairs after a first run that compiles.
"""

import contextlib
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

import satpuzzle as sp
from satpuzzle.clock import Clock, Status
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.tables import Tables
from satpuzzle.search.journal.journal import Journal, Share
from satpuzzle.search.part import Outcome
from satpuzzle.search.sample import Sampler, sample

TEN = [
    "conway-6-6-5",
    "hexiamonds-4x9",
    "iq-pyramid-5",
    "pentominoes-6x10",
    "conway-blocks",
    "n-pentacubes-5x5x5",
    "solid-pentominoes-2x5x6",
    "iq-triangle",
    "iq-rectangle",
    "ct-puzzle",
]
PARTS, DRAWS, SEEDS = 128, 64, 100


def estimates(names: list[str]) -> None:
    """Print for each puzzle how many of 100 intervals hold; subtrees are small, so that little is searched."""
    print("| puzzle | nodes | draws | intervals that hold | too low | ratio, least to most | interval |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for name in names or TEN:
        search = sp.solve(name, parts=PARTS)
        search.exhaust()
        truth, plan = search.stats["nodes"], search.plan()
        most = max(2000, truth // 2000)
        sampler = Sampler(plan, most, Clock())
        draws = min(DRAWS, truth // most // 4)
        found = [sample(sampler, draws, seed).nodes for seed in range(SEEDS)]
        held = sum(one.low <= truth <= one.high for one in found)
        low = sum(one.high < truth for one in found)
        ratios = sorted(one.mean / truth for one in found)
        factor = statistics.median(one.high / one.mean for one in found)
        print(
            f"| {name} | {truth} | {draws} | {held} | {low} | {ratios[0]:.2f} to {ratios[-1]:.2f} | ×÷ {factor:.2f} |",
            flush=True,
        )


def command(*arguments: str) -> tuple[float, float]:
    """Run a satpuzzle command; return its seconds of user CPU, those of its processes included, and of the wall."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime, time.monotonic()
    subprocess.run([sys.executable, "-m", "satpuzzle", *arguments], check=True, stdout=subprocess.DEVNULL)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, time.monotonic() - began


@contextlib.contextmanager
def fresh(where: str | None = None) -> Iterator[str]:
    """Give the name of a file that is not there."""
    with tempfile.TemporaryDirectory(dir=where) as folder:
        yield str(Path(folder, "journal"))


def journal() -> None:
    """Print the user CPU of counting with a journal, over that without one."""
    for name, repeats in (("y-pentacubes-5x5x5", 7), ("ct-puzzle", 3)):
        plain = ("count", name, "-q", "-j", "1", "--method", "search", "--parts", "64")
        command(*plain)
        pairs = []
        for _ in range(repeats):
            with fresh() as file:
                pairs.append((command(*plain, "--journal", file)[0], command(*plain)[0]))
        ratios = sorted(on / off for on, off in pairs)
        print(name, f"median ratio {statistics.median(ratios):.3f}", [f"{on:.2f}/{off:.2f}" for on, off in pairs])


def compared(label: str, one: Callable[[], float], other: Callable[[], float], repeats: int = 5) -> None:
    """Print the wall-clock times of pairs, and the best and the median of the ratios."""
    pairs = [(one(), other()) for _ in range(repeats)]
    ratios = sorted(a / b for a, b in pairs)
    each = [f"{a:.2f}/{b:.2f}" for a, b in pairs]
    print(label, f"least {ratios[0]:.2f}, median {statistics.median(ratios):.2f}, most {ratios[-1]:.2f}", each)


def timed(name: str, **options: object) -> float:
    """Return the wall-clock seconds of a search, planning included."""
    began = time.monotonic()
    sp.solve(name, parts=64, **options).exhaust()
    return time.monotonic() - began


def workers() -> None:
    """Print how much faster two Dask workers are than one, y-pentacubes."""
    with cluster(1) as one, cluster(2) as two:
        for client in (one, two):
            timed("y-pentacubes-5x5x5", cluster=client)
        compared(
            "one worker over two",
            lambda: timed("y-pentacubes-5x5x5", cluster=one),
            lambda: timed("y-pentacubes-5x5x5", cluster=two),
        )


def threads() -> None:
    """Print how much longer two Dask workers take than two threads."""
    with cluster(2) as client:
        for name, repeats in (("y-pentacubes-5x5x5", 5), ("ct-puzzle", 2)):
            timed("y-pentacubes-5x5x5", cluster=client)
            timed("y-pentacubes-5x5x5", jobs=2)
            compared(
                f"Dask over threads, {name}",
                lambda name=name: timed(name, cluster=client),
                lambda name=name: timed(name, jobs=2),
                repeats,
            )


@contextlib.contextmanager
def cluster(number: int) -> Iterator[object]:
    """Give a client of so many processes."""
    import distributed

    with (
        distributed.LocalCluster(n_workers=number, threads_per_worker=1, dashboard_address=None) as local,
        distributed.Client(local, set_as_default=False) as client,
    ):
        yield client


def start() -> None:
    """Print the seconds until the first part is done on a cluster that the search brings along."""
    found = []
    for _ in range(3):
        began = time.monotonic()
        search = sp.solve("tetracubes-2x4x4", parts=24, cluster="local", jobs=2)
        search.watch = lambda seen: seen.interrupt() if seen.stats.get("parts_done", 0) else None
        search.exhaust()
        found.append(round(time.monotonic() - began, 1))
    print("first part done, seconds, the end of the cluster included", found)


def empty() -> None:
    """Print the seconds that 10,000 parts take of which each is nothing to search."""
    count = 10_000
    pairs = [{where, f"{where}{number}"} for where in "ab" for number in range(100)]
    bounds = {item: (int(item in ("a", "b")), 1) for pair in pairs for item in pair}
    cover = ExactCover.of_sets(pairs, bounds)
    with cluster(2) as client, fresh() as file:
        began = time.monotonic()
        search = sp.solve(cover, parts=count, cluster=client, journal=file)
        search.plan()
        planned = time.monotonic() - began
        search.exhaust()
        print(f"{search.stats['parts_done']} parts: {time.monotonic() - began:.1f} s, of which planning {planned:.1f}")


def large() -> None:
    """Print the size of a journal of 100,000 parts with ten solutions each, and the seconds until it is surveyed."""
    with fresh("/dev/shm" if os.path.isdir("/dev/shm") else None) as name:  # where nothing waits for a disk
        file = Path(name)
        wide = sp.solve("pentominoes-5x12", parts=2).plan()
        tables: Tables = wide.tables
        dice = np.random.default_rng(0)
        options = len(tables.cover.rows)
        part = wide.parts[0]
        request = sp.solve("pentominoes-5x12", parts=2, journal=file).request
        parts = [replace(part, id=f"{number:032x}", chosen=(number % options,)) for number in range(100_000)]
        with Journal(file, work=True) as opened:
            opened.begin(request.header(tables), tables, parts, {})
            opened.enter()
            opened.read_for(tables)
            while leased := opened.lease(1000, Share()):
                for one in leased:
                    batch = np.sort(dice.integers(0, options, (10, 12)), axis=1)
                    counts = sp.Counts(40, 20, 10)
                    outcome = Outcome(one.part, batch, counts, {"nodes": 10}, Status.EXHAUSTED, counts, 0, 0.01)
                    opened.record(one.path, outcome, "native mrv")
            opened.leave()
        size = os.path.getsize(file)
        user, seconds = command("journal", str(file))
        print(f"{size / 1e6:.0f} MB, `satpuzzle journal` takes {user:.1f} s of user CPU, {seconds:.1f} s in all")


if __name__ == "__main__":
    what, *rest = sys.argv[1:] or ["estimates"]
    if what == "estimates":
        estimates(rest)
    else:
        {"journal": journal, "workers": workers, "threads": threads, "start": start, "empty": empty, "large": large}[
            what
        ]()
