"""Drawings: conversion of cells to characters and back."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from satpuzzle.clock import Clock
from satpuzzle.errors import PuzzleError, Stopped
from satpuzzle.puzzle import drawing
from satpuzzle.puzzle.grids import GRIDS, Grid
from satpuzzle.puzzle.grids.cubic import CUBIC
from satpuzzle.puzzle.grids.fcc import FCC
from satpuzzle.puzzle.grids.square import SQUARE

Cell = tuple[int, ...]

steps = st.integers(-3, 3)
grids = st.sampled_from([SQUARE, CUBIC, FCC])  # positions are coordinates in the basis; see test_flat_grids for others


@st.composite
def marked(draw: st.DrawFn) -> tuple[Grid, dict[Cell, str]]:
    """Generate a grid, and some of its cells with a character each."""
    grid = draw(grids)
    places = draw(st.sets(st.tuples(*[steps] * len(grid.basis)), min_size=1, max_size=12))
    characters = draw(st.lists(st.sampled_from("ABxy*?#"), min_size=len(places), max_size=len(places)))
    cells = [tuple(cell) for cell in (np.array(sorted(places), dtype=np.int64) @ grid.basis).tolist()]
    return grid, dict(zip(cells, characters, strict=True))


def found(layers: drawing.Layers, grid: Grid) -> dict[Cell, str]:
    return {tuple(cell.tolist()): mark for mark, cell in drawing.read(layers, grid)}


def from_the_corner(marks: dict[Cell, str], grid: Grid) -> dict[Cell, str]:
    """Return the cells, shifted so that the first column, row and layer are 0."""
    cells = np.array(list(marks))
    corner = grid.positions(cells).min(axis=0)[: len(grid.basis)] @ grid.basis
    return dict(zip(map(tuple, (cells - corner).tolist()), marks.values(), strict=True))


# Text to layers


def test_blank_lines_separate_layers() -> None:
    assert drawing.split("ab\ncd\n\nef\n   \n\n\ng\n") == [["ab", "cd"], ["ef"], ["g"]]


def test_nothing_has_no_layers() -> None:
    assert drawing.split("") == drawing.split("\n  \n\t\n") == []


def test_common_indentation_is_dropped_and_no_more() -> None:
    assert drawing.split("    a\n   b\n\n     c") == [[" a", "b"], ["  c"]]


def test_what_follows_a_row_is_dropped() -> None:
    assert drawing.split("a  \nb\t") == [["a", "b"]]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_may_end_as_they_like(end: str) -> None:
    assert drawing.split(end.join(["ab", "c", "", "d", ""])) == [["ab", "c"], ["d"]]


def test_a_tab_is_as_wide_as_on_a_terminal() -> None:
    assert drawing.split("\ta\n        b") == [["a", "b"]]


# Layers to cells


def test_columns_rows_and_layers_are_the_steps_of_the_lattice() -> None:
    for grid in (CUBIC, FCC):
        column, row, layer = map(tuple, grid.basis.tolist())
        assert found([["oa", "b"], ["c"]], grid) == {(0, 0, 0): "o", column: "a", row: "b", layer: "c"}


def test_a_flat_drawing_lies_in_the_plane() -> None:
    assert found([["oa", "b"]], SQUARE) == {(0, 0, 0): "o", (1, 0, 0): "a", (0, 1, 0): "b"}


def test_dots_and_spaces_are_no_cells() -> None:
    assert found([[". a", "..."]], CUBIC) == {(2, 0, 0): "a"}


def test_a_sphere_lies_in_the_hollow_of_four() -> None:
    cells = np.array(list(found([["**", "**"], ["*"]], FCC)))
    top = cells[cells[:, 2] == 1]
    distances = ((cells[cells[:, 2] == 0] - top) ** 2).sum(axis=1)
    assert distances.tolist() == [2, 2, 2, 2]


def test_a_flat_lattice_has_no_second_layer() -> None:
    with pytest.raises(ValueError, match=r"^2 layers, on the flat grid square one is allowed$"):
        drawing.read([["a"], ["b"]], SQUARE)


def test_no_layers_have_no_cells() -> None:
    assert drawing.read([], CUBIC) == drawing.read([], SQUARE) == []


# Cells to layers


def test_the_first_column_row_and_layer_of_a_drawing_have_a_cell() -> None:
    assert drawing.draw({(5, 6, 7): "a", (6, 7, 9): "b"}, CUBIC) == [["a ", "  "], ["  ", "  "], ["  ", " b"]]
    assert drawing.positions(np.array([[5, 6, 7], [6, 7, 9]]), CUBIC).tolist() == [[0, 0, 0], [1, 1, 2]]


def test_layers_are_printed_side_by_side() -> None:
    assert drawing.fold([["ab", "c "], ["  ", "de"]]) == "ab\nc    de"


def test_layers_side_by_side_are_taken_apart() -> None:
    board = [["..", ". "], ["  ", ".."]]
    layers = drawing.laid_out_like(board, "ab\nc    de\n")
    assert [[row.ljust(2) for row in layer] for layer in layers] == [["ab", "c "], ["  ", "de"]]


def test_a_pyramid_is_drawn_from_the_bottom_up() -> None:
    cells = found([["***", "***", "***"], ["**", "**"], ["*"]], FCC)
    assert drawing.fold(drawing.draw(cells, FCC)) == "***   **    *\n***   **\n***"


@given(marked())
def test_reading_undoes_drawing(example: tuple[Grid, dict[Cell, str]]) -> None:
    grid, marks = example
    assert found(drawing.draw(marks, grid), grid) == from_the_corner(marks, grid)


def test_layers_side_by_side_keep_the_margin_of_the_first() -> None:
    layers = [["    A"], ["A    "]]
    assert drawing.laid_out_like(layers, drawing.fold(layers)) == [["    A"], ["A"]]
    assert drawing.laid_out_like(layers, "....A\n\nA....") == [["....A"], ["A...."]]


@given(marked())
def test_unfolding_undoes_folding(example: tuple[Grid, dict[Cell, str]]) -> None:
    grid, marks = example
    layers = drawing.draw(marks, grid)
    unfolded = drawing.laid_out_like(layers, drawing.fold(layers))
    assert found(unfolded, grid) == from_the_corner(marks, grid)


@given(marked())
def test_layers_below_each_other_are_read_as_they_were_if_dots_stand_for_nothing(
    example: tuple[Grid, dict[Cell, str]],
) -> None:
    grid, marks = example
    text = "\n\n".join("\n".join(layer) for layer in drawing.draw(marks, grid)).replace(" ", drawing.EMPTY)
    assert found(drawing.split(text), grid) == from_the_corner(marks, grid)


@given(marked(), st.integers(1, 4))
def test_indenting_a_drawing_changes_nothing(example: tuple[Grid, dict[Cell, str]], width: int) -> None:
    grid, marks = example
    text = "\n\n".join("\n".join(layer) for layer in drawing.draw(marks, grid)).replace(" ", drawing.EMPTY)
    indented = "\n".join(" " * width + line for line in text.splitlines())
    assert drawing.split(indented) == drawing.split(text)


def test_cells_too_far_apart_are_not_drawn() -> None:
    with pytest.raises(PuzzleError, match=r"^a drawing of 400040001 characters, at most 4000000 are allowed$"):
        drawing.draw({(0, 0, 0): "*", (20_000, 20_000, 0): "*"}, GRIDS["cubic"])


def test_a_long_text_is_not_read_as_a_drawing() -> None:
    with pytest.raises(PuzzleError, match="at most 4000000 are allowed"):
        drawing.split("*" * 4_000_001)


def test_the_clock_stops_the_reading_of_a_drawing() -> None:
    with pytest.raises(Stopped):
        drawing.marks_and_cells(drawing.split("**"), SQUARE, clock=Clock(1e-9))
