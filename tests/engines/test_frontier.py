"""Counting without listing, against enumeration, published numbers and Kasteleyn's determinant."""

import math
import shutil
import tempfile
import tracemalloc
from collections import Counter
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from coloured import strip
from hypothesis import assume, settings
from hypothesis import given as drawn
from strategies import puzzles

import satpuzzle as sp
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.bits import numbers_of
from satpuzzle.cover.placements import scan_order
from satpuzzle.engines.burnside import powers
from satpuzzle.engines.frontier.count import Counted, count_packings
from satpuzzle.engines.frontier.diagram import diagram_of
from satpuzzle.engines.frontier.problem import Problem
from satpuzzle.engines.frontier.table import Sweep, Table
from satpuzzle.errors import FrontierError, Stopped, WideError
from satpuzzle.puzzle.grids.cubic import CUBIC
from satpuzzle.puzzle.grids.square import SQUARE
from satpuzzle.puzzle.model import Piece, Puzzle
from satpuzzle.search import race
from satpuzzle.search.count import count_solutions

MEMORY = 1 << 30


def frontier(puzzle: Puzzle, memory: int = MEMORY) -> Counted:
    return count_packings(sp.cover_of(puzzle, sp.place(puzzle)), scan_order(puzzle.board), memory)


def boxes(name: str, shape: list[tuple[int, int, int]], *sides: int, copies: int | None = None) -> Puzzle:
    """Return a box to be filled with copies of one piece."""
    board = np.array(list(product(*map(range, (*sides, 1)[:3]))), dtype=np.int64)
    number = len(board) // len(shape) if copies is None else copies
    piece = Piece(name, np.array(shape, dtype=np.int64), number, number)
    grid = SQUARE if len(sides) == 2 else CUBIC
    return Puzzle(f"{name} {sides}", grid, board, np.zeros(len(board), np.bool_), (piece,))


DOMINO = [(0, 0, 0), (1, 0, 0)]
Y = [(0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0), (1, 1, 0)]


def kasteleyn(columns: int, rows: int) -> int:
    """Return the number of domino tilings as a determinant of signs (P. W. Kasteleyn, Physica 27, 1961), exactly."""
    cells = list(product(range(columns), range(rows)))
    black = {cell: i for i, cell in enumerate(c for c in cells if sum(c) % 2 == 0)}
    white = {cell: i for i, cell in enumerate(c for c in cells if sum(c) % 2)}
    matrix = [[0] * len(white) for _ in black]
    for (x, y), i in black.items():
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            if (x + dx, y + dy) in white:
                matrix[i][white[x + dx, y + dy]] = (-1) ** x if dy else 1
    size, before = len(matrix), 1
    for k in range(size - 1):  # Bareiss: all divisions come out even
        if matrix[k][k] == 0:
            pivot = next(i for i in range(k, size) if matrix[i][k])
            matrix[k], matrix[pivot] = matrix[pivot], matrix[k]
        for i in range(k + 1, size):
            for j in range(k + 1, size):
                matrix[i][j] = (matrix[i][j] * matrix[k][k] - matrix[i][k] * matrix[k][j]) // before
        before = matrix[k][k]
    return abs(matrix[-1][-1])


def test_dominoes_on_a_chessboard() -> None:
    assert frontier(boxes("domino", DOMINO, 8, 8)).packings == 12988816 == kasteleyn(8, 8)


def test_a_number_of_31_digits_that_no_enumeration_could_reach() -> None:
    assert frontier(boxes("domino", DOMINO, 16, 16)).packings == 2444888770250892795802079170816


@pytest.mark.parametrize(("columns", "rows"), [(3, 10), (5, 12), (7, 10), (12, 12), (4, 30)])
def test_dominoes_agree_with_kasteleyn(columns: int, rows: int) -> None:
    assert frontier(boxes("domino", DOMINO, columns, rows)).packings == kasteleyn(columns, rows)


def test_dominoes_in_a_square_tower_follow_their_recurrence() -> None:
    # Domino tilings of 2 x 2 x n: Graham, Knuth, Patashnik, Concrete Mathematics, exercise 7.23.
    numbers = [frontier(boxes("domino", DOMINO, 2, 2, n)).packings for n in range(1, 11)]
    assert numbers == [2, 9, 32, 121, 450, 1681, 6272, 23409, 87362, 326041]


@pytest.mark.slow
def test_y_pentominoes_in_a_square_of_fifteen() -> None:
    assert classes(boxes("Y", Y, 15, 15)) == sp.Counts(1696, 212, 212)


