"""Clocks that run at another pace: with 20, all of Python takes as long as if the machine was 20 times slower.

With this folder in PYTHONPATH, `SATPUZZLE_TEST_PACE=20 python -m pytest` shows which tests depend on the speed of the
machine: whoever looks at a clock sees a machine 20 times slower; with 0.1, one ten times faster.
"""

import os
import time
from collections.abc import Callable

PACE = float(os.environ.get("SATPUZZLE_TEST_PACE", "1"))


def paced(clock: Callable[[], float]) -> Callable[[], float]:
    """Return a clock that shows the same now, and goes at the other pace."""
    now = clock()
    return lambda: now + (clock() - now) * PACE


if PACE != 1:
    for name in ("monotonic", "perf_counter", "process_time", "thread_time"):
        setattr(time, name, paced(getattr(time, name)))
