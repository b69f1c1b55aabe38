"""What each test costs, written by `--costs=FILE`: seconds, and CPU seconds with those of processes that it started.

`tools/tiers.py` adds them up by tier and room.
"""

import contextlib
import json
import os
from collections import defaultdict
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

_MARKS = ("slow", "full")  # a test without one is quick


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--costs", metavar="FILE", help="Write the CPU seconds of each test into a file.")


def pytest_configure(config: pytest.Config) -> None:
    path = config.getoption("--costs")
    if path and not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Costs(Path(path)))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Let the last report of a test tell its costs."""
    item.stash[_BEGUN] = _spent()
    return (yield)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    tier = next((name for name in _MARKS if item.get_closest_marker(name)), "quick")
    spent = max(_spent() - item.stash[_BEGUN], 0.0)  # of a server that ended nothing is known any more
    item.user_properties.append(("cost", [tier, round(spent, 3)]))


class _Costs:
    """Writes the costs of the tests that all workers run."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("w", buffering=1, encoding="utf-8")  # a run that is ended has told its costs
        self._seconds = defaultdict[str, float](float)  # of each test by the clock

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds[report.nodeid] += report.duration
        if report.when == "teardown":
            tier, cpu = dict[str, Any](report.user_properties)["cost"]
            wall = round(self._seconds.pop(report.nodeid), 3)
            self._file.write(json.dumps({"test": report.nodeid, "tier": tier, "cpu": cpu, "wall": wall}) + "\n")

    def pytest_unconfigure(self) -> None:
        self._file.close()


_BEGUN = pytest.StashKey[float]()


def _spent() -> float:
    """Return the CPU seconds of this process and of all below it, those that have ended included.

    Servers that fork commands for tests, and browsers, live longer than a test; Linux tells of them.
    """
    return sum(os.times()[:4]) + sum(map(_of, _below("self")))


def _below(process: str) -> Iterator[str]:
    for thread in Path("/proc", process, "task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in thread.read_text().split():
                yield child
                yield from _below(child)


def _of(process: str) -> float:
    try:
        fields = Path("/proc", process, "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
