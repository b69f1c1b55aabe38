"""Polyforms: all connected shapes of n cells of a grid.

Every shape of n + 1 cells is a shape of n cells and one neighbour of it, since a connected graph has a vertex whose
removal leaves it connected.  So the shapes of n + 1 cells are the canonical forms of all such extensions.

On some grids polyforms consist of *forms* of several cells, such as half squares that can be cut in two ways
(`Grid.forms`); then a shape grows by a form that has a side in common with it.

The extensions are made up to isometries; at the end, each shape is replaced by its two sides if one-sided shapes are
wanted.  Extending shapes up to rotations would miss some shapes of balls: flat ones may be equal up to a rotation that
is no symmetry of the packing, by 60 degrees in their plane, and then they have different neighbours.

*Free* shapes are counted up to isometries, *one-sided* ones up to rotations: in the plane a one-sided shape must not
be turned over, in space it must not be replaced by its mirror image.  There are 12 free and 18 one-sided pentominoes,
23 free and 29 one-sided pentacubes (Solomon W. Golomb, Polyominoes, 2nd edition, 1994).
"""

from collections.abc import Iterator

import numpy as np

from satpuzzle.clock import Clock
from satpuzzle.puzzle.grids import Grid, Points
from satpuzzle.puzzle.model import Piece, PieceSet
from satpuzzle.puzzle.shape import normalised


def polyforms(size: int, grid: Grid, one_sided: bool = False, clock: Clock | None = None) -> list[Points]:
    """Return all connected shapes of `size` cells, each (size, 3) and normalised, the longest bars first.

    Shapes are distinct up to isometries, or up to rotations if `one_sided`.  Raises ValueError for a size below 1 and
    Stopped if the clock stops.
    """
    if size < 1:
        raise ValueError(f"size {size}: allowed are integers from 1")
    clock = clock or Clock()
    found = {_canonical(form, grid) for form in grid.forms}
    forms = _around(grid)
    for _ in range(size - 1):
        larger: set[bytes] = set()
        for shape in found:
            clock.check()
            larger.update(_canonical(cells, grid) for cells in _extended(_cells(shape), grid, forms))
        found = larger
    if one_sided:
        found = {side for shape in found for side in _sides(_cells(shape), grid)}
    return sorted((_cells(shape) for shape in found), key=_compactness)


def every_piece(size: int, grid: Grid, one_sided: bool | None = None, clock: Clock | None = None) -> PieceSet:
    """Return all connected pieces of `size` cells as a set for puzzles, with the names A, B, C and so on.

    With `one_sided`, mirror images are different pieces; this is the default in space, where pieces cannot be turned
    over.  Raises ValueError for a size below 1, and Stopped if the clock stops.
    """
    apart = not grid.two_sided if one_sided is None else one_sided
    shapes = polyforms(size, grid, apart, clock)
    pieces = tuple(
        Piece(name=name, cells=shape, mirror=not (grid.two_sided and apart))
        for name, shape in zip(names(len(shapes)), shapes, strict=True)
    )
    kind = "mirror images are different" if apart else "mirror images are the same"
    return PieceSet(f"{grid.name}-{size}", f"all on the grid {grid.name}, {kind}", grid, pieces)


def names(pieces: int) -> list[str]:
    """Return the names of this many pieces: A to Z, then P27, P28 and so on."""
    return [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", *(f"P{number}" for number in range(27, pieces + 1))][:pieces]


def _around(grid: Grid) -> list[list[Points]]:
    """Return for each kind of cell the forms that have a cell of this kind, as vectors from it."""
    found: list[list[Points]] = [[] for _ in grid.kinds]
    for form in grid.forms:
        for cell, kind in zip(form, grid.kind(form).tolist(), strict=True):
            found[kind].append(form - cell)
    return found


def _extended(shape: Points, grid: Grid, forms: list[list[Points]]) -> Iterator[Points]:
    """Yield each shape that consists of the given one and one form beside it; `forms` is that of `_around`."""
    own = set(map(tuple, shape.tolist()))
    kinds = grid.kind(shape)
    beside = {
        tuple(cell)
        for cell, kind in zip(shape, kinds.tolist(), strict=True)
        for cell in (cell + grid.neighbours(kind)).tolist()
    }
    for cell in beside - own:
        for form in forms[int(grid.kind(np.array(cell)))]:
            more = np.array(cell) + form
            if len(more) == 1 or own.isdisjoint(map(tuple, more.tolist())):
                yield np.concatenate([shape, more])


def _canonical(cells: Points, grid: Grid) -> bytes:
    """Return the smallest normalised image of a shape, as bytes: a key that is equal for equivalent shapes."""
    return min(_keys(grid.isometries(cells), grid))


def _sides(cells: Points, grid: Grid) -> Iterator[bytes]:
    """Yield a key of each shape up to rotations that a shape up to isometries has: one, or two if it is chiral."""
    images = _keys(grid.isometries(cells), grid)
    while images:
        turned = _keys(grid.rotations(_cells(min(images)), mirror=False), grid)
        yield min(turned)
        images -= turned


def _keys(images: Points, grid: Grid) -> set[bytes]:
    return {image.tobytes() for image in normalised(images, grid)}


def _cells(shape: bytes) -> Points:
    return np.frombuffer(shape, np.int64).reshape(-1, 3)


def _compactness(shape: Points) -> tuple[float, list[list[int]]]:
    """Return a sort key that puts long shapes first: by the sum of squared distances from the centroid, descending."""
    spread = ((shape - shape.mean(axis=0)) ** 2).sum()
    return -round(float(spread), 6), shape.tolist()
