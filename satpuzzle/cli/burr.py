"""Writes the puzzle, its solutions and their separations to a BurrTools file, for `solve`."""

from pathlib import Path

import numpy as np

from satpuzzle.cli.exits import complain
from satpuzzle.cli.subject import Subject
from satpuzzle.clock import Clock, Status
from satpuzzle.errors import PuzzleError, Stopped
from satpuzzle.motion import Assembler, Rules, Verdict
from satpuzzle.motion.separations import separation
from satpuzzle.puzzle.formats.burr import Placed, Separation
from satpuzzle.puzzle.formats.xmpuzzle.converting import as_opened
from satpuzzle.puzzle.formats.xmpuzzle.writing import save
from satpuzzle.search.run import Search
from satpuzzle.solutions.chosen import Chosen
from satpuzzle.solutions.solution import Solution
from satpuzzle.solutions.stored import assembly_of, with_solutions

_TAKING_APART = (0, 1)  # BurrTools' numbers of the grids on which it takes apart


class BurrFile:
    """A writer that collects solutions and writes the file at the end."""

    def __init__(self, about: Subject, path: Path, rules: Rules, clock: Clock) -> None:
        self.path = path
        self.clock = clock
        if about.opened is None:
            self.opened, self.shift = as_opened(about.puzzle)
        else:
            self.opened, self.shift = about.opened, np.zeros(3, np.int64)
        self.separating = self.opened.burr.grid in _TAKING_APART
        self.assembler = Assembler(about.puzzle, rules)
        self.found: list[tuple[tuple[Placed | None, ...], Separation | None]] = []
        self.undecided = 0
        self.turning = 0

    def solution(self, solution: Solution | Chosen) -> None:
        """Keep a solution and its separation."""
        assert isinstance(solution, Solution)  # only puzzles have such files
        assembly = assembly_of(self.opened, solution, self.shift)
        self.found.append((assembly, self._separation(solution, assembly) if self.separating else None))

    def _separation(self, solution: Solution, assembly: tuple[Placed | None, ...]) -> Separation | None:
        try:
            apart = self.assembler.assembly(solution, self.clock)
        except (PuzzleError, Stopped):
            return None
        self.undecided += apart.verdict is Verdict.UNKNOWN
        if apart.verdict is not Verdict.YES:
            return None
        if any(step.about is not None for step in apart.steps):
            self.turning += 1
            return None
        return separation(apart.steps, [None if placed is None else placed.place for placed in assembly])

    def summary(self, run: Search) -> None:
        """Write the file."""
        final = run.status is Status.EXHAUSTED
        if self.undecided:
            complain(f"{self.undecided} solutions are written without a separation: it takes more than --max-states")
        if self.turning:
            complain(f"{self.turning} solutions are written without a separation: BurrTools has no turns")
        number = run.packings.isometries
        save(with_solutions(self.opened, self.found, number, final, self.separating), self.path)
