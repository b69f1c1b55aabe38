"""Problems from the literature that need colours, or the tiles of which had them."""

from collections.abc import Iterator
from itertools import product

from satpuzzle.cover.colours import Coloured
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.tables import Tables
from satpuzzle.puzzle.model import Puzzle

Options = list[list[object]]
Bounds = dict[object, tuple[int, int]]
Cell = tuple[int, int, int]


def toy() -> tuple[Options, Bounds]:
    """TAOCP 4B, page 89: one solution."""
    options: Options = [
        ["p", "q", "x", Coloured("y", "A")],
        ["p", "r", Coloured("x", "A"), "y"],
        ["p", Coloured("x", "B")],
        ["q", Coloured("x", "A")],
        ["r", Coloured("y", "B")],
    ]
    return options, {"p": (1, 1), "q": (1, 1), "r": (1, 1), "x": (0, 1), "y": (0, 1)}


def memory_wheel() -> tuple[Options, Bounds]:
    """TAOCP 7.2.2.1, exercise 94: a cycle of bits x in which all words x[k] x[k + 1] x[k + 3] x[k + 4] differ."""
    options: Options = []
    for place, word in product(range(16), repeat=2):
        digits = f"{word:04b}"
        bits = [Coloured(("bit", (place + step) % 16), digit) for step, digit in zip((0, 1, 3, 4), digits, strict=True)]
        options.append([("place", place), ("word", word), *bits])
    bounds = {item: (1, 1) for option in options for item in option[:2]}
    return options, bounds | {("bit", place): (0, 1) for place in range(16)}


def graceful_path(vertices: int) -> tuple[Options, Bounds]:
    """Label a path's vertices 0 to n - 1 so that the differences along its edges are 1 to n - 1: OEIS A006967."""
    options: Options = []
    bounds: Bounds = {}
    for difference in range(1, vertices):
        bounds["difference", difference] = 1, 1
        for edge, low in product(range(vertices - 1), range(vertices - difference)):
            for left, right in ((low, low + difference), (low + difference, low)):
                ends = [Coloured(("vertex", edge), left), Coloured(("vertex", edge + 1), right)]
                names = [Coloured(("label", left), edge), Coloured(("label", right), edge + 1)]
                options.append([("difference", difference), ("edge", edge), *ends, *names])
    bounds |= {("edge", edge): (1, 1) for edge in range(vertices - 1)}
    bounds |= {(kind, number): (0, 1) for kind in ("vertex", "label") for number in range(vertices)}
    return options, bounds


# TAOCP 7.2.2.1, exercise 305: windmill dominoes, two squares of side 2 below two tilted ones, whose centres are points
# with two odd coordinates, and with one.

Point = tuple[int, int]


def windmills() -> list[set[Point]]:
    """Return one placement of each of the ten pieces: large dominoes with small ones that cover some of them."""
    found: list[set[Point]] = []
    seen = set[frozenset[Point]]()
    large = (1, 1), (1, 3)
    touching = [(a + da, b + db) for a, b in large for da, db in ((0, 1), (0, -1), (1, 0), (-1, 0))]
    for (a, b), da, db in product(touching, (1, -1), (1, -1)):
        piece = {*large, (a, b), (a + da, b + db)}
        ways = {frozenset(_home(way)) for way in _quarters(piece)}
        if not seen & ways:
            found.append(piece)
        seen |= ways
    return found


def windmill(rows: int, columns: int, upper: set[Point] | None = None) -> tuple[Options, Bounds]:
    """Put all windmill dominoes into a box, which large squares fill, or so that small squares fill `upper`."""
    options, bounds = Options(), Bounds()
    box = {(a, b) for a in range(1, 2 * rows) for b in range(1, 2 * columns) if a % 2 or b % 2}
    small = {point for point in box if sum(point) % 2} if upper is None else upper
    room = {point for point in box if not sum(point) % 2} | small
    for number, piece in enumerate(windmills()):
        bounds["piece", number] = 1, 1
        places = {frozenset(_home(way)) for way in _quarters(piece)}
        for place, da, db in product(places, range(-4, 2 * rows, 2), range(-4, 2 * columns, 2)):
            if (lying := {(a + da, b + db) for a, b in place}) <= room:
                options.append([("piece", number), *sorted(lying)])
    bounds |= {point: (int((upper is None) != (sum(point) % 2 == 1)), 1) for point in room}
    return options, bounds


def tilted(corner: Point, rows: int, columns: int) -> set[Point]:
    """Return the small squares of a tilted rectangle."""
    a, b = corner
    return {(a + i + j, b - i + j) for i in range(rows) for j in range(columns)}


def _quarters(piece: set[Point]) -> list[set[Point]]:
    ways = [piece]
    for _ in range(3):
        ways.append({(-b, a) for a, b in ways[-1]})
    return ways


