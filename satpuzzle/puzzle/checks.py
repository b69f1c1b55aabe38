"""Checks of cells, names and numbers, from a file or from a program.

Each error message is one line: what is wrong, what was found, what is allowed.  It begins with the argument `what`,
such as `board`.
"""

import re
from collections.abc import Iterable, Sequence
from math import factorial, prod
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.errors import PuzzleError, printable
from satpuzzle.puzzle.formats.json import shown
from satpuzzle.puzzle.grids import GRIDS, Grid, Points
from satpuzzle.puzzle.parts import PARTS
from satpuzzle.puzzle.tiles import OPPOSITE, exchanges, takes_tiles
from satpuzzle.puzzle.wrapping import Wrapping

FURTHEST = 2**18 - 1  # the largest coordinate: a box three times as long in each direction has fewer than 2^63 points
MOST_CELLS = 1_000_000
MOST_COPIES = 1_000_000
MOST_COLOURS = 63
MOST_EXCHANGES = 120  # of colours
LEAST_ROUND = 3  # the smallest circumference: on a smaller one, two cells have two sides in common


def cells_of(found: Any, what: str) -> Points:
    """Convert an array or a list of integer triples to an array of cells, shape (n, 3).

    Raises PuzzleError for other values, for too many cells, and for cells too far from the origin.
    """
    try:
        cells = np.asarray(found)
    except ValueError:  # rows of different lengths
        raise PuzzleError(f"{what} is {shown(found)}, allowed are cells, three integers each") from None
    if cells.shape in ((0,), (0, 3)):
        return np.zeros((0, 3), np.int64)
    if cells.shape[1:] != (3,) or cells.dtype.kind not in "iu":
        raise PuzzleError(f"{what} is {shown(cells.tolist())}, allowed are cells, three integers each")
    if len(cells) > MOST_CELLS:
        raise PuzzleError(f"{what} has {len(cells)} cells, at most {MOST_CELLS} are allowed")
    far = ((cells > FURTHEST) | (cells < -FURTHEST)).any(axis=1)
    if far.any():
        raise PuzzleError(f"{what} has {cells[far.argmax()].tolist()}, coordinates go up to {FURTHEST}")
    return cells.astype(np.int64, copy=False)


def ordered(cells: Points) -> Points:
    """Return the cells in lexicographic order, each once."""
    found = cells[np.lexsort(cells.T[::-1])]
    different: Points = found[np.append(True, (found[1:] != found[:-1]).any(axis=1))[: len(found)]]
    return different


def check_different(cells: Points, what: str) -> None:
    """Raise PuzzleError if a cell occurs more than once."""
    ordered = cells[np.lexsort(cells.T)]
    same = (ordered[1:] == ordered[:-1]).all(axis=1)
    if same.any():
        raise PuzzleError(f"{what} has the cell {ordered[same.argmax()].tolist()} more than once")


def check_ascending(cells: Points, what: str) -> None:
    """Raise PuzzleError unless the cells are all different and in lexicographic order."""
    x, y, z = np.diff(cells, axis=0).T
    ascending = (x > 0) | ((x == 0) & ((y > 0) | ((y == 0) & (z > 0))))
    if not ascending.all():
        check_different(cells, what)
        later = cells[int(ascending.argmin()) + 1].tolist()
        raise PuzzleError(f"{what} is not in lexicographic order: {later} comes too late")


def check_on_grid(cells: Points, grid: Grid, what: str) -> None:
    """Raise PuzzleError if a point in `cells` is not a cell of the grid."""
    outside = ~grid.contains(cells)
    if outside.any():
        raise PuzzleError(f"{what} has {cells[outside.argmax()].tolist()}, not a cell of the grid {grid.name}")


def check_parts(parts: object) -> None:
    """Raise PuzzleError unless `parts` is one of PARTS."""
    if parts not in PARTS:
        raise PuzzleError(f"parts is {shown(parts)}, allowed are {', '.join(PARTS)}")


def check_apart(board: Points, cells: Points, what: str = "frame") -> None:
    """Raise PuzzleError if the board has one of these cells."""
    if len(cells) and (both := set(map(tuple, board.tolist())) & set(map(tuple, cells.tolist()))):
        raise PuzzleError(f"{what} has {list(min(both))}, which is a cell of the board")


def one_for_each(found: Any, cells: Points, kind: type[bool] | type[int], what: str) -> NDArray[Any]:
    """Convert `found`, which must have one value of this kind for each of n cells, to an array of shape (n,).

    Raises PuzzleError if it has another length, values of another type, or negative integers.
    """
    try:
        each = np.asarray(found)
    except ValueError:
        each = np.zeros(0)
    right = each.dtype.kind == "b" if kind is bool else each.dtype.kind in "iu" and bool((each >= 0).all())
    if each.shape != (len(cells),) or not right:
        allowed = f"{len(cells)} {'truth values' if kind is bool else 'integers from 0'}, one for each cell"
        raise PuzzleError(f"{what} is {shown(each.tolist())}, allowed are {allowed}")
    return each.astype(kind, copy=False)


def check_hues(found: Any, what: str = "hues") -> None:
    """Raise PuzzleError unless `found` is a colour in hexadecimal form, such as `#ff8000`, or a tuple of these."""
    for hue in found if isinstance(found, tuple) else (found,):
        if not isinstance(hue, str) or not re.fullmatch("#[0-9a-fA-F]{6}", hue):
            raise PuzzleError(f'{what} has {hue!r}, allowed are texts such as "#ff8000"')


def range_of(text: str, most: int) -> range:
    """Return the numbers that a text such as 3 or 1..8 names; none for any other text."""
    ends = [number_of(mark, most) or 0 for mark in text.split("..")]
    return range(ends[0], ends[-1] + 1) if len(ends) <= 2 and all(ends) else range(0)


