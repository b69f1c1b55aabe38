"""The cells of all grids as bodies: sets of corners with integer coordinates, and the motions that keep distances.

The axes of a grid need not be at right angles.  Its *Gram matrix* has the products of the unit vectors along them, up
to scale, and a motion is an integer matrix that keeps these products, followed by a step: it carries corners to
corners, so a body is carried to a body exactly if the set of its corners is.  Nothing is said of kinds of cells.

Balls have no corners; a ball is its centre.  A set of balls may be turned in ways that turn no other balls to balls, so
these are all the ways to lay them on other balls at the same distances from each other.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import combinations, product

Point = tuple[int, ...]
Body = frozenset[Point]
Cell = tuple[int, int, int]  # as it is listed in a puzzle file
Matrix = tuple[Point, ...]
Move = Callable[[Body], Body]

_RIGHT = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
_SIXTY = ((2, 1, 0), (1, 2, 0), (0, 0, 2))


@dataclass(frozen=True)
class Grid:
    name: str
    corners: Callable[[int, int, int], list[Point]]  # of the cell x, y, z
    boxes: tuple[tuple[int, ...], ...]  # sizes of small boards
    unit: tuple[Cell, ...] = ((0, 0, 0),)  # the cells that are repeated
    basis: tuple[Cell, ...] = _RIGHT  # the steps by which they are repeated
    gram: Matrix = _RIGHT
    flat: bool = False
    along: tuple[Point, ...] = ()  # flat grids: the steps of the basis, in the coordinates of corners
    side: int = 2  # how many corners two bodies have in common that share a side or a face
    sides: Callable[[int, int, int], list[list[int]]] | None = None  # numbers of corners, clockwise, top, bottom
    balls: bool = False
    sticks: bool = False
    far: Cell = (20, 0, 0)  # a step that carries cells to cells
    _bodies: dict[Cell, Body] = field(default_factory=dict, compare=False, repr=False)

    def __hash__(self) -> int:
        return hash(self.name)

    def body(self, cell: Cell) -> Body:
        if cell not in self._bodies:
            self._bodies[cell] = frozenset(self.corners(*cell))
        return self._bodies[cell]

    def facets(self, cell: Cell) -> list[Body]:
        """Return the sides or faces of a cell in the order of a tile's word."""
        assert self.sides is not None
        corners = self.corners(*cell)
        return [frozenset(corners[at] for at in side) for side in self.sides(*cell)]

    def box(self, sizes: tuple[int, ...]) -> list[Cell]:
        """Return the cells of a box."""
        found = []
        for steps in product(*map(range, sizes)):
            at = tuple(sum(n * b[i] for n, b in zip(steps, self.basis, strict=False)) for i in range(3))
            found += [(at[0] + x, at[1] + y, at[2] + z) for x, y, z in self.unit]
        return sorted(found)

    def touch(self, one: Body, other: Body) -> bool:
        """Tell whether two bodies have a side, a face, or for balls a point, in common."""
        if self.balls:
            return _away(min(one), min(other)) == 2
        return len(one & other) >= self.side and one != other

    def matrices(self, proper: bool) -> list[Matrix]:
        """Return the matrices that keep distances, only those that keep handedness if `proper`."""
        return _orthogonal(self.gram, self.flat, proper)

    def carried(
        self,
        source: list[Body],
        onto: Collection[Body],
        proper: bool,
        home: Move = lambda body: body,
        matrices: list[Matrix] | None = None,
        first_to: Collection[Body] | None = None,
    ) -> Iterator[tuple[Matrix | None, Move]]:
        """Yield every motion that carries all bodies of `source` to some of `onto`, with its matrix.

        With `home`, bodies that have the same home are one; the first may be carried to one of `first_to`.  For balls
        the move is only of those in `source`.  Only the `matrices` that are given are tried.
        """
        if self.balls and matrices is None:
            for image in embedded([min(body) for body in source], [min(body) for body in onto], proper):
                there = {body: frozenset([to]) for body, to in zip(source, image, strict=True)}
                yield None, there.__getitem__
            return
        for matrix in self.matrices(proper) if matrices is None else matrices:
            first = min(turned(matrix, source[0]))
            for target in onto if first_to is None else first_to:
                step = tuple(b - a for a, b in zip(first, min(target), strict=True))
                if all(home(_moved(matrix, step, body)) in onto for body in source):
                    yield matrix, _mover(matrix, step)


def _mover(matrix: Matrix, step: Point) -> Move:
    return lambda body: _moved(matrix, step, body)


@lru_cache(100_000)
def shifted(body: Body, step: Point) -> Body:
    a, b, c = step
    return frozenset([(x + a, y + b, z + c) for x, y, z in body])


