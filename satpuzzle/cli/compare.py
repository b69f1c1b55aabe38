"""`satpuzzle compare`."""

import contextlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from satpuzzle.cli.app import app
from satpuzzle.cli.exits import CTRL_C, FAILED, LIMIT, complain
from satpuzzle.cli.options import TimeLimit, check_choice
from satpuzzle.cli.output import open_output
from satpuzzle.clock import Status
from satpuzzle.measure.compare import USUAL, Comparison, Watch
from satpuzzle.measure.compare import compare as run_all
from satpuzzle.measure.table import TEXTS, shown
from satpuzzle.measure.trial import Record


@app.command("compare")
def compare(
    puzzles: Annotated[list[str], typer.Argument(metavar="PUZZLE...", help="What to solve.")],
    backend: Annotated[
        list[str] | None, typer.Option("--backend", "-b", help="Backends; bitmask, cadical and cpsat by default.")
    ] = None,
    encoding: Annotated[list[str] | None, typer.Option("--encoding", "-e", help="Encodings for SAT backends.")] = None,
    strategy: Annotated[list[str] | None, typer.Option("--strategy", "-s", help="Strategies of bitmask.")] = None,
    models: Annotated[
        int, typer.Option("-n", "--models", metavar="N", min=0, help="Stop each run after N solutions; 0 is all.")
    ] = 0,
    time_limit: TimeLimit = None,
    repeat: Annotated[int, typer.Option("--repeat", "-r", min=1, help="Rounds; medians are shown.")] = 1,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="JSON lines, one a run.")
    ] = None,
    format: Annotated[str, typer.Option("--format", help="text, or ndjson on standard output.")] = "text",
) -> None:
    """Solve puzzles by several backends, each run in its own process, and compare times and solutions."""
    check_choice("format", format, ("text", "ndjson"))
    with contextlib.ExitStack() as stack:
        out = stack.enter_context(open_output(None))
        streams = [out] if format == "ndjson" else []
        if output is not None:
            streams.append(stack.enter_context(open_output(output, streamed=True)))
        with _live() as show:

            def watch(comparison: Comparison, record: Record) -> None:
                for stream in streams if "status" in record else ():
                    print(json.dumps(record, ensure_ascii=False), file=stream, flush=True)
                show(comparison, record)

            compared = run_all(
                puzzles,
                backend or USUAL,
                encodings=encoding or (),
                strategies=strategy or (),
                seconds=time_limit,
                limit=models or None,
                repeat=repeat,
                watch=watch,
            )
        if format == "text":
            out.write(compared.table() + "\n\n" * bool(compared.records))
            out.write("\n\n".join(compared.disagreements or ["no two runs disagree"]) + "\n")
        else:
            for disagreement in compared.disagreements:
                complain(disagreement)
        if compared.interrupted:  # what is written is not all
            raise typer.Exit(CTRL_C if compared.agree else FAILED)
    ended = {record["status"] for record in compared.records}
    if not compared.agree or "failed" in ended:
        raise typer.Exit(FAILED)
    if Status.TIME_LIMIT in ended:
        raise typer.Exit(LIMIT)


@contextlib.contextmanager
def _live() -> Iterator[Watch]:
    """Give a function that shows the table on standard error while runs go on, if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda comparison, record: None
        return
    from rich import box
    from rich.console import Console
    from rich.live import Live
    from rich.table import Table

    with Live(console=Console(stderr=True), transient=True, refresh_per_second=5) as live:

        def show(comparison: Comparison, record: Record) -> None:
            table = Table(box=box.SIMPLE_HEAD)
            rows = comparison.rows()
            for key in rows[0] if rows else ("puzzle", "solver", "solutions", "all s"):
                table.add_column(key, justify="left" if key in TEXTS else "right")
            for row in rows:
                table.add_row(*map(shown, row.values()))
            if "status" not in record:
                table.add_row(
                    record["puzzle"], record["solver"], f"≥ {record['solutions']}", f"{record['seconds']:.1f}"
                )
            live.update(table)

        yield show
