"""Blocking clauses, which keep a solver from finding a solution again.

`chosen`: forbids the chosen options together, unless a further option is chosen.  If every item must be covered, no
proper superset of a solution is a solution.  With optional items a solution may be a subset of a larger one, which must
not be lost: the clause then also has the options that could be added.

`all`: forbids this assignment of all options, with one literal for each option, as most tools do.

`images`: also blocks the images of the solution under the automorphisms of the cover, which are solutions too, each
by its chosen options.

K. L. McMillan, Applying SAT Methods in Unbounded Symbolic Model Checking, CAV 2002, for the idea of
blocking; that it suffices to block the chosen literals of an exact cover is folklore.
"""

from collections.abc import Callable

import numpy as np

from satpuzzle.cover.exact_cover import ExactCover

Blocked = list[tuple[list[int], list[int]]]  # (solution, clause that blocks it)


def chosen(cover: ExactCover, solution: list[int]) -> Blocked:
    """Return [(solution, clause)]; the clause forbids its options together, unless a further option is chosen."""
    addable = np.flatnonzero(cover.open_beside(solution))
    return [(solution, [-option - 1 for option in solution] + (addable + 1).tolist())]


def every(cover: ExactCover, solution: list[int]) -> Blocked:
    """Return [(solution, clause)]; the clause forbids this assignment of all options."""
    signs = np.ones(len(cover.rows), np.int64)
    signs[solution] = -1
    return [(solution, (signs * np.arange(1, len(signs) + 1)).tolist())]


def images(cover: ExactCover, solution: list[int]) -> Blocked:
    """Return (image, clause) for each image of the solution under the automorphisms, with the clause of `chosen`."""
    found = {tuple(solution)}
    if len(cover.automorphisms):
        moved = cover.automorphisms[:, solution]
        found |= set(map(tuple, np.sort(moved[(moved >= 0).all(axis=1)], axis=1).tolist()))
    return [blocked for image in sorted(found) for blocked in chosen(cover, list(image))]


BLOCKING: dict[str, Callable[[ExactCover, list[int]], Blocked]] = {"chosen": chosen, "all": every, "images": images}
