"""The effort that the native search spends on each instance of the benchmark, as a measure of how hard it is.

`PYTHONPATH=notebooks python -m lab.effort SECONDS > satpuzzle/measure/effort.csv` searches every instance completely,
as it is exported: the whole matrix, without symmetry breaking, on one core, by the strategy `mrv`.  A search that takes
longer than SECONDS is stopped; its row has what was spent, and an estimate by random probes of the whole.  Nodes are
the same on every machine.
"""

import csv
import sys
import time
from typing import TextIO

from satpuzzle.api import solve
from satpuzzle.cover.from_puzzle import cover_of
from satpuzzle.cover.placements import place
from satpuzzle.measure.benchmark import EFFORT, Entry, entries
from satpuzzle.puzzle.model import Puzzle


def measured(entry: Entry, seconds: float) -> tuple[str, int, float, str, str]:
    """Search an instance for at most so many seconds; return its row.

    Raises AssertionError if the search finishes with another number of solutions than the known one.
    """
    what = entry.make()
    cover = cover_of(what, place(what)) if isinstance(what, Puzzle) else what
    began = time.process_time()
    run = solve(cover, strategy="mrv", jobs=1, time_limit=seconds)
    run.exhaust()
    spent = time.process_time() - began
    final = run.counts.final
    assert not final or entry.raw in (None, run.counts.raw), f"{entry.name}: {run.counts.raw}, known are {entry.raw}"
    estimated = run.stats.get("estimated_nodes")
    guess = "" if final or estimated is None else f"{estimated:.2g}"
    return entry.name, run.stats.get("nodes", 0), round(spent, 3), "yes" if final else "no", guess


def write(out: TextIO, seconds: float) -> None:
    """Measure all instances and write a table."""
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(EFFORT)
    for entry in entries():
        rows.writerow(measured(entry, seconds))
        out.flush()


if __name__ == "__main__":
    write(sys.stdout, float(sys.argv[1]))
