"""Grids: sets of cells with their symmetries.  `base` defines the interface; each grid is one file.

Most flat grids are files in the folder `grids/` (`written.py`); the others are modules here (`made.py`).
"""

from collections.abc import Iterator, MutableMapping
from importlib import import_module
from pathlib import Path
from typing import Any

from satpuzzle import data
from satpuzzle.errors import PuzzleError, closest
from satpuzzle.puzzle.formats.json import shown
from satpuzzle.puzzle.grids.base import Direction, Grid, Points
from satpuzzle.puzzle.grids.cubic import CUBIC
from satpuzzle.puzzle.grids.fcc import FCC
from satpuzzle.puzzle.grids.hexagonal import HEXAGONAL
from satpuzzle.puzzle.grids.made import MADE
from satpuzzle.puzzle.grids.prisms import PRISMS
from satpuzzle.puzzle.grids.rhombic import RHOMBIC
from satpuzzle.puzzle.grids.square import SQUARE
from satpuzzle.puzzle.grids.tetra_octa import TETRA_OCTA
from satpuzzle.puzzle.grids.triangular import TRIANGULAR
from satpuzzle.puzzle.grids.written import load, of_table

__all__ = [
    "CUBIC",
    "FCC",
    "GRIDS",
    "HEXAGONAL",
    "MADE",
    "PRISMS",
    "RHOMBIC",
    "SQUARE",
    "TETRA_OCTA",
    "TRIANGULAR",
    "Direction",
    "Grid",
    "Points",
    "describe_grid",
    "grid_of",
    "said",
]


class _Grids(MutableMapping[str, Grid]):
    """The bundled grids by name; one that is a file is read when it is asked for."""

    def __init__(self, *made: Grid) -> None:
        self._grids: dict[str, Grid | Path] = {grid.name: grid for grid in made}
        self._grids |= data.files("grids")

    def __getitem__(self, name: str) -> Grid:
        found = self._grids[name]
        return found if isinstance(found, Grid) else load(found, name)

    def __setitem__(self, name: str, grid: Grid) -> None:
        self._grids[name] = grid

    def __delitem__(self, name: str) -> None:
        del self._grids[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._grids)

    def __len__(self) -> int:
        return len(self._grids)


GRIDS: MutableMapping[str, Grid] = _Grids(*MADE.values())


def grid_of(found: object, where: str = "", beside: Path | None = Path()) -> Grid:
    """Return the grid that is named, the one in a file, whose path may begin at `beside`, or the one with these keys.

    If `beside` is None, no file is opened.
    Raises PuzzleError, with a message that begins with `where`, if there is none or its keys are invalid.
    """
    if isinstance(found, Grid):
        return found
    if isinstance(found, dict):
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
        return load(beside / found)
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
