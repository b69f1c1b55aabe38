"""The plans that the c't account gave up: their first steps have as many results as brute force finds."""

from itertools import product

import numpy as np
import pytest
from articles.contest import abstract_solutions, filling, layer

import satpuzzle as sp


@pytest.mark.full
def test_abstract_solutions_are_the_choices_of_profiles_that_fill_all_layers() -> None:
    puzzle = sp.load("soma")
    placements, heights = sp.place(puzzle), puzzle.board[:, 2]
    profiles = [
        {
            tuple(np.bincount(heights[placements.covered(n)], minlength=3).tolist())
            for n in np.flatnonzero(placements.piece == piece).tolist()
        }
        for piece in range(len(puzzle.pieces))
    ]
    every = ([*map(sum, zip(*choice, strict=True))] for choice in product(*profiles))
    assert abstract_solutions(puzzle, 2) == sum(sums == [9, 9, 9] for sums in every) > 0


def test_the_ways_to_fill_some_cells_reach_beyond_them() -> None:
    puzzle = sp.load("pentominoes-3x20")
    corner, side = layer(puzzle, 0, 0)[0], layer(puzzle, 0, 0)
    cover = sp.cover_of(puzzle, sp.place(puzzle))
    rows = [set(np.flatnonzero(row).tolist()) for row in cover.members()]
    touching = [row for row in rows if row & {*side}]
    assert sp.count(filling(puzzle, [corner])).raw == sum(corner in row for row in rows)
    found, growing = 0, [(frozenset[int](), 0)]  # sets of items, and the next placement that may be added
    while growing:
        items, start = growing.pop()
        found += {*side} <= items
        more = [n for n in range(start, len(touching)) if not items & touching[n]]
        growing += [(items | touching[n], n + 1) for n in more] if not {*side} <= items else []
    assert sp.count(filling(puzzle, side)).raw == found
