"""Machines: a Dask cluster of two processes here, whose workers die, and whose scheduler forgets."""

import contextlib
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from commands import complaint, run
from judges import Deadly, Slow
from textbook import latin_squares, of

import satpuzzle as sp
from satpuzzle.clock import Status
from satpuzzle.search.audit import audit
from satpuzzle.search.carriers import cluster
from satpuzzle.search.carriers.base import Workplace
from satpuzzle.search.journal import Journal
from satpuzzle.search.run import Search

distributed = pytest.importorskip("distributed")

NAME, PARTS = "tetracubes-2x4x4", 24
pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    import dask.config

    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 1}),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs="CRITICAL"
        ) as local,
        distributed.Client(local) as client,
    ):
        yield client


def drawn(search: sp.Run) -> list[str]:
    return [str(solution) for solution in search]


def when(parts: int, act: Any) -> Any:
    """Return what does something, once, as soon as so many parts are done."""
    once = threading.Event()

    def watch(search: Search) -> None:
        if search.stats.get("parts_done", 0) >= parts and not once.is_set():
            once.set()
            act()

    return watch


def test_a_search_by_machines_is_listed_like_any_other(client: Any) -> None:
    search = sp.solve(NAME, parts=PARTS, cluster=client)
    assert drawn(search) == drawn(sp.solve(NAME, parts=PARTS, jobs=1))
    assert (search.status, search.counts) == (Status.EXHAUSTED, sp.count(NAME))


def test_short_parts_go_together(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[int] = []

    def submit(task: Any, *arguments: Any, **options: Any) -> Any:
        if task is cluster.work_there:
            sent.append(len(arguments[-1]))
        return send(task, *arguments, **options)

    send = client.submit
    monkeypatch.setattr(client, "submit", submit)
    monkeypatch.setattr(cluster, "_SHORT", 60.0)
    search = sp.solve(of(latin_squares(4)), parts=100, cluster=client)
    assert search.exhaust().raw == 576
    assert sum(sent) == search.stats["parts_done"] >= 100
    assert sent[0] == 1  # nobody knows yet how long they take
    assert max(sent) > 4


def test_a_worker_that_dies_loses_nothing(client: Any, tmp_path: Path) -> None:
    victim = next(iter(client.run(os.getpid).values()))

    def kill() -> None:
        with contextlib.suppress(psutil.Error):
            psutil.Process(victim).kill()

    search = sp.solve(NAME, parts=PARTS, cluster=client, journal=tmp_path / "j", judge=Slow(0.02), watch=when(3, kill))
    assert search.exhaust() == sp.count(NAME)
    assert not psutil.pid_exists(victim)
    with Journal(tmp_path / "j") as journal:
        assert audit(journal)[1] == 695


def test_a_scheduler_that_forgets_everything_is_told_again(client: Any) -> None:
    search = sp.solve(NAME, parts=PARTS, cluster=client, judge=Slow(0.02), watch=when(3, client.restart))
    assert search.exhaust() == sp.count(NAME)


def test_a_part_that_kills_its_workers_is_named_and_the_rest_goes_on(client: Any, tmp_path: Path) -> None:
    first = next(batch for batch in sp.solve(NAME, parts=PARTS, jobs=1).batches() if len(batch))[0]
    fatal = tuple(sorted(first[first >= 0].tolist()))
    search = sp.solve(NAME, parts=PARTS, cluster=client, journal=tmp_path / "j", judge=Deadly(fatal))
    with pytest.raises(sp.BackendError, match=r"workers died of a part with \d+ options chosen") as raised:
        search.exhaust()
    with Journal(tmp_path / "j") as journal:
        ((name,),) = journal.ask("SELECT lower(hex(id)) FROM parts WHERE state = 0")
    assert name in str(raised.value)


def test_a_task_whose_parts_were_sent_again_is_let_go(client: Any) -> None:
    search = sp.solve(NAME, parts=PARTS)
    carrier = cluster.Cluster(client, Workplace(search.plan(), None, None), 1)
    forgotten = client.submit(abs, -1)
    forgotten.cancel()
    carrier._back.put(forgotten)
    assert list(carrier.finished(5)) == []
    carrier.close()


def test_a_limit_ends_what_the_workers_do(client: Any) -> None:
    search = sp.solve(NAME, parts=PARTS, cluster=client, judge=Slow(0.5), seconds=1.5)
    search.exhaust()
    assert search.status is Status.TIME_LIMIT
    assert sp.solve(NAME, parts=PARTS, cluster=client).exhaust() == sp.count(NAME)  # nothing old is in the way


def test_workers_of_another_version_are_refused(client: Any) -> None:
    def pretend(version: str) -> None:
        from satpuzzle.search.carriers import cluster

        cluster.__version__ = version  # type: ignore[attr-defined]

    client.run(pretend, "0.0.1")
    try:
        with pytest.raises(sp.PuzzleError, match=r"has satpuzzle 0\.0\.1, here it is"):
            sp.solve(NAME, parts=PARTS, cluster=client).exhaust()
    finally:
        client.run(pretend, sp.__version__)


def test_what_was_begun_here_is_finished_by_machines(client: Any, tmp_path: Path) -> None:
    search = sp.solve(NAME, parts=PARTS, jobs=1, journal=tmp_path / "j", watch=when(5, lambda: None))
    for _ in zip(search, range(100), strict=False):
        pass
    search.interrupt()
    again = sp.solve(NAME, "cadical", cluster=client, journal=tmp_path / "j")
    assert again.exhaust() == sp.count(NAME)


def test_a_scheduler_that_does_not_answer_is_one_line() -> None:
    line = complaint(run("count", NAME, "--cluster", "127.0.0.1:1"))
    assert line.startswith("--cluster 127.0.0.1:1: no scheduler answers")
    with pytest.raises(sp.PuzzleError, match="--cluster nowhere: no scheduler answers"):
        sp.count(NAME, cluster="nowhere")


@pytest.mark.slow
def test_the_command_brings_its_own_workers_along() -> None:
    ended = run("count", NAME, "--cluster", "local", "-j", "2", "--parts", str(PARTS), "-q")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, f"{sp.count(NAME)}\n", "")