@pytest.mark.parametrize(
    "name",
    [
        "soma",
        "galakub",
        "diabolical-cube",
        "slothouber-graatsma",
        "pentominoes-3x20",
        "iq-pyramid-4",
        "tetracubes-2x4x4",
    ],
)
def test_the_frontier_agrees_with_the_published_raw_counts(name: str) -> None:
    puzzle = sp.load(name)
    assert frontier(puzzle).packings == puzzle.published.raw


def test_optional_cells_and_pieces_are_counted_as_the_search_counts_them() -> None:
    board = np.array(list(product(range(4), range(3), [0])), dtype=np.int64)
    pieces = (
        Piece("L", np.array([(0, 0, 0), (1, 0, 0), (2, 0, 0), (2, 1, 0)]), 0, 2),
        Piece("I", np.array([(0, 0, 0), (1, 0, 0)]), 1, 3),
        Piece("o", np.array([(0, 0, 0)]), 0, 4),
    )
    for optional in (np.zeros(12, np.bool_), np.arange(12) % 3 == 0, np.ones(12, np.bool_)):
        puzzle = Puzzle("tray", SQUARE, board, optional, pieces)
        assert frontier(puzzle).packings == sp.count(puzzle).raw


def test_a_piece_that_a_reflection_has_no_image_for_does_not_disturb_the_others() -> None:
    pieces = {
        "A": {"cells": [[0, 1, 1]]},
        "C": {"cells": [[0, 0, 3], [0, 0, 0], [0, 1, 3]], "mirror": True},
        "D": {"cells": [[5, 5, 3], [5, 4, 0]], "min": 0, "max": 1},  # no packing with it has a mirror image
        "E": {"cells": [[0, 1, 1]]},
    }
    board = [[0, 0, 0], [0, 0, 1], [0, 0, 3], [0, 1, 1], [0, 1, 3]]
    puzzle = sp.make_puzzle(grid="half-squares", board=board, mirror=False, pieces=pieces)
    assert sp.count(puzzle, method="frontier") == sp.count(puzzle, method="search") == sp.Counts(4, 4, 2)


@pytest.mark.parametrize(("sides", "most"), [((5, 5), (12, 8)), ((4, 6), (12, 8)), ((3, 7), (99, 99))])
def test_bounds_that_no_packing_reaches_need_no_states(sides: tuple[int, int], most: tuple[int, int]) -> None:
    board = np.array(list(product(*map(range, sides), [0])), dtype=np.int64)
    pieces = tuple(
        Piece(name, np.array(shape), 0, many)
        for name, shape, many in zip("DL", (DOMINO, [*DOMINO, (0, 1, 0)]), most, strict=True)
    )
    puzzle = Puzzle("tight", SQUARE, board, np.zeros(len(board), np.bool_), pieces)
    loose = replace(puzzle, pieces=tuple(replace(piece, max=200) for piece in pieces))
    assert frontier(puzzle) == frontier(loose)


def test_what_does_not_fit_into_memory_is_refused_with_its_reason() -> None:
    with pytest.raises(FrontierError, match=r"states after \d+ cells, more do not fit into 1 MiB"):
        frontier(sp.load("pentominoes-6x10"), 1 << 20)


def test_states_take_no_more_memory_than_they_may() -> None:
    puzzle, refused = sp.load("soma"), 0
    cover, order = sp.cover_of(puzzle, sp.place(puzzle)), scan_order(puzzle.board)
    for memory in range(1 << 20, 8 << 20, 1 << 20):
        tracemalloc.start()
        try:
            assert count_packings(cover, order, memory).packings == 11520
        except FrontierError:
            refused += 1
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < memory + (1 << 20)  # what Python and the options take
    assert 0 < refused < 7


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of temporary files."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def spilled(puzzle: Puzzle, memory: int, **details: Any) -> Counted:
    cover, order = sp.cover_of(puzzle, sp.place(puzzle)), scan_order(puzzle.board)
    with pytest.raises(WideError):
        count_packings(cover, order, memory)
    return count_packings(cover, order, memory, spilled=True, **details)


@pytest.mark.parametrize("words", [1, 2])
def test_states_beyond_memory_are_merged_in_a_file(words: int, monkeypatch: pytest.MonkeyPatch) -> None:
    if words == 2:
        begin_at_the_end_of_a_word(monkeypatch)
    puzzle = sp.load("soma")
    assert spilled(puzzle, 1 << 20) == frontier(puzzle) == Counted(11520, 399381, 52549)