def number_of(text: str, most: int) -> int | None:
    """Return the number that a text of ASCII digits is, None for other texts and for numbers above `most`.

    Python's `int` takes other digits and blanks too, and raises an error of its own for thousands of digits.
    """
    digits = text.lstrip("0") or "0"
    right = text.isascii() and text.isdecimal() and len(digits) <= len(str(most))
    return int(digits) if right and int(digits) <= most else None


def chosen(problems: Sequence[str], problem: int | str | None) -> int:
    """Return the number, from 1, of the problem of a file with this number or name, from the names of all problems.

    None means the only problem.  Raises PuzzleError if there is no such problem, or several if `problem` is None.
    """
    listed = ", ".join(f"{number} ({name})" if name else f"{number}" for number, name in enumerate(problems, 1))
    if not problems:
        raise PuzzleError("has no problem")
    if problem is None:
        if len(problems) > 1:
            raise PuzzleError(f"has {len(problems)} problems, choose one with --problem: {printable(listed)}")
        return 1
    if number := number_of(str(problem), len(problems)):
        return number
    if [*problems].count(str(problem)) == 1:
        return problems.index(str(problem)) + 1
    raise PuzzleError(f"has no problem {problem}: choose from {printable(listed)}")


def whole(value: Any, least: int, most: int, what: str) -> int:
    """Return a value that must be an integer from `least` to `most`; raises PuzzleError otherwise."""
    try:
        number = index(value)
    except TypeError:
        number = least - 1
    if not least <= number <= most or isinstance(value, bool):
        raise PuzzleError(f"{what} is {shown(value)}, allowed are integers from {least} to {most}")
    return number


def check_takes_tiles(grid: Grid) -> None:
    """Raise PuzzleError if puzzles on the grid cannot have tiles (see `takes_tiles`)."""
    if not takes_tiles(grid):
        allowed = ", ".join(name for name, each in GRIDS.items() if takes_tiles(each))
        raise PuzzleError(f"the grid {grid.name} takes no tiles with coloured edges, allowed are {allowed}")


def check_round(beside: NDArray[np.int64], board: Points, wrapping: Wrapping) -> None:
    """Raise PuzzleError if two sides of a tile meet the same cell, or its own; `beside` has the cells at its sides."""
    every = np.concatenate([board[:, None], wrapping.home(beside)], axis=1)
    order = np.lexsort(every.transpose(2, 0, 1)[::-1], axis=1)
    ordered = np.take_along_axis(every, order[..., None], axis=1)
    same = (ordered[:, 1:] == ordered[:, :-1]).all(axis=2).any(axis=1)
    if same.any():
        cell = board[same.argmax()].tolist()
        raise PuzzleError(f"wrap: tiles need at least {LEAST_ROUND} cells all round, {cell} has fewer")


def check_sides(name: str, sides: str, grid: Grid) -> None:
    """Raise PuzzleError unless the tile `name` has one colour in `sides` for each side of a cell."""
    if len(sides) != (many := len(grid.neighbours())):
        raise PuzzleError(f"tile {name} has {len(sides)} sides, allowed on the grid {grid.name} are {many}")


def check_match(match: bool | str) -> None:
    """Raise PuzzleError unless `match` is a truth value, OPPOSITE, or pairs of colours, each colour once."""
    if not isinstance(match, bool) and match != OPPOSITE:
        colours = "".join(words := match.split())
        if {*map(len, words)} != {2} or not colours.isalnum() or len({*colours}) < len(colours):
            raise PuzzleError(
                f'match is {shown(match)}, allowed are true, false, "{OPPOSITE}" and pairs of colours such as "HT WP",'
                f" each colour once"
            )


def check_exchanges(sets: Sequence[str], opposite: dict[str, str], border: str) -> None:
    """Raise PuzzleError if exchanges of colours, and of their opposites, move the border or part opposites."""
    said = f'interchangeable is "{" ".join(sets)}"'
    for to in exchanges(sets, opposite):
        if to.get(border, border) != border:
            raise PuzzleError(f"{said}, whose opposites have the border's {border}")
        for one, other in opposite.items():
            if to.get(other, other) != opposite[to.get(one, one)]:
                raise PuzzleError(
                    f"{said}, which does not keep {one} and {other} opposite: allowed are sets without opposites,"
                    f" which are exchanged along, and pairs of opposites"
                )


def check_interchangeable(sets: Sequence[str], colours: Sequence[str]) -> None:
    """Raise PuzzleError if the sets of interchangeable colours are invalid.

    Each set is a string of letters.  No letter may occur twice, all must be in `colours` (the colours of tiles without
    that of the border), and at most `MOST_EXCHANGES` permutations of colours may map each set to itself.
    """
    for letter in (letters := "".join(sets)):
        if letter not in colours or letters.count(letter) > 1:
            raise PuzzleError(
                f'interchangeable is "{" ".join(sets)}", allowed are colours of tiles that the border does not have,'
                f" each once: {' '.join(colours)}"
            )
    orders = prod(factorial(len(one)) for one in sets)
    if orders > MOST_EXCHANGES:
        raise PuzzleError(f"interchangeable: {orders} permutations of colours, allowed are {MOST_EXCHANGES}")


def check_names(names: Iterable[str]) -> None:
    """Raise PuzzleError if two pieces have the same name."""
    listed = list(names)
    for name in listed:
        if (times := listed.count(name)) > 1:
            raise PuzzleError(
                f"{times} pieces have the name {shown(name)}: use count for equal copies, other names otherwise"
            )
