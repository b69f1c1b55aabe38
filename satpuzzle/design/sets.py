"""Sets of pieces: which of them fill a board, and in how many ways."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from satpuzzle.api import solve
from satpuzzle.clock import Clock, Status
from satpuzzle.design.ask import Watch, nobody
from satpuzzle.errors import PuzzleError, Stopped
from satpuzzle.puzzle.library import load
from satpuzzle.puzzle.model import Counts, Piece, Puzzle
from satpuzzle.search.run import Run
from satpuzzle.solutions.solution import Solution

Pieces = tuple[int, ...]  # how often each piece of the puzzle occurs


def count_by_pieces(run: Run) -> dict[Pieces, Counts]:
    """Run to the end, or to a limit, and count the solutions of each multiset of pieces, the most frequent first.

    Symmetries keep the multiset but for pieces that they carry to their mirror images; then the smallest stands for it.
    """
    found: dict[Pieces, list[int]] = {}
    for batch in run.batches():
        tables = run.tabulate()
        if not len(batch):
            continue
        images = tables.symmetry.images(batch)
        same = (images == images[0]).all(axis=2)
        owner = np.append(tables.placements.piece, -1)
        for number, row in enumerate(batch):
            used = np.bincount(owner[row[row >= 0]], minlength=len(run.puzzle.pieces))
            counts = tables.symmetry.counts(
                same[:, number].sum(keepdims=True), same[tables.symmetry.rotation, number].sum(keepdims=True)
            )
            entry = found.setdefault(tuple(used.tolist()), [0, 0, 0])
            for place, value in enumerate((counts.raw, counts.rotations, counts.isometries)):
                entry[place] += value or 0
    final = run.counts.final
    return {
        pieces: Counts(numbers[0], numbers[1], numbers[2], final=final)
        for pieces, numbers in sorted(found.items(), key=lambda entry: (-entry[1][2], entry[0]))
    }


def spelled(puzzle: Puzzle, used: Pieces) -> str:
    """Return a multiset of pieces as text, such as `2×A B`."""
    named = zip(used, puzzle.pieces, strict=True)
    return " ".join(piece.name if times == 1 else f"{times}×{piece.name}" for times, piece in named if times)


@dataclass(frozen=True)
class Choice:
    """A set of pieces of a pool that does what is wanted."""

    pieces: tuple[Piece, ...]
    counts: tuple[Counts, ...]  # for each board; not final where only so much was asked
    solutions: tuple[Solution, ...]  # one for each board

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "pieces": {piece.name: piece.maximum for piece in self.pieces},
            "counts": [counts.known() | {"final": counts.final} for counts in self.counts],
            "solutions": [solution.as_list() for solution in self.solutions],
        }

    def __str__(self) -> str:
        used = " ".join(piece.name if piece.maximum == 1 else f"{piece.maximum}×{piece.name}" for piece in self.pieces)
        return f"{used}: {', '.join(f'{counts.isometries} up to isometries' for counts in self.counts)}"


def choose(
    pool: Puzzle | str | Path,
    boards: list[str | Path | Puzzle],
    *,
    unique: bool = False,
    assemblable: bool = False,
    seed: int | None = None,
    clock: Clock | None = None,
    watch: Watch = nobody,
) -> Iterator[Choice]:
    """Yield the sets of pieces of a pool that fill all boards, as they are found; `unique`: each in exactly one way.

    With `assemblable` only packings that can be put together count.  With a seed the sets are tried in random order, so
    that a few of very many come soon.  Raises Stopped if the clock says so, and PuzzleError for boards that no set
    could fill, since they differ in size or are of another grid than the pool.
    """
    shapes = pool if isinstance(pool, Puzzle) else load(pool)
    shown = [board if isinstance(board, Puzzle) else load(board) for board in boards]
    clock = clock or Clock()
    sizes = {int((~board.optional).sum()) for board in shown}
    if len(sizes) != 1:
        raise PuzzleError(f"boards of {', '.join(map(str, sorted(sizes)))} cells: no set of pieces fills them all")
    for board in shown:
        if board.grid is not shapes.grid:
            raise PuzzleError(f"{board.name}: is on the lattice {board.grid.name}, the pool on {shapes.grid.name}")
    [size] = sizes
    each = [len(piece.cells) for piece in shapes.pieces]
    most = [piece.maximum for piece in shapes.pieces]
    sets = _of_volume(size, each, most)
    if seed is not None:
        listed = list(islice(sets, 1_000_000))
        sets = (listed[place] for place in np.random.default_rng(seed).permutation(len(listed)))
    yielded = 0
    for number, used in enumerate(sets):
        clock.check()
        watch(f"{number} sets tried, {yielded} found")
        pieces = tuple(
            replace(piece, minimum=times, maximum=times)
            for piece, times in zip(shapes.pieces, used, strict=True)
            if times
        )
        if (found := _fills(pieces, shown, unique, assemblable, clock)) is not None:
            yielded += 1
            yield found


def _of_volume(size: int, each: list[int], most: list[int]) -> Iterator[Pieces]:
    """Yield every way to take pieces that have so many cells in all."""
    if not each:
        if size == 0:
            yield ()
        return
    for times in range(min(most[0], size // each[0]), -1, -1):
        for rest in _of_volume(size - times * each[0], each[1:], most[1:]):
            yield (times, *rest)


def _fills(
    pieces: tuple[Piece, ...], boards: list[Puzzle], unique: bool, assemblable: bool, clock: Clock
) -> Choice | None:
    counts, solutions = [], []
    for board in boards:
        wanted = 2 if unique else None
        run = solve(replace(board, pieces=pieces), limit=wanted, assemblable=assemblable, jobs=1, seconds=clock.seconds)
        first = next(iter(list(run)), None)
        clock.check()
        if run.status is Status.INTERRUPTED:
            raise Stopped
        if first is None or (unique and run.status is not Status.EXHAUSTED):
            return None
        counts.append(run.counts)
        solutions.append(first)
    return Choice(pieces, tuple(counts), tuple(solutions))


def tabulated(found: list[Choice]) -> list[Choice]:
    """Return choices sorted by their counts, the fewest solutions first."""
    return sorted(found, key=lambda choice: sum(counts.isometries or 0 for counts in choice.counts))
