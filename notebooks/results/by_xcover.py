"""Counts the solutions on the fixed board by xcover, a program of another author: `python by_xcover.py FILE [SECONDS]`.

xcover (dancing cells, in Python with Numba) gets the exact cover as it is, without symmetry breaking.  It has no items
that are covered several times; where all pieces have the same size, their number follows from the board's, so the
items of such pieces are left out.
"""

import sys
from pathlib import Path

import numpy as np
from lab.bare import run

import satpuzzle as sp
from satpuzzle.cover.dlx import load_dlx
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.from_puzzle import cover_of


def cover_named(path: Path) -> ExactCover:
    """Return the exact cover of a file, without items that are covered several times."""
    if path.suffix == ".dlx":
        return load_dlx(path)
    puzzle = sp.load(path)
    cover = cover_of(puzzle, sp.place(puzzle))
    several = cover.upper > 1
    sizes = {len(piece.cells) for piece in puzzle.pieces}
    if not several.any():
        return cover
    assert len(sizes) == 1 and cover.upper[several].min() * sizes.pop() == len(puzzle.board)
    options = [np.flatnonzero(row & ~several).tolist() for row in cover.members()]
    kept = np.flatnonzero(~several).tolist()
    number = {item: place for place, item in enumerate(kept)}
    bounds = {number[item]: (int(cover.lower[item]), int(cover.upper[item])) for item in kept}
    return ExactCover.of_sets([tuple(number[item] for item in option) for option in options], bounds)


def main(path: str, seconds: str = "600") -> None:
    """Print what xcover counts, and its CPU seconds."""
    found = run(cover_named(Path(path)), "xcover", float(seconds))
    print(f"{Path(path).name}: xcover {found['status']}, raw {found.get('solutions')}, {found.get('cpu', 0):.2f} CPU s")


if __name__ == "__main__":
    main(*sys.argv[1:])
