"""The output formats of the commands: solutions as they are found, then one summary.

Data are written to the given stream, by default standard output; progress and messages to standard error.  The method
`solution` is called for each solution and `summary` at the end.  JSON is also written solution by solution, so that the
memory does not grow with their number.
"""

import json
import sys
from typing import Protocol, TextIO

from satpuzzle.cli.terminal import folded, width
from satpuzzle.puzzle import drawing
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.search.report import facts, verdict
from satpuzzle.search.run import Search
from satpuzzle.solutions import palette
from satpuzzle.solutions.chosen import Chosen
from satpuzzle.solutions.solution import Solution
from satpuzzle.structured import SCHEMA, as_json

FEW = 3  # the number of solutions drawn on a terminal by default


class Writer(Protocol):
    """A format of output."""

    def solution(self, solution: Solution | Chosen) -> None:
        """Write one solution."""

    def summary(self, run: Search) -> None:
        """Write the summary of the run, after all solutions."""


class Text:
    """The text format: drawings separated by blank lines, then a summary."""

    def __init__(self, stream: TextIO, few: int | None, quiet: bool) -> None:
        self.stream = stream
        self.few = few
        self.quiet = quiet
        self.drawn = self.skipped = 0

    def solution(self, solution: Solution | Chosen) -> None:
        """Draw the solution, unless the largest number of drawings has been reached."""
        if self.few is not None and self.drawn >= self.few:
            self.skipped += 1
            return
        if self.drawn == 0 and not self.quiet and (names := solution.legend):
            print(names, file=self.stream, end="\n\n")
        self.drawn += 1
        room = width(self.stream)
        text = str(solution) if room is None or not isinstance(solution, Solution) else _coloured(solution, room)
        print(text, file=self.stream, end="\n\n", flush=True)

    def summary(self, run: Search) -> None:
        """Write the summary of the run."""
        if not self.quiet:
            if self.few is not None and self.skipped:
                are = "is" if self.skipped == 1 else "are"
                print(f"{self.skipped} more {are} not drawn: use -n, -o FILE or --format ndjson.", file=sys.stderr)
            print(folded(verdict(run), self.stream), file=self.stream, flush=True)


def _coloured(solution: Solution, room: int) -> str:
    """Return a drawing for a terminal with `room` columns, each letter on the colour of its piece."""
    from rich.color import Color, ColorSystem
    from rich.console import Console
    from rich.text import Text as Styled

    console = Console(file=sys.stdout, soft_wrap=True)
    system = {"standard": ColorSystem.STANDARD, "256": ColorSystem.EIGHT_BIT}.get(console.color_system or "")

    def style(paper: str) -> str:
        shown = paper
        if system is not None:  # the terminal shows its nearest colour, on which the letter must be readable
            shown = Color.parse(paper).downgrade(system).get_truecolor().hex
        return f"{palette.ink(shown)} on {paper}"

    styles = {
        mark: style(palette.colour(copy)) for copy, mark in zip(solution.copies(), solution.symbols(), strict=True)
    }
    blocks = drawing.blocks(drawing.draw(solution.marks(), solution.puzzle.grid), room)
    styled = Styled()
    for header, lines in blocks:
        styled.append(f"{header}\n" if header else "")
        for line in lines:
            for mark in line:
                styled.append(f"{mark} " if mark != " " else "  ", style=styles.get(mark))
            styled.append("\n")
        styled.append("\n")
    styled.rstrip()
    if (painted := solution.painted()) is not None:
        header, *lines = painted.split("\n")
        side = {mark: style(hue) for mark, hue in _hues(solution.puzzle).items()}
        styled.append(f"\n\n{header}")
        for line in lines:
            styled.append("\n")
            for mark in line:
                styled.append(mark, style=side.get(mark))
    with console.capture() as capture:
        console.print(styled, end="")
    return capture.get()


def _hues(puzzle: Puzzle) -> dict[str, str]:
    """Return a display colour for each mark in a drawing of the colours of sides, or of cells."""
    from satpuzzle.pictures.wedges import cell_hues, hues

    return hues(puzzle) | {drawing.HUES[number]: hue for number, hue in cell_hues(puzzle).items()}


class Json:
    """The JSON format: one object; the solutions come first, since the summary is known only at the end."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.written = 0  # solutions so far; the object begins with the first, so that an error can come before it

    def solution(self, solution: Solution | Chosen) -> None:
        """Write the solution as a list of pieces with their cells."""
        self.stream.write(",\n  " if self.written else f'{{"schema": {SCHEMA}, "solutions": [\n  ')
        self.stream.write(json.dumps(solution.as_list(), ensure_ascii=False))
        self.written += 1

    def summary(self, run: Search) -> None:
        """Write the summary and close the object."""
        rest = json.dumps(facts(run), ensure_ascii=False)
        before = "\n],\n" if self.written else f'{{"schema": {SCHEMA}, "solutions": [],\n'
        self.stream.write(f"{before}{rest[1:]}\n")
        self.stream.flush()


class NdJson:
    """The NDJSON format: one line per solution, then one line with the summary."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def solution(self, solution: Solution | Chosen) -> None:
        """Write the solution as one line."""
        self.stream.write(as_json({"solution": solution.as_list()}) + "\n")
        self.stream.flush()

    def summary(self, run: Search) -> None:
        """Write the summary as the last line."""
        self.stream.write(as_json({"summary": facts(run)}) + "\n")
        self.stream.flush()
