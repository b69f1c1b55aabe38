"""Challenges: given pieces for which there is exactly one solution, as in the booklets of the IQ puzzles.

A challenge is made from a random solution, or from one that differs much from those of the challenges before.  The
given pieces are a smallest set of its pieces that no other solution contains, or another set of that size if there is a
card with it; if more are requested, further pieces of the solution are added at random.  So each challenge is proved to
have one solution.  Two challenges are the same if a symmetry of the board maps the given pieces and the solution of one
to those of the other.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from satpuzzle.clock import Status
from satpuzzle.errors import PuzzleError, Stopped
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.questions.ask import Options, PuzzleAsker
from satpuzzle.questions.facts import COUNT, PACKING, PUZZLE, Fact, Told, every, having, shared
from satpuzzle.questions.hints import smallest
from satpuzzle.questions.packings import diagram
from satpuzzle.questions.question import ALONE, Context, PuzzleRow, function, question
from satpuzzle.questions.rate import Tries, play
from satpuzzle.rows import option, positional
from satpuzzle.settings import BackendRow, SeedRow
from satpuzzle.solutions.solution import Solution

_TRIES = 20  # tries of the simulated player that rates a card
_OTHERS = 5  # other sets of given pieces that are tried if there is a card with a solution's smallest set
FAILURES = 60  # the number of random solutions in a row without a new card after which the search ends


@dataclass(frozen=True)
class Card(Told):
    """A challenge: given pieces, the only solution that contains them, and the results of a simulated player."""

    given: Solution
    solution: Solution
    tries: Tries
    facts: ClassVar[tuple[Fact, ...]] = (
        Fact("given", PACKING, of=lambda self: self.given.as_list()),
        Fact("solution", PACKING, of=lambda self: self.solution.as_list()),
        Fact("difficulty", having(*Tries.facts), of=lambda self: self.tries.as_dict()),
    )


@dataclass(frozen=True, repr=False)
class Booklet(Told):
    """Challenges of one puzzle, the easiest first; those with only a lower bound of the effort come last."""

    puzzle: Puzzle
    cards: list[Card]
    wanted: int
    seed: int
    status: Status  # SOLUTION_LIMIT: as many as were wanted; EXHAUSTED: no more were found; or the limit that was met
    facts: ClassVar[tuple[Fact, ...]] = (
        PUZZLE,
        Fact("seed", COUNT),
        Fact("wanted", COUNT),
        Fact("status", shared("status")),
        Fact("cards", every(having(*Card.facts)), of=lambda self: [card.as_dict() for card in self.cards]),
    )

    def __repr__(self) -> str:
        so_far = " so far" if self.status in (Status.TIME_LIMIT, Status.INTERRUPTED) else ""
        return f"<booklet of {self.puzzle.name}: cards {len(self.cards)} of {self.wanted}{so_far}>"


# fmt: off
@question
class ChallengeQuestion(PuzzleRow, BackendRow, SeedRow):
    """Which challenges a puzzle has: given pieces that exactly one solution contains.

    Solutions are random.  There may be fewer challenges than requested; their `status` says why.
    """

    number: int = positional(option(12, "-n N", None, "Number of cards.", least=1), default=12, kw_only=False)
    given: int | None = positional(
        option(None, "N", None, "Number of given pieces on each card; by default the fewest possible."),
        default=None, kw_only=False)
    different: bool = option(
        False, "", None, "Of solutions that share few placements: each next one shares fewest with those before.")
# fmt: on

    def ask(self, context: Context = ALONE) -> Booklet:
        """Return the challenges.

        Raises PuzzleError if no challenge is found, and Stopped if the clock stops before the first is found.
        """
        asker, dice = PuzzleAsker(self.puzzle, self.backend, context), np.random.default_rng(self.seed)
        most = asker.tables.cover.longest
        if self.given is not None and not 0 <= self.given <= most:
            raise PuzzleError(f"given {self.given}: {asker.puzzle.name} has room for {most} pieces")
        cards, status = list[Card](), Status.EXHAUSTED
        try:
            for card in self._cards(asker, dice):
                cards.append(card)
                if len(cards) == self.number:
                    status = Status.SOLUTION_LIMIT
                    break
        except Stopped:
            if not cards:
                raise
            status = context.clock.status or Status.INTERRUPTED
        if not cards:
            count = "so few" if self.given is None else f"{self.given}"
            raise PuzzleError(
                f"{asker.puzzle.name}: no card with {count} given pieces was found; a card has one solution as it lies,"
                " in which turned and mirrored ones are others, unlike in `unique`"
            )
        cards.sort(key=lambda card: (not card.tries.ranked, card.tries.effort))
        return Booklet(asker.puzzle, cards, self.number, self.seed, status)

    def _cards(self, asker: PuzzleAsker, dice: np.random.Generator) -> Iterator[Card]:
        """Yield different challenges, until `FAILURES` solutions in a row give no new one."""
        seen, failures = set[bytes](), 0
        solutions = _different(asker, self.seed) if self.different else _random(asker, dice)
        while failures < FAILURES:
            failures += 1
            asker.doing = f"{asker.puzzle.name}: card {len(seen) + 1} of {self.number}"
            if (solution := next(solutions, None)) is None:
                return
            deals = ((_class_of(asker, shown, solution), shown) for shown in _deals(asker, self.given, dice, solution))
            name, shown = next((deal for deal in deals if deal[0] not in seen), (None, ()))
            if name is not None:
                seen.add(name)
                failures, cover = 0, asker.tables.cover.given(shown)
                tries = play(cover, _TRIES, dice, Context(asker.clock))
                yield Card(asker.shown(shown), asker.shown(solution), tries)


challenge = function(ChallengeQuestion, "challenge")


def _random(asker: PuzzleAsker, dice: np.random.Generator) -> Iterator[Options]:
    """Yield random solutions without end.  Raises PuzzleError if the puzzle has none."""
    while (solution := asker.random(dice)) is not None:
        yield solution
    raise PuzzleError(f"{asker.puzzle.name}: there is no solution")


def _different(asker: PuzzleAsker, seed: int) -> Iterator[Options]:
    """Yield solutions that differ much, one of each class.  Raises PuzzleError if the puzzle has none."""
    packings = diagram(
        asker.puzzle, clock=asker.clock, watch=lambda run: asker.watch(f"{asker.doing}: {run.counts.raw} packings")
    )
    asker.clock.check()
    if not packings.total:
        raise PuzzleError(f"{asker.puzzle.name}: there is no solution")
    yield from (asker.shown(options).options for options in packings.differing(seed))


def _deals(asker: PuzzleAsker, given: int | None, dice: np.random.Generator, solution: Options) -> Iterator[Options]:
    """Yield given pieces for challenges with this solution; none if it has none with `given` pieces."""
    least = smallest(asker, solution)
    if given is None or len(least) == given:
        yield least
        for _ in range(_OTHERS if least else 0):
            some = tuple(sorted(dice.permutation(solution)[: len(least)].tolist()))
            if asker.other(solution, some) is None:
                yield some
    elif len(least) <= given <= len(solution):
        others = sorted(set(solution) - set(least))
        yield tuple(sorted([*least, *dice.permutation(others)[: given - len(least)].tolist()]))


def _class_of(asker: PuzzleAsker, given: Options, solution: Options) -> bytes:
    """Return a key of a challenge that is equal for two challenges exactly if a symmetry maps one to the other."""
    batch, whole = (np.array([options], dtype=np.int64).reshape(1, -1) for options in (given, solution))
    symmetry = asker.tables.symmetry
    return bytes(symmetry.smallest(batch, symmetry.carried(whole))[0].tobytes()) if batch.shape[1] else b""
