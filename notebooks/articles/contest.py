"""Three plans that Ralf Kleberhoff gave up in his account of the c't puzzle (c't 7/2003), as numbers.

*First abstract, then concrete*: choose for each piece only how many of its cells lie in each layer, so that every layer
is full, and look for the placements afterwards.  *Segments*: fill a row or a layer in one step.  *Sandwich*: fill the
lower and the upper layers first, and then the middle one.  Each has a first step with so many results that the second
one is never reached.
"""

from collections import Counter
from collections.abc import Collection

import numpy as np

import satpuzzle as sp


def abstract_solutions(puzzle: sp.Puzzle, axis: int) -> int:
    """Count the choices of a layer profile for each piece that fill every layer across an axis.

    The profile of a placement is the number of its cells in each layer; a piece is used exactly once.
    """
    placements = sp.place(puzzle)
    layers = puzzle.board[:, axis] - puzzle.board[:, axis].min()
    full = tuple(np.bincount(layers).tolist())
    sums = Counter({(0,) * len(full): 1})
    for piece in range(len(puzzle.pieces)):
        own = [placements.covered(n) for n in np.flatnonzero(placements.piece == piece).tolist()]
        profiles = {tuple(np.bincount(layers[cells], minlength=len(full)).tolist()) for cells in own}
        following = Counter[tuple[int, ...]]()
        for before, ways in sums.items():
            for profile in profiles:
                after = tuple(a + b for a, b in zip(before, profile, strict=True))
                if all(a <= b for a, b in zip(after, full, strict=True)):
                    following[after] += ways
        sums = following
    return sums[full]


def filling(puzzle: sp.Puzzle, cells: Collection[int]) -> sp.ExactCover:
    """Return the cover whose solutions are the sets of placements that fill these cells.

    Each placement covers one of them at least and may reach beyond.  `cells` are numbers of cells of the board.
    """
    cover = sp.cover_of(puzzle, sp.place(puzzle))
    wanted = set(cells)
    options = [some for row in cover.members() if (some := set(np.flatnonzero(row).tolist())) & wanted]
    bounds = [(int(item in wanted), int(most)) for item, most in enumerate(cover.upper)]
    return sp.ExactCover.of_sets(options, bounds)


def layer(puzzle: sp.Puzzle, axis: int, number: int) -> list[int]:
    """Return the numbers of the cells of a layer across an axis."""
    return np.flatnonzero(puzzle.board[:, axis] == puzzle.board[:, axis].min() + number).tolist()