def _home(piece: set[Point]) -> set[Point]:
    """Return a piece moved by even steps as close to the origin as it goes."""
    a, b = (min(point[axis] for point in piece) // 2 * 2 for axis in (0, 1))
    return {(x - a, y - b) for x, y in piece}


# Exercise 151: path dominoes, whose curves enter at two or four of the six points in the middle of their unit edges.


def path_dominoes(rows: int, columns: int, lying: int, standing: int) -> tuple[Options, Bounds]:
    """Put all 36 into an array, so many of them horizontally, and see only at which points curves enter.

    Each pattern of such points, up to a half turn, is there as often as there are dominoes with it.
    """
    options, kinds = Options(), dict[tuple[int, ...], int]()
    bounds: Bounds = {"lying": (lying, lying), "standing": (standing, standing)}
    for points in (points for points in product((0, 1), repeat=6) if sum(points) in (2, 4)):
        kinds.setdefault(min(points, points[3:] + points[:3]), _curves(points))
    bounds |= {("kind", points): (many, many) for points, many in kinds.items()}
    bounds |= {("cell", i, j): (1, 1) for i, j in product(range(rows), range(columns))}
    inner = {("above", i, j) for i, j in product(range(1, rows), range(columns))}
    inner |= {("left", i, j) for i, j in product(range(rows), range(1, columns))}
    bounds |= dict.fromkeys(sorted(inner), (0, 1))
    for i, j, down in product(range(rows), range(columns), (0, 1)):
        other = i + down, j + 1 - down
        if other[0] == rows or other[1] == columns:
            continue
        if down:  # clockwise, so that a half turn exchanges the first three and the others
            around = [("above", i, j), ("left", i, j + 1), ("left", i + 1, j + 1)]
            around += [("above", i + 2, j), ("left", i + 1, j), ("left", i, j)]
        else:
            around = [("left", i, j), ("above", i, j), ("above", i, j + 1)]
            around += [("left", i, j + 2), ("above", i + 1, j + 1), ("above", i + 1, j)]
        for points in product((0, 1), repeat=6):
            kind = min(points, points[3:] + points[:3])
            if kind in kinds and all(edge in inner for edge, on in zip(around, points, strict=True) if on):
                entering = [Coloured(edge, on) for edge, on in zip(around, points, strict=True) if edge in inner]
                way = "standing" if down else "lying"
                options.append([way, ("kind", kind), ("cell", i, j), ("cell", *other), *entering])
    return options, bounds


def _curves(points: tuple[int, ...]) -> int:
    """Return how many dominoes have curves that enter at these points: ways to join them, up to a half turn."""
    on = [place for place, entered in enumerate(points) if entered]
    ways = {frozenset(_joined(way)) for way in _pairings(on)}
    turned = {frozenset(frozenset((place + 3) % 6 for place in pair) for pair in way) for way in ways}
    return len(ways) if ways != turned else (len(ways) + sum(_half(way) == way for way in ways)) // 2


def _half(way: frozenset[frozenset[int]]) -> frozenset[frozenset[int]]:
    return frozenset(frozenset((place + 3) % 6 for place in pair) for pair in way)


def _joined(way: list[tuple[int, int]]) -> list[frozenset[int]]:
    return [frozenset(pair) for pair in way]


def _pairings(left: list[int]) -> list[list[tuple[int, int]]]:
    if not left:
        return [[]]
    first, *others = left
    return [[(first, one), *rest] for one in others for rest in _pairings([x for x in others if x != one])]


# Exercise 129: what a half turn of the board makes of a solution, and then an exchange of colours, is that solution.


def fixed_by(puzzle: Puzzle, moved: Point, exchange: tuple[str, str]) -> ExactCover:
    """Return the cover of the solutions that stay if cells go to `moved` less themselves and colours are exchanged."""
    tables = Tables.of(puzzle)
    cover, symmetry = tables.cover, tables.symmetry
    cells = [cover.names.index(f"{x},{y},{z}") for x, y, z in [*_turned(puzzle.board.tolist(), moved)]]
    options, to = cover.rows, str.maketrans(exchange[0] + exchange[1], exchange[1] + exchange[0])
    (element,) = [
        number
        for number, items in enumerate(symmetry.items)
        if items[: len(cells)].tolist() == cells and _exchanges(tables, number, to)
    ]
    items, images = symmetry.items[element], symmetry.options[element]
    sets: Options = []
    for option in range(len(options)):
        if (other := int(images[option])) < option or (cover.exclusions()[option] & cover.rows[other]).any():
            continue
        colours = cover.colours_of(option) | cover.colours_of(other)
        both = {*cover.items_of(option).tolist(), *cover.items_of(other).tolist()}
        kept = [item for item in sorted(both) if item <= items[item]]
        sets.append([Coloured(item, colours[item]) if item in colours else item for item in kept])
    bounds: Bounds = {item: (int(cover.lower[item]), 1) for item in range(len(items)) if item <= items[item]}
    return ExactCover.of_sets(sets, bounds)


def _turned(board: list[list[int]], moved: Point) -> Iterator[Cell]:
    for x, y, z in board:
        yield moved[0] - x, moved[1] - y, 1 - z


def _exchanges(tables: Tables, element: int, to: dict[int, int]) -> bool:
    """Tell whether an element makes the sides of tiles into those with other letters."""
    sides = tables.placements.sides
    there = tables.symmetry.options[element, :-1]
    return all(
        sorted("".join(one).translate(to)) == sorted(other) for one, other in zip(sides, sides[there], strict=True)
    )
