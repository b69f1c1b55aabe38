"""The command `satpuzzle compare`."""

import contextlib
import sys
from collections.abc import Iterator
from typing import Annotated

import typer

from satpuzzle.cli.app import app
from satpuzzle.cli.exits import CTRL_C, FAILED, LIMIT, complain
from satpuzzle.cli.options import (
    NDJSON,
    TEXT,
    Backends,
    Encodings,
    Plot,
    Puzzles,
    Records,
    Strategies,
    TimeLimit,
    check_choice,
    choice,
)
from satpuzzle.cli.output import open_output
from satpuzzle.cli.records import check_plot, draw_plot, recorded
from satpuzzle.cli.terminal import fitting, table, width
from satpuzzle.clock import Status
from satpuzzle.cover.describe import numbered
from satpuzzle.measure.compare import USUAL, Comparison, Watch
from satpuzzle.measure.compare import compare as run_all
from satpuzzle.measure.records import as_json
from satpuzzle.measure.table import TEXTS
from satpuzzle.measure.trial import Record

_SPARE = ("variables", "clauses", "peak MB", "first s", "nodes", "conflicts")  # columns to leave out, in this order
_FIRST = ("puzzle", "solver", "solutions", "all s", "status")  # the columns until a run has ended


@app.command("compare")
def compare(
    puzzles: Puzzles,
    backend: Backends = None,
    encoding: Encodings = None,
    strategy: Strategies = None,
    models: Annotated[
        int, typer.Option("-n", "--models", metavar="N", min=0, help="Stop each run after N solutions; 0 is all.")
    ] = 0,
    time_limit: TimeLimit = None,
    repeat: Annotated[
        int,
        typer.Option("--repeat", "-r", metavar="N", min=1, help="How often each run is repeated; medians are shown."),
    ] = 1,
    output: Records = None,
    plot: Plot = None,
    format: Annotated[str, choice("--format", allowed=(TEXT, NDJSON), help="The format of the output.")] = "text",
) -> None:
    """Solve puzzles with several backends; compare times and solutions.

    Each run has a process of its own, so that runs do not affect each other.
    """
    check_choice("format", format, ("text", "ndjson"))
    check_plot(plot)
    with contextlib.ExitStack() as stack:
        out = stack.enter_context(open_output(None))
        add = stack.enter_context(recorded(output))
        with _live() as show:

            def watch(comparison: Comparison, record: Record) -> None:
                if "status" in record:
                    add(record | {"limit": time_limit})
                    if format == NDJSON:
                        print(as_json(record | {"limit": time_limit}), file=out, flush=True)
                show(comparison, record)

            compared = run_all(
                puzzles,
                backend or USUAL,
                encodings=encoding or (),
                strategies=strategy or (),
                time_limit=time_limit,
                limit=models or None,
                repeat=repeat,
                watch=watch,
            )
        if format == "text":
            rows = compared.rows()
            written = table(rows, sys.stdout, TEXTS, _SPARE) if rows and out.isatty() else compared.table() + "\n"
            out.write(f"{written}\n" * bool(rows))
            said = [*compared.remarks, *(compared.disagreements or [_agreement(compared)])]
            out.write("\n\n".join(said) + "\n")
        else:
            for disagreement in compared.disagreements:
                complain(disagreement)
        draw_plot(plot, compared.records, "seconds", time_limit)
        if compared.interrupted:  # some runs are missing
            raise typer.Exit(CTRL_C if compared.agree else FAILED)
    ended = {record["status"] for record in compared.records}
    if not compared.agree or "failed" in ended:
        raise typer.Exit(FAILED)
    if Status.TIME_LIMIT in ended:
        raise typer.Exit(LIMIT)


def _agreement(compared: Comparison) -> str:
    """Return a sentence that says how far the runs agree, if none of them disagree."""
    if len(compared.records) < 2:
        return f"{'one run' if compared.records else 'no run'}, with nothing to compare it with"
    failed = sum(record["status"] == "failed" for record in compared.records)
    if failed:
        return f"{numbered(failed, 'run')} failed; the others do not contradict each other"
    cut = compared.interrupted or any(record["status"] != Status.EXHAUSTED for record in compared.records)
    return "the solutions found do not contradict each other" if cut else "all runs found the same solutions"


@contextlib.contextmanager
def _live() -> Iterator[Watch]:
    """Provide a function that updates a table on standard error during the runs; without a terminal it does nothing."""
    if not sys.stderr.isatty():
        yield lambda comparison, record: None
        return
    from rich.console import Console
    from rich.live import Live

    with Live(console=Console(stderr=True), transient=True, refresh_per_second=5) as live:

        def show(comparison: Comparison, record: Record) -> None:
            rows = comparison.rows()
            if "status" not in record:
                at_work = {"puzzle": record["puzzle"], "solver": record["solver"], "status": "running"}
                so_far = {"solutions": f"≥ {record['solutions']}", "all s": f"{record['seconds']:.1f}"}
                rows.append(dict.fromkeys(rows[0] if rows else _FIRST) | at_work | so_far)
            live.update(fitting(rows, width(sys.stderr) or 80, TEXTS, _SPARE)[0])

        yield show
