"""A page that shows the steps of a search."""

from pathlib import Path

from satpuzzle.api import solve
from satpuzzle.keywords import named
from satpuzzle.pictures.searching import MOST, searching
from satpuzzle.pictures.searching import Animation as Animation  # exported from here
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.search.run import Run


@named
def animate(subject: Puzzle | Run | str | Path, *, most: int = MOST, skip: int = 0) -> Animation:
    """Return a page that shows a search step by step: the options that it tries, the dead ends, and the solutions.

    The search is Knuth's Algorithm X, which always branches on an item with the fewest options.  A `Run` as `subject`
    stands for its puzzle and given pieces.  The page skips the first `skip` steps and then shows at most `most`.  It
    works without a network, and a notebook displays it.  Raises PuzzleError for an invalid argument, for a puzzle with
    too many cells for a picture, and if the search has no more than `skip` steps.
    """
    return searching(subject if isinstance(subject, Run) else solve(subject), most, skip)