def _moved(matrix: Matrix, step: Point, body: Body) -> Body:
    return shifted(turned(matrix, body), step)


@cache
def turned(matrix: Matrix, body: Body) -> Body:
    return frozenset(times(matrix, point) for point in body)


def times(matrix: Matrix, point: Point) -> Point:
    (a, b, c), (x, y, z) = matrix, point
    return a[0] * x + a[1] * y + a[2] * z, b[0] * x + b[1] * y + b[2] * z, c[0] * x + c[1] * y + c[2] * z


@cache
def _orthogonal(gram: Matrix, flat: bool, proper: bool) -> list[Matrix]:
    """Return all integer matrices that keep the products of vectors; on a flat grid those that keep the third axis."""

    def product_of(one: Point, other: Point) -> int:
        return sum(a * g * b for a, row in zip(one, gram, strict=True) for g, b in zip(row, other, strict=True))

    vectors = [vector for vector in product((-1, 0, 1), repeat=3) if any(vector)]
    images = [[v for v in vectors if product_of(v, v) == gram[axis][axis]] for axis in range(3)]
    if flat:
        images = [[v for v in some if v[2] == (axis == 2)] for axis, some in enumerate(images)]
    found = [
        tuple(zip(*columns, strict=True))
        for columns in product(*images)
        if all(product_of(columns[a], columns[b]) == gram[a][b] for a, b in combinations(range(3), 2))
    ]
    return [matrix for matrix in found if not proper or sign(matrix) > 0]


def sign(matrix: Matrix) -> int:
    (a, b, c), (d, e, f), (g, h, i) = matrix
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


def embedded(balls: list[Point], onto: list[Point], proper: bool) -> Iterator[tuple[Point, ...]]:
    """Yield every way to lay balls on some of `onto` at the same distances, with the same handedness if `proper`."""

    def extended(image: tuple[Point, ...]) -> Iterator[tuple[Point, ...]]:
        if len(image) == len(balls):
            if not proper or _handed(balls, image):
                yield image
            return
        ball = balls[len(image)]
        for point in onto:
            if all(_away(point, there) == _away(ball, here) for here, there in zip(balls, image, strict=False)):
                yield from extended((*image, point))

    return extended(())


def _away(one: Point, other: Point) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def _handed(balls: list[Point], image: tuple[Point, ...]) -> bool:
    """Tell whether four balls that are in no plane, if there are any, have the same handedness as their images."""
    for four in combinations(range(len(balls)), 4):
        here, there = (
            sign(tuple(tuple(a - b for a, b in zip(one[k], one[four[0]], strict=True)) for k in four[1:]))
            for one in (balls, image)
        )
        if here:
            return here == there
    return True


# The grids, as puzzles/README.md lists their cells


def _square(x: int, y: int, z: int) -> list[Point]:
    return [(x, y, 0), (x + 1, y, 0), (x + 1, y + 1, 0), (x, y + 1, 0)]


def _hexagon(x: int, y: int, z: int) -> list[Point]:
    """From the top, clockwise on paper; in thirds, since a corner is the mean of the centres around it."""
    around = [(1, -2), (2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1)]
    return [(3 * x + a, 3 * y + b, 0) for a, b in around]


def _triangle(x: int, y: int, z: int) -> list[Point]:
    """Clockwise on paper, where y is upwards: from the top of an upward one, from the left of a downward one."""
    return [(x + 1, y + 1, 0), (x + 1, y, 0), (x, y + 1, 0)] if z else [(x, y + 1, 0), (x + 1, y, 0), (x, y, 0)]


def _cube(x: int, y: int, z: int) -> list[Point]:
    return [(x + a, y + b, z + c) for c in (1, 0) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))]


