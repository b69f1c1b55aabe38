"""The content of a BurrTools file as plain data: shapes, problems, and stored solutions.

A *shape* is a box of voxels.  A *problem* packs some shapes into another one, its result.  A stored solution has an
*assembly*, the positions of its pieces, and perhaps a *separation*, the moves that take it apart.  All numbers count
from 0, except that colour 0 means no colour.

Andreas Röver, BurrTools, 2003 to 2025; the terms are those of its files.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

EMPTY, FIXED, VARIABLE = range(3)  # the states of a voxel
FULL, PARTIAL = 2, 3  # the states of a completely solved problem, and of one with some of its solutions

Triple = tuple[int, int, int]


@dataclass(frozen=True, eq=False)
class Shape:
    """A box of voxels."""

    voxels: NDArray[np.uint8]  # (x, y, z): EMPTY, FIXED or VARIABLE
    colours: NDArray[np.uint8]  # (x, y, z)
    name: str = ""
    hotspot: Triple = (0, 0, 0)  # the point whose position an assembly gives
    weight: int = 1


@dataclass(frozen=True)
class Part:
    """A shape that is packed between `min` and `max` times in a problem; `shape` is its number."""

    shape: int
    min: int = 1
    max: int = 1
    groups: tuple[tuple[int, int], ...] = ()  # (group, the number of copies that may belong to it)


@dataclass(frozen=True)
class Placed:
    """A placed piece: the position of its hotspot, and the number of its rotation."""

    place: Triple
    turn: int


@dataclass(frozen=True)
class Separation:
    """How a set of pieces is moved apart into two subsets, and how each of these is taken apart further."""

    pieces: tuple[int, ...]  # numbers of pieces among all copies of the assembly, placed or not
    states: tuple[tuple[Triple, ...], ...]  # for each state the position of each piece; removed pieces are far away
    left: "Separation | None" = None
    removed: "Separation | None" = None


@dataclass(frozen=True)
class Stored:
    """A stored solution: an assembly, its numbers among all assemblies and solutions, and its separation."""

    assembly: tuple[Placed | None, ...]  # the placement of each copy of each part; None if it is left out
    assembly_number: int = 0
    solution_number: int = 0
    separation: Separation | None = None
    info: str | None = None  # a summary of a separation that is not stored


@dataclass(frozen=True)
class Problem:
    """A problem: parts, the number of the shape to be built from them (`result`), and solutions found earlier.

    A field is None if the file has no value for it.
    """

    name: str = ""
    parts: tuple[Part, ...] = ()
    result: int | None = None
    state: int = 0
    assemblies: int | None = None
    solutions: int | None = None
    seconds: int | None = None
    empty: int | None = None
    pairs: tuple[tuple[int, int], ...] = ()  # (colour of a piece, colour of the result) that may coincide, from 1
    assembler: tuple[str, str] | None = None  # the version and the state of a search that was not finished
    stored: tuple[Stored, ...] = ()


@dataclass(frozen=True)
class Burr:
    """The content of a BurrTools file."""

    grid: int = 0
    colours: tuple[Triple, ...] = ()  # (red, green, blue) of each colour
    shapes: tuple[Shape, ...] = ()
    problems: tuple[Problem, ...] = ()
    comment: str = ""
    popup: bool = False  # whether the comment is shown when the file is opened
