"""Coverage is told which test runs, so that `tools/mutants.py` knows which tests run a line."""

import sys
from pathlib import Path

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> None:
    """Name the test as `test_module.test_name`, whatever its case, if coverage is measured."""
    coverage = sys.modules.get("coverage")
    if coverage is not None and (running := coverage.Coverage.current()) is not None:
        file, _, name = item.nodeid.partition("[")[0].partition("::")
        running.switch_context(f"{Path(file).stem}.{name}")
