"""Reads exact covers from files of any format; of clauses it is made sure that they say what their comments say."""

from itertools import zip_longest
from pathlib import Path

from satpuzzle import data
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover import files as texts
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.errors import PuzzleError


def load_cover(path: str | Path, clock: Clock = UNLIMITED) -> ExactCover:
    """Return the cover in a file, whose format its ending tells.

    Raises PuzzleError, which names the file, if it cannot be read, and Stopped if the clock stops.
    """
    if Path(path).suffix.lower() != ".cnf":
        return texts.load_cover(path, clock)
    try:
        return _of_clauses(data.read(Path(path), data.LARGE), clock)
    except PuzzleError as error:
        raise PuzzleError(str(error) if str(error).startswith(str(path)) else f"{path}: {error}") from None


def _of_clauses(text: str, clock: Clock) -> ExactCover:
    from satpuzzle.cnf.recipe import load_recipe  # few covers are read from clauses
    from satpuzzle.cover import dimacs
    from satpuzzle.engines.exports.base import Instance
    from satpuzzle.engines.exports.dimacs import DIMACS

    cover, encoding = dimacs.parse(text, clock)
    instance = Instance(cover, recipe=load_recipe(encoding), clock=clock)
    told = (line for line in text.splitlines() if line.strip() and not line.startswith("c"))
    made = (line for line in DIMACS.lines(instance) if not line.startswith("c"))
    for one, other in zip_longest(told, made):
        if one != other:
            raise PuzzleError(
                f"its clauses are not those of the items and options in its comments: {one!r} in place of {other!r}"
            )
    return cover
