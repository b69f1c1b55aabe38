"""The door for programmers: keywords, first solutions, questions and proofs, and what is said of mistakes."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import satpuzzle as sp
from satpuzzle.data import files
from satpuzzle.errors import ConsumedError
from satpuzzle.puzzle.grids import Grid
from satpuzzle.rows import _text, rows
from satpuzzle.settings import (
    AssemblableRow,
    Options,
    SearchOptions,
    SearchRows,
    SolverOptions,
    SolverRows,
)


def test_the_options_that_type_checkers_see_are_the_rows_of_the_table() -> None:
    for options, kind in ((SolverOptions, SolverRows), (SearchOptions, SearchRows), (Options, AssemblableRow)):
        types = {name: of.__forward_arg__ for name, of in options.__annotations__.items() if name in rows(kind)}
        assert types == {name: of for name, (of, _, _) in rows(kind).items() if name != "backend"}
    assert Options.__annotations__ == {
        **SolverOptions.__annotations__,
        **SearchOptions.__annotations__,
        "assemblable": Options.__annotations__["assemblable"],
    }


def test_a_request_has_the_defaults_of_the_table() -> None:
    request = sp.solve("soma").request
    assert all(getattr(request, name) == default for name, (_, default, _) in rows(SearchRows).items())


def test_the_type_of_a_path_is_the_same_text_in_every_version_of_python() -> None:
    said = ("pathlib.Path | None", "pathlib._local.Path | None")  # as Python 3.11 and 3.13 write them
    assert {_text(of) for of in (*said, Path | None)} == {"Path | None"}


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"limit": 0}, "limit 0: allowed are integers from 1"),
        ({"jobs": 0}, "jobs 0: allowed are integers from 1"),
        ({"share": (2, 3)}, r"share \(2, 3\): needs journal"),
        ({"count_only": True}, "count_only: needs journal"),
        ({"part_seconds": 0, "journal": "x"}, "part_seconds 0: allowed are seconds above 0"),
        ({"part_seconds": 1}, "part_seconds 1: needs journal"),
        ({"up_to": "raws"}, r"up_to raws \(did you mean raw\?\): choose from patterns, isometries, rotations, raw"),
        ({"count_only": True, "limit": 2, "cluster": "local"}, "limit 2: not allowed with count_only"),
    ],
)
def test_what_the_table_does_not_allow_is_refused(wrong: Any, complaint: str) -> None:
    with pytest.raises(sp.PuzzleError, match=f"^{complaint}"):
        sp.solve("soma", **wrong)


def test_what_was_renamed_is_refused_with_its_new_name() -> None:
    with pytest.raises(TypeError, match=r"^solve\(\) has no parameter seconds \(it is called time_limit now\)"):
        sp.solve("soma", seconds=3)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match=r"^unique\(\) has no parameter seconds \(it is called time_limit now\)"):
        sp.unique("soma", seconds=3)  # type: ignore[call-arg]
    with pytest.raises(sp.PuzzleError, match=r"^backend bitmask \(it is called native now\)"):
        sp.solve("soma", "bitmask")
    with pytest.raises(AttributeError, match=r"assembly' \(it is called assemble now\)"):
        sp.assembly  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize("function", [sp.solve, sp.count], ids=["solve", "count"])
def test_an_unknown_keyword_is_refused_by_the_function_that_was_called(function: Callable[..., object]) -> None:
    meant = rf"^{function.__name__}\(\) has no parameter time_limits \(did you mean time_limit\?\)"
    with pytest.raises(TypeError, match=meant):
        function("soma", time_limits=3)
    with pytest.raises(TypeError, match=r"has no parameter zoom: choose from .*backend, .*, watch$"):
        function("soma", zoom=3)


def test_a_run_hands_out_its_first_solution_or_its_first_few() -> None:
    every = list(sp.solve("soma"))
    run = sp.solve("soma")
    assert run.first() == every[0]
    assert (run.status, run.counts.final) == ("solution_limit", False)
    few = sp.solve("soma", limit=3)
    assert few.take(12) == every[:3]
    assert sp.solve("galakub").take(12) == list(sp.solve("galakub"))
    assert sp.solve("tetrahexes-triangle").first() is None


def test_the_solutions_of_a_bare_cover_are_taken_too() -> None:
    cover = sp.ExactCover.of_sets([{"a"}, {"a", "b"}, {"b"}])
    assert sp.solve(cover).first() == (0, 2)
    assert sp.solve(cover).take(5) == [(0, 2), (1,)]
    with pytest.raises(sp.PuzzleError, match=r"^a bare exact cover has no pieces to assemble$"):
        sp.solve(cover, assemblable=True)


def test_a_run_is_listed_once_and_taking_some_is_a_listing() -> None:
    run = sp.solve("soma")
    run.take(2)
    for again in (run.first, lambda: run.take(2), lambda: list(run)):
        with pytest.raises(ConsumedError, match="solve again"):
            again()


def test_a_run_that_is_taken_for_a_list_says_what_to_do_instead() -> None:
    run = sp.solve("soma")
    with pytest.raises(TypeError, match=r"run\.first\(\) is the first one, run\.take\(n\) a list of n"):
        run[0]
    with pytest.raises(
        TypeError, match=r"^a run is an iterable, not an iterator: run\.first\(\) is its first solution"
    ):
        next(run)
    with pytest.raises(TypeError, match=r"run\.exhaust\(\) counts them all, list\(run\) lists them"):
        len(run)
    assert run  # a run is true, also without a length
    assert len(list(run)) == 240


def test_a_run_shows_in_a_line_what_is_known_of_it() -> None:
    run = sp.solve("soma", "cadical")
    assert repr(run) == "<run of soma by cadical: not begun>"
    listing = iter(run)
    next(listing)
    assert repr(run).startswith("<run of soma by cadical default: raw ≥ ")
    assert repr(run).endswith(", so far>")
    run = sp.solve("soma")
    run.exhaust()
    assert repr(run) == "<run of soma by native: raw 11520, rotations 480, isometries 240, exhausted>"


def test_some_solutions_show_in_a_line_and_so_does_a_part_of_them() -> None:
    some = sp.solve("soma").take(3)
    assert repr(some) == "<3 solutions of soma, there may be more>"
    assert repr(some[:1]) == "<1 solution of soma>"
    assert repr(sp.results.Solutions([*some, *sp.solve("galakub")])) == "<4 solutions of soma and galakub>"
    assert repr(sp.results.Solutions()) == "<0 solutions>"
    assert some[0] == sp.solve("soma").first()


def test_what_is_no_puzzle_is_refused_with_the_way_to_make_one() -> None:
    with pytest.raises(
        sp.PuzzleError, match=r"^dict: allowed are .*; make_puzzle\(board=\.\.\., pieces=\.\.\.\) makes a puzzle$"
    ):
        sp.solve({"board": "**"})  # type: ignore[call-overload]


# What there is


def test_bundled_puzzles_common_sets_and_grids_are_listed() -> None:
    assert sp.puzzles() == sorted(files("puzzles"))
    assert {"soma", "bedlam", "pentominoes-6x10"} <= set(sp.puzzles())
    assert all(sp.load(name).name == name for name in sp.puzzles()[:3])
    assert "pentominoes" in sp.sets()
    assert len(sp.make_puzzle(box=(6, 10), pieces="pentominoes", grid="square").pieces) == 12
    assert all(isinstance(grid, Grid) and grid.name == name for name, grid in sp.GRIDS.items())


# Questions and proofs, of a puzzle that no file has


@pytest.fixture(scope="module")
def tray() -> sp.Puzzle:
    pieces = {"I": "*\n*\n*\n*\n*", "P": "**\n**\n*.", "U": "**\n*.\n**", "V": "***\n*..\n*.."}
    return sp.make_puzzle(box=(4, 5), pieces=pieces, grid="square", name="tray")


def test_a_puzzle_is_asked_whether_it_is_unique_and_why_it_is_impossible(tray: sp.Puzzle) -> None:
    assert sp.unique(tray).verdict == ("unique" if sp.count(tray).isometries == 1 else "several")
    assert sp.unique("galakub", up_to="raw").verdict == "several"
    (first,) = sp.unique("galakub", given=sp.solve("galakub").take(1)[0].as_list()[:2]).witnesses
    assert len(first.pieces) == 8
    less = sp.make_puzzle(box=(3, 3), optional=[[0, 0, 0]], pieces={"I": {"cells": "**", "count": 5}}, grid="square")
    explained = sp.explain(less)
    assert explained.verdict == "impossible" and explained.reason is not None
    assert sp.explain(tray).verdict == "solvable"


def test_hints_say_where_the_next_piece_goes_and_which_pieces_suffice(tray: sp.Puzzle) -> None:
    solution = sp.solve(tray).first()
    assert solution is not None
    found = sp.hint(tray, solution.as_list()[:3])
    assert (found.verdict, found.piece and found.piece.as_list()) == ("forced", solution.as_list()[3:])
    assert sp.possible(tray).solutions == sp.count(tray).raw
    least = sp.hints(tray)
    assert least.smallest and least.given is not None
    assert sp.count(tray, given=least.given.as_list(), up_to="raw").raw == 1


def test_puzzles_are_rated_dealt_on_cards_and_chosen_from_a_pool(tray: sp.Puzzle) -> None:
    assert sp.rate(tray, tries=10).tries.tries == 10
    (card,) = sp.challenge(tray, 1, seed=3).cards
    assert sp.count(tray, given=card.given.as_list()).raw == 1
    chosen = next(sp.choose("pentominoes-6x10", [tray], seed=1))
    again = sp.make_puzzle(box=(4, 5), pieces=chosen.pieces, grid="square")
    assert [sp.count(again)] == list(chosen.counts)


@pytest.mark.parametrize("form", ["tree", "lrat"])
def test_a_certificate_of_a_puzzle_in_memory_is_written_and_verified(
    form: str, tray: sp.Puzzle, tmp_path: Path
) -> None:
    counts = sp.certify(tray, tmp_path / "proof", form)
    assert counts == sp.count(tray)
    assert sp.verify(str(tmp_path / "proof")).counts == counts


def test_a_certificate_is_refused_where_its_form_does_not_go_with_what_is_asked(tmp_path: Path) -> None:
    for keywords, says in (
        ({"form": "drat"}, "form drat: choose from tree, lrat"),
        ({"backend": "cadical"}, "a backend and an encoding need the form lrat; the native search records"),
        (
            {"form": "lrat", "count_only": True},
            "count_only needs the form tree or frontier; the form lrat lists the solutions",
        ),
    ):
        with pytest.raises(sp.PuzzleError, match=f"^{says}"):
            sp.certify("steinhaus", tmp_path / "proof", **keywords)
    assert not (tmp_path / "proof").exists()


QUESTIONS = (
    "best",
    "certify",
    "challenge",
    "choose",
    "diagram",
    "explain",
    "hint",
    "hints",
    "possible",
    "rate",
    "smallest",
    "unique",
    "verify",
)


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_question_refuses_an_unknown_keyword_itself(name: str) -> None:
    with pytest.raises(TypeError, match=rf"^{name}\(\) has no parameter nonsense"):
        getattr(sp, name)("soma", nonsense=3)
