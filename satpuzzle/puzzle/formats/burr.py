"""The content of a BurrTools file as plain data: shapes, problems, and stored solutions.

A *shape* is a box of voxels.  A *problem* packs some shapes into another one, its result.  A stored solution has an
*assembly*, the positions of its pieces, and perhaps a *separation*, the moves that take it apart.  All numbers count
from 0, but for colours, where 0 is no colour.

Andreas Röver, BurrTools, 2003 to 2025; the words are those of its files.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

EMPTY, FIXED, VARIABLE = range(3)  # what a voxel can be
FULL, PARTIAL = 2, 3  # the states of a problem that was solved to its end, and of one with some of its solutions

Triple = tuple[int, int, int]


@dataclass(frozen=True, eq=False)
class Shape:
    """A box of voxels."""

    voxels: NDArray[np.uint8]  # (x, y, z): EMPTY, FIXED or VARIABLE
    colours: NDArray[np.uint8]  # (x, y, z)
    name: str = ""
    hotspot: Triple = (0, 0, 0)  # the point that an assembly says the place of
    weight: int = 1


@dataclass(frozen=True)
class Part:
    """How often a shape occurs in a problem."""

    shape: int
    minimum: int = 1
    maximum: int = 1
    groups: tuple[tuple[int, int], ...] = ()  # (group, how many of them may belong to it)


@dataclass(frozen=True)
class Placed:
    """A placed piece: the position of its hotspot, and the number of its rotation."""

    place: Triple
    turn: int


@dataclass(frozen=True)
class Separation:
    """The separation of a set of pieces into two: their positions step by step, and the separations of both parts."""

    pieces: tuple[int, ...]  # numbers among the copies of an assembly, of which some may be left out
    states: tuple[tuple[Triple, ...], ...]  # of each state the place of each piece; far out is gone
    left: "Separation | None" = None
    removed: "Separation | None" = None


@dataclass(frozen=True)
class Stored:
    """A solution in a file."""

    assembly: tuple[Placed | None, ...]  # of each copy of each part; None is left out
    assembly_number: int = 0
    solution_number: int = 0
    separation: Separation | None = None
    info: str | None = None  # what a separation is like that is not kept itself


@dataclass(frozen=True)
class Problem:
    """Parts to be packed into a result, and stored results; None where the file has no value."""

    name: str = ""
    parts: tuple[Part, ...] = ()
    result: int | None = None
    state: int = 0
    assemblies: int | None = None
    solutions: int | None = None
    seconds: int | None = None
    most_holes: int | None = None
    pairs: tuple[tuple[int, int], ...] = ()  # colours of a piece and of the result that go together, from 1
    assembler: tuple[str, str] | None = None  # the version and the state of a search that was not finished
    stored: tuple[Stored, ...] = ()


@dataclass(frozen=True)
class Burr:
    """The content of a file."""

    grid: int = 0
    colours: tuple[Triple, ...] = ()  # red, green, blue
    shapes: tuple[Shape, ...] = ()
    problems: tuple[Problem, ...] = ()
    comment: str = ""
    popup: bool = False  # whether the comment is shown when the file is opened
