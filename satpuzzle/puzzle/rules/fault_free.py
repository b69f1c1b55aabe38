"""Fault-free: no straight line cuts the board in two without cutting a piece.

    A A|B B     the line between A and B is a fault: no piece lies on both sides of it
    A A|B B

A line of the board runs along sides of cells and through none of its cells; in space it is a plane.  For each there is
an item with the bounds (1, n), covered by every placement that has cells on both sides.

R. L. Graham, Fault-free tilings of rectangles, The Mathematical Gardner, 1981.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.grids.bodies import CLOSE, Polyhedron
from satpuzzle.puzzle.rules._base import Ground, Items, Numbers, Rule, Table


@dataclass(frozen=True)
class FaultFree(Rule):
    """Every line of the board is crossed by a piece."""

    word: ClassVar[str] = "fault-free"
    moves: ClassVar[bool] = False
    edged: ClassVar[bool] = True

    def said(self) -> str:
        """Return a sentence for people."""
        return "every straight line along sides of cells through the board is crossed by a piece"

    def check(self, ground: Ground) -> None:
        """Raise PuzzleError where no line runs along sides of cells."""
        if not all(isinstance(body, Polyhedron) for body in ground.grid.bodies) or not len(_lines(ground)):
            raise PuzzleError(f"{self.key}: no straight line runs along sides of cells through the board")

    def items(self, ground: Ground) -> Items:
        """Return an item for each line."""
        beyond = _lines(ground)

        def covered(inside: Table, piece: Numbers) -> Table:
            table = inside.astype(np.float32)
            found: Table = (table @ beyond.T.astype(np.float32) > 0) & (table @ ~beyond.T > 0)
            return found

        sides = [[np.flatnonzero(line == side).tolist() for side in (False, True)] for line in beyond]
        return Items(
            names=[f"line {number + 1}" for number in range(len(beyond))],
            bounds=[(1, None)] * len(beyond),
            about=[frozenset(map(frozenset, each)) for each in sides],
            pieces=[None] * len(beyond),
            covered=covered,
        )


def _lines(ground: Ground) -> NDArray[np.bool_]:
    """Return for each line of the board which cells are beyond it, (lines, cells); the first cell never is.

    The lines are in the lexicographic order of the cells on this side.
    """
    grid, board = ground.grid, ground.board
    kinds, centres = grid.kind(board), grid.centres(board)
    bodies = [body for body in grid.bodies if isinstance(body, Polyhedron)]
    known, found = set[tuple[int, ...]](), dict[bytes, NDArray[np.bool_]]()
    for kind, body in enumerate(bodies):
        for face in body.faces:
            here = board[kinds == kind]
            if face.behind is None or not len(inside := here[ground.at(here + np.array(face.behind)) >= 0]):
                continue
            towards = face.step / np.linalg.norm(face.step)
            low, high = np.array([((each := other.corners @ towards).min(), each.max()) for other in bodies]).T[
                :, kinds
            ]
            along = centres @ towards
            for place in np.unique((grid.centres(inside) @ towards + face.corners[0] @ towards).round(6)):
                line = (*np.rint(1e6 * towards).astype(int).tolist(), round(1e6 * float(place)))
                whole = (along + high < place + CLOSE) | (along + low > place - CLOSE)
                beyond = along > place
                if line not in known and whole.all() and beyond.any() and not beyond.all():
                    beyond = beyond != beyond[0]
                    found.setdefault(beyond.tobytes(), beyond)
                known.add(line)
    order = sorted(found.values(), key=lambda beyond: np.flatnonzero(~beyond).tolist())
    return np.array(order, np.bool_).reshape(-1, len(board))


rule = FaultFree
