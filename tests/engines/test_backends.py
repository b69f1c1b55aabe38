"""The conformance suite: what every backend must do.

Textbook covers come first, with published counts, then random ones against the brute force, then limits,
interruptions and accidents.  A process for each call takes its time, so the suite asks each backend as a
whole for a few covers, and the functions that run inside the process for many.
"""

import os
import signal
import sys
import threading
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from brute_force import solutions
from hypothesis import assume, settings
from hypothesis import given as drawn
from hypothesis import strategies as st
from strategies import Bounds, Sets, boards, covers, grid, make_piece, make_puzzle

import satpuzzle as sp
from satpuzzle.cnf.recipe import load_recipe
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.placements import place
from satpuzzle.engines import BACKENDS, Limits, Search, Status, cpsat
from satpuzzle.engines import clingo as asp
from satpuzzle.engines import native as bitmask
from satpuzzle.engines import pysat as sat
from satpuzzle.engines.base import Stats
from satpuzzle.engines.native import AUTO, STRATEGIES, find, mrv
from satpuzzle.engines.native.probe import BUDGET_SPENT, EXHAUSTED, STACK_FULL
from satpuzzle.engines.worker import Workers
from satpuzzle.errors import BackendError, PuzzleError
from satpuzzle.puzzle.library import files

Solutions = list[tuple[int, ...]]

_NEEDS = {"cryptominisat": "pycryptosat", "clingo": "clingo"}
_MISSING = {backend for backend, package in _NEEDS.items() if find_spec(package) is None}
_skip = pytest.mark.skip(reason="its package is not installed")
every_backend = pytest.mark.parametrize(
    "backend", [pytest.param(name, marks=[_skip] if name in _MISSING else []) for name in BACKENDS]
)
_clingo = pytest.param("clingo", marks=[_skip] if "clingo" in _MISSING else [])
one_of_each_kind = pytest.mark.parametrize("backend", ["bitmask", "cpsat", "cadical", _clingo])
with_a_child = pytest.mark.parametrize("backend", ["cpsat", "cadical", _clingo])
posix = pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc and sends signals")


# Textbook covers

Textbook = tuple[Sets, Bounds]


def knuth() -> Textbook:
    """TAOCP 7.2.2.1, equation (5)."""
    return [{2, 4}, {0, 3, 6}, {1, 2, 5}, {0, 3, 5}, {1, 6}, {3, 4, 6}], [(1, 1)] * 7


def latin_squares(n: int) -> Textbook:
    """Each row, column and symbol; each cell, row and symbol, ..."""
    options = [{r * n + c, n * n + r * n + s, 2 * n * n + c * n + s} for r, c, s in product(range(n), repeat=3)]
    return options, [(1, 1)] * (3 * n * n)


def queens(n: int) -> Textbook:
    """A queen in each row and column, at most one on a diagonal."""
    options = [{r, n + c, 2 * n + r + c, 4 * n - 1 + n - 1 - r + c} for r, c in product(range(n), repeat=2)]
    return options, [(1, 1)] * (2 * n) + [(0, 1)] * (4 * n - 2)


def langford_pairs(n: int) -> Textbook:
    """Two of each number, k of them k places apart."""
    options = [{k, n + first, n + first + k + 2} for k in range(n) for first in range(2 * n - k - 2)]
    return options, [(1, 1)] * (3 * n)


def graphs(n: int, least: int, most: int) -> Textbook:
    """Graphs on n vertices of degrees from `least` to `most`: an option is an edge."""
    return [{a, b} for a, b in combinations(range(n), 2)], [(least, most)] * n


def chain(n: int) -> Textbook:
    """A row of n cells to be filled with dominoes and one single square, which may be at every other cell."""
    return [*({x, x + 1} for x in range(n - 1)), *({x, n} for x in range(n))], [(1, 1)] * (n + 1)


