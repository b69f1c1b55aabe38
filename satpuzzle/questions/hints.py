"""Smallest sets of given pieces that leave one solution on the fixed board.

For one solution: every other solution must lack one of the given pieces.  So the given pieces must contain an element
of each difference, which is the set of the pieces of the solution that another solution lacks.  A smallest set that
intersects all differences found so far is proposed.  If a search finds another solution with the proposed pieces, its
difference is added; if not, the proposal is a smallest set (implicit hitting sets, Moreno-Centeno and Karp 2013).

Over all solutions: a set of placements leaves one solution if exactly one solution contains it.  All solutions are
listed, and their sets of one, two, three ... placements are counted until a set occurs once.
"""

import math
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import Clock
from satpuzzle.cover.describe import numbered
from satpuzzle.cover.exact_cover import batch_of
from satpuzzle.engines.base import Engine
from satpuzzle.errors import PuzzleError, Stopped
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.questions.answer import Answer
from satpuzzle.questions.ask import Asker, Options
from satpuzzle.questions.facts import COUNT, PUZZLE, TRUTH, Fact, maybe, packing_of
from satpuzzle.questions.question import ALONE, Context, CoverRow, function, question
from satpuzzle.rows import again, option, positional
from satpuzzle.settings import BackendRow, GivenRow
from satpuzzle.solutions.chosen import Chosen, Either
from satpuzzle.solutions.solution import Solution

if TYPE_CHECKING:
    from satpuzzle.pictures.printed import Picture

_MOST = 400_000_000  # the largest number of sets of one size that are counted


@dataclass(frozen=True, repr=False)
class Hints(Answer):
    """A smallest set of pieces for which there is one solution."""

    puzzle: Any  # a Puzzle or an ExactCover
    given: Either  # the set, None if it is not known
    solution: Either
    smallest: bool  # whether it is proved that no smaller set leaves one solution
    sets: int | None = None  # the number of such sets over all solutions on the fixed board
    more: bool = False  # whether there were given pieces, which are not in the set
    facts: ClassVar[tuple[Fact, ...]] = (
        PUZZLE,
        Fact("number", maybe(COUNT), of=lambda self: self.given and len(self.given.options)),
        packing_of("given"),
        packing_of("solution"),
        Fact("smallest", TRUTH),
        Fact("sets", maybe(COUNT)),
    )

    @property
    def sentence(self) -> str:
        """How many given pieces leave one solution."""
        if self.given is None:
            return f"{self.puzzle.name}: undecided, the search was stopped"
        number = len(self.given.options)
        which = (
            "; fewer are not enough for this solution"
            if self.sets is None
            else f"; fewer are never enough, {self.sets} such sets"
        )
        given = numbered(number, "piece" if isinstance(self.puzzle, Puzzle) else "option").partition(" ")[2]
        leave = f"{given} leave{'s' * (number == 1)}"
        return f"{self.puzzle.name}: {number}{' more' * self.more} given {leave} one solution{which}"

    @property
    def exhaustive(self) -> bool:
        """Whether a set is known: no other solution has it."""
        return self.given is not None

    @property
    def final(self) -> bool:
        """Whether it is proved that no smaller set leaves one solution."""
        return self.smallest

    @property
    def shown(self) -> tuple[Solution | Chosen, ...]:
        """The set."""
        return () if self.given is None else (self.given,)

    def picture(self) -> "Picture | None":
        """Return the layers of the solution with the set in colour."""
        from satpuzzle.pictures.sheet import highlighted

        if self.given is None or not isinstance(self.solution, Solution):
            return None
        return highlighted(self.solution, self.given.options)


# fmt: off
@question
class HintsQuestion(CoverRow, GivenRow):
    """Which is a smallest set of pieces that exactly one solution contains, besides the given pieces."""

    solution: int | None = positional(
        option(
            None, "K", None, "For the K-th solution found; by default for the solution that needs the fewest.",
            least=1),
        default=None, kw_only=False)
    backend: str | Engine = positional(again(BackendRow, "backend"), default="native", kw_only=False)
