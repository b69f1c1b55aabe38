"""Which of many choices of options can be completed to a solution?

The kernel is `kernels/choices.c`, which explains how it works; this module makes its arrays.
"""

from collections.abc import Iterator

import numpy as np

from satpuzzle.clock import UNLIMITED, Clock
from satpuzzle.cover.bits import Ints
from satpuzzle.cover.exact_cover import ExactCover
from satpuzzle.engines.base import Completed
from satpuzzle.engines.library import Call, empty
from satpuzzle.engines.native.mrv import ROOM, SHIFT, SIZE, Mrv
from satpuzzle.engines.state import EXHAUSTED, WORK

_TABLE = 1 << 22  # entries of the table of solutions: so many choices are handed to the kernel at once


def completions(cover: ExactCover, chosen: Ints, most: int, clock: Clock = UNLIMITED) -> Iterator[Completed]:
    """Yield what is known of each choice, (choices, options), in their order; see `Engine.completions`.

    The cover has no colours and no weights, all its options are live, and each item has enough of them.  Raises Stopped
    if the clock stops.
    """
    state = Mrv(cover, clock)
    many = max(1, _TABLE // state.longest)
    for start in range(0, len(chosen), many):
        for part in _completed(state, np.ascontiguousarray(chosen[start : start + many], np.int64), most):
            yield part._replace(start=start + part.start)
            clock.check()


def _completed(state: Mrv, chosen: Ints, most: int) -> Iterator[Completed]:
    choices, each = chosen.shape
    words, room, options = state.words, int(state.level[0, ROOM]), int(state.level[0, SIZE])
    depths, copied, longest = state.longest + 2, len(state.upper), state.longest
    stack, depth = empty(depths * (words + 1) * room), np.zeros((depths, 4), np.int64)
    stack[: words * room], depth[0, 0] = state.stack[: words * room], options
    need = np.zeros((depths, words), np.uint64)
    need[0] = state.need[0]
    found, verdicts = np.full((choices, longest), -1, np.int64), np.zeros(choices, np.int64)
    call = Call(
        "choices",
        {
            "chosen": chosen, "single": state.single[0], "counted": state.counted[0], "lower": state.lower,
            "upper": state.upper, "depths": depth, "need": need, "used": np.zeros((depths, copied), np.int64),
            "stack": stack, "scratch": empty(14 * words + 8), "recent": np.zeros(options, np.uint64),
            "path": np.zeros(depths, np.int64), "found": found, "verdict": verdicts,
            "choices": choices, "each": each, "longest": longest, "words": words, "room": room,
            "shift": int(state.stage[0, SHIFT]), "copied": copied, "most": most, "last": -1, "depth": -1,
        },
    )  # fmt: skip
    outcome, done = 0, 0
    while outcome != EXHAUSTED:
        call["work"] = WORK
        outcome, before = call(), done
        done = call["now"]
        yield Completed(before, verdicts[before:done], found[before:done], call["nodes_of_all"])
