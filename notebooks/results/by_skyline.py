"""Counts the tilings of `rectangles.py` on the fixed square, without an exact cover: `python by_skyline.py SEQUENCE N`.

The square is filled from below: the next rectangle has its lower left corner in the lowest free cell, the leftmost of
these.  The search, by_skyline.c, is compiled by `cc`, and shares nothing with satpuzzle but the definitions of the
sequences.

Only tilings are searched in which none of the rectangles in the four corners is larger than that in the lower left
corner, and this one is not higher than wide.  A tiling of which c corners have the largest rectangle is turned to such
a tiling in c of four ways, so it counts 4 / c times, and twice if the reflection in the diagonal changes that
rectangle.
"""

import atexit
import resource
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from rectangles import SEQUENCES


def kinds(sequence: str, n: int) -> list[int]:
    """Return a word for each width and height, 0 for none; rectangles with the same bit exclude each other."""
    words, found = [], dict[tuple[int, ...], int]()
    for w in range(n + 1):
        for h in range(n + 1):
            allowed = w and h and SEQUENCES[sequence].allowed(w, h, n)
            words.append(1 << found.setdefault(SEQUENCES[sequence].value(w, h), len(found)) if allowed else 0)
    assert len(found) <= 64
    return words


@cache
def compiled() -> Path:
    """Return the search as a program, which is removed at the end."""
    program = Path(tempfile.mkdtemp()) / "by_skyline"
    atexit.register(shutil.rmtree, program.parent)
    subprocess.run(["cc", "-O3", "-o", program, Path(__file__).with_suffix(".c")], check=True)
    return program


def count(words: list[int], n: int) -> tuple[int, int]:
    """Return the numbers of tilings and of rectangles placed."""
    said = subprocess.run([compiled()], input=f"{n} {' '.join(map(str, words))}", capture_output=True, text=True)
    tilings, placed = map(int, said.stdout.split())
    return tilings, placed


if __name__ == "__main__":
    sequence, n = sys.argv[1], int(sys.argv[2])
    tilings, placed = count(kinds(sequence, n), n)
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    print(f"{sequence}({n}): {tilings} tilings, {placed} rectangles placed, {used:.2f} CPU s")
