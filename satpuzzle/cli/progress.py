"""Progress: what was found so far and what is left, on standard error while a run lasts."""

import json
import shutil
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from satpuzzle.search.progress import duration, expectation, line, state_of
from satpuzzle.search.run import Search

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
    def of(self, run: Search) -> Iterator[None]:
        """Show the progress of a run while it lasts; say so if it takes long to begin."""

        def explain() -> None:
            if run.way.engine.compiles and "planning" not in run.stats and not run.reason:
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

    def update(self, run: Search) -> None:
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
            sys.stderr.write(f"\r\x1b[K{line(run, now - self.began)[: shutil.get_terminal_size().columns - 1]}")
            self.visible = True
        sys.stderr.flush()

    def note(self, text: str) -> None:
        """Tell how far a work of many searches is, in these words, a few times a second."""
        now = time.monotonic()
        if not self.shown or now - self.last <= 0.2:
            return
        self.last, elapsed = now, now - self.began
        if self.json:
            sys.stderr.write(json.dumps({"doing": text, "elapsed": round(elapsed, 2)}) + "\n")
        else:
            sys.stderr.write(f"\r\x1b[K{text}, {duration(elapsed)}"[: shutil.get_terminal_size().columns + 3])
            self.visible = True
        sys.stderr.flush()

    def clear(self) -> None:
        """Take the line away."""
        if self.visible:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self.visible = False
