"""Many boards: those of a file, or the members of a family, of which the same is asked."""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np

from satpuzzle.clock import Clock
from satpuzzle.cover.bits import Ints
from satpuzzle.cover.exact_cover import batch_of
from satpuzzle.cover.from_puzzle import cover_of
from satpuzzle.cover.placements import place
from satpuzzle.cover.reasons import Reason, volumes
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.base import IMPOSSIBLE, OPEN, POSSIBLE, Engine
from satpuzzle.engines.config import solver_config
from satpuzzle.errors import BackendError
from satpuzzle.puzzle.editing import with_rules
from satpuzzle.puzzle.families import Family, Labels
from satpuzzle.puzzle.formats.boards import Boards, load_boards
from satpuzzle.puzzle.formats.writing import meant
from satpuzzle.puzzle.library import family_named, is_boards
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.puzzle.rules import rules_of
from satpuzzle.questions.family import joint_cover
from satpuzzle.questions.question import Context
from satpuzzle.search.check import Check
from satpuzzle.solutions.solution import Solution

_NODES = 1 << 20  # of a member that is searched together with the others: then it comes again, by itself


class Early(NamedTuple):
    """What is known of a board before it is searched by itself."""

    number: int
    verdict: str
    reason: Reason | None = None
    found: Solution | Sequence[int] | None = None  # a packing, perhaps as options of what all boards have in common


class Many(ABC):
    """Boards with numbers from 0."""

    name: str

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def called(self, number: int) -> str:
        """Return the name of a board."""

    @abstractmethod
    def __getitem__(self, number: int) -> Puzzle: ...

    @abstractmethod
    def meaning(self) -> str:
        """Return a text that is the same for boards of which the same is asked, in the same order."""

    @abstractmethod
    def first_alike(self, clock: Clock) -> Ints:
        """Return for each board the number of the first one that it equals: as it lies, turned, or turned over.

        Raises Stopped if the clock stops.
        """

    @abstractmethod
    def early(self, numbers: Ints, backend: str | Engine, context: Context) -> Iterator[Early]:
        """Yield what is soon known of some of these boards.  Raises Stopped if the clock stops."""

    def alone(self, number: int, options: Sequence[int]) -> Solution:
        """Return the packing of a board from its own options.  Raises AssertionError if they are none."""
        puzzle = self[number]
        placements = place(puzzle)
        cover_of(puzzle, placements).check(batch_of([sorted(options)]))
        return Solution(tuple(options), puzzle, placements)

    def packed(self, number: int, options: Sequence[int]) -> Solution:
        """Return the packing of a board that `early` found."""
        raise NotImplementedError


@dataclass(frozen=True, eq=False)
class OfFile(Many):
    """The boards of a file; areas and boxes decide some of them at once."""

    boards: Boards

    @property
    def name(self) -> str:  # type: ignore[override]
        """The name of the file."""
        return self.boards.name

    def __len__(self) -> int:
        return len(self.boards)

    def called(self, number: int) -> str:
        """Return the name of a board."""
        return f"{self.boards.name}#{number + 1}"

    def __getitem__(self, number: int) -> Puzzle:
        return self.boards[number]

    def meaning(self) -> str:
        """Return the sizes, the copies, the shapes, and a board, which has the rules."""
        boards = self.boards
        shapes = [(name, cells.tolist()) for name, cells in boards.shapes.items()]
        return json.dumps([boards.sizes, boards.copies, shapes, [meant(one) for one in boards[:1]]])

    def first_alike(self, clock: Clock) -> Ints:
        """Return for each board the first of the same size with as many copies of each shape."""
        seen: dict[object, int] = {}
        sizes = self.boards.sizes if self.boards.rules else map(sorted, self.boards.sizes)
        keys = ((*size, copies) for size, copies in zip(sizes, self.boards.copies, strict=True))
        return np.array([seen.setdefault(key, number) for number, key in enumerate(keys)])

    def early(self, numbers: Ints, backend: str | Engine, context: Context) -> Iterator[Early]:
        """Yield which boards are decided by areas and boxes."""
        for number in numbers.tolist():
            context.clock.check()
            if (reason := volumes(self.boards[number])) is not None:
                yield Early(number, "impossible", reason)
            elif (boxes := self.boards.side_by_side(number)) is not None:
                yield Early(number, "solvable", Reason("boxes", boxes))


@dataclass(frozen=True, eq=False)
class OfList(Many):
    """Puzzles; areas decide some of them at once."""

    puzzles: tuple[Puzzle, ...]
    name = "puzzles"

    def __len__(self) -> int:
        return len(self.puzzles)

    def called(self, number: int) -> str:
        """Return the name of a puzzle."""
        return self.puzzles[number].name

    def __getitem__(self, number: int) -> Puzzle:
        return self.puzzles[number]

    def meaning(self) -> str:
        """Return the puzzles as files would have them."""
        return json.dumps([meant(one) for one in self.puzzles])

    def first_alike(self, clock: Clock) -> Ints:
        """Return for each puzzle the first with the same board and pieces, as they lie."""
        seen: dict[str, int] = {}
        return np.array([seen.setdefault(meant(one), number) for number, one in enumerate(self.puzzles)])

    def early(self, numbers: Ints, backend: str | Engine, context: Context) -> Iterator[Early]:
        """Yield which puzzles are decided by areas."""
        for number in numbers.tolist():
            context.clock.check()
            if (reason := volumes(self.puzzles[number])) is not None:
                yield Early(number, "impossible", reason)


