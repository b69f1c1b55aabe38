"""Random probes estimate the size of a search tree.

A probe goes from the root down the tree, and at each node to a random one of its d children.  With the numbers d1, d2,
...  of children on the path, 1 + d1 + d1 d2 + ... is an unbiased estimate of the number of nodes.  If `dice` is not
zero, kernels make probes instead of a search.

Donald E. Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation 29 (1975).
"""

import math
from collections.abc import Callable, Sequence

import numpy as np

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.engines.base import Estimate
from satpuzzle.engines.state import State, stretches

_SEED = 0x9E3779B97F4A7C15
_ROUNDS, _FEWEST = 8, 3  # rounds of probes, from which the error is computed: at most, and at least
_BETWEEN = 1 << 10  # nodes between two checks of the clock
_MOST = 1e150  # larger estimates are cut to this, since their squares would overflow
_SOLUTION = 15e-9  # about the seconds for each option of a solution, to check and to classify it


def estimate(
    state: State,
    nodes: int,
    clock: Clock = UNLIMITED,
    seed: int = 0,
    enough: Callable[[float], float] = lambda seconds: np.inf,
) -> Estimate:
    """Estimate the size of a search that has not begun, by probes that visit about `nodes` nodes.

    The search can begin afterwards.  `enough` gets the estimated seconds of the search so far and returns a number of
    nodes after which the probes stop early.  The seconds are computed from the estimated nodes and rows by
    `State.cost`, since the time of the probes would mislead: they are mostly at the top of the tree, where lists are
    long.  `seed` selects other random numbers.  Raises Stopped if the clock stops.
    """
    found = np.zeros((1, state.longest), np.int64)
    totals: list[list[float]] = []  # (solutions, rows, nodes) of each round
    probes = max(1, nodes // (_ROUNDS * 16))
    for number in range(_ROUNDS):
        before = state.nodes
        state.dice[:] = (_SEED * (seed * _ROUNDS + number + 1)) & (1 << 64) - 1, probes
        state.head[0] = -1
        state.weight[:] = 0.0
        state.weight[0] = 1.0
        for _ in stretches(state, lambda: _BETWEEN, found):
            clock.check()
        totals.append([min(sum / probes, _MOST) for sum in state.weight[-3:].tolist()])
        if number + 1 >= _FEWEST and state.nodes >= enough(_seconds(_means(totals), state)):
            break
        visited = (state.nodes - before) / probes  # nodes per probe
        probes = max(1, int((nodes - state.nodes) / (_ROUNDS - number) / max(1.0, visited)))
    state.dice[:] = 0
    state.head[:2] = -1, 0
    means = _means(totals)
    solutions, _, size = means
    solutions_error, _, error = (_error(sums) for sums in zip(*totals, strict=True))
    return Estimate(size, error, solutions, solutions_error, _seconds(means, state))


# In plain Python: for a few numbers, NumPy would take longer than the probes.
def _means(totals: list[list[float]]) -> list[float]:
    return [sum(sums) / len(sums) for sums in zip(*totals, strict=True)]


def _error(sums: Sequence[float]) -> float:
    """Return the standard error of a mean, from the sums of a sample."""
    many, mean = len(sums), sum(sums) / len(sums)
    return math.sqrt(sum((each - mean) ** 2 for each in sums) / (many - 1) / many)


def _seconds(means: list[float], state: State) -> float:
    """Return an estimate of the seconds of a search; `means` has the expected numbers of solutions, rows and nodes."""
    solutions, rows, size = means
    each, row = state.cost
    return size * each + rows * row + solutions_take(solutions, state)


def solutions_take(number: float, state: State) -> float:
    """Return an estimate of the seconds that checking and classifying `number` solutions takes."""
    return number * state.longest * _SOLUTION
