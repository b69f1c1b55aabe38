"""Fixtures that tests of several folders share."""

import gc
import os
import signal
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

from satpuzzle.engines import library

pytest_plugins = ("skips", "studio", "chance", "checking", "tiers", "costs", "covering")  # their fixtures

# The same examples everywhere and always (slow tests draw new ones, see chance.py), and no limit of time.  Where few
# random puzzles suit a test, ten of sixty may not; a busy machine makes all of them slow.
settings.register_profile(
    "repeatable",
    derandomize=True,
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)
settings.load_profile("repeatable")

# A shell lets what it starts in the background ignore Ctrl-C, and nohup SIGHUP, and so would every command that a test
# starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.fixture
def no_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody see without a search that there is no solution, so that there is something to search for long."""
    for name in ("cover.tables.colouring", "cover.tables.pairing", "search.plan.colouring", "search.plan.weighing"):
        monkeypatch.setattr(f"satpuzzle.{name}", lambda *arguments, **options: None)


@pytest.fixture
def told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a command that runs in this process show its progress whenever it can, however little time went by."""
    monkeypatch.setattr("satpuzzle.cli.progress._QUIET", 0.0)
    monkeypatch.setattr("satpuzzle.cli.progress._AGAIN", -1.0)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest, so that no core waits for them at the end; slow tests may take as long as they need."""
    items.sort(key=lambda item: "tests/test_notebooks" not in item.nodeid)
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.timeout(0))


def pytest_collection_finish() -> None:
    """Let the garbage collector look less often, and not at what stays anyway: it took some 35 s."""
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call() -> None:
    """Take the test's name out of the environment, or no process that a test starts would suit the next one."""
    os.environ.pop("PYTEST_CURRENT_TEST", None)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, None, None]:
    """Skip what needs compiled kernels where there are none, as with SATPUZZLE_KERNELS=none."""
    try:
        return (yield)
    except Exception as error:
        if (reason := library.missing()) and reason in str(error):
            pytest.skip(str(error))
        raise
