"""Panels: one look at a solution, as parts of SVG.

Everything is an orthographic projection of the pieces' surfaces, what is farther from the eye drawn first.  Layers
are seen from above and lie side by side; a stack of layers and the whole solid are seen from a corner.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

import numpy as np

from satpuzzle.pictures.geometry import Places, faces, key, neighbours, places, surface
from satpuzzle.pictures.palette import GREY, OUTLINE, colour, ink, shaded
from satpuzzle.puzzle.lattice import Lattice
from satpuzzle.solutions.solution import Solution

_LINE = 0.055  # width of a piece's outline, where a cell has width 1
_SEAM = 0.05  # stroke that closes the seam between two faces of one colour
_GAP = 0.5  # between layers
_RADIUS = 0.49  # of a ball
_WAIST = 0.6  # width of what joins two balls of a piece
_LETTER = 0.44
_LATER = 0.6  # by so much lines are nearer than faces: less than any cell in front, more than a neighbour


@dataclass(frozen=True)
class Panel:
    """Parts of SVG, and the rectangle that they take up: left, top, right, bottom."""

    parts: list[str]
    box: tuple[float, float, float, float]


@dataclass(frozen=True)
class Body:
    """A piece in its place, or a layer of it: its cells, its number among all copies of pieces, its letter."""

    cells: Places
    number: int  # -1 for cells that stay empty
    letter: str

    @property
    def colour(self) -> str:
        """Return the colour of the piece."""
        return colour(self.number)


def _eye(azimuth: float, elevation: float) -> Places:
    """Return the directions that go right on the paper, down, and out of it, as rows.

    One looks from so far to the right of the front, and from so far above it, in degrees.
    """
    (sa, se), (ca, ce) = np.sin(angles := np.radians([azimuth, elevation])), np.cos(angles)
    return np.array([(ca, -sa, 0), (sa * se, ca * se, -ce), (sa * ce, ca * ce, se)])


_ABOVE = _eye(0, 90)
_CORNER = _eye(45, 35.264)  # cubes look isometric


def bodies(solution: Solution) -> list[Body]:
    """Return the pieces of a solution in space."""
    lattice = solution.puzzle.lattice
    marked = zip(solution.pieces, solution.copies(), solution.symbols(), strict=True)
    return [Body(places(cells, lattice), number, mark) for (_, cells), number, mark in marked]


def layers(solution: Solution) -> Panel:
    """Look at the layers from above, side by side; the first is the lowest."""
    found = _layers(solution)
    step = max(np.ptp(cells[:, 0]) for cells in found) + 1 + _GAP
    shifts = [np.array([number * step, 0, 0]) for number in range(len(found))]
    return _look(_apart(solution, found, shifts), solution.puzzle.lattice, _ABOVE)


def stack(solution: Solution) -> Panel:
    """Look at the layers from a corner, drawn apart so that the top of each can be seen."""
    found = _layers(solution)
    _, down, _ = _CORNER
    shifts = [np.zeros(3)]
    for below, above in pairwise(found):
        # How far they overlap on the paper, and a gap.
        overlap = (above @ down).max() - (below @ down).min() + 2 * _reach(solution.puzzle.lattice, _CORNER)[1] + _GAP
        shifts.append(shifts[-1] + (0, 0, overlap / -down[2]))
    return _look(_apart(solution, found, shifts), solution.puzzle.lattice, _CORNER)


def solid(solution: Solution) -> Panel:
    """Look at the whole from a corner."""
    return _look(bodies(solution), solution.puzzle.lattice, _CORNER)


def _layers(solution: Solution) -> list[Places]:
    cells = places(solution.puzzle.board, solution.puzzle.lattice)
    heights = np.round(cells[:, 2], 4)
    return [cells[heights == height] for height in np.unique(heights)]


def _apart(solution: Solution, layers: Sequence[Places], shifts: Sequence[Places]) -> list[Body]:
    """Return the parts of the pieces in each layer, and its empty cells, each layer moved by its shift."""
    found = []
    for layer, shift in zip(layers, shifts, strict=True):
        free = {key(cell): cell for cell in layer}
        for body in bodies(solution):
            part = [free.pop(place) for place in map(key, body.cells) if place in free]
            if part:
                found.append(Body(np.array(part) + shift, body.number, body.letter))
        if free:
            found.append(Body(np.array([*free.values()]) + shift, -1, ""))
    return found


@dataclass(frozen=True)
class _Item:
    """Something to draw: how near it is, how (attributes of a path), the path, and other elements after it."""

    depth: float
    look: str
    path: str = ""
    more: str = ""


def _look(bodies: Sequence[Body], lattice: Lattice, eye: Places) -> Panel:
    """Return the picture of these bodies as this eye sees it."""
    draw = _balls if lattice.balls else _faces
    items = sorted(draw(bodies, lattice, eye), key=lambda item: item.depth)
    parts: list[str] = []
    for look, run in groupby(items, key=lambda item: item.look):
        together = list(run)
        if path := "".join(item.path for item in together):
            parts.append(f'<path {look} d="{path}"/>')
        parts += [item.more for item in together if item.more]
    paper = np.concatenate([body.cells for body in bodies]) @ eye[:2].T
    reach = _reach(lattice, eye)
    (left, top), (right, bottom) = paper.min(axis=0) - reach, paper.max(axis=0) + reach
    return Panel(parts, (left, top, right, bottom))


def _reach(lattice: Lattice, eye: Places) -> Places:
    """Return how far a cell reaches on the paper from its centre, to the right and down."""
    if lattice.balls:
        return np.array([_RADIUS, _RADIUS])
    corners = np.concatenate([face.corners for face in faces(lattice)])
    reach: Places = (corners @ eye[:2].T).max(axis=0)
    return reach


def _faces(bodies: Sequence[Body], lattice: Lattice, eye: Places) -> Iterator[_Item]:
    occupied = {key(cell) for body in bodies if body.number >= 0 for cell in body.cells}
    for body in bodies:
        empty = body.number < 0
        facets = surface(body.cells, lattice, () if empty else occupied)
        if empty:  # only the floor is drawn
            seen = [facet for facet in facets if facet.face.step[2] < -1e-6]
        else:
            seen = [facet for facet in facets if facet.face.step @ eye[2] > 1e-6]
        middles = np.array([facet.corners.mean(axis=0) for facet in seen])
        lettered = set() if empty else _middles(middles, [facet.face.step[2] > 0 for facet in seen])
        for number, facet in enumerate(seen):
            depth = float(body.cells[facet.cell] @ eye[2])
            corners = [_point(corner) for corner in facet.corners @ eye[:2].T]
            ends = zip(corners, [*corners[1:], corners[0]], facet.drawn, strict=True)
            right, near, up = facet.face.step / np.linalg.norm(facet.face.step)
            fill = shaded(body.colour, 0.74 + 0.26 * up + 0.06 * near - 0.06 * right)
            if not empty:
                look = f'fill="{fill}" stroke="{fill}" stroke-width="{_SEAM}"'
                yield _Item(depth, look, "M" + "L".join(corners) + "z")
            # Lines come when the neighbours in one plane are painted, before anything that is in front of them.
            yield _Item(
                depth + (-_LATER if empty else _LATER),
                'class="empty"' if empty else 'class="line"',
                "".join(f"M{a}L{b}" for a, b, drawn in ends if drawn),
                _letter(body.letter, middles[number] @ eye[:2].T, fill) if number in lettered else "",
            )


def _balls(bodies: Sequence[Body], lattice: Lattice, eye: Places) -> Iterator[_Item]:
    for body in bodies:
        empty = body.number < 0
        here = {key(cell): cell for cell in body.cells}
        for cell in body.cells:
            x, y = cell @ eye[:2].T
            depth = float(cell @ eye[2])
            look = 'class="empty"' if empty else f'class="ball" fill="url(#{gradient(body.colour)})"'
            ball = f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_RADIUS}" {look}/>'
            yield _Item(depth, "", more=ball if empty else ball + _letter(body.letter, (x, y), body.colour))
            others = () if empty else (here.get(key(cell + step)) for step in neighbours(lattice))
            for other in others:
                if other is not None and key(other) > key(cell):
                    behind = min(depth, float(other @ eye[2])) - 1e-3
                    path = f"M{_number(x)} {_number(y)}L{_point(other @ eye[:2].T)}"
                    yield _Item(behind, f'stroke="{shaded(body.colour, 0.7)}" stroke-width="{_WAIST}"', path)


def gradient(colour: str) -> str:
    """Return the name of the gradient that makes a circle of this colour look like a ball."""
    return f"ball-{colour[1:]}"


def _middles(points: Places, upward: Sequence[bool]) -> set[int]:
    """Return which faces get a letter: the middle one of each cluster that hangs together, on top if there is one."""
    left, found = set(range(len(points))), set()
    while left:
        cluster: set[int] = set()
        front = {left.pop()}
        while front:
            cluster |= front
            near = {other for other in left if min(np.linalg.norm(points[other] - points[one]) for one in front) < 1.01}
            left -= near
            front = near
        members = [face for face in sorted(cluster) if upward[face]] or sorted(cluster)
        away = np.linalg.norm(points[members] - points[members].mean(axis=0), axis=1)
        found.add(members[int(away.argmin())])
    return found


def _letter(letter: str, place: Sequence[float], paper: str) -> str:
    x, y = place
    mark = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}.get(letter, letter)
    return f'<text x="{_number(x)}" y="{_number(y + _LETTER * 0.36)}" fill="{ink(paper)}">{mark}</text>'


def _point(place: Sequence[float]) -> str:
    return " ".join(map(_number, place))


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".") if abs(value) >= 5e-4 else "0"


STYLE = (
    f".satpuzzle .line{{fill:none;stroke:{OUTLINE};stroke-width:{_LINE};stroke-linecap:round}}"
    f".satpuzzle .empty{{fill:none;stroke:{GREY};stroke-width:.03;stroke-dasharray:.1 .08}}"
    f".satpuzzle .ball{{stroke:{OUTLINE};stroke-width:.02}}"
    f".satpuzzle text{{font:bold {_LETTER}px sans-serif;text-anchor:middle}}"
)
