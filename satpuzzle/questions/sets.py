"""Sets of pieces: which of them fill a board, and in how many ways."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import mul
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satpuzzle.api import solve
from satpuzzle.clock import UNLIMITED, Clock, Status
from satpuzzle.errors import PuzzleError, Stopped
from satpuzzle.motion.rules import Rules
from satpuzzle.puzzle.editing import with_pool
from satpuzzle.puzzle.families import Family
from satpuzzle.puzzle.formats.boards import Boards
from satpuzzle.puzzle.library import bare_board, family_named, load, names_set, piece_set
from satpuzzle.puzzle.model import Counts, Piece, PieceSet, Puzzle
from satpuzzle.questions.many import OfFamily, many_boards
from satpuzzle.questions.pool import Look, Pool
from satpuzzle.questions.question import ALONE, Asking, Context, function, question
from satpuzzle.questions.rate import RateQuestion, moves, span_said
from satpuzzle.questions.throughout import Throughout
from satpuzzle.rows import again, argument, common, option, required
from satpuzzle.search.progress import short
from satpuzzle.search.run import Run
from satpuzzle.settings import AssemblableRow, MotionRows
from satpuzzle.solutions.solution import Solution

Pieces = tuple[int, ...]  # a multiset: the number of copies of each piece of the puzzle
_MANY = 1_000_000_000  # larger numbers are abbreviated
_DRAWN_ALIKE = {"square", "cubic", "fcc"}  # grids on which a drawing of one layer means the same piece
_FIRST = 64  # at most so many packings of a set of a descent are counted on a board, and more than any are alike
_SHUFFLED = 1_000_000  # up to this many sets, a random order is a permutation in memory


def count_by_pieces(run: Run) -> dict[Pieces, Counts]:
    """Count the solutions of each multiset of pieces; the multiset with most solutions comes first.

    The run ends, or reaches a limit.  A reflection may map a piece to its mirror image, and so solutions with a
    multiset to solutions with another one.  Each multiset has its own numbers, so a class may count for two.
    """
    found: dict[Pieces, Counts] = {}
    for batch in run.batches():
        tables = run.tabulate()
        if not len(batch):
            continue
        symmetry, pieces = tables.symmetry.isometries, len(run.puzzle.pieces)
        if symmetry is not tables.symmetry:  # exchanged colours make other pieces
            batch = tables.symmetry.expand(batch, "isometries")
        owner = np.append(tables.placements.piece, pieces)
        if not symmetry.normal:  # a class may have more solutions with one of its multisets than with another
            for row in batch[:, None]:
                raw, turns = (
                    Counter(copies_in(owner[symmetry.expand(row, way)], pieces)) for way in ("raw", "rotations")
                )
                for entry, members in raw.items():
                    found[entry] = found.get(entry, Counts(0, 0, 0)) + Counts(members, turns[entry], 1)
            continue
        carried = symmetry.carried(batch)
        images = symmetry.images(batch, carried)
        # One element for each way to map pieces to pieces; the others map solutions to the same multisets.
        _, one = np.unique(symmetry.items[:, list(tables.cover.families["pieces"])], axis=0, return_index=True)
        used = [copies_in(owner[images[element]], pieces) for element in one.tolist()]
        for number, (fixed, turned) in enumerate(zip(*symmetry.fixing(images, carried), strict=True)):
            counts = symmetry.counts(batch[number][None], fixed[None], turned[None])
            own = {copies[number] for copies in used}  # the class has equally many solutions with each of them
            each = Counts((counts.raw or 0) // len(own), (counts.rotations or 0) // len(own), 1)
            for entry in own:
                found[entry] = found.get(entry, Counts(0, 0, 0)) + each
    final = run.counts.final
    return {
        pieces: replace(counts, final=final)
        for pieces, counts in sorted(found.items(), key=lambda entry: (-(entry[1].isometries or 0), entry[0]))
    }


def up_to_mirror_images(run: Run, found: Iterable[Pieces]) -> int:
    """Return the number of these multisets of pieces if a multiset and its mirror image are one."""
    tables = run.tabulate()
    symmetry, pieces = tables.symmetry.isometries, tables.cover.families["pieces"][: len(run.puzzle.pieces)]
    ways = np.unique(symmetry.items[:, list(pieces)], axis=0) - pieces.start  # below 0: a piece has no image
    every, different = set(found), set()
    for used in every:
        images = []
        for way in ways:
            image = np.zeros(len(used), np.int64)
            image[way[way >= 0]] = np.array(used)[way >= 0]
            images.append(tuple(image.tolist()) if sum(image) == sum(used) else used)
        different.add(max(every.intersection(images)))
    return len(different)


def copies_in(pieces: NDArray[np.int64], many: int) -> list[Pieces]:
    """Return how often each row contains each of the piece numbers below `many`; larger numbers are ignored."""
    copies = np.zeros((len(pieces), many + 1), np.int64)
    np.add.at(copies, (np.arange(len(pieces))[:, None], pieces), 1)
    return [tuple(row) for row in copies[:, :many].tolist()]


def spelled(puzzle: Puzzle, used: Pieces) -> str:
    """Return a multiset of pieces as text, such as `2×A B`."""
    named = zip(used, puzzle.pieces, strict=True)
    return " ".join(piece.name if times == 1 else f"{times}×{piece.name}" for times, piece in named if times)


@dataclass(frozen=True)
class ChosenSet:
    """A set of pieces from a pool that fills each of the boards, or not, if those that fail are asked for, too."""

    pieces: tuple[Piece, ...]
    counts: tuple[Counts, ...]  # of each board
    solutions: tuple[Solution, ...]  # one of each board
    effort: float | None = None  # of a careful player on all boards together (`rate.py`), None if it was not asked for
    ranked: bool = True  # whether the effort is an estimate; otherwise it is a lower bound
    span: tuple[float, float] | None = None  # the sums of the ends of the efforts' 95 % intervals
    families: tuple[str, ...] = ()  # of which it fills every member
    fails: str | None = None  # the name of a board that it does not fill, None if it fills all

    def rated(self, context: Context = ALONE) -> "ChosenSet":
        """Return the set with the effort of a careful player.  Raises Stopped if the clock stops."""
        found = [RateQuestion(solution.puzzle).ask(context).tries for solution in self.solutions]
        low, high = (sum(one.span[end] for one in found) for end in (0, 1))
        ranked = all(one.ranked for one in found)
        return replace(self, effort=sum(one.effort for one in found), ranked=ranked, span=(low, high))

    def as_dict(self) -> dict[str, Any]:
        """Return the set as plain data."""
        fails = {} if self.fails is None else {"fails": self.fails}
        effort = {} if self.effort is None else {"effort": round(self.effort, 1), "effort_is_bound": not self.ranked}
        return (
            {
                "pieces": {piece.name: piece.max for piece in self.pieces},
                "counts": [counts.known() | {"final": counts.final} for counts in self.counts],
                "solutions": [solution.as_list() for solution in self.solutions],
            }
            | ({"families": [*self.families]} if self.families else {})
            | effort
            | fails
        )

    def __str__(self) -> str:
        used = " ".join(piece.name if piece.max == 1 else f"{piece.max}×{piece.name}" for piece in self.pieces)
        numbers = (f"{'' if counts.final else '≥ '}{counts.isometries} up to isometries" for counts in self.counts)
        if self.fails is not None:
            return f"{used}: does not fill {self.fails}"
        every = (f"all of {family}" for family in self.families)
        interval = "" if self.span is None else f" (95 %: {span_said(self.span)})"
        effort = [] if self.effort is None else [f"effort {moves(self.effort, self.ranked)}{interval}"]
        return f"{used}: {', '.join([*numbers, *every, *effort])}"


class Selection(Iterator[ChosenSet]):
    """An iterator that yields sets of pieces as a search finds them; `tried` of `total` sets have been examined."""

    def __init__(
        self,
        pieces: Sequence[Piece],
        sets: "Multisets",
        seed: int | None,
        fills: "Fills",
        context: Context,
        failing: bool = False,
    ) -> None:
        self.total = sets.total
        self.tried = self.found = 0
        self._pieces, self._sets, self._fills, self._context = pieces, sets, fills, context
        self._failing = failing
        self._order = self._descending(seed or 0) if fills.unique else self._straight(seed)

    def __repr__(self) -> str:
        so_far = " so far" if self.tried < self.total else ""
        return f"<sets: {self.tried} of {abbreviated(self.total)} tried, {self.found} found{so_far}>"

    def __next__(self) -> ChosenSet:
        for number in self._order:
            used = zip(self._pieces, self._sets[number], strict=True)
            pieces = tuple(replace(piece, min=times, max=times) for piece, times in used if times)
            watch = partial(self._context.watch, self._progress)
            found = self._fills(pieces, self._context.clock, watch)
            self.tried += 1
            self.found += found.fails is None
            if found.fails is None or self._failing:
                return found
        raise StopIteration

    @property
    def final(self) -> bool:
        """Whether all sets were tried."""
        return self.tried == self.total

    @property
    def _progress(self) -> str:
        return f"set {self.tried + 1} of {abbreviated(self.total)}, {self.found} found"

    def _begin(self) -> None:
        self._context.clock.check()
        self._context.watch(self._progress)

    def _straight(self, seed: int | None) -> Iterator[int]:
        """Yield the number of each set, in order or in a random one."""
        for number in range(self.total) if seed is None else _shuffled(self.total, seed):
            self._begin()
            yield number

    def _descending(self, seed: int) -> Iterator[int]:
        """Yield the numbers of the sets that may have one solution, in an order in which these come early.

        From a random set, one piece is exchanged for another one as long as that leaves fewer packings, and some.  Sets
        with many packings are compared by how long the first few take to find.  Where no exchange leads on, the next
        random set begins, so all sets are tried.
        """
        seen, dice = set[int](), random.Random(seed)
        pools = [Pool(board, self._context.clock) for board in self._fills.boards]
        for start in _shuffled(self.total, seed):
            best, nearby = [Look(_FIRST, 0, False)] * len(pools), iter([start])
            while (number := next(nearby, None)) is not None:
                if number in seen:
                    continue
                seen.add(number)
                self._begin()
                looks = _looks(pools, self._sets[number], best)
                possible = all(look.found or not look.final for look in looks)
                if possible and all(look.found <= pool.most_alike for look, pool in zip(looks, pools, strict=True)):
                    yield number
                else:
                    self.tried += 1
                if all(look.found for look in looks) and _rank(looks) < _rank(best):
                    best, nearby = looks, self._sets.exchanged(number, dice)


def _looks(pools: Sequence[Pool], used: Pieces, best: Sequence[Look]) -> list[Look]:
    """Look at a set of pieces on each board; those after a board that it does not fill do not matter."""
    looks: list[Look] = []
    for pool, least in zip(pools, best, strict=True):
        possible = all(look.found for look in looks)
        most = min(max(pool.most_alike + 1, least.found), _FIRST)
        looks.append(pool.look(used, most) if possible else looks[-1])
    return looks


def _rank(looks: Sequence[Look]) -> tuple[int, int]:
    """Return how many packings a set has, and minus how long they took to find: what is smaller is nearer to one."""
    return sum(look.found for look in looks), -sum(look.nodes for look in looks)


def abbreviated(number: int) -> str:
    """Return a number as text: all digits, or a short form if it is very large."""
    return str(number) if number < _MANY else short(min(number, 10**300))


Board = str | Path | Puzzle | Family | Boards


# fmt: off
@common
class PoolRows(Asking):
    """From which pieces, and for which boards."""

    pool: Puzzle | str | Path = argument(
        "POOL",
        "The pieces to choose from: a set of pieces (satpuzzle list sets) or a puzzle, each piece up to its number of"
        " copies.", kw_only=False)
    boards: Board | Sequence[Board] = required(
        "--board PUZZLE", None,
        "A puzzle, or a file of a board without pieces, to fill; a family or a file of many boards means all of them."
        " May be repeated, and then each set must fill every board.", kw_only=False)
    unique: bool = option(False, "", None, "Only sets that fill each board in exactly one way.")
    assemblable: bool = again(AssemblableRow, "assemblable")
    interlocking: bool = again(MotionRows, "interlocking", needs=("assemblable",))
    seed: int | None = option(None, "N", None, "Try the sets in a random order that depends on N.", least=0, rare=True)
# fmt: on

    @property
    def apart(self) -> Rules | None:
        """How the packings must come apart; None if they need not."""
        return Rules(interlocking=self.interlocking) if self.assemblable else None


@question
class ChooseQuestion(PoolRows):
    """Which sets of pieces from a pool fill each of the boards.

    The pieces of a board are ignored, and its file may have none.  A family stands for all of its members, such as all
    dates of a calendar: each set fills every member.  With `failing`, the other sets come, too, each with a board that
    it does not fill.  A set may leave cells of a board empty that are optional.  The rules of a board may name pieces
    of the pool, and hold for those that are in a set.

    The result is an iterator, which raises Stopped if the clock stops.
    """

    failing: bool = option(
        False, "", None, "Write the other sets, too, each with a board that it does not fill.", without=("unique",),
        rare=True,
    )  # fmt: skip

    def ask(self, context: Context = ALONE) -> Selection:
        """Return an iterator of the sets.

        Raises PuzzleError if no set can fill the boards: they differ in size or have another grid than the pool, or no
        set of pieces has as many cells.
        """
        clock = context.clock
        boards, families = boards_and_families(self.boards)
        for family in families:
            if self.unique or self.assemblable:
                raise PuzzleError(f"{family.name}: is a family; unique and assemblable are for single boards, a member")
        some = [one for family in families for one in OfFamily(family).different]
        shapes, shown = shapes_and_boards(self.pool, [*boards, *some], clock)
        least, most = max(board.least_filled for board in shown), min(len(board.board) for board in shown)
        if least > most:
            said = ", ".join(map(str, sorted({least, most})))
            raise PuzzleError(f"boards of {said} cells: no set of pieces fills them all")
        if not least:
            raise nothing_to_fill(shown[0])
        wanted = f"{least}" if least == most else f"{least} to {most}"
        each = [len(piece.cells) for piece in shapes.pieces]
        if len({*each}) == 1 and most // each[0] * each[0] < least:
            raise PuzzleError(
                f"{shown[0].name}: {wanted} cells to fill are no multiple of {each[0]}, the size of a piece"
            )
        whole = [pooled(board, one, shapes.pieces, clock) for board, one in zip(boards, shown, strict=False)]
        every = Multisets(range(least, most + 1), each, [piece.max for piece in shapes.pieces], clock)
        if not every.total:
            raise PuzzleError(f"{shapes.name}: no set of its pieces has {wanted} cells in all")
        throughout = [
            Throughout(replace(family, whole=pooled(family.whole, family.whole, shapes.pieces, clock)), clock)
            for family in families
        ]
        fills = Fills(whole, self.unique, self.apart, 2 if self.unique else None, throughout)
        return Selection(shapes.pieces, every, self.seed, fills, context, self.failing)


choose = function(ChooseQuestion, "choose")


def boards_and_families(boards: Board | Sequence[Board]) -> tuple[list[str | Path | Puzzle], list[Family]]:
    """Return the single boards among these, and the families whose members have no rules; others are their boards."""
    single, families = list[str | Path | Puzzle](), list[Family]()
    for board in [boards] if isinstance(boards, (str, Path, Puzzle, Family, Boards)) else boards:
        many = None if isinstance(board, Puzzle) else many_boards(board)
        if many is None:
            single.append(board)  # type: ignore[arg-type]
        elif isinstance(many, OfFamily) and not many.family.whole.rules:
            families.append(many.family)
        else:
            single += [many[number] for number in range(len(many))]
    return single, families


def shapes_and_boards(
    pool: Puzzle | str | Path, boards: Sequence[str | Path | Puzzle], clock: Clock
) -> tuple[Puzzle | PieceSet, list[Puzzle]]:
    """Return the pool and the boards that these arguments of `choose` name.

    Raises PuzzleError if there is none of this name, or the grids differ.
    """
    shown = [
        board if isinstance(board, Puzzle) else bare_board(board, clock=clock) or load(board, clock=clock)
        for board in boards
    ]
    shapes = pool_of(pool, shown, clock)
    for board in shown:
        if board.grid is not shapes.grid:
            raise PuzzleError(f"{board.name}: is on the grid {board.grid.name}, the pool on {shapes.grid.name}")
    return shapes, shown


def nothing_to_fill(board: Puzzle) -> PuzzleError:
    """Return the error for a board of optional cells only."""
    return PuzzleError(f"{board.name}: all of its cells may stay empty, so there is nothing to fill")


def pool_of(pool: Puzzle | str | Path, boards: list[Puzzle], clock: Clock) -> Puzzle | PieceSet:
    """Return the puzzle or piece set that `pool` names; a piece set is read for the grid of the boards if possible.

    Of a family these are its pieces.

    Raises PuzzleError if there is none of this name, and Stopped if the clock stops.
    """
    if isinstance(pool, Puzzle):
        return pool
    if (family := family_named(pool, clock)) is not None:
        return family.whole
    if boards and names_set(str(pool)):
        found, grid = piece_set(str(pool)), boards[0].grid
        return piece_set(str(pool), grid) if {found.grid.name, grid.name} <= _DRAWN_ALIKE else found
    return load(pool, clock=clock)


def pooled(board: Puzzle | str | Path, shown: Puzzle, pieces: Sequence[Piece], clock: Clock = UNLIMITED) -> Puzzle:
    """Return a board, which `shown` is without these pieces, with those of a pool, each of which may be left out.

    Raises PuzzleError for rules that the pieces cannot have, and Stopped if the clock stops.
    """
    pieces = [replace(piece, min=0) for piece in pieces]
    bare = None if isinstance(board, Puzzle) else bare_board(board, pieces, clock)
    try:
        return with_pool(bare or shown, pieces, alone=True)
    except PuzzleError as error:
        raise PuzzleError(f"{shown.name}: {error}") from None


class Multisets:
    """All multisets of pieces with a number of cells in `sizes`, as a sequence with the indices 0 to `total` - 1.

    `cells` has the number of cells of each piece, and `most` the largest number of its copies.  Multisets with more
    copies of the first pieces come first.  A table says how many multisets of the pieces from each one on fill a given
    number of cells, or leave as few empty as the sizes allow; with it, a multiset is computed from its index without
    listing the others (unranking).
    """

    def __init__(self, sizes: range, cells: Sequence[int], most: Sequence[int], clock: Clock = UNLIMITED) -> None:
        self._size, self._empty, self._cells = (size := sizes[-1]), len(sizes) - 1, cells
        self._most = [min(copies, size // each) for each, copies in zip(cells, most, strict=True)]
        ways = [int(many <= self._empty) for many in range(size + 1)]  # ways[n]: of the multisets of no pieces
        self._ways = [ways]
        for each, copies in reversed([*zip(cells, self._most, strict=True)]):
            after, beyond = [*ways], each * (copies + 1)
            for many in clock.each(range(each, size + 1)):
                after[many] += after[many - each] - (ways[many - beyond] if many >= beyond else 0)
            ways = after
            self._ways.append(ways)
        self._ways.reverse()  # _ways[p][n]: of the multisets of the pieces from p on
        self.total = self._ways[0][size]

    def index(self, used: Pieces) -> int:
        """Return the number of a multiset."""
        left, number = self._size, 0
        for times, each, copies, ways in zip(used, self._cells, self._most, self._ways[1:], strict=True):
            number += sum(ways[left - more * each] for more in range(times + 1, min(copies, left // each) + 1))
            left -= times * each
        return number

    def exchanged(self, number: int, dice: random.Random) -> Iterator[int]:
        """Yield the numbers of the multisets that have another piece in place of one, in random order."""
        used, cells = self[number], self._cells
        left, pieces = self._size - sum(map(mul, used, cells)), range(len(cells))
        pairs = [
            (out, into)
            for out in pieces
            for into in pieces
            if out != into and used[out] and used[into] < self._most[into]
            if 0 <= left + cells[out] - cells[into] <= self._empty
        ]
        dice.shuffle(pairs)
        for out, into in pairs:
            yield self.index(tuple(times - (piece == out) + (piece == into) for piece, times in enumerate(used)))

    def __getitem__(self, number: int) -> Pieces:
        left, used = self._size, []
        for each, copies, ways in zip(self._cells, self._most, self._ways[1:], strict=True):
            for times in range(min(copies, left // each), -1, -1):
                if number < (here := ways[left - times * each]):
                    break
                number -= here
            used.append(times)
            left -= times * each
        return tuple(used)


def _shuffled(total: int, seed: int) -> Iterator[int]:
    """Yield the numbers below `total` in random order."""
    if total <= _SHUFFLED:
        yield from np.random.default_rng(seed).permutation(total).tolist()
        return
    dice, drawn = random.Random(seed), set[int]()
    while len(drawn) < total:
        if (number := dice.randrange(total)) not in drawn:
            drawn.add(number)
            yield number


@dataclass(frozen=True)
class Fills:
    """A function that tells whether a set of pieces fills each of the boards as requested.

    At most `limit` solutions of each board are counted; with `unique`, it should be 2.
    """

    boards: list[Puzzle]  # each with all pieces of the pool
    unique: bool
    apart: Rules | None  # how a packing must come apart; None if it need not
    limit: int | None
    families: Sequence[Throughout] = ()  # each with all pieces of the pool

    def __call__(self, pieces: tuple[Piece, ...], clock: Clock, watch: Callable[[], None]) -> ChosenSet:
        """Return the set of pieces with its counts, or with the name of a board for which it is not as requested."""
        counts, solutions, names = [], [], {piece.name for piece in pieces}
        copies = {piece.name: piece.max for piece in pieces}
        for family in self.families:
            whole = family.members.family.whole
            number = family.unfilled([copies.get(piece.name, 0) for piece in whole.pieces], clock)
            if number is not None:
                return ChosenSet(pieces, (), (), fails=family.members.called(number))
        for board in self.boards:
            if not all(rule.admits(pieces) for rule in board.rules):
                return ChosenSet(pieces, (), (), fails=board.name)
            rules = tuple(filter(None, (rule.among(names) for rule in board.rules)))
            run = solve(
                replace(board, pieces=pieces, rules=rules),
                limit=self.limit,
                assemblable=self.apart is not None,
                rules=self.apart,
                jobs=1,
                clock=clock,
                watch=lambda run: watch(),
            )
            first, found = None, 0
            for solution in run:
                first, found = first or solution, found + 1
            clock.check()
            if run.status is Status.INTERRUPTED:
                raise Stopped("interrupted")
            if first is None or (self.unique and found > 1):
                return ChosenSet(pieces, (), (), fails=board.name)
            counts.append(run.counts)
            solutions.append(first)
        return ChosenSet(
            pieces, tuple(counts), tuple(solutions), families=tuple(one.members.name for one in self.families)
        )


def tabulated(found: list[ChosenSet], easiest: bool = False) -> list[ChosenSet]:
    """Return the sets, the hardest or the `easiest` first if they are rated, otherwise those with the fewest solutions.

    The solutions, up to isometries, and efforts of all boards are added.  Efforts that are lower bounds rank no sets:
    those whose player never succeeded are the hardest, in the order of their numbers of solutions.
    """

    def place(choice: ChosenSet) -> tuple[bool, float, int]:
        rank = (choice.effort or 0.0) * (1 if easiest else -1) if choice.ranked else 0.0
        return choice.ranked != easiest, rank, sum(counts.isometries or 0 for counts in choice.counts)

    return sorted(found, key=place)
