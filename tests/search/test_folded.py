"""Foldings of one chain: published numbers, both searches and the list against each other, a SAT encoding, limits."""

import time
from collections.abc import Iterator
from itertools import product
from math import prod
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Solver

import satpuzzle as sp
from satpuzzle.clock import Clock
from satpuzzle.cover.foldings import Classes
from satpuzzle.cover.group import moves_of_board
from satpuzzle.engines.base import Stats
from satpuzzle.engines.foldings import Foldings, harder_end
from satpuzzle.engines.library import missing
from satpuzzle.puzzle.chains import ahead, palindromic
from satpuzzle.puzzle.formats.reading import of_table
from satpuzzle.puzzle.grids import grid_of
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.search.folded import Folded

KERNELS = pytest.mark.skipif(missing() is not None, reason="takes too long without kernels")
SNAKE = [3, 2, 2, 3, 2, 3, 2, 2, 3, 3, 2, 2, 2, 3, 3, 3, 3]
# Two chains that are sold; programs of their owners have 192 foldings of the first (lk16/cube-puzzle).
KING = [3, 4, 4, 4, 2, 4, 2, 4, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 4, 3, 3, 2, 4, 2, 3, 2, 2, 2, 2, 2, 3, 2, 2, 2, 2, 4,
        2, 4]  # fmt: skip
OTHER = [3, 2, 3, 2, 2, 4, 2, 3, 2, 3, 2, 3, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 2, 2, 2, 2, 2, 3, 4, 2, 2, 2, 4, 2, 3, 2, 2,
         2, 2, 2, 2, 2, 2, 2, 4, 2]  # fmt: skip


def chain(word: Any, box: list[int], grid: str = "cubic") -> Puzzle:
    return of_table({"grid": grid, "box": box, "pieces": [{"name": "c", "chain": word}]}, "chain")


def among(word: str, box: list[int], grid: str) -> Puzzle:
    """Return a chain on a box whose other cells stay empty."""
    cells = grid_of(grid, "", None).box(box).tolist()
    return of_table({"grid": grid, "board": [], "optional": cells, "pieces": [{"name": "c", "chain": word}]}, "among")


def free(box: list[int], grid: str = "cubic") -> Puzzle:
    """Return a chain that fills a box and may bend everywhere: its foldings are the Hamiltonian paths."""
    return chain("?" * (prod(box) - 2), box, grid)


def numbers(puzzle: Puzzle, **options: Any) -> tuple[int | None, ...]:
    counts = sp.count(puzzle, **options)
    assert counts.final
    return counts.raw, counts.rotations, counts.isometries


# Published numbers


@pytest.mark.parametrize(
    ("box", "paths"), [([2, 2], 4), ([3, 3], 20), ([4, 4], 276), ([5, 5], 4324), ([2, 2, 2], 72), ([2, 2, 3], 584)]
)
def test_free_chains_have_the_hamiltonian_paths_of_grid_graphs(box: list[int], paths: int) -> None:
    """OEIS A096969 counts them on squares from both ends: 8, 40, 552, 8648."""
    assert numbers(free(box, "square" if len(box) == 2 else "cubic"))[0] == paths


@KERNELS
def test_the_snakes_of_27_cubes_are_as_many_as_published() -> None:
    """2,480,304 paths in 51,704 classes; 22,897 words are found (professorguy.com), 11,487 up to reversal."""
    run = sp.solve(free([3, 3, 3]))
    words, alone = set[str](), dict[str, int]()
    for paths in run._running():  # type: ignore[attr-defined]
        moves = np.diff(run.puzzle.board[paths], axis=1)
        straight = (moves[:, 1:] == moves[:, :-1]).all(axis=2)
        for row in straight.tolist():
            word = "".join("S" if each else "B" for each in row)
            words |= {word, word[::-1]}
            alone[min(word, word[::-1])] = alone.get(min(word, word[::-1]), 0) + 1
    assert (run.counts.raw, run.counts.isometries) == (2_480_304, 51_704)
    assert len(words) == 22_897 and len(alone) == 11_487
    assert sum(many == 1 for many in alone.values()) == 3_658  # chains with one folding up to isometries


def test_walks_of_any_length_are_as_many_as_published() -> None:
    """Self-avoiding walks on the square lattice (OEIS A001411), up to reversal: 4, 12, 36, 100, 284 from each cell."""
    for steps, many in enumerate((4, 12, 36, 100, 284), 1):
        puzzle = among("?" * (steps - 1), [11, 11], "square")
        paths, middle = ahead(puzzle.board, puzzle.wrapping), 60
        found = sum(map(len, Foldings("?" * (steps - 1), paths).of([middle], Clock(), Stats())))
        assert found == many


