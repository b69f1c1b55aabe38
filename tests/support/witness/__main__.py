"""Many random puzzles, each asked in all ways; a puzzle on which the program disagrees is made small and printed.

    PYTHONPATH=tests/support python -m witness NUMBER SEED

Prints how many there were after every thousand, so that a run that is ended tells how far it came.
"""

import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from witness.asking import WAYS, disagreements, small_disagreement, stranger
from witness.mixing import mixed

IN_TURN = ("cpsat", "clingo", "lrat", "")


def run(number: int, seed: int) -> Counter[str]:
    """Ask about so many puzzles, from a seed on, in all ways but three of which each has its turn.

    Raises AssertionError with a small puzzle if an answer is wrong.
    """
    counted = Counter[str]()
    for each in range(seed, seed + number):
        ways = [way for way in WAYS if way not in IN_TURN or way == IN_TURN[each % len(IN_TURN)]]
        check(mixed(each), each, ways, counted)
        if (each + 1 - seed) % 1000 == 0:
            print(each + 1 - seed, dict(counted), flush=True)
    return counted


def check(keys: dict[str, Any], seed: int, ways: list[str], counted: Counter[str], program: Path | None = None) -> None:
    """Ask about a puzzle in some ways, also the checker in C if its program is given, and count the answers."""
    asked = {way: WAYS[way] for way in ways} | ({"stranger": stranger(program)} if program else {})
    with tempfile.TemporaryDirectory() as folder:
        found = disagreements(keys, Path(folder), asked, Random(seed), counted)
    if found:
        raise AssertionError(f"seed {seed}: {small_disagreement(keys, found, seed, asked)}")


if __name__ == "__main__":
    print(dict(run(int(sys.argv[1]), int(sys.argv[2]))))
