"""Dominoes counted by a Pfaffian: against other methods, known numbers, and matrices of which it is known by minors."""

from collections.abc import Callable, Sequence
from itertools import combinations, product
from math import isqrt
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

import satpuzzle as sp
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.engines.determinant import pfaffian as pfaffians
from satpuzzle.engines.determinant.count import count_matchings
from satpuzzle.engines.determinant.pfaffian import pfaffian
from satpuzzle.engines.determinant.planar import oriented
from satpuzzle.errors import MethodError, Stopped
from satpuzzle.puzzle.formats.reading import of_table
from satpuzzle.search import unlisted
from satpuzzle.search.count import count_solutions

MEMORY = 1 << 28


def dominoes(cells: list[tuple[int, int]], **keys: object) -> sp.Puzzle:
    """Return a board for any number of dominoes."""
    piece = {"name": "domino", "min": 0, "max": len(cells), "cells": [[0, 0, 0], [1, 0, 0]]}
    board = [[x, y, 0] for x, y in cells]
    return of_table({"grid": "square", "board": board, "pieces": [piece], **keys}, "dominoes")


def box(width: int, height: int) -> list[tuple[int, int]]:
    return [*product(range(width), range(height))]


def by_minors(matrix: list[list[int]]) -> int:
    """Return the Pfaffian by its definition: along the first row."""
    if not matrix:
        return 1
    rest = range(1, len(matrix))
    return sum(
        (-1) ** (j - 1) * matrix[0][j] * by_minors([[matrix[a][b] for b in rest if b != j] for a in rest if a != j])
        for j in rest
        if matrix[0][j]
    )


def rows_of(matrix: Sequence[Sequence[int]]) -> list[dict[int, int]]:
    return [{j: entry for j, entry in enumerate(row) if entry} for row in matrix]


# The Pfaffian


@pytest.mark.parametrize("size", [0, 2, 4, 6, 8])
def test_a_pfaffian_is_the_sum_over_minors(size: int) -> None:
    dice = Random(size)
    for _ in range(20):
        matrix = [[0] * size for _ in range(size)]
        for i, j in combinations(range(size), 2):
            matrix[i][j] = dice.choice([0, 0, dice.randint(-3, 3)])
            matrix[j][i] = -matrix[i][j]
        assert pfaffian(rows_of(matrix), MEMORY, UNLIMITED) == by_minors(matrix)


def test_a_number_that_a_prime_divides_is_found_modulo_others() -> None:
    first = next(pfaffians._primes())
    assert first == 2**27 - 39
    block = [[0, first * first], [-first * first, 0]]
    assert pfaffian(rows_of(block), MEMORY, UNLIMITED) == first * first


def test_a_wrong_residue_is_seen_by_one_more_prime(monkeypatch: pytest.MonkeyPatch) -> None:
    right = pfaffians._Elimination.residues

    def wrong(self: pfaffians._Elimination, clock: Clock, watch: Callable[[], None]) -> list[tuple[int, int]]:
        return [(prime, residue + (number == 0)) for number, (prime, residue) in enumerate(right(self, clock, watch))]

    monkeypatch.setattr(pfaffians._Elimination, "residues", wrong)
    with pytest.raises(ArithmeticError, match="another number modulo"):
        pfaffian(rows_of([[0, 10**9], [-(10**9), 0]]), MEMORY, UNLIMITED)


def test_a_matrix_that_is_too_large_is_refused() -> None:
    size = 100
    complete = [[(j > i) - (j < i) for j in range(size)] for i in range(size)]
    with pytest.raises(MethodError, match="a matrix with more than 32 rows does not fit into 0 MiB"):
        pfaffian(rows_of(complete), 1 << 16, UNLIMITED)


# The orientation


def test_a_graph_that_is_not_planar_is_refused() -> None:
    ends = np.array([(i, j) for i in range(5) for j in range(i)])  # complete, of five vertices
    angles = np.random.default_rng(1).random(ends.shape) * 360
    with pytest.raises(MethodError, match="not the edges of a graph in the plane"):
        oriented(ends, angles, 5, UNLIMITED)


def test_a_square_has_an_odd_number_of_edges_in_one_sense() -> None:
    ends = np.array([(0, 1), (1, 2), (2, 3), (3, 0)])
    angles = np.array([(0, 180), (90, 270), (180, 0), (270, 90)], np.float64)
    assert oriented(ends, angles, 4, UNLIMITED).sum() % 2 == 1


# Counts


@pytest.mark.parametrize(
    ("width", "height", "raw"), [(2, 10, 89), (7, 6, 31529), (8, 8, 12988816), (1, 2, 1), (3, 3, 0)]
)
def test_rectangles_have_the_known_numbers_of_domino_tilings(width: int, height: int, raw: int) -> None:
    assert sp.count(dominoes(box(width, height)), method="determinant").raw == raw


