"""What the witness says of a puzzle of the program, and puzzles of the mixture that have something."""

from functools import cache
from typing import Any

from witness.counting import Problem
from witness.mixing import mixed

import satpuzzle as sp
from satpuzzle.puzzle.formats.reading import of_table

# Seeds of puzzles that have solutions, and what their names say.
TILED = (79, 86, 102, 103, 107, 120, 127, 135, 142, 148, 255, 396)  # some with opposite colours, and exchanged ones
PAINTED = (1, 5, 23, 29, 35, 45, 46, 49, 65, 67)  # cells of pieces with colours that restrict
WRAPPED = (0, 1, 2, 11, 15, 27, 34, 41)
APART = (0, 5, 8, 12, 18, 23, 28, 35)


def counts_of(puzzle: sp.Puzzle) -> sp.Counts:
    """Return the counts of a puzzle by the witness, which reads the keys of its file."""
    keys: dict[str, Any] = {**sp.to_dict(puzzle), "board": puzzle.board.tolist()}
    found = Problem(keys).counts()
    return sp.Counts(found["raw"], found["rotations"], found["isometries"], found.get("patterns"))


@cache
def mixed_puzzle(seed: int) -> sp.Puzzle:
    """Return a puzzle of the mixture."""
    return of_table(mixed(seed), f"mixed {seed}")
