"""Runs in an event loop: solutions come while other tasks go on, and a cancelled task stops its search."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from toy_engine import Toy

import satpuzzle as sp
from satpuzzle.engines.base import Engine
from satpuzzle.errors import ConsumedError


def completed(main: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine in a thread of its own, since the browser that tests share has a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, main).result()


async def listed(run: Any, most: int | None = None) -> list[Any]:
    found = []
    async for solution in run:
        found.append(solution)
        if len(found) == most:
            break
    return found


def test_a_run_yields_the_same_solutions_in_an_event_loop() -> None:
    run = sp.solve("soma")
    assert completed(listed(run)) == list(sp.solve("soma"))
    assert (run.status, run.counts) == ("exhausted", sp.count("soma"))
    cover = sp.ExactCover.of_sets([{"a"}, {"a", "b"}, {"b"}])
    assert completed(listed(sp.solve(cover))) == [(0, 2), (1,)]


@pytest.mark.parametrize("backend", ["native", "cadical", Toy()], ids=["native", "cadical", "toy"])
def test_a_cancelled_task_stops_its_search(backend: str | Engine) -> None:
    run = sp.solve("bedlam", backend, jobs=1)

    async def main() -> str:
        task = asyncio.create_task(listed(run))
        while run.status is None:  # until the thread has begun
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return repr(run)

    assert completed(main()).endswith("so far>")
    assert (run.status, run.counts.final) == ("interrupted", False)


def test_who_leaves_the_loop_stops_the_search() -> None:
    run = sp.solve("bedlam", jobs=1)
    assert len(completed(listed(run, 2))) == 2
    assert (run.status, run.clock.stopped()) == ("interrupted", True)


def test_several_runs_go_on_side_by_side() -> None:
    async def main() -> list[int]:
        names = ("soma", "galakub", "steinhaus")
        every: list[Coroutine[Any, Any, list[Any]]] = [listed(sp.solve(name, jobs=1)) for name in names]
        return [len(found) for found in await asyncio.gather(*every)]

    assert completed(main()) == [240, 1, 2]


def test_mistakes_come_out_of_the_loop() -> None:
    run = sp.solve("soma")
    run.exhaust()
    with pytest.raises(ConsumedError, match="solve again"):
        completed(listed(run))
