"""Puzzles on grids that nobody wrote down before: periodic tilings whose cells are merged cells of known ones."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from witness.asking import WAYS, Way, disagreements
from witness.bodies import GRIDS, Grid
from witness.counting import TooMany
from witness.merging import merged
from witness.mixing import mixed


def _written(seed: int, folder: Path) -> tuple[Grid, str]:
    """Write the file of a tiling; return the witness's grid and the path."""
    grid, keys = merged(seed)
    path = folder / f"{grid.name}.toml"
    cells = "".join(f'    {{name = "{cell["name"]}", corners = {cell["corners"]}}},\n' for cell in keys.pop("cells"))
    path.write_text("".join(f"{key} = {json.dumps(value)}\n" for key, value in keys.items()) + f"cells = [\n{cells}]\n")
    return grid, str(path)


def _check(seed: int, puzzles: int, ways: dict[str, Way], folder: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """Ask about some puzzles on one tiling; return how many solutions were counted in some way."""
    (grid, path), counted = _written(seed, folder), Counter[str]()
    for name in (grid.name, path):  # puzzles are drawn by the name, which is the same everywhere
        monkeypatch.setitem(GRIDS, name, replace(grid, name=name))
    for number in range(puzzles):
        keys = {**mixed(seed * puzzles + number, grid.name), "grid": path}
        if "rotate" in keys or any("rotate" in piece for piece in keys["pieces"]):
            continue  # the witness takes the turns that keep the axes, the program those that keep the tiling
        try:
            assert not disagreements(keys, folder, ways, Random(number), counted), (seed, keys)
        except TooMany:
            continue
    return counted["cadical"]


def test_puzzles_on_tilings_of_merged_cells_are_answered_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ways = {name: WAYS[name] for name in ("frontier", "cadical", "toml", "certificate")}
    assert sum(_check(seed, 3, ways, tmp_path, monkeypatch) for seed in range(6)) > 8


@pytest.mark.slow
def test_puzzles_on_fifty_tilings_of_merged_cells_are_answered_alike_in_all_ways(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    print(f"seed {seed}")
    assert sum(_check(seed + number, 6, WAYS, tmp_path, monkeypatch) for number in range(50)) > 100
