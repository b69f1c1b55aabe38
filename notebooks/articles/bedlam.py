"""The Mini Bedlam Cube of the article on Habr: its figures and placements in its own order, as an exact cover.

Cell (x, y, z) is bit x + 4y + 16z.  `turn` and `placements` are the functions `Turn` and `Fig::Init` of the article,
line by line, so that a search piece by piece meets the same positions in the same order as the article's program does,
and what that says of its first 500 million calls can be checked.  A call of its function `Solve` is a node of ours, but
for the first one, which has placed nothing.

    python notebooks/articles/bedlam.py 500000000                   # → 44 solutions in 500,000,000 calls
    python notebooks/articles/bedlam.py 500000000 pieces-isolated
    python notebooks/articles/bedlam.py --dlx bedlam.dlx            # for other programs, and for `satpuzzle count`

"Собираем Mini Bedlam Cube", Habr.
"""

import argparse
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

import satpuzzle as sp
from satpuzzle.cover.dlx import write

X_LOW, Y_LOW, Z_LOW = 0x1111111111111111, 0x000F000F000F000F, 0xFFFF
X_HIGH, Y_HIGH, Z_HIGH = X_LOW << 3, Y_LOW << 12, Z_LOW << 48
CROSS = (0x4E40000000000000, 0x4E4000000000)  # its two places that differ by more than a rotation
FIGURES = (
    0x136, 0x263, 0x10027, 0x20027, 0x20063, 0x10063, 0x30062, 0x10047, 0x100017, 0x10017, 0x20072, 0x10031,
)  # fmt: skip
PIECES = "ABCDEFGHIJKLM"  # the names of the bundled puzzle `bedlam`, which has the same order
SOLUTIONS = 19186


def turn(figure: int, way: int) -> int:
    """Return a figure after the rotation (x, y, z) → (y, z, x), or the other generator, moved to the side x = 0."""
    result = 0
    for bit in range(64):
        to = bit >> 2 | (bit & 3) << 4 if way == 0 else (~bit & 3) | (bit >> 2 & 12) | (bit << 2 & 48)
        if figure >> bit & 1:
            result |= 1 << to
    while way and not result & X_LOW:
        result >>= 1
    return result


def placements(figure: int) -> list[int]:
    """Return the placements of a figure: its orientations, then those that are further along x, y and z."""
    found = [figure]
    for one in found:  # which grows meanwhile
        for way in (0, 1):
            if (other := turn(one, way)) not in found:
                found.append(other)
    for high, step in ((X_HIGH, 1), (Y_HIGH, 4), (Z_HIGH, 16)):
        for one in found:
            if one & high:
                continue
            found.append(one << step)
    return found


@cache
def every() -> tuple[tuple[int, ...], ...]:
    """Return the placements of all pieces; the cross has only its two places."""
    return (CROSS, *(tuple(placements(figure)) for figure in FIGURES))


@cache
def cover(figures: tuple[tuple[int, ...], ...] | None = None) -> sp.ExactCover:
    """Return the article's puzzle as an exact cover, its options in the article's order or that of the `figures`.

    The cells come from the highest bit down, as the article's scan fills them.
    """
    cells = [f"{bit & 3},{bit >> 2 & 3},{bit >> 4}" for bit in reversed(range(64))]
    options = [
        [*(63 - bit for bit in reversed(range(64)) if mask >> bit & 1), 64 + piece]
        for piece, masks in enumerate(every() if figures is None else figures)
        for mask in masks
    ]
    made = sp.ExactCover.of_sets(options, [(1, 1)] * (64 + len(PIECES)), [*cells, *PIECES])
    return replace(made, families={"cells": range(64), "pieces": range(64, 64 + len(PIECES))})


def dlx() -> str:
    """Return the cover as text; the pieces come first, so that a search in the order of the items goes piece by piece.

    A text has no kinds of items: of the strategies, only `pieces` searches it as it searches `cover()`.
    """
    made = cover()
    order = [*made.families["pieces"], *made.families["cells"]]
    place = np.argsort(order)
    options = [sorted(place[made.items_of(option)].tolist()) for option in range(len(made.rows))]
    names = [made.names[item] for item in order]
    title = ["Mini Bedlam Cube: the placements of the article on Habr, in its order"]
    return "".join(f"{line}\n" for line in write(sp.ExactCover.of_sets(options, [(1, 1)] * len(order), names), title))


def solutions(calls: int, strategy: str = "pieces") -> int:
    """Return how many solutions a strategy finds in so many calls of the article's `Solve`, the first one included."""
    found = sp.count(cover(), strategy=strategy, presolve=False, node_limit=calls - 1, up_to="raw")
    return int(found.raw or 0)


def main() -> None:
    """Search, or write the cover."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("calls", nargs="?", type=int, default=1_000_000)
    parser.add_argument("strategy", nargs="?", default="pieces")
    parser.add_argument("--dlx", type=Path, metavar="FILE", help="write the cover to FILE and do not search")
    asked = parser.parse_args()
    if asked.dlx is not None:
        asked.dlx.write_text(dlx(), encoding="utf-8")
    elif asked.calls < 2:
        parser.error(f"calls {asked.calls}: allowed are integers from 2")
    else:
        print(f"{solutions(asked.calls, asked.strategy)} solutions in {asked.calls:,} calls")


if __name__ == "__main__":
    try:
        main()
    except sp.errors.SatpuzzleError as error:
        sys.exit(str(error))