@pytest.mark.parametrize(("word", "box", "foldings"), [(SNAKE, [3, 3, 3], (48, 2, 1)), (KING, [4, 4, 4], (192, 8, 4))])
@KERNELS
def test_snake_cubes_have_the_foldings_that_are_published(word: list[int], box: list[int], foldings: Any) -> None:
    assert numbers(chain(word, box)) == foldings == numbers(chain(word[::-1], box))


@pytest.mark.full
@KERNELS
def test_a_snake_cube_of_many_bends_has_the_same_foldings_from_both_ends() -> None:
    assert numbers(chain(OTHER, [4, 4, 4])) == (192, 8, 4) == numbers(chain(OTHER[::-1], [4, 4, 4]))


@KERNELS
def test_the_first_folding_of_a_large_snake_takes_few_nodes() -> None:
    for word in (KING, OTHER):
        run = sp.solve(chain(word, [4, 4, 4]), limit=1, jobs=1)
        assert len(list(run)) == 1 and run.stats["nodes"] < 3_000_000
        assert (run.status, run.counts.isometries) == (sp.Status.SOLUTION_LIMIT, 1)


# Two searches and a list


@pytest.mark.parametrize(
    "grid, box", [("square", [3, 3]), ("hexagonal", [3, 3]), ("cubic", [2, 2, 3]), ("fcc", [2, 2, 2])]
)
@pytest.mark.parametrize("word", ["", "B", "BB", "SB", "mirror"])
def test_a_chain_alone_has_the_same_foldings_by_search_and_by_list(word: str, grid: str, box: list[int]) -> None:
    fill = prod(box) - 2 - len(word)
    word = "B" + "?" * (prod(box) - 4) + "B" if word == "mirror" else word + "?" * fill
    puzzle = chain(word, box, grid)
    assert isinstance(sp.solve(puzzle), Folded) and not isinstance(sp.solve(puzzle, strategy="mrv"), Folded)
    assert numbers(puzzle) == numbers(puzzle, strategy="mrv") == numbers(puzzle, backend="cadical")
    for number, up_to in enumerate(("raw", "rotations", "isometries")):
        found, listed = (
            [tuple(map(tuple, solution.as_list()[0]["cells"])) for solution in run]
            for run in (sp.solve(puzzle, up_to=up_to), sp.solve(puzzle, up_to=up_to, strategy="mrv"))
        )
        assert len({*found}) == len(found) == numbers(puzzle)[number] == len(listed)
        assert up_to != "raw" or {*found} == {*listed}


@given(st.data())
def test_the_kernel_and_python_take_the_same_steps(data: st.DataObject) -> None:
    if missing() is not None:
        return
    grid, box = data.draw(st.sampled_from([("square", [3, 4]), ("cubic", [2, 2, 3]), ("hexagonal", [3, 3])]))
    cells = prod(box)
    word = data.draw(st.text("SBB???", min_size=cells - 5, max_size=cells - 2))
    puzzle = chain(word, box, grid)
    board, found = ahead(puzzle.board, puzzle.wrapping), []
    for compiled in (True, False):
        search, stats = Foldings(word, board, compiled), Stats()
        rows = [path.tolist() for cell in (0, 1, 2) for some in search.of([cell], Clock(), stats) for path in some]
        found.append((rows, stats, search.head.tolist(), search.near.tolist()))
    assert found[0] == found[1]


def test_beginnings_divide_the_foldings_and_one_of_each_class_is_kept() -> None:
    puzzle = free([2, 2, 2])
    moves, rotation = moves_of_board(puzzle)
    board = ahead(puzzle.board, puzzle.wrapping)
    classes = Classes(puzzle.pieces[0].chain or "", moves, rotation)
    begins = [begin.cells for begin in classes.begins(board)]
    assert len({*begins}) == len(begins) and all(begin[0] == 0 for begin in begins)
    assert not any(one != other and one == other[: len(one)] for one, other in product(begins, repeat=2))
    assert (moves[0] == np.arange(8)).all() and classes.orders == {"rotations": 24, "isometries": 48}


def test_the_search_begins_at_the_end_with_fewer_foldings() -> None:
    puzzle = chain(KING, [4, 4, 4])
    word, board = puzzle.pieces[0].chain or "", ahead(puzzle.board, puzzle.wrapping)
    assert harder_end(word, board, [0], Clock()) == harder_end(word[::-1], board, [0], Clock()) == word


# A SAT encoding: variable (cell, step) says that the chain's cell of this number lies there


