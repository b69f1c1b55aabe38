"""Which pieces of a packing touch each other, from the steps to a cell's neighbours."""

from collections.abc import Collection
from itertools import combinations

Cells = frozenset[tuple[int, ...]]
Placed = Collection[tuple[str, Cells]]
NEAR = {
    "square": [(1, 0, 0), (0, 1, 0)],
    "hexagonal": [(1, 0, 0), (0, 1, 0), (-1, 1, 0)],
    "cubic": [(1, 0, 0), (0, 1, 0), (0, 0, 1)],
}


def touch(grid: str, one: Cells, other: Cells) -> bool:
    steps = [*NEAR[grid], *(tuple(-x for x in step) for step in NEAR[grid])]
    return any(tuple(a + b for a, b in zip(cell, step, strict=True)) in other for cell in one for step in steps)


def obeys(grid: str, apart: list[list[str]], pieces: Placed) -> bool:
    """Tell whether no two pieces of a group touch."""
    return not any(
        {one, other} <= {*group} and touch(grid, cells, others)
        for group in apart
        for (one, cells), (other, others) in combinations(pieces, 2)
    )
