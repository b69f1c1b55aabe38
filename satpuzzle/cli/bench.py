"""`satpuzzle bench`."""

import contextlib
import json
import sys
from typing import Annotated

import typer

from satpuzzle.cli.app import app
from satpuzzle.cli.exits import CTRL_C, FAILED
from satpuzzle.cli.options import HOW, Backends, Puzzles, Records, Strategies, choice
from satpuzzle.cli.output import open_output
from satpuzzle.cli.terminal import table
from satpuzzle.measure.bench import OURS, rows, solvers
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
    raw: Annotated[bool, typer.Option("--raw", help="Give peers all placements, without symmetry breaking.")] = False,
    repeat: Annotated[
        int, typer.Option("--repeat", "-r", metavar="N", min=1, help="How many rounds; medians are shown.")
    ] = 5,
    output: Records = None,
) -> None:
    """Measure the CPU time of solvers side by side.

    Each run has a process of its own; the table shows medians of several rounds.
    """
    contenders = solvers(backend or (OURS,), strategy or (), peer or (), raw=raw)
    records: list[Record] = []
    interrupted = False
    try:
        with contextlib.ExitStack() as stack:
            lines = stack.enter_context(open_output(output, streamed=True)) if output is not None else None
            for record in run_all(puzzles, contenders, repeat):
                records.append(record)
                if lines is not None:
                    print(json.dumps(record), file=lines, flush=True)
    except KeyboardInterrupt:
        interrupted = True
    with open_output(None) as out:
        shown = rows(records, (peer or [OURS])[0])
        out.write(
            table(shown, sys.stdout, (*TEXTS, "solutions"), ("peak MB", "nodes"))
            if shown and out.isatty()
            else markdown(shown) + "\n" * bool(shown)
        )
    if any(record["status"] == "failed" for record in records):
        raise typer.Exit(FAILED)
    if interrupted:
        raise typer.Exit(CTRL_C)
