"""Writes a cube of copies of one pentacube as exact covers for other programs: `python by_centre.py FILE DIR`.

One cell of a cube with an odd side stays where it is under all symmetries: the centre.  Of the placements that cover
it, one of each orbit is chosen, and the rest of the cube is a cover in Knuth's notation, with the cells as items (the
number of pieces follows from the volume).  A file `NAME-centre-I-times-N.dlx` has N times as many packings of the whole
cube; the sum over all files is the number of packings on the fixed board.

Placements and orbits are computed here; only the cells of the pieces are taken from the puzzle.
"""

import sys
from itertools import permutations, product
from pathlib import Path

import numpy as np

import satpuzzle as sp

Cells = frozenset[tuple[int, ...]]


def isometries() -> list[np.ndarray]:
    """Return the 48 matrices that map a cube to itself."""
    unit = np.eye(3, dtype=int)
    return [unit[list(order)] * signs for order in permutations(range(3)) for signs in product((1, -1), repeat=3)]


def placements(cells: np.ndarray, side: int) -> set[Cells]:
    """Return all places of a piece in a cube of this side; the piece may be rotated, not reflected."""
    found = set()
    for turn in isometries():
        if np.linalg.det(turn) > 0:
            turned = cells @ turn.T
            turned -= turned.min(axis=0)
            for step in product(*(range(side - int(size)) for size in turned.max(axis=0))):
                found.add(frozenset(map(tuple, (turned + step).tolist())))
    return found


def parts(pieces: list[np.ndarray], side: int) -> list[tuple[int, Cells, list[Cells]]]:
    """Return for each orbit of placements over the centre its size, one of them, and the placements that go with it."""
    every = {place for cells in pieces for place in placements(cells, side)}
    middle = (side // 2,) * 3

    def image(place: Cells, turn: np.ndarray) -> Cells:
        return frozenset(map(tuple, ((np.array([*place]) - middle) @ turn.T + middle).tolist()))

    group = [turn for turn in isometries() if all(image(place, turn) in every for place in every)]
    left, found = {place for place in every if middle in place}, []
    while left:
        one = min(left, key=sorted)
        orbit = {image(one, turn) for turn in group}
        found.append((len(orbit), one, [place for place in sorted(every, key=sorted) if not place & one]))
        left -= orbit
    return found


def main(path: Path, folder: Path) -> None:
    """Write the covers to a folder, and print their names."""
    puzzle = sp.load(path)
    side = round(len(puzzle.board) ** (1 / 3))
    cells = {*product(range(side), repeat=3)}
    for number, (times, chosen, options) in enumerate(parts([piece.cells for piece in puzzle.pieces], side)):
        lines = [cells - chosen, *options]
        text = "".join(" ".join("".join(map(str, cell)) for cell in sorted(line)) + "\n" for line in lines)
        name = f"{path.stem}-centre-{number}-times-{times}.dlx"
        (folder / name).write_text(text, encoding="utf-8")
        print(name)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
