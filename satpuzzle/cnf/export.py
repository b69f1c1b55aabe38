"""Exports: the exact cover of a puzzle as text for other programs.

`dimacs` is the CNF that a recipe makes, with the meaning of its variables in comments.  `dlx` is the
format of Knuth's exact-cover programs: the items, then one option a line.  Items with bounds other
than (1, 1) are written `low:high|item`, as DLX3 reads them; an optional item is a secondary one, which
all of his programs know, if every option covers a primary item besides.  A name that his programs would not
read is replaced by the item's number, as comments say.

Both hold the whole puzzle, without symmetry reduction: their solutions are the raw ones.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cnf.encode import encode
from satpuzzle.cnf.recipe import Recipe
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.puzzle.model import Puzzle


def dimacs(puzzle: Puzzle, cover: ExactCover, recipe: Recipe) -> Iterator[str]:
    """Yield the lines of the CNF in DIMACS format."""
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


def dlx(puzzle: Puzzle, cover: ExactCover, recipe: Recipe) -> Iterator[str]:
    """Yield the lines of the item and option text."""
    names = _item_names(cover)
    optional = (cover.lower == 0) & (cover.upper == 1)
    members = cover.members()
    if not (members & ~optional).any(axis=1).all():
        optional[:] = False
    yield f"| {puzzle.name}: {puzzle.title}"
    for short, name in zip(names, cover.names, strict=True):
        if short != name:
            yield f"| {short} is {name}"
    items = [
        (f"{low}:{high}|{name}" if low != high else f"{high}|{name}")
        if (low, high) != (1, 1) and not secondary
        else name
        for name, low, high, secondary in zip(
            names, cover.lower.tolist(), cover.upper.tolist(), optional.tolist(), strict=True
        )
    ]
    primary = [item for item, secondary in zip(items, optional, strict=True) if not secondary]
    yield " ".join([*primary, *(["|", *(items[i] for i in np.flatnonzero(optional))] if optional.any() else [])])
    for row in members:
        yield " ".join(names[item] for item in np.flatnonzero(row))


def _options(cover: ExactCover) -> Iterator[tuple[str, list[str]]]:
    cells = len(cover.families["cells"])
    for row in cover.members():
        items = np.flatnonzero(row)
        yield cover.names[items[-1]], [cover.names[item] for item in items[:-1] if item < cells]


def _item_names(cover: ExactCover) -> list[str]:
    """Return names that Knuth's programs read: one to eight ASCII characters, no spaces, colons or bars."""
    short = [name if re.fullmatch(r"[!-9;-{}~]{1,8}", name) else f"#{item}" for item, name in enumerate(cover.names)]
    repeated = {name for name, times in Counter(short).items() if times > 1}
    return [f"#{item}" if name in repeated else name for item, name in enumerate(short)]


FORMATS: dict[str, Callable[[Puzzle, ExactCover, Recipe], Iterator[str]]] = {"dimacs": dimacs, "dlx": dlx}
