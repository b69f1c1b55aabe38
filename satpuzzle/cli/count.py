"""`satpuzzle count`."""

import json
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from satpuzzle.cli.app import app
from satpuzzle.cli.common import (
    Assemblable,
    Backend,
    Encoding,
    GivenPieces,
    Jobs,
    MaxStates,
    Moves,
    Open,
    Output,
    Parts,
    Presolve,
    ProgressMode,
    PuzzleName,
    Quiet,
    Stats,
    Strategy,
    TimeLimit,
    begin_run,
    check_choice,
    finish,
    interruptible,
    rules_of,
)
from satpuzzle.cli.exits import complain
from satpuzzle.cli.output import open_output
from satpuzzle.cli.progress import Progress
from satpuzzle.cli.subject import Subject, every_problem, subject
from satpuzzle.clock import Status
from satpuzzle.cover.describe import columns
from satpuzzle.errors import BackendError, FrontierError, printable
from satpuzzle.puzzle.formats.burr import FULL
from satpuzzle.puzzle.formats.xmpuzzle.problem import assemblies
from satpuzzle.search.counting import METHODS, tally
from satpuzzle.search.report import facts, verdict
from satpuzzle.search.run import Search


@app.command("count")
def count(
    puzzle: PuzzleName,
    problem: Annotated[
        str | None,
        typer.Option("--problem", metavar="N", help="Which problem of an .xmpuzzle file: a number, a name or all."),
    ] = None,
    backend: Backend = "bitmask",
    encoding: Encoding = None,
    strategy: Strategy = "auto",
    jobs: Jobs = None,
    parts: Parts = None,
    presolve: Presolve = None,
    method: Annotated[
        str, typer.Option("--method", help="auto, search, or frontier: packings counted without listing them.")
    ] = "auto",
    memory: Annotated[
        int | None, typer.Option("--memory", metavar="MIB", min=1, help="Room for a frontier; half of what is free.")
    ] = None,
    time_limit: TimeLimit = None,
    given: GivenPieces = None,
    assemblable: Assemblable = False,
    moves: Moves = None,
    open: Open = None,
    max_states: MaxStates = None,
    output: Output = None,
    format: Annotated[str, typer.Option("--format", help="text or json.")] = "text",
    stats: Stats = False,
    progress: ProgressMode = "auto",
    quiet: Quiet = False,
) -> None:
    """Count the solutions of a puzzle by all three conventions."""
    check_choice("method", method, METHODS)
    check_choice("format", format, ("text", "json"))
    rules = rules_of(moves, open, max_states, assemblable)
    abouts = every_problem(puzzle) if problem == "all" else [subject(puzzle, problem)]
    ends: list[_End] = []
    with open_output(output) as out:
        for about in abouts:
            run, shown = begin_run(
                about,
                backend,
                quiet=quiet,
                progress=progress,
                given=given,
                encoding=encoding,
                strategy=strategy,
                jobs=jobs,
                parts=parts,
                presolve=presolve,
                seconds=time_limit,
                assemblable=assemblable,
                rules=rules,
            )

            def remark(text: str, shown: Progress = shown) -> None:
                shown.clear()
                if not quiet:
                    complain(text)

            failure = None
            with interruptible(run), shown.of(run):
                try:
                    try:
                        tally(run, method, memory and memory << 20, remark)
                    except FrontierError as error:
                        complain(f"{error}; searching")
                        run.exhaust()
                except BackendError as error:
                    failure = str(error)
                shown.clear()
            ends.append(_End(about, run, failure))
            if failure is not None or run.status is Status.INTERRUPTED:
                break
        if problem == "all":
            out.write(
                json.dumps([end.facts() for end in ends], ensure_ascii=False) + "\n"
                if format == "json"
                else _table(ends)
            )
        elif format == "json":
            out.write(json.dumps(ends[0].facts(), ensure_ascii=False) + "\n")
        else:
            out.write((str(run.counts) if quiet else verdict(run)) + "\n" + ("" if quiet else ends[0].burrtools()))
    worst = max(ends, key=lambda end: (end.failure is not None, not end.run.counts.final))
    finish(worst.run, worst.failure, stats)


@dataclass
class _End:
    """How counting one problem ended."""

    about: Subject
    run: Search
    failure: str | None

    @property
    def assemblies(self) -> int | None:
        """Return what BurrTools would call the number of assemblies; None if that is no question."""
        if self.about.opened is None:
            return None
        return assemblies(self.about.puzzle, self.run.packings)

    def facts(self) -> dict[str, Any]:
        """Return the outcome as plain data."""
        found = facts(self.run)
        return found if self.about.opened is None else found | {"burrtools": {"assemblies": self.assemblies}}

    def burrtools(self) -> str:
        """Return the line that a user of BurrTools looks for, and the file's own number if that is another."""
        opened, number = self.about.opened, self.assemblies
        if opened is None or number is None:
            return ""
        final = self.run.packings.final
        line = f"BurrTools: {'' if final else '≥ '}{number} assemblies\n"
        said = opened.problem.assemblies
        if final and said not in (None, number) and opened.problem.state == FULL:
            line += f"the file says {said}: it was solved by another version, or with mirror images or rotations kept\n"
        return line


def _table(ends: list[_End]) -> str:
    rows = []
    for end in ends:
        opened, counts = end.about.opened, end.run.counts
        assert opened is not None  # only files of several problems are counted so
        rows.append(
            {
                "problem": opened.number,
                "name": printable(opened.problem.name),
                "raw": counts.raw,
                "rotations": counts.rotations,
                "isometries": counts.isometries,
                "BurrTools": end.assemblies,
                "file": opened.problem.assemblies,
                "": "" if counts.final else f"not final: {end.run.status}",
            }
        )
    return columns(rows)
