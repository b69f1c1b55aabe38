"""Measures which method of counting `auto` chooses, and how good its choice is: `python tools/methods.py [SECONDS]`.

For bundled puzzles, and boxes with copies of one piece, with any number of several pieces, or with bounds, on several
grids, with rules, it prints the CPU milliseconds of each method on one core, with placements and symmetries known, the
least of three runs if they are short; - is more than SECONDS (2 by default; half as many again for `auto`), or not
possible.  The worst choices come first.  Nothing else should run meanwhile.
"""

import gc
import resource
import sys
from collections.abc import Iterator
from itertools import product
from random import Random

import numpy as np

import satpuzzle as sp
from satpuzzle.errors import SatpuzzleError
from satpuzzle.puzzle.grids import grid_of
from satpuzzle.puzzle.grids.cubic import CUBIC
from satpuzzle.puzzle.grids.square import SQUARE
from satpuzzle.puzzle.model import Piece, Puzzle
from satpuzzle.search.count import METHODS, count_solutions

SHAPES = {
    "domino": "##", "I3": "###", "V3": "##/#.", "I4": "####", "L4": "###/#..", "T4": "###/.#.", "S4": ".##/##.",
    "O4": "##/##", "L5": "####/#...", "P5": "##/##/#.", "Y5": "####/.#..", "N5": "##../.###", "U5": "#.#/###",
}  # fmt: skip
ALONE = {
    "domino": ("6x7", "8x8", "12x12", "16x16", "20x20", "4x60", "2x3x4", "3x3x4", "4x4x4", "3x4x6"),
    "V3": ("6x7", "6x9", "9x10", "12x12", "3x3x4", "3x4x4", "3x3x7"),
    "L4": ("6x8", "8x8", "10x12", "3x4x4", "4x4x5"),
    "T4": ("4x8", "8x8", "8x12", "12x12", "3x4x4", "4x4x4"),
    "S4": ("8x8", "3x4x4"),
    "L5": ("5x8", "10x10", "8x10", "2x5x6"),
    "P5": ("5x8", "8x10", "10x12", "2x5x6", "3x4x5"),
    "Y5": ("5x10", "10x10", "10x14", "15x15", "2x5x6"),
    "N5": ("5x10", "10x10", "2x5x6"),
    "U5": ("5x10", "2x5x6"),
}
TOGETHER = {
    "domino I3": ("6x7", "9x9", "12x12", "3x3x4"),
    "domino V3": ("5x7", "8x8", "11x11", "13x13", "3x3x4", "3x4x4"),
    "I3 V3": ("6x7", "9x9", "11x12", "3x4x4"),
    "I4 L4 T4 S4 O4": ("4x8", "6x6", "7x8", "8x8", "3x4x4"),
    "L4 T4": ("6x8", "8x8", "8x10"),
    "P5 Y5 U5": ("5x8", "7x10", "10x10"),
    "I4 O4": ("8x8", "10x12"),
    "V3 P5": ("5x8", "8x8"),
}


def box(text: str) -> np.ndarray:
    """Return the cells of a box such as 3x4 or 2x3x4."""
    return np.array(list(product(*map(range, [*map(int, text.split("x")), 1][:3]))), np.int64)


def piece(name: str, least: int, most: int) -> Piece:
    """Return a piece of which there are so many copies."""
    cells = [(x, y, 0) for y, row in enumerate(SHAPES[name].split("/")) for x, one in enumerate(row) if one == "#"]
    return Piece(name, np.array(cells), least, most)


