"""Shapes: sets of cells, turned and compared.

An *orientation* of a piece is its set of cells after an isometry, up to translation.  For cells with
faces the isometries are the point group of the lattice.  For balls they are all isometries that carry
the cells to cells of the lattice; they are found by carrying a few independent cells to points at
the same distances from each other (equal Gram matrices) and seeing where the rest lands.
"""

from functools import cache
from math import isqrt

import numpy as np
from numpy.typing import NDArray

from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.lattice import LATTICES, Lattice, Points

_FARTHEST = 2000  # that the nearest cells of a ball piece may be apart


def normalised(cells: Points) -> Points:
    """Return the cells in lexicographic order, moved so that the first is the origin."""
    ordered = cells[np.lexsort(cells.T[::-1])]
    moved: Points = ordered - ordered[0]
    return moved


def turnings(cells: Points, lattice: Lattice, turn_over: bool) -> NDArray[np.int64]:
    """Return the images of the cells under all motions that the piece may make, shape (n, cells, 3).

    Cell i of every image is the image of cell i; the position in space is left open.
    """
    if lattice.balls:
        return _ball_images(cells, lattice, reflections=False)
    return _transformed(lattice.motions(turn_over), cells)


def isometries(cells: Points, lattice: Lattice) -> NDArray[np.int64]:
    """Return the images of the cells under all isometries, reflections included; as `turnings`."""
    if lattice.balls:
        return _ball_images(cells, lattice, reflections=True)
    return _transformed(lattice.group, cells)


def orientations(cells: Points, lattice: Lattice, turn_over: bool = True) -> list[Points]:
    """Return the distinct orientations of a piece, each normalised, in a fixed order."""
    images = (normalised(image) for image in turnings(cells, lattice, turn_over))
    distinct = {image.tobytes(): image for image in images}
    return sorted(distinct.values(), key=lambda image: image.tolist())


def _transformed(matrices: NDArray[np.int64], cells: Points) -> NDArray[np.int64]:
    images: NDArray[np.int64] = np.einsum("gij,cj->gci", matrices, cells - cells[0])
    return images


def _ball_images(cells: Points, lattice: Lattice, reflections: bool) -> NDArray[np.int64]:
    steps = cells - cells[0]
    frame = _independent(steps)
    if not len(frame):
        return np.array([steps])
    gram = frame @ frame.T
    targets = np.zeros((1, 0, 3), np.int64)  # where the first vectors of the frame can go, all together
    for i in range(len(frame)):
        steps_to = vectors(lattice.name, int(gram[i, i]))
        fits = (targets @ steps_to.T == gram[i, :i, None]).all(axis=1)
        which, vector = np.nonzero(fits)
        targets = np.concatenate([targets[which], steps_to[vector, None]], axis=1)
    if len(frame) == 3 and not reflections:
        # The frame fixes whether the isometry is a reflection.  A flat set of balls looks the same after
        # reflection in its plane, so there each image is reached by a rotation.
        targets = targets[np.linalg.det(targets) * np.linalg.det(frame) > 0]
    images = np.rint(steps @ np.linalg.pinv(frame) @ targets).astype(np.int64)
    exact = (images @ images.transpose(0, 2, 1) == steps @ steps.T).all(axis=(1, 2))
    landed: NDArray[np.int64] = images[exact & lattice.contains(images).all(axis=1)]
    return landed


def _independent(steps: Points) -> Points:
    """Return up to three linearly independent steps, the shortest that will do."""
    frame: list[Points] = []
    for step in sorted(steps, key=lambda step: int(step @ step)):
        if np.linalg.matrix_rank(np.array([*frame, step])) > len(frame):
            frame.append(step)
        if len(frame) == 3:
            break
    return np.array(frame, dtype=np.int64).reshape(-1, 3)


@cache
def vectors(lattice: str, square: int) -> Points:
    """Return the lattice vectors of a squared length."""
    reach = isqrt(square)
    if reach > _FARTHEST:
        raise PuzzleError(f"balls {reach} apart with none between, at most {_FARTHEST} are allowed")
    x, y = np.indices((2 * reach + 1, 2 * reach + 1)).reshape(2, -1) - reach
    rest = square - x * x - y * y
    z = np.sqrt(np.maximum(rest, 0)).round().astype(np.int64)
    upper = np.array([x, y, z]).T[z * z == rest]
    found = np.unique(np.concatenate([upper, upper * (1, 1, -1)]), axis=0)
    inside: Points = found[LATTICES[lattice].contains(found)]
    return inside
