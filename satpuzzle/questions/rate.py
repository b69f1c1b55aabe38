"""Rating: how hard a puzzle is for a careful player without memory.

The player takes the cell or piece with the fewest placements left, and looks one step ahead: a placement that would
leave another cell or piece without a placement is not tried.  If one placement is left, the move is *forced*; if
several are, it is a *branching*, and the player chooses one at random.  If none is left, this try has failed, and the
player begins again.  *Luck* is the probability that a try succeeds, with its confidence interval (Edwin B. Wilson,
Probable inference, the law of succession, and statistical inference, JASA 22, 1927).  The *effort* is the mean number
of moves until a try succeeds: the mean number of moves of a try divided by the luck.  Puzzles and challenges are graded
by the effort.

If all packings are at hand as a diagram, the numbers of those that are left after each move are told too: how fast they
become few, and how long a try goes on after none is left.
"""

import math
from bisect import bisect_left
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from satpuzzle.arrays import bincount, repeat, wide
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.describe import numbered
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.given import Given
from satpuzzle.engines.strategies import find
from satpuzzle.errors import Stopped
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.questions.answer import Answer
from satpuzzle.questions.ask import PuzzleAsker
from satpuzzle.questions.facts import (
    COUNT,
    INTEGER,
    NUMBER,
    PUZZLE,
    TEXT,
    TRUTH,
    Fact,
    Told,
    by_name,
    every,
    having,
    maybe,
)
from satpuzzle.questions.packings import Packings, at_hand
from satpuzzle.questions.question import ALONE, Context, PuzzleRow, function, question
from satpuzzle.rows import again, option, positional
from satpuzzle.settings import GivenRow, SeedRow

TRIES = 100
LEVELS = ("Starter", "Junior", "Expert", "Master", "Wizard")
RAMP = (1.5, 4.0, 12.0, 40.0)  # upper bounds of the levels: effort divided by the pieces to place
_STRATEGIES = ("mrv", "scan")
_MOST_ROWS = 20_000  # packings that are listed: more are narrowed as a diagram
_AT_ONCE = 32  # options that are tried together, which limits the memory
_DEVIATIONS = 1.96  # half the width of a 95 % interval, in standard deviations


