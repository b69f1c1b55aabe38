"""`satpuzzle bench`."""

import contextlib
import json
from pathlib import Path
from typing import Annotated

import typer

from satpuzzle.cli.app import app
from satpuzzle.cli.common import choose
from satpuzzle.cli.output import open_output
from satpuzzle.engines import BACKENDS
from satpuzzle.engines.native.registry import find
from satpuzzle.engines.native.strategy import AUTO
from satpuzzle.measure.bench import PEERS, Task, run_all, table
from satpuzzle.puzzle import library


@app.command()
def bench(
    puzzles: Annotated[list[str], typer.Argument(metavar="PUZZLE...", help="What to solve to the end.")],
    backend: Annotated[list[str] | None, typer.Option("--backend", "-b", help="Backends; bitmask by default.")] = None,
    strategy: Annotated[list[str] | None, typer.Option("--strategy", "-s", help="Strategies of bitmask.")] = None,
    peer: Annotated[list[str] | None, typer.Option("--peer", "-p", help=f"Peers: {', '.join(PEERS)}.")] = None,
    pinned: Annotated[bool, typer.Option("--pinned", help="Give peers a matrix with one item restricted.")] = False,
    repeat: Annotated[int, typer.Option("--repeat", "-r", min=1, help="Rounds; medians are shown.")] = 5,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="JSON lines, one a run.")
    ] = None,
) -> None:
    """Measure solvers side by side: user CPU time, each run in a process of its own."""
    for name in puzzles:
        library.load(name)
    for name in backend or ():
        choose("backend", name, BACKENDS)
    for name in peer or ():
        choose("peer", name, PEERS)
    for name in strategy or ():
        if name != AUTO:
            find(name)
    tasks = [
        task
        for name in puzzles
        for task in [
            *(Task(name, other, pinned=pinned) for other in peer or ()),
            *(
                Task(name, chosen, way)
                for chosen in backend or ["bitmask"]
                for way in ((strategy or ["auto"]) if chosen == "bitmask" else ["auto"])
            ),
        ]
    ]
    records = []
    with contextlib.ExitStack() as stack:
        lines = stack.enter_context(open_output(output, streamed=True)) if output is not None else None
        for record in run_all(tasks, repeat):
            records.append(record)
            if lines is not None:
                print(json.dumps(record), file=lines, flush=True)
    with open_output(None) as out:
        out.write(table(records, (peer or ["bitmask"])[0]) + "\n")
