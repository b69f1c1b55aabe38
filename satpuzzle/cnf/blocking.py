"""Blocking clauses: the same solution shall not come again.

`chosen`: not all of these options, unless another one joins them.  Where every item must be covered no
superset of a solution is a solution and nothing can join; with optional items a solution may be part of
a larger one, which must not be lost, so the options that could join stand in the clause as well.

`all`: these options and no others, with a literal for every option.  What most tools do.

`images`: the images of the solution under the cover's automorphisms are solutions too; each is blocked by its
chosen options before the solver finds it.

K. L. McMillan, Applying SAT Methods in Unbounded Symbolic Model Checking, CAV 2002, for the idea of
blocking; that it suffices to block the chosen literals of an exact cover is folklore.
"""

from collections.abc import Callable

import numpy as np

from satpuzzle.cover.exact_cover import ExactCover

Blocked = list[tuple[list[int], list[int]]]  # solutions that need not be found any more, the clause that blocks each


def chosen(cover: ExactCover, solution: list[int]) -> Blocked:
    """Return the solution with the clause that blocks it by its chosen options."""
    joinable = np.flatnonzero(cover.open_beside(solution))
    return [(solution, [-option - 1 for option in solution] + (joinable + 1).tolist())]


def every(cover: ExactCover, solution: list[int]) -> Blocked:
    """Return the solution with the clause that blocks it by all options."""
    signs = np.ones(len(cover.rows), np.int64)
    signs[solution] = -1
    return [(solution, (signs * np.arange(1, len(signs) + 1)).tolist())]


def images(cover: ExactCover, solution: list[int]) -> Blocked:
    """Return the solution and its images, each with the clause that blocks it by its chosen options."""
    found = {tuple(solution)}
    if len(cover.automorphisms):
        moved = cover.automorphisms[:, solution]
        found |= set(map(tuple, np.sort(moved[(moved >= 0).all(axis=1)], axis=1).tolist()))
    return [blocked for image in sorted(found) for blocked in chosen(cover, list(image))]


BLOCKING: dict[str, Callable[[ExactCover, list[int]], Blocked]] = {"chosen": chosen, "all": every, "images": images}
