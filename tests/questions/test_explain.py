"""Unique or not, and why not: against brute force on small puzzles."""

import json
from pathlib import Path

import numpy as np
import pytest
from brute_force import solutions
from classics import CLASSICS
from commands import complaint, run, said
from hypothesis import HealthCheck, given, settings
from strategies import SHAPES, box_cells, make_piece, make_puzzle, puzzles

import satpuzzle as sp
from satpuzzle.clock import Clock
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.tables import Tables
from satpuzzle.puzzle.model import Puzzle
from satpuzzle.questions.core import core_of
from satpuzzle.questions.explain import explain
from satpuzzle.questions.unique import unique

SMALL = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


def brute_force(cover: ExactCover, required: set[int] | None = None) -> list[tuple[int, ...]]:
    """Return all solutions; of a cover in which only the `required` items must be covered, if these are told."""
    lower = [bound if required is None or item in required else 0 for item, bound in enumerate(cover.lower.tolist())]
    members = cover.members()
    return solutions(
        [np.flatnonzero(row).tolist() for row in members], list(zip(lower, cover.upper.tolist(), strict=True))
    )


@SMALL
@given(puzzles())
def test_unique_agrees_with_brute_force(puzzle: Puzzle) -> None:
    cover = Tables.of(puzzle).cover
    number = len(brute_force(cover))
    found = unique(puzzle, up_to="raw", jobs=1)
    assert found.verdict == ("none" if not number else "unique" if number == 1 else "several")
    assert len({witness.options for witness in found.witnesses}) == min(number, 2)
    classes = sp.count(puzzle, jobs=1).isometries
    assert unique(puzzle, jobs=1).verdict == ("none" if not classes else "unique" if classes == 1 else "several")


@SMALL
@given(puzzles())
def test_an_explanation_is_a_solution_or_a_reason(puzzle: Puzzle) -> None:
    found = explain(puzzle, jobs=1)
    solvable = bool(brute_force(Tables.of(puzzle).cover))
    assert found.verdict == ("solvable" if solvable else "impossible")
    assert (found.solution is not None, found.reason is None) == (solvable, solvable)


@SMALL
@given(puzzles())
def test_a_core_cannot_be_had_and_needs_each_of_its_members(puzzle: Puzzle) -> None:
    cover = Tables.of(puzzle).cover
    found = core_of(cover, Clock())
    assert (found is None) == bool(brute_force(cover))
    if found is not None:
        core, irreducible = found
        assert irreducible
        assert not brute_force(cover, core)
        assert all(brute_force(cover, core - {item}) for item in core)


def test_a_search_for_uniqueness_stops_at_the_second_class() -> None:
    assert unique("pentominoes-6x10", jobs=1).verdict == "several"
    run = sp.solve("pentominoes-6x10", limit=2, jobs=1)
    assert len(list(run)) == 2


def test_two_witnesses_have_nothing_in_common_where_that_is_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satpuzzle.questions.unique._PATIENCE", 600.0)
    first, second = unique("pentominoes-6x10", jobs=1).witnesses
    assert not set(first.options) & set(second.options)


def test_one_solution_up_to_isometries_is_several_on_the_fixed_board() -> None:
    assert unique("galakub").verdict == "unique"
    assert unique("galakub", up_to="raw").verdict == "several"


def test_where_no_colouring_helps_a_core_explains() -> None:
    board = box_cells("square", 3, 4)
    pieces = [make_piece(name, SHAPES["square"], "square") for name in "ABC"]
    found = explain(make_puzzle("square", board, pieces))
    assert found.reason is not None
    assert found.reason.kind in ("colouring", "weighing", "core")


@pytest.mark.parametrize("name", CLASSICS)
def test_a_classic_board_is_explained_by_a_colouring(name: str) -> None:
    found = explain(CLASSICS[name])
    assert found.reason is not None
    assert (found.verdict, found.reason.kind) == ("impossible", "colouring")


def chessboard(folder: Path) -> Path:
    path = folder / "chessboard.toml"
    sp.save(CLASSICS["chessboard"], path)
    return path


def test_the_command_unique_tells_by_its_status(tmp_path: Path) -> None:
    assert said(run("unique", "galakub")).endswith("galakub: unique up to isometries\n")
    assert said(run("unique", "soma"), 1).endswith("soma: several solutions, two of them above\n")
    path = chessboard(tmp_path)
    found = json.loads(said(run("unique", path, "--format", "json"), 1))
    assert (found["verdict"], found["witnesses"]) == ("none", [])
    assert found["reason"]["modulus"] == 2
    assert (
        complaint(run("unique", "soma", "--given", "L: 9,9,9"))
        == "given: piece L: [9, 9, 9] is not a cell of the board"
    )


def test_the_command_unique_draws_both_witnesses(tmp_path: Path) -> None:
    said(run("unique", "soma", "--draw", tmp_path / "two.svg"), 1)
    assert (tmp_path / "two.svg").read_text(encoding="utf-8").startswith("<svg")


def test_the_command_explain_draws_the_weights(tmp_path: Path) -> None:
    told = said(run("explain", chessboard(tmp_path)))
    assert told.startswith(" 0101010\n01010101\n")
    assert "impossible: with the weights drawn, modulo 2" in told
    assert json.loads(said(run("explain", "galakub", "--format", "json")))["verdict"] == "solvable"


@pytest.mark.full
def test_a_count_of_what_a_colouring_forbids_answers_at_once(tmp_path: Path) -> None:
    sp.save(CLASSICS["box"], tmp_path / "box.toml")
    told = said(run("count", tmp_path / "box.toml"))
    assert "box: 0 solutions up to isometries" in told
    assert "impossible: with the weights drawn, modulo 2" in told


def patio() -> Puzzle:
    """A puzzle without solutions, which no check before the search finds out."""
    cells = ("***\n*", "***\n*", "**\n**", ".**\n**")
    pieces = [{"name": name, "cells": each, "mirror": False} for name, each in zip("ABCD", cells, strict=True)]
    return sp.make_puzzle(box=[4, 4], grid="square", pieces=pieces)


class Listener(Clock):
    """A clock that stops when a sentence has been said."""

    said = ""

    def hear(self, text: str) -> None:
        self.said = text
        self.stop()


@pytest.mark.parametrize("seconds", [1.0, 1e-9], ids=["in the short search", "in the long search"])
def test_that_a_search_ended_without_a_solution_is_said_at_once_and_stays_said(
    seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("satpuzzle.questions.explain._SHORT", seconds)
    monkeypatch.setattr("satpuzzle.questions.explain.weighing", lambda *arguments: None)
    clock, ended = Listener(), "puzzle: the search ended without a solution"
    with monkeypatch.context() as patched:
        patched.setattr("satpuzzle.questions.explain.core_reason", lambda cover, clock: clock.check())
        found = explain(patio(), clock=clock, remark=clock.hear)
    assert clock.said == f"{ended}; looking for a reason"
    assert (found.verdict, found.reason) == ("impossible", None)
    assert found.sentence == f"{ended}; no shorter reason was found before it was stopped"
    whole = explain(patio())
    assert whole.reason is not None and whole.reason.kind == "core"


def test_the_command_explain_says_at_once_that_the_search_ended(tmp_path: Path) -> None:
    sp.save(patio(), tmp_path / "patio.toml")
    ended = run("explain", tmp_path / "patio.toml")
    assert ended.stderr == "satpuzzle: patio: the search ended without a solution; looking for a reason\n"
    assert "patio: impossible: with the weights drawn" in ended.stdout
