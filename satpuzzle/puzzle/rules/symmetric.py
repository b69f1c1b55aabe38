"""Symmetric: the packing is its own image under an isometry of the board of some kind.

    A A B B     a half turn carries A to A, B to B; a mirror image would carry B to the place of A
    A B B A

An isometry of the board acts on placements as docs/counting.md defines it (`_acting.py`): a motion that every piece may
make carries each piece to itself; any other one carries it to its mirror image, or its mate, which is the piece itself
if it can be.  The image of a packing must be the packing, with pieces, cells, and the colours on them.  `horizontal`
and `vertical` are mirror images in lines of this direction on paper, `upright` are both, and `diagonal` those in other
lines.  Where a symmetry of the board exchanges them, the rule must name all.

If one isometry and its powers are meant, the rule says that each packing is one of its *quotient*: orbits of placements
on orbits of cells.  There is an item for each orbit of cells, and its colour is the orbit of the placement that covers
them, or that they stay empty.  Placements that overlap their own images are left out, so those of one colour are the
images of one.  The options stay placements, and not orbits, since two images are two copies of a piece.

If several isometries are meant, of which one is enough, as are the two mirror images of `upright`, the rule is a
filter: what is true of one of several quotients is no item.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.cells import keeping, onto
from satpuzzle.puzzle.grids import Grid, Points
from satpuzzle.puzzle.rules._acting import Cells, Pieces, isometries, points_of
from satpuzzle.puzzle.rules._base import Ground, Hues, Items, Numbers, Packing, Rule, Table

_TURNS = {"half turn": 2, "third turn": 3, "quarter turn": 4, "sixth turn": 6}  # with their orders
_MIRRORS = ("horizontal", "vertical", "upright", "diagonal", "mirror", "point")
_KINDS = (*_TURNS, *_MIRRORS, "any")
_NEAR = 1e-6
_NOT_TURNED = "no turn"  # a kind that no rule asks for


@dataclass(frozen=True)
class Symmetric(Rule):
    """Packings that are their own images under an isometry of the board."""

    kind: str

    word: ClassVar[str] = "symmetric"
    rigid: ClassVar[bool] = True
    takes: ClassVar[str] = " | ".join(_KINDS)
    moves: ClassVar[bool] = False
    edged: ClassVar[bool] = True
    filters: ClassVar[bool] = True

    @classmethod
    def of(cls, text: str) -> Self:
        """Return the rule for a kind of isometry."""
        if text not in _KINDS:
            raise cls.wrong(text)
        return cls(text)

    @property
    def text(self) -> str:
        """The kind of isometry."""
        return self.kind

    def said(self) -> str:
        """Return a sentence for people."""
        said = "some symmetry of the board" if self.kind == "any" else f"a symmetry of the board: {self.kind}"
        return f"the packing is its own image under {said}"

    def check(self, ground: Ground) -> None:
        """Raise PuzzleError on boards without such a symmetry, or on which another one changes its kind."""
        moves = _moves(ground)
        kinds = sorted({kind for move in moves for kind in move.kinds if kind in _KINDS and kind != "any"})
        if self.kind not in (*kinds, "any"):
            raise PuzzleError(f"{self.key}: the board has no such symmetry: it has {', '.join(kinds) or 'none'}")
        own = {move.cells for move in moves if self.kind in move.kinds}
        if any(_carried(by.cells, cells) not in own for by in moves for cells in own):
            raise PuzzleError(f"{self.key}: symmetries of the board carry it to others: say upright or mirror")

    def judges(self, ground: Ground) -> bool:
        """Tell whether more than one isometry is meant, with its powers."""
        return _quotient(ground, self.kind) is None

    def allows(self, ground: Ground, inside: Table, piece: Numbers, hues: Hues) -> NDArray[np.bool_] | None:
        """Tell which placements the rule allows: those that have images, and overlap none but themselves."""
        found, own = np.ones(len(inside), np.bool_), _painted(inside, hues)
        for image, to in _images(_quotient(ground, self.kind), own, piece):
            same = (image == own).all(axis=1) & (to == piece)
            found &= (to >= 0) & (same | ~((image > 0) & inside).any(axis=1))
        return found

    def items(self, ground: Ground) -> Items:
        """Return an item for each orbit of several cells; none if the rule is a filter."""
        if (quotient := _quotient(ground, self.kind)) is None:
            return Items()
        every = zip(range(len(ground.board)), *(power.cells for power in quotient), strict=True)
        orbits = sorted({tuple(sorted({*some})) for some in every})
        orbits = [some for some in orbits if len(some) > 1]
        at = ground.table(orbits)

        def covered(inside: Table, piece: Numbers) -> Table:
            found: Table = inside.astype(np.float32) @ at > 0
            return found

        def coloured(inside: Table, piece: Numbers, hues: Hues) -> NDArray[np.str_]:
            own = _painted(inside, hues)
            first, owner = own.copy(), piece.copy()  # of the images, the one with the lowest cells
            for image, to in _images(quotient, own, piece):
                here = (image != first).argmax(axis=1)[:, None]
                less = np.take_along_axis(image, here, 1) > np.take_along_axis(first, here, 1)
                np.copyto(first, image, where=less)
                np.copyto(owner, to, where=less[:, 0])
            names = [f"{one.name} " for one in ground.pieces] + ["empty "]
            whole = [ground.name(np.flatnonzero(row).tolist()) for row in first]
            painted = [f" {row[row > 0] - 1}" if hues.shape[1] and row.max() > 1 else "" for row in first]
            every = [names[at] + cells + way for at, cells, way in zip(owner.tolist(), whole, painted, strict=True)]
            return np.array(every, np.str_).reshape(-1, 1)

        return Items(
            names=[ground.name(cells) for cells in orbits],
            bounds=[(0, None)] * len(orbits),
            about=[frozenset([frozenset(cells)]) for cells in orbits],
            pieces=[None] * len(orbits),
            covered=covered,
            coloured=coloured,
            empties=bool(ground.optional.any()),
            kinds=[self.kind] * len(orbits),
        )

    def judge(self, ground: Ground, packing: Packing) -> bool:
        """Tell whether a packing is its own image."""
        placed = {
            (piece, frozenset(zip(cells, hues or [0] * len(cells), strict=True))) for piece, cells, hues in packing
        }
        return any(
            {(move.pieces[piece], frozenset((move.cells[cell], hue) for cell, hue in some)) for piece, some in placed}
            == placed
            for move in _moves(ground)
            if self.kind in move.kinds
        )


class _Move(NamedTuple):
    """An isometry of the board."""

    cells: Cells
    pieces: Pieces
    kinds: frozenset[str]


def _painted(inside: Table, hues: Hues) -> NDArray[np.uint16]:
    """Return which cells placements cover, and in which colours: 0 is not, c + 1 in colour c."""
    return inside.astype(np.uint16) + (hues if hues.shape[1] else np.uint16(0))


def _carried(by: Cells, cells: Cells) -> Cells:
    """Return what a move of the board makes of another one, given by its images of cells."""
    found = [0] * len(by)
    for cell, to in enumerate(by):
        found[to] = by[cells[cell]]
    return tuple(found)


@lru_cache(maxsize=16)
def _quotient(ground: Ground, kind: str) -> list[_Move] | None:
    """Return the powers, but for the identity, that keep all packings that one isometry of this kind keeps.

    The isometry itself is the first.  None if there are several that are not among the powers of one.
    """
    moves = {move.cells: move for move in _moves(ground)}
    groups = [_powers(move.cells) for move in moves.values() if kind in move.kinds]
    least = min(groups, key=lambda powers: (len(powers), sorted(powers)), default=[])
    if not least or not all({*least} <= {*powers} for powers in groups):
        return None
    return [moves[cells] for cells in least[:-1]]


def _powers(cells: Cells) -> list[Cells]:
    """Return the powers of a move, the move itself first and the identity last."""
    found = [cells]
    while any(cell != to for cell, to in enumerate(found[-1])):
        found.append(tuple(cells[cell] for cell in found[-1]))
    return found


def _images(
    quotient: list[_Move] | None, own: NDArray[np.uint16], piece: Numbers
) -> Iterator[tuple[NDArray[np.uint16], Numbers]]:
    """Yield the images of placements and of their pieces, -1 for none or no piece, under each power."""
    for move in quotient or ():
        image = np.zeros_like(own)
        image[:, move.cells] = own
        yield image, np.array([*move.pieces, -1])[piece]


@lru_cache(maxsize=16)
def _moves(ground: Ground) -> list[_Move]:
    """Return the isometries of the board but for the identity.

    Several of the grid may carry the cells of a small board in one way.  Its kinds are those of all of them; in space,
    if one of them is a turn, those of turns.
    """
    points, found = points_of(ground).points, []
    for cells, pieces, ways in isometries(ground):
        each = [_kinds(ground, points, way) for way in ways]
        turns = [] if ground.grid.two_sided else [kinds for kinds in each if _NOT_TURNED not in kinds]
        found.append(_Move(cells, pieces, frozenset().union(*(turns or each))))
    return found


def _onto(ground: Ground, points: Points, images: NDArray[np.int64]) -> list[Cells]:
    """Return the images of some points that are the same set, each as the image of each point."""
    return [*map(tuple, onto(points, points, ground.grid, images).tolist())]


@lru_cache(maxsize=16)
def _turns(ground: Ground) -> frozenset[Cells]:
    """Return the isometries of board and frame that are turns, and keep what is up."""
    points = points_of(ground).points
    images = keeping(ground.up, lambda these: ground.grid.some_rotations(these, mirror=False), points)
    return frozenset(way for some in images for way in _onto(ground, points, some))


def _imaged(grid: Grid, matrix: NDArray[np.int64], points: Points) -> Iterator[NDArray[np.int64]]:
    yield grid.images(matrix[None], points)


@lru_cache(maxsize=16)
def _reflections(ground: Ground) -> dict[Cells, set[str]]:
    """Return the isometries of board and frame that some mirror image, or rotary reflection, of the grid makes.

    They keep what is up.  Each has its kinds: one may be a mirror image in a plane and in a point.
    """
    grid, points, found = ground.grid, points_of(ground).points, dict[Cells, set[str]]()
    for matrix in grid.group:
        if np.linalg.det(matrix) * (matrix[2, 2] if grid.two_sided else 1) < 0:
            opposite, twice = (matrix == -np.eye(3)).all(), (matrix @ matrix == np.eye(3)).all()
            (images,) = keeping(ground.up, partial(_imaged, grid, matrix), points)
            for way in _onto(ground, points, images):
                found.setdefault(way, set()).update(["point" if opposite else "mirror"] if twice else [])
    return found


def _kinds(ground: Ground, board: Points, way: Cells) -> frozenset[str]:
    """Return the kinds of an isometry, given by the image of each point.

    The centres of the cells there tell, unless they lie on a line, or in space in a plane; then the grid's matrices do.
    """
    grid, flat, order = ground.grid, ground.grid.two_sided, len(_powers(way))
    points = grid.centres(board)[:, : 2 if flat else 3]
    a = points - points.mean(axis=0)
    b = a[list(way)]
    u, size, v = np.linalg.svd(a.T @ b)
    thin = bool(size.min() < _NEAR * max(1.0, float(size[0])))
    turned = way in _turns(ground) if thin else bool(np.linalg.det(u @ v) > 0)
    kinds = {"any", *(name for name, its in _TURNS.items() if turned and order == its)}
    kinds |= set() if turned else {_NOT_TURNED}
    if flat and (way in _reflections(ground) if thin else not turned):
        level, steep = abs(a - b).max(axis=0) < _NEAR
        kinds |= {"mirror", "upright" if level or steep else "diagonal"}
        kinds |= {"horizontal"} if level else {"vertical"} if steep else set()
    elif not turned and thin:  # one of balls that is none of the grid keeps what is up, so it is a mirror image
        kinds |= _reflections(ground).get(way, {"mirror"} if order == 2 else set())
    elif not turned and order == 2:
        kinds |= {"point" if abs(a + b).max() < _NEAR else "mirror"}
    return frozenset(kinds)


def name_of(ground: Ground, cells: Sequence[int], order: int) -> str:
    """Return the kind of an isometry of the board, given by its image of each cell, as narrow as can be said."""
    kinds = next((move.kinds for move in _moves(ground) if move.cells == tuple(cells)), frozenset[str]())
    narrow = (*_TURNS, "horizontal", "vertical", "diagonal", "point", "mirror")
    other = f"{'rotary reflection' if _NOT_TURNED in kinds else 'turn'} of order {order}"
    return next((kind for kind in narrow if kind in kinds), other)


rule = Symmetric
