"""Writes BurrTools files: a puzzle, its solutions, and the moves that take each apart."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

import numpy as np

from satpuzzle.clock import Clock, Status
from satpuzzle.errors import PuzzleError, Stopped
from satpuzzle.motion.assembly import Assembler, Assembly, Verdict
from satpuzzle.motion.rules import Rules
from satpuzzle.motion.separations import separation
from satpuzzle.motion.threads import side_by_side
from satpuzzle.puzzle.formats.burr import Placed, Separation
from satpuzzle.puzzle.formats.xmpuzzle.converting import as_opened, left_out
from satpuzzle.puzzle.formats.xmpuzzle.problem import Opened
from satpuzzle.puzzle.formats.xmpuzzle.writing import save
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.search.run import Search
from satpuzzle.solutions.chosen import Chosen
from satpuzzle.solutions.solution import Solution
from satpuzzle.solutions.stored import assembly_of, with_solutions

_TAKING_APART = (0, 1)  # BurrTools' numbers of the grids for which it can disassemble


class BurrFile:
    """A writer of a BurrTools file, which collects solutions and writes the file at the end.

    `opened` is the file from which the puzzle was read, if any.  `remark` gets sentences on what cannot be written.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        opened: Opened | None,
        path: Path,
        rules: Rules,
        clock: Clock,
        jobs: int,
        remark: Callable[[str], None] = lambda text: None,
    ) -> None:
        self.path = path
        self.clock = clock
        self.jobs = jobs
        self.remark = remark
        if opened is None:
            self.opened, self.shift = as_opened(puzzle)
            for lost in left_out(puzzle):
                remark(f"{path}: {lost}")
        else:
            self.opened, self.shift = opened, np.zeros(3, np.int64)
        self.separating = self.opened.burr.grid in _TAKING_APART
        self.assembler = Assembler(puzzle, rules)
        self.found: list[tuple[tuple[Placed | None, ...], Separation | None]] = []
        self.undecided = 0
        self.turning = 0

    def take(self, solutions: Iterable[Solution | Chosen]) -> None:
        """Collect solutions and how they come apart; threads take them apart while the search finds more."""
        only = (solution for solution in solutions if isinstance(solution, Solution))  # only puzzles have such files
        for solution, apart in side_by_side(self._judged, only, self.jobs):
            assembly = assembly_of(self.opened, solution, self.shift)
            self.undecided += apart is not None and apart.verdict is Verdict.UNKNOWN
            tree = None
            if apart is not None and apart.verdict is Verdict.YES:
                turning = any(step.about is not None for step in apart.steps)
                self.turning += turning
                if not turning:
                    tree = separation(apart.steps, [None if placed is None else placed.place for placed in assembly])
            self.found.append((assembly, tree))

    def _judged(self, solution: Solution) -> tuple[Solution, Assembly | None]:
        if not self.separating:
            return solution, None
        with suppress(PuzzleError, Stopped):
            return solution, self.assembler.assembly(solution, self.clock)
        return solution, None

    def summary(self, run: Search) -> None:
        """Write the file with all solutions, since a BurrTools file must be written as a whole."""
        final = run.status is Status.EXHAUSTED
        if self.undecided:
            self.remark(
                f"{self.undecided} solutions are written without a separation,"
                " which takes more than --max-states positions"
            )
        if self.turning:
            self.remark(f"{self.turning} solutions are written without a separation: BurrTools has no turns")
        number = run.packings.isometries
        save(with_solutions(self.opened, self.found, number, final, self.separating), self.path)
