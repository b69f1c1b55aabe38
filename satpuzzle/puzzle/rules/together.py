"""Together: how many of some pieces a packing has.

`together: A B C at most 2` bounds the number of placements of all these pieces: an item with the bounds (0, 2), covered
by each of them.  `at least` and `exactly` are the other bounds.  If there may be none, all are left out.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.checks import MOST_COPIES, number_of
from satpuzzle.puzzle.piece import Piece
from satpuzzle.puzzle.rules._base import Ground, Hues, Items, Numbers, Rule, Table, names_of, written

_WAYS = ("at most", "at least", "exactly")


@dataclass(frozen=True)
class Together(Rule):
    """Bounds on the number of copies of several pieces together."""

    names: tuple[str, ...]
    way: str  # one of _WAYS
    number: int

    word: ClassVar[str] = "together"
    takes: ClassVar[str] = "NAMES at most | at least | exactly NUMBER"

    @classmethod
    def of(cls, text: str) -> Self:
        """Return the rule for names, a bound and a number."""
        *words, last = names_of(text) or ("",)
        number = number_of(last, MOST_COPIES)
        for way in _WAYS:
            its = way.split()
            if number is not None and len(words) > len(its) and words[-len(its) :] == its:
                return cls(tuple(words[: -len(its)]), way, number)
        raise cls.wrong(text)

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", tuple(sorted({*self.names})))

    @property
    def text(self) -> str:
        """Names, a bound and a number."""
        return f"{written(self.names)} {self.way} {self.number}"

    def said(self) -> str:
        """Return a sentence for people."""
        return f"of {', '.join(self.names)} together there are {self.way} {self.number}"

    def check(self, ground: Ground) -> None:
        """Raise PuzzleError for a name that no piece has, and for a number that its pieces cannot reach."""
        pieces = [ground.pieces[number] for number in self._pieces(ground)]
        if not self.admits(pieces):
            least, most = _copies(pieces)
            raise PuzzleError(f"{self.key}: by their numbers of copies, there are {least} to {most} of them")

    def among(self, names: Collection[str]) -> Self | None:
        """Return the rule for those of its pieces that are among these, None if there are none."""
        here = tuple(name for name in self.names if name in names)
        return replace(self, names=here) if here else None

    def admits(self, pieces: Sequence[Piece]) -> bool:
        """Tell whether the numbers of copies allow it; of a piece that is not among these there is none."""
        least, most = _copies([piece for piece in pieces if piece.name in self.names])
        low, high = self._bounds()
        return low <= most and (high is None or least <= high)

    def _bounds(self) -> tuple[int, int | None]:
        return (0 if self.way == "at most" else self.number, None if self.way == "at least" else self.number)

    def allows(self, ground: Ground, inside: Table, piece: Numbers, hues: Hues) -> NDArray[np.bool_] | None:
        """Tell which placements the rule allows: none of these pieces, if there may be none."""
        return None if self._bounds()[1] != 0 else ~np.isin(piece, [*self._pieces(ground)])

    def _pieces(self, ground: Ground) -> frozenset[int]:
        return frozenset(ground.number(name, self) for name in self.names)

    def items(self, ground: Ground) -> Items:
        """Return one item, or none if there may be none of the pieces."""
        if self._bounds()[1] == 0:
            return Items()
        pieces = self._pieces(ground)

        def covered(inside: Table, piece: Numbers) -> Table:
            return np.ones((len(piece), 1), np.bool_)

        return Items([self.text], [self._bounds()], [frozenset()], [pieces], covered)


def _copies(pieces: Sequence[Piece]) -> tuple[int, int]:
    """Return the least and the largest number of copies of some pieces together."""
    return sum(piece.min for piece in pieces), sum(piece.max for piece in pieces)


rule = Together
