"""Runs a function on many items in several threads, in parallel, since kernels release the interpreter's lock."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

from satpuzzle.machine import BROWSER

if TYPE_CHECKING:
    from concurrent.futures import Future

Item = TypeVar("Item")
Result = TypeVar("Result")

_AHEAD = 4  # items per thread that are begun before the result of the first of them is read


def side_by_side(work: Callable[[Item], Result], items: Iterable[Item], jobs: int) -> Iterator[Result]:
    """Yield the result of `work` for each item, in the order of the items, computed in `jobs` threads.

    If `work` raises an exception for an item, it is raised in place of the item's result.  A browser has no threads.
    """
    if jobs == 1 or BROWSER:
        yield from map(work, items)
        return
    from concurrent.futures import ThreadPoolExecutor  # which takes as long to import as short burrs to take apart

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
