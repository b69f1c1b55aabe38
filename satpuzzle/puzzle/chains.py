"""Chains: pieces that are folded, such as snake cubes, given by a word.

A chain of n cells has a letter for each of its n - 2 inner cells: `S` where it goes straight on, `B` where it bends,
`?` where it may do either.  A *folding* is a sequence of n different cells, each a neighbour of the next one, whose
*steps*, the differences, obey the letters: at `S` the next step equals the last one, at `B` it does not.  If the word
is a palindrome, both ends of the chain are alike, and a folding and its reversal are one (puzzles/README.md).

On the grids that take chains, all cells have the same steps.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.cells import place_of
from satpuzzle.puzzle.formats.json import shown
from satpuzzle.puzzle.grids import Grid, Points
from satpuzzle.puzzle.wrapping import Wrapping

STRAIGHT, BEND, EITHER = LETTERS = "SB?"
GRIDS = ("square", "hexagonal", "cubic", "fcc")
MOST = 1000  # cells of a chain


def word_of(found: Any, what: str) -> str:
    """Return the word of a chain that is given by its word, or by the lengths of its straight parts.

    Each part has both of its ends, so that a cell at a bend belongs to two parts.  Raises PuzzleError for other values.
    """
    lengths = isinstance(found, list) and found and all(type(part) is int and part > 1 for part in found)
    if not lengths and not (isinstance(found, str) and set(found) <= set(LETTERS)):
        raise PuzzleError(
            f"{what} is {shown(found)}, allowed are a word of the letters S, B and ?, one for each inner cell, and a"
            " list of the lengths of straight parts, integers from 2"
        )
    inner = len(found) if isinstance(found, str) else sum(found) - len(found) - 1
    if inner + 2 > MOST:
        raise PuzzleError(f"{what} has {inner + 2} cells, at most {MOST} are allowed")
    return found if isinstance(found, str) else BEND.join(STRAIGHT * (part - 2) for part in found)


def check_chain(word: str, cells: Points, grid: Grid, what: str) -> None:
    """Raise PuzzleError if a chain is on a grid that takes none, or its cells are not those of `stretched`."""
    if grid.name not in GRIDS:
        raise PuzzleError(f"{what} is on the grid {grid.name}, allowed are {', '.join(GRIDS)}")
    if not np.array_equal(cells, stretched(word, grid)):
        raise PuzzleError(f"{what}: its cells are not those of the chain, as make_puzzle sets them")


def stretched(word: str, grid: Grid) -> Points:
    """Return the folding by which a chain is drawn, (n, 3), in its order: each bend goes the other one of two ways."""
    way = np.cumsum([0, *(letter == BEND for letter in word)]) % 2
    cells: Points = np.concatenate([np.zeros((1, 3), np.int64), np.cumsum(grid.basis[way], axis=0)])
    return cells


def ahead(board: Points, wrapping: Wrapping) -> NDArray[np.int64]:
    """Return the number of the cell to which each step leads from each cell of a board, (cells, steps); -1 for none."""
    there = place_of(board, wrapping.home(board[:, None] + wrapping.grid.neighbours()))
    found: NDArray[np.int64] = np.where(there == np.arange(len(board))[:, None], -1, there)
    return found


def palindromic(word: str | None) -> bool:
    """Tell whether both ends of a chain are alike; None stands for a rigid piece."""
    return word is not None and word == word[::-1]
