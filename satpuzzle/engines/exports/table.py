"""Tables: data for a MiniZinc model that a reader of constraint programming expects, `packing.mzn` beside this file.

    who[c]     which piece lies on cell c
    at[i]      which of its placements piece i has; each placement is a row of a `table` constraint

So each variable has a meaning in the puzzle, and each piece one constraint.  `minizinc.py` states the same cover by
sums of 0-1 variables.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.exports.base import Clause, Instance, fixed
from satpuzzle.engines.exports.minizinc import MiniZinc
from satpuzzle.errors import PuzzleError


class Table(MiniZinc):
    """The data of `packing.mzn`, which prints the chosen options as a model of sums does."""

    name = "table"
    ending = ".dzn"
    description = "data for a MiniZinc model with a table for each piece"
    beside = Path(__file__).with_name("packing.mzn")

    def lines(self, instance: Instance) -> Iterator[str]:
        """Yield the lines of the data.

        Raises PuzzleError if an item has colours or weights, or if not every option covers one piece.
        """
        cover = instance.cover
        pieces = self._pieces(instance)
        cells = [item for item, most in enumerate(cover.upper.tolist()) if most == 1 and item not in pieces]
        number = {item: cell for cell, item in enumerate(cells, 1)}
        if instance.title:
            yield f"% {instance.title}"
        yield f"cells = {len(cells)};"
        yield f"open = {_set(number[item] for item in cells if not cover.lower[item])};"
        yield "placements = ["
        for option, meaning in enumerate(instance.meanings()):
            covered = (number[item] for item in cover.items_of(option).tolist() if item in number)
            yield f"  {_set(covered)},  % {option + 1}: {meaning}"
        yield "];"
        yield from _copies(cover, pieces)
        yield from _sums(cover, {*number, *pieces})

    def _pieces(self, instance: Instance) -> list[int]:
        """Return the items that are pieces; raises PuzzleError for colours, weights, and options not of one piece."""
        cover = instance.cover
        pieces = np.array(cover.families.get("pieces", ()), np.intp)
        many = (np.isin(cover.items_of(option), pieces).sum() for option in range(len(cover.rows)))
        if instance.agreements or cover.weights or any(number != 1 for number in many):
            raise PuzzleError(
                f"the format {self.name} needs options that cover one piece each, and no colours or weights;"
                " minizinc does not"
            )
        return [*map(int, pieces)]

    def with_clause(self, lines: list[str], clause: Clause) -> None:
        """Raise PuzzleError, since the data has no place for clauses."""
        raise PuzzleError("the data of packing.mzn cannot express that a solution is blocked")


def _copies(cover: ExactCover, pieces: list[int]) -> Iterator[str]:
    """Yield the lines on the copies of pieces: the placements of each, whether it is needed, and like the last one."""
    copies = [(piece, copy) for piece in pieces for copy in range(cover.upper[piece])]
    options = {piece: _set((np.flatnonzero(cover.covers(piece)) + 1).tolist()) for piece in pieces}
    yield f"ways = [{', '.join(options[piece] for piece, _ in copies)}];"
    yield f"needed = [{', '.join(str(bool(copy < cover.lower[piece])).lower() for piece, copy in copies)}];"
    yield f"alike = [{', '.join(str(copy > 0).lower() for _, copy in copies)}];"


def _sums(cover: ExactCover, known: set[int]) -> Iterator[str]:
    """Yield the lines on the other items, of whose options some must be chosen, and on options that are fixed."""
    sums = [
        ((cover.options_of(item) + 1).tolist(), lower, upper)
        for item, (lower, upper) in enumerate(zip(cover.lower.tolist(), cover.upper.tolist(), strict=True))
        if item not in known
    ]
    sums += [([abs(literal)], int(literal > 0), int(literal > 0)) for literal in fixed(cover)]
    yield f"counted = [{', '.join(_set(members) for members, _, _ in sums)}];"
    yield f"least = {[lower for _, lower, _ in sums]};"
    yield f"most = {[upper for _, _, upper in sums]};"


def _set(members: Iterator[int] | list[int]) -> str:
    return f"{{{', '.join(map(str, members))}}}"


TABLE = Table()
