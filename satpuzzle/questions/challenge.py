"""Challenges: given pieces for which there is exactly one solution, as in the booklets of the IQ puzzles.

A challenge is made from a random solution, or from one that differs much from those of the challenges before.  The
given pieces are a smallest set of its pieces that no other solution contains, or another set of that size if there is a
card with it; if more are requested, further pieces of the solution are added at random.  So each challenge is proved to
have one solution.  Two challenges are the same if a symmetry of the board maps the given pieces and the solution of one
to those of the other.

Challenges are graded by the effort of a simulated player (see `rate.py`), or by how many pieces are left when the first
choice must be made, which one look tells: so levels for an app are made by thousands.  A card's level is its effort for
each piece to place.  Between two levels, cards rise evenly: bisection finds the number of given pieces of each.
"""

import math
import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

import numpy as np

from satpuzzle.clock import Status
from satpuzzle.errors import PuzzleError, Stopped
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.questions.ask import Options, PuzzleAsker
from satpuzzle.questions.facts import COUNT, PACKING, PUZZLE, Fact, Told, every, having, maybe, shared
from satpuzzle.questions.hints import smallest
from satpuzzle.questions.packings import diagram
from satpuzzle.questions.question import ALONE, Context, PuzzleRow, function, question
from satpuzzle.questions.rate import LEVELS, RAMP, Tries, forced_steps, level_of, play
from satpuzzle.rows import option, positional
from satpuzzle.settings import BackendRow, SeedRow
from satpuzzle.solutions.solution import Solution

_TRIES = 20  # tries of the simulated player that rates a card
_OTHERS = 5  # other sets of given pieces that are tried if there is a card with a solution's smallest set
_NAMED = tuple(name.lower() for name in LEVELS)
_MIDDLES = (1.2, 2.5, 7.0, 22.0, 60.0)  # what a card of each level should have
FAILURES = 60  # the number of random solutions in a row without a new card after which the search ends
GRADES = EFFORT, STEPS = "effort", "steps"


@dataclass(frozen=True)
class Card(Told):
    """A challenge: given pieces, the only solution that contains them, and how hard it is."""

    given: Solution
    solution: Solution
    tries: Tries | None  # the results of a simulated player, None if it is graded by steps
    steps: int = 0  # how many moves are forced in a row, from the beginning on
    facts: ClassVar[tuple[Fact, ...]] = (
        Fact("given", PACKING, of=lambda self: self.given.as_list()),
        Fact("solution", PACKING, of=lambda self: self.solution.as_list()),
        Fact("place", COUNT, "the number of pieces to place"),
        Fact("steps", COUNT, "how many moves are forced in a row, from the beginning on"),
        Fact("left", COUNT, "the number of pieces that are left when the first choice must be made"),
        Fact(
            "difficulty",
            maybe(having(*Tries.facts)),
            "of a simulated player; null if cards are graded by steps",
            lambda self: self.tries and self.tries.as_dict(),
        ),
    )

    @property
    def place(self) -> int:
        """The number of pieces to place."""
        return len(self.solution.options) - len(self.given.options)

    @property
    def left(self) -> int:
        """The number of pieces that are left when the first choice must be made."""
        return self.place - self.steps

    @property
    def load(self) -> float:
        """The effort for each piece to place; the share of the pieces that are left, if it has no effort."""
        return (self.left if self.tries is None else self.tries.effort) / max(1, self.place)

    @property
    def rank(self) -> int:
        """The number of its level among LEVELS, by its effort."""
        return bisect_left(RAMP, self.load)

    @property
    def level(self) -> str:
        """How hard it is, as one of LEVELS: by its effort, or by quarters of the pieces that are left.

        If the effort is only a lower bound, so is the level.
        """
        if self.tries is None:
            return LEVELS[math.ceil(4 * self.load)]
        return level_of(self.load, self.tries.ranked)

    @property
    def grade(self) -> tuple[bool, float, int]:
        """By what challenges are ordered, the easiest first; an effort that is only a lower bound comes last."""
        return (False, self.left, self.place) if self.tries is None else (not self.tries.ranked, self.tries.effort, 0)


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


