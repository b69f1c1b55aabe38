"""Progress: what was found so far and what is left, on standard error while a run lasts."""

import json
import shutil
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from satpuzzle.search.run import Run

_PATIENCE = 1.5  # seconds of planning; where the kernels are in the cache it takes less


class Progress:
    """What was found so far, on standard error: a line on a terminal, with `mode` json one object a line anywhere."""

    def __init__(self, mode: str) -> None:
        self.json = mode == "json"
        self.shown = self.json or (mode == "auto" and sys.stderr.isatty())
        self.began = time.monotonic()
        self.last = self.began + 0.5  # short runs show nothing
        self.visible = self.told = False

    @contextmanager
    def of(self, run: Run) -> Iterator[None]:
        """Show the progress of a run while it lasts; say so if it takes long to begin."""

        def explain() -> None:
            if run.backend == "bitmask" and "strategy" not in run.stats and not run.reason:
                print(
                    "satpuzzle: preparing the native search (compiling it, the first time)", file=sys.stderr, flush=True
                )

        waiting = threading.Timer(_PATIENCE, explain)
        if self.shown and not self.json:
            waiting.start()
        try:
            yield
        finally:
            waiting.cancel()
            self.clear()

    def update(self, run: Run) -> None:
        """Tell how far it is, a few times a second."""
        now = time.monotonic()
        if not self.shown or now - self.last <= 0.2:
            return
        self.last = now
        if not self.json and (told := expectation(run)) and not self.told:
            self.told = True
            sys.stderr.write(f"\r\x1b[K{told}\n")
        if self.json:
            sys.stderr.write(json.dumps(state_of(run, now - self.began)) + "\n")
        else:
            sys.stderr.write(f"\r\x1b[K{_line(run, now - self.began)[: shutil.get_terminal_size().columns - 1]}")
            self.visible = True
        sys.stderr.flush()

    def clear(self) -> None:
        """Take the line away."""
        if self.visible:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self.visible = False


def state_of(run: Run, elapsed: float) -> dict[str, Any]:
    """Return how far a run is, as plain data; the fraction and what is left are None where there is no telling."""
    fraction = run.fraction
    worked = float(run.stats.get("seconds", 0.0))  # without preparation
    left = worked / fraction - worked if fraction else None
    return {
        "puzzle": run.puzzle.name,
        "found": run.counts.known(),
        **{key: run.stats[key] for key in (*_WORK, *_EXPECTED) if key in run.stats},
        "elapsed": round(elapsed, 2),
        "fraction": fraction and round(fraction, 4),
        "left": left and round(left, 1),
    }


_WORK = ("nodes", "conflicts", "states")
_EXPECTED = ("estimated_nodes", "estimated_nodes_error", "estimated_solutions", "estimated_solutions_error")


def _line(run: Run, elapsed: float) -> str:
    state = state_of(run, elapsed)
    time_left = _clock(elapsed)
    if state["fraction"]:
        done = round(10 * state["fraction"])
        time_left = f"{'━' * done}{'╌' * (10 - done)} {state['fraction']:.0%}, about {_clock(state['left'])} left"
    work = [f"{_short(state[key])} {key}, {_short(state[key] / elapsed)}/s" for key in _WORK if key in state]
    return ", ".join([f"{run.puzzle.name}: {time_left}", *work, str(run.counts)])


def expectation(run: Run) -> str | None:
    """Return what the probes say about a long search, as intervals of two standard errors, or None if it is short."""
    if float(run.stats.get("estimated_seconds", 0.0)) < _LONG:
        return None
    ranges = []
    for kind in ("nodes", "solutions"):
        mean, error = (float(run.stats[f"estimated_{kind}{suffix}"]) for suffix in ("", "_error"))
        if error or mean:
            ranges.append(f"{_short(max(mean - 2 * error, 0))} to {_short(mean + 2 * error)} {kind}")
    return f"{run.puzzle.name}: {', '.join(ranges)}, about {_clock(float(run.stats['estimated_seconds']))} on one core"


_LONG = 5.0  # seconds of a search that is worth a word before it


def _short(number: float) -> str:
    """Return a number with two or three digits that count: 12, 3.4k, 120M, 5.6e+12."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if size <= number < 1000 * size:
            return f"{number / size:.3g}{letter}"
    return f"{number:.0f}" if number < 1000 else f"{number:.2g}"


def _clock(seconds: float) -> str:
    """Return a time as people say it: 8 s, 3 min, 5 h, 12 days, 4e+06 years."""
    for name, unit in (("years", 365.25 * 86400), ("days", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * unit:
            return f"{seconds / unit:.2g} {name}"
    return f"{seconds:.0f} s"
