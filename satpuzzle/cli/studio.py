"""The command `satpuzzle studio`."""

import sys
import tempfile
import webbrowser
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from satpuzzle import data
from satpuzzle.cli.exits import complain
from satpuzzle.cli.options import command
from satpuzzle.cli.subject import subject
from satpuzzle.puzzle import library
from satpuzzle.puzzle.formats.link import is_link, unpack
from satpuzzle.rows import argument, often, option
from satpuzzle.settings import PageRows, SubjectRows
from satpuzzle.studio.page import beginning, own_grid, page


# fmt: off
@dataclass(frozen=True, kw_only=True)
class Asked(PageRows):
    """The options of `studio`."""

    puzzle: str | None = argument(
        "[PUZZLE]", "A bundled puzzle, a file, or a link copied from a studio.", default=None, among="puzzles")
    problem: str | None = often(SubjectRows, "problem")
    base: str | None = option(
        None, "URL", None, "The address at which the page will be published, for the links that it makes.")
# fmt: on


@command
def studio(asked: Asked) -> None:
    """Make a page for drawing, solving and playing puzzles.

    The page opens in a browser and works without a network; with -o it is written and not opened.
    """
    made = page(None if asked.puzzle is None else _begin(asked.puzzle, asked.problem), asked.base)
    path = asked.output or Path(tempfile.mkdtemp(prefix="satpuzzle-")) / "studio.html"
    data.write(path, made)
    if asked.output is not None or not asked.show:
        print(path, file=sys.stderr)
    elif not webbrowser.open(path.absolute().as_uri()):
        complain(f"no browser was found; open {path}")


def _begin(puzzle: str, problem: str | None) -> dict[str, Any]:
    """Return, as plain data, the puzzle that the page shows first.

    Raises PuzzleError if there is no such puzzle.
    """
    if is_link(puzzle):
        found = subject(puzzle, problem).puzzle  # raises PuzzleError for a link without a valid puzzle
        return {key: value for key, value in unpack(puzzle).items() if key != "grid"} | own_grid(found)
    bundled = library.bundled_name(puzzle) if problem is None else None
    if bundled in library.calendars():
        return {"name": bundled}
    said = beginning(subject(puzzle, problem).puzzle)
    return said if bundled is None else {"name": bundled}