@dataclass(frozen=True)
class Tries(Told):
    """The results of the simulated player's tries."""

    tries: int
    solved: int
    forced: float  # mean number of forced moves of a try
    branchings: float
    survivors: float  # mean number of placements to choose between at a branching
    final: bool = True  # False if the clock stopped before all tries were done
    # fmt: off
    facts: ClassVar[tuple[Fact, ...]] = (
        Fact("tries", COUNT),
        Fact("solved", COUNT),
        Fact("luck", every(NUMBER) | {"minItems": 3, "maxItems": 3},
             "the share of tries that succeed, and its 95 % interval",
             lambda self: [round(value, 4) for value in self.luck]),
        Fact("forced", NUMBER, "the mean number of forced moves of a try", lambda self: round(self.forced, 2)),
        Fact("branchings", NUMBER, "the mean number of choices", lambda self: round(self.branchings, 2)),
        Fact("survivors", NUMBER, "the mean number of placements to choose between",
             lambda self: round(self.survivors, 2)),
        Fact("effort", NUMBER, "the mean number of moves until a try succeeds", lambda self: round(self.effort, 1)),
        Fact("effort_interval", every(maybe(NUMBER)) | {"minItems": 2, "maxItems": 2},
             "its 95 % interval; the upper end is null if no try succeeded",
             lambda self: [None if math.isinf(end) else round(end, 1) for end in self.span]),
        Fact("effort_is_bound", TRUTH, "whether no try succeeded, so that the effort is a lower bound",
             lambda self: not self.ranked),
    )
    # fmt: on

    @property
    def luck(self) -> tuple[float, float, float]:
        """Return the share of tries that succeeded, and the ends of the 95 % confidence interval of the probability."""
        n, share, z = self.tries, self.solved / self.tries, _DEVIATIONS
        middle = (share + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
        return share, max(0.0, middle - half), min(1.0, middle + half)

    @property
    def effort(self) -> float:
        """Return the mean number of moves until a try succeeds.

        If no try succeeded, it is computed as if about one try had: a lower bound, see `ranked`.
        """
        return (self.forced + self.branchings) * self.tries / (self.solved or self.tries / (self.tries + 1))

    @property
    def span(self) -> tuple[float, float]:
        """Return the ends of the 95 % confidence interval of the effort: that of the luck, turned over."""
        _, low, high = self.luck
        made = self.forced + self.branchings
        return made / high, made / low if low else math.inf

    @property
    def ranked(self) -> bool:
        """Whether some try succeeded, so that the effort is an estimate; otherwise it is a lower bound."""
        return self.solved > 0


def level_of(load: float, ranked: bool = True) -> str:
    """Return how hard a puzzle is, as one of LEVELS, by a player's effort for each piece to place.

    An effort that is not `ranked` is a lower bound, and so is the level.
    """
    found = LEVELS[bisect_left(RAMP, load)]
    return found if ranked or found == LEVELS[-1] else f"{found} or harder"


def span_said(span: tuple[float, float]) -> str:
    """Return the interval of an effort as text."""
    low, high = span
    return f"{low:.0f} moves or more" if math.isinf(high) else f"{low:.0f} to {high:.0f} moves"


def moves(effort: float, ranked: bool) -> str:
    """Return an effort as text; one that is not `ranked` is a lower bound."""
    return f"{effort:.0f} moves{'' if ranked else ' or more'}"


_LEFT_FACTS = (
    Fact("packings", INTEGER, "before the first move", lambda self: self.tries[0][0]),
    Fact(
        "means",
        every(NUMBER),
        "the mean numbers after 0, 1, 2 ... moves, in the tries that had so many",
        lambda self: [round(mean, 2) for mean in self.means],
    ),
    Fact(
        "idle",
        maybe(NUMBER),
        "the mean number of moves of a failed try after none was left; null if none failed",
        lambda self: self.idle if self.idle is None else round(self.idle, 2),
    ),
)
_LEFT = having(*_LEFT_FACTS)


def _of_tries(fact: Fact, rating: "Rating") -> Any:
    return fact.value(rating.tries)


@dataclass(frozen=True, repr=False)
class Rating(Answer):
    """How hard a puzzle is: the results of a simulated player, and the nodes that searches need."""

    puzzle: Puzzle
    tries: Tries
    nodes: dict[str, int]  # search nodes until the first solution, by the names of the strategies that apply
    unfinished: tuple[str, ...] = ()  # the strategies that were stopped: their numbers are lower bounds
    left: "Left | None" = None  # how many packings were left after moves, None if there are too many to hold
    place: int = 1  # how many pieces are to be placed, at most
    # fmt: off
    facts: ClassVar[tuple[Fact, ...]] = (
        PUZZLE,
        *(replace(fact, of=partial(_of_tries, fact)) for fact in Tries.facts),
        Fact("nodes", by_name(COUNT), "search nodes until the first solution, by strategy"),
        Fact("unfinished", every(TEXT), "the strategies that were stopped; their numbers of nodes are lower bounds",
             lambda self: list(self.unfinished)),
        Fact("left", maybe(_LEFT),
             "how many packings are left after the player's moves; null if there are too many to hold",
             lambda self: self.left and self.left.as_dict()),
        Fact("level", TEXT, "one of five, as of cards, by the effort for each piece"),
        Fact("final", TRUTH),
    )
    # fmt: on

    @property
    def level(self) -> str:
        """How hard it is, as one of LEVELS."""
        return level_of(self.tries.effort / max(1, self.place), self.tries.ranked)

    @property
    def final(self) -> bool:
        """Whether all tries and searches ended before a limit."""
        return self.tries.final and not self.unfinished

    @property
    def sentence(self) -> str:
        """The effort, and on further lines the level, the luck, the moves of a try and the nodes of searches."""
        tries = self.tries
        share, low, high = tries.luck
        bounds = dict.fromkeys(self.unfinished, "≥ ")
        stopped = "" if self.final else " when the search was stopped"
        nodes = ", ".join(f"{bounds.get(name, '')}{number} by {name}" for name, number in self.nodes.items())
        return "\n".join(
            [
                f"{self.puzzle.name}: effort {moves(tries.effort, tries.ranked)}, until a careful player succeeds",
                f"level       {self.level}; 95 % interval of the effort {span_said(tries.span)}",
                f"luck        {share:.1%} of {tries.tries} tries succeed, 95 % interval {low:.1%} to {high:.1%}",
                f"a try       {tries.forced:.1f} forced moves, {tries.branchings:.1f} choices among"
                f" {tries.survivors:.1f} placements",
                f"search      options tried until a solution: {nodes}{stopped}",
                *(() if self.left is None else (f"left        {self.left}",)),
            ]
        )


@dataclass(frozen=True)
class _Listed:
    """Not too many packings as rows of options, (packings, longest), padded with -1: narrowing them takes no time."""

    rows: NDArray[np.int32]

    @classmethod
    def of(cls, packings: "Packings | _Listed") -> "Packings | _Listed":
        """Return packings as rows, or as they are if they are too many."""
        if isinstance(packings, _Listed) or packings.total > _MOST_ROWS:
            return packings
        every = packings.diagram.numbered(range(packings.total))
        rows = np.full((len(every), max(map(len, every), default=0)), -1, np.int32)
        for row, options in zip(rows, every, strict=True):
            row[: len(options)] = options
        return cls(rows)

    @property
    def total(self) -> int:
        return len(self.rows)

    def narrowed(self, options: Sequence[int]) -> "_Listed":
        """Return those that have all of these options."""
        rows = self.rows
        for one in options:
            rows = rows[(rows == one).any(axis=1)]
        return _Listed(rows)


class Left(Told):
    """How many packings have the pieces that a player has placed, after each move of several tries."""

    facts = _LEFT_FACTS

    def __init__(self, packings: Packings) -> None:
        self._now = self._all = _Listed.of(packings)
        self._first = dict[int, Packings | _Listed]()  # after each first move
        self.tries: list[list[int]] = []  # the numbers in each try, from before the first move on

    def __getstate__(self) -> dict[str, Any]:
        return {"tries": self.tries}  # without the packings, megabytes that only `moved` needs

    def moved(self, placed: Sequence[int]) -> None:
        """Take note of a move, or of the beginning of a try if no piece is placed."""
        if not placed:
            self.tries.append([])
            self._now = self._all
        elif len(placed) == 1:
            if placed[0] not in self._first:
                self._first[placed[0]] = _Listed.of(self._all.narrowed(placed))
            self._now = self._first[placed[0]]
        else:
            self._now = _Listed.of(self._now.narrowed(placed[-1:]))
        self.tries[-1].append(self._now.total)

    @property
    def means(self) -> list[float]:
        """The mean number of packings left after 0, 1, 2 ... moves, in the tries that had so many."""
        longest = max(map(len, self.tries))
        return [float(np.mean([one[at] for one in self.tries if at < len(one)])) for at in range(longest)]

    @property
    def idle(self) -> float | None:
        """The mean number of moves of a failed try after none was left, None if no try failed."""
        after = [one.count(0) - 1 for one in self.tries if one[-1] == 0 and one[0]]
        return float(np.mean(after)) if after else None

    def __str__(self) -> str:
        first, *means = self.means
        told = ", ".join(f"{mean:.1f}" for mean in means)
        idle = "" if self.idle is None else f"; a failed try has {self.idle:.1f} moves after none is left"
        return f"{numbered(round(first), 'packing')}, after moves {told}{idle}"


# fmt: off
@question
class RateQuestion(PuzzleRow, SeedRow):
    """How hard a puzzle is for a careful player, with some pieces given.

    If the clock stops, the rating is that of the tries until then.
    """

    given: Given = positional(again(GivenRow, "given"), default=None, kw_only=False)
    tries: int = option(TRIES, "N", None, "How often the simulated player tries to solve the puzzle.", least=1)
# fmt: on

    def ask(self, context: Context = ALONE) -> Rating:
        """Return the rating; raises Stopped if the clock stops before a try is done."""
        asker = PuzzleAsker(self.puzzle, context=context)
        cover, clock = asker.cover(self.given), context.clock
        packings = at_hand(asker.puzzle, self.given, context)
        left = None if packings is None else Left(packings)
        dice = np.random.default_rng(self.seed)
        played = play(cover, self.tries, dice, context, unseen if left is None else left.moved)
        if left is not None:
            del left.tries[played.tries :]  # one that was not done
        nodes: dict[str, int] = {}
        unfinished = []
        _, rest = cover.residual()
        for strategy in map(find, _STRATEGIES):
            if strategy.refused(rest, asker.puzzle.board) is None:
                config = replace(asker.config, strategy=strategy)
                nodes[strategy.name], final = 0, False
                with suppress(Stopped):  # before it began
                    first = config.engine.first(cover, config, asker.puzzle.board, clock)
                    nodes[strategy.name], final = first.nodes, first.final
                unfinished += [] if final else [strategy.name]
        place = asker.tables.cover.longest - len(asker.given(self.given))
        return Rating(asker.puzzle, played, nodes, tuple(unfinished), left, place)


rate = function(RateQuestion, "rate")


def unseen(placed: Sequence[int]) -> None:
    """Ignore a move; the default callback."""


def play(
    cover: ExactCover,
    tries: int,
    dice: np.random.Generator,
    context: Context = ALONE,
    moved: Callable[[Sequence[int]], None] = unseen,
) -> Tries:
    """Simulate a careful player's tries to solve a cover (see the module).

    `moved` is called at the beginning of a try and after each move, with the options placed so far.  If the clock
    stops, the result has the tries until then; raises Stopped if none is done.
    """
    numbers, rest = cover.residual()
    board = _Board(rest, context.clock)

    def one() -> tuple[int, int, int, bool]:
        made, branched, placed = [0, 0], 0, list[int]()
        moved(placed)
        board.clear()
        while (survivors := board.survivors()) is not None and len(survivors):
            made[len(survivors) > 1] += 1
            branched += len(survivors) * (len(survivors) > 1)
            option = int(dice.choice(survivors))
            board.put(option)
            placed.append(int(numbers[option]))
            moved(placed)
        return made[0], made[1], branched, survivors is None

    done: list[tuple[int, int, int, bool]] = []
    for number in range(1, tries + 1):
        context.watch(f"try {number} of {tries}: {sum(each[3] for each in done)} succeeded")
        try:
            done.append(one())
        except Stopped:
            if not done:
                raise
            break
    forced, branchings, branched, solved = np.array(done).T
    among = float(branched.sum() / max(1, branchings.sum()))
    final = len(done) == tries
    return Tries(len(done), int(solved.sum()), float(forced.mean()), float(branchings.mean()), among, final)


def forced_steps(cover: ExactCover, clock: Clock = UNLIMITED) -> int:
    """Return how many moves of a careful player are forced in a row, from the beginning on.

    Raises Stopped if the clock stops.
    """
    _, rest = cover.residual()
    board, steps = _Board(rest, clock), 0
    while (survivors := board.survivors()) is not None and len(survivors) == 1:
        board.put(int(survivors[0]))
        steps += 1
    return steps


@dataclass(frozen=True)
class _Lists:
    """Lists of numbers, one after the other."""

    numbers: NDArray[np.int64]
    start: NDArray[np.int64]  # (lists + 1,): where each list begins

    @classmethod
    def by(cls, key: NDArray[np.int64], numbers: NDArray[np.int64], count: int) -> "_Lists":
        """Return `count` lists: list k has the numbers whose key is k."""
        start = np.append(0, bincount(key, minlength=count).cumsum())
        return cls(numbers[np.argsort(key, kind="stable")], start)

    def sizes(self, lists: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return how many numbers each of these lists has."""
        sizes: NDArray[np.int64] = self.start[lists + 1] - self.start[lists]
        return sizes

    def of(self, lists: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the numbers of these lists, list by list."""
        sizes = self.sizes(lists)
        found: NDArray[np.int64]
        found = self.numbers[np.arange(sizes.sum()) + repeat(self.start[lists] - sizes.cumsum() + sizes, sizes)]
        return found


class _Board:
    """A cover with some options chosen: what a player sees during a try."""

    def __init__(self, cover: ExactCover, clock: Clock) -> None:
        self.cover = cover
        option, item = cover.entries(clock)
        self.clock = clock
        self._items, self._options = (
            _Lists.by(option, item, len(cover.rows)),
            _Lists.by(item, option, len(cover.names)),
        )
        self._available = cover.available()
        self._against = dict[int, tuple[NDArray[np.int64], list[int]]]()
        self._survivors = dict[frozenset[int], NDArray[np.int64] | None]()  # by the options chosen
        self.clear()

    def clear(self) -> None:
        self._chosen = list[int]()
        self.live = np.ones(len(self.cover.rows), np.bool_)
        self.left = self._available  # how often live options together cover each item
        self.need, self.room = self.cover.lower.copy(), self.cover.upper.copy()

    def survivors(self) -> NDArray[np.int64] | None:
        """Return the options that cover the most constrained item and leave enough options for all other items.

        The result is None if no item has to be covered any more.  It is kept, since tries often begin alike.
        """
        if (chosen := frozenset(self._chosen)) not in self._survivors:
            self._survivors[chosen] = self._tried()
        return self._survivors[chosen]

    def _tried(self) -> NDArray[np.int64] | None:
        if not (self.need > 0).any():
            return None
        item = int(np.where(self.need > 0, self.left - self.need, 1 << 30).argmin())
        options = self._options.of(np.array([item]))
        options = options[self.live[options]]
        if self.left[item] < self.need[item]:
            return options[:0]
        kept = np.zeros(len(options), np.bool_)
        for some in self.clock.slices(len(options), _AT_ONCE):
            lost = self._coverages([self._leave(option) for option in options[some].tolist()])
            kept[some] = (self.left - lost >= self.need - self._coverages([*options[some, None]])).all(axis=1)
        return options[kept]

    def _leave(self, option: int) -> NDArray[np.int64]:
        """Return the live options that can no longer be chosen after this one, and itself."""
        if option not in self._against:
            self._against[option] = self._excluded(option)
        gone, several = self._against[option]
        if full := [item for item in several if self.room[item] == 1]:
            gone = self._once(gone, self._options.of(np.array(full)))
        if self.cover.weights:
            filled = self.cover.full(self.room - self.cover.coverage([option]))
            gone = self._once(gone, np.flatnonzero((self.cover.rows & filled).any(axis=1)))
        leaving: NDArray[np.int64] = gone[self.live[gone]]
        return leaving

    def _excluded(self, option: int) -> tuple[NDArray[np.int64], list[int]]:
        """Return the options that an option always excludes, itself too, and its items that more may cover."""
        items = self._items.of(np.array([option]))
        several = self.cover.upper[items] > 1
        gone = [self._options.of(items[~several]), np.array([option])]
        if self.cover.colours:
            excluded = (self.cover.rows & self.cover.colours.excluded(self.cover.rows[option])).any(axis=1)
            gone.append(np.flatnonzero(excluded))
        return self._once(*gone), items[several].tolist()

    def _once(self, *options: NDArray[np.integer]) -> NDArray[np.int64]:
        """Return each of these options once, ascending; NumPy's `unique` takes several times as long."""
        among = np.zeros(len(self.live), np.bool_)
        for some in options:
            among[some] = True
        return wide(np.flatnonzero(among))

    def _coverages(self, sets: list[NDArray[np.int64]]) -> NDArray[np.int64]:
        """Return how often the options of each set together cover each item, shape (sets, items)."""
        if self.cover.weights:
            return np.array([self.cover.coverage(options) for options in sets])
        options, items = np.concatenate(sets), len(self.left)
        first = repeat(np.arange(0, len(sets) * items, items), np.array([*map(len, sets)]))
        place = self._items.of(options) + repeat(first, self._items.sizes(options))
        return bincount(place, minlength=len(sets) * items).reshape(len(sets), items)

    def put(self, option: int) -> None:
        gone = self._leave(option)
        lost, taken = self._coverages([gone, np.array([option])])
        self.live[gone] = False
        self.left = self.left - lost
        self.need -= taken
        self.room -= taken
        self._chosen.append(option)
