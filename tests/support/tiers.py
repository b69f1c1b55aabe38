"""Three tiers of tests: *quick* shows every behaviour once, *full* is what is tested before a change, *slow* the rest.

    python -m pytest                 the quick ones, on all cores
    python -m pytest FILE            those of a file or folder, but for the slow ones, in this process
    python -m pytest -m 'not slow'   quick and full
    python -m pytest -m ''           all

The mark `full` is given to tests, and by `few(n)` to the cases of a test from the n-th on.
"""

from collections import Counter

import pytest

from satpuzzle.machine import cores

QUICK = "not slow and not full"  # as in pyproject.toml


def _whole(config: pytest.Config) -> bool:
    """Tell whether no file was named."""
    return config.args_source is pytest.Config.ArgsSource.TESTPATHS


def pytest_configure(config: pytest.Config) -> None:
    """Whoever names files wants all of their tests but the slow ones; workers are told by the first process."""
    if config.option.markexpr == QUICK and not _whole(config) and not hasattr(config, "workerinput"):
        config.option.markexpr = "not slow"


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Some tests wait, so there is a worker more than cores; few tests are run in this process."""
    return cores() + 1 if _whole(config) else 0


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the cases that `few` leaves to the full tier."""
    seen = Counter[str]()
    for item in items:
        if few := item.get_closest_marker("few"):
            name = item.nodeid.partition("[")[0]
            seen[name] += 1
            if seen[name] > few.args[0]:
                item.add_marker(pytest.mark.full)
