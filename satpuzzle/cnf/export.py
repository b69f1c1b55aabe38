"""Exports: the exact cover of a puzzle as text for other programs.

`dimacs` is the CNF that a recipe makes, with the meaning of its variables in comments.  `dlx` is the
format of Knuth's exact-cover programs, see `cover/dlx.py`.

Both hold the whole puzzle, without symmetry reduction: their solutions are the raw ones.
"""

from collections.abc import Callable, Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cnf.encode import encode
from satpuzzle.cnf.recipe import Recipe
from satpuzzle.cover import dlx
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.puzzle.model import Puzzle


def dimacs(puzzle: Puzzle, cover: ExactCover, recipe: Recipe) -> Iterator[str]:
    """Yield the lines of the CNF in DIMACS format; PuzzleError if the recipe makes more than clauses."""
    recipe.check_clauses()
    hopeless = cover.hopeless()
    numbers = np.arange(len(cover.rows))
    if hopeless is not None:
        lines = dimacs_lines(puzzle, cover, recipe, numbers, len(numbers), [[]])
        yield next(lines)
        yield f"c nothing covers {cover.names[hopeless]} often enough"
        yield from lines
        return
    formula = encode(cover, recipe)
    clauses = (clause for block in formula.blocks() for clause in block.tolist())
    yield from dimacs_lines(puzzle, cover, recipe, numbers, formula.variables, clauses, len(formula))


def dimacs_lines(
    puzzle: Puzzle,
    cover: ExactCover,
    recipe: Recipe,
    options: NDArray[np.intp],
    variables: int,
    clauses: Iterable[list[int]],
    number: int | None = None,
) -> Iterator[str]:
    """Yield a DIMACS file whose first variables are these options of the cover; `number` is that of the clauses."""
    yield f"c {puzzle.name}: {puzzle.title}"
    yield f"c encoding {recipe.name}: {recipe.description}"
    yield "c variable v is the placement: c v PIECE x,y,z x,y,z ...; further variables are auxiliary"
    meanings = list(_options(cover))
    for variable, option in enumerate(options.tolist(), 1):
        piece, items = meanings[option]
        yield f"c {variable} {piece} {' '.join(items)}"
    yield f"p cnf {variables} {len(list(clauses)) if number is None else number}"
    for clause in clauses:
        yield " ".join(map(str, [*clause, 0]))


def items_and_options(puzzle: Puzzle, cover: ExactCover, recipe: Recipe) -> Iterator[str]:
    """Yield the lines of the item and option text."""
    return dlx.write(cover, [f"{puzzle.name}: {puzzle.title}"])


def _options(cover: ExactCover) -> Iterator[tuple[str, list[str]]]:
    cells = len(cover.families["cells"])
    for row in cover.members():
        items = np.flatnonzero(row)
        yield cover.names[items[-1]], [cover.names[item] for item in items[:-1] if item < cells]


FORMATS: dict[str, Callable[[Puzzle, ExactCover, Recipe], Iterator[str]]] = {"dimacs": dimacs, "dlx": items_and_options}