@pytest.mark.parametrize("order", [1, 2, 3, 5])
def test_the_aztec_diamond_has_a_power_of_two(order: int) -> None:
    """N. Elkies, G. Kuperberg, M. Larsen and J. Propp, 1992."""
    cells = [
        (x, y)
        for x, y in box(2 * order, 2 * order)
        if abs(2 * x + 1 - 2 * order) + abs(2 * y + 1 - 2 * order) <= 2 * order
    ]
    assert sp.count(dominoes(cells), method="determinant").raw == 2 ** (order * (order + 1) // 2)


@settings(deadline=None, max_examples=25)
@drawn(st.integers(0, 10**6))
def test_boards_with_holes_have_all_counts_of_a_frontier(seed: int) -> None:
    dice = Random(seed)
    width, height = dice.randint(3, 7), dice.choice([4, 6])
    cells = {*box(width, height)}
    for _ in range(dice.randint(0, 3)):  # holes in pairs, so that some symmetries remain
        x, y = dice.choice(sorted(cells))
        cells = cells - {(x, y), (width - 1 - x, y)} or cells
    puzzle = dominoes(sorted(cells))
    assert sp.count(puzzle, method="determinant") == sp.count(puzzle, method="frontier")


def test_dominoes_on_a_large_board_are_counted_in_three_ways() -> None:
    counts = sp.count(dominoes(box(24, 24)), method="determinant")
    assert counts.raw is not None and counts.rotations is not None
    assert (
        counts.raw % 2**12 == 0 and isqrt(counts.raw >> 12) ** 2 == counts.raw >> 12
    )  # 2^n times a square, of 2n x 2n
    assert counts.raw // 8 < counts.rotations == counts.isometries


@pytest.mark.slow
def test_a_square_of_sixty_four_is_counted() -> None:
    raw = sp.count(dominoes(box(64, 64)), method="determinant").raw
    assert raw is not None and isqrt(raw >> 32) ** 2 == raw >> 32 and raw.bit_length() == 1696


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        ({"optional": [[0, 0, 0]]}, "cells may stay empty"),
        ({"rules": ["no crossroads"]}, "has bounds, which a determinant does not know"),
        ({"wrap": "xy"}, "not the edges of a graph in the plane"),
        (
            {"pieces": [{"name": "I", "min": 0, "max": 9, "cells": [[0, 0, 0], [1, 0, 0], [2, 0, 0]]}]},
            "does not cover two",
        ),
        ({"pieces": [{"name": "a", "min": 1, "max": 8, "cells": [[0, 0, 0], [1, 0, 0]]}] * 2}, "has bounds"),
    ],
)
def test_what_is_no_matching_is_refused_in_a_line(keys: dict[str, Any], reason: str) -> None:
    if "pieces" in keys:
        keys["pieces"] = [{**piece, "name": str(number)} for number, piece in enumerate(keys["pieces"])]
    with pytest.raises(MethodError, match=reason):
        sp.count(dominoes(box(4, 4), **keys), method="determinant")


def test_given_pieces_nodes_and_a_list_are_refused(tmp_path: Path) -> None:
    puzzle = dominoes(box(4, 4))
    for options, reason in (
        ({"given": "domino: 0,0,0 1,0,0"}, "pieces are given"),
        ({"node_limit": 9, "jobs": 1}, "searches no nodes"),
        ({"journal": tmp_path / "journal"}, "no parts that could be written to a journal"),
    ):
        with pytest.raises(MethodError, match=reason):
            sp.count(puzzle, method="determinant", **options)


def test_symmetric_solutions_that_are_no_matching_are_counted_by_a_frontier(monkeypatch: pytest.MonkeyPatch) -> None:
    right, asked = unlisted.matched, []

    def only_all(*arguments: Any, **details: Any) -> Any:
        asked.append(details)
        if details:
            raise MethodError("not planar")
        return right(*arguments, **details)

    monkeypatch.setattr(unlisted, "matched", only_all)
    assert sp.count(dominoes(box(6, 6)), method="determinant") == sp.Counts(6728, 930, 930, final=True)
    assert len(asked) > 1


def test_a_determinant_stops_when_the_clock_does() -> None:
    puzzle, clock = dominoes(box(40, 40)), Clock()
    run = sp.solve(puzzle, clock=clock)
    cover = run.tabulate().cover
    clock.stop()
    with pytest.raises(Stopped):
        count_matchings(cover, puzzle.board[:, :2].astype(float), MEMORY, clock)
    assert not count_solutions(sp.solve(puzzle, clock=clock), "determinant").final
