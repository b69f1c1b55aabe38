"""The best packing: all kinds of engines against brute force, published numbers, and intervals that are always true."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from any_puzzles import any_puzzle
from clocks import Countdown
from commands import complaint, run, said
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies import puzzles

import satpuzzle as sp
from satpuzzle.cover.tables import Tables
from satpuzzle.engines.base import Step
from satpuzzle.engines.cpsat import CpSat
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.questions.best import best, freed
from satpuzzle.questions.goal import OBJECTIVES, sums

ENGINES = ["native", "cpsat", "cadical", *(["clingo"] if not sp.BACKENDS["clingo"].missing() else [])]
V, S = "***\n*..\n*..", "**.\n.**"


def packings(puzzle: Puzzle) -> Iterator[tuple[int, ...]]:
    """Yield the numbers of the pieces of each packing, by plain recursion over all placements."""
    where = sp.place(puzzle)
    every = enumerate(where.piece.tolist())
    lying = [(number, {*where.covered(option).tolist()}) for option, number in every if number >= 0]

    def extended(first: int, filled: set[int], used: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        full = len(filled) >= puzzle.least_filled and all(puzzle.optional[[*{*range(len(puzzle.board))} - filled]])
        if full and all(used.count(number) >= piece.min for number, piece in enumerate(puzzle.pieces)):
            yield used
        for option, (number, cells) in enumerate(lying[first:], first + 1):
            if not cells & filled and used.count(number) < puzzle.pieces[number].max:
                yield from extended(option, filled | cells, (*used, number))

    return extended(0, set(), ())


def number_of(puzzle: Puzzle, objective: str, used: tuple[int, ...]) -> int:
    cells = sum(len(puzzle.pieces[number].cells) for number in used)
    value = sum(puzzle.pieces[number].value for number in used)
    return {"pieces": len(used), "cells": cells, "empty": len(puzzle.board) - cells, "value": value}[objective]


@st.composite
def valued(draw: st.DrawFn) -> Puzzle:
    """Draw a puzzle whose pieces have values, and which may have a bound on its empty cells."""
    puzzle = draw(puzzles())
    values = [draw(st.sampled_from([1, 0, 2, 3, 7, -2])) for _ in puzzle.pieces]
    pieces = tuple(replace(piece, value=value) for piece, value in zip(puzzle.pieces, values, strict=True))
    return replace(puzzle, pieces=pieces, empty=draw(st.sampled_from([None, None, 0, 1, 3])))


def agree(puzzle: Puzzle, objective: str, maximise: bool, backend: str | None) -> None:
    numbers = [number_of(puzzle, objective, used) for used in packings(puzzle)]
    right = (max if maximise else min)(numbers, default=None)

    def watch(so_far: sp.results.Best) -> None:
        ends = [end for end in (so_far.number, so_far.bound)[:: 1 if maximise else -1] if end is not None]
        if right is not None:
            assert so_far.number is None or so_far.bound is None or ends[0] <= right <= ends[1]
            assert so_far.bound is None or (right <= so_far.bound if maximise else so_far.bound <= right)
        seen.append(so_far)

    seen: list[sp.results.Best] = []
    word = "maximise" if maximise else "minimise"
    asked: dict[str, Any] = {word: objective}
    found = best(puzzle, backend, **asked, jobs=1, watch=watch)
    assert (found.verdict, found.number) == ("impossible" if right is None else "best", right)
    if found.solution is not None:
        used = tuple(sorted(puzzle.pieces.index(piece) for piece, _ in found.solution.pieces))
        assert number_of(puzzle, objective, used) == right == found.bound
        assert [one.solution for one in seen][-1] == found.solution


@pytest.mark.full
@settings(max_examples=20, suppress_health_check=list(HealthCheck))
@given(valued(), st.sampled_from(OBJECTIVES), st.booleans())
def test_all_kinds_of_engines_find_the_best_of_brute_force(puzzle: Puzzle, objective: str, maximise: bool) -> None:
    for backend in (*ENGINES, None):
        agree(puzzle, objective, maximise, backend)


@pytest.mark.slow
@settings(max_examples=200, suppress_health_check=list(HealthCheck))
@given(valued(), st.sampled_from(OBJECTIVES), st.booleans())
def test_they_do_for_many_puzzles(puzzle: Puzzle, objective: str, maximise: bool) -> None:
    for backend in (*ENGINES, "lingeling", None):
        agree(puzzle, objective, maximise, backend)


# Rules of puzzles


@pytest.mark.few(3)
@pytest.mark.parametrize("number", range(30))
def test_the_best_packing_keeps_all_rules_of_the_puzzle(number: int) -> None:
    keep_rules(Random(number), ENGINES)


@pytest.mark.slow
def test_the_best_packings_of_many_puzzles_keep_all_rules(seed: int) -> None:
    for number in range(300):
        keep_rules(Random(seed + number), ["native", "cpsat"])


def keep_rules(dice: Random, backends: list[str]) -> None:
    """Compare the best packing of a random puzzle with the best of all."""
    puzzle, objective, maximise = any_puzzle(dice), dice.choice(OBJECTIVES), dice.random() < 0.5
    puzzle = replace(puzzle, interchangeable=())  # which not all pieces allow, and no packing depends on
    try:
        Tables.of(puzzle)
    except sp.PuzzleError:
        return  # its symmetries are not those that it needs
    where = sp.place(puzzle)
    numbers = [
        number_of(puzzle, objective, tuple(where.piece[list(solution.options)].tolist()))
        for solution in sp.solve(puzzle, up_to="raw")
    ]
    for backend in backends:
        asked: dict[str, Any] = {"maximise" if maximise else "minimise": objective}
        found = best(puzzle, backend, jobs=1, **asked)
        assert found.number == (max if maximise else min)(numbers, default=None), backend


def test_a_rule_that_judges_finished_packings_holds_for_the_best_one() -> None:
    row = sp.make_puzzle(grid="square", board="???", pieces={"A": "*", "B": "*"}, rules=["symmetric: half turn"])
    for backend in (*ENGINES, None):
        found = best(row, backend, maximise="pieces", partial=True, jobs=1)
        assert (found.verdict, found.number) == ("best", 1), backend
        assert found.solution.as_list()[0]["cells"] == [[1, 0, 0]]


def test_a_level_has_packings_that_fill_more_or_fewer_cells() -> None:
    long, two = {"cells": "***"}, {"cells": "**", "value": 2}
    gap, three = {"cells": "*.*"}, {"cells": "**\n*.", "value": 2}
    for pieces, number in (({"long": long, "two": two}, 1), ({"gap": gap, "three": three}, 1)):
        puzzle = sp.make_puzzle(grid="square", box=(2, 2), pieces=pieces)
        assert best(puzzle, "native", maximise="pieces", partial=True, jobs=1).number == number
        assert best(puzzle, "native", maximise="value", partial=True, jobs=1).number == 2 * number


@pytest.mark.parametrize("seed", range(10))
def test_mirror_images_may_have_different_values(seed: int) -> None:
    dice = Random(seed)
    shapes = {"L": "***\n*..", "J": "***\n..*", "S": ".**\n**.", "Z": "**.\n.**"}
    pieces = {name: {"cells": cells, "max": 2, "value": dice.randint(-1, 4)} for name, cells in shapes.items()}
    puzzle = sp.make_puzzle(grid="square", box=(4, 3), pieces=pieces, mirror=False)
    numbers = [number_of(freed(puzzle), "value", used) for used in packings(freed(puzzle))]
    for backend in ("native", "cpsat"):
        assert best(puzzle, backend, maximise="value", partial=True, jobs=1).number == max(numbers), backend


def square(cells: str, size: int) -> sp.Puzzle:
    """Return a square board of which all cells may stay empty, and as many copies of a piece as have room."""
    pieces = [{"name": "A", "cells": cells, "min": 0, "max": size * size // cells.count("*")}]
    return sp.make_puzzle(grid="square", board="\n".join(["?" * size] * size), pieces=pieces, name="square")


PACKED = [  # OEIS A214294 and A355477
    *((V, size, most) for size, most in enumerate([1, 2, 4, 6, 8, 12, 14, 18], 3)),
    *((S, size, most) for size, most in enumerate([1, 3, 4, 8, 9, 14], 3)),
    (S, 10, 23),
]


@pytest.mark.few(3)
@pytest.mark.parametrize(("cells", "size", "most"), PACKED, ids=lambda value: str(value).replace("\n", "/"))
def test_the_most_pieces_in_a_square_are_as_published(cells: str, size: int, most: int) -> None:
    puzzle = square(cells, size)
    assert best(puzzle, maximise="pieces", jobs=1).number == most
    found = best(puzzle, "native", minimise="empty", jobs=1)
    assert (found.verdict, found.number) == ("best", size * size - cells.count("*") * most)


@pytest.mark.slow
@pytest.mark.parametrize(("cells", "size", "most"), [(S, 9, 16), (V, 11, 22), (V, 12, 27), (S, 11, 25), (S, 12, 33)])
def test_larger_squares_are_as_published(cells: str, size: int, most: int) -> None:
    assert best(square(cells, size), maximise="pieces").number == most


def test_pieces_are_left_out_and_cells_stay_empty_only_if_they_may() -> None:
    whole = sp.make_puzzle(grid="square", box=(3, 3), pieces={"I": "***", "O": "**\n**", "T": "***\n.*."})
    assert best(whole, maximise="pieces").verdict == "impossible"
    found = best(whole, maximise="cells", partial=True)
    assert (found.number, found.gap, len(found.solution.pieces)) == (7, 0, 2)
    assert freed(replace(whole, empty=0)).empty is None
    fixed = sp.make_puzzle(grid="square", box=(3, 2), pieces={"I": {"cells": "***", "count": 2}})
    assert best(fixed, minimise="pieces").number == 2 and best(fixed, minimise="pieces", partial=True).number == 0


def test_the_best_packing_has_the_given_pieces() -> None:
    puzzle = square(V, 5)
    assert best(puzzle, maximise="pieces").number == 4
    middle = [{"piece": "A", "cells": [[1, 1, 0], [2, 1, 0], [3, 1, 0], [1, 2, 0], [1, 3, 0]]}]
    for backend in (*ENGINES, None):
        found = best(puzzle, backend, maximise="pieces", given=middle, jobs=1)
        assert (found.verdict, found.number) == ("best", 3), backend
        placed = [{*map(tuple, one["cells"])} for one in found.solution.as_list()]
        assert {*map(tuple, middle[0]["cells"])} in placed
    with pytest.raises(sp.PuzzleError, match='no piece "Z"'):
        best(puzzle, maximise="pieces", given=[{"piece": "Z", "cells": [[0, 0, 0]]}])


def test_sums_are_all_ways_to_make_a_total() -> None:
    values, copies, sizes = [5, 3, -2], [(0, 2), (1, 3), (0, 4)], [2, 1, 3]
    for total, room in product(range(-8, 20), (5, 9, 30)):
        right = {
            each
            for each in product(range(3), range(1, 4), range(5))
            if sum(n * value for n, value in zip(each, values, strict=True)) == total
            and sum(n * size for n, size in zip(each, sizes, strict=True)) <= room
        }
        assert {*sums(values, copies, sizes, total, room)} == right


# Stopping


@pytest.mark.few(1, "backend")
@pytest.mark.parametrize("backend", [*ENGINES, None])
@pytest.mark.parametrize("looks", [1, 2, 3, 5, 8, 13, 30])
def test_whenever_it_is_stopped_the_best_lies_between_what_it_found_and_its_bound(
    backend: str | None, looks: int
) -> None:
    found = best(square(V, 8), backend, maximise="pieces", jobs=1, clock=Countdown(looks))
    assert (found.number or 0) <= 12 <= (64 if found.bound is None else found.bound)
    assert found.verdict in (("best",) if found.gap == 0 else ("undecided", "best"))
    assert found.solution is None or len(found.solution.pieces) == found.number


@pytest.mark.full
def test_a_stopped_search_says_what_is_known() -> None:
    ended = run("best", "bedlam", "--maximise", "pieces", "--partial", "-t", "0.001")
    assert (ended.returncode, ended.stdout) == (3, "bedlam: no packing found; the search was stopped\n")
    some = replace(best(square(V, 4), maximise="pieces"), verdict="undecided", bound=3)
    assert str(some).endswith("square: at least 2 pieces, at most 3; the search was stopped") and some.gap == 1
    few = replace(best(square(V, 4), minimise="empty"), verdict="undecided", bound=1)
    assert few.sentence == "square: at most 6 empty cells, at least 1; the search was stopped"
    assert repr(few) == f"<best: {few.sentence}>"


class Failing(CpSat):
    """A solver that fails after it has found some packings."""

    def __init__(self, packings: int) -> None:
        self.packings = packings

    def minimise(self, *arguments: Any, **keywords: Any) -> Iterator[Step]:
        yield from islice((step for step in super().minimise(*arguments, **keywords) if step.solution), self.packings)
        raise sp.BackendError("the solver was killed")


@pytest.mark.full
def test_a_solver_that_fails_loses_nothing_that_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    found = best(square(V, 5), Failing(1), maximise="pieces", jobs=1)
    assert (
        found.verdict == "undecided"
        and found.solution is not None
        and found.sentence.endswith("; the solver was killed")
    )
    with pytest.raises(sp.BackendError, match="the solver was killed"):
        best(square(V, 5), Failing(0), maximise="pieces", jobs=1)
    monkeypatch.setitem(sp.BACKENDS, "cpsat", Failing(0))
    assert best(square(V, 5), maximise="pieces", jobs=1).verdict == "best"  # the other search goes on


# The command


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "tray.toml").write_text(
        """grid = "square"
