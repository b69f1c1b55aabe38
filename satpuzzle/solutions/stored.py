"""Converts the assemblies stored in a BurrTools file to solutions, and solutions to assemblies.

Each assembly is checked.  It can be invalid: old files number rotations differently, and the numbers of pieces may have
changed since it was stored.  Invalid assemblies are dropped.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.from_puzzle import unfiltered
from satpuzzle.cover.placements import packed, place
from satpuzzle.puzzle.formats.burr import FULL, PARTIAL, Burr, Placed, Separation, Stored
from satpuzzle.puzzle.formats.xmpuzzle.problem import Opened
from satpuzzle.puzzle.grids import Points
from satpuzzle.solutions.solution import Solution


def stored_solutions(opened: Opened, clock: Clock = UNLIMITED) -> tuple[list[tuple[Solution, Stored]], int]:
    """Return the stored assemblies that are solutions of the problem, as solutions, and the number of invalid ones.

    Raises Stopped if the clock stops.
    """
    if not opened.problem.stored:
        return [], 0
    puzzle = opened.puzzle
    placements = place(puzzle, clock)
    cover = unfiltered(puzzle, placements)
    number = {tuple(cell): at for at, cell in enumerate(puzzle.board.tolist())}
    painted = placements.colours if len(placements.colours) else np.zeros((len(placements), 0), np.uint8)
    rows = zip(placements.piece.tolist(), placements.rows, painted, strict=True)
    option = {(of, row.tobytes(), colours.tobytes()): at for at, (of, row, colours) in enumerate(rows)}

    def option_of(piece: int, covered: Points) -> int:
        """Return the option that places the piece with this number on these cells, -1 if there is none."""
        cells = [number.get(tuple(cell), -1) for cell in covered.tolist()]
        if min(cells) < 0:
            return -1
        colours = np.zeros(painted.shape[1], np.uint8)
        if len(colours):
            colours[cells] = puzzle.pieces[piece].colours
        row = packed(np.array([cells]), placements.rows.shape[1])
        return option.get((piece, row.tobytes(), colours.tobytes()), -1)

    found = []
    for stored in opened.problem.stored:
        clock.check()
        options = [option_of(piece, covered) for piece, covered in opened.placed(stored) or ()]
        if options and -1 not in options and _solves(cover, placements.filled(options)):
            found.append((Solution(tuple(sorted(options)), puzzle, placements), stored))
    return found, len(opened.problem.stored) - len(found)


def _solves(cover: ExactCover, options: list[int]) -> bool:
    times = cover.coverage(options)
    return bool(((times >= cover.lower) & (times <= cover.upper)).all())


def assembly_of(opened: Opened, solution: Solution, shift: Points) -> tuple[Placed | None, ...]:
    """Convert a solution to an assembly of a BurrTools file: the placement of each copy, None if it is not used.

    `shift` is the translation from the solution's coordinates to those of the file.
    """
    number = {id(piece): at for at, piece in enumerate(solution.puzzle.pieces)}
    lying = zip(solution.pieces, solution.colours, strict=True)
    return opened.as_stored([(number[id(piece)], cells + shift, colours) for (piece, cells), colours in lying])


def with_solutions(
    opened: Opened,
    found: Sequence[tuple[tuple[Placed | None, ...], Separation | None]],
    assemblies: int | None,
    final: bool,
    separated: bool,
) -> Burr:
    """Return a file in which the problem has these results: pairs of an assembly and its separation, or None.

    `assemblies` is the number of assemblies to state; with `final`, the search was complete.  With `separated`, the
    file also states how many of them come apart.
    """
    problem = replace(
        opened.problem,
        state=FULL if final else PARTIAL,
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