@dataclass(frozen=True)
class Band:
    """A range of grades, ends included."""

    low: float
    high: float

    def has(self, card: Card) -> bool:
        """Return whether the grade of a card is in the range; a lower bound is if there is no upper end."""
        bound, grade, _ = card.grade
        return self.low <= grade <= self.high and not (bound and self.high < math.inf)

    def __str__(self) -> str:
        low, high = (f"{end:g}" if math.isfinite(end) else "" for end in (self.low, self.high))
        return f"{low}..{high}"


def band_of(said: "Band | str") -> Band:
    """Return a range from a text such as 10..40, 10.. or ..40.  Raises PuzzleError for any other text."""
    if isinstance(said, Band):
        return said
    found = re.fullmatch(r"(\d{1,9}(?:\.\d{1,9})?)?\.\.(\d{1,9}(?:\.\d{1,9})?)?", said)
    low, high = (0.0, math.inf) if found is None else (float(found[1] or 0), float(found[2] or math.inf))
    if found is None or low > high:
        raise PuzzleError(
            f"band {said[:40]}: allowed are two numbers, the lower one first, such as 10..40, 10.. or ..40"
        )
    return Band(low, high)


# fmt: off
@question
class ChallengeQuestion(PuzzleRow, BackendRow, SeedRow):
    """Which challenges a puzzle has: given pieces that exactly one solution contains.

    Solutions are random.  There may be fewer challenges than requested; their `status` says why.
    """

    number: int = positional(option(12, "-n N", None, "Number of cards.", least=1), default=12, kw_only=False)
    given: int | None = positional(
        option(
            None, "N", None,
            "Number of given pieces on each card, by default the fewest possible; 0: the puzzle itself as a card, if it"
            " has one solution up to isometries."),
        default=None, kw_only=False)
    place: int | None = option(
        None, "N", None, "Number of pieces to place, if all solutions have equally many; in place of --given.", least=0,
        without=("given",), rare=True)
    grade: str = option(
        EFFORT, "", None,
        "By the effort of a careful player (as rate), or by steps: how many pieces are left when the first choice must"
        " be made, which is 15 times as fast.", allowed=GRADES,
        rare=True)
    band: Band | str | None = option(
        None, "LOW..HIGH", None, "Only cards with a grade from LOW to HIGH; either may be missing.", read=band_of,
        rare=True)
    different: bool = option(
        False, "", None, "Of solutions that share few placements: each next one shares fewest with those before.",
        rare=True)
    easiest: str | None = option(
        None, "--from LEVEL", None, "Cards that rise evenly from this level on, by more or fewer given pieces.",
        allowed=_NAMED, without=("given", "place", "band"),
        only={"grade": (EFFORT,)})
    hardest: str | None = option(
        None, "--to LEVEL", None, "The level up to which cards rise; wizard if only --from is given.",
        allowed=_NAMED, without=("given", "place", "band"),
        only={"grade": (EFFORT,)})