def test_counts_in_a_file_grow() -> None:
    puzzle = boxes("domino", DOMINO, 14, 14)
    assert spilled(puzzle, 1 << 18) == frontier(puzzle)
    assert frontier(puzzle).packings == kasteleyn(14, 14) > 1 << 64


def test_classes_are_counted_beyond_memory() -> None:
    assert count_solutions(sp.solve("soma"), "frontier", 1 << 20) == sp.Counts(11520, 480, 240)


def test_a_file_of_states_has_no_name_and_takes_no_more_memory(scratch: Path) -> None:
    def watch() -> None:
        assert not [*scratch.iterdir()]

    puzzle = sp.load("soma")
    cover, order = sp.cover_of(puzzle, sp.place(puzzle)), scan_order(puzzle.board)
    tracemalloc.start()
    assert count_packings(cover, order, 1 << 20, spilled=True, watch=watch).packings == 11520
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 3 << 20  # with what Python and the options take, and what is sorted


def test_a_count_in_a_file_stops(scratch: Path) -> None:
    clock = Clock()
    puzzle, seen = sp.load("soma"), list[None]()

    def watch() -> None:
        seen.append(None)
        if len(seen) == 300:  # of some thousand
            clock.stop()

    with pytest.raises(Stopped):
        spilled(puzzle, 1 << 20, clock=clock, watch=watch)
    assert len(seen) == 300 and not [*scratch.iterdir()]


def test_a_full_disk_ends_a_count_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = sp.load("soma")
    monkeypatch.setattr(tempfile, "TemporaryFile", lambda **_: Path("/dev/full").open("r+b"))  # noqa: SIM115
    with pytest.raises(
        FrontierError, match=r"^\d+ states after \d+ cells, .* of memory, nor on the disk: No space left"
    ):
        spilled(puzzle, 1 << 20)
    monkeypatch.undo()
    usage = shutil.disk_usage(".")._replace(free=4 << 20)
    monkeypatch.setattr("satpuzzle.engines.frontier.spilled.disk_usage", lambda place: usage)
    with pytest.raises(FrontierError, match=r"nor on the disk: 1 MiB, a quarter of what was free, are not enough$"):
        spilled(puzzle, 1 << 20)


def test_a_cover_whose_options_do_not_all_cover_a_cell_is_refused() -> None:
    bare = sp.ExactCover.of_sets([["a", "b"], ["c"]])
    with pytest.raises(FrontierError, match=r"^an option covers no cell$"):
        count_packings(bare, np.arange(1), MEMORY)


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("words", [1, 2])
def test_items_with_any_bounds_and_weights_are_counted(seed: int, words: int, monkeypatch: pytest.MonkeyPatch) -> None:
    cover = weighted(seed)
    if words == 2:
        begin_at_the_end_of_a_word(monkeypatch)
    order = np.arange(len(cover.families["cells"]))
    found = count_packings(cover, order, MEMORY)
    assert found == swept(Problem.of(cover, order, UNLIMITED))
    assert found.packings == sp.count(cover).raw == len([*diagram_of(cover, order, MEMORY)])