TEXTBOOK: dict[str, tuple[Textbook, int]] = {
    "Knuth's seven items": (knuth(), 1),
    "Latin squares of order 3": (latin_squares(3), 12),  # OEIS A002860
    "five queens": (queens(5), 10),  # A000170
    "six queens": (queens(6), 4),
    "Langford pairs of 3": (langford_pairs(3), 2),  # twice A014552
    "Langford pairs of 4": (langford_pairs(4), 2),
    "no Langford pairs of 5": (langford_pairs(5), 0),
    "perfect matchings of K6": (graphs(6, 1, 1), 15),  # A001147
    "all matchings of K5": (graphs(5, 0, 1), 26),  # A000085
    "2-regular graphs on 5 vertices": (graphs(5, 2, 2), 12),  # A001205
    "3-regular graphs on 6 vertices": (graphs(6, 3, 3), 70),  # A002829
    "graphs on 4 vertices without isolated ones": (graphs(4, 1, 3), 41),  # A006129
    "graphs on 4 vertices of degrees 1 and 2": (graphs(4, 1, 2), 3 + 12 + 3),  # matchings, paths, cycles
    "a chain of 19": (chain(19), 10),
    "no chain of 20": (chain(20), 0),
}
LARGER: dict[str, tuple[Textbook, int]] = {
    "Latin squares of order 4": (latin_squares(4), 576),
    "eight queens": (queens(8), 92),
    "Langford pairs of 7": (langford_pairs(7), 52),
    "2-regular graphs on 7 vertices": (graphs(7, 2, 2), 465),
    "all matchings of K6": (graphs(6, 0, 1), 76),
    "graphs on 5 vertices without isolated ones": (graphs(5, 1, 4), 768),
}


def of(textbook: Textbook) -> ExactCover:
    return ExactCover.of_sets(*textbook)


def collected(backend: str, cover: ExactCover, recipe: str = "default") -> Solutions:
    """Return what a backend finds, without a process of its own."""
    found: Solutions = []
    stats: Stats = {}

    def emit(options: list[int]) -> None:
        found.append(tuple(options))

    if backend == "bitmask":
        found += list(BACKENDS[backend](cover))
    elif cover.hopeless() is not None:
        return []
    elif backend == "clingo":
        asp.enumerate_sets(cover, emit, stats)
    elif backend == "cpsat":
        cpsat.enumerate_solutions(cover, emit, stats, constraints=load_recipe(recipe).constraints)
    else:
        solver = sat.SOLVERS[backend]
        sat.enumerate_models(cover, emit, stats, solver=solver, recipe=load_recipe(recipe))
    return found


def is_solution(chosen: tuple[int, ...], options: Sets, bounds: Bounds) -> bool:
    covered = [sum(item in options[option] for option in chosen) for item in range(len(bounds))]
    return all(lower <= times <= upper for times, (lower, upper) in zip(covered, bounds, strict=True))


def check(found: Solutions, options: Sets, bounds: Bounds) -> None:
    assert sorted(found) == solutions(options, bounds)
    assert all(list(solution) == sorted(solution) for solution in found)


@every_backend
@pytest.mark.parametrize("name", TEXTBOOK)
def test_every_backend_solves_the_textbook(backend: str, name: str) -> None:
    textbook, number = TEXTBOOK[name]
    found = collected(backend, of(textbook))
    assert len(found) == len(set(found)) == number
    assert all(is_solution(options, *textbook) for options in found)


@one_of_each_kind
@pytest.mark.parametrize("name", LARGER)
def test_one_backend_of_each_kind_solves_larger_ones(backend: str, name: str) -> None:
    textbook, number = LARGER[name]
    found = collected(backend, of(textbook))
    assert len(found) == len(set(found)) == number


# As a whole, in processes of their own

MIXED: Textbook = (
    # Primary items 0 and 1, the optional 2 and 3, two or three of 4, at most two of 5.
    [{0, 4}, {0, 2, 4}, {1, 4, 5}, {1, 3}, {4}, {4, 5}, {5}, {2, 3, 4}, {3, 5}],
    [(1, 1), (1, 1), (0, 1), (0, 1), (2, 3), (0, 2)],
)


@every_backend
def test_every_backend_finds_what_brute_force_finds_in_a_cover_of_all_kinds_of_items(backend: str) -> None:
    search = BACKENDS[backend](of(MIXED))
    assert search.status is None
    check(list(search), *MIXED)
    assert search.status is Status.EXHAUSTED
    assert search.stats["solutions"] == len(solutions(*MIXED)) == 28
    assert search.stats["seconds"] > 0


@every_backend
def test_every_backend_knows_that_a_cover_without_items_has_the_empty_solution(backend: str) -> None:
    search = BACKENDS[backend](ExactCover.of_sets([], []))
    assert list(search) == [()]
    assert search.status is Status.EXHAUSTED


