"""Converts a problem of a BurrTools file to a puzzle, and its stored results to placed pieces.

Fixed voxels of the result must be filled, variable ones may be.  A piece with variable voxels is rejected, as in
BurrTools' guide.  Coordinates are those of the file.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import numpy as np

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.errors import PuzzleError, printable
from satpuzzle.puzzle.checks import chosen
from satpuzzle.puzzle.formats.burr import EMPTY, VARIABLE, Burr, Part, Placed, Problem, Shape, Stored
from satpuzzle.puzzle.formats.xmpuzzle import turning
from satpuzzle.puzzle.formats.xmpuzzle.reading import read, read_text
from satpuzzle.puzzle.grids import GRIDS, Points
from satpuzzle.puzzle.model import Piece, Puzzle

GRID_NAMES = ("cubic", "prisms", "fcc", "rhombic", "tetra-octa")


@dataclass(frozen=True, eq=False)
class Opened:
    """One problem of a file, and the puzzle made from it; its pieces are the parts with at least one copy allowed."""

    burr: Burr
    number: int  # the problem's number, from 1
    puzzle: Puzzle

    @property
    def problem(self) -> Problem:
        """Return the problem in the file."""
        return self.burr.problems[self.number - 1]

    @property
    def remarks(self) -> list[str]:
        """Return messages, one line each, about values of the file that have no effect."""
        empty = self.problem.empty
        if empty is None or self.puzzle.empty is not None:
            return []
        return [f"maxHoles = {empty} does not count, as in BurrTools: no piece has a range"]

    def placed(self, stored: Stored) -> list[tuple[int, Points]] | None:
        """Return (number of the piece, its cells on the board) for each placed piece of a stored assembly.

        The cells are in the order of the piece's cells.  The result is None if the assembly does not match the problem.
        """
        found = []
        copies = list(self.copies())
        if len(copies) != len(stored.assembly):
            return None
        for piece, place in zip(copies, stored.assembly, strict=True):
            if place is None:
                continue
            shape = self.burr.shapes[occurring(self.problem)[piece].shape]
            own = self.puzzle.pieces[piece]
            covered = turning.cells(self.burr.grid, own.cells, np.array(shape.hotspot), place)
            if covered is None:
                return None
            found.append((piece, covered))
        return found

    def copies(self) -> Iterator[int]:
        """Yield the number of a piece of the puzzle for each entry of a stored assembly: once for each copy."""
        for number, part in enumerate(occurring(self.problem)):
            for _ in range(part.max):
                yield number

    def as_stored(self, pieces: list[tuple[int, Points, list[int] | None]]) -> tuple[Placed | None, ...]:
        """Convert placed pieces, each given as (number, cells, colours of these cells), to a stored assembly.

        The result has an entry for each copy of each piece, None for a copy that is not placed.
        """
        left = [*pieces]
        found: list[Placed | None] = []
        for piece in self.copies():
            mine = next((entry for entry in left if entry[0] == piece), None)
            if mine is None:
                found.append(None)
                continue
            left = [entry for entry in left if entry is not mine]
            hotspot = np.array(self.burr.shapes[occurring(self.problem)[piece].shape].hotspot)
            own, (_, covered, colours) = self.puzzle.pieces[piece], mine
            both = None if colours is None else (own.colours, np.array(colours))
            place = turning.as_stored(self.burr.grid, own.cells, hotspot, covered, both)
            assert place is not None  # the piece was rotated by a rotation of the grid
            found.append(place)
        return tuple(found)


def occurring(problem: Problem) -> list[Part]:
    """Return the parts of a problem of which at least one copy is allowed."""
    return [part for part in problem.parts if part.max]


def open_file(path: Path, problem: int | str | None = None, clock: Clock = UNLIMITED) -> Opened:
    """Return a problem of a file, by its number from 1 or its name; it may be omitted if there is only one.

    Raises PuzzleError, with a line that names the file, if there is no such problem or it is no valid puzzle, and
    Stopped if the clock stops.
    """
    return _of_file(read(path, clock), str(path), path.stem, problem, clock)


def open_text(text: str | bytes, name: str, problem: int | str | None = None, clock: Clock = UNLIMITED) -> Opened:
    """Return a problem of a file that is given as text or bytes, as `open_file` does; `name` is the puzzle's."""
    return _of_file(read_text(text, name, clock), name, name, problem, clock)


