"""Conditions of measurements: nothing is timed on a busy machine."""

import pytest
from lab.about import wait_for_quiet

from satpuzzle.errors import PuzzleError


def test_seconds_are_not_measured_on_a_busy_machine() -> None:
    naps: list[float] = []
    with pytest.raises(PuzzleError, match=r"load average 1\.2: seconds are measured only at 1 or less, 0\.5 a core"):
        wait_for_quiet(20, average=lambda: 1.2, cores=2, sleep=naps.append)
    assert sum(naps) == 20


def test_a_machine_that_becomes_quiet_is_waited_for() -> None:
    loads = iter([2.5, 1.6, 1.0])
    naps: list[float] = []
    wait_for_quiet(average=lambda: next(loads), cores=2, sleep=naps.append)
    assert len(naps) == 2


def test_where_there_is_no_load_average_nothing_is_waited_for() -> None:
    wait_for_quiet(average=lambda: None, cores=1, sleep=lambda _: pytest.fail("it waits"))
