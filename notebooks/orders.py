"""Orders in which a scan may cover the cells of a board."""

import numpy as np
from numpy.typing import NDArray

AXES = (":xyz", ":xzy", ":yxz", ":yzx", ":zxy", ":zyx", "")  # the slowest axis first; the last one is the default
SWEEPS, GROWTHS, SHUFFLES = 4, 4, 2

Order = NDArray[np.intp]


def orders(board: NDArray[np.int64]) -> dict[str, Order]:
    """Return orders by their names: the cells in the order in which they come."""
    sides = np.argsort(np.ptp(board, axis=0), kind="stable")  # the shortest axis first
    short, middle, long = board[:, sides].T
    across = short + middle  # flat boards have one cell along the first axis
    centre = (board.min(axis=0) + board.max(axis=0)) / 2
    distance = abs(board - centre)
    found = {
        "row by row": np.lexsort((short, middle, long)),
        "boustrophedon": np.lexsort((np.where(long % 2, -across, across), long)),
        "diagonals": np.lexsort((across, across + long)),
        "ends first": np.lexsort((short, middle, -abs(2 * long - long.max() - long.min()))),
        "column ends first": np.lexsort((-abs(2 * middle - middle.max() - middle.min()), long)),
        "along the long side": np.lexsort((long, middle, short)),
        "corners first": np.argsort(-distance.sum(axis=1), kind="stable"),
        "from outside in": np.argsort(-(distance / np.maximum(distance.max(axis=0), 0.5)).max(axis=1), kind="stable"),
    }
    for number in range(SWEEPS):  # a straight front that moves in a random direction
        dice = np.random.default_rng((1, number))
        direction = dice.standard_normal(3) * (np.ptp(board, axis=0) > 0)
        found[f"sweep {number}"] = np.argsort(board @ direction + 1e-6 * dice.random(len(board)), kind="stable")
    for number in range(GROWTHS):  # a connected region that grows at random
        found[f"growth {number}"] = _grown(board, np.random.default_rng((2, number)))
    for number in range(SHUFFLES):
        found[f"random {number}"] = np.random.default_rng((3, number)).permutation(len(board))
    return found


def _grown(board: NDArray[np.int64], dice: np.random.Generator) -> Order:
    near = abs(board[:, None] - board[None]).sum(axis=2) == 1
    taken = [int(np.argmax(board @ dice.standard_normal(3)))]  # at a corner
    while len(taken) < len(board):
        beside = np.flatnonzero(near[taken].any(axis=0) & ~np.isin(np.arange(len(board)), taken))
        taken.append(int(dice.choice(beside)))
    return np.array(taken)


def front(board: NDArray[np.int64], order: Order) -> float:
    """Return the mean length of the front: how many empty cells have a filled neighbour, over all steps."""
    near = abs(board[:, None] - board[None]).sum(axis=2) == 1
    filled, lengths = np.zeros(len(board), bool), []
    for cell in order:
        filled[cell] = True
        lengths.append(int((near[filled].any(axis=0) & ~filled).sum()))
    return float(np.mean(lengths))
