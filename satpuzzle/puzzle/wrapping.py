"""Boards that wrap round: cells that differ by a *period*, or by a sum of several, are the same cell.

Such a board is the surface of a cylinder or a torus: a quotient of the grid by the lattice of its periods.  A puzzle
names axes, `x`, `y` or `xy`: then the periods are multiples of the basis vectors as long as the board's extent along
them.  Or it lists one or two periods, translations of the grid:

    * * * * * * a        wrap = [[6, 0], [2, 2]]: a cell is the same as the one six places to its right, and as the
    * * * * * *          one two rows below and two places to the right
        a

One period may be a *glide*: it reflects in the middle line of the board that is parallel to a vector, and moves by the
vector.  With it alone the board is a Möbius strip, with a translation across it a Klein bottle:

      b * * * * * a      wrap = [[6, 0, "flip"]]
      a * * * * * b

The square of the glide is a translation.  So a cell has the same representative as its translates by the lattice of
the periods, which has this square in place of the glide, and as those of its image under the glide.

Each cell has one *representative*, which is a cell of the board where there is one.  A board that does not wrap round
has no periods, and each cell is its own representative; so no other room needs to ask.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from satpuzzle.arrays import wide
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.grids import Grid, Points
from satpuzzle.puzzle.grids.base import AXES
from satpuzzle.puzzle.grids.bodies import CLOSE
from satpuzzle.puzzle.tiles import around

WRAPS = ("x", "y", "xy")  # along which axes of the grid's basis a board is joined to itself
GLIDES = tuple(f"{surface}{axis}" for surface in ("klein", "moebius") for axis in ("", " x", " y"))
FLIP = "flip"  # the third entry of a period that is a glide reflection
Periods = tuple[tuple[int, int] | tuple[int, int, str], ...]


@dataclass(frozen=True, eq=False)
class Wrapping:
    """Which cells of a grid are the same on a board that wraps round; the board lists one representative of each."""

    grid: Grid
    board: Points
    periods: Points  # (0, 1 or 2, 3), the translations, with the square of the glide
    wrap: str | Periods
    glide: tuple[NDArray[np.int64], Points] | None = None  # an element of the point group, and the shift after it

    @classmethod
    def of(cls, board: Points, grid: Grid, wrap: str | Periods) -> "Wrapping":
        """Return the wrapping of a board; `wrap` names axes along which it wraps, a surface, or periods, or is "".

        Raises PuzzleError for other values and grids that are not flat, for periods that are no translations of the
        grid or that do not differ in direction, for glides that do not keep the grid or the other period, and if two
        cells of the board are the same cell.
        """
        if not wrap:
            return cls(grid, board, np.zeros((0, 3), np.int64), wrap)
        if isinstance(wrap, str) and wrap not in (*WRAPS, *GLIDES):
            raise PuzzleError(f"wrap is {wrap!r}, allowed are {', '.join((*WRAPS, *GLIDES))}, and one or two periods")
        if not grid.two_sided:
            raise PuzzleError(f"wrap is for boards on flat grids, such as square, and not on the grid {grid.name}")
        size, axes = np.ptp(grid.steps(board), axis=0) + 1, dict(zip(AXES, range(2), strict=False))
        ends, flips = zip(*_ends(wrap), strict=True)
        along = [size[axes[end]] * grid.basis[axes[end]] if isinstance(end, str) else (*end, 0) for end in ends]
        found = cls(grid, board, np.array(along, np.int64), wrap)
        found._check_periods()
        if any(flips):
            found = found._gliding(np.array(flips))
        found._check_cells()
        return found

    def _gliding(self, flips: NDArray[np.bool_]) -> "Wrapping":
        """Return the wrapping in which one period is a glide along the middle of the board.

        Raises PuzzleError if there are two, or another period that is not perpendicular to it.
        """
        if flips.sum() > 1:
            raise PuzzleError("wrap: two periods have a flip, allowed is one")
        (vector,), others = self.periods[flips], self.periods[~flips]
        glide = _glide(self.grid, self.board, vector)
        found = replace(self, periods=np.concatenate([2 * vector[None], others]), glide=glide)
        if (found.reflected(others) != -others).any():
            raise PuzzleError(
                f"wrap: {others[0, :2].tolist()} is not perpendicular to {vector[:2].tolist()}, the period with a flip"
            )
        return found

    @property
    def round(self) -> bool:
        """Whether the board wraps round at all."""
        return len(self.periods) > 0

    def _check_periods(self) -> None:
        if not self.grid.translates(self.periods).all() or np.linalg.matrix_rank(self.periods) < len(self.periods):
            raise PuzzleError(
                f"wrap is {self.periods[:, :2].tolist()}, allowed are one or two translations of the grid"
                f" {self.grid.name} in different directions"
            )

    def _check_cells(self) -> None:
        places = self._folded(self.board)
        _, first, many = np.unique(places, axis=0, return_index=True, return_counts=True)
        if (many > 1).any():
            same = self.board[(places == places[first[many.argmax()]]).all(axis=1)][:2].tolist()
            raise PuzzleError(f"wrap: {same[0]} and {same[1]} of the board are the same cell")

    @cached_property
    def _lattice(self) -> list[tuple[int, NDArray[np.int64]]]:
        """A basis of the periods in steps, as pairs (axis, vector): the second vector is 0 on the axis of the first."""
        left, found = list(self.grid.steps(self.periods)), []
        for axis in range(2):
            while len(some := [vector for vector in left if vector[axis]]) > 1:
                least = min(some, key=lambda vector: abs(vector[axis]))
                left = [each if each is least else each - each[axis] // least[axis] * least for each in left]
            found += [(axis, vector) for vector in some]
            left = [vector for vector in left if not vector[axis]]
        return found

    def _reduced(self, cells: Points) -> Points:
        """Return for each cell one that differs by periods, the same one for all of these, of shape (..., 3)."""
        steps = self.grid.steps(cells)
        within = steps.copy()
        for axis, vector in self._lattice:
            within -= np.floor_divide(within[..., axis], vector[axis])[..., None] * vector
        found: Points = cells + (within - steps) @ self.grid.basis
        return found

    def glided(self, cells: Points) -> Points:
        """Return the images of cells, of shape (..., 3), under the glide; the board must have one."""
        assert self.glide is not None
        matrix, shift = self.glide
        found: Points = self.grid.turned(matrix[None], cells.reshape(-1, 3))[0].reshape(cells.shape) + shift
        return found

    def reflected(self, vectors: Points) -> Points:
        """Return what becomes of translations of the grid, of shape (n, 3), once round a board that has a glide."""
        found: Points = self.glided(self.board[0] + vectors) - self.glided(self.board[:1])
        return found

    def lifts(self, cells: Points) -> list[Points]:
        """Return one or two sets of cells in the plane that cover the same cells of the board and are no translates."""
        return [cells] if self.glide is None else [cells, self.glided(cells)]

    def _folded(self, cells: Points) -> Points:
        """Return for each cell one that is the same cell of the board, the same one for all of these."""
        one, *others = (self._reduced(lift) for lift in self.lifts(cells))
        for other in others:
            one = np.where((self._coded(other) < self._coded(one))[..., None], other, one)
        return one

    def keeps(self, motion: Points) -> bool:
        """Tell whether an isometry of the plane, given by the images of a `probe`, maps equal cells to equal cells.

        `probe` is made by the method of that name, of the first cell of the board.
        """
        many = 1 + len(self.periods)
        if not self.vanishes(motion[1:many] - motion[0]).all():
            return False
        if self.glide is None:
            return True
        before, after = motion[many:].reshape(2, -1, 3)
        apart = after - self.glided(before)
        return bool((apart == apart[0]).all() and self.vanishes(apart[0]))

    def probe(self, cell: Points) -> Points:
        """Return cells whose images tell whether an isometry keeps the periods: see `keeps`."""
        moved = np.concatenate([cell[None], cell + self.periods])
        if self.glide is None:
            return moved
        three = np.concatenate([cell[None], cell + self.grid.basis])
        return np.concatenate([moved, three, self.glided(three)])

    @cached_property
    def _representatives(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The codes of the board's cells, reduced, in ascending order, and the number of the cell of each."""
        codes = self._coded(self._folded(self.board))
        order = np.argsort(codes)
        return codes[order], order

    @staticmethod
    def _coded(cells: Points) -> NDArray[np.int64]:
        x, y, z = np.moveaxis(wide(cells), -1, 0)
        codes: NDArray[np.int64] = (x << 42) + (y << 21) + z
        return codes

    def home(self, cells: Points) -> Points:
        """Return the representatives of cells, of shape (..., 3)."""
        if not self.round:
            return cells
        reduced = self._folded(cells)
        codes, order = self._representatives
        wanted = self._coded(reduced)
        index = np.minimum(np.searchsorted(codes, wanted), len(codes) - 1)
        found: Points = np.where((codes[index] == wanted)[..., None], self.board[order[index]], reduced)
        return found

    def vanishes(self, vectors: Points) -> NDArray[np.bool_]:
        """Tell which translations of the grid, of shape (..., 3), map each cell of the wrapped board to itself."""
        nothing: NDArray[np.bool_] = (self._reduced(vectors) == 0).all(axis=-1)
        return nothing

    def crossings(self, cells: Points) -> tuple[Points, Points]:
        """Return the sides at which these cells continue beyond an edge of the board: the cells on both sides of each.

        The second cell is not the representative that it stands for.  Both arrays have the shape (sides, 3).
        """
        beyond = around(cells, self.grid) if self.round else np.zeros((len(cells), 0, 3), np.int64)
        here, home = np.broadcast_to(cells[:, None], beyond.shape), self.home(beyond)
        own = set(map(tuple, cells.tolist()))
        met = np.array([[tuple(cell) in own for cell in row] for row in home.tolist()], np.bool_)
        crossing = (home != beyond).any(axis=2) & met.reshape(home.shape[:2])
        return here[crossing], beyond[crossing]

    @property
    def written(self) -> str | list[list[int | str]]:
        """The axes or the periods as files have them."""
        return self.wrap if isinstance(self.wrap, str) else [list(period) for period in self.wrap]

    @property
    def said(self) -> str:
        """How the board is joined, as the end of a sentence: `, joined along x`; "" if it does not wrap round."""
        by = "along" if isinstance(self.wrap, str) else "by"
        ends = [f"{end} with a flip" if flip else f"{end}" for end, flip in _ends(self.wrap)]
        return f", joined {by} {f' and {by} '.join(ends)}" * self.round


