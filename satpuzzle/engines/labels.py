"""Option numbers of a large batch: what is left to choose becomes options of the whole cover, each row ascending.

The options of a row are put down as bits, one for each option of the cover, and read off in order, which takes no
comparisons.
"""

import numpy as np
from numpy.typing import NDArray

from satpuzzle.cover.exact_cover import Batch
from satpuzzle.engines.compiled import kernel
from satpuzzle.engines.native.vector import lowest

Ints = NDArray[np.int64]


def relabel(batch: Batch, label: Ints, chosen: Ints) -> Batch | None:
    """Return each row with `chosen` and label[option] for its options, ascending, padded with -1.

    None if a row has an option twice, or one that has no label, so that this is for others to tell.
    """
    room = np.empty((len(batch), max(1, len(chosen) + batch.shape[1])), np.int64)
    return room if _relabel(np.ascontiguousarray(batch, np.int64), label, chosen, room) else None


@kernel
def _relabel(batch: Ints, label: Ints, chosen: Ints, room: Ints) -> bool:
    """Write the rows into `room`; tell whether that was possible."""
    one = np.uint64(1)
    most = -1
    for option in label:
        most = max(most, option)
    for option in chosen:
        most = max(most, option)
    there = np.zeros(most // 64 + 1, np.uint64)
    for number in range(len(batch)):
        for option in chosen:
            there[option >> 6] |= one << np.uint64(option & 63)
        for place in range(batch.shape[1]):
            local = batch[number, place]
            if local == -1:
                continue
            if local < 0 or local >= len(label):
                return False
            option = label[local]
            bit = one << np.uint64(option & 63)
            if there[option >> 6] & bit:
                return False
            there[option >> 6] |= bit
        place = 0
        for w in range(len(there)):
            left = there[w]
            there[w] = 0
            while left:
                room[number, place] = 64 * w + lowest(left)
                place += 1
                left &= left - one
        room[number, place:] = -1
    return True
