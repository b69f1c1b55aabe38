"""The progress of a run on standard error: the results so far, and how much is left."""

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from satpuzzle.cli.exits import complain
from satpuzzle.cli.terminal import width
from satpuzzle.search.progress import duration, expectation, fraction_done, state_of, words
from satpuzzle.search.run import Search
from satpuzzle.structured import as_json

if TYPE_CHECKING:
    from rich.live import Live

_QUIET = 0.5  # seconds until progress is first shown
_AGAIN = 0.2  # seconds between two updates
_BAR = 12  # width of the bar in columns


class Progress:
    """Progress on standard error: a line that changes, on a terminal; in the `mode` json, one object per line."""

    def __init__(self, mode: str) -> None:
        self.json = mode == "json"
        self.shown = self.json or (mode == "auto" and sys.stderr.isatty())
        self.began = time.monotonic()
        self.last = self.began + _QUIET - _AGAIN
        self.expected_shown = False
        self._live: Live | None = None

    @contextmanager
    def of(self, run: Search) -> Iterator[None]:
        """Let `update` show the progress of a run during the `with` block; remove the line at the end."""
        try:
            yield
        finally:
            self.clear()

    def update(self, run: Search) -> None:
        """Show the progress of a run, at most a few times per second."""
        if not self.json and self.shown and not self.expected_shown and (text := expectation(run)):
            self.expected_shown = True
            self.clear()
            complain(text)
        if (elapsed := self._due()) is None:
            return
        if self.json:
            print(as_json(state_of(run, elapsed)), file=sys.stderr, flush=True)
        else:
            self._show(f"{run.request.name}:", words(run, elapsed), fraction_done(run))

    def tell(self, news: object) -> None:
        """Show what a question says of its progress: how far a search is, or a text."""
        if isinstance(news, Search):
            self.update(news)
        else:
            self.note(str(news))

    def note(self, text: str, at_once: bool = False) -> None:
        """Show a text as progress, at most a few times per second unless `at_once`."""
        if at_once:
            self.last = self.began - 2 * _AGAIN
        if (elapsed := self._due()) is None:
            return
        if self.json:
            print(as_json({"doing": text, "elapsed": round(elapsed, 2)}), file=sys.stderr, flush=True)
        else:
            self._show(f"{text},", [duration(elapsed)])

    def clear(self) -> None:
        """Remove the progress line from the terminal."""
        if self._live is not None:
            self._live.stop()
            self._live = None

    def _due(self) -> float | None:
        """Return the seconds since the start if it is time for an update, else None."""
        now = time.monotonic()
        if not self.shown or now - self.last <= _AGAIN:
            return None
        self.last = now
        return now - self.began

    def _show(self, name: str, phrases: Sequence[str], fraction: float | None = None) -> None:
        """Show one line: a name, a bar if the fraction done is known, and as many phrases as fit."""
        from rich.console import Console
        from rich.live import Live
        from rich.progress_bar import ProgressBar
        from rich.table import Table

        room = (width(sys.stderr) or 80) - 1
        cells = [name] if fraction is None else [name, ProgressBar(1.0, fraction, _BAR)]
        room -= len(name) + 1 + (_BAR + 1) * (len(cells) - 1)
        text = ""
        for few in phrases:
            longer = f"{text}, {few}" if text else few
            if text and len(longer) > room:
                break
            text = longer
        line = Table.grid(padding=(0, 1, 0, 0))
        for _ in (*cells, text):
            line.add_column(no_wrap=True, overflow="ellipsis")
        line.add_row(*cells, text)
        if self._live is None:
            console = Console(stderr=True, highlight=False, markup=False)
            self._live = Live(
                console=console, auto_refresh=False, transient=True, redirect_stdout=False, redirect_stderr=False
            )
            self._live.start()
        self._live.update(line, refresh=True)
