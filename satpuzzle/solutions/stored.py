"""Assemblies that a BurrTools file has stored, as solutions; each is placed and checked.  And the other way round.

Old files number rotations in another way, and counts of pieces may have changed since: what does not fit is dropped.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.placements import packed, place
from satpuzzle.puzzle.formats.burr import FULL, Burr, Placed, Separation, Stored
from satpuzzle.puzzle.formats.xmpuzzle.problem import Opened
from satpuzzle.puzzle.grids import Points
from satpuzzle.solutions.solution import Solution


def stored_solutions(opened: Opened) -> tuple[list[tuple[Solution, Stored]], int]:
    """Return the stored assemblies that are solutions of the problem, and the number of those that are none."""
    if not opened.problem.stored:
        return [], 0
    puzzle = opened.puzzle
    placements = place(puzzle)
    cover = ExactCover.of(puzzle, placements)
    number = {tuple(cell): at for at, cell in enumerate(puzzle.board.tolist())}
    piece = {each.name: at for at, each in enumerate(puzzle.pieces)}
    rows = zip(placements.piece.tolist(), placements.cells, strict=True)
    option = {(of, row.tobytes()): at for at, (of, row) in enumerate(rows)}
    found = []
    for stored in opened.problem.stored:
        options = [
            option.get(
                (piece[name], _row([number.get(tuple(cell), -1) for cell in cells], placements.cells.shape[1])), -1
            )
            for name, cells in opened.placed(stored) or ()
        ]
        filled = sum(len(placements.covered(at)) for at in options if at >= 0)
        if options and -1 not in options and filled >= puzzle.least_filled and _solves(cover, sorted(options)):
            found.append((Solution(tuple(sorted(options)), puzzle, placements), stored))
    return found, len(opened.problem.stored) - len(found)


def _row(cells: list[int], words: int) -> bytes:
    """Return cells as a row of bits, nothing if one is not on the board."""
    return b"" if min(cells) < 0 else packed(np.array([cells]), words).tobytes()


def _solves(cover: ExactCover, options: list[int]) -> bool:
    times = cover.coverage(options)
    return bool(((times >= cover.lower) & (times <= cover.upper)).all())


def assembly_of(opened: Opened, solution: Solution, shift: Points) -> tuple[Placed | None, ...]:
    """Return a solution as a file tells it, whose coordinates are the solution's and a translation."""
    number = {id(piece): at for at, piece in enumerate(solution.puzzle.pieces)}
    return opened.told([(number[id(piece)], cells + shift) for piece, cells in solution.pieces])


def with_solutions(
    opened: Opened,
    found: Sequence[tuple[tuple[Placed | None, ...], Separation | None]],
    assemblies: int | None,
    final: bool,
    separated: bool,
) -> Burr:
    """Return a file in which these are the stored solutions of the problem, instead of those it had.

    `assemblies` were found in all, all there are if that is `final`.  Where it was tried how they come apart, the
    number of those that do is written as well.
    """
    problem = replace(
        opened.problem,
        state=FULL if final else 1,
        assemblies=assemblies,
        solutions=sum(separation is not None for _, separation in found) if separated else None,
        seconds=None,
        assembler=None,
        stored=tuple(
            Stored(assembly, number, number if separation else 0, separation)
            for number, (assembly, separation) in enumerate(found)
        ),
    )
    problems = list(opened.burr.problems)
    problems[opened.number - 1] = problem
    return replace(opened.burr, problems=tuple(problems))
