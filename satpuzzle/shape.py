"""Shapes: sets of cells, turned and compared.

An *orientation* of a piece is its set of cells after an isometry, up to translation.  For cells with
faces the isometries are the point group of the lattice.  For balls they are all isometries that carry
the cells to cells of the lattice; they are found by carrying a few independent cells to points at
the same distances from each other (equal Gram matrices) and seeing where the rest lands.
"""

from itertools import product

import numpy as np
from numpy.typing import NDArray

from satpuzzle.lattice import Lattice, Points


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
    coordinates = steps @ np.linalg.pinv(frame)
    chosen: list[list[Points]] = [[]]
    for i, square in enumerate(gram.diagonal()):
        vectors = _vectors(lattice, int(square))
        chosen = [
            [*partial, vector]
            for partial in chosen
            for vector in vectors
            if all(vector @ partial[j] == gram[i, j] for j in range(i))
        ]
    images = []
    for target in map(np.array, chosen):
        # In three dimensions the frame fixes whether the isometry is a reflection; a flat set of
        # balls looks the same after reflection in its plane, so each image is reached by a rotation.
        if not reflections and len(frame) == 3 and np.linalg.det(frame) * np.linalg.det(target) < 0:
            continue
        image = coordinates @ target
        rounded = np.rint(image).astype(np.int64)
        if np.allclose(image, rounded, atol=1e-6) and lattice.contains(rounded).all():
            images.append(rounded)
    return np.array(images)


def _independent(steps: Points) -> Points:
    """Return up to three linearly independent steps, the shortest that will do."""
    frame: list[Points] = []
    for step in sorted(steps, key=lambda step: int(step @ step)):
        if np.linalg.matrix_rank(np.array([*frame, step])) > len(frame):
            frame.append(step)
        if len(frame) == 3:
            break
    return np.array(frame, dtype=np.int64).reshape(-1, 3)


def _vectors(lattice: Lattice, square: int) -> list[Points]:
    """Return the lattice vectors of a squared length."""
    reach = range(-int(square**0.5), int(square**0.5) + 1)
    found = np.array([v for v in product(reach, repeat=3) if sum(x * x for x in v) == square], dtype=np.int64)
    return list(found[lattice.contains(found)])
