"""Symmetric: the packing is its own image under an isometry of the board of some kind.

    A A B B     a half turn carries A to A, B to B; a mirror image would carry B to the place of A
    A B B A

A turn carries each piece to itself; a mirror image may carry it to another one, its own mirror image.  `horizontal` and
`vertical` are mirror images in lines of this direction on paper, `upright` are both, and `diagonal` those in other
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
from functools import lru_cache
from typing import ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.cells import onto
from satpuzzle.puzzle.rules._base import Ground, Items, Numbers, Packing, Rule, Table

_TURNS = {"half turn": 2, "third turn": 3, "quarter turn": 4, "sixth turn": 6}  # with their orders
_MIRRORS = ("horizontal", "vertical", "upright", "diagonal", "mirror", "point")
_KINDS = (*_TURNS, *_MIRRORS, "any")
_NEAR = 1e-6


@dataclass(frozen=True)
class Symmetric(Rule):
    """Packings that are their own images under an isometry of the board."""

    kind: str

    word: ClassVar[str] = "symmetric"
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
        kinds = sorted({kind for _, _, its in moves for kind in its if kind in _KINDS and kind != "any"})
        if self.kind not in (*kinds, "any"):
            raise PuzzleError(f"{self.key}: the board has no such symmetry: it has {', '.join(kinds) or 'none'}")
        own = {cells for cells, _, its in moves if self.kind in its}
        if any(_carried(by, cells) not in own for by, _, _ in moves for cells in own):
            raise PuzzleError(f"{self.key}: symmetries of the board carry it to others: say upright or mirror")

    def judges(self, ground: Ground) -> bool:
        """Tell whether more than one isometry is meant, with its powers."""
        return _quotient(ground, self.kind) is None

    def allows(self, ground: Ground, inside: Table, piece: Numbers) -> NDArray[np.bool_] | None:
        """Tell which placements the rule allows: those that overlap none of their images but themselves."""
        found = np.ones(len(inside), np.bool_)
        for image in _images(_quotient(ground, self.kind), inside):
            found &= (image == inside).all(axis=1) | ~(image & inside).any(axis=1)
        return found

    def items(self, ground: Ground) -> Items:
        """Return an item for each orbit of several cells; none if the rule is a filter."""
        if (quotient := _quotient(ground, self.kind)) is None:
            return Items()
        orbits = sorted({tuple(sorted({*some})) for some in zip(*quotient.powers, strict=True)})
        orbits = [some for some in orbits if len(some) > 1]
        at = ground.table(orbits)

        def covered(inside: Table, piece: Numbers) -> Table:
            found: Table = inside.astype(np.float32) @ at > 0
            return found

        def coloured(inside: Table, piece: Numbers) -> list[str]:
            first = inside.copy()  # of the images, the one with the lowest cells
            for image in _images(quotient, inside):
                here = (image != first).argmax(axis=1)[:, None]
                less = np.take_along_axis(image, here, 1) & ~np.take_along_axis(first, here, 1)
                np.copyto(first, image, where=less)
            whole = [ground.name(np.flatnonzero(row).tolist()) for row in first]
            names = [f"{one.name} " if quotient.turned else "" for one in ground.pieces] + ["empty "]
            return [names[number] + cells for number, cells in zip(piece.tolist(), whole, strict=True)]

        return Items(
            names=[ground.name(cells) for cells in orbits],
            bounds=[(0, None)] * len(orbits),
            about=[frozenset([frozenset(cells)]) for cells in orbits],
            pieces=[None] * len(orbits),
            covered=covered,
            coloured=coloured,
            empties=bool(ground.optional.any()),
            kind=self.kind,
        )

    def judge(self, ground: Ground, packing: Packing) -> bool:
        """Tell whether a packing is its own image."""
        placed = {frozenset(cells): piece for piece, cells in packing}
        for cells, turned, kinds in _moves(ground):
            if self.kind in kinds:
                images = {frozenset(cells[cell] for cell in some): piece for some, piece in placed.items()}
                if images == placed if turned else images.keys() == placed.keys():
                    return True
        return False


_Move = tuple[tuple[int, ...], bool, frozenset[str]]  # the image of each cell, whether it is a turn, its kinds


def _carried(by: tuple[int, ...], cells: tuple[int, ...]) -> tuple[int, ...]:
    """Return what a move of the board makes of another one, given by its images of cells."""
    found = [0] * len(by)
    for cell, to in enumerate(by):
        found[to] = by[cells[cell]]
    return tuple(found)


class _Quotient(NamedTuple):
    """The powers of an isometry, each as the image of each cell, and whether it is a turn."""

    powers: list[tuple[int, ...]]
    turned: bool


@lru_cache(maxsize=16)
def _quotient(ground: Ground, kind: str) -> _Quotient | None:
    """Return the isometry whose powers keep all packings that one of this kind keeps; None if there are several."""
    groups = {frozenset(_powers(cells)): turned for cells, turned, kinds in _moves(ground) if kind in kinds}
    least = min(groups, key=len, default=frozenset())
    if not least or not all(least <= powers and turned == groups[least] for powers, turned in groups.items()):
        return None
    return _Quotient(sorted(least), groups[least])


def _powers(cells: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the powers of a move, the move itself first and the identity last."""
    found = [cells]
    while any(cell != to for cell, to in enumerate(found[-1])):
        found.append(tuple(cells[cell] for cell in found[-1]))
    return found


