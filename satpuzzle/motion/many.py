"""Takes many packings apart together, each in the first way that is found: the kernel `apart` (kernels/motion.c).

The packings share the table of pairs (shapes.py), and the kernel goes from one to the next without Python.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from satpuzzle.clock import Clock
from satpuzzle.cover.bits import Ints
from satpuzzle.engines.library import Call, empty
from satpuzzle.errors import Stopped
from satpuzzle.motion.compiled import EXHAUSTED, MOST, STEPS_FULL, Shared

FALLS, STAYS, UNDECIDED, OTHERWISE = range(4)  # verdicts; see kernels/motion.h
_STEPS = 8  # moves of a packing for which there is room at first
_COLUMNS = 8  # of `Taken.rows`


class Taken(NamedTuple):
    """How packings come apart; `ended` says why some are left, the last ones.

    A row has a verdict, the number of positions that were searched, the number of separations and of the moves of the
    first one, whether a later one takes several moves, whether each is one move of a single piece, and where the
    packing's moves begin and end in `steps`.
    """

    rows: Ints  # (packings, 8)
    steps: Ints  # (moves, 3): the pieces as bits, the number of the direction, the distance or 0 for leaving
    ended: Stopped | None


def take_apart(
    shared: Shared,
    places: NDArray[np.int16],
    weights: Ints,
    clock: Clock,
    *,
    holding: bool,
    far: bool,
    most: int,
    others: int,
) -> Taken:
    """Take packings apart, each after at most `most` positions, given as `Shared.places` and the weights of the pieces.

    `holding` tells whether something holds them, and `far` whether pieces may also move part of the way.  `others` is
    the number of other first separations that are tried if later ones take several moves.
    """
    room = shared.room("apart")
    call, (many, width, _) = room.call, places.shape
    taken, steps = np.zeros((many, _COLUMNS), np.int64), np.zeros((_STEPS * (many + width), 3), np.int64)
    arrays: dict[str, NDArray[Any]] = {
        "packings": places, "weight": weights, "taken": taken, "steps": steps, "parts": empty(MOST + 1),
        "at": np.zeros((MOST, 4), np.int16),
    }  # fmt: skip
    for field, array in arrays.items():
        call.hand_over(field, array)
    numbers = {
        "packing_count": many, "width": width, "packing": -1, "step_room": len(steps), "holding": int(holding),
        "frame": shared.frame, "far": int(far), "exits": shared.exits, "most": most, "others": others,
    }  # fmt: skip
    for field, number in numbers.items():
        call[field] = number
    outcome = -1
    try:
        while outcome != EXHAUSTED:
            clock.check()
            outcome = room.run(shared.shapes)
            if outcome == STEPS_FULL:
                steps = _more(steps, call)
    except Stopped as ended:
        return Taken(taken[: max(0, call["packing"])], steps, ended)
    return Taken(taken, steps, None)


def _more(steps: Ints, call: Call) -> Ints:
    larger = np.zeros((2 * len(steps), 3), np.int64)
    larger[: len(steps)] = steps
    call.hand_over("steps", larger)
    call["step_room"] = len(larger)
    return larger
