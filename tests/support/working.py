"""Run a command by a clock of work: its seconds are processor time of the command and of all that it has started.

So a busy machine makes no command slower by its clock, and what one does between two looks at the clock shows on any
machine.  The longest such stretch, in seconds, and where it ended are written to the file that WORKING names.
"""

import contextlib
import os
import sys
import time
from types import SimpleNamespace

import psutil

import satpuzzle.clock
from satpuzzle.__main__ import main

WAITING = 30  # a command that only waits gets on by a second in so many
_OFTEN = 0.05  # seconds between two looks at the children

_began, _looked, _children, _last = time.monotonic(), 0.0, 0.0, 0.0
_longest: tuple[float, str] = (0.0, "")


def worked() -> float:
    """Return the seconds of work so far."""
    global _looked, _children
    now = time.monotonic()
    if now > _looked + _OFTEN:
        _looked = now
        _children = max(_children, below(psutil.Process()) + sum(os.times()[2:4]))
    return max(time.process_time() + _children, (now - _began) / WAITING)


def below(process: psutil.Process) -> float:
    """Return the processor time of all that a process has started and that runs, and of what these have waited for."""
    total = 0.0
    for child in process.children(recursive=True):
        with contextlib.suppress(psutil.Error):
            total += sum(child.cpu_times()[:4])
    return total


def _looking() -> float:
    """Return the seconds of work, and note how much this process has done since the last look."""
    global _last, _longest
    now = time.process_time()
    if now - _last > _longest[0]:
        frame, places = sys._getframe(1), list[str]()
        while frame is not None and len(places) < 5:
            if "satpuzzle/" in frame.f_code.co_filename and not frame.f_code.co_filename.endswith("clock.py"):
                places.append(f"{frame.f_code.co_filename.rpartition('satpuzzle/')[2]}:{frame.f_lineno}")
            frame = frame.f_back  # type: ignore[assignment]
        _longest = now - _last, " < ".join(places)
    _last = now
    return worked()


if __name__ == "__main__":
    vars(satpuzzle.clock)["time"] = SimpleNamespace(monotonic=_looking)
    _last = time.process_time()
    try:
        main()
    finally:
        if time.process_time() - _last > _longest[0]:
            _longest = time.process_time() - _last, "the end"
        if name := os.environ.get("WORKING"):
            with open(name, "w") as file:
                file.write(f"{_longest[0]:.2f} {_longest[1]}")
