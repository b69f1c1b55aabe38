"""Cubes of 5x5x5 cells made of 25 copies of one pentacube (asked by Torsten Sillke).

`python pentacubes.py DIR` writes a puzzle for each of the 23 pentacubes, with all copies alike, and for each of the six
that are not their own mirror images another one, `...-both`, in which each copy may be either of the two.  Flat
pentacubes are called by the letters of the pentominoes, the others by numbers, in the order in which `polyforms` makes
them.
"""

import sys
from pathlib import Path

import numpy as np

from satpuzzle.puzzle.grids import GRIDS
from satpuzzle.puzzle.grids.base import Points
from satpuzzle.puzzle.library import piece_set
from satpuzzle.puzzle.polyforms import polyforms
from satpuzzle.puzzle.shape import orientations

CUBIC = GRIDS["cubic"]


def rotated(cells: Points) -> set[bytes]:
    """Return all positions of a shape that rotations of space give."""
    return {image.tobytes() for image in orientations(cells, CUBIC)}


def named() -> dict[str, Points]:
    """Return the 23 pentacubes by their names."""
    flat = {piece.name: rotated(piece.cells) for piece in piece_set("pentominoes").pieces}
    found, number = {}, 0
    for cells in polyforms(5, CUBIC):
        letters = [name for name, images in flat.items() if images == rotated(cells)]
        number += not letters
        found[letters[0] if letters else str(number)] = cells
    return dict(sorted(found.items(), key=lambda one: (one[0].isdigit(), len(one[0]), one[0])))


def mirrored(cells: Points) -> Points:
    """Return the mirror image of a shape."""
    return np.multiply(cells, [1, 1, -1])


def written(name: str, shapes: list[Points]) -> str:
    """Return the file of a cube made of copies of some shapes, 25 in all."""
    lines = [f'title = "25 pentacubes {name} in a cube"', 'grid = "cubic"', "box = [5, 5, 5]"]
    for number, cells in enumerate(shapes):
        lines += ["", "[[pieces]]", f'name = "{"AB"[number]}"', f"cells = {cells.tolist()}"]
        lines += ["count = 25"] if len(shapes) == 1 else ["min = 0", "max = 25"]
    return "\n".join(lines) + "\n"


def main(folder: Path) -> None:
    """Write all puzzles to a folder."""
    for name, cells in named().items():
        (folder / f"pentacube-{name}.toml").write_text(written(name, [cells]), encoding="utf-8")
        if rotated(cells) != rotated(mirrored(cells)):
            text = written(f"{name}, of either hand", [cells, mirrored(cells)])
            (folder / f"pentacube-{name}-both.toml").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
