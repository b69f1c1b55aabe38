"""The host of child processes: what tasks send, how they end, and that nothing is left of them."""

import contextlib
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import pytest
import tasks
from children import alive, within
from children import children as all_children
from commands import ENVIRONMENT

from satpuzzle import machine, sandbox
from satpuzzle.errors import BackendError
from satpuzzle.sandbox import Sandbox

posix = pytest.mark.skipif(os.name != "posix", reason="sends signals")


_BEFORE: set[int] = set()  # processes that other tests have left, such as a browser


@pytest.fixture(autouse=True)
def others() -> None:
    _BEFORE.clear()
    _BEFORE.update(all_children())


def children() -> list[int]:
    """Return the processes that the test has started and that have not ended."""
    return [child for child in all_children() if child not in _BEFORE]


def sent(box: Sandbox, task: Callable[..., None], *arguments: Any, **options: Any) -> list[Any]:
    return [message for messages in box.call(task, *arguments, **options) for message in messages]


def failure(box: Sandbox, task: Callable[..., None], *arguments: Any, **options: Any) -> str:
    """Return what is said of a task that fails."""
    with pytest.raises(BackendError) as error:
        sent(box, task, *arguments, **options)
    return str(error.value)


def test_messages_come_in_order_and_idle_children_are_used_again() -> None:
    with Sandbox("the counter") as box:
        assert sent(box, tasks.count_to, 1000) == list(range(1000))
        assert sent(box, tasks.count_to, 10, by=3) == [0, 3, 6, 9]
        one, other = sent(box, tasks.tell_process), sent(box, tasks.tell_process)
        assert one == other == children()
    assert children() == []


def test_calls_at_the_same_time_have_a_child_each() -> None:
    with Sandbox("the waiter") as box:
        calls = [box.call(tasks.tell_process) for _ in range(3)]
        begun = [next(call) for call in calls]
        assert len(children()) == 3
        told = [
            [*first, *(message for more in call for message in more)] for first, call in zip(begun, calls, strict=True)
        ]
        assert sorted(told) == sorted([child] for child in children())
        assert sent(box, tasks.tell_process) in told


def test_two_hosts_do_not_share_children() -> None:
    with Sandbox("one") as one, Sandbox("other") as other:
        (first,), (second,) = sent(one, tasks.tell_process), sent(other, tasks.tell_process)
        assert first != second
        one.close()
        assert children() == sent(other, tasks.tell_process) == [second]


def test_a_waiting_caller_may_look_at_the_clock() -> None:
    with Sandbox("the waiter") as box:
        call = box.call(tasks.wait_long)
        while not next(call):  # the child is being started
            pass
        assert next(call) == []


def test_a_call_that_is_given_up_ends_its_child() -> None:
    with Sandbox("the waiter") as box:
        call = box.call(tasks.wait_long)
        while not next(call):
            pass
        assert len(children()) == 1
        call.close()
        assert children() == []


@posix
def test_a_caller_need_not_wait_until_a_child_reads_a_long_task() -> None:
    with Sandbox("the counter") as box:
        (child,) = sent(box, tasks.tell_process)
        os.kill(child, signal.SIGSTOP)
        call = box.call(tasks.count_to, 3, by=1 << (1 << 24))  # 2 MiB, more than a pipe holds
        assert [next(call), next(call)] == [[], []]
        os.kill(child, signal.SIGCONT)
        assert [message for messages in call for message in messages] == [0]
        os.kill(child, signal.SIGSTOP)
        call = box.call(tasks.count_to, 3, by=1 << (1 << 24))
        assert next(call) == []
        call.close()
        assert children() == []


def test_a_child_for_which_nobody_waits_any_more_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[subprocess.Popen[bytes]] = []
    start = sandbox._start

    def begin(inherited: sandbox._Inherited) -> "subprocess.Popen[bytes]":
        started.append(start(inherited))
        return started[0]

    def interrupted(future: "Future[Any]") -> None:
        future.exception()  # the child is there
        patch.undo()
        raise KeyboardInterrupt

    monkeypatch.setattr(sandbox, "_start", begin)
    with Sandbox("the counter") as box, monkeypatch.context() as patch:
        patch.setattr(Future, "result", interrupted)
        with pytest.raises(KeyboardInterrupt):
            next(box.call(tasks.count_to, 1))
    assert len(started) == 1 and started[0].returncode is not None


def test_closing_ends_a_child_at_work_which_is_an_error_for_who_waits() -> None:
    box = Sandbox("the waiter")
    call = box.call(tasks.wait_long)
    while not next(call):
        pass
    box.close()
    assert children() == []
    with pytest.raises(BackendError, match=r"^the waiter's process "):
        list(call)


def test_a_task_that_raises_is_an_error_in_one_line_after_what_it_had_sent(capfd: pytest.CaptureFixture[str]) -> None:
    received: list[Any] = []
    with Sandbox("the solver") as box:
        with pytest.raises(BackendError) as error:
            for messages in box.call(tasks.fail):
                received += messages
        assert children() == []
        assert sent(box, tasks.count_to, 1) == [0]  # by another child
    assert received == ["before"]
    assert str(error.value) == "the solver failed: ArithmeticError: lost count"
    (note,) = error.value.__notes__
    assert note.startswith("thinking aloud\nTraceback (most recent call last):\n")
    assert 'raise ArithmeticError("lost\\ncount")' in note
    assert capfd.readouterr() == ("", "")


