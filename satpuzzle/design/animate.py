"""A search as a page that shows its steps."""

from pathlib import Path

from satpuzzle.api import solve
from satpuzzle.keywords import named
from satpuzzle.pictures.searching import MOST, searching
from satpuzzle.pictures.searching import Animation as Animation  # which this module hands out
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.search.run import Run


@named
def animate(subject: Puzzle | Run | str | Path, *, most: int = MOST, skip: int = 0) -> Animation:
    """Return a page that shows how a search goes, step by step: what it tries, where it is stuck and goes back.

    The search is Knuth's Algorithm X, which covers next what can be covered in the fewest ways; of a `Run` it takes the
    puzzle and the given pieces.  At most `most` steps are shown, after the first `skip`.  The page works without a
    network; a notebook displays it.  Raises PuzzleError for an invalid argument, a puzzle with too many cells for a
    picture, or if there are no more steps than those to skip.
    """
    return searching(subject if isinstance(subject, Run) else solve(subject), most, skip)
