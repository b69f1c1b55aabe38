"""The meaning of a problem, as a hash that is the same on every machine and in every version.

Option numbers depend on how a version enumerates placements; a piece, the cells that it covers and its colours on them
do not.  So the hash of a problem is made from its grid, its cells and pieces with their bounds, all placements, and the
symmetries up to which solutions are counted.  The hash of a subproblem adds its chosen options and the options that are
ruled out, each as a piece with its cells.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.classes import Symmetry
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.placements import Marks
from satpuzzle.puzzle.model import Puzzle

_BYTES = 16


class Meaning:
    """The hashes of a problem: those of its options, and from these the hashes of its subproblems."""

    def __init__(self, puzzle: Puzzle | None, cover: ExactCover, symmetry: Symmetry, colours: Marks) -> None:
        family = {item: name for name, items in cover.families.items() for item in items}
        items = [f"{family.get(item, '')} {name}" for item, name in enumerate(cover.names)]
        painted = colours if len(colours) else np.zeros((len(cover.rows), 0), np.uint8)
        each = enumerate(zip(cover.members(), painted, strict=True))
        self._options = [_hash(_of_option(cover, option, items, *about)) for option, about in each]
        bounds = zip(items, cover.lower.tolist(), cover.upper.tolist(), strict=True)
        cells, pieces = (sorted(cover.families.get(kind, ()), key=items.__getitem__) for kind in ("cells", "pieces"))
        whole = [*cells, *pieces]
        names = [*items, ""]  # -1, which stands for no image, reads the last entry
        group = [
            _hash([str(rotation), *(names[images[item]] for item in (cells if total else whole))])
            for images, rotation, total in zip(
                symmetry.items.tolist(),
                symmetry.rotation.tolist(),
                (symmetry.total & symmetry.isometry).tolist(),
                strict=True,
            )
        ]
        self._problem = _hash(
            [
                "" if puzzle is None else puzzle.grid.name,
                *sorted(f"{item} {lower} {upper}" for item, lower, upper in bounds),
                *sorted(self._options),
                *sorted(group),
                *([] if puzzle is None else [f"rule {rule}" for rule in puzzle.filters]),
            ]
        )
        self._sets: dict[tuple[int, ...], str] = {}  # cache of hashes of sets of options, since many parts share them

    @property
    def options(self) -> list[str]:
        """Return the hash of each option, in 32 hex digits."""
        return self._options

    def of(self, chosen: Iterable[int] = (), ruled_out: Iterable[int] = ()) -> str:
        """Return the hash, 32 hex digits, of the subproblem with these options chosen and ruled out."""
        return _hash([self._problem, self._set(tuple(chosen)), self._set(tuple(ruled_out))])

    def _set(self, options: tuple[int, ...]) -> str:
        if options not in self._sets:
            self._sets[options] = _hash(sorted(self._options[option] for option in options))
        return self._sets[options]


def _of_option(cover: ExactCover, option: int, items: list[str], row: NDArray[np.bool_], colour: Marks) -> list[str]:
    """Return what an option means: its items, the colours of its cells, and the colours and weights of its items."""
    named = cover.colours_of(option).items() if cover.colours else ()
    several = cover.weights_of(option).items() if cover.weights else ()
    return [
        *sorted(items[item] for item in np.flatnonzero(row)),
        *(f"{items[cell]} colour {colour[cell]}" for cell in np.flatnonzero(colour)),
        *sorted(f"{items[item]}:{name}" for item, name in named),
        *sorted(f"{weight}|{items[item]}" for item, weight in several),
    ]


def _hash(parts: list[str]) -> str:
    """Return a hash of a list of texts, which differs for ["ab"] and ["a", "b"]."""
    import hashlib

    lines = "".join(f"{len(part)}:{part}\n" for part in parts)
    return hashlib.sha256(lines.encode("utf-8", "surrogatepass")).hexdigest()[: 2 * _BYTES]
