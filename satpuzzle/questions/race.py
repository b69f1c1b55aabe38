"""Races: several searches for the best packing run side by side, and what one finds bounds all of them."""

import threading
from collections.abc import Callable, Iterator, Sequence
from queue import Empty, SimpleQueue
from typing import NamedTuple

from satpuzzle.clock import Clock
from satpuzzle.errors import BackendError, Stopped
from satpuzzle.machine import BROWSER

_PATIENCE = 0.2  # seconds without news after which there is an empty step


class Found(NamedTuple):
    """A packing, or a bound on the worth of all, or neither: nothing is new."""

    options: tuple[int, ...] | None = None
    most: int | None = None


def race(searches: Sequence[Callable[[Clock], Iterator[Found]]], clock: Clock) -> Iterator[Found]:
    """Yield what the searches find, as they find it, until one of them has ended; then the others are stopped.

    Each search gets a clock.  If one is stopped or its solver fails, the others go on; raises the error of the last.
    In a browser, which has no threads, they run in turn.
    """
    if BROWSER:
        yield from _in_turn(searches, clock)
        return
    halt, inbox = Clock(within=clock), SimpleQueue[Found | BaseException | None]()

    def run(search: Callable[[Clock], Iterator[Found]]) -> None:
        try:
            for step in search(halt):
                inbox.put(step)
            inbox.put(None)
        except BaseException as error:
            inbox.put(error)

    threads = [threading.Thread(target=run, args=(search,), daemon=True) for search in searches]
    for thread in threads:
        thread.start()
    running = len(threads)
    try:
        while True:
            try:
                news = inbox.get(timeout=_PATIENCE)
            except Empty:
                news = Found()
            if news is None:
                return
            if isinstance(news, (Stopped, BackendError)) and running > 1:
                running -= 1
            elif isinstance(news, BaseException):
                raise news
            else:
                yield news
    finally:
        halt.stop()
        for thread in threads:
            thread.join()


def _in_turn(searches: Sequence[Callable[[Clock], Iterator[Found]]], clock: Clock) -> Iterator[Found]:
    """Yield what the searches find, one after the other until one has ended; raise the error of the last."""
    for left, search in reversed([*enumerate(reversed(searches))]):
        try:
            yield from search(Clock(within=clock))
            return
        except BackendError:
            if not left:
                raise
