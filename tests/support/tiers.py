"""Three tiers of tests: *quick* shows every behaviour once, *full* is what is tested before a change, *slow* the rest.

    python -m pytest                 the quick ones, on all cores
    python -m pytest FILE            those of a file or folder, but for the slow ones, in this process
    python -m pytest -m 'not slow'   quick and full
    python -m pytest -m ''           all

The mark `full` is given to tests, and by `few(n)` to the cases of a test after the n-th; by `few(n, "name")` to those
after the n-th for each value of a parameter.  `some(n)` does the same for the slow tier.
"""

from collections import Counter
from dataclasses import dataclass, field

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


@dataclass
class Collected:
    """All tests that were collected, whatever tier is run."""

    files: set[str] = field(default_factory=set)
    quick: dict[str, set[str]] = field(default_factory=dict)  # of each quick test the words among its parameters


COLLECTED = pytest.StashKey[Collected]()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the cases that `few` and `some` leave to the full and the slow tier, and remember which are quick."""
    seen = Counter[tuple[str, ...]]()
    found = config.stash[COLLECTED] = Collected()
    for item in items:
        name, values = item.nodeid.partition("[")[0], _parameters(item)
        for mark, tier in (("few", pytest.mark.full), ("some", pytest.mark.slow)):
            if limit := item.get_closest_marker(mark):
                most, *names = limit.args
                case = (mark, name, *(repr(values[each]) for each in names))
                seen[case] += 1
                if seen[case] > most:
                    item.add_marker(tier)
        found.files.add(name.partition("::")[0])
        if not any(map(item.get_closest_marker, ("slow", "full"))):
            found.quick.setdefault(name, set()).update(one for one in values.values() if isinstance(one, str))


def _parameters(item: pytest.Item) -> dict[str, object]:
    return item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}


@pytest.fixture
def collected(pytestconfig: pytest.Config) -> Collected:
    return pytestconfig.stash[COLLECTED]
