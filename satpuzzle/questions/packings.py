"""All packings of a puzzle at once: how many have a piece here, a random one, the odds of each place.

They are held as a diagram (`solutions/diagram.py`), which is made from a list of all packings, from the states of a
frontier or from those of a memo, whichever is expected to take less.  All packings count, also those that symmetries
map to each other.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from satpuzzle import machine
from satpuzzle.api import as_subject, solve
from satpuzzle.arrays import wide
from satpuzzle.clock import UNLIMITED, Clock, Status
from satpuzzle.cover import bits
from satpuzzle.cover.describe import columns, numbered
from satpuzzle.cover.exact_cover import Batch, ExactCover
from satpuzzle.cover.given import Given, given_options
from satpuzzle.cover.meaning import Meaning
from satpuzzle.cover.placements import scan_order
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.burnside import Group, count_classes
from satpuzzle.engines.frontier.diagram import diagram_of as from_frontier
from satpuzzle.engines.memo.count import Remembered, Remembering
from satpuzzle.engines.memo.diagram import diagram_of as from_memo
from satpuzzle.errors import MethodError, PuzzleError, Stopped
from satpuzzle.pictures.odds import draw_odds
from satpuzzle.pictures.printed import Picture
from satpuzzle.puzzle.model import Counts, Puzzle
from satpuzzle.questions.answer import Answer
from satpuzzle.questions.facts import INTEGER, PUZZLE, SOLUTION, TEXT, TRUTH, Fact, every, having, maybe
from satpuzzle.questions.option_odds import OptionOdds
from satpuzzle.questions.question import ALONE, Context, CoverRow, function, question
from satpuzzle.rows import again, common, option
from satpuzzle.search.run import Search
from satpuzzle.settings import HOW, OUT, GivenRow, JobsRow, SeedRow
from satpuzzle.solutions.chosen import Chosen, Either, solution_of
from satpuzzle.solutions.diagram import Diagram
from satpuzzle.solutions.fixed import fixed
from satpuzzle.solutions.solution import Solution, Solutions

METHODS = ("auto", "search", "frontier", "memo")
Region = dict[str, list[list[int]]]  # the cells that pieces may cover, by their names
_LONG = 1.0  # expected seconds of a search from which on a frontier is tried, and then a memo
_STATES = 1 << 22  # bytes for a memo's states, per expected second of the search
_SMALL = 1 << 28  # bytes for packings that are at hand
_SYMMETRIC = 500_000  # symmetric parts of packings, after which a memo counts symmetric packings
_BYTES = 40  # of memory for each option of each packing of a list, while a diagram is made of it


class TooManyPackings(PuzzleError):
    """A list of all packings does not fit into the memory."""


@dataclass(frozen=True, eq=False, repr=False)
class Packings:
    """All packings of a puzzle or solutions of a cover; if not `final`, those found before the search was stopped."""

    puzzle: Any  # a Puzzle or an ExactCover
    tables: Tables
    diagram: Diagram
    final: bool = True
    given: tuple[int, ...] = ()  # options that all packings here have
    without: tuple[int, ...] = ()  # options that none of them has

    def __repr__(self) -> str:
        return f"<packings of {self.puzzle.name}: {'' if self.final else '≥ '}{self.total}>"

    @cached_property
    def total(self) -> int:
        """How many packings there are."""
        return self.diagram.count(self.given, self.without)

    def count(self, given: Given = None, without: Given = None, within: Region | None = None) -> int:
        """Return how many packings `where` keeps."""
        return self.where(given, without, within).total

    def where(self, given: Given = None, without: Given = None, within: Region | None = None) -> "Packings":
        """Return the packings with some pieces in place and none of the others; both are as in `solve`.

        `within` has the names of pieces, each with cells: all copies of the piece lie on these cells.
        """
        ruled_out = (*self.without, *self._options(without), *self._outside(within or {}))
        return replace(self, given=(*self.given, *self._options(given)), without=ruled_out)

    def narrowed(self, options: Sequence[int]) -> "Packings":
        """Return the packings that have these options, as a diagram of their own."""
        return replace(self, diagram=self.diagram.where(options))

    def sample(self, number: int, seed: int = 0) -> "Some":
        """Return different packings drawn at random, all equally likely; all of them if there are fewer."""
        return self._solutions(self.diagram.sample(number, seed, self.given, self.without))

    def different(self, number: int, seed: int = 0) -> "Some":
        """Return packings that have few placements in common, also with each other's images under symmetries.

        This is a greedy choice from a random first one on.  No two of them are the same up to symmetry.
        """
        return self._solutions(islice(self.differing(seed), number))

    def differing(self, seed: int = 0) -> Iterator[tuple[int, ...]]:
        """Yield the options of packings that differ much, as `different` returns them, one of each class."""

        def images(options: tuple[int, ...]) -> Batch:
            return self.tables.symmetry.images(np.array([options]))[:, 0]

        return self._own.different(seed, images)

    def numbered(self, number: int) -> Either:
        """Return the packing with this number, from 0 on.  Raises PuzzleError if there are fewer."""
        return self.some(range(number, number + 1))[0]

    def some(self, numbers: Sequence[int]) -> "Some":
        """Return the packings with these numbers, from 0 on.  Raises PuzzleError if there are fewer."""
        return self._solutions(self.diagram.numbered(numbers, self.given, self.without))

    def __iter__(self) -> Iterator[Either]:
        return (solution_of(options, self.puzzle, self.tables) for options in self._own)

    def counts(self, clock: Clock = UNLIMITED) -> Counts:
        """Return the number of packings, and the numbers up to symmetries, without a list (Burnside's lemma).

        Raises PuzzleError if these are not all packings of the puzzle, MethodError if the symmetric packings cannot be
        counted, and Stopped if the clock stops.
        """
        if not self.final or self.given or self.without:
            raise PuzzleError(f"{self.puzzle.name}: numbers up to symmetry are those of all packings")
        cover, symmetry = self.tables.cover, self.tables.symmetry

        def count(some: ExactCover, under: Group | None = None) -> Remembered:
            if some is cover and under is not None:
                with suppress(MethodError):
                    return Remembered(self._fixed(under[1], clock), 0, 0)
            self.tables.refuse_filters("a memo")
            return Remembering(some, machine.free() // 2, clock, under=under).finish()

        return count_classes(cover, symmetry, count, self.total)

    def _fixed(self, images: NDArray[np.int64], clock: Clock) -> int:
        """Return how many packings a group maps to themselves; `images` has those of all options by each element."""
        cover, own = self.tables.cover, np.arange(images.shape[1])
        excluded, never = cover.exclusions(), np.zeros(len(own), np.bool_)
        for image in images:  # options that exclude one of their images are never chosen
            never |= (image != own) & (cover.rows[image] & excluded).any(axis=1)
        known = self.diagram.order[never[self.diagram.order]]
        return fixed(self.diagram.where(without=known.tolist()), images, _SYMMETRIC, clock)

    @property
    def occurrences(self) -> NDArray[Any]:
        """The number of packings with each option, shape (options,)."""
        each = self.diagram.occurrences(self.given, self.without)
        every = np.zeros(len(self.tables.placements), each.dtype)
        every[self.diagram.order] = each
        return every

    def odds(self) -> Any:
        """Return how many packings have each placement, and each piece on each cell; or each option of a cover."""
        placements, every = self.tables.placements, self.occurrences
        if isinstance(self.puzzle, ExactCover):
            return OptionOdds(self.puzzle, every.tolist(), self.total, self.final)
        pieces = range(len(self.puzzle.pieces))
        inside = bits.from_words(placements.rows, len(self.puzzle.board)).astype(every.dtype)
        cells = np.array([every[mine] @ inside[mine] for piece in pieces for mine in (placements.piece == piece,)])
        return Odds(self, every, cells)

    def save(self, path: str | Path) -> None:
        """Write the diagram to a file, which `diagram(puzzle, file=path)` reads."""
        self.diagram.save(path, _about(self.tables))

    @property
    def _own(self) -> Diagram:
        """The diagram of these packings alone."""
        return self.diagram.where(self.given, self.without) if self.given or self.without else self.diagram

    def _options(self, given: Given) -> tuple[int, ...]:
        return () if given is None else tuple(given_options(self.puzzle, self.tables.placements, given))

    def _outside(self, within: Region) -> list[int]:
        """Return the options by which one of these pieces covers a cell that is not among its cells."""
        if isinstance(self.puzzle, ExactCover):
            if within:
                raise PuzzleError("within: is for puzzles, which have pieces and cells")
            return []
        placements, board = self.tables.placements, self.puzzle.board.tolist()
        names, found = [piece.name for piece in self.puzzle.pieces], list[int]()
        inside = bits.from_words(placements.rows, len(board))
        for name, cells in within.items():
            if name not in names:
                raise PuzzleError(f"within: there is no piece {name}: choose from {', '.join(names)}")
            allowed = [[*cell, 0, 0][:3] for cell in cells]
            if other := next((cell for cell in allowed if cell not in board), None):
                raise PuzzleError(f"within: {other} is not a cell of the board")
            outside = [cell not in allowed for cell in board]
            mine = placements.piece == names.index(name)
            found += np.flatnonzero(mine & inside[:, outside].any(axis=1)).tolist()
        return found

    def _solutions(self, found: Iterable[tuple[int, ...]]) -> "Some":
        if isinstance(self.puzzle, ExactCover):
            return [Chosen(options, self.puzzle) for options in found]
        return Solutions(Solution(options, self.puzzle, self.tables.placements) for options in found)


Some = Any  # Solutions, or a list of Chosen


_ALL = (
    Fact(
        "packings",
        INTEGER,
        "how many there are; those that symmetries map to each other count each",
        lambda answer: answer.packings.total,
    ),
    Fact(
        "final",
        TRUTH,
        "false if the search was stopped: the numbers are those of the packings found until then",
    ),
)
_PLACED = having(Fact("cells", every(every(INTEGER))), Fact("packings", INTEGER))
_PIECE = having(
    Fact("piece", TEXT),
    Fact("cells", every(INTEGER), "for each cell of the board, how many packings have the piece on it"),
    Fact("placements", every(_PLACED), "those in some packing, the most likely first"),
)


class _OfPackings(Answer):
    """What is told of the packings of a puzzle."""

    packings: Packings

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        assert isinstance(self.packings.puzzle, Puzzle)
        return self.packings.puzzle

    @property
    def final(self) -> bool:
        """Whether all packings are known."""
        return self.packings.final


@dataclass(frozen=True, eq=False, repr=False)
class Odds(_OfPackings):
    """In how many packings each placement occurs, and each piece on each cell."""

    packings: Packings
    placements: NDArray[Any]  # (placements,): the number of packings with each
    cells: NDArray[Any]  # (pieces, cells of the board): the number of packings with each piece on each cell
    facts: ClassVar[tuple[Fact, ...]] = (
        PUZZLE,
        *_ALL,
        Fact("board", every(every(INTEGER)), "the cells of the board", lambda self: self.puzzle.board.tolist()),
        Fact("pieces", every(_PIECE), of=lambda self: self._pieces),
    )

    def likely(self, piece: int) -> list[tuple[int, int]]:
        """Return pairs (placement, number of packings) of a piece, those in most packings first; none in no packing."""
        mine = np.flatnonzero((self.packings.tables.placements.piece == piece) & (self.placements > 0)).tolist()
        return sorted(((each, int(self.placements[each])) for each in mine), key=lambda pair: (-pair[1], pair[0]))

    def orientations(self, piece: int) -> list[tuple[list[list[int]], int]]:
        """Return how many copies of a piece lie in each orientation, in all packings together, the most first.

        An orientation is given by the cells of one of its placements, the first one in the order of options.
        """
        found: dict[bytes, list[int]] = {}
        for placement in np.flatnonzero(self.packings.tables.placements.piece == piece).tolist():
            cells = self.puzzle.board[self.packings.tables.placements.covered(placement)]
            entry = found.setdefault((cells - cells[0]).tobytes(), [placement, 0])
            entry[1] += int(self.placements[placement])
        return [(self._cells(one), many) for one, many in sorted(found.values(), key=lambda entry: -entry[1])]

    @property
    def sentence(self) -> str:
        """The number of packings, and a table of the pieces: their places, and the one in most packings."""
        total, least = self.packings.total, "" if self.packings.final else "≥ "
        head = f"{self.puzzle.name}: {least}{numbered(total, 'packing')}"
        rows = []
        for number, piece in enumerate(self.puzzle.pieces):
            likely = self.likely(number)
            best = likely[0] if likely else None
            rows.append({
                "piece": piece.name,
                "places": int((self.packings.tables.placements.piece == number).sum()),
                "used": len(likely),
                "most likely": " ".join(",".join(map(str, cell)) for cell in self._cells(best[0])) if best else None,
                "share": f"{100 * best[1] / total:.1f} %" if best else None,
            })  # fmt: skip
        return f"{head}\n\n{columns(rows)}".rstrip() if total else head

    @property
    def _pieces(self) -> list[dict[str, Any]]:
        return [
            {
                "piece": piece.name,
                "cells": [int(number) for number in self.cells[place]],
                "placements": [
                    {"cells": self._cells(placement), "packings": number} for placement, number in self.likely(place)
                ],
            }
            for place, piece in enumerate(self.puzzle.pieces)
        ]

    def _cells(self, placement: int) -> list[list[int]]:
        dimension = self.puzzle.grid.dimension
        found: list[list[int]] = self.puzzle.board[self.packings.tables.placements.covered(placement)].tolist()
        return [cell[:dimension] for cell in found]

    def picture(self) -> Picture | None:
        """Return the board once for each piece, the darker the more packings have the piece there."""
        return draw_odds(self.puzzle, self.cells, self.packings.total) if self.packings.total else None


@dataclass(frozen=True, eq=False, repr=False)
class Sample(Answer):
    """Some of all packings, or of all solutions of a cover."""

    packings: Packings
    some: tuple[Either, ...]
    seed: int
    nth: int | None = None  # the number of the first one, from 1 on; None if they were drawn at random
    facts: ClassVar[tuple[Fact, ...]] = (
        PUZZLE,
        *_ALL,
        Fact("seed", INTEGER),
        Fact("nth", maybe(INTEGER), "the number of the first solution, from 1 on; null if they are random"),
        Fact("solutions", every(SOLUTION), of=lambda self: [solution.as_list() for solution in self.some]),
    )

    @property
    def puzzle(self) -> Any:
        """The puzzle or the cover."""
        return self.packings.puzzle

    @property
    def final(self) -> bool:
        """Whether all packings are known."""
        return self.packings.final

    @property
    def shown(self) -> tuple[Either, ...]:
        """The packings that were drawn."""
        return self.some

    @property
    def sentence(self) -> str:
        """How many they are of how many."""
        total, many = f"{'' if self.final else '≥ '}{self.packings.total}", len(self.some)
        kind = "packing" if isinstance(self.puzzle, Puzzle) else "solution"
        if self.nth is None:
            return f"{self.puzzle.name}: {many} of {total} {kind}s"
        last = "" if many == 1 else f" to {self.nth - 1 + many}"
        return f"{self.puzzle.name}: {kind} {self.nth}{last} of {total}"


# fmt: off
@common
class PackingsRows(CoverRow, GivenRow, JobsRow):
    """Of which packings, and how a diagram of them is made."""

    method: str = option(
        "auto", "", HOW,
        "Make the diagram of a list of all packings (search), or of the states of a frontier or a memo.",
        allowed=METHODS, rare=True)
    file: Path | str | None = option(
        None, "--save FILE", OUT,
        "Keep the diagram of all packings in FILE.zdd; if FILE exists, take it from there.", rare=True)
    memory: int | None = field(default=None, kw_only=True)  # limit in bytes; half of the free memory by default
# fmt: on

    def packings(self, context: Context) -> Packings:
        """Return the packings; raises what `DiagramQuestion.ask` does."""
        clock, file = context.clock, self.file
        loaded = as_subject(self.puzzle, clock)
        given = None if file is not None else self.given
        run = solve(loaded, given=given, jobs=self.jobs, clock=clock, watch=context.watch)
        tables = run.tabulate()
        if file is not None and Path(file).exists():
            return Packings(loaded, tables, Diagram.load(file, _about(tables), clock)).where(self.given)
        memory = self.memory or machine.free() // 2
        found = None
        if self.method != "search" and run.reason is None:
            found = _by_states(run, self.method, memory)
        packings = Packings(loaded, tables, found) if found is not None else _listed(loaded, run, memory)
        if file is not None and packings.final:
            packings.save(file)
        return packings if file is None else packings.where(self.given)


@question
class DiagramQuestion(PackingsRows):
    """Which packings a puzzle has, as one object, which answers many questions without a search.

    With `given`, they are those that have some pieces in place.  `method` is `search` (from a list of all packings),
    `frontier` or `memo` (from their states), or `auto` for the one that is expected to take less.  If the `file`
    exists, the diagram is read from it, otherwise written to it; it has all packings.  `memory` is a limit in bytes, by
    default half of the free memory.  `watch` is called with the search.  If the clock stops while packings are listed,
    the result has those found until then, is not `final`, and is not written.
    """

    def ask(self, context: Context = ALONE) -> Packings:
        """Return the packings.

        Raises PuzzleError for invalid arguments and if there are too many packings to list, MethodError if `method` is
        `frontier` or `memo` and cannot be used, and Stopped if the clock stops before there is a packing.
        """
        return self.packings(context)


@question
class OddsQuestion(PackingsRows):
    """In how many packings each piece lies where."""

    def ask(self, context: Context = ALONE) -> Any:
        """Return the numbers; raises what `DiagramQuestion.ask` does."""
        return self.packings(context).odds()


# fmt: off
@question
class SampleQuestion(PackingsRows, SeedRow):
    """Which packings are drawn at random, each equally likely; or those with some numbers."""

    limit: int = option(1, "-n N", None, "How many packings.", least=1)
    seed: int = again(SeedRow, "seed", without=("nth",))
    different: bool = option(
        False, "", None, "Packings that share few placements: each next one shares fewest with those before.")
    nth: int | None = option(
        None, "K", None, "The K-th packing and those after it, in an order that is always the same.", least=1,
        without=("different",))
# fmt: on

    def ask(self, context: Context = ALONE) -> Sample:
        """Return some packings.

        Raises what `DiagramQuestion.ask` does, and PuzzleError if there are fewer than `nth`.
        """
        packings, first = self.packings(context), self.nth
        if first is None:
            draw = packings.different if self.different else packings.sample
            return Sample(packings, tuple(draw(self.limit, self.seed)), self.seed)
        if first > packings.total:
            raise PuzzleError(f"nth {first}: {packings.puzzle.name} has {numbered(packings.total, 'packing')}")
        some = packings.some(range(first - 1, min(first - 1 + self.limit, packings.total)))
        return Sample(packings, tuple(some), self.seed, first)


diagram = function(DiagramQuestion, "diagram")


def at_hand(puzzle: Puzzle, given: Given = None, context: Context = ALONE) -> Packings | None:
    """Return all packings that have some pieces in place, if they can be had in about a second, else None.

    Raises Stopped if the clock stops.
    """

    def watch(run: Search) -> None:
        context.watch(f"{run.counts.raw} packings")

    run = solve(puzzle, given=given, jobs=1, clock=context.clock, watch=watch)
    found = None if run.reason is not None else _by_states(run, "auto", _SMALL)
    if found is not None:
        return Packings(puzzle, run.tabulate(), found)
    if run.reason is None and _expected(run) > _LONG:
        return None
    try:
        listed = _listed(puzzle, run, _SMALL)
    except TooManyPackings:
        return None
    run.clock.check()
    return listed


def _expected(run: Search) -> float:
    """Return the seconds that a search is expected to take."""
    return float(run.plan().stats.get("estimated_seconds", 0.0))


def _by_states(run: Search, method: str, memory: int) -> Diagram | None:
    """Return the diagram from the states of a frontier or a memo; None if `method` is auto and a list takes less."""
    clock = run.clock
    if method != "auto":
        return _from_states(run.tabulate(), method, memory, clock)
    seconds = _expected(run)
    limits = {"frontier": memory // 4, "memo": min(memory // 4, int(_STATES * seconds))}
    for name, most in limits.items() if seconds > _LONG else ():
        clock.check()
        tried = Clock(min(seconds, clock.left / 3), within=clock)  # a list keeps what it has when the clock stops
        try:
            return _from_states(run.tabulate(), name, most, tried)
        except MethodError:
            continue
        except Stopped:
            clock.check()
    return None


def _from_states(tables: Tables, method: str, memory: int, clock: Clock) -> Diagram:
    """Return the diagram from the states of a frontier or a memo; raises MethodError if these cannot be used."""
    if tables.filters:
        raise MethodError(f"a {method} lists no packings, which the rule {tables.filters[0]} judges")
    numbers, cover = tables.cover.narrowed()
    from_states = from_frontier if method == "frontier" else from_memo
    if tables.puzzle is None and method == "frontier":
        raise MethodError("a frontier needs a puzzle, with cells on a grid")
    found = from_states(cover, _cells(tables), memory, clock)
    order = numbers[found.order]
    return replace(found, order=np.append(order, np.setdiff1d(np.arange(len(tables.cover.rows)), order)))


def _listed(puzzle: Puzzle | ExactCover, run: Search, memory: int) -> Packings:
    """Return the packings that a run lists.  Raises PuzzleError if they need more memory."""
    tables, found, widest, many = run.tabulate(), [], 0, 0
    order = _order(tables)
    for batch in run.batches():
        if len(batch):
            found.append(batch)
            widest, many = max(widest, batch.shape[1]), many + len(batch)
            if many * len(tables.symmetry.options) * widest * _BYTES > memory:
                raise TooManyPackings(
                    f"{puzzle.name}: {many} packings up to symmetry so far, more do not fit into {memory >> 20} MiB"
                )
    if not many:
        run.clock.check()
    padded = [np.pad(each, ((0, 0), (0, widest - each.shape[1])), constant_values=-1) for each in found]
    every = np.concatenate(padded) if padded else np.zeros((0, 0), np.int64)
    rows = tables.symmetry.images(every).reshape(-1, widest) if len(every) else every
    return Packings(puzzle, tables, Diagram.of(rows, order), run.status is Status.EXHAUSTED)


def _order(tables: Tables) -> NDArray[np.int64]:
    """Return the options by the first of their cells, in the order of a frontier."""
    order = _cells(tables)
    inside = bits.from_words(tables.placements.rows, len(order))[:, order]
    return wide(np.argsort(inside.argmax(axis=1), kind="stable"))


def _cells(tables: Tables) -> NDArray[np.int64]:
    """Return the cells in the order of a frontier; of a bare cover, the items as they come."""
    board = tables.points
    return np.arange(len(tables.cover.names), dtype=np.int64) if board is None else scan_order(board)


def _about(tables: Tables) -> str:
    """Return a hash of the problem and of the numbers of its options."""
    meaning = Meaning(tables.puzzle, tables.cover, tables.symmetry, tables.placements.marks)
    return hashlib.sha256("\n".join([meaning.of(), *meaning.options]).encode()).hexdigest()
