"""The command `satpuzzle bench`."""

import contextlib
import sys
from typing import Annotated

import typer

from satpuzzle.cli.app import app
from satpuzzle.cli.exits import CTRL_C, FAILED, LIMIT, OK, complain
from satpuzzle.cli.options import HOW, Backends, Plot, Puzzles, Records, Strategies, TimeLimit, choice
from satpuzzle.cli.output import open_output
from satpuzzle.cli.records import check_plot, draw_plot, recorded
from satpuzzle.cli.terminal import table
from satpuzzle.clock import Clock
from satpuzzle.errors import Stopped
from satpuzzle.measure.bench import OURS, name_of, rows, solvers
from satpuzzle.measure.bench import bench as run_all
from satpuzzle.measure.peers import PEERS
from satpuzzle.measure.table import TEXTS, markdown
from satpuzzle.measure.trial import Record


@app.command("bench")
def bench(
    puzzles: Puzzles,
    backend: Backends = None,
    strategy: Strategies = None,
    peer: Annotated[
        list[str] | None,
        choice(
            "--peer", "-p", allowed=tuple(PEERS), help="An external exact cover program; may be repeated.", group=HOW
        ),
    ] = None,
    raw: Annotated[
        bool,
        typer.Option("--raw", help="Give the external programs (--peer) all placements, without symmetry breaking."),
    ] = False,
    repeat: Annotated[
        int,
        typer.Option("--repeat", "-r", metavar="N", min=1, help="How often each run is repeated; medians are shown."),
    ] = 5,
    time_limit: TimeLimit = None,
    output: Records = None,
    plot: Plot = None,
) -> None:
    """Measure the CPU time of solvers side by side.

    Each run has a process of its own; the table shows medians of several rounds.
    """
    clock = Clock(time_limit).start()
    check_plot(plot)
    contenders = solvers(backend or (OURS,), strategy or (), peer or (), raw=raw)
    records: list[Record] = []
    ended = OK
    try:
        with contextlib.ExitStack() as stack:
            add = stack.enter_context(recorded(output))
            for record in run_all(puzzles, contenders, repeat, clock):
                records.append(record)
                add(record)
    except KeyboardInterrupt:
        ended = CTRL_C
    except Stopped as error:
        complain(f"{error}; the table has the runs that ended" if records else f"{error} before a run ended")
        ended = LIMIT
    with open_output(None) as out:
        shown = rows(records, (peer or [OURS])[0])
        out.write(
            table(shown, sys.stdout, (*TEXTS, "solutions"), ("peak MB", "nodes"))
            if shown and out.isatty()
            else markdown(shown) + "\n" * bool(shown)
        )
    draw_plot(plot, [record | {"solver": name_of(record)} for record in records], "cpu")
    if any(record["status"] == "failed" for record in records):
        raise typer.Exit(FAILED)
    raise typer.Exit(ended)
