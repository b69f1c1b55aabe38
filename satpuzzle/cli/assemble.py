"""The command `satpuzzle assemble`."""

import contextlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

import typer

from satpuzzle.cli.common import asked_about, begin_run, interruptible, rules_of
from satpuzzle.cli.exits import CTRL_C, FAILED, LIMIT, OK, complain
from satpuzzle.cli.options import check_choice, command
from satpuzzle.cli.output import open_output
from satpuzzle.cli.progress import Progress
from satpuzzle.cli.terminal import folded
from satpuzzle.cli.writers import FEW
from satpuzzle.clock import Clock, Status
from satpuzzle.cover.describe import columns
from satpuzzle.machine import cores
from satpuzzle.motion.assembly import Assembler, Assembly, Verdict, report
from satpuzzle.motion.burrtools import burrtools_facts
from satpuzzle.motion.rules import Rules
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.puzzle.piece_facts import compared
from satpuzzle.questions.burrs import Ranking
from satpuzzle.rows import often, option
from satpuzzle.search.run import Run
from satpuzzle.settings import APART, OUT, MotionRows, RunRows, SolutionsRow, SortRow
from satpuzzle.solutions.read import solutions
from satpuzzle.solutions.solution import Solution
from satpuzzle.structured import SCHEMA, as_json


# fmt: off
@dataclass(frozen=True, kw_only=True)
class Asked(SolutionsRow, RunRows, MotionRows, SortRow):
    """The options of `assemble`."""

    moves: str | None = often(MotionRows, "moves")
    solution: Path | None = option(
        None, "FILE", None, "Read the packings from FILE, which solve wrote; without it, they are searched for.")
    levels: str | None = option(
        None, "", APART, "Show BurrTools' own level beside ours; BurrTools itself is not needed.",
        allowed=("burrtools",), rare=True)
    limit: int | None = option(
        None, "-n N", None,
        "Examine the first N packings found, 0 for all; by default stop at the first that can be assembled. With"
        " --sort: examine all and show the best N.", least=0)
    draw: Path | None = option(
        None, "FILE", OUT,
        "Draw all steps of the best packing, as a .svg or .png file, or animated as a .gif or .apng file.")
    separate: bool = option(
        False, "", OUT, "With --draw: write a numbered file for each step.", needs=("draw",), rare=True)
# fmt: on


@command
def assemble(asked: Asked) -> None:
    """Find out whether a packing can be assembled, and in which order.

    Packings are searched for until one can be assembled, and its moves are shown.  With -n N, the first N packings are
    examined and listed in a table, and those of the highest level are shown with their moves.  Pieces move straight;
    with --moves turns, they also turn by 90 degrees.
    """
    if asked.draw is not None:
        from satpuzzle.pictures.unpacking import ENDINGS  # few draw, and pictures take long to import

        check_choice("draw", asked.draw.suffix.lower(), ENDINGS)
    rules = rules_of(asked) or Rules()
    limit = asked.limit or None if asked.sort is None else None
    clock = Clock(asked.time_limit).start()
    run: Run | None = None
    progress: Progress | None = None
    packings: Iterable[Solution]
    about = asked_about(asked, clock)
    about.only_puzzles()
    if asked.solution is None:
        found_run, progress = begin_run(about, asked, clock, rules, limit=limit)
        assert isinstance(found_run, Run)  # a search for solutions of a puzzle, not of a bare cover
        run, loaded, packings = found_run, found_run.puzzle, found_run
    else:
        loaded = about.puzzle
        packings = solutions(loaded, asked.solution, clock)[:limit]
    assembler = Assembler(loaded, rules, asked.jobs or cores())
    only_one = run is not None and asked.limit is None and asked.sort is None
    streamed = asked.format != "text" and asked.sort is None and not only_one
    ranking = Ranking(asked.sort or "level", asked.limit or (FEW if asked.format == "text" else None))

    with contextlib.ExitStack() as around:
        out = around.enter_context(open_output(asked.output, streamed=True))
        if run is not None:
            around.enter_context(interruptible(clock))
        if run is not None and progress is not None:
            around.enter_context(progress.of(run))
        write = _Writer(out, asked.format, asked.quiet, None if asked.levels is None else rules.max_states, clock)

        def each(found: Assembly) -> None:
            if streamed:
                if progress is not None:
                    progress.clear()
                write.packing(found)

        ranking.examine(assembler.assemblies(packings, clock), clock, each, first=only_one)
        status, failure = ranking.status, ranking.failure
        if status is Status.EXHAUSTED and failure is None:  # of the packings that the search has found
            status = (asked.sort and clock.status) or (run and run.status) or status
        if progress is not None:
            progress.clear()
        if not streamed:
            stuck = [] if ranking.stuck is None or asked.sort is not None else [ranking.stuck]
            for found in ranking.best or stuck:
                write.packing(found)
        lacking = _lacking(run) if run is not None and run.status is Status.EXHAUSTED and failure is None else None
        write.summary(loaded, rules, ranking, status, not only_one, lacking)
        if asked.draw is not None and ranking.best:
            from satpuzzle.pictures.unpacking import save_steps

            save_steps(ranking.best[0], asked.draw, asked.separate)
        elif asked.draw is not None:
            complain(f"{asked.draw}: nothing is drawn, because no packing comes apart")
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
