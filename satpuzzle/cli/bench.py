"""`satpuzzle bench`."""

import contextlib
import json
from pathlib import Path
from typing import Annotated

import typer

from satpuzzle.cli.app import app
from satpuzzle.cli.exits import CTRL_C, FAILED
from satpuzzle.cli.output import open_output
from satpuzzle.measure.bench import OURS, table, ways
from satpuzzle.measure.bench import bench as run_all
from satpuzzle.measure.peers import PEERS
from satpuzzle.measure.trial import Record


@app.command("bench")
def bench(
    puzzles: Annotated[list[str], typer.Argument(metavar="PUZZLE...", help="What to solve to the end.")],
    backend: Annotated[list[str] | None, typer.Option("--backend", "-b", help="Backends; bitmask by default.")] = None,
    strategy: Annotated[list[str] | None, typer.Option("--strategy", "-s", help="Strategies of bitmask.")] = None,
    peer: Annotated[list[str] | None, typer.Option("--peer", "-p", help=f"Peers: {', '.join(PEERS)}.")] = None,
    raw: Annotated[
        bool, typer.Option("--raw", help="Give peers the whole matrix, not the one that symmetry has restricted.")
    ] = False,
    repeat: Annotated[int, typer.Option("--repeat", "-r", min=1, help="Rounds; medians are shown.")] = 5,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="JSON lines, one a run.")
    ] = None,
) -> None:
    """Measure solvers side by side: user CPU time, each run in a process of its own."""
    contenders = ways(backend or (OURS,), strategy or (), peer or (), raw=raw)
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
        out.write(table(records, (peer or [OURS])[0]) + "\n" * bool(records))
    if any(record["status"] == "failed" for record in records):
        raise typer.Exit(FAILED)
    if interrupted:
        raise typer.Exit(CTRL_C)