@every_backend
def test_every_backend_finds_all_subsets_where_nothing_is_asked(backend: str) -> None:
    search = BACKENDS[backend](ExactCover.of_sets([{0}, {1}, {1}], [(0, 1), (0, 9)]))
    assert sorted(search) == [(), (0,), (0, 1), (0, 1, 2), (0, 2), (1,), (1, 2), (2,)]
    assert search.status is Status.EXHAUSTED


@one_of_each_kind
def test_the_empty_solution_is_found_along_with_the_larger_ones(backend: str) -> None:
    search = BACKENDS[backend](of(graphs(4, 0, 1)))
    check(list(search), *graphs(4, 0, 1))


@one_of_each_kind
def test_no_solution_is_an_answer(backend: str) -> None:
    search = BACKENDS[backend](of(chain(8)))
    assert list(search) == []
    assert search.status is Status.EXHAUSTED
    assert search.stats["solutions"] == 0


@one_of_each_kind
def test_a_hopeless_cover_is_exhausted_at_once(backend: str) -> None:
    search = BACKENDS[backend](ExactCover.of_sets([{0}], [(1, 1), (1, 1)]))
    assert list(search) == []
    assert search.status is Status.EXHAUSTED
    assert set(search.stats) == {"solutions", "seconds"}


@one_of_each_kind
def test_given_options_are_in_every_solution(backend: str) -> None:
    options, bounds = latin_squares(3)
    cover = of((options, bounds)).given([4, 0])
    found = sorted(BACKENDS[backend](cover))
    assert found == [s for s in solutions(options, bounds) if {0, 4} <= set(s)]
    assert len(found) == 2


@one_of_each_kind
def test_a_cover_that_is_solved_already_has_itself_as_solution(backend: str) -> None:
    search = BACKENDS[backend](of(knuth()).given([3, 0, 4]))
    assert list(search) == [(0, 3, 4)]
    assert search.status is Status.EXHAUSTED


@one_of_each_kind
def test_options_that_are_ruled_out_are_in_no_solution(backend: str) -> None:
    options, bounds = latin_squares(3)
    banned = np.arange(len(options)) % 11 == 0
    found = sorted(BACKENDS[backend](of((options, bounds)).without(banned)))
    assert found == [s for s in solutions(options, bounds) if not any(banned[list(s)])]
    assert 0 < len(found) < 12


# Random covers


@settings(deadline=None, max_examples=300)
@drawn(covers(most_items=7, most_options=10))
def test_the_native_search_finds_what_brute_force_finds(cover: Textbook) -> None:
    check(list(BACKENDS["bitmask"](of(cover))), *cover)


@settings(deadline=None, max_examples=200)
@drawn(covers(), st.data())
def test_the_native_search_finds_the_same_wherever_the_items_stand(cover: Textbook, data: st.DataObject) -> None:
    options, bounds = cover
    items = data.draw(st.integers(len(bounds), 200))
    places = data.draw(st.permutations(range(items)))
    spread = [(0, 1)] * items
    for item, bound in enumerate(bounds):
        spread[places[item]] = bound
    moved = [{places[item] for item in option} for option in options]
    assert sorted(BACKENDS["bitmask"](of((moved, spread)))) == solutions(options, bounds)


@pytest.mark.parametrize("backend", ["cpsat", "cadical", "glucose", "minisat22", "lingeling", "maplechrono", _clingo])
@settings(deadline=None, max_examples=60)
@drawn(cover=covers())
def test_foreign_solvers_find_what_brute_force_finds(backend: str, cover: Textbook) -> None:
    check(collected(backend, of(cover)), *cover)


@pytest.mark.parametrize("backend", ["bitmask", "cpsat", "cadical", "minisat22"])
@settings(deadline=None, max_examples=40)
@drawn(cover=covers(), data=st.data())
def test_backends_solve_subproblems_as_brute_force_does(backend: str, cover: Textbook, data: st.DataObject) -> None:
    every = solutions(*cover)
    if not every:
        return
    solution = data.draw(st.sampled_from(every))
    given = data.draw(st.permutations(solution))[: data.draw(st.integers(0, len(solution)))]
    numbers, rest = of(cover).given(given).residual()
    found = [tuple(sorted((*given, *numbers[list(s)].tolist()))) for s in collected(backend, rest)]
    assert sorted(found) == [s for s in every if set(given) <= set(s)]


# Recipes, parts and jobs


