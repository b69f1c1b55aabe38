"""The interface of grids.

A grid is the set of all possible cells.  Everything that depends on the grid is a method of `Grid`; no other code asks
which grid a puzzle has:

- cells and translations: `contains`, `translates`, `home`, `steps`, `kind`, `box`, `dimension`
- symmetry: `rotations` and `isometries` of a set of cells, `two_sided`
- space: `centres`, `vectors`, `bodies`, `neighbours`
- drawings: `positions`, `corner`, `cells_at`, `drawn`, `single_layer`, `summary`
- motion: `directions`, `sides`, `swept`, `turns`

A cell has three integer coordinates.  Cells may be of several *kinds*, such as upward and downward triangles, so a
translation that carries one cell to a cell may carry another one to a point that is not a cell.  The translations that
carry all cells to cells are the integer combinations of `basis`, which has two vectors for a flat grid and three for a
grid in space.  `kinds` has one cell of each kind; all cells are translates of these.

The point group, `group`, consists of the isometries that fix one point of highest symmetry and carry cells to cells,
as integer matrices that act on columns.  Together with the translations, it generates all isometries of the grid.  It
acts on the *exact* coordinates of the cells' centres, which are integers too.  If there is one kind of cell, they equal
the cell's coordinates; otherwise they may be finer: if the corners of triangles lie at multiples of 3, the centres
lie at (1, 1) and (2, 2).

On a flat grid, turning a piece over is a rotation of space that maps the plane to itself; a piece that must not be
turned over has only the rotations about z.

The methods of `Grid` compute their results from these data.  A grid for which that would be wrong overrides them.  For
example, pieces of balls have rotations that are not in the point group, the body of a ball is a sphere and not the set
of points nearest to its centre, and the drawings of some grids have gaps.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, count, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.arrays import wide
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.puzzle.grids.bodies import CLOSE, Body, Places, Polyhedron, distinct, voronoi

Points = NDArray[np.int64]  # (n, 3)
Direction = tuple[int, int, int]

AXES = "xyz"
NOWHERE: Points = np.zeros((0, 3), np.int64)
THICKNESS = 0.5  # thickness of the body of a flat cell
_SHORT = 2.0  # the longest step of a piece, in units of the shortest translation


LARGE = 5000  # for sets with more cells than this, it takes long to find all images


@dataclass(frozen=True, eq=False, repr=False)
class Grid:
    """A set of cells and its symmetries; see the module's docstring."""

    name: str
    basis: Points  # (2 or 3, 3)
    group: NDArray[np.int64]  # (order, 3, 3)
    kinds: Points = field(default_factory=lambda: np.zeros((1, 3), np.int64))  # (kinds, 3)
    forms: tuple[Points, ...] = ()  # the sets of cells of which polyforms consist; by default cells, one of each kind
    rules: tuple[str, ...] = ()  # the rules of a puzzle that does not say which ones it has
    title: str = ""  # of a grid that is a file
    written: Mapping[str, Any] = field(default_factory=dict)  # what the file says

    def __post_init__(self) -> None:
        """Set the forms if none are given."""
        if not self.forms:
            object.__setattr__(self, "forms", tuple(kind[None] for kind in self.kinds))

    def __repr__(self) -> str:
        return f"<{self.summary}>"

    # Cells and translations

    def home(self, points: Points) -> Points:
        """Return the home of each point: its translate in the parallelogram or parallelepiped that the basis spans.

        Two points have the same home exactly if a translation of the grid carries one to the other.
        """
        homes: Points = points - self.steps(points) @ self.basis
        return homes

    def steps(self, points: Points) -> NDArray[np.int64]:
        """Return the coefficients of (point - home of the point) in the basis, (..., 2 or 3)."""
        found: NDArray[np.int64] = np.floor(points @ self._inverse + CLOSE).astype(np.int64)
        return found

    def contains(self, points: Points) -> NDArray[np.bool_]:
        """Return which points, of shape (..., 3), are cells."""
        inside: NDArray[np.bool_] = (self.home(points)[..., None, :] == self._homes).all(axis=-1).any(axis=-1)
        return inside

    def translates(self, vectors: Points) -> NDArray[np.bool_]:
        """Return which vectors, of shape (..., 3), are translations of the grid: they carry all cells to cells."""
        allowed: NDArray[np.bool_] = (self.home(vectors) == 0).all(axis=-1)
        return allowed

    def kind(self, cells: Points) -> NDArray[np.int64]:
        """Return the index of each cell's kind, of shape (...) for cells of shape (..., 3)."""
        if len(self.kinds) == 1:
            return np.zeros(cells.shape[:-1], np.int64)
        return wide((self.home(cells)[..., None, :] == self._homes).all(axis=-1).argmax(axis=-1))

    def units(self, cells: Points) -> NDArray[np.int64]:
        """Return how far the translate of `kinds` with each cell is from `kinds`, in steps, of shape (..., 2 or 3)."""
        apart: NDArray[np.int64] = self.steps(cells) - self.steps(self.kinds)[self.kind(cells)]
        return apart

    def box(self, sizes: Sequence[int]) -> Points:
        """Return the cells of a box that extends `sizes[i]` steps along basis vector i."""
        steps = np.indices(sizes).reshape(len(sizes), -1).T @ self.basis
        cells: Points = (steps[:, None] + self.kinds).reshape(-1, 3)
        return cells

    @property
    def dimension(self) -> int:
        """Return 2 if the third coordinate of all cells is 0, otherwise 3."""
        return int(np.flatnonzero(np.concatenate([self.basis, self.kinds]).any(axis=0)).max()) + 1

    @cached_property
    def _inverse(self) -> Places:
        return np.linalg.pinv(self.basis)

    @cached_property
    def _homes(self) -> Points:
        return self.home(self.kinds)

    @property
    def cells_of(self) -> str:
        """The name of the grid whose cells these are: its own, unless its file takes those of another grid."""
        return str(self.written.get("grid", self.name))

    # Turning

    def exact(self, cells: Points) -> Points:
        """Return the exact coordinates of the centres of cells, on which the point group acts."""
        return cells

    def from_exact(self, points: Points) -> Points:
        """Return the cells with these exact coordinates."""
        return points

    @property
    def two_sided(self) -> bool:
        """Whether the grid is flat, so that turning pieces over can be forbidden."""
        return len(self.basis) == 2

    def motions(self, mirror: bool = True, rotate: bool | int = True) -> NDArray[np.int64]:
        """Return the rotations of the point group; on a flat grid only those about z unless `mirror`.

        With a number `rotate`, only those about z by a multiple of the full turn divided by it, and with `mirror` on a
        flat grid their products with the rotation that turns a drawing over from left to right; False is 1.
        """
        if rotate is True:
            return self._motions[mirror]
        about = [m for m in self._about_z if (np.linalg.matrix_power(m, max(rotate, 1)) == np.eye(3)).all()]
        over = [over @ m for over in self._over for m in about] if mirror and self.two_sided else []
        return np.array([*about, *over])

    @cached_property
    def about_z(self) -> int:
        """The number of rotations about z."""
        return len(self._about_z)

    @cached_property
    def _about_z(self) -> NDArray[np.int64]:
        rotations, z = self._motions[True], np.array([0, 0, 1])
        about: NDArray[np.int64] = rotations[(rotations[:, 2] == z).all(axis=1) & (rotations[:, :, 2] == z).all(axis=1)]
        return about

    @cached_property
    def _over(self) -> NDArray[np.int64]:
        """The rotation of a flat grid that turns a drawing over from left to right, (1 or 0, 3, 3); 0 if none does."""
        rotations, space = self._motions[True], self._space
        images = space @ np.diag([-1.0, 1.0, -1.0])
        found: NDArray[np.int64] = rotations[
            np.isclose(rotations.transpose(0, 2, 1) @ space, images).all(axis=(1, 2)) & (rotations[:, 2, 2] < 0)
        ][:1]
        return found

    @cached_property
    def _motions(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return two arrays of matrices: the rotations that do not turn a piece over, and all rotations."""
        rotations = self.group[np.rint(np.linalg.det(self.group)) > 0]
        return rotations[rotations[:, 2, 2] > 0] if self.two_sided else rotations, rotations

    def rotations(self, cells: Points, mirror: bool = True, rotate: bool | int = True) -> NDArray[np.int64]:
        """Return the images of a set of cells under all rotations that a piece may make, (n, cells, 3).

        `mirror` and `rotate` are those of a piece, see `motions`.  Cell i of each image is the image of cell i.  The
        images are cells of the grid; their position is arbitrary, up to a translation of the grid.
        """
        return self.images(self.motions(mirror, rotate), cells)

    def isometries(self, cells: Points) -> NDArray[np.int64]:
        """Return the images of a set of cells under all isometries, reflections included; see `rotations`."""
        return self.images(self.group, cells)

    def some_rotations(
        self, cells: Points, mirror: bool = True, clock: Clock = UNLIMITED, rotate: bool | int = True
    ) -> Iterator[NDArray[np.int64]]:
        """Yield the rows of `rotations(cells, mirror, rotate)` in arrays of limited size.

        The clock is checked before each array; raises Stopped if it stops.
        """
        yield from self._portions(self.motions(mirror, rotate), cells, clock)

    def some_isometries(self, cells: Points, clock: Clock = UNLIMITED) -> Iterator[NDArray[np.int64]]:
        """Yield the rows of `isometries(cells)` in arrays of limited size, as `some_rotations` does."""
        yield from self._portions(self.group, cells, clock)

    def _portions(self, matrices: NDArray[np.int64], cells: Points, clock: Clock) -> Iterator[NDArray[np.int64]]:
        for some in clock.slices(len(matrices), 48 * LARGE // len(cells)):
            yield self.images(matrices[some], cells)

    def images(self, matrices: NDArray[np.int64], cells: Points) -> NDArray[np.int64]:
        """Return the images of cells under elements of the point group; see `rotations`."""
        near = cells - (cells[0] - self.home(cells[0]))  # keeps coordinates small wherever the cells are
        return self.turned(matrices, near)

    def turned(self, matrices: NDArray[np.int64], cells: Points) -> NDArray[np.int64]:
        """Return the images of cells under the isometries of the point group, at their own place."""
        return self.from_exact(self.exact(cells) @ matrices.transpose(0, 2, 1))

    # Space

    @cached_property
    def _translations_in_space(self) -> Places:
        """Return the basis vectors in Cartesian coordinates, (2 or 3, 3), in which the point group is orthogonal.

        The first vector points to the right, and the second has no upward component.  The shortest has length 1.
        """
        exact = self.exact(self.basis) - self.exact(np.zeros(3, np.int64))
        invariant = np.einsum("gij,gik->jk", self.group, self.group)
        products = exact @ invariant @ exact.T
        axes = np.zeros((len(exact), 3))
        axes[:, : len(exact)] = np.linalg.cholesky(products / products.diagonal().min())
        return axes

    @cached_property
    def _space(self) -> Places:
        """Return the matrix that converts exact coordinates to Cartesian ones, by multiplication from the right."""
        exact = self.exact(self.basis) - self.exact(np.zeros(3, np.int64))
        space: Places = np.linalg.pinv(exact) @ self._translations_in_space
        return space

    def centres(self, cells: Points) -> Places:
        """Return the Cartesian coordinates of the centres of cells."""
        places: Places = self.exact(cells) @ self._space
        return places

    def vectors(self, translations: Points) -> Places:
        """Return translations in Cartesian coordinates."""
        places: Places = translations @ self._inverse @ self._translations_in_space
        return places

    @cached_property
    def bodies(self) -> tuple[Body, ...]:
        """Return the body of a cell of each kind: the points nearest to its centre; on a flat grid, a slab."""
        return tuple(self._nearest(kind) for kind in range(len(self.kinds)))

    def _nearest(self, kind: int) -> Polyhedron:
        # No point of the body is farther from the centre than half the sum of the lengths of the basis vectors.
        steps = self._near(kind, float(np.linalg.norm(self._translations_in_space, axis=1).sum()))
        places = self.centres(self.kinds[kind] + steps) - self.centres(self.kinds[kind])
        behind: list[tuple[int, ...] | None] = [tuple(step) for step in steps.tolist()]
        if len(self.basis) == 2:
            places = np.concatenate([[(0, 0, THICKNESS), (0, 0, -THICKNESS)], places])
            behind = [None, None, *behind]
        return voronoi(places, behind)

    def neighbours(self, kind: int = 0) -> Points:
        """Return the vectors from a cell of this kind to the cells that share a face with it, (n, 3)."""
        body = self.bodies[kind]
        assert isinstance(body, Polyhedron)
        return np.array([face.behind for face in body.faces if face.behind is not None], dtype=np.int64)

    def outline(self, kind: int) -> Places:
        """Return the corners of a flat cell of this kind, the ends of a stick, relative to its centre, (n, 2)."""
        body = self.bodies[kind]
        assert isinstance(body, Polyhedron)
        found: Places = body.corners[body.corners[:, 2] > 0, :2]
        return found

    def around_corners(self, kind: int = 0) -> list[Points]:
        """Return for each corner of a flat cell of this kind the vectors to the cells at it, (n, 3), with itself."""
        corners = [body.corners[body.corners[:, 2] > 0] for body in self.bodies if isinstance(body, Polyhedron)]
        steps = np.concatenate([np.zeros((1, 3), np.int64), self._near(kind, 2 * max(b.reach for b in self.bodies))])
        cells = self.kinds[kind] + steps
        apart = self.centres(cells) - self.centres(self.kinds[kind])
        near = [corners[its] + place for its, place in zip(self.kind(cells).tolist(), apart, strict=True)]
        return [
            steps[[bool((np.linalg.norm(each - corner, axis=1) < CLOSE).any()) for each in near]]
            for corner in corners[kind]
        ]

    def spokes(self, kind: int = 0) -> list[Points]:
        """Return for each end of a stick the vectors to the sticks that meet there, clockwise, (n, 3), with itself.

        The list is empty on other grids.
        """
        return []

    def _near(self, kind: int, distance: float) -> Points:
        """Return the vectors from a cell of this kind to all cells with centres within a distance, nearest first."""
        centre, centres = self.centres(self.kinds[kind]), self.centres(self.kinds)
        farther = distance + float(np.linalg.norm(centres - centre, axis=1).max())
        cells = (self._translations(farther)[:, None] + self.kinds).reshape(-1, 3)
        vectors, away = self._nearest_first(kind, cells - self.kinds[kind])
        return vectors[(away > CLOSE) & (away < distance + CLOSE)]

    def _nearest_first(self, kind: int, vectors: Points) -> tuple[Points, Places]:
        """Return the vectors from a cell of this kind to others in order, and their lengths in space."""
        away = np.linalg.norm(self.centres(self.kinds[kind] + vectors) - self.centres(self.kinds[kind]), axis=1)
        order = np.lexsort([*vectors.T[::-1], away.round(6)])
        return vectors[order], away[order]

    def _translations(self, length: float) -> Points:
        """Return the translations of the grid that are at most this long in space."""
        most = np.floor(length * np.linalg.norm(np.linalg.pinv(self._translations_in_space), axis=0) + CLOSE)
        steps = np.array([*product(*(range(-n, n + 1) for n in most.astype(int).tolist()))], np.int64) @ self.basis
        found: Points = steps[np.linalg.norm(self.vectors(steps), axis=1) < length + CLOSE]
        return found

    # Drawings

    how_drawn = ""  # `: ...`, how cells are drawn, if not every position of a drawing has one; for messages
    dots_are_cells = True  # whether a `.` in a drawing stands for a cell that is left out, and a space for no cell

    @property
    def single_layer(self) -> bool:
        """Whether all cells lie in one layer, so that a drawing has only one."""
        return len(self.basis) == 2

    @property
    def summary(self) -> str:
        """Return the name of the grid as it appears in descriptions and messages."""
        return f"grid {self.name}"

    def positions(self, cells: Points) -> Points:
        """Return the column, row and layer of each cell's character in a drawing; they may be negative.

        By default they are the coordinates in the basis; grids with several kinds of cells override this.
        """
        positions = np.zeros((len(cells), 3), np.int64)
        positions[:, : len(self.basis)] = np.rint(cells @ self._inverse)
        return positions

    def _at(self, positions: Points) -> Points:
        """Return the cell at each position of a drawing; an arbitrary point for a position without a cell."""
        cells: Points = positions[:, : len(self.basis)] @ self.basis
        return cells

    def occupied(self, positions: Points) -> NDArray[np.bool_]:
        """Tell for each position of a drawing, (n, 3), whether there is a cell."""
        cells = self._at(positions)
        found: NDArray[np.bool_] = self.contains(cells) & (self.positions(cells) == positions).all(axis=1)
        return found

    def cells_at(self, positions: Points) -> Points:
        """Return the cell at each position of a drawing.  Raises ValueError if a position has no cell."""
        cells = self._at(positions)
        wrong = ~self.occupied(positions)
        if wrong.any():
            where = self._where(positions[wrong.argmax()])
            raise ValueError(f"a mark at {where}, where {self.summary} has no cell{self.how_drawn}")
        return cells

    def corner(self, positions: Points) -> Points:
        """Return the position (3,) at which a drawing of cells at these positions begins.

        By default it has the smallest column, row and layer of all.  Grids override this method or `margins` if not
        every shift of a drawing is a translation, so that `drawn` can read the drawing.
        """
        first: Points = positions.min(axis=0)
        return first

    @property
    def margins(self) -> Points:
        """Return the shifts of positions, (n, 3), that `drawn` tries: a drawing loses its margin when it is read."""
        return np.zeros((1, 3), np.int64)

    def points_among(self, positions: Points) -> NDArray[np.bool_]:
        """Tell which positions of a drawing may have a `+`, which is no cell; here none."""
        return np.zeros(len(positions), np.bool_)

    def drawn(self, positions: Points, points: Points = NOWHERE) -> Points:
        """Return the cells of a drawing from the positions of its characters, up to a translation of the grid.

        `points` are the positions of marks that are no cells.  Raises ValueError if none of the shifts in `margins`
        moves all positions to cells, and all points to places where they may be.
        """
        self._check_points(points)
        for shift in self.margins[1:]:
            with suppress(ValueError):
                return self.cells_at(positions + shift)
        return self.cells_at(positions + self.margins[0])

    def _check_points(self, points: Points) -> None:
        if not self.points_among(points).all():
            where = self._where(points[self.points_among(points).argmin()])
            raise ValueError(f'the mark "+" at {where}, where {self.summary} has none{self.how_drawn}')

    def _where(self, position: Points) -> str:
        column, row, layer = (position + 1).tolist()
        return f"column {column}, row {row}" + f", layer {layer}" * (not self.single_layer)

    # Motion

    @cached_property
    def directions(self) -> tuple[Direction, ...]:
        """Return the translations by which a piece may move in one step.

        They are the shortest translations of the grid, and the shortest one along each line that is the intersection of
        the planes of two faces.  If a piece that touches others can start to move at all, it can move along such a
        line: the possible directions form a cone that is bounded by planes of faces.

        The upward directions come first, and each direction is followed by its opposite.
        """
        found = sorted({*self._shortest(), *self._sliding()}, key=lambda d: (d[2], d[1], d[0]))
        return tuple(d for x, y, z in found[len(found) // 2 :][::-1] for d in ((x, y, z), (-x, -y, -z)))

    def _shortest(self) -> list[Direction]:
        least = float(np.linalg.norm(self._translations_in_space, axis=1).min())
        return [direction(vector) for vector in self._translations(least) if vector.any()]

    def _sliding(self) -> Iterator[Direction]:
        """Yield the shortest translation along each line in which planes of two faces meet, if it is below _SHORT."""
        faces = [face.step for body in self.bodies if isinstance(body, Polyhedron) for face in body.faces]
        normals = distinct((np.array(faces) / np.linalg.norm(faces, axis=1)[:, None]).round(6))
        lines = np.array([np.cross(a, b) for a, b in combinations(normals, 2)])
        lines = lines[np.linalg.norm(lines, axis=1) > CLOSE]
        translations = self._translations(_SHORT * float(np.linalg.norm(self._translations_in_space, axis=1).min()))
        places = self.vectors(translations)
        lengths = np.linalg.norm(places, axis=1)
        done: list[Places] = []
        for number in np.argsort(lengths, kind="stable")[1:]:  # without the zero vector
            towards = places[number] / lengths[number]
            along = np.linalg.norm(np.cross(lines, towards), axis=1) < CLOSE
            if along.any() and not any(towards @ other > 1 - CLOSE for other in done):
                done.append(towards)
                yield direction(translations[number])

    @cached_property
    def sides(self) -> dict[str, Direction]:
        """Return those of `directions` that are parallel to a coordinate axis, by name, such as `+z`."""
        found: dict[str, Direction] = {}
        for axis, name in enumerate(AXES[: len(self.basis)]):
            unit = np.eye(3, dtype=np.int64)[axis]
            step = next(n for n in count(1) if self.translates(n * unit))
            out, back = direction(step * unit), direction(-step * unit)
            found |= {f"+{name}": out, f"-{name}": back} if out in self.directions else {}
        return found

    @property
    def turns(self) -> bool:
        """Whether pieces may make quarter turns when they are taken apart: all cells are cubes, or squares."""
        return len(self.kinds) == 1 and np.array_equal(self.basis, np.eye(3)[: len(self.basis)])

    def swept(self, step: Direction) -> tuple[Points, ...]:
        """Return for each kind the vectors from a cell to the cells that must be empty when it moves by `step`."""
        kinds = range(len(self.kinds))
        for kind in kinds:
            if (kind, step) not in self._swept:
                self._swept.update(self._sweeps(kind, step))
        return tuple(self._swept[kind, step] for kind in kinds)

    @cached_property
    def _swept(self) -> dict[tuple[int, Direction], Points]:
        return {}

    def _sweeps(self, kind: int, step: Direction) -> Iterator[tuple[tuple[int, Direction], Points]]:
        """Yield the vectors for a kind and a step (see `swept`), and those that follow by the point group."""
        body, move = self.bodies[kind], self.vectors(np.array(step))
        farthest = body.reach + max(other.reach for other in self.bodies)
        near = self._near(kind, float(np.linalg.norm(move)) + farthest)
        cells = self.kinds[kind] + near
        apart = self.centres(cells) - self.centres(self.kinds[kind])
        met = cells[body.meets(self.bodies, self.kind(cells), apart, move)]
        moved = np.array([self.kinds[kind], self.kinds[kind] + step, *met])
        for first, ahead, *others in self.images(self.group, moved):
            its = int(self.kind(first))
            yield (its, direction(ahead - first)), self._nearest_first(its, np.array(others) - first)[0]


def direction(vector: Points) -> Direction:
    """Convert a vector of shape (3,) to a tuple."""
    x, y, z = vector.tolist()
    return x, y, z


def normalised(cells: Points, grid: Grid) -> Points:
    """Sort cells lexicographically and translate them so that the first one is its own home (see `Grid.home`).

    An array of shape (..., cells, 3) contains several sets of cells; each is normalised on its own.
    """
    order = np.lexsort((cells[..., 2], cells[..., 1], cells[..., 0]))
    ordered = np.take_along_axis(cells, order[..., None], axis=-2)
    first = ordered[..., :1, :]
    moved: Points = ordered - (first - grid.home(first))
    return moved
