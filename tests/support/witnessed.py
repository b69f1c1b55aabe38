"""What the witness says of a puzzle of the program, and puzzles of the mixture that have something."""

from collections.abc import Callable, Collection, Iterable
from functools import cache
from itertools import chain
from typing import Any

from witness.bodies import GRIDS, times
from witness.counting import Element, Problem
from witness.mixing import mixed

import satpuzzle as sp
from satpuzzle.puzzle.formats.reading import of_table

# Seeds of puzzles that have solutions, and what their names say.
TILED = (79, 86, 102, 103, 107, 120, 127, 135, 142, 148, 255, 396)  # some with opposite colours, and exchanged ones
PAINTED = (1, 5, 23, 29, 35, 45, 46, 49, 65, 67)  # cells of pieces with colours that restrict
WRAPPED = (0, 1, 2, 11, 15, 27, 34, 41)
APART = (0, 5, 8, 12, 18, 23, 28, 35)

Cell = tuple[int, ...]
Cells = frozenset[Cell]
Packing = frozenset[tuple[str, Cells]]
Move = Callable[[Packing], Packing]


def cells_of(points: Iterable[Iterable[int]]) -> tuple[Cell, ...]:
    return tuple(tuple(int(x) for x in point) for point in points)


def problem_of(puzzle: sp.Puzzle) -> Problem:
    """Return a puzzle as the witness reads the keys of its file."""
    keys: dict[str, Any] = {**sp.to_dict(puzzle), "board": puzzle.board.tolist()}
    return Problem(keys)


def counts_of(puzzle: sp.Puzzle) -> sp.Counts:
    """Return the counts of a puzzle."""
    found = problem_of(puzzle).counts()
    return sp.Counts(found["raw"], found["rotations"], found["isometries"], found.get("patterns"))


def placements(puzzle: sp.Puzzle) -> list[list[Cells]]:
    """Return the sets of cells that each piece can cover."""
    problem = problem_of(puzzle)
    names = {body: cell for cell, body in problem.body.items()}
    return [[frozenset(names[body] for body, _ in one.cells) for one in some] for some in problem.of_piece]


def packings(puzzle: sp.Puzzle) -> list[Packing]:
    """Return all solutions on the fixed board."""
    problem = problem_of(puzzle)
    names = {body: cell for cell, body in problem.body.items()}
    told = [
        (str(problem.pieces[one.piece]["name"]), frozenset(names[body] for body, _ in one.cells))
        for one in problem.placements
    ]
    return [frozenset(told[number] for number in solution) for solution in problem.solutions(100_000)]


def group(puzzle: sp.Puzzle) -> tuple[list[Move], list[Move]]:
    """Return the puzzle's rotations, and all its isometries, as maps of packings; what they make of one may be none."""
    problem = problem_of(puzzle)
    rotations, others = problem.symmetries
    return [_move(problem, one) for one in rotations], [_move(problem, one) for one in chain(rotations, others)]


def _move(problem: Problem, element: Element) -> Move:
    """Return a map of packings; a piece that has no mirror image gets a name that no piece has."""
    names = {body: cell for cell, body in problem.body.items()}
    moved: dict[Cell, Cell] = {cell: names[element.cells[body]] for cell, body in problem.body.items()}
    pieces = [str(piece["name"]) for piece in problem.pieces]
    becomes = {pieces[k]: f"mirrored {pieces[k]}" if to is None else pieces[to] for k, to in enumerate(element.pieces)}
    return lambda packing: frozenset(
        (becomes[name], frozenset(moved[cell] for cell in cells)) for name, cells in packing
    )


def orbits(packings: Collection[Packing], elements: list[Move]) -> set[frozenset[Packing]]:
    """Return the classes of all packings of a puzzle."""
    every = frozenset(packings)
    return {every.intersection(element(packing) for element in elements) for packing in packings}


def turned(cells: tuple[Cell, ...], grid: str, over: bool = True) -> set[tuple[Cell, ...]]:
    """Return the images of squares or cubes, whose cells are at their own coordinates, under turns about the origin."""
    matrices = GRIDS[grid].matrices(proper=not (GRIDS[grid].flat and over))
    return {tuple(times(matrix, cell) for cell in cells) for matrix in matrices}


@cache
def mixed_puzzle(seed: int) -> sp.Puzzle:
    """Return a puzzle of the mixture."""
    return of_table(mixed(seed), f"mixed {seed}")


@cache
def one_sided(seed: int) -> sp.Puzzle:
    """Return the next puzzle of the mixture of which some packings, but not all, may have mirror images.

    It has no colours, of which packings here know nothing.
    """
    kinds = {"tiles", "rules", "wrap", "parts", "colours", "apart", "frame", "rotate"}
    while (
        (keys := mixed(seed)).keys() & kinds
        or keys["grid"] == "sticks"
        or any(any(piece.get("colours", [])) for piece in keys["pieces"])
        or not _has_some_images(Problem(keys))
    ):
        seed += 1
    return of_table(keys, f"mixed {seed}")


def _has_some_images(problem: Problem) -> bool:
    others = [one.pieces for one in problem.symmetries[1]]
    return any(to != k for pieces in others for k, to in enumerate(pieces)) and bool(problem.solutions())