def begin_at_the_end_of_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let windows begin at bit 61 of a state, so that most of them continue in a second word."""
    of = Problem.of

    def moved(*given: Any) -> Problem:
        problem = of(*given)
        assert problem.counters.used <= 61
        problem.counters.used = 61
        return problem

    monkeypatch.setattr(Problem, "of", moved)


def swept(problem: Problem) -> Counted:
    """Count as the kernel does, by a dictionary of states."""
    counters = problem.counters
    states, sizes = {(0, counters.begin): 1}, [1]
    for cell, (guards, (more_then, needed, taken, begun)) in enumerate(
        zip(counters.guards.tolist(), counters.ends.tolist(), strict=True)
    ):
        some = slice(int(problem.start[cell]), int(problem.start[cell + 1]))
        rows = (problem.windows, counters.blocked, counters.added, problem.filled, counters.flags)
        told = (numbers_of(each[some] if each.ndim == 2 else each[some, None]) for each in rows)
        options = [*zip(*told, strict=True)]
        following = dict[tuple[int, int], int]()
        for (window, used), many in states.items():
            goals = [(window, used)] if window & 1 or problem.optional[cell] else []
            for own, blocked, more, filled, flags in options if not window & 1 else []:
                if not (window & own or used & blocked or (used + more) & guards):
                    goals.append((window | filled, (used + more) | flags))
            for goal, used in goals:
                if (used + more_then) & needed == needed:
                    left = (used + more_then) & ~taken | begun
                    state = goal >> int(problem.columns[cell + 1] - problem.columns[cell]), left
                    following[state] = following.get(state, 0) + many
        states = following
        sizes.append(len(states))
    return Counted(0 if counters.hopeless else sum(states.values()), sum(sizes), max(sizes))


def weighted(seed: int) -> sp.ExactCover:
    """Return a cover of cells in a row, and of items that options which begin at some of them cover, perhaps often."""
    dice = Random(seed)
    cells, more, options, sums = range(dice.randint(6, 12)), range(dice.randint(3, 12)), [], Counter[tuple[str, int]]()
    spans = [(start, start + dice.randint(0, 4)) for start in dice.choices(cells, k=len(more))]
    for _ in range(dice.randint(15, 35)):
        start = dice.choice(cells)
        option: list[Any] = [*cells[start : start + dice.randint(1, 3)]]
        for item in [item for item in more if spans[item][0] <= start <= spans[item][1] and dice.random() < 0.7]:
            weight = dice.choice((1, 1, 1, 2, 3, 7))
            option.append(sp.Weighted(("sum", item), weight))
            sums["sum", item] += weight
        options.append(option)
    bounds: dict[Any, tuple[int, int]] = {cell: (dice.choice((0, 0, 1)), 1) for cell in cells}
    for number in more:
        low = dice.choice((0, 0, 0, 1, dice.randint(0, 3)))
        bounds["sum", number] = low, max(low + dice.choice((0, 2, 4, 6, sums["sum", number])), 1)
    cover = sp.ExactCover.of_sets(options, bounds)
    order = sorted(range(len(cover.names)), key=lambda item: isinstance(cover.names[item], tuple))
    assert order == [*range(len(order))]
    return replace(cover, families={"cells": range(len(cells))})


def bounded(seed: int) -> Puzzle:
    """Return a small board with holes and optional cells, and pieces that have bounds."""
    dice = Random(seed)
    cells = [cell for cell in product(range(dice.randint(3, 5)), range(dice.randint(3, 6)), [0]) if dice.random() < 0.9]
    shapes = [DOMINO, [*DOMINO, (0, 1, 0)], [*DOMINO, (2, 0, 0)], [(0, 0, 0)], [*DOMINO, (1, 1, 0), (2, 1, 0)]]
    pieces = []
    for number, shape in enumerate(dice.sample(shapes, dice.randint(1, 4))):
        least = dice.choice((0, 0, 0, 1, 2))
        pieces.append(Piece(f"p{number}", np.array(shape), least, least + dice.choice((0, 1, 2, 5, 20)) or 1))
    optional = np.array([dice.random() < dice.choice((0.0, 0.3)) for _ in cells])
    return Puzzle(f"bounded {seed}", SQUARE, np.array(cells), optional, tuple(pieces))


@pytest.mark.parametrize("words", [1, 2])
@pytest.mark.parametrize("seed", range(40))
def test_the_kernel_has_the_states_of_a_dictionary(seed: int, words: int, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = bounded(seed)
    cover, order = sp.cover_of(puzzle, sp.place(puzzle)), scan_order(puzzle.board)
    if words == 2:
        begin_at_the_end_of_a_word(monkeypatch)
    wanted = swept(Problem.of(cover, order, UNLIMITED))
    assert count_packings(cover, order, MEMORY) == wanted
    assert wanted.packings == sp.count(puzzle, method="search").raw


@pytest.mark.parametrize("words", [1, 2])
@pytest.mark.parametrize("name", ["dominoes on 13x26", "pentominoes-3x20"])
def test_counts_get_more_limbs_and_tables_more_room(name: str, words: int, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = sp.load(name) if name.startswith("p") else boxes("domino", DOMINO, 13, 26)
    cover, order = sp.cover_of(puzzle, sp.place(puzzle)), scan_order(puzzle.board)
    if words == 2:
        begin_at_the_end_of_a_word(monkeypatch)
    done: Any = set()
    larger, widened = Sweep._larger, Table.widened
    monkeypatch.setattr(Sweep, "_larger", lambda *given: done.update(["larger"]) or larger(*given))
    monkeypatch.setattr(Table, "widened", lambda *given: done.update(["widened"]) or widened(*given))
    assert count_packings(cover, order, MEMORY) == swept(Problem.of(cover, order, UNLIMITED))
    assert done == ({"larger"} if name.startswith("p") else {"widened"})


@pytest.mark.parametrize("apart", [62, 63, 64, 70, 126, 127])
def test_windows_have_up_to_two_words(apart: int) -> None:
    cells = range(apart + 8)
    cover = sp.ExactCover.of_sets([*([cell] for cell in cells), *([cell, cell + apart] for cell in range(8))])
    cover = replace(cover, families={"cells": cells})
    counted = count_packings(cover, np.arange(len(cells)), MEMORY)
    assert counted == swept(Problem.of(cover, np.arange(len(cells)), UNLIMITED))
    assert counted.packings == 256 == len([*diagram_of(cover, np.arange(len(cells)), MEMORY)])


def test_a_piece_that_reaches_too_far_is_refused() -> None:
    with pytest.raises(FrontierError, match="reaches 132 cells along the frontier, at most 128 are possible"):
        frontier(boxes("far", [(0, 0, 0), (131, 0, 0)], 264, 1))


def classes(puzzle: Puzzle) -> sp.Counts:
    return count_solutions(sp.solve(puzzle), "frontier")


@pytest.mark.parametrize("name", ["soma", "galakub", "diabolical-cube", "iq-pyramid-4", "tetracubes-2x4x4"])
def test_classes_are_counted_by_the_packings_that_symmetries_leave_as_they_are(name: str) -> None:
    assert classes(sp.load(name)) == sp.count(name, method="search")


@pytest.mark.full
@settings(deadline=None, max_examples=60)
@drawn(puzzles())
def test_random_puzzles_are_counted_alike_by_frontier_and_search(puzzle: Puzzle) -> None:
    assume(len(sp.place(puzzle)) <= 60)
    try:
        found = classes(puzzle)
    except FrontierError:
        assume(False)
    assert found == sp.count(puzzle, method="search")


def without_a_memo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a memo expect to take longer than a search, whatever the problem."""

    class Refused:
        expected = math.inf

        def advance(self, turn: float, seconds: float) -> None:
            pass

    monkeypatch.setattr(race, "remembering", lambda *given: lambda cover, **details: Refused())


