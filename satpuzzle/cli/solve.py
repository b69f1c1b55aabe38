"""The command `satpuzzle solve`."""

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from satpuzzle.cli.common import asked_about, begin_run, finish, interruptible, rules_of
from satpuzzle.cli.exits import complain
from satpuzzle.cli.options import command
from satpuzzle.cli.output import open_output
from satpuzzle.cli.subject import framed
from satpuzzle.cli.terminal import folded
from satpuzzle.cli.writers import FEW, Json, NdJson, Text, Writer
from satpuzzle.clock import Clock
from satpuzzle.errors import BackendError, PuzzleError
from satpuzzle.machine import cores
from satpuzzle.puzzle.formats.table import FORMATS as FILES
from satpuzzle.puzzle.library import storing_format
from satpuzzle.rows import TEXT, again, option
from satpuzzle.search.report import verdict
from satpuzzle.search.run import Run
from satpuzzle.settings import (
    APART,
    FORMATS,
    WHAT,
    AssemblableRow,
    DecisionRows,
    MotionRows,
    RunRows,
    SearchRows,
    SolutionsRow,
    SolverRows,
    SortRow,
)
from satpuzzle.solutions.chosen import Chosen
from satpuzzle.solutions.solution import Solution


# fmt: off
@dataclass(frozen=True, kw_only=True)
class Asked(RunRows, SolverRows, SearchRows, AssemblableRow, MotionRows, SortRow, DecisionRows):
    """The options of `solve`."""

    unique: bool = option(
        False, "", APART, "With --sort: leave out packings whose pieces also have another packing that comes apart.",
        needs=("sort",), rare=True)
    once: bool = option(
        False, "", WHAT, "List only one of several packings that differ only in their place on the board.", rare=True)
    format: str = again(SolutionsRow, "format", follows=FORMATS | {each.ending: TEXT for each in FILES if each.stores})
# fmt: on


@command
def solve(asked: Asked) -> None:
    """Find the solutions of a puzzle and print them as they come.

    By default all solutions are found; -n N stops after N.  With --sort, all are found first, and -n N prints the best
    N.
    """
    if asked.once and asked.sort is None and asked.limit is not None:
        raise PuzzleError("--once: needs all solutions: --sort, or no -n")
    clock = Clock(asked.time_limit).start()
    storing = None if asked.output is None else storing_format(asked.output)
    burr = None if storing is None else asked.output
    rules = rules_of(asked, asked.assemblable or burr is not None or asked.sort is not None)
    about = asked_about(asked, clock)
    if asked.once:
        from satpuzzle.questions.solids import check_free

        check_free(about.puzzle)
    file = None
    if storing is not None and burr is not None:
        from satpuzzle.design.burrfile import BurrFile
        from satpuzzle.motion.rules import Rules
        from satpuzzle.puzzle.editing import with_frame_as_piece

        if len(about.puzzle.frame):  # a BurrTools file has none
            complain(framed(asked.output, storing.program))
            about = replace(about, what=with_frame_as_piece(about.puzzle))
        file = BurrFile(about.puzzle, about.opened, burr, rules or Rules(), clock, asked.jobs or cores(), complain)
    run, shown = begin_run(
        about,
        asked,
        clock,
        rules if asked.assemblable or asked.sort is not None else None,
        limit=asked.limit if asked.sort is None else None,
    )
    with open_output(None if burr else asked.output, streamed=True) as out, interruptible(clock), shown.of(run):
        few = FEW if out.isatty() and asked.limit is None else None
        writers: dict[str, Callable[[], Writer]] = {
            "text": lambda: Text(out, few, asked.quiet),
            "json": lambda: Json(out),
            "ndjson": lambda: NdJson(out),
        }
        writer = writers[asked.format]()
        found: Iterable[Solution | Chosen] = run if isinstance(run, Run) else run.chosen()
        failure = None
        try:
            if isinstance(run, Run) and asked.sort is not None and rules is not None:
                from satpuzzle.questions.burrs import best_of

                best = best_of(run, rules, asked.sort, limit=asked.limit, unique=asked.unique, once=asked.once)
                found = best.solutions
                if not asked.quiet:
                    complain(str(best))
            elif isinstance(run, Run) and asked.once:
                from satpuzzle.questions.solids import once

                found = once(run, asked.up_to == "isometries")
            if file is not None:
                file.take(found)
            else:
                for solution in found:
                    if out.isatty():
                        shown.clear()
                    writer.solution(solution)
        except BackendError as error:
            failure = str(error)
        shown.clear()
        (file or writer).summary(run)
        if asked.output is not None and asked.format == "text" and not asked.quiet:
            print(folded(verdict(run), sys.stderr), file=sys.stderr)
        finish(run, failure, asked.stats)
