"""Exploded views: no two pieces overlap on the paper, and none goes farther than it must."""

from itertools import combinations
from typing import Any

import numpy as np
import pytest

import satpuzzle as sp
from satpuzzle.pictures import panel
from satpuzzle.pictures.parted import parted
from satpuzzle.pictures.scene import Scene

_ANGLES = np.radians(np.arange(0, 360, 0.25))


def room(a: Any, b: Any) -> float:
    """Return the width of the widest straight strip between two sets of points; negative if there is none."""
    towards = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)])
    return float(((b @ towards).min(axis=0) - (a @ towards).max(axis=0)).max())


@pytest.mark.parametrize("seed", range(6))
def test_outlines_are_moved_until_a_strip_is_free_between_any_two(seed: int) -> None:
    dice = np.random.default_rng(seed)
    outlines = [dice.normal(0, 2, 2) + dice.normal(0, 1, (6, 2)) for _ in range(12)]
    moved = [points + shift for points, shift in zip(outlines, parted(outlines, 0.5), strict=True)]
    assert min(room(a, b) for a, b in combinations(outlines, 2)) < 0
    assert min(room(a, b) for a, b in combinations(moved, 2)) > 0.48


def test_outlines_that_are_apart_stay_and_two_in_one_place_part() -> None:
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], dtype=float)
    assert not parted([square, square + np.array([1.5, 0]), square + np.array([0, 3])], 0.5).any()
    first, second = parted([square, square], 0.5)
    assert np.allclose(first, -second) and np.linalg.norm(first - second) == pytest.approx(1.5)
    assert parted([square], 0.5).tolist() == [[0, 0]]


@pytest.mark.parametrize("name", ["dubois-burr", "bedlam", "convolution", "iq-pyramid-4", "pentominoes-6x10"])
def test_no_piece_of_an_exploded_view_hides_another(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Any] = []
    project = panel.projected

    def recorded(figures: Any, eye: Any) -> Any:
        drawn.append((figures, eye))
        return project(figures, eye)

    monkeypatch.setattr(panel, "projected", recorded)
    (solution,) = sp.solve(name, limit=1)
    panel.exploded(Scene.of(solution))
    [(figures, eye)] = drawn
    outlines = [panel._outline([figure], eye) for figure in figures]
    assert len(outlines) == len(solution.pieces)
    assert min(room(a, b) for a, b in combinations(outlines, 2)) > 0.4