def _ends(wrap: str | Periods) -> Iterator[tuple[str | tuple[int, int], bool]]:
    """Yield what `wrap` joins: an axis or the vector of a period, and whether with a glide."""
    if not isinstance(wrap, str):
        yield from (((x, y), bool(flip)) for x, y, *flip in wrap)
    elif wrap not in GLIDES:
        yield from ((axis, False) for axis in wrap)
    else:
        surface, first = wrap.split() if " " in wrap else (wrap, "x")
        yield first, True
        if surface == "klein":
            yield "xy".replace(first, ""), False


def _glide(grid: Grid, board: Points, vector: Points) -> tuple[NDArray[np.int64], Points]:
    """Return a glide by a vector, whose line is the middle of the board, as a reflection and the shift after it.

    Raises PuzzleError if the grid has none.
    """
    flat = grid.group[np.rint(np.linalg.det(grid.group[:, :2, :2])) < 0]
    along = np.subtract(*grid.exact(np.array([vector, 0 * vector])))
    reflection = flat[(flat @ along == along).all(axis=1)][:1]
    towards = grid.vectors(vector)
    across = np.array([-towards[1], towards[0], 0]) / np.linalg.norm(towards)
    heights, kinds = grid.centres(board) @ across, grid.kind(board)
    reach = np.array([((far := grid.outline(kind) @ across[:2]).min(), far.max()) for kind in range(len(grid.kinds))])
    middle = ((heights + reach[kinds, 0]).min() + (heights + reach[kinds, 1]).max()) / 2
    if len(reflection):
        image = grid.turned(reflection, board[:1])[0, 0]
        moved = grid.centres(board[0]) + towards + 2 * (middle - heights[0]) * across - grid.centres(image)
        shift: Points = np.rint(moved @ np.linalg.pinv(grid.vectors(grid.basis))).astype(np.int64) @ grid.basis
        if np.allclose(grid.vectors(shift), moved, rtol=0, atol=CLOSE):
            return reflection[0], shift
    raise PuzzleError(
        f"wrap: {vector[:2].tolist()} with a flip carries no cells to cells: the grid {grid.name} has no glide by it"
        " along the middle of the board"
    )
