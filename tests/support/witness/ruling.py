"""The rules of a puzzle, by their words or the rows of a table, judged on whole solutions.

A corner is a point that bodies have in common.  A line or plane goes through the points that two neighbours have in
common; which side of it a point is on is the sign of a determinant.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations, product
from math import atan2, sqrt
from operator import itemgetter
from shlex import split
from typing import TYPE_CHECKING, Any

from witness.bodies import Body, Matrix, Point, shifted, sign
from witness.resting import below, on_floor, supported, underside

if TYPE_CHECKING:
    from witness.counting import Element, Placement, Problem

FACES = {
    "cubic": 6, "prisms": 5, "fcc": 12, "rhombic": 4, "tetra-octa": 4, "sticks": 6, "trigs": 10, "twigs": 4,
}  # as many as corners on other grids, which are those of polygons  # fmt: skip
Packing = list["Placement"]


def bodies_of(one: "Placement") -> set[Body]:
    return {body for body, _ in one.cells}


def no_crossroads(problem: "Problem", packing: Packing, text: str) -> bool:
    at = [(point, number) for number, one in enumerate(packing) for body in bodies_of(one) for point in body]
    there: dict[Point, set[int]] = {}
    for point, number in at:
        there.setdefault(min(problem.home(frozenset([point]))), set()).add(number)
    return all(len(pieces) < 4 for pieces in there.values())


def sticks_around(problem: "Problem") -> Iterator[list[Body]]:
    """Yield for each point the sticks that end there, in their order round it."""
    sticks = [(copy, body) for body in problem.board for copy in problem.copies(body)]
    for point in {point for body in problem.board for point in body}:
        around = ((_angle(problem, point, stick), body) for stick, body in sticks if point in stick)
        yield [body for _, body in sorted(around, key=itemgetter(0))]


def no_crossing(problem: "Problem", packing: Packing, text: str) -> bool:
    """Tell whether no two pieces take turns around a point."""
    owner = {body: number for number, one in enumerate(packing) for body in bodies_of(one)}
    for around in sticks_around(problem):
        owners = map(owner.get, around)
        if any(a == c != b == d and None not in (a, b) for a, b, c, d in combinations(owners, 4)):
            return False
    return True


def _angle(problem: "Problem", point: Point, stick: Body) -> float:
    (other,) = stick - {point}
    x, y = other[0] - point[0], other[1] - point[1]
    return round(atan2(y * sqrt(3), 2 * x + y) if problem.grid.gram[0][1] else atan2(y, x), 6)


@lru_cache(4)
def lines(problem: "Problem") -> list[Callable[[Point], int]]:
    """Return for each line of the board the function that tells on which side of it a point is, as a sign."""
    found: list[Callable[[Point], int]] = []
    for one, other in combinations(problem.board, 2):
        if problem.grid.touch(one, other):
            side = _side_of(sorted(one & other), problem.grid.flat)
            if not any({-1, 1} <= {*map(side, body)} for body in problem.board):
                found.append(side)
    return found


def _side_of(points: list[Point], flat: bool) -> Callable[[Point], int]:
    (x, y, z), *others = points[:2] if flat else points[:3]
    rows = [(a - x, b - y, c - z) for a, b, c in others] + [(0, 0, 1)] * flat

    def side(point: Point) -> int:
        (a, b, c), (d, e, f), (g, h, i) = (*rows, (point[0] - x, point[1] - y, point[2] - z))
        volume = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
        return (volume > 0) - (volume < 0)

    return side


def fault_free(problem: "Problem", packing: Packing, text: str) -> bool:
    shapes = [[point for body in bodies_of(one) for point in body] for one in packing]
    return all(any({-1, 1} <= {*map(side, shape)} for shape in shapes) for side in lines(problem))


@lru_cache(1000)
def on_border(problem: "Problem", body: Body) -> bool:
    beside = {other for each in problem.board for other in problem.copies(each) if other != body}
    return sum(problem.grid.touch(body, other) for other in beside) < FACES.get(problem.grid.name, len(body))


def at_border(problem: "Problem", packing: Packing, text: str) -> bool:
    names = [piece["name"] for piece in problem.pieces]
    asked = names if text in ("all", "none") else split(text)
    return all(
        any(on_border(problem, body) for body in bodies_of(one)) == (text != "none")
        for one in packing
        if names[one.piece] in asked
    )


def together(problem: "Problem", packing: Packing, text: str) -> bool:
    *names, _, number = split(text.replace("at most", "most").replace("at least", "least"))
    copies = sum(problem.pieces[one.piece]["name"] in names for one in packing)
    way = "most" if "at most" in text else "least" if "at least" in text else "exactly"
    return {"most": copies <= int(number), "least": copies >= int(number), "exactly": copies == int(number)}[way]


def apart_at_corners(problem: "Problem", packing: Packing, text: str) -> bool:
    at: dict[Point, set[int]] = {}
    for number, one in enumerate(packing):
        if problem.pieces[one.piece]["name"] in split(text):
            for body in bodies_of(one):
                for point in body:
                    at.setdefault(min(problem.home(frozenset([point]))), set()).add(number)
    return all(len(pieces) < 2 for pieces in at.values())


def touch(problem: "Problem", packing: Packing, text: str) -> bool:
    first, *others = split(text)
    names = [problem.pieces[one.piece]["name"] for one in packing]
    near = [
        {names[b] for b, other in enumerate(packing) if a != b
         and any(problem.beside[body] & bodies_of(other) for body in bodies_of(one))}
        for a, one in enumerate(packing)
    ]  # fmt: skip
    return any(names[a] == first and {*others} <= near[a] for a in range(len(packing)))


# Grids on which the whole matrices tell the kinds of isometries: balls may be turned in other ways.
TURNED = (
    "square", "hexagonal", "triangular", "cubic", "prisms", "rhombic", "tetra-octa",
    "half-squares", "kites", "drafters", "octasquares", "trihexes", "cairo",
)  # fmt: skip


@lru_cache(4)
def moves(problem: "Problem") -> list[tuple["Element", set[str]]]:
    """Return the isometries of the board but for the identity, each with its kinds.

    Some matrices may move the cells of a board that is a row, or in space a layer, in one way: its kinds are those of
    all of them, in space those of turns if one of them is a turn.
    """
    kinds: dict[tuple[Body, ...], set[str]] = {}
    for matrix in problem.grid.matrices(proper=False):
        for one in problem.motions(False, [matrix]).values():
            kinds.setdefault(tuple(one.cells.values()), set()).update(_kinds(problem, matrix))
    elements = [one for some in problem.elements for one in some]
    moved = [(one, kinds[tuple(one.cells.values())]) for one in elements if any(a != b for a, b in one.cells.items())]
    return [(one, its - {"mirror", "point"} if "turn" in its and not problem.grid.flat else its) for one, its in moved]


def _kinds(problem: "Problem", matrix: Matrix) -> set[str]:
    kinds, trace = {"any"}, sum(matrix[at][at] for at in range(3)) - 1
    if sign(matrix) > 0:
        return kinds | {
            "turn",
            {-2: "half turn", -1: "third turn", 0: "quarter turn", 1: "sixth turn"}.get(trace, "any"),
        }
    if not problem.grid.flat:
        return kinds | ({"mirror"} if trace == 0 else {"point"} if trace == -4 else set())
    (a, _, _), (_, d, _), _ = matrix
    if problem.grid.name == "square":
        kinds |= {"upright", "horizontal" if a > 0 else "vertical"} if a or d else {"diagonal"}
    return kinds | {"mirror"}


def kinds_of(problem: "Problem") -> list[str]:
    """Return the kinds of symmetric packings that there can be: no symmetry of the board carries one to another."""
    every, kinds = moves(problem), set[str]()
    for kind in {kind for _, its in every for kind in its - {"turn"}} | {"any"}:
        own = [one.cells for one, its in every if kind in its]
        carried = ({by.cells[a]: by.cells[b] for a, b in cells.items()} for by, _ in every for cells in own)
        if all(cells in own for cells in carried):
            kinds.add(kind)
    return sorted(kinds)


def symmetric(problem: "Problem", packing: Packing, text: str) -> bool:
    """Tell whether an isometry of this kind maps the packing to itself: pieces, cells and the colours on them."""
    return any({one.image(each) for each in packing} == {*packing} for one, its in moves(problem) if text in its)


def anti_slide(problem: "Problem", packing: Packing, text: str) -> bool:
    """Tell for squares and cubes whether whatever moves one step, with all that it pushes, meets a wall."""
    pieces = [bodies_of(one) for one in packing]
    steps = [step for step in product((-1, 0, 1), repeat=3) if sum(map(abs, step)) == 1]
    for step in steps:
        for first in range(len(pieces)):
            moving = {first}
            while True:
                there = {shifted(body, step) for number in moving for body in pieces[number]}
                more = {number for number, bodies in enumerate(pieces) if bodies & there} | moving
                if more == moving:
                    break
                moving = more
            if there <= {*problem.board}:
                return False
    return True


def apart(problem: "Problem", packing: Packing, text: str) -> bool:
    """Tell whether no two placements of these pieces have a side in common."""
    some = [bodies_of(one) for one in packing if problem.pieces[one.piece]["name"] in split(text)]
    return not any(problem.beside[body] & other for one, other in combinations(some, 2) for body in one)


def colours(problem: "Problem", packing: Packing, text: str) -> bool:
    """Tell by trying all whether pieces can have so many colours: others where they touch, or strongly, meet."""
    number, strongly = int(text.split()[0]), text.endswith("strongly")
    some = [bodies_of(one) for one in packing]
    points = [{min(problem.home(frozenset([p]))) for body in one for p in body} for one in some]
    near = [
        (a, b)
        for a, b in combinations(range(len(some)), 2)
        if (points[a] & points[b] if strongly else any(problem.beside[body] & some[b] for body in some[a]))
    ]
    ways = product(range(number), repeat=len(some))
    return any(all(way[a] != way[b] for a, b in near) for way in ways)


def connected(problem: "Problem", packing: Packing, text: str) -> bool:
    """Tell whether the empty cells hang together."""
    left = {*problem.board} - {body for one in packing for body in bodies_of(one)}
    reached = {min(left, key=sorted)} if left else set()
    while more := {other for body in reached for other in problem.beside[body] & left} - reached:
        reached |= more
    return reached == left


JUDGES: dict[str, Callable[["Problem", Packing, str], bool]] = {
    "no crossroads": no_crossroads, "fault-free": fault_free, "at border": at_border, "together": together,
    "apart at corners": apart_at_corners, "touch": touch, "no crossing": no_crossing,
    "symmetric": symmetric, "apart": apart, "colours": colours, "connected": connected,
    "anti-slide": anti_slide,
    "supported": lambda problem, packing, text: supported(problem, map(bodies_of, packing), text),
}  # fmt: skip


# Rules that are tables: rows of places, and what of a packing covers them.

Table = Mapping[str, Any]  # of a rule that is no bundled one, or of one of its rows
Option = tuple[str | None, Mapping[Body, int]]  # a piece, none for an empty cell, and its cells with their colours
Place = frozenset[frozenset[Body]]  # its parts


def places(problem: "Problem", row: Table) -> set[Place]:
    """Return the places of a row, of its size, and with cells that may stay empty or without, if it says so."""
    optional = {problem.body[cell] for cell in problem.optional}
    found = {place for place in map(frozenset, PLACES[row["place"]](problem, row)) if place}
    for place in [*found]:
        cells = frozenset().union(*place)
        filled = not cells & optional
        if not within(len(cells), row.get("size", "at least 0")) or row.get("filled", filled) != filled:
            found.remove(place)
    return found


Parts = Iterable[Iterable[frozenset[Body]]]


def _single(sets: Iterable[Iterable[Body]]) -> Parts:
    return ([frozenset(bodies)] for bodies in sets)


def _corners(problem: "Problem", row: Table) -> Parts:
    at: dict[Point, set[Body]] = {}
    for body in problem.board:
        for point in body:
            at.setdefault(min(problem.home(frozenset([point]))), set()).add(body)
    return _single(at.values())


def _crossings(problem: "Problem", row: Table) -> Parts:
    for around in sticks_around(problem):
        for four in combinations(around, 4):
            if len({*four}) == 4:
                yield frozenset(four[::2]), frozenset(four[1::2])


def _lines(problem: "Problem", row: Table) -> Parts:
    for side in lines(problem):
        left = frozenset(body for body in problem.board if 1 in map(side, body))
        yield left, frozenset(problem.board) - left


def _rows(problem: "Problem", row: Table) -> Parts:
    """Yield a cell with those that one translation after another leads to, where cells that follow have a side."""
    grid, first = problem.grid, problem.grid.unit[0]
    near = (tuple(sum(n * x for n, x in zip(many, axis, strict=True)) for axis in zip(*grid.basis, strict=True))
            for many in product((-1, 0, 1), (-1, 0, 1), (0,) if grid.flat else (-1, 0, 1)))  # fmt: skip
    moved = (grid.body((first[0] + x, first[1] + y, first[2] + z)) for x, y, z in near)
    steps = [tuple(b - a for a, b in zip(min(grid.body(first)), min(body), strict=True)) for body in moved]
    for body, step in product(problem.board, steps):
        if grid.touch(body, shifted(body, step)):
            there = [shifted(body, tuple(times * x for x in step)) for times in range(row["length"])]
            cells = frozenset(map(problem.home, there))
            if len(cells) == len(there) and cells <= {*problem.board}:
                yield [cells]


def _beneath(problem: "Problem", row: Table) -> Parts:
    optional = {problem.body[cell] for cell in problem.optional}
    return _single([body] for body in {below(problem, body) for body in problem.board} & optional)


def _undersides(problem: "Problem", row: Table) -> Parts:
    optional = {problem.body[cell] for cell in problem.optional}
    every = (bodies_of(one) for one in problem.placements)
    found = (underside(problem, bodies) for bodies in every if not on_floor(problem, bodies))
    return _single(bodies for bodies in found if bodies <= optional)


PLACES: dict[str, Callable[["Problem", Table], Parts]] = {
    "cell": lambda problem, row: _single([body] for body in problem.board),
    "side": lambda problem, row: _single((a, b) for a in problem.board for b in problem.beside[a]),
    "corner": _corners, "crossing": _crossings, "line": _lines, "row": _rows,
    "border": lambda problem, row: _single([[body for body in problem.board if on_border(problem, body)]]),
    "board": lambda problem, row: _single([problem.board]),
    "region": lambda problem, row: _single([problem.body[tuple(c)] for c in region] for region in row["regions"]),
    "beneath": _beneath, "underside": _undersides,
}  # fmt: skip


def within(number: int, said: str, size: int = 0) -> bool:
    """Tell whether a number is in a range."""
    way, end = said.rsplit(" ", 1)
    bound = size if end == "SIZE" else int(end)
    return {"at least": number >= bound, "at most": number <= bound, "exactly": number == bound}[way]


def covers(problem: "Problem", row: Table, place: Place, option: Option) -> bool:
    """Tell whether an option has some part of a place, or every one."""
    name, cells = option
    bodies, kind = {*cells}, row["place"]

    def has(part: frozenset[Body]) -> bool:
        if name is not None and kind == "beneath":
            return part <= underside(problem, bodies)
        if name is not None and kind == "underside":
            return part == underside(problem, bodies) and not on_floor(problem, bodies)
        said = row.get("covers", "at least 1")
        return part <= bodies if said == "all" else within(len(part & bodies), said)

    return (all if row.get("parts") == "every" else any)(map(has, place))


def weight_of(said: Any, hues: list[int]) -> int:
    """Return how often an option covers a place in which its cells have these colours."""
    if said is None:
        return 1
    each = {"cells": [1] * 64, "colours": range(64)}[said] if isinstance(said, str) else [*said, *[0] * 64]
    return sum(each[hue] for hue in hues)


def keeps_row(problem: "Problem", row: Table, every: set[Place], options: list[Option]) -> bool:
    for place in every:
        union = frozenset().union(*place)
        covering = [option for option in options if covers(problem, row, place, option)]
        each = [[hue if problem.pairs else 0 for body, hue in cells.items() if body in union] for _, cells in covering]
        together = [hue for hues in each for hue in hues]
        total, many = sum(weight_of(row.get("weight"), hues) for hues in each), len({*together})
        if not within(total, row.get("bounds", "at least 0"), len(union)):
            return False
        known = [hue for hue in together if hue in problem.hues_of_pieces]
        if (row.get("colours") == "equal" and many > 1) or (
            row.get("colours") == "different" and len({*known}) < len(known)
        ):
            return False
    return True


def form_of(table: Table, said: str) -> tuple[list[Table], list[str]]:
    """Return the rows of the first form that fits what is said behind the colon, with its number, and the names."""
    for form in table.get("form", [table]):
        asked, words = form.get("text", "").split(), split(said)
        if "NAMES" in asked:
            at, more = asked.index("NAMES"), len(words) - len(asked) + 1
            names = words[at : at + more]
            words = [*words[:at], "NAMES", *words[at + more :]]
        else:
            names = []
        number = words[-1] if words and asked[-1:] == ["NUMBER"] else ""
        if [*words[:-1], "NUMBER"] == asked if number else words == asked:
            whose = "named" if "NAMES" in asked else "all"
            return [{"pieces": whose} | {key: value.replace("NUMBER", number) if isinstance(value, str) else value
                                         for key, value in row.items()} for row in form["items"]], names  # fmt: skip
    raise AssertionError(said)


def judge_of(problem: "Problem", table: Table) -> Callable[[Packing], bool]:
    """Return what tells whether a packing keeps a rule that is a table."""
    rows, names = form_of(table, table.get("said", ""))
    every = [(row, places(problem, row)) for row in rows]

    def keeps(packing: Packing) -> bool:
        pieces: list[Option] = [(problem.pieces[one.piece]["name"], dict(one.cells)) for one in packing]
        left = {*problem.board} - {body for _, cells in pieces for body in cells}
        empty: list[Option] = [(None, {body: 0}) for body in left]
        whose = {
            "all": pieces, "named": [option for option in pieces if option[0] in names],
            "empty": empty, "all and empty": pieces + empty,
        }  # fmt: skip
        return all(keeps_row(problem, row, some, whose[row["pieces"]]) for row, some in every)

    return keeps


def judges(problem: "Problem", rules: Iterable[str | Table]) -> list[Callable[[Packing], bool]]:
    """Return what tells for each rule whether a packing keeps it."""

    def by_word(rule: str) -> Callable[[Packing], bool]:
        word, _, text = rule.partition(":")
        return lambda packing: JUDGES[word.strip()](problem, packing, text.strip())

    return [by_word(rule) if isinstance(rule, str) else judge_of(problem, rule) for rule in rules]
