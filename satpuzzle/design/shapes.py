"""Solutions as shapes: all cells that a solution covers are one piece of a new set."""

from collections.abc import Iterator

from satpuzzle.api import solve
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.errors import Stopped
from satpuzzle.puzzle.generating import distinct_parts
from satpuzzle.puzzle.model import PieceSet, Puzzle
from satpuzzle.search.run import Run


def solutions_as_pieces(puzzle: Puzzle, notchable: bool = False, clock: Clock = UNLIMITED) -> PieceSet:
    """Return the solutions of a puzzle as pieces, connected ones only, distinct up to rotations, the largest first.

    Raises PuzzleError if they shall be notchable on a grid without squares or cubes, and Stopped if the clock stops.
    """
    run = solve(puzzle, up_to="rotations", clock=clock)
    assert isinstance(run, Run)  # not of a bare cover
    return distinct_parts(puzzle, _covered(run), f"solutions of {puzzle.title or puzzle.name}", notchable, clock)


def _covered(run: Run) -> Iterator[int]:
    """Yield the cells that solutions cover, as bits; those that several solutions cover, once."""
    seen = set()
    placements = run.tabulate().placements
    for options in run.options():
        cells = sum(1 << int(cell) for option in options for cell in placements.covered(option))
        if cells not in seen:
            seen.add(cells)
            yield cells
    if run.clock.status is not None:
        raise Stopped
