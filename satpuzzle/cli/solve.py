"""The command `satpuzzle solve`."""

import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from satpuzzle.cli.common import asked_about, begin_run, finish, interruptible, rules_of
from satpuzzle.cli.exits import complain
from satpuzzle.cli.options import command
from satpuzzle.cli.output import open_output
from satpuzzle.cli.progress import Progress
from satpuzzle.cli.subject import Subject, framed
from satpuzzle.cli.terminal import folded
from satpuzzle.cli.writers import FEW, Json, NdJson, Text, Writer
from satpuzzle.clock import Clock
from satpuzzle.errors import BackendError, PuzzleError
from satpuzzle.machine import cores
from satpuzzle.puzzle.formats.table import FORMATS as FILES
from satpuzzle.puzzle.formats.table import Format
from satpuzzle.puzzle.library import storing_format
from satpuzzle.rows import TEXT, again, option
from satpuzzle.search.report import verdict
from satpuzzle.search.run import CoverRun, Run
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

if TYPE_CHECKING:  # few write files of solutions
    from satpuzzle.motion.burrfile import BurrFile
    from satpuzzle.motion.rules import Rules


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
    rules = rules_of(asked, asked.assemblable or storing is not None or asked.sort is not None)
    about = asked_about(asked, clock)
    if asked.once:
        from satpuzzle.questions.solids import check_free

        check_free(about.puzzle)
    file = None
    if storing is not None:
        about = _without_frame(about, asked.output, storing)
        file = _file(about, asked, rules, clock)
    run, shown = begin_run(
        about,
        asked,
        clock,
        rules if asked.assemblable or asked.sort is not None else None,
        limit=asked.limit if asked.sort is None else None,
    )
    with open_output(None if file else asked.output, streamed=True) as out, interruptible(clock), shown.of(run):
        writer, failure = _writer(asked, out), None
        try:
            if file is not None:
                file.take(_found(run, asked, rules))
            else:
                _write(_found(run, asked, rules), writer, shown if out.isatty() else None)
        except BackendError as error:
            failure = str(error)
        shown.clear()
        (file or writer).summary(run)
        if asked.output is not None and asked.format == "text" and not asked.quiet:
            print(folded(verdict(run), sys.stderr), file=sys.stderr)
        finish(run, failure, asked.stats)


def _write(found: Iterable[Solution | Chosen], writer: Writer, shown: Progress | None) -> None:
    """Write solutions as they come; on a terminal they are not written into the progress that is shown."""
    for solution in found:
        if shown is not None:
            shown.clear()
        writer.solution(solution)


def _without_frame(about: Subject, output: Path | None, format: Format) -> Subject:
    """Return what is solved with its frame as a piece, which a message says, if files of a format have no frames."""
    if format.frames or not len(about.puzzle.frame):
        return about
    from satpuzzle.puzzle.editing import with_frame_as_piece

    complain(framed(output, format.program, about.puzzle))
    return replace(about, what=with_frame_as_piece(about.puzzle))


def _file(about: Subject, asked: Asked, rules: "Rules | None", clock: Clock) -> "BurrFile":
    """Return the writer of a file that stores solutions and how they come apart."""
    from satpuzzle.motion.burrfile import BurrFile
    from satpuzzle.motion.rules import Rules

    assert asked.output is not None
    jobs = asked.jobs or cores()
    return BurrFile(about.puzzle, about.opened, asked.output, rules or Rules(), clock, jobs, complain)


def _writer(asked: Asked, out: TextIO) -> Writer:
    if asked.format == "text":
        return Text(out, FEW if out.isatty() and asked.limit is None else None, asked.quiet)
    return Json(out) if asked.format == "json" else NdJson(out)


def _found(run: Run | CoverRun, asked: Asked, rules: "Rules | None") -> Iterable[Solution | Chosen]:
    """Return the solutions in the order in which they are written."""
    if not isinstance(run, Run):
        return run.chosen()
    if asked.sort is not None and rules is not None:
        from satpuzzle.questions.burrs import best_of

        best = best_of(run, rules, asked.sort, limit=asked.limit, unique=asked.unique, once=asked.once)
        if not asked.quiet:
            complain(str(best))
        return best.solutions
    if asked.once:
        from satpuzzle.questions.solids import once

        return once(run, asked.up_to == "isometries")
    return run