def _of_file(burr: Burr, file: str, name: str, problem: int | str | None, clock: Clock) -> Opened:
    try:
        return opened(burr, name, problem, clock)
    except PuzzleError as error:
        raise PuzzleError(f"{file}: {error}") from None


def opened(burr: Burr, name: str, problem: int | str | None = None, clock: Clock = UNLIMITED) -> Opened:
    """Return a problem of a BurrTools file as a puzzle with this name; see `open_file`."""
    number = chosen([each.name for each in burr.problems], problem)
    name = printable(name)
    name = f"{name}-{number}" if len(burr.problems) > 1 else name
    return Opened(burr, number, puzzle(burr, number, name, clock))


def each(burr: Burr, name: str, clock: Clock = UNLIMITED) -> Iterator[tuple[Problem, Opened | str]]:
    """Yield the problems of a file, each as `opened`, or with the reason why it is no puzzle."""
    for number, problem in enumerate(burr.problems, 1):
        try:
            yield problem, opened(burr, name, number, clock)
        except PuzzleError as error:
            yield problem, str(error).removeprefix(f"problem {number}: ")


def puzzle(burr: Burr, number: int, name: str, clock: Clock = UNLIMITED) -> Puzzle:
    """Return a problem, by its number from 1, as a puzzle.

    Raises PuzzleError if it is no valid puzzle, and Stopped if the clock stops.
    """
    problem = burr.problems[number - 1]

    def fail(message: str) -> NoReturn:
        raise PuzzleError(f"problem {number}: {message}")

    grid = GRIDS.get(GRID_NAMES[burr.grid])
    if grid is None:
        fail(f"the grid {burr.grid} ({GRID_NAMES[burr.grid]}) is not supported")
    if problem.result is None:
        fail("has no result")
    if not (parts := occurring(problem)):
        fail("has no pieces")
    result = burr.shapes[problem.result]
    board = np.argwhere(result.voxels != EMPTY)
    shapes = [burr.shapes[part.shape] for part in parts]
    every = [np.argwhere(shape.voxels != EMPTY) for shape in shapes]
    names = _names(parts, shapes)
    for known, shape in zip(names, shapes, strict=True):
        if (shape.voxels == VARIABLE).any():
            fail(f"the piece {known} has variable voxels, only a result may have some")
    for what, cells in (("the result", board), *((f"shape {p.shape}", c) for p, c in zip(parts, every, strict=True))):
        clock.check()
        if not len(cells):
            fail(f"{what} has no voxels")
        if not (inside := grid.contains(cells)).all():
            fail(f"{what} has the voxel {cells[inside.argmin()].tolist()}, which is no cell of the grid {grid.name}")
    clock.check()
    return Puzzle(
        name=name,
        grid=grid,
        board=board,
        optional=result.voxels[tuple(board.T)] == VARIABLE,
        pieces=tuple(
            Piece(
                name=known,
                cells=cells,
                min=part.min,
                max=part.max,
                colours=shape.colours[tuple(cells.T)].astype(np.int64),
                groups=part.groups,
                weight=shape.weight,
            )
            for known, cells, part, shape in zip(names, every, parts, shapes, strict=True)
        ),
        title=printable(problem.name) or name,
        source=printable(burr.comment),
        colours=result.colours[tuple(board.T)].astype(np.int64),
        pairs=frozenset(problem.pairs) if burr.colours else None,
        hues=tuple("#" + bytes(colour).hex() for colour in burr.colours),
        empty=problem.empty if any(part.min < part.max for part in parts) else None,
    )


def _names(parts: list[Part], shapes: list[Shape]) -> list[str]:
    """Return different names for all pieces: the names of their shapes, or S and a number as in BurrTools."""
    plain = [printable(shape.name) or f"S{part.shape + 1}" for part, shape in zip(parts, shapes, strict=True)]
    several = {name for name, times in Counter(plain).items() if times > 1}
    longer = [f"{n} S{part.shape + 1}" if n in several else n for n, part in zip(plain, parts, strict=True)]
    several = {name for name, times in Counter(longer).items() if times > 1}
    return [f"{name} #{number}" if name in several else name for number, name in enumerate(longer, 1)]
