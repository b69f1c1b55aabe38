"""What the command line prints: solutions as they come, then one summary.

Data goes to the given stream, by default standard output; progress and remarks go to standard error.  A
writer is told each solution (`solution`) and at last the end of the run (`summary`).  JSON is written as
it comes as well, so that memory stays flat however many solutions there are.
"""

import json
import sys
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Protocol, TextIO

from satpuzzle.engines import Status
from satpuzzle.puzzle import drawing
from satpuzzle.puzzle.model import Counts, Puzzle
from satpuzzle.search.run import Run
from satpuzzle.solutions import palette
from satpuzzle.solutions.solution import Solution

FEW = 3  # solutions drawn on a terminal unless more are asked for


def facts(run: Run) -> dict[str, Any]:
    """Return the outcome of a run as plain data, with stable keys."""
    counts = run.counts
    return {
        "puzzle": run.puzzle.name,
        "backend": run.backend,
        "encoding": run.encoding.name if run.encoding else None,
        "up_to": run.up_to,
        "status": run.status,
        "counts": {"raw": counts.raw, "rotations": counts.rotations, "isometries": counts.isometries},
        "final": counts.final,
        "reason": run.reason,
        "symmetry": run.symmetry,
        "stats": {key: round(value, 6) if isinstance(value, float) else value for key, value in run.stats.items()},
    } | (_asked(run) if run.assemblable else {})


def _asked(run: Run) -> dict[str, Any]:
    assert run.assembler is not None
    return {"assemblable": asdict(run.assembler.rules), "packings": run.packings.known()}


def verdict(run: Run) -> str:
    """Return the outcome of a run in a line or two: how many, by which convention, and whether that is final."""
    counts = run.counts
    convention, found = next(iter(reversed(counts.known().items())))
    endings = {
        Status.EXHAUSTED: "search exhausted, the count is final",
        Status.SOLUTION_LIMIT: "stopped at the wanted number, not final",
        Status.TIME_LIMIT: "stopped at the time limit, not final",
        Status.INTERRUPTED: "interrupted, not final",
        None: "not begun",
    }
    number = f"{found}" if counts.final else f"≥ {found}"
    kind = ("solution" if found == 1 else "solutions") + (
        " on the fixed board" if convention == "raw" else " up to isometries"
    )
    lines = [f"{run.puzzle.name}: {number} {kind} ({counts})"]
    if run.assemblable and run.assembler:
        undecided = run.stats.get("undecided", 0)
        lines.append(
            f"these can be put together {run.assembler.rules}, of all packings ({run.packings})"
            + (f"; {undecided} up to isometries stay undecided" if undecided else "")
        )
    if run.reason:
        lines.append(f"impossible: {run.reason}")
    orders = ", ".join(f"{order} {name}" for name, order in run.symmetry.items())
    ending = endings[run.status]
    if run.status is Status.EXHAUSTED and not counts.final:
        ending = "search exhausted, but not all is decided, not final"
    lines.append(f"{ending}; symmetry group: {orders}" if orders else ending)
    found_all = run.packings if run.assemblable else counts
    if not run.given and found_all.final and not (run.assembler and run.assembler.rules.fixes_side):
        lines += _against_published(found_all, run.puzzle.published)
    return "\n".join(lines)


def _against_published(counts: Counts, published: Counts) -> list[str]:
    found = counts.known()
    differing = [
        f"{name} {number}, published {published.known()[name]}"
        for name, number in found.items()
        if published.known().get(name, number) != number
    ]
    return [f"WARNING: this differs from the published counts: {'; '.join(differing)}"] if differing else []


def legend(puzzle: Puzzle) -> str:
    """Return which characters stand for which piece, where they are not simply the names."""
    named = [
        f"{' '.join(marks)} = {piece.name}"
        for piece, marks in zip(puzzle.pieces, puzzle.symbols, strict=True)
        if marks != (piece.name,)
    ]
    return "; ".join(named)


class Writer(Protocol):
    """A format of output."""

    def solution(self, solution: Solution) -> None:
        """Write one solution."""

    def summary(self, run: Run) -> None:
        """Write the end."""


class Text:
    """Drawings, a blank line between them, then the verdict."""

    def __init__(self, stream: TextIO, few: int | None, quiet: bool) -> None:
        self.stream = stream
        self.few = few
        self.quiet = quiet
        self.drawn = self.skipped = 0

    def solution(self, solution: Solution) -> None:
        """Draw the solution, unless enough were drawn."""
        if self.few is not None and self.drawn >= self.few:
            self.skipped += 1
            return
        if self.drawn == 0 and not self.quiet and (names := legend(solution.puzzle)):
            print(names, file=self.stream, end="\n\n")
        self.drawn += 1
        text = _coloured(solution) if self.stream.isatty() else str(solution)
        print(text, file=self.stream, end="\n\n", flush=True)

    def summary(self, run: Run) -> None:
        """Print the verdict."""
        if not self.quiet:
            if self.few is not None and self.skipped:
                print(
                    f"{self.skipped} more are not drawn: -n, -o FILE or --format ndjson give them.",
                    file=sys.stderr,
                )
            print(verdict(run), file=self.stream, flush=True)


def _coloured(solution: Solution) -> str:
    from rich.color import Color, ColorSystem
    from rich.console import Console
    from rich.text import Text as Styled

    console = Console(file=sys.stdout, soft_wrap=True)
    system = {"standard": ColorSystem.STANDARD, "256": ColorSystem.EIGHT_BIT}.get(console.color_system or "")
    styles = {}
    for copy, mark in zip(solution.copies(), solution.symbols(), strict=True):
        paper = shown = palette.colour(copy)
        if system is not None:  # the terminal shows another colour, on which the letter must be read
            shown = Color.parse(paper).downgrade(system).get_truecolor().hex
        styles[mark] = f"{palette.ink(shown)} on {paper}"
    styled = Styled()
    for line in drawing.fold(drawing.draw(solution.marks(), solution.puzzle.lattice)).splitlines():
        for mark in line:
            styled.append(f"{mark} " if mark != " " else "  ", style=styles.get(mark))
        styled.append("\n")
    styled.rstrip()
    with console.capture() as capture:
        console.print(styled, end="")
    return capture.get()


class Json:
    """One object; the solutions come first, since the rest is known last."""

    def __init__(self, stream: TextIO, listing: bool) -> None:
        self.stream = stream
        self.listing = listing
        self.written = 0
        if listing:
            stream.write('{"solutions": [')

    def solution(self, solution: Solution) -> None:
        """Write the solution as a list of pieces with their cells."""
        self.stream.write(",\n  " if self.written else "\n  ")
        self.stream.write(_dumps(solution.as_list()))
        self.written += 1

    def summary(self, run: Run) -> None:
        """Write the facts and close the object."""
        rest = _dumps(facts(run))
        self.stream.write(("\n],\n" if self.written else "],\n") + rest[1:] + "\n" if self.listing else rest + "\n")
        self.stream.flush()


class NdJson:
    """One solution a line, then one line of facts."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def solution(self, solution: Solution) -> None:
        """Write one line."""
        self.stream.write(_dumps({"solution": solution.as_list()}) + "\n")
        self.stream.flush()

    def summary(self, run: Run) -> None:
        """Write the last line."""
        self.stream.write(_dumps({"summary": facts(run)}) + "\n")
        self.stream.flush()


def _dumps(content: Mapping[str, Any] | list[Any]) -> str:
    return json.dumps(content, ensure_ascii=False)