@dataclass(frozen=True, eq=False)
class OfFamily(Many):
    """The members of a family.  Unless they have rules, they are searched together, as choices of one cover."""

    family: Family

    @property
    def name(self) -> str:  # type: ignore[override]
        """The name of the family."""
        return self.family.name

    @cached_property
    def _members(self) -> list[Labels]:
        return list(self.family.members())

    def __len__(self) -> int:
        return len(self.family.choices)

    @cached_property
    def _names(self) -> list[str]:
        begin = f"{self.family.name}#"
        return [begin + " ".join(labels) for labels in self._members]

    def called(self, number: int) -> str:
        """Return the name of a member."""
        return self._names[number]

    def __getitem__(self, number: int) -> Puzzle:
        return self.family.of(self._members[number])

    @cached_property
    def _open(self) -> Ints:
        """The cells that each member leaves open, shape (members, groups)."""
        groups = [np.array([*cells.values()]) for cells in self.family.groups.values()]
        return np.stack([cells[chosen] for cells, chosen in zip(groups, self.family.choices.T, strict=True)], axis=1)

    def meaning(self) -> str:
        """Return the puzzle, and the open cells of each member."""
        return json.dumps([meant(self.family.whole), self._open.tolist()])

    def first_alike(self, clock: Clock) -> Ints:
        """Return for each member the first whose open cells an isometry maps to its own.

        Sets of cells are compared by random numbers (`zobrist.py` has the idea): of a set under all isometries the
        smallest one counts.  Sets with equal numbers are compared cell by cell.
        """
        cells = len(self.family.whole.board)
        moves = Tables.of(self.family.whole, clock=clock).symmetry.restricting.items[:, :cells]
        keys = np.random.default_rng(0).integers(1 << 63, size=cells, dtype=np.uint64)
        least, turned = np.full(len(self), -1, np.int64).astype(np.uint64), np.zeros(len(self), np.int64)
        for number, move in enumerate(moves):
            clock.check()
            sums = keys[move][self._open].sum(axis=1, dtype=np.uint64)
            turned[sums < least] = number
            np.minimum(least, sums, out=least)
        _, first, same = np.unique(least, return_index=True, return_inverse=True)
        found: Ints = first[same]
        other = np.flatnonzero(found != np.arange(len(self)))
        images = [np.sort(moves[turned[some, None], self._open[some]], axis=1) for some in (other, found[other])]
        differing = (images[0] != images[1]).any(axis=1)
        found[other[differing]] = other[differing]
        return found

    @property
    def different(self) -> list[Puzzle]:
        """A member for each number of cells that may stay empty; all others have as many cells as one of these."""
        optional = self.family.whole.optional[self._open].sum(axis=1)
        return [self[number] for number in np.unique(optional, return_index=True)[1].tolist()]

    def early(self, numbers: Ints, backend: str | Engine, context: Context) -> Iterator[Early]:
        """Yield which members are decided by areas, and by searches of one cover."""
        whole, clock = self.family.whole, context.clock
        optional = whole.optional[self._open[numbers]].sum(axis=1)
        left = np.ones(len(numbers), np.bool_)
        for many in np.unique(optional).tolist():  # members with as many of them have equal areas
            alike = np.flatnonzero(optional == many)
            if (reason := volumes(self[numbers[alike[0]].item()])) is not None:
                left[alike] = False
                for number in numbers[alike].tolist():
                    yield Early(number, "impossible", reason)
        numbers = numbers[left]
        if whole.rules or not len(numbers):
            return
        cover, starts = joint_cover(self.family, clock)
        config, check = solver_config(backend), Check(cover)
        chosen = self.family.choices[numbers] + np.array(starts)
        for some in config.engine.completions(cover, chosen, config, clock, _NODES):
            context.watch(f"{self.name}: {some.start + len(some.verdicts)} of {len(chosen)} boards")
            solved = some.verdicts == POSSIBLE
            if solved.any():
                try:
                    check(some.found[solved])
                except AssertionError as error:
                    raise BackendError(f"the solver gave a wrong solution: {error}") from None
            each = zip(numbers[some.start :].tolist(), some.verdicts.tolist(), some.found, strict=False)
            for number, verdict, found in each:
                if verdict != OPEN:
                    yield Early(number, *(("impossible",) if verdict == IMPOSSIBLE else ("solvable", None, found)))

    def packed(self, number: int, options: Sequence[int]) -> Solution:
        """Return the packing of a member from options of the joint cover."""
        family, puzzle = self.family, self[number]
        lying, whole, placements = place(family.whole), family.whole.board, place(puzzle)
        at = {tuple(cell): place for place, cell in enumerate(puzzle.board.tolist())}
        placed = [option for option in options if 0 <= option < len(lying) and lying.piece[option] >= 0]
        found = []
        for option in placed:
            cells = [at[tuple(cell)] for cell in whole[lying.covered(option)].tolist()]
            along = [[at[tuple(cell)] for cell in whole[lying.along(option)].tolist()]] * bool(len(lying.numbers))
            found.append(placements.find(lying.piece[option].item(), cells, lying.painted(option), orders=along)[0])
        return Solution(tuple(sorted(found)), puzzle, placements)


def many_boards(named: str | Path | Boards | Family | Sequence[Puzzle], rules: Sequence[str] = ()) -> Many | None:
    """Return the boards of a file or family, or None if the name is that of one puzzle.

    `rules` are further rules of each board.  Raises PuzzleError if the file is invalid.
    """
    if isinstance(named, (str, Path)):
        found = load_boards(named) if is_boards(str(named)) else family_named(named)
        return None if found is None else many_boards(found, rules)
    if isinstance(named, Boards):
        return OfFile(replace(named, rules=(*named.rules, *rules_of(rules))))
    if isinstance(named, Family):
        return OfFamily(replace(named, whole=with_rules(named.whole, rules)) if rules else named)
    return OfList(tuple(with_rules(one, rules) if rules else one for one in named))