def test_the_debug_variable_shows_the_traceback(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(sandbox.DEBUG, "1")
    with Sandbox("the solver") as box, pytest.raises(BackendError, match=r"^the solver failed: ArithmeticError"):
        sent(box, tasks.fail)
    out, err = capfd.readouterr()
    assert out == ""
    assert err.count("Traceback (most recent call last):") == 1
    assert "in fail\n" in err
    assert "thinking aloud\n" in err


def test_a_child_without_memory_says_so() -> None:
    with Sandbox("the solver") as box:
        assert failure(box, tasks.run_out_of_memory) == "the solver ran out of memory"


@pytest.mark.parametrize(
    ("last_words", "message"),
    [
        ("", "the solver's process ended with status 3"),
        ("c bye\nfree(): invalid pointer", "the solver's process ended with status 3: free(): invalid pointer"),
    ],
)
def test_a_child_that_leaves_is_an_error_with_its_last_words(last_words: str, message: str) -> None:
    with Sandbox("the solver") as box, pytest.raises(BackendError) as error:
        sent(box, tasks.leave, last_words=last_words)
    assert str(error.value) == message
    assert getattr(error.value, "__notes__", [""]) == [last_words]


def test_a_task_that_exits_is_an_error() -> None:
    with Sandbox("the run") as box:
        assert failure(box, tasks.exit_politely) == "the run failed: SystemExit: no more of this"


@posix
def test_a_killed_child_is_an_error_in_one_line() -> None:
    with Sandbox("the solver") as box, pytest.raises(BackendError) as error:
        for messages in box.call(tasks.compute_long):
            for process in messages:
                os.kill(process, signal.SIGKILL)
    assert str(error.value) == "the solver's process was killed by SIGKILL"
    assert children() == []


@posix
def test_a_child_that_died_idle_is_replaced() -> None:
    with Sandbox("the solver") as box:
        (first,) = sent(box, tasks.tell_process)
        os.kill(first, signal.SIGKILL)
        # With all its threads: it looks dead as soon as its first one is.
        assert within(600, lambda: os.waitid(os.P_PID, first, os.WEXITED | os.WNOHANG | os.WNOWAIT))
        assert sent(box, tasks.tell_process) != [first]


def test_what_a_task_prints_or_reads_does_not_get_between_messages(capfd: pytest.CaptureFixture[str]) -> None:
    with Sandbox("the solver") as box:
        assert sent(box, tasks.chatter) == [""]
        assert sent(box, tasks.count_to, 2) == [0, 1]
    assert capfd.readouterr() == ("", "")


def test_what_was_printed_in_another_task_is_no_part_of_an_error() -> None:
    with Sandbox("the solver") as box:
        sent(box, tasks.chatter)
        with pytest.raises(BackendError) as error:
            sent(box, tasks.fail)
    assert "grumble" not in error.value.__notes__[0]


def test_what_cannot_be_sent_is_an_error_before_a_child_is_started() -> None:
    with Sandbox("the run") as box:
        assert failure(box, lambda send: None).startswith("the run cannot be sent to a process of its own: ")
        assert children() == []


def test_what_cannot_be_opened_at_the_other_end_is_an_error() -> None:
    here = tasks.Unreadable(os.getpid())
    assert pickle.loads(pickle.dumps(here)).maker == os.getpid()
    with Sandbox("the run") as box:
        assert failure(box, tasks.do_nothing, here) == "the run failed: LookupError: made elsewhere"
        assert failure(box, tasks.send_the_unreadable) == "the run's answer cannot be read: LookupError: made elsewhere"


def test_a_child_has_no_more_modules_than_its_task_needs() -> None:
    with Sandbox("the reader") as box:
        (modules,) = sent(box, tasks.tell_modules)
    assert "satpuzzle.sandbox" in modules
    assert not {"numpy", "subprocess", "concurrent.futures", "psutil", "satpuzzle.cover"} & set(modules)


def test_children_see_the_environment_and_what_is_added(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ABOUT", "caller")
    with Sandbox("the reader", {"MORE": "host"}) as box:
        assert sent(box, tasks.tell_variables, "ABOUT", "MORE") == [["caller", "host"]]
    assert "MORE" not in os.environ


@pytest.mark.full
def test_the_most_memory_of_a_child_is_known_once_it_is_stopped() -> None:
    before = machine.peak()
    megabytes = (max(before, sandbox.largest()) >> 20) + 50
    with Sandbox("the glutton") as box:
        sent(box, tasks.grow, megabytes)
    assert megabytes << 20 <= sandbox.largest() < megabytes + 100 << 20


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system keeps no peak that does not survive exec")
def test_a_childs_peak_does_not_begin_with_its_parents() -> None:
    ballast = bytes([1]) * (300 << 20)
    assert machine.peak() > len(ballast)
    with Sandbox("the modest") as box:
        (peak,) = sent(box, tasks.tell_peak)
    assert 1 << 20 < peak < 200 << 20
    assert machine.peak(1 << 30) == 0  # there is no such process


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_a_fork_starts_children_of_its_own() -> None:
    script = (
        "import os, tasks\n"
        "from satpuzzle.sandbox import Sandbox\n"
        "box = Sandbox('one'); list(box.call(tasks.tell_process)); box.close()\n"
        "child = os.fork()\n"
        "with Sandbox('other') as box: found = [m for ms in box.call(tasks.count_to, 3) for m in ms]\n"
        "os.write(1, b'%d\\n' % len(found))\n"  # in one piece, since two processes write
        "if not child: os._exit(0)\n"
        "os.waitpid(child, 0)\n"
    )
    quiet = (sys.executable, "-W", "ignore::DeprecationWarning", "-c", script)  # from Python 3.12 on
    ended = subprocess.run(quiet, env=with_tasks(), capture_output=True, text=True, timeout=600)
    assert (ended.stdout, ended.stderr) == ("3\n3\n", "")


# Parents that go


def with_tasks() -> dict[str, str]:
    """Return an environment in which the module of the tasks is found."""
    return ENVIRONMENT | {"PYTHONPATH": os.pathsep.join([os.path.dirname(tasks.__file__), ENVIRONMENT["PYTHONPATH"]])}


PARENT = """
import sys, tasks
from satpuzzle.sandbox import Sandbox
for messages in Sandbox("the worker").call(getattr(tasks, sys.argv[1])):
    for message in messages:
        print(message, flush=True)
        {then}
"""


def parent(task: str, then: str = "pass") -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", PARENT.format(then=then), task]
    return subprocess.Popen(
        command, env=with_tasks(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a task that holds the lock is ended late")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT], ids=str)
@pytest.mark.parametrize("task", ["wait_long", "compute_long"])
def test_no_child_outlives_a_parent_that_is_ended_by_a_signal(task: str, number: int) -> None:
    with parent(task) as process:
        assert process.stdout is not None
        child = int(process.stdout.readline())
        assert alive(child)
        process.send_signal(number)
        process.communicate(timeout=600)
    assert within(600, lambda: not alive(child))


def test_no_child_outlives_a_parent_that_leaves_in_the_middle() -> None:
    for then in ("sys.exit(0)", "import os; os._exit(0)", "raise SystemExit"):
        with parent("wait_long", then) as process:
            out, err = process.communicate(timeout=600)
        assert err == ""
        assert within(600, lambda child=int(out): not alive(child))  # type: ignore[misc]


def test_a_child_leaves_when_its_pipe_is_closed() -> None:
    """Which is all that tells it of its parent's end where there is no PDEATHSIG."""
    command = [sys.executable, "-c", "from satpuzzle.sandbox import serve; serve()"]
    with subprocess.Popen(command, env=with_tasks(), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdin is not None
        pickle.dump(pickle.dumps((tasks.wait_long, (), {})), child.stdin)
        child.stdin.close()
        assert child.wait(600) == 0


def test_a_call_may_be_closed_by_another_thread_than_the_one_that_began_it() -> None:
    ended = threading.Event()
    with Sandbox("the waiter") as box:

        def wait() -> None:
            with contextlib.suppress(BackendError):
                list(box.call(tasks.wait_long))
            ended.set()

        thread = threading.Thread(target=wait)
        thread.start()
        assert within(600, children)
        box.close()
        assert ended.wait(600)
        thread.join()
    assert within(600, lambda: not children())  # it may take a moment until the system has ended it


def teller(reused: bool, **environment: str) -> int:
    """Return the process in which a sandbox of its own runs a task."""
    box = Sandbox("the teller", environment, reused)
    (process,) = sent(box, tasks.tell_process)
    box.close()
    return int(process)


def test_an_idle_child_is_kept_for_the_next_sandbox_like_that(monkeypatch: pytest.MonkeyPatch) -> None:
    sandbox.end_spare()
    first = teller(reused=True)
    assert teller(reused=True) == first
    assert not alive(teller(reused=False))
    assert teller(reused=True) == first
    special = teller(reused=True, MORE="for this sandbox")
    assert special != first
    assert teller(reused=True, MORE="for this sandbox") == special
    monkeypatch.setenv("MORE", "another environment")
    other = teller(reused=True)
    assert other not in (first, special)
    assert not alive(first)
    assert not alive(special)
    sandbox.end_spare()
    assert not alive(other)


def test_a_child_that_was_broken_off_is_not_kept() -> None:
    sandbox.end_spare()
    box = Sandbox("the waiter", reused=True)
    call = box.call(tasks.wait_long)
    next(call)
    call.close()
    box.close()
    assert not sandbox._spare


def test_a_child_that_has_taken_much_memory_is_not_kept() -> None:
    sandbox.end_spare()
    box = Sandbox("the glutton", reused=True)
    sent(box, tasks.grow, 300)
    box.close()
    assert not sandbox._spare
