"""Grids that are written down: polygons that tile the plane, or sticks, which are edges of polygons.

A file gives two *periods* and the cells of one unit by their corners (`written.py`).  Cell (x, y, k) is cell k of the
unit, translated by x times the first period and y times the second.

The point group acts on coordinates along the periods by integer matrices.  An isometry need not fix any point (a glide
reflection does not), so each matrix has a step for each kind of cell, and the kind to which it carries this kind.

    (x, y, k)  →  (M (x, y) + step[k], kind[k])

The body of a polygon is a slab.  Cells beside each other have a whole side in common.  A stick's neighbours are the
sticks that it meets at its ends; its body is a bar that narrows towards its ends, so that bars do not overlap.
"""

from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray

from satpuzzle.puzzle.grids.base import NOWHERE, THICKNESS, Grid, Points
from satpuzzle.puzzle.grids.bodies import CLOSE, Body, Face, Places, Polyhedron

_WIDTH = 0.28  # of the bar of a stick, in multiples of its length


@dataclass(frozen=True, eq=False, repr=False)
class Moves:
    """What isometries do to cells: for each element of the point group and each kind, see the module's docstring."""

    steps: NDArray[np.int64]  # (order, kinds, 2)
    kind: NDArray[np.int64]  # (order, kinds)


@dataclass(frozen=True, eq=False, repr=False)
class Layout:
    """Where the characters of cells stand in a drawing: column and row."""

    at: NDArray[np.int64]  # (kinds, 2), of the cells of the unit
    steps: NDArray[np.int64]  # (2, 2), how far each period is
    points: NDArray[np.int64] = field(default_factory=lambda: np.zeros((0, 2), np.int64))
    # (n, 2), positions that may have a `+`, which is no cell, such as the ends of sticks