def test_an_automatic_choice_sweeps_what_would_take_long_to_search(monkeypatch: pytest.MonkeyPatch) -> None:
    without_a_memo(monkeypatch)
    run = sp.solve(boxes("domino", DOMINO, 8, 8))
    assert count_solutions(run) == sp.Counts(12988816, 1629189, 1629189)  # OEIS A004003 and A227423
    assert "states" in run.stats
    assert "nodes" not in run.stats


def test_an_automatic_choice_searches_what_is_too_wide_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    without_a_memo(monkeypatch)
    remarks: list[str] = []
    run = sp.solve(boxes("domino", DOMINO, 8, 8))

    def remark(text: str) -> None:
        remarks.append(text)
        run.interrupt()  # the search would be long

    assert not count_solutions(run, "auto", 1 << 10, remark).final
    assert len(remarks) == 1
    assert remarks[0].endswith("more do not fit into 0 MiB; searching")


def test_a_short_search_is_not_swept() -> None:
    run = sp.solve("soma")
    count_solutions(run)
    assert "states" not in run.stats


def test_an_interrupted_frontier_is_not_final() -> None:
    run = sp.solve("soma")
    run.interrupt()
    assert not count_solutions(run, "frontier").final
    assert run.status == "interrupted"


def test_pieces_that_are_given_are_for_the_search() -> None:
    with pytest.raises(FrontierError, match="pieces are given"):
        sp.count("soma", given="V: 0,0,0 1,0,0 0,1,0", method="frontier")


@pytest.mark.parametrize("seed", range(60))
def test_strips_with_colours_have_as_many_packings_as_a_search_finds(seed: int) -> None:
    cover = strip(seed)
    counted = count_packings(cover, np.arange(len(cover.families["cells"])), MEMORY)
    assert counted.packings == sp.count(cover, "native").raw


@pytest.mark.few(3)
@pytest.mark.parametrize("seed", [seed for seed in range(61) if seed != 28])  # an edge of strip 28 has no colours
def test_packings_with_colours_that_are_their_own_mirror_images_are_counted(seed: int) -> None:
    cover = strip(seed, mirrored=True)
    cells, options = len(cover.families["cells"]), np.arange(len(cover.rows))
    items = np.arange(len(cover.names))
    items[:cells] = items[:cells][::-1]
    items[-cells - 1 :] = items[-cells - 1 :][::-1]
    counted = count_packings(cover, np.arange(cells), MEMORY, under=(powers(items), powers(options ^ 1)))
    assert counted.packings == sum({option ^ 1 for option in chosen} == {*chosen} for chosen in sp.solve(cover))