# fmt: on

    def ask(self, context: Context = ALONE) -> Hints:
        """Return the set.

        Raises PuzzleError if there are fewer solutions than `solution`, or if the given pieces are invalid.
        """
        asker = Asker(self.puzzle, self.backend, context)
        chosen = asker.given(self.given)
        try:
            if self.solution is None:
                return _over_all(asker, chosen)
            for number, found in enumerate(asker.solutions(chosen), 1):
                if number == self.solution:
                    fewest = asker.shown(smallest(asker, found, chosen))
                    return Hints(asker.puzzle, fewest, asker.shown(found), True, more=bool(chosen))
        except Stopped:
            return Hints(asker.puzzle, None, None, False)
        raise PuzzleError(f"{asker.puzzle.name}: there is no solution {self.solution} on the fixed board")


hints = function(HintsQuestion, "hints")


def smallest(asker: Asker, solution: Options, given: Options = ()) -> Options:
    """Return a smallest subset of a solution that, together with the given pieces, no other solution contains.

    Raises PuzzleError if another solution contains all pieces of this one, and Stopped if the clock stops.
    """
    from pysat.examples.hitman import Hitman

    with Hitman(solver="glucose4", htype="sorted") as hitman:
        while True:
            proposed = tuple(sorted(hitman.get() or ()))
            other = asker.other(solution, (*given, *proposed))
            if other is None:
                return proposed
            if set(solution) <= set(other):
                raise PuzzleError(f"{asker.puzzle.name}: another solution has all pieces of this one, and more")
            hitman.hit(sorted(set(solution) - set(other)))


def _over_all(asker: Asker, given: Options) -> Hints:
    every = list(asker.solutions(given))
    if not every:
        raise PuzzleError(f"{asker.puzzle.name}: there is no solution")
    found = _once(batch_of(every), len(asker.tables.cover.rows), asker.clock)
    if found is None:
        return Hints(asker.puzzle, None, None, False)
    fewest, where, sets = found
    return Hints(asker.puzzle, asker.shown(fewest), asker.shown(every[where]), True, sets, bool(given))


def _once(table: NDArray[np.int64], options: int, clock: Clock) -> tuple[Options, int, int] | None:
    """Return a smallest set of options that only one solution contains.

    The other results are the index of this solution in `table` and the number of such sets.  `table` has one row of
    option numbers for each solution, padded with -1.  The result is None if there are too many sets to count.
    """
    if len(table) == 1:
        return (), 0, 1
    ordered = np.argsort(table, axis=None, kind="stable")
    bounds = np.searchsorted(table.ravel()[ordered], np.arange(options + 1))
    for size in range(1, table.shape[1] + 1):
        if math.comb(table.shape[1], size) * len(table) > _MOST or (options + 1) ** (size - 1) > 2**62:
            return None
        found: tuple[Options, int] | None = None
        sets = 0
        for least in range(options):  # the smallest member of the sets
            clock.check()
            rows, columns = np.divmod(ordered[bounds[least] : bounds[least + 1]], table.shape[1])
            codes, owners = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
            for column in np.unique(columns).tolist():
                some = rows[columns == column]
                for places in combinations(range(column + 1, table.shape[1]), size - 1):
                    others = table[some][:, list(places)]
                    code = np.zeros(len(some), np.int64)
                    for place in range(size - 1):
                        code = code * (options + 1) + others[:, place]
                    whole = (others >= 0).all(axis=1)
                    codes.append(code[whole])
                    owners.append(some[whole])
            values, first, times = np.unique(np.concatenate(codes), return_index=True, return_counts=True)
            single = np.flatnonzero(times == 1)
            sets += len(single)
            if len(single) and found is None:
                number = int(values[single[0]])
                rest = [number // (options + 1) ** place % (options + 1) for place in reversed(range(size - 1))]
                found = (least, *rest), int(np.concatenate(owners)[first[single[0]]])
        if found is not None:
            return *found, sets
    return None