def encoded(puzzle: Puzzle, word: str) -> Iterator[list[int]]:
    """Yield clauses by the definition: a walk of different cells whose neighbouring steps go on or bend."""
    cells, length = len(puzzle.board), len(word) + 2
    at = {tuple(cell): number for number, cell in enumerate(puzzle.board.tolist())}
    steps = [*map(tuple, puzzle.grid.neighbours().tolist())]

    def lies(cell: int, number: int) -> int:
        return 1 + cell * length + number

    def beyond(cell: int, step: Any) -> int | None:
        there: Any = tuple(a + b for a, b in zip(puzzle.board[cell].tolist(), step, strict=True))
        return at.get(there)

    for number in range(length):
        yield [lies(cell, number) for cell in range(cells)]
        for one, other in product(range(cells), repeat=2):
            if one < other:
                yield [-lies(one, number), -lies(other, number)]
    for cell in range(cells):
        for one, other in product(range(length), repeat=2):
            if one < other:
                yield [-lies(cell, one), -lies(cell, other)]
        for number in range(length - 1):
            near = [to for step in steps if (to := beyond(cell, step)) is not None]
            yield [-lies(cell, number), *(lies(to, number + 1) for to in near)]
    for number, letter in enumerate(word, 1):
        for cell, step in product(range(cells), steps):
            before = beyond(cell, tuple(-each for each in step))
            after = beyond(cell, step)
            if before is not None and letter == "S":
                yield [
                    -lies(before, number - 1),
                    -lies(cell, number),
                    *([] if after is None else [lies(after, number + 1)]),
                ]
            if before is not None and letter == "B" and after is not None:
                yield [-lies(before, number - 1), -lies(cell, number), -lies(after, number + 1)]


@given(st.data())
def test_a_sat_encoding_by_cells_and_steps_has_as_many_foldings(data: st.DataObject) -> None:
    grid, box = data.draw(st.sampled_from([("square", [3, 3]), ("cubic", [2, 2, 2]), ("hexagonal", [2, 3])]))
    word = data.draw(st.text("SBBB?", min_size=0, max_size=prod(box) - 2))
    puzzle = among(word, box, grid)
    with Solver("cadical153", bootstrap_with=[*encoded(puzzle, word)]) as solver:
        models = sum(1 for _ in solver.enum_models()) if word or len(puzzle.board) else 0
    both = 2 if palindromic(word) else 1  # the encoding counts a palindrome from both ends
    assert sp.count(puzzle).raw == models // both and models % both == 0


# Limits, and what is known until then


@KERNELS
def test_a_stopped_search_keeps_what_it_has_and_says_that_it_is_not_final() -> None:
    puzzle = free([4, 4, 4])
    began = time.process_time()
    run = sp.solve(puzzle, time_limit=0.3)
    found = run.exhaust()
    assert time.process_time() - began < 5  # far less, but the machine may be slow
    assert run.status is sp.Status.TIME_LIMIT and not found.final
    assert found.isometries is not None and found.raw == 48 * found.isometries


def test_a_limit_of_nodes_ends_the_search_at_the_same_node() -> None:
    found = []
    for _ in range(2):
        run = sp.solve(free([3, 3, 3]), node_limit=10_000)
        run.exhaust()
        assert run.status is sp.Status.NODE_LIMIT and not run.counts.final
        found.append((run.counts, run.stats["nodes"]))
    assert found[0] == found[1]


def test_an_interrupted_search_has_what_it_found() -> None:
    run = sp.solve(free([3, 3, 3]), up_to="raw")
    for number, _ in enumerate(run, 1):
        if number == 5:
            run.interrupt()
    assert run.status is sp.Status.INTERRUPTED and 5 <= (run.counts.raw or 0) < 2_480_304 and not run.counts.final


def test_a_solution_limit_counts_the_solutions_that_are_listed() -> None:
    run = sp.solve(free([3, 3, 3]), limit=3)
    assert len(list(run)) == 3 and run.counts.isometries == 3 and run.status is sp.Status.SOLUTION_LIMIT


def test_volumes_are_compared_first() -> None:
    run = sp.solve(chain("BB", [3, 3], "square"))
    assert (
        run.exhaust() == sp.Counts(0, 0, 0) and run.reason == "the pieces have at most 4 cells, the board has 9 to fill"
    )
    assert run.symmetry == {"rotations": 8, "isometries": 8}


def test_more_foldings_than_can_be_listed_are_counted_and_not_listed() -> None:
    puzzle = among("?" * 15, [6, 6], "square")
    with pytest.raises(sp.PuzzleError, match="chain c has more than 1000000 placements on the board, too many to list"):
        sp.count(puzzle, backend="cadical", time_limit=60)
