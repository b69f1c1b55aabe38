"""The foldings of a chain on a board, for checkers only: all walks that obey its word (docs/certificates.md)."""

from collections.abc import Callable, Iterator

from satpuzzle.clock import Clock
from satpuzzle.errors import PuzzleError
from satpuzzle.proofs.check.motions import Cell

MOST = 1_000_000  # foldings of a chain
_FLAT = ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0))
STEPS: dict[str, tuple[Cell, ...]] = {  # from a cell to its neighbours
    "square": _FLAT,
    "hexagonal": (*_FLAT, (1, -1, 0), (-1, 1, 0)),
    "cubic": (*_FLAT, (0, 0, 1), (0, 0, -1)),
    "fcc": tuple((a, b, 0) for a in (1, -1) for b in (1, -1))
    + tuple((a, 0, b) for a in (1, -1) for b in (1, -1))
    + tuple((0, a, b) for a in (1, -1) for b in (1, -1)),
}


def folded(
    word: str, grid: str, board: list[Cell], home: Callable[[Cell], Cell], clock: Clock
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield each folding as (numbers of its cells, ascending; the number of each of them along the chain, from 1 on).

    If the word is a palindrome, a folding is numbered from the end that gives the smaller list; it comes twice.  `home`
    gives the cell of the board that stands for a cell.  Raises PuzzleError if there are too many foldings, and Stopped
    if the clock stops.
    """
    number = {cell: at for at, cell in enumerate(board)}
    ahead = [
        {step: number[there] for step in STEPS[grid] if (there := home(_sum(cell, step))) in number} for cell in board
    ]
    walks: list[tuple[tuple[int, ...], Cell | None]] = [((at,), None) for at in range(len(board))]
    found = 0
    for _ in clock.each(iter(lambda: bool(walks), False)):
        walk, last = walks.pop()
        if len(walk) == len(word) + 2:
            found += 1
            if found > 2 * MOST:
                raise PuzzleError(f"a chain has more than {MOST} placements: too many for this checker")
            yield _numbered(walk, word)
            continue
        letter = word[len(walk) - 2] if last is not None else "?"
        for step, to in ahead[walk[-1]].items():
            if to not in walk and (letter == "?" or (letter == "S") == (step == last)):
                walks.append(((*walk, to), step))


def from_one_end(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Return the smaller one of the lists of numbers of cells from either end."""
    return min(numbers, tuple(len(numbers) + 1 - number for number in numbers))


def _numbered(walk: tuple[int, ...], word: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    cells, numbers = zip(*sorted((cell, at) for at, cell in enumerate(walk, 1)), strict=True)
    return cells, from_one_end(numbers) if word == word[::-1] else numbers


def _sum(cell: Cell, step: Cell) -> Cell:
    return tuple(a + b for a, b in zip(cell, step, strict=True))