@every_backend
@pytest.mark.parametrize("recipe", files("encodings"))
def test_every_backend_finds_the_same_by_every_recipe(backend: str, recipe: str) -> None:
    for textbook in (MIXED, langford_pairs(3), graphs(4, 1, 2)):
        check(collected(backend, of(textbook), recipe), *textbook)


@pytest.mark.parametrize("recipe", files("encodings"))
@settings(deadline=None, max_examples=20)
@drawn(cover=covers())
def test_random_covers_are_solved_by_every_recipe(recipe: str, cover: Textbook) -> None:
    check(collected("cadical", of(cover), recipe), *cover)


@every_backend
def test_a_split_search_finds_the_same_in_the_same_order_for_any_number_of_jobs(backend: str) -> None:
    one, three = ([*BACKENDS[backend](of(latin_squares(3)), parts=7, jobs=jobs)] for jobs in (1, 3))
    assert one == three
    check(one, *latin_squares(3))


@with_a_child
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_split_search_needs_no_more_processes_than_jobs(backend: str, jobs: int) -> None:
    before = set(children())
    search = BACKENDS[backend](of(latin_squares(4)), parts=30, jobs=jobs, look_ahead=True)
    used = {child for _ in search for child in children()} - before
    assert 1 <= len(used) <= jobs
    assert not used & set(children())
    assert search.stats["solutions"] == 576


@posix
@with_a_child
def test_a_solver_killed_in_a_split_search_is_an_error_after_what_was_found(backend: str) -> None:
    cover = of(latin_squares(4))
    search = BACKENDS[backend](cover, parts=30, jobs=2)
    found: Solutions = []
    with pytest.raises(BackendError, match=r"^the solver's process was killed by SIGKILL$"):
        for solution in search:
            if len(found) == 10:
                for child in children():
                    os.kill(child, signal.SIGKILL)
            found.append(solution)
    assert 10 <= len(found) == len(set(found)) < 576
    cover.check(np.array(found))
    assert children() == []


