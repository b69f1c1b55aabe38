"""Chance in tests: ordinary tests do the same everywhere and always, slow tests draw anew and tell from which seed.

`SATPUZZLE_TEST_SEED=N` lets the slow tests draw from the seed N again.
"""

import os
import secrets
from itertools import chain

import hypothesis
import pytest

VARIABLE = "SATPUZZLE_TEST_SEED"
SEED = int(os.environ.setdefault(VARIABLE, str(secrets.randbelow(1 << 32))))  # other processes of pytest inherit it


def is_slow(item: pytest.Item) -> bool:
    """Tell whether a test is run with `-m slow` only."""
    return item.get_closest_marker("slow") is not None


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> int:
    """Return the seed of a test: 0, of a slow one the seed of this run."""
    return SEED if is_slow(request.node) else 0


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let Hypothesis draw from the seed of this run in slow tests; all others are derandomized, see conftest.py."""
    for item in items:
        if is_slow(item) and isinstance(item, pytest.Function) and hasattr(item.obj, "hypothesis"):
            hypothesis.seed(SEED)(item.obj)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell the seed if a slow test was run."""
    every = chain.from_iterable(terminalreporter.stats.values())
    if any("slow" in report.keywords for report in every if isinstance(report, pytest.TestReport)):
        terminalreporter.write_line(f"slow tests drew from the seed {SEED}: {VARIABLE}={SEED} repeats them")
