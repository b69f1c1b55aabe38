"""The command `satpuzzle assemble`."""

import contextlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, TextIO

import typer

from satpuzzle.cli.app import app
from satpuzzle.cli.common import begin_run, interruptible, member_of, rules_of
from satpuzzle.cli.exits import CTRL_C, FAILED, LIMIT, OK, complain
from satpuzzle.cli.options import (
    APART,
    OUT,
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
    choice,
)
from satpuzzle.cli.output import open_output
from satpuzzle.cli.progress import Progress
from satpuzzle.cli.subject import subject
from satpuzzle.cli.terminal import folded
from satpuzzle.cli.writers import FEW
from satpuzzle.clock import Clock, Status
from satpuzzle.cover.describe import columns
from satpuzzle.design.burrs import SORTS, Ranking
from satpuzzle.errors import BackendError, PuzzleError, Stopped
from satpuzzle.machine import cores
from satpuzzle.motion.assembly import Assembler, Assembly, Verdict, report
from satpuzzle.motion.burrtools import burrtools_facts
from satpuzzle.motion.rules import Rules
from satpuzzle.pictures.unpacking import ENDINGS, save_steps
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.puzzle.piece_facts import compared
from satpuzzle.search.run import Run
from satpuzzle.solutions.read import solutions
from satpuzzle.solutions.solution import Solution
from satpuzzle.structured import SCHEMA, as_json


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
            help="Read the packings from FILE, which solve wrote; without it, they are searched for.",
        ),
    ] = None,
    moves: Moves = None,
    open: Open = None,
    max_states: MaxStates = None,
    slack: Slack = None,
    sort: Sort = None,
    levels: Annotated[
        str | None,
        choice(
            "--levels",
            allowed=("burrtools",),
            help="Show BurrTools' own level beside ours; BurrTools itself is not needed.",
            group=APART,
        ),
    ] = None,
    models: Annotated[
        int | None,
        typer.Option(
            "-n",
            "--models",
            metavar="N",
            min=0,
            help="Examine the first N packings found, 0 for all; by default stop at the first that can be assembled."
            " With --sort: examine all and show the best N.",
        ),
    ] = None,
    backend: Backend = "native",
    jobs: Jobs = None,
    time_limit: TimeLimit = None,
    output: Output = None,
    draw: Annotated[
        Path | None,
        typer.Option(
            "--draw",
            metavar="FILE",
            help="Draw all steps of the best packing, as a .svg or .png file, or animated as a .gif or .apng file.",
            rich_help_panel=OUT,
        ),
    ] = None,
    separate: Annotated[
        bool, typer.Option("--separate", help="With --draw: write a numbered file for each step.", rich_help_panel=OUT)
    ] = False,
    format: AnyFormat = "text",
    quiet: Quiet = False,
) -> None:
    """Find out whether a packing can be assembled, and in which order.

    Packings are searched for until one can be assembled, and its moves are shown.  With -n N, the first N packings are
    examined and listed in a table, and those of the highest level are shown with their moves.  Pieces move straight;
    with --moves turns, they also turn by 90 degrees.
    """
    check_choice("format", format, ("text", "json", "ndjson"))
    if sort is not None:
        check_choice("sort", sort, SORTS)
    if levels is not None:
        check_choice("levels", levels, ("burrtools",))
    if separate and draw is None:
        raise PuzzleError("--separate: needs --draw")
    if draw is not None:
        check_choice("draw", draw.suffix.lower(), ENDINGS)
    rules = rules_of(moves, open, max_states, slack) or Rules()
    limit = models or None if sort is None else None
    clock = Clock(time_limit).start()
    run: Run | None = None
    progress: Progress | None = None
    packings: Iterable[Solution]
    about = subject(member_of(puzzle, member), problem, clock)
    about.only_puzzles()
    if solution is None:
        found_run, progress = begin_run(about, backend, clock=clock, quiet=quiet, jobs=jobs, limit=limit, rules=rules)
        assert isinstance(found_run, Run)  # a search for solutions of a puzzle, not of a bare cover
        run, loaded, packings = found_run, found_run.puzzle, found_run
    else:
        loaded = about.puzzle
        packings = solutions(loaded, solution, clock)[:limit]
    assembler = Assembler(loaded, rules, jobs or cores())
    only_one = run is not None and models is None and sort is None
    streamed = format != "text" and sort is None and not only_one
    ranking = Ranking(sort or "level", models or (FEW if format == "text" else None))
    status, failure = Status.EXHAUSTED, None

    with contextlib.ExitStack() as around:
        out = around.enter_context(open_output(output, streamed=True))
        if run is not None:
            around.enter_context(interruptible(clock))
        if run is not None and progress is not None:
            around.enter_context(progress.of(run))
        write = _Writer(out, format, quiet, None if levels is None else rules.max_states, clock)
        try:
            for found in ranking.taking(assembler.assemblies(packings, clock)):
                if streamed:
                    if progress is not None:
                        progress.clear()
                    write.packing(found)
                elif only_one and found.verdict is Verdict.YES:
                    status = Status.SOLUTION_LIMIT
                    break
            else:
                status = (sort and clock.status) or (run and run.status) or status
        except (KeyboardInterrupt, Stopped):
            status = clock.status or Status.INTERRUPTED
        except BackendError as error:
            failure = str(error)
        if progress is not None:
            progress.clear()
        if not streamed:
            stuck = [] if ranking.stuck is None or sort is not None else [ranking.stuck]
            for found in ranking.best or stuck:
                write.packing(found)
        lacking = _lacking(run) if run is not None and run.status is Status.EXHAUSTED and failure is None else None
        write.summary(loaded, rules, ranking, status, not only_one, lacking)
        if draw is not None and ranking.best:
            save_steps(ranking.best[0], draw, separate)
        elif draw is not None:
            complain(f"{draw}: nothing is drawn, because no packing comes apart")
        if failure is not None:
            complain(failure)
            raise typer.Exit(FAILED)
        limited = status is Status.TIME_LIMIT or ranking.counted[Verdict.UNKNOWN]
        raise typer.Exit(CTRL_C if status is Status.INTERRUPTED else LIMIT if limited else OK)