@dataclass(frozen=True, eq=False, repr=False)
class Tiling(Grid):
    """A flat grid that is written down."""

    names: tuple[str, ...] = ()  # of the kinds
    periods: Places = field(default_factory=lambda: np.zeros((0, 2)))  # (2, 2)
    outlines: tuple[Places, ...] = ()  # the corners of each kind, (n, 2), clockwise on paper; two of a stick
    behind: tuple[
        tuple[tuple[int, ...] | None, ...], ...
    ] = ()  # the vectors to the cells behind the sides of each kind
    moves: Moves | None = None
    layout: Layout | None = None

    # Turning

    def turned(self, matrices: NDArray[np.int64], cells: Points) -> NDArray[np.int64]:
        """Return the images of cells under the isometries of the point group; see `Grid`."""
        assert self.moves is not None
        which = [self._number[matrix.tobytes()] for matrix in np.ascontiguousarray(matrices)]
        kinds = cells[:, 2]
        found = np.empty((len(which), len(cells), 3), np.int64)
        found[..., :2] = np.einsum("gij,cj->gci", matrices[:, :2, :2], cells[:, :2])
        found[..., :2] += self.moves.steps[which][:, kinds]
        found[..., 2] = self.moves.kind[which][:, kinds]
        return found

    @cached_property
    def _number(self) -> dict[bytes, int]:
        return {matrix.tobytes(): number for number, matrix in enumerate(np.ascontiguousarray(self.group))}

    # Space

    @cached_property
    def is_sticks(self) -> bool:
        """Whether the cells are sticks."""
        return len(self.outlines[0]) == 2

    @cached_property
    def _translations_in_space(self) -> Places:
        """The periods; the mean area of a polygon is 1, and so is the mean length of a stick."""
        if self.is_sticks:
            size = float(np.mean([np.linalg.norm(a - b) for a, b in self.outlines]))
        else:
            size = float(abs(np.linalg.det(self.periods)) / len(self.kinds)) ** 0.5
        return np.pad(self.periods / size, ((0, 0), (0, 1)))

    @cached_property
    def _scale(self) -> float:
        return float(self._translations_in_space[0, :2] @ self.periods[0] / (self.periods[0] @ self.periods[0]))

    @cached_property
    def _middles(self) -> Places:
        """The centre of each kind: the mean of its corners."""
        return np.array([(*(self._scale * outline.mean(axis=0)), 0) for outline in self.outlines])

    def centres(self, cells: Points) -> Places:
        """Return the Cartesian coordinates of the centres of cells."""
        found: Places = cells[..., :2] @ self._translations_in_space + self._middles[cells[..., 2] % len(self.kinds)]
        return found

    @cached_property
    def bodies(self) -> tuple[Body, ...]:
        """Return the body of a cell of each kind: a slab with the outline of the cell."""
        return tuple(self._slab(kind) for kind in range(len(self.kinds)))

    def _slab(self, kind: int) -> Polyhedron:
        outline = self._bar(kind) if self.is_sticks else self.outline(kind)
        half = THICKNESS / 2
        top, bottom = (np.pad(outline, ((0, 0), (0, 1)), constant_values=z) for z in (half, -half))
        faces = []
        for number, behind in enumerate(self.behind[kind]):
            ends = [number, (number + 1) % len(outline)]
            along = outline[ends[1]] - outline[ends[0]]
            outwards = np.array([along[1], -along[0], 0]) / np.linalg.norm(along)
            away = float(outwards[:2] @ outline[ends[0]])
            corners = np.concatenate([bottom[ends], top[ends[::-1]]])
            faces.append(Face(outwards * (2 * away if away > CLOSE else 1), corners, behind))
        lids = (Face(np.array([0, 0, sign * THICKNESS]), side) for sign, side in ((1, top), (-1, bottom[::-1])))
        return Polyhedron((*faces, *lids))

    def outline(self, kind: int) -> Places:
        """Return the corners of a kind relative to its centre; see `Grid`."""
        found: Places = self._scale * self.outlines[kind] - self._middles[kind, :2]
        return found

    def _bar(self, kind: int) -> Places:
        """Return the corners of the body of a stick: at each end its tip, where it meets others, and two shoulders."""
        start, end = self.outline(kind)
        along = (end - start) / np.linalg.norm(end - start)
        across = np.array([-along[1], along[0]])
        half = _WIDTH * float(np.linalg.norm(end - start)) / 2
        shoulders = []
        for tip, way, steps in ((start, along, self._at_ends[kind][0]), (end, -along, self._at_ends[kind][1])):
            to = [(self.centres(self.kinds[kind] + step) - self._middles[kind])[:2] - tip for step in steps[1:]]
            for side in (across, -across):
                angles = [float(np.arctan2(place @ side, place @ way)) % (2 * np.pi) for place in to]
                nearest = min(angles, default=np.pi)
                back = half / np.tan(nearest / 2) if nearest < np.pi - CLOSE else 0.0
                shoulders.append(tip + back * way + half * side)
        near, near_back, far, far_back = shoulders
        return np.array([start, near_back, far_back, end, far, near])

    @cached_property
    def _at_ends(self) -> list[tuple[Points, Points]]:
        """For each kind of stick the vectors to the sticks at its ends, with itself, the zero vector, first."""
        found = []
        for kind, outline in enumerate(self.outlines):
            steps = self._steps_around(kind)
            cells = self.kinds[kind] + steps
            ends = np.array(self.outlines)[cells[:, 2]] + (cells[:, :2] @ self.periods)[:, None]
            at = [steps[np.isclose(ends, tip).all(axis=2).any(axis=1)] for tip in outline]
            found.append((at[0], at[1]))
        return found

    def _steps_around(self, kind: int) -> Points:
        """Return the vectors from a cell to the cells of the units around, those of its own unit first."""
        reach = self._spread
        shifts = np.array(
            sorted(product(range(-reach, reach + 1), repeat=2), key=lambda shift: max(map(abs, shift))), np.int64
        )
        cells = (np.pad(shifts, ((0, 0), (0, 1)))[:, None] + self.kinds).reshape(-1, 3)
        order = np.argsort((cells != self.kinds[kind]).any(axis=1), kind="stable")
        found: Points = cells[order] - self.kinds[kind]
        return found

    @cached_property
    def _spread(self) -> int:
        """How many periods away from a cell of the unit the unit of a neighbour may be, at most."""
        along = np.concatenate(self.outlines) @ np.linalg.inv(self.periods)
        return int(np.ceil(np.ptp(along, axis=0).max() + CLOSE))

    def neighbours(self, kind: int = 0) -> Points:
        """Return the vectors from a cell of this kind to those with a side, or for a stick an end, in common."""
        if not self.is_sticks:
            return np.unique(np.array([behind for behind in self.behind[kind] if behind], np.int64), axis=0)
        one, other = self._at_ends[kind]
        return np.unique(np.concatenate([one[1:], other[1:]]), axis=0)

    def around_corners(self, kind: int = 0) -> list[Points]:
        """Return for each corner, or end of a stick, of this kind the vectors to the cells at it; see `Grid`."""
        return [*self._at_ends[kind]] if self.is_sticks else super().around_corners(kind)

    def spokes(self, kind: int = 0) -> list[Points]:
        """Return for each end of a stick of this kind the vectors to the sticks there, clockwise, with itself."""
        found = []
        for tip, steps in zip(self.outline(kind), self._at_ends[kind] if self.is_sticks else (), strict=False):
            right, down, _ = (self.centres(self.kinds[kind] + steps) - self._middles[kind] - (*tip, 0)).T
            found.append(steps[np.argsort(np.arctan2(down, right).round(6))])
        return found

    # Drawings

    dots_are_cells = False  # a person who draws a row with gaps need not know which of them are cells

    def positions(self, cells: Points) -> Points:
        """Return column, row and layer of each cell's character; see `Grid`."""
        assert self.layout is not None
        found = np.zeros((len(cells), 3), np.int64)
        found[:, :2] = cells[:, :2] @ self.layout.steps + self.layout.at[cells[:, 2]]
        return found

    def _at(self, positions: Points) -> Points:
        assert self.layout is not None
        apart = positions[:, None, :2] - self.layout.at
        steps, whole = _divided(apart, self.layout.steps)
        kind = whole.argmax(axis=1)
        return np.column_stack([steps[np.arange(len(kind)), kind], kind])

    def corner(self, positions: Points) -> Points:
        """Return the position at which the unit of the first cell in a drawing begins; see `Grid`."""
        first: Points = positions.min(axis=0)
        moved = first - self.margins
        at: Points = moved[self._repeats(moved[:, :2]).argmax()]
        return at

    @cached_property
    def margins(self) -> Points:
        """Return the shifts of positions by which a drawing may begin after a unit does, the shortest first."""
        assert self.layout is not None
        wide, high = self.spans
        shifts = np.array(sorted(product(range(wide), range(high)), key=lambda shift: (sum(shift), shift)), np.int64)
        different: dict[bytes, int] = {}
        for number, shift in enumerate(self._reduced(shifts)):
            different.setdefault(shift.tobytes(), number)
        return np.pad(shifts[[*different.values()]], ((0, 0), (0, 1)))

    @cached_property
    def spans(self) -> tuple[int, int]:
        """The numbers of columns and of rows after which drawings repeat."""
        assert self.layout is not None
        (a, b), (c, d) = self.layout.steps.tolist()
        whole = abs(a * d - b * c)
        return whole // int(np.gcd(b, d)), whole // int(np.gcd(a, c))

    def _repeats(self, shifts: NDArray[np.int64]) -> NDArray[np.bool_]:
        assert self.layout is not None
        return _divided(shifts, self.layout.steps)[1]

    def _reduced(self, shifts: NDArray[np.int64]) -> NDArray[np.int64]:
        assert self.layout is not None
        return shifts - _divided(shifts, self.layout.steps)[0] @ self.layout.steps

    def drawn(self, positions: Points, points: Points = NOWHERE) -> Points:
        """Return the cells of a drawing that begins where a unit does, or else is moved to where it fits; see `Grid`.

        Raises ValueError, too, if it is moved and could be several shapes, which no turn carries to each other.
        """
        fitting = (
            self._at(positions + shift)
            for shift in self.margins
            if self.points_among(points + shift).all() and self.occupied(positions + shift).all()
        )
        first = next(fitting, None)
        if first is None:
            self._check_points(points)
            return self.cells_at(positions)
        moved = len(first) and not (self.positions(first[:1]) == positions[:1]).all()
        if moved and any(self._turned_alike(other) != self._turned_alike(first) for other in fitting):
            raise ValueError(
                f"no cell of {self.summary} where it begins, and could be several shapes further on: put dots before it"
            )
        return first

    def _turned_alike(self, cells: Points) -> bytes:
        """Return bytes that are equal for cells in order that translations and turns carry to each other."""
        images = self.turned(self.motions(mirror=False), cells)
        images[..., :2] -= images[:, :1, :2].copy()
        return min(bytes(image.tobytes()) for image in images)

    def points_among(self, positions: Points) -> NDArray[np.bool_]:
        """Tell which positions of a drawing may have a `+`; see `Layout`."""
        assert self.layout is not None
        apart = positions[:, None, :2] - self.layout.points
        found: NDArray[np.bool_] = np.asarray(_divided(apart, self.layout.steps)[1].any(axis=1))
        return found


def _divided(points: NDArray[np.int64], basis: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the coefficients of points, (..., 2), in a basis, rounded down, and whether these are exact."""
    (a, b), (c, d) = basis.tolist()
    whole = a * d - b * c
    many = points @ np.array([[d, -b], [-c, a]], np.int64) * (1 if whole > 0 else -1)
    steps, rest = np.divmod(many, abs(whole))
    return steps, np.asarray((rest == 0).all(axis=-1))