# fmt: on

    @property
    def _levels(self) -> tuple[int, int] | None:
        """The numbers of the levels between which cards rise, if they do.  Raises PuzzleError if they would fall."""
        if self.easiest is None and self.hardest is None:
            return None
        least, most = _NAMED.index(self.easiest or _NAMED[0]), _NAMED.index(self.hardest or _NAMED[-1])
        if least > most:
            raise PuzzleError(f"easiest {self.easiest}: is harder than hardest {self.hardest}")
        return least, most

    def ask(self, context: Context = ALONE) -> Booklet:
        """Return the challenges.

        Raises PuzzleError if no challenge is found, and Stopped if the clock stops before the first is found.
        """
        levels, band = self._levels, None if self.band is None else band_of(self.band)
        asker, dice = PuzzleAsker(self.puzzle, self.backend, context), np.random.default_rng(self.seed)
        most = asker.tables.cover.longest
        for name, number in (("given", self.given), ("place", self.place)):
            if number is not None and not 0 <= number <= most:
                raise PuzzleError(f"{name} {number}: {asker.puzzle.name} has room for {most} pieces")
        cards, status = list[Card](), Status.EXHAUSTED
        try:
            for card in self._cards(asker, dice, levels, band):
                cards.append(card)
                if len(cards) == self.number:
                    status = Status.SOLUTION_LIMIT
                    break
        except Stopped:
            if not cards:
                raise
            status = context.clock.status or Status.INTERRUPTED
        if not cards:
            if levels is not None:
                said = f"{self.easiest or _NAMED[0]} to {self.hardest or _NAMED[-1]}"
                raise PuzzleError(f"{asker.puzzle.name}: no card of the levels {said} was found")
            count = "so few given pieces" if self.given is None else f"{self.given} given pieces"
            count = count if self.place is None else f"{self.place} pieces to place"
            kind = "" if band is None else f" and a grade of {band}"
            raise PuzzleError(
                f"{asker.puzzle.name}: no card with {count}{kind} was found; a card has one solution as it lies, in"
                " which turned and mirrored ones are others; without given pieces, one up to isometries, as in `unique`"
            )
        cards.sort(key=lambda card: (card.grade[0], card.load) if levels else card.grade)
        return Booklet(asker.puzzle, cards, self.number, self.seed, status)

    def _cards(
        self, asker: PuzzleAsker, dice: np.random.Generator, levels: tuple[int, int] | None, band: Band | None
    ) -> Iterator[Card]:
        """Yield different challenges, until `FAILURES` solutions in a row give no new one."""
        seen, found, failures = set[bytes](), 0, 0
        solutions = _different(asker, self.seed) if self.different else _random(asker, dice)
        loads = None if levels is None else np.geomspace(_MIDDLES[levels[0]], _MIDDLES[levels[1]], self.number)
        while failures < FAILURES:
            failures += 1
            asker.doing = f"{asker.puzzle.name}: card {found + 1} of {self.number}"
            if (solution := next(solutions, None)) is None:
                return
            if loads is None:
                given = self.given if self.place is None else max(0, len(solution) - self.place)
                shows = _deals(asker, given, dice, solution)
            else:
                shows = _rising(asker, float(loads[min(found, self.number - 1)]), dice, solution)
            deals = ((_class_of(asker, shown, solution), shown) for shown in shows)
            name, shown = next((deal for deal in deals if deal[0] not in seen), (None, ()))
            if name is None:
                continue
            tries = _tries(asker, shown, dice) if self.grade == EFFORT else None
            steps = forced_steps(asker.tables.cover.given(shown), asker.clock)
            card = Card(asker.shown(shown), asker.shown(solution), tries, steps)
            wanted = _between(card, *levels) if levels is not None else band is None or band.has(card)
            if wanted or levels is None:
                seen.add(name)
            if wanted:
                found, failures = found + 1, 0
                yield card


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
    if given == 0:
        if _alone(asker, solution):
            yield ()
        return
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


def _alone(asker: PuzzleAsker, solution: Options) -> bool:
    """Tell whether a puzzle has only this solution, and those into which symmetries of its board carry it."""
    images = asker.tables.symmetry.images(np.array([solution], dtype=np.int64)).reshape(-1, len(solution))
    own = {tuple(image) for image in images.tolist()}
    return all(found in own for found in asker.solutions(limit=len(own) + 1))


def _tries(asker: PuzzleAsker, shown: Options, dice: np.random.Generator) -> Tries:
    return play(asker.tables.cover.given(shown), _TRIES, dice, Context(asker.clock))


def _rising(asker: PuzzleAsker, load: float, dice: np.random.Generator, solution: Options) -> Iterator[Options]:
    """Yield given pieces with which a player's effort per piece to place is about `load`."""
    least = smallest(asker, solution)
    others = dice.permutation(sorted(set(solution) - set(least))).tolist()

    def shown(more: int) -> Options:
        return tuple(sorted([*least, *others[:more]]))

    @cache
    def needed(more: int) -> float:
        tries = _tries(asker, shown(more), dice)
        return tries.effort / max(1, len(others) - more)

    easy = bisect_left(range(len(others)), -load, key=lambda more: -needed(more))
    near = [more for more in (easy - 1, easy) if 0 <= more < len(others)]
    if near:
        yield shown(min(near, key=lambda more: abs(math.log(max(needed(more), 1e-9) / load))))


def _between(card: Card, least: int, most: int) -> bool:
    """Tell whether a card is known to be of a level between two."""
    return least <= card.rank <= most and (most == len(LEVELS) - 1 or not card.grade[0])


def _class_of(asker: PuzzleAsker, given: Options, solution: Options) -> bytes:
    """Return a key of a challenge that is equal for two challenges exactly if a symmetry maps one to the other."""
    batch, whole = (np.array([options], dtype=np.int64).reshape(1, -1) for options in (given, solution))
    symmetry = asker.tables.symmetry
    return bytes(symmetry.smallest(batch, symmetry.carried(whole))[0].tobytes()) if batch.shape[1] else b""
