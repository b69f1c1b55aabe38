"""Challenge cards: given pieces that leave exactly one solution, as in the booklets of the IQ puzzles.

A card is made from a random solution and a smallest set of its pieces that determines this solution; further pieces of
it are added at random until there are as many as requested.  So each card is proved to have one solution.  Cards are
the same if a symmetry of the board maps one to the other, including the solutions.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from satpuzzle.clock import UNLIMITED, Clock, Status
from satpuzzle.design.ask import Asker, Options, Watch, ignore
from satpuzzle.design.hints import smallest
from satpuzzle.design.rate import Tries, play
from satpuzzle.errors import PuzzleError, Stopped
from satpuzzle.keywords import named
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.solutions.solution import Solution

_TRIES = 20  # tries of the simulated player that rates a card
FAILURES = 60  # the number of random solutions in a row without a new card after which the search ends


@dataclass(frozen=True)
class Card:
    """A challenge: the given pieces, the solution, and a rating."""

    given: Solution
    solution: Solution
    tries: Tries

    def as_dict(self) -> dict[str, Any]:
        """Return the card as plain data."""
        return {
            "given": self.given.as_list(),
            "solution": self.solution.as_list(),
            "difficulty": self.tries.as_dict(),
        }


@dataclass(frozen=True, repr=False)
class Booklet:
    """Cards, the easiest first."""

    puzzle: Puzzle
    cards: list[Card]
    wanted: int
    seed: int
    status: Status  # SOLUTION_LIMIT: as many as were wanted; EXHAUSTED: no more were found; or the limit that was met

    def __repr__(self) -> str:
        return f"<booklet of {self.puzzle.name}: cards {len(self.cards)} of {self.wanted}>"

    def as_dict(self) -> dict[str, Any]:
        """Return the booklet as plain data."""
        return {
            "puzzle": self.puzzle.name,
            "seed": self.seed,
            "wanted": self.wanted,
            "status": self.status,
            "cards": [card.as_dict() for card in self.cards],
        }


@named
def challenge(
    puzzle: Puzzle | str | Path,
    number: int = 12,
    given: int | None = None,
    *,
    seed: int = 0,
    backend: str = "bitmask",
    seconds: float | None = None,
    clock: Clock = UNLIMITED,
    watch: Watch = ignore,
) -> Booklet:
    """Return `number` cards with `given` pieces each, by default as few as determine the card's solution.

    There may be fewer cards than requested; the booklet's `status` says why.  Raises PuzzleError if no card is found,
    and Stopped if the clock stops before there is one.
    """
    asker = Asker(puzzle, backend, Clock(seconds, within=clock), watch)
    dice = np.random.default_rng(seed)
    most = asker.tables.cover.longest
    if given is not None and not 0 <= given <= most:
        raise PuzzleError(f"given {given}: {asker.puzzle.name} has room for {most} pieces")
    cards: list[Card] = []
    seen: set[bytes] = set()
    failures = 0
    status = Status.EXHAUSTED
    try:
        while len(cards) < number and failures < FAILURES:
            failures += 1
            asker.doing = f"{asker.puzzle.name}: card {len(cards) + 1} of {number}"
            dealt = _deal(asker, given, dice)
            if dealt is None or (name := _class_of(asker, *dealt)) in seen:
                continue
            seen.add(name)
            failures = 0
            shown, solution = dealt
            cover = asker.tables.cover.given(shown)
            cards.append(Card(asker.shown(shown), asker.shown(solution), play(cover, _TRIES, dice, asker.clock)))
        if len(cards) == number:
            status = Status.SOLUTION_LIMIT
    except Stopped:
        if not cards:
            raise
        status = asker.clock.status or Status.INTERRUPTED
    if not cards:
        count = "so few" if given is None else f"{given}"
        raise PuzzleError(f"{asker.puzzle.name}: no card with {count} given pieces was found")
    return Booklet(asker.puzzle, sorted(cards, key=lambda card: card.tries.effort), number, seed, status)


def _deal(asker: Asker, given: int | None, dice: np.random.Generator) -> tuple[Options, Options] | None:
    """Draw a random solution; return the given pieces of a card and the solution.

    The result is None if no card of `given` pieces has this solution.  Raises PuzzleError if there is no solution.
    """
    solution = asker.random(dice)
    if solution is None:
        raise PuzzleError(f"{asker.puzzle.name}: there is no solution")
    least = smallest(asker, solution)
    if given is None or len(least) == given:
        return least, solution
    others = sorted(set(solution) - set(least))
    if not len(least) <= given <= len(solution):
        return None
    more = dice.permutation(others)[: given - len(least)].tolist()
    return tuple(sorted([*least, *more])), solution


def _class_of(asker: Asker, given: Options, solution: Options) -> bytes:
    """Return a key of a card, which is equal for cards that a symmetry maps to each other, solutions included."""
    batch, whole = (np.array([options], dtype=np.int64).reshape(1, -1) for options in (given, solution))
    symmetry = asker.tables.symmetry
    return bytes(symmetry.smallest(batch, symmetry.carried(whole))[0].tobytes()) if batch.shape[1] else b""
