"""The command `satpuzzle sheet`."""

import sys
from dataclasses import dataclass, replace
from pathlib import Path

import typer

from satpuzzle.cli.apart import taken_apart
from satpuzzle.cli.asking import check_picture
from satpuzzle.cli.common import interruptible, opened, rules_of, solutions_of
from satpuzzle.cli.exits import CTRL_C, complain
from satpuzzle.cli.options import command
from satpuzzle.clock import Clock
from satpuzzle.engines.base import Engine
from satpuzzle.errors import Stopped
from satpuzzle.motion.assembly import Assembly, Verdict
from satpuzzle.motion.rules import Rules
from satpuzzle.pictures.codes import check_code
from satpuzzle.pictures.instructions import EDGE, PAPERS, instructions
from satpuzzle.pictures.printed import save
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.rows import again, argument, option, required
from satpuzzle.settings import BackendRow, MotionRows, SubjectRows
from satpuzzle.solutions.solution import Solution
from satpuzzle.studio.page import link_of

_FEW = 20  # packings of which the first that comes apart is shown; if none does, others are tried


# fmt: off
@dataclass(frozen=True, kw_only=True)
class Asked(SubjectRows, BackendRow, MotionRows):
    """The options of `sheet`."""

    solution: str | None = argument(
        "[SOLUTION]",
        "A solution as solve writes it: a file, a text, or - for standard input; by default, search for one.",
        default=None)
    backend: str | Engine = again(BackendRow, "backend", without=("solution",))
    output: Path = required(
        "-o FILE", None,
        "The file: .pdf or .html has all pages; of .svg or .png each page has one, numbered if there are several.")
    paper: str = option("a4", "", None, "The size of a page.", allowed=PAPERS)
    base: str | None = option(
        None, "URL", None, "The address of a studio: a QR code on the sheet opens the puzzle there.")
    steps: bool = option(True, "", None, "Show how to put a solution in space, or in a frame, together.")
# fmt: on


@command
def sheet(asked: Asked) -> None:
    """Make a sheet of paper: pieces, a solution in layers, steps to it.

    It shows a solution that can be put together from above, if one is found soon, or else in any way.
    """
    check_picture(asked.output, "output")
    rules = rules_of(asked) or Rules()
    about = opened(asked)
    puzzle, texts = about.puzzle, None if asked.solution is None else [asked.solution]
    link = None if asked.base is None else link_of(puzzle, asked.base)
    if link is not None:
        check_code(link)  # before a long search
    steps = asked.steps and not _lies(puzzle)
    found, interrupted = solutions_of(about, texts, _FEW if steps else 1, asked.backend)
    assembly, clock = None, Clock()
    with interruptible(clock):
        try:
            assembly = _assembly(found, rules, asked, clock) if steps else None
        except Stopped:
            interrupted = True
    solution = assembly.solution if assembly is not None and assembly.solution is not None else found[0]
    pages = instructions(solution, assembly, asked.paper, link)
    for path in save(pages, asked.output, pages[0].title, EDGE):
        if path != asked.output:
            print(path, file=sys.stderr)
    if interrupted:
        complain(f"interrupted; {asked.output} shows what was found until then")
        raise typer.Exit(CTRL_C)


def _assembly(found: list[Solution], rules: Rules, asked: Asked, clock: Clock) -> Assembly | None:
    """Return how the first packing is put together for which this is possible, if there is one.

    Unless rules are given, a packing that can be put together from above is preferred: so one builds on a table.
    """
    puzzle, given = found[0].puzzle, asked.open or asked.moves or asked.interlocking
    if not given and "+z" in puzzle.grid.sides and "frame" not in puzzle.features:
        for one in taken_apart(found, Rules(open="+z"), asked.backend, False, first=True, clock=clock):
            if one.verdict is Verdict.YES:
                return replace(one, side=None)  # there is no box
    further = asked.solution is None and len(found) == _FEW
    apart = taken_apart(found, rules, asked.backend, further, first=True, clock=clock)
    best = next((one for one in apart if one.verdict is Verdict.YES), None)
    if best is None:
        complain(f"{puzzle.name}: no steps are shown, because no packing that was tried can be put together")
    return best


def _lies(puzzle: Puzzle) -> bool:
    """Tell whether pieces are laid on a board, so that there is nothing to say about steps; or are folded."""
    return (
        "chain" in puzzle.features
        or "wrap" in puzzle.features
        or (puzzle.grid.single_layer and "frame" not in puzzle.features)
    )
