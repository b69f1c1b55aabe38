"""Tables: the placements, the exact cover and the symmetry group of a problem, computed once and shared.

An option number means the same in all three.  A bare cover, which belongs to no puzzle, has tables too: its group is
trivial, and its options serve as placements.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.canon import Canon
from satpuzzle.cover.classes import Leaders, Restriction, Symmetry
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.cover.from_puzzle import unfiltered
from satpuzzle.cover.given import Given, with_given
from satpuzzle.cover.group import symmetry_of
from satpuzzle.cover.meaning import Meaning
from satpuzzle.cover.placements import Placements, place
from satpuzzle.cover.reasons import Reason, colouring, no_place, pairing, volumes
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.grids import Points
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.puzzle.rules import Placed, Rule
from satpuzzle.puzzle.up import usual

_COMPARED = 20  # solutions that filters judge together with their images
_MANY = 1 << 13  # placements from which on tables are not kept: searches take far longer than making them


@dataclass(frozen=True, eq=False)
class Tables:
    """All placements, the cover with the given pieces chosen, and the symmetries that preserve these pieces."""

    cover: ExactCover
    symmetry: Symmetry
    placements: Placements
    puzzle: Puzzle | None = None
    canons: dict[tuple[int, ...], Canon] = field(default_factory=dict, init=False, repr=False)  # by their leaders
    _parity: list[Reason | None] = field(default_factory=list, init=False)
    _compared: int = field(default=0, init=False)  # how many solutions were judged together with their images

    @classmethod
    def of(
        cls,
        puzzle: Puzzle | ExactCover,
        given: Given = None,
        must_preserve: Points | None = None,
        clock: Clock = UNLIMITED,
        placements: Placements | None = None,
    ) -> "Tables":
        """Return the tables of a puzzle, or of a bare cover, in which the pieces or options `given` are chosen already.

        `placements` are those of the puzzle, if they are known.

        Symmetries map the given pieces to themselves, and also the frame or, in its place, `must_preserve`.  Raises
        PuzzleError if the puzzle is too large or the given pieces are invalid, and Stopped if the clock stops.
        """
        clock.check()
        if isinstance(puzzle, ExactCover):
            bare = cls.bare(puzzle)
            return bare if given is None else replace(bare, cover=with_given(puzzle, bare.placements, puzzle, given))
        whole = _known.get("last")
        if whole is None or not _same(whole.puzzle, puzzle) or must_preserve is not None:
            placements = place(puzzle, clock) if placements is None else placements
            clock.check()
            cover = unfiltered(puzzle, placements, clock)
            symmetry = symmetry_of(puzzle, cover, must_preserve, clock, placements)
            clock.check()
            whole = cls(cover, symmetry, placements, puzzle)
            if must_preserve is None and len(placements) < _MANY:
                _known["last"] = whole
        if given is None:
            return whole
        cover = with_given(puzzle, whole.placements, whole.cover, given)
        return cls(cover, whole.symmetry.stabiliser(cover.chosen), whole.placements, puzzle)

    @classmethod
    def bare(cls, cover: ExactCover) -> "Tables":
        """Return the tables of a cover that belongs to no puzzle."""
        return cls(cover, Symmetry.trivial(cover), Placements(cover.rows, np.zeros(len(cover.rows), np.int64)))

    @property
    def points(self) -> Points | None:
        """The coordinates of the cells, shape (cells, 3); None for a bare cover."""
        return None if self.puzzle is None else self.puzzle.board

    @cached_property
    def restricted(self) -> Sequence[Restriction]:
        """The cover with the options of one item restricted by symmetry; all have the same classes of solutions."""
        return self.symmetry.restrictions(self.cover)

    @cached_property
    def leaders(self) -> Leaders | None:
        """The options that `restricted` keeps of its first item, None if it restricts none."""
        (item, cover), symmetry = self.restricted[0], self.symmetry.restricting
        if item is None:
            return None
        kept = cover.options_of(item)
        images = symmetry.options[symmetry.items[:, item] == item][:, kept]
        return kept, np.array([len(np.unique(column)) for column in images.T], np.int64)

    def parity(self, clock: Clock) -> Reason | None:
        """Return a colouring or a pairing that excludes solutions, None if the few that are tried, only once, do not.

        Raises Stopped if the clock stops.
        """
        if not self._parity:
            self._parity.append(colouring(self.cover, clock=clock) or pairing(self.cover, clock))
        return self._parity[0]

    @cached_property
    def meaning(self) -> Meaning:
        """The hashes of the problem and its subproblems."""
        return Meaning(self.puzzle, self.cover, self.symmetry, self.placements.marks)

    @property
    def filters(self) -> tuple[Rule, ...]:
        """The rules of the puzzle that judge whole packings."""
        return self.puzzle.filters if self.puzzle else ()

    def refuse_filters(self, what: str) -> None:
        """Raise PuzzleError if the puzzle has a rule that judges whole packings, for `what` does not know it."""
        for rule in self.filters:
            raise PuzzleError(f"{rule.key} judges whole packings: {what} does not know it")

    def held(self, batch: Batch) -> NDArray[np.bool_]:
        """Tell which solutions of a batch all filters keep.

        Raises PuzzleError if two of the first solutions are symmetric and get different answers.
        """
        assert self.puzzle is not None
        held = self._judged(batch)
        if self._compared < _COMPARED and len(batch):
            some = batch[: _COMPARED - self._compared]
            object.__setattr__(self, "_compared", self._compared + len(some))
            for images in self.symmetry.images(some):
                if (self._judged(images) != held[: len(some)]).any():
                    rules = " and ".join(map(str, self.filters))
                    raise PuzzleError(
                        f"{self.puzzle.name}: {rules}: two symmetric packings get different answers{self._way_out}"
                    )
        return held

    @property
    def _way_out(self) -> str:
        """What to do about a filter that knows above from below, as the end of a message."""
        assert self.puzzle is not None
        up = usual(self.puzzle.grid)
        return "" if self.puzzle.upward else f'; if one side is up, say which: up = "{up}"'

    def _judged(self, batch: Batch) -> NDArray[np.bool_]:
        assert self.puzzle is not None
        lying, piece, ground = self.placements, self.placements.piece.tolist(), self.puzzle.ground
        packings = [
            [
                Placed(piece[option], lying.covered(option).tolist(), lying.painted(option))
                for option in some
                if option >= 0
            ]
            for some in self.placements.of_pieces(batch).tolist()
        ]
        return np.array([all(rule.judge(ground, packing) for rule in self.filters) for packing in packings], np.bool_)

    @cached_property
    def reason(self) -> Reason | None:
        """Why there is no solution, if the volumes or a missing placement prove it, else None."""
        return volumes(self.puzzle) or no_place(self.cover, self.puzzle)


_known: dict[str, Tables] = {}  # the tables of the puzzle asked for last, which is immutable


def _same(one: Puzzle | None, other: Puzzle) -> bool:
    """Tell whether two puzzles have the same tables for sure: rules may be code, and messages have the name.

    A puzzle of another class may have other placements, such as those of empty cells.
    """
    if one is None or one is other:
        return one is other
    return (
        type(one) is type(other)
        and one.name == other.name
        and one.grid is other.grid
        and not other.rules
        and one == other
    )
