"""Tilings of an n x n square by different rectangles (sequences of Scott R. Shannon in the OEIS).

`python rectangles.py SEQUENCE N DIR` writes the puzzle for a term.  Where rectangles with the same dimensions must not
occur twice, it is a puzzle whose pieces may each be used once.  Where something else must be different, it is an exact
cover in Knuth's notation, with an item for each value, and every symmetric tiling is found by itself.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

PRIMES = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29}


@dataclass(frozen=True)
class Sequence:
    """What is different in all rectangles of a tiling, which rectangles are allowed, and the terms in the OEIS."""

    different: str  # dimensions, dimensions as they lie, or area
    allowed: Callable[[int, int], bool]
    terms: list[int]  # from a(1) on


SEQUENCES = {
    "A360498": Sequence("dimensions", lambda w, h: w != h, [0, 0, 4, 12, 256, 3620, 87216, 2444084, 87181220]),
    "A360499": Sequence("dimensions", lambda w, h: True, [1, 1, 21, 269, 4489, 82981, 2995185, 118897973]),
    "A361413": Sequence("dimensions", lambda w, h: {w, h} <= PRIMES, [0, 1, 1, 0, 1, 0, 1, 0, 0, 4128, 1]),
    "A360725": Sequence("as they lie", lambda w, h: w != h, [0, 0, 4, 36, 1056, 31052, 1473944, 87469884]),
    "A360256": Sequence("as they lie", lambda w, h: True, [1, 1, 33, 513, 14409, 693025, 50447161]),
    "A360804": Sequence("area", lambda w, h: True, [1, 1, 21, 253, 2401, 36237, 815929, 18713197]),
}


def puzzle(sequence: str, n: int) -> Iterator[str]:
    """Yield the lines of a puzzle whose pieces are the rectangles."""
    yield f'title = "{sequence}({n})"'
    yield 'lattice = "square"'
    yield f"box = [{n}, {n}]"
    for w in range(1, n + 1):
        for h in range(1, w + 1):
            if SEQUENCES[sequence].allowed(w, h):
                cells = [[x, y, 0] for x in range(w) for y in range(h)]
                yield f'\n[[pieces]]\nname = "{w}x{h}"\nmin = 0\ncells = {cells}'


def cover(sequence: str, n: int) -> Iterator[str]:
    """Yield the lines of an exact cover."""
    sizes = [(w, h) for w in range(1, n + 1) for h in range(1, n + 1) if SEQUENCES[sequence].allowed(w, h)]
    name = {size: f"d{size[0] * size[1]}" for size in sizes}
    if SEQUENCES[sequence].different == "as they lie":
        name = {(w, h): f"d{w}x{h}" for w, h in sizes}
    yield " ".join([*(f"c{x}.{y}" for x in range(n) for y in range(n)), "|", *sorted({*name.values()})])
    for w, h in sizes:
        for left in range(n - w + 1):
            for low in range(n - h + 1):
                inside = [f"c{x}.{y}" for x in range(left, left + w) for y in range(low, low + h)]
                yield " ".join([name[w, h], *inside])


def write(sequence: str, n: int, folder: Path) -> Path:
    """Write the file of a term to a folder; return its path."""
    bare = SEQUENCES[sequence].different != "dimensions"
    path = folder / f"{sequence}-{n}.{'dlx' if bare else 'toml'}"
    lines = (cover if bare else puzzle)(sequence, n)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


if __name__ == "__main__":
    print(write(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])))
