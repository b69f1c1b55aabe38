"""What a grid answers.

A grid is where cells can be.  Whatever depends on that is asked here, and nobody asks which grid it is:

- cells and translations: `contains`, `translates`, `home`, `kind`, `box`, `dimension`
- turning: `rotations` and `isometries` of a set of cells, `two_sided`
- space: `centres`, `vectors`, `bodies`, `neighbours`
- drawings: `positions`, `corner`, `cells_at`, `drawn`, `single_layer`, `summary`
- motion: `directions`, `sides`, `swept`

A cell has three integers as coordinates.  Cells may come in several *kinds*, as upward and downward triangles, so that
a translation that carries one cell to a cell may carry others beside the grid.  The translations that carry all cells
to cells are the integer combinations of `basis`, two vectors for a grid in the plane and three in space, and `kinds`
has one cell of each kind.  All cells are these, translated.

The point group, `group`, are the isometries that fix one point of highest symmetry and carry cells to cells, as integer
matrices acting on columns; together with the translations they are all isometries of the grid.  They act on *exact*
coordinates of the cells' centres, which are also integers.  Where there is one kind of cell these are its coordinates.
Where there are more they can be finer: of triangles with the corners of one kind at multiples of 3, the centres
lie at (1, 1) and (2, 2).

A grid of two basis vectors is flat.  Turning a piece over is then a rotation of space that maps the plane to
itself, and a piece that must keep its face up is restricted to the rotations about z.

This class answers from these data.  A grid that is more than that (balls turn by more isometries than the grid has, a
body is not the set of points nearest to its centre, a drawing has gaps) overrides what differs.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, count, product

import numpy as np
from numpy.typing import NDArray

from satpuzzle.puzzle.grids.bodies import CLOSE, Body, Places, Polyhedron, voronoi

Points = NDArray[np.int64]  # (n, 3)
Direction = tuple[int, int, int]

AXES = "xyz"
_THICKNESS = 0.5  # of the slab that a cell of a flat grid is
_SHORT = 2.0  # times the shortest translation, steps that pieces make


def generated(*generators: Sequence[Sequence[int]]) -> NDArray[np.int64]:
    """Return the group that matrices generate, (order, 3, 3), the identity first: multiply until nothing is new."""
    identity = np.eye(3, dtype=np.int64)
    found = {identity.tobytes(): identity}
    fresh = [identity]
    while fresh:
        products = {m.tobytes(): m for m in (np.array(g, dtype=np.int64) @ e for e in fresh for g in generators)}
        fresh = [matrix for key, matrix in products.items() if key not in found]
        found |= products
    return np.array([*found.values()])


@dataclass(frozen=True, eq=False, repr=False)
class Grid:
    """A set of cells and its symmetries; see the module's docstring."""

    name: str
    basis: Points  # (2 or 3, 3)
    group: NDArray[np.int64]  # (order, 3, 3)
    kinds: Points = field(default_factory=lambda: np.zeros((1, 3), np.int64))  # (kinds, 3)

    def __repr__(self) -> str:
        return f"<{self.summary}>"

    # Cells and translations

    def home(self, points: Points) -> Points:
        """Return for each point the one that a translation carries there and that lies in the first cell of the basis.

        Points have one home exactly if a translation carries them to each other.
        """
        steps = np.floor(points @ self._inverse + CLOSE).astype(np.int64)
        homes: Points = points - steps @ self.basis
        return homes

    def contains(self, points: Points) -> NDArray[np.bool_]:
        """Tell which points, of shape (..., 3), are cells."""
        inside: NDArray[np.bool_] = (self.home(points)[..., None, :] == self._homes).all(axis=-1).any(axis=-1)
        return inside

    def translates(self, vectors: Points) -> NDArray[np.bool_]:
        """Tell which vectors, of shape (..., 3), carry all cells to cells."""
        allowed: NDArray[np.bool_] = (self.home(vectors) == 0).all(axis=-1)
        return allowed

    def kind(self, cells: Points) -> NDArray[np.int64]:
        """Return the number of each cell's kind, of shape (...) for cells of shape (..., 3)."""
        if len(self.kinds) == 1:
            return np.zeros(cells.shape[:-1], np.int64)
        kinds: NDArray[np.int64] = (self.home(cells)[..., None, :] == self._homes).all(axis=-1).argmax(axis=-1)
        return kinds

    def box(self, sizes: Sequence[int]) -> Points:
        """Return the cells of a box of these sizes along the basis, one a basis vector."""
        steps = np.indices(sizes).reshape(len(sizes), -1).T @ self.basis
        cells: Points = (steps[:, None] + self.kinds).reshape(-1, 3)
        return cells

    @property
    def dimension(self) -> int:
        """Return how many coordinates tell a cell; those after them are 0."""
        return int(np.flatnonzero(np.concatenate([self.basis, self.kinds]).any(axis=0)).max()) + 1

    @cached_property
    def _inverse(self) -> Places:
        return np.linalg.pinv(self.basis)

    @cached_property
    def _homes(self) -> Points:
        return self.home(self.kinds)

    # Turning

    def exact(self, cells: Points) -> Points:
        """Return the exact coordinates of cells' centres, on which the point group acts."""
        return cells

    def from_exact(self, points: Points) -> Points:
        """Return the cells with these exact coordinates."""
        return points

    @property
    def two_sided(self) -> bool:
        """Whether pieces have an upper side, so that turning them over can be forbidden."""
        return len(self.basis) == 2

    def motions(self, turn_over: bool = True) -> NDArray[np.int64]:
        """Return the rotations of the point group; on a flat grid only those about z unless `turn_over`."""
        return self._motions[turn_over]

    @cached_property
    def _motions(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the rotations that never turn a piece over, and all."""
        rotations = self.group[np.rint(np.linalg.det(self.group)) > 0]
        return rotations[rotations[:, 2, 2] > 0] if self.two_sided else rotations, rotations

    def rotations(self, cells: Points, turn_over: bool = True) -> NDArray[np.int64]:
        """Return the images of a set of cells under all motions that a piece of this shape may make.

        Shape (n, cells, 3).  Cell i of every image is the image of cell i, and all are cells of the grid; where an
        image lies is left open, up to a translation that the grid allows.
        """
        return self._images(self.motions(turn_over), cells)

    def isometries(self, cells: Points) -> NDArray[np.int64]:
        """Return the images under all isometries, reflections included; as `rotations`."""
        return self._images(self.group, cells)

    def _images(self, matrices: NDArray[np.int64], cells: Points) -> NDArray[np.int64]:
        near = cells - (cells[0] - self.home(cells[0]))  # small numbers, and none that grow with the place
        return self.from_exact(np.einsum("gij,cj->gci", matrices, self.exact(near)))

    # Space

    @cached_property
    def _translations_in_space(self) -> Places:
        """Return where the basis leads in space, (2 or 3, 3), in a metric that the point group leaves unchanged.

        The first vector goes to the right, the second to the right and near, the third anywhere; the shortest has
        length 1.
        """
        exact = self.exact(self.basis) - self.exact(np.zeros(3, np.int64))
        invariant = np.einsum("gij,gik->jk", self.group, self.group)
        products = exact @ invariant @ exact.T
        axes = np.zeros((len(exact), 3))
        axes[:, : len(exact)] = np.linalg.cholesky(products / products.diagonal().min())
        return axes

    @cached_property
    def _space(self) -> Places:
        """Return the matrix that takes exact coordinates to places."""
        exact = self.exact(self.basis) - self.exact(np.zeros(3, np.int64))
        space: Places = np.linalg.pinv(exact) @ self._translations_in_space
        return space

    def centres(self, cells: Points) -> Places:
        """Return where the centres of cells are in space."""
        places: Places = self.exact(cells) @ self._space
        return places

    def vectors(self, translations: Points) -> Places:
        """Return where translations lead in space."""
        places: Places = translations @ self._inverse @ self._translations_in_space
        return places

    @cached_property
    def bodies(self) -> tuple[Body, ...]:
        """Return the body of a cell of each kind: the points nearest to its centre, in the plane a slab."""
        return tuple(self._nearest(kind) for kind in range(len(self.kinds)))

    def _nearest(self, kind: int) -> Polyhedron:
        # No point is farther from a centre than half the edges of the basis together.
        steps = self._near(kind, float(np.linalg.norm(self._translations_in_space, axis=1).sum()))
        places = self.centres(self.kinds[kind] + steps) - self.centres(self.kinds[kind])
        behind: list[tuple[int, ...] | None] = [tuple(step) for step in steps.tolist()]
        if len(self.basis) == 2:
            places = np.concatenate([[(0, 0, _THICKNESS), (0, 0, -_THICKNESS)], places])
            behind = [None, None, *behind]
        return voronoi(places, behind)

    def neighbours(self, kind: int = 0) -> Points:
        """Return the steps from a cell of a kind to those that share a face with it."""
        body = self.bodies[kind]
        assert isinstance(body, Polyhedron)
        return np.array([face.behind for face in body.faces if face.behind is not None], dtype=np.int64)

    def _near(self, kind: int, distance: float) -> Points:
        """Return the steps from a cell of a kind to the others with centres up to so far away, nearest first."""
        centre, centres = self.centres(self.kinds[kind]), self.centres(self.kinds)
        farther = distance + float(np.linalg.norm(centres - centre, axis=1).max())
        cells = (self._translations(farther)[:, None] + self.kinds).reshape(-1, 3)
        away = np.linalg.norm(self.centres(cells) - centre, axis=1)
        order = np.lexsort([*cells.T[::-1], away.round(6)])
        found: Points = cells[order][(away[order] > CLOSE) & (away[order] < distance + CLOSE)] - self.kinds[kind]
        return found

    def _translations(self, length: float) -> Points:
        """Return the allowed translations that are not longer."""
        most = np.floor(length * np.linalg.norm(np.linalg.pinv(self._translations_in_space), axis=0) + CLOSE)
        steps = np.array([*product(*(range(-n, n + 1) for n in most.astype(int).tolist()))]) @ self.basis
        found: Points = steps[np.linalg.norm(self.vectors(steps), axis=1) < length + CLOSE]
        return found

    # Drawings

    @property
    def single_layer(self) -> bool:
        """Whether all cells lie in one layer: solutions are best drawn so, and a drawing has no more."""
        return len(self.basis) == 2

    @property
    def summary(self) -> str:
        """Return what a description of a puzzle says about its grid."""
        return f"lattice {self.name}"

    def positions(self, cells: Points) -> Points:
        """Return the column, row and layer of each cell's character in a drawing, negative ones included.

        Here they are the steps along the basis; cells of several kinds need columns of their own.
        """
        positions = np.zeros((len(cells), 3), np.int64)
        positions[:, : len(self.basis)] = np.rint(cells @ self._inverse)
        return positions

    def _at(self, positions: Points) -> Points:
        """Return the cells at positions, or anything where there is none."""
        cells: Points = positions[:, : len(self.basis)] @ self.basis
        return cells

    def occupied(self, positions: Points) -> NDArray[np.bool_]:
        """Tell which positions, of shape (n, 3), are those of a cell's character."""
        cells = self._at(positions)
        found: NDArray[np.bool_] = self.contains(cells) & (self.positions(cells) == positions).all(axis=1)
        return found

    def cells_at(self, positions: Points) -> Points:
        """Return the cells whose characters have these positions; raises ValueError if one has none."""
        cells = self._at(positions)
        wrong = ~self.occupied(positions)
        if wrong.any():
            column, row, layer = (positions[wrong.argmax()] + 1).tolist()
            raise ValueError(f"a mark at column {column}, row {row}, layer {layer}, where {self.summary} has no cell")
        return cells

    def corner(self, positions: Points) -> Points:
        """Return the position, (3,), that the drawing of these counts from: none has a lower column, row or layer.

        Where not all shifts of a drawing are translations of its cells, it is one that leaves their kinds unchanged.
        """
        first: Points = positions.min(axis=0)
        return first

    @property
    def margins(self) -> Points:
        """Return the shifts of which one puts a drawing that was typed, its margin dropped, on cells; (n, 3)."""
        return np.zeros((1, 3), np.int64)

    def drawn(self, positions: Points) -> Points:
        """Return the cells of a drawing of its own, up to translation; raises ValueError if they cannot be cells."""
        for shift in self.margins[1:]:
            with suppress(ValueError):
                return self.cells_at(positions + shift)
        return self.cells_at(positions + self.margins[0])

    # Motion

    @cached_property
    def directions(self) -> tuple[Direction, ...]:
        """Return the steps by which a piece moves.

        They are the shortest translations, and those along which two faces of cells slide.  A piece that touches
        others can begin to move into a cone, bounded by planes of faces; so whenever it can move at all, it can move
        along the line where two such planes meet.

        Upwards comes first, and a direction and its opposite come together.
        """
        found = sorted({*self._shortest(), *self._sliding()}, key=lambda d: (d[2], d[1], d[0]))
        return tuple(d for x, y, z in found[len(found) // 2 :][::-1] for d in ((x, y, z), (-x, -y, -z)))

    def _shortest(self) -> list[Direction]:
        least = float(np.linalg.norm(self._translations_in_space, axis=1).min())
        return [direction(vector) for vector in self._translations(least) if vector.any()]

    def _sliding(self) -> Iterator[Direction]:
        """Yield the shortest translations along the lines where planes of two faces meet, if they are short at all."""
        faces = [face.step for body in self.bodies if isinstance(body, Polyhedron) for face in body.faces]
        normals = np.unique((np.array(faces) / np.linalg.norm(faces, axis=1)[:, None]).round(6), axis=0)
        lines = np.array([np.cross(a, b) for a, b in combinations(normals, 2)])
        lines = lines[np.linalg.norm(lines, axis=1) > CLOSE]
        translations = self._translations(_SHORT)
        places = self.vectors(translations)
        lengths = np.linalg.norm(places, axis=1)
        done: list[Places] = []
        for number in np.argsort(lengths, kind="stable")[1:]:  # after the one that leads nowhere
            towards = places[number] / lengths[number]
            along = np.linalg.norm(np.cross(lines, towards), axis=1) < CLOSE
            if along.any() and not any(towards @ other > 1 - CLOSE for other in done):
                done.append(towards)
                yield direction(translations[number])

    @cached_property
    def sides(self) -> dict[str, Direction]:
        """Return the directions out of the sides of a box by name, such as `+z`: those along the axes."""
        found: dict[str, Direction] = {}
        for axis, name in enumerate(AXES[: len(self.basis)]):
            unit = np.eye(3, dtype=np.int64)[axis]
            step = next(n for n in count(1) if self.translates(n * unit))
            out, back = direction(step * unit), direction(-step * unit)
            found |= {f"+{name}": out, f"-{name}": back} if out in self.directions else {}
        return found

    def swept(self, way: Direction) -> tuple[Points, ...]:
        """Return for each kind the vectors from a cell to those that are in its way when it makes one step."""
        if way not in self._swept:
            self._swept[way] = tuple(self._sweep(kind, way) for kind in range(len(self.kinds)))
        return self._swept[way]

    @cached_property
    def _swept(self) -> dict[Direction, tuple[Points, ...]]:
        return {}

    def _sweep(self, kind: int, way: Direction) -> Points:
        body, towards = self.bodies[kind], self.vectors(np.array(way))
        farthest = body.reach + max(other.reach for other in self.bodies)
        steps = self._near(kind, float(np.linalg.norm(towards)) + farthest)
        cells = self.kinds[kind] + steps
        apart = self.centres(cells) - self.centres(self.kinds[kind])
        return np.asarray(steps[body.meets(self.bodies, self.kind(cells), apart, towards)])


def direction(vector: Points) -> Direction:
    """Return a vector as a tuple."""
    x, y, z = vector.tolist()
    return x, y, z
