"""Hollywood façades of Soma pieces (TAOCP 4B, exercise 7.2.2.1-334): walls that look whole from the front.

`python facades.py DIR` writes a puzzle for each façade.  `python facades.py CERTIFICATE` filters the solutions that a
certificate lists: the pieces must be connected, and each must stand on the floor or on another piece.

A picture is the projection (x, y, z) -> (30x - 42y, 14x + 10y + 45z), so a cubie shows its top and its faces towards
-x and -y, and along a line of sight a cubie with a smaller x, a smaller y or a larger z comes first.  The visible part
of a cubie is computed exactly: the hexagon of its picture without those of the cubies before it.
"""

import itertools
import json
import sys
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

Cell = tuple[int, int, int]
Point = tuple[Fraction, Fraction]

WALLS = {  # columns, each three cubies high
    "w-wall": [(5, 1), (4, 1), (3, 1), (3, 2), (3, 3), (2, 3), (1, 3), (1, 4), (1, 5)],
    "x-wall": [(3, 1), (3, 2), (3, 3), (3, 4), (3, 5), (1, 3), (2, 3), (4, 3), (5, 3)],
    "cube": [(x, y) for x in (1, 2, 3) for y in (1, 2, 3)],
}
SOMA = {
    "V": "000 001 010",
    "L": "000 010 020 100",
    "T": "000 010 020 110",
    "Z": "000 010 110 120",
    "A": "000 100 110 111",
    "B": "000 100 110 001",
    "P": "000 100 010 001",
}
CUBIES = 27


def projected(x: int, y: int, z: int) -> Point:
    """Return where a point is in the picture."""
    return Fraction(30 * x - 42 * y), Fraction(14 * x + 10 * y + 45 * z)


def outline(cell: Cell) -> list[Point]:
    """Return the hexagon of a cubie's picture, counterclockwise."""
    x, y, z = cell
    steps = [(0, 0, 0), (1, 0, 0), (1, 0, 1), (1, 1, 1), (0, 1, 1), (0, 1, 0)]
    return [projected(x + dx, y + dy, z + dz) for dx, dy, dz in steps]


def cut(polygon: list[Point], a: Point, b: Point, side: int) -> list[Point]:
    """Return the part of a convex polygon to the left of the line from a to b (side 1), or to the right of it (-1)."""
    found: list[Point] = []
    for p, q in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        before, after = (
            side * ((b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])) for point in (p, q)
        )
        if before >= 0:
            found.append(p)
        if before * after < 0:
            share = before / (before - after)
            found.append((p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1])))
    return found


def area(polygon: list[Point]) -> Fraction:
    """Return twice the area of a polygon."""
    return sum((p[0] * q[1] - p[1] * q[0] for p, q in zip(polygon, polygon[1:] + polygon[:1], strict=True)), Fraction())


def without(polygons: list[list[Point]], hexagon: list[Point]) -> list[list[Point]]:
    """Return convex polygons that together are what `polygons` cover and a hexagon does not."""
    left = []
    for polygon in polygons:
        for a, b in zip(hexagon, hexagon[1:] + hexagon[:1], strict=True):
            outside = cut(polygon, a, b, -1)
            if len(outside) > 2 and area(outside):
                left.append(outside)
            polygon = cut(polygon, a, b, 1)
            if len(polygon) < 3 or not area(polygon):
                break
    return left


def before(one: Cell, other: Cell) -> bool:
    """Tell whether a cubie comes before another one on a line of sight that meets both."""
    return one[0] < other[0] or one[1] < other[1] or one[2] > other[2]


def meet(one: Cell, other: Cell) -> bool:
    """Tell whether the rectangles around the pictures of two cubies overlap; they are 72 wide and 69 high."""
    across, up = projected(*(a - b for a, b in zip(one, other, strict=True)))
    return abs(across) < 72 and abs(up) < 69


def seen(cell: Cell, cells: Iterable[Cell]) -> bool:
    """Tell whether a part of a cubie can be seen that no cell before it hides."""
    left = [outline(cell)]
    for other in cells:
        if left and other != cell and before(other, cell) and meet(other, cell):
            left = without(left, outline(other))
    return bool(left)


def distance(cell: Cell, visible: Iterable[Cell]) -> int | None:
    """Return the number of steps to a hidden cubie from a visible one that is nowhere farther away than it."""
    steps = [cell[0] - x + cell[1] - y + abs(cell[2] - z) for x, y, z in visible if x <= cell[0] and y <= cell[1]]
    return min(steps, default=None)


