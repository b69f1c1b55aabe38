"""Tilings of an n x n square by different rectangles (sequences of Scott R. Shannon in the OEIS).

`python rectangles.py SEQUENCE N DIR [CORNER]` writes the puzzle for a term.  Where rectangles with the same dimensions
must not occur twice, it is a puzzle whose pieces may each be used once.  Where something else must be different, it is
an exact cover in Knuth's notation, with an item for each value, and every symmetric tiling is found by itself.  With a
CORNER, `wide` or `square`, it is a cover of the tilings whose rectangle in one corner is wider than high, or a square.
The reflection in the diagonal through this corner gives as many tilings with a higher one.
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
    allowed: Callable[[int, int, int], bool]  # of width, height and n
    terms: list[int]  # from a(1) on

    def value(self, w: int, h: int) -> tuple[int, ...]:
        """Return what no two rectangles of a tiling have in common, for one of this width and height."""
        return {"dimensions": (max(w, h), min(w, h)), "as they lie": (w, h), "area": (w * h,)}[self.different]


# A361413 lists other terms for the prime numbers 5, 7, 13 and 17 than its name defines: it leaves out the tilings with
# a rectangle that is as long as the square, such as 5 x 2 above 5 x 3.
SEQUENCES = {
    "A360498": Sequence("dimensions", lambda w, h, n: w != h, [0, 0, 4, 12, 256, 3620, 87216, 2444084, 87181220]),
    "A360499": Sequence("dimensions", lambda w, h, n: True, [1, 1, 21, 269, 4489, 82981, 2995185, 118897973]),
    "A361413": Sequence(
        "dimensions", lambda w, h, n: {w, h} <= PRIMES, [0, 1, 1, 0, 21, 0, 205, 0, 0, 4128, 1, 10880, 10677, 45904]
    ),
    "A361413-listed": Sequence(
        "dimensions",
        lambda w, h, n: {w, h} <= PRIMES and (w == h or n not in {w, h}),
        [0, 1, 1, 0, 1, 0, 1, 0, 0, 4128, 1, 10880, 641, 45904, 349496, 892088, 40873, 17695080],
    ),
    "A360725": Sequence("as they lie", lambda w, h, n: w != h, [0, 0, 4, 36, 1056, 31052, 1473944, 87469884]),
    "A360256": Sequence("as they lie", lambda w, h, n: True, [1, 1, 33, 513, 14409, 693025, 50447161]),
    "A360804": Sequence("area", lambda w, h, n: True, [1, 1, 21, 253, 2401, 36237, 815929, 18713197]),
}


def puzzle(sequence: str, n: int) -> Iterator[str]:
    """Yield the lines of a puzzle whose pieces are the rectangles."""
    yield f'title = "{sequence}({n})"'
    yield 'grid = "square"'
    yield f"box = [{n}, {n}]"
    for w in range(1, n + 1):
        for h in range(1, w + 1):
            if SEQUENCES[sequence].allowed(w, h, n):
                cells = [[x, y, 0] for x in range(w) for y in range(h)]
                yield f'\n[[pieces]]\nname = "{w}x{h}"\nmin = 0\ncells = {cells}'


def cover(sequence: str, n: int, corner: str = "") -> Iterator[str]:
    """Yield the lines of an exact cover."""
    sizes = [(w, h) for w in range(1, n + 1) for h in range(1, n + 1) if SEQUENCES[sequence].allowed(w, h, n)]
    name = {size: "d" + "x".join(map(str, SEQUENCES[sequence].value(*size))) for size in sizes}
    yield " ".join([*(f"c{x}.{y}" for x in range(n) for y in range(n)), "|", *sorted({*name.values()})])
    for w, h in sizes:
        for left in range(n - w + 1):
            for low in range(n - h + 1):
                if corner and not left and not low and (w < h or (w == h) != (corner == "square")):
                    continue
                inside = [f"c{x}.{y}" for x in range(left, left + w) for y in range(low, low + h)]
                yield " ".join([name[w, h], *inside])


def write(sequence: str, n: int, folder: Path, corner: str = "") -> Path:
    """Write the file of a term to a folder; return its path."""
    bare = SEQUENCES[sequence].different != "dimensions" or bool(corner)
    path = folder / f"{sequence}-{n}{corner and '-'}{corner}.{'dlx' if bare else 'toml'}"
    lines = cover(sequence, n, corner) if bare else puzzle(sequence, n)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


if __name__ == "__main__":
    print(write(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]), *sys.argv[4:]))
