"""Several parts at once, their results in order."""

import threading
import time
from collections.abc import Iterator

import pytest

from satpuzzle.search import schedule
from satpuzzle.search.schedule import in_order


def shares(part: int) -> Iterator[tuple[int, int]]:
    for step in range(3):
        time.sleep(0.001 * ((part * 7 + step) % 5))
        yield part, step


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_results_come_part_after_part_whatever_the_number_of_jobs(jobs: int) -> None:
    found = [result for result in in_order(shares, range(20), jobs) if result is not None]
    assert found == [(part, step) for part in range(20) for step in range(3)]


def test_two_jobs_are_at_work_at_once() -> None:
    meeting = threading.Barrier(2, timeout=600)

    def meet(part: int) -> Iterator[int]:
        meeting.wait()
        yield part

    assert [result for result in in_order(meet, range(4), 2) if result is not None] == [0, 1, 2, 3]


@pytest.mark.parametrize("jobs", [1, 3])
def test_an_exception_is_raised_in_its_turn(jobs: int) -> None:
    def fail(part: int) -> Iterator[int]:
        yield part
        if part == 2:
            raise RuntimeError("broken")

    found = []
    with pytest.raises(RuntimeError, match="broken"):
        for result in in_order(fail, range(5), jobs):
            found.append(result)  # noqa: PERF402
    assert [result for result in found if result is not None] == [0, 1, 2]


def test_an_interrupt_while_a_thread_is_started_is_raised_as_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(thread: threading.Thread) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(threading.Thread, "start", interrupted)
    with pytest.raises(KeyboardInterrupt):
        list(in_order(shares, range(20), 2))


@pytest.mark.parametrize("jobs", [1, 3])
def test_closing_stops_the_threads_and_the_parts_they_work_on(jobs: int) -> None:
    closed = []

    def endless(part: int) -> Iterator[int]:
        try:
            while True:
                time.sleep(0.001)
                yield part
        finally:
            closed.append(part)

    results = in_order(endless, range(5), jobs)
    next(results)
    before = threading.active_count()
    results.close()
    assert closed
    assert threading.active_count() == before - (jobs if jobs > 1 else 0)


def test_threads_that_are_ahead_rest_when_too_much_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schedule, "_HELD", 50)
    made = [0, 0]
    first_may_end = threading.Event()

    def work(part: int) -> Iterator[int | None]:
        if part == 0:
            while not first_may_end.wait(0.01):
                yield None
        for number in range(1000):
            made[part] += 1
            yield number

    results = in_order(work, range(2), 2)
    while made[1] < 50:
        assert next(results) is None
    time.sleep(0.2)
    assert 50 <= made[1] <= 53
    first_may_end.set()
    assert [number for number in results if number is not None] == [*range(1000), *range(1000)]
