"""Meshes: closed surfaces with the volumes given by cells and gaps."""

from itertools import product
from pathlib import Path

import numpy as np
import pytest

import satpuzzle as sp
from satpuzzle.errors import PuzzleError
from satpuzzle.pictures import mesh
from satpuzzle.puzzle.grids import CUBIC, FCC

pytest.importorskip("trimesh")
pytest.importorskip("manifold3d")


def eroded(cells: set[tuple[int, ...]], cell: float, gap: float) -> float:
    """Return the volume of cubes without a layer of half the gap at the surface, summed over parts of each cube."""
    total = 0.0
    sizes = {-1: gap / 2, 0: cell - gap, 1: gap / 2}
    for at in cells:
        for corner in product((-1, 0, 1), repeat=3):
            near = product(*({0, step} for step in corner))
            if all(tuple(np.add(at, step).tolist()) in cells for step in near):
                total += float(np.prod([sizes[step] for step in corner]))
    return total


@pytest.mark.parametrize("name", ["soma", "galakub", "bedlam"])
@pytest.mark.parametrize("cell, gap", [(10.0, 0.0), (10.0, 0.3), (18.0, 1.0)])
def test_pieces_are_closed_and_have_their_volume_less_the_gap(name: str, cell: float, gap: float) -> None:
    puzzle = sp.load(name)
    assert len(mesh.bodies_of(puzzle, cell, gap)) == sum(piece.maximum for piece in puzzle.pieces)
    for piece in puzzle.pieces:
        made = mesh.body(piece.cells, puzzle.grid, cell, gap)
        assert made.is_watertight and made.is_winding_consistent
        assert made.volume == pytest.approx(eroded(set(map(tuple, piece.cells.tolist())), cell, gap))


def test_balls_are_closed_too_and_smaller_by_the_gap() -> None:
    ball = mesh.body(np.array([(0, 0, 0)]), FCC, 10, 1)
    assert ball.is_watertight
    assert ball.extents.tolist() == pytest.approx([9, 9, 9])
    assert mesh.body(np.array([(0, 0, 0), (1, 1, 0), (2, 0, 0)]), FCC, 10, 1).is_watertight


def test_cells_that_touch_along_an_edge_come_apart_by_the_gap() -> None:
    made = mesh.body(np.array([(0, 0, 0), (1, 1, 0)]), CUBIC, 10, 1)
    assert made.is_watertight
    assert made.volume == pytest.approx(2 * 9**3)


@pytest.mark.parametrize("ending", mesh.ENDINGS)
def test_a_solution_is_written_and_read_again(ending: str, tmp_path: Path) -> None:
    import trimesh

    solution = next(iter(sp.solve("soma", limit=1)))
    mesh.save(mesh.packed(solution, 10, 0.2), tmp_path / f"soma{ending}")
    again = trimesh.load_scene(tmp_path / f"soma{ending}")
    assert np.sort(again.extents) == pytest.approx([29.8, 29.8, 29.8], abs=1e-3)


def test_pieces_on_a_plate_do_not_touch() -> None:
    bodies = mesh.bodies_of(sp.load("soma"), 10, 0.2)
    boxes = [made.bounds for made in mesh.plate(bodies).geometry.values()]
    assert len(boxes) == len(bodies)
    for i, (low, high) in enumerate(boxes):
        assert low[2] == pytest.approx(0)
        assert all((low[:2] >= other[1][:2]).any() or (high[:2] <= other[0][:2]).any() for other in boxes[:i])


@pytest.mark.parametrize("cell, gap", [(0, 0), (10, 5), (10, -1), (float("nan"), 0)])
def test_sizes_that_make_no_sense_are_refused(cell: float, gap: float) -> None:
    with pytest.raises(PuzzleError, match="a cell must be larger than 0"):
        mesh.body(np.array([(0, 0, 0)]), CUBIC, cell, gap)