def puzzles() -> Iterator[Puzzle]:
    """Yield all puzzles that are measured."""
    yield from (sp.load(name) for name in sp.puzzles())
    for table, alone in ((ALONE, True), (TOGETHER, False)):
        for names, boxes in table.items():
            for sides in boxes:
                board = box(sides)
                grid = CUBIC if sides.count("x") == 2 else SQUARE
                most = [len(board) // SHAPES[name].count("#") for name in names.split()]
                pieces = (piece(name, many * alone, many) for name, many in zip(names.split(), most, strict=True))
                yield Puzzle(f"{names} {sides}", grid, board, np.zeros(len(board), np.bool_), tuple(pieces))
    yield from map(bounded, range(40))
    yield from map(varied, range(30))


def bounded(seed: int) -> Puzzle:
    """Return a board with holes, optional cells and some pieces that have bounds."""
    dice = Random(seed)
    width, height = dice.randint(4, 8), dice.randint(5, 10)
    board = np.array([cell for cell in product(range(width), range(height), [0]) if dice.random() < 0.95])
    optional = np.array([dice.random() < dice.choice((0.0, 0.0, 0.1)) for _ in board])
    pieces = []
    for name in dice.sample([*SHAPES], dice.randint(2, 5)):
        least = dice.choice((0, 0, 1, 2))
        pieces.append(piece(name, least, least + dice.choice((1, 2, 4, 30))))
    return Puzzle(f"bounded {seed}", SQUARE, board, optional, tuple(pieces))


def varied(seed: int) -> Puzzle:
    """Return a board of any of some grids, some pieces that have bounds, and perhaps a rule."""
    dice = Random(1000 + seed)
    grid = grid_of(dice.choice(("square", "hexagonal", "triangular", "cubic", "octasquares")))
    flat = len(grid.basis) == 2
    sides = (dice.randint(4, 6), dice.randint(4, 6)) if flat else (2, 3, dice.randint(3, 4))
    board = [tuple(cell) for cell in grid.box(sides).tolist()]
    pieces = []
    for number in range(dice.randint(1, 4)):
        cells, size = [dice.choice(board)], dice.randint(2, 5)
        while len(cells) < size:
            near = grid.neighbours(int(grid.kind(np.array(cells[-1:]))[0])) + np.array(cells[-1])
            cells.append(
                dice.choice([cell for cell in map(tuple, near.tolist()) if cell in board and cell not in cells])
            )
        least = dice.choice((0, 0, 1))
        pieces.append({"name": "ABCD"[number], "cells": cells, "min": least, "max": dice.choice((2, 5, 40))})
    keys = {"name": f"varied {seed}", "grid": grid.name, "board": board, "pieces": pieces}
    if grid.name == "square":
        keys["rules"] = dice.choice(([], [], ["no crossroads"], ["at border: A"]))
    keys |= dice.choice(({}, {}, {"optional": dice.sample(board, 3)}))
    return sp.from_dict(keys, name=keys.pop("name"))


def measured(puzzle: Puzzle, method: str, seconds: float) -> tuple[float, str]:
    """Return the CPU seconds of a count, infinity if it does not end, and the method that counted."""
    best, chosen, runs = float("inf"), "", 0
    while runs < (3 if best < 0.1 else 1):
        gc.collect()
        began, runs = cpu(), runs + 1
        run = sp.solve(puzzle, jobs=1, time_limit=3 * seconds)
        try:
            final = count_solutions(run, method, 4 << 30).final
        except SatpuzzleError:
            return float("inf"), ""
        spent, chosen = cpu() - began, str(run.stats.get("method", "search"))
        if not final or spent > seconds:
            return float("inf"), chosen
        best = min(best, spent)
    return best, chosen


def cpu() -> float:
    """Return the CPU seconds of this process."""
    spent = resource.getrusage(resource.RUSAGE_SELF)
    return spent.ru_utime + spent.ru_stime


def main(seconds: float = 2.0) -> None:
    """Print the table."""
    rows = []
    measured(sp.load("soma"), "frontier", seconds)
    counting = [method for method in METHODS if method != "auto"]
    for puzzle in puzzles():
        sp.solve(puzzle).tabulate().symmetry.restricting.conjugate  # noqa: B018
        times = {method: measured(puzzle, method, seconds * (1 + (method == "auto") / 2)) for method in METHODS}
        best = min(times[method][0] for method in counting)
        ratio = times["auto"][0] / best if best < float("inf") else 0.0
        rows.append((ratio, puzzle.name, times))
        print(f"{len(rows)} {puzzle.name}: {ratio:.2f}", file=sys.stderr, flush=True)
    order = [*counting, "auto"]
    print(f"| puzzle | {' | '.join(order)} | its choice | auto ÷ best |\n|---|{'---:|' * len(order)}---|---:|")
    for ratio, name, times in sorted(rows, key=lambda row: -row[0]):
        said = [f"{1000 * times[method][0]:.1f}".replace("inf", "-") for method in order]
        print(f"| {name} | {' | '.join(said)} | {times['auto'][1]} | {f'{ratio:.2f}' if ratio else ''} |")


if __name__ == "__main__":
    main(*map(float, sys.argv[1:2]))
