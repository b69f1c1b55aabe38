"""Weighings: weights by Farkas' lemma prove that the linear relaxation has no solution.

In the relaxation, an option may be chosen with any non-negative multiplicity.  If the items still cannot be covered
within their bounds, there are weights of the items such that no option has positive weight, but the sum of the items'
weights is positive even if each item is covered as its bounds and the sign of its weight make that sum smallest (Gyula
Farkas, Theorie der einfachen Ungleichungen, Journal für die reine und angewandte Mathematik 124, 1902).  On a board:
each piece has a largest weight over all its placements, and all pieces together weigh less than the cells to be filled.

The linear program minimises the total violation of the bounds; the dual values of its rows are the weights.  These
floating-point numbers are scaled to integers, and the integers are verified.
"""

import math

import numpy as np
from numpy.typing import NDArray

from satpuzzle.arrays import bincount
from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.cover.reasons.base import Reason, cell_items, piece_items, rule_items, weights_of
from satpuzzle.machine import BROWSER

_DENOMINATORS = (*range(1, 61), 72, 84, 90, 120, 180, 210, 420, 840, 2520)


def weighing(cover: ExactCover, clock: Clock = UNLIMITED) -> Reason | None:
    """Return a reason with weights that refute the linear relaxation of the cover.

    The result is None if the relaxation has a solution or the clock stops.
    """
    _, rest = cover.residual()
    prices = _prices(rest, clock)
    if prices is None:
        return None
    for denominator in _DENOMINATORS:
        if clock.stopped():
            return None
        weights = np.rint(prices * denominator).astype(np.int64)
        if refutes(rest, weights):
            weights = _lifted(rest, weights // np.gcd.reduce(weights))
            return _reason(rest, weights // np.gcd.reduce(weights))
    return None


def refutes(cover: ExactCover, weights: NDArray[np.int64]) -> bool:
    """Tell whether these weights of the items prove that the cover has no solution; it must have no chosen options."""
    none_heavy = not (weights_of(cover, weights) > 0).any()
    return none_heavy and int(weights @ np.where(weights > 0, cover.lower, cover.upper)) > 0


def _prices(cover: ExactCover, clock: Clock) -> NDArray[np.float64] | None:
    """Return the dual value of each item's row in the linear program that minimises the violation of the bounds.

    The result is None if the bounds need not be violated, if the clock stops, or in a browser, which has no OR-Tools.
    """
    if BROWSER:
        return None
    from ortools.linear_solver import pywraplp

    solver = pywraplp.Solver.CreateSolver("GLOP")
    infinity = solver.infinity()
    options = [solver.NumVar(0, infinity, "") for _ in range(len(cover.rows))]
    option, item_of = cover.entries()
    option, ends = option[np.argsort(item_of, kind="stable")], bincount(item_of, minlength=len(cover.names)).cumsum()
    objective, rows, heavy = solver.Objective(), [], {*cover.weights.items}
    for item, (lower, upper) in enumerate(zip(cover.lower.tolist(), cover.upper.tolist(), strict=True)):
        if clock.stopped():
            return None
        row, times = solver.RowConstraint(lower, upper, ""), cover.times(item) if item in heavy else None
        for covering in option[ends[item - 1] if item else 0 : ends[item]].tolist():
            row.SetCoefficient(options[covering], 1 if times is None else int(times[covering]))
        for sign in (1, -1):  # violations of the lower and of the upper bound
            slack = solver.NumVar(0, infinity, "")
            row.SetCoefficient(slack, sign)
            objective.SetCoefficient(slack, 1)
        rows.append(row)
    objective.SetMinimization()
    if clock.left < math.inf:
        solver.SetTimeLimit(max(1, int(1000 * clock.left)))
    if solver.Solve() != pywraplp.Solver.OPTIMAL or objective.Value() < 1e-6:
        return None
    return np.array([row.dual_value() for row in rows], dtype=np.float64)


def _lifted(cover: ExactCover, weights: NDArray[np.int64]) -> NDArray[np.int64]:
    """Shift the weights so that no cell has a negative one; return them unchanged if the result refutes nothing."""
    cells, (option, item) = list(cell_items(cover)), cover.entries()
    low = int(weights[cells].min(initial=0))
    lifted = weights.copy()
    lifted[cells] -= low
    sizes = bincount(option[np.isin(item, cells)], minlength=len(cover.rows))
    for piece in piece_items(cover):
        lifted[piece] += low * int(sizes[option[item == piece]].max(initial=0))
    return lifted if refutes(cover, lifted) else weights


def _reason(cover: ExactCover, weights: NDArray[np.int64]) -> Reason:
    """Return a reason that explains these weights of the items."""
    cells, pieces = list(cell_items(cover)), piece_items(cover)
    ruled = [item for item in rule_items(cover) if weights[item]]
    asked = [*cells, *ruled]
    needed = int(weights[asked] @ np.where(weights[asked] > 0, cover.lower[asked], cover.upper[asked]))
    given = "".join(f", and {weights[item]} for {cover.names[item]}" for item in ruled)
    drawn = {item: int(weights[item]) for item in cells}
    if not pieces:
        text = f"with the weights listed, no option weighs more than 0, but a solution must weigh {needed}"
        return Reason("weighing", text, drawn)
    most = {cover.names[item]: int(-weights[item]) for item in pieces if cover.upper[item]}
    total = -int(weights[list(pieces)] @ np.where(weights[list(pieces)] > 0, cover.lower[pieces], cover.upper[pieces]))
    placed = ", ".join(
        f"{cover.upper[item] if weights[item] < 0 else cover.lower[item]} × {cover.names[item]} {-weights[item]}"
        for item in pieces
        if weights[item] and cover.upper[item]
    )
    text = (
        f"with the weights drawn{given}, each piece has a largest weight over its placements"
        f" ({placed or 'each 0'}); the pieces weigh at most {total} in all, but the cells to fill"
        f"{' and the rules' * bool(ruled)} {needed}"
    )
    return Reason("weighing", text, drawn, most)
