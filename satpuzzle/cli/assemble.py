"""The command `satpuzzle assemble`."""

import contextlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn, TextIO

import typer

from satpuzzle.cli.asking import check_picture
from satpuzzle.cli.common import asked_about, begin_run, interruptible, rules_of
from satpuzzle.cli.exits import CTRL_C, FAILED, LIMIT, OK, complain
from satpuzzle.cli.options import command
from satpuzzle.cli.output import open_output
from satpuzzle.cli.progress import Progress
from satpuzzle.cli.terminal import folded
from satpuzzle.cli.writers import FEW
from satpuzzle.clock import Clock, Status
from satpuzzle.cover.describe import columns
from satpuzzle.engines.base import Engine
from satpuzzle.machine import cores
from satpuzzle.motion.assembly import Assembler, Assembly, Verdict, report
from satpuzzle.motion.burrtools import burrtools_facts
from satpuzzle.motion.rules import Rules
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.puzzle.piece_facts import compared
from satpuzzle.questions.burrs import Ranking
from satpuzzle.rows import again, often, option
from satpuzzle.search.run import Run
from satpuzzle.settings import APART, OUT, BackendRow, MotionRows, RunRows, SolutionsRow, SortRow
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
    backend: str | Engine = again(BackendRow, "backend", without=("solution",))
    levels: str | None = option(
        None, "", APART, "Show BurrTools' own level beside ours; BurrTools itself is not needed.",
        allowed=("burrtools",), rare=True)
    limit: int | None = option(
        None, "-n N", None,
        "Examine the first N packings found, 0 for all; by default stop at the first that can be assembled. With"
        " --sort: examine all and show the best N.", least=0)
    draw: Path | None = option(
        None, "FILE", OUT,
        "Draw all steps of the best packing: a picture (.svg .png .pdf .html), or animated (.gif .apng).")
    reverse: bool = option(
        False, "", OUT, "Show the steps of putting the pieces together, in words, not those of taking them apart.",
        only={"format": ("text",)}, rare=True)
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
        from satpuzzle.pictures.animation import ENDINGS  # few draw, and pictures take long to import

        check_picture(asked.draw, more=ENDINGS)
    rules = rules_of(asked) or Rules()
    clock = Clock(asked.time_limit).start()
    asking = _packings(asked, rules, clock)
    run, progress = asking.run, asking.progress
    assembler = Assembler(asking.puzzle, rules, asked.jobs or cores())
    only_one = run is not None and asked.limit is None and asked.sort is None
    streamed = asked.format != "text" and asked.sort is None and not only_one
    ranking = Ranking(asked.sort or "level", asked.limit or (FEW if asked.format == "text" else None))

    with contextlib.ExitStack() as around:
        out = around.enter_context(open_output(asked.output, streamed=True))
        if run is not None and progress is not None:
            around.enter_context(interruptible(clock))
            around.enter_context(progress.of(run))
        write = _Writer(asked, out, None if asked.levels is None else rules.max_states, clock)

        def each(found: Assembly) -> None:
            if streamed:
                asking.clear()
                write.packing(found)

        ranking.examine(assembler.assemblies(asking.packings, clock), clock, each, first=only_one)
        asking.clear()
        if not streamed:
            stuck = [] if ranking.stuck is None or asked.sort is not None else [ranking.stuck]
            for found in ranking.best or stuck:
                write.packing(found)
        status = _status(ranking, asked, clock, run)
        write.summary(asking.puzzle, rules, ranking, status, not only_one, _lacking(run, ranking))
        _draw(asked, ranking)
        _end(ranking, status)


@dataclass(frozen=True)
class _Packings:
    """The packings that are examined, and the search that finds them, if they are not read."""

    puzzle: Puzzle
    packings: Iterable[Solution]
    run: Run | None = None
    progress: Progress | None = None

    def clear(self) -> None:
        """Make room for output."""
        if self.progress is not None:
            self.progress.clear()


def _packings(asked: Asked, rules: Rules, clock: Clock) -> _Packings:
    limit = asked.limit or None if asked.sort is None else None
    about = asked_about(asked, clock)
    about.only_puzzles()
    if asked.solution is not None:
        return _Packings(about.puzzle, solutions(about.puzzle, asked.solution, clock)[:limit])
    run, progress = begin_run(about, asked, clock, rules, limit=limit)
    assert isinstance(run, Run)  # a search for solutions of a puzzle, not of a bare cover
    return _Packings(run.puzzle, run, run, progress)


