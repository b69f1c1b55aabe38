"""Solutions as pieces: the cells that a solution covers become one piece of a new piece set."""

from collections.abc import Iterator

from satpuzzle.api import solve
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.errors import Stopped
from satpuzzle.puzzle.generating import distinct_parts
from satpuzzle.puzzle.model import PieceSet, Puzzle
from satpuzzle.search.run import Run


def solutions_as_pieces(puzzle: Puzzle, notchable: bool = False, clock: Clock = UNLIMITED) -> PieceSet:
    """Return the solutions of a puzzle as pieces: only connected ones, distinct up to rotations, the largest first.

    With `notchable`, only pieces that can be made with a saw.  Raises PuzzleError if `notchable` is given for a grid
    without squares or cubes, and Stopped if the clock stops.
    """
    run = solve(puzzle, up_to="rotations", clock=clock)
    assert isinstance(run, Run)  # a puzzle's run, not a bare cover's
    return distinct_parts(puzzle, _covered(run), f"solutions of {puzzle.title or puzzle.name}", notchable, clock)


def _covered(run: Run) -> Iterator[int]:
    """Yield the set of cells that each solution covers, as bits; equal sets are yielded once."""
    seen = set()
    placements = run.tabulate().placements
    for options in run.options():
        placed = (option for option in options if placements.piece[option] >= 0)
        cells = sum(1 << int(cell) for option in placed for cell in placements.covered(option))
        if cells not in seen:
            seen.add(cells)
            yield cells
    if run.clock.status is not None:
        raise Stopped
