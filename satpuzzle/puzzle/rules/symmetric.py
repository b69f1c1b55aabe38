"""Symmetric: the packing is its own image under an isometry of the board of some kind.  A filter.

    A A B B     a half turn carries A to A, B to B; a mirror image would carry B to the place of A
    A B B A

A turn carries each piece to itself; a mirror image may carry it to another one, its own mirror image.  `horizontal` and
`vertical` are mirror images in lines of this direction on paper, `upright` are both, and `diagonal` those in other
lines.  Where a symmetry of the board exchanges them, the rule must name all.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.cells import onto
from satpuzzle.puzzle.rules._base import Ground, Packing, Rule

_TURNS = {"half turn": -2, "third turn": -1, "quarter turn": 0, "sixth turn": 1}  # with their traces in the plane
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
        ground.edged(self)
        moves = _moves(ground)
        kinds = sorted({kind for _, _, its in moves for kind in its if kind in _KINDS and kind != "any"})
        if self.kind not in (*kinds, "any"):
            raise PuzzleError(f"{self.key}: the board has no such symmetry: it has {', '.join(kinds) or 'none'}")
        own = {cells for cells, _, its in moves if self.kind in its}
        if any(_carried(by, cells) not in own for by, _, _ in moves for cells in own):
            raise PuzzleError(f"{self.key}: symmetries of the board carry it to others: say upright or mirror")

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


@lru_cache(maxsize=16)
def _moves(ground: Ground) -> list[_Move]:
    """Return the isometries of the board but for the identity."""
    grid, board, found = ground.grid, ground.board, dict[tuple[int, ...], _Move]()
    still = tuple(range(len(board)))
    for images in grid.some_isometries(board):
        for image in images:
            for cells in map(tuple, onto(board, board, grid, image[None]).tolist()):
                if cells != still and cells not in found:
                    found[cells] = (
                        cells,
                        *_kind(grid.centres(board), grid.centres(board[list(cells)]), grid.two_sided),
                    )
    return list(found.values())


def _kind(here: NDArray[np.float64], there: NDArray[np.float64], flat: bool) -> tuple[bool, frozenset[str]]:
    """Return whether an isometry that carries these points to those is a turn, and its kinds."""
    a, b = here - here.mean(axis=0), there - there.mean(axis=0)
    if flat:
        a, b = a[:, :2], b[:, :2]
    u, size, v = np.linalg.svd(a.T @ b)
    matrix = (u @ v).T
    thin = size < _NEAR * max(1.0, float(size[0]))  # the points lie on a line or in a plane: any extension will do
    if flat and thin.any():  # a row of cells, turned or reflected
        steep = abs(a[:, 0]).max() < _NEAR
        return True, frozenset({"any", "half turn", "mirror", "upright", "horizontal" if steep else "vertical"})
    turned = bool(np.linalg.det(matrix) > 0) or bool(thin.any())
    if turned and np.linalg.det(matrix) < 0:
        u[:, -1] = -u[:, -1]
        matrix = (u @ v).T
    trace = round(float(np.trace(matrix)))
    kinds = {"any"}
    if turned:
        kinds |= {name for name, its in _TURNS.items() if trace - (0 if flat else 1) == its}
    elif not flat:
        kinds |= {"mirror"} if trace == 1 else {"point"} if trace == -3 else set()
    else:
        right, down = matrix[0, 0], matrix[1, 1]
        level, steep = right > 1 - _NEAR, down > 1 - _NEAR
        kinds |= {"mirror", "upright" if level or steep else "diagonal"}
        kinds |= {"horizontal"} if level else {"vertical"} if steep else set()
    return turned, frozenset(kinds)


rule = Symmetric
