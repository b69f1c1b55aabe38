"""Outlines of flat pieces and of a tray for them, in millimetres, to be cut from a sheet.

A laser burns away a strip of some width, the *kerf*, half of it on each side of the drawn line.  So the outline of a
piece is moved inwards by half of the gap and outwards by half of the kerf; for the outline of a hole, it is the
reverse.  If the pieces of a solution are cut where they lie, each line between two of them is cut once, and the kerf is
the gap.

Clipper2 (Angus Johnson), which is part of Manifold in the extra `mesh`, computes unions and offsets.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.errors import PuzzleError
from satpuzzle.extras import need
from satpuzzle.pictures.geometry import Key, Places, faces, keys, places
from satpuzzle.pictures.sizes import Sizes
from satpuzzle.pictures.wedges import wedges
from satpuzzle.puzzle.grids import Grid, Points
from satpuzzle.puzzle.model import Piece, Puzzle
from satpuzzle.solutions.solution import Solution

Lines = NDArray[np.float64]  # (n, 2): to the right and away from the reader
Label = tuple[tuple[int, ...], str]  # a cell and its word

_SHARPEST = 4.0  # an offset corner is cut off if its tip is farther from the corner than this multiple of the offset
_FINEST = 1e-3  # millimetres; a corner that is nearer than this to a straight line is removed
_LETTER = 0.5  # largest size of a letter, in cells
_WIDE = 0.9  # largest width of a word, in cells, if its letters are as wide as 0.7 of their size
_SIDE = 0.14  # size of the letters at the sides of a tile, in cells


@dataclass(frozen=True)
class Word:
    """A word to engrave, with its middle and the height of its letters."""

    text: str
    x: float
    y: float
    size: float


@dataclass(frozen=True, eq=False)
class Part:
    """A part to be cut: its lines, which are all closed or all open, and words to engrave."""

    name: str
    lines: tuple[Lines, ...]
    closed: bool = True
    words: tuple[Word, ...] = ()


def pieces(puzzle: Puzzle, sizes: Sizes) -> Iterator[Part]:
    """Yield a part for each copy of each piece.  Raises PuzzleError if the pieces are not flat, or one is a chain."""
    check_flat(puzzle)
    check_rigid(puzzle)
    for piece in puzzle.pieces:
        made = section(piece.cells, puzzle.grid, sizes).offset(*_by(sizes.kerf / 2 - sizes.gap / 2))
        words = tuple(_sides(piece, puzzle.grid, sizes))
        for name in copies(piece):
            yield Part(name, _loops(made), words=words)


def check_rigid(puzzle: Puzzle) -> None:
    """Raise PuzzleError if a piece is a chain, whose joints nothing here makes."""
    puzzle.refuse(chain=f"{puzzle.name}: a chain has joints and is not made as one piece")


def tray(puzzle: Puzzle, sizes: Sizes, labels: Sequence[Label] | None = None) -> list[Part]:
    """Return the frame of a tray for a flat puzzle, and the base below it, with a word on each cell that has a label.

    The default for `labels` is the labels of the puzzle that pieces may leave uncovered.
    """
    check_flat(puzzle)
    labels = puzzle.labels if labels is None else labels
    whole, frame = frame_of(puzzle, sizes)
    size = _LETTER * sizes.cell
    words = [
        Word(word, *middle, min(size, _WIDE * sizes.cell / (0.7 * len(word))))
        for (_, word), middle in zip(labels, _middles([cell for cell, _ in labels], puzzle.grid, sizes), strict=True)
    ]
    return [
        Part(name, _loops(made.offset(*_by(sizes.kerf / 2))), words=tuple(said))
        for name, made, said in (("frame", frame, ()), ("base", whole, words))
    ]


def frame_of(puzzle: Puzzle, sizes: Sizes) -> tuple[Any, Any]:
    """Return two cross-sections (Manifold): of a rectangle around the board, and of the frame within it.

    The frame consists of the puzzle's own cells or, if it has none, of a wall around the board.
    """
    check_stays(puzzle)
    ground = np.concatenate([puzzle.board, np.array([cell for cell, _ in puzzle.labels], np.int64).reshape(-1, 3)])
    hole = section(ground, puzzle.grid, sizes).offset(*_by(sizes.gap / 2))
    around = hole if not len(puzzle.frame) else hole + section(puzzle.frame, puzzle.grid, sizes)
    wall = 0.0 if len(puzzle.frame) else sizes.wall
    left, down, right, up = around.bounds()
    whole = manifold().CrossSection.square((right - left + 2 * wall, up - down + 2 * wall))
    whole = whole.translate((left - wall, down - wall))
    return whole, section(puzzle.frame, puzzle.grid, sizes) - hole if len(puzzle.frame) else whole - hole


def in_place(solution: Solution, sizes: Sizes, framed: bool) -> list[Part]:
    """Return a part with the lines between and around the pieces of a solution, each once, to cut pieces in place.

    Segments on one straight line are joined.  With `framed`, the part also has the outer edge of a frame, and the base
    below it is a second part.
    """
    puzzle = solution.puzzle
    lines = _shared(solution, sizes)
    if not framed:
        return [Part(puzzle.name, lines, closed=False)]
    frame, base = tray(puzzle, sizes)
    edge = max(frame.lines, key=lambda loop: float(np.ptp(loop, axis=0).max()))
    return [Part(puzzle.name, (np.concatenate([edge, edge[:1]]), *lines), closed=False), base]


def _shared(solution: Solution, sizes: Sizes) -> tuple[Lines, ...]:
    check_flat(solution.puzzle)
    check_stays(solution.puzzle)
    found = {
        frozenset(ends): sizes.cell * edge
        for _, cells in solution.pieces
        for ends, edge in _edges(cells, solution.puzzle.grid).items()
    }
    return tuple(_straight([*found.values()]))


def section(cells: Points, grid: Grid, sizes: Sizes) -> Any:
    """Return the union of flat cells as a cross-section (Manifold) in millimetres; x is to the right, y upwards."""
    library = manifold()
    loops = [sizes.cell * loop for loop in _around(_edges(cells, grid))]
    return library.CrossSection(loops, library.FillRule.NonZero).simplify(_FINEST)


def _edges(cells: Points, grid: Grid) -> dict[tuple[Key, Key], Lines]:
    """Return the directed edges of the boundary of cells, each of shape (2, 2), with the cells on their left."""
    found: dict[tuple[Key, Key], Lines] = {}
    for centre, kind in zip(places(cells, grid), grid.kind(cells).tolist(), strict=True):
        loop = (centre + _top(grid, kind))[:, :2] * (1, -1)
        ends = np.stack([loop, np.roll(loop, -1, axis=0)], axis=1)
        if np.linalg.det(loop[1:3] - loop[0]) < 0:
            ends = ends[:, ::-1]
        for edge in ends:
            start, end = keys(np.column_stack([edge, (0, 0)]))
            if found.pop((end, start), None) is None:
                found[start, end] = edge
    return found


def _around(edges: dict[tuple[Key, Key], Lines]) -> Iterator[Lines]:
    """Yield the closed lines that directed edges form; where lines meet, each turns left as far as possible."""
    leaving: dict[Key, list[Key]] = {}
    at = {}
    for (start, end), edge in edges.items():
        leaving.setdefault(start, []).append(end)
        at[start] = edge[0]
    while leaving:
        start, ends = next(iter(leaving.items()))
        loop = [start, ends.pop()]
        while loop[-1] != start:
            last, here = loop[-2:]
            turns = [_turn(at[here] - at[last], at[end] - at[here]) for end in leaving[here]]
            loop.append(leaving[here].pop(int(np.argmax(turns))))
        leaving = {corner: ends for corner, ends in leaving.items() if ends}
        yield np.array([at[corner] for corner in loop[:-1]])


def _turn(before: Lines, after: Lines) -> float:
    """Return the angle from one direction to another, from -pi to pi; it is positive to the left."""
    return float(np.arctan2(before[0] * after[1] - before[1] * after[0], before @ after))


def _top(grid: Grid, kind: int) -> Places:
    """Return the corners of the upper face of a flat cell, relative to its centre."""
    return next(face.corners for face in faces(grid, kind) if face.step[2] > 0)


def shrunk(whole: Any, gap: float) -> Any:
    """Return the cross-section of a piece, moved inwards by half of a gap."""
    return whole.offset(*_by(-gap / 2))


def check_flat(puzzle: Puzzle) -> None:
    """Raise PuzzleError unless the pieces can be cut from a sheet."""
    if not puzzle.grid.single_layer:
        raise PuzzleError(
            f"{puzzle.name}: outlines need flat pieces, and these are solids;"
            " write a mesh (.stl or .3mf) for a 3D printer"
        )


def check_stays(puzzle: Puzzle) -> None:
    """Raise PuzzleError for a board that wraps round: neither it nor a solution can be made of flat or solid parts."""
    puzzle.refuse(wrap=f"{puzzle.name}: its board wraps round and cannot be made; --pieces without --box can")


def copies(piece: Piece) -> list[str]:
    """Return a name for each copy of a piece."""
    return [piece.name] if piece.max == 1 else [f"{piece.name}-{copy + 1}" for copy in range(piece.max)]


def manifold() -> Any:
    """Return the library Manifold; raises PuzzleError if it is not installed."""
    need("meshes and outlines need", "manifold3d", "mesh")
    import manifold3d

    return manifold3d


def _by(distance: float) -> tuple[float, Any, float]:
    return distance, manifold().JoinType.Miter, _SHARPEST


def _loops(made: Any) -> tuple[Lines, ...]:
    return tuple(np.asarray(loop) for loop in made.simplify(_FINEST).to_polygons())


def _middles(cells: Sequence[Sequence[int]], grid: Grid, sizes: Sizes) -> list[tuple[float, float]]:
    at = sizes.cell * places(np.array(cells, np.int64).reshape(-1, 3), grid)
    return [(x, -near) for x, near, _ in at.tolist()]


def _sides(piece: Piece, grid: Grid, sizes: Sizes) -> Iterator[Word]:
    """Yield the letters of a tile's sides, each next to its side."""
    if piece.sides:
        corners = sizes.cell * (places(piece.cells, grid)[0] + _top(grid, int(grid.kind(piece.cells)[0])))[:, :2]
        for letter, wedge in zip(piece.sides, wedges(corners), strict=True):
            x, near = wedge.mean(axis=0).tolist()
            yield Word(letter, x, -near, _SIDE * sizes.cell)


def _straight(segments: Sequence[Lines]) -> Iterator[Lines]:
    """Yield segments, each of shape (2, 2); segments that continue each other on a straight line are joined to one."""
    rows: dict[Key, tuple[Lines, list[list[float]]]] = {}  # each line's direction and nearest point, and its segments
    for ends in segments:
        along = _along(ends)
        across = np.array([-along[1], along[0]])
        near = float(ends[0] @ across)
        row = keys(np.append(along, near)[None])[0]
        rows.setdefault(row, (np.array([along, near * across]), []))[1].append(sorted((ends @ along).tolist()))
    for (along, near), spans in rows.values():
        joined: list[list[float]] = []
        for start, end in sorted(spans):
            if joined and start < joined[-1][1] + _FINEST:
                joined[-1][1] = end
            else:
                joined.append([start, end])
        yield from (np.outer(span, along) + near for span in joined)


def _along(ends: Lines) -> Lines:
    """Return the direction of a segment as a unit vector that points to the right, or up if the segment is vertical."""
    x, y = (ends[1] - ends[0]) / np.linalg.norm(ends[1] - ends[0])
    return np.array([x, y]) * (1 if (round(x, 6), y) > (0, 0) else -1)
