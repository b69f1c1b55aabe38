"""Machines: a Dask cluster of two processes here, whose workers die, and whose scheduler forgets."""

import contextlib
import dataclasses
import os
import pickle
import signal
import subprocess
import sys
import threading
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from children import children, within
from commands import COMMAND, ENVIRONMENT, complaint, run
from judges import Deadly, Slow, judged
from skips import needs
from textbook import latin_squares, of

import satpuzzle as sp
from satpuzzle.clock import Status
from satpuzzle.engines.config import solver_config
from satpuzzle.search.carriers import cluster
from satpuzzle.search.carriers.base import Workplace
from satpuzzle.search.journal.audit import audit
from satpuzzle.search.journal.journal import Journal
from satpuzzle.search.run import Search
from satpuzzle.strategy import ANY, Node

NAME, PARTS = "tetracubes-2x4x4", 24
pytestmark = [needs("distributed"), pytest.mark.filterwarnings("default")]


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    import dask.config
    import distributed

    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 1, "distributed.deploy.lost-worker-timeout": "1h"}),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs="CRITICAL"
        ) as local,
        distributed.Client(local) as client,
    ):
        yield client


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for workers of this machine as long as they need to start."""
    monkeypatch.setattr(cluster, "_START", 600.0)


def drawn(search: sp.results.Run) -> list[str]:
    return [str(solution) for solution in search]


def when(parts: int, act: Any) -> Any:
    """Return what does something, once, as soon as so many parts are done."""
    once = threading.Event()

    def watch(search: Search) -> None:
        if search.stats.get("parts_done", 0) >= parts and not once.is_set():
            once.set()
            act()

    return watch


@pytest.mark.full
def test_a_search_by_machines_is_listed_like_any_other(client: Any) -> None:
    search = sp.solve(NAME, parts=PARTS, cluster=client)
    assert drawn(search) == drawn(sp.solve(NAME, parts=PARTS, jobs=1))
    assert (search.status, search.counts) == (Status.EXHAUSTED, sp.count(NAME))


@pytest.mark.full
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


@pytest.mark.full
def test_a_worker_that_dies_loses_nothing(client: Any, tmp_path: Path) -> None:
    victim = next(iter(client.run(os.getpid).values()))

    def kill() -> None:
        with contextlib.suppress(psutil.Error):
            psutil.Process(victim).kill()

    search = judged(NAME, Slow(0.02), PARTS, cluster=client, journal=tmp_path / "j", watch=when(3, kill))
    assert search.exhaust() == sp.count(NAME)
    assert not psutil.pid_exists(victim)
    with Journal(tmp_path / "j") as journal:
        assert audit(journal)[1] == 695


@pytest.mark.slow
def test_a_scheduler_that_forgets_everything_is_told_again(client: Any) -> None:
    search = judged(NAME, Slow(0.02), PARTS, cluster=client, watch=when(3, client.restart))
    assert search.exhaust() == sp.count(NAME)


@pytest.mark.full
def test_a_part_that_kills_its_workers_is_named_and_the_rest_goes_on(client: Any, tmp_path: Path) -> None:
    first = next(batch for batch in sp.solve(NAME, parts=PARTS, jobs=1).batches() if len(batch))[0]
    fatal = tuple(sorted(first[first >= 0].tolist()))
    search = judged(NAME, Deadly(fatal), PARTS, cluster=client, journal=tmp_path / "j")
    with pytest.raises(sp.BackendError, match=r"workers died while solving a part with \d+ options chosen") as raised:
        search.exhaust()
    with Journal(tmp_path / "j") as journal:
        ((name,),) = journal.ask("SELECT lower(hex(id)) FROM parts WHERE state = 0")
    assert name in str(raised.value)


@pytest.mark.full
def test_a_task_whose_parts_were_sent_again_is_let_go(client: Any) -> None:
    search = sp.solve(NAME, parts=PARTS)
    carrier = cluster.Cluster(client, Workplace(search.plan(), None, None), 1)
    forgotten = client.submit(abs, -1)
    forgotten.cancel()
    carrier._back.put(forgotten)
    assert list(carrier.finished(5)) == []
    carrier.close()


@pytest.mark.full
def test_a_limit_ends_what_the_workers_do(client: Any) -> None:
    search = judged(NAME, Slow(0.5), PARTS, cluster=client, time_limit=1.5)
    search.exhaust()
    assert search.status is Status.TIME_LIMIT
    assert sp.solve(NAME, parts=PARTS, cluster=client).exhaust() == sp.count(NAME)  # nothing old is in the way


@pytest.mark.full
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


@pytest.mark.full
def test_what_was_begun_here_is_finished_by_machines(client: Any, tmp_path: Path) -> None:
    search = sp.solve(NAME, parts=PARTS, jobs=1, journal=tmp_path / "j", watch=when(5, lambda: None))
    for _ in zip(search, range(100), strict=False):
        pass
    search.interrupt()
    again = sp.solve(NAME, "cadical", cluster=client, journal=tmp_path / "j")
    assert again.exhaust() == sp.count(NAME)


@pytest.mark.full
def test_machines_send_only_numbers_if_nothing_else_is_wanted(client: Any, tmp_path: Path) -> None:
    there = pickle.loads(cluster.packed(Workplace(sp.solve(NAME).plan(), None, None, count_only=True))).workplace()
    assert there.count_only
    path = tmp_path / "j"
    assert sp.count(NAME, parts=PARTS, cluster=client, journal=path, count_only=True) == sp.count(NAME)
    assert sp.count(NAME, parts=PARTS, cluster=client, count_only=True) == sp.count(NAME)
    with Journal(path) as journal:
        assert journal.ask("SELECT count(*) FROM solutions") == [(0,)]


# What is sent


def test_workers_do_what_was_asked_for_to_the_seed() -> None:
    for backend, options in (("cpsat", {"seed": 7}), ("glucose", {"encoding": "ladder"}), ("native", {})):
        plan = sp.solve(NAME, backend, parts=2, **options).plan()
        judge = Slow(0.0)
        there = pickle.loads(cluster.packed(Workplace(plan, judge, 5.0))).workplace()
        ours, theirs = vars(plan.config) | {"parts": 2}, vars(there.plan.config) | {"parts": 2}
        names = [{key: getattr(value, "name", value) for key, value in one.items()} for one in (ours, theirs)]
        assert names[0] == names[1]
        assert (there.judge, there.patience) == (judge, 5.0)


def by(rule: Callable[[Node], int]) -> Workplace:
    """Return a workplace with a function as its strategy, which nobody compiles yet."""
    plan = sp.solve("slothouber-graatsma", "cadical", parts=4).plan()
    return Workplace(dataclasses.replace(plan, config=solver_config("native", strategy=rule)), None, None)


def test_a_function_of_the_callers_script_is_sent_along() -> None:
    def last_cell(view: Node) -> int:
        return int(view.cells[-1])

    setup = pickle.loads(cluster.packed(by(last_cell)))
    assert setup.config.strategy.name == "last_cell"


@pytest.mark.slow
def test_a_function_of_the_user_is_a_strategy_there_as_well(client: Any) -> None:
    def last_cell(view: Node) -> int:
        chosen = ANY
        for cell in view.cells:
            if view.needed[cell]:
                chosen = int(cell)
        return chosen

    search = sp.solve("slothouber-graatsma", strategy=last_cell, parts=4, cluster=client)
    assert search.exhaust() == sp.count("slothouber-graatsma")


def test_a_function_that_cannot_be_sent_is_one_line() -> None:
    lock = threading.Lock()

    def locked(view: Node) -> int:
        with lock:
            return ANY

    with pytest.raises(sp.PuzzleError, match="native locked cannot be sent to a cluster: TypeError: cannot pickle"):
        cluster.packed(by(locked))


@pytest.mark.full
def test_a_function_of_a_module_that_workers_lack_is_one_line(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = types.ModuleType("mine")
    monkeypatch.setitem(sys.modules, "mine", mine)
    exec("def choose(view):\n    return -1\n", vars(mine))
    search = sp.solve("slothouber-graatsma", strategy=vars(mine)["choose"], parts=4, cluster=client)
    line = r"the worker tcp://\S+ cannot read what it is sent: ModuleNotFoundError: No module named 'mine'"
    with pytest.raises(sp.PuzzleError, match=line):
        search.exhaust()


# Beginning


@pytest.mark.full
def test_a_scheduler_that_does_not_answer_is_one_line() -> None:
    line = complaint(run("count", NAME, "--cluster", "127.0.0.1:1"))
    assert line.startswith("--cluster 127.0.0.1:1: no scheduler answers")
    for address in ("127.0.0.1:99999", "127.0.0.1:１"):
        with pytest.raises(sp.PuzzleError, match="an address is HOST:PORT"):
            sp.solve("soma", cluster=address).exhaust()
    with pytest.raises(sp.PuzzleError, match="--cluster nowhere: no scheduler answers"):
        sp.count(NAME, cluster="nowhere")


@pytest.mark.slow
def test_the_command_brings_its_own_workers_along() -> None:
    ended = run("count", NAME, "--cluster", "local", "-j", "2", "--parts", str(PARTS), "-q")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, f"{sp.count(NAME)}\n", "")


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize(
    ("fail", "line"),
    [
        pytest.param(*(1, "--cluster local: 1 of 2 workers failed to start; the others go on"), marks=pytest.mark.full),
        (2, "--cluster local: no worker has started (of 2); the search goes on with threads"),
    ],
)
def test_workers_that_fail_to_start_are_missed(
    fail: int, line: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    import distributed

    begun: list[Any] = []

    async def instantiate(nanny: Any) -> Any:
        begun.append(nanny)
        return distributed.core.Status.failed if len(begun) <= fail else await start(nanny)

    start = distributed.Nanny.instantiate
    monkeypatch.setattr(distributed.Nanny, "instantiate", instantiate)
    assert sp.count(NAME, parts=PARTS, cluster="local", jobs=2) == sp.count(NAME)
    assert [record.getMessage() for record in caplog.records if record.name.startswith("satpuzzle")] == [line]


@pytest.mark.slow
@pytest.mark.usefixtures("patient")
def test_a_worker_that_is_given_up_is_started_again() -> None:
    """Dask gives up a worker that is not back in time."""
    import dask.config

    def kill() -> None:
        for process in psutil.Process().children(recursive=True):
            with contextlib.suppress(psutil.Error):
                if "spawn_main" in " ".join(process.cmdline()):
                    process.kill()

    with dask.config.set({"distributed.deploy.lost-worker-timeout": "1ms"}):
        search = judged(NAME, Slow(0.02), PARTS, cluster="local", jobs=1, watch=when(3, kill), time_limit=600)
        assert search.exhaust() == sp.count(NAME)


@pytest.mark.slow
@pytest.mark.usefixtures("patient")
def test_a_search_whose_workers_are_killed_and_do_not_come_back_goes_on_with_threads(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    import distributed

    monkeypatch.setattr(cluster, "_MISSING", 1.0)
    monkeypatch.setattr(cluster, "_COUNTING", 0.0)

    async def fail(nanny: Any) -> Any:
        return distributed.core.Status.failed

    def kill() -> None:
        monkeypatch.setattr(distributed.Nanny, "instantiate", fail)
        for process in psutil.Process().children(recursive=True):
            with contextlib.suppress(psutil.Error):
                if "spawn_main" in " ".join(process.cmdline()):
                    process.kill()

    search = judged(NAME, Slow(0.02), PARTS, cluster="local", jobs=2, journal=tmp_path / "j", watch=when(3, kill))
    assert search.exhaust() == sp.count(NAME)
    assert search.status is Status.EXHAUSTED
    line = "--cluster local: no worker is left; the search goes on with threads"
    ours = [one for one in caplog.records if one.name.startswith("satpuzzle") and one.levelname == "WARNING"]
    assert [one.getMessage() for one in ours] == [line]
    with Journal(tmp_path / "j") as journal:
        assert audit(journal)[1] == 695


@pytest.mark.slow
@pytest.mark.parametrize("quiet", [False, True])
@pytest.mark.skipif(os.name != "posix", reason="kills a process")
def test_a_worker_that_is_killed_while_starting_is_one_line(quiet: bool) -> None:
    command = [*COMMAND, "count", NAME, "--cluster", "local", "-j", "2", "--parts", str(PARTS), *["-q"] * quiet]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT, encoding="utf-8"
    )
    assert within(600, lambda: children(process.pid))
    for child in children(process.pid)[:1]:
        os.kill(child, signal.SIGKILL)
    out, err = process.communicate(timeout=600)
    assert process.returncode == 0
    assert str(sp.count(NAME)) in out
    expected = "satpuzzle: --cluster local: 1 of 2 workers failed to start; the others go on\n"
    assert err == ("" if quiet else expected)