def _prism(x: int, y: int, z: int) -> list[Point]:
    down = (x + y) % 2
    return [(a, b, z + c) for c in (1, 0) for a, b, _ in _triangle((x - y - down) // 2, y, down)]


def _rhombic(x: int, y: int, z: int) -> list[Point]:
    """The centre of a cube of edge 2, that of a face (its coordinate is 0 or 4), and an edge of it (1 or 3)."""
    block, within = [2 * (c // 5) for c in (x, y, z)], [c % 5 for c in (x, y, z)]
    face = [{0: 0, 4: 2}.get(c, 1) for c in within]
    ends = [[{0: 0, 4: 2, 1: 0, 3: 2}.get(c, end) for c in within] for end in (0, 2)]
    return [tuple(b + c for b, c in zip(block, corner, strict=True)) for corner in ([1, 1, 1], face, *ends)]


def _tetra_octa(x: int, y: int, z: int) -> list[Point]:
    """A tetrahedron: every other corner of a cube; or one of the corners left, with the three beside it."""
    block, within = [c // 3 for c in (x, y, z)], [c % 3 for c in (x, y, z)]
    cube = [tuple(b + s for b, s in zip(block, step, strict=True)) for step in product((0, 1), repeat=3)]
    if within == [1, 1, 1]:
        return [corner for corner in cube if sum(corner) % 2 == 0]
    one = tuple(b + c // 2 for b, c in zip(block, within, strict=True))
    return [one, *(corner for corner in cube if _away(one, corner) == 1)]


def _ball(x: int, y: int, z: int) -> list[Point]:
    return [(x, y, z)]


def _polygon(corners: int) -> list[list[int]]:
    return [[at, (at + 1) % corners] for at in range(corners)]


def _prism_of(corners: int) -> list[list[int]]:
    """The numbers of the corners of each face, where those above come before those below."""
    walls = [[a, b, a + corners, b + corners] for a, b in _polygon(corners)]
    return [*walls, list(range(corners)), list(range(corners, 2 * corners))]


_TRIANGLE_SIDES, _PRISM_SIDES = _polygon(3), _prism_of(3)
_DOWNWARDS = [2, 0, 1]  # the first side of a downward triangle is its upper one, which ends where its corners begin


def _triangle_sides(x: int, y: int, z: int) -> list[list[int]]:
    return [_TRIANGLE_SIDES[at] for at in _DOWNWARDS] if z else _TRIANGLE_SIDES


def _prism_sides(x: int, y: int, z: int) -> list[list[int]]:
    return [_PRISM_SIDES[at] for at in (*_DOWNWARDS, 3, 4)] if (x + y) % 2 else _PRISM_SIDES


# Grids that are files: the corners of the cells of a unit, and the steps by which it is repeated.

Outline = list[tuple[int, int]]


def _repeated(unit: list[Outline], along: tuple[Point, Point]) -> Callable[[int, int, int], list[Point]]:
    (a, b, _), (c, d, _) = along
    return lambda x, y, kind: [(p + x * a + y * c, q + x * b + y * d, 0) for p, q in unit[kind]]


def _rotations(outline: Outline, many: int, sixth: bool) -> list[Outline]:
    """Return images of a polygon under turns about the origin, clockwise on paper: by 60 degrees, or by 90."""
    found = [outline]
    while len(found) < many:
        found.append([(-y, x + y) if sixth else (-y, x) for x, y in found[-1]])
    return found


_KITES = _rotations([(0, 0), (3, 0), (2, 2), (0, 3)], 6, True)  # from the one that points to the lower right
_DRAFTERS = [
    half
    for pair in zip(
        _rotations([(0, 0), (3, 0), (2, 2)], 6, True), _rotations([(0, 0), (2, 2), (0, 3)], 6, True), strict=True
    )
    for half in pair
]  # from the one after 3 o'clock
_PENTAGONS = _rotations([(0, 0), (3, -1), (5, 1), (4, 4), (1, 3)], 4, False)
_QUARTERS = [[(0, 0), (2, 0), (1, 1)], [(2, 0), (2, 2), (1, 1)], [(2, 2), (0, 2), (1, 1)], [(0, 2), (0, 0), (1, 1)]]
# The octagons need not be regular: what is counted depends only on which isometries there are.
_OCTASQUARES = [
    [(1, -2), (2, -1), (2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2)],
    [(2, 1), (3, 2), (2, 3), (1, 2)],
]
_TRIHEXES = [
    [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)],
    [(-1, 1), (0, 1), (-1, 2)],
    [(1, 0), (1, 1), (0, 1)],
]


# Nor need the triangles have three equal sides: here a pair of them is a rhombus of 2 by 4.
_SNUB_SQUARES = [
    [(-1, 0), (1, 0), (0, -2)],
    [(-1, 0), (1, 0), (0, 2)],
    [(3, -1), (3, 1), (1, 0)],
    [(3, -1), (3, 1), (5, 0)],
    [(1, 0), (0, 2), (2, 3), (3, 1)],
    [(5, 0), (6, 2), (4, 3), (3, 1)],
]


def _written(
    name: str,
    unit: list[Outline],
    size: int,
    boxes: tuple[tuple[int, int], ...],
    gram: Matrix = _RIGHT,
    side: int = 2,
    slanted: bool = False,
) -> Grid:
    along = ((size, size, 0), (-size, size, 0)) if slanted else ((size, 0, 0), (0, size, 0))
    kinds = tuple((0, 0, kind) for kind in range(len(unit)))
    corners = _repeated(unit, along)
    return Grid(name, corners, boxes, kinds, gram=gram, flat=True, along=along, side=side, sticks=side == 1)


_EVEN = ((1, 1, 1), (2, 0, 0), (0, 2, 0), (0, 0, 2), (2, 2, 2))
_ODD = ((4, 1, 1), (3, 0, 0), (5, 2, 0), (5, 0, 2), (3, 2, 2))
_TETRAHEDRA = tuple(
    sorted({(c[a], c[b], c[d]) for f, e in product((0, 4), (1, 3)) for c in [(f, e, 2)]
            for a, b, d in product(range(3), repeat=3) if {a, b, d} == {0, 1, 2}})
)  # fmt: skip

GRIDS = {
    grid.name: grid
    for grid in (
        Grid("square", _square, ((2, 2), (3, 2), (4, 2), (3, 3), (4, 3), (5, 2), (6, 1), (2, 5)), flat=True,
             along=((1, 0, 0), (0, 1, 0)), sides=lambda x, y, z: _polygon(4)),
        Grid("hexagonal", _hexagon, ((2, 2), (3, 2), (3, 3), (4, 2), (2, 4), (5, 1)), gram=_SIXTY, flat=True,
             along=((3, 0, 0), (0, 3, 0)), sides=lambda x, y, z: _polygon(6)),
        Grid("triangular", _triangle, ((1, 2), (2, 2), (3, 2), (4, 1), (2, 3)), ((0, 0, 0), (0, 0, 1)), gram=_SIXTY,
             flat=True, along=((1, 0, 0), (0, 1, 0)), sides=_triangle_sides),
        Grid("cubic", _cube, ((2, 2, 1), (3, 2, 1), (2, 2, 2), (3, 3, 1), (3, 2, 2), (4, 2, 1), (3, 1, 2)), side=4,
             sides=lambda x, y, z: _prism_of(4)),
        Grid("prisms", _prism, ((1, 1, 2), (2, 1, 2), (2, 2, 1), (1, 2, 2), (3, 2, 1)), ((0, 0, 0), (1, 0, 0)),
             ((2, 0, 0), (1, 1, 0), (0, 0, 1)), gram=_SIXTY, side=3, sides=_prism_sides),
        Grid("fcc", _ball, ((2, 2, 1), (2, 2, 2), (3, 2, 1), (3, 3, 1), (3, 2, 2)), ((0, 0, 0),),
             ((1, 1, 0), (1, -1, 0), (1, 0, 1)), balls=True),
        Grid("rhombic", _rhombic, ((1, 1, 1), (2, 1, 1)), _TETRAHEDRA, ((5, 0, 0), (0, 5, 0), (0, 0, 5)), side=3),
        Grid("tetra-octa", _tetra_octa, ((1, 1, 1), (2, 1, 1), (1, 2, 1)), (*_EVEN, *_ODD),
             ((6, 0, 0), (3, 3, 0), (3, 0, 3)), side=3, far=(30, 0, 0)),
        _written("half-squares", _QUARTERS, 2, ((1, 1), (2, 1), (1, 2), (2, 2), (3, 1))),
        _written("kites", [*_KITES[3:], *_KITES[:3]], 6, ((1, 1), (2, 1), (1, 2), (2, 2)), _SIXTY),
        _written("drafters", [*_DRAFTERS[9:], *_DRAFTERS[:9]], 6, ((1, 1), (2, 1), (1, 2)), _SIXTY),
        _written("octasquares", _OCTASQUARES, 4, ((2, 2), (3, 2), (2, 3), (3, 3))),
        _written("trihexes", _TRIHEXES, 2, ((1, 2), (2, 1), (2, 2), (3, 2)), _SIXTY),
        _written("cairo", [*_PENTAGONS[2:], *_PENTAGONS[:2]], 8, ((1, 1), (2, 1), (1, 2), (2, 2))),
        _written("snub-square", _SNUB_SQUARES, 3, ((1, 1), (2, 1), (1, 2), (2, 2)), slanted=True),
        _written("sticks", [[(0, 0), (1, 0)], [(0, 0), (0, 1)]], 1, ((2, 2), (3, 2), (2, 3), (3, 3)), side=1),
        _written("trigs", [[(0, 0), (1, 0)], [(0, 0), (0, 1)], [(0, 0), (-1, 1)]], 1, ((1, 2), (2, 2), (3, 2)), _SIXTY,
                 1),
        _written("twigs", [[(-1, -1), (1, -2)], [(1, -2), (2, -1)], [(-2, 1), (-1, -1)]], 3, ((2, 1), (2, 2), (3, 2)),
                 _SIXTY, 1),
    )
}  # fmt: skip
