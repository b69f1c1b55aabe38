"""Packings taken apart side by side, on several cores: the kernel runs without the interpreter's lock."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

_AHEAD = 4  # items for each thread that are begun before the result of the first is handed over


def side_by_side(work: Callable[[Item], Result], items: Iterable[Item], jobs: int) -> Iterator[Result]:
    """Yield what `work` returns for each item, in their order; raises what it raises, in its turn."""
    if jobs == 1:
        yield from map(work, items)
        return
    pool = ThreadPoolExecutor(jobs)
    begun: deque[Future[Result]] = deque()
    try:
        for item in items:
            begun.append(pool.submit(work, item))
            if len(begun) > jobs * _AHEAD:
                yield begun.popleft().result()
        while begun:
            yield begun.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)
