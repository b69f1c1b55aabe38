"""Grids: sets of cells with their symmetries.  `base` defines the interface; each grid is one file.

Most flat grids are files in the folder `grids/` (`written.py`); the others are modules here (`made.py`).
"""

from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from satpuzzle import data
from satpuzzle.errors import PuzzleError, closest
from satpuzzle.puzzle.formats.json import shown
from satpuzzle.puzzle.grids.base import Direction as Direction
from satpuzzle.puzzle.grids.base import Grid as Grid
from satpuzzle.puzzle.grids.base import Points as Points
from satpuzzle.puzzle.grids.made import MADE
from satpuzzle.registry import Registry


def _read(path: Path, name: str = "") -> Grid:
    from satpuzzle.puzzle.grids.written import load  # which many puzzles do not need

    return load(path, name)


_FILES = {name: partial(_read, path, name) for name, path in data.files("grids").items()}
GRIDS: Registry[Grid] = Registry({name: partial(MADE.__getitem__, name) for name in MADE} | _FILES)


def grid_of(found: object, where: str = "", beside: Path | None = Path()) -> Grid:
    """Return the grid that is named, the one in a file, whose path may begin at `beside`, or the one with these keys.

    If `beside` is None, no file is opened.
    Raises PuzzleError, with a message that begins with `where`, if there is none or its keys are invalid.
    """
    if isinstance(found, Grid):
        return found
    if isinstance(found, dict):
        from satpuzzle.puzzle.grids.written import of_table

        return of_table(found, f"{where}grid")
    if isinstance(found, str) and found in GRIDS:
        return GRIDS[found]
    if isinstance(found, str) and found.endswith(".toml"):
        if beside is None:
            raise PuzzleError(
                f"{where}grid is {shown(found)}: not allowed here, where no file is opened; give its keys"
            )
        if not (beside / found).is_file():
            raise PuzzleError(f"{where}grid is {shown(found)}: there is no such file")
        return _read(beside / found)
    near = closest(found, GRIDS) if isinstance(found, str) else ""
    raise PuzzleError(
        f"{where}grid is {shown(found)}{near}: choose from {', '.join(GRIDS)}, or the path of a file.toml"
    )


def describe_grid(name: str) -> str:
    """Return what a bundled grid is: the title of its file, or the first sentence of its module."""
    if title := GRIDS[name].title:
        return title
    module = import_module(f"{__name__}.{name.replace('-', '_')}")
    return str(module.__doc__).partition(".")[0].replace("\n", " ")


def said(grid: Grid) -> str | dict[str, Any]:
    """Return what a puzzle file says of its grid: the name of a bundled grid, the keys of another one."""
    named = grid.name in GRIDS and GRIDS[grid.name] is grid
    return dict(grid.written) if grid.written and not named else grid.name
