"""`satpuzzle assemble`."""

import contextlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, TextIO

import typer

from satpuzzle.cli.app import app
from satpuzzle.cli.common import begin_run, interruptible, member_of, rules_of
from satpuzzle.cli.exits import CTRL_C, FAILED, LIMIT, OK, complain
from satpuzzle.cli.options import (
    AnyFormat,
    Backend,
    Jobs,
    MaxStates,
    MemberName,
    Moves,
    Open,
    Output,
    Problem,
    PuzzleName,
    Quiet,
    Slack,
    Sort,
    TimeLimit,
    check_choice,
)
from satpuzzle.cli.output import open_output
from satpuzzle.cli.progress import Progress
from satpuzzle.cli.subject import subject
from satpuzzle.cli.terminal import folded
from satpuzzle.clock import Clock, Status
from satpuzzle.design.burrs import SORTS, best
from satpuzzle.errors import BackendError, Stopped
from satpuzzle.machine import cores
from satpuzzle.motion import Assembler, Assembly, Rules, Verdict, report
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.search.run import Run
from satpuzzle.solutions.read import solutions
from satpuzzle.solutions.solution import Solution


@app.command("assemble")
def assemble(
    puzzle: PuzzleName,
    problem: Problem = None,
    member: MemberName = None,
    solution: Annotated[
        Path | None,
        typer.Option(
            "--solution",
            metavar="FILE",
            help="Packings as written by solve; without this option they are searched for.",
        ),
    ] = None,
    moves: Moves = None,
    open: Open = None,
    max_states: MaxStates = None,
    slack: Slack = None,
    sort: Sort = None,
    models: Annotated[
        int | None,
        typer.Option("-n", "--models", metavar="N", min=0, help="Report the first N packings found; 0 is all."),
    ] = None,
    backend: Backend = "bitmask",
    jobs: Jobs = None,
    time_limit: TimeLimit = None,
    output: Output = None,
    format: AnyFormat = "text",
    quiet: Quiet = False,
) -> None:
    """Find out whether and in which order a packing can be assembled.

    Pieces move straight, and turn by 90 degrees with --moves turns. With --sort, -n N keeps the best N of all packings.
    """
    check_choice("format", format, ("text", "json", "ndjson"))
    if sort is not None:
        check_choice("sort", sort, SORTS)
    rules = rules_of("steps" if sort is not None and moves is None else moves, open, max_states, slack) or Rules()
    limit = models or None if sort is None else None
    clock = Clock(time_limit).start()
    run: Run | None = None
    progress: Progress | None = None
    packings: Iterable[Solution]
    about = subject(member_of(puzzle, member), problem, clock)
    about.only_puzzles()
    if solution is None:
        found_run, progress = begin_run(about, backend, clock=clock, quiet=quiet, jobs=jobs, limit=limit, rules=rules)
        assert isinstance(found_run, Run)  # not of a bare cover
        run, loaded, packings = found_run, found_run.puzzle, found_run
    else:
        loaded = about.puzzle
        packings = solutions(loaded, solution, clock)[:limit]
    assembler = Assembler(loaded, rules, jobs or cores())
    only_one = run is not None and models is None and sort is None
    passed_over: tuple[Solution, Assembly] | None = None
    counted = dict.fromkeys(Verdict, 0)
    status, failure = Status.EXHAUSTED, None

    with contextlib.ExitStack() as around:
        out = around.enter_context(open_output(output, streamed=True))
        if run is not None:
            around.enter_context(interruptible(clock))
        if run is not None and progress is not None:
            around.enter_context(progress.of(run))
        write = _Writer(out, format, quiet)
        try:
            judged = _counted(assembler.assemblies(packings, clock), counted)
            for found in judged if sort is None else best(judged, sort, models or None):
                packing = found.solution
                assert packing is not None
                if progress is not None:
                    progress.clear()
                if not only_one or found.verdict is Verdict.YES:
                    write.packing(packing, found)
                    if only_one:
                        status = Status.SOLUTION_LIMIT
                        break
                else:
                    passed_over = passed_over or (packing, found)
            else:
                status = (sort and clock.status) or (run and run.status) or status
        except (KeyboardInterrupt, Stopped):
            status = clock.status or Status.INTERRUPTED
        except BackendError as error:
            failure = str(error)
        if passed_over is not None and not counted[Verdict.YES]:
            write.packing(*passed_over)
        write.summary(loaded, rules, counted, status)
        if failure is not None:
            complain(failure)
            raise typer.Exit(FAILED)
        limited = status is Status.TIME_LIMIT or counted[Verdict.UNKNOWN]
        raise typer.Exit(CTRL_C if status is Status.INTERRUPTED else LIMIT if limited else OK)


def _counted(assemblies: Iterable[Assembly], counted: dict[Verdict, int]) -> Iterator[Assembly]:
    for found in assemblies:
        counted[found.verdict] += 1
        yield found


class _Writer:
    """Writes the result for each packing, and a summary."""

    def __init__(self, out: TextIO, format: str, quiet: bool) -> None:
        self.out = out
        self.format = format
        self.quiet = quiet
        self.written = 0

    def packing(self, solution: Solution, found: Assembly) -> None:
        """Write one packing and how it comes apart."""
        if self.format == "text":
            if not self.written and not self.quiet and (names := solution.puzzle.legend):
                self.out.write(f"{names}\n\n")
            self.out.write(f"{solution}\n\n{folded(report(found, solution), self.out)}\n\n")
        else:
            line = json.dumps({"solution": solution.as_list(), "assembly": found.as_dict()}, ensure_ascii=False)
            before = "" if self.format == "ndjson" else ",\n  " if self.written else '{"assemblies": [\n  '
            self.out.write(before + line + "\n" * (self.format == "ndjson"))
        self.out.flush()
        self.written += 1

    def summary(self, puzzle: Puzzle, rules: Rules, counted: dict[Verdict, int], status: Status) -> None:
        """Write how many packings were examined, and how many can be assembled."""
        numbers = {str(verdict): number for verdict, number in counted.items()}
        facts = {"puzzle": puzzle.name, "rules": rules.facts, "verdicts": numbers, "status": status}
        line = json.dumps(facts, ensure_ascii=False)
        if self.format == "ndjson":
            self.out.write(f'{{"summary": {line}}}\n')
        elif self.format == "json":
            self.out.write(('{"assemblies": [' if not self.written else "\n") + f"],\n{line[1:]}\n")
        elif not self.quiet:
            undecided = f", {counted[Verdict.UNKNOWN]} undecided" if counted[Verdict.UNKNOWN] else ""
            early = {Status.TIME_LIMIT: "stopped at the time limit: ", Status.INTERRUPTED: "interrupted: "}
            total = f"{sum(counted.values())} packings looked at"
            said = f"{counted[Verdict.YES]} of {total} can be put together {rules}{undecided}"
            self.out.write(folded(f"{puzzle.name}: {early.get(status, '')}{said}\n", self.out))
