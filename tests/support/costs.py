"""What each test costs: CPU seconds of its process and of those that it started, written by `--costs=FILE`.

`tools/tiers.py` adds them up by tier and room.
"""

import json
import os
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

_TIERS = ("slow", "full")  # marks; a test without one is quick


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
    tier = next((name for name in _TIERS if item.get_closest_marker(name)), "quick")
    item.user_properties.append(("cost", [tier, round(_spent() - item.stash[_BEGUN], 3)]))


class _Costs:
    """Writes the costs of the tests that all workers run."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("w", encoding="utf-8")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "teardown":
            cost: Any = dict(report.user_properties)["cost"]
            self._file.write(json.dumps({"test": report.nodeid, "tier": cost[0], "cpu": cost[1]}) + "\n")

    def pytest_unconfigure(self) -> None:
        self._file.close()


_BEGUN = pytest.StashKey[float]()


def _spent() -> float:
    return sum(os.times()[:4])
