"""Exports: the exact cover of a puzzle as text for other programs.

`dimacs` is the CNF that a recipe makes, with the meaning of its variables in comments.  `dlx` is the
format of Knuth's exact-cover programs: the items, then one option a line.  Items with bounds other
than (1, 1) are written `low:high|item`, as DLX3 reads them; an optional item is a secondary one, which
all of his programs know, if every option covers a primary item besides.

Both hold the whole puzzle, without symmetry reduction: their solutions are the raw ones.
"""

from collections.abc import Callable, Iterator

import numpy as np

from satpuzzle.cnf.encode import encode
from satpuzzle.cover import ExactCover
from satpuzzle.puzzle import Puzzle
from satpuzzle.recipe import Recipe


def dimacs(puzzle: Puzzle, cover: ExactCover, recipe: Recipe) -> Iterator[str]:
    """Yield the lines of the CNF in DIMACS format."""
    hopeless = cover.hopeless()
    yield f"c {puzzle.name}: {puzzle.title}"
    yield f"c encoding {recipe.name}: {recipe.description}"
    yield "c variable v is the placement: c v PIECE x,y,z x,y,z ...; further variables are auxiliary"
    for option, (piece, items) in enumerate(_options(cover), 1):
        yield f"c {option} {piece} {' '.join(items)}"
    if hopeless is not None:
        yield f"c nothing covers {cover.names[hopeless]} often enough"
        yield f"p cnf {len(cover.rows)} 1"
        yield "0"
        return
    formula = encode(cover, recipe)
    yield f"p cnf {formula.variables} {len(formula)}"
    for block in formula.blocks():
        for clause in block.tolist():
            yield f"{' '.join(map(str, clause))} 0"


def dlx(puzzle: Puzzle, cover: ExactCover, recipe: Recipe) -> Iterator[str]:
    """Yield the lines of the item and option text."""
    names = _item_names(cover)
    optional = (cover.lower == 0) & (cover.upper == 1)
    members = cover.members()
    if not (members & ~optional).any(axis=1).all():
        optional[:] = False
    yield f"| {puzzle.name}: {puzzle.title}"
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
    """Return names without spaces, colons and bars, which the format uses, and without repeats."""
    table = str.maketrans(dict.fromkeys(" :|\t", "_"))
    names = [name.translate(table) for name in cover.names]
    seen: set[str] = set()
    for number, name in enumerate(names):
        while name in seen:
            name += "'"
        seen.add(name)
        names[number] = name
    return names


FORMATS: dict[str, Callable[[Puzzle, ExactCover, Recipe], Iterator[str]]] = {"dimacs": dimacs, "dlx": dlx}