def _status(ranking: Ranking, asked: Asked, clock: Clock, run: Run | None) -> Status:
    """Return why no more packings were examined; an exhausted ranking has all that the search has found."""
    if ranking.status is not Status.EXHAUSTED or ranking.failure is not None:
        return ranking.status
    return (asked.sort and clock.status) or (run and run.status) or ranking.status


def _draw(asked: Asked, ranking: Ranking) -> None:
    if asked.draw is None:
        return
    if not ranking.best:
        complain(f"{asked.draw}: nothing is drawn, because no packing comes apart")
        return
    from satpuzzle.pictures.unpacking import save_steps

    save_steps(ranking.best[0], asked.draw, asked.separate, asked.reverse)


def _end(ranking: Ranking, status: Status) -> NoReturn:
    if ranking.failure is not None:
        complain(ranking.failure)
        raise typer.Exit(FAILED)
    limited = status is Status.TIME_LIMIT or ranking.counted[Verdict.UNKNOWN]
    raise typer.Exit(CTRL_C if status is Status.INTERRUPTED else LIMIT if limited else OK)


def _lacking(run: Run | None, ranking: Ranking) -> list[str] | None:
    """Return lines that say why a search found no packing, as far as this is known; None if there may be some."""
    if run is None or run.status is not Status.EXHAUSTED or ranking.failure is not None or run.packings.raw:
        return None
    known = run.obstacle
    reason = "the command explain looks for a reason" if known is None else known.text
    return [*compared(run.puzzle), *[reason] * (known is None or known.kind != "volumes")]


_EARLY = {Status.TIME_LIMIT: "stopped at the time limit: ", Status.INTERRUPTED: "interrupted: "}
_BEGIN = f'{{"schema": {SCHEMA}, "assemblies": ['


def _together(found: Assembly, solution: Solution) -> list[str]:
    """Return the steps of putting a packing together, in words."""
    from satpuzzle.pictures.instructions import stages  # few ask for it, and pictures take long to import
    from satpuzzle.pictures.scene import Scene

    held = found.side is not None or "frame" in solution.puzzle.features
    return [stage.sentence for stage in stages(Scene.of(solution, found.as_dict()["steps"]), held)]


class _Writer:
    """Writes how each packing comes apart, and a summary at the end."""

    def __init__(self, asked: Asked, out: TextIO, burrtools: int | None, clock: Clock) -> None:
        self.out = out
        self.format = asked.format
        self.quiet = asked.quiet
        self.reverse = asked.reverse
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
            said = report(found, solution, _together(found, solution) if self.reverse else None)
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
            self._table(ranking, status, listed)
            said = self._said(puzzle, rules, ranking, status, listed, lacking)
            self.out.write(folded(f"{said}\n", self.out) if said else "")

    def _table(self, ranking: Ranking, status: Status, listed: bool) -> None:
        if listed and sum(ranking.counted.values()) > 1:
            rows = ranking.rows(status not in (Status.TIME_LIMIT, Status.INTERRUPTED))
            used = [key for key in rows[0] if any(row[key] is not None for row in rows)]
            self.out.write(columns([{key: row[key] for key in used} for row in rows]) + "\n")

    def _said(
        self, puzzle: Puzzle, rules: Rules, ranking: Ranking, status: Status, listed: bool, lacking: list[str] | None
    ) -> str:
        """Return the summary in words, "" if it is not to be said."""
        if lacking is not None:
            return "\n".join([f"{puzzle.name}: there is no packing, so nothing can be put together", *lacking])
        counted, early = ranking.counted, _EARLY.get(status, "")
        if early and not sum(counted.values()):
            return f"{puzzle.name}: {early}no packing was found so far"
        if self.quiet:
            return ""
        undecided = f", {counted[Verdict.UNKNOWN]} undecided" if counted[Verdict.UNKNOWN] else ""
        more = counted[Verdict.YES] - self.written
        hidden = f" ({more} of these are not shown; --sort level -n N shows N)"
        way, *others = ranking.ways() or {rules}
        said = f"{counted[Verdict.YES]} of {sum(counted.values())} packings examined can be put together"
        return f"{puzzle.name}: {early}{said} {rules if others else way}{undecided}" + hidden * bool(
            listed and more > 0 and self.written
        )