def test_more_than_one_worker_of_cpsat_loses_solutions_which_is_why_there_is_one() -> None:
    # If this fails, OR-Tools has been mended, and the guard in cpsat.py may go.
    from ortools.sat.python import cp_model

    def count(**parameters: Any) -> int:
        options, bounds = latin_squares(3)
        model = cp_model.CpModel()
        chosen = [model.new_bool_var("") for _ in options]
        for item in range(len(bounds)):
            model.add_exactly_one(chosen[o] for o, items in enumerate(options) if item in items)
        found = set()

        class Collect(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
            def on_solution_callback(self) -> None:
                found.add(tuple(o for o, x in enumerate(chosen) if self.boolean_value(x)))

        solver = cp_model.CpSolver()
        solver.parameters.enumerate_all_solutions = True
        for key, value in parameters.items():
            setattr(solver.parameters, key, value)
        assert solver.solve(model, Collect()) == cp_model.OPTIMAL
        return len(found)

    assert count(num_workers=1) == 12
    assert count(num_workers=1, keep_all_feasible_solutions_in_presolve=False) < 12
    assert min(count(num_workers=2) for _ in range(5)) < 12


# Large boards


@pytest.mark.parametrize("cells", [37, 39, 63, 65, 101, 103, 127, 129, 255, 257, 299])
def test_boards_of_many_words_are_covered_to_the_last_cell(cells: int) -> None:
    found = list(BACKENDS["bitmask"](of(chain(cells))))
    assert len(found) == (cells + 1) // 2
    # The single square stands at the first, third, fifth, ... cell.
    assert sorted(max(solution) - (cells - 1) for solution in found) == list(range(0, cells, 2))


@pytest.mark.parametrize("cells", [64, 128, 256, 300])
def test_boards_of_an_even_number_of_cells_have_no_room_for_a_single_square(cells: int) -> None:
    assert list(BACKENDS["bitmask"](of(chain(cells)))) == []


@with_a_child
def test_foreign_solvers_cover_boards_of_many_words_too(backend: str) -> None:
    assert sorted(collected(backend, of(chain(131)))) == sorted(BACKENDS["bitmask"](of(chain(131))))


@pytest.mark.parametrize("cells", [65, 131, 299])
def test_copies_are_counted_beyond_the_first_word(cells: int) -> None:
    options, bounds = chain(cells)
    dominoes = len(bounds)
    counted = [option if cells in option else {*option, dominoes} for option in options]
    for copies, number in ((cells // 2, (cells + 1) // 2), (cells // 2 - 1, 0)):
        assert len(list(BACKENDS["bitmask"](of((counted, [*bounds, (copies, copies)]))))) == number


@pytest.mark.parametrize("options", [31, 32, 33, 63, 64, 65, 200])
def test_an_item_may_have_any_number_of_options(options: int) -> None:
    found = list(BACKENDS["bitmask"](of(([{0}] * options, [(1, 1)]))))
    assert sorted(found) == [(option,) for option in range(options)]
    if options < 70:
        pairs = list(BACKENDS["bitmask"](of(([{0}] * options, [(2, 2)]))))
        assert sorted(pairs) == list(combinations(range(options), 2))


def test_a_million_copies_need_no_more_room_than_the_board_has() -> None:
    domino = make_piece("domino", [(0, 0, 0), (1, 0, 0)], "cubic", minimum=0, maximum=1_000_000)
    puzzle = make_puzzle("cubic", grid("cubic", 6, 6, 6), [domino])
    assert mrv.State(ExactCover.of(puzzle, place(puzzle))).longest == 216 // 2


# Limits


@one_of_each_kind
@pytest.mark.parametrize("limit", [1, 7])
def test_a_solution_limit_is_met_exactly(backend: str, limit: int) -> None:
    cover = of(latin_squares(4))
    search = BACKENDS[backend](cover, Limits(solutions=limit))
    found = list(search)
    assert len(set(found)) == len(found) == limit
    assert search.status is Status.SOLUTION_LIMIT
    assert search.stats["solutions"] == limit
    cover.check(np.array(found))


@one_of_each_kind
def test_a_limit_that_is_not_reached_changes_nothing(backend: str) -> None:
    search = BACKENDS[backend](of(queens(6)), Limits(solutions=5, seconds=100))
    assert len(list(search)) == 4
    assert search.status is Status.EXHAUSTED


@cache
def endless() -> ExactCover:
    """Latin squares of order 7: 61,479,419,904,000 of them."""
    return of(latin_squares(7))


@one_of_each_kind
def test_a_time_limit_keeps_what_was_found(backend: str) -> None:
    search = BACKENDS[backend](endless(), Limits(seconds=1))
    batches = list(search.batches())
    assert search.status is Status.TIME_LIMIT
    found = sum(map(len, batches))
    assert search.stats["solutions"] == found > 0
    assert 1 <= float(search.stats["seconds"]) < 60


@one_of_each_kind
def test_a_time_limit_ends_a_search_that_finds_nothing(backend: str) -> None:
    # Two-coloured dominoes: a checkerboard of 14 x 14 without two corners of one colour cannot be tiled.
    cells = [cell for cell in product(range(14), repeat=2) if cell not in ((0, 0), (13, 13))]
    number = {cell: index for index, cell in enumerate(cells)}
    pairs = [((x, y), other) for x, y in cells for other in ((x + 1, y), (x, y + 1))]
    options = [{number[a], number[b]} for a, b in pairs if b in number]
    search = BACKENDS[backend](of((options, [(1, 1)] * len(cells))), Limits(seconds=0.5))
    assert list(search) == []
    assert search.status in (Status.TIME_LIMIT, Status.EXHAUSTED)
    assert backend == "cpsat" or search.status is Status.TIME_LIMIT


# Interruptions


@one_of_each_kind
def test_a_search_can_be_interrupted_from_another_thread(backend: str) -> None:
    search = BACKENDS[backend](endless())
    found = 0
    for batch in search.batches():
        if not found and len(batch):
            threading.Thread(target=search.interrupt).start()
        found += len(batch)
    assert search.status is Status.INTERRUPTED
    assert search.stats["solutions"] == found > 0


@one_of_each_kind
def test_a_search_that_was_interrupted_before_it_began_finds_nothing(backend: str) -> None:
    search = BACKENDS[backend](endless())
    search.interrupt()
    assert list(search) == []
    assert search.status is Status.INTERRUPTED


@posix
@one_of_each_kind
def test_ctrl_c_ends_the_iteration_like_a_limit(backend: str) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # some solver above may have left its own
    search = BACKENDS[backend](endless())
    found = 0
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    for batch in search.batches():
        if not found and len(batch):
            timer.start()
        found += len(batch)
    timer.join()
    assert search.status is Status.INTERRUPTED
    assert search.stats["solutions"] == found > 0


@one_of_each_kind
def test_a_search_is_iterated_once(backend: str) -> None:
    search = BACKENDS[backend](of(knuth()))
    assert list(search) == [(0, 3, 4)]
    assert list(search) == []
    assert search.status is Status.EXHAUSTED


# Accidents


def children() -> list[int]:
    """Return the processes that this one has started to solve something."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                command = (folder / "cmdline").read_text()
            except OSError:  # it has ended
                continue
            if parent == os.getpid() and "satpuzzle.engines.worker" in command:
                found.append(int(folder.name))
    return found


@posix
@with_a_child
def test_a_killed_solver_is_an_error_after_what_it_had_found(backend: str) -> None:
    search = BACKENDS[backend](endless())
    found: Solutions = []
    with pytest.raises(BackendError, match=r"^the solver's process was killed by SIGKILL$"):
        for solution in search:
            if not found:
                (child,) = children()
                os.kill(child, signal.SIGKILL)
            found.append(solution)
    assert search.status is Status.INTERRUPTED
    assert search.stats["solutions"] == len(found) > 0
    endless().check(np.array(found))
    assert children() == []


@posix
@with_a_child
def test_a_search_that_is_given_up_leaves_no_process_behind(backend: str) -> None:
    search = BACKENDS[backend](endless())
    next(iter(search))
    assert len(children()) == 1
    search.batches().close()
    assert search.status is Status.INTERRUPTED
    assert children() == []


def fail(cover: ExactCover, emit: Callable[[list[int]], None], stats: Stats) -> None:
    """A solver that finds something and then breaks down."""
    emit([0, 3, 4])
    stats["conflicts"] = 7
    raise ArithmeticError("lost count")


def leave(cover: ExactCover, emit: Callable[[list[int]], None], stats: Stats) -> None:
    """A solver that takes its process with it."""
    emit([0, 3, 4])
    os._exit(3)


def chatter(cover: ExactCover, emit: Callable[[list[int]], None], stats: Stats) -> None:
    """A solver that prints where the answers go."""
    print("c hello", flush=True)
    os.write(1, b"c I am a solver\n")
    emit([0, 3, 4])


def lie(cover: ExactCover, emit: Callable[[list[int]], None], stats: Stats) -> None:
    """A solver that takes anything for a solution."""
    emit([0, 3])


def search_with(task: Callable[..., None]) -> Search:
    workers = Workers(task)
    return Search(of(knuth()), Limits(), workers, close=workers.close)


@pytest.mark.parametrize(
    ("task", "message"),
    [(fail, "the solver failed: ArithmeticError: lost count"), (leave, "the solver's process ended with status 3")],
)
def test_a_solver_that_breaks_down_keeps_what_it_had_found(task: Callable[..., None], message: str) -> None:
    search = search_with(task)
    found: Solutions = []
    with pytest.raises(BackendError) as error:
        found.extend(search)
    assert str(error.value) == message
    assert search.stats["solutions"] == 1
    assert search.status is Status.INTERRUPTED


def test_what_a_solver_prints_does_not_get_between_the_answers() -> None:
    search = search_with(chatter)
    assert list(search) == [(0, 3, 4)]
    assert search.status is Status.EXHAUSTED


def test_a_wrong_solution_is_never_handed_out() -> None:
    search = search_with(lie)
    with pytest.raises(AssertionError, match="breaks the bounds of an item"):
        list(search)
    assert search.stats["solutions"] == 0


@pytest.mark.skipif("cryptominisat" not in _MISSING, reason="pycryptosat is installed")
def test_a_solver_that_is_not_installed_is_an_error_that_says_so() -> None:
    with pytest.raises(PuzzleError, match="pycryptosat"):
        BACKENDS["cryptominisat"](of(knuth()))


# What is counted


@pytest.mark.parametrize(
    ("backend", "keys"),
    [
        ("bitmask", {"nodes", "nodes_done", "strategy"}),
        ("cpsat", {"variables", "constraints", "conflicts", "branches"}),
        ("cadical", {"variables", "clauses", "conflicts", "decisions", "propagations"}),
        ("glucose", {"variables", "clauses", "conflicts", "decisions", "propagations"}),
        pytest.param("clingo", {"conflicts", "choices"}, marks=_clingo.marks),
    ],
)
def test_a_search_counts_its_work(backend: str, keys: set[str]) -> None:
    search = BACKENDS[backend](of(queens(6)))
    assert search.stats == {"solutions": 0, "seconds": 0.0}
    assert len(list(search)) == 4
    counted = {key for key in search.stats if not key.startswith("estimated_")}
    assert counted == {"solutions", "seconds", "parts", "parts_done", *keys}
    assert all(isinstance(search.stats[key], int) for key in keys - {"strategy"})


def test_cadical_and_glucose_are_short_names() -> None:
    assert sat.SOLVERS["cadical"] == "cadical195"
    assert sat.SOLVERS["glucose"] == "glucose4"
    assert list(BACKENDS)[:4] == ["bitmask", "cpsat", "cadical", "glucose"]


# The kernels

NODES = {  # options tried for all solutions on the fixed board, by strategy
    "diabolical-cube": {
        "cell": 26082,
        "hotspot": 39128,
        "item": 11756,
        "mrv": 11756,
        "pieces": 1535598,
        "pieces-isolated": 1026270,
        "scan": 38196,
        "scan-filter": 63078,
        "scan-hard": 63078,
        "scan-holes": 63078,
        "scan-plain": 99347,
        "scan-plus": 63078,
    },
    "galakub": {
        "cell": 3781,
        "hotspot": 7041,
        "item": 4821,
        "mrv": 4732,
        "scan": 20850,
        "scan-filter": 20850,
        "scan-hard": 20850,
        "scan-holes": 20850,
        "scan-plain": 34297,
        "scan-plus": 20850,
    },
    "iq-pyramid-4": {
        "cell": 27201,
        "hotspot": 103343,
        "item": 27201,
        "mrv": 27201,
        "pieces": 431447,
        "pieces-isolated": 308854,
        "scan": 184406,
        "scan-filter": 184406,
        "scan-hard": 184406,
        "scan-holes": 184406,
        "scan-plain": 431447,
        "scan-plus": 184406,
    },
    "slothouber-graatsma": {
        "cell": 329,
        "hotspot": 833,
        "item": 316,
        "mrv": 316,
        "pieces": 4852,
        "pieces-isolated": 4852,
        "scan": 833,
        "scan-filter": 833,
        "scan-hard": 833,
        "scan-holes": 833,
        "scan-plain": 833,
        "scan-plus": 833,
    },
    "soma": {
        "cell": 280131,
        "hotspot": 446041,
        "item": 256916,
        "mrv": 256916,
        "scan": 303021,
        "scan-filter": 461956,
        "scan-hard": 461956,
        "scan-holes": 461956,
        "scan-plain": 861284,
        "scan-plus": 461956,
    },
    "steinhaus": {
        "cell": 15189,
        "hotspot": 25846,
        "item": 6855,
        "mrv": 6855,
        "pieces": 383880,
        "pieces-isolated": 313584,
        "scan": 19192,
        "scan-filter": 31117,
        "scan-hard": 31117,
        "scan-holes": 31117,
        "scan-plain": 48738,
        "scan-plus": 31117,
    },
    "y-pentominoes-5x10": {
        "cell": 128,
        "hotspot": 134,
        "item": 128,
        "mrv": 128,
        "scan": 97,
        "scan-filter": 97,
        "scan-hard": 97,
        "scan-holes": 97,
        "scan-plain": 146,
        "scan-plus": 97,
    },
}
every_strategy = pytest.mark.parametrize("strategy", STRATEGIES)


def cover_of(name: str) -> ExactCover:
    puzzle = sp.load(name)
    return ExactCover.of(puzzle, place(puzzle))


def applies(strategy: str, cover: ExactCover) -> bool:
    return strategy == AUTO or find(strategy).refusal(cover) is None


def stepwise(strategy: str, cover: ExactCover, budget: int, room: int) -> tuple[Solutions, int, int]:
    """Return the solutions in the order of the search, its nodes, and how often the kernel was called."""
    state = find(strategy).state(cover)
    found: Solutions = []
    calls = 0
    while True:
        batch = np.full((room, state.longest), -1, np.int64)
        outcome, count = state.advance(budget, batch)
        calls += 1
        assert 0 <= count <= room
        found += [tuple(option for option in row if option >= 0) for row in batch[:count].tolist()]
        if outcome == EXHAUSTED:
            return found, state.nodes, calls
        if outcome == STACK_FULL:
            state.grow()


@pytest.mark.parametrize(("name", "strategy"), [(name, strategy) for name in NODES for strategy in NODES[name]])
def test_a_kernel_tries_the_same_options_every_time(name: str, strategy: str) -> None:
    search = bitmask.search(cover_of(name), strategy=strategy)
    assert len(list(search)) == sp.load(name).published.raw
    assert search.stats["nodes"] == NODES[name][strategy]


@every_strategy
@pytest.mark.parametrize("budget", [1, 2, 7, 1000])
@pytest.mark.parametrize("room", [1, 3])
@pytest.mark.parametrize("name", ["3-regular graphs", "matchings", "queens", "slothouber-graatsma", "diabolical-cube"])
def test_a_search_in_small_steps_finds_the_same_in_the_same_order(
    name: str, room: int, budget: int, strategy: str
) -> None:
    textbooks = {"3-regular graphs": graphs(6, 3, 3), "matchings": graphs(6, 0, 1), "queens": queens(6)}
    cover = of(textbooks[name]) if name in textbooks else cover_of(name)
    if not applies(strategy, cover) or (name, strategy.partition("-")[0]) == ("diabolical-cube", "pieces"):
        pytest.skip("nothing to scan, or too much to search")
    whole, nodes, _ = stepwise(strategy, cover, 1 << 40, 1 << 12)
    found, same_nodes, calls = stepwise(strategy, cover, budget, room)
    assert found == whole
    assert same_nodes == nodes
    assert calls >= max(nodes / budget, len(whole) / room) / 4  # options of one item may be tried at once


@settings(deadline=None, max_examples=100)
@drawn(covers() | boards(), st.integers(1, 5), st.integers(1, 3), st.sampled_from(STRATEGIES))
def test_random_searches_can_be_taken_up_again(cover: Textbook, budget: int, room: int, strategy: str) -> None:
    assume(of(cover).hopeless() is None)  # the host does not ask a kernel then
    assume(applies(strategy, of(cover)))
    whole, nodes, _ = stepwise(strategy, of(cover), 1 << 40, 1 << 10)
    found, same_nodes, _ = stepwise(strategy, of(cover), budget, room)
    assert (found, same_nodes) == (whole, nodes)
    check([tuple(sorted(solution)) for solution in whole], *cover)


@every_strategy
def test_a_kernel_spends_about_its_budget(strategy: str) -> None:
    cover = cover_of("soma")
    most = int(cover.members().sum(axis=0).max())  # options of one item, which may be tried at once
    state = find(strategy).state(cover)
    batch = np.full((1000, state.longest), -1, np.int64)
    for _ in range(1, 20):
        before = state.nodes
        outcome, _ = state.advance(10, batch)
        assert outcome == BUDGET_SPENT
        assert 9 <= state.nodes - before <= 10 + most


@settings(deadline=None, max_examples=300)
@drawn(boards(), st.sampled_from((AUTO, *STRATEGIES)), st.data())
def test_every_strategy_finds_what_brute_force_finds(cover: Textbook, strategy: str, data: st.DataObject) -> None:
    options, bounds = cover
    assume(applies(strategy, of(cover)))
    line = data.draw(st.none() | st.permutations(range(len(bounds))))
    points = None if line is None else np.array([[x, 0, 0] for x in line])
    search = bitmask.search(of(cover), strategy=strategy, points=points)
    check(list(search), options, bounds)


@settings(deadline=None, max_examples=300)
@drawn(covers(), st.integers(40, 300), st.integers(1, 60), st.integers(0, 1 << 32))
def test_rows_that_become_shorter_lose_nothing(cover: Textbook, others: int, each: int, seed: int) -> None:
    options, bounds = cover
    # Many more items, each covered by one option, that are chosen first: then the rest fits into fewer words.
    place = np.random.default_rng(seed).permutation(len(bounds) + others).tolist()
    more = [set(range(first, first + each)) & set(range(others)) for first in range(0, others, each)]
    sets = [*options, *({len(bounds) + item for item in option} for option in more)]
    wide = [(1, 1)] * len(place)
    for item, bound in enumerate(bounds):
        wide[place[item]] = bound
    search = bitmask.search(of(([{place[item] for item in option} for option in sets], wide)), strategy="mrv")
    check([solution[: len(solution) - len(more)] for solution in search], options, bounds)
