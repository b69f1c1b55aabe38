"""Gravity: the translation that leads up, what lies below a cell, and what a placement rests on.

`up` is a vector in the grid's coordinates, w when its three numbers are divided by their greatest common divisor; the
step up is the least of w, 2w, ..., 12w that is a translation of the grid.  Bodies are moved by it in the coordinates of
their corners.
"""

from collections.abc import Iterable
from math import gcd
from typing import TYPE_CHECKING, Any

from witness.bodies import Body, Grid, Matrix, Point, shifted, sign

if TYPE_CHECKING:
    from witness.counting import Problem

FARTHEST = 12


class NoTranslation(Exception):
    """No translation of the grid leads up."""


def step_up(grid: Grid, said: str | list[int]) -> Point:
    """Return the step up of bodies.  Raises NoTranslation."""
    if isinstance(said, str):
        said = [(-1 if "-" in said else 1) * (axis == said[-1]) for axis in "xyz"]
    one = [x // gcd(*said) for x in said]
    for far in range(1, FARTHEST + 1):
        x, y, z = (far * each for each in one)
        if _is_translation(grid, (x, y, z)):
            a, b, c = grid.unit[0]
            bodies = grid.body((a, b, c)), grid.body((a + x, b + y, c + z))
            return tuple(after - before for before, after in zip(*map(min, bodies), strict=True))
    raise NoTranslation(said)


def _is_translation(grid: Grid, step: Point) -> bool:
    """Tell whether a step is a sum of those by which the unit is repeated, by Cramer's rule."""
    if grid.flat and step[2]:
        return False
    whole = sign(grid.basis)
    replaced = ([step if at == axis else row for at, row in enumerate(grid.basis)] for axis in range(3))
    return all(sign(tuple(rows)) % whole == 0 for rows in replaced)


def stands(grid: Grid, up: Point) -> bool:
    """Tell whether each cell has a side in common with the one below it."""
    return all(grid.touch(grid.body(cell), shifted(grid.body(cell), up)) for cell in grid.unit)


def keeps(matrix: Matrix, up: Point) -> bool:
    """Tell whether a matrix maps the step up to itself."""
    return all(sum(a * x for a, x in zip(row, up, strict=True)) == y for row, y in zip(matrix, up, strict=True))


def asks(rule: Any) -> bool:
    """Tell whether a rule is about gravity, by its word or by the places of its rows."""
    if isinstance(rule, str):
        return rule.partition(":")[0].strip() == "supported"
    rows = (row for form in rule.get("form", [rule]) for row in form["items"])
    return any(row["place"] in ("beneath", "underside") for row in rows)


def below(problem: "Problem", body: Body) -> Body:
    """Return the body below one, on the board or not."""
    assert problem.up is not None
    x, y, z = problem.up
    return problem.home(shifted(body, (-x, -y, -z)))


def underside(problem: "Problem", bodies: set[Body]) -> frozenset[Body]:
    """Return the cells of the board that are below some cell of a set, and not in it."""
    return frozenset({below(problem, body) for body in bodies} & {*problem.board} - bodies)


def on_floor(problem: "Problem", bodies: set[Body]) -> bool:
    return not {below(problem, body) for body in bodies} <= {*problem.board}


def supported(problem: "Problem", packing: Iterable[set[Body]], text: str) -> bool:
    """Tell whether all pieces of a packing rest on others or on the floor, with all their cells if told."""
    every = list(packing)
    filled = {body for bodies in every for body in bodies}
    if text == "everywhere":
        return all(underside(problem, bodies) <= filled for bodies in every)
    return all(on_floor(problem, bodies) or underside(problem, bodies) & filled for bodies in every)