board = "????\\n????\\n????"
pieces = [
  { name = "I", cells = "***", max = 3, value = 4 },
  { name = "O", cells = "**\\n**", max = 2, value = 5 },
  { name = "L", cells = "**\\n*.", max = 4 },
]
""",
        encoding="utf-8",
    )
    return tmp_path


def test_the_command_prints_each_improvement_with_its_bound_and_the_proof(folder: Path) -> None:
    ended = run("best", "tray.toml", "--maximise", "value", "-j", "1", cwd=folder)
    assert ended.returncode == 0 and ended.stdout.endswith("tray: a value of 14, and no packing has more\n")
    assert ended.stderr.splitlines()[-1].startswith("satpuzzle: at least a value of 14, at most 1")
    assert run("best", "tray.toml", "--minimise", "value", "-q", cwd=folder).stderr == ""
    drawn = said(run("best", "tray.toml", "--minimise", "empty", "--json", "-q", "--draw", "a.svg", cwd=folder))
    found = json.loads(drawn)
    assert (found["verdict"], found["number"], found["gap"], found["sense"]) == ("best", 0, 0, "minimise")
    assert (folder / "a.svg").exists()


def test_a_puzzle_without_a_packing_says_so_and_how_there_is_one() -> None:
    ended = run("best", "tetrahexes-triangle", "--maximise", "pieces")
    assert ended.returncode == 0 and ended.stdout.startswith("tetrahexes-triangle: no packing: ")
    assert ended.stderr == "satpuzzle: with --partial, cells may stay empty and pieces be left out\n"
    volumes = sp.make_puzzle(grid="square", box=(2, 2), pieces={"I": "***"})
    assert best(volumes, minimise="pieces").reason == "the pieces have at most 3 cells, the board has 4 to fill"


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ("", "best: --maximise or --minimise is missing, as in: satpuzzle best "),
        ("--maximise weight", "--maximise weight: choose from pieces, cells, empty, value"),
        ("--minimise piece", "--minimise piece (did you mean pieces?): choose from pieces, cells, empty, value"),
        ("--maximise cells --minimise empty", "--maximise cells: not allowed with --minimise"),
        ("--maximise cells -b nobody", "backend nobody: choose from "),
    ],
)
def test_invalid_input_is_one_line(options: str, says: str) -> None:
    assert complaint(run("best", "soma", *options.split())).startswith(says)


def test_invalid_keywords_are_one_line() -> None:
    for keywords, says in (({}, "give one of"), ({"maximise": "all"}, "maximise all: choose from pieces, ")):
        with pytest.raises(sp.PuzzleError, match=f"^{says}"):
            best("soma", **keywords)  # type: ignore[arg-type]
