"""Decides of all shapes of some sizes whether they tile, and writes the rows of the table of docs/tilings.md.

    python docs/tilings.py FOLDER [GRID:SIZE ...]

The folder keeps a journal and the certificates, so a command that was stopped goes on where it was.  A row whose shapes
all tile isohedrally is printed, but is not in the table.
"""

import sys
from pathlib import Path

from tables import enter

import satpuzzle as sp

PAGE = Path(__file__).with_suffix(".md")
LARGEST = {
    "square": 10, "hexagonal": 7, "triangular": 10, "kites": 8, "half-squares": 7, "octasquares": 5, "trihexes": 5,
    "cairo": 5, "drafters": 4, "cubic": 7,
}  # forms  # fmt: skip
COLUMNS = (
    "shapes",
    "hole",
    "tile",
    "isohedral",
    "2 orbits",
    "more orbits",
    "Heesch 0",
    "Heesch 1",
    "Heesch 2",
    "Heesch 3",
)
HEAD = f"| grid | cells | {' | '.join(COLUMNS)} | open |\n|---|---:|{'---:|' * len(COLUMNS)}---:|\n"


def row(grid: str, size: int, folder: Path) -> str:
    """Return the line of all shapes of a size, whose certificates are checked."""
    place = folder / f"{grid}-{size}"
    census = sp.tilings.plane(grid=grid, size=size, journal=folder / "journal", certificates=place)
    (found,) = census.rows
    found["more orbits"] = sum(found.pop(kind) for kind in [*found] if kind.endswith("orbits") and kind != "2 orbits")
    proved = sp.tilings.verify(place).verdicts
    assert census.final and [*proved.values()] == [*census.counts.values()], (grid, size)
    numbers = " | ".join(str(found.pop(column, 0) or "") for column in COLUMNS)
    still = found.pop("open", 0) or ""
    cells = found.pop("cells")
    assert not found and cells % size == 0, found
    return f"| {grid} | {cells} | {numbers} | {still} |\n"


def _key(line: str) -> tuple[int, int]:
    grid, size = (cell.strip() for cell in line.split("|")[1:3])
    return [*LARGEST].index(grid), int(size)


def main() -> None:
    """Decide the shapes and write each row to the page and to standard output as soon as it is known."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    every = [f"{grid}:{size}" for grid, most in LARGEST.items() for size in range(1, most + 1)]
    for one in sys.argv[2:] or every:
        grid, _, size = one.partition(":")
        found = row(grid, int(size), folder)
        print(found, end="", flush=True)
        shapes, isohedral = (found.split("|")[3 + COLUMNS.index(column)].strip() for column in ("shapes", "isohedral"))
        if shapes != isohedral:
            enter(PAGE, HEAD, found, _key)


if __name__ == "__main__":
    main()
