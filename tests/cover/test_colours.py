"""Pieces with colours: ways that differ in colours are different ways, whoever asks."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import witnessed

import satpuzzle as sp
from satpuzzle.cover.given import given_options
from satpuzzle.cover.tables import Tables
from satpuzzle.cover.written import _without_colours
from satpuzzle.errors import PuzzleError
from satpuzzle.puzzle.drawing import COLOURS
from satpuzzle.puzzle.formats.xmpuzzle.converting import as_opened
from satpuzzle.puzzle.formats.xmpuzzle.problem import open_file
from satpuzzle.puzzle.formats.xmpuzzle.writing import save
from satpuzzle.puzzle.grids.cubic import CUBIC
from satpuzzle.puzzle.model import Piece, Puzzle
from satpuzzle.search.journal.audit import audit
from satpuzzle.search.journal.journal import Journal
from satpuzzle.solutions.read import read
from satpuzzle.solutions.stored import assembly_of, stored_solutions, with_solutions

BACKENDS = ("native", "cadical", "cpsat", "clingo")


def tray(length: int, *pieces: Piece, below: list[int] | None = None) -> Puzzle:
    """Return a board one cell wide, of which every cell must be filled."""
    board = np.array([(x, 0, 0) for x in range(length)])
    free = np.zeros(length, np.bool_)
    return Puzzle("tray", CUBIC, board, free, pieces, colours=np.array(below or [], int), pairs=frozenset({(1, 1)}))


def bar(name: str, *hues: int, times: int = 1) -> Piece:
    return Piece(name, np.array([(x, 0, 0) for x in range(len(hues))]), times, times, colours=np.array(hues))


PAINTED = tray(5, bar("A", 1, 0), bar("B", 0, 0), bar("C", 0))  # a domino with a painted end, a plain one, a cube


def test_a_domino_with_a_painted_end_lies_both_ways() -> None:
    assert np.bincount(sp.place(PAINTED).piece).tolist() == [8, 4, 5]
    counts = sp.count(PAINTED)
    assert (counts.raw, counts.rotations, counts.isometries) == (12, 6, 6)
    plain = sp.count(tray(5, bar("A", 1, 1), bar("B", 0, 0), bar("C", 0)))
    assert (plain.raw, plain.rotations, plain.isometries) == (6, 3, 3)


def test_a_symmetry_of_the_board_keeps_its_colours() -> None:
    pieces = bar("A", 1, 1), bar("B", 0, 0), bar("C", 0)
    assert sp.count(tray(5, *pieces, below=[1, 0, 0, 0, 0])) == sp.Counts(6, 6, 6)
    assert sp.count(tray(5, *pieces, below=[1, 0, 0, 0, 1])) == sp.Counts(6, 3, 3)


@pytest.mark.parametrize("further", [(1, 2), (2, 1), (2, 2)])
def test_a_pair_may_name_a_colour_that_occurs_nowhere(further: tuple[int, int]) -> None:
    puzzle = tray(5, bar("A", 1, 1), bar("B", 0, 0), bar("C", 0), below=[1, 0, 0, 0, 0])
    assert puzzle.pairs is not None
    assert sp.count(replace(puzzle, pairs=puzzle.pairs | {further})) == sp.count(puzzle) == sp.Counts(6, 6, 6)


def test_colours_that_differ_make_two_pieces_no_mirror_images_of_each_other() -> None:
    left, right = (
        np.array([(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)]),
        np.array([(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, -1)]),
    )
    board = np.argwhere(np.ones((2, 2, 2)))

    def counts(*hues: int) -> sp.Counts:
        pieces = [Piece(n, c, colours=np.full(4, hue)) for n, c, hue in zip("LR", (left, right), hues, strict=True)]
        return sp.count(Puzzle("p", CUBIC, board, np.zeros(8, np.bool_), tuple(pieces), pairs=frozenset()))

    assert counts(1, 1).raw == counts(1, 2).raw == counts(0, 0).raw
    assert counts(1, 1) == counts(0, 0)
    assert counts(1, 2).isometries == counts(1, 2).rotations


@pytest.mark.few(1, "backend")
@pytest.mark.parametrize("backend", BACKENDS[1:])
@pytest.mark.parametrize("seed", [None, *witnessed.PAINTED[:2]])
def test_every_backend_lists_ways_that_differ_in_colours(seed: int | None, backend: str) -> None:
    puzzle = PAINTED if seed is None else witnessed.mixed_puzzle(seed)
    found = [solution.options for solution in sp.solve(puzzle, backend, up_to="raw")]
    assert sorted(found) == sorted(solution.options for solution in sp.solve(puzzle, up_to="raw"))


# What is written can be read again


def test_a_drawing_of_colours_ends_where_the_board_ends() -> None:
    assert _without_colours(PAINTED, f"AABBC\n{COLOURS}\n10...\nAABBC") == ("AABBC\nAABBC", ["10..."])


@pytest.mark.parametrize("form", ["text", "json", "ndjson"])
def test_solutions_that_differ_in_colours_are_read_as_they_were_written(form: str) -> None:
    found = [*sp.solve(PAINTED, up_to="raw")]
    written = {
        "text": "\n\n".join(map(str, found)),
        "json": json.dumps({"solutions": [solution.as_list() for solution in found]}),
        "ndjson": "".join(json.dumps({"solution": solution.as_list()}) + "\n" for solution in found),
    }[form]
    assert [solution.options for solution in read(PAINTED, written, "here")] == [s.options for s in found]
    for solution in found:
        told = str(solution) if form == "text" else solution.as_list()
        assert sorted(given_options(PAINTED, sp.place(PAINTED), told)) == [*solution.options]


def test_colours_are_drawn_where_cells_do_not_tell() -> None:
    first = str(
        next(iter(sp.solve(PAINTED, given=[{"piece": "A", "cells": [[0, 0, 0], [1, 0, 0]], "colours": [0, 1]}])))
    )
    assert first.splitlines()[1:] == ["", "colours:", "-1---"]
    assert "colours" not in str(next(iter(sp.solve(tray(5, bar("A", 1, 1), bar("B", 0, 0), bar("C", 0))))))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("A: 0,0,0 1,0,0", "piece A can lie on [[0, 0, 0], [1, 0, 0]] in 2 ways that differ in colours"),
        ("AA...", "in 2 ways that differ in colours"),
        ("AA...\n\ncolours:\n!-...", "the marks -1"),
        ([{"piece": "A", "cells": [[0, 0, 0], [1, 0, 0]], "colours": [1]}], "colours are a list of 2 numbers"),
        ([{"piece": "A", "cells": [[0, 0, 0], [1, 0, 0]], "colours": [1, 1]}], "with the colours [1, 1]"),
        ([{"piece": "C", "cells": [[0, 0, 0]], "colours": [1]}], "with the colours [1]"),
    ],
)
def test_given_pieces_must_tell_their_colours(given: object, said: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        given_options(PAINTED, sp.place(PAINTED), given)  # type: ignore[arg-type]
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("seed", witnessed.PAINTED)
def test_given_pieces_with_colours_leave_the_solutions_that_have_them(seed: int) -> None:
    puzzle = witnessed.mixed_puzzle(seed)
    every = [*sp.solve(puzzle, up_to="raw")]
    for solution in every[:3]:
        given = solution.as_list()[:1]
        left = [s.options for s in sp.solve(puzzle, up_to="raw", given=given)]
        assert sorted(left) == sorted(s.options for s in every if solution.options[0] in s.options)


def test_parts_are_told_apart_by_colours() -> None:
    meaning = Tables.of(PAINTED).meaning
    assert len(set(meaning.options)) == len(meaning.options) == 17
    assert meaning.of() != Tables.of(tray(5, bar("A", 0, 0), bar("B", 0, 0), bar("C", 0))).meaning.of()


def test_a_journal_goes_on_with_a_coloured_puzzle_and_with_no_other(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    begun = sp.count(PAINTED, journal=journal, parts=3)
    assert sp.count(PAINTED, journal=journal, parts=3) == begun == sp.count(PAINTED)
    with pytest.raises(PuzzleError, match="begun for another puzzle"):
        sp.count(tray(5, bar("A", 0, 0), bar("B", 0, 0), bar("C", 0)), journal=journal, parts=3)
    with Journal(journal) as opened:
        assert audit(opened)[1] == begun.isometries


def test_what_solve_stores_for_burrtools_tells_ways_that_differ_in_colours_apart(tmp_path: Path) -> None:
    opened, shift = as_opened(PAINTED)
    found = [*sp.solve(PAINTED, up_to="raw")]
    assemblies = [assembly_of(opened, solution, shift) for solution in found]
    assert len(set(assemblies)) == 12
    save(with_solutions(opened, [(a, None) for a in assemblies], 6, True, False), tmp_path / "mine.xmpuzzle")
    right, wrong = stored_solutions(open_file(tmp_path / "mine.xmpuzzle"))
    assert ([solution.options for solution, _ in right], wrong) == ([solution.options for solution in found], 0)
