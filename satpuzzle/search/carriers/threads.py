"""Several subproblems at once, their solutions in order.

Threads take the parts one after the other; what they find waits until all earlier parts are done, so the
order of solutions does not depend on how many threads there are.  Kernels release the interpreter's lock,
and external solvers run in processes, so threads are enough.
"""

import queue
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import TypeVar

Part = TypeVar("Part")
Result = TypeVar("Result")

_PATIENCE = 0.05  # seconds between looks at the clock
_AHEAD = 4  # parts per thread that may be begun before the results of the first of them are handed over
_HELD = 1 << 28  # bytes of results that may wait in all; then threads pause, but for the one whose results are due


def in_order(
    work: Callable[[Part], Iterator[Result | None]], parts: Sequence[Part], jobs: int
) -> Generator[Result | None, None, None]:
    """Yield what `work` yields for each part, part after part, with `jobs` threads at work; None while waiting.

    A result of None only says that a part is still at work.  An exception of `work` is raised in its turn.  Closing the
    iterator stops the threads at their next result.
    """
    if jobs == 1:
        for part in parts:
            yield from work(part)
        return
    boxes: list[queue.SimpleQueue[tuple[bool, Result | BaseException | None]]] = [queue.SimpleQueue() for _ in parts]
    numbers = iter(range(len(parts)))
    turn = threading.Semaphore(jobs * _AHEAD)
    lock, stop = threading.Lock(), threading.Event()
    room = threading.Condition()
    due, held = 0, 0  # the part whose results are handed over, and the bytes that wait

    def hold(number: int, size: int) -> None:
        nonlocal held
        with room:
            while held > _HELD and (number != due or not boxes[number].empty()) and not stop.is_set():
                room.wait(_PATIENCE)
            held += size

    def serve() -> None:
        while not stop.is_set():
            turn.acquire()
            with lock:
                number = next(numbers, None)
            if number is None:
                return
            end: BaseException | None = None
            results = work(parts[number])
            try:
                for result in results:
                    if result is not None:
                        hold(number, _size(result))
                        boxes[number].put((False, result))
                    if stop.is_set():
                        break
            except BaseException as error:  # handed over to the thread that asked
                end = error
            finally:
                close = getattr(results, "close", None)
                if close is not None:
                    close()
            boxes[number].put((True, end))

    threads = [threading.Thread(target=serve, daemon=True) for _ in range(jobs)]
    for thread in threads:
        thread.start()
    try:
        for due, box in enumerate(boxes):  # noqa: B007, the threads look at it
            while True:
                try:
                    ended, content = box.get(timeout=_PATIENCE)
                except queue.Empty:
                    yield None
                    continue
                if isinstance(content, BaseException):
                    raise content
                if ended:
                    break
                with room:
                    held -= _size(content)
                    room.notify_all()
                yield content
            turn.release()
    finally:
        stop.set()
        for _ in threads:
            turn.release()
        for thread in threads:
            thread.join()


def _size(result: object) -> int:
    return int(getattr(result[-1] if isinstance(result, tuple) else result, "nbytes", 1))
