"""Weighings: the linear relaxation has no solution, and Farkas' weights say why.

Allow any share of an option between 0 and 1.  If even then the items cannot be covered within their bounds, there are
weights of the items by which no option weighs more than 0, and yet what has to be covered weighs more than 0 together
(Gyula Farkas, Theorie der einfachen Ungleichungen, Journal für die reine und angewandte Mathematik 124, 1902).  On a
board: a piece weighs at most so much wherever it lies, and all pieces together weigh less than the board.

The linear program asks how much cover is missing or too much; the prices of its items are the weights.  They come as
floating-point numbers, are made whole, and are then checked with integers.
"""

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.reasons.base import Reason, cell_items, piece_items

_DENOMINATORS = (*range(1, 61), 72, 84, 90, 120, 180, 210, 420, 840, 2520)


def weighing(cover: ExactCover, seconds: float | None = None) -> Reason | None:
    """Return weights that forbid a solution even of the linear relaxation; None if it has one, or the time is over."""
    _, rest = cover.residual()
    prices = _prices(rest, seconds)
    if prices is None:
        return None
    for denominator in _DENOMINATORS:
        weights = np.rint(prices * denominator).astype(np.int64)
        if holds(rest, weights):
            weights = _lifted(rest, weights // np.gcd.reduce(weights))
            return _told(rest, weights // np.gcd.reduce(weights))
    return None


def holds(cover: ExactCover, weights: NDArray[np.int64]) -> bool:
    """Tell whether these weights of the items forbid a solution of a cover with nothing chosen, by summing them up."""
    none_heavy = not (cover.members()[cover.live] @ weights > 0).any()
    return none_heavy and int(weights @ np.where(weights > 0, cover.lower, cover.upper)) > 0


def _prices(cover: ExactCover, seconds: float | None) -> NDArray[np.float64] | None:
    """Return the prices of the items where cover is missing in the best relaxed solution, or None."""
    from ortools.linear_solver import pywraplp

    solver = pywraplp.Solver.CreateSolver("GLOP")
    if seconds is not None:
        solver.SetTimeLimit(max(1, int(1000 * seconds)))
    infinity = solver.infinity()
    options = [solver.NumVar(0, infinity, "") for _ in range(len(cover.rows))]
    members, objective = cover.members(), solver.Objective()
    rows = []
    for item, (lower, upper) in enumerate(zip(cover.lower.tolist(), cover.upper.tolist(), strict=True)):
        row = solver.RowConstraint(lower, upper, "")
        for option in np.flatnonzero(members[:, item]).tolist():
            row.SetCoefficient(options[option], 1)
        for sign in (1, -1):  # what is missing, and what is too much
            slack = solver.NumVar(0, infinity, "")
            row.SetCoefficient(slack, sign)
            objective.SetCoefficient(slack, 1)
        rows.append(row)
    objective.SetMinimization()
    if solver.Solve() != pywraplp.Solver.OPTIMAL or objective.Value() < 1e-6:
        return None
    return np.array([row.dual_value() for row in rows], dtype=np.float64)


def _lifted(cover: ExactCover, weights: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the weights with so much added to each cell that none is below 0, if they still hold then."""
    cells, members = list(cell_items(cover)), cover.members()
    low = int(weights[cells].min(initial=0))
    lifted = weights.copy()
    lifted[cells] -= low
    sizes = members[:, cells].sum(axis=1)
    for item in piece_items(cover):
        lifted[item] += low * int(sizes[members[:, item]].max(initial=0))
    return lifted if holds(cover, lifted) else weights


def _told(cover: ExactCover, weights: NDArray[np.int64]) -> Reason:
    """Return the reason that these weights are."""
    cells, pieces = list(cell_items(cover)), piece_items(cover)
    needed = int(weights[cells] @ np.where(weights[cells] > 0, cover.lower[cells], cover.upper[cells]))
    drawn = {item: int(weights[item]) for item in cells}
    if not pieces:
        text = f"weigh the items as told: no option weighs more than 0, but what must be covered weighs {needed}"
        return Reason("weighing", text, drawn)
    most = {cover.names[item]: int(-weights[item]) for item in pieces if cover.upper[item]}
    total = -int(weights[list(pieces)] @ np.where(weights[list(pieces)] > 0, cover.lower[pieces], cover.upper[pieces]))
    placed = ", ".join(
        f"{cover.upper[item] if weights[item] < 0 else cover.lower[item]} × {cover.names[item]} {-weights[item]}"
        for item in pieces
        if weights[item] and cover.upper[item]
    )
    text = (
        "weigh the cells as drawn: a piece weighs at most so much wherever it lies"
        f" ({placed or 'each 0'}), all pieces together at most {total}, but the cells to fill {needed}"
    )
    return Reason("weighing", text, drawn, most)
