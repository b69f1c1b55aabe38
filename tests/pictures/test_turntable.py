"""Views from all sides, and the side from which a grid is seen."""

import re

import numpy as np
import pytest

import satpuzzle as sp
from satpuzzle.errors import PuzzleError
from satpuzzle.pictures import panel
from satpuzzle.pictures.geometry import faces
from satpuzzle.pictures.paper import MARGIN
from satpuzzle.pictures.scene import Scene
from satpuzzle.pictures.turntable import PICTURES, turntable
from satpuzzle.puzzle.grids import GRIDS


@pytest.mark.parametrize("grid", [grid for grid in GRIDS.values() if not grid.single_layer], ids=str)
def test_no_face_of_a_solid_is_seen_edge_on_or_straight_on(grid: sp.puzzle.grids.Grid) -> None:
    towards = panel.corner(grid)[2]
    for kind in range(len(grid.kinds)):
        for face in faces(grid, kind):
            assert 0.05 < abs(towards @ face.step) / np.linalg.norm(face.step) < 0.95


@pytest.mark.full
def test_a_turntable_shows_all_sides_in_pictures_of_one_size() -> None:
    (solution,) = sp.solve("soma", limit=1)
    found = turntable(solution, width=200)
    assert len(found) == PICTURES == len({picture.svg for picture in found})
    assert len({picture.size for picture in found}) == 1 and found[0].size[0] == 200
    boxes = [panel.solid(Scene.of(solution), panel.around(angle)).box for angle in (0, 90)]
    assert len({right - left for left, _, right, _ in boxes}) == 1  # from the front and from the side: as wide
    wide = float(re.findall(r'viewBox="\S+ \S+ (\S+)', found[0].svg)[0])
    assert wide == pytest.approx(3 * 2**0.5 + 2 * MARGIN, abs=0.01)  # no wider than the cube seen from a corner
    with pytest.raises(PuzzleError, match=r"^style layers: a turntable shows solid or exploded$"):
        turntable(solution, "layers")


@pytest.mark.parametrize("name", ["soma", "dubois-burr", "rhombic-dodecahedron", "pentominoes-3x20"])
def test_pieces_of_an_exploded_view_are_apart(name: str) -> None:
    (solution,) = sp.solve(name, limit=1)
    scene = Scene.of(solution)
    whole, apart = panel.solid(scene).box, panel.exploded(scene).box
    assert apart[2] - apart[0] > 1.3 * (whole[2] - whole[0])
    letters = "".join(panel.exploded(scene).parts)
    assert all(f">{mark}</text>" in letters for mark in solution.symbols())