def facade(name: str, floor: int = 1, farther: int = 0) -> tuple[list[Cell], list[Cell]]:
    """Return the visible cubies of a wall, and the cubies that may be hidden behind them.

    `floor` is the lowest layer.  Hidden cubies are at most as far away as there are cubies that need not be seen, or
    `farther` than that.
    """
    wall = [(x, y, z) for x, y in WALLS[name] for z in (1, 2, 3)]
    visible = sorted(cell for cell in wall if seen(cell, wall))
    most = CUBIES - len(visible) + farther
    hidden = []
    for cell in itertools.product(range(1, 8 + most), range(1, 8 + most), range(floor, 4 + most)):
        steps = None if cell in visible else distance(cell, visible)
        if steps is not None and steps <= most and not seen(cell, visible):
            hidden.append(cell)
    return visible, hidden


def written(title: str, visible: list[Cell], hidden: list[Cell]) -> str:
    """Return a puzzle's file."""
    lines = [f'title = "{title}"', f"board = {[list(cell) for cell in visible]}"]
    lines += [f"optional = {[list(cell) for cell in hidden]}"]
    for name, cells in SOMA.items():
        points = [[int(digit) for digit in cell] for cell in cells.split()]
        lines += ["", "[[pieces]]", f'name = "{name}"', f"cells = {points}"]
    return "\n".join(lines) + "\n"


def connected(pieces: list[list[Cell]]) -> bool:
    """Tell whether the cubies are connected by their faces."""
    every = {cell for piece in pieces for cell in piece}
    todo = [min(every)]
    left = every - {*todo}
    while todo:
        x, y, z = todo.pop()
        for cell in ((x - 1, y, z), (x + 1, y, z), (x, y - 1, z), (x, y + 1, z), (x, y, z - 1), (x, y, z + 1)):
            if cell in left:
                left.remove(cell)
                todo.append(cell)
    return not left


def standing(pieces: list[list[Cell]], floor: int) -> bool:
    """Tell whether each piece has a cubie on the floor or on another piece."""
    owner = {cell: number for number, piece in enumerate(pieces) for cell in piece}
    return all(
        any(z == floor or owner.get((x, y, z - 1), number) != number for x, y, z in piece)
        for number, piece in enumerate(pieces)
    )


def grounded(pieces: list[list[Cell]], floor: int) -> bool:
    """Tell whether each piece rests on the floor through pieces below it, so that no two hold each other alone."""
    owner = {cell: number for number, piece in enumerate(pieces) for cell in piece}
    held: set[int] = set()
    while True:
        more = {
            number
            for number, piece in enumerate(pieces)
            if number not in held
            and any(z == floor or owner.get((x, y, z - 1), number) in held - {number} for x, y, z in piece)
        }
        if not more:
            return len(held) == len(pieces)
        held |= more


def report(solutions: Iterable[list[list[Cell]]], floor: int = 1) -> dict[str, tuple[int, int]]:
    """Return, for each filter, the number of solutions that pass it and of the sets of cubies that they fill."""
    counts: dict[str, int] = {}
    sets: dict[str, set[tuple[Cell, ...]]] = {}
    for pieces in solutions:
        whole, stands, rests = connected(pieces), standing(pieces, floor), grounded(pieces, floor)
        passed = {
            "all": True,
            "connected": whole,
            "standing": stands,
            "connected, standing": whole and stands,
            "connected, on the floor through pieces": whole and rests,
        }
        filled = tuple(sorted(cell for piece in pieces for cell in piece))
        for name in (name for name, passes in passed.items() if passes):
            counts[name] = counts.get(name, 0) + 1
            sets.setdefault(name, set()).add(filled)
    return {name: (number, len(sets[name])) for name, number in counts.items()}


def listed(certificate: Path) -> Iterable[list[list[Cell]]]:
    """Yield the solutions that a certificate lists, each as the cells of its pieces."""
    with (certificate / "solutions.ndjson").open(encoding="utf-8") as lines:
        for line in lines:
            yield [[(x, y, z) for x, y, z in placed["cells"]] for placed in json.loads(line)]


def main(place: Path) -> None:
    """Write the puzzles to a folder, or filter the solutions of a certificate."""
    if (place / "manifest.json").exists():
        for name, (number, sets) in report(listed(place)).items():
            print(f"{name}: {number} solutions, {sets} sets of cubies")
        return
    for name in WALLS:
        visible, hidden = facade(name)
        print(f"{name}: {len(visible)} cubies are visible, {len(hidden)} may be hidden")
        (place / f"facade-{name}.toml").write_text(written(f"Façade of the {name}", visible, hidden), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