def _images(quotient: _Quotient | None, inside: Table) -> Iterator[Table]:
    """Yield the images of placements under each power of the isometry."""
    for cells in quotient.powers if quotient else ():
        image = np.zeros_like(inside)
        image[:, cells] = inside
        yield image


@lru_cache(maxsize=16)
def _moves(ground: Ground) -> list[_Move]:
    """Return the isometries of the board but for the identity."""
    grid, board = ground.grid, ground.board
    found = {cells for images in grid.some_isometries(board) for cells in _onto(ground, images)}
    still = tuple(range(len(board)))
    return [(cells, *_kind(ground, cells, len(_powers(cells)))) for cells in sorted(found - {still})]


def _onto(ground: Ground, images: NDArray[np.int64]) -> list[tuple[int, ...]]:
    """Return the images of the board that lie on it, each as the image of each cell."""
    return [*map(tuple, onto(ground.board, ground.board, ground.grid, images).tolist())]


@lru_cache(maxsize=16)
def _turns(ground: Ground) -> frozenset[tuple[int, ...]]:
    """Return the isometries of the board that are turns."""
    images = ground.grid.some_rotations(ground.board, mirror=False)
    return frozenset(cells for some in images for cells in _onto(ground, some))


@lru_cache(maxsize=16)
def _reflections(ground: Ground) -> dict[tuple[int, ...], set[str]]:
    """Return the isometries of the board that some mirror image, or rotary reflection, of the grid makes.

    Each has its kinds: one may be a mirror image in a plane and in a point.
    """
    grid, found = ground.grid, dict[tuple[int, ...], set[str]]()
    for matrix in grid.group:
        if np.linalg.det(matrix) * (matrix[2, 2] if grid.two_sided else 1) < 0:
            opposite, twice = (matrix == -np.eye(3)).all(), (matrix @ matrix == np.eye(3)).all()
            for cells in _onto(ground, grid.images(matrix[None], ground.board)):
                found.setdefault(cells, set()).update(["point" if opposite else "mirror"] if twice else [])
    return found


def _kind(ground: Ground, cells: tuple[int, ...], order: int) -> tuple[bool, frozenset[str]]:
    """Return whether an isometry of this order with these images of cells is a turn, and its kinds.

    The centres of cells tell, unless they lie on a line, or in space in a plane; then the matrices of the grid do.
    """
    grid, flat = ground.grid, ground.grid.two_sided
    points = grid.centres(ground.board)[:, : 2 if flat else 3]
    a = points - points.mean(axis=0)
    b = a[list(cells)]
    u, size, v = np.linalg.svd(a.T @ b)
    thin = bool(size.min() < _NEAR * max(1.0, float(size[0])))
    turned = cells in _turns(ground) if thin else bool(np.linalg.det(u @ v) > 0)
    kinds = {"any", *(name for name, its in _TURNS.items() if turned and order == its)}
    if flat and (cells in _reflections(ground) if thin else not turned):
        level, steep = abs(a - b).max(axis=0) < _NEAR
        kinds |= {"mirror", "upright" if level or steep else "diagonal"}
        kinds |= {"horizontal"} if level else {"vertical"} if steep else set()
    elif not turned and thin:
        kinds |= _reflections(ground)[cells]
    elif not turned and order == 2:
        kinds |= {"point" if abs(a + b).max() < _NEAR else "mirror"}
    return turned, frozenset(kinds)


def name_of(ground: Ground, cells: Sequence[int], order: int) -> str:
    """Return the kind of an isometry of the board, given by its image of each cell, as narrow as can be said."""
    turned, kinds = _kind(ground, tuple(cells), order)
    narrow = (*_TURNS, "horizontal", "vertical", "diagonal", "point", "mirror")
    return next(
        (kind for kind in narrow if kind in kinds), f"{'turn' if turned else 'rotary reflection'} of order {order}"
    )


rule = Symmetric
