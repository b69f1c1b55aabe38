"""The 5 tetrominoes and the 12 pentominoes together fill a rectangle of 80 cells: `python tetrominoes.py DIR`."""

import sys
from collections.abc import Iterator
from pathlib import Path

from satpuzzle.puzzle.grids import GRIDS
from satpuzzle.puzzle.polyforms import every_piece

RECTANGLES = [(20, 4), (16, 5)]


def lines(width: int, height: int) -> Iterator[str]:
    """Yield the lines of the puzzle."""
    yield f'title = "Tetrominoes and pentominoes, {height}x{width}"'
    yield 'grid = "square"'
    yield f"box = [{width}, {height}]"
    for size in (4, 5):
        for piece in every_piece(size, GRIDS["square"]).pieces:
            yield f'\n[[pieces]]\nname = "{piece.name}{size}"\ncells = {piece.cells.tolist()}'


if __name__ == "__main__":
    for width, height in RECTANGLES:
        path = Path(sys.argv[1]) / f"tetrominoes-{height}x{width}.toml"
        path.write_text("".join(f"{line}\n" for line in lines(width, height)), encoding="utf-8")
        print(path)
