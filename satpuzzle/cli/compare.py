"""The command `satpuzzle compare`."""

import contextlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import typer

from satpuzzle.cli.asking import posed
from satpuzzle.cli.exits import CTRL_C, FAILED, LIMIT, OK, complain, early
from satpuzzle.cli.options import command, refuse_others
from satpuzzle.cli.output import open_output
from satpuzzle.cli.records import check_plot, draw_plot, recorded
from satpuzzle.cli.terminal import fitting, table, width
from satpuzzle.clock import Clock, Status
from satpuzzle.errors import Stopped
from satpuzzle.measure.bench import OURS, bench, disagreements, name_of, rows, solvers
from satpuzzle.measure.compare import USUAL, CompareQuestion, Comparison, Watch
from satpuzzle.measure.peers import PEERS
from satpuzzle.measure.records import as_json
from satpuzzle.measure.table import TEXTS, latex, markdown
from satpuzzle.measure.trial import Record
from satpuzzle.questions.question import Context
from satpuzzle.rows import NDJSON, TEXT, again, option
from satpuzzle.settings import HOW, OUT, LimitRow, TimeLimitRow

LATEX = "latex"
_SPARE = (
    "variables",
    "clauses",
    "peak MB",
    "first s",
    "work s",
    "nodes",
    "conflicts",
)  # columns to leave out, in this order
_FIRST = ("puzzle", "solver", "solutions", "all s", "status")  # the columns until a run has ended
_ROUNDS = 5  # how often a run is repeated if times are measured


# fmt: off
@dataclass(frozen=True, kw_only=True)
class Asked(LimitRow, TimeLimitRow):
    """The options of `compare`."""

    time_limit: float | None = again(
        TimeLimitRow, "time_limit",
        says="Stop each run after this many seconds of search; with --times, all runs together.")

    puzzles: list[str] = again(CompareQuestion, "puzzles")
    backends: list[str] | None = again(CompareQuestion, "backends", default=None)
    encodings: list[str] | None = again(CompareQuestion, "encodings", default=None)
    strategies: list[str] | None = again(CompareQuestion, "strategies", default=None)
    times: bool = option(
        False, "", None,
        "Measure CPU time instead, as medians of several rounds.")
    peer: list[str] | None = option(
        None, "-p", HOW, "With --times: an external exact cover program; may be repeated.", allowed=tuple(PEERS),
        needs=("times",), rare=True)
    raw: bool = option(
        False, "", None, "With --peer: all programs get all placements, without symmetry breaking.", needs=("peer",),
        rare=True)
    repeat: int | None = again(
        CompareQuestion, "repeat", default=None,
        says=f"How often each run is repeated, once by default, {_ROUNDS} times with --times; medians are shown.")
    output: Path | None = option(
        None, "-o FILE", OUT, "Write a record of each run to FILE: CSV if it ends in .csv, else JSON lines.")
    plot: Path | None = option(
        None, "FILE", OUT,
        "Draw two plots, a picture (.svg .png .pdf .html): how many puzzles each solver solves within a time (cactus),"
        " and its times against those of the first solver (scatter).")
    format: str = option(
        TEXT, "", OUT, "The format of the output; latex is the table alone.", allowed=(TEXT, NDJSON, LATEX))
# fmt: on


@command
def compare(asked: Asked) -> None:
    """Solve puzzles with several backends; compare times and solutions.

    Each run has a process of its own, so that runs do not affect each other.  With --times, only the CPU time is
    measured, side by side with external programs (--peer), which get the same exact cover.
    """
    check_plot(asked.plot)
    if asked.times:
        _measure(asked)
    with contextlib.ExitStack() as stack:
        out = stack.enter_context(open_output(None))
        add = stack.enter_context(recorded(asked.output))
        with _live() as show:

            def watch(comparison: Comparison, record: Record) -> None:
                if "status" in record:
                    add(record | {"limit": asked.time_limit})
                    if asked.format == NDJSON:
                        print(as_json(record | {"limit": asked.time_limit}), file=out, flush=True)
                show(comparison, record)

            question = posed(
                CompareQuestion,
                asked,
                backends=asked.backends or USUAL,
                encodings=asked.encodings or (),
                strategies=asked.strategies or (),
                repeat=asked.repeat or 1,
            )
            compared = question.ask(Context(watch=watch))
        if asked.format == "text":
            rows = compared.rows()
            written = table(rows, sys.stdout, TEXTS, _SPARE) if rows and out.isatty() else compared.table() + "\n"
            out.write(f"{written}\n" * bool(rows))
            said = [compared.timed, *compared.remarks, *(compared.disagreements or [compared.agreement])]
            out.write("\n\n".join(filter(None, said)) + "\n")
        else:
            out.write(latex(compared.rows()) + "\n" if asked.format == LATEX else "")
            for disagreement in compared.disagreements:
                complain(disagreement)
        draw_plot(asked.plot, compared.records, "seconds", asked.time_limit, asked.limit)
        if compared.interrupted:  # some runs are missing
            raise typer.Exit(CTRL_C if compared.agree else FAILED)
    ended = {record["status"] for record in compared.records}
    if not compared.agree or "failed" in ended:
        raise typer.Exit(FAILED)
    if Status.TIME_LIMIT in ended:
        raise typer.Exit(LIMIT)


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


def _measure(asked: Asked) -> None:
    """Measure the CPU time of solvers side by side; end the command with its status."""
    obeyed = ("puzzles", "backends", "strategies", "times", "peer", "raw", "repeat", "output", "plot", "time_limit")
    refuse_others(asked, obeyed, "not allowed with --times")
    contenders = solvers(asked.backends or (OURS,), asked.strategies or (), asked.peer or (), raw=asked.raw)
    records: list[Record] = []
    ended = OK
    try:
        with contextlib.ExitStack() as stack:
            add = stack.enter_context(recorded(asked.output))
            for record in bench(asked.puzzles, contenders, asked.repeat or _ROUNDS, Clock(asked.time_limit).start()):
                records.append(record)
                add(record)
    except (Stopped, KeyboardInterrupt) as error:
        ended = early(error, "; the table has the runs that ended" if records else " before a run ended")
    with open_output(None) as out:
        shown = rows(records, (asked.peer or [OURS])[0])
        out.write(
            table(shown, sys.stdout, (*TEXTS, "solutions"), ("peak MB", "nodes"))
            if shown and out.isatty()
            else markdown(shown) + "\n" * bool(shown)
        )
        disagree = disagreements(records)
        out.writelines(f"\n{text}\n" for text in disagree)
    draw_plot(asked.plot, [record | {"solver": name_of(record)} for record in records], "cpu")
    failed = any(record["status"] == "failed" for record in records)
    raise typer.Exit(FAILED if failed or disagree else ended)