def _lacking(run: Run) -> list[str] | None:
    """Return lines that say why a search found no packing, as far as this is known; None if it found some."""
    if run.packings.raw:
        return None
    known = run.obstacle
    reason = "the command explain looks for a reason" if known is None else known.text
    return [*compared(run.puzzle), *[reason] * (known is None or known.kind != "volumes")]


_BEGIN = f'{{"schema": {SCHEMA}, "assemblies": ['


class _Writer:
    """Writes how each packing comes apart, and a summary at the end."""

    def __init__(self, out: TextIO, format: str, quiet: bool, burrtools: int | None, clock: Clock) -> None:
        self.out = out
        self.format = format
        self.quiet = quiet
        self.burrtools = burrtools  # positions that a search in BurrTools' order may visit, None for no such search
        self.clock = clock
        self.written = 0

    def packing(self, found: Assembly) -> None:
        """Write one packing and how it comes apart."""
        solution = found.solution
        assert solution is not None
        theirs = None if self.burrtools is None else burrtools_facts(solution, self.burrtools, self.clock)
        if self.format == "text":
            if not self.written and not self.quiet and (names := solution.puzzle.legend):
                self.out.write(f"{names}\n\n")
            said = report(found, solution)
            if theirs is not None:
                every = ".".join(map(str, theirs["levels"]))
                level = f"level {theirs['level']} (of all separations: {every})"
                said += f"\nBurrTools: {theirs['reason'] or level}"
            self.out.write(f"{solution}\n\n{folded(said, self.out)}\n\n")
        else:
            facts = {"solution": solution.as_list(), "assembly": found.as_dict()}
            facts |= {} if theirs is None else {"burrtools": theirs}
            if self.format == "ndjson":
                self.out.write(as_json(facts) + "\n")
            else:
                self.out.write((",\n  " if self.written else f"{_BEGIN}\n  ") + json.dumps(facts, ensure_ascii=False))
        self.out.flush()
        self.written += 1

    def summary(
        self, puzzle: Puzzle, rules: Rules, ranking: Ranking, status: Status, listed: bool, lacking: list[str] | None
    ) -> None:
        """Write how many packings were examined, and how many can be assembled; with `listed`, also a table of them.

        If there is no packing at all, `lacking` has what may be the reason, and is None otherwise.
        """
        counted = ranking.counted
        numbers = {str(verdict): number for verdict, number in counted.items()}
        facts = {
            "puzzle": puzzle.name,
            "rules": rules.facts,
            "verdicts": numbers,
            "status": status,
            "no_packing": lacking,
        }
        if self.format == "ndjson":
            self.out.write(as_json({"summary": facts}) + "\n")
        elif self.format == "json":
            rest = json.dumps(facts, ensure_ascii=False)
            self.out.write(("\n" if self.written else _BEGIN) + f"],\n{rest[1:]}\n")
        else:
            if listed and sum(counted.values()) > 1:
                rows = ranking.rows(status not in (Status.TIME_LIMIT, Status.INTERRUPTED))
                used = [key for key in rows[0] if any(row[key] is not None for row in rows)]
                self.out.write(columns([{key: row[key] for key in used} for row in rows]) + "\n")
            early = {Status.TIME_LIMIT: "stopped at the time limit: ", Status.INTERRUPTED: "interrupted: "}
            if lacking is not None:
                said = "\n".join([f"{puzzle.name}: there is no packing, so nothing can be put together", *lacking])
                self.out.write(folded(f"{said}\n", self.out))
            elif early.get(status) and not sum(counted.values()):
                self.out.write(f"{puzzle.name}: {early[status]}no packing was found so far\n")
            elif not self.quiet:
                undecided = f", {counted[Verdict.UNKNOWN]} undecided" if counted[Verdict.UNKNOWN] else ""
                total = f"{sum(counted.values())} packings examined"
                more = counted[Verdict.YES] - self.written
                way, *others = ranking.ways() or {rules}
                said = f"{counted[Verdict.YES]} of {total} can be put together {rules if others else way}{undecided}"
                shown = (
                    f" ({more} of these are not shown; --sort level -n N shows N)"
                    if listed and more > 0 and self.written
                    else ""
                )
                self.out.write(folded(f"{puzzle.name}: {early.get(status, '')}{said}{shown}\n", self.out))
