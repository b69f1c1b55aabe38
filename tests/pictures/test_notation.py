"""Pictures of grids: some cells with letters, and how they are typed."""

import numpy as np
import pytest

import satpuzzle as sp
from satpuzzle.pictures.notation import MARKS, first_cells, typed
from satpuzzle.puzzle import drawing
from satpuzzle.puzzle.grids import GRIDS, Grid


@pytest.mark.few(3)
@pytest.mark.parametrize("grid", GRIDS.values(), ids=GRIDS)
def test_what_is_typed_beside_a_grid_is_read_as_the_cells_with_these_letters(grid: Grid) -> None:
    cells = first_cells(grid)
    found = dict(drawing.read(typed(grid, cells), grid))
    apart = np.array([found.pop(mark) for mark in MARKS[: len(cells)]]) - cells
    assert not found and (apart == apart[0]).all() and grid.translates(apart[:1]).all()
    svg = sp.draw(grid).svg
    assert all(svg.count(f">{mark}</text>") == 2 for mark in MARKS[: len(cells)])
    assert f"A is [{', '.join(map(str, cells[0].tolist()))}]" in svg
