"""The rules of a puzzle, by their words, judged on whole solutions.

A corner is a point that bodies have in common.  A line or plane goes through the points that two neighbours have in
common; which side of it a point is on is the sign of a determinant.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import combinations, product
from math import atan2, sqrt
from shlex import split
from typing import TYPE_CHECKING, Any

from witness.bodies import Body, Point, shifted, sign

if TYPE_CHECKING:
    from witness.counting import Placement, Problem

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


def no_crossing(problem: "Problem", packing: Packing, text: str) -> bool:
    """Tell whether no two pieces take turns around a point."""
    owner = {body: number for number, one in enumerate(packing) for body in bodies_of(one)}
    sticks = [(shifted(body, step), body) for body in problem.board for step in problem.shifts]
    for point in {point for body in problem.board for point in body}:
        around = sorted((_angle(problem, point, stick), body) for stick, body in sticks if point in stick)
        owners = [owner.get(body) for _, body in around]
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
    beside = {other for each in problem.board for step in problem.shifts if (other := shifted(each, step)) != body}
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
Move = tuple[dict[Body, Body], bool, set[str]]  # the image of each body, whether it is a turn, its kinds


def moves(problem: "Problem") -> list[Move]:
    """Return the isometries of the board but for the identity.

    Some matrices may move the cells of a board that is a row, or in space a layer, in one way; one of these is a turn.
    """
    found: dict[tuple[Body, ...], list[Any]] = {}
    for matrix, move in problem.grid.carried(problem.board, {*problem.board}, False):
        found.setdefault(tuple(map(move, problem.board)), []).append(matrix)
    return [_move(problem, image, matrices) for image, matrices in found.items() if image != tuple(problem.board)]


def _move(problem: "Problem", image: tuple[Body, ...], matrices: list[Any]) -> Move:
    turned = [matrix for matrix in matrices if sign(matrix) > 0]
    kinds, flat = {"any"}, problem.grid.flat
    for matrix in matrices if flat or not turned else turned:
        trace = sum(matrix[at][at] for at in range(3)) - 1
        if sign(matrix) > 0:
            kinds.add({-2: "half turn", -1: "third turn", 0: "quarter turn", 1: "sixth turn"}[trace])
        elif flat:
            kinds.add("mirror")
            (a, _, _), (_, d, _), _ = matrix
            if problem.grid.name == "square":
                kinds |= {"upright", "horizontal" if a > 0 else "vertical"} if a or d else {"diagonal"}
        else:
            kinds |= {"mirror"} if trace == 0 else {"point"} if trace == -4 else set()
    return dict(zip(problem.board, image, strict=True)), bool(turned), kinds


def kinds_of(problem: "Problem") -> list[str]:
    """Return the kinds of symmetric packings that there can be: no symmetry of the board carries one to another."""
    every, kinds = moves(problem), set[str]()
    for kind in {kind for *_, its in every for kind in its} | {"any"}:
        own = [cells for cells, _, its in every if kind in its]
        if all({by[body]: by[to] for body, to in cells.items()} in own for by, *_ in every for cells in own):
            kinds.add(kind)
    return sorted(kinds)


def symmetric(problem: "Problem", packing: Packing, text: str) -> bool:
    there = {frozenset(bodies_of(one)): one.piece for one in packing}
    for cells, turned, kinds in moves(problem):
        image = {frozenset(cells[body] for body in bodies): piece for bodies, piece in there.items()}
        if text in kinds and (image == there if turned else {*image} == {*there}):
            return True
    return False


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


JUDGES: dict[str, Callable[["Problem", Packing, str], bool]] = {
    "no crossroads": no_crossroads, "fault-free": fault_free, "at border": at_border, "together": together,
    "apart at corners": apart_at_corners, "touch": touch, "no crossing": no_crossing,
    "symmetric": symmetric,
    "anti-slide": anti_slide,
}  # fmt: skip


def obeys(problem: "Problem", packing: Iterable["Placement"], rules: Iterable[str]) -> bool:
    """Tell whether a packing keeps all rules."""
    every = list(packing)
    return all(JUDGES[word](problem, every, text.strip()) for word, _, text in (rule.partition(":") for rule in rules))
